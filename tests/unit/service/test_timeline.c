/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "service/timeline_int.h"

/* Times are in hours. */
#define H INT64_C(3600000)
enum { NOW = 1000 };

static char text[1024];

static const char *
word_of(const struct stretch *s)
{
	return s->kind == STRETCH_UNKNOWN ? "?"
	    : s->kind == STRETCH_ABSENT   ? "absent"
					  : state_name(s->state);
}

/* "900-950 online, 950-1000 offline/power" */
static const char *
stretches_of(const struct timeline *t)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < t->stretches.n; i++) {
		const struct stretch *s = VEC_AT(&t->stretches, struct stretch, i);

		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%d-%d %s%s%s",
		    i ? ", " : "", (int)(s->from_ms / H), (int)(s->to_ms / H), word_of(s),
		    s->cause == STATE_NONE ? "" : "/",
		    s->cause == STATE_NONE ? "" : state_name(s->cause));
	}
	return text;
}

static const char *
outages_of(const struct timeline *t)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < t->outages.n; i++) {
		const struct outage *o = VEC_AT(&t->outages, struct outage, i);

		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%d-%d %s%s%s",
		    i ? ", " : "", (int)(o->from_ms / H), (int)(o->to_ms / H),
		    state_name(o->state), o->cause == STATE_NONE ? "" : "/",
		    o->cause == STATE_NONE ? "" : state_name(o->cause));
	}
	return text;
}

static const struct watch ALWAYS[] = { { 0, NOW *H } };

/* The last hundred hours of an ONU that is online, and was always watched. */
static struct timeline_ask
usual(void)
{
	return (struct timeline_ask){ .from_ms = 900 * H,
		.to_ms = NOW * H,
		.now_ms = NOW * H,
		.is_present = true,
		.state = STATE_ONLINE,
		.n_watches = 1,
		.watches = ALWAYS };
}

static void
one_that_never_changed_is_what_it_is(void **state)
{
	struct timeline_ask ask = usual();
	struct timeline t;

	(void)state;
	assert_int_equal(timeline_make(&ask, &t), RC_OK);
	assert_string_equal(stretches_of(&t), "900-1000 online");
	assert_int_equal(t.outages.n, 0);
	assert_int_equal(t.observed_ms, 100 * H);
	assert_int_equal(t.online_ms, 100 * H);
	timeline_fini(&t);
}

static void
an_outage_has_its_cause_and_its_length(void **state)
{
	static const struct onu_change CHANGES[] = {
		{ ONU_RUN_STATE, 960 * H, STATE_OFFLINE, STATE_ONLINE, STATE_NONE },
		{ ONU_CAUSE, 955 * H, STATE_NONE, STATE_NONE, STATE_POWER },
		{ ONU_RUN_STATE, 950 * H, STATE_ONLINE, STATE_OFFLINE, STATE_NONE },
		{ ONU_RUN_STATE, 920 * H, STATE_LOS_ONU, STATE_ONLINE, STATE_NONE },
		{ ONU_RUN_STATE, 910 * H, STATE_ONLINE, STATE_LOS_ONU, STATE_LOS_ONU },
	};
	struct timeline_ask ask = usual();
	struct timeline t;

	(void)state;
	ask.changes = CHANGES;
	ask.n_changes = 5;
	ask.cause = STATE_POWER; /* from an earlier time: it is online */
	assert_int_equal(timeline_make(&ask, &t), RC_OK);
	assert_string_equal(stretches_of(&t),
	    "900-910 online, 910-920 offline/los_onu, 920-950 online, 950-955 "
	    "offline/unknown, "
	    "955-960 offline/power, 960-1000 online");
	assert_string_equal(
	    outages_of(&t), "950-960 offline/power, 910-920 offline/los_onu");
	assert_int_equal(t.observed_ms, 100 * H);
	assert_int_equal(t.online_ms, 80 * H);
	timeline_fini(&t);
}

static void
only_what_was_watched_counts(void **state)
{
	static const struct watch WATCHES[] = { { 905 * H, 930 * H },
		{ 940 * H, 990 * H } };
	static const struct onu_change CHANGES[] = {
		{ ONU_RUN_STATE, 950 * H, STATE_LOS_ONU, STATE_ONLINE, STATE_NONE },
		{ ONU_RUN_STATE, 920 * H, STATE_ONLINE, STATE_LOS_ONU, STATE_LOS_ONU },
	};
	struct timeline_ask ask = usual();
	struct timeline t;

	(void)state;
	ask.watches = WATCHES;
	ask.n_watches = 2;
	ask.changes = CHANGES;
	ask.n_changes = 2;
	assert_int_equal(timeline_make(&ask, &t), RC_OK);
	assert_string_equal(stretches_of(&t),
	    "900-905 ?, 905-920 online, 920-930 offline/los_onu, 930-940 ?, 940-950 "
	    "offline/los_onu, "
	    "950-990 online, 990-1000 ?");
	assert_string_equal(
	    outages_of(&t), "920-950 offline/los_onu"); /* across the gap */
	assert_int_equal(t.observed_ms, 75 * H);
	assert_int_equal(t.online_ms, 55 * H);
	timeline_fini(&t);
}

static void
one_that_is_down_is_down_since_the_moment_that_pages_say(void **state)
{
	static const struct onu_change CHANGES[] = {
		{ ONU_RUN_STATE, 950 * H, STATE_ONLINE, STATE_LOS_ONU, STATE_NONE },
		{ ONU_RETURNED, 930 * H, STATE_NONE, STATE_NONE, STATE_NONE },
		{ ONU_ABSENT, 925 * H, STATE_NONE, STATE_NONE, STATE_NONE },
	};
	struct timeline_ask ask = usual();
	struct timeline t;

	(void)state;
	ask.state = STATE_LOS_ONU;
	ask.cause = STATE_LOS_ONU;
	ask.since_ms = 949 * H; /* as the device reports */
	ask.first_seen_ms = 910 * H;
	ask.changes = CHANGES;
	ask.n_changes = 3;
	assert_int_equal(timeline_make(&ask, &t), RC_OK);
	assert_string_equal(stretches_of(&t),
	    "900-910 ?, 910-925 online, 925-930 absent, 930-949 online, "
	    "949-1000 offline/los_onu");
	assert_string_equal(outages_of(&t), "949-0 offline/los_onu");
	assert_int_equal(t.observed_ms, 85 * H);
	timeline_fini(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_never_changed_is_what_it_is),
		cmocka_unit_test(an_outage_has_its_cause_and_its_length),
		cmocka_unit_test(only_what_was_watched_counts),
		cmocka_unit_test(
		    one_that_is_down_is_down_since_the_moment_that_pages_say),
	};

	return CHECK_ALL(tests);
}
