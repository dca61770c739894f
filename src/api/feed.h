/* SPDX-License-Identifier: Apache-2.0
 *
 * api/feed.h - what happens, for many listeners at once.
 *
 * One thread reads the engine's ring (poll/engine.h) once for everybody, makes each event
 * one frame of text/event-stream for everybody, and keeps the last FEED_FRAMES of them. A
 * listener is a place in that row and a set of topics: it costs no copy and nobody waits
 * for it. One that is overtaken by the row is cut off, and comes back with the id of
 * the last frame that it has, from where it goes on if that is still there.
 *
 * The engine notices nothing of listeners: it is read once, however many there are, and
 * listeners are woken ten times a second at most.
 *
 * An id is "START-NUMBER": a program that was started again has none of the frames of the
 * one before, and a listener that asks for one is told so by a frame of the event "lost":
 * it should ask for everything again, and goes on with what comes.
 *
 * Life: feed_start, feed_close (listeners are woken and told that it is over; does not
 * wait), feed_free (when no listener is left). Joining, reading, leaving: any thread.
 */
#ifndef FACHO_API_FEED_H
#define FACHO_API_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "poll/engine.h"

struct feed;
struct feed_listener;

enum {
	FEED_FRAMES = 8192,
	FEED_FRAME_MAX = 2048, /* bytes; a longer one is left out and counted */
	FEED_LISTENERS_MAX = 1000,
};

enum feed_topic {
	FEED_EXECUTIONS, /* they wait, start, end, are tried again */
	FEED_POLLERS, /* their figures, once a second when they changed; saturation */
	FEED_OLTS, /* they and their tasks: added, enabled, suspended, back */
	FEED_LOG, /* the sentences of all that */
	FEED_QUOTAS, /* a run counted for an hour */
	FEED_TOPICS,
};

const char *feed_topic_name(enum feed_topic topic); /* "executions" */
/* "executions,log": bits by number; "" and NULL: all. RC_INVALID names the wrong one. */
enum rc feed_topics_read(const char *text, unsigned *ret_topics, struct err *err)
    MUST_CHECK;

/* Where events come from: the engine, or a test's own. */
struct feed_source {
	/* As engine_listen(). */
	enum rc (*listen)(void *ctx, uint64_t *last, struct engine_event *events,
	    size_t max, size_t *ret_n, int64_t timeout_ms);
	/* As engine_snapshot() and snapshot_release(). */
	const struct snapshot *(*snapshot)(void *ctx);
	void (*release)(void *ctx, const struct snapshot *snapshot);
	/* Every event, once, before anybody hears of it; the feed's thread. */
	void (*count)(void *ctx, const struct desk_event *event);
	void *listen_ctx, *snapshot_ctx, *count_ctx;
};

struct feed_options {
	struct feed_source source;
	int64_t start; /* of the program: no two have the same */
	int64_t beat_ms; /* silence is broken by an event "beat" after this long */
};

enum rc feed_start(const struct feed_options *options, struct feed **ret_feed,
    struct err *err) MUST_CHECK;
/* It is over for all who listen now; they may join again. Any thread, does not wait. */
void feed_dismiss(struct feed *f);
void feed_close(struct feed *f);
void feed_free(struct feed *f); /* closes it too */
OWNED_BY(struct feed, feed_free);

/* What a listener wants. Its functions are called by the feed's thread with the feed's lock
 * held: they do not wait, and call nothing of the feed. */
struct feed_wish {
	unsigned topics;
	const char *last_id; /* NULL or "": from now on. Borrowed during the call */
	void (*wake)(void *ctx); /* read again; after FEED_LATER only */
	void (*cut)(void *ctx); /* too slow: close its connection. Once */
	void *ctx;
};

/* RC_BUSY: there are FEED_LISTENERS_MAX; RC_CANCELLED: it is closed. */
enum rc feed_join(struct feed *f, const struct feed_wish *wish,
    struct feed_listener **ret_listener, struct err *err) MUST_CHECK;
void feed_leave(struct feed_listener *l);
OWNED_BY(struct feed_listener, feed_leave);

enum feed_outcome {
	FEED_SOME, /* whole frames are in room */
	FEED_LATER, /* nothing now; wake will be called */
	FEED_OVER, /* it was cut or dismissed, or the feed is closed */
};

/* size: at least FEED_FRAME_MAX. *ret_n is set with FEED_SOME. */
enum feed_outcome feed_read(
    struct feed_listener *l, char *room, size_t size, size_t *ret_n);

struct feed_figures {
	uint64_t frames; /* since the start, as those below */
	uint64_t lost; /* times that the engine was ahead of us */
	uint64_t left_out; /* frames that were too long */
	uint64_t cut; /* listeners that were too slow */
	size_t listeners; /* now */
};
struct feed_figures feed_figures(struct feed *f);

#endif
