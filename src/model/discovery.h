/* SPDX-License-Identifier: Apache-2.0
 *
 * model/discovery.h - what a walk of an OLT's ONUs means for those we know.
 *
 * An ONU is its serial where the vendor gives one, its position otherwise:
 *   - a known serial at another position has moved;
 *   - an unknown serial where an ONU without one was is that ONU, which has
 *     told its serial at last;
 *   - an unknown serial where another serial was is a new ONU that replaces
 *     the other, which is missing from now on;
 *   - one serial at two places is two ONUs, both flagged: the one that was there
 *     first keeps its id and history, the other is known by its place. They are
 *     never merged. The flag is about those who are present, and ends when only
 *     one of them is.
 *
 * A row is first of all the ONU with its serial at its place. Only a serial that is
 * gone from where it was has moved, and a walk that did not reach its end cannot
 * tell that: such a row is left out of it.
 *
 * Absence is safe. An ONU is absent after rules->absent_after good walks
 * without it. A walk in which more than rules->held_percent of the present
 * ONUs are missing (an empty one among them) is held: nothing is applied, and
 * only when the next rules->agreeing walks show the same does the last of them
 * count, for all of them. A walk that did not reach its end says who is there
 * and nothing about who is not. A walk whose new ONUs would make more than
 * rules->max_onus known ones, present and absent together, is held as long as
 * that is so: a device that invents serials has no end otherwise.
 *
 * Pure: what is known and what was walked go in, a judgement comes out; nobody
 * is erased by it. Any thread.
 */
#ifndef FACHO_MODEL_DISCOVERY_H
#define FACHO_MODEL_DISCOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/rc.h"
#include "model/onu.h"

struct discovery_rules {
	int32_t absent_after; /* good walks without it */
	int32_t held_percent; /* of the present ONUs may be missing at most */
	int32_t agreeing; /* walks after a held one that must show the same */
	int64_t max_onus; /* of one OLT, the absent ones too; 0: any number */
};

#define DISCOVERY_RULES                                               \
	{                                                             \
		.absent_after = 3, .held_percent = 50, .agreeing = 2, \
	}

/* Kept per OLT between walks; all zeros at first. */
struct discovery_hold {
	int32_t walks; /* held so far, in a row */
	int64_t seen; /* known and present ONUs in the first of them */
};

struct discovery_row {
	struct position position; /* of the ONU; no two rows of a walk share one */
	const char *serial; /* "" or NULL: not told by this walk */
};

struct discovery_walk {
	bool is_complete; /* it reached its end without an error */
	size_t n_rows;
	const struct discovery_row *rows;
};

enum discovery_verdict {
	DISCOVERY_NEW,
	DISCOVERY_SEEN,
	DISCOVERY_MOVED,
	DISCOVERY_SERIAL, /* seen, and its serial learnt */
	DISCOVERY_UNCERTAIN, /* moved or a second one: a walk that broke off cannot tell */
};

/* What becomes of a row. */
struct discovery_finding {
	enum discovery_verdict verdict;
	const struct onu *onu; /* the known one; NULL: DISCOVERY_NEW, _UNCERTAIN */
	const struct onu
	    *replaces; /* DISCOVERY_NEW: who was there under another serial */
	const struct position *twin; /* where else its serial is; NULL: nowhere */
	bool has_returned; /* it was absent */
};

/* What becomes of a known ONU. */
struct discovery_fate {
	bool is_seen;
	size_t row; /* the one that it is, when it is seen */
	const struct position *twin; /* where else its serial is; NULL: nowhere */
	bool turns_absent; /* by this walk */
	int32_t missed; /* from now on */
};

struct discovery {
	bool is_held; /* nothing of the rest applies */
	bool is_too_many; /* held, because of rules->max_onus */
	struct discovery_hold hold; /* from now on */
	int64_t n_seen; /* of the present ONUs */
	int64_t n_missing; /* of the present ONUs */
	int64_t n_new, n_moved, n_uncertain, n_absent, n_duplicate, n_returned, n_serial;
	struct discovery_finding *rows; /* one per row of the walk */
	struct discovery_fate *fates; /* one per known ONU */
};

/* known are all ONUs of the OLT, the absent ones too. Everything returned is in
 * the arena, or points to known. RC_NOMEM: then *ret is untouched. */
enum rc discovery_judge(const struct onu *known, size_t n_known,
    const struct discovery_hold *hold, const struct discovery_walk *walk,
    const struct discovery_rules *rules, struct arena *arena, struct discovery *ret)
    MUST_CHECK;

/* ---- finding ONUs again ---- */

/* Known ONUs by serial and by position: for whoever has rows of an OLT and
 * wants to know whose they are. */
struct onu_finder;

/* onus are borrowed. Where two are at one position, the present one is found,
 * then the one missed less. NULL when out of memory. */
struct onu_finder *onu_finder_new(const struct onu *onus, size_t n);
void onu_finder_free(struct onu_finder *f);
OWNED_BY(struct onu_finder, onu_finder_free);

/* The ONU with this serial at this place; NULL when there is none (and for serial NULL
 * or ""). */
const struct onu *onu_find_at(
    const struct onu_finder *f, const char *serial, const struct position *position);
/* Whose a row with this serial ("" or NULL: it tells none) at this place is: the ONU with
 * that serial there; else the one there, unless the serial is known from another place:
 * then NULL, because whether it has moved is for a discovery to say. */
const struct onu *onu_find_row(
    const struct onu_finder *f, const char *serial, const struct position *position);
const struct onu *onu_find_position(
    const struct onu_finder *f, const struct position *position);

#endif
