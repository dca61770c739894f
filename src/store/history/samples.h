/* SPDX-License-Identifier: Apache-2.0
 *
 * store/history/samples.h - numbers over time: history blocks in the database.
 *
 * Writing is stateful: a struct samples belongs to the writer and remembers the
 * roster and the last key block of every OLT and metric, and how far hours are
 * sealed. It follows the transaction: samples_keep after a commit, samples_drop after
 * a rollback.
 *
 * Reading needs nothing but a connection. A damaged block costs that block (and
 * those made to it): it is counted, told, and the reading goes on.
 */
#ifndef FACHO_STORE_HISTORY_SAMPLES_H
#define FACHO_STORE_HISTORY_SAMPLES_H

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

/* Whose numbers. In readings and questions an "ONU" is the id of such a thing. */
enum samples_subject {
	SUBJECT_ONUS,
	SUBJECT_PORTS, /* pon_ports.id */
	SUBJECT_CHASSIS, /* samples_part_id() */
	SUBJECT_VALUES, /* olt_values.id */
};

/* The id of a part of the chassis; "" is the device as a whole. The same for ever. */
int64_t samples_part_id(const char *part);

struct metric {
	uint32_t number; /* in blocks and rows: never changes its meaning */
	enum purpose purpose;
	uint32_t scale; /* history/sample.h */
	bool is_counter; /* kept as a rate per second */
	enum samples_subject subject;
};

/* NULL: a purpose that has no history, or a custom column. */
const struct metric *metric_of(enum purpose purpose);

/* Of a port: "rx_median_dbm" and "rx_worst_dbm" of its ONUs, "traffic_in" and
 * "traffic_out" of its counters. NULL: there is none of that name. */
const struct metric *metric_of_port(const char *name);

/* Numbers of the program itself; those of custom columns are above. */
enum { METRIC_BUILTIN_MAX = 999 };

/* ---- writing: writer only ------------------------------------------------ */

struct samples;

/* NULL when out of memory. */
struct samples *samples_new(void);
void samples_free(struct samples *s);
OWNED_BY(struct samples, samples_free);

struct run_readings {
	struct olt_id olt;
	int64_t time_ms;
	size_t n; /* all ONUs (ports, parts) of the OLT, ascending */
	const int64_t *onus;
};

/* One metric of a run: numbers[i] is of run->onus[i], not a number where there is
 * no reading; of a counter, its rate. Inside a transaction. A run with no reading at
 * all writes nothing. */
enum rc samples_write(struct samples *s, struct db *db, const struct run_readings *run,
    const struct metric *metric, const double *numbers, struct err *err) MUST_CHECK;

/* The metric of a custom column ("custom:name"): the same number for ever. One that is
 * new gets the scale. Inside a transaction. */
enum rc samples_metric(struct samples *s, struct db *db, const char *name, uint32_t scale,
    struct metric *ret, struct err *err) MUST_CHECK;

void samples_keep(struct samples *s);
void samples_drop(struct samples *s);

/* Hours are sealed when they have been over for this long. */
enum { SEAL_GRACE_MS = 120000 };

/* One step of making hourly blocks (min, mean, max, count) of the hours that are over:
 * at most one block, a few milliseconds. Finds by itself what is missing, in all OLTs
 * and metrics, also after a restart. *ret_is_over: nothing is left to do in this hour,
 * and asking again costs nothing until the next. Inside a transaction. */
enum rc samples_seal_due(struct samples *s, struct db *db, int64_t now_ms,
    bool *ret_is_over, struct err *err) MUST_CHECK;

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
	const char *custom; /* PURPOSE_CUSTOM: its name, without "custom:" */
	uint32_t metric; /* not 0: this one, whatever the purpose */
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
	const char *custom; /* as above */
	bool by_hour; /* averages of the last hour that has ended, instead of a run */
	uint32_t metric; /* not 0: this one, whatever the purpose */
};
enum rc samples_at(struct db *db, const struct sample_moment *moment,
    void (*found)(void *ctx, struct onu_id onu, const struct sample *sample), void *ctx,
    struct err *err) MUST_CHECK;

#endif
