/* SPDX-License-Identifier: Apache-2.0
 *
 * Decides which ONU each row belongs to, what happens to known ONUs without a row, and
 * which serials are in two places.
 *
 * Rows are assigned in this order: first rows whose ONU is at its known position, then
 * rows whose serial is no longer at its old position, and last rows without a serial, by
 * position. So a move to the position of another ONU does not depend on the order of the
 * rows.
 */
#include "model/discovery.h"

#include <string.h>

#include "base/map.h"

/* All rows and ONUs with one serial. The lists are chained through judge.next. */
struct group {
	size_t present, absent; /* known ONUs that can be assigned, by id; NONE ends */
	size_t n_places; /* number of those present when the walk is applied */
	const struct position *places[2]; /* the first of them */
};

#define NONE SIZE_MAX

struct judge {
	const struct onu *known;
	size_t n_known;
	const struct discovery_walk *walk;
	const struct discovery_rules *rules;
	struct onu_finder *finder;
	struct map *groups; /* by serial */
	struct group *next_group; /* memory for the maximum number */
	size_t *next; /* per known ONU: the next with its serial, or NONE */
	struct discovery d;
};

static bool
is_serial(const char *serial)
{
	return serial && *serial;
}

static bool
has_serial(const struct discovery_row *row)
{
	return is_serial(row->serial);
}

static bool
is_claimed(const struct judge *j, const struct onu *onu)
{
	return j->d.fates[onu - j->known].is_seen;
}

static void
claim(struct judge *j, size_t i, const struct onu *onu, enum discovery_verdict verdict)
{
	struct discovery_finding *f = &j->d.rows[i];
	struct discovery_fate *fate = &j->d.fates[onu - j->known];

	f->verdict = verdict;
	f->onu = onu;
	f->has_returned = !onu->is_present;
	fate->is_seen = true;
	fate->row = i;
}

/* ---- who has one serial -------------------------------------------------------- */

static struct group *
group_of(const struct judge *j, const char *serial)
{
	return map_find(j->groups, serial, strlen(serial));
}

static enum rc
add_group(struct judge *j, const char *serial)
{
	struct group *g = j->next_group;

	if (!is_serial(serial) || group_of(j, serial))
		return RC_OK;
	j->next_group++;
	*g = (struct group){ .present = NONE, .absent = NONE };
	return map_add(j->groups, serial, strlen(serial), g);
}

static enum rc
make_groups(struct judge *j)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < j->walk->n_rows; i++)
		rc = add_group(j, j->walk->rows[i].serial);
	for (size_t i = 0; rc == RC_OK && i < j->n_known; i++)
		rc = add_group(j, j->known[i].serial);
	/* From the end, so that the lists begin with the oldest. */
	for (size_t i = j->n_known; rc == RC_OK && i-- > 0;) {
		struct group *g = is_serial(j->known[i].serial)
		    ? group_of(j, j->known[i].serial)
		    : NULL;
		size_t *list = NULL;

		if (!g)
			continue;
		list = j->known[i].is_present ? &g->present : &g->absent;
		j->next[i] = *list;
		*list = i;
	}
	return rc;
}

/* The first ONU of a list that is not assigned yet; NULL: none. */
static const struct onu *
first_free(const struct judge *j, size_t *list)
{
	while (*list != NONE && j->d.fates[*list].is_seen)
		*list = j->next[*list];
	return *list == NONE ? NULL : &j->known[*list];
}

/* ---- whose each row is ---------------------------------------------------------- */

static bool
is_open(const struct judge *j, size_t i)
{
	return has_serial(&j->walk->rows[i]) && !j->d.rows[i].onu &&
	    j->d.rows[i].verdict != DISCOVERY_UNCERTAIN;
}

/* The known ONU with this row's serial at its position, if it is not assigned yet. */
static const struct onu *
same_at(const struct judge *j, size_t i)
{
	const struct discovery_row *row = &j->walk->rows[i];
	const struct onu *onu = onu_find_at(j->finder, row->serial, &row->position);

	return onu && !is_claimed(j, onu) ? onu : NULL;
}

static void
claim_in_place(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		const struct onu *onu = is_open(j, i) ? same_at(j, i) : NULL;

		if (onu && onu->is_present)
			claim(j, i, onu, DISCOVERY_SEEN);
	}
}

/* The serial is no longer at the position of a present ONU: it has moved, as far as the
 * walk shows. False: there is no such ONU. */
static bool
claim_move(struct judge *j, size_t i)
{
	struct group *g = group_of(j, j->walk->rows[i].serial);
	const struct onu *onu = first_free(j, &g->present);

	if (!onu)
		return false;
	if (j->walk->is_complete)
		claim(j, i, onu, DISCOVERY_MOVED);
	else
		j->d.rows[i].verdict = DISCOVERY_UNCERTAIN;
	return true;
}

/* Rows at new positions are moved before rows at the position of an absent ONU, because
 * the row may belong to the absent ONU. */
static void
claim_moves(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		if (is_open(j, i) && !same_at(j, i))
			(void)claim_move(j, i);
	}
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		const struct onu *onu = is_open(j, i) ? same_at(j, i) : NULL;

		if (onu && !claim_move(j, i))
			claim(j, i, onu, DISCOVERY_SEEN);
	}
}

/* An absent ONU may come back at any position. */
static void
claim_absent(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		struct group *g =
		    is_open(j, i) ? group_of(j, j->walk->rows[i].serial) : NULL;
		const struct onu *onu = g ? first_free(j, &g->absent) : NULL;

		if (onu)
			claim(j, i, onu, DISCOVERY_MOVED);
	}
}

static void
claim_by_position(struct judge *j, size_t i)
{
	const struct discovery_row *row = &j->walk->rows[i];
	struct discovery_finding *f = &j->d.rows[i];
	const struct onu *there = onu_find_position(j->finder, &row->position);

	f->verdict = DISCOVERY_NEW;
	if (!there || is_claimed(j, there))
		return;
	if (!has_serial(row))
		claim(j, i, there, DISCOVERY_SEEN);
	else if (!is_serial(there->serial))
		claim(j, i, there, DISCOVERY_SERIAL);
	else
		f->replaces = there;
}

static void
claim_the_rest(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		const struct discovery_finding *f = &j->d.rows[i];

		if (!f->onu && f->verdict != DISCOVERY_UNCERTAIN)
			claim_by_position(j, i);
	}
}

/* ---- what that means -------------------------------------------------------------- */

static void
count_rows(struct discovery *d, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct discovery_finding *f = &d->rows[i];

		d->n_new += f->verdict == DISCOVERY_NEW;
		d->n_moved += f->verdict == DISCOVERY_MOVED;
		d->n_serial += f->verdict == DISCOVERY_SERIAL;
		d->n_uncertain += f->verdict == DISCOVERY_UNCERTAIN;
		d->n_returned += f->has_returned;
	}
}

static void
count_missing(struct judge *j)
{
	for (size_t i = 0; i < j->n_known; i++) {
		if (!j->known[i].is_present)
			continue;
		if (j->d.fates[i].is_seen)
			j->d.n_seen++;
		else
			j->d.n_missing++;
	}
}

/* Two walks are considered equal if they differ by at most 5 % of the ONUs: a device that
 * is coming back shows more ONUs in every walk. */
static bool
agrees(const struct discovery_hold *hold, const struct discovery *d)
{
	int64_t apart =
	    d->n_seen > hold->seen ? d->n_seen - hold->seen : hold->seen - d->n_seen;

	return apart * 20 <= d->n_seen + d->n_missing;
}

/* The data of earlier walks is not changed: this walk says nothing about them. */
static bool
is_too_many(const struct judge *j)
{
	return j->rules->max_onus > 0 && j->d.n_new > 0 &&
	    (int64_t)j->n_known + j->d.n_new > j->rules->max_onus;
}

/* Decide whether the walk is applied; returns for how many walks it counts. */
static int32_t
weigh(struct judge *j, const struct discovery_hold *hold)
{
	struct discovery *d = &j->d;
	int64_t present = d->n_seen + d->n_missing;

	d->hold = (struct discovery_hold){ 0 };
	d->is_too_many = is_too_many(j);
	if (d->is_too_many) {
		d->is_held = true;
		d->hold = *hold;
		return 0;
	}
	if (!j->walk->is_complete) {
		d->hold = *hold;
		return 0;
	}
	if (d->n_missing * 100 <= present * j->rules->held_percent)
		return 1;
	if (hold->walks == 0 || !agrees(hold, d)) {
		d->is_held = true;
		d->hold = (struct discovery_hold){ 1, d->n_seen };
		return 0;
	}
	if (hold->walks < j->rules->agreeing) {
		d->is_held = true;
		d->hold = (struct discovery_hold){ hold->walks + 1, hold->seen };
		return 0;
	}
	return hold->walks + 1;
}

static void
decide_fates(struct judge *j, int32_t walks)
{
	for (size_t i = 0; i < j->n_known; i++) {
		const struct onu *onu = &j->known[i];
		struct discovery_fate *fate = &j->d.fates[i];

		if (fate->is_seen || !onu->is_present) {
			fate->missed = fate->is_seen ? 0 : onu->missed;
			continue;
		}
		fate->missed = onu->missed + walks;
		fate->turns_absent = walks > 0 && fate->missed >= j->rules->absent_after;
		j->d.n_absent += fate->turns_absent;
	}
}

/* ---- serials at two places ---------------------------------------------------------- */

/* The serial and the position of a known ONU from now on; NULL: it is not present, or has
 * no serial. */
static const char *
serial_after(const struct judge *j, size_t i, const struct position **ret_place)
{
	const struct discovery_fate *fate = &j->d.fates[i];
	const struct discovery_row *row =
	    fate->is_seen ? &j->walk->rows[fate->row] : NULL;
	const char *serial = row && has_serial(row) ? row->serial : j->known[i].serial;

	*ret_place = row ? &row->position : &j->known[i].position;
	if (!fate->is_seen && (!j->known[i].is_present || fate->turns_absent))
		return NULL;
	return is_serial(serial) ? serial : NULL;
}

static void
note_place(const struct judge *j, const char *serial, const struct position *place)
{
	struct group *g = serial ? group_of(j, serial) : NULL;

	if (!g)
		return;
	if (g->n_places < 2)
		g->places[g->n_places] = place;
	g->n_places++;
}

static const struct position *
twin_of(struct judge *j, const char *serial, const struct position *place)
{
	const struct group *g = serial ? group_of(j, serial) : NULL;

	if (!g || g->n_places < 2)
		return NULL;
	j->d.n_duplicate++;
	return g->places[0] == place ? g->places[1] : g->places[0];
}

static const char *
serial_of_new(const struct judge *j, size_t i)
{
	const struct discovery_row *row = &j->walk->rows[i];
	bool is_new = j->d.rows[i].verdict == DISCOVERY_NEW;

	return is_new && has_serial(row) ? row->serial : NULL;
}

static void
find_twins(struct judge *j)
{
	const struct position *place;

	for (size_t i = 0; i < j->n_known; i++) {
		const char *serial = serial_after(j, i, &place);

		note_place(j, serial, place);
	}
	for (size_t i = 0; i < j->walk->n_rows; i++)
		note_place(j, serial_of_new(j, i), &j->walk->rows[i].position);
	for (size_t i = 0; i < j->n_known; i++) {
		const char *serial = serial_after(j, i, &place);

		j->d.fates[i].twin = twin_of(j, serial, place);
	}
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		struct discovery_finding *f = &j->d.rows[i];

		f->twin = f->onu
		    ? j->d.fates[f->onu - j->known].twin
		    : twin_of(j, serial_of_new(j, i), &j->walk->rows[i].position);
	}
}

/* ---- all of it ------------------------------------------------------------------------ */

static enum rc
judge_walk(struct judge *j, const struct discovery_hold *hold)
{
	enum rc rc = make_groups(j);

	if (rc != RC_OK)
		return rc;
	claim_in_place(j);
	claim_moves(j);
	claim_absent(j);
	claim_the_rest(j);
	count_rows(&j->d, j->walk->n_rows);
	count_missing(j);
	decide_fates(j, weigh(j, hold));
	find_twins(j);
	return RC_OK;
}

enum rc
discovery_judge(const struct onu *known, size_t n_known,
    const struct discovery_hold *hold, const struct discovery_walk *walk,
    const struct discovery_rules *rules, struct arena *arena, struct discovery *ret)
{
	struct onu_finder *finder OWNED(onu_finder_free) = onu_finder_new(known, n_known);
	struct map *groups OWNED(map_free) = map_new();
	struct judge j = { known, n_known, walk, rules, finder, groups, NULL, NULL,
		{ 0 } };
	enum rc rc;

	j.next_group =
	    arena_alloc(arena, (walk->n_rows + n_known + 1) * sizeof(*j.next_group));
	j.next = arena_alloc(arena, (n_known + 1) * sizeof(*j.next));
	j.d.rows = arena_alloc(arena, (walk->n_rows + 1) * sizeof(*j.d.rows));
	j.d.fates = arena_alloc(arena, (n_known + 1) * sizeof(*j.d.fates));
	if (!finder || !groups || !j.next_group || !j.next || !j.d.rows || !j.d.fates)
		return RC_NOMEM;
	rc = judge_walk(&j, hold);
	if (rc == RC_OK)
		*ret = j.d;
	return rc;
}
