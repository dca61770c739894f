/* SPDX-License-Identifier: Apache-2.0
 *
 * history/block_int.h - the values of all ONUs of an OLT in a few bytes.
 *
 * A block holds one metric of one OLT: a value of each ONU at one moment (a run),
 * or the hour's min, avg, max and count of each. Which ONU is which is not in it:
 * values stand in the order of a roster (history/roster.h), which is stored once
 * and named by a version. Values are scaled integers (history/sample.h).
 *
 * A block stands alone, or it is a *difference* to an earlier block that stands
 * alone, its base. So a block that is damaged costs itself, and its differences
 * if it was a base; and no reading needs more than two blocks. Choosing bases is
 * the work of history/chain.h; most callers need nothing below history_codec.
 *
 * Bytes are versioned and carry a checksum over all of them: what is opened is
 * what was encoded, or an error. Opening bytes that somebody made up costs time
 * and memory bounded by HISTORY_ONUS_MAX. The format, byte by byte, is in
 * docs/design/history.md.
 *
 * No I/O, no clock. A codec belongs to one thread at a time; opened blocks do not
 * change and may be read from any thread.
 */
#ifndef FACHO_HISTORY_BLOCK_INT_H
#define FACHO_HISTORY_BLOCK_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "history/hour.h"
#include "history/sample.h"

struct buf;

enum { HISTORY_ONUS_MAX = 65536 };

/* The memory that encoding and opening work in. NULL: out of memory. */
struct history_codec;
struct history_codec *history_codec_new(void);
void history_codec_free(struct history_codec *c);
OWNED_BY(struct history_codec, history_codec_free);

/* What a block is about. The store has some of it in columns too; a reader can
 * compare. */
struct history_label {
	uint32_t metric; /* the caller's number for it */
	uint32_t scale; /* sample = reading x scale; not 0 */
	uint32_t roster; /* the version of the roster */
	uint32_t n; /* ONUs in the roster, at most HISTORY_ONUS_MAX */
	int64_t time_ms; /* of the run; of the hour's beginning */
};

struct history_head {
	enum history_kind kind;
	struct history_label label;
	bool is_difference;
	int64_t base_ms; /* time_ms of the base; its own when it stands alone */
};

struct history_block;

/* ---- writing ----------------------------------------------------------- */

/* May a block be a difference to this one? Its base must stand alone, be earlier,
 * and be of the same kind, metric, scale, roster and number of ONUs. */
bool history_block_may_base(const struct history_block *base, enum history_kind kind,
    const struct history_label *label);

/* Append the block of label->n values to out. It becomes a difference to base
 * where that is smaller; base may be NULL, and must otherwise satisfy
 * history_block_may_base(). RC_INVALID: a label that cannot be, or such a base;
 * RC_NOMEM also when out has no room. out is untouched on failure. */
enum rc history_encode(struct history_codec *c, const struct history_label *label,
    const int32_t *values, const struct history_block *base, struct buf *out,
    struct err *err) MUST_CHECK;

/* The same for an hour; also RC_INVALID if one of them is not as struct
 * history_hour says. */
enum rc history_encode_hours(struct history_codec *c, const struct history_label *label,
    const struct history_hour *hours, const struct history_block *base, struct buf *out,
    struct err *err) MUST_CHECK;

/* ---- reading ----------------------------------------------------------- */

/* Check the bytes and take a copy that can be read, unpacked as far as needed.
 * RC_INVALID: damaged, not a block, or of a later version; the sentence says
 * which. */
enum rc history_block_open(struct history_codec *c, const void *bytes, size_t n,
    struct history_block **ret_block, struct err *err) MUST_CHECK;
void history_block_free(struct history_block *b);
OWNED_BY(struct history_block, history_block_free);

/* Borrowed, as long as the block lives. */
const struct history_head *history_block_head(const struct history_block *b);

/* In all readers below `base` is the block that a difference was made to, and is
 * not looked at (may be NULL) when b stands alone. They say
 *   RC_CONFLICT   base is not the block that b was made to;
 *   RC_NOT_FOUND  there is no place `at` in the roster.
 * A value that no encoder writes reads as HISTORY_NULL. */

/* The value of one ONU (HISTORY_NULL: no reading); of an hour, its average.
 * Unpacks nothing else. */
enum rc history_block_value(const struct history_block *b,
    const struct history_block *base, uint32_t at, int32_t *ret_value) MUST_CHECK;

/* The hour of one ONU; RC_INVALID from a block of the other kind. */
enum rc history_block_hour(const struct history_block *b,
    const struct history_block *base, uint32_t at, struct history_hour *ret_hour)
    MUST_CHECK;

/* All values (averages), label.n of them. */
enum rc history_block_values(const struct history_block *b,
    const struct history_block *base, int32_t *ret_values) MUST_CHECK;

/* All hours, label.n of them; RC_INVALID from a block of the other kind. */
enum rc history_block_hours(const struct history_block *b,
    const struct history_block *base, struct history_hour *ret_hours) MUST_CHECK;

#endif
