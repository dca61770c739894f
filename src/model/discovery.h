/* SPDX-License-Identifier: Apache-2.0
 *
 * model/discovery.h - evaluates a walk of the ONUs of an OLT.
 *
 * An ONU is identified by its serial if the vendor provides one, otherwise by its
 * position:
 *   - a known serial at another position has moved;
 *   - an unknown serial at the position of an ONU without serial is that ONU, whose
 *     serial is now known;
 *   - an unknown serial at the position of another serial is a new ONU that replaces
 *     the other one, which is missing from now on;
 *   - one serial at two positions is two ONUs, both flagged: the one that was known
 *     first keeps its id and history, the other is identified by its position. They are
 *     never merged. The flag is only for present ONUs, and ends when only
 *     one of them is present.
 *
 * A row belongs first to the ONU with its serial at its position. A serial has moved only
 * if it is no longer at its old position. An incomplete walk cannot tell this: such a row
 * is ignored.
 *
 * An ONU is absent after rules->absent_after complete walks without it. A walk in which
 * more than rules->held_percent of the present ONUs are missing (an empty one among them)
 * is held: nothing is applied. If the next rules->agreeing walks show the same, the last
 * of them is applied and counts for all of them. An incomplete walk shows which ONUs are
 * present, but not which are missing. A walk with which there would be more than
 * rules->max_onus known ONUs, present and absent, is held as long as this is the case, to
 * limit devices that send random serials.
 *
 * Pure function of the known ONUs and the walk; it deletes no ONU. Any thread.
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
	int32_t absent_after; /* complete walks without it */
	int32_t held_percent; /* of the present ONUs that may be missing */
	int32_t agreeing; /* walks after a held one that must show the same */
	int64_t max_onus; /* of one OLT, including absent ones; 0: no limit */
};

#define DISCOVERY_RULES                                               \
	{                                                             \
		.absent_after = 3, .held_percent = 50, .agreeing = 2, \
	}

/* Stored for each OLT between walks; initially all zeros. */
struct discovery_hold {
	int32_t walks; /* held so far, in a row */
	int64_t seen; /* known and present ONUs in the first of them */
};

struct discovery_row {
	struct position position; /* of the ONU; no two rows of a walk share one */
	const char *serial; /* "" or NULL: not in this walk */
};

struct discovery_walk {
	bool is_complete; /* the walk reached its end without an error */
	size_t n_rows;
	const struct discovery_row *rows;
};

enum discovery_verdict {
	DISCOVERY_NEW,
	DISCOVERY_SEEN,
	DISCOVERY_MOVED,
	DISCOVERY_SERIAL, /* seen, and its serial is new */
	DISCOVERY_UNCERTAIN, /* moved or duplicate: an incomplete walk cannot tell */
};

/* The result for a row. */
struct discovery_finding {
	enum discovery_verdict verdict;
	const struct onu *onu; /* the known one; NULL: DISCOVERY_NEW, _UNCERTAIN */
	const struct onu
	    *replaces; /* DISCOVERY_NEW: the ONU that was there with another serial */
	const struct position *twin; /* where else its serial is; NULL: nowhere */
	bool has_returned; /* it was absent */
};

/* The result for a known ONU. */
struct discovery_fate {
	bool is_seen;
	size_t row; /* its row, if it is seen */
	const struct position *twin; /* where else its serial is; NULL: nowhere */
	bool turns_absent; /* by this walk */
	int32_t missed; /* from now on */
};

struct discovery {
	bool is_held; /* the rest is not applied */
	bool is_too_many; /* held, because of rules->max_onus */
	struct discovery_hold hold; /* from now on */
	int64_t n_seen; /* of the present ONUs */
	int64_t n_missing; /* of the present ONUs */
	int64_t n_new, n_moved, n_uncertain, n_absent, n_duplicate, n_returned, n_serial;
	struct discovery_finding *rows; /* one per row of the walk */
	struct discovery_fate *fates; /* one per known ONU */
};

/* known has all ONUs of the OLT, including absent ones. All results are in the arena, or
 * point to known. With RC_NOMEM *ret is not changed. */
enum rc discovery_judge(const struct onu *known, size_t n_known,
    const struct discovery_hold *hold, const struct discovery_walk *walk,
    const struct discovery_rules *rules, struct arena *arena, struct discovery *ret)
    MUST_CHECK;

/* ---- finding ONUs again ---- */

/* Known ONUs by serial and by position, to find the ONU of a row. */
struct onu_finder;

/* onus are borrowed. If two are at one position, the present one is found, then the one
 * with fewer missed walks. NULL when out of memory. */
struct onu_finder *onu_finder_new(const struct onu *onus, size_t n);
void onu_finder_free(struct onu_finder *f);
OWNED_BY(struct onu_finder, onu_finder_free);

/* The ONU with this serial at this position; NULL: not found (and for serial NULL or
 * ""). */
const struct onu *onu_find_at(
    const struct onu_finder *f, const char *serial, const struct position *position);
/* The ONU of a row with this serial ("" or NULL: none) at this position: the ONU with
 * that serial at that position; otherwise the ONU at that position, unless the serial is
 * known at another position: then NULL, because only a discovery decides whether it has
 * moved. */
const struct onu *onu_find_row(
    const struct onu_finder *f, const char *serial, const struct position *position);
const struct onu *onu_find_position(
    const struct onu_finder *f, const struct position *position);

#endif
