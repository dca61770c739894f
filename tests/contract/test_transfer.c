/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration from one database into another, of the same kind and of the other.
 */
#include "site.h"

#include "base/arena.h"
#include "store/catalogue/catalogue.h"
#include "store/secret/key.h"
#include "store/upkeep/migrate.h"
#include "store/catalogue/change.h"
#include "store/olt/olt.h"
#include "store/secret/passbox.h"
#include "store/upkeep/transfer.h"
#include "store/secret/vault.h"

enum { ROWS_MAX = 200 };

struct kept_row {
	char table[TRANSFER_NAME_MAX];
	size_t n;
	struct transfer_cell cells[TRANSFER_COLUMNS_MAX];
};

struct kept {
	struct arena *arena;
	size_t n;
	struct kept_row rows[ROWS_MAX];
};

static enum rc
keep(void *ctx, const char *table, const struct transfer_cell *cells, size_t n)
{
	struct kept *k = ctx;
	struct kept_row *row = &k->rows[k->n++];

	assert_true(k->n <= ROWS_MAX);
	(void)snprintf(row->table, sizeof(row->table), "%s", table);
	row->n = n;
	memcpy(row->cells, cells, n * sizeof(*cells));
	for (size_t i = 0; i < n; i++) {
		struct db_value *v = &row->cells[i].value;

		assert_int_not_equal(v->type, DB_BLOB); /* secrets do not travel here */
		if (v->type == DB_TEXT)
			v->bytes = arena_copy(k->arena, v->bytes, v->len);
	}
	return RC_OK;
}

static struct kept *export(struct db *db)
{
	struct kept *k = calloc(1, sizeof(*k));
	struct err err = { 0 };

	k->arena = arena_new(0);
	if (store_export(db, keep, k, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return k;
}

static void
kept_free(struct kept *k)
{
	arena_free(k->arena);
	free(k);
}

static enum rc
import(struct db *db, const struct kept *k, struct err *err)
{
	enum rc rc = store_import_begin(db, err);

	if (rc != RC_OK)
		return rc;
	for (size_t i = 0; rc == RC_OK && i < k->n; i++)
		rc = store_import_row(
		    db, k->rows[i].table, k->rows[i].cells, k->rows[i].n, err);
	return store_import_end(db, rc, err);
}

static void
check_same(const struct kept *a, const struct kept *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_string_equal(a->rows[i].table, b->rows[i].table);
		for (size_t j = 0; j < a->rows[i].n; j++) {
			const struct db_value *x = &a->rows[i].cells[j].value;
			const struct db_value *y = &b->rows[i].cells[j].value;

			if (x->type != y->type)
				fail_msg("%s.%s differs in type", a->rows[i].table,
				    a->rows[i].cells[j].column);
			if (x->type == DB_TEXT)
				assert_string_equal(x->bytes, y->bytes);
			else if (x->type == DB_REAL)
				assert_true(x->r == y->r);
			else if (x->type == DB_INT)
				assert_int_equal(x->i, y->i);
		}
	}
}

static int64_t
put_olt(struct db *db, const struct vault *v, const char *name)
{
	struct olt o = { .name = name,
		.address = "192.0.2.7",
		.port = 161,
		.version = OLT_SNMP_2C,
		.site = "Oruro, \"norte\"",
		.has_location = true,
		.latitude = -17.25,
		.longitude = -67.5,
		.enabled = true,
		.overrides = OLT_OVERRIDES_NONE };
	struct olt_secrets s = { 0 };
	struct olt_put how = { .vault = v, .secrets = &s, .now_ms = 100 };
	struct err err = { 0 };

	check_rc(secret_set(&s.community, "geheim-7"), RC_OK);
	if (store_olt_put(db, &o, &how, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return o.id.v;
}

/* Two OLTs, a job on both, and a chained node whose master has the larger id. */
static struct vault *
furnish(struct backend *b)
{
	static const char SQL[] =
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms) "
	    "VALUES (4, 'levels', 'get', 300000, 1, 1), (5, 'walk', 'walk', 60000, 1, 1);"
	    "INSERT INTO nodes (id, workflow_id, olt_id, job_id, next_run_ms, "
	    "created_ms, "
	    "updated_ms) SELECT 20, w.id, w.olt_id, 4, 5000, 1, 1 FROM workflows w "
	    "WHERE w.olt_id = (SELECT MIN(id) FROM olts);"
	    "INSERT INTO nodes (id, workflow_id, olt_id, job_id, master_id, created_ms, "
	    "updated_ms) SELECT 10, w.id, w.olt_id, 5, 20, 1, 1 FROM workflows w "
	    "WHERE w.olt_id = (SELECT MIN(id) FROM olts);"
	    "INSERT INTO settings (key, value, updated_ms) VALUES ('site.zone', 'UTC', "
	    "1)";
	struct vault *v = NULL;
	struct err err = { 0 };
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/key", b->folder);
	check_rc(store_key_open(b->db, path, 1, &v, NULL), RC_OK);
	(void)put_olt(b->db, v, "norte");
	(void)put_olt(b->db, v, "sur");
	if (db_script(b->db, SQL, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return v;
}

/* A new SQLite database beside the back-end's own. */
static struct db *
other_database(struct backend *b)
{
	struct db *db = NULL;
	char where[160];

	(void)snprintf(where, sizeof(where), "sqlite:%s/other", b->folder);
	check_rc(db_open(where, DB_CREATE, &db, NULL), RC_OK);
	check_rc(store_migrate(db, 1, NULL, NULL), RC_OK);
	return db;
}

static void
all_of_it_arrives_in_a_database_of_sqlite(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = furnish(b);
	struct db *db = other_database(b);
	struct kept *out = export(b->db), *back;
	struct err err = { 0 };

	if (import(db, out, &err) != RC_OK)
		fail_msg("%s", err.msg);
	back = export(db);
	assert_true(out->n > 10);
	check_same(out, back);
	kept_free(out);
	kept_free(back);
	db_close(db);
	vault_close(v);
}

static const struct catalogue_brand BRANDS[] = { { "huawei", "Huawei", "" } };
static const struct catalogue_model MODELS[] = { { 0, "huawei/MA5608T", "MA5608T",
    "smartax", "gpon" } };
static const struct catalogue_oid OIDS[] = { { 0, "huawei/onu/rx", "smartax", "onu", "rx",
    "1.3.5", "onu_rx", "ont", "{}", "dBm", "[]", true } };
static const struct catalogue_formula FORMULAS[] = { { 0, "huawei/ont", "smartax", "ont",
    "{}" } };
static const struct catalogue_label LABELS[] = { { 0, "huawei/run/1", "smartax",
    "onu.run_state", "run_state", "1", "up", "online" } };

static struct catalogue_result
load_catalogue(struct db *db, int64_t now_ms)
{
	struct catalogue c = { 1, BRANDS, 1, MODELS, 1, OIDS, 1, FORMULAS, 1, LABELS };
	struct catalogue_result r;

	check_rc(store_catalogue_load(db, &c, now_ms, &r, NULL), RC_OK);
	return r;
}

/* Of each of the five kinds one that shipped and was changed, and one's own; and one
 * that was deleted. */
static void
change_catalogue(struct db *db)
{
	struct stored_brand brand = { { 2 }, "Huawei", "changed", 0, 0 },
			    own = { .name = "Parks" };
	struct stored_model model = { .id = { 1 }, .brand = { 2 }, .name = "changed" };
	struct stored_oid oid = { .id = { 1 },
		.brand = { 2 },
		.name = "changed",
		.oid = "1.7",
		.purpose = "custom:mine",
		.formula = "ont" };
	struct stored_formula formula = { .id = { 1 },
		.brand = { 2 },
		.name = "ont",
		.definition = "{\"changed\":1}" };
	struct stored_label label = { .id = { 1 },
		.brand = { 2 },
		.purpose = "run_state",
		.raw = "1",
		.label = "changed" };

	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &brand, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &own, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &model, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &OID_ENTITY, &oid, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &formula, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &label, 10, NULL), RC_OK);
	model.id.v = oid.id.v = formula.id.v = label.id.v = 0;
	model.name = oid.name = formula.name = label.raw = "own";
	oid.model.v = 1;
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &model, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &OID_ENTITY, &oid, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &formula, 10, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &label, 10, NULL), RC_OK);
	check_rc(store_catalogue_delete(db, &MODEL_ENTITY, model.id.v, 20, NULL), RC_OK);
}

static void
the_catalogue_travels_with_what_people_made_of_it(void **state)
{
	struct backend *b = backend_of(state);
	struct backend source = { .name = "source" };
	struct kept *out, *back;
	struct err err = { 0 };

	(void)snprintf(source.folder, sizeof(source.folder), "%s", b->folder);
	source.db = other_database(b);
	assert_int_equal(load_catalogue(source.db, 5).added, 5);
	change_catalogue(source.db);
	out = export(source.db);
	(void)load_catalogue(b->db, 5); /* what shipped here goes */
	if (import(b->db, out, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(load_catalogue(b->db, 50).kept, 5);
	back = export(b->db);
	check_same(out, back);
	kept_free(out);
	kept_free(back);
	db_close(source.db);
}

/* And back into a database of the other kind, where ids must go on behind them. */
static void
all_of_it_arrives_in_the_back_end(void **state)
{
	struct backend *b = backend_of(state);
	struct backend source = { .name = "source" };
	struct vault *v, *mine = NULL;
	struct kept *out, *back;
	struct err err = { 0 };
	char path[128];

	(void)snprintf(source.folder, sizeof(source.folder), "%s", b->folder);
	source.db = other_database(b);
	v = furnish(&source);
	out = export(source.db);
	(void)snprintf(path, sizeof(path), "%s/mine", b->folder);
	check_rc(store_key_open(b->db, path, 1, &mine, NULL), RC_OK);
	if (import(b->db, out, &err) != RC_OK)
		fail_msg("%s", err.msg);
	back = export(b->db);
	check_same(out, back);
	assert_true(put_olt(b->db, mine, "este") > 2);
	kept_free(out);
	kept_free(back);
	db_close(source.db);
	vault_close(v);
	vault_close(mine);
}

static void
secrets_are_sealed_anew(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = furnish(b), *theirs = NULL;
	struct db *db = other_database(b);
	struct kept *out = export(b->db);
	struct olt_secrets s = { 0 }, back = { 0 };
	struct err err = { 0 };
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/theirs", b->folder);
	check_rc(store_key_open(db, path, 1, &theirs, NULL), RC_OK);
	check_rc(import(db, out, &err), RC_OK);
	check_rc(store_olt_secrets(b->db, v, (struct olt_id){ 1 }, &s, &err), RC_OK);
	check_rc(store_import_secrets(db, theirs, (struct olt_id){ 1 }, &s, &err), RC_OK);
	check_rc(store_olt_secrets(db, theirs, (struct olt_id){ 1 }, &back, &err), RC_OK);
	assert_string_equal(back.community.bytes, "geheim-7");
	check_rc(store_import_secrets(db, theirs, (struct olt_id){ 77 }, &s, &err),
	    RC_NOT_FOUND);
	kept_free(out);
	db_close(db);
	vault_close(v);
	vault_close(theirs);
}

static void
a_database_in_use_is_left_alone(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = furnish(b);
	struct kept *out = export(b->db), *after;
	struct err err = { 0 };

	check_rc(import(b->db, out, &err), RC_CONFLICT);
	check_contains(err.msg, "import into a new database");
	after = export(b->db);
	check_same(out, after);
	kept_free(out);
	kept_free(after);
	vault_close(v);
}

static void
an_oid_of_an_older_file_is_in_no_metrics(void **state)
{
	struct backend *b = backend_of(state);
	struct transfer_cell cells[] = {
		{ "id", { .type = DB_INT, .i = 900 } },
		{ "brand_id", { .type = DB_INT, .i = 1 } },
		{ "profile", { .type = DB_TEXT, .bytes = "" } },
		{ "table_name", { .type = DB_TEXT, .bytes = "" } },
		{ "name", { .type = DB_TEXT, .bytes = "mine", .len = 4 } },
		{ "oid", { .type = DB_TEXT, .bytes = "1.3.6", .len = 5 } },
		{ "purpose", { .type = DB_TEXT, .bytes = "custom:m", .len = 8 } },
		{ "formula", { .type = DB_TEXT, .bytes = "" } },
		{ "transform", { .type = DB_TEXT, .bytes = "" } },
		{ "unit", { .type = DB_TEXT, .bytes = "" } },
		{ "invalid", { .type = DB_TEXT, .bytes = "" } },
		{ "keep_previous", { .type = DB_INT, .i = 0 } },
		{ "is_slow", { .type = DB_INT, .i = 0 } },
		{ "enabled", { .type = DB_INT, .i = 1 } },
		{ "is_edited", { .type = DB_INT, .i = 0 } },
		{ "created_ms", { .type = DB_INT, .i = 1 } },
		{ "updated_ms", { .type = DB_INT, .i = 1 } },
	};
	struct transfer_cell brand[] = {
		{ "id", { .type = DB_INT, .i = 1 } },
		{ "name", { .type = DB_TEXT, .bytes = "Generic", .len = 7 } },
		{ "description", { .type = DB_TEXT, .bytes = "" } },
		{ "is_edited", { .type = DB_INT, .i = 0 } },
		{ "created_ms", { .type = DB_INT, .i = 1 } },
		{ "updated_ms", { .type = DB_INT, .i = 1 } },
	};
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };
	enum rc rc;

	check_rc(store_import_begin(b->db, &err), RC_OK);
	rc = store_import_row(
	    b->db, "brands", brand, sizeof(brand) / sizeof(brand[0]), &err);
	if (rc == RC_OK)
		rc = store_import_row(
		    b->db, "oids", cells, sizeof(cells) / sizeof(cells[0]), &err);
	if (rc != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(store_import_end(b->db, RC_OK, &err), RC_OK);
	check_rc(
	    db_prepare(b->db, "SELECT in_metrics FROM oids WHERE id = 900", &q, &err),
	    RC_OK);
	check_rc(db_first(q, &err), RC_OK);
	assert_int_equal(db_int(q, 0), 0);
}

/* Ana has another number here than where the file comes from, and Eva is unknown. */
static void
a_contact_keeps_its_user_by_name(void **state)
{
	static const char users[] =
	    "INSERT INTO users (id, name, password, role, created_ms, updated_ms) VALUES "
	    "(7, 'ana', 'x', 'operator', 1, 1), (8, 'eva', 'x', 'operator', 1, 1)";
	static const char contacts[] =
	    "INSERT INTO contacts (id, name, user_id, created_ms, updated_ms) VALUES "
	    "(1, 'Ana', 7, 1, 1), (2, 'Eva', 8, 1, 1), (3, 'Taxi', NULL, 1, 1)";
	struct backend *b = backend_of(state);
	struct err err = { 0 };
	struct kept *out;

	site_do(b->db, users);
	site_do(b->db, contacts);
	out = export(b->db);
	site_do(b->db, "DELETE FROM contacts");
	site_do(b->db, "DELETE FROM users");
	site_do(b->db,
	    "INSERT INTO users (id, name, password, role, created_ms, updated_ms) VALUES "
	    "(21, 'ana', 'x', 'operator', 1, 1)");
	if (import(b->db, out, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(
	    site_ask(b->db, "SELECT user_id FROM contacts WHERE name = 'Ana'"), 21);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM contacts WHERE user_id IS NULL"), 2);
	kept_free(out);
}

static void
a_broken_row_leaves_nothing_behind(void **state)
{
	struct backend *b = backend_of(state);
	struct kept *before, *after;
	struct transfer_cell cell = { "colour", { .type = DB_INT } };
	struct err err = { 0 };

	before = export(b->db);
	check_rc(store_import_begin(b->db, &err), RC_OK);
	check_rc(store_import_row(b->db, "olts", &cell, 1, &err), RC_INVALID);
	check_contains(err.msg, "olts has no column \"colour\"");
	check_rc(store_import_row(b->db, "users", &cell, 1, &err), RC_INVALID);
	check_contains(err.msg, "no table \"users\"");
	check_rc(store_import_end(b->db, RC_INVALID, &err), RC_INVALID);
	after = export(b->db);
	check_same(before, after);
	kept_free(before);
	kept_free(after);
}

static void
the_keys_check_value_stays_where_it_is(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = furnish(b);
	struct kept *out = export(b->db);
	struct transfer_cell cells[] = {
		{ "key", { .type = DB_TEXT, .len = 11, .bytes = "vault.check" } },
		{ "value", { .type = DB_TEXT, .len = 1, .bytes = "x" } },
		{ "updated_ms", { .type = DB_INT, .i = 1 } },
	};
	struct db *db = other_database(b);
	struct err err = { 0 };

	for (size_t i = 0; i < out->n; i++) {
		if (strcmp(out->rows[i].table, "settings") == 0)
			assert_string_not_equal(
			    out->rows[i].cells[0].value.bytes, "vault.check");
	}
	check_rc(store_import_begin(db, &err), RC_OK);
	check_rc(store_import_row(db, "settings", cells, 3, &err), RC_INVALID);
	check_rc(store_import_end(db, RC_INVALID, &err), RC_INVALID);
	kept_free(out);
	db_close(db);
	vault_close(v);
}

static void
names_with_control_characters_do_not_come_in(void **state)
{
	struct backend *b = backend_of(state);
	struct transfer_cell cells[] = {
		{ "id", { .type = DB_INT, .i = 900 } },
		{ "name", { .type = DB_TEXT, .len = 6, .bytes = "a\x1b[31m" } },
	};
	struct db *db = other_database(b);
	struct err err = { 0 };

	check_rc(store_import_begin(db, &err), RC_OK);
	check_rc(store_import_row(db, "brands", cells, 2, &err), RC_INVALID);
	check_contains(err.msg, "control characters");
	check_rc(store_import_end(db, RC_INVALID, &err), RC_INVALID);
	db_close(db);
}

static void
a_box_opens_with_its_passphrase_only(void **state)
{
	struct secret right = { 0 }, wrong = { 0 }, brief = { 0 };
	char *text = NULL, *bytes = NULL;
	struct err err = { 0 };
	size_t n = 0;

	(void)state;
	check_rc(secret_set(&right, "correct horse"), RC_OK);
	check_rc(secret_set(&wrong, "wrong horse"), RC_OK);
	check_rc(secret_set(&brief, "short"), RC_OK);
	check_rc(passbox_seal(&brief, "abc", 3, &text, &err), RC_INVALID);
	check_rc(passbox_seal(&right, "geheim-7", 8, &text, &err), RC_OK);
	assert_null(strstr(text, "geheim"));
	check_rc(passbox_open(&wrong, text, &bytes, &n, &err), RC_REFUSED);
	assert_null(bytes);
	check_rc(passbox_open(&right, "@@", &bytes, &n, &err), RC_INVALID);
	check_rc(passbox_open(&right, text, &bytes, &n, &err), RC_OK);
	assert_int_equal(n, 8);
	assert_string_equal(bytes, "geheim-7");
	free(bytes);
	bytes = NULL;
	text[strlen(text) / 2] ^= 1;
	assert_int_not_equal(passbox_open(&right, text, &bytes, &n, &err), RC_OK);
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(all_of_it_arrives_in_a_database_of_sqlite),
		ON_EACH(all_of_it_arrives_in_the_back_end),
		ON_EACH(the_catalogue_travels_with_what_people_made_of_it),
		ON_EACH(secrets_are_sealed_anew),
		ON_EACH(a_database_in_use_is_left_alone),
		ON_EACH(an_oid_of_an_older_file_is_in_no_metrics),
		ON_EACH(a_contact_keeps_its_user_by_name),
		ON_EACH(a_broken_row_leaves_nothing_behind),
		ON_EACH(the_keys_check_value_stays_where_it_is),
		ON_EACH(names_with_control_characters_do_not_come_in),
		cmocka_unit_test(a_box_opens_with_its_passphrase_only),
	};

	return CHECK_ALL(tests);
}
