/* SPDX-License-Identifier: Apache-2.0
 *
 * Brands and models as people change them, on both back-ends.
 */
#include "site.h"

#include <string.h>

#include "store/catalogue/catalogue.h"
#include "store/catalogue/change.h"

static const struct catalogue_brand BRANDS[] = { { "huawei", "Huawei", "shipped" } };
static const struct catalogue_model MODELS[] = { { 0, "huawei/MA5608T", "MA5608T",
    "huawei_smartax", "gpon" } };
static const struct catalogue_oid OIDS[] = {
	{ 0, "huawei/onu/rx", "huawei_smartax", "onu", "rx", "1.3.5", "onu_rx", "ont",
	    "{}", "dBm", "[]", true },
	{ 0, "huawei/epon/rx", "huawei_smartax", "epon", "rx", "1.3.6", "onu_rx", "ont",
	    "{}", "dBm", "[]", true },
};
static const struct catalogue_formula FORMULAS[] = { { 0, "huawei/ont", "huawei_smartax",
    "ont", "{}" } };
static const struct catalogue_label LABELS[] = { { 0, "huawei/run/1", "huawei_smartax",
    "onu.run_state", "run_state", "1", "online", "online" } };

enum { HUAWEI = 2, MODEL = 1, SHIPPED_ROWS = 6 };

static struct catalogue_result
load(struct db *db, int64_t now_ms)
{
	struct catalogue c = { 1, BRANDS, 1, MODELS, 2, OIDS, 1, FORMULAS, 1, LABELS };
	struct catalogue_result r;

	check_rc(store_catalogue_load(db, &c, now_ms, &r, NULL), RC_OK);
	return r;
}

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	assert_int_equal(load(b->db, 5).added, SHIPPED_ROWS);
	return b->db;
}

/* ---- brands -------------------------------------------------------------- */

static void
a_brand_comes_back_and_its_name_is_its_own(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct stored_brand b = { .name = "Parks" }, back = { 0 },
			    twice = { .name = "Parks" };
	struct err err = { 0 };

	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &b, 10, &err), RC_OK);
	b.description = "Brazil";
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &b, 20, &err), RC_OK);
	check_rc(
	    store_catalogue_get(db, &BRAND_ENTITY, b.id.v, arena, &back, &err), RC_OK);
	assert_string_equal(back.name, "Parks");
	assert_string_equal(back.description, "Brazil");
	assert_false(back.is_builtin || back.is_edited);
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &twice, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "Parks");
	assert_int_equal(twice.id.v, 0);
	twice.name = "";
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &twice, 20, &err), RC_INVALID);
	twice = (struct stored_brand){ .id = { 999 }, .name = "x" };
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &twice, 20, &err), RC_NOT_FOUND);
	check_rc(store_catalogue_get(db, &BRAND_ENTITY, twice.id.v, arena, &back, &err),
	    RC_NOT_FOUND);
	assert_string_equal(back.name, "Parks");
	arena_free(arena);
}

static void
a_change_writes_the_fields_that_it_names(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct stored_model m = { .brand = { HUAWEI }, .name = "MA5800", .slots = 17 };
	struct catalogue_change change = { &MODEL_ENTITY, &m, 0, 20 };
	struct stored_model back;

	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, NULL), RC_OK);
	m.name = "mine";
	m.slots = 5;
	m.notes = "mine";
	for (size_t i = 0; i < MODEL_ENTITY.n_fields; i++) {
		if (strcmp(MODEL_ENTITY.fields[i].name, "notes") == 0)
			change.fields = entity_bit(i);
	}
	check_rc(store_catalogue_change(db, &change, NULL), RC_OK);
	check_rc(
	    store_catalogue_get(db, &MODEL_ENTITY, m.id.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.name, "MA5800");
	assert_int_equal(back.slots, 17);
	assert_string_equal(back.notes, "mine");
	arena_free(arena);
}

static void
a_shipped_brand_that_was_edited_survives_an_upgrade(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct stored_brand b;

	check_rc(store_catalogue_get(db, &BRAND_ENTITY, HUAWEI, arena, &b, NULL), RC_OK);
	assert_true(b.is_builtin);
	b.name = "Huawei Technologies";
	b.description = "ours";
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &b, 20, NULL), RC_OK);
	assert_int_equal(load(db, 30).added, 0);
	check_rc(store_catalogue_get(db, &BRAND_ENTITY, b.id.v, arena, &b, NULL), RC_OK);
	assert_string_equal(b.name, "Huawei Technologies");
	assert_string_equal(b.description, "ours");
	assert_true(b.is_edited);
	arena_free(arena);
}

static void
a_brand_goes_with_all_that_is_its_own_and_stays_away(void **state)
{
	struct db *db = fresh(state);
	struct brand_id id = { HUAWEI };
	struct stored_brand again = { .name = "Huawei" };
	struct err err = { 0 };

	check_rc(store_catalogue_delete(db, &BRAND_ENTITY, id.v, 20, &err), RC_OK);
	check_rc(store_catalogue_delete(db, &BRAND_ENTITY, id.v, 20, &err), RC_NOT_FOUND);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM models WHERE deleted_ms IS NULL"), 0);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM oids WHERE deleted_ms IS NULL"), 0);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM index_formulas WHERE deleted_ms IS NULL"),
	    0);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM state_labels WHERE deleted_ms IS NULL"),
	    0);
	site_do(db, "DELETE FROM oids WHERE table_name = 'epon'"); /* as if it were new */
	assert_int_equal(load(db, 30).added, 0);
	check_rc(store_catalogue_put(db, &BRAND_ENTITY, &again, 40, &err),
	    RC_OK); /* the name is free */
	check_rc(store_catalogue_delete(db, &BRAND_ENTITY, 1, 20, &err), RC_INVALID);
	check_contains(err.msg, "Generic");
}

static void
a_brand_in_use_cannot_be_deleted(void **state)
{
	static const char *const USES[][2] = {
		{ "INSERT INTO olts (id, name, brand_id, address, created_ms, "
		  "updated_ms) "
		  "VALUES (1, 'centro', 2, 'h', 0, 0)",
		    "UPDATE olts SET deleted_ms = 5" },
		{ "INSERT INTO jobs (id, name, type, brand_id, interval_ms, created_ms, "
		  "updated_ms) VALUES (1, 'centro', 'get', 2, 1000, 0, 0)",
		    "UPDATE jobs SET brand_id = 1" },
		{ "UPDATE jobs SET target = 'filter', target_brand_id = 2",
		    "UPDATE jobs SET target = 'all', target_brand_id = NULL" },
		{ "INSERT INTO job_oids (job_id, oid_id) SELECT 1, min(id) FROM oids",
		    "UPDATE jobs SET deleted_ms = 5" },
	};
	struct db *db = fresh(state);
	struct err err = { 0 };

	for (size_t i = 0; i < sizeof(USES) / sizeof(USES[0]); i++) {
		site_do(db, USES[i][0]);
		check_rc(store_catalogue_delete(db, &BRAND_ENTITY, HUAWEI, 20, &err),
		    RC_CONFLICT);
		check_contains(err.msg, "\"centro\" uses it");
		assert_false(db_in_transaction(db));
		site_do(db, USES[i][1]);
	}
	check_rc(store_catalogue_delete(db, &BRAND_ENTITY, HUAWEI, 20, &err), RC_OK);
}

static void
a_copy_of_a_brand_has_all_that_is_its_own(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct brand_id copy = { -7 };
	struct stored_brand back;
	struct err err = { 0 };

	site_do(db,
	    "INSERT INTO oids (brand_id, model_id, name, oid, purpose, created_ms, "
	    "updated_ms) VALUES (2, 1, 'special', '1.7', 'mac', 0, 0);"
	    "INSERT INTO oids (brand_id, name, oid, purpose, created_ms, updated_ms, "
	    "deleted_ms) VALUES (2, 'gone', '1.8', 'mac', 0, 0, 5)");
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &BRAND_ENTITY, HUAWEI, "Huawei", 20 },
		     &copy.v, &err),
	    RC_CONFLICT);
	assert_int_equal(copy.v, -7);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &BRAND_ENTITY, HUAWEI, "Clone", 20 },
		     &copy.v, &err),
	    RC_OK);
	check_rc(
	    store_catalogue_get(db, &BRAND_ENTITY, copy.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.description, "shipped");
	assert_false(back.is_builtin);
	assert_int_equal(site_ask(db,
			     "SELECT count(*) FROM oids o JOIN brands b "
			     "ON b.id = o.brand_id WHERE b.name = 'Clone' "
			     "AND o.builtin_key IS NULL AND o.name <> 'gone'"),
	    3);
	assert_string_equal(
	    site_ask_text(db,
		"SELECT b.name FROM oids o JOIN models m ON m.id = o.model_id "
		"JOIN brands b ON b.id = m.brand_id WHERE o.name = 'special' "
		"AND o.brand_id <> 2"),
	    "Clone"); /* the model is the copy's too */
	assert_int_equal(site_ask(db, "SELECT count(*) FROM index_formulas"), 2);
	assert_int_equal(site_ask(db, "SELECT count(*) FROM state_labels"), 2);
	assert_int_equal(load(db, 30).added, 0);
	arena_free(arena);
}

/* ---- models -------------------------------------------------------------- */

static void
a_model_comes_back_and_stays_with_its_brand(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct stored_model m = { .brand = { HUAWEI },
		.name = "MA5800",
		.profile = "huawei_smartax",
		.technology = "gpon,xgspon",
		.slots = 17,
		.ports = 16,
		.notes = "two fans" };
	struct stored_model back;
	struct err err = { 0 };

	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, &err), RC_OK);
	check_rc(
	    store_catalogue_get(db, &MODEL_ENTITY, m.id.v, arena, &back, &err), RC_OK);
	assert_int_equal(back.brand.v, HUAWEI);
	assert_string_equal(back.name, "MA5800");
	assert_string_equal(back.profile, "huawei_smartax");
	assert_string_equal(back.technology, "gpon,xgspon");
	assert_int_equal(back.slots, 17);
	assert_int_equal(back.ports, 16);
	assert_int_equal(back.onus_per_port, 0);
	assert_string_equal(back.notes, "two fans");
	assert_false(back.is_builtin || back.is_edited);
	m.brand.v = 0;
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, &err), RC_NOT_FOUND);
	check_contains(err.msg, "there is no model");
	m.brand.v = 99;
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, &err), RC_CONFLICT);
	m = (struct stored_model){ .brand = { HUAWEI }, .name = "MA5608T" };
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "MA5608T");
	m.name = "x";
	m.slots = -1;
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 10, &err), RC_INVALID);
	assert_int_equal(m.id.v, 0);
	arena_free(arena);
}

static void
a_shipped_model_that_was_changed_or_deleted_stays_so(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct model_id id = { MODEL };
	struct stored_model m;
	struct err err = { 0 };

	check_rc(store_catalogue_get(db, &MODEL_ENTITY, id.v, arena, &m, NULL), RC_OK);
	m.technology = "epon";
	check_rc(store_catalogue_put(db, &MODEL_ENTITY, &m, 20, NULL), RC_OK);
	(void)load(db, 30);
	check_rc(store_catalogue_get(db, &MODEL_ENTITY, id.v, arena, &m, NULL), RC_OK);
	assert_string_equal(m.technology, "epon");
	assert_true(m.is_builtin && m.is_edited);

	site_do(db,
	    "INSERT INTO olts (id, name, brand_id, model_id, address, created_ms, "
	    "updated_ms) VALUES (1, 'centro', 2, 1, 'h', 0, 0)");
	check_rc(store_catalogue_delete(db, &MODEL_ENTITY, id.v, 40, &err), RC_CONFLICT);
	check_contains(err.msg, "OLT \"centro\" uses it");
	site_do(db,
	    "UPDATE olts SET deleted_ms = 5;"
	    "INSERT INTO oids (brand_id, model_id, name, oid, purpose, created_ms, "
	    "updated_ms) VALUES (2, 1, 'special', '1.7', 'mac', 0, 0)");
	check_rc(store_catalogue_delete(db, &MODEL_ENTITY, id.v, 40, &err), RC_OK);
	check_rc(
	    store_catalogue_get(db, &MODEL_ENTITY, id.v, arena, &m, &err), RC_NOT_FOUND);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM oids WHERE deleted_ms = 40"), 1);
	assert_int_equal(load(db, 50).added, 0);
	arena_free(arena);
}

static void
a_copy_of_a_model_has_the_oids_that_are_for_it_alone(void **state)
{
	struct db *db = fresh(state);
	struct model_id copy = { -7 };
	struct err err = { 0 };

	site_do(db,
	    "INSERT INTO oids (brand_id, model_id, name, oid, purpose, created_ms, "
	    "updated_ms) VALUES (2, 1, 'special', '1.7', 'mac', 0, 0);"
	    "INSERT INTO index_formulas (brand_id, model_id, name, definition, "
	    "created_ms, updated_ms) VALUES (2, 1, 'odd', '{}', 0, 0)");
	check_rc(
	    store_catalogue_duplicate(db,
		&(struct catalogue_copy){ &MODEL_ENTITY, 99, "x", 20 }, &copy.v, &err),
	    RC_NOT_FOUND);
	assert_int_equal(copy.v, -7);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &MODEL_ENTITY, MODEL, "MA5608T-B", 20 },
		     &copy.v, &err),
	    RC_OK);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM oids WHERE name = 'special'"), 2);
	assert_int_equal(
	    site_ask(db, "SELECT count(*) FROM index_formulas WHERE name = 'odd'"), 2);
	assert_int_equal(site_ask(db, "SELECT count(*) FROM oids"), 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_brand_comes_back_and_its_name_is_its_own),
		ON_EACH(a_change_writes_the_fields_that_it_names),
		ON_EACH(a_shipped_brand_that_was_edited_survives_an_upgrade),
		ON_EACH(a_brand_goes_with_all_that_is_its_own_and_stays_away),
		ON_EACH(a_brand_in_use_cannot_be_deleted),
		ON_EACH(a_copy_of_a_brand_has_all_that_is_its_own),
		ON_EACH(a_model_comes_back_and_stays_with_its_brand),
		ON_EACH(a_shipped_model_that_was_changed_or_deleted_stays_so),
		ON_EACH(a_copy_of_a_model_has_the_oids_that_are_for_it_alone),
	};

	return CHECK_ALL(tests);
}
