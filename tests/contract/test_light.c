/* SPDX-License-Identifier: Apache-2.0
 *
 * What is made of the past of ONUs and OLTs: levels that got worse, when states were
 * watched and what they were, how an OLT performs.
 */
#include "site.h"

#include <math.h>

#include "base/vec.h"
#include "store/db/db.h"
#include "store/onu/light.h"
#include "store/olt/olt_hours.h"
#include "store/onu/onu_past.h"
#include "store/ledger/totals.h"
#include "store/olt/watch.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)
#define NOW_MS (SITE_MS + 40 * DAY_MS)

/* ---- light ----------------------------------------------------------------------------- */

/* ONUs 1 to 4 receive this at a moment. */
static void
put_levels(struct backend *b, struct samples *s, int64_t at_ms, enum purpose purpose,
    const double *numbers)
{
	static const int64_t ONUS[] = { 1, 2, 3, 4 };
	struct run_readings run = { { SITE_OLT }, at_ms, 4, ONUS };
	struct err err = { 0 };

	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(samples_write(s, b->db, &run, metric_of(purpose), numbers, &err), RC_OK);
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

/* Once an hour of the days that are compared. */
static void
fill_history(struct backend *b, struct samples *s)
{
	static const double THEN[] = { -20, -20, -20, NAN };
	static const double WEEK[] = { -20, -21, -20, NAN };
	static const double NOW[] = { -20.2, -24, -20, -30 };
	static const double OLT_THEN[] = { -22, -22, -22, -22 };
	static const double OLT_NOW[] = { -22, -22, -25.5, -22 };
	static const struct {
		int64_t days;
		const double *onu, *olt;
	} DAYS[] = { { 30, THEN, OLT_THEN }, { 7, WEEK, OLT_THEN }, { 0, NOW, OLT_NOW } };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, serial, run_state, is_present, first_seen_ms, "
	    "last_seen_ms) VALUES (1, 1, 'A', 'online', 1, 0, 0), "
	    "(2, 1, 'B', 'online', 1, 0, 0), (3, 1, 'C', 'online', 1, 0, 0), "
	    "(4, 1, 'D', 'online', 1, 0, 0)");
	for (size_t i = 0; i < 3; i++) {
		for (int hour = 5; hour > 0; hour--) {
			int64_t at = NOW_MS - DAYS[i].days * DAY_MS - hour * HOUR_MS;

			put_levels(b, s, at + 60000, PURPOSE_ONU_RX, DAYS[i].onu);
			put_levels(b, s, at + 60000, PURPOSE_OLT_RX, DAYS[i].olt);
		}
	}
	seal(b, s);
}

static void
compare(struct backend *b)
{
	struct vec changes = VEC_INIT(struct light_change);
	struct olt_id olt = { 0 };
	struct err err = { 0 };
	bool is_due = false;

	check_rc(light_due(b->db, NOW_MS, &is_due, &olt, &err), RC_OK);
	assert_true(is_due);
	assert_int_equal(olt.v, SITE_OLT);
	check_rc(light_find(b->db, olt, NOW_MS, &changes, &err), RC_OK);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(light_keep(b->db, olt, NOW_MS, &changes, &err), RC_OK);
	check_rc(db_commit(b->db, &err), RC_OK);
	vec_fini(&changes);
}

static void
who_gets_less_light_than_before_is_found(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct totals t;

	fill_history(b, s);
	compare(b);
	/* 1 is as it was, and 4 had no level then. */
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_light"), 2);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(change_7d_db * 100 AS BIGINT) FROM onu_light "
			     "WHERE onu_id = 2"),
	    -300);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(change_30d_db * 100 AS BIGINT) FROM onu_light "
			     "WHERE onu_id = 2"),
	    -400);
	/* Of 3 it is the OLT that receives less. */
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(change_7d_db * 100 AS BIGINT) FROM onu_light "
			     "WHERE onu_id = 3 AND onu_rx_7d_db = 0"),
	    -350);
	check_rc(store_totals(b->db, (struct olt_id){ 0 }, 0, &t, NULL), RC_OK);
	assert_int_equal(t.onus_worse_7d, 2);
	site_do(b->db,
	    "INSERT INTO settings (key, value, updated_ms) VALUES ('light.worse', "
	    "'3.2', 0)");
	check_rc(store_totals(b->db, (struct olt_id){ 1 }, 0, &t, NULL), RC_OK);
	assert_int_equal(t.onus_worse_7d, 1);
	assert_int_equal(t.onus_worse_30d, 2);
}

static void
an_olt_is_compared_once_an_hour(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_id olt = { 0 };
	bool is_due = true;

	fill_history(b, s);
	compare(b);
	site_do(b->db, "UPDATE olts SET deleted_ms = 1 WHERE id <> 1");
	check_rc(light_due(b->db, NOW_MS, &is_due, &olt, NULL), RC_OK);
	assert_false(is_due);
	check_rc(light_due(b->db, NOW_MS + HOUR_MS, &is_due, &olt, NULL), RC_OK);
	assert_true(is_due);
	site_do(b->db, "DELETE FROM olt_light");
	compare(b); /* what was kept before gives way */
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_light"), 2);
}

/* ---- watches --------------------------------------------------------------------------- */

struct watches {
	char text[256];
	size_t n;
};

/* In minutes. */
static enum rc
note_one(void *ctx, const struct watch *w)
{
	struct watches *all = ctx;

	all->n +=
	    (size_t)snprintf(all->text + all->n, sizeof(all->text) - all->n, "%s%d-%d",
		all->n ? " " : "", (int)(w->from_ms / 60000), (int)(w->until_ms / 60000));
	return RC_OK;
}

static const char *
watched(struct backend *b)
{
	static struct watches all;

	all = (struct watches){ .n = 0 };
	check_rc(store_watches(b->db, (struct olt_id){ SITE_OLT }, 0, INT64_MAX, note_one,
		     &all, NULL),
	    RC_OK);
	return all.text;
}

static void
note(struct backend *b, const int *minutes, size_t n)
{
	struct err err = { 0 };

	for (size_t i = 0; i < n; i++)
		check_rc(watch_note(b->db, (struct olt_id){ SITE_OLT },
			     (int64_t)minutes[i] * 60000, &err),
		    RC_OK);
}

static void
what_is_watched_goes_on_until_a_long_gap(void **state)
{
	static const int OFTEN[] = { 100, 105, 110, 110, 138, 300, 305 };
	static const int SET_BACK[] = { 200, 303 };
	static const int RARELY[] = { 1000, 1060, 1120, 1180, 1500 };
	struct backend *b = backend_of(state);

	site_make(b);
	note(b, OFTEN, 7);
	assert_string_equal(watched(b), "100-138 300-305");
	note(b, SET_BACK, 2);
	assert_string_equal(watched(b), "100-138 300-305");
	note(b, RARELY, 5);
	assert_string_equal(watched(b), "100-138 300-305 1000-1180 1500-1500");
}

static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSE_LAST_DOWN_CAUSE,
	PURPOSES };

static void
say(struct backend *b, struct samples *s, int64_t at_ms, struct value run_state,
    struct value cause)
{
	struct finish_result result;
	struct site_run run;
	struct value *v;

	site_start(b, &run, at_ms - 1000, STATES);
	run.finish.is_discovery = true;
	v = site_row(&run, 1, 1, "AAAA");
	v[0] = run_state;
	v[1] = cause;
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, at_ms, &result), RC_OK);
	samples_keep(s);
}

static enum rc
add_change(void *ctx, const struct onu_change *c)
{
	struct watches *all = ctx;

	all->n += (size_t)snprintf(all->text + all->n, sizeof(all->text) - all->n,
	    "%s%s:%s>%s/%s", all->n ? " " : "", onu_event_name(c->kind),
	    state_name(c->before), state_name(c->after), state_name(c->cause));
	return RC_OK;
}

/* The cause of the first outage is told with it; that of the second comes later, and is
 * not that of the first meanwhile. */
static void
a_change_says_what_it_meant_and_why(void **state)
{
	static const struct value NOTHING = { .kind = VALUE_NULL };
	struct value up = site_state(1, STATE_ONLINE, "working");
	struct value down = site_state(2, STATE_OFFLINE, "down");
	struct value los = site_state(1, STATE_LOS_ONU, "LOS");
	struct value power = site_state(13, STATE_POWER, "dying-gasp");
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct watches all = { .n = 0 };

	site_make(b);
	say(b, s, SITE_MS, up, NOTHING);
	say(b, s, SITE_MS + 300000, down, los);
	say(b, s, SITE_MS + 600000, up, los);
	say(b, s, SITE_MS + 900000, down, los);
	say(b, s, SITE_MS + 1200000, down, power);
	site_do(b->db,
	    "INSERT INTO state_labels (brand_id, purpose, raw, label, meaning, "
	    "created_ms, updated_ms) SELECT brand_id, 'run_state', '1', 'working', "
	    "'online', 0, 0 FROM olts WHERE id = 1;"
	    "INSERT INTO state_labels (brand_id, purpose, raw, label, meaning, "
	    "created_ms, updated_ms) SELECT brand_id, 'run_state', '2', 'down', "
	    "'offline', 0, 0 FROM olts WHERE id = 1");
	check_rc(store_onu_changes(
		     b->db, (struct onu_id){ 1 }, 0, 100, add_change, &all, NULL),
	    RC_OK);
	check_contains(all.text, "cause:");
	check_contains(all.text, "/power run_state:online>offline/los_onu ");
	check_contains(all.text, "run_state:offline>online/");
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'cause'"), 1);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM olt_watches"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT until_ms - from_ms FROM olt_watches"), 1200000);
}

/* ---- drops between two readings ----------------------------------------------------- */

static const enum purpose MOMENTS[] = { PURPOSE_LAST_DOWN, PURPOSE_RUN_STATE, PURPOSES };

static void
say_moments(struct backend *b, struct samples *s, int64_t at_ms, struct value run_state,
    int64_t last_down_ms)
{
	struct finish_result result;
	struct site_run run;
	struct value *v;

	site_start(b, &run, at_ms - 1000, MOMENTS);
	run.finish.is_discovery = true;
	v = site_row(&run, 1, 1, "AAAA");
	v[0] = (struct value){ .kind = VALUE_TIME, .i = last_down_ms };
	v[1] = run_state;
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, at_ms, &result), RC_OK);
	samples_keep(s);
}

/* Only what happened between two readings "up"; a drop that was seen is told as such. */
static void
a_drop_that_only_the_device_saw_is_an_event(void **state)
{
	struct value up = site_state(1, STATE_ONLINE, "working");
	struct value down = site_state(2, STATE_OFFLINE, "down");
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	say_moments(b, s, SITE_MS, up, SITE_MS - 5000000);
	say_moments(b, s, SITE_MS + 300000, up, SITE_MS - 5000000 + 2000); /* jitter */
	say_moments(b, s, SITE_MS + 600000, down, SITE_MS + 500000); /* seen */
	say_moments(b, s, SITE_MS + 900000, up, SITE_MS + 500000);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'dropped'"), 0);
	say_moments(b, s, SITE_MS + 1200000, up, SITE_MS + 1000000);
	say_moments(b, s, SITE_MS + 1500000, up, SITE_MS + 1000000);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'dropped'"), 1);
	assert_string_equal(site_ask_text(b->db,
				"SELECT value_after FROM onu_events "
				"WHERE kind = 'dropped'"),
	    "2026-01-01T00:16:40Z");
	assert_int_equal(
	    site_ask(b->db, "SELECT at_ms FROM onu_events WHERE kind = 'dropped'"),
	    SITE_MS + 1200000);
}

/* ---- performance ------------------------------------------------------------------------ */

static enum rc
add_hours(void *ctx, const struct olt_hours *h)
{
	struct watches *all = ctx;

	all->n += (size_t)snprintf(all->text + all->n, sizeof(all->text) - all->n,
	    "%s%d:%d+%d %d/%d", all->n ? " " : "", (int)((h->at_ms - SITE_MS) / HOUR_MS),
	    (int)h->succeeded, (int)h->failed, (int)h->duration_ms,
	    (int)h->duration_max_ms);
	return RC_OK;
}

static const char *
hours_of(struct backend *b, int64_t step_ms)
{
	struct olt_hours_range range = { { SITE_OLT }, SITE_MS, SITE_MS + 3 * DAY_MS,
		step_ms };
	static struct watches all;

	all = (struct watches){ .n = 0 };
	check_rc(store_olt_hours(b->db, &range, add_hours, &all, NULL), RC_OK);
	return all.text;
}

static void
end_run(struct backend *b, struct samples *s, int64_t at_ms, int64_t took_ms,
    enum execution_step step)
{
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_start(b, &run, at_ms - took_ms, STATES);
	run.finish.execution.traffic = (struct traffic){
		.requests = 10, .answers = 9, .rtt_us = 90000, .rtt_max_us = 30000
	};
	check_rc(site_finish(b, s, &run, step, at_ms, &result), RC_OK);
	samples_keep(s);
	check_rc(store_execution_finish(b->db, s, &run.finish, &result, &err), RC_OK);
	assert_true(result.was_done); /* and counts once */
}

static void
runs_are_summed_up_by_the_hour(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	end_run(b, s, SITE_MS + 100000, 1000, EXECUTION_ALL_CAME);
	end_run(b, s, SITE_MS + 200000, 3000, EXECUTION_NOTHING_CAME);
	end_run(b, s, SITE_MS + HOUR_MS + 100000, 500, EXECUTION_ALL_CAME);
	end_run(b, s, SITE_MS + DAY_MS + 100000, 700, EXECUTION_ALL_CAME);
	assert_string_equal(
	    hours_of(b, HOUR_MS), "0:1+1 4000/3000 1:1+0 500/500 24:1+0 700/700");
	assert_string_equal(hours_of(b, DAY_MS), "0:2+1 4500/3000 24:1+0 700/700");
	assert_int_equal(
	    site_ask(b->db, "SELECT rtt_us / answers FROM executions WHERE id = 1"),
	    10000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(who_gets_less_light_than_before_is_found),
		ON_EACH(an_olt_is_compared_once_an_hour),
		ON_EACH(what_is_watched_goes_on_until_a_long_gap),
		ON_EACH(a_change_says_what_it_meant_and_why),
		ON_EACH(a_drop_that_only_the_device_saw_is_an_event),
		ON_EACH(runs_are_summed_up_by_the_hour),
	};

	return CHECK_ALL(tests);
}
