/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "channel/courier_int.h"

enum { HEALTH_AGAIN_MS = 10000 };

struct courier_write *
courier_write_new(struct courier *c)
{
	struct courier_write *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->mailbox = c->mailbox;
	w->arena = arena_new(0);
	w->moves = (struct vec)VEC_INIT(struct telegram_move);
	w->outcomes = (struct vec)VEC_INIT(struct outbox_outcome);
	w->holds = (struct vec)VEC_INIT(struct courier_hold);
	w->channels = (struct vec)VEC_INIT(struct channel_note);
	w->unverified = (struct vec)VEC_INIT(struct courier_unverified);
	if (!w->arena) {
		free(w);
		return NULL;
	}
	mailbox_ref(w->mailbox);
	return w;
}

void
courier_write_free(struct courier_write *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n; i++)
		outbox_claimed_wipe(&w->rows[i]);
	free(w->rows);
	vec_fini(&w->moves);
	vec_fini(&w->outcomes);
	vec_fini(&w->holds);
	vec_fini(&w->channels);
	vec_fini(&w->unverified);
	arena_free(w->arena);
	mailbox_unref(w->mailbox);
	free(w);
}

struct courier_write *
courier_notes(struct courier *c)
{
	if (!c->notes) {
		c->notes = courier_write_new(c);
		if (c->notes)
			c->notes->number = ++c->notes_begun;
	}
	return c->notes;
}

/* A failure is written each time, a success only if the state changes or some time has
 * passed. */
void
courier_note_health(
    struct courier *c, struct delivery *d, enum channel_health health, const char *error)
{
	struct courier_write *w = courier_notes(c);
	struct line *line = d->line;
	bool is_bad = health != CHANNEL_WELL;
	int64_t now_ms = clock_mono_ms();
	struct channel_note *note;

	if (!is_bad && !line->is_noted_bad && line->noted_ms &&
	    now_ms - line->noted_ms < HEALTH_AGAIN_MS)
		return;
	note = w ? vec_add(&w->channels) : NULL;
	if (!note)
		return;
	*note = (struct channel_note){ .channel = line->id,
		.health = health,
		.error = arena_copy(w->arena, error, strlen(error)),
		.at_ms = clock_wall_ms() };
	if (!note->error)
		note->error = "";
	line->noted_ms = now_ms;
	line->is_noted_bad = is_bad;
}

void
courier_write_notes(struct courier *c)
{
	struct courier_write *w = c->notes;

	if (!w || c->is_noting)
		return;
	w->now_ms = clock_wall_ms();
	c->is_noting = true;
	c->notes = NULL;
	if (c->options.ops->write(c->options.ctx, w) == RC_OK)
		return;
	/* Later: the queue of the writer is full. */
	c->is_noting = false;
	c->notes = w;
}
