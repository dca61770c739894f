/* SPDX-License-Identifier: Apache-2.0
 *
 * What people do with an incident. The columns here are theirs; the watcher hears of it
 * by the event of the audit log.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"
#include "store/incident/incident.h"

/* How an act changes the row. binds: what $1, $2, ... are: the incident, who, the text, now,
 * until when, is it a false alarm. */
static const struct act {
	const char *name;
	const char *state; /* "live", "unclosed", "over": only then; NULL: always */
	const char *binds;
	const char *sql; /* NULL: only the timeline has it */
} ACTS[INCIDENT_ACTS] = {
	[INCIDENT_ACK] = { "ack", "live", "inwu",
	    "UPDATE incidents SET updated_ms = $2, acked_ms = $2, acked_by = $3, "
	    "acked_until_ms = $4 WHERE id = $1" },
	[INCIDENT_UNACK] = { "unack", NULL, "in",
	    "UPDATE incidents SET updated_ms = $2, acked_ms = NULL, acked_by = '', "
	    "acked_until_ms = NULL WHERE id = $1" },
	[INCIDENT_ASSIGN] = { "assign", NULL, "int",
	    "UPDATE incidents SET updated_ms = $2, owner = $3 WHERE id = $1" },
	[INCIDENT_NOTE] = { "note", NULL, "int",
	    "UPDATE incidents SET updated_ms = $2, note = $3 WHERE id = $1" },
	[INCIDENT_CLOSE] = { "close", "unclosed", "intwf",
	    "UPDATE incidents SET updated_ms = $2, close_reason = $3, closed_by = $4, "
	    "false_alarm = $5 WHERE id = $1" },
	[INCIDENT_REOPEN] = { "reopen", "over", "in",
	    "UPDATE incidents SET updated_ms = $2, close_reason = '', closed_by = '', "
	    "false_alarm = 0 WHERE id = $1" },
	[INCIDENT_LOOK] = { "look", "live", "", NULL },
	[INCIDENT_REAL_CAUSE] = { "real_cause", NULL, "intf",
	    "UPDATE incidents SET updated_ms = $2, real_cause = $3, false_alarm = $4 "
	    "WHERE id = $1" },
};

const char *
incident_act_name(enum incident_act act)
{
	return ACTS[act].name;
}

/* ---- may it be done? ------------------------------------------------------------------- */

static enum rc
refuse_state(const struct act *act, int64_t id, enum watch_state state, struct err *err)
{
	bool is_live = watch_state_is_live(state), is_over = state >= WATCH_CLOSED;

	if (!act->state)
		return RC_OK;
	if (strcmp(act->state, "live") == 0 && !is_live)
		return err_set(err, RC_CONFLICT, "incident %lld is over", (long long)id);
	if (strcmp(act->state, "unclosed") == 0 && is_over)
		return err_set(
		    err, RC_CONFLICT, "incident %lld is closed already", (long long)id);
	if (strcmp(act->state, "over") == 0 && is_live)
		return err_set(
		    err, RC_CONFLICT, "incident %lld is open already", (long long)id);
	if (strcmp(act->state, "over") == 0 && state > WATCH_CLOSED)
		return err_set(err, RC_CONFLICT,
		    "incident %lld was dismissed or became part of another one",
		    (long long)id);
	return RC_OK;
}

static enum rc
check(struct db *db, const struct incident_doing *d, struct err *err)
{
	static const char sql[] = "SELECT state, acked_by FROM incidents WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum watch_state state = WATCH_CLOSED;
	enum rc rc = db_query_first(db, sql, DB_ARGS(d->incident), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, rc, "there is no incident %lld", (long long)d->incident);
	if (rc != RC_OK)
		return rc;
	(void)watch_state_from_name(db_text(q, 0), &state);
	if (d->act == INCIDENT_ACK && *db_text(q, 1) &&
	    strcmp(db_text(q, 1), d->who) != 0)
		return err_set(err, RC_CONFLICT, "incident %lld was acknowledged by %s",
		    (long long)d->incident, db_text(q, 1));
	return refuse_state(&ACTS[d->act], d->incident, state, err);
}

/* ---- doing it ---------------------------------------------------------------------------- */

static void
bind(struct db_stmt *q, unsigned n, char what, const struct incident_doing *d)
{
	switch (what) {
	case 'i':
		db_bind_int(q, n, d->incident);
		break;
	case 'w':
		db_bind_text(q, n, d->who);
		break;
	case 't':
		db_bind_text(q, n, d->text ? d->text : "");
		break;
	case 'n':
		db_bind_int(q, n, d->now_ms);
		break;
	case 'u':
		db_bind_int(q, n, d->until_ms);
		break;
	default:
		db_bind_int(q, n, d->is_false);
	}
}

static enum rc
change_row(struct db *db, const struct incident_doing *d, struct err *err)
{
	const struct act *act = &ACTS[d->act];
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!act->sql)
		return RC_OK;
	rc = db_prepare(db, act->sql, &q, err);
	if (rc != RC_OK)
		return rc;
	for (unsigned i = 0; act->binds[i]; i++)
		bind(q, i + 1, act->binds[i], d);
	return db_run(q, NULL, err);
}

static char *
describe(const struct incident_doing *d)
{
	json_t *details = json_object();
	char *text;

	if (d->text && *d->text)
		(void)json_object_set_new(details, "text", json_string(d->text));
	if (d->is_false)
		(void)json_object_set_new(details, "false_alarm", json_true());
	if (d->until_ms)
		(void)json_object_set_new(details, "until_ms", json_integer(d->until_ms));
	text = json_dumps(details, JSON_COMPACT);
	json_decref(details);
	return text;
}

static enum rc
add_line(struct db *db, const struct incident_doing *d, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO incident_log (incident_id, at_ms, kind, details, who) "
	    "VALUES ($1, $2, $3, $4, $5)";
	char *details OWNED(free) = describe(d);

	if (!details)
		return err_set(err, RC_NOMEM, "out of memory");
	return db_exec(db, sql,
	    DB_ARGS(d->incident, d->now_ms, ACTS[d->act].name, details, d->who), err);
}

enum rc
store_incident_act(struct db *db, const struct incident_doing *d, struct err *err)
{
	enum rc rc = check(db, d, err);

	if (rc == RC_OK)
		rc = change_row(db, d, err);
	return rc == RC_OK ? add_line(db, d, err) : rc;
}
