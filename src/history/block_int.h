/* SPDX-License-Identifier: Apache-2.0
 *
 * history/block_int.h - the values of all ONUs of an OLT, compressed.
 *
 * A block has one metric of one OLT: a value of each ONU at one time (a run), or min,
 * avg, max and count of each ONU for one hour. The ids of the ONUs are not in it: the
 * values are in the order of a roster (history/roster.h), which is stored once and has a
 * version. Values are scaled integers (history/sample.h).
 *
 * A block stands alone, or it is a *difference* to an earlier block that stands alone,
 * its base. So if a block is damaged, only this block is lost, and its differences if it
 * is a base; and reading needs at most two blocks. history/chain.h chooses the bases;
 * most callers need only history_codec from this header.
 *
 * Bytes have a version and a checksum: opening returns what was encoded, or an error.
 * Opening forged bytes costs limited time and memory (HISTORY_ONUS_MAX). The format is in
 * docs/design/history.md.
 *
 * No I/O, no clock. A codec is used by one thread at a time; opened blocks do not change
 * and may be read from any thread.
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

/* Working memory for encoding and opening. NULL: out of memory. */
struct history_codec;
struct history_codec *history_codec_new(void);
void history_codec_free(struct history_codec *c);
OWNED_BY(struct history_codec, history_codec_free);

/* The identification of a block. The store also has some of it in columns; a reader can
 * compare. */
struct history_label {
	uint32_t metric; /* the number that the caller uses for it */
	uint32_t scale; /* sample = reading x scale; not 0 */
	uint32_t roster; /* the version of the roster */
	uint32_t n; /* ONUs in the roster, at most HISTORY_ONUS_MAX */
	int64_t time_ms; /* of the run; the start of the hour */
};

struct history_head {
	enum history_kind kind;
	struct history_label label;
	bool is_difference;
	int64_t base_ms; /* time_ms of the base; equal to time_ms if it stands alone */
};

struct history_block;

/* ---- writing ----------------------------------------------------------- */

/* May a block be a difference to this one? A base must stand alone, be earlier, and have
 * the same kind, metric, scale, roster and number of ONUs. */
bool history_block_may_base(const struct history_block *base, enum history_kind kind,
    const struct history_label *label);

/* Append the block of label->n values to out. It is a difference to base if that is
 * smaller. base may be NULL; otherwise history_block_may_base() must be true. RC_INVALID:
 * an invalid label or base; RC_NOMEM also if out has no space. On failure out is not
 * changed. */
enum rc history_encode(struct history_codec *c, const struct history_label *label,
    const int32_t *values, const struct history_block *base, struct buf *out,
    struct err *err) MUST_CHECK;

/* The same for an hour; RC_INVALID also if an hour violates the rules of struct
 * history_hour. */
enum rc history_encode_hours(struct history_codec *c, const struct history_label *label,
    const struct history_hour *hours, const struct history_block *base, struct buf *out,
    struct err *err) MUST_CHECK;

/* ---- reading ----------------------------------------------------------- */

/* Check the bytes and make a copy that can be read, unpacked as far as needed.
 * RC_INVALID: damaged, not a block, or of a later version; the message says which. */
enum rc history_block_open(struct history_codec *c, const void *bytes, size_t n,
    struct history_block **ret_block, struct err *err) MUST_CHECK;
void history_block_free(struct history_block *b);
OWNED_BY(struct history_block, history_block_free);

/* Borrowed as long as the block exists. */
const struct history_head *history_block_head(const struct history_block *b);

/* For all readers below, `base` is the block to which the difference was made; it is not
 * used (may be NULL) if b stands alone. They return
 *   RC_CONFLICT   base is not the base of b;
 *   RC_NOT_FOUND  there is no place `at` in the roster.
 * A value that no encoder writes is read as HISTORY_NULL. */

/* The value of one ONU (HISTORY_NULL: no reading); for an hour, its average. Nothing else
 * is unpacked. */
enum rc history_block_value(const struct history_block *b,
    const struct history_block *base, uint32_t at, int32_t *ret_value) MUST_CHECK;

/* The hour of one ONU; RC_INVALID for a block of the other kind. */
enum rc history_block_hour(const struct history_block *b,
    const struct history_block *base, uint32_t at, struct history_hour *ret_hour)
    MUST_CHECK;

/* All values (averages), label.n of them. */
enum rc history_block_values(const struct history_block *b,
    const struct history_block *base, int32_t *ret_values) MUST_CHECK;

/* All hours, label.n of them; RC_INVALID for a block of the other kind. */
enum rc history_block_hours(const struct history_block *b,
    const struct history_block *base, struct history_hour *ret_hours) MUST_CHECK;

#endif
