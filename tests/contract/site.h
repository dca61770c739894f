/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/contract/site.h - a small site in a fresh database: an OLT, a job, a node
 * on it, and runs of it that are made up in a line or two.
 */
#ifndef FACHO_TESTS_SITE_H
#define FACHO_TESTS_SITE_H

#include "backends.h"

#include "store/work/execution.h"
#include "store/work/finish.h"
#include "store/history/samples.h"

enum { SITE_OLT = 1, SITE_JOB = 1, SITE_NODE = 1, SITE_ROWS = 160, SITE_COLUMNS = 8 };

/* 2026-01-01 00:00 UTC: a whole hour. */
#define SITE_MS INT64_C(1767225600000)

/* Puts the site in. */
void site_make(struct backend *b);

/* The number that a query of one row and column answers; -1 for NULL. */
int64_t site_ask(struct db *db, const char *sql);
/* The text of it; "" for NULL. Good until the next call. */
const char *site_ask_text(struct db *db, const char *sql);
void site_do(struct db *db, const char *sql);

/* A run under way: an execution that is RUNNING, and what it will bring. */
struct site_run {
	struct finish finish;
	struct finish_column columns[SITE_COLUMNS];
	struct finish_row rows[SITE_ROWS];
	struct value values[SITE_ROWS][SITE_COLUMNS];
};

/* Queued and started at now_ms; columns end with PURPOSES. */
void site_start(
    struct backend *b, struct site_run *run, int64_t now_ms, const enum purpose *columns);

/* The next row, at port/onu, all of its values null and answered. */
struct value *site_row(
    struct site_run *run, uint32_t port, uint32_t onu, const char *serial);

/* Take the step to its end, and ask the store to finish it. */
enum rc site_finish(struct backend *b, struct samples *samples, struct site_run *run,
    enum execution_step step, int64_t now_ms, struct finish_result *ret);

struct value site_real(double r);
struct value site_int(int64_t i);
struct value site_text(const char *text);
struct value site_state(int64_t code, enum state state, const char *label);

#endif
