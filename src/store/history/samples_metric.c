/* SPDX-License-Identifier: Apache-2.0
 *
 * Which number stands for what. Those of the program are in store/part/metric.c; custom
 * columns get theirs in history_metrics when they first bring a number, for ever.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "model/text.h"
#include "store/db/query.h"
#include "store/history/samples.h"
#include "store/history/samples_block.h"

enum { NAME_MAX_BYTES = TEXT_NAME_BYTES + 16 }; /* "custom:" and a name */

/* The map borrows its keys. */
struct named_metric {
	struct metric metric;
	char name[];
};

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for history");
}

void
samples_forget_metrics(struct samples *s)
{
	size_t at = 0;
	struct named_metric *metric;

	if (!s->metrics || map_count(s->metrics) == 0)
		return;
	while ((metric = map_next(s->metrics, &at)))
		free(metric);
	map_free(s->metrics);
	s->metrics = map_new(); /* NULL: nothing is remembered, and asked for each time */
}

/* RC_NOT_FOUND: not yet. */
static enum rc
load_metric(struct db *db, const char *name, struct metric *ret, struct err *err)
{
	static const char sql[] =
	    "SELECT metric, scale FROM history_metrics WHERE name = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(name), &q, err);

	if (rc == RC_OK)
		*ret = (struct metric){ (uint32_t)db_int(q, 0), PURPOSE_CUSTOM,
			(uint32_t)db_int(q, 1), false, SUBJECT_ONUS };
	return rc;
}

static enum rc
add_metric(struct db *db, const char *name, uint32_t scale, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO history_metrics (metric, name, scale) "
	    "SELECT COALESCE(MAX(metric), 0) + 1, CAST($1 AS TEXT), CAST($2 AS BIGINT) "
	    "FROM (SELECT CAST($3 AS BIGINT) AS metric "
	    "UNION ALL SELECT metric FROM history_metrics) AS taken";

	return db_exec(db, sql, DB_ARGS(name, scale, METRIC_BUILTIN_MAX), err);
}

static enum rc
remember(
    struct samples *s, const char *name, const struct metric *metric, struct err *err)
{
	size_t n = strlen(name);
	struct named_metric *kept;

	if (!s->metrics)
		return RC_OK;
	kept = calloc(1, sizeof(*kept) + n);
	if (kept) {
		kept->metric = *metric;
		memcpy(kept->name, name, n);
	}
	if (!kept || map_add(s->metrics, kept->name, n, kept) != RC_OK) {
		free(kept);
		return no_memory(err);
	}
	return RC_OK;
}

enum rc
samples_metric(struct samples *s, struct db *db, const char *name, uint32_t scale,
    struct metric *ret, struct err *err)
{
	const struct named_metric *kept =
	    s->metrics ? map_find(s->metrics, name, strlen(name)) : NULL;
	struct metric metric;
	enum rc rc;

	if (kept) {
		*ret = kept->metric;
		return RC_OK;
	}
	rc = load_metric(db, name, &metric, err);
	if (rc == RC_NOT_FOUND) {
		rc = add_metric(db, name, scale, err);
		if (rc == RC_OK)
			rc = load_metric(db, name, &metric, err);
	}
	if (rc == RC_OK)
		rc = remember(s, name, &metric, err);
	if (rc == RC_OK)
		*ret = metric;
	return rc;
}

enum rc
samples_find_metric(struct db *db, enum purpose purpose, const char *custom,
    uint32_t *ret_metric, struct err *err)
{
	const struct metric *builtin = metric_of(purpose);
	struct metric metric = { 0 };
	char name[NAME_MAX_BYTES];
	int n;
	enum rc rc;

	if (builtin) {
		*ret_metric = builtin->number;
		return RC_OK;
	}
	if (purpose != PURPOSE_CUSTOM || !custom)
		return err_set(
		    err, RC_INVALID, "%s has no history", purpose_info(purpose)->name);
	n = snprintf(name, sizeof(name), "custom:%s", custom);
	rc = n < 0 || (size_t)n >= sizeof(name) ? RC_NOT_FOUND
						: load_metric(db, name, &metric, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "custom:%.100s has no history", custom);
	if (rc == RC_OK)
		*ret_metric = metric.number;
	return rc;
}

enum rc
samples_next_metric(struct db *db, enum history_kind kind, struct olt_id olt,
    uint32_t after, uint32_t *ret_metric, struct err *err)
{
	static const char raw[] = "SELECT MIN(metric) FROM history_blocks "
				  "WHERE olt_id = $1 AND metric > $2";
	static const char hours[] = "SELECT MIN(metric) FROM history_hours "
				    "WHERE olt_id = $1 AND metric > $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(
	    db, kind == HISTORY_RAW ? raw : hours, DB_ARGS(olt.v, after), &q, err);

	if (rc == RC_OK)
		*ret_metric = (uint32_t)db_int(q, 0);
	return rc;
}
