/* SPDX-License-Identifier: Apache-2.0
 *
 * history/roster.h - which ONU is at which place of a block.
 *
 * The ids of an OLT's ONUs in ascending order, stored once per change with a version that
 * blocks refer to. A roster never changes: if ONUs are added or removed, there is a new
 * version.
 *
 * Encoded like a block: with version and checksum, safe to open from any bytes. An opened
 * roster may be read from any thread.
 */
#ifndef FACHO_HISTORY_ROSTER_H
#define FACHO_HISTORY_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "history/block_int.h"

struct history_roster;

/* Append the encoded roster to out. RC_INVALID: the ids do not ascend, or there are more
 * than HISTORY_ONUS_MAX. On failure out is not changed. */
enum rc history_roster_encode(struct history_codec *c, const uint64_t *ids, uint32_t n,
    struct buf *out, struct err *err) MUST_CHECK;

/* RC_INVALID: damaged, not a roster, or of a later version. */
enum rc history_roster_open(struct history_codec *c, const void *bytes, size_t n,
    struct history_roster **ret_roster, struct err *err) MUST_CHECK;
void history_roster_free(struct history_roster *r);
OWNED_BY(struct history_roster, history_roster_free);

uint32_t history_roster_count(const struct history_roster *r);
/* Borrowed. */
const uint64_t *history_roster_ids(const struct history_roster *r);

/* Are these exactly the ids of the roster? Then no new version is needed. */
bool history_roster_is(const struct history_roster *r, const uint64_t *ids, uint32_t n);

/* The place of an ONU in every block of this roster; false: it is not in it. */
bool history_roster_find(const struct history_roster *r, uint64_t id, uint32_t *ret_at);

/* Convert values from the order of one roster to that of another. ONUs that are not in
 * `from` get HISTORY_NULL. The arrays have the sizes of their rosters and must not
 * overlap. */
void history_roster_move(const struct history_roster *from, const int32_t *values,
    const struct history_roster *to, int32_t *ret_values);

#endif
