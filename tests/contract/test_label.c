/* SPDX-License-Identifier: Apache-2.0
 *
 * Index formulas and state labels as people change them, on both back-ends.
 */
#include "site.h"

#include "store/catalogue/catalogue.h"
#include "store/catalogue/formula.h"
#include "store/catalogue/label.h"
#include "store/upkeep/migrate.h"
#include "store/catalogue/oid.h"

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

	check_rc(store_migrate(b->db, 1, NULL, NULL), RC_OK);
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

	if (store_formula_put(db, &f, 10, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return f.id;
}

static const char *
found_formula(struct db *db, struct arena *arena, int64_t brand, int64_t model)
{
	struct formula_wanted w = { { brand }, { model }, "huawei_smartax", "ont" };
	struct stored_formula f;
	struct err err = { 0 };
	enum rc rc = store_formula_find(db, &w, arena, &f, &err);

	if (rc == RC_OK)
		return f.definition;
	check_rc(rc, RC_NOT_FOUND);
	check_contains(err.msg, "ont");
	return "none";
}

static void
the_most_specific_formula_is_found(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);

	assert_string_equal(found_formula(db, arena, HUAWEI, MODEL), "{\"shipped\":1}");
	assert_string_equal(found_formula(db, arena, ZTE, 0), "none");
	(void)put_formula(db, 0, 0, "{\"generic\":1}");
	assert_string_equal(found_formula(db, arena, ZTE, 0), "{\"generic\":1}");
	assert_string_equal(found_formula(db, arena, HUAWEI, MODEL), "{\"shipped\":1}");
	(void)put_formula(db, HUAWEI, 0, "{\"brand\":1}");
	assert_string_equal(found_formula(db, arena, HUAWEI, MODEL), "{\"brand\":1}");
	(void)put_formula(db, HUAWEI, MODEL, "{\"model\":1}");
	assert_string_equal(found_formula(db, arena, HUAWEI, MODEL), "{\"model\":1}");
	assert_string_equal(found_formula(db, arena, HUAWEI, 0), "{\"brand\":1}");
	arena_free(arena);
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
		check_rc(store_formula_put(db, &f, 10, &err), RC_INVALID);
		check_contains(err.msg, "definition: ");
	}
	f.definition = "{}";
	f.brand.v = ZTE;
	f.model.v = MODEL;
	check_rc(store_formula_put(db, &f, 10, &err), RC_INVALID);
	check_contains(err.msg, "\"MA5608T\" is not a model of ZTE");
	f.brand.v = 99;
	check_rc(store_formula_put(db, &f, 10, &err), RC_CONFLICT);
	assert_int_equal(f.id.v, 0);
	f = (struct stored_formula){
		.brand = { HUAWEI }, .name = "mine", .definition = "{}"
	};
	check_rc(store_formula_put(db, &f, 10, &err), RC_OK);
	f.id.v = 0;
	check_rc(store_formula_put(db, &f, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "mine");
	f.id.v = 999;
	check_rc(store_formula_put(db, &f, 10, &err), RC_NOT_FOUND);
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

	check_rc(store_oid_put(db, &o, 10, NULL), RC_OK);
	check_rc(store_formula_get(db, id, arena, &f, NULL), RC_OK);
	f.definition = "{\"changed\":1}";
	check_rc(store_formula_put(db, &f, 20, &err), RC_OK);
	f.name = "onu";
	check_rc(store_formula_put(db, &f, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "OID \"mine\" uses it");
	check_rc(store_formula_delete(db, id, 20, &err), RC_CONFLICT);
	check_contains(err.msg, "mine");
	check_rc(store_oid_delete(db, o.id, 20, NULL), RC_OK);
	check_rc(store_formula_put(db, &f, 20, &err), RC_OK);
	check_rc(store_formula_delete(db, id, 20, &err), RC_OK);
	check_rc(store_formula_delete(db, id, 20, &err), RC_NOT_FOUND);
	check_rc(store_formula_get(db, id, arena, &f, &err), RC_NOT_FOUND);
	arena_free(arena);
}

static void
a_shipped_formula_that_was_changed_or_deleted_stays_so(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct formula_wanted w = { { HUAWEI }, { 0 }, "huawei_smartax", "ont" };
	struct formula_id copy = { -7 };
	struct stored_formula f;
	struct err err = { 0 };

	check_rc(store_formula_find(db, &w, arena, &f, NULL), RC_OK);
	assert_true(f.is_builtin && !f.is_edited);
	assert_string_equal(f.profile, "huawei_smartax");
	f.definition = "{\"ours\":1}";
	check_rc(store_formula_put(db, &f, 20, NULL), RC_OK);
	assert_int_equal(load(db, 30).kept, 1);
	assert_string_equal(found_formula(db, arena, HUAWEI, 0), "{\"ours\":1}");
	check_rc(store_formula_duplicate(db, f.id, "ont", 40, &copy, &err), RC_OK);
	check_rc(store_formula_delete(db, f.id, 40, NULL), RC_OK);
	assert_int_equal(load(db, 50).added, 0);
	check_rc(store_formula_find(db, &w, arena, &f, NULL), RC_OK);
	assert_int_equal(f.id.v, copy.v);
	assert_string_equal(f.definition, "{\"ours\":1}");
	assert_false(f.is_builtin || f.is_edited);
	check_rc(store_formula_duplicate(db, f.id, "ont", 40, &copy, &err), RC_CONFLICT);
	arena_free(arena);
}

/* ---- labels -------------------------------------------------------------- */

static struct label_id
put_label(struct db *db, int64_t brand, const char *column, const char *label)
{
	struct stored_label l = { .brand = { brand },
		.column = column,
		.purpose = "run_state",
		.raw = "1",
		.label = label,
		.meaning = "los_onu" };
	struct err err = { 0 };

	if (store_label_put(db, &l, 10, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return l.id;
}

static const char *
found_label(struct db *db, struct arena *arena, int64_t brand, const char *column)
{
	struct label_wanted w = { { brand }, "huawei_smartax", column, "run_state", "1" };
	struct stored_label l;

	check_rc(store_label_find(db, &w, arena, &l, NULL), RC_OK);
	assert_string_equal(l.raw, "1");
	if (l.id.v == 0)
		assert_string_equal(l.meaning, "");
	return l.label;
}

static void
a_value_is_called_as_its_brand_does_then_as_anybody_does_then_unknown(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);

	assert_string_equal(found_label(db, arena, HUAWEI, "onu.run_state"), "up");
	assert_string_equal(
	    found_label(db, arena, HUAWEI, "epon.run_state"), "registered");
	assert_string_equal(found_label(db, arena, HUAWEI, "other.run_state"), "UNKNOWN");
	assert_string_equal(found_label(db, arena, ZTE, "onu.run_state"), "UNKNOWN");
	(void)put_label(db, 0, NULL, "generic");
	assert_string_equal(found_label(db, arena, ZTE, "onu.run_state"), "generic");
	assert_string_equal(found_label(db, arena, HUAWEI, "onu.run_state"), "up");
	assert_string_equal(found_label(db, arena, HUAWEI, "other.run_state"), "generic");
	(void)put_label(db, HUAWEI, "", "ours");
	assert_string_equal(found_label(db, arena, HUAWEI, "onu.run_state"), "ours");
	(void)put_label(db, HUAWEI, "onu.run_state", "ours, here");
	assert_string_equal(
	    found_label(db, arena, HUAWEI, "onu.run_state"), "ours, here");
	assert_string_equal(found_label(db, arena, HUAWEI, "epon.run_state"), "ours");
	arena_free(arena);
}

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
	check_rc(store_label_put(db, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "purpose: ");
	l = good;
	l.meaning = "asleep";
	check_rc(store_label_put(db, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "meaning: ");
	l = good;
	l.raw = "";
	check_rc(store_label_put(db, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "raw: ");
	l = good;
	l.label = NULL;
	check_rc(store_label_put(db, &l, 10, &err), RC_INVALID);
	check_contains(err.msg, "label: ");
	l = good;
	l.brand.v = 99;
	check_rc(store_label_put(db, &l, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "brand: ");
	l = good;
	check_rc(store_label_put(db, &l, 10, &err), RC_OK);
	l.id.v = 0;
	check_rc(store_label_put(db, &l, 10, &err), RC_CONFLICT);
	check_contains(err.msg, "\"3\" has a label already");
	l.id.v = 999;
	check_rc(store_label_put(db, &l, 10, &err), RC_NOT_FOUND);
}

static void
a_shipped_label_that_was_changed_or_deleted_stays_so(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct label_wanted w = { { HUAWEI }, "huawei_smartax", "onu.run_state",
		"run_state", "1" };
	struct label_id copy = { -7 };
	struct stored_label l, back;
	struct err err = { 0 };

	check_rc(store_label_find(db, &w, arena, &l, NULL), RC_OK);
	assert_true(l.is_builtin && !l.is_edited);
	l.label = "en línea";
	check_rc(store_label_put(db, &l, 20, NULL), RC_OK);
	assert_int_equal(load(db, 30).kept, 1);
	check_rc(store_label_get(db, l.id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.label, "en línea");
	assert_string_equal(back.profile, "huawei_smartax");
	assert_true(back.is_edited);
	check_rc(store_label_duplicate(db, l.id, "9", 40, &copy, &err), RC_OK);
	check_rc(store_label_get(db, copy, arena, &back, NULL), RC_OK);
	assert_string_equal(back.raw, "9");
	assert_string_equal(back.label, "en línea");
	assert_string_equal(back.meaning, "online");
	assert_string_equal(back.profile, "");
	assert_false(back.is_builtin);
	check_rc(store_label_duplicate(db, l.id, "9", 40, &copy, &err), RC_CONFLICT);
	check_rc(store_label_delete(db, l.id, 40, &err), RC_OK);
	check_rc(store_label_delete(db, l.id, 40, &err), RC_NOT_FOUND);
	assert_int_equal(load(db, 50).added, 0);
	assert_string_equal(found_label(db, arena, HUAWEI, "onu.run_state"), "UNKNOWN");
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_most_specific_formula_is_found),
		ON_EACH(a_wrong_formula_is_refused),
		ON_EACH(a_formula_that_an_oid_uses_keeps_its_name),
		ON_EACH(a_shipped_formula_that_was_changed_or_deleted_stays_so),
		ON_EACH(
		    a_value_is_called_as_its_brand_does_then_as_anybody_does_then_unknown),
		ON_EACH(a_wrong_label_is_refused),
		ON_EACH(a_shipped_label_that_was_changed_or_deleted_stays_so),
	};

	return CHECK_ALL(tests);
}
