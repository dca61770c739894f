/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/judge_int.h"

#include <stdarg.h>
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
	case RC_BUSY: /* its CPU was busy all the time */
	case RC_CANCELLED:
		return TROUBLE_DEADLINE;
	case RC_REFUSED:
		return TROUBLE_AUTH;
	case RC_NOT_FOUND: /* no requested column; or its name has no address */
		return how.has_answered ? TROUBLE_NO_SUCH_OBJECT : TROUBLE_UNREACHABLE;
	case RC_INVALID:
		return TROUBLE_NO_SUCH_OBJECT;
	case RC_TOO_MUCH:
		return TROUBLE_TOO_MUCH;
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
		.bytes = (int64_t)s->bytes_in,
		.answers = s->timed,
		.rtt_us = s->rtt_us,
		.rtt_max_us = s->rtt_max_us };
}

struct coordinator_outcome
outcome_of_failure(enum rc rc, struct circumstances how, const char *message, char *text)
{
	(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s", message);
	tidy(text);
	return (struct coordinator_outcome){ .state = EXECUTION_FAILED,
		.trouble = trouble_of(rc, how),
		.message = text,
		.answered = how.has_answered };
}

struct coordinator_outcome
outcome_of_nothing(const char *why, bool answered, char *text)
{
	(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s", why);
	tidy(text);
	return (struct coordinator_outcome){ .state = EXECUTION_INTERRUPTED,
		.trouble = TROUBLE_NOTHING_TO_ASK,
		.message = text,
		.answered = answered };
}

/* Appends a part; truncates if necessary. */
static void add(char *text, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
add(char *text, const char *fmt, ...)
{
	size_t at = strlen(text);
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(text + at, EXECUTION_MESSAGE_MAX - at, fmt, args);
	va_end(args);
}

/* First the names of all columns whose values could not be decoded, before any
 * details. */
static void
name_unread(const struct collection *c, char *text)
{
	const char *before = NULL;

	for (size_t i = 0; i < c->n_columns; i++) {
		const struct column_outcome *o = &c->columns[i];

		if (!o->is_wanted || !o->bad || o->is_implausible)
			continue;
		if (!before)
			add(text,
			    "%svalues that could not be read: ", text[0] ? "; " : "");
		add(text, "%s%s", before ? before : "", o->column->key);
		before = ", ";
	}
}

/* The message of an incomplete collection: its own, or as many of its notes as fit. */
static void
write_message(const struct collection *c, char *text)
{
	text[0] = '\0';
	if (c->message && c->message[0]) {
		add(text, "%s", c->message);
		return;
	}
	if (c->onus.failed)
		add(text, "%u of %u ONUs did not answer all", c->onus.failed,
		    c->onus.asked);
	name_unread(c, text);
	for (size_t i = 0; i < c->n_notes; i++)
		add(text, "%s%s", text[0] ? "; " : "", c->notes[i]);
}

struct coordinator_outcome
outcome_of(const struct collection *c, bool is_late, char *text)
{
	struct coordinator_outcome o = { .state = EXECUTION_SUCCESS,
		.message = text,
		.traffic = traffic_of(&c->stats),
		.answered = c->has_answered };

	o.onus = (struct onu_counts){ .seen = (int64_t)rows_count(c->rows),
		.ok = c->onus.ok,
		.failed = c->onus.failed };
	o.share = c->share;
	text[0] = '\0';
	if (c->rc == RC_OK && c->stats.requests == 0)
		return outcome_of_nothing(
		    "nothing of what it asks for is there", false, text);
	if (c->rc == RC_OK)
		return o;
	write_message(c, text);
	tidy(text);
	/* A discovery that reached a limit does not show which ONUs are present. */
	o.state = c->is_partial && !collection_is_held(c) ? EXECUTION_PARTIAL
							  : EXECUTION_FAILED;
	o.trouble = trouble_of(c->rc, (struct circumstances){ is_late, c->has_answered });
	return o;
}
