/* SPDX-License-Identifier: Apache-2.0
 *
 * The loop: letters when the post has some, a tick when the desk wants one.
 *
 *	RUNS ──stop──► ENDS ──nothing runs, or patience is over──► CUTS ──► the thread ends
 *
 * It ends when nothing runs and the writer has said its word about all that it was
 * given; a writer that is away is given the same patience once more.
 */
#include "poll/engine_int.h"
#include "poll/phrasebook.h"

#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "broker/local.h"

enum { POST_BOUND = 16384, TICK_MAX_MS = 1000, BOOKS_EVERY_MS = 250 };

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

/* Nothing is handed out while the writer has more than it can take. */
static void
watch_writer(struct engine *e, struct moment now)
{
	bool is_full;

	outbox_flush(e->outbox);
	is_full = outbox_is_full(e->outbox);
	if (is_full == e->is_held)
		return;
	e->is_held = is_full;
	desk_hold(e->desk, is_full, "store", now);
}

/* The figures go through all pollers and lanes: not at every tick of a busy second. */
static void
keep_books(struct engine *e, struct moment now)
{
	struct desk_figures figures;

	if (now.mono_ms >= e->next_books_ms) {
		figures = desk_figures(e->desk, now);
		books_tick(e->books, &figures, now.wall_ms);
		e->next_books_ms = now.mono_ms + BOOKS_EVERY_MS;
	}
	clerk_flush(e->clerk);
}

static bool
has_ended(const struct engine *e)
{
	return desk_running(e->desk) == 0 && e->at_writer == 0 &&
	    outbox_figures(e->outbox).waiting == 0;
}

static void
watch_end(struct engine *e, struct moment now)
{
	if (e->phase == ENGINE_RUNS)
		return;
	if (e->phase == ENGINE_ENDS &&
	    (desk_running(e->desk) == 0 || now.mono_ms >= e->phase_ends_ms)) {
		desk_stop(e->desk, true, now);
		e->phase = ENGINE_CUTS;
		e->phase_ends_ms = now.mono_ms + e->patience_ms;
	}
	if (e->phase == ENGINE_CUTS && (has_ended(e) || now.mono_ms >= e->phase_ends_ms))
		(void)event_base_loopbreak(e->base);
}

static int64_t
wait_until(const struct engine *e, int64_t next_wall_ms, struct moment now)
{
	/* While something waits for the writer, or for the end, look more often. */
	int64_t longest = e->is_held || e->phase != ENGINE_RUNS || e->trials.n ||
		e->refreshes.n || e->tryouts.n
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
	runner_settle(e);
	probe_settle(e);
	trial_tick(e);
	refresh_tick(e);
	tryout_tick(e);
	next_wall_ms = desk_tick(e->desk, now);
	keep_books(e, now);
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
	letters_read(arg);
}

/* ---- the thread -------------------------------------------------------------- */

static void
end_loop(struct engine *e)
{
	trial_end(e);
	refresh_end(e);
	tryout_end(e);
	for (size_t i = 0; i < e->lines.all.n; i++)
		probe_cancel(*VEC_AT(&e->lines.all, struct line *, i));
	runner_end(e);
	books_flush(e->books, engine_now().wall_ms);
	clerk_flush(e->clerk);
	outbox_flush(e->outbox);
	post_close(e->post);
	ring_end(e->ring);
}

static void *
run_thread(void *arg)
{
	struct engine *e = arg;
	sigset_t all;

	/* Signals are the main thread's. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
	(void)pthread_setname_np(pthread_self(), "engine"); /* for those who look */
	tick_in(e, 0);
	if (event_base_dispatch(e->base) < 0)
		log_error("engine", "the event loop failed: the engine stops");
	end_loop(e);
	return NULL;
}

/* ---- beginning and end --------------------------------------------------------- */

static enum rc
make_windows(struct engine *e)
{
	e->post = post_new(POST_BOUND);
	e->ring = ring_new();
	e->window = window_new();
	e->runs = map_new();
	e->failed = (struct vec)VEC_INIT(struct run *);
	e->sweeps = (struct vec)VEC_INIT(struct sweep *);
	e->trials = (struct vec)VEC_INIT(struct trial *);
	e->refreshes = (struct vec)VEC_INIT(struct refresh *);
	e->tryouts = (struct vec)VEC_INIT(struct tryout *);
	e->outbox = outbox_new(e->options.writer);
	e->overlays = overlays_new(e->options.profiles);
	if (!e->post || !e->ring || !e->window || !e->runs || !e->outbox ||
	    !e->overlays) {
		if (!e->post)
			overlays_free(e->overlays);
		return RC_NOMEM;
	}
	post_keep(e->post, e->overlays);
	return lines_init(&e->lines);
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
	e->letters =
	    event_new(e->base, post_fd(e->post), EV_READ | EV_PERSIST, on_letters, e);
	if (!e->tick || !e->letters || event_add(e->letters, NULL) != 0)
		return err_set(err, RC_NOMEM, "no memory for the engine's loop");
	return RC_OK;
}

static enum rc
make_desk(struct engine *e, struct err *err)
{
	struct desk_world world = world_of(e);
	struct broker_local_options o = BROKER_LOCAL_OPTIONS;
	struct broker_listener listener;
	enum rc rc = desk_new(&e->options.rules, &world, &e->desk, err);

	if (rc != RC_OK)
		return rc;
	o.first_token = e->options.first_token;
	o.late_after_ms = e->options.rules.late_after_ms;
	listener = desk_listener(e->desk);
	rc = broker_local_new(&o, &listener, &e->broker, err);
	if (rc == RC_OK)
		desk_broker(e->desk, e->broker);
	return rc;
}

static enum rc
make_books(struct engine *e, struct err *err)
{
	struct books_options options = BOOKS_OPTIONS;
	struct clerk_options clerk;
	struct books_world world;
	enum rc rc = phrasebook_open(e->options.language, &e->book, err);

	if (rc != RC_OK)
		return rc;
	clerk =
	    (struct clerk_options){ e->outbox, e->book, e->options.log, e->options.ctx };
	e->clerk = clerk_new(&clerk);
	if (!e->clerk)
		return err_set(err, RC_NOMEM, "no memory for the books");
	world = clerk_world(e->clerk);
	options.least = e->options.least;
	if (e->options.machine)
		options.machine = e->options.machine;
	return books_new(&options, &world, &e->books, err);
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
	struct letter *l;

	if (!e->is_running)
		return;
	post_close_to_people(e->post);
	l = letter_new(LETTER_STOP);
	if (l) {
		l->patience_ms = patience_ms;
		post_reply(e->post, l);
	} else {
		(void)event_base_loopbreak(e->base);
		post_wake(e->post);
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
	if (e->lines.by_id)
		lines_fini(&e->lines);
	desk_free(e->desk);
	broker_free(e->broker);
	books_free(e->books);
	clerk_free(e->clerk);
	phrasebook_free(e->book);
	outbox_free(e->outbox);
	if (e->tick)
		event_free(e->tick);
	if (e->letters)
		event_free(e->letters);
	snmpc_free(e->snmpc);
	if (e->base)
		event_base_free(e->base);
	vec_fini(&e->failed);
	vec_fini(&e->sweeps);
	vec_fini(&e->trials);
	vec_fini(&e->refreshes);
	vec_fini(&e->tryouts);
	map_free(e->runs);
	window_free(e->window);
	ring_unref(e->ring);
	post_unref(e->post);
	free(e);
}

/* ---- what others see ------------------------------------------------------------ */

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
