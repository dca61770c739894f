/* SPDX-License-Identifier: Apache-2.0
 *
 * Many listeners with one reader of the ring: which events each gets, reconnection, slow
 * listeners.
 */
#include "check.h"

#include <pthread.h>
#include <time.h>

#include "api/event_stream_int.h"

enum { START = 1700000000, ROOM = 16384, ALL = (1 << EVENT_STREAM_TOPICS) - 1 };

/* ---- a simulated engine ------------------------------------------------------ */

struct mouth {
	pthread_mutex_t lock; /* guards all below */
	struct engine_event events[64];
	size_t n; /* still to be delivered */
	bool was_lost;
	struct event_entry changes[8];
	size_t n_changes; /* to be told */
	bool has_lost_changes;
	uint64_t commits;
	int counted, listens;
	struct snapshot snapshot;
	bool has_snapshot;
};

static void
nap(int64_t ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	(void)nanosleep(&t, NULL);
}

static enum rc
mouth_listen(void *ctx, uint64_t *last, struct engine_event *events, size_t max,
    size_t *ret_n, int64_t timeout_ms)
{
	struct mouth *m = ctx;
	enum rc rc = RC_TIMEOUT;

	(void)timeout_ms;
	pthread_mutex_lock(&m->lock);
	m->listens++;
	if (m->was_lost) {
		rc = RC_NOT_FOUND;
	} else if (m->n > 0) {
		rc = RC_OK;
		assert_true(m->n <= max);
		for (size_t i = 0; i < m->n; i++) {
			events[i] = m->events[i];
			events[i].event.message = events[i].text;
		}
		*ret_n = m->n;
		*last += m->n;
		m->n = 0;
	}
	m->was_lost = false;
	pthread_mutex_unlock(&m->lock);
	if (rc == RC_TIMEOUT)
		nap(5);
	return rc;
}

static const struct snapshot *
mouth_snapshot(void *ctx)
{
	struct mouth *m = ctx;
	bool has;

	pthread_mutex_lock(&m->lock);
	has = m->has_snapshot;
	pthread_mutex_unlock(&m->lock);
	return has ? &m->snapshot : NULL;
}

static void
mouth_release(void *ctx, const struct snapshot *snapshot)
{
	(void)ctx;
	(void)snapshot;
}

static void
mouth_count(void *ctx, const struct coordinator_event *event)
{
	struct mouth *m = ctx;

	(void)event;
	pthread_mutex_lock(&m->lock);
	m->counted++;
	pthread_mutex_unlock(&m->lock);
}

static enum rc
mouth_changes(
    void *ctx, uint64_t *last, struct event_entry *events, size_t max, size_t *ret_n)
{
	struct mouth *m = ctx;
	enum rc rc;

	pthread_mutex_lock(&m->lock);
	rc = m->has_lost_changes ? RC_NOT_FOUND : RC_OK;
	m->has_lost_changes = false;
	assert_true(m->n_changes <= max);
	memcpy(events, m->changes, m->n_changes * sizeof(*events));
	*ret_n = m->n_changes;
	*last += m->n_changes;
	m->n_changes = 0;
	pthread_mutex_unlock(&m->lock);
	return rc;
}

static uint64_t
mouth_commits(void *ctx)
{
	struct mouth *m = ctx;
	uint64_t commits;

	pthread_mutex_lock(&m->lock);
	commits = m->commits;
	pthread_mutex_unlock(&m->lock);
	return commits;
}

static void
commit(struct mouth *m)
{
	pthread_mutex_lock(&m->lock);
	m->commits++;
	pthread_mutex_unlock(&m->lock);
}

static void
say_change(struct mouth *m, const struct event_entry *event)
{
	pthread_mutex_lock(&m->lock);
	assert_true(m->n_changes < 8);
	m->changes[m->n_changes++] = *event;
	pthread_mutex_unlock(&m->lock);
}

static void
say(struct mouth *m, enum coordinator_event_kind kind, int64_t olt, const char *text)
{
	struct engine_event *e;

	pthread_mutex_lock(&m->lock);
	assert_true(m->n < 64);
	e = &m->events[m->n++];
	*e = (struct engine_event){ 0 };
	e->event = (struct coordinator_event){ .kind = kind,
		.at_ms = INT64_C(1700000000123),
		.olt = { olt },
		.node = { 3 },
		.execution = { kind == COORDINATOR_ENDED ? 77 : 0 },
		.type = TASK_WALK,
		.state = EXECUTION_SUCCESS,
		.due_ms = INT64_C(1700000000000),
		.duration_ms = 123 };
	(void)snprintf(e->text, sizeof(e->text), "%s", text);
	pthread_mutex_unlock(&m->lock);
}

static void
say_lost(struct mouth *m)
{
	pthread_mutex_lock(&m->lock);
	m->was_lost = true;
	pthread_mutex_unlock(&m->lock);
}

/* ---- a listener ------------------------------------------------------------- */

struct ear {
	struct event_stream_listener *listener;
	_Atomic int woken, cut;
	char heard[ROOM * 4];
};

static void
ear_wake(void *ctx)
{
	struct ear *e = ctx;

	e->woken++;
}

static void
ear_cut(void *ctx)
{
	struct ear *e = ctx;

	e->cut++;
}

static enum rc
join(struct event_stream *f, struct ear *e, unsigned topics, const char *last_id)
{
	struct event_stream_wish wish = { topics, last_id, ear_wake, ear_cut, e };

	return event_stream_join(f, &wish, &e->listener, NULL);
}

/* Append the available events to those received. */
static enum event_stream_outcome
take(struct ear *e)
{
	size_t at = strlen(e->heard), n = 0;
	enum event_stream_outcome outcome =
	    event_stream_read(e->listener, e->heard + at, sizeof(e->heard) - at - 1, &n);

	if (outcome == EVENT_STREAM_SOME)
		e->heard[at + n] = '\0';
	return outcome;
}

/* Read until this was received; if there is nothing, wait until it is woken. Fails after
 * a minute. */
static void
hear(struct ear *e, const char *text)
{
	bool is_asleep = false;

	for (int i = 0; i < 12000 && !strstr(e->heard, text); i++) {
		if (is_asleep && e->woken == 0) {
			nap(5);
			continue;
		}
		e->woken = 0;
		is_asleep = take(e) == EVENT_STREAM_LATER;
	}
	check_contains(e->heard, text);
}

struct bench {
	struct mouth mouth;
	struct event_stream *stream;
};

static void
bench_open_beating(struct bench *b, int64_t beat_ms)
{
	struct event_stream_options options = {
		.source = { mouth_listen, mouth_snapshot, mouth_release, mouth_count,
		    mouth_changes, mouth_commits, &b->mouth, &b->mouth, &b->mouth,
		    &b->mouth },
		.start = START,
		.beat_ms = beat_ms
	};

	*b = (struct bench){ 0 };
	assert_int_equal(pthread_mutex_init(&b->mouth.lock, NULL), 0);
	check_rc(event_stream_start(&options, &b->stream, NULL), RC_OK);
}

static void
bench_open(struct bench *b)
{
	bench_open_beating(b, 3600000);
}

static void
bench_close(struct bench *b)
{
	event_stream_free(b->stream);
	(void)pthread_mutex_destroy(&b->mouth.lock);
}

/* ---- tests ------------------------------------------------------------------------------------ */

static void
topics_are_read_by_name(void **state)
{
	unsigned topics = 99;
	struct err err = { 0 };

	(void)state;
	check_rc(event_stream_topics_read("executions,log", &topics, &err), RC_OK);
	assert_int_equal(topics, 1u << EVENT_STREAM_EXECUTIONS | 1u << EVENT_STREAM_LOG);
	check_rc(event_stream_topics_read("", &topics, &err), RC_OK);
	assert_int_equal(topics, ALL);
	check_rc(event_stream_topics_read(NULL, &topics, &err), RC_OK);
	assert_int_equal(topics, ALL);
	topics = 99;
	check_rc(event_stream_topics_read("log,weather", &topics, &err), RC_INVALID);
	check_contains(err.msg, "unknown topic \"weather\"");
	assert_int_equal(topics, 99);
	check_rc(event_stream_topics_read("log,,olts", &topics, &err), RC_INVALID);
}

static void
a_listener_hears_its_topics_and_nothing_else(void **state)
{
	struct bench b;
	struct ear all = { 0 }, olts = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &all, ALL, NULL), RC_OK);
	check_rc(join(b.stream, &olts, 1u << EVENT_STREAM_OLTS, ""), RC_OK);
	say(&b.mouth, COORDINATOR_ENDED, 7, "walk of centro: all is well");
	say(&b.mouth, COORDINATOR_OLT_SUSPENDED, 8, "norte does not answer");
	hear(&all, "norte does not answer");
	hear(&olts, "norte does not answer");
	assert_null(strstr(olts.heard, "centro"));
	assert_null(strstr(olts.heard, "event: log"));
	check_contains(all.heard,
	    "id: 1700000000-1\nevent: executions\ndata: {\"kind\":\"ended\",\"at\":"
	    "\"2023-11-14T22:13:20.123Z\",\"olt\":7,\"node\":3,\"type\":\"walk\","
	    "\"execution\":77,\"due\":\"2023-11-14T22:13:20.000Z\",\"duration_ms\":123,"
	    "\"by_hand\":false,\"state\":\"SUCCESS\",\"number\":0,"
	    "\"message\":\"walk of centro: all is well\"}\n\n");
	check_contains(all.heard, "id: 1700000000-2\nevent: log\ndata: {");
	check_contains(all.heard, "id: 1700000000-3\nevent: quotas\ndata: {");
	assert_int_equal(b.mouth.counted, 2);
	event_stream_leave(all.listener);
	event_stream_leave(olts.listener);
	bench_close(&b);
}

static void
events_of_the_log_are_a_topic(void **state)
{
	struct event_entry onus = { .kind = EVENT_ONUS,
		.at_ms = INT64_C(1700000000123),
		.olt = { 7 },
		.what = "changed",
		.subject = 55,
		.n = 1024 };
	struct event_entry job = { .kind = EVENT_CHANGE,
		.at_ms = INT64_C(1700000000124),
		.what = "job.update",
		.subject = 3,
		.ref = 9,
		.n = 1 };
	struct bench b;
	struct ear all = { 0 }, log = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &all, ALL, NULL), RC_OK);
	check_rc(join(b.stream, &log, 1u << EVENT_STREAM_LOG, NULL), RC_OK);
	say_change(&b.mouth, &onus);
	say_change(&b.mouth, &job);
	hear(&all, "\"job\"");
	check_contains(all.heard,
	    "id: 1700000000-1\nevent: changes\ndata: {\"kind\":\"onus\",\"at\":"
	    "\"2023-11-14T22:13:20.123Z\",\"olt\":7,\"execution\":55,\"number\":1024}"
	    "\n\n");
	check_contains(all.heard,
	    "event: changes\ndata: {\"kind\":\"change\",\"at\":"
	    "\"2023-11-14T22:13:20.124Z\",\"entity\":\"job\",\"id\":3}\n\n");
	pthread_mutex_lock(&b.mouth.lock);
	b.mouth.has_lost_changes = true;
	pthread_mutex_unlock(&b.mouth.lock);
	hear(&log, "event: lost");
	assert_null(strstr(log.heard, "changes"));
	event_stream_leave(all.listener);
	event_stream_leave(log.listener);
	bench_close(&b);
}

/* Lists show what is stored, which may come after the engine's event. */
static void
that_something_was_stored_is_told_after_each_commit(void **state)
{
	struct bench b;
	struct ear all = { 0 };
	const char *first;

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &all, ALL, NULL), RC_OK);
	commit(&b.mouth);
	hear(&all, "event: changes\ndata: {\"kind\":\"stored\",\"at\":");
	first = strstr(all.heard, "stored");
	all.heard[first - all.heard] = 'S'; /* it was seen */
	commit(&b.mouth);
	hear(&all, "\"kind\":\"stored\"");
	event_stream_leave(all.listener);
	bench_close(&b);
}

static void
who_was_there_before_is_not_repeated_to_a_newcomer(void **state)
{
	struct bench b;
	struct ear first = { 0 }, second = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &first, ALL, NULL), RC_OK);
	say(&b.mouth, COORDINATOR_OLT_BACK, 1, "one");
	hear(&first, "event: log");
	check_rc(join(b.stream, &second, ALL, NULL), RC_OK);
	say(&b.mouth, COORDINATOR_OLT_BACK, 2, "two");
	hear(&second, "two");
	assert_null(strstr(second.heard, "one"));
	event_stream_leave(first.listener);
	event_stream_leave(second.listener);
	bench_close(&b);
}

static void
a_listener_that_comes_back_goes_on_behind_its_last_frame(void **state)
{
	struct bench b;
	struct ear first = { 0 }, back = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &first, ALL, NULL), RC_OK);
	say(&b.mouth, COORDINATOR_OLT_BACK, 1, "one"); /* frames 1 and 2 */
	say(&b.mouth, COORDINATOR_OLT_BACK, 2, "two"); /* 3 and 4 */
	hear(&first, "id: 1700000000-4");
	check_rc(join(b.stream, &back, ALL, "1700000000-2"), RC_OK);
	assert_int_equal(take(&back), EVENT_STREAM_SOME);
	assert_null(strstr(back.heard, "one"));
	check_contains(back.heard, "id: 1700000000-3\n");
	check_contains(back.heard, "id: 1700000000-4\n");
	assert_null(strstr(back.heard, "event: lost"));
	event_stream_leave(first.listener);
	event_stream_leave(back.listener);
	bench_close(&b);
}

static void
an_id_that_is_not_there_is_lost_and_said_so(void **state)
{
	static const char *const IDS[] = { "1699999999-2", "1700000000-9", "x",
		"1700000000", "99999999999999999999999-1" };
	struct bench b;

	(void)state;
	bench_open(&b);
	for (size_t i = 0; i < sizeof(IDS) / sizeof(IDS[0]); i++) {
		struct ear e = { 0 };

		check_rc(join(b.stream, &e, ALL, IDS[i]), RC_OK);
		assert_int_equal(take(&e), EVENT_STREAM_SOME);
		assert_string_equal(e.heard, "event: lost\ndata: {}\n\n");
		event_stream_leave(e.listener);
	}
	bench_close(&b);
}

static void
what_the_engine_could_not_keep_is_said_to_everybody(void **state)
{
	struct bench b;
	struct ear e = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &e, 1u << EVENT_STREAM_QUOTAS, NULL), RC_OK);
	say_lost(&b.mouth);
	hear(&e, "event: lost");
	assert_int_equal(event_stream_figures(b.stream).lost, 1);
	event_stream_leave(e.listener);
	bench_close(&b);
}

#define BEAT "event: beat\ndata: {}\n\n"

static void
silence_is_broken_by_a_beat(void **state)
{
	struct bench b;
	struct ear e = { 0 };

	(void)state;
	bench_open_beating(&b, 50);
	check_rc(join(b.stream, &e, ALL, NULL), RC_OK);
	assert_int_equal(take(&e), EVENT_STREAM_SOME); /* received at once */
	assert_string_equal(e.heard, BEAT);
	hear(&e, BEAT BEAT BEAT);
	event_stream_leave(e.listener);
	bench_close(&b);
}

/* More frames than the buffer holds, while one listener reads, another does not, and a
 * third is not interested in any of them. */
static void
a_slow_listener_is_cut_and_nobody_waits_for_it(void **state)
{
	struct bench b;
	struct ear quick = { 0 }, slow = { 0 }, idle = { 0 };
	char last[64];

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &quick, 1u << EVENT_STREAM_OLTS, NULL), RC_OK);
	check_rc(join(b.stream, &slow, 1u << EVENT_STREAM_OLTS, NULL), RC_OK);
	check_rc(join(b.stream, &idle, 1u << EVENT_STREAM_QUOTAS, NULL), RC_OK);
	assert_int_equal(take(&idle), EVENT_STREAM_SOME);
	assert_int_equal(take(&idle), EVENT_STREAM_LATER);
	for (int round = 0; round * 60 <= EVENT_STREAM_FRAMES / 2 + 60; round++) {
		for (int i = 0; i < 60; i++) {
			(void)snprintf(last, sizeof(last), "%d of %d.", i, round);
			say(&b.mouth, COORDINATOR_OLT_BACK, 1, last);
		}
		quick.heard[0] = '\0';
		hear(&quick, last);
	}
	for (int i = 0; i < 6000 && !slow.cut; i++)
		nap(10);
	assert_int_equal(slow.cut, 1);
	assert_int_equal(quick.cut, 0);
	assert_int_equal(idle.cut, 0);
	assert_int_equal(take(&slow), EVENT_STREAM_OVER);
	assert_int_equal(event_stream_figures(b.stream).cut, 1);
	event_stream_leave(slow.listener);
	event_stream_leave(quick.listener);
	say(&b.mouth, COORDINATOR_ENDED, 5, "");
	hear(&idle, "event: quotas");
	event_stream_leave(idle.listener);
	bench_close(&b);
}

static void
at_the_end_everybody_is_woken_and_nobody_gets_in(void **state)
{
	struct bench b;
	struct ear e = { 0 }, late = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &e, ALL, NULL), RC_OK);
	assert_int_equal(take(&e), EVENT_STREAM_SOME);
	assert_int_equal(take(&e), EVENT_STREAM_LATER);
	event_stream_close(b.stream);
	assert_int_equal(e.woken, 1);
	assert_int_equal(take(&e), EVENT_STREAM_OVER);
	check_rc(join(b.stream, &late, ALL, NULL), RC_CANCELLED);
	assert_null(late.listener);
	event_stream_leave(e.listener);
	bench_close(&b);
}

static void
who_is_dismissed_comes_back_and_misses_nothing(void **state)
{
	struct bench b;
	struct ear e = { 0 }, again = { 0 };

	(void)state;
	bench_open(&b);
	check_rc(join(b.stream, &e, ALL, NULL), RC_OK);
	say(&b.mouth, COORDINATOR_OLT_BACK, 1, "one"); /* frames 1 and 2 */
	hear(&e, "id: 1700000000-2");
	while (take(&e) != EVENT_STREAM_LATER)
		continue;
	e.woken = 0;
	event_stream_dismiss(b.stream);
	assert_int_equal(e.woken, 1);
	assert_int_equal(take(&e), EVENT_STREAM_OVER);
	event_stream_leave(e.listener);
	say(&b.mouth, COORDINATOR_OLT_BACK, 2, "two");
	check_rc(join(b.stream, &again, ALL, "1700000000-2"), RC_OK);
	hear(&again, "two");
	assert_null(strstr(again.heard, "event: lost"));
	assert_int_equal(event_stream_figures(b.stream).cut, 0);
	event_stream_leave(again.listener);
	bench_close(&b);
}

static void
there_is_room_for_so_many_and_no_more(void **state)
{
	static struct ear ears[EVENT_STREAM_LISTENERS_MAX];
	struct bench b;
	struct ear one_more = { 0 };

	(void)state;
	bench_open(&b);
	for (int i = 0; i < EVENT_STREAM_LISTENERS_MAX; i++)
		check_rc(join(b.stream, &ears[i], ALL, NULL), RC_OK);
	check_rc(join(b.stream, &one_more, ALL, NULL), RC_BUSY);
	event_stream_leave(ears[500].listener);
	check_rc(join(b.stream, &ears[500], ALL, NULL), RC_OK);
	assert_int_equal(
	    event_stream_figures(b.stream).listeners, EVENT_STREAM_LISTENERS_MAX);
	say(&b.mouth, COORDINATOR_OLT_BACK, 1, "for all");
	for (int i = 0; i < EVENT_STREAM_LISTENERS_MAX; i++) {
		hear(&ears[i], "for all");
		event_stream_leave(ears[i].listener);
	}
	bench_close(&b);
}

static void
figures_of_pollers_are_told_when_they_change(void **state)
{
	struct bench b;
	struct ear e = { 0 };
	const char *first;

	(void)state;
	bench_open(&b);
	pthread_mutex_lock(&b.mouth.lock);
	b.mouth.snapshot = (struct snapshot){ .at_ms = INT64_C(1700000000123),
		.figures = { .total = 10, .busy = 4, .queue = 2, .saturation = "" } };
	b.mouth.has_snapshot = true;
	pthread_mutex_unlock(&b.mouth.lock);
	check_rc(join(b.stream, &e, 1u << EVENT_STREAM_POLLERS, NULL), RC_OK);
	hear(&e, "\"kind\":\"figures\"");
	check_contains(e.heard, "\"total\":10,\"busy\":4,\"free\":6");
	first = strstr(e.heard, "\"kind\":\"figures\"");
	nap(1300); /* the event stream has checked again, and there is nothing new */
	(void)take(&e);
	assert_null(strstr(first + 1, "\"kind\":\"figures\""));
	event_stream_leave(e.listener);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(topics_are_read_by_name),
		cmocka_unit_test(a_listener_hears_its_topics_and_nothing_else),
		cmocka_unit_test(events_of_the_log_are_a_topic),
		cmocka_unit_test(that_something_was_stored_is_told_after_each_commit),
		cmocka_unit_test(who_was_there_before_is_not_repeated_to_a_newcomer),
		cmocka_unit_test(
		    a_listener_that_comes_back_goes_on_behind_its_last_frame),
		cmocka_unit_test(an_id_that_is_not_there_is_lost_and_said_so),
		cmocka_unit_test(what_the_engine_could_not_keep_is_said_to_everybody),
		cmocka_unit_test(silence_is_broken_by_a_beat),
		cmocka_unit_test(a_slow_listener_is_cut_and_nobody_waits_for_it),
		cmocka_unit_test(at_the_end_everybody_is_woken_and_nobody_gets_in),
		cmocka_unit_test(who_is_dismissed_comes_back_and_misses_nothing),
		cmocka_unit_test(there_is_room_for_so_many_and_no_more),
		cmocka_unit_test(figures_of_pollers_are_told_when_they_change),
	};

	return CHECK_ALL(tests);
}
