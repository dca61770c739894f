/* SPDX-License-Identifier: Apache-2.0
 *
 * store/samples_int.h - what writing and reading history share. For the samples*.c
 * of store/.
 */
#ifndef FACHO_STORE_SAMPLES_INT_H
#define FACHO_STORE_SAMPLES_INT_H

#include "history/chain.h"
#include "history/roster.h"
#include "store/samples.h"

struct buf;
struct map;

enum { METRIC_NUMBERS = 16 }; /* metric numbers are below */

/* RC_NOT_FOUND: there is none; RC_INVALID: it is damaged. */
enum rc roster_load(struct db *db, struct history_codec *codec, struct olt_id olt,
    uint32_t version, struct history_roster **ret_roster, struct err *err) MUST_CHECK;

/* ---- a range of blocks, one after the other ---- */

struct block_reader {
	struct db *db;
	struct olt_id olt;
	uint32_t metric;
	enum history_kind kind;
	struct history_codec *codec;
	struct history_walk *walk;
	struct map *rosters; /* version -> struct history_roster */
	struct sample_report *report; /* damage goes here */
};

/* Fini is fine after an init that failed. */
enum rc block_reader_init(struct block_reader *r, struct err *err) MUST_CHECK;
void block_reader_fini(struct block_reader *r);

/* Open one block and its roster. *ret_roster NULL: damaged or gone, counted and
 * told in the report; the reading goes on. */
enum rc block_reader_open(struct block_reader *r, int64_t time_ms, const void *bytes,
    size_t n, const struct history_roster **ret_roster, struct err *err) MUST_CHECK;

/* Call each for every readable block with from <= time < to, in ascending order. */
enum rc block_reader_range(struct block_reader *r, int64_t from_ms, int64_t to_ms,
    enum rc (*each)(
	void *ctx, struct block_reader *r, const struct history_roster *roster),
    void *ctx, struct err *err) MUST_CHECK;

#endif
