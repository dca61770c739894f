/* SPDX-License-Identifier: Apache-2.0
 *
 * When an ONU was last seen is not written every time: while it is not missed,
 * that is its OLT's last walk (olts.last_walk_ms). The moment it is missed for
 * the first time, the previous walk's time is written to the ONU.
 *
 * A serial may be present at another OLT too. Each OLT's own walks find that out for its
 * own ONUs, so that no walk writes to the ONUs of another OLT.
 */
#include "store/work/presence_int.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/work/events_int.h"

struct applying {
	struct db *db;
	const struct presence *p;
	struct arena *arena;
	struct onu_set *known;
	struct vec *events;
	const struct discovery *d;
	struct map *elsewhere; /* by serial: where it is present at another OLT */
	int64_t walked_ms; /* the walk before this one; 0: none */
	struct err *err;
};

/* ---- the OLT's walks -------------------------------------------------------- */

static enum rc
load_walks(struct db *db, struct olt_id olt, struct discovery_hold *ret_hold,
    int64_t *ret_walked_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT last_walk_ms, hold_walks, hold_seen FROM olts WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(olt.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no OLT %lld", (long long)olt.v);
	if (rc != RC_OK)
		return rc;
	*ret_walked_ms = db_int(q, 0);
	*ret_hold = (struct discovery_hold){ (int32_t)db_int(q, 1), db_int(q, 2) };
	return RC_OK;
}

static enum rc
save_walks(const struct applying *a)
{
	static const char sql[] =
	    "UPDATE olts SET last_walk_ms = $2, hold_walks = $3, hold_seen = $4 "
	    "WHERE id = $1";
	bool has_seen_all = a->p->walk->is_complete && !a->d->is_held;

	return db_exec(a->db, sql,
	    DB_ARGS(a->p->olt.v,
		db_int_if(has_seen_all || a->walked_ms,
		    has_seen_all ? a->p->now_ms : a->walked_ms),
		a->d->hold.walks, a->d->hold.seen),
	    a->err);
}

/* ---- serials at another OLT -------------------------------------------------- */

struct elsewhere {
	const char *serial;
	const char *where; /* "centro 0/1:7" */
};

static enum rc
note_elsewhere(struct applying *a, const struct db_stmt *q)
{
	struct elsewhere *e = arena_alloc(a->arena, sizeof(*e));
	const char *serial = db_text(q, 0), *olt = db_text(q, 1), *place = db_text(q, 2);
	enum rc rc = RC_NOMEM;

	if (map_find(a->elsewhere, serial, strlen(serial)))
		return RC_OK;
	if (e) {
		e->serial = arena_copy(a->arena, serial, strlen(serial));
		e->where = arena_printf(a->arena, "%s %s", olt, place);
	}
	if (e && e->serial && e->where)
		rc = map_add(a->elsewhere, e->serial, strlen(e->serial), e);
	return rc == RC_OK ? rc : err_set(a->err, rc, "no memory for a discovery");
}

/* Of each serial once, so that a serial that thousands have costs no more than they are.
 * Only the index of serials is used: with a join, or with a plain "is_present = 1", PostgreSQL
 * without statistics reads all present ONUs for each serial.
 * An ONU that its OLT misses already may have moved here: that is one place. */
static enum rc
find_elsewhere(struct applying *a)
{
	static const char sql[] =
	    "WITH mine AS (SELECT DISTINCT serial FROM onus "
	    "WHERE olt_id = $1 AND is_present = 1 AND serial <> '') "
	    "SELECT mine.serial, t.name, o.place FROM mine JOIN onus o ON o.id = "
	    "(SELECT MIN(x.id) FROM onus x "
	    "WHERE x.serial = mine.serial AND x.olt_id <> $1 AND x.is_present + 0 = 1 "
	    "AND x.missed = 0 AND "
	    "(SELECT y.deleted_ms FROM olts y WHERE y.id = x.olt_id) IS NULL) "
	    "JOIN olts t ON t.id = o.olt_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(a->db, sql, DB_ARGS(a->p->olt.v), &q, a->err);

	while (db_next(q, &rc, a->err))
		rc = note_elsewhere(a, q);
	return rc;
}

static const struct elsewhere *
elsewhere_of(const struct applying *a, const struct onu *onu)
{
	if (!onu->is_present || onu->missed || !onu->serial)
		return NULL;
	return map_find(a->elsewhere, onu->serial, strlen(onu->serial));
}

/* ---- ONUs that are new ------------------------------------------------------ */

static struct onu
onu_new(const struct applying *a, size_t i)
{
	const struct discovery_row *row = &a->p->walk->rows[i];

	return (struct onu){ .olt = a->p->olt,
		.position = position_of_onu(&row->position),
		.serial = row->serial,
		.is_present = true,
		.is_duplicate = a->d->rows[i].twin,
		.first_seen_ms = a->p->now_ms,
		.last_seen_ms = a->p->now_ms };
}

static enum rc
add_new(const struct applying *a)
{
	struct onu *onus = arena_alloc(a->arena, (a->d->n_new + 1) * sizeof(*onus));
	size_t n = 0;

	if (!onus)
		return err_set(a->err, RC_NOMEM, "no memory for a discovery");
	for (size_t i = 0; i < a->p->walk->n_rows; i++) {
		if (a->d->rows[i].verdict == DISCOVERY_NEW)
			onus[n++] = onu_new(a, i);
	}
	return onu_set_insert(a->db, onus, n, a->err);
}

/* ---- ONUs that are known ---------------------------------------------------- */

static const char *
where_text(const struct applying *a, const struct position *at)
{
	char text[POSITION_TEXT_MAX];

	position_format(at, text);
	return arena_copy(a->arena, text, strlen(text));
}

static enum rc
say(const struct applying *a, struct onu_id onu, enum onu_event_kind kind,
    const char *before, const char *after)
{
	struct onu_event event = { .onu = onu,
		.kind = kind,
		.at_ms = a->p->now_ms,
		.before = before,
		.after = after };

	if (!before || !after)
		return err_set(a->err, RC_NOMEM, "no memory for events");
	return events_add(a->events, &event, a->err);
}

/* The ONU as its row has it, and what is to be said about that. */
static enum rc
follow_row(const struct applying *a, size_t i, struct onu *onu)
{
	const struct discovery_row *row = &a->p->walk->rows[i];
	const struct discovery_finding *f = &a->d->rows[i];
	struct onu before = *onu;
	enum rc rc = RC_OK;

	onu->position = position_of_onu(&row->position);
	if (row->serial && *row->serial)
		onu->serial = row->serial;
	onu->is_present = true;
	if (f->verdict == DISCOVERY_MOVED)
		rc = say(a, onu->id, ONU_MOVED, where_text(a, &before.position),
		    where_text(a, &onu->position));
	if (rc == RC_OK && f->verdict == DISCOVERY_SERIAL)
		rc = say(a, onu->id, ONU_SERIAL, "", onu->serial);
	if (rc == RC_OK && f->has_returned)
		rc = say(a, onu->id, ONU_RETURNED, "", "");
	return rc;
}

static enum rc
follow_rows(const struct applying *a, struct onu *changed)
{
	for (size_t i = 0; i < a->p->walk->n_rows; i++) {
		const struct discovery_finding *f = &a->d->rows[i];
		enum rc rc;

		if (!f->onu)
			continue;
		rc = follow_row(a, i, &changed[f->onu - a->known->onus]);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* Told when it begins and when it is over: in between it is no news. */
static enum rc
follow_twin(const struct applying *a, const struct position *twin, struct onu *onu)
{
	bool was_duplicate = onu->is_duplicate;
	const struct elsewhere *other = elsewhere_of(a, onu);

	onu->is_duplicate = twin || other;
	if (onu->is_duplicate == was_duplicate)
		return RC_OK;
	if (was_duplicate)
		return say(a, onu->id, ONU_DUPLICATE_ENDED, "", "");
	return say(
	    a, onu->id, ONU_DUPLICATE, "", twin ? where_text(a, twin) : other->where);
}

static enum rc
follow_fates(const struct applying *a, struct onu *changed)
{
	for (size_t i = 0; i < a->known->n; i++) {
		const struct discovery_fate *fate = &a->d->fates[i];
		enum rc rc = RC_OK;

		if (changed[i].missed == 0 && fate->missed > 0)
			changed[i].last_seen_ms = a->walked_ms;
		changed[i].missed = fate->missed;
		if (fate->turns_absent) {
			changed[i].is_present = false;
			rc = say(a, changed[i].id, ONU_ABSENT, "", "");
		}
		if (rc == RC_OK)
			rc = follow_twin(a, fate->twin, &changed[i]);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

static bool
is_same(const struct onu *a, const struct onu *b)
{
	return a->is_present == b->is_present && a->is_duplicate == b->is_duplicate &&
	    a->missed == b->missed && a->last_seen_ms == b->last_seen_ms &&
	    position_compare(&a->position, &b->position) == 0 &&
	    strcmp(a->serial, b->serial) == 0;
}

static enum rc
update_changed(const struct applying *a, struct db_stmt *q, const struct onu *changed)
{
	size_t n = 0;

	for (size_t i = 0; i < a->known->n; i++) {
		enum rc rc;

		if (is_same(&a->known->onus[i], &changed[i]))
			continue;
		n++;
		rc = onu_set_update(q, &changed[i], a->err);
		if (rc != RC_OK)
			return rc;
	}
	return n ? db_bulk_end(q, a->err) : RC_OK;
}

static enum rc
change_known(const struct applying *a, struct onu *changed)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	memcpy(changed, a->known->onus, a->known->n * sizeof(*changed));
	rc = follow_rows(a, changed);
	if (rc == RC_OK)
		rc = follow_fates(a, changed);
	if (rc == RC_OK)
		rc = db_prepare(a->db, onu_set_update_sql, &q, a->err);
	return rc == RC_OK ? update_changed(a, q, changed) : rc;
}

/* ---- events that need the ids of the new ------------------------------------ */

static enum rc
say_about(const struct applying *a, size_t i, const struct onu *onu)
{
	const struct discovery_finding *f = &a->d->rows[i];
	enum rc rc;

	if (f->verdict != DISCOVERY_NEW)
		return RC_OK;
	rc = say(a, onu->id, ONU_NEW, "", where_text(a, &onu->position));
	if (rc == RC_OK && f->replaces)
		rc = say(
		    a, f->replaces->id, ONU_REPLACED, f->replaces->serial, onu->serial);
	if (rc == RC_OK && f->twin)
		rc = say(a, onu->id, ONU_DUPLICATE, "", where_text(a, f->twin));
	return rc;
}

static enum rc
say_new(const struct applying *a, const struct onu_set *now)
{
	struct onu_finder *finder OWNED(onu_finder_free) =
	    onu_finder_new(now->onus, now->n);

	if (!finder)
		return err_set(a->err, RC_NOMEM, "no memory for a discovery");
	for (size_t i = 0; i < a->p->walk->n_rows; i++) {
		const struct discovery_row *row = &a->p->walk->rows[i];
		const struct onu *onu = onu_find_row(finder, row->serial, &row->position);
		enum rc rc = onu ? say_about(a, i, onu) : RC_OK;

		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* Those who came by this walk and whose serials another OLT has: their rows had to be
 * there to find that. */
static enum rc
mark_comers(struct applying *a, const struct onu_set *now)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = find_elsewhere(a);

	if (rc == RC_OK)
		rc = db_prepare(a->db, onu_set_update_sql, &q, a->err);
	for (size_t i = 0; rc == RC_OK && i < now->n; i++) {
		struct onu *onu = &now->onus[i];

		if (onu->is_duplicate || !elsewhere_of(a, onu))
			continue;
		rc = follow_twin(a, NULL, onu);
		if (rc == RC_OK)
			rc = onu_set_update(q, onu, a->err);
	}
	return rc == RC_OK ? db_bulk_end(q, a->err) : rc;
}

static enum rc
write_walk(struct applying *a)
{
	struct onu *changed = arena_alloc(a->arena, (a->known->n + 1) * sizeof(*changed));
	struct onu_set now = *a->known;
	enum rc rc;

	if (!changed)
		return err_set(a->err, RC_NOMEM, "no memory for a discovery");
	rc = change_known(a, changed);
	if (rc == RC_OK)
		rc = add_new(a);
	if (rc == RC_OK && a->d->n_new)
		rc = onu_set_load(
		    a->db, a->p->olt, a->known->places, a->arena, &now, a->err);
	else
		now.onus = changed;
	if (rc == RC_OK)
		rc = say_new(a, &now);
	if (rc == RC_OK && a->d->n_new + a->d->n_returned + a->d->n_serial > 0)
		rc = mark_comers(a, &now);
	if (rc == RC_OK)
		*a->known = now;
	return rc;
}

enum rc
presence_apply(struct db *db, const struct presence *p, struct arena *arena,
    struct onu_set *known, struct vec *events, struct discovery *ret, struct err *err)
{
	struct discovery_hold hold;
	struct discovery d;
	struct map *elsewhere OWNED(map_free) = map_new();
	struct applying a = { db, p, arena, known, events, &d, elsewhere, 0, err };
	enum rc rc = load_walks(db, p->olt, &hold, &a.walked_ms, err);

	if (rc != RC_OK)
		return rc;
	if (!elsewhere ||
	    discovery_judge(known->onus, known->n, &hold, p->walk, p->rules, arena, &d) !=
		RC_OK)
		return err_set(err, RC_NOMEM, "no memory for a discovery");
	if (!d.is_held)
		rc = find_elsewhere(&a);
	if (rc == RC_OK && !d.is_held)
		rc = write_walk(&a);
	if (rc == RC_OK)
		rc = save_walks(&a);
	if (rc == RC_OK)
		*ret = d;
	return rc;
}
