/* SPDX-License-Identifier: Apache-2.0
 *
 * Three passes: which rows repeat a serial, whose each row is, and what that
 * leaves for the known ONUs that no row claimed. A row with a known serial
 * claims its ONU first; only then may rows without one claim by position, so
 * that a move onto another's place never depends on the order of the rows.
 */
#include "model/discovery.h"

#include <string.h>

#include "base/map.h"

struct judge {
	const struct onu *known;
	size_t n_known;
	const struct discovery_walk *walk;
	const struct discovery_rules *rules;
	struct onu_finder *finder;
	struct map *originals; /* serial -> the row that counts */
	struct discovery d;
};

static bool
has_serial(const struct discovery_row *row)
{
	return row->serial && *row->serial;
}

static bool
is_claimed(const struct judge *j, const struct onu *onu)
{
	return j->d.fates[onu - j->known].is_seen;
}

static void
claim(struct judge *j, struct discovery_finding *f, const struct onu *onu,
    enum discovery_verdict verdict)
{
	f->verdict = verdict;
	f->onu = onu;
	f->has_returned = !onu->is_present;
	j->d.fates[onu - j->known].is_seen = true;
}

static bool
stands_where_known(const struct judge *j, const struct discovery_row *row)
{
	const struct onu *onu = onu_find_serial(j->finder, row->serial);

	return onu && position_compare(&onu->position, &row->position) == 0;
}

/* Of rows with one serial, the one where the ONU was counts, or the first. */
static enum rc
note_repetition(struct judge *j, size_t i)
{
	const struct discovery_row *rows = j->walk->rows;
	size_t n = strlen(rows[i].serial);
	struct discovery_finding *f = &j->d.rows[i];
	struct discovery_finding *first = map_find(j->originals, rows[i].serial, n);

	if (!first) {
		f->original = i;
		return map_add(j->originals, rows[i].serial, n, f);
	}
	first->is_duplicate = true;
	f->is_duplicate = true;
	if (stands_where_known(j, &rows[i]))
		first->original = i;
	return RC_OK;
}

static enum rc
find_repetitions(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		if (!has_serial(&j->walk->rows[i]))
			continue;
		enum rc rc = note_repetition(j, i);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* Is it the row that counts for its serial? If not, say so in its finding. */
static bool
counts(const struct judge *j, size_t i)
{
	const char *serial = j->walk->rows[i].serial;
	const struct discovery_finding *first =
	    map_find(j->originals, serial, strlen(serial));

	if (first->original == i)
		return true;
	j->d.rows[i].verdict = DISCOVERY_REPEATED;
	j->d.rows[i].original = first->original;
	return false;
}

static void
claim_by_serial(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		const struct discovery_row *row = &j->walk->rows[i];

		if (!has_serial(row) || !counts(j, i))
			continue;
		const struct onu *onu = onu_find_serial(j->finder, row->serial);
		if (!onu)
			continue;
		bool same = position_compare(&onu->position, &row->position) == 0;
		claim(j, &j->d.rows[i], onu, same ? DISCOVERY_SEEN : DISCOVERY_MOVED);
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
		claim(j, f, there, DISCOVERY_SEEN);
	else if (!there->serial || !*there->serial)
		claim(j, f, there, DISCOVERY_SERIAL);
	else
		f->replaces = there;
}

static void
claim_the_rest(struct judge *j)
{
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		const struct discovery_finding *f = &j->d.rows[i];

		if (!f->onu && f->verdict != DISCOVERY_REPEATED)
			claim_by_position(j, i);
	}
	/* A repetition is about the ONU of the row that counts. */
	for (size_t i = 0; i < j->walk->n_rows; i++) {
		struct discovery_finding *f = &j->d.rows[i];

		if (f->verdict == DISCOVERY_REPEATED)
			f->onu = j->d.rows[f->original].onu;
	}
}

static void
count_rows(struct discovery *d, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct discovery_finding *f = &d->rows[i];

		d->n_new += f->verdict == DISCOVERY_NEW;
		d->n_moved += f->verdict == DISCOVERY_MOVED;
		d->n_serial += f->verdict == DISCOVERY_SERIAL;
		d->n_returned += f->has_returned;
		d->n_duplicate += f->is_duplicate && f->verdict != DISCOVERY_REPEATED;
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

/* Two walks show the same when they differ by at most a twentieth of the ONUs:
 * a device that is coming back shows more every time. */
static bool
agrees(const struct discovery_hold *hold, const struct discovery *d)
{
	int64_t apart =
	    d->n_seen > hold->seen ? d->n_seen - hold->seen : hold->seen - d->n_seen;

	return apart * 20 <= d->n_seen + d->n_missing;
}

/* Decide whether the walk counts; returns for how many walks. */
static int32_t
weigh(struct judge *j, const struct discovery_hold *hold)
{
	struct discovery *d = &j->d;
	int64_t present = d->n_seen + d->n_missing;

	d->hold = (struct discovery_hold){ 0 };
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

static enum rc
judge_walk(struct judge *j, const struct discovery_hold *hold)
{
	enum rc rc = find_repetitions(j);

	if (rc != RC_OK)
		return rc;
	claim_by_serial(j);
	claim_the_rest(j);
	count_rows(&j->d, j->walk->n_rows);
	count_missing(j);
	decide_fates(j, weigh(j, hold));
	return RC_OK;
}

enum rc
discovery_judge(const struct onu *known, size_t n_known,
    const struct discovery_hold *hold, const struct discovery_walk *walk,
    const struct discovery_rules *rules, struct arena *arena, struct discovery *ret)
{
	struct onu_finder *finder OWNED(onu_finder_free) = onu_finder_new(known, n_known);
	struct map *originals OWNED(map_free) = map_new();
	struct judge j = { known, n_known, walk, rules, finder, originals, { 0 } };
	enum rc rc;

	j.d.rows = arena_alloc(arena, (walk->n_rows + 1) * sizeof(*j.d.rows));
	j.d.fates = arena_alloc(arena, (n_known + 1) * sizeof(*j.d.fates));
	if (!finder || !originals || !j.d.rows || !j.d.fates)
		return RC_NOMEM;
	rc = judge_walk(&j, hold);
	if (rc == RC_OK)
		*ret = j.d;
	return rc;
}
