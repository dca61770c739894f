/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels for the watch: usual levels are made of the hourly history once a day, a run is
 * compared with them, limits are those of the settings, and ports tell what they send.
 */
#include "site.h"

#include <math.h>
#include <string.h>

#include "store/db/db.h"
#include "store/history/level_base.h"
#include "store/history/samples.h"
#include "store/incident/watch_levels.h"
#include "store/incident/watch_load.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)
#define NOW_MS ((SITE_MS + 40 * DAY_MS) / HOUR_MS * HOUR_MS)

enum { ONUS = 8 };

static const struct olt_id OLT = { SITE_OLT };

/* ---- a site with a past ---------------------------------------------------------------- */

static void
add_onus(struct backend *b)
{
	char sql[512];

	site_make(b);
	for (int i = 1; i <= ONUS; i++) {
		(void)snprintf(sql, sizeof(sql),
		    "INSERT INTO onus (id, olt_id, pos_has, frame, slot, port, onu, "
		    "place, serial, first_seen_ms, last_seen_ms, run_state) VALUES "
		    "(%d, 1, 30, 0, 1, 0, %d, '0/1/0:%d', 'HWTC%08d', 1, 1, 'online')",
		    i, i, i, i);
		site_do(b->db, sql);
	}
}

static void
write_level(struct backend *b, struct samples *s, int64_t at_ms, enum purpose purpose,
    const double *dbm)
{
	static const int64_t IDS[ONUS] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct run_readings run = { OLT, at_ms, ONUS, IDS };
	struct err err = { 0 };

	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(samples_write(s, b->db, &run, metric_of(purpose), dbm, &err), RC_OK);
	check_rc(db_commit(b->db, &err), RC_OK);
	samples_keep(s);
}

static void
seal(struct backend *b, struct samples *s)
{
	struct err err = { 0 };
	bool is_over = false;

	check_rc(db_begin(b->db, &err), RC_OK);
	while (!is_over)
		check_rc(
		    samples_seal_due(s, b->db, NOW_MS + HOUR_MS, &is_over, &err), RC_OK);
	check_rc(db_commit(b->db, &err), RC_OK);
	samples_keep(s);
}

/* So many hours before NOW_MS, one reading each: -22 dBm and -24 at the OLT; ONU 2 loses
 * 0.2 dB a day, ONU 8 has no levels, and of 7 only the last ten hours. */
static void
fill_hours(struct backend *b, struct samples *s, int hours)
{
	for (int h = hours; h > 0; h--) {
		double onu[ONUS], olt[ONUS];

		for (int i = 0; i < ONUS; i++) {
			onu[i] = -22;
			olt[i] = -24;
		}
		onu[1] = -26.0 + 0.2 * h / 24;
		onu[6] = h > 10 ? NAN : -22;
		olt[6] = NAN;
		onu[7] = olt[7] = NAN;
		write_level(b, s, NOW_MS - h * HOUR_MS + 1000, PURPOSE_ONU_RX, onu);
		write_level(b, s, NOW_MS - h * HOUR_MS + 1000, PURPOSE_OLT_RX, olt);
	}
	seal(b, s);
}

static void
make_bases(struct backend *b)
{
	struct level_bases bases = { 0 };
	struct err err = { 0 };

	check_rc(level_base_find(b->db, OLT, NOW_MS, &bases, &err), RC_OK);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(level_base_keep(b->db, &bases, &err), RC_OK);
	check_rc(db_commit(b->db, &err), RC_OK);
	level_bases_fini(&bases);
}

/* ---- usual levels ------------------------------------------------------------------------ */

static void
the_usual_level_is_the_median_of_a_week_of_hours(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct level_bases bases = { 0 };
	struct err err = { 0 };

	add_onus(b);
	fill_hours(b, s, 15 * 24);
	make_bases(b);
	make_bases(b); /* again: nothing else */
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM olt_levels"), 1);
	assert_int_equal(site_ask(b->db, "SELECT onus FROM olt_levels"), 6);
	check_rc(level_base_load(b->db, OLT, &bases, &err), RC_OK);
	assert_int_equal(bases.until_ms, NOW_MS);
	assert_int_equal(bases.n, 7); /* the eighth has nothing */
	assert_int_equal(bases.rows[0].onu, 1);
	assert_int_equal(bases.rows[0].usual[LEVEL_BASE_ONU_RX], -2200);
	assert_int_equal(bases.rows[0].usual[LEVEL_BASE_OLT_RX], -2400);
	/* 168 hours: -26.0 + 0.2 x 84.5 / 24, and days around 13.5 x 0.2 before. */
	assert_in_range(bases.rows[1].usual[LEVEL_BASE_ONU_RX] + 10000, 7469, 7471);
	assert_in_range(bases.rows[1].days[0] + 10000, 7669, 7672);
	assert_in_range(bases.rows[1].days[13] + 10000, 7409, 7412);
	/* Ten hours are too few for a usual level, and are one day. */
	assert_int_equal(bases.rows[6].onu, 7);
	assert_int_equal(bases.rows[6].usual[LEVEL_BASE_ONU_RX], LEVEL_BASE_NONE);
	assert_int_equal(bases.rows[6].days[12], LEVEL_BASE_NONE);
	assert_int_equal(bases.rows[6].days[13], -2200);
	level_bases_fini(&bases);
}

static void
each_olt_is_due_once_a_day(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_id olt = { 0 };
	bool is_due = false;

	add_onus(b);
	site_do(b->db, "UPDATE olts SET deleted_ms = 1 WHERE id <> 1");
	check_rc(level_base_due(b->db, NOW_MS, &is_due, &olt, NULL), RC_OK);
	assert_true(is_due);
	assert_int_equal(olt.v, SITE_OLT);
	/* Nothing is known of it: again in an hour. */
	make_bases(b);
	check_rc(level_base_due(b->db, NOW_MS, &is_due, &olt, NULL), RC_OK);
	assert_false(is_due);
	check_rc(level_base_due(b->db, NOW_MS + HOUR_MS, &is_due, &olt, NULL), RC_OK);
	assert_true(is_due);
	fill_hours(b, s, 30);
	make_bases(b);
	check_rc(
	    level_base_due(b->db, NOW_MS + 23 * HOUR_MS, &is_due, &olt, NULL), RC_OK);
	assert_false(is_due);
	check_rc(
	    level_base_due(b->db, NOW_MS + 24 * HOUR_MS, &is_due, &olt, NULL), RC_OK);
	assert_true(is_due);
}

static void
a_damaged_row_is_as_none(void **state)
{
	static const char *const BODIES[] = { "'00'", "'464C4231FF'", "'464C42310100'",
		"'464C423100'", "'464C4232'" };
	struct backend *b = backend_of(state);
	struct level_bases bases = { 0 };
	struct err err = { 0 };
	char sql[256];

	add_onus(b);
	for (size_t i = 0; i < sizeof(BODIES) / sizeof(BODIES[0]); i++) {
		site_do(b->db, "DELETE FROM olt_levels");
		if (strcmp(b->name, "sqlite") == 0)
			(void)snprintf(sql, sizeof(sql),
			    "INSERT INTO olt_levels (olt_id, until_ms, onus, body) "
			    "VALUES (1, 1, 1, X%s)",
			    BODIES[i]);
		else
			(void)snprintf(sql, sizeof(sql),
			    "INSERT INTO olt_levels (olt_id, until_ms, onus, body) "
			    "VALUES (1, 1, 1, decode(%s, 'hex'))",
			    BODIES[i]);
		site_do(b->db, sql);
		check_rc(level_base_load(b->db, OLT, &bases, &err), RC_NOT_FOUND);
	}
}

/* ---- what runs bring ---------------------------------------------------------------------- */

struct seen {
	size_t n;
	struct watch_incident last;
};

static struct seen
judge(struct watch *w, int64_t now_ms)
{
	const struct watch_incident *i;
	struct seen seen = { 0 };

	watch_run(w, now_ms);
	while ((i = watch_take_incident(w)) != NULL) {
		seen.n++;
		seen.last = *i;
	}
	return seen;
}

static struct watch *
load_watch(struct backend *b)
{
	struct watch_rules rules = watch_rules();
	struct watch *w = NULL;
	struct err err = { 0 };

	check_rc(store_watch_level_limits(b->db, &rules, &err), RC_OK);
	check_rc(watch_new(&rules, 1, &w), RC_OK);
	check_rc(store_watch_load(b->db, w, NOW_MS, &err), RC_OK);
	watch_begin(w, 0, NOW_MS);
	return w;
}

/* A run of so many minutes after NOW_MS, of which the watch is told. It has no job: it is
 * known by what it brought. */
static void
run(struct backend *b, struct watch *w, int64_t minute, int64_t *days_ms)
{
	struct event_entry e = { .kind = EVENT_EXECUTION,
		.at_ms = NOW_MS + minute * 60000,
		.olt = OLT,
		.subject = minute };
	struct err err = { 0 };
	char sql[320];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO executions (id, olt_id, type, state, queued_ms, started_ms, "
	    "finished_ms) VALUES (%lld, 1, 'get', 'SUCCESS', 1, %lld, %lld)",
	    (long long)minute, (long long)e.at_ms - 30000, (long long)e.at_ms);
	site_do(b->db, sql);
	(void)snprintf(e.what, sizeof(e.what), "SUCCESS");
	check_rc(store_watch_levels(b->db, w, &e, days_ms, &err), RC_OK);
}

static void
levels_that_fell_in_two_runs_are_an_incident(void **state)
{
	/* 1 to 6 lose 3 dB, and 1.8 at the OLT: a bend. */
	static const double ONU[ONUS] = { -25, -29, -25, -25, -25, -25, -22, -22 };
	static const double OLT_RX[ONUS] = { -25.8, -25.8, -25.8, -25.8, -25.8, -25.8,
		NAN, NAN };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct watch *w OWNED(watch_free) = NULL;
	struct seen seen;
	int64_t days_ms = 0;

	add_onus(b);
	fill_hours(b, s, 48);
	make_bases(b);
	w = load_watch(b);
	/* In pieces, as long sweeps bring it. */
	write_level(b, s, NOW_MS + 9 * 60000 + 40000, PURPOSE_ONU_RX, ONU);
	write_level(b, s, NOW_MS + 10 * 60000, PURPOSE_OLT_RX, OLT_RX);
	run(b, w, 10, &days_ms);
	assert_int_equal(days_ms, NOW_MS);
	assert_int_equal(judge(w, NOW_MS + 10 * 60000).n, 0);
	/* A run that read no levels is no second reading. */
	run(b, w, 11, &days_ms);
	assert_int_equal(judge(w, NOW_MS + 11 * 60000).n, 0);
	write_level(b, s, NOW_MS + 20 * 60000, PURPOSE_ONU_RX, ONU);
	write_level(b, s, NOW_MS + 20 * 60000, PURPOSE_OLT_RX, OLT_RX);
	run(b, w, 20, &days_ms);
	seen = judge(w, NOW_MS + 20 * 60000);
	assert_int_equal(seen.n, 1);
	assert_int_equal(seen.last.kind, WATCH_OPTICS);
	assert_int_equal(seen.last.root, WATCH_ROOT_PORT);
	assert_string_equal(seen.last.place, "0/1/0");
	assert_int_equal(seen.last.affected, 6);
	assert_int_equal(seen.last.cause, WATCH_CAUSE_BEND);
}

static void
days_that_get_worse_are_an_incident(void **state)
{
	static const double ONU[ONUS] = { -22, -26, -22, -22, -22, -22, -22, NAN };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct watch *w OWNED(watch_free) = NULL;
	struct seen seen;
	int64_t days_ms = 0;

	add_onus(b);
	fill_hours(b, s, 15 * 24);
	make_bases(b);
	w = load_watch(b);
	write_level(b, s, NOW_MS + 10 * 60000, PURPOSE_ONU_RX, ONU);
	run(b, w, 10, &days_ms);
	seen = judge(w, NOW_MS + 10 * 60000);
	assert_int_equal(seen.n, 1);
	assert_int_equal(seen.last.cause, WATCH_CAUSE_DRIFT);
	assert_int_equal(seen.last.subject, 2);
	/* At -25.9 with 0.2 a day. */
	assert_in_range(seen.last.params.days, 5, 6);
	/* The same days are not passed again. */
	write_level(b, s, NOW_MS + 20 * 60000, PURPOSE_ONU_RX, ONU);
	run(b, w, 20, &days_ms);
	assert_int_equal(judge(w, NOW_MS + 20 * 60000).n, 0);
}

static void
limits_are_those_of_the_settings(void **state)
{
	struct backend *b = backend_of(state);
	struct watch_rules rules = watch_rules();
	struct err err = { 0 };

	site_make(b);
	rules.onu_rx_low = rules.olt_rx_low = 0;
	check_rc(store_watch_level_limits(b->db, &rules, &err), RC_OK);
	assert_true(rules.onu_rx_low < -26.99 && rules.onu_rx_low > -27.01);
	assert_true(rules.olt_rx_low < -29.99 && rules.olt_rx_low > -30.01);
	site_do(b->db,
	    "INSERT INTO settings (key, value, updated_ms) VALUES ('onu_rx.bad', "
	    "'-25.5', 0)");
	check_rc(store_watch_level_limits(b->db, &rules, &err), RC_OK);
	assert_true(rules.onu_rx_low < -25.49 && rules.onu_rx_low > -25.51);
}

/* ---- ports --------------------------------------------------------------------------------- */

static void
pass_ports(struct backend *b, struct watch *w, const char *what)
{
	struct event_entry e = {
		.kind = EVENT_EXECUTION, .at_ms = NOW_MS, .olt = OLT, .subject = 1
	};
	struct err err = { 0 };

	(void)snprintf(e.what, sizeof(e.what), "%s", what);
	check_rc(store_watch_port_levels(b->db, w, &e, &err), RC_OK);
}

/* All of the port go down; what is said then. */
static struct seen
go_down(struct watch *w)
{
	for (int i = 1; i <= ONUS; i++)
		watch_onu_changed(w,
		    &(struct watch_change){ .onu = { i },
			.kind = ONU_RUN_STATE,
			.at_ms = NOW_MS + 60000,
			.state = STATE_OFFLINE,
			.cause = STATE_LOS_ONU });
	watch_reading(w,
	    &(struct watch_reading){ OLT, NOW_MS + 50000, NOW_MS + 60000, NOW_MS, true });
	return judge(w, NOW_MS + 60000);
}

static void
a_port_that_sends_nothing_any_more_is_known(void **state)
{
	struct backend *b = backend_of(state);
	struct watch *w OWNED(watch_free) = NULL;
	struct seen seen;

	add_onus(b);
	site_do(b->db,
	    "INSERT INTO pon_ports (olt_id, pos_has, frame, slot, port, place, tx_dbm, "
	    "first_seen_ms, updated_ms) VALUES (1, 14, 0, 1, 0, '0/1/0', 4.5, 1, 1)");
	site_do(b->db,
	    "INSERT INTO oids (id, brand_id, name, oid, purpose, created_ms, updated_ms) "
	    "SELECT 70000, MIN(id), 'tx', '1.3.6.1', 'port_tx', 1, 1 FROM brands");
	site_do(b->db, "INSERT INTO job_oids (job_id, oid_id) VALUES (1, 70000)");
	site_do(b->db,
	    "INSERT INTO executions (id, olt_id, job_id, type, state, queued_ms, "
	    "started_ms, finished_ms) VALUES (1, 1, 1, 'get', 'SUCCESS', 1, 1, 2)");
	w = load_watch(b);
	pass_ports(b, w, "SUCCESS");
	site_do(b->db, "UPDATE pon_ports SET tx_dbm = NULL");
	pass_ports(b, w, "FAILED"); /* says nothing */
	pass_ports(b, w, "PARTIAL");
	seen = go_down(w);
	assert_int_equal(seen.n, 1);
	assert_int_equal(seen.last.cause, WATCH_CAUSE_SFP);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_usual_level_is_the_median_of_a_week_of_hours),
		ON_EACH(each_olt_is_due_once_a_day),
		ON_EACH(a_damaged_row_is_as_none),
		ON_EACH(levels_that_fell_in_two_runs_are_an_incident),
		ON_EACH(days_that_get_worse_are_an_incident),
		ON_EACH(limits_are_those_of_the_settings),
		ON_EACH(a_port_that_sends_nothing_any_more_is_known),
	};

	return CHECK_ALL(tests);
}
