/* SPDX-License-Identifier: Apache-2.0
 *
 * Skipped runs in the log: one line when it begins, and the number when it is over. A
 * reason of the OLT (not answering, suspended) is logged once for the OLT, any other
 * reason once for the task.
 */
#include "ledger/ledger_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"

static struct ledger_note
note_of(const struct ledger_olt *o, enum entry_level level, int64_t at_ms)
{
	return (struct ledger_note){ .level = level,
		.event = coordinator_event_type(COORDINATOR_SKIPPED),
		.olt = o->id,
		.at_ms = at_ms };
}

static void
say_olt_begins(struct ledger *b, const struct ledger_olt *o, int64_t at_ms)
{
	struct ledger_note note = note_of(o, ENTRY_WARNING, at_ms);
	struct buf details = BUF_INIT(LEDGER_DETAILS_MAX);

	buf_printf(&details, "{\"state\":\"BEGIN\",\"why\":\"%s\"}", o->skips.why);
	note.details = buf_text(&details);
	ledger_note(b, &note, "%s: runs are skipped: %s", o->name, o->skips.why);
	buf_fini(&details);
}

static void
say_olt_over(struct ledger *b, const struct ledger_olt *o, int64_t at_ms)
{
	const struct ledger_skips *s = &o->skips;
	struct ledger_note note = note_of(o, ENTRY_INFO, at_ms);
	struct buf details = BUF_INIT(LEDGER_DETAILS_MAX);

	buf_printf(&details,
	    "{\"state\":\"OVER\",\"number\":%" PRId64 ",\"since_ms\":%" PRId64
	    ",\"why\":\"%s\"}",
	    s->n, s->since_ms, s->why);
	note.details = buf_text(&details);
	ledger_note(b, &note, "%s: skipped %" PRId64 " run%s: %s", o->name, s->n,
	    s->n == 1 ? "" : "s", s->why);
	buf_fini(&details);
}

/* Only if there were more than the number in the first line. */
static void
say_task_over(struct ledger *b, const struct ledger_olt *o, const struct ledger_skips *s,
    const struct coordinator_event *e)
{
	struct ledger_note note = note_of(o, ENTRY_INFO, e->at_ms);
	struct coordinator_event all = *e;
	struct buf details = BUF_INIT(LEDGER_DETAILS_MAX);

	if (s->n == s->first)
		return;
	all.kind = COORDINATOR_SKIPPED;
	all.execution.v = 0;
	all.trouble = TROUBLE_NONE;
	all.number = s->n;
	all.why = s->why;
	ledger_details(&all, &details);
	note.details = buf_text(&details);
	ledger_note(b, &note, "%s: %s skipped %" PRId64 " times: %s", o->name,
	    e->task ? e->task : "a task", s->n, s->why);
	buf_fini(&details);
}

static bool
is_same(const struct ledger_skips *s, const char *why)
{
	return s->n > 0 && strncmp(s->why, why, sizeof(s->why) - 1) == 0;
}

static void
begin(struct ledger_skips *s, const struct coordinator_event *e, const char *why)
{
	*s = (struct ledger_skips){
		.n = e->number, .first = e->number, .since_ms = e->at_ms
	};
	(void)snprintf(s->why, sizeof(s->why), "%s", why); /* truncation is allowed */
}

static bool
skip_olt(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e,
    const char *why)
{
	if (is_same(&o->skips, why)) {
		o->skips.n += e->number;
		return false;
	}
	if (o->skips.n > 0)
		say_olt_over(b, o, e->at_ms);
	begin(&o->skips, e, why);
	say_olt_begins(b, o, e->at_ms);
	return false; /* a line of the task would add nothing */
}

static bool
skip_task(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e,
    const char *why)
{
	struct ledger_node *n = ledger_node_find(o, e->node);

	if (!n)
		return true;
	if (is_same(&n->skips, why)) {
		n->skips.n += e->number;
		return false;
	}
	if (n->skips.n > 0)
		say_task_over(b, o, &n->skips, e);
	begin(&n->skips, e, why);
	return true;
}

bool
ledger_skip(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	const char *why = e->why ? e->why : "";

	return e->is_olts ? skip_olt(b, o, e, why) : skip_task(b, o, e, why);
}

void
ledger_skips_over(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_node *n = e->node.v ? ledger_node_find(o, e->node) : NULL;

	if (o->skips.n > 0)
		say_olt_over(b, o, e->at_ms);
	o->skips.n = 0;
	if (!n || n->skips.n == 0)
		return;
	say_task_over(b, o, &n->skips, e);
	n->skips.n = 0;
}
