/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/judge.h"

#include <stdio.h>
#include <string.h>

#include "base/tidy.h"

enum trouble
trouble_of(enum rc rc, struct circumstances how)
{
	switch (rc) {
	case RC_OK:
		return TROUBLE_NONE;
	case RC_TIMEOUT:
		return how.is_late ? TROUBLE_DEADLINE : TROUBLE_TIMEOUT;
	case RC_BUSY: /* its CPU is, all the time that there was */
	case RC_CANCELLED:
		return TROUBLE_DEADLINE;
	case RC_REFUSED:
		return TROUBLE_AUTH;
	case RC_NOT_FOUND: /* none of our columns; or its name has no address */
		return how.has_answered ? TROUBLE_NO_SUCH_OBJECT : TROUBLE_UNREACHABLE;
	case RC_INVALID:
		return TROUBLE_NO_SUCH_OBJECT;
	case RC_PROTOCOL:
	case RC_CONFLICT:
		return TROUBLE_BAD_RESPONSE;
	case RC_UNREACHABLE:
	case RC_IO:
	case RC_NOMEM:
		return TROUBLE_UNREACHABLE;
	}
	return TROUBLE_BAD_RESPONSE;
}

struct traffic
traffic_of(const struct snmpc_stats *s)
{
	return (struct traffic){ .requests = s->requests,
		.retransmits = s->retransmits,
		.timeouts = s->timeouts,
		.varbinds = (int64_t)s->varbinds,
		.bytes = (int64_t)s->bytes_in };
}

void
traffic_add(struct traffic *sum, const struct traffic *more)
{
	sum->requests += more->requests;
	sum->retransmits += more->retransmits;
	sum->timeouts += more->timeouts;
	sum->varbinds += more->varbinds;
	sum->bytes += more->bytes;
}

struct desk_outcome
outcome_of_failure(enum rc rc, struct circumstances how, const char *message, char *text)
{
	(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s", message);
	tidy(text);
	return (struct desk_outcome){ .state = EXECUTION_FAILED,
		.trouble = trouble_of(rc, how),
		.message = text,
		.answered = how.has_answered };
}

/* The sentence of a collection that brought not all: its own, or what it noted about
 * its columns, as many as there is room for. */
static void
write_message(const struct collection *c, char *text)
{
	size_t at = 0;

	text[0] = '\0';
	if (c->message && c->message[0]) {
		(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s", c->message);
		return;
	}
	if (c->onus.failed)
		at = (size_t)snprintf(text, EXECUTION_MESSAGE_MAX,
		    "%u of %u ONUs did not answer all", c->onus.failed, c->onus.asked);
	for (size_t i = 0; i < c->n_notes && at < EXECUTION_MESSAGE_MAX; i++)
		at += (size_t)snprintf(text + at, EXECUTION_MESSAGE_MAX - at, "%s%s",
		    at ? "; " : "", c->notes[i]);
}

struct desk_outcome
outcome_of(const struct collection *c, bool is_late, char *text)
{
	struct desk_outcome o = { .state = EXECUTION_SUCCESS,
		.message = text,
		.traffic = traffic_of(&c->stats),
		.answered = c->has_answered };

	o.onus = (struct onu_counts){ .seen = (int64_t)rows_count(c->rows),
		.ok = c->onus.ok,
		.failed = c->onus.failed };
	text[0] = '\0';
	if (c->rc == RC_OK)
		return o;
	write_message(c, text);
	tidy(text);
	o.state = c->is_partial ? EXECUTION_PARTIAL : EXECUTION_FAILED;
	o.trouble = trouble_of(c->rc, (struct circumstances){ is_late, c->has_answered });
	return o;
}
