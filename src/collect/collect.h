/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/collect.h - what one OLT says, once: of its ONUs, its ports, its chassis.
 *
 * A collection takes columns of the OLT's profile, by name (commands) or one by one
 * (jobs), and reads each in the way that suits it:
 *
 *	scalars ──► walk ──► get ──► get slow ──► done
 *
 * Scalars are got together in one request. Fast columns are walked together, or got by
 * index for ONUs that are known (COLLECT_GET), in batches of 200, 50, 1 ONUs in
 * parallel under the OLT's limit. Slow ones (optics that make the OLT ask each ONU) are
 * never walked: they are got for the ONUs that are not offline, one small request at a
 * time, unless the OLT's CPU is busy. What comes is decoded and joined into one row an
 * ONU, a port or a part of the chassis.
 *
 * Where an index cannot be computed from a position (an ifIndex as a key that nobody
 * remembers, see collect/known.h), the columns that tell it are walked first; where it ends
 * in arcs that only the device knows, GETNEXT takes the place of GET.
 *
 * Custom columns may be of anything. Those that do not say so are walked, and each row
 * goes to the known ONU that its index stands for, or to the others; what no walk has
 * found is got as a value by itself.
 *
 * Unverified columns (confidence C) count only when they have brought
 * plausible values on this device; their outputs are marked. Where nothing else came
 * either, values that cannot be read are just that, and the run is not a good one.
 *
 * Everything it allocates goes with it in one stroke. Loop thread only.
 */
#ifndef FACHO_COLLECT_COLLECT_H
#define FACHO_COLLECT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/execution.h"
#include "collect/known.h"
#include "collect/rows.h"
#include "snmpc/snmpc.h"
#include "vendor/profile.h"

/* One value a row in the result. */
struct output {
	const char *key; /* "onu_rx_dbm", the name of a custom one */
	const char *heading;
	enum purpose purpose;
	bool is_wanted; /* false: only needed to make the others */
	bool is_unverified; /* a column of one source brought values for it */
	uint32_t n_values; /* not null */
};

/* Rows of one kind, sorted: ONUs and ports by position, parts of the chassis by name. */
struct collected {
	size_t n_outputs;
	const struct output *outputs;
	const struct rows *rows;
};

/* Rows of custom columns that are no ONU's: a scalar, a port, an interface, anything. */
struct collected_other {
	const struct column *column;
	const uint32_t *index;
	uint32_t n_index;
	bool is_scalar; /* or the OID itself: n_index is 0 */
	const char *place; /* of a PON port, "0/1/3"; else "" */
	struct value value;
};

/* Rows of one such column; what is beyond is counted and said. */
enum { COLLECT_OTHERS_MAX = 4096 };

/* How one column of the profile ended. */
enum column_end {
	COLUMN_NOT_ASKED, /* known as unsupported, or the run ended before its turn */
	COLUMN_ANSWERS,
	COLUMN_EMPTY, /* no rows, and neither has its table: that says nothing about it */
	COLUMN_UNSUPPORTED, /* the device has the rows but not this column */
	COLUMN_FAILED, /* silence, errors, nonsense: why has it */
};

struct column_outcome {
	const struct column *column;
	bool is_wanted; /* false: only needed to read the others */
	bool is_implausible; /* unverified, and nothing it said was believed */
	enum column_end end;
	enum snmpc_end why;
	uint32_t values, nulls, bad; /* told something; "no reading"; not understood */
	uint32_t failed; /* GET: questions without an answer */
	uint32_t onus; /* a custom column of any rows: those that are ONUs' */
	bool is_of_onus; /* and it had no other rows */
	int64_t first_us; /* round trip of the request with its first value; 0: none */
};

/* ONUs of a collection. Those that were not asked (offline, of another slice) do not
 * count anywhere. */
struct collected_onus {
	uint32_t asked; /* GET; in a walk those that came */
	uint32_t ok; /* whatever was asked of it has been answered */
	uint32_t failed; /* some question to it was not answered, or not readably */
	uint32_t absent; /* GET: the device says that it has no such ONU */
	uint32_t unseen; /* known ones that a walk which broke off did not come to */
};

struct collection {
	/* RC_OK: all came; else why not all or nothing. RC_TOO_MUCH: the device met a
	 * ceiling of rows or bytes, and was not asked any further. A column that the device does
	 * not have is no failure. RC_BUSY: the OLT's CPU is (is_cpu_busy), slow columns
	 * were left for later; RC_NOT_FOUND: it answers, and has nothing of what was
	 * asked. */
	enum rc rc;
	bool is_partial; /* some came */
	bool has_answered; /* the device said anything at all */
	bool is_discovery; /* its rows are who is there */
	/* A discovery that read to the end every column that says who is there, and
	 * understood whose each row is: whoever is not among the rows is not on the
	 * device. An empty walk can be complete. */
	bool is_complete;
	bool met_ceiling; /* of rows, bytes or time: it was stopped there */
	bool is_cpu_busy;
	int64_t cpu_pct; /* of the busiest board; -1: not read */
	const char *message; /* when rc is not RC_OK */
	size_t n_outputs;
	const struct output *outputs;
	const struct rows *rows; /* ONUs, sorted by table and position */
	/* Of them those of other slices: a custom column that was read whole had values
	 * of theirs. */
	size_t n_beyond;
	/* ONUs whose keys a GET had to look up first, those of other slices too: for
	 * known_learn, so that the next one need not. */
	size_t n_taught;
	const struct row *const *taught;
	struct collected ports; /* rows[].position is frame, slot, port */
	struct collected parts; /* rows[].part is "" (the whole), "board 0/3", "fan 1" */
	size_t n_others; /* in the order of columns and rows */
	const struct collected_other *others;
	struct collected_onus onus;
	uint32_t n_strays; /* rows that say who is there, and that nobody can decode */
	struct share share; /* of what was asked for */
	size_t n_columns; /* all that were to be asked, wanted or not */
	const struct column_outcome *columns;
	size_t n_notes; /* what could not be read, in words */
	const char *const *notes;
	struct snmpc_stats stats;
	uint64_t n_values; /* decoded and typed */
	const struct profile *profile;
};

enum collect_mode {
	COLLECT_WALK, /* fast columns of ONUs are walked */
	COLLECT_DISCOVERY, /* and say who is there */
	COLLECT_GET, /* columns of ONUs are got, for known ONUs only */
};

/* How a job of this type reads. */
enum collect_mode collect_mode_of(enum task_type type);

/* The most ports, and the most parts of a chassis: more are not an OLT's (RC_TOO_MUCH). */
enum { COLLECT_PARTS_MAX = 4096 };

/* The busiest board's CPU from which on slow columns wait, unless said otherwise. */
enum { COLLECT_CPU_BUSY_PCT = 85 };

struct collect_options {
	const struct profile *profile;
	enum collect_mode mode;

	/* What: purposes, keys or names of ONU columns; 0: the usual ones. "all" is
	 * all. Or columns of the profile, of any table; then they are taken instead.
	 * Rows of at most ROW_ANSWERS_MAX values of one kind. */
	size_t n_wanted;
	const char *const *wanted;
	size_t n_columns;
	const struct column *const *columns;
	bool no_slow;
	/* Columns that this device is known not to have: not asked. May be NULL. */
	bool (*is_unsupported)(void *ctx, const struct column *column);
	/* Custom columns whose rows are known to be ONUs: a GET asks for known ONUs only,
	 * and not for all that the device has. May be NULL. */
	bool (*is_of_onus)(void *ctx, const struct column *column);
	bool no_others; /* custom columns of other rows are left out: of a later slice */

	/* Whom: ONUs known from before, by position. GET asks the part of them that
	 * begins at `first`, n_slice of them (0: to the end); slow columns only those
	 * that are not offline. WALK leaves out tables that have none of them, and is
	 * cut at their ports. The list must not change while the collection runs. */
	const struct known *known;
	size_t first, n_slice;

	int64_t deadline_ms; /* for the whole; 0: none */
	int64_t cpu_busy_pct; /* 0: COLLECT_CPU_BUSY_PCT */
	/* Ports (frame, slot, port) known from before: walks are cut there. */
	size_t n_ports;
	const struct position *ports;

	/* Values that have come, and how many there will be; 0 as long as nobody
	 * knows. May be NULL. */
	void (*on_progress)(void *ctx, uint64_t n_values, uint64_t total);
	/* Called once. The collection is borrowed until collect_free. */
	void (*on_done)(void *ctx, const struct collection *collection);
	void *ctx;
};

struct collect;

/* What a job waits for that asks known ONUs, while there is none. */
extern const char COLLECT_KNOWS_NOBODY[];

/* Options are copied, what they point to is borrowed. RC_INVALID names the
 * column that the profile does not have, and those that it has. RC_NOT_FOUND: there is
 * nothing to ask (no ONU is known or online, every column is unsupported), and err says
 * what it waits for; nothing was sent, which is no fault of the device. */
enum rc collect_start(struct snmpc_session *session,
    const struct collect_options *options, struct collect **ret_collect, struct err *err)
    MUST_CHECK;

/* Stops it if it still runs. Not from inside on_value; from on_done is fine. */
void collect_free(struct collect *c);
OWNED_BY(struct collect, collect_free);

/* What went wrong, for a person: its message, or the first of its notes; "". */
const char *collection_sentence(const struct collection *c);

/* A discovery that met a ceiling: nothing of it is applied. */
bool collection_is_held(const struct collection *c);

/* The ports that the rows of a collection sit on, for the next one's options.
 * Written to ret, at most max; returns how many there are. */
size_t collection_ports(const struct collection *c, struct position *ret, size_t max);

/* The engine's limits as this profile's quirks allow them. */
struct snmpc_limits poll_limits(
    const struct snmpc_limits *limits, const struct quirks *quirks);

#endif
