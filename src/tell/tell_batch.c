/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "store/notify/rows.h"
#include "store/notify/told.h"
#include "tell/tell_int.h"

enum { BATCH_BYTES = 64 << 20 };

struct tell_batch *
tell_batch_new(int64_t now_ms)
{
	struct tell_batch *b OWNED(tell_batch_free) = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	notify_output_init(&b->out);
	b->messages = (struct vec)VEC_INIT(struct outbox_new);
	b->now_ms = now_ms;
	b->arena = arena_new(BATCH_BYTES);
	return b->arena ? GIVE(b) : NULL;
}

void
tell_batch_free(struct tell_batch *b)
{
	if (!b)
		return;
	notify_output_fini(&b->out);
	vec_fini(&b->messages);
	arena_free(b->arena);
	free(b);
}

bool
tell_batch_is_empty(const struct tell_batch *b)
{
	return b->out.told.n == 0 && b->out.storms.n == 0 && b->out.drops.n == 0 &&
	    b->out.hidden.n == 0 && b->messages.n == 0;
}

static enum rc
put_told(struct db *db, const struct notify_told *told, struct err *err)
{
	struct told_row row = { .incident = told->incident,
		.target = { told->target },
		.version = told->version,
		.state = told->state,
		.severity = told->severity,
		.peak = told->peak,
		.cause_class = told->cause_class,
		.affected = told->affected,
		.reopened = told->reopened,
		.flags = told->flags,
		.act = notify_act_name(told->act),
		.reason = notify_reason_name(told->reason),
		.round = told->round,
		.first_ms = told->first_ms,
		.sound_ms = told->sound_ms,
		.at_ms = told->at_ms,
		.sent_ms = told->sent_ms,
		.message_of = told->message_of };

	return store_told_put(db, &row, err);
}

static enum rc
put_storm(struct db *db, const struct notify_storm *storm, struct err *err)
{
	struct storm_row row = { .target = { storm->target },
		.began_ms = storm->began_ms,
		.edited_ms = storm->edited_ms,
		.n_recent = (size_t)storm->n_recent };

	for (size_t i = 0; i < row.n_recent; i++)
		row.recent[i] = storm->recent[i];
	return store_storm_put(db, &row, err);
}

static enum rc
write_ledger(const struct tell_batch *b, struct db *db, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < b->out.told.n && rc == RC_OK; i++)
		rc = put_told(db, VEC_AT(&b->out.told, struct notify_told, i), err);
	for (size_t i = 0; i < b->out.storms.n && rc == RC_OK; i++)
		rc = put_storm(db, VEC_AT(&b->out.storms, struct notify_storm, i), err);
	for (size_t i = 0; i < b->out.hidden.n && rc == RC_OK; i++) {
		struct silence_id silence = {
			VEC_AT(&b->out.hidden, struct notify_hidden, i)->silence
		};

		rc = store_silence_hid(db, silence, err);
		if (rc == RC_NOT_FOUND) /* it was deleted meanwhile */
			rc = RC_OK;
	}
	return rc;
}

enum rc
tell_batch_write(const struct tell_batch *b, struct db *db, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < b->out.drops.n && rc == RC_OK; i++) {
		const struct notify_drop *drop =
		    VEC_AT(&b->out.drops, struct notify_drop, i);

		rc = store_outbox_supersede(
		    db, drop->incident, (struct target_id){ drop->target }, NULL, err);
	}
	if (rc == RC_OK)
		rc = write_ledger(b, db, err);
	for (size_t i = 0; i < b->messages.n && rc == RC_OK; i++) {
		int64_t id;

		rc = store_outbox_add(
		    db, VEC_AT(&b->messages, struct outbox_new, i), b->now_ms, &id, err);
	}
	return rc;
}
