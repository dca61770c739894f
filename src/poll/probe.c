/* SPDX-License-Identifier: Apache-2.0
 *
 * The one small question to a suspended OLT: sysUpTime, once.
 */
#include <stdlib.h>

#include "base/log.h"
#include "poll/engine_int.h"

static const uint32_t SYS_UPTIME[] = { 1, 3, 6, 1, 2, 1, 1, 3, 0 };

enum { MS_PER_TICK = 10 };

struct probe {
	struct engine *engine;
	struct line *line;
	struct snmpc_run *run; /* NULL: it could not be asked */
};

/* What comes back from a silence may have been started anew. */
static void
take_uptime(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value)
{
	const struct probe *p = ctx;

	(void)column;
	(void)index;
	(void)n;
	if (value->type == SNMP_TIMETICKS)
		learn_uptime(p->line, (int64_t)value->u * MS_PER_TICK);
}

static void
end_probe(struct probe *p, bool answered)
{
	struct engine *e = p->engine;
	struct olt_id olt = p->line->id;

	p->line->probe = NULL;
	free(p);
	desk_probed(e->desk, olt, answered, engine_now());
	engine_nudge(e);
}

static void
on_probed(void *ctx, const struct snmpc_result *r)
{
	end_probe(ctx, r->stats.answers > 0);
}

static enum rc
ask_uptime(struct probe *p, struct err *err)
{
	static const struct snmpc_column COLUMN = { .arcs = SYS_UPTIME,
		.n = sizeof(SYS_UPTIME) / sizeof(SYS_UPTIME[0]) };
	static const struct snmpc_item ITEM = { 0 };
	struct snmpc_question q = { .kind = SNMPC_GET,
		.n_columns = 1,
		.columns = &COLUMN,
		.n_items = 1,
		.items = &ITEM,
		.on_value = take_uptime,
		.on_done = on_probed,
		.ctx = p };
	struct engine *e = p->engine;
	struct snmpc_session *session;
	struct snmpc_limits once;
	enum rc rc =
	    line_session(p->line, e->snmpc, &e->options.limits, TASK_GET, &session, err);

	if (rc != RC_OK)
		return rc;
	once = snmpc_session_governor(session)->limits;
	once.retries = 0;
	snmpc_session_limit(session, &once);
	return snmpc_run_start(session, &q, &p->run, err);
}

void
probe_start(struct engine *e, struct olt_id olt)
{
	struct line *line = line_find(&e->lines, olt);
	struct probe *p = line && !line->probe ? calloc(1, sizeof(*p)) : NULL;
	struct err err = { 0 };

	if (!p)
		return; /* the desk asks again in a minute */
	p->engine = e;
	p->line = line;
	line->probe = p;
	if (ask_uptime(p, &err) != RC_OK) {
		log_warn("engine", "olt=%s cannot be probed: %s",
		    line->dossier->site->olt.name, err.msg);
		e->has_silent_probes = true;
		engine_nudge(e);
	}
}

void
probe_settle(struct engine *e)
{
	if (!e->has_silent_probes)
		return;
	e->has_silent_probes = false;
	for (size_t i = 0; i < e->lines.all.n; i++) {
		struct line *line = *VEC_AT(&e->lines.all, struct line *, i);

		if (line->probe && !line->probe->run)
			end_probe(line->probe, false);
	}
}

void
probe_cancel(struct line *line)
{
	if (!line->probe)
		return;
	if (line->probe->run)
		snmpc_run_cancel(line->probe->run);
	free(line->probe);
	line->probe = NULL;
}
