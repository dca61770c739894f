/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/known.h - the ONUs of an OLT that are known between two collections: whom to GET.
 *
 * The list is filled from the database at start (known_add), and from then on by what the
 * store says after each discovery (known_follow): presence is decided there and nowhere
 * else. What a collection tells beside that is learnt from it (known_learn). It knows of
 * an ONU what
 * asking it takes: its position, the table that it is in, whether it is offline, and its
 * raw index where no position tells that.
 *
 * One OLT's; owner only.
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
	bool is_offline; /* as last read; slow columns are not asked of it */
	uint8_t n_index;
	uint16_t table; /* which of the profile's tables, counted from 1; 0: not known */
	const uint32_t *index; /* where the position does not tell it; else NULL */
};

struct known;

/* NULL: no memory. */
struct known *known_new(void);
void known_free(struct known *k);
OWNED_BY(struct known, known_free);

/* In the order of positions. Borrowed until it changes. */
size_t known_count(const struct known *k);
const struct known_onu *known_at(const struct known *k); /* the first of them */

/* From the database: table and index are learnt later. One at a place that is taken
 * already is not added again. known_sort() when all are in. RC_NOMEM. */
enum rc known_add(struct known *k, const struct position *position, bool is_offline)
    MUST_CHECK;
void known_sort(struct known *k);

/* Another profile: what was learnt of tables and indexes is forgotten. */
void known_forget_indexes(struct known *k);

/* What a collection has told: who is offline, tables and indexes; and of a discovery the
 * ONUs that are new, which count until the store has decided. RC_NOMEM: not everything
 * was learnt. */
enum rc known_learn(struct known *k, const struct collection *c) MUST_CHECK;

/* Who is present, as the store has decided (store/work/finish.h): nobody else stays, and what
 * was learnt of those who stay is kept. Sorts the list. RC_NOMEM: nothing has changed. */
enum rc known_follow(struct known *k, struct position *present, size_t n) MUST_CHECK;

#endif
