/* SPDX-License-Identifier: Apache-2.0
 *
 * Totals that are counted in the background, and health.
 */
#include "service_lab.h"

#include <time.h>

#include "base/clock.h"
#include "service/live.h"
#include "store/olt.h"

static void
nap(void)
{
	struct timespec t = { 0, 10 * 1000000L };

	(void)nanosleep(&t, NULL);
}

/* The first count that has so many OLTs; a minute is as good as never. */
static const struct count *
wait_for_count(struct tally *t, size_t n_olts)
{
	for (int i = 0; i < 6000; i++) {
		const struct count *c = tally_get(t);

		if (c && c->n_olts == n_olts)
			return c;
		if (c)
			count_release(c);
		nap();
	}
	fail_msg("nobody counted %zu OLTs", n_olts);
	return NULL;
}

static void
totals_follow_what_is_in_the_database(void **state)
{
	struct lab l = { 0 };
	struct tally *t = NULL;
	const struct count *before, *after;
	char trouble[ERR_MAX] = "?";

	lab_open(&l, state);
	check_rc(tally_start(l.b->where, 10, &t, NULL), RC_OK);
	before = wait_for_count(t, 0);
	assert_int_equal(before->totals.olts_enabled, 0);
	(void)ask(&l, "olt.add", AN_OLT);
	after = wait_for_count(t, 1);
	assert_string_equal(after->olts[0].name, "centro");
	assert_int_equal(after->olts[0].id.v, 1);
	assert_int_equal(after->totals.olts_enabled, 1);
	assert_true(after->at_ms >= before->at_ms);
	tally_trouble(t, trouble);
	assert_string_equal(trouble, "");
	/* A count that somebody looks at stays as it was, even behind the end. */
	tally_free(t);
	assert_int_equal(before->n_olts, 0);
	count_release(before);
	count_release(after);
	lab_close(&l);
}

static void
a_deleted_olt_is_not_counted(void **state)
{
	struct lab l = { 0 };
	struct tally *t = NULL;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(tally_start(l.b->where, 10, &t, NULL), RC_OK);
	count_release(wait_for_count(t, 1));
	(void)ask(&l, "olt.delete", "{'olt':'centro'}");
	count_release(wait_for_count(t, 0));
	tally_free(t);
	lab_close(&l);
}

static void
a_service_without_a_tally_counts_when_it_is_asked(void **state)
{
	struct lab l = { 0 };
	const json_t *olts;

	lab_open(&l, state);
	assert_null(service_count(l.service));
	(void)ask(&l, "olt.add", AN_OLT);
	olts = json_object_get(ask(&l, "status", "{}"), "olts");
	assert_int_equal(int_of(olts, "enabled"), 1);
	lab_close(&l);
}

/* Two are new, until one answers and the other does not. */
static void
an_olt_that_has_not_answered_yet_is_not_up(void **state)
{
	struct olt_health well = { .last_answer_ms = 5 }, ill = { .failures = 1 };
	struct lab l = { 0 };
	const json_t *olts;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(
	    &l, "olt.add", "{'name':'norte','address':'192.0.2.2','community':'s3cret'}");
	olts = json_object_get(ask(&l, "dashboard", "{}"), "olts");
	assert_int_equal(int_of(olts, "up"), 0);
	assert_int_equal(int_of(olts, "new"), 2);
	check_rc(store_olt_health_put(l.db, (struct olt_id){ 1 }, &well, NULL), RC_OK);
	check_rc(store_olt_health_put(l.db, (struct olt_id){ 2 }, &ill, NULL), RC_OK);
	olts = json_object_get(ask(&l, "dashboard", "{}"), "olts");
	assert_int_equal(int_of(olts, "up"), 1);
	assert_int_equal(int_of(olts, "new"), 0);
	assert_int_equal(int_of(olts, "down"), 1);
	lab_close(&l);
}

static void
health_says_what_is_missing(void **state)
{
	struct lab l = { 0 };
	struct service_health h;

	lab_open(&l, state);
	h = service_health(l.service, clock_wall_ms());
	assert_true(h.is_live);
	assert_false(h.is_ready);
	assert_int_equal(h.n_reasons, 1);
	assert_string_equal(h.reasons[0], "the engine has not begun yet");
	l.world.snapshot = &(struct snapshot){ .at_ms = 1000000 };
	h = service_health(l.service, 1000500);
	assert_true(h.is_live && h.is_ready);
	assert_int_equal(h.n_reasons, 0);
	h = service_health(l.service, 1000000 + 30001);
	assert_false(h.is_live || h.is_ready);
	assert_string_equal(h.reasons[0], "the engine does not turn");
	service_close(l.service);
	h = service_health(l.service, 1000500);
	assert_true(h.is_live);
	assert_false(h.is_ready);
	assert_string_equal(h.reasons[0], "the program is ending");
	lab_close(&l);
}

/* The engine shows OLT 1 as suspended, with the first answer of a probe. */
static void
the_health_of_an_olt_is_what_engine_and_database_know(void **state)
{
	static const struct snapshot_olt OLTS[] = { { .id = { 1 },
	    .suspended_ms = 1000000,
	    .next_probe_ms = 1060000,
	    .probe_answers = 1,
	    .is_enabled = true,
	    .waiting = 2 } };
	struct snapshot snapshot = { .at_ms = 1000000, .n_olts = 1, .olts = OLTS };
	struct olt_learnt learnt = { 8, 1400, 25, 12500 };
	struct lab l = { 0 };
	const json_t *health;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	health = ask(&l, "olt.health", "{'olt':'centro'}");
	assert_string_equal(text_of(health, "state"), "new");
	assert_true(json_is_null(json_object_get(health, "round_trip_ms")));
	assert_true(json_is_null(json_object_get(health, "next_probe_at")));
	check_rc(store_olt_learnt_put(l.db, (struct olt_id){ 1 }, &learnt, NULL), RC_OK);
	l.world.snapshot = &snapshot;
	health = ask(&l, "olt.health", "{'olt':1}");
	assert_int_equal(int_of(health, "in_flight"), 8);
	assert_true(json_real_value(json_object_get(health, "round_trip_ms")) == 12.5);
	assert_int_equal(int_of(health, "waiting"), 2);
	assert_int_equal(int_of(health, "probe_answers"), 1);
	assert_string_equal(text_of(health, "next_probe_at"), "1970-01-01T00:17:40.000Z");
	assert_int_equal(
	    int_of(health, "suspend_after"), 5); /* as service_lab.c has it */
	assert_int_equal(int_of(health, "back_after"), 4);
	assert_int_equal(int_of(health, "probe_ms"), 90000);
	assert_true(json_is_false(json_object_get(health, "stays_suspended")));
	assert_int_equal(int_of(json_object_get(health, "onus"), "present"), 0);
	assert_int_equal(l.world.looks, 0);
	check_rc(refused(&l, "olt.health", "{'olt':'nobody'}"), RC_INVALID);
	l.world.snapshot = NULL;
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(totals_follow_what_is_in_the_database),
		ON_EACH(a_deleted_olt_is_not_counted),
		ON_EACH(a_service_without_a_tally_counts_when_it_is_asked),
		ON_EACH(an_olt_that_has_not_answered_yet_is_not_up),
		ON_EACH(health_says_what_is_missing),
		ON_EACH(the_health_of_an_olt_is_what_engine_and_database_know),
	};

	return CHECK_ALL(tests);
}
