/* SPDX-License-Identifier: Apache-2.0 */
#include "site.h"

void
site_do(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_script(db, sql, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
}

int64_t
site_ask(struct db *db, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	if (db_prepare(db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	return db_is_null(q, 0) ? -1 : db_int(q, 0);
}

const char *
site_ask_text(struct db *db, const char *sql)
{
	static char text[512];
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	if (db_prepare(db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	(void)snprintf(text, sizeof(text), "%s", db_is_null(q, 0) ? "" : db_text(q, 0));
	return text;
}

void
site_make(struct backend *b)
{
	site_do(b->db,
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES (1, 'A', '192.0.2.1', 0, 0), (2, 'B', '192.0.2.2', 0, 0);"
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms, "
	    "task_type) "
	    "VALUES (1, 'optics', 'get', 300000, 0, 0, 'get_levels');"
	    "INSERT INTO workflows (id, olt_id, created_ms, updated_ms) "
	    "VALUES (1, 1, 0, 0);"
	    "INSERT INTO nodes (id, workflow_id, olt_id, job_id, created_ms, updated_ms) "
	    "VALUES (1, 1, 1, 1, 0, 0)");
}

void
site_start(
    struct backend *b, struct site_run *run, int64_t now_ms, const enum purpose *columns)
{
	static const struct discovery_rules RULES = DISCOVERY_RULES;
	struct execution *e = &run->finish.execution;
	struct err err = { 0 };

	memset(run, 0, sizeof(*run));
	*e = (struct execution){ .olt = { SITE_OLT },
		.node = { SITE_NODE },
		.job = { SITE_JOB },
		.type = TASK_GET,
		.max_attempts = 3,
		.queued_ms = now_ms };
	check_rc(execution_step(e, EXECUTION_START, TROUBLE_NONE, now_ms), RC_OK);
	if (store_execution_add(b->db, e, &err) != RC_OK)
		fail_msg("%s", err.msg);
	run->finish.rules = RULES;
	run->finish.is_complete = true;
	run->finish.columns = run->columns;
	run->finish.rows = run->rows;
	for (; *columns != PURPOSES; columns++)
		run->columns[run->finish.n_columns++].purpose = *columns;
}

struct value *
site_row(struct site_run *run, uint32_t port, uint32_t onu, const char *serial)
{
	size_t i = run->finish.n_rows++;
	struct position *p = &run->rows[i].position;

	p->has = 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU;
	p->part[POS_PORT] = port;
	p->part[POS_ONU] = onu;
	run->rows[i].serial = serial;
	run->rows[i].answered = ((uint64_t)1 << run->finish.n_columns) - 1;
	run->rows[i].values = run->values[i];
	return run->values[i];
}

enum rc
site_finish(struct backend *b, struct samples *samples, struct site_run *run,
    enum execution_step step, int64_t now_ms, struct finish_result *ret)
{
	struct execution *e = &run->finish.execution;
	struct err err = { 0 };
	enum trouble why = step == EXECUTION_ALL_CAME ? TROUBLE_NONE : TROUBLE_TIMEOUT;
	enum rc rc;

	check_rc(execution_step(e, step, why, now_ms), RC_OK);
	e->onus.seen = (int64_t)run->finish.n_rows;
	run->finish.attempt = (struct attempt){ .number = e->attempts,
		.trouble = why,
		.started_ms = e->started_ms,
		.finished_ms = now_ms };
	rc = store_execution_finish(b->db, samples, &run->finish, ret, &err);
	if (rc != RC_OK)
		print_message("# %s\n", err.msg);
	return rc;
}

struct value
site_real(double r)
{
	return (struct value){ .kind = VALUE_REAL, .r = r };
}

struct value
site_int(int64_t i)
{
	return (struct value){ .kind = VALUE_INT, .i = i };
}

struct value
site_text(const char *text)
{
	return (struct value){ .kind = VALUE_TEXT, .text = text };
}

struct value
site_state(int64_t code, enum state state, const char *label)
{
	return (struct value){
		.kind = VALUE_STATE, .state = state, .text = label, .i = code
	};
}
