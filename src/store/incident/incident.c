/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/incident.h"

#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"

#define YEAR_MS (INT64_C(366) * 24 * 3600 * 1000)

enum { SIMILAR_MOST = 20, SIMILAR_CANDIDATES = 200 };

/* ---- members ----------------------------------------------------------------------- */

/* Members of one packed column; free() them. *ret_n is 0 if there are none. Their times are
 * relative to detected_ms of the incident, which never changes. */
static struct watch_member *
unpack(const struct db_stmt *q, unsigned column, int64_t detected_ms, size_t *ret_n)
{
	size_t bytes = 0, n = 0;
	const void *packed = db_blob(q, column, &bytes);
	struct watch_member *members;

	*ret_n = 0;
	if (packed && bytes)
		n = watch_members_unpack(packed, bytes, detected_ms, NULL, 0);
	members = n ? calloc(n, sizeof(*members)) : NULL;
	if (members)
		*ret_n = watch_members_unpack(packed, bytes, detected_ms, members, n);
	return members;
}

struct telling {
	struct db_stmt *about; /* owned by the caller */
	const struct incident_members_wish *wish;
	enum rc (*row)(void *ctx, const struct incident_member *member);
	void *ctx;
	size_t seen;
};

static const char *
text_or_empty(const struct db_stmt *q, unsigned column)
{
	const char *text = db_text(q, column);

	return text ? text : "";
}

static enum rc
tell_member(
    struct telling *t, struct olt_id olt, const struct watch_member *m, struct err *err)
{
	struct incident_member shown = { .member = *m,
		.olt = olt,
		.olt_name = "",
		.place = "",
		.serial = "",
		.description = "" };
	enum rc rc;

	db_bind_int(t->about, 1, m->onu.v);
	rc = db_first(t->about, err);
	if (rc == RC_OK) {
		shown.place = text_or_empty(t->about, 0);
		shown.serial = text_or_empty(t->about, 1);
		shown.description = text_or_empty(t->about, 2);
		shown.olt_name = text_or_empty(t->about, 3);
	}
	if (rc == RC_OK || rc == RC_NOT_FOUND)
		rc = t->row(t->ctx, &shown);
	db_again(t->about);
	return rc;
}

static enum rc
tell_port(struct telling *t, const struct db_stmt *q, struct err *err)
{
	struct olt_id olt = { db_int(q, 0) };
	size_t n = 0;
	struct watch_member *members OWNED(free) = unpack(q, 1, db_int(q, 2), &n);
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < n; i++) {
		if (t->wish->is_down_only && members[i].up_ms)
			continue;
		if (t->seen >= t->wish->skip && t->seen - t->wish->skip < t->wish->most)
			rc = tell_member(t, olt, &members[i], err);
		t->seen++;
	}
	return rc;
}

enum rc
store_incident_members(struct db *db, const struct incident_members_wish *wish,
    enum rc (*row)(void *ctx, const struct incident_member *member), void *ctx,
    int64_t *ret_count, struct err *err)
{
	static const char ports[] =
	    "SELECT p.olt_id, p.members, i.detected_ms FROM incident_ports p "
	    "JOIN incidents i ON i.id = p.incident_id WHERE p.incident_id = $1 "
	    "ORDER BY p.olt_id, p.place";
	static const char about[] =
	    "SELECT o.place, o.serial, COALESCE(NULLIF(o.subscriber, ''), "
	    "o.description), "
	    "l.name FROM onus o JOIN olts l ON l.id = o.olt_id WHERE o.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL, *each OWNED(db_done) = NULL;
	struct telling t = { .wish = wish, .row = row, .ctx = ctx };
	enum rc rc = db_query(db, ports, DB_ARGS(wish->incident), &q, err);

	if (rc == RC_OK)
		rc = db_prepare(db, about, &each, err);
	t.about = each;
	while (db_next(q, &rc, err))
		rc = tell_port(&t, q, err);
	if (rc == RC_OK)
		*ret_count = (int64_t)t.seen;
	return rc;
}

/* ---- of an ONU ------------------------------------------------------------------------ */

/* "0/1/3" of "0/1/3:12". */
static size_t
port_length(const char *place)
{
	const char *colon = strrchr(place, ':');

	return colon ? (size_t)(colon - place) : strlen(place);
}

static const struct watch_member *
find_member(const struct watch_member *members, size_t n, struct onu_id onu)
{
	for (size_t i = 0; i < n; i++) {
		if (members[i].onu.v == onu.v)
			return &members[i];
	}
	return NULL;
}

/* Is the ONU among the members of this row? is_down: and not back. */
static bool
is_member(const struct db_stmt *q, struct onu_id onu, bool is_down)
{
	size_t n = 0;
	struct watch_member *members OWNED(free) = unpack(q, 1, db_int(q, 2), &n);
	const struct watch_member *m = find_member(members, n, onu);

	return m && (!is_down || m->up_ms == 0);
}

enum rc
store_incident_of_onu(struct db *db, struct onu_id onu, struct olt_id olt,
    const char *place, int64_t *ret_incident, struct err *err)
{
	static const char sql[] =
	    "SELECT i.id, p.members, i.detected_ms FROM incident_ports p "
	    "JOIN incidents i ON i.id = p.incident_id "
	    "WHERE p.olt_id = $1 AND p.place = $2 AND i.closed_ms IS NULL "
	    "AND i.state IN ('open', 'recovering', 'resolved') ORDER BY i.id DESC";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row = false;
	int64_t found = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt.v);
	db_bind_text_n(q, 2, place, port_length(place));
	while (!found && (rc = db_step(q, &has_row, err)) == RC_OK && has_row)
		found = is_member(q, onu, true) ? db_int(q, 0) : 0;
	if (rc == RC_OK)
		*ret_incident = found;
	return rc;
}

static enum rc
keep_id(struct vec *ids, int64_t id, struct err *err)
{
	int64_t *kept = vec_add(ids);

	if (!kept)
		return err_set(err, RC_NOMEM, "out of memory");
	*kept = id;
	return RC_OK;
}

enum rc
store_incidents_of_onu(struct db *db, struct onu_id onu, struct vec *ids, struct err *err)
{
	/* It may have been at another place of its OLT then. Incidents about one ONU
	 * have no members: it is their subject. */
	static const char sql[] =
	    "SELECT i.id, p.members, i.detected_ms, 0 FROM onus o "
	    "JOIN incident_ports p ON p.olt_id = o.olt_id "
	    "JOIN incidents i ON i.id = p.incident_id "
	    "WHERE o.id = $1 AND p.members IS NOT NULL "
	    "AND i.state NOT IN ('suspect', 'dismissed', 'merged') "
	    "UNION ALL SELECT i.id, NULL, i.detected_ms, 1 FROM onus o "
	    "JOIN incidents i ON i.olt_id = o.olt_id AND i.subject = o.id "
	    "WHERE o.id = $1 AND i.root_kind = 'onu' "
	    "AND i.kind IN ('optics', 'flapping', 'duplicate') "
	    "AND i.state NOT IN ('suspect', 'dismissed', 'merged') ORDER BY 1 DESC";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t last = 0;
	enum rc rc = db_query(db, sql, DB_ARGS(onu.v), &q, err);

	while (db_next(q, &rc, err)) {
		if (db_int(q, 0) == last ||
		    (db_int(q, 3) == 0 && !is_member(q, onu, false)))
			continue;
		last = db_int(q, 0);
		rc = keep_id(ids, last, err);
	}
	return rc;
}

/* ---- similar ones ------------------------------------------------------------------------ */

static int
compare_ids(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The ONUs of an incident, in order, into onus (of int64_t). */
static enum rc
load_onus(struct db *db, int64_t incident, struct vec *onus, struct err *err)
{
	static const char sql[] =
	    "SELECT 0, members, 0 FROM incident_ports WHERE incident_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(incident), &q, err);

	vec_clear(onus);
	while (db_next(q, &rc, err)) {
		size_t n = 0;
		struct watch_member *members OWNED(free) = unpack(q, 1, 0, &n);

		for (size_t i = 0; rc == RC_OK && i < n; i++)
			rc = keep_id(onus, members[i].onu.v, err);
	}
	if (onus->n)
		qsort(onus->data, onus->n, sizeof(int64_t), compare_ids);
	return rc;
}

/* At least half of both together are in both. */
static bool
is_half_the_same(const struct vec *a, const struct vec *b)
{
	size_t i = 0, k = 0, both = 0;

	while (i < a->n && k < b->n) {
		int64_t x = *VEC_AT(a, int64_t, i), y = *VEC_AT(b, int64_t, k);

		both += x == y;
		i += x <= y;
		k += y <= x;
	}
	return both > 0 && 2 * both >= a->n + b->n - both;
}

struct candidate {
	int64_t id;
	bool has_root; /* the same root: no need to compare */
};

/* The same root, or a port in common. */
static enum rc
list_candidates(struct db *db, int64_t incident, struct vec *all, struct err *err)
{
	static const char sql[] =
	    "SELECT o.id, MAX(CASE WHEN o.root_kind = i.root_kind "
	    "AND COALESCE(o.olt_id, 0) = COALESCE(i.olt_id, 0) AND o.place = i.place "
	    "AND COALESCE(o.node_id, 0) = COALESCE(i.node_id, 0) AND o.kind = i.kind "
	    "AND COALESCE(o.subject, 0) = COALESCE(i.subject, 0) "
	    "THEN 1 ELSE 0 END) FROM incidents i JOIN incidents o ON o.id <> i.id "
	    "AND o.since_ms > i.since_ms - $2 AND o.since_ms <= i.since_ms "
	    "AND o.state NOT IN ('suspect', 'dismissed', 'merged') "
	    "WHERE i.id = $1 AND ((o.root_kind = i.root_kind "
	    "AND COALESCE(o.olt_id, 0) = COALESCE(i.olt_id, 0) AND o.place = i.place "
	    "AND o.kind = i.kind) OR EXISTS (SELECT 1 FROM incident_ports a "
	    "JOIN incident_ports b ON b.olt_id = a.olt_id AND b.place = a.place "
	    "WHERE a.incident_id = i.id AND b.incident_id = o.id)) "
	    "GROUP BY o.id ORDER BY o.id DESC LIMIT $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query(db, sql, DB_ARGS(incident, YEAR_MS, SIMILAR_CANDIDATES), &q, err);

	while (db_next(q, &rc, err)) {
		struct candidate *c = vec_add(all);

		if (!c)
			return err_set(err, RC_NOMEM, "out of memory");
		*c = (struct candidate){ db_int(q, 0), db_int(q, 1) != 0 };
	}
	return rc;
}

static enum rc
compare_candidates(struct db *db, const struct vec *all, const struct vec *mine,
    struct vec *ids, struct err *err)
{
	struct vec theirs = VEC_INIT(int64_t);
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < all->n && ids->n < SIMILAR_MOST; i++) {
		const struct candidate *c = VEC_AT(all, struct candidate, i);
		bool is_similar = c->has_root;

		if (!is_similar) {
			rc = load_onus(db, c->id, &theirs, err);
			is_similar = rc == RC_OK && is_half_the_same(mine, &theirs);
		}
		if (is_similar)
			rc = keep_id(ids, c->id, err);
	}
	vec_fini(&theirs);
	return rc;
}

enum rc
store_incidents_similar(struct db *db, int64_t incident, struct vec *ids, struct err *err)
{
	struct vec all = VEC_INIT(struct candidate), mine = VEC_INIT(int64_t);
	enum rc rc = list_candidates(db, incident, &all, err);

	if (rc == RC_OK)
		rc = load_onus(db, incident, &mine, err);
	if (rc == RC_OK)
		rc = compare_candidates(db, &all, &mine, ids, err);
	vec_fini(&all);
	vec_fini(&mine);
	return rc;
}

/* ---- counts ------------------------------------------------------------------------------ */

enum rc
store_incident_counts(struct db *db,
    enum rc (*row)(void *ctx, const struct incident_count *count), void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT severity, cause_class, CAST(COUNT(*) AS BIGINT) FROM incidents "
	    "WHERE closed_ms IS NULL AND state IN ('open', 'recovering') "
	    "GROUP BY severity, cause_class ORDER BY severity DESC, cause_class";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct incident_count c = { .severity = (enum watch_severity)db_int(q, 0),
			.n = db_int(q, 2) };

		if (watch_class_from_name(db_text(q, 1), &c.cause_class))
			rc = row(ctx, &c);
	}
	return rc;
}

enum rc
store_incidents_false(struct db *db, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(COUNT(*) AS BIGINT) FROM incidents WHERE false_alarm = 1";

	return db_query_int(db, sql, DB_NO_ARGS, ret_n, err);
}
