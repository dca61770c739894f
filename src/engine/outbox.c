/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/outbox_int.h"

#include <stdlib.h>

/* A write that the writer has refused. */
struct held {
	struct held *next;
	struct writer_work work;
};

struct outbox {
	struct writer *writer; /* borrowed */
	struct held *first, **end; /* owned, oldest first */
	struct held *aside, **aside_end; /* the same, during outbox_hold */
	bool is_held;
	size_t waiting;
	uint64_t dropped;
	bool is_full; /* result of the last check */
};

struct outbox *
outbox_new(struct writer *writer)
{
	struct outbox *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->writer = writer;
	o->end = &o->first;
	o->aside_end = &o->aside;
	return o;
}

static void
refuse(const struct writer_work *work, enum rc rc, const char *why)
{
	if (work->done)
		work->done(work->ctx, rc, why);
	if (work->free_ctx)
		work->free_ctx(work->ctx);
}

void
outbox_free(struct outbox *o)
{
	if (!o)
		return;
	outbox_release(o);
	for (struct held *h = o->first, *next; h; h = next) {
		next = h->next;
		refuse(&h->work, RC_CANCELLED, "the program ended first");
		free(h);
	}
	free(o);
}

/* Append it to those that wait. */
static void
keep(struct outbox *o, const struct writer_work *work)
{
	struct held *h = malloc(sizeof(*h));

	if (!h) {
		refuse(work, RC_NOMEM, "no memory to keep it for the writer");
		return;
	}
	*h = (struct held){ NULL, *work };
	*o->end = h;
	o->end = &h->next;
	o->waiting++;
}

static void
set_aside(struct outbox *o, const struct writer_work *work)
{
	struct held *h = malloc(sizeof(*h));

	if (!h) {
		refuse(work, RC_NOMEM, "no memory to keep it for the writer");
		return;
	}
	*h = (struct held){ NULL, *work };
	*o->aside_end = h;
	o->aside_end = &h->next;
}

void
outbox_hold(struct outbox *o)
{
	o->is_held = true;
}

void
outbox_open(struct outbox *o)
{
	o->is_held = false;
}

void
outbox_release(struct outbox *o)
{
	struct held *h = o->aside;

	o->is_held = false;
	o->aside = NULL;
	o->aside_end = &o->aside;
	while (h) {
		struct held *next = h->next;

		outbox_put(o, &h->work);
		free(h);
		h = next;
	}
}

void
outbox_put(struct outbox *o, const struct writer_work *work)
{
	enum rc rc;

	if (o->is_held) {
		set_aside(o, work);
		return;
	}
	rc = o->first ? RC_BUSY : writer_put(o->writer, work);

	if (rc == RC_CANCELLED)
		refuse(work, rc, "the writer has been closed");
	else if (rc != RC_OK)
		keep(o, work);
}

void
outbox_note(struct outbox *o, const struct writer_work *work)
{
	if (o->waiting < OUTBOX_NOTES) {
		outbox_put(o, work);
		return;
	}
	o->dropped++;
	refuse(work, RC_BUSY, "too much waits for the writer");
}

void
outbox_flush(struct outbox *o)
{
	while (o->first) {
		struct held *h = o->first;
		enum rc rc = writer_put(o->writer, &h->work);

		if (rc != RC_OK && rc != RC_CANCELLED)
			return;
		if (rc == RC_CANCELLED)
			refuse(&h->work, rc, "the writer has been closed");
		o->first = h->next;
		if (!o->first)
			o->end = &o->first;
		o->waiting--;
		free(h);
	}
}

struct outbox_figures
outbox_figures(const struct outbox *o)
{
	return (
	    struct outbox_figures){ o->waiting, o->dropped, writer_figures(o->writer) };
}

bool
outbox_is_full(struct outbox *o)
{
	struct writer_figures w = writer_figures(o->writer);

	if (o->first || w.is_away || w.waiting >= w.bound - w.bound / 4)
		o->is_full = true;
	else if (w.waiting <= w.bound / 2)
		o->is_full = false;
	return o->is_full;
}
