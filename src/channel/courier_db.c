/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "channel/courier_db.h"
#include "store/core/writer.h"
#include "store/db/db.h"

struct courier_db {
	struct courier_db_options options;
	struct db *db; /* used only by the courier's thread while it runs */
};

/* One write in the queue of the writer. It may exist longer than the courier. */
struct job {
	struct courier_write *write;
	const struct vault *vault;
};

/* ---- in the writer's thread --------------------------------------------------------------- */

/* It may be called again after a failed transaction. */
static enum rc
write_claim(struct job *job, struct db *db, struct err *err)
{
	struct courier_write *w = job->write;
	struct outbox_claim claim = {
		.token = w->token, .now_ms = w->now_ms, .most = w->most
	};

	for (size_t i = 0; i < w->n; i++)
		outbox_claimed_wipe(&w->rows[i]);
	w->n = 0;
	arena_reset(w->arena);
	return store_outbox_claim(db, job->vault, &claim, w->arena, w->rows, &w->n, err);
}

/* A row that was taken by another machine, or deleted, must not be changed. */
static enum rc
write_outcomes(const struct courier_write *w, struct db *db, struct err *err)
{
	for (size_t i = 0; i < w->outcomes.n; i++) {
		enum rc rc = store_outbox_finish(
		    db, VEC_AT(&w->outcomes, struct outbox_outcome, i), err);

		if (rc != RC_OK && rc != RC_CONFLICT && rc != RC_NOT_FOUND)
			return rc;
	}
	return RC_OK;
}

static enum rc
write_channels(const struct courier_write *w, struct db *db, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < w->channels.n; i++) {
		rc = store_channel_note(
		    db, VEC_AT(&w->channels, struct channel_note, i), err);
		rc = rc == RC_NOT_FOUND ? RC_OK : rc;
	}
	for (size_t i = 0; rc == RC_OK && i < w->unverified.n; i++) {
		const struct courier_unverified *u =
		    VEC_AT(&w->unverified, struct courier_unverified, i);

		rc = store_address_unverify(db, u->channel, u->address, err);
		rc = rc == RC_NOT_FOUND ? RC_OK : rc;
	}
	return rc;
}

static enum rc
write_notes(const struct courier_write *w, struct db *db, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < w->moves.n; i++)
		rc = store_telegram_move(
		    db, VEC_AT(&w->moves, struct telegram_move, i), err);
	if (rc == RC_OK)
		rc = write_outcomes(w, db, err);
	for (size_t i = 0; rc == RC_OK && i < w->holds.n; i++) {
		const struct courier_hold *h = VEC_AT(&w->holds, struct courier_hold, i);

		rc = store_outbox_hold(db, h->channel, h->target, h->until_ms, err);
	}
	return rc == RC_OK ? write_channels(w, db, err) : rc;
}

static enum rc
do_write(void *ctx, struct db *db, struct err *err)
{
	struct job *job = ctx;

	return job->write->most ? write_claim(job, db, err)
				: write_notes(job->write, db, err);
}

static void
on_done(void *ctx, enum rc rc, const char *message)
{
	struct job *job = ctx;

	(void)message;
	courier_write_done(job->write, rc);
}

/* ---- in the courier's thread ---------------------------------------------------------------- */

static enum rc
ops_next(void *ctx, int64_t now_ms, int64_t *ret_ms, struct err *err)
{
	struct courier_db *c = ctx;

	return store_outbox_next(c->db, now_ms, ret_ms, err);
}

static enum rc
ops_write(void *ctx, struct courier_write *w)
{
	struct courier_db *c = ctx;
	struct job *job = calloc(1, sizeof(*job));
	struct writer_work work = {
		.write = do_write, .done = on_done, .free_ctx = free, .ctx = job
	};
	enum rc rc;

	if (!job)
		return RC_NOMEM;
	job->write = w;
	job->vault = c->options.vault;
	rc = writer_put_urgent(c->options.writer, &work);
	if (rc != RC_OK)
		free(job);
	return rc;
}

static void
ops_dead(void *ctx, const struct courier_dead *dead)
{
	struct courier_db *c = ctx;

	c->options.dead(c->options.ctx, dead);
}

const struct courier_ops *
courier_db_ops(void)
{
	static const struct courier_ops OPS = {
		.next = ops_next, .write = ops_write, .dead = ops_dead
	};

	return &OPS;
}

enum rc
courier_db_open(
    const struct courier_db_options *options, struct courier_db **ret_db, struct err *err)
{
	struct courier_db *c OWNED(courier_db_close) = calloc(1, sizeof(*c));
	enum rc rc;

	if (!c)
		return err_set(err, RC_NOMEM, "out of memory");
	c->options = *options;
	rc = db_open(options->database, DB_READ, &c->db, err);
	if (rc == RC_OK)
		*ret_db = GIVE(c);
	return rc;
}

void
courier_db_close(struct courier_db *c)
{
	if (!c)
		return;
	db_close(c->db);
	free(c);
}
