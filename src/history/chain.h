/* SPDX-License-Identifier: Apache-2.0
 *
 * history/chain.h - blocks of one OLT, metric and kind, one after the other.
 *
 * A *chain* writes: it remembers the last block that stands alone (the key) and
 * makes those that follow differences to it, until the key is too old, the roster
 * changes or a difference no longer pays.
 *
 *	history_chain_encode(chain, codec, &label, values, &bytes, &err);
 *	... store the bytes in the execution's transaction ...
 *	history_chain_keep(chain);	(committed)
 *	history_chain_drop(chain);	(rolled back: as if it had not been encoded)
 *
 * A *walk* reads: feed it the blocks of a range in ascending time.
 *
 *	rc = history_walk_next(walk, codec, bytes, n, &err);
 *	if (rc == RC_NOT_FOUND)		(only ahead of a range or behind a damaged key)
 *		load the block at history_walk_head(walk)->base_ms and give it to
 *		history_walk_base();
 *	history_walk_value(walk, at, &value);
 *
 * A block that is damaged is an error of that call and leaves the walk as it was.
 *
 * One owner at a time.
 */
#ifndef FACHO_HISTORY_CHAIN_H
#define FACHO_HISTORY_CHAIN_H

#include "history/block_int.h"

/* How long a key serves. An hour of runs: the next key is never far. */
#define HISTORY_KEY_RAW_MS INT64_C(3600000)
/* For hourly blocks, a day. */
#define HISTORY_KEY_HOUR_MS INT64_C(86400000)

/* ---- writing ----------------------------------------------------------- */

struct history_chain;

/* A block key_ms or more behind the key starts anew. NULL: out of memory. */
struct history_chain *history_chain_new(int64_t key_ms);
void history_chain_free(struct history_chain *chain);
OWNED_BY(struct history_chain, history_chain_free);

/* Take up the chain where the stored key ended, after a restart. Not needed: a
 * chain without a key starts with one. RC_INVALID: damaged or a difference. */
enum rc history_chain_resume(struct history_chain *chain, struct history_codec *c,
    const void *bytes, size_t n, struct err *err) MUST_CHECK;

/* As history_encode(), to the chain's key. Undecided until keep or drop; encoding
 * again drops. */
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

/* Open the next block. RC_OK: it can be read. RC_NOT_FOUND: it is a difference to
 * a block that the walk has not seen; history_walk_head() says which, and without
 * it the block cannot be read. RC_INVALID: damaged; the walk is as before. */
enum rc history_walk_next(struct history_walk *walk, struct history_codec *c,
    const void *bytes, size_t n, struct err *err) MUST_CHECK;

/* Give it the base that was missing. RC_CONFLICT: that is another one. */
enum rc history_walk_base(struct history_walk *walk, struct history_codec *c,
    const void *bytes, size_t n, struct err *err) MUST_CHECK;

/* The head of the present block. NULL before the first. */
const struct history_head *history_walk_head(const struct history_walk *walk);

/* The present block, read as history/block_int.h says; RC_NOT_FOUND before the first. */
enum rc history_walk_value(
    const struct history_walk *walk, uint32_t at, int32_t *ret_value) MUST_CHECK;
enum rc history_walk_hour(const struct history_walk *walk, uint32_t at,
    struct history_hour *ret_hour) MUST_CHECK;
enum rc history_walk_values(const struct history_walk *walk, int32_t *ret_values)
    MUST_CHECK;
enum rc history_walk_hours(
    const struct history_walk *walk, struct history_hour *ret_hours) MUST_CHECK;

#endif
