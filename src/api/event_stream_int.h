/* SPDX-License-Identifier: Apache-2.0
 *
 * api/event_stream_int.h - events for many listeners.
 *
 * One thread reads the engine's ring (engine/engine.h) and the new events of the log
 * (service/event_tail.h) once for all listeners, formats
 * each event as one frame of text/event-stream, and keeps the last EVENT_STREAM_FRAMES
 * frames. A listener is a position in this buffer and a set of topics: it needs no copy,
 * and nothing waits for it. A listener whose position was overwritten is disconnected; it
 * reconnects with the id of its last frame and continues there if that frame still
 * exists.
 *
 * Listeners do not affect the engine: its ring is read once, independent of their number,
 * and listeners are woken at most ten times per second.
 *
 * An id is "START-NUMBER": after a restart the old frames do not exist, and a listener
 * that requests one gets a frame of the event "lost": it should read everything again,
 * and then gets new events.
 *
 * Order of calls: event_stream_start, event_stream_close (wakes listeners so that they
 * end; does not wait), event_stream_free (when no listener is left). Joining, reading,
 * leaving: any thread.
 */
#ifndef FACHO_API_EVENT_STREAM_INT_H
#define FACHO_API_EVENT_STREAM_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "engine/engine.h"
#include "events/event.h"

struct event_stream;
struct event_stream_listener;

enum {
	EVENT_STREAM_FRAMES = 8192,
	EVENT_STREAM_FRAME_MAX = 2048, /* bytes; a longer frame is omitted and counted */
	EVENT_STREAM_LISTENERS_MAX = 1000,
};

enum event_stream_topic {
	EVENT_STREAM_EXECUTIONS, /* executions wait, start, end, are retried */
	/* figures of the pollers, once a second if they changed; saturation */
	EVENT_STREAM_POLLERS,
	EVENT_STREAM_OLTS, /* OLTs and their tasks: added, enabled, suspended, back */
	EVENT_STREAM_LOG, /* sentences about all of these */
	EVENT_STREAM_QUOTAS, /* a run was counted for an hour */
	EVENT_STREAM_CHANGES, /* events of the log: of ONUs and ports, and by users */
	EVENT_STREAM_INCIDENTS, /* an incident has a new version, or a user acted on it */
	EVENT_STREAM_DELIVERIES, /* a message was queued, sent or given up */
	EVENT_STREAM_TOPICS,
};

const char *event_stream_topic_name(enum event_stream_topic topic); /* "executions" */
/* "executions,log": bits by number; "" and NULL: all. RC_INVALID names the wrong one. */
enum rc event_stream_topics_read(const char *text, unsigned *ret_topics, struct err *err)
    MUST_CHECK;

/* The source of events: the engine, or a test. */
struct event_stream_source {
	/* As engine_listen(). */
	enum rc (*listen)(void *ctx, uint64_t *last, struct engine_event *events,
	    size_t max, size_t *ret_n, int64_t timeout_ms);
	/* As engine_snapshot() and snapshot_release(). */
	const struct snapshot *(*snapshot)(void *ctx);
	void (*release)(void *ctx, const struct snapshot *snapshot);
	/* Every event, once, before any listener gets it; called by the thread of the
	 * event stream. */
	void (*count)(void *ctx, const struct coordinator_event *event);
	/* As event_tail_read(). */
	enum rc (*changes)(void *ctx, uint64_t *last, struct event_entry *events,
	    size_t max, size_t *ret_n);
	/* As event_tail_commits(), with changes_ctx. */
	uint64_t (*commits)(void *ctx);
	void *listen_ctx, *snapshot_ctx, *count_ctx, *changes_ctx;
};

struct event_stream_options {
	struct event_stream_source source;
	int64_t start; /* start of the program: unique */
	int64_t beat_ms; /* after this time without events, an event "beat" is sent */
};

enum rc event_stream_start(const struct event_stream_options *options,
    struct event_stream **ret_event_stream, struct err *err) MUST_CHECK;
/* End all current listeners; they may join again. Any thread, does not wait. */
void event_stream_dismiss(struct event_stream *f);
void event_stream_close(struct event_stream *f);
void event_stream_free(struct event_stream *f); /* also closes it */
OWNED_BY(struct event_stream, event_stream_free);

/* What a listener receives. The functions are called by the thread of the event stream
 * while its lock is held: they do not wait, and they call no function of the event
 * stream. */
struct event_stream_wish {
	unsigned topics;
	const char *last_id; /* NULL or "": from now on. Borrowed during the call */
	void (*wake)(void *ctx); /* read again; only after EVENT_STREAM_LATER */
	void (*cut)(void *ctx); /* too slow: close its connection. Called once */
	void *ctx;
};

/* RC_BUSY: there are EVENT_STREAM_LISTENERS_MAX already; RC_CANCELLED: it is closed. */
enum rc event_stream_join(struct event_stream *f, const struct event_stream_wish *wish,
    struct event_stream_listener **ret_listener, struct err *err) MUST_CHECK;
void event_stream_leave(struct event_stream_listener *l);
OWNED_BY(struct event_stream_listener, event_stream_leave);

enum event_stream_outcome {
	EVENT_STREAM_SOME, /* room has complete frames */
	EVENT_STREAM_LATER, /* no frames now; wake will be called */
	/* the listener was disconnected, or the event stream is closed */
	EVENT_STREAM_OVER,
};

/* size: at least EVENT_STREAM_FRAME_MAX. *ret_n is set with EVENT_STREAM_SOME. */
enum event_stream_outcome event_stream_read(
    struct event_stream_listener *l, char *room, size_t size, size_t *ret_n);

struct event_stream_figures {
	uint64_t frames; /* since the start, like the following */
	uint64_t lost; /* times that the engine was faster than this thread */
	uint64_t left_out; /* frames that were too long */
	uint64_t cut; /* listeners that were too slow */
	size_t listeners; /* now */
};
struct event_stream_figures event_stream_figures(struct event_stream *f);

#endif
