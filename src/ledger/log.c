/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/tidy.h"

enum { MESSAGE_MAX = 512, START_MS = 60000 };

static const enum entry_level LEVELS[COORDINATOR_EVENT_KINDS] = {
	[COORDINATOR_OLT_ADDED] = ENTRY_INFO,
	[COORDINATOR_OLT_ENABLED] = ENTRY_INFO,
	[COORDINATOR_OLT_DISABLED] = ENTRY_INFO,
	[COORDINATOR_OLT_SUSPENDED] = ENTRY_ERROR,
	[COORDINATOR_OLT_NOT_ANSWERING] = ENTRY_ERROR,
	[COORDINATOR_OLT_BACK] = ENTRY_INFO,
	[COORDINATOR_OLT_RESTARTED] = ENTRY_WARNING,
	[COORDINATOR_TASK_ADDED] = ENTRY_INFO,
	[COORDINATOR_TASK_REMOVED] = ENTRY_INFO,
	[COORDINATOR_TASK_ENABLED] = ENTRY_INFO,
	[COORDINATOR_TASK_DISABLED] = ENTRY_INFO,
	[COORDINATOR_INTERVAL_CHANGED] = ENTRY_INFO,
	[COORDINATOR_TASK_CHAINED] = ENTRY_INFO,
	[COORDINATOR_TASK_UNCHAINED] = ENTRY_INFO,
	[COORDINATOR_TASK_RUNS_NOW] = ENTRY_INFO,
	[COORDINATOR_QUEUED] = ENTRY_DEBUG,
	[COORDINATOR_STARTED] = ENTRY_DEBUG,
	[COORDINATOR_PAUSED] = ENTRY_DEBUG,
	[COORDINATOR_CONTINUED] = ENTRY_DEBUG,
	[COORDINATOR_ENDED] = ENTRY_INFO,
	[COORDINATOR_RETRY] = ENTRY_WARNING,
	[COORDINATOR_SKIPPED] = ENTRY_WARNING,
	[COORDINATOR_INTERRUPTED] = ENTRY_WARNING,
	[COORDINATOR_SATURATED] = ENTRY_WARNING,
	[COORDINATOR_RELIEVED] = ENTRY_INFO,
	[COORDINATOR_HELD] = ENTRY_ERROR,
	[COORDINATOR_RESUMED] = ENTRY_INFO,
	[COORDINATOR_CLOCK_STEPPED] = ENTRY_WARNING,
	[COORDINATOR_LEASE_LOST] = ENTRY_ERROR,
	[COORDINATOR_WALK_HELD] = ENTRY_ERROR,
};

/* At start every OLT is new to the coordinator, but it was not added by a user. */
static bool
is_start(struct ledger *b, int64_t at_ms)
{
	if (b->first_event_ms == 0)
		b->first_event_ms = at_ms;
	return at_ms - b->first_event_ms < START_MS;
}

/* The reason for skipped runs is logged once, not for each run. */
static bool
is_old_news(struct ledger *b, const struct coordinator_event *e)
{
	struct ledger_olt *o =
	    e->kind == COORDINATOR_SKIPPED ? ledger_find(b, e->olt) : NULL;

	return o && !ledger_skip(b, o, e);
}

static enum entry_level
level_of(struct ledger *b, const struct coordinator_event *e)
{
	if (is_old_news(b, e))
		return ENTRY_DEBUG;
	if (e->kind == COORDINATOR_OLT_ADDED && is_start(b, e->at_ms))
		return ENTRY_DEBUG;
	if (e->kind == COORDINATOR_INTERRUPTED && e->trouble == TROUBLE_NOTHING_TO_ASK)
		return ENTRY_INFO;
	if (e->kind == COORDINATOR_ENDED && e->state == EXECUTION_FAILED)
		return ENTRY_ERROR;
	if (e->kind == COORDINATOR_ENDED && e->state == EXECUTION_PARTIAL)
		return ENTRY_WARNING;
	return LEVELS[e->kind];
}

/* Nothing for NULL and "". The text may come from a device. */
static void
add_text(const char *name, const char *text, struct buf *out)
{
	char tidied[MESSAGE_MAX];

	if (!text || !*text)
		return;
	(void)snprintf(tidied, sizeof(tidied), "%s", text); /* truncation is allowed */
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
ledger_details(const struct coordinator_event *e, struct buf *out)
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
	if (e->kind == COORDINATOR_ENDED)
		buf_printf(out, ",\"state\":\"%s\"", execution_state_name(e->state));
	if (e->trouble != TROUBLE_NONE)
		buf_printf(out, ",\"error\":\"%s\"", trouble_name(e->trouble));
	add_text("task", e->task, out);
	add_text("why", e->why, out);
	buf_putc(out, '}');
}

static void
say(struct ledger *b, const struct ledger_note *note, const char *message)
{
	const struct ledger_olt *o = note->olt.v ? ledger_find(b, note->olt) : NULL;
	struct coordinator_entry entry = { .at_ms = note->at_ms,
		.key = b->entries++,
		.olt = note->olt,
		.olt_name = o ? o->name : NULL,
		.level = note->level,
		.event = note->event,
		.message = message,
		.details = note->details };

	b->ops.log(b->ops.ctx, &entry);
}

void
ledger_log_from(struct ledger *b, enum entry_level least)
{
	b->options.least = least;
}

void
ledger_note(struct ledger *b, const struct ledger_note *note, const char *fmt, ...)
{
	char message[MESSAGE_MAX];
	va_list ap;

	if (note->level < b->options.least)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, ap); /* truncation is allowed */
	va_end(ap);
	say(b, note, message);
}

void
ledger_log_event(struct ledger *b, const struct coordinator_event *event)
{
	struct ledger_note note = { .level = level_of(b, event),
		.event = coordinator_event_type(event->kind),
		.olt = event->olt,
		.at_ms = event->at_ms };
	struct buf details = BUF_INIT(LEDGER_DETAILS_MAX);

	if (note.level < b->options.least)
		return;
	ledger_details(event, &details);
	note.details = buf_text(&details);
	say(b, &note, event->message ? event->message : "");
	buf_fini(&details);
}
