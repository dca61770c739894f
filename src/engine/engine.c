/* SPDX-License-Identifier: Apache-2.0
 *
 * The event loop: messages when the inbox has some, a tick when the coordinator needs
 * one.
 *
 *	RUNS ──stop──► ENDS ──nothing runs, or time-out──► CUTS ──► the thread ends
 *
 * It ends when nothing runs and the writer has answered for all writes. If the writer is
 * unavailable, it waits for the same time once more.
 */
#include "engine/engine_int.h"
#include "ledger/phrasebook.h"

#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "coordinator/local_queue.h"

enum {
	POST_BOUND = 16384,
	TICK_MAX_MS = 1000,
	LEDGER_EVERY_MS = 250,
	REFUSED_EVERY_MS = 60 * 1000,
};

struct moment
engine_now(void)
{
	return (struct moment){ clock_wall_ms(), clock_mono_ms() };
}

/* ---- ticks ------------------------------------------------------------------- */

static void
tick_in(struct engine *e, int64_t ms)
{
	struct timeval tv = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };

	e->tick_due_us = clock_mono_us() + ms * 1000;
	if (event_add(e->tick, &tv) != 0)
		log_error("engine", "cannot set a timer, trying again at the next event");
}

void
engine_nudge(struct engine *e)
{
	e->has_news = true;
	if (e->tick_due_us > clock_mono_us())
		tick_in(e, 0);
}

/* Nothing is dispatched while the writer has too much to do. */
static void
watch_writer(struct engine *e, struct moment now)
{
	bool is_full;

	outbox_flush(e->outbox);
	is_full = outbox_is_full(e->outbox);
	if (is_full == e->is_held)
		return;
	e->is_held = is_full;
	coordinator_hold(e->coordinator, is_full, "store", now);
}

/* The figures need all pollers and lanes, so they are not calculated at every tick. */
static void
keep_ledger(struct engine *e, struct moment now)
{
	struct coordinator_figures figures;

	if (now.mono_ms >= e->next_ledger_ms) {
		figures = coordinator_figures(e->coordinator, now);
		ledger_tick(e->ledger, &figures, now.wall_ms);
		e->next_ledger_ms = now.mono_ms + LEDGER_EVERY_MS;
	}
	ledger_writer_flush(e->ledger_writer);
}

/* A full inbox means that the engine is overloaded. The sender gets RC_BUSY; the log has
 * the number, at most once a minute. */
static void
report_refused(struct engine *e, int64_t now_ms)
{
	uint64_t refused;

	if (now_ms < e->next_refused_ms)
		return;
	e->next_refused_ms = now_ms + REFUSED_EVERY_MS;
	refused = inbox_refused(e->inbox);
	if (refused == e->n_refused)
		return;
	log_warn("engine", "refused=%llu messages of users: too many were waiting",
	    (unsigned long long)(refused - e->n_refused));
	e->n_refused = refused;
}

static bool
has_ended(const struct engine *e)
{
	return coordinator_running(e->coordinator) == 0 && e->at_writer == 0 &&
	    outbox_figures(e->outbox).waiting == 0;
}

static void
watch_end(struct engine *e, struct moment now)
{
	if (e->phase == ENGINE_RUNS)
		return;
	if (e->phase == ENGINE_ENDS &&
	    (coordinator_running(e->coordinator) == 0 ||
		now.mono_ms >= e->phase_ends_ms)) {
		coordinator_stop(e->coordinator, true, now);
		e->phase = ENGINE_CUTS;
		e->phase_ends_ms = now.mono_ms + e->patience_ms;
	}
	if (e->phase == ENGINE_CUTS && (has_ended(e) || now.mono_ms >= e->phase_ends_ms))
		(void)event_base_loopbreak(e->base);
}

static int64_t
wait_until(const struct engine *e, int64_t next_wall_ms, struct moment now)
{
	/* If something waits for the writer, or for the end, the ticks are more
	 * frequent. */
	int64_t longest = e->is_held || e->phase != ENGINE_RUNS || e->olt_tests.n ||
		e->refreshes.n || e->oid_tries.n
	    ? 50
	    : TICK_MAX_MS;
	int64_t ms = next_wall_ms - now.wall_ms;

	return ms < 0 ? 0 : ms > longest ? longest : ms;
}

static void
on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct engine *e = arg;
	int64_t began_us = clock_mono_us();
	struct moment now = engine_now();
	int64_t next_wall_ms;

	(void)fd;
	(void)what;
	e->loop_late_us = began_us > e->tick_due_us ? began_us - e->tick_due_us : 0;
	watch_writer(e, now);
	report_refused(e, now.mono_ms);
	runner_settle(e);
	probe_settle(e);
	olt_test_tick(e);
	refresh_tick(e);
	oid_try_tick(e);
	next_wall_ms = coordinator_tick(e->coordinator, now);
	keep_ledger(e, now);
	watch_end(e, now);
	show_tick(e, now.mono_ms);
	e->tick_us = clock_mono_us() - began_us;
	tick_in(e, wait_until(e, next_wall_ms, engine_now()));
}

static void
on_letters(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	messages_read(arg);
}

/* ---- the thread -------------------------------------------------------------- */

static void
end_loop(struct engine *e)
{
	olt_test_end(e);
	refresh_end(e);
	oid_try_end(e);
	for (size_t i = 0; i < e->devices.all.n; i++)
		probe_cancel(*VEC_AT(&e->devices.all, struct device *, i));
	runner_end(e);
	ledger_flush(e->ledger, engine_now().wall_ms);
	ledger_writer_flush(e->ledger_writer);
	outbox_flush(e->outbox);
	inbox_close(e->inbox);
	ring_end(e->ring);
}

static void *
run_thread(void *arg)
{
	struct engine *e = arg;
	sigset_t all;

	/* Signals are handled by the main thread. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
	(void)pthread_setname_np(pthread_self(), "engine"); /* for debugging */
	tick_in(e, 0);
	if (event_base_dispatch(e->base) < 0)
		log_error("engine", "the event loop failed: the engine stops");
	end_loop(e);
	return NULL;
}

/* ---- start and stop ------------------------------------------------------------- */

static enum rc
make_windows(struct engine *e)
{
	e->inbox = inbox_new(POST_BOUND);
	e->ring = ring_new();
	e->window = engine_window_new();
	e->runs = map_new();
	e->failed = (struct vec)VEC_INIT(struct run *);
	e->sweeps = (struct vec)VEC_INIT(struct sweep *);
	e->olt_tests = (struct vec)VEC_INIT(struct olt_test *);
	e->refreshes = (struct vec)VEC_INIT(struct refresh *);
	e->oid_tries = (struct vec)VEC_INIT(struct oid_try *);
	e->outbox = outbox_new(e->options.writer);
	e->overlays = overlays_new(e->options.profiles);
	if (!e->inbox || !e->ring || !e->window || !e->runs || !e->outbox ||
	    !e->overlays) {
		if (!e->inbox)
			overlays_free(e->overlays);
		return RC_NOMEM;
	}
	inbox_keep(e->inbox, e->overlays);
	return devices_init(&e->devices);
}

static enum rc
make_loop(struct engine *e, struct err *err)
{
	size_t n;
	const struct oid *never = profile_set_never_read(e->options.profiles, &n);
	enum rc rc;

	e->base = event_base_new();
	if (!e->base)
		return err_set(err, RC_NOMEM, "no memory for the engine's loop");
	rc = snmpc_new(e->base, &e->snmpc, err);
	if (rc == RC_OK && e->options.allowed)
		snmpc_allow(e->snmpc, e->options.allowed);
	if (rc == RC_OK)
		rc = snmpc_never_read(e->snmpc, never, n);
	if (rc != RC_OK)
		return rc;
	e->tick = evtimer_new(e->base, on_tick, e);
	e->messages =
	    event_new(e->base, inbox_fd(e->inbox), EV_READ | EV_PERSIST, on_letters, e);
	if (!e->tick || !e->messages || event_add(e->messages, NULL) != 0)
		return err_set(err, RC_NOMEM, "no memory for the engine's loop");
	return RC_OK;
}

static enum rc
make_desk(struct engine *e, struct err *err)
{
	struct coordinator_ops ops = coordinator_ops_of(e);
	struct local_queue_options o = LOCAL_QUEUE_OPTIONS;
	struct node_queue_listener listener;
	enum rc rc = coordinator_new(&e->options.rules, &ops, &e->coordinator, err);

	if (rc != RC_OK)
		return rc;
	o.first_token = e->options.first_token;
	o.late_after_ms = e->options.rules.late_after_ms;
	listener = coordinator_listener(e->coordinator);
	rc = local_queue_new(&o, &listener, &e->queue, err);
	if (rc == RC_OK)
		coordinator_use_queue(e->coordinator, e->queue);
	return rc;
}

static enum rc
make_books(struct engine *e, struct err *err)
{
	struct ledger_options options = LEDGER_OPTIONS;
	struct ledger_writer_options ledger_writer;
	struct ledger_ops ops;
	enum rc rc = phrasebook_open(e->options.language, &e->book, err);

	if (rc != RC_OK)
		return rc;
	ledger_writer = (struct ledger_writer_options){ e->outbox, e->book,
		e->options.log, e->options.ctx };
	e->ledger_writer = ledger_writer_new(&ledger_writer);
	if (!e->ledger_writer)
		return err_set(err, RC_NOMEM, "no memory for the ledger");
	ops = ledger_writer_ops(e->ledger_writer);
	options.least = e->options.least;
	if (e->options.machine)
		options.machine = e->options.machine;
	return ledger_new(&options, &ops, &e->ledger, err);
}

enum rc
engine_start(
    const struct engine_options *options, struct engine **ret_engine, struct err *err)
{
	struct engine *e OWNED(engine_free) = calloc(1, sizeof(*e));
	enum rc rc;

	if (!e)
		return err_set(err, RC_NOMEM, "no memory for the engine");
	e->options = *options;
	if (!e->options.language)
		e->options.language = "en";
	e->started_ms = clock_wall_ms();
	atomic_init(&e->next_execution, options->first_execution);
	rc = make_windows(e);
	if (rc != RC_OK)
		return err_set(err, rc, "no memory for the engine");
	rc = make_loop(e, err);
	if (rc == RC_OK)
		rc = make_desk(e, err);
	if (rc == RC_OK)
		rc = make_books(e, err);
	if (rc != RC_OK)
		return rc;
	if (pthread_create(&e->thread, NULL, run_thread, e) != 0)
		return err_set(err, RC_NOMEM, "cannot start the engine's thread");
	e->is_running = true;
	*ret_engine = GIVE(e);
	return RC_OK;
}

void
engine_stop(struct engine *e, int64_t patience_ms)
{
	struct message *l;

	if (!e->is_running)
		return;
	inbox_close_to_people(e->inbox);
	l = message_new(MESSAGE_STOP);
	if (l) {
		l->patience_ms = patience_ms;
		inbox_reply(e->inbox, l);
	} else {
		(void)event_base_loopbreak(e->base);
		inbox_wake(e->inbox);
	}
	(void)pthread_join(e->thread, NULL);
	e->is_running = false;
}

void
engine_free(struct engine *e)
{
	if (!e)
		return;
	engine_stop(e, 0);
	if (e->devices.by_id)
		devices_fini(&e->devices);
	coordinator_free(e->coordinator);
	node_queue_free(e->queue);
	ledger_free(e->ledger);
	ledger_writer_free(e->ledger_writer);
	phrasebook_free(e->book);
	outbox_free(e->outbox);
	if (e->tick)
		event_free(e->tick);
	if (e->messages)
		event_free(e->messages);
	snmpc_free(e->snmpc);
	if (e->base)
		event_base_free(e->base);
	vec_fini(&e->failed);
	vec_fini(&e->sweeps);
	vec_fini(&e->olt_tests);
	vec_fini(&e->refreshes);
	vec_fini(&e->oid_tries);
	map_free(e->runs);
	engine_window_free(e->window);
	ring_unref(e->ring);
	inbox_unref(e->inbox);
	free(e);
}

/* ---- for other threads ------------------------------------------------------------ */

const struct snapshot *
engine_snapshot(struct engine *e)
{
	return window_look(e->window);
}

enum rc
engine_listen(struct engine *e, uint64_t *last, struct engine_event *events, size_t max,
    size_t *ret_n, int64_t timeout_ms)
{
	return ring_listen(e->ring, last, events, max, ret_n, timeout_ms);
}
