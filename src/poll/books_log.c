/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/books_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/tidy.h"

enum { MESSAGE_MAX = 512, START_MS = 60000 };

static const enum entry_level LEVELS[DESK_EVENT_KINDS] = {
	[DESK_OLT_ADDED] = ENTRY_INFO,
	[DESK_OLT_ENABLED] = ENTRY_INFO,
	[DESK_OLT_DISABLED] = ENTRY_INFO,
	[DESK_OLT_SUSPENDED] = ENTRY_ERROR,
	[DESK_OLT_NOT_ANSWERING] = ENTRY_ERROR,
	[DESK_OLT_BACK] = ENTRY_INFO,
	[DESK_OLT_RESTARTED] = ENTRY_WARNING,
	[DESK_TASK_ADDED] = ENTRY_INFO,
	[DESK_TASK_REMOVED] = ENTRY_INFO,
	[DESK_TASK_ENABLED] = ENTRY_INFO,
	[DESK_TASK_DISABLED] = ENTRY_INFO,
	[DESK_INTERVAL_CHANGED] = ENTRY_INFO,
	[DESK_TASK_CHAINED] = ENTRY_INFO,
	[DESK_TASK_UNCHAINED] = ENTRY_INFO,
	[DESK_TASK_RUNS_NOW] = ENTRY_INFO,
	[DESK_QUEUED] = ENTRY_DEBUG,
	[DESK_STARTED] = ENTRY_DEBUG,
	[DESK_PAUSED] = ENTRY_DEBUG,
	[DESK_CONTINUED] = ENTRY_DEBUG,
	[DESK_ENDED] = ENTRY_INFO,
	[DESK_RETRY] = ENTRY_WARNING,
	[DESK_SKIPPED] = ENTRY_WARNING,
	[DESK_INTERRUPTED] = ENTRY_WARNING,
	[DESK_SATURATED] = ENTRY_WARNING,
	[DESK_RELIEVED] = ENTRY_INFO,
	[DESK_HELD] = ENTRY_ERROR,
	[DESK_RESUMED] = ENTRY_INFO,
	[DESK_CLOCK_STEPPED] = ENTRY_WARNING,
	[DESK_LEASE_LOST] = ENTRY_ERROR,
	[DESK_WALK_HELD] = ENTRY_ERROR,
};

/* At a start every OLT is new to the desk, and nobody has added it. */
static bool
is_start(struct books *b, int64_t at_ms)
{
	if (b->first_event_ms == 0)
		b->first_event_ms = at_ms;
	return at_ms - b->first_event_ms < START_MS;
}

/* An OLT that does not answer is news once, and not with each of its slots. */
static bool
is_old_news(const struct books *b, const struct desk_event *e)
{
	const struct book_olt *o = e->kind == DESK_SKIPPED ? book_find(b, e->olt) : NULL;

	return o && o->is_silent;
}

static enum entry_level
level_of(struct books *b, const struct desk_event *e)
{
	if (is_old_news(b, e))
		return ENTRY_DEBUG;
	if (e->kind == DESK_OLT_ADDED && is_start(b, e->at_ms))
		return ENTRY_DEBUG;
	if (e->kind == DESK_INTERRUPTED && e->trouble == TROUBLE_NOTHING_TO_ASK)
		return ENTRY_INFO;
	if (e->kind == DESK_ENDED && e->state == EXECUTION_FAILED)
		return ENTRY_ERROR;
	if (e->kind == DESK_ENDED && e->state == EXECUTION_PARTIAL)
		return ENTRY_WARNING;
	return LEVELS[e->kind];
}

/* Nothing for NULL and "". A device may have said part of it. */
static void
add_text(const char *name, const char *text, struct buf *out)
{
	char tidied[MESSAGE_MAX];

	if (!text || !*text)
		return;
	(void)snprintf(tidied, sizeof(tidied), "%s", text); /* cut is fine */
	tidy(tidied);
	buf_printf(out, ",\"%s\":\"", name);
	for (const char *p = tidied; *p; p++) {
		if (*p == '"' || *p == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *p);
	}
	buf_putc(out, '"');
}

void
books_details(const struct desk_event *e, struct buf *out)
{
	buf_printf(out, "{\"number\":%" PRId64, e->number);
	if (e->node.v)
		buf_printf(out,
		    ",\"node\":%" PRId64 ",\"job\":%" PRId64 ",\"type\":\"%s\"",
		    e->node.v, e->job.v, task_type_name(e->type));
	if (e->execution.v)
		buf_printf(out,
		    ",\"execution\":%" PRId64 ",\"due_ms\":%" PRId64
		    ",\"duration_ms\":%" PRId64 ",\"by_hand\":%s",
		    e->execution.v, e->due_ms, e->duration_ms,
		    e->by_hand ? "true" : "false");
	if (e->kind == DESK_ENDED)
		buf_printf(out, ",\"state\":\"%s\"", execution_state_name(e->state));
	if (e->trouble != TROUBLE_NONE)
		buf_printf(out, ",\"error\":\"%s\"", trouble_name(e->trouble));
	add_text("task", e->task, out);
	add_text("why", e->why, out);
	buf_putc(out, '}');
}

static void
say(struct books *b, const struct book_note *note, const char *message)
{
	const struct book_olt *o = note->olt.v ? book_find(b, note->olt) : NULL;
	struct coordinator_entry entry = { .at_ms = note->at_ms,
		.key = b->entries++,
		.olt = note->olt,
		.olt_name = o ? o->name : NULL,
		.level = note->level,
		.event = note->event,
		.message = message,
		.details = note->details };

	b->world.log(b->world.ctx, &entry);
}

void
books_log_from(struct books *b, enum entry_level least)
{
	b->options.least = least;
}

void
book_note(struct books *b, const struct book_note *note, const char *fmt, ...)
{
	char message[MESSAGE_MAX];
	va_list ap;

	if (note->level < b->options.least)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, ap); /* cut is fine */
	va_end(ap);
	say(b, note, message);
}

void
book_log_event(struct books *b, const struct desk_event *event)
{
	struct book_note note = { .level = level_of(b, event),
		.event = desk_event_type(event->kind),
		.olt = event->olt,
		.at_ms = event->at_ms };
	struct buf details = BUF_INIT(BOOKS_DETAILS_MAX);

	if (note.level < b->options.least)
		return;
	books_details(event, &details);
	note.details = buf_text(&details);
	say(b, &note, event->message ? event->message : "");
	buf_fini(&details);
}
