/* SPDX-License-Identifier: Apache-2.0
 *
 * The coordinator's log of the past.
 */
#include "demo/past_int.h"

#include <stdio.h>

#include "base/buf.h"
#include "ledger/ledger.h"
#include "store/ledger/coordinator.h"

enum {
	LOGGED_MS =
	    24 * 3600 * 1000 /* successful runs are logged only for the last day */
};

enum rc
past_say(struct past *p, const struct past_olt *olt, const struct coordinator_entry *line)
{
	struct coordinator_entry entry = *line;

	entry.key = p->n_entries++;
	entry.olt = olt->id;
	return store_log_add(p->db, &entry, 1, p->err);
}

static enum rc
say_event(struct past *p, const struct past_olt *olt, enum entry_level level,
    const struct coordinator_event *event)
{
	struct buf details = BUF_INIT(LEDGER_DETAILS_MAX);
	struct coordinator_entry line = { .at_ms = event->at_ms,
		.level = level,
		.event = coordinator_event_type(event->kind),
		.message = event->message };
	enum rc rc;

	ledger_details(event, &details);
	line.details = buf_text(&details);
	rc = past_say(p, olt, &line);
	buf_fini(&details);
	return rc;
}

enum rc
past_say_ended(struct past *p, const struct past_olt *o, const struct past_node *node,
    const struct execution *e)
{
	char message[512];
	bool is_good = e->state == EXECUTION_SUCCESS;
	struct coordinator_event event = { .kind = COORDINATOR_ENDED,
		.at_ms = e->finished_ms,
		.node = e->node,
		.execution = e->id,
		.type = e->type,
		.state = e->state,
		.trouble = e->trouble,
		.due_ms = e->due_ms,
		.duration_ms = e->finished_ms - e->started_ms,
		.message = message,
		.task = node->name,
		.why = e->message };

	if (is_good && e->finished_ms < p->ask->now_ms - LOGGED_MS)
		return RC_OK;
	(void)snprintf(message, sizeof(message), "%s: %s %s in %lld ms%s%s", o->name,
	    node->name, execution_state_name(e->state), (long long)event.duration_ms,
	    e->message[0] ? ": " : "", e->message);
	return say_event(p, o, is_good ? ENTRY_INFO : ENTRY_ERROR, &event);
}

enum rc
past_say_suspended(struct past *p, const struct past_olt *o, int64_t at_ms)
{
	char message[256];
	struct coordinator_event event = { .kind = COORDINATOR_OLT_SUSPENDED,
		.at_ms = at_ms,
		.trouble = TROUBLE_TIMEOUT,
		.number = o->failures,
		.message = message };

	(void)snprintf(message, sizeof(message),
	    "%s does not answer and is suspended: %lld runs in a row failed, the last "
	    "with %s",
	    o->name, (long long)event.number, trouble_name(event.trouble));
	return say_event(p, o, ENTRY_ERROR, &event);
}

enum rc
past_say_back(struct past *p, const struct past_olt *o, int64_t at_ms)
{
	char message[256];
	struct coordinator_event event = { .kind = COORDINATOR_OLT_BACK,
		.at_ms = at_ms,
		.message = message,
		.why = "it answered" };

	(void)snprintf(message, sizeof(message), "%s is back: %s", o->name, event.why);
	return say_event(p, o, ENTRY_INFO, &event);
}
