/* SPDX-License-Identifier: Apache-2.0
 *
 * store/samples.h - numbers over time: history blocks in the database.
 *
 * Writing is stateful: a struct samples belongs to the writer and remembers the
 * roster and the last key block of every OLT and metric, and the last readings of
 * counters, which become rates. It follows the transaction: samples_keep after a
 * commit, samples_drop after a rollback.
 *
 * Reading needs nothing but a connection. A damaged block costs that block (and
 * those made to it): it is counted, told, and the reading goes on.
 */
#ifndef FACHO_STORE_SAMPLES_H
#define FACHO_STORE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "history/sample.h"
#include "model/ids.h"
#include "model/position.h"
#include "model/purpose.h"

struct db;

/* ---- metrics ------------------------------------------------------------ */

struct metric {
	uint32_t number; /* in blocks and rows: never changes its meaning */
	enum purpose purpose;
	uint32_t scale; /* history/sample.h */
	bool is_counter; /* kept as a rate per second */
};

/* NULL: a purpose that has no history. */
const struct metric *metric_of(enum purpose purpose);

/* ---- writing: writer only ------------------------------------------------ */

struct samples;

/* NULL when out of memory. */
struct samples *samples_new(void);
void samples_free(struct samples *s);
OWNED_BY(struct samples, samples_free);

struct run_readings {
	struct olt_id olt;
	int64_t time_ms;
	size_t n; /* all ONUs of the OLT, ascending */
	const int64_t *onus;
};

/* One metric of a run: numbers[i] is of run->onus[i], not a number where there is
 * no reading. Inside a transaction. A run with no reading at all, a metric-less
 * purpose, and a run that is there already write nothing. */
enum rc samples_write(struct samples *s, struct db *db, const struct run_readings *run,
    enum purpose purpose, const double *numbers, struct err *err) MUST_CHECK;

void samples_keep(struct samples *s);
void samples_drop(struct samples *s);

/* Make the hourly block of one hour (its beginning) from what is stored, if there
 * is something and the block is not there yet. Inside a transaction. */
enum rc samples_seal_hour(struct samples *s, struct db *db, struct olt_id olt,
    enum purpose purpose, int64_t hour_ms, struct err *err) MUST_CHECK;

/* ---- reading: any connection --------------------------------------------- */

struct sample {
	int64_t time_ms;
	double value; /* of an hour, its average; not a number: no reading */
	double min, max; /* the value itself where it is no hour */
	uint32_t count; /* readings in it; 0 or 1 where it is no hour */
};

struct sample_query {
	struct olt_id olt;
	struct onu_id onu;
	enum purpose purpose;
	int64_t from_ms, to_ms; /* from <= time < to */
	enum history_kind kind; /* history_resolution() chooses */
};

struct sample_report {
	int64_t blocks; /* read */
	int64_t damaged; /* left out */
	int64_t gone; /* left out: made to a block that retention has removed */
	char first_damage[ERR_MAX]; /* which and why, for a person */
};

/* One ONU, in ascending time; told at the moments at which its OLT was read.
 * Moments at which it was not in the roster are left out. */
enum rc samples_of_onu(struct db *db, const struct sample_query *query,
    void (*found)(void *ctx, const struct sample *sample), void *ctx,
    struct sample_report *ret, struct err *err) MUST_CHECK;

/* The last run at or before at_ms, not older than max_age_ms: every ONU with a
 * reading. RC_NOT_FOUND: no such run, or it is damaged. */
struct sample_moment {
	struct olt_id olt;
	enum purpose purpose;
	int64_t at_ms;
	int64_t max_age_ms;
	const struct position *port; /* its ONUs only; NULL: all of the OLT */
};
enum rc samples_at(struct db *db, const struct sample_moment *moment,
    void (*found)(void *ctx, struct onu_id onu, const struct sample *sample), void *ctx,
    struct err *err) MUST_CHECK;

#endif
