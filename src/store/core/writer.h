/* SPDX-License-Identifier: Apache-2.0
 *
 * store/core/writer.h - the one thread that writes to the database.
 *
 * Others hand it pieces of work and go on; it writes several at a time in one
 * transaction, in the order in which they came. Urgent ones, which somebody waits for,
 * go ahead of the others: they wait for one piece at most that is being written, and
 * results that fill the queue leave room for them. When the database is away
 * (locked, full, stopped, cut off) it keeps what it has, tries again ever more
 * slowly, says so once, and says when it is over. What it has not written yet is
 * bounded: when the bound is reached new work is refused, never dropped.
 *
 * A piece of work that fails by its own fault (RC_INVALID, RC_CONFLICT,
 * RC_NOT_FOUND, RC_PROTOCOL) fails alone: the others of its transaction are
 * written without it.
 *
 * Life: writer_start, work, writer_stop (takes no new work, waits), writer_free.
 * writer_put* and writer_figures: any thread.
 */
#ifndef FACHO_STORE_CORE_WRITER_H
#define FACHO_STORE_CORE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct db;
struct writer;

/* All functions are called from the writer's thread. */
struct writer_work {
	/* Write it, inside the writer's transaction. It may be called again after a
	 * transaction that failed, and must notice what is there already: the
	 * outcome of a commit that breaks off is unknown (store/db/db.h). */
	enum rc (*write)(void *ctx, struct db *db, struct err *err);
	/* Once: RC_OK when it is committed; RC_CANCELLED when the writer was stopped
	 * before; otherwise why it never will be, with a sentence. */
	void (*done)(void *ctx, enum rc rc, const char *message);
	void (*free_ctx)(void *ctx); /* after done; or by writer_put's caller */
	void *ctx;
};

struct writer_options {
	size_t bound; /* pieces that may wait, and as many urgent ones; at least 1 */
	size_t batch; /* pieces in a transaction at most; at least 1 */
	int64_t pause_ms; /* before the first new try; doubled up to */
	int64_t longest_pause_ms;

	/* Called from the writer's thread, any may be NULL. */
	void (*say)(
	    void *ctx, bool is_over, const char *message); /* rarely; base/grumble */
	void (*on_commit)(void *ctx);
	void (*on_rollback)(void *ctx);
	void *ctx;
};

#define WRITER_OPTIONS                                                                 \
	{                                                                              \
		.bound = 1000, .batch = 16, .pause_ms = 100, .longest_pause_ms = 30000 \
	}

struct writer_figures {
	size_t bound; /* as in the options */
	size_t waiting; /* not written yet, what is at hand included */
	uint64_t written;
	uint64_t failed; /* by their own fault */
	uint64_t refused; /* because the bound was reached */
	uint64_t transactions;
	uint64_t retries; /* transactions tried again because the database was away */
	bool is_away; /* now */
	int64_t away_ms; /* and since when, by the wall clock; 0: it is not */
};

/* Takes db, on success only: it belongs to the thread from now on. */
enum rc writer_start(struct db *db, const struct writer_options *options,
    struct writer **ret_writer, struct err *err) MUST_CHECK;

/* Copies work; owns work->ctx on success. Never waits. RC_BUSY: the bound is
 * reached; RC_CANCELLED: closed; RC_NOMEM. */
enum rc writer_put(struct writer *w, const struct writer_work *work) MUST_CHECK;
/* The same for work that somebody waits for. */
enum rc writer_put_urgent(struct writer *w, const struct writer_work *work) MUST_CHECK;

/* Wait until everything is written, but when the database is away no longer than
 * patience_ms; what is left then is told RC_CANCELLED, and so are we: RC_CANCELLED. */
enum rc writer_stop(struct writer *w, int64_t patience_ms) MUST_CHECK;

struct writer_figures writer_figures(struct writer *w);

/* Stopped, or stops it without patience. NULL is fine. */
void writer_free(struct writer *w);
OWNED_BY(struct writer, writer_free);

#endif
