/* SPDX-License-Identifier: Apache-2.0
 *
 * The catalogue that ships, loaded and upgraded, on both back-ends.
 */
#include "backends.h"

#include "store/catalogue/catalogue.h"

static const struct catalogue_brand BRANDS[] = { { "huawei", "Huawei", "one" },
	{ "zte", "ZTE", "" } };
static const struct catalogue_model MODELS[] = { { 0, "huawei/MA5608T", "MA5608T",
						     "huawei_smartax", "gpon" },
	{ 1, "zte/C320", "C320", "zte_c300", "gpon,epon" } };
static const struct catalogue_oid OIDS[] = {
	{ 0, "huawei_smartax/onu/serial", "huawei_smartax", "onu", "serial",
	    "1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3", "serial", "ont",
	    "{\"parse\":\"serial\"}", "", "[]", false },
	{ 0, "huawei_smartax/onu/rx", "huawei_smartax", "onu", "rx", "1.3.6.1.4.1.2011.5",
	    "onu_rx", "ont", "{\"mul\":0.01}", "dBm", "[2147483647]", true },
};
static const struct catalogue_formula FORMULAS[] = { { 0, "huawei_smartax/ont",
    "huawei_smartax", "ont", "{\"arcs\":[]}" } };
static const struct catalogue_label LABELS[] = {
	{ 0, "huawei_smartax/onu.run_state/1", "huawei_smartax", "onu.run_state",
	    "run_state", "1", "online", "online" },
	{ 0, "huawei_smartax/onu_epon.run_state/1", "huawei_smartax",
	    "onu_epon.run_state", "run_state", "1", "up", "online" },
};

static struct catalogue
shipped(void)
{
	return (
	    struct catalogue){ 2, BRANDS, 2, MODELS, 2, OIDS, 1, FORMULAS, 2, LABELS };
}

enum { ALL_ROWS = 2 + 2 + 2 + 1 + 2, GENERIC = 1 };

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	return b->db;
}

static struct catalogue_result
load(struct db *db, const struct catalogue *c, int64_t now_ms)
{
	struct catalogue_result r = { -1, -1, -1 };
	struct err err = { 0 };

	if (store_catalogue_load(db, c, now_ms, &r, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return r;
}

static int64_t
number(struct db *db, const char *sql)
{
	struct db_stmt *q = NULL;
	int64_t n;

	check_rc(db_prepare(db, sql, &q, NULL), RC_OK);
	check_rc(db_first(q, NULL), RC_OK);
	n = db_int(q, 0);
	db_done(q);
	return n;
}

static void
run(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_script(db, sql, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
}

static void
what_ships_is_added_once_and_the_same_again_changes_nothing(void **state)
{
	struct db *db = fresh(state);
	struct catalogue c = shipped();
	struct catalogue_result r = load(db, &c, 100);

	assert_int_equal(r.added, ALL_ROWS);
	assert_int_equal(r.updated, 0);
	assert_int_equal(r.kept, 0);
	r = load(db, &c, 200);
	assert_int_equal(r.added, 0);
	assert_int_equal(r.updated, 0);
	assert_int_equal(
	    number(db, "SELECT count(*) FROM oids WHERE updated_ms = 200"), 0);
	assert_int_equal(number(db,
			     "SELECT count(*) FROM oids o JOIN brands b ON b.id ="
			     " o.brand_id WHERE b.name = 'Huawei' AND o.is_slow = 1"
			     " AND o.unit = 'dBm' AND o.model_id IS NULL"),
	    1);
	assert_int_equal(
	    number(db, "SELECT count(*) FROM state_labels WHERE raw = '1'"), 2);
}

static void
a_later_version_brings_its_corrections(void **state)
{
	struct db *db = fresh(state);
	struct catalogue c = shipped();
	struct catalogue_oid oids[2] = { OIDS[0], OIDS[1] };
	struct catalogue_label labels[2] = { LABELS[0], LABELS[1] };
	struct catalogue_model models[2] = { MODELS[0], MODELS[1] };
	struct catalogue_brand brands[2] = { BRANDS[0], BRANDS[1] };
	struct catalogue_formula formula = FORMULAS[0];
	struct catalogue_result r;

	(void)load(db, &c, 100);
	oids[1].transform = "{\"mul\":0.1}";
	labels[0].meaning = "offline";
	models[1].profile = "zte_c320";
	brands[0].description = "two";
	formula.definition = "{\"arcs\":[1]}";
	c.oids = oids;
	c.labels = labels;
	c.models = models;
	c.brands = brands;
	c.formulas = &formula;
	r = load(db, &c, 200);
	assert_int_equal(r.added, 0);
	assert_int_equal(r.updated, 5);
	assert_int_equal(number(db,
			     "SELECT count(*) FROM oids WHERE transform ="
			     " '{\"mul\":0.1}' AND updated_ms = 200"),
	    1);
	assert_int_equal(
	    number(db, "SELECT count(*) FROM models WHERE profile = 'zte_c320'"), 1);
}

static void
what_people_edited_or_deleted_is_left_alone(void **state)
{
	struct db *db = fresh(state);
	struct catalogue c = shipped();
	struct catalogue_oid oids[2] = { OIDS[0], OIDS[1] };
	struct catalogue_label labels[2] = { LABELS[0], LABELS[1] };
	struct catalogue_result r;

	(void)load(db, &c, 100);
	run(db, "UPDATE oids SET oid = '1.2.3', is_edited = 1 WHERE name = 'serial'");
	run(db, "UPDATE state_labels SET deleted_ms = 150 WHERE label = 'up'");
	run(db, "UPDATE brands SET name = 'HUAWEI', is_edited = 1 WHERE name = 'Huawei'");
	oids[0].oid = "1.9.9";
	labels[1].label = "UP!";
	c.oids = oids;
	c.labels = labels;
	r = load(db, &c, 200);
	assert_int_equal(r.added, 0); /* nothing deleted came back, no second Huawei */
	assert_int_equal(r.updated, 0);
	assert_int_equal(r.kept, 3);
	assert_int_equal(number(db, "SELECT count(*) FROM oids WHERE oid = '1.2.3'"), 1);
	assert_int_equal(
	    number(db, "SELECT count(*) FROM state_labels WHERE label = 'up'"), 1);
	assert_int_equal(number(db, "SELECT count(*) FROM brands"), GENERIC + 2);
}

static void
a_brand_that_people_made_before_us_serves_for_ours(void **state)
{
	struct db *db = fresh(state);
	struct catalogue c = shipped();
	struct catalogue_result r;

	run(db,
	    "INSERT INTO brands (id, name, description, created_ms, updated_ms)"
	    " VALUES (70, 'Huawei', 'ours', 5, 5)");
	run(db,
	    "INSERT INTO models (brand_id, name, notes, created_ms, updated_ms)"
	    " VALUES (70, 'MA5608T', 'in the cellar', 5, 5)");
	r = load(db, &c, 100);
	assert_int_equal(r.added, ALL_ROWS - 2);
	assert_int_equal(number(db, "SELECT count(*) FROM oids WHERE brand_id = 70"), 2);
	assert_int_equal(number(db,
			     "SELECT count(*) FROM brands WHERE name = 'Huawei'"
			     " AND description = 'ours'"),
	    1);
	assert_int_equal(
	    number(db, "SELECT count(*) FROM models WHERE notes = 'in the cellar'"), 1);
}

static void
a_load_that_fails_leaves_nothing_behind(void **state)
{
	struct db *db = fresh(state);
	struct catalogue c = shipped();
	struct catalogue_label labels[2] = { LABELS[0], LABELS[1] };
	struct catalogue_result r = { -1, -1, -1 };

	labels[1].label = "broken \xFF";
	c.labels = labels;
	check_rc(store_catalogue_load(db, &c, 100, &r, NULL), RC_INVALID);
	assert_int_equal(r.added, -1);
	assert_false(db_in_transaction(db));
	assert_int_equal(number(db, "SELECT count(*) FROM oids"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(what_ships_is_added_once_and_the_same_again_changes_nothing),
		ON_EACH(a_later_version_brings_its_corrections),
		ON_EACH(what_people_edited_or_deleted_is_left_alone),
		ON_EACH(a_brand_that_people_made_before_us_serves_for_ours),
		ON_EACH(a_load_that_fails_leaves_nothing_behind),
	};

	return CHECK_ALL(tests);
}
