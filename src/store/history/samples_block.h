/* SPDX-License-Identifier: Apache-2.0
 *
 * store/history/samples_block.h - what writing, sealing and reading history share. For the files
 * of store/ that have to do with blocks.
 */
#ifndef FACHO_STORE_HISTORY_SAMPLES_BLOCK_H
#define FACHO_STORE_HISTORY_SAMPLES_BLOCK_H

#include "base/buf.h"
#include "base/vec.h"
#include "history/chain.h"
#include "history/roster.h"
#include "store/history/samples.h"

struct map;

/* ---- what the writer remembers ---- */

struct series {
	uint32_t metric;
	struct history_chain *raw, *hours; /* made when needed */
};

/* Each subject of an OLT has rosters of its own: their versions count from here. */
#define ROSTER_FIRST(subject) ((uint32_t)(subject) << 30)

struct olt_series {
	struct olt_id olt;
	enum samples_subject subject;
	bool is_loaded; /* roster and version are those of the database */
	bool is_touched; /* by the open transaction */
	uint32_t version;
	struct history_roster *roster; /* NULL: none, or damaged */
	uint32_t next_version;
	struct history_roster *next_roster; /* NULL: no new one */
	struct vec series; /* of struct series, a few */
};

/* Where the sealing of hours stands. */
struct seal_sweep {
	struct olt_id olt; /* 0: before the first */
	uint32_t metric; /* 0: before its first */
	int64_t from_ms; /* of this series, what is earlier was looked at */
	int64_t next_ms; /* nothing is due earlier */
};

struct samples {
	struct history_codec *codec;
	struct map *olts; /* id x 4 + subject -> struct olt_series, owned */
	struct map *metrics; /* name -> metric of a custom column, owned */
	struct vec touched; /* of struct olt_series * */
	struct seal_sweep seal, next_seal; /* for sure, and in the open transaction */
	struct buf bytes;
};

/* What is remembered of an OLT, which the open transaction has to do with. */
enum rc samples_touch(struct samples *s, struct olt_id olt, enum samples_subject subject,
    struct olt_series **ret_olt, struct err *err) MUST_CHECK;
enum rc samples_load_roster(
    struct samples *s, struct db *db, struct olt_series *o, struct err *err) MUST_CHECK;
/* NULL: no memory. Borrowed until the next call. */
struct series *samples_series(struct olt_series *o, uint32_t metric);
/* Write s->bytes. */
enum rc samples_insert_block(struct samples *s, struct db *db, enum history_kind kind,
    struct olt_id olt, const struct history_label *label, struct err *err) MUST_CHECK;

/* ---- metrics ---- */

enum samples_subject metric_subject(uint32_t number);

void samples_forget_metrics(struct samples *s);

/* The next metric of which an OLT has blocks of this kind; 0: no more. */
enum rc samples_next_metric(struct db *db, enum history_kind kind, struct olt_id olt,
    uint32_t after, uint32_t *ret_metric, struct err *err) MUST_CHECK;

/* The number under which a purpose, or a custom column, is kept. RC_INVALID: it has no
 * history; RC_NOT_FOUND: no custom column of that name ever had a number. */
enum rc samples_find_metric(struct db *db, enum purpose purpose, const char *custom,
    uint32_t *ret_metric, struct err *err) MUST_CHECK;

/* ---- rosters ---- */

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
