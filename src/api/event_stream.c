/* SPDX-License-Identifier: Apache-2.0
 *
 * The buffer of frames, and its listeners.
 */
#include "api/event_stream_int.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/frame_int.h"
#include "base/clock.h"

enum {
	EVENTS_AT_ONCE = 128,
	LISTEN_MS = 200, /* how long the end may have to wait for this thread */
	WAKE_MS = 100, /* minimum time between two wake-ups of listeners */
	FIGURES_MS = 1000,
	STORED_MS = 1000, /* minimum time between two frames that report stored data */
};

struct frame {
	unsigned topic; /* the bit of its topic; all bits: for all listeners */
	char *text; /* owned */
	size_t n;
};

struct event_stream {
	struct event_stream_options options;
	pthread_t thread;
	_Atomic bool is_closing;

	/* Used only by the thread. */
	uint64_t last_event, last_change;
	struct engine_event *events;
	struct event_entry changes[EVENTS_AT_ONCE];
	struct coordinator_figures shown; /* the last figures that were sent */
	int64_t figures_ms, stored_ms, woken_ms;
	uint64_t commits; /* the number that was sent last */

	pthread_mutex_t lock; /* guards all below */
	struct frame frames[EVENT_STREAM_FRAMES];
	uint64_t last; /* number of the newest frame; the first one is 1 */
	unsigned unheard; /* topics of the frames since the last wake-up of listeners */
	struct event_stream_listener *listeners;
	struct event_stream_figures figures;
};

struct event_stream_listener {
	struct event_stream *stream;
	struct event_stream_listener *next, **at; /* the listeners */
	struct event_stream_wish wish;
	uint64_t last; /* number of the last frame that it received or does not want */
	int64_t said_ms; /* when it received something last */
	bool is_lost; /* its last frame does not exist any more; it must be told */
	bool is_asleep;
	bool is_cut; /* the listener must end */
};

/* ---- the row (under the lock) --------------------------------------------------------------- */

static uint64_t
oldest_of(const struct event_stream *f)
{
	return f->last > EVENT_STREAM_FRAMES ? f->last - EVENT_STREAM_FRAMES + 1 : 1;
}

/* Takes text. */
static void
put_frame(struct event_stream *f, unsigned topic, char *text)
{
	struct frame *frame = &f->frames[++f->last % EVENT_STREAM_FRAMES];

	free(frame->text);
	*frame = (struct frame){ topic, text, strlen(text) };
	f->unheard |= topic;
	f->figures.frames++;
}

/* Listeners whose position was overwritten. A sleeping listener has read everything that
 * it wants. */
static void
cut_slow(struct event_stream *f)
{
	uint64_t oldest = oldest_of(f);

	for (struct event_stream_listener *l = f->listeners; l; l = l->next) {
		if (l->is_cut || l->is_asleep || l->last + 1 >= oldest)
			continue;
		l->is_cut = true;
		f->figures.cut++;
		l->wish.cut(l->wish.ctx);
	}
}

static bool
is_worth_waking(const struct event_stream_listener *l, int64_t now_ms, bool is_over)
{
	if (!l->is_asleep)
		return false;
	return is_over || (l->stream->unheard & l->wish.topics) ||
	    now_ms - l->said_ms >= l->stream->options.beat_ms;
}

static void
wake_listeners(struct event_stream *f, int64_t now_ms)
{
	bool is_over = atomic_load(&f->is_closing);

	cut_slow(f);
	for (struct event_stream_listener *l = f->listeners; l; l = l->next) {
		if (is_worth_waking(l, now_ms, is_over)) {
			l->is_asleep = false;
			l->wish.wake(l->wish.ctx);
		} else if (l->is_asleep) {
			l->last = f->last; /* none of the new frames is for it */
		}
	}
	f->unheard = 0;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* Takes data; NULL: nothing to send. Only this thread adds frames, so the number is
 * stable. */
static void
tell(struct event_stream *f, unsigned topic, const char *name, json_t *data)
{
	char *text;

	if (!data)
		return;
	text = frame_make(f->options.start, f->last + 1, name, data);
	pthread_mutex_lock(&f->lock);
	if (text)
		put_frame(f, topic, text);
	else
		f->figures.left_out++;
	pthread_mutex_unlock(&f->lock);
}

static void
tell_topic(struct event_stream *f, enum event_stream_topic topic, json_t *data)
{
	tell(f, 1u << topic, event_stream_topic_name(topic), data);
}

static void
tell_event(struct event_stream *f, const struct coordinator_event *event)
{
	f->options.source.count(f->options.source.count_ctx, event);
	tell_topic(f, frame_topic(event), frame_event(event));
	tell_topic(f, EVENT_STREAM_LOG, frame_log(event));
	tell_topic(f, EVENT_STREAM_QUOTAS, frame_quota(event));
}

static void
tell_lost(struct event_stream *f)
{
	pthread_mutex_lock(&f->lock);
	f->figures.lost++;
	pthread_mutex_unlock(&f->lock);
	tell(f, ~0u, "lost", json_object());
}

static bool
has_changed(const struct coordinator_figures *a, const struct coordinator_figures *b)
{
	return a->busy != b->busy || a->total != b->total || a->queue != b->queue ||
	    a->is_saturated != b->is_saturated || a->is_held != b->is_held ||
	    a->completed != b->completed || a->delayed != b->delayed ||
	    a->suspended != b->suspended || a->not_answering != b->not_answering ||
	    a->late_p99_ms != b->late_p99_ms || a->late_p50_ms != b->late_p50_ms;
}

static void
tell_figures(struct event_stream *f, int64_t now_ms)
{
	const struct event_stream_source *source = &f->options.source;
	const struct snapshot *s;

	if (now_ms - f->figures_ms < FIGURES_MS)
		return;
	f->figures_ms = now_ms;
	s = source->snapshot(source->snapshot_ctx);
	if (!s)
		return;
	if (has_changed(&s->figures, &f->shown)) {
		tell_topic(f, EVENT_STREAM_POLLERS, frame_figures(s));
		f->shown = s->figures;
		f->shown.saturation = ""; /* data was borrowed */
	}
	source->release(source->snapshot_ctx, s);
}

/* What the engine reports may be stored a moment later. Lists of stored data are
 * requested again after this frame. The last commit of a busy second is reported when the
 * second ends. */
static void
tell_stored(struct event_stream *f, int64_t now_ms)
{
	const struct event_stream_source *source = &f->options.source;
	uint64_t commits = source->commits(source->changes_ctx);

	if (commits == f->commits || now_ms - f->stored_ms < STORED_MS)
		return;
	f->commits = commits;
	f->stored_ms = now_ms;
	tell_topic(f, EVENT_STREAM_CHANGES, frame_stored(clock_wall_ms()));
}

static void
nap(int64_t ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	(void)nanosleep(&t, NULL);
}

static void
hear(struct event_stream *f)
{
	const struct event_stream_source *source = &f->options.source;
	size_t n = 0;
	enum rc rc = source->listen(
	    source->listen_ctx, &f->last_event, f->events, EVENTS_AT_ONCE, &n, LISTEN_MS);

	if (rc == RC_NOT_FOUND)
		tell_lost(f);
	else if (rc == RC_CANCELLED)
		nap(LISTEN_MS); /* the engine has ended; listeners stay */
	for (size_t i = 0; rc == RC_OK && i < n; i++)
		tell_event(f, &f->events[i].event);
}

static void
hear_changes(struct event_stream *f)
{
	const struct event_stream_source *source = &f->options.source;
	size_t n = 0;
	enum rc rc = source->changes(
	    source->changes_ctx, &f->last_change, f->changes, EVENTS_AT_ONCE, &n);

	if (rc == RC_NOT_FOUND)
		tell_lost(f);
	for (size_t i = 0; i < n; i++)
		tell_topic(
		    f, frame_change_topic(&f->changes[i]), frame_change(&f->changes[i]));
}

static void *
run_event_stream(void *arg)
{
	struct event_stream *f = arg;
	sigset_t all;

	(void)sigfillset(&all);
	/* signals are handled by the main thread */
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
	while (!atomic_load(&f->is_closing)) {
		int64_t now_ms;

		hear(f);
		hear_changes(f);
		now_ms = clock_mono_ms();
		tell_figures(f, now_ms);
		tell_stored(f, now_ms);
		if (now_ms - f->woken_ms < WAKE_MS) {
			nap(WAKE_MS - (now_ms - f->woken_ms));
			now_ms = clock_mono_ms();
		}
		f->woken_ms = now_ms;
		pthread_mutex_lock(&f->lock);
		wake_listeners(f, now_ms);
		pthread_mutex_unlock(&f->lock);
	}
	return NULL;
}

/* ---- life ----------------------------------------------------------------------------------- */

static void
release(struct event_stream *f)
{
	for (size_t i = 0; i < EVENT_STREAM_FRAMES; i++)
		free(f->frames[i].text);
	free(f->events);
	free(f);
}

enum rc
event_stream_start(const struct event_stream_options *options,
    struct event_stream **ret_event_stream, struct err *err)
{
	struct event_stream *f = calloc(1, sizeof(*f));

	if (f)
		f->events = calloc(EVENTS_AT_ONCE, sizeof(*f->events));
	if (!f || !f->events || pthread_mutex_init(&f->lock, NULL) != 0) {
		if (f)
			release(f);
		return err_set(err, RC_NOMEM, "no memory for live events");
	}
	f->options = *options;
	if (pthread_create(&f->thread, NULL, run_event_stream, f) != 0) {
		(void)pthread_mutex_destroy(&f->lock);
		release(f);
		return err_set(err, RC_NOMEM, "no thread for live events");
	}
	*ret_event_stream = f;
	return RC_OK;
}

void
event_stream_dismiss(struct event_stream *f)
{
	pthread_mutex_lock(&f->lock);
	for (struct event_stream_listener *l = f->listeners; l; l = l->next) {
		l->is_cut = true;
		if (l->is_asleep)
			l->wish.wake(l->wish.ctx);
		l->is_asleep = false;
	}
	pthread_mutex_unlock(&f->lock);
}

void
event_stream_close(struct event_stream *f)
{
	pthread_mutex_lock(&f->lock);
	atomic_store(&f->is_closing, true);
	wake_listeners(f, clock_mono_ms());
	pthread_mutex_unlock(&f->lock);
}

void
event_stream_free(struct event_stream *f)
{
	if (!f)
		return;
	event_stream_close(f);
	(void)pthread_join(f->thread, NULL);
	(void)pthread_mutex_destroy(&f->lock);
	release(f);
}

struct event_stream_figures
event_stream_figures(struct event_stream *f)
{
	struct event_stream_figures figures;

	pthread_mutex_lock(&f->lock);
	figures = f->figures;
	pthread_mutex_unlock(&f->lock);
	return figures;
}

/* ---- listeners ------------------------------------------------------------------------------ */

/* Under the lock: continue after the frame of this id, or at the end with "lost". */
static void
find_place(struct event_stream *f, struct event_stream_listener *l, const char *id)
{
	int64_t start = 0;
	uint64_t number = 0;

	l->last = f->last;
	if (!id || !*id)
		return;
	if (sscanf(id, "%" SCNd64 "-%" SCNu64, &start, &number) == 2 &&
	    start == f->options.start && number <= f->last && number + 1 >= oldest_of(f))
		l->last = number;
	else
		l->is_lost = true;
}

enum rc
event_stream_join(struct event_stream *f, const struct event_stream_wish *wish,
    struct event_stream_listener **ret_listener, struct err *err)
{
	struct event_stream_listener *l = calloc(1, sizeof(*l));
	enum rc rc = RC_OK;

	if (!l)
		return err_set(err, RC_NOMEM, "out of memory");
	*l = (struct event_stream_listener){ .stream = f, .wish = *wish };
	pthread_mutex_lock(&f->lock);
	if (atomic_load(&f->is_closing))
		rc = err_set(err, RC_CANCELLED, "the program is ending");
	else if (f->figures.listeners >= EVENT_STREAM_LISTENERS_MAX)
		rc = err_set(err, RC_BUSY, "%d are listening already; try again later",
		    EVENT_STREAM_LISTENERS_MAX);
	if (rc == RC_OK) {
		find_place(f, l, wish->last_id);
		l->wish.last_id = NULL;
		l->next = f->listeners;
		l->at = &f->listeners;
		if (l->next)
			l->next->at = &l->next;
		f->listeners = l;
		f->figures.listeners++;
	}
	pthread_mutex_unlock(&f->lock);
	if (rc == RC_OK)
		*ret_listener = l;
	else
		free(l);
	return rc;
}

void
event_stream_leave(struct event_stream_listener *l)
{
	struct event_stream *f;

	if (!l)
		return;
	f = l->stream;
	pthread_mutex_lock(&f->lock);
	*l->at = l->next;
	if (l->next)
		l->next->at = l->at;
	f->figures.listeners--;
	pthread_mutex_unlock(&f->lock);
	free(l);
}

/* Under the lock: complete frames that it wants and that fit. */
static size_t
copy_frames(struct event_stream_listener *l, char *room, size_t size)
{
	const struct event_stream *f = l->stream;
	size_t n = 0;

	for (; l->last < f->last; l->last++) {
		const struct frame *frame =
		    &f->frames[(l->last + 1) % EVENT_STREAM_FRAMES];

		if (!(frame->topic & l->wish.topics))
			continue;
		if (frame->n > size - n)
			break;
		memcpy(room + n, frame->text, frame->n);
		n += frame->n;
	}
	return n;
}

/* Under the lock. A listener gets a beat first, so that it knows that it is connected. */
static size_t
copy_some(struct event_stream_listener *l, char *room, size_t size, int64_t now_ms)
{
	static const char LOST[] = "event: lost\ndata: {}\n\n",
			  BEAT[] = "event: beat\ndata: {}\n\n";
	size_t n = 0;

	if (l->is_lost) {
		memcpy(room, LOST, sizeof(LOST) - 1);
		n = sizeof(LOST) - 1;
		l->is_lost = false;
	}
	n += copy_frames(l, room + n, size - n);
	if (n == 0 &&
	    (l->said_ms == 0 || now_ms - l->said_ms >= l->stream->options.beat_ms)) {
		memcpy(room, BEAT, sizeof(BEAT) - 1);
		n = sizeof(BEAT) - 1;
	}
	return n;
}

enum event_stream_outcome
event_stream_read(struct event_stream_listener *l, char *room, size_t size, size_t *ret_n)
{
	struct event_stream *f = l->stream;
	int64_t now_ms = clock_mono_ms();
	enum event_stream_outcome outcome = EVENT_STREAM_OVER;
	size_t n;

	pthread_mutex_lock(&f->lock);
	l->is_asleep = false;
	if (!l->is_cut && !atomic_load(&f->is_closing) && l->last + 1 >= oldest_of(f)) {
		n = copy_some(l, room, size, now_ms);
		outcome = n > 0 ? EVENT_STREAM_SOME : EVENT_STREAM_LATER;
		if (n > 0) {
			l->said_ms = now_ms;
			*ret_n = n;
		} else {
			l->is_asleep = true;
		}
	}
	pthread_mutex_unlock(&f->lock);
	return outcome;
}
