/* SPDX-License-Identifier: Apache-2.0
 *
 * history/chain.h - consecutive blocks of one OLT, metric and kind.
 *
 * A *chain* writes: it remembers the last block that stands alone (the key) and makes the
 * following blocks differences to it, until the key is too old, the roster changes, or a
 * difference is not smaller.
 *
 *	history_chain_encode(chain, codec, &label, values, &bytes, &err);
 *	... store the bytes in the execution's transaction ...
 *	history_chain_keep(chain);	(committed)
 *	history_chain_drop(chain);	(rolled back: as if it had not been encoded)
 *
 * A *walk* reads the blocks of a range in ascending time.
 *
 *	rc = history_walk_next(walk, codec, bytes, n, &err);
 *	if (rc == RC_NOT_FOUND)		(at the start of a range or after a damaged key)
 *		load the block at history_walk_head(walk)->base_ms and pass it to
 *		history_walk_base();
 *	history_walk_value(walk, at, &value);
 *
 * If a block is damaged, the call returns an error and the walk is not changed.
 *
 * One owner at a time.
 */
#ifndef FACHO_HISTORY_CHAIN_H
#define FACHO_HISTORY_CHAIN_H

#include "history/block_int.h"

/* How long a key is used: for an hour of runs, so that the next key is never far. */
#define HISTORY_KEY_RAW_MS INT64_C(3600000)
/* For hourly blocks: a day. */
#define HISTORY_KEY_HOUR_MS INT64_C(86400000)

/* ---- writing ----------------------------------------------------------- */

struct history_chain;

/* A block key_ms or more after the key becomes a new key. NULL: out of memory. */
struct history_chain *history_chain_new(int64_t key_ms);
void history_chain_free(struct history_chain *chain);
OWNED_BY(struct history_chain, history_chain_free);

/* Like history_encode(), with the key of the chain. Call keep or drop after it; another
 * encode is a drop. */
enum rc history_chain_encode(struct history_chain *chain, struct history_codec *c,
    const struct history_label *label, const int32_t *values, struct buf *out,
    struct err *err) MUST_CHECK;
enum rc history_chain_encode_hours(struct history_chain *chain, struct history_codec *c,
    const struct history_label *label, const struct history_hour *hours, struct buf *out,
    struct err *err) MUST_CHECK;
void history_chain_keep(struct history_chain *chain);
void history_chain_drop(struct history_chain *chain);

/* ---- reading ----------------------------------------------------------- */

struct history_walk;

struct history_walk *history_walk_new(void);
void history_walk_free(struct history_walk *walk);
OWNED_BY(struct history_walk, history_walk_free);

/* Open the next block. RC_OK: it can be read. RC_NOT_FOUND: it is a difference to a block
 * that the walk has not read; history_walk_head() has its time, and without it the block
 * cannot be read. RC_INVALID: damaged; the walk is not changed. */
enum rc history_walk_next(struct history_walk *walk, struct history_codec *c,
    const void *bytes, size_t n, struct err *err) MUST_CHECK;

/* Pass the missing base. RC_CONFLICT: it is another block. */
enum rc history_walk_base(struct history_walk *walk, struct history_codec *c,
    const void *bytes, size_t n, struct err *err) MUST_CHECK;

/* The head of the current block. NULL before the first one. */
const struct history_head *history_walk_head(const struct history_walk *walk);

/* The current block, read as in history/block_int.h; RC_NOT_FOUND before the first
 * one. */
enum rc history_walk_value(
    const struct history_walk *walk, uint32_t at, int32_t *ret_value) MUST_CHECK;
enum rc history_walk_hour(const struct history_walk *walk, uint32_t at,
    struct history_hour *ret_hour) MUST_CHECK;
enum rc history_walk_values(const struct history_walk *walk, int32_t *ret_values)
    MUST_CHECK;
enum rc history_walk_hours(
    const struct history_walk *walk, struct history_hour *ret_hours) MUST_CHECK;

#endif
