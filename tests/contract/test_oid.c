/* SPDX-License-Identifier: Apache-2.0
 *
 * OIDs of the catalogue as people change them, on both back-ends.
 */
#include "backends.h"

#include "store/catalogue/catalogue.h"
#include "store/catalogue/change.h"
#include "store/catalogue/oid.h"

static const struct catalogue_brand BRAND = { "huawei", "Huawei", "" };
static const struct catalogue_oid SHIPPED = { 0, "huawei_smartax/onu/rx",
	"huawei_smartax", "onu", "rx", "1.3.6.1.4.1.2011.5", "onu_rx", "ont",
	"{\"parse\":\"number\"}", "dBm", "[]", true };

static const struct catalogue_formula FORMULA = { 0, "huawei_smartax/ont",
	"huawei_smartax", "ont", "{\"arcs\":[]}" };

static struct catalogue_result
load(struct db *db, int64_t now_ms, const struct catalogue_oid *oid)
{
	struct catalogue c = { .n_brands = 1,
		.brands = &BRAND,
		.n_oids = 1,
		.oids = oid,
		.n_formulas = 1,
		.formulas = &FORMULA };
	struct catalogue_result r;

	check_rc(store_catalogue_load(db, &c, now_ms, &r, NULL), RC_OK);
	return r;
}

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	(void)load(b->db, 5, &SHIPPED);
	check_rc(db_script(b->db,
		     "INSERT INTO models (id, brand_id, name, created_ms, updated_ms)"
		     " VALUES (7, 2, 'MA5608T', 0, 0)",
		     NULL),
	    RC_OK);
	return b->db;
}

enum { HUAWEI = 2, MODEL = 7 };

static struct stored_oid
an_oid(const char *name, int64_t brand, int64_t model)
{
	return (struct stored_oid){ .brand = { brand },
		.model = { model },
		.name = name,
		.oid = "1.3.6.1.2.1.1.3.0",
		.purpose = "onu_rx",
		.unit = "dBm",
		.enabled = true };
}

static struct oid_id
put(struct db *db, const char *name, int64_t brand, int64_t model)
{
	struct stored_oid o = an_oid(name, brand, model);
	struct err err = { 0 };

	if (store_catalogue_put(db, &OID_ENTITY, &o, 10, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return o.id;
}

static const char *
found(struct db *db, struct arena *arena, int64_t brand, int64_t model)
{
	struct oid_wanted w = { { brand }, { model }, "huawei_smartax", "onu_rx" };
	struct stored_oid o;
	struct err err = { 0 };

	if (store_oid_find(db, &w, arena, &o, &err) != RC_OK)
		return err.msg[0] ? "none" : "?";
	return o.name;
}

static void
one_of_ones_own_comes_back(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct stored_oid o = an_oid("mine", HUAWEI, MODEL), back = { 0 };

	o.formula = "ont";
	o.transform = "{\"mul\":0.01}";
	o.invalid = "[0]";
	o.keep_previous = true;
	o.in_metrics = true;
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, NULL), RC_OK);
	check_rc(store_catalogue_get(db, &OID_ENTITY, o.id.v, arena, &back, NULL), RC_OK);
	assert_int_equal(back.brand.v, HUAWEI);
	assert_int_equal(back.model.v, MODEL);
	assert_string_equal(back.name, "mine");
	assert_string_equal(back.oid, "1.3.6.1.2.1.1.3.0");
	assert_string_equal(back.purpose, "onu_rx");
	assert_string_equal(back.formula, "ont");
	assert_string_equal(back.transform, "{\"mul\":0.01}");
	assert_string_equal(back.unit, "dBm");
	assert_string_equal(back.invalid, "[0]");
	assert_true(back.keep_previous && back.enabled && back.in_metrics);
	assert_false(back.is_slow || back.is_builtin || back.is_edited);
	back.name = "renamed";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &back, 20, NULL), RC_OK);
	check_rc(store_catalogue_get(db, &OID_ENTITY, o.id.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.name, "renamed");
	assert_false(back.is_edited); /* there is nothing to protect it from */
	arena_free(arena);
}

static void
a_wrong_one_is_refused(void **state)
{
	struct db *db = fresh(state);
	struct stored_oid o = an_oid("mine", HUAWEI, 0);
	struct err err = { 0 };

	o.oid = "1.3.x";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	check_contains(err.msg, "oid: ");
	o = an_oid("mine", HUAWEI, 0);
	o.purpose = "nonsense";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	o.purpose = "custom:";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	o.purpose = "custom:mine";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_OK);
	o.id.v = 0;
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err),
	    RC_CONFLICT); /* its name */
	o = an_oid("other", 999, 0);
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_CONFLICT);
	assert_int_equal(o.id.v, 0);
	o = an_oid("", HUAWEI, 0);
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	o = an_oid("x", HUAWEI, 0);
	o.id.v = 999;
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_NOT_FOUND);
}

static void
what_it_refers_to_must_be_there_and_json_must_be_json(void **state)
{
	struct db *db = fresh(state);
	struct stored_oid o = an_oid("mine", HUAWEI, MODEL);
	struct err err = { 0 };

	o.formula = "onu";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "formula: ");
	o.formula = "ont";
	o.brand.v = 0; /* the model is Huawei's, and so is the formula */
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	check_contains(err.msg, "\"MA5608T\" is not a model of Generic");
	o.model.v = 0;
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_CONFLICT);
	o = an_oid("mine", HUAWEI, 99);
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "model: ");
	o.model.v = MODEL;
	o.transform = "{\"mul\":";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	check_contains(err.msg, "transform: not JSON");
	o.transform = "[]";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	check_contains(err.msg, "transform: a JSON object");
	o.transform = NULL;
	o.invalid = "0";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_INVALID);
	check_contains(err.msg, "invalid: ");
	o.invalid = "[0, \"--\"]";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, &err), RC_OK);
	assert_false(db_in_transaction(db));
}

static void
a_copy_is_ones_own(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct oid_wanted w = { { HUAWEI }, { 0 }, "huawei_smartax", "onu_rx" };
	struct stored_oid o, back;
	struct oid_id copy = { -7 };
	struct err err = { 0 };

	check_rc(store_oid_find(db, &w, arena, &o, NULL), RC_OK);
	check_rc(
	    store_catalogue_duplicate(db,
		&(struct catalogue_copy){ &OID_ENTITY, o.id.v, "", 20 }, &copy.v, &err),
	    RC_INVALID);
	check_rc(
	    store_catalogue_duplicate(
		db, &(struct catalogue_copy){ &OID_ENTITY, 999, "x", 20 }, &copy.v, &err),
	    RC_NOT_FOUND);
	assert_int_equal(copy.v, -7);
	check_rc(
	    store_catalogue_duplicate(db,
		&(struct catalogue_copy){ &OID_ENTITY, o.id.v, "rx", 20 }, &copy.v, &err),
	    RC_OK);
	check_rc(store_catalogue_get(db, &OID_ENTITY, copy.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.oid, o.oid);
	assert_string_equal(back.formula, "ont");
	assert_string_equal(back.transform, o.transform);
	assert_string_equal(back.profile, "");
	assert_true(back.is_slow && !back.is_builtin);
	check_rc(store_oid_find(db, &w, arena, &o, NULL), RC_OK);
	assert_int_equal(o.id.v, copy.v); /* one's own goes before what shipped */
	check_rc(
	    store_catalogue_duplicate(db,
		&(struct catalogue_copy){ &OID_ENTITY, o.id.v, "rx", 20 }, &copy.v, &err),
	    RC_CONFLICT);
	check_contains(err.msg, "rx");
	arena_free(arena);
}

static void
a_shipped_one_that_was_edited_survives_an_upgrade(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct catalogue_oid newer = SHIPPED;
	struct oid_wanted w = { { HUAWEI }, { 0 }, "huawei_smartax", "onu_rx" };
	struct stored_oid o;

	check_rc(store_oid_find(db, &w, arena, &o, NULL), RC_OK);
	assert_true(o.is_builtin && o.is_slow);
	assert_string_equal(o.profile, "huawei_smartax");
	o.oid = "1.2.3.4";
	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 20, NULL), RC_OK);
	newer.oid = "1.9.9.9";
	assert_int_equal(load(db, 30, &newer).kept, 1);
	check_rc(store_catalogue_get(db, &OID_ENTITY, o.id.v, arena, &o, NULL), RC_OK);
	assert_string_equal(o.oid, "1.2.3.4");
	assert_true(o.is_edited);
	arena_free(arena);
}

static void
a_shipped_one_that_was_deleted_does_not_come_back(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct oid_wanted w = { { HUAWEI }, { 0 }, "huawei_smartax", "onu_rx" };
	struct stored_oid o;

	check_rc(store_oid_find(db, &w, arena, &o, NULL), RC_OK);
	check_rc(store_catalogue_delete(db, &OID_ENTITY, o.id.v, 20, NULL), RC_OK);
	check_rc(store_catalogue_delete(db, &OID_ENTITY, o.id.v, 20, NULL), RC_NOT_FOUND);
	assert_int_equal(load(db, 30, &SHIPPED).added, 0);
	check_rc(
	    store_catalogue_get(db, &OID_ENTITY, o.id.v, arena, &o, NULL), RC_NOT_FOUND);
	assert_string_equal(found(db, arena, HUAWEI, 0), "none");
	arena_free(arena);
}

static void
one_that_a_job_uses_cannot_be_deleted_and_its_name_is_free_after_it(void **state)
{
	struct db *db = fresh(state);
	struct oid_id id = put(db, "mine", HUAWEI, 0);
	struct err err = { 0 };
	char sql[128];

	check_rc(db_script(db,
		     "INSERT INTO jobs (id, name, type, interval_ms, created_ms,"
		     " updated_ms) VALUES (1, 'levels', 'get', 1000, 0, 0)",
		     NULL),
	    RC_OK);
	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO job_oids (job_id, oid_id) VALUES (1, %lld)", (long long)id.v);
	check_rc(db_script(db, sql, NULL), RC_OK);
	check_rc(store_catalogue_delete(db, &OID_ENTITY, id.v, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "levels");
	check_rc(db_script(db, "UPDATE jobs SET deleted_ms = 5", NULL), RC_OK);
	check_rc(store_catalogue_delete(db, &OID_ENTITY, id.v, 20, &err), RC_OK);
	(void)put(db, "mine", HUAWEI, 0);
}

static void
the_most_specific_one_is_found(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);

	assert_string_equal(found(db, arena, HUAWEI, MODEL), "rx"); /* the shipped one */
	assert_string_equal(found(db, arena, 0, 0), "none");
	(void)put(db, "generic", 0, 0);
	assert_string_equal(found(db, arena, 0, 0), "generic");
	assert_string_equal(found(db, arena, HUAWEI, MODEL), "rx");
	(void)put(db, "brand", HUAWEI, 0); /* one's own goes before what shipped */
	assert_string_equal(found(db, arena, HUAWEI, MODEL), "brand");
	(void)put(db, "model", HUAWEI, MODEL);
	assert_string_equal(found(db, arena, HUAWEI, MODEL), "model");
	assert_string_equal(found(db, arena, HUAWEI, 0), "brand");
	check_rc(db_script(db, "UPDATE oids SET enabled = 0 WHERE name = 'brand'", NULL),
	    RC_OK);
	assert_string_equal(found(db, arena, HUAWEI, 0), "rx");
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(one_of_ones_own_comes_back),
		ON_EACH(a_wrong_one_is_refused),
		ON_EACH(what_it_refers_to_must_be_there_and_json_must_be_json),
		ON_EACH(a_copy_is_ones_own),
		ON_EACH(a_shipped_one_that_was_edited_survives_an_upgrade),
		ON_EACH(a_shipped_one_that_was_deleted_does_not_come_back),
		ON_EACH(
		    one_that_a_job_uses_cannot_be_deleted_and_its_name_is_free_after_it),
		ON_EACH(the_most_specific_one_is_found),
	};

	return CHECK_ALL(tests);
}
