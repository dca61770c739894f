/* SPDX-License-Identifier: Apache-2.0
 *
 * History in the database: written by runs, read back one ONU or one moment at a
 * time, by the hour, around damage, and removed when it is old.
 */
#include "site.h"

#include <math.h>

#include "store/upkeep/retention.h"

#define RUN_MS INT64_C(300000)
#define HOUR_MS INT64_C(3600000)

enum { FOUND_MAX = 200 };

struct found {
	size_t n;
	struct sample at[FOUND_MAX];
	int64_t onu[FOUND_MAX];
};

static void
note(void *ctx, const struct sample *sample)
{
	struct found *f = ctx;

	assert_true(f->n < FOUND_MAX);
	f->at[f->n++] = *sample;
}

static void
note_onu(void *ctx, struct onu_id onu, const struct sample *sample)
{
	((struct found *)ctx)->onu[((struct found *)ctx)->n] = onu.v;
	note(ctx, sample);
}

static struct sample_report
read_onu(struct backend *b, int64_t onu, enum purpose purpose, enum history_kind kind,
    struct found *found)
{
	struct sample_query query = { { SITE_OLT }, { onu }, purpose, SITE_MS - RUN_MS,
		SITE_MS + 1000 * RUN_MS, kind, NULL };
	struct sample_report report = { 0 };
	struct err err = { 0 };

	found->n = 0;
	check_rc(samples_of_onu(b->db, &query, note, found, &report, &err), RC_OK);
	return report;
}

/* The run-th run: ONUs 1 to n of port 1 with these ONU Rx; NAN is a null. */
static void
run_rx(struct backend *b, struct samples *s, int run, const double *rx, size_t n)
{
	static const enum purpose RX[] = { PURPOSE_ONU_RX, PURPOSES };
	static const char *const SERIALS[] = { "A", "B", "C", "D" };
	struct finish_result result;
	struct site_run r;

	site_start(b, &r, SITE_MS + run * RUN_MS, RX);
	r.finish.is_discovery = true;
	for (size_t i = 0; i < n; i++) {
		struct value *v = site_row(&r, 1, (uint32_t)i + 1, SERIALS[i]);

		if (!isnan(rx[i]))
			v[0] = site_real(rx[i]);
	}
	check_rc(site_finish(b, s, &r, EXECUTION_ALL_CAME, SITE_MS + run * RUN_MS + 1000,
		     &result),
	    RC_OK);
}

#define RUN_RX(run, ...)                                   \
	run_rx(b, s, run, (const double[]){ __VA_ARGS__ }, \
	    sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

static void
check_near(double got, double expected)
{
	if (!(fabs(got - expected) < 1e-9))
		fail_msg("%f is not %f", got, expected);
}

static void
one_onu_is_read_through_nulls_newcomers_and_a_restart(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct found f;

	site_make(b);
	RUN_RX(0, -20.01, -25);
	RUN_RX(1, -20.02, -25);
	RUN_RX(2, NAN, -25);
	RUN_RX(3, -20.04, -25, -30); /* a new ONU: a new roster */
	samples_free(s);
	s = samples_new(); /* the program starts again */
	RUN_RX(4, -20.05, -25, -30.5);
	struct sample_report report = read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_RAW, &f);
	assert_int_equal(report.damaged + report.gone, 0);
	assert_int_equal(report.blocks, 5);
	assert_int_equal(f.n, 5);
	check_near(f.at[0].value, -20.01);
	assert_int_equal(f.at[0].time_ms, SITE_MS + 1000);
	check_near(f.at[1].value, -20.02);
	assert_true(isnan(f.at[2].value));
	assert_int_equal(f.at[2].count, 0);
	check_near(f.at[3].value, -20.04);
	check_near(f.at[4].value, -20.05);
	(void)read_onu(b, 3, PURPOSE_ONU_RX, HISTORY_RAW, &f);
	assert_int_equal(f.n, 2); /* it was not there before */
	check_near(f.at[1].value, -30.5);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_rosters"), 2);
	assert_int_equal(site_ask(b->db, "SELECT roster FROM olts WHERE id = 1"), 2);
	samples_free(s);
}

static void
what_was_rolled_back_leaves_no_hole_behind(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct run_readings run = { { SITE_OLT }, SITE_MS + 5, 2, (int64_t[]){ 1, 2 } };
	struct err err = { 0 };
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -21);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(samples_write(s, b->db, &run, metric_of(PURPOSE_ONU_RX),
		     (const double[]){ -30, -31 }, &err),
	    RC_OK);
	db_rollback(b->db);
	samples_drop(s);
	RUN_RX(1, -20.5, -21.5);
	assert_int_equal(read_onu(b, 2, PURPOSE_ONU_RX, HISTORY_RAW, &f).damaged, 0);
	assert_int_equal(f.n, 2);
	check_near(f.at[0].value, -21);
	check_near(f.at[1].value, -21.5);
}

static void
a_damaged_block_costs_itself_and_is_told(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	for (int i = 0; i < 6; i++)
		RUN_RX(i, -20 - i, -25);
	site_do(b->db,
	    *b->database ? "UPDATE history_blocks SET bytes = 'rubbish'::bytea "
			   "WHERE time_ms = 1767225600000 + 2 * 300000 + 1000"
			 : "UPDATE history_blocks SET bytes = x'0102030405' "
			   "WHERE time_ms = 1767225600000 + 2 * 300000 + 1000");
	struct sample_report report = read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_RAW, &f);
	assert_int_equal(report.damaged, 1);
	check_contains(report.first_damage, "OLT 1, metric 1, block of 1767226201000");
	assert_int_equal(f.n, 5);
	check_near(f.at[1].value, -21);
	check_near(f.at[2].value, -23);
}

static void
a_damaged_roster_is_told_and_the_next_run_starts_anew(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	samples_free(s);
	site_do(b->db,
	    *b->database ? "UPDATE history_rosters SET bytes = 'rubbish'::bytea"
			 : "UPDATE history_rosters SET bytes = x'00'");
	s = samples_new();
	RUN_RX(1, -22, -25);
	assert_int_equal(read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_RAW, &f).damaged, 1);
	assert_int_equal(f.n, 1);
	check_near(f.at[0].value, -22);
	samples_free(s);
}

static void
run_octets(struct backend *b, struct samples *s, int run, int64_t octets)
{
	static const enum purpose IN[] = { PURPOSE_TRAFFIC_IN, PURPOSES };
	struct finish_result result;
	struct site_run r;

	site_start(b, &r, SITE_MS + run * RUN_MS, IN);
	r.finish.is_discovery = true;
	site_row(&r, 1, 1, "A")[0] = site_int(octets);
	check_rc(site_finish(b, s, &r, EXECUTION_ALL_CAME, SITE_MS + run * RUN_MS + 1000,
		     &result),
	    RC_OK);
}

static void
counters_become_rates_and_a_reset_is_no_rate(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	run_octets(b, s, 0, 1000000);
	run_octets(b, s, 1, 1000000 + 300 * 5000); /* 5000 a second for 300 s */
	run_octets(b, s, 2, 10); /* started anew */
	run_octets(b, s, 3, 10 + 300 * 7);
	(void)read_onu(b, 1, PURPOSE_TRAFFIC_IN, HISTORY_RAW, &f);
	assert_int_equal(f.n, 2);
	check_near(f.at[0].value, 5000);
	assert_int_equal(f.at[0].time_ms, SITE_MS + RUN_MS + 1000);
	check_near(f.at[1].value, 7);
	assert_int_equal(site_ask(b->db, "SELECT in_octets FROM onu_numbers"), 2110);
}

/* How many hourly blocks that made. */
static int64_t
seal_all(struct backend *b, struct samples *s, int64_t now_ms)
{
	int64_t before = site_ask(b->db, "SELECT COUNT(*) FROM history_hours");
	struct err err = { 0 };

	for (bool is_over = false; !is_over;) {
		check_rc(db_begin(b->db, &err), RC_OK);
		check_rc(samples_seal_due(s, b->db, now_ms, &is_over, &err), RC_OK);
		check_rc(db_commit(b->db, &err), RC_OK);
		samples_keep(s);
	}
	return site_ask(b->db, "SELECT COUNT(*) FROM history_hours") - before;
}

static void
an_hour_has_its_least_its_mean_and_its_most(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	RUN_RX(1, -22, NAN);
	RUN_RX(2, -27, NAN, -30);
	RUN_RX(12, -1, -1, -1); /* the next hour */
	assert_int_equal(seal_all(b, s, SITE_MS + HOUR_MS + SEAL_GRACE_MS + 1), 1);
	assert_int_equal(seal_all(b, s, SITE_MS + HOUR_MS + SEAL_GRACE_MS + 2), 0);
	(void)read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_HOUR, &f);
	assert_int_equal(f.n, 1);
	assert_int_equal(f.at[0].time_ms, SITE_MS);
	assert_int_equal(f.at[0].count, 3);
	check_near(f.at[0].value, -23);
	check_near(f.at[0].min, -27);
	check_near(f.at[0].max, -20);
	(void)read_onu(b, 2, PURPOSE_ONU_RX, HISTORY_HOUR, &f);
	assert_int_equal(f.at[0].count, 1);
	(void)read_onu(b, 3, PURPOSE_ONU_RX, HISTORY_HOUR, &f);
	check_near(f.at[0].value, -30);
}

static void
hours_that_nobody_sealed_are_found_after_a_restart(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct err err = { 0 };
	bool is_over = false;
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	RUN_RX(12, -21, -25); /* an hour later */
	RUN_RX(24, -22, -25);
	run_octets(b, s, 13, 1000);
	run_octets(b, s, 14, 1000 + 300 * 9);
	samples_free(s);
	s = samples_new();
	/* Two hours of levels and one of octets; the third is not over. */
	assert_int_equal(seal_all(b, s, SITE_MS + 2 * HOUR_MS + SEAL_GRACE_MS + 1), 3);
	/* Not even the database is asked before there can be something. */
	check_rc(samples_seal_due(
		     s, NULL, SITE_MS + 3 * HOUR_MS + SEAL_GRACE_MS - 1, &is_over, &err),
	    RC_OK);
	assert_true(is_over);
	assert_int_equal(seal_all(b, s, SITE_MS + 3 * HOUR_MS + SEAL_GRACE_MS + 1), 1);
	(void)read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_HOUR, &f);
	assert_int_equal(f.n, 3);
	check_near(f.at[2].value, -22);
	(void)read_onu(b, 1, PURPOSE_TRAFFIC_IN, HISTORY_HOUR, &f);
	assert_int_equal(f.n, 1);
	check_near(f.at[0].max, 9);
	samples_free(s);
}

static void
an_hour_whose_block_was_rolled_back_is_sealed_again(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	int64_t now = SITE_MS + HOUR_MS + SEAL_GRACE_MS + 1;
	struct err err = { 0 };
	bool is_over = false;
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	for (int i = 0; i < 3; i++) {
		check_rc(db_begin(b->db, &err), RC_OK);
		check_rc(samples_seal_due(s, b->db, now, &is_over, &err), RC_OK);
		check_rc(samples_seal_due(s, b->db, now, &is_over, &err), RC_OK);
		db_rollback(b->db);
		samples_drop(s);
	}
	assert_int_equal(seal_all(b, s, now), 1);
	assert_int_equal(read_onu(b, 2, PURPOSE_ONU_RX, HISTORY_HOUR, &f).damaged, 0);
	check_near(f.at[0].value, -25);
}

static void
an_hour_of_damaged_blocks_does_not_keep_the_others(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	RUN_RX(12, -21, -25);
	site_do(b->db,
	    *b->database ? "UPDATE history_blocks SET bytes = 'rubbish'::bytea "
			   "WHERE time_ms < 1767225600000 + 3600000"
			 : "UPDATE history_blocks SET bytes = x'0102030405' "
			   "WHERE time_ms < 1767225600000 + 3600000");
	assert_int_equal(seal_all(b, s, SITE_MS + 3 * HOUR_MS), 1);
	(void)read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_HOUR, &f);
	assert_int_equal(f.n, 1);
	assert_int_equal(f.at[0].time_ms, SITE_MS + HOUR_MS);
}

static void
a_port_and_an_olt_are_read_at_a_moment(void **state)
{
	static const enum purpose RX[] = { PURPOSE_ONU_RX, PURPOSES };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct position port = { .has = 1 << POS_SLOT | 1 << POS_PORT };
	struct sample_moment m = { { SITE_OLT }, PURPOSE_ONU_RX, SITE_MS + RUN_MS, RUN_MS,
		NULL, NULL, false };
	struct finish_result result;
	struct err err = { 0 };
	struct found f = { 0 };
	struct site_run r;

	site_make(b);
	site_start(b, &r, SITE_MS, RX);
	r.finish.is_discovery = true;
	site_row(&r, 1, 1, "A")[0] = site_real(-20);
	site_row(&r, 2, 1, "B")[0] = site_real(-21);
	site_row(&r, 2, 2, "C")[0] = site_real(-22);
	(void)site_row(&r, 2, 3, "D"); /* without a reading */
	check_rc(
	    site_finish(b, s, &r, EXECUTION_ALL_CAME, SITE_MS + 1000, &result), RC_OK);
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_OK);
	assert_int_equal(f.n, 3);
	port.part[POS_PORT] = 2;
	m.port = &port;
	f.n = 0;
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_OK);
	assert_int_equal(f.n, 2);
	assert_int_equal(f.onu[0], 2);
	check_near(f.at[0].value, -21);
	check_near(f.at[1].value, -22);
	m.at_ms = SITE_MS; /* before the first */
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_NOT_FOUND);
	m.at_ms = SITE_MS + 10 * RUN_MS; /* it is too old by then */
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_NOT_FOUND);
	m.purpose = PURPOSE_MAC;
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_INVALID);
}

/* Two runs in the first hour, one in the second. */
static void
a_port_is_read_by_hours_that_have_ended(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct sample_moment m = { .olt = { SITE_OLT },
		.purpose = PURPOSE_ONU_RX,
		.at_ms = SITE_MS + HOUR_MS,
		.max_age_ms = 2 * HOUR_MS,
		.by_hour = true };
	struct err err = { 0 };
	struct found f = { 0 };

	site_make(b);
	RUN_RX(0, -20, -25);
	RUN_RX(1, -22, -25);
	RUN_RX(12, -30, -25);
	(void)seal_all(b, s, SITE_MS + 3 * HOUR_MS);
	m.at_ms = SITE_MS + HOUR_MS - 1;
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_OK);
	assert_int_equal(f.n, 2);
	check_near(f.at[0].value, -21);
	m.at_ms = SITE_MS + HOUR_MS;
	f.n = 0;
	check_rc(samples_at(b->db, &m, note_onu, &f, &err), RC_OK);
	check_near(f.at[0].value, -30);
}

/* ---- ports and chassis --------------------------------------------------------- */

/* The run-th run says this of ports 1 and 2 and of the device, and of no ONU. */
static void
run_parts(struct backend *b, struct samples *s, int run, double tx1, double tx2, int cpu)
{
	static const enum purpose NOTHING[] = { PURPOSES };
	struct part_value one = { PURPOSE_PORT_TX, site_real(tx1) };
	struct part_value two = { PURPOSE_PORT_TX, site_real(tx2) };
	struct part_value busy = { PURPOSE_CPU, site_int(cpu) };
	struct port_row ports[] = { { .n_values = 1, .values = &one },
		{ .n_values = 1, .values = &two } };
	struct chassis_row chassis = { "", 1, &busy };
	struct finish_result result;
	struct site_run r;

	for (uint32_t i = 0; i < 2; i++) {
		ports[i].position.has = 1 << POS_SLOT | 1 << POS_PORT;
		ports[i].position.part[POS_PORT] = i + 1;
	}
	site_start(b, &r, SITE_MS + run * RUN_MS, NOTHING);
	r.finish.parts = (struct parts){ isnan(tx2) ? 1 : 2, ports, 1, &chassis };
	check_rc(site_finish(b, s, &r, EXECUTION_ALL_CAME, SITE_MS + run * RUN_MS + 1000,
		     &result),
	    RC_OK);
}

static void
ports_and_chassis_have_a_history_beside_that_of_onus(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	int64_t port, device = samples_part_id("");
	struct found f;

	site_make(b);
	RUN_RX(0, -20, -25);
	run_parts(b, s, 1, 3.5, NAN, 10);
	run_parts(b, s, 2, 3.25, 4.5, 30); /* a second port: a roster of their own */
	samples_free(s);
	s = samples_new(); /* the program starts again */
	RUN_RX(3, -21, -25);
	run_parts(b, s, 4, 3, 4, 20);
	port = site_ask(b->db, "SELECT id FROM pon_ports WHERE port = 1");
	(void)read_onu(b, port, PURPOSE_PORT_TX, HISTORY_RAW, &f);
	assert_int_equal(f.n, 3);
	check_near(f.at[0].value, 3.5);
	check_near(f.at[1].value, 3.25);
	check_near(f.at[2].value, 3);
	port = site_ask(b->db, "SELECT id FROM pon_ports WHERE port = 2");
	(void)read_onu(b, port, PURPOSE_PORT_TX, HISTORY_RAW, &f);
	assert_int_equal(f.n, 2);
	check_near(f.at[0].value, 4.5);
	(void)read_onu(b, 1, PURPOSE_ONU_RX, HISTORY_RAW, &f);
	assert_int_equal(f.n, 2);
	assert_int_equal(site_ask(b->db, "SELECT roster FROM olts WHERE id = 1"), 1);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_rosters"), 4);
	/* One hour each of levels, of ports and of the device. */
	assert_int_equal(seal_all(b, s, SITE_MS + HOUR_MS + SEAL_GRACE_MS + 1), 3);
	(void)read_onu(b, device, PURPOSE_CPU, HISTORY_HOUR, &f);
	assert_int_equal(f.n, 1);
	check_near(f.at[0].value, 20);
	check_near(f.at[0].max, 30);
	assert_int_equal(f.at[0].count, 3);
	samples_free(s);
}

/* ---- retention ------------------------------------------------------------------- */

static int
sweep_all(struct backend *b, const struct retention_rules *rules, int64_t now_ms,
    int64_t *ret_removed)
{
	struct retention_sweep sweep = RETENTION_SWEEP;
	struct err err = { 0 };
	int steps = 0;

	sweep.limit = 2;
	while (!sweep.is_over) {
		int64_t before = sweep.removed;

		check_rc(store_retain_step(b->db, rules, now_ms, &sweep, &err), RC_OK);
		assert_true(sweep.removed - before <= 2);
		assert_true(++steps < 1000);
	}
	*ret_removed = sweep.removed;
	return steps;
}

static void
old_data_leaves_in_small_steps_and_the_rest_can_be_read(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct retention_rules rules = { 0 };
	int64_t removed = 0, now = SITE_MS + 40 * RUN_MS;
	struct found f;

	site_make(b);
	for (int i = 0; i < 40; i++)
		RUN_RX(i, -20 - i * 0.01, -25);
	sweep_all(b, &rules, now, &removed); /* no rule: nothing leaves */
	assert_int_equal(removed, 0);
	/* Ten runs are kept, and an hour more for what they were made to: the runs
	 * before the 18th end too early for both. */
	rules.samples_ms = 10 * RUN_MS;
	assert_true(sweep_all(b, &rules, now, &removed) > 9);
	assert_int_equal(removed, 18);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_blocks"), 22);
	struct sample_query query = { { SITE_OLT }, { 1 }, PURPOSE_ONU_RX,
		now - 10 * RUN_MS, now, HISTORY_RAW, NULL };
	struct sample_report report = { 0 };
	struct err err = { 0 };
	f.n = 0;
	check_rc(samples_of_onu(b->db, &query, note, &f, &report, &err), RC_OK);
	assert_int_equal(f.n, 10);
	assert_int_equal(report.gone + report.damaged, 0);
	rules.executions_ms = 5 * RUN_MS; /* executions 0 to 34, and older quotas */
	sweep_all(b, &rules, now, &removed);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM executions"), 5);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM attempts"), 5);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 2);
}

static void
rosters_leave_when_nothing_refers_to_them_any_more(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct retention_rules rules = { .samples_ms = 2 * RETENTION_DAY_MS };
	int64_t removed = 0;
	struct found f;

	site_make(b);
	RUN_RX(0, -20);
	RUN_RX(1, -20, -21);
	RUN_RX(2, -20, -21, -22);
	run_parts(b, s, 3, 3.5, NAN, 10); /* rosters that have nothing to do with these */
	RUN_RX(100 * 288, -20, -21, -22); /* after a hundred days */
	(void)seal_all(b, s, SITE_MS + 101 * RETENTION_DAY_MS);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_hours"), 4);
	/* Hours are for ever, and the first was sealed with the last roster. */
	(void)sweep_all(b, &rules, SITE_MS + 101 * RETENTION_DAY_MS, &removed);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_rosters"), 5);
	/* The second followed the first less than four days ago, so that hours of two
	 * days, and what they were made to, may have it yet. */
	rules.hours_ms = 2 * RETENTION_DAY_MS;
	(void)sweep_all(b, &rules, SITE_MS + 4 * RETENTION_DAY_MS, &removed);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_rosters"), 5);
	(void)sweep_all(b, &rules, SITE_MS + 5 * RETENTION_DAY_MS, &removed);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_rosters"), 3);
	assert_int_equal(site_ask(b->db, "SELECT MIN(version) FROM history_rosters"), 3);
	struct sample_query query = { { SITE_OLT }, { 3 }, PURPOSE_ONU_RX,
		SITE_MS + 50 * RETENTION_DAY_MS, INT64_MAX, HISTORY_RAW, NULL };
	struct sample_report report = { 0 };
	struct err err = { 0 };
	f.n = 0;
	check_rc(samples_of_onu(b->db, &query, note, &f, &report, &err), RC_OK);
	assert_int_equal(f.n, 1);
	check_near(f.at[0].value, -22);
}

static void
a_slow_step_makes_the_next_smaller_and_a_fast_one_larger(void **state)
{
	(void)state;
	assert_int_equal(retention_limit(100, 40), 50);
	assert_int_equal(retention_limit(100, 5), 100);
	assert_int_equal(retention_limit(100, 2), 200);
	assert_int_equal(retention_limit(1, 500), 1);
	assert_int_equal(retention_limit(500, 1), 500);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(one_onu_is_read_through_nulls_newcomers_and_a_restart),
		ON_EACH(what_was_rolled_back_leaves_no_hole_behind),
		ON_EACH(a_damaged_block_costs_itself_and_is_told),
		ON_EACH(a_damaged_roster_is_told_and_the_next_run_starts_anew),
		ON_EACH(counters_become_rates_and_a_reset_is_no_rate),
		ON_EACH(an_hour_has_its_least_its_mean_and_its_most),
		ON_EACH(hours_that_nobody_sealed_are_found_after_a_restart),
		ON_EACH(an_hour_whose_block_was_rolled_back_is_sealed_again),
		ON_EACH(an_hour_of_damaged_blocks_does_not_keep_the_others),
		ON_EACH(a_port_and_an_olt_are_read_at_a_moment),
		ON_EACH(a_port_is_read_by_hours_that_have_ended),
		ON_EACH(rosters_leave_when_nothing_refers_to_them_any_more),
		ON_EACH(ports_and_chassis_have_a_history_beside_that_of_onus),
		ON_EACH(old_data_leaves_in_small_steps_and_the_rest_can_be_read),
		cmocka_unit_test(
		    a_slow_step_makes_the_next_smaller_and_a_fast_one_larger),
	};

	return CHECK_ALL(tests);
}
