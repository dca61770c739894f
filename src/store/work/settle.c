/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/settle.h"

#include "base/arena.h"
#include "base/vec.h"
#include "store/db/query.h"

static enum rc
take_fit(void *ctx, const struct job_fit *fit)
{
	struct job_fit *item = vec_add(ctx);

	if (!item)
		return RC_NOMEM;
	*item = *fit;
	return RC_OK;
}

static enum rc
tell(const struct settling *s, struct db *db, const struct job_fit *fit,
    enum settled what, struct err *err)
{
	return s->settled ? s->settled(s->ctx, db, fit, what, err) : RC_OK;
}

static enum rc
make(struct db *db, const struct settling *s, struct job_fit *fit, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct node_apply how = { .job = fit->job, .olt = fit->olt, .now_ms = s->now_ms };
	struct job job;
	enum rc rc = arena ? store_job_get(db, fit->job, arena, &job, err) : RC_NOMEM;

	if (rc == RC_OK)
		rc = s->first_run(&job, fit->olt, s->now_ms, &how.next_run_ms, err);
	if (rc == RC_INVALID) /* a time that never comes */
		return tell(s, db, fit, SETTLED_LEFT, err);
	if (rc == RC_OK)
		rc = store_node_apply(db, &how, &fit->node, err);
	return rc == RC_OK ? tell(s, db, fit, SETTLED_MADE, err) : rc;
}

/* Asked for beforehand: a statement that fails ends the transaction. */
static enum rc
is_master(struct db *db, struct node_id node, bool *ret_is_master, struct err *err)
{
	static const char sql[] = "SELECT count(*) FROM nodes WHERE master_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(node.v), &q, err);

	if (rc == RC_OK)
		*ret_is_master = db_int(q, 0) > 0;
	return rc;
}

static enum rc
take_away(struct db *db, const struct settling *s, struct job_fit *fit, struct err *err)
{
	bool has_chained = false;
	enum rc rc = is_master(db, fit->node, &has_chained, err);

	if (rc != RC_OK)
		return rc;
	rc = tell(s, db, fit, has_chained ? SETTLED_LEFT : SETTLED_GONE, err);
	return rc == RC_OK && !has_chained ? store_node_delete(db, fit->node, err) : rc;
}

static enum rc
settle(struct db *db, const struct settling *s, const struct vec *fits, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < fits->n && rc == RC_OK; i++) {
		struct job_fit fit = *VEC_AT(fits, struct job_fit, i);

		if (fit.fits && !fit.node.v)
			rc = make(db, s, &fit, err);
		else if (!fit.fits && fit.node.v)
			rc = take_away(db, s, &fit, err);
	}
	return rc;
}

enum rc
store_olt_settle(
    struct db *db, struct olt_id olt, const struct settling *s, struct err *err)
{
	struct vec fits = VEC_INIT(struct job_fit);
	enum rc rc = store_olt_fits(db, olt, take_fit, &fits, err);

	if (rc == RC_OK)
		rc = settle(db, s, &fits, err);
	vec_fini(&fits);
	return rc;
}

enum rc
store_job_settle(
    struct db *db, struct job_id job, const struct settling *s, struct err *err)
{
	struct vec fits = VEC_INIT(struct job_fit);
	enum rc rc = store_job_fits(db, job, take_fit, &fits, err);

	if (rc == RC_OK)
		rc = settle(db, s, &fits, err);
	vec_fini(&fits);
	return rc;
}
