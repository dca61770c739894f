/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs in the database, on both back-ends.
 */
#include "backends.h"

#include "store/secret/key.h"
#include "store/olt/olt.h"
#include "store/secret/vault.h"

static struct vault *
fresh(struct backend *b)
{
	struct vault *v = NULL;
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/key", b->folder);
	check_rc(store_key_open(b->db, path, 1, &v, NULL), RC_OK);
	return v;
}

static struct olt
an_olt(const char *name)
{
	return (struct olt){ .name = name,
		.address = "192.0.2.1",
		.port = 161,
		.version = OLT_SNMP_2C,
		.enabled = true,
		.overrides = OLT_OVERRIDES_NONE };
}

static void
set(struct secret *s, const char *text)
{
	check_rc(secret_set(s, text), RC_OK);
}

static int64_t
put(struct db *db, const char *name)
{
	struct olt o = an_olt(name);
	struct olt_put how = { .now_ms = 100 };
	struct err err = { 0 };

	if (store_olt_put(db, &o, &how, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return o.id.v;
}

static void
everything_that_is_put_comes_back(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt_put how = { .now_ms = 100 };
	struct olt o = an_olt("centro"), back;
	struct err err = { 0 };

	o.version = OLT_SNMP_3;
	o.profile = "huawei_smartax";
	o.v3_user = "noc";
	o.v3_context = "ctx";
	o.v3_auth = "SHA";
	o.v3_priv = "AES";
	o.description = "Calle O'Higgins 5, 2º";
	o.site = "Córdoba";
	o.has_location = true;
	o.latitude = -31.4201;
	o.longitude = -64.1888;
	o.overrides = (struct snmp_settings){ 3000, 0, 25, 2, "50,1" };
	if (store_olt_put(b->db, &o, &how, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_true(o.id.v > 0);
	check_rc(store_olt_get(b->db, o.id, arena, &back, &err), RC_OK);
	assert_string_equal(back.name, "centro");
	assert_int_equal(back.brand.v, 1); /* Generic */
	assert_int_equal(back.model.v, 0);
	assert_int_equal(back.version, OLT_SNMP_3);
	assert_string_equal(back.profile, "huawei_smartax");
	assert_string_equal(back.v3_user, "noc");
	assert_string_equal(back.v3_context, "ctx");
	assert_string_equal(back.v3_auth, "SHA");
	assert_string_equal(back.v3_priv, "AES");
	assert_string_equal(back.description, o.description);
	assert_string_equal(back.site, "Córdoba");
	assert_true(back.has_location);
	assert_true(back.latitude == -31.4201 && back.longitude == -64.1888);
	assert_true(back.enabled);
	assert_int_equal(back.overrides.timeout_ms, 3000);
	assert_int_equal(back.overrides.retries, 0);
	assert_int_equal(back.overrides.repetitions, 25);
	assert_int_equal(back.overrides.in_flight, 2);
	assert_string_equal(back.overrides.batch, "50,1");
	assert_false(back.has_community || back.has_auth_key || back.has_priv_key);
	assert_int_equal(back.created_ms, 100);
	assert_int_equal(back.deleted_ms, 0);
	arena_free(arena);
	vault_close(v);
}

/* Both read the OLT; one writes, then the other, who knows nothing of the first. */
static void
two_changes_of_different_fields_both_stay(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt read, first, second, back;
	struct olt_put how = { .now_ms = 200, .before = &read };
	struct olt_id id = { put(b->db, "centro") };

	check_rc(store_olt_get(b->db, id, arena, &read, NULL), RC_OK);
	first = second = read;
	first.description = "by the first";
	first.has_location = true;
	first.latitude = -31.5;
	first.longitude = -64.25;
	first.overrides.batch = "50,1";
	second.site = "by the second";
	second.overrides.retries = 4;
	check_rc(store_olt_put(b->db, &first, &how, NULL), RC_OK);
	check_rc(store_olt_put(b->db, &second, &how, NULL), RC_OK);
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.description, "by the first");
	assert_true(back.has_location && back.latitude == -31.5);
	assert_string_equal(back.overrides.batch, "50,1");
	assert_string_equal(back.site, "by the second");
	assert_int_equal(back.overrides.retries, 4);
	/* What is taken away is a change too. */
	read = first = back;
	first.has_location = false;
	first.overrides.batch = NULL;
	first.overrides.retries = -1;
	check_rc(store_olt_put(b->db, &first, &how, NULL), RC_OK);
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_false(back.has_location);
	assert_null(back.overrides.batch);
	assert_int_equal(back.overrides.retries, -1);
	assert_string_equal(back.site, "by the second");
	arena_free(arena);
	vault_close(v);
}

static void
a_change_changes_what_was_given_and_no_secret(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt_secrets in = { 0 }, out = { 0 };
	struct olt_put how = { v, &in, 100 }, again = { .now_ms = 200 };
	struct olt o = an_olt("centro"), back;

	set(&in.community, "s3cret");
	check_rc(store_olt_put(b->db, &o, &how, NULL), RC_OK);
	o.name = "norte";
	o.enabled = false;
	check_rc(store_olt_put(b->db, &o, &again, NULL), RC_OK);
	check_rc(store_olt_get(b->db, o.id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.name, "norte");
	assert_false(back.enabled);
	assert_false(back.has_location);
	assert_int_equal(back.overrides.timeout_ms, -1);
	assert_null(back.overrides.batch);
	assert_int_equal(back.created_ms, 100);
	assert_int_equal(back.updated_ms, 200);
	assert_true(back.has_community);
	check_rc(store_olt_secrets(b->db, v, o.id, &out, NULL), RC_OK);
	assert_string_equal(out.community.bytes, "s3cret");
	assert_true(secret_is_empty(&out.auth_key) && secret_is_empty(&out.priv_key));
	arena_free(arena);
	vault_close(v);
}

static void
secrets_are_replaced_together(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct olt_secrets in = { 0 }, out = { 0 };
	struct olt_put how = { v, &in, 100 };
	struct olt o = an_olt("centro");

	set(&in.community, "one");
	check_rc(store_olt_put(b->db, &o, &how, NULL), RC_OK);
	secret_wipe(&in.community);
	set(&in.auth_key, "two");
	set(&in.priv_key, "three");
	check_rc(store_olt_put(b->db, &o, &how, NULL), RC_OK);
	check_rc(store_olt_secrets(b->db, v, o.id, &out, NULL), RC_OK);
	assert_true(secret_is_empty(&out.community));
	assert_string_equal(out.auth_key.bytes, "two");
	assert_string_equal(out.priv_key.bytes, "three");
	vault_close(v);
}

static void
secrets_copied_to_another_olt_do_not_open(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct olt_secrets in = { 0 }, out = { 0 };
	struct olt_put how = { v, &in, 100 };
	struct olt a = an_olt("a"), other = an_olt("b");
	struct err err = { 0 };

	set(&in.community, "s3cret");
	check_rc(store_olt_put(b->db, &a, &how, NULL), RC_OK);
	check_rc(store_olt_put(b->db, &other, &how, NULL), RC_OK);
	check_rc(db_script(b->db,
		     "UPDATE olts SET community = (SELECT community FROM olts WHERE"
		     " name = 'a') WHERE name = 'b'",
		     NULL),
	    RC_OK);
	check_rc(store_olt_secrets(b->db, v, other.id, &out, &err), RC_PROTOCOL);
	assert_true(secret_is_empty(&out.community));
	check_rc(store_olt_secrets(b->db, v, a.id, &out, &err), RC_OK);
	vault_close(v);
}

static void
a_name_is_taken_once_and_a_wrong_olt_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct olt_put how = { .now_ms = 100 };
	struct olt o = an_olt("centro");
	struct err err = { 0 };

	(void)put(b->db, "centro");
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_CONFLICT);
	check_contains(err.msg, "centro");
	assert_int_equal(o.id.v, 0);
	assert_false(db_in_transaction(b->db));
	o.name = "other";
	o.brand.v = 12345;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_CONFLICT);
	o.brand.v = 0;
	o.port = 0;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_INVALID);
	o.port = 161;
	o.id.v = 999;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_NOT_FOUND);
	vault_close(v);
}

static enum rc
count(void *ctx, const struct olt *olt)
{
	char *names = ctx;
	size_t at = strlen(names);

	(void)snprintf(names + at, 128 - at, "%s ", olt->name);
	return RC_OK;
}

static void
what_is_deleted_is_kept_and_can_come_back(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt_deletion why = { "ana", "replaced", 500 };
	struct olt_id id = { put(b->db, "centro") };
	struct olt_put how = { .now_ms = 600 };
	struct olt back;
	char names[128] = "";
	struct err err = { 0 };

	(void)put(b->db, "abasto");
	check_rc(store_olt_list(b->db, OLTS_LIVE, count, names, NULL), RC_OK);
	assert_string_equal(names, "abasto centro ");
	check_rc(store_olt_delete(b->db, id, &why, NULL), RC_OK);
	check_rc(store_olt_delete(b->db, id, &why, NULL), RC_NOT_FOUND);
	names[0] = '\0';
	check_rc(store_olt_list(b->db, OLTS_LIVE, count, names, NULL), RC_OK);
	assert_string_equal(names, "abasto ");
	names[0] = '\0';
	check_rc(store_olt_list(b->db, OLTS_DELETED, count, names, NULL), RC_OK);
	assert_string_equal(names, "centro ");
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.deleted_by, "ana");
	assert_string_equal(back.deleted_why, "replaced");
	assert_int_equal(back.deleted_ms, 500);
	check_rc(store_olt_put(b->db, &back, &how, &err), RC_NOT_FOUND);

	/* Its name is free, and once it is taken it cannot come back. */
	(void)put(b->db, "centro");
	check_rc(store_olt_restore(b->db, id, 700, &err), RC_CONFLICT);
	check_contains(err.msg, "taken");
	check_rc(db_script(b->db,
		     "UPDATE olts SET name = 'sur' WHERE deleted_ms IS NULL"
		     " AND name = 'centro'",
		     NULL),
	    RC_OK);
	check_rc(store_olt_restore(b->db, id, 700, &err), RC_OK);
	check_rc(store_olt_restore(b->db, id, 700, &err), RC_NOT_FOUND);
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_int_equal(back.deleted_ms, 0);
	assert_string_equal(back.deleted_by, "");
	arena_free(arena);
	vault_close(v);
}

static void
what_is_not_there_is_said_and_results_stay(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt back = { .port = 7 };
	struct olt_secrets out = { 0 };
	struct olt_learnt learnt = { 1, 2, 3, 4 };
	struct err err = { 0 };

	set(&out.community, "untouched");
	check_rc(
	    store_olt_get(b->db, (struct olt_id){ 5 }, arena, &back, &err), RC_NOT_FOUND);
	check_contains(err.msg, "no OLT 5");
	assert_int_equal(back.port, 7);
	check_rc(
	    store_olt_secrets(b->db, v, (struct olt_id){ 5 }, &out, &err), RC_NOT_FOUND);
	assert_string_equal(out.community.bytes, "untouched");
	check_rc(store_olt_learnt_get(b->db, (struct olt_id){ 5 }, &learnt, &err),
	    RC_NOT_FOUND);
	assert_int_equal(learnt.rtt_us, 4);
	check_rc(store_olt_learnt_put(b->db, (struct olt_id){ 5 }, &learnt, &err),
	    RC_NOT_FOUND);
	arena_free(arena);
	vault_close(v);
}

static void
what_the_governor_learnt_is_remembered(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct olt_id id = { put(b->db, "centro") };
	struct olt_learnt in = { 4, 1400, 50, 23000 }, out = { 9, 9, 9, 9 };

	check_rc(store_olt_learnt_get(b->db, id, &out, NULL), RC_OK);
	assert_int_equal(out.in_flight, 0);
	check_rc(store_olt_learnt_put(b->db, id, &in, NULL), RC_OK);
	check_rc(store_olt_learnt_get(b->db, id, &out, NULL), RC_OK);
	assert_memory_equal(&in, &out, sizeof(in));
	vault_close(v);
}

static void
a_put_inside_a_larger_transaction_goes_with_it(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	char names[128] = "";

	check_rc(db_begin(b->db, NULL), RC_OK);
	(void)put(b->db, "centro");
	assert_true(db_in_transaction(b->db));
	db_rollback(b->db);
	check_rc(store_olt_list(b->db, OLTS_LIVE, count, names, NULL), RC_OK);
	assert_string_equal(names, "");
	vault_close(v);
}

static void
a_model_is_of_the_olts_brand_and_neither_is_deleted(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct olt_put how = { .now_ms = 100 };
	struct olt o = an_olt("centro");
	struct err err = { 0 };

	check_rc(db_script(b->db,
		     "INSERT INTO brands (id, name, created_ms, updated_ms, deleted_ms)"
		     " VALUES (10, 'Huawei', 0, 0, NULL), (11, 'ZTE', 0, 0, NULL),"
		     " (12, 'gone', 0, 0, 5);"
		     "INSERT INTO models (id, brand_id, name, created_ms, updated_ms,"
		     " deleted_ms) VALUES (7, 10, 'MA5608T', 0, 0, NULL),"
		     " (8, 11, 'C320', 0, 0, NULL), (9, 10, 'gone', 0, 0, 5)",
		     NULL),
	    RC_OK);
	o.brand.v = 10;
	o.model.v = 8;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_INVALID);
	check_contains(err.msg, "\"C320\" is not a model of Huawei");
	o.model.v = 9;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_CONFLICT);
	check_contains(err.msg, "model: ");
	o.brand.v = 12;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_CONFLICT);
	check_contains(err.msg, "brand: ");
	assert_int_equal(o.id.v, 0);
	o.brand.v = 10;
	o.model.v = 7;
	check_rc(store_olt_put(b->db, &o, &how, &err), RC_OK);
	vault_close(v);
}

static void
it_is_switched_on_and_off_and_nothing_else_changes(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = fresh(b);
	struct arena *arena = arena_new(0);
	struct olt_id id = { put(b->db, "centro") };
	struct olt_deletion deletion = { "noc", "", 5 };
	struct olt back;
	struct err err = { 0 };

	check_rc(store_olt_enable(b->db, id, false, 300, &err), RC_OK);
	check_rc(store_olt_enable(b->db, id, false, 300, &err), RC_OK);
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_false(back.enabled);
	assert_string_equal(back.name, "centro");
	assert_int_equal(back.updated_ms, 300);
	check_rc(store_olt_enable(b->db, id, true, 400, &err), RC_OK);
	check_rc(store_olt_get(b->db, id, arena, &back, NULL), RC_OK);
	assert_true(back.enabled);
	check_rc(store_olt_delete(b->db, id, &deletion, NULL), RC_OK);
	check_rc(store_olt_enable(b->db, id, true, 400, &err), RC_NOT_FOUND);
	arena_free(arena);
	vault_close(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(everything_that_is_put_comes_back),
		ON_EACH(two_changes_of_different_fields_both_stay),
		ON_EACH(a_change_changes_what_was_given_and_no_secret),
		ON_EACH(secrets_are_replaced_together),
		ON_EACH(secrets_copied_to_another_olt_do_not_open),
		ON_EACH(a_name_is_taken_once_and_a_wrong_olt_is_refused),
		ON_EACH(what_is_deleted_is_kept_and_can_come_back),
		ON_EACH(what_is_not_there_is_said_and_results_stay),
		ON_EACH(what_the_governor_learnt_is_remembered),
		ON_EACH(a_put_inside_a_larger_transaction_goes_with_it),
		ON_EACH(a_model_is_of_the_olts_brand_and_neither_is_deleted),
		ON_EACH(it_is_switched_on_and_off_and_nothing_else_changes),
	};

	return CHECK_ALL(tests);
}
