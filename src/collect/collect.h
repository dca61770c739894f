/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/collect.h - one collection from one OLT: ONUs, ports and chassis.
 *
 * A collection takes columns of the OLT's profile, by name (commands) or one by one
 * (jobs), and reads each in a suitable way:
 *
 *	scalars ──► walk ──► get ──► get slow ──► done
 *
 * Scalars are read together in one GET. Fast columns are walked together, or read by
 * index for known ONUs (COLLECT_GET), in batches of 200, 50, 1 ONUs in parallel within
 * the OLT's limit. Slow columns (optics that the OLT must request from each ONU) are
 * never walked: they are read for the ONUs that are not offline, one small request at a
 * time, unless the OLT's CPU is busy. Values are decoded and joined into one row for each
 * ONU, port or part of the chassis.
 *
 * If an index cannot be calculated from a position (an unknown ifIndex used as a key, see
 * collect/known.h), the columns that contain it are walked first; if its end is known
 * only to the device, GETNEXT is used instead of GET.
 *
 * Custom columns can be of any kind. Those without a formula are walked, and each row is
 * assigned to the known ONU of its index, or to the others; if the walk finds nothing,
 * the OID itself is read.
 *
 * Unverified columns (confidence C) are used only if they have plausible values on this
 * device; their outputs are marked. If no other column has values either, values that
 * cannot be decoded count as unread, and the run is not successful.
 *
 * All its memory is freed with it. Loop thread only.
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

/* A column of the result: one value per row. */
struct output {
	const char *key; /* "onu_rx_dbm", the name of a custom column */
	const char *heading;
	enum purpose purpose;
	bool is_wanted; /* false: only needed to calculate others */
	bool is_unverified; /* has values of an unverified column */
	uint32_t n_values; /* not null */
};

/* Rows of one kind, sorted: ONUs and ports by position, parts of the chassis by name. */
struct collected {
	size_t n_outputs;
	const struct output *outputs;
	const struct rows *rows;
};

/* Rows of custom columns that do not belong to an ONU: a scalar, a port, an interface, or
 * other. */
struct collected_other {
	const struct column *column;
	const uint32_t *index;
	uint32_t n_index;
	bool is_scalar; /* or the OID itself: n_index is 0 */
	const char *place; /* of a PON port, "0/1/3"; else "" */
	struct value value;
};

/* Maximum number of rows of one such column; further rows are counted and reported. */
enum { COLLECT_OTHERS_MAX = 4096 };

/* The result of one column of the profile. */
enum column_end {
	COLUMN_NOT_ASKED, /* known as unsupported, or the run ended before it */
	COLUMN_ANSWERS,
	COLUMN_EMPTY, /* neither the column nor its table has rows */
	COLUMN_UNSUPPORTED, /* the device has the rows, but not this column */
	COLUMN_FAILED, /* no answer, errors, invalid data: see why */
};

struct column_outcome {
	const struct column *column;
	bool is_wanted; /* false: only needed to read the others */
	bool is_implausible; /* unverified, and without plausible values */
	enum column_end end;
	enum snmpc_end why;
	uint32_t values, nulls, bad; /* values; "no reading"; not decodable */
	uint32_t failed; /* GET: items without an answer */
	uint32_t onus; /* of a custom column: rows of ONUs */
	bool is_of_onus; /* only rows of ONUs */
	int64_t first_us; /* round trip of the request with its first value; 0: none */
};

/* ONUs of a collection. Those that were not requested (offline, of another slice) are not
 * counted. */
struct collected_onus {
	uint32_t asked; /* GET; in a walk those that were found */
	uint32_t ok; /* all requested items were answered */
	uint32_t failed; /* an item was not answered, or not decodable */
	uint32_t absent; /* GET: the device has no such ONU */
	uint32_t unseen; /* known ONUs that an incomplete walk did not reach */
};

struct collection {
	/* RC_OK: everything was read; otherwise the reason. RC_TOO_MUCH: the device
	 * reached a limit of rows or bytes, and reading stopped. A column that the device
	 * does not have is not a failure. RC_BUSY: the OLT's CPU is busy (is_cpu_busy),
	 * slow columns were not read. RC_NOT_FOUND: the device answers, but has nothing
	 * of what was requested. */
	enum rc rc;
	bool is_partial; /* some values were read */
	bool has_answered; /* the device answered at least once */
	bool is_discovery; /* its rows are the present ONUs */
	/* A discovery that read every discovery column to its end, and decoded the index of
	 * each row: an ONU without a row is not on the device. An empty walk can be
	 * complete. */
	bool is_complete;
	bool met_ceiling; /* stopped at a limit of rows, bytes or time */
	bool is_cpu_busy;
	int64_t cpu_pct; /* of the busiest board; -1: not read */
	const char *message; /* when rc is not RC_OK */
	size_t n_outputs;
	const struct output *outputs;
	const struct rows *rows; /* ONUs, sorted by table and position */
	/* Of them the ONUs of other slices: they had values in a custom column that was
	 * read completely. */
	size_t n_beyond;
	/* ONUs whose keys a GET had to look up first, including those of other slices:
	 * for known_learn, so that the next GET need not look them up. */
	size_t n_taught;
	const struct row *const *taught;
	struct collected ports; /* rows[].position is frame, slot, port */
	struct collected parts; /* rows[].part is "" (the whole), "board 0/3", "fan 1" */
	size_t n_others; /* in the order of columns and rows */
	const struct collected_other *others;
	struct collected_onus onus;
	uint32_t n_strays; /* rows of discovery columns whose index cannot be decoded */
	struct share share; /* of the requested items */
	size_t n_columns; /* all columns, wanted or not */
	const struct column_outcome *columns;
	size_t n_notes; /* what could not be read, in words */
	const char *const *notes;
	struct snmpc_stats stats;
	uint64_t n_values; /* decoded and typed */
	const struct profile *profile;
};

enum collect_mode {
	COLLECT_WALK, /* fast columns of ONUs are walked */
	COLLECT_DISCOVERY, /* and determine the present ONUs */
	COLLECT_GET, /* columns of ONUs are read with GET, for known ONUs only */
};

/* How a job of this type reads. */
enum collect_mode collect_mode_of(enum task_type type);

/* Maximum number of ports, and of parts of a chassis; more is RC_TOO_MUCH. */
enum { COLLECT_PARTS_MAX = 4096 };

/* Default CPU load of the busiest board from which slow columns are not read. */
enum { COLLECT_CPU_BUSY_PCT = 85 };

struct collect_options {
	const struct profile *profile;
	enum collect_mode mode;

	/* The columns to read: purposes, keys or names of ONU columns; 0: the default
	 * ones; "all": all. Or columns of the profile, of any table, which are then used
	 * instead. A row has at most ROW_ANSWERS_MAX values. */
	size_t n_wanted;
	const char *const *wanted;
	size_t n_columns;
	const struct column *const *columns;
	bool no_slow;
	/* Columns that this device does not have: not requested. May be NULL. */
	bool (*is_unsupported)(void *ctx, const struct column *column);
	/* Custom columns whose rows are known to be ONUs: a GET reads only known ONUs,
	 * and not the whole column. May be NULL. */
	bool (*is_of_onus)(void *ctx, const struct column *column);
	bool no_others; /* skip custom columns of other rows: for later slices */

	/* Known ONUs, by position. GET reads n_slice of them, beginning at `first` (0: to
	 * the end); slow columns only for those that are not offline. WALK skips tables
	 * without known ONUs, and is split at their ports. The list must not change while
	 * the collection runs. */
	const struct known *known;
	size_t first, n_slice;
	/* GET: columns of ports are read for the ports of these ONUs, not walked. Columns
	 * whose rows cannot be calculated from a port are left out. */
	bool ports_of_onus;

	int64_t deadline_ms; /* for the whole collection; 0: none */
	int64_t cpu_busy_pct; /* 0: COLLECT_CPU_BUSY_PCT */
	/* Known ports (frame, slot, port): walks are split there. */
	size_t n_ports;
	const struct position *ports;

	/* Number of values so far, and the expected total; 0: unknown. May be NULL. */
	void (*on_progress)(void *ctx, uint64_t n_values, uint64_t total);
	/* Called once. The collection is borrowed until collect_free. */
	void (*on_done)(void *ctx, const struct collection *collection);
	void *ctx;
};

struct collect;

/* The message of a job that needs known ONUs while there is none. */
extern const char COLLECT_KNOWS_NOBODY[];

/* Options are copied, their pointers are borrowed. RC_INVALID: err names the column that
 * the profile does not have, and those that it has. RC_NOT_FOUND: there is nothing to
 * read (no ONU is known or online, every column is unsupported), and err says what it
 * waits for; nothing was sent, and this is not a failure of the device. */
enum rc collect_start(struct snmpc_session *session,
    const struct collect_options *options, struct collect **ret_collect, struct err *err)
    MUST_CHECK;

/* Stops it if it still runs. Do not call it from on_value; it may be called from
 * on_done. */
void collect_free(struct collect *c);
OWNED_BY(struct collect, collect_free);

/* The error for users: its message, or the first of its notes; "": none. */
const char *collection_sentence(const struct collection *c);

/* A discovery that reached a limit: it is not applied. */
bool collection_is_held(const struct collection *c);

/* The ports of the rows of a collection, for the options of the next one. Written to ret,
 * at most max; returns how many there are. */
size_t collection_ports(const struct collection *c, struct position *ret, size_t max);

/* The engine's limits, restricted by this profile's quirks. */
struct snmpc_limits poll_limits(
    const struct snmpc_limits *limits, const struct quirks *quirks);

#endif
