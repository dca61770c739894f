/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_write.h"

#include <string.h>

#include "store/db/db.h"
#include "store/event/event_log.h"
#include "store/incident/watch_batch_int.h"

#define WATCH "watch" /* the name of the only term, memory and reader */

enum { PARAMS_MAX = 8192 };

/* ---- the term ---------------------------------------------------------------------- */

enum rc
store_watch_take(
    struct db *db, const char *holder, int64_t now_ms, int64_t *ret_term, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO watch_terms (name, term, round, holder, at_ms) "
	    "VALUES ('" WATCH "', 1, 0, $1, $2) ON CONFLICT (name) DO UPDATE SET "
	    "term = watch_terms.term + 1, round = 0, holder = excluded.holder, "
	    "at_ms = excluded.at_ms RETURNING term";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, holder);
	db_bind_int(q, 2, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_term = db_int(q, 0);
	return rc;
}

static enum rc
round_is_there(
    struct db *db, const struct watch_batch *b, bool *ret_is_there, struct err *err)
{
	static const char sql[] =
	    "SELECT term, round FROM watch_terms WHERE name = '" WATCH "'";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc == RC_OK)
		rc = db_first(q, err);
	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_there =
	    rc == RC_OK && db_int(q, 0) == b->term && db_int(q, 1) >= b->round;
	return RC_OK;
}

/* Ours, and the next round of it. The row stays locked until the commit. */
static enum rc
check_term(
    struct db *db, const struct watch_batch *b, bool *ret_was_written, struct err *err)
{
	static const char sql[] =
	    "UPDATE watch_terms SET round = $2, at_ms = $3 WHERE name = '" WATCH "' "
	    "AND term = $1 AND round = $2 - 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, b->term);
	db_bind_int(q, 2, b->round);
	db_bind_int(q, 3, b->now_ms);
	rc = db_run(q, &changed, err);
	if (rc == RC_OK && changed == 0)
		rc = round_is_there(db, b, ret_was_written, err);
	if (rc == RC_OK && changed == 0 && !*ret_was_written)
		rc = err_set(err, RC_CONFLICT, "another program watches this database");
	return rc;
}

/* ---- one incident -------------------------------------------------------------------- */

static void
bind_moment(struct db_stmt *q, unsigned n, int64_t ms)
{
	if (ms)
		db_bind_int(q, n, ms);
	else
		db_bind_null(q, n);
}

/* What does not change is first. */
static void
bind_identity(struct db_stmt *q, const struct watch_incident *i)
{
	db_bind_int(q, 1, i->id);
	db_bind_text(q, 2, watch_kind_name(i->kind));
	bind_moment(q, 3, i->subject);
	db_bind_text(q, 4, watch_state_name(i->state));
	db_bind_text(q, 5, watch_root_name(i->root));
	bind_moment(q, 6, i->olt.v);
	db_bind_text(q, 7, i->place);
	bind_moment(q, 8, i->node_id);
	db_bind_text(q, 9, watch_cause_name(i->cause));
	db_bind_text(q, 10, watch_class_name(i->cause_class));
	db_bind_int(q, 11, i->confidence);
	db_bind_int(q, 12, i->severity);
	db_bind_int(q, 13, i->affected);
	db_bind_int(q, 14, i->affected_max);
	db_bind_int(q, 15, i->at_risk);
	db_bind_int(q, 16, i->recovered);
	db_bind_int(q, 17, i->left_over);
}

static void
bind_course(struct db_stmt *q, const struct watch_incident *i, const char *params)
{
	db_bind_int(q, 18, i->since_ms);
	db_bind_int(q, 19, i->since_from_ms);
	db_bind_int(q, 20, i->detected_ms);
	bind_moment(q, 21, i->opened_ms);
	bind_moment(q, 22, i->recovering_ms);
	bind_moment(q, 23, i->resolved_ms);
	bind_moment(q, 24, i->closed_ms);
	db_bind_int(q, 25, i->version);
	db_bind_int(q, 26, i->reopened);
	db_bind_int(q, 27, i->is_flapping);
	db_bind_int(q, 28, i->is_held);
	bind_moment(q, 29, i->blind_since_ms);
	bind_moment(q, 30, i->merged_into);
	bind_moment(q, 31, i->repeat_of);
	db_bind_text(q, 32, params);
	db_bind_int(q, 33, i->updated_ms);
}

/* The two lists go with the numbers above. */
#define INCIDENT_COLUMNS                                                          \
	"id, kind, subject, state, root_kind, olt_id, place, node_id, cause, "    \
	"cause_class, confidence, severity, affected, affected_max, at_risk, "    \
	"recovered, left_over, since_ms, since_from_ms, detected_ms, opened_ms, " \
	"recovering_ms, resolved_ms, closed_ms, version, reopened, is_flapping, " \
	"is_held, blind_since_ms, merged_into, repeat_of, params, updated_ms"
#define INCIDENT_ASSIGNMENTS                                                           \
	"subject = excluded.subject, state = excluded.state, "                         \
	"root_kind = excluded.root_kind, olt_id = excluded.olt_id, "                   \
	"place = excluded.place, node_id = excluded.node_id, cause = excluded.cause, " \
	"cause_class = excluded.cause_class, confidence = excluded.confidence, "       \
	"severity = excluded.severity, affected = excluded.affected, "                 \
	"affected_max = excluded.affected_max, at_risk = excluded.at_risk, "           \
	"recovered = excluded.recovered, left_over = excluded.left_over, "             \
	"since_ms = excluded.since_ms, since_from_ms = excluded.since_from_ms, "       \
	"detected_ms = excluded.detected_ms, opened_ms = excluded.opened_ms, "         \
	"recovering_ms = excluded.recovering_ms, "                                     \
	"resolved_ms = excluded.resolved_ms, closed_ms = excluded.closed_ms, "         \
	"version = excluded.version, reopened = excluded.reopened, "                   \
	"is_flapping = excluded.is_flapping, is_held = excluded.is_held, "             \
	"blind_since_ms = excluded.blind_since_ms, "                                   \
	"merged_into = excluded.merged_into, repeat_of = excluded.repeat_of, "         \
	"params = excluded.params, updated_ms = excluded.updated_ms"

static enum rc
write_row(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO incidents (" INCIDENT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, "
	    "$6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, "
	    "$22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33) "
	    "ON CONFLICT (id) DO UPDATE SET " INCIDENT_ASSIGNMENTS;
	struct db_stmt *q OWNED(db_done) = NULL;
	struct buf params = BUF_INIT(PARAMS_MAX);
	enum rc rc = watch_params_write(&i->params, &params);

	if (rc != RC_OK)
		rc = err_set(err, rc, "no memory for an incident");
	if (rc == RC_OK)
		rc = db_prepare(db, sql, &q, err);
	if (rc == RC_OK) {
		bind_identity(q, i);
		bind_course(q, i, buf_text(&params));
		rc = db_run(q, NULL, err);
	}
	db_done(GIVE(q));
	buf_fini(&params);
	return rc;
}

static enum rc
write_ports(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO incident_ports (incident_id, olt_id, place, at_risk, down, up, "
	    "dist_min_m, dist_max_m, members) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
	    "$9) "
	    "ON CONFLICT (incident_id, olt_id, place) DO UPDATE SET "
	    "at_risk = excluded.at_risk, down = excluded.down, up = excluded.up, "
	    "dist_min_m = excluded.dist_min_m, dist_max_m = excluded.dist_max_m, "
	    "members = excluded.members";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t k = 0; rc == RC_OK && k < i->n_ports; k++) {
		const struct watch_incident_port *p = &i->ports[k];

		if (!p->is_changed && !i->is_new)
			continue;
		db_bind_int(q, 1, i->id);
		db_bind_int(q, 2, p->olt.v);
		db_bind_text(q, 3, p->place);
		db_bind_int(q, 4, p->at_risk);
		db_bind_int(q, 5, p->down);
		db_bind_int(q, 6, p->up);
		bind_moment(q, 7, p->dist_min_m);
		bind_moment(q, 8, p->dist_max_m);
		db_bind_blob(q, 9, p->members ? p->members : "", p->members_bytes);
		rc = db_run(q, NULL, err);
		db_again(q);
	}
	return rc;
}

static enum rc
drop_evidence(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] = "DELETE FROM incident_evidence WHERE incident_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, i->id);
	return db_run(q, NULL, err);
}

static enum rc
write_evidence(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO incident_evidence (incident_id, key, value, weight, at_ms) "
	    "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (incident_id, key) DO UPDATE SET "
	    "value = excluded.value, weight = excluded.weight, at_ms = excluded.at_ms";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = i->is_new ? RC_OK : drop_evidence(db, i, err);

	if (rc == RC_OK)
		rc = db_prepare(db, sql, &q, err);
	for (size_t k = 0; rc == RC_OK && k < i->n_evidence; k++) {
		db_bind_int(q, 1, i->id);
		db_bind_text(q, 2, i->evidence[k].key);
		db_bind_text(q, 3, i->evidence[k].value);
		db_bind_int(q, 4, i->evidence[k].weight);
		db_bind_int(q, 5, i->evidence[k].at_ms);
		rc = db_run(q, NULL, err);
		db_again(q);
	}
	return rc;
}

static enum rc
write_logs(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO incident_log (incident_id, at_ms, kind, details) "
	    "VALUES ($1, $2, $3, $4)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t k = 0; rc == RC_OK && k < i->n_logs; k++) {
		const char *details = i->logs[k].details;

		db_bind_int(q, 1, i->id);
		db_bind_int(q, 2, i->logs[k].at_ms);
		db_bind_text(q, 3, i->logs[k].kind);
		db_bind_text(q, 4, details && *details ? details : "{}");
		rc = db_run(q, NULL, err);
		db_again(q);
	}
	return rc;
}

static bool
has_lapsed(const struct watch_incident *i)
{
	for (size_t k = 0; k < i->n_logs; k++) {
		if (strcmp(i->logs[k].kind, "ack_lapsed") == 0)
			return i->acked_ms == 0;
	}
	return false;
}

static enum rc
end_ack(struct db *db, const struct watch_incident *i, struct err *err)
{
	static const char sql[] = "UPDATE incidents SET acked_ms = NULL, acked_by = '', "
				  "acked_until_ms = NULL WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!has_lapsed(i))
		return RC_OK;
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, i->id);
	return db_run(q, NULL, err);
}

static enum rc
write_incident(struct db *db, const struct watch_incident *i, struct err *err)
{
	enum rc rc = write_row(db, i, err);

	if (rc == RC_OK)
		rc = write_ports(db, i, err);
	if (rc == RC_OK)
		rc = write_evidence(db, i, err);
	if (rc == RC_OK)
		rc = write_logs(db, i, err);
	return rc == RC_OK ? end_ack(db, i, err) : rc;
}

/* ---- the rest -------------------------------------------------------------------------- */

/* An ONU that is gone by now is left out. */
static enum rc
write_facts(struct db *db, const struct watch_batch *b, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_watch (onu_id, olt_id, has_gasped, distance_m) "
	    "SELECT id, $2, $3, $4 FROM onus WHERE id = $1 "
	    "ON CONFLICT (onu_id) DO UPDATE SET olt_id = excluded.olt_id, "
	    "has_gasped = excluded.has_gasped, distance_m = excluded.distance_m";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < b->facts.n; i++) {
		const struct watch_fact *f = VEC_AT(&b->facts, struct watch_fact, i);

		db_bind_int(q, 1, f->onu.v);
		db_bind_int(q, 2, f->olt.v);
		db_bind_int(q, 3, f->has_gasped);
		bind_moment(q, 4, f->distance_m);
		rc = db_bulk(q, err);
	}
	return rc == RC_OK && b->facts.n ? db_bulk_end(q, err) : rc;
}

static enum rc
drop_group(struct db *db, const struct watch_group *g, struct err *err)
{
	static const char sql[] =
	    "DELETE FROM plant_nodes WHERE id = $1 AND is_learnt = 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, g->node);
	return db_run(q, NULL, err);
}

/* A group to which a person gave a name is not a learnt one any more, and stays. */
static enum rc
update_group(struct db *db, const struct watch_group *g, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE plant_nodes SET sure = $2, distance_m = $3, "
				  "updated_ms = $4 WHERE id = $1 AND is_learnt = 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, g->node);
	db_bind_int(q, 2, g->sure);
	bind_moment(q, 3, g->distance_m);
	db_bind_int(q, 4, now_ms);
	return db_run(q, NULL, err);
}

static enum rc
insert_group(struct db *db, const struct watch_group *g, int64_t now_ms,
    int64_t *ret_node, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO plant_nodes (kind, name, olt_id, place, distance_m, is_learnt, "
	    "sure, created_ms, updated_ms) "
	    "VALUES ('group', '', $1, $2, $3, 1, $4, $5, $5) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, g->olt.v);
	db_bind_text(q, 2, g->place);
	bind_moment(q, 3, g->distance_m);
	db_bind_int(q, 4, g->sure);
	db_bind_int(q, 5, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_node = db_int(q, 0);
	return rc;
}

/* ONUs that hang on a node that a person entered stay there. */
static enum rc
link_group(struct db *db, const struct watch_group *g, int64_t node, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_nodes (onu_id, node_id) SELECT id, $2 FROM onus "
	    "WHERE id = $1 ON CONFLICT (onu_id) DO UPDATE SET node_id = excluded.node_id "
	    "WHERE EXISTS (SELECT 1 FROM plant_nodes p WHERE p.id = onu_nodes.node_id "
	    "AND p.is_learnt = 1)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < g->n; i++) {
		db_bind_int(q, 1, g->onus[i].v);
		db_bind_int(q, 2, node);
		rc = db_bulk(q, err);
	}
	return rc == RC_OK && g->n ? db_bulk_end(q, err) : rc;
}

static enum rc
write_group(struct db *db, struct batch_group *b, int64_t now_ms, struct err *err)
{
	const struct watch_group *g = &b->group;
	enum rc rc;

	b->stored = g->node;
	if (g->is_gone)
		return g->node ? drop_group(db, g, err) : RC_OK;
	rc = g->node ? update_group(db, g, now_ms, err)
		     : insert_group(db, g, now_ms, &b->stored, err);
	return rc == RC_OK ? link_group(db, g, b->stored, err) : rc;
}

static enum rc
write_memory(struct db *db, const struct watch_batch *b, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO watch_memory (name, body, at_ms) VALUES ('" WATCH "', $1, $2) "
	    "ON CONFLICT (name) DO UPDATE SET body = excluded.body, "
	    "at_ms = excluded.at_ms";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!b->memory)
		return RC_OK;
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_blob(q, 1, b->memory, b->memory_bytes);
	db_bind_int(q, 2, b->now_ms);
	return db_run(q, NULL, err);
}

static enum rc
write_all(struct db *db, struct watch_batch *b, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < b->incidents.n; i++)
		rc = write_incident(
		    db, VEC_AT(&b->incidents, struct watch_incident, i), err);
	if (rc == RC_OK)
		rc = write_facts(db, b, err);
	for (size_t i = 0; rc == RC_OK && i < b->groups.n; i++)
		rc = write_group(
		    db, VEC_AT(&b->groups, struct batch_group, i), b->now_ms, err);
	if (rc == RC_OK)
		rc = write_memory(db, b, err);
	if (rc == RC_OK && b->has_position)
		rc = store_events_keep_position(db, "watcher", &b->at, b->now_ms, err);
	return rc;
}

enum rc
store_watch_write(
    struct db *db, struct watch_batch *b, bool *ret_was_written, struct err *err)
{
	bool was_written = false;
	enum rc rc;

	if (b->is_spoiled)
		return err_set(err, RC_NOMEM, "no memory for incidents");
	rc = check_term(db, b, &was_written, err);
	if (rc == RC_OK && !was_written)
		rc = write_all(db, b, err);
	if (rc == RC_OK)
		*ret_was_written = was_written;
	return rc;
}
