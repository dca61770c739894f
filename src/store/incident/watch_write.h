/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_write.h - what the watch decided in one round, written at once.
 *
 *	rc = store_watch_take(db, "machine", now_ms, &term, err);	once, at the start
 *	b = watch_batch_new(term, round);
 *	watch_batch_incident(b, watch_take_incident(w)); ...
 *	rc = store_watch_write(db, b, &was_written, err);	inside the writer's transaction
 *
 * A batch has copies of everything: the watch may go on while it is written. One that is
 * written again after a commit of unknown outcome is noticed by its round.
 *
 * Only one watcher writes: each has a term, and a batch of an older term is refused with
 * RC_CONFLICT. (So is a row that the database refuses: store_watch_term tells the two apart.) The columns of people (acked_by, owner, note, ...) are not written here,
 * except an acknowledgement that lapses.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_WRITE_H
#define FACHO_STORE_INCIDENT_WATCH_WRITE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/own.h"
#include "events/event.h"
#include "watch/watch.h"

struct db;
struct watch_batch;

/* Begin a term, which ends that of any other watcher. */
enum rc store_watch_take(struct db *db, const char *holder, int64_t now_ms,
    int64_t *ret_term, struct err *err) MUST_CHECK;

/* The term that counts now. RC_NOT_FOUND: nobody has ever watched. */
enum rc store_watch_term(struct db *db, int64_t *ret_term, struct err *err) MUST_CHECK;

/* NULL: no memory. Owner only. round: 1 and up, one more for each batch of the term. */
struct watch_batch *watch_batch_new(int64_t term, int64_t round);
void watch_batch_free(struct watch_batch *b);
OWNED_BY(struct watch_batch, watch_batch_free);

/* Without memory the batch is spoiled, and writing it fails with RC_NOMEM. */
void watch_batch_incident(struct watch_batch *b, const struct watch_incident *incident);
void watch_batch_fact(struct watch_batch *b, const struct watch_fact *fact);
void watch_batch_group(struct watch_batch *b, const struct watch_group *group);
void watch_batch_memory(struct watch_batch *b, const void *bytes, size_t n);
/* How far the log was read, and when this was. */
void watch_batch_position(
    struct watch_batch *b, const struct event_cursor *at, int64_t now_ms);
/* Is there anything but the position in it? */
bool watch_batch_has_news(const struct watch_batch *b);

/* The incidents of it, for those who must know of them; NULL behind the last. */
const struct watch_incident *watch_batch_at(const struct watch_batch *b, size_t i);

/* *ret_was_written: an earlier try had been committed; numbers of groups are not known
 * then: everything must be loaded anew. */
enum rc store_watch_write(struct db *db, struct watch_batch *b, bool *ret_was_written,
    struct err *err) MUST_CHECK;

/* The nodes of its groups, after it was written: 0 behind the last. */
bool watch_batch_stored_group(
    const struct watch_batch *b, size_t i, uint32_t *ret_key, int64_t *ret_node);

#endif
