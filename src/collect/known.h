/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/known.h - the known ONUs of an OLT between two collections, for GET.
 *
 * The list is filled from the database at start (known_add), and then updated by the
 * store after each discovery (known_follow), which alone decides about presence. Other
 * data is learned from collections (known_learn). For each ONU it has what is needed for
 * requests: its position, its table, whether it is offline, and its raw index if it
 * cannot be calculated from the position.
 *
 * One list per OLT; owner only.
 */
#ifndef FACHO_COLLECT_KNOWN_H
#define FACHO_COLLECT_KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"
#include "model/position.h"

struct collection;

struct known_onu {
	struct position position; /* of the ONU */
	bool is_offline; /* as last read; slow columns are not read for it */
	uint8_t n_index;
	uint16_t table; /* which of the profile's tables, counted from 1; 0: not known */
	const uint32_t
	    *index; /* if it cannot be calculated from the position; else NULL */
};

struct known;

/* NULL: no memory. */
struct known *known_new(void);
void known_free(struct known *k);
OWNED_BY(struct known, known_free);

/* In the order of positions. Borrowed until the list changes. */
size_t known_count(const struct known *k);
const struct known_onu *known_at(const struct known *k); /* the first of them */

/* From the database: table and index are learned later. A second ONU at the same position
 * is not added. Call known_sort() after the last one. RC_NOMEM. */
enum rc known_add(struct known *k, const struct position *position, bool is_offline)
    MUST_CHECK;
void known_sort(struct known *k);
/* Add the ONU at this position with all that `from` knows about it, or as known_add()
 * does if `from` does not know it. RC_NOMEM. */
enum rc known_add_from(struct known *k, const struct known *from,
    const struct position *position) MUST_CHECK;

/* Another profile: forget learned tables and indexes. */
void known_forget_indexes(struct known *k);

/* Learn from a collection: which ONUs are offline, tables and indexes; from a discovery
 * also new ONUs, which are used until the store has decided. RC_NOMEM: not everything was
 * learned. */
enum rc known_learn(struct known *k, const struct collection *c) MUST_CHECK;

/* The present ONUs, as decided by the store (store/work/finish.h): all others are
 * removed, and learned data of the remaining ones is kept. Sorts the list. With RC_NOMEM
 * nothing is changed. */
enum rc known_follow(struct known *k, struct position *present, size_t n) MUST_CHECK;

#endif
