/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/incident/watch_rows_int.h"

#define PAST_MS (INT64_C(7) * 24 * 3600 * 1000) /* repetitions are looked for so long */

static const char *
text_or_empty(const struct db_stmt *q, unsigned column)
{
	const char *text = db_text(q, column);

	return text ? text : "";
}

enum rc
store_watch_next_id(struct db *db, int64_t *ret_id, struct err *err)
{
	static const char sql[] = "SELECT COALESCE(MAX(id), 0) + 1 FROM incidents";

	return db_query_int(db, sql, DB_NO_ARGS, ret_id, err);
}

/* ---- OLTs ------------------------------------------------------------------------------ */

/* How often its states are read: by the quickest job that reads them. */
#define STATES_MS                                                                       \
	"(SELECT MIN(COALESCE(n.interval_ms, j.interval_ms, 3600000)) FROM nodes n "    \
	"JOIN jobs j ON j.id = n.job_id AND j.deleted_ms IS NULL AND j.enabled = 1 "    \
	"WHERE n.olt_id = l.id AND n.enabled = 1 AND EXISTS (SELECT 1 FROM job_oids u " \
	"JOIN oids c ON c.id = u.oid_id WHERE u.job_id = j.id "                         \
	"AND c.purpose = 'run_state'))"
#define OLT_COLUMNS                                                     \
	"l.id, l.name, l.site, l.latitude, l.longitude, l.enabled, "    \
	"COALESCE(l.not_answering_ms, l.suspended_ms), " STATES_MS ", " \
	"(SELECT s.at_ms FROM value_stamps s WHERE s.olt_id = l.id "    \
	"AND s.purpose = 'run_state'), "                                \
	"(SELECT MIN(z.name) FROM plant_nodes z WHERE z.olt_id = l.id " \
	"AND z.kind = 'zone'), "                                        \
	"(SELECT COUNT(*) FROM entity_tags t WHERE t.entity = 'olt' "   \
	"AND t.entity_id = l.id), l.deleted_ms, l.brand_id"

/* The one reader of OLT_COLUMNS: keep the two next to each other. */
static enum rc
put_olt(const struct db_stmt *q, struct watch *w, int64_t now_ms)
{
	struct watch_olt olt = { .id = { db_int(q, 0) },
		.name = db_text(q, 1),
		.site = text_or_empty(q, 2),
		.has_point = !db_is_null(q, 3) && !db_is_null(q, 4),
		.latitude = db_real(q, 3),
		.longitude = db_real(q, 4),
		.is_enabled = db_int(q, 5) != 0,
		.silent_since_ms = db_int(q, 6),
		.states_ms = db_int(q, 7),
		.read_ms = db_int(q, 8),
		.zone = text_or_empty(q, 9),
		.is_tagged = db_int(q, 10) > 0,
		.brand = db_int(q, 12) };

	if (db_is_null(q, 11))
		return watch_put_olt(w, &olt);
	watch_drop_olt(w, olt.id, now_ms);
	return RC_OK;
}

enum rc
store_watch_load_olt(
    struct db *db, struct watch *w, struct olt_id olt, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT " OLT_COLUMNS " FROM olts l WHERE $1 = 0 OR l.id = $1 ORDER BY l.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v), &q, err);

	while (db_next(q, &rc, err))
		rc = put_olt(q, w, now_ms);
	return rc;
}

enum rc
store_watch_contacts(struct db *db,
    enum rc (*row)(void *ctx, const struct watch_contact *contact), void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT id, COALESCE(not_answering_ms, suspended_ms), up_since_ms FROM olts "
	    "WHERE deleted_ms IS NULL AND enabled = 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = row(ctx,
		    &(struct watch_contact){
			{ db_int(q, 0) }, db_int(q, 1), db_int(q, 2) });
	return rc;
}

enum rc
store_watch_answers(struct db *db, const char *name, bool *ret_is_known,
    bool *ret_answers, struct err *err)
{
	static const char sql[] =
	    "SELECT COALESCE(not_answering_ms, suspended_ms) FROM olts "
	    "WHERE name = $1 AND deleted_ms IS NULL AND enabled = 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(name), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_known = rc == RC_OK;
	*ret_answers = *ret_is_known && db_is_null(q, 0);
	return RC_OK;
}

/* ---- the plant ------------------------------------------------------------------------- */

static enum rc
put_node(const struct db_stmt *q, struct watch *w)
{
	struct watch_node node = { .id = db_int(q, 0),
		.parent = db_int(q, 1),
		.name = db_text(q, 3),
		.olt = { db_int(q, 4) },
		.place = db_text(q, 5),
		.distance_m = (int32_t)db_int(q, 6),
		.is_learnt = db_int(q, 7) != 0,
		.sure = (int)db_int(q, 8),
		.is_tagged = db_int(q, 9) > 0 };

	if (!watch_node_kind_from_name(db_text(q, 2), &node.kind))
		return RC_OK; /* of a later version */
	return watch_put_node(w, &node);
}

static enum rc
load_nodes(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] =
	    "SELECT p.id, p.parent_id, p.kind, CASE WHEN p.name = '' THEN p.code "
	    "ELSE p.name END, p.olt_id, p.place, p.distance_m, p.is_learnt, p.sure, "
	    "(SELECT COUNT(*) FROM entity_tags t WHERE t.entity = 'node' "
	    "AND t.entity_id = p.id) FROM plant_nodes p ORDER BY p.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = put_node(q, w);
	return rc;
}

static enum rc
load_links(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] = "SELECT onu_id, node_id FROM onu_nodes";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		watch_link_onu(w, (struct onu_id){ db_int(q, 0) }, db_int(q, 1));
	return rc;
}

enum rc
store_watch_load_plant(struct db *db, struct watch *w, int64_t gone, struct err *err)
{
	enum rc rc;

	if (gone)
		watch_drop_node(w, gone);
	rc = load_nodes(db, w, err);
	return rc == RC_OK ? load_links(db, w, err) : rc;
}

/* ---- ONUs ------------------------------------------------------------------------------ */

#define ONU_POSITION "o.pos_has, o.rack, o.frame, o.slot, o.port, o.onu"

struct position
watch_row_position(const struct db_stmt *q, unsigned column)
{
	struct position p = { .has = (uint8_t)db_int(q, column) };

	for (unsigned i = POS_RACK; i <= POS_ONU; i++)
		p.part[i] = (uint32_t)db_int(q, column + 1 + i);
	return p;
}

enum state
watch_row_state(const struct db_stmt *q, unsigned column)
{
	const char *text = db_text(q, column);
	enum state state = STATE_NONE;

	if (text && *text)
		(void)state_from_name(text, &state);
	return state;
}

/* Hardware and software: those that are alike gasp alike. */
static const char *
model_of(const struct db_stmt *q, unsigned column, char *buf, size_t room)
{
	(void)snprintf(buf, room, "%s %s %s", text_or_empty(q, column),
	    text_or_empty(q, column + 1), text_or_empty(q, column + 2));
	return strcmp(buf, "  ") == 0 ? "" : buf;
}

static enum rc
put_onu(const struct db_stmt *q, struct watch *w, enum state run)
{
	char model[WATCH_TEXT_MAX];
	enum state cause = watch_row_state(q, 11); /* of its last down, if it is up */
	struct watch_onu onu = { .id = { db_int(q, 0) },
		.olt = { db_int(q, 1) },
		.position = watch_row_position(q, 2),
		.class = watch_class_of_onu(
		    db_int(q, 8) != 0, watch_row_state(q, 9), run, WATCH_DOWN),
		.cause = cause,
		.distance_m = (int32_t)db_int(q, 12),
		.has_gasped = db_int(q, 13) != 0 || cause == STATE_POWER,
		.model = model_of(q, 14, model, sizeof(model)),
		.node = db_int(q, 17),
		.is_tagged = db_int(q, 18) > 0 };

	return watch_put_onu(w, &onu);
}

#define ONU_COLUMNS                                                          \
	"o.id, o.olt_id, " ONU_POSITION ", o.is_present, o.admin_state, "    \
	"o.run_state, o.cause_state, COALESCE(n.distance_m, k.distance_m), " \
	"k.has_gasped, o.model, o.hw_version, o.sw_version, p.node_id, "     \
	"(SELECT COUNT(*) FROM entity_tags t WHERE t.entity = 'onu' "        \
	"AND t.entity_id = o.id)"
#define ONU_JOINS                                                  \
	"JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL " \
	"LEFT JOIN onu_numbers n ON n.onu_id = o.id "              \
	"LEFT JOIN onu_watch k ON k.onu_id = o.id "                \
	"LEFT JOIN onu_nodes p ON p.onu_id = o.id"

static enum rc
load_onus(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] =
	    "SELECT " ONU_COLUMNS " FROM onus o " ONU_JOINS " ORDER BY o.olt_id, o.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = put_onu(q, w, watch_row_state(q, 10));
	return rc;
}

/* Before its first change that we know of it was the opposite. */
static enum state
run_before(const struct db_stmt *q)
{
	enum state before = watch_row_state(q, 19), after = watch_row_state(q, 20);

	if (before != STATE_NONE)
		return before;
	return after == STATE_ONLINE ? STATE_OFFLINE : STATE_ONLINE;
}

static enum rc
put_first_state(
    struct db *db, struct watch *w, struct onu_id onu, bool *ret_is_put, struct err *err)
{
	static const char sql[] =
	    "SELECT " ONU_COLUMNS
	    ", CAST(NULL AS TEXT), (SELECT b.state FROM onu_events b "
	    "WHERE b.onu_id = o.id AND b.kind = 'run_state' ORDER BY b.id LIMIT 1) "
	    "FROM onus o " ONU_JOINS " WHERE o.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(onu.v), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_put = rc == RC_NOT_FOUND || watch_row_state(q, 10) != STATE_NONE;
	if (rc == RC_NOT_FOUND || !*ret_is_put)
		return RC_OK;
	return put_onu(q, w,
	    watch_row_state(q, 20) != STATE_NONE ? run_before(q)
						 : watch_row_state(q, 10));
}

enum rc
store_watch_first_states(
    struct db *db, struct watch *w, struct olt_id olt, struct vec *fresh, struct err *err)
{
	size_t kept = 0;
	enum rc rc = RC_OK;

	for (size_t i = 0; i < fresh->n; i++) {
		struct watch_fresh f = *VEC_AT(fresh, struct watch_fresh, i);
		bool is_put = false;

		if (rc == RC_OK && f.olt.v == olt.v)
			rc = put_first_state(db, w, f.onu, &is_put, err);
		if (!is_put)
			*VEC_AT(fresh, struct watch_fresh, kept++) = f;
	}
	fresh->n = kept;
	return rc;
}

enum rc
store_watch_rewind(
    struct db *db, struct watch *w, const struct event_entry *event, struct err *err)
{
	static const char sql[] =
	    "SELECT " ONU_COLUMNS ", (SELECT b.state FROM onu_events b "
	    "WHERE b.onu_id = v.onu_id AND b.kind = 'run_state' AND b.id < v.id "
	    "ORDER BY b.id DESC LIMIT 1), v.state FROM onu_events v "
	    "JOIN onus o ON o.id = v.onu_id " ONU_JOINS " WHERE v.olt_id = $1 "
	    "AND v.at_ms = $2 AND COALESCE(v.execution_id, 0) = $3 "
	    "AND v.kind = 'run_state' ORDER BY v.id DESC";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(
	    db, sql, DB_ARGS(event->olt.v, event->at_ms, event->subject), &q, err);

	while (db_next(q, &rc, err))
		rc = put_onu(q, w, run_before(q));
	return rc;
}

enum rc
store_watch_load_tag(struct db *db, struct watch *w, struct onu_id onu, struct err *err)
{
	static const char sql[] = "SELECT CAST(COUNT(*) AS BIGINT) FROM entity_tags "
				  "WHERE entity = 'onu' AND entity_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(onu.v), &q, err);

	if (rc == RC_OK)
		watch_tag_onu(w, onu, db_int(q, 0) > 0);
	return rc;
}

enum rc
store_watch_onu_place(
    struct db *db, struct onu_id onu, char *ret_text, size_t bytes, struct err *err)
{
	static const char sql[] = "SELECT place FROM onus WHERE id = $1 AND place <> ''";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(onu.v), &q, err);

	if (rc == RC_OK)
		(void)snprintf(ret_text, bytes, "%s", db_text(q, 0));
	return rc;
}

enum rc
store_watch_load_distances(
    struct db *db, struct watch *w, const struct event_entry *event, struct err *err)
{
	static const char sql[] =
	    "SELECT o.id, n.distance_m FROM onus o JOIN onu_numbers n ON n.onu_id = o.id "
	    "WHERE o.olt_id = $1 AND o.run_state = 'online' AND n.distance_m > 0 "
	    "AND EXISTS (SELECT 1 FROM executions e JOIN job_oids u ON u.job_id = "
	    "e.job_id "
	    "JOIN oids c ON c.id = u.oid_id AND c.purpose = 'distance' WHERE e.id = $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(event->olt.v, event->subject), &q, err);

	while (db_next(q, &rc, err))
		watch_onu_distance(
		    w, (struct onu_id){ db_int(q, 0) }, (int32_t)db_int(q, 1));
	return rc;
}

/* ---- incidents ------------------------------------------------------------------------- */

#define INCIDENT_COLUMNS                                                          \
	"id, kind, subject, state, root_kind, olt_id, place, node_id, cause, "    \
	"cause_class, confidence, severity, affected, affected_max, at_risk, "    \
	"recovered, left_over, since_ms, since_from_ms, detected_ms, opened_ms, " \
	"recovering_ms, resolved_ms, closed_ms, version, reopened, is_flapping, " \
	"is_held, blind_since_ms, merged_into, repeat_of, params, updated_ms, "   \
	"acked_ms, acked_until_ms"

static bool
read_words(const struct db_stmt *q, struct watch_incident *i)
{
	return watch_kind_from_name(db_text(q, 1), &i->kind) &&
	    watch_state_from_name(db_text(q, 3), &i->state) &&
	    watch_root_from_name(db_text(q, 4), &i->root) &&
	    watch_cause_from_name(db_text(q, 8), &i->cause) &&
	    watch_class_from_name(db_text(q, 9), &i->cause_class);
}

static void
read_figures(const struct db_stmt *q, struct watch_incident *i)
{
	i->id = db_int(q, 0);
	i->subject = db_int(q, 2);
	i->olt.v = db_int(q, 5);
	(void)snprintf(i->place, sizeof(i->place), "%s", db_text(q, 6));
	i->node_id = db_int(q, 7);
	i->confidence = (int)db_int(q, 10);
	i->severity = (enum watch_severity)db_int(q, 11);
	i->affected = db_int(q, 12);
	i->affected_max = db_int(q, 13);
	i->at_risk = db_int(q, 14);
	i->recovered = db_int(q, 15);
	i->left_over = db_int(q, 16);
}

static void
read_course(const struct db_stmt *q, struct watch_incident *i)
{
	i->since_ms = db_int(q, 17);
	i->since_from_ms = db_int(q, 18);
	i->detected_ms = db_int(q, 19);
	i->opened_ms = db_int(q, 20);
	i->recovering_ms = db_int(q, 21);
	i->resolved_ms = db_int(q, 22);
	i->closed_ms = db_int(q, 23);
	i->version = db_int(q, 24);
	i->reopened = db_int(q, 25);
	i->is_flapping = db_int(q, 26) != 0;
	i->is_held = db_int(q, 27) != 0;
	i->blind_since_ms = db_int(q, 28);
	i->merged_into = db_int(q, 29);
	i->repeat_of = db_int(q, 30);
	i->updated_ms = db_int(q, 32);
	i->acked_ms = db_int(q, 33);
	i->acked_until_ms = db_int(q, 34);
}

/* The one reader of INCIDENT_COLUMNS. False: it is of a later version. */
static bool
incident_from_row(const struct db_stmt *q, struct watch_incident *ret)
{
	*ret = (struct watch_incident){ 0 };
	if (!read_words(q, ret) ||
	    watch_params_read(db_text(q, 31), &ret->params) != RC_OK)
		return false;
	read_figures(q, ret);
	read_course(q, ret);
	return true;
}

/* Live ones, and with their members; those of the last days without. */
enum rc
store_watch_incidents(struct db *db, int64_t only, int64_t since_ms,
    enum rc (*row)(void *ctx, const struct watch_incident *incident), void *ctx,
    struct err *err)
{
	static const char sql[] = "SELECT " INCIDENT_COLUMNS " FROM incidents "
				  "WHERE (closed_ms IS NULL OR closed_ms > $1) "
				  "AND ($2 = 0 OR id = $2) ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(since_ms, only), &q, err);

	while (db_next(q, &rc, err)) {
		struct watch_incident i;

		if (incident_from_row(q, &i))
			rc = row(ctx, &i);
	}
	return rc;
}

static enum rc
keep_incident(void *ctx, const struct watch_incident *incident)
{
	struct watch_incident *kept = vec_add(ctx);

	if (!kept)
		return RC_NOMEM;
	*kept = *incident;
	return RC_OK;
}

static enum rc
add_port(const struct db_stmt *q, struct arena *arena, struct vec *ports)
{
	size_t bytes = 0;
	const void *members = db_blob(q, 7, &bytes);
	struct watch_incident_port *p = vec_add(ports);

	if (!p)
		return RC_NOMEM;
	*p = (struct watch_incident_port){ .olt = { db_int(q, 0) },
		.at_risk = db_int(q, 2),
		.down = db_int(q, 3),
		.up = db_int(q, 4),
		.dist_min_m = (int32_t)db_int(q, 5),
		.dist_max_m = (int32_t)db_int(q, 6),
		.members_bytes = bytes };
	(void)snprintf(p->place, sizeof(p->place), "%s", db_text(q, 1));
	p->members = members ? arena_copy(arena, members, bytes) : NULL;
	return members && !p->members ? RC_NOMEM : RC_OK;
}

static enum rc
load_ports(struct db *db, int64_t incident, struct arena *arena, struct vec *ports,
    struct err *err)
{
	static const char sql[] =
	    "SELECT olt_id, place, at_risk, down, up, dist_min_m, dist_max_m, members "
	    "FROM incident_ports WHERE incident_id = $1 ORDER BY olt_id, place";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(incident), &q, err);

	while (db_next(q, &rc, err))
		rc = add_port(q, arena, ports);
	return rc == RC_NOMEM ? err_set(err, rc, "no memory for incidents") : rc;
}

static enum rc
put_incident(struct db *db, struct watch *w, struct watch_incident *i, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct vec ports = VEC_INIT(struct watch_incident_port);
	enum rc rc = arena ? RC_OK : err_set(err, RC_NOMEM, "no memory for incidents");

	if (rc == RC_OK && !i->closed_ms)
		rc = load_ports(db, i->id, arena, &ports, err);
	i->ports = ports.data;
	i->n_ports = ports.n;
	if (rc == RC_OK)
		rc = watch_put_incident(w, i);
	vec_fini(&ports);
	return rc;
}

enum rc
store_watch_load_closed(struct db *db, struct watch *w, int64_t incident, struct err *err)
{
	struct vec one = VEC_INIT(struct watch_incident);
	struct watch_incident *i;
	enum rc rc = store_watch_incidents(db, incident, 0, keep_incident, &one, err);

	i = one.n ? VEC_AT(&one, struct watch_incident, 0) : NULL;
	if (rc == RC_OK && i && i->state == WATCH_CLOSED) {
		i->state = WATCH_RESOLVED;
		i->closed_ms = 0;
		rc = put_incident(db, w, i, err);
	}
	vec_fini(&one);
	return rc;
}

static enum rc
load_incidents(struct db *db, struct watch *w, int64_t now_ms, struct err *err)
{
	struct vec all = VEC_INIT(struct watch_incident);
	enum rc rc =
	    store_watch_incidents(db, 0, now_ms - PAST_MS, keep_incident, &all, err);

	for (size_t i = 0; rc == RC_OK && i < all.n; i++)
		rc = put_incident(db, w, VEC_AT(&all, struct watch_incident, i), err);
	vec_fini(&all);
	return rc;
}

/* One that cannot be read is of another version: it is learnt again. */
static enum rc
load_memory(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] = "SELECT body FROM watch_memory WHERE name = 'watch'";
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *bytes;
	size_t n = 0;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc != RC_OK)
		return rc;
	bytes = db_blob(q, 0, &n);
	rc = watch_memory_load(w, bytes, n);
	return rc == RC_INVALID ? RC_OK : rc;
}

/* ---- ports, cards and groups ------------------------------------------------------------ */

/* What they said last counts after a restart too. */
static enum rc
load_ports_said(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] =
	    "SELECT p.olt_id, p.place, p.state, p.cause, p.updated_ms FROM pon_ports p "
	    "JOIN olts l ON l.id = p.olt_id AND l.deleted_ms IS NULL "
	    "WHERE p.state IS NOT NULL OR p.cause IS NOT NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		enum watch_port_cause said =
		    watch_row_port(watch_row_state(q, 2), watch_row_state(q, 3));

		if (said != WATCH_PORT_UNKNOWN && said != WATCH_PORT_UP)
			watch_port_said(w, (struct olt_id){ db_int(q, 0) }, db_text(q, 1),
			    said, db_int(q, 4));
	}
	return rc;
}

static enum rc
load_cards_said(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] =
	    "SELECT c.olt_id, c.part, c.state, c.updated_ms FROM chassis_health c "
	    "JOIN olts l ON l.id = c.olt_id AND l.deleted_ms IS NULL "
	    "WHERE c.part <> '' AND c.state IS NOT NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		enum state state = watch_row_state(q, 2);
		const char *card = watch_row_card(db_text(q, 1));

		if (card && state != STATE_NONE && state != STATE_ONLINE)
			watch_card_said(w, (struct olt_id){ db_int(q, 0) }, card, false,
			    db_int(q, 3));
	}
	return rc;
}

/* The ONUs of one group, until a row of another one comes. */
static enum rc
put_group(struct watch *w, struct watch_group *group, struct vec *onus)
{
	enum rc rc;

	group->onus = onus->data;
	group->n = onus->n;
	rc = group->node ? watch_put_group(w, group) : RC_OK;
	vec_clear(onus);
	return rc;
}

static enum rc
add_to_group(
    const struct db_stmt *q, struct watch *w, struct watch_group *group, struct vec *onus)
{
	struct onu_id *onu;
	enum rc rc = RC_OK;

	if (group->node != db_int(q, 0)) {
		rc = put_group(w, group, onus);
		*group = (struct watch_group){ .node = db_int(q, 0),
			.olt = { db_int(q, 1) },
			.sure = (int)db_int(q, 3) };
		(void)snprintf(
		    group->place, sizeof(group->place), "%s", text_or_empty(q, 2));
	}
	onu = rc == RC_OK ? vec_add(onus) : NULL;
	if (!onu)
		return rc == RC_OK ? RC_NOMEM : rc;
	onu->v = db_int(q, 4);
	return RC_OK;
}

static enum rc
load_groups(struct db *db, struct watch *w, struct err *err)
{
	static const char sql[] =
	    "SELECT p.id, p.olt_id, p.place, p.sure, u.onu_id FROM plant_nodes p "
	    "JOIN onu_nodes u ON u.node_id = p.id WHERE p.kind = 'group' "
	    "AND p.is_learnt = 1 ORDER BY p.id, u.onu_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct vec onus = VEC_INIT(struct onu_id);
	struct watch_group group = { 0 };
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = add_to_group(q, w, &group, &onus);
	if (rc == RC_OK)
		rc = put_group(w, &group, &onus);
	vec_fini(&onus);
	return rc;
}

enum rc
store_watch_load(struct db *db, struct watch *w, int64_t now_ms, struct err *err)
{
	enum rc rc = store_watch_load_olt(db, w, (struct olt_id){ 0 }, now_ms, err);

	if (rc == RC_OK)
		rc = load_nodes(db, w, err);
	if (rc == RC_OK)
		rc = load_onus(db, w, err);
	if (rc == RC_OK)
		rc = load_memory(db, w, err);
	if (rc == RC_OK)
		rc = load_groups(db, w, err);
	if (rc == RC_OK)
		rc = load_ports_said(db, w, err);
	if (rc == RC_OK)
		rc = load_cards_said(db, w, err);
	return rc == RC_OK ? load_incidents(db, w, now_ms, err) : rc;
}
