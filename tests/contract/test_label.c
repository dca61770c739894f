/* SPDX-License-Identifier: Apache-2.0
 *
 * Index formulas and state labels as people change them, on both back-ends.
 */
#include "site.h"

#include "store/catalogue/catalogue.h"
#include "store/catalogue/change.h"

static const struct catalogue_brand BRANDS[] = { { "huawei", "Huawei", "" } };
static const struct catalogue_formula FORMULAS[] = {
	{ 0, "smartax/ont", "huawei_smartax", "ont", "{\"shipped\":1}" },
	{ 0, "other/ont", "huawei_other", "ont", "{\"other\":1}" },
};
static const struct catalogue_label LABELS[] = {
	{ 0, "smartax/run/1", "huawei_smartax", "onu.run_state", "run_state", "1", "up",
	    "online" },
	{ 0, "smartax/epon/1", "huawei_smartax", "epon.run_state", "run_state", "1",
	    "registered", "online" },
};

enum { HUAWEI = 2, MODEL = 7, ZTE = 11 };

static struct catalogue_result
load(struct db *db, int64_t now_ms)
{
	struct catalogue c = { .n_brands = 1,
		.brands = BRANDS,
		.n_formulas = 2,
		.formulas = FORMULAS,
		.n_labels = 2,
		.labels = LABELS };
	struct catalogue_result r;

	check_rc(store_catalogue_load(db, &c, now_ms, &r, NULL), RC_OK);
	return r;
}

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	(void)load(b->db, 5);
	site_do(b->db,
	    "INSERT INTO models (id, brand_id, name, created_ms, updated_ms)"
	    " VALUES (7, 2, 'MA5608T', 0, 0);"
	    "INSERT INTO brands (id, name, created_ms, updated_ms)"
	    " VALUES (11, 'ZTE', 0, 0)");
	return b->db;
}

/* ---- formulas ------------------------------------------------------------ */

static struct formula_id
put_formula(struct db *db, int64_t brand, int64_t model, const char *definition)
{
	struct stored_formula f = { .brand = { brand },
		.model = { model },
		.name = "ont",
		.definition = definition };
	struct err err = { 0 };

	if (store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return f.id;
}

static void
a_wrong_formula_is_refused(void **state)
{
	static const char *const BAD[] = { NULL, "", "x", "[1]", "{\"a\":1,\"a\":2}",
		"{" };
	struct db *db = fresh(state);
	struct stored_formula f = { .brand = { HUAWEI }, .name = "mine" };
	struct err err = { 0 };

	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		f.definition = BAD[i];
		check_rc(
		    store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_INVALID);
		check_contains(err.msg, "definition: ");
	}
	f.definition = "{}";
	f.brand.v = ZTE;
	f.model.v = MODEL;
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_INVALID);
	check_contains(err.msg, "\"MA5608T\" is not a model of ZTE");
	f.brand.v = 99;
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_CONFLICT);
	assert_int_equal(f.id.v, 0);
	f = (struct stored_formula){
		.brand = { HUAWEI }, .name = "mine", .definition = "{}"
	};
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_OK);
	f.id.v = 0;
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "mine");
	f.id.v = 999;
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 10, &err), RC_NOT_FOUND);
}

static void
a_formula_that_an_oid_uses_keeps_its_name(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct formula_id id = put_formula(db, HUAWEI, 0, "{}");
	struct stored_oid o = { .brand = { HUAWEI },
		.name = "mine",
		.oid = "1.3",
		.purpose = "mac",
		.formula = "ont",
		.enabled = true };
	struct stored_formula f;
	struct err err = { 0 };

	check_rc(store_catalogue_put(db, &OID_ENTITY, &o, 10, NULL), RC_OK);
	check_rc(store_catalogue_get(db, &FORMULA_ENTITY, id.v, arena, &f, NULL), RC_OK);
	f.definition = "{\"changed\":1}";
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 20, &err), RC_OK);
	f.name = "onu";
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "OID \"mine\" uses it");
	check_rc(
	    store_catalogue_delete(db, &FORMULA_ENTITY, id.v, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "mine");
	check_rc(store_catalogue_delete(db, &OID_ENTITY, o.id.v, 20, NULL), RC_OK);
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 20, &err), RC_OK);
	check_rc(store_catalogue_delete(db, &FORMULA_ENTITY, id.v, 20, &err), RC_OK);
	check_rc(
	    store_catalogue_delete(db, &FORMULA_ENTITY, id.v, 20, &err), RC_NOT_FOUND);
	check_rc(store_catalogue_get(db, &FORMULA_ENTITY, id.v, arena, &f, &err),
	    RC_NOT_FOUND);
	arena_free(arena);
}

static int64_t
shipped_formula(struct db *db)
{
	return site_ask(
	    db, "SELECT id FROM index_formulas WHERE builtin_key = 'smartax/ont'");
}

static void
a_shipped_formula_that_was_changed_or_deleted_stays_so(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct formula_id copy = { -7 };
	struct stored_formula f;
	struct err err = { 0 };

	check_rc(store_catalogue_get(
		     db, &FORMULA_ENTITY, shipped_formula(db), arena, &f, NULL),
	    RC_OK);
	assert_true(f.is_builtin && !f.is_edited);
	assert_string_equal(f.profile, "huawei_smartax");
	f.definition = "{\"ours\":1}";
	check_rc(store_catalogue_put(db, &FORMULA_ENTITY, &f, 20, NULL), RC_OK);
	assert_int_equal(load(db, 30).kept, 1);
	check_rc(
	    store_catalogue_get(db, &FORMULA_ENTITY, f.id.v, arena, &f, NULL), RC_OK);
	assert_string_equal(f.definition, "{\"ours\":1}");
	assert_true(f.is_edited);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &FORMULA_ENTITY, f.id.v, "ont", 40 },
		     &copy.v, &err),
	    RC_OK);
	check_rc(store_catalogue_delete(db, &FORMULA_ENTITY, f.id.v, 40, NULL), RC_OK);
	assert_int_equal(load(db, 50).added, 0);
	check_rc(
	    store_catalogue_get(db, &FORMULA_ENTITY, copy.v, arena, &f, NULL), RC_OK);
	assert_string_equal(f.profile, "");
	assert_string_equal(f.definition, "{\"ours\":1}");
	assert_false(f.is_builtin || f.is_edited);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &FORMULA_ENTITY, f.id.v, "ont", 40 },
		     &copy.v, &err),
	    RC_CONFLICT);
	arena_free(arena);
}

/* ---- labels -------------------------------------------------------------- */

static void
a_wrong_label_is_refused(void **state)
{
	struct db *db = fresh(state);
	struct stored_label good = { .brand = { ZTE },
		.purpose = "run_state",
		.raw = "3",
		.label = "LOS",
		.meaning = "los_onu" };
	struct stored_label l = good;
	struct err err = { 0 };

	l.purpose = "colour";
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "purpose: ");
	l = good;
	l.meaning = "asleep";
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "meaning: ");
	l = good;
	l.raw = "";
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "raw: ");
	l = good;
	l.label = NULL;
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "label: ");
	l = good;
	l.brand.v = 99;
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "brand: ");
	l = good;
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_OK);
	l.id.v = 0;
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "\"3\" has a label already");
	l.id.v = 999;
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 10, &err), RC_NOT_FOUND);
}

static void
a_shipped_label_that_was_changed_or_deleted_stays_so(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct label_id copy = { -7 };
	struct stored_label l, back;
	struct err err = { 0 };

	check_rc(
	    store_catalogue_get(db, &STATE_ENTITY,
		site_ask(db,
		    "SELECT id FROM state_labels WHERE builtin_key = 'smartax/run/1'"),
		arena, &l, NULL),
	    RC_OK);
	assert_true(l.is_builtin && !l.is_edited);
	l.label = "en línea";
	check_rc(store_catalogue_put(db, &STATE_ENTITY, &l, 20, NULL), RC_OK);
	assert_int_equal(load(db, 30).kept, 1);
	check_rc(
	    store_catalogue_get(db, &STATE_ENTITY, l.id.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.label, "en línea");
	assert_string_equal(back.profile, "huawei_smartax");
	assert_true(back.is_edited);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &STATE_ENTITY, l.id.v, "9", 40 }, &copy.v,
		     &err),
	    RC_OK);
	check_rc(
	    store_catalogue_get(db, &STATE_ENTITY, copy.v, arena, &back, NULL), RC_OK);
	assert_string_equal(back.raw, "9");
	assert_string_equal(back.label, "en línea");
	assert_string_equal(back.meaning, "online");
	assert_string_equal(back.profile, "");
	assert_false(back.is_builtin);
	check_rc(store_catalogue_duplicate(db,
		     &(struct catalogue_copy){ &STATE_ENTITY, l.id.v, "9", 40 }, &copy.v,
		     &err),
	    RC_CONFLICT);
	check_rc(store_catalogue_delete(db, &STATE_ENTITY, l.id.v, 40, &err), RC_OK);
	check_rc(
	    store_catalogue_delete(db, &STATE_ENTITY, l.id.v, 40, &err), RC_NOT_FOUND);
	assert_int_equal(load(db, 50).added, 0);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_wrong_formula_is_refused),
		ON_EACH(a_formula_that_an_oid_uses_keeps_its_name),
		ON_EACH(a_shipped_formula_that_was_changed_or_deleted_stays_so),
		ON_EACH(a_wrong_label_is_refused),
		ON_EACH(a_shipped_label_that_was_changed_or_deleted_stays_so),
	};

	return CHECK_ALL(tests);
}
