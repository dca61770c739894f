/* SPDX-License-Identifier: Apache-2.0
 *
 * tell/tell.h - messages about incidents: joins who must know (notify/), the words
 * (channel/template.h) and the outbox (store/notify/).
 *
 * Owned by the watcher, which uses it in its rounds:
 *
 *	tell_load at the start, and after everything was lost;
 *	tell_incident for each incident that the watch changed, tell_polled for each
 *	reading, tell_delivered and tell_configure for events of the log;
 *	batch = tell_decide(...): what is to be written, with the messages as documents;
 *	tell_batch_write in the transaction that writes the incidents.
 *
 * A batch has copies of everything. What was decided counts as told: if the batch is not
 * written in the end, load everything anew. Watcher's thread only, but tell_batch_write,
 * which is called in the writer's thread.
 */
#ifndef FACHO_TELL_TELL_H
#define FACHO_TELL_TELL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "base/vec.h"
#include "watch/incident.h"

struct db;
struct tell;
struct tell_batch;

struct tell_options {
	const char *zone; /* of the site: "America/La_Paz"; "": UTC. Copied */
	const char *language; /* "es" or "en". Copied */
	const char
	    *url; /* of the web admin, without a slash at its end; "": none. Copied */
};

/* NULL: no memory. */
struct tell *tell_new(const struct tell_options *options);
void tell_free(struct tell *t);
OWNED_BY(struct tell, tell_free);

/* Configuration, the ledger, incidents, and what became of messages meanwhile. db: a
 * connection that reads, here and below. */
enum rc tell_load(struct tell *t, struct db *db, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* Somebody changed a channel, target, route, contact, silence, window or template. A stored
 * row that is wrong (the service refuses those, a file or another version may have brought
 * it) is left out. */
enum rc tell_configure(struct tell *t, struct db *db, int64_t now_ms, struct err *err)
    MUST_CHECK;
/* Of the last configuration: which row was left out and why; "": none. */
const char *tell_left_out(const struct tell *t);

/* A new or changed incident, or one that people did something with. */
enum rc tell_incident(struct tell *t, struct db *db,
    const struct watch_incident *incident, struct err *err) MUST_CHECK;
/* The same as it is in the database: after an act of a person. An unknown one is left
 * out. */
enum rc tell_acted(struct tell *t, struct db *db, int64_t incident, struct err *err)
    MUST_CHECK;

/* A complete reading of the states of an OLT. */
enum rc tell_polled(struct tell *t, struct olt_id olt, int64_t at_ms) MUST_CHECK;

/* The courier is done with this message of the outbox, for now. */
enum rc tell_delivered(struct tell *t, struct db *db, int64_t outbox, struct err *err)
    MUST_CHECK;

/* Everything that is due. *ret_batch is NULL when there is nothing to write. */
enum rc tell_decide(struct tell *t, struct db *db, int64_t now_ms,
    struct tell_batch **ret_batch, struct err *err) MUST_CHECK;

/* When tell_decide may have something to do without news; INT64_MAX: never. */
int64_t tell_next_ms(const struct tell *t);

/* ---- windows of modes hold and plan -------------------------------------------------- */

struct arena;

enum { TELL_AFTER_WINDOW_MS = 10 * 60 * 1000 };

/* What the watch must know of them; texts are in the arena. */
struct tell_windows {
	/* struct watch_window: places of those in force, and of those that ended less
	 * than TELL_AFTER_WINDOW_MS ago: events of them may still come. */
	struct vec now;
	/* struct watch_window: places of those that ended so long before now that what is
	 * still wrong there is told, and less long before since. */
	struct vec ended;
	int64_t next_ms; /* when to ask again at the latest; INT64_MAX: never */
};

/* since_ms: until when this was asked before, so that a restart misses no end. Appends to
 * the two lists. */
enum rc tell_windows(const struct tell *t, struct db *db, int64_t since_ms,
    int64_t now_ms, struct arena *arena, struct tell_windows *ret_windows,
    struct err *err) MUST_CHECK;

/* ---- trying ------------------------------------------------------------------------- */

struct notify_fact;

struct tell_wish {
	int64_t incident; /* a stored one */
	const struct notify_fact *made_up; /* instead of it; NULL: the stored one */
	int64_t now_ms;
	bool is_past; /* as if it were open, and nobody had acknowledged it */
};

/* Who would be told of it, if nobody was told before: appends struct notify_try
 * (notify/notify.h). Reads the configuration; nothing is written. Of a tell that is used for
 * nothing else. RC_NOT_FOUND: there is no such incident. */
enum rc tell_try(struct tell *t, struct db *db, const struct tell_wish *wish,
    struct vec *ret_tries, struct err *err) MUST_CHECK;

struct tell_view {
	const char *language, *zone;
	const char *url; /* of the web admin; "": none */
	int64_t now_ms;
	bool is_open; /* one that is over as it was at its worst moment */
};

/* For the preview of a template, and for tests: the names of a stored incident, as a message to
 * a target of that language and zone has them. The caller unrefs them. RC_NOT_FOUND. Any
 * connection. */
enum rc tell_preview(struct db *db, int64_t incident, const struct tell_view *view,
    json_t **ret_data, struct err *err) MUST_CHECK;

/* Lists of which a part is given, as programs that read webhooks want them: the part, and the
 * number of all. After the template was rendered. */
void tell_plain_lists(json_t *data);

/* ---- a batch ------------------------------------------------------------------------ */

void tell_batch_free(struct tell_batch *b);
OWNED_BY(struct tell_batch, tell_batch_free);

/* Inside the caller's transaction. Not for a batch that was written before: whoever
 * writes knows (store/incident/watch_write.h). */
enum rc tell_batch_write(const struct tell_batch *b, struct db *db, struct err *err)
    MUST_CHECK;

#endif
