/* SPDX-License-Identifier: Apache-2.0
 *
 * When each value came and what brought it, columns that people make up, and counters
 * that become rates.
 */
#include "site.h"

#include <math.h>

#include "store/onu/onu_values.h"

#define RUN_MS INT64_C(300000)

enum { RX, DISTANCE };

static const enum purpose LEVELS[] = { PURPOSE_ONU_RX, PURPOSE_DISTANCE, PURPOSES };

/* What one ONU has for one purpose, or one custom column. */
struct wanted {
	enum purpose purpose;
	const char *custom;
	struct onu_value got;
	char text[64]; /* of the value */
	bool is_found;
	int n; /* told in all */
};

static void
look(void *ctx, const struct onu_value *value)
{
	struct wanted *w = ctx;

	w->n++;
	if (value->purpose != w->purpose ||
	    (w->custom && strcmp(value->custom, w->custom) != 0))
		return;
	w->is_found = true;
	w->got = *value;
	if (value->value.kind == VALUE_TEXT || value->value.kind == VALUE_STATE)
		(void)snprintf(w->text, sizeof(w->text), "%s", value->value.text);
}

static struct wanted
value_of(struct backend *b, int64_t onu, enum purpose purpose, const char *custom)
{
	struct wanted w = { .purpose = purpose, .custom = custom };
	struct err err = { 0 };

	check_rc(store_onu_values(b->db, (struct onu_id){ onu }, look, &w, &err), RC_OK);
	return w;
}

/* The moment of a value, as the number of the run that brought it; 0: never. The
 * execution of run n is the n-th. */
static int64_t
run_of(struct backend *b, int64_t onu, enum purpose purpose, const char *custom)
{
	struct wanted w = value_of(b, onu, purpose, custom);

	if (w.got.at_ms == 0) {
		assert_int_equal(w.got.execution.v, 0);
		return 0;
	}
	assert_int_equal((w.got.at_ms - SITE_MS) % RUN_MS, 0);
	assert_int_equal(w.got.execution.v, (w.got.at_ms - SITE_MS) / RUN_MS);
	return w.got.execution.v;
}

/* Run n starts a second before its moment. */
static void
start(struct backend *b, struct site_run *run, int n, const enum purpose *columns)
{
	site_start(b, run, SITE_MS + n * RUN_MS - 1000, columns);
}

static struct finish_result
finish(struct backend *b, struct samples *s, struct site_run *run, int n)
{
	struct finish_result result;

	check_rc(
	    site_finish(b, s, run, EXECUTION_ALL_CAME, SITE_MS + n * RUN_MS, &result),
	    RC_OK);
	return result;
}

/* ONUs 1 to n of the OLT, found by run 1 with a level of -20 and 500 m. */
static void
discover(struct backend *b, struct samples *s, uint32_t n)
{
	static const char *const SERIALS[] = { "A", "B", "C", "D", "E", "F" };
	struct site_run run;

	start(b, &run, 1, LEVELS);
	run.finish.is_discovery = true;
	for (uint32_t i = 0; i < n; i++) {
		struct value *v = site_row(&run, 1, i + 1, SERIALS[i]);

		v[RX] = site_real(-20);
		v[DISTANCE] = site_int(500);
	}
	(void)finish(b, s, &run, 1);
}

/* ---- stamps ---------------------------------------------------------------------- */

static void
a_value_that_stays_is_not_written_but_its_moment_goes_on(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;
	struct wanted w;

	site_make(b);
	discover(b, s, 2);
	start(b, &run, 2, LEVELS);
	for (uint32_t i = 1; i <= 2; i++) {
		struct value *v = site_row(&run, 1, i, NULL);

		v[RX] = site_real(-20);
		v[DISTANCE] = site_int(500);
	}
	assert_int_equal(finish(b, s, &run, 2).n_updated, 0);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_numbers WHERE execution_id = 1"),
	    2);
	w = value_of(b, 1, PURPOSE_ONU_RX, NULL);
	assert_true(w.is_found);
	assert_true(fabs(w.got.value.r + 20) < 1e-9);
	assert_int_equal(run_of(b, 1, PURPOSE_ONU_RX, NULL), 2);
	assert_int_equal(run_of(b, 2, PURPOSE_DISTANCE, NULL), 2);
	/* Nobody ever asked for it. */
	assert_int_equal(run_of(b, 1, PURPOSE_VOLTAGE, NULL), 0);
	assert_int_equal(w.n, 25);
}

static void
who_is_silent_keeps_its_values_and_their_moment(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;

	site_make(b);
	discover(b, s, 3);
	for (int n = 2; n <= 3; n++) {
		start(b, &run, n, LEVELS); /* 3 says nothing, 2 no distance */
		site_row(&run, 1, 1, NULL)[RX] = site_real(-20 - n);
		site_row(&run, 1, 2, NULL)[RX] = site_real(-20 - n);
		run.rows[1].answered = 1 << RX;
		(void)finish(b, s, &run, n);
		assert_int_equal(run_of(b, 1, PURPOSE_ONU_RX, NULL), n);
		assert_int_equal(run_of(b, 1, PURPOSE_DISTANCE, NULL), n);
		assert_int_equal(run_of(b, 2, PURPOSE_ONU_RX, NULL), n);
		assert_int_equal(run_of(b, 2, PURPOSE_DISTANCE, NULL), 1);
		assert_int_equal(run_of(b, 3, PURPOSE_ONU_RX, NULL), 1);
		assert_int_equal(value_of(b, 3, PURPOSE_DISTANCE, NULL).got.value.i, 500);
	}
	/* That was written once, and goes when it answers again. */
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_numbers WHERE stamps IS NULL"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT length(stamps) FROM onu_numbers WHERE onu_id = 3"),
	    20);
	start(b, &run, 4, LEVELS);
	for (uint32_t i = 1; i <= 3; i++)
		(void)site_row(&run, 1, i, NULL);
	(void)finish(b, s, &run, 4);
	assert_int_equal(run_of(b, 3, PURPOSE_DISTANCE, NULL), 4);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_numbers WHERE stamps IS NULL"), 3);
}

static void
a_sweep_of_some_leaves_the_moments_of_the_others(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;

	site_make(b);
	discover(b, s, 6);
	for (int n = 2; n <= 4; n++) { /* two of six each time */
		start(b, &run, n, LEVELS);
		for (uint32_t i = 0; i < 2; i++) {
			uint32_t onu = (uint32_t)(n - 2) * 2 + i + 1;

			site_row(&run, 1, onu, NULL)[RX] = site_real(-25);
			run.rows[i].answered = 1 << RX;
		}
		(void)finish(b, s, &run, n);
	}
	for (int onu = 1; onu <= 6; onu++) {
		assert_int_equal(run_of(b, onu, PURPOSE_ONU_RX, NULL), (onu - 1) / 2 + 2);
		assert_int_equal(run_of(b, onu, PURPOSE_DISTANCE, NULL), 1);
	}
	/* A run of all brings them together again. */
	start(b, &run, 5, LEVELS);
	for (uint32_t i = 1; i <= 6; i++)
		(void)site_row(&run, 1, i, NULL);
	(void)finish(b, s, &run, 5);
	for (int onu = 1; onu <= 6; onu++)
		assert_int_equal(run_of(b, onu, PURPOSE_ONU_RX, NULL), 5);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_numbers WHERE stamps IS NULL"), 6);
}

static void
who_came_later_was_never_asked(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	static const enum purpose NOTHING[] = { PURPOSES };
	struct site_run run;

	site_make(b);
	discover(b, s, 2);
	start(b, &run, 2, NOTHING);
	run.finish.is_discovery = true;
	(void)site_row(&run, 1, 1, "A");
	(void)site_row(&run, 1, 2, "B");
	(void)site_row(&run, 1, 3, "C");
	(void)finish(b, s, &run, 2);
	assert_int_equal(run_of(b, 3, PURPOSE_ONU_RX, NULL), 0);
	start(b, &run, 3, LEVELS); /* and is not yet */
	(void)site_row(&run, 1, 1, NULL);
	(void)site_row(&run, 1, 2, NULL);
	(void)finish(b, s, &run, 3);
	assert_int_equal(run_of(b, 1, PURPOSE_ONU_RX, NULL), 3);
	assert_int_equal(run_of(b, 3, PURPOSE_ONU_RX, NULL), 0);
	check_rc(store_onu_values(b->db, (struct onu_id){ 99 }, look,
		     &(struct wanted){ 0 }, &(struct err){ 0 }),
	    RC_NOT_FOUND);
}

static void
a_null_leaves_what_is_to_be_kept(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;
	struct wanted w;

	site_make(b);
	discover(b, s, 1);
	start(b, &run, 2, LEVELS);
	run.columns[DISTANCE].keep_previous = true;
	(void)site_row(&run, 1, 1, NULL); /* both null */
	(void)finish(b, s, &run, 2);
	w = value_of(b, 1, PURPOSE_ONU_RX, NULL);
	assert_int_equal(w.got.value.kind, VALUE_NULL);
	assert_int_equal(run_of(b, 1, PURPOSE_ONU_RX, NULL), 2);
	w = value_of(b, 1, PURPOSE_DISTANCE, NULL);
	assert_int_equal(w.got.value.kind, VALUE_INT);
	assert_int_equal(w.got.value.i, 500);
	assert_int_equal(run_of(b, 1, PURPOSE_DISTANCE, NULL), 1);
	start(b, &run, 3, LEVELS);
	run.columns[DISTANCE].keep_previous = true;
	site_row(&run, 1, 1, NULL)[DISTANCE] = site_int(510);
	(void)finish(b, s, &run, 3);
	assert_int_equal(value_of(b, 1, PURPOSE_DISTANCE, NULL).got.value.i, 510);
	assert_int_equal(run_of(b, 1, PURPOSE_DISTANCE, NULL), 3);
}

/* ---- custom columns -------------------------------------------------------------- */

static const enum purpose CUSTOMS[] = { PURPOSE_CUSTOM, PURPOSE_CUSTOM, PURPOSES };

static void
start_custom(struct backend *b, struct site_run *run, int n)
{
	start(b, run, n, CUSTOMS);
	run->columns[0].custom = "vlan";
	run->columns[1].custom = "wifi";
}

static void
custom_columns_are_kept_typed_and_written_where_they_changed(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;
	struct wanted w;

	site_make(b);
	discover(b, s, 2);
	for (int n = 2; n <= 3; n++) {
		start_custom(b, &run, n);
		for (uint32_t i = 1; i <= 2; i++) {
			struct value *v = site_row(&run, 1, i, NULL);

			v[0] = site_int(i == 2 && n == 3 ? 300 : 100);
			v[1] = site_text(i == 1 ? "on" : "off");
		}
		/* Both are new, then one has changed. */
		assert_int_equal(finish(b, s, &run, n).n_updated, n == 2 ? 2 : 1);
	}
	w = value_of(b, 1, PURPOSE_CUSTOM, "vlan");
	assert_int_equal(w.got.value.kind, VALUE_INT);
	assert_int_equal(w.got.value.i, 100);
	assert_int_equal(w.n, 27);
	assert_int_equal(value_of(b, 2, PURPOSE_CUSTOM, "vlan").got.value.i, 300);
	assert_string_equal(value_of(b, 2, PURPOSE_CUSTOM, "wifi").text, "off");
	assert_int_equal(run_of(b, 1, PURPOSE_CUSTOM, "vlan"), 3);
	assert_int_equal(run_of(b, 1, PURPOSE_CUSTOM, "wifi"), 3);
	start_custom(b, &run, 4); /* a state now; and 2 is silent */
	site_row(&run, 1, 1, NULL)[1] = site_state(1, STATE_ENABLED, "yes");
	(void)finish(b, s, &run, 4);
	w = value_of(b, 1, PURPOSE_CUSTOM, "wifi");
	assert_int_equal(w.got.value.kind, VALUE_STATE);
	assert_int_equal(w.got.value.state, STATE_ENABLED);
	assert_int_equal(w.got.value.i, 1);
	assert_string_equal(w.text, "yes");
	assert_int_equal(
	    value_of(b, 1, PURPOSE_CUSTOM, "vlan").got.value.kind, VALUE_NULL);
	assert_int_equal(run_of(b, 1, PURPOSE_CUSTOM, "wifi"), 4);
	assert_int_equal(run_of(b, 2, PURPOSE_CUSTOM, "wifi"), 3);
	assert_string_equal(value_of(b, 2, PURPOSE_CUSTOM, "wifi").text, "off");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_custom"), 4);
}

/* Its history is a rate: whoever draws it must know. */
static void
a_custom_number_that_counts_up_is_told_as_a_counter(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;

	site_make(b);
	discover(b, s, 1);
	for (int n = 2; n <= 3; n++) {
		struct value *v;

		start_custom(b, &run, n);
		v = site_row(&run, 1, 1, NULL);
		v[0] = site_int(100 * n);
		v[0].counter_bits = 32;
		v[1] = site_int(5);
		(void)finish(b, s, &run, n);
	}
	assert_int_not_equal(
	    value_of(b, 1, PURPOSE_CUSTOM, "vlan").got.value.counter_bits, 0);
	assert_int_equal(value_of(b, 1, PURPOSE_CUSTOM, "vlan").got.value.i, 300);
	assert_int_equal(
	    value_of(b, 1, PURPOSE_CUSTOM, "wifi").got.value.counter_bits, 0);
}

struct found {
	size_t n;
	double at[16];
};

static void
note(void *ctx, const struct sample *sample)
{
	struct found *f = ctx;

	assert_true(f->n < 16);
	f->at[f->n++] = sample->value;
}

static struct found
history_of(struct backend *b, int64_t onu, enum purpose purpose, const char *custom)
{
	struct sample_query q = { { SITE_OLT }, { onu }, purpose, 0, INT64_MAX,
		HISTORY_RAW, custom };
	struct sample_report report;
	struct found f = { 0 };
	struct err err = { 0 };

	check_rc(samples_of_onu(b->db, &q, note, &f, &report, &err), RC_OK);
	assert_int_equal(report.damaged, 0);
	return f;
}

static void
check_near(double got, double expected)
{
	if (!(fabs(got - expected) < 1e-6))
		fail_msg("%f is not %f", got, expected);
}

static void
numbers_of_custom_columns_have_a_history_under_a_lasting_number(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct sample_query q = { .olt = { SITE_OLT },
		.onu = { 1 },
		.purpose = PURPOSE_CUSTOM,
		.to_ms = INT64_MAX,
		.kind = HISTORY_RAW,
		.custom = "wifi" };
	struct sample_report report = { 0 };
	struct err err = { 0 };
	struct site_run run;
	struct found f = { 0 };

	site_make(b);
	discover(b, s, 1);
	for (int n = 2; n <= 4; n++) {
		struct value *v;

		start_custom(b, &run, n);
		v = site_row(&run, 1, 1, NULL);
		v[0] = n == 3 ? site_real(1.25) : site_real(n);
		v[1] = site_text("on");
		(void)finish(b, s, &run, n);
		samples_free(s);
		s = samples_new(); /* the program starts again */
	}
	samples_free(s);
	f = history_of(b, 1, PURPOSE_CUSTOM, "vlan");
	assert_int_equal(f.n, 3);
	check_near(f.at[0], 2);
	check_near(f.at[1], 1.25);
	check_near(f.at[2], 4);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT metric FROM history_metrics WHERE name = 'custom:vlan'"),
	    1000);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM history_metrics"), 1);
	/* Text has none. */
	check_rc(samples_of_onu(b->db, &q, note, &f, &report, &err), RC_NOT_FOUND);
	check_contains(err.msg, "custom:wifi has no history");
}

/* ---- counters -------------------------------------------------------------------- */

static const enum purpose TRAFFIC[] = { PURPOSE_TRAFFIC_IN, PURPOSE_UPTIME, PURPOSES };

struct count {
	int64_t octets;
	uint8_t bits;
	int64_t onu_up_s; /* -1: not told */
	int64_t olt_up_s; /* 0: not told */
};

static void
run_counts(struct backend *b, struct samples *s, const struct count *counts, int n)
{
	struct site_run run;

	discover(b, s, 1);
	for (int i = 0; i < n; i++) {
		struct value *v;

		start(b, &run, i + 2, TRAFFIC);
		run.finish.uptime_ms = counts[i].olt_up_s * 1000;
		v = site_row(&run, 1, 1, NULL);
		v[0] = site_int(counts[i].octets);
		v[0].counter_bits = counts[i].bits;
		if (counts[i].onu_up_s >= 0)
			v[1] = site_int(counts[i].onu_up_s);
		(void)finish(b, s, &run, i + 2);
	}
}

static void
a_32_bit_counter_wraps_where_a_64_bit_one_was_reset(void **state)
{
	static const struct count COUNTS[] = {
		{ INT64_C(4294967296) - 600, 32, -1, 0 }, /* no rate without a first */
		{ 2400, 32, -1, 0 }, /* 600 to the end and 2400 on: 10 a second */
		{ 5400, 32, -1, 0 }, /* 3000 more: 10 again */
		{ 100, 32, -1, 0 }, /* nearly all the way round: it was reset */
		{ 700, 32, -1, 0 }, /* 600 more: 2 a second */
		{ 10, 64, -1, 0 }, /* 64 bits never wrap in this ops */
		{ 310, 64, -1, 0 }, /* 1 a second */
	};
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	run_counts(b, s, COUNTS, 7);
	f = history_of(b, 1, PURPOSE_TRAFFIC_IN, NULL);
	assert_int_equal(f.n, 4);
	check_near(f.at[0], 10);
	check_near(f.at[1], 10);
	check_near(f.at[2], 2);
	check_near(f.at[3], 1);
	assert_int_equal(value_of(b, 1, PURPOSE_TRAFFIC_IN, NULL).got.value.i, 310);
}

static void
an_uptime_that_went_back_gives_no_sample(void **state)
{
	static const struct count COUNTS[] = {
		{ 1000, 64, 5000, 0 }, { 4000, 64, 5300, 0 }, /* 10 a second */
		{ 9000, 64, 40, 0 }, /* more, but the ONU is up for 40 s only */
		{ 12000, 64, 340, 90 }, /* and now its OLT for 90 s */
		{ 15000, 64, 640, 390 }, /* 10 a second */
	};
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct found f;

	site_make(b);
	run_counts(b, s, COUNTS, 5);
	f = history_of(b, 1, PURPOSE_TRAFFIC_IN, NULL);
	assert_int_equal(f.n, 2);
	check_near(f.at[0], 10);
	check_near(f.at[1], 10);
}

static void
the_chassis_tells_of_a_restart_too(void **state)
{
	static const struct part_value UP[] = { { .purpose = PURPOSE_CHASSIS_UPTIME,
	    .value = { .kind = VALUE_INT, .i = 40 } } };
	static const struct chassis_row CHASSIS[] = { { "", 1, UP } };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct site_run run;
	struct found f;

	site_make(b);
	discover(b, s, 1);
	for (int n = 2; n <= 5; n++) {
		start(b, &run, n, TRAFFIC);
		if (n == 4)
			run.finish.parts =
			    (struct parts){ .n_chassis = 1, .chassis = CHASSIS };
		site_row(&run, 1, 1, NULL)[0] = site_int(n * n * 300);
		(void)finish(b, s, &run, n);
	}
	f = history_of(b, 1, PURPOSE_TRAFFIC_IN, NULL);
	assert_int_equal(f.n, 2);
	check_near(f.at[0], 5); /* 9 - 4 */
	check_near(f.at[1], 9); /* 25 - 16 */
}

/* What the counter stood at is known from the database. */
static void
a_restart_of_the_program_costs_no_rate(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct site_run run;
	struct found f;

	site_make(b);
	discover(b, s, 1);
	for (int n = 2; n <= 4; n++) {
		start_custom(b, &run, n);
		site_row(&run, 1, 1, NULL)[0] = site_int(n * 3000);
		run.values[0][0].counter_bits = 32;
		(void)finish(b, s, &run, n);
		samples_free(s);
		s = samples_new();
	}
	samples_free(s);
	f = history_of(b, 1, PURPOSE_CUSTOM, "vlan");
	assert_int_equal(f.n, 2);
	check_near(f.at[0], 10);
	check_near(f.at[1], 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_value_that_stays_is_not_written_but_its_moment_goes_on),
		ON_EACH(who_is_silent_keeps_its_values_and_their_moment),
		ON_EACH(a_sweep_of_some_leaves_the_moments_of_the_others),
		ON_EACH(who_came_later_was_never_asked),
		ON_EACH(a_null_leaves_what_is_to_be_kept),
		ON_EACH(custom_columns_are_kept_typed_and_written_where_they_changed),
		ON_EACH(a_custom_number_that_counts_up_is_told_as_a_counter),
		ON_EACH(numbers_of_custom_columns_have_a_history_under_a_lasting_number),
		ON_EACH(a_32_bit_counter_wraps_where_a_64_bit_one_was_reset),
		ON_EACH(an_uptime_that_went_back_gives_no_sample),
		ON_EACH(the_chassis_tells_of_a_restart_too),
		ON_EACH(a_restart_of_the_program_costs_no_rate),
	};

	return CHECK_ALL(tests);
}
