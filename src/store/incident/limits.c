/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the values are that limits are about: one SELECT for each, with the OLT, the
 * place, the ONU and the value. What nobody has a limit for is not read.
 */
#include "store/incident/limits.h"

#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "model/position.h"
#include "model/text.h"
#include "store/core/entity.h"
#include "store/core/tx.h"
#include "store/db/query.h"

enum { MATCHES_MAX = 1000, JOB_PURPOSES_MAX = 4096 };

#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* Of every source: $1 the OLT, 0 for all; $2 when the run began, 0 for what is stored; $3
 * since when an uplink must have been up once; $4 the name of a custom OID. Each is
 * mentioned, because PostgreSQL wants to know its type. */
#define ARGUMENTS                                                       \
	" AND CAST($2 AS BIGINT) >= 0 AND CAST($3 AS BIGINT) >= 0 AND " \
	"CAST($4 AS TEXT) IS NOT NULL"
#define NUMBER(column) "CAST(" column " AS DOUBLE PRECISION) AS value "

/* "board 0/3" is the card 0/3; other parts are called as they are. */
#define PART_PLACE \
	"CASE WHEN h.part LIKE 'board %' THEN substr(h.part, 7) ELSE h.part END"
#define CHASSIS(column, which)                                                         \
	"SELECT h.olt_id, " PART_PLACE " AS place, 0 AS onu_id, " NUMBER(              \
	    "h." column) "FROM chassis_health h WHERE ($1 = 0 OR h.olt_id = $1) AND "  \
			 "h." column " IS NOT NULL AND h.updated_ms >= $2 AND h.part " \
			 "NOT LIKE 'uplink %'" which ARGUMENTS
/* An uplink that was read before and is not any more was switched off by a person. */
#define UPLINKS                                                                     \
	"SELECT h.olt_id, substr(h.part, 8) AS place, 0 AS onu_id, "                \
	"CAST(CASE WHEN h.state = 'online' OR h.updated_ms < $2 THEN 1 ELSE 0 END " \
	"AS DOUBLE PRECISION) AS value FROM chassis_health h "                      \
	"WHERE ($1 = 0 OR h.olt_id = $1) AND h.part LIKE 'uplink %' "               \
	"AND h.state IN ('online', 'offline') "                                     \
	"AND (h.state = 'online' OR h.updated_ms < $2 OR h.up_ms >= $3) "           \
	"AND EXISTS (SELECT 1 FROM chassis_health x WHERE x.olt_id = h.olt_id "     \
	"AND x.part LIKE 'uplink %' AND x.updated_ms >= $2)" ARGUMENTS
#define PORTS(number)                                                  \
	"SELECT p.olt_id, p.place, 0 AS onu_id, " NUMBER(              \
	    number) "FROM pon_ports p JOIN olts b ON b.id = p.olt_id " \
		    "LEFT JOIN models m ON m.id = b.model_id "         \
		    "WHERE ($1 = 0 OR p.olt_id = $1) AND (" number     \
		    ") IS NOT NULL" ARGUMENTS
/* What a port can hold: as its model says; else 64 of EPON, and 128 of GPON. */
#define PORT_USE                                                              \
	"100.0 * p.onus_present / COALESCE(NULLIF(m.onus_per_port, 0), CASE " \
	"WHEN m.technology = 'epon' THEN 64 ELSE 128 END)"
#define ONUS(column)                                                             \
	"SELECT o.olt_id, o.place, o.id AS onu_id, " NUMBER(                     \
	    "n." column) "FROM onus o JOIN onu_numbers n ON n.onu_id = o.id "    \
			 "WHERE ($1 = 0 OR o.olt_id = $1) AND o.is_present = 1 " \
			 "AND o.run_state = 'online' AND n." column              \
			 " IS NOT NULL" ARGUMENTS
#define CUSTOM_NUMBER "COALESCE(v.real_value, v.int_value)"
#define OLT_VALUES(place, which)                                                         \
	"SELECT v.olt_id, " place " AS place, 0 AS onu_id, " NUMBER(                     \
	    "CASE WHEN v.is_counter = 1 THEN v.rate ELSE " CUSTOM_NUMBER                 \
	    " END") "FROM olt_values v WHERE ($1 = 0 OR v.olt_id = $1) AND v.name = $4 " \
		    "AND v.kind IN ('int', 'real') AND v.at_ms >= $2 "                   \
		    "AND (v.is_counter = 0 OR v.rate IS NOT NULL)" which ARGUMENTS

/* A custom value of an ONU. */
static const char ONU_CUSTOM[] = "SELECT o.olt_id, o.place, o.id AS onu_id, " NUMBER(
    CUSTOM_NUMBER) "FROM onu_custom v JOIN onus o ON o.id = v.onu_id "
		   "WHERE ($1 = 0 OR v.olt_id = $1) AND v.name = $4 AND o.is_present = 1 "
		   "AND v.kind IN ('int', 'real')" ARGUMENTS;
static const char PORT_CUSTOM[] = OLT_VALUES("v.place", " AND v.place <> ''");
static const char OLT_CUSTOM[] =
    OLT_VALUES("CASE WHEN v.idx IN ('', '0') THEN '' ELSE v.idx END", "");

static const struct source {
	enum limit_entity entity;
	const char *purpose; /* of the limit */
	const char *read; /* what a run must have read; NULL: the same */
	const char *sql;
} SOURCES[] = {
	{ LIMIT_OF_OLT, "cpu", NULL, CHASSIS("cpu_percent", "") },
	{ LIMIT_OF_OLT, "memory", NULL, CHASSIS("memory_percent", "") },
	{ LIMIT_OF_OLT, "chassis_temperature", NULL, CHASSIS("temperature_c", "") },
	{ LIMIT_OF_OLT, "chassis_uptime", NULL, CHASSIS("uptime_s", "") },
	{ LIMIT_OF_CARD, "cpu", NULL, CHASSIS("cpu_percent", " AND h.part <> ''") },
	{ LIMIT_OF_CARD, "memory", NULL, CHASSIS("memory_percent", " AND h.part <> ''") },
	{ LIMIT_OF_CARD, "chassis_temperature", NULL,
	    CHASSIS("temperature_c", " AND h.part <> ''") },
	{ LIMIT_OF_UPLINK, "uplink_state", "board_state", UPLINKS },
	{ LIMIT_OF_PORT, "port_use", "run_state", PORTS(PORT_USE) },
	{ LIMIT_OF_PORT, "port_onus", "run_state", PORTS("p.onus_present") },
	{ LIMIT_OF_PORT, "port_tx", NULL, PORTS("p.tx_dbm") },
	{ LIMIT_OF_PORT, "traffic_in", NULL, PORTS("p.in_bps") },
	{ LIMIT_OF_PORT, "traffic_out", NULL, PORTS("p.out_bps") },
	{ LIMIT_OF_ONU, "onu_rx", NULL, ONUS("onu_rx_dbm") },
	{ LIMIT_OF_ONU, "onu_tx", NULL, ONUS("onu_tx_dbm") },
	{ LIMIT_OF_ONU, "olt_rx", NULL, ONUS("olt_rx_dbm") },
	{ LIMIT_OF_ONU, "temperature", NULL, ONUS("temperature_c") },
	{ LIMIT_OF_ONU, "voltage", NULL, ONUS("voltage_v") },
	{ LIMIT_OF_ONU, "bias", NULL, ONUS("bias_ma") },
	{ LIMIT_OF_ONU, "distance", NULL, ONUS("distance_m") },
	{ LIMIT_OF_ONU, "uptime", NULL, ONUS("uptime_s") },
};

enum { N_SOURCES = sizeof(SOURCES) / sizeof(SOURCES[0]) };

/* NULL: there is none. */
static const char *
source_of(enum limit_entity entity, const char *purpose)
{
	for (size_t i = 0; i < N_SOURCES; i++) {
		if (SOURCES[i].entity == entity &&
		    strcmp(SOURCES[i].purpose, purpose) == 0)
			return SOURCES[i].sql;
	}
	if (!limit_custom_name(purpose))
		return NULL;
	if (entity == LIMIT_OF_ONU)
		return ONU_CUSTOM;
	if (entity == LIMIT_OF_PORT)
		return PORT_CUSTOM;
	return entity == LIMIT_OF_OLT ? OLT_CUSTOM : NULL;
}

/* ---- what ships ------------------------------------------------------------------------ */

static void
bind_shipped(struct db_stmt *q, const struct limit_shipped *s, int64_t now_ms)
{
	const struct limit_row *r = &s->row;
	static const char *const FIELDS[] = { "entity", "op", "severity" };
	const int64_t numbers[] = { (int64_t)r->entity, (int64_t)r->op,
		(int64_t)r->severity };

	db_bind_args(
	    q, DB_ARGS(s->key, r->name, r->purpose, r->value, r->for_s, r->hysteresis));
	for (unsigned i = 0; i < 3; i++) {
		size_t n = 0;
		const char *word =
		    entity_word(entity_find(&LIMIT_ENTITY, FIELDS[i]), numbers[i], &n);

		db_bind_text_n(q, 7 + i, word, n);
	}
	db_bind_int(q, 10, now_ms);
}

/* One that people made under the same name stays, and ours does not come. */
static enum rc
ship_one(struct db *db, const struct limit_shipped *s, int64_t now_ms, struct err *err)
{
	static const char update[] =
	    "UPDATE limits SET name = $2, purpose = $3, value = $4, for_s = $5, "
	    "hysteresis = $6, entity = $7, op = $8, severity = $9, updated_ms = $10 "
	    "WHERE builtin_key = $1 AND is_edited = 0 AND (name <> $2 OR purpose <> $3 "
	    "OR value <> $4 OR for_s <> $5 OR hysteresis <> $6 OR entity <> $7 "
	    "OR op <> $8 OR severity <> $9)";
	static const char insert[] =
	    "INSERT INTO limits (builtin_key, name, purpose, value, for_s, hysteresis, "
	    "entity, op, severity, created_ms, updated_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) "
	    "ON CONFLICT DO NOTHING";
	struct db_stmt *change OWNED(db_done) = NULL;
	struct db_stmt *add OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, update, &change, err);

	if (rc == RC_OK)
		rc = db_prepare(db, insert, &add, err);
	if (rc != RC_OK)
		return rc;
	bind_shipped(change, s, now_ms);
	bind_shipped(add, s, now_ms);
	rc = db_run(change, NULL, err);
	return rc == RC_OK ? db_run(add, NULL, err) : rc;
}

enum rc
store_limits_ship(struct db *db, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc != RC_OK)
		return rc;
	for (size_t i = 0; rc == RC_OK && limit_shipped_at(i); i++)
		rc = ship_one(db, limit_shipped_at(i), now_ms, err);
	return tx_end(&tx, rc, err);
}

/* ---- the limits of the watch --------------------------------------------------------------- */

static enum rc
take_limits(struct db *db, struct arena *arena, struct vec *limits, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_select(
	    db, &LIMIT_ENTITY, "FROM limits WHERE enabled = 1 ORDER BY id", &q, err);

	while (db_next(q, &rc, err)) {
		struct limit_row r = { .id = { 0 } };
		struct watch_limit *to = vec_add(limits);

		rc = to ? entity_read(&LIMIT_ENTITY, q, arena, &r, err) : RC_NOMEM;
		if (rc == RC_OK)
			*to = (struct watch_limit){ .id = r.id.v,
				.name = r.name,
				.entity = (enum watch_entity)r.entity,
				.purpose = r.purpose,
				.op = (enum watch_op)r.op,
				.value = r.value,
				.for_ms = r.for_s * 1000,
				.hysteresis = r.hysteresis,
				.severity = (enum watch_severity)r.severity,
				.olt = { r.olt },
				.brand = r.brand,
				.site = r.site ? r.site : "",
				.place = r.place ? r.place : "" };
	}
	return rc;
}

enum rc
store_watch_limits(struct db *db, struct watch *w, int64_t now_ms, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct vec limits = VEC_INIT(struct watch_limit);
	enum rc rc = arena ? take_limits(db, arena, &limits, err) : RC_NOMEM;

	if (rc == RC_OK)
		rc = watch_put_limits(w,
		    limits.n ? VEC_AT(&limits, struct watch_limit, 0) : NULL, limits.n,
		    now_ms);
	vec_fini(&limits);
	return rc == RC_NOMEM ? err_set(err, rc, "no memory for limits") : rc;
}

/* ---- values of a run ------------------------------------------------------------------------ */

/* What a run read: the purposes of the OIDs of its job, with a comma on each side. */
struct run_read {
	struct buf purposes;
	int64_t started_ms;
};

static enum rc
load_read(struct db *db, int64_t execution, struct run_read *ret_read, struct err *err)
{
	static const char sql[] =
	    "SELECT DISTINCT c.purpose, e.started_ms FROM executions e "
	    "JOIN job_oids u ON u.job_id = e.job_id JOIN oids c ON c.id = u.oid_id "
	    "WHERE e.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(execution), &q, err);

	while (db_next(q, &rc, err)) {
		buf_printf(&ret_read->purposes, ",%s,", db_text(q, 0));
		ret_read->started_ms = db_int(q, 1);
	}
	return rc;
}

static bool
has_read(const struct run_read *read, const char *purpose)
{
	char key[2 * TEXT_NAME_MAX];
	int n = snprintf(key, sizeof(key), ",%s,", purpose);

	return n > 0 && (size_t)n < sizeof(key) &&
	    strstr(buf_text(&read->purposes), key) != NULL;
}

struct feeding {
	struct db *db;
	struct watch *watch;
	const struct event_entry *event;
	struct run_read read;
};

static void
measure(const struct feeding *f, enum limit_entity entity, const char *purpose,
    const struct db_stmt *q)
{
	const char *text = db_text(q, 1);
	char place[POSITION_TEXT_MAX];
	size_t n = strcspn(text, entity == LIMIT_OF_ONU ? ":" : "");

	if (n >= sizeof(place))
		n = sizeof(place) - 1;
	memcpy(place, text, n);
	place[n] = '\0';
	watch_measure(f->watch,
	    &(struct watch_measure){ .entity = (enum watch_entity)entity,
		.purpose = purpose,
		.olt = { db_int(q, 0) },
		.place = place,
		.onu = { db_int(q, 2) },
		.value = db_real(q, 3),
		.at_ms = f->event->at_ms });
}

static void
bind_source(
    struct db_stmt *q, int64_t olt, int64_t began_ms, int64_t now_ms, const char *purpose)
{
	const char *custom = limit_custom_name(purpose);

	db_bind_args(q,
	    DB_ARGS(olt, began_ms, now_ms - LIMIT_UPLINK_DAYS * DAY_MS,
		custom ? custom : ""));
}

static enum rc
feed_source(const struct feeding *f, enum limit_entity entity, const char *purpose,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	const char *sql = source_of(entity, purpose);
	enum rc rc = sql ? db_prepare(f->db, sql, &q, err) : RC_NOT_FOUND;

	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	bind_source(q, f->event->olt.v, f->read.started_ms, f->event->at_ms, purpose);
	while (db_next(q, &rc, err))
		measure(f, entity, purpose, q);
	return rc;
}

/* Does some limit need it, and has the run read it? */
static bool
is_due(const struct feeding *f, const struct source *s)
{
	return watch_wants_measure(f->watch, (enum watch_entity)s->entity, s->purpose) &&
	    has_read(&f->read, s->read ? s->read : s->purpose);
}

struct custom_due {
	struct feeding *feeding;
	struct err *err;
};

static enum rc
feed_custom(void *ctx, enum watch_entity entity, const char *purpose)
{
	const struct custom_due *c = ctx;

	if (!limit_custom_name(purpose) || !has_read(&c->feeding->read, purpose))
		return RC_OK;
	return feed_source(c->feeding, (enum limit_entity)entity, purpose, c->err);
}

enum rc
store_watch_measures(
    struct db *db, struct watch *w, const struct event_entry *event, struct err *err)
{
	struct feeding f = { db, w, event, { BUF_INIT(JOB_PURPOSES_MAX), 0 } };
	struct custom_due custom = { &f, err };
	enum rc rc;

	if (strcmp(event->what, "SUCCESS") != 0 && strcmp(event->what, "PARTIAL") != 0)
		return RC_OK;
	rc = load_read(db, event->subject, &f.read, err);
	for (size_t i = 0; rc == RC_OK && f.read.started_ms && i < N_SOURCES; i++) {
		if (is_due(&f, &SOURCES[i]))
			rc = feed_source(&f, SOURCES[i].entity, SOURCES[i].purpose, err);
	}
	if (rc == RC_OK && f.read.started_ms)
		rc = watch_each_limit(w, feed_custom, &custom);
	buf_fini(&f.read.purposes);
	return rc;
}

/* ---- what a limit would find now ----------------------------------------------------------------- */

static const char *
sign_of(enum limit_op op)
{
	static const char *const SIGNS[] = { ">", "<", "=", "<>" };

	return SIGNS[op];
}

enum rc
store_limit_matches(struct db *db, const struct limit_question *question,
    enum rc (*row)(void *ctx, const struct limit_match *match), void *ctx,
    struct err *err)
{
	const struct limit_row *l = &question->limit;
	const char *source = source_of(l->entity, l->purpose);
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!source)
		return RC_OK;
	buf_printf(&sql,
	    "SELECT v.olt_id, l.name, v.place, v.onu_id, v.value FROM (%s) v "
	    "JOIN olts l ON l.id = v.olt_id WHERE l.deleted_ms IS NULL "
	    "AND ($5 = 0 OR l.brand_id = $5) "
	    "AND (CAST($6 AS TEXT) = '' OR l.site = $6) "
	    "AND (CAST($7 AS TEXT) = '' OR v.place = $7 OR v.place LIKE $7 || ':%%') "
	    "AND v.value %s $8 ORDER BY l.name, v.place LIMIT %d",
	    source, sign_of(l->op), MATCHES_MAX);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	bind_source(q, l->olt, 0, question->now_ms, l->purpose);
	db_bind_int(q, 5, l->brand);
	db_bind_text(q, 6, l->site ? l->site : "");
	db_bind_text(q, 7, l->place ? l->place : "");
	db_bind_real(q, 8, l->value);
	while (db_next(q, &rc, err))
		rc = row(ctx,
		    &(struct limit_match){ { db_int(q, 0) }, db_text(q, 1), db_text(q, 2),
			{ db_int(q, 3) }, db_real(q, 4) });
	return rc;
}
