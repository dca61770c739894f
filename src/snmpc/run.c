/* SPDX-License-Identifier: Apache-2.0
 *
 * Common parts of all runs. A run that has ended stays in its session's list until the
 * pump, which runs on the loop and outside net-snmp, calls on_done and frees it.
 */
#include "snmpc/snmpc_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum { RUN_ARENA_MAX = 512 * 1024 * 1024, FIRST_CONTACT_VARBINDS = 8 };

const char *
snmpc_end_name(enum snmpc_end end)
{
	switch (end) {
	case SNMPC_END_OK:
		return "ok";
	case SNMPC_END_NO_OBJECT:
		return "not supported by the device";
	case SNMPC_END_TIMEOUT:
		return "no answer";
	case SNMPC_END_NOT_INCREASING:
		return "OIDs do not increase";
	case SNMPC_END_FOREIGN:
		return "answers to another question";
	case SNMPC_END_ERROR:
		return "the device reports an error";
	case SNMPC_END_STOPPED:
		return "stopped before its end";
	case SNMPC_END_LIMIT:
		return "more rows than are read";
	}
	return "unknown";
}

/* A column that ended without an error and without any value does not exist on the
 * device. */
static void
mark_lacking(struct snmpc_run *run)
{
	for (size_t i = 0; i < run->q.n_columns; i++) {
		struct snmpc_column_result *r = &run->columns[i];

		if (r->end == SNMPC_END_OK && r->rows == 0)
			r->end = SNMPC_END_NO_OBJECT;
	}
}

void
run_finish(struct snmpc_run *run, enum rc rc, const char *fmt, ...)
{
	va_list ap;

	if (run->is_over)
		return;
	run->is_over = true;
	run->rc = rc;
	va_start(ap, fmt);
	/* It may be truncated. */
	(void)vsnprintf(run->message, sizeof(run->message), fmt, ap);
	va_end(ap);
	if (rc == RC_OK)
		mark_lacking(run);
	else
		run->ops->abandon(run);
	session_pump_soon(run->session);
}

void
run_free(struct snmpc_run *run)
{
	struct request *req;

	TAILQ_FOREACH(req, &run->session->requests, link)
	{
		if (req->run == run)
			req->run = NULL;
	}
	TAILQ_REMOVE(&run->session->runs, run, link);
	arena_free(run->arena);
	free(run);
}

uint32_t
run_oids(const struct snmpc_run *run)
{
	uint32_t n = run_varbinds(run);
	uint32_t most = run->session->governor.limits.varbinds;

	return most && n > most ? most : n;
}

/* How many varbinds a request may ask for in total: few at first contact, one while in
 * doubt (see `doubt`), else UINT32_MAX. */
static uint32_t
run_caution(const struct snmpc_run *run)
{
	if (run->doubt)
		return 1;
	return run->session->last_answer_us ? UINT32_MAX : FIRST_CONTACT_VARBINDS;
}

uint32_t
run_varbinds(const struct snmpc_run *run)
{
	uint32_t n = governor_varbinds(&run->session->governor);

	if (run->q.max_varbinds && n > run->q.max_varbinds)
		n = run->q.max_varbinds;
	if (n > run_caution(run))
		n = run_caution(run);
	return n;
}

/* Some agents drop messages that they cannot decrypt, without an answer. True if the
 * device sent its engine id during this run but has never answered an encrypted
 * message. */
static bool
is_deaf_to_cipher(const struct snmpc_run *run)
{
	const struct snmpc_session *session = run->session;

	return session->target.version == SNMP_V3 &&
	    session->target.priv != V3_PRIV_NONE && session->last_answer_us == 0 &&
	    session->probed_us >= run->start_us;
}

void
run_unanswered(struct snmpc_run *run)
{
	struct snmpc_session *session = run->session;

	if (session->last_answer_us == 0)
		session->state = SESSION_NEW; /* the next run probes again */
	if (is_deaf_to_cipher(run))
		run_finish(run, RC_REFUSED,
		    "%s: it answers, but not to encrypted requests: wrong SNMPv3 privacy "
		    "passphrase or protocol",
		    session->target.host);
	else if (session->refused)
		run_finish(run, RC_UNREACHABLE,
		    "%s: the port is closed (ICMP unreachable)", session->target.host);
	else
		run_finish(run, RC_TIMEOUT, "%s: no answer: down, unreachable, or %s",
		    session->target.host,
		    session->target.version == SNMP_V3
			? "another SNMPv3 privacy passphrase"
			: "another community");
}

void
run_doubts(struct snmpc_run *run, const struct request *req)
{
	if (req->asked <= 1 || run->session->last_answer_us == 0)
		run_unanswered(run);
	else if (!run->doubt)
		run->doubt = req->asked;
}

void
run_too_many_rows(struct snmpc_run *run, uint32_t column)
{
	const struct snmpc_column *c = &run->q.columns[column];
	char oid[OID_TEXT_MAX];

	run_finish(run, RC_TOO_MUCH,
	    "%s: %s has more than %u rows: reading was stopped (snmp.max_rows)",
	    run->session->target.host, oid_format(c->arcs, c->n, oid), run->max_rows);
	run->columns[column].end = SNMPC_END_LIMIT;
}

void
run_count_bytes(struct snmpc_run *run, uint64_t bytes)
{
	run->stats.bytes_in += bytes;
	if (run->stats.bytes_in > run->max_bytes)
		run_finish(run, RC_TOO_MUCH,
		    "%s: the answers have more than %llu bytes: reading was stopped "
		    "(snmp.max_bytes)",
		    run->session->target.host, (unsigned long long)run->max_bytes);
}

void
run_value(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value)
{
	if (run->is_over)
		return;
	run->columns[column].rows++;
	run->q.on_value(run->q.ctx, column, index, n, value);
}

/* A GET or a column inside a never-read subtree is refused; the message names the OID. */
static enum rc
check_readable(const struct snmpc *s, const struct snmpc_question *q, struct err *err)
{
	char text[OID_TEXT_MAX];

	for (size_t i = 0; i < q->n_columns; i++) {
		const struct snmpc_column *c = &q->columns[i];

		if (c->n == 0 || c->n > OID_MAX - 2)
			return err_set(
			    err, RC_INVALID, "column %zu has no usable OID", i);
		if (never_read_at(s, c->arcs, c->n))
			return err_set(err, RC_REFUSED,
			    "%s is never read: it holds credentials",
			    oid_format(c->arcs, c->n, text));
	}
	return RC_OK;
}

static enum rc
check_question(
    const struct snmpc_session *session, const struct snmpc_question *q, struct err *err)
{
	bool needs_items = q->kind == SNMPC_GET || q->kind == SNMPC_GETNEXT;

	if (!q->n_columns || !q->on_done || (needs_items && !q->n_items) ||
	    !(q->on_value || (needs_items && q->on_item)))
		return err_set(
		    err, RC_INVALID, "%s: nothing was asked", session->target.host);
	for (size_t i = 0; i < q->n_items; i++) {
		const struct snmpc_item *it = &q->items[i];

		if (it->column >= q->n_columns ||
		    q->columns[it->column].n + it->index.n > OID_MAX)
			return err_set(err, RC_INVALID, "item %zu has no usable OID", i);
	}
	return check_readable(session->engine, q, err);
}

static struct snmpc_run *
run_new(struct snmpc_session *session, const struct snmpc_question *q)
{
	const struct snmpc_limits *limits = &session->governor.limits;
	struct snmpc_run *run = calloc(1, sizeof(*run));

	if (!run)
		return NULL;
	run->arena = arena_new(RUN_ARENA_MAX);
	if (!run->arena) {
		free(run);
		return NULL;
	}
	run->session = session;
	run->q = *q;
	run->start_us = clock_mono_us();
	run->deadline_us = q->deadline_ms ? run->start_us + q->deadline_ms * 1000 : 0;
	run->max_rows = q->max_rows ? q->max_rows : limits->max_rows;
	run->max_bytes = q->max_bytes ? q->max_bytes : limits->max_bytes;
	run->columns = arena_alloc(run->arena, q->n_columns * sizeof(*run->columns));
	TAILQ_INSERT_TAIL(&session->runs, run, link);
	return run;
}

enum rc
snmpc_run_start(struct snmpc_session *session, const struct snmpc_question *q,
    struct snmpc_run **ret_run, struct err *err)
{
	bool walks = q->kind == SNMPC_WALK || q->kind == SNMPC_PEEK;
	struct snmpc_run *run;
	enum rc rc = check_question(session, q, err);

	if (rc != RC_OK)
		return rc;
	run = run_new(session, q);
	if (!run)
		return err_set(err, RC_NOMEM, "out of memory");
	run->ops = walks ? &WALK_OPS : &GET_OPS;
	rc = run->columns ? (walks ? walk_begin(run) : get_begin(run)) : RC_NOMEM;
	if (rc != RC_OK) {
		run_free(run);
		return err_set(err, rc, "out of memory");
	}
	session_pump_soon(session);
	*ret_run = run;
	return RC_OK;
}

void
snmpc_run_end(struct snmpc_run *run, enum rc rc, const char *message)
{
	run_finish(run, rc, "%s", message);
}

void
snmpc_run_pause(struct snmpc_run *run)
{
	if (!run->paused_us)
		run->paused_us = clock_mono_us();
}

void
snmpc_run_resume(struct snmpc_run *run)
{
	if (run->paused_us && run->deadline_us)
		run->deadline_us += clock_mono_us() - run->paused_us;
	run->paused_us = 0;
	session_pump_soon(run->session);
}

void
snmpc_run_cancel(struct snmpc_run *run)
{
	struct snmpc_session *session = run->session;

	run->is_cancelled = true;
	if (!run->is_over)
		run_finish(run, RC_CANCELLED, "cancelled");
	if (!session->in_callback)
		run_free(run);
}
