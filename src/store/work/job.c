/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/job.h"

#include <string.h>

#include "base/vec.h"
#include "store/catalogue/catalogue_row.h"
#include "store/work/job_row.h"
#include "store/core/entity.h"
#include "store/core/tx.h"
#include "store/db/query.h"

static enum rc
missing(struct job_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no job %lld", (long long)id.v);
}

/* ---- writing ------------------------------------------------------------- */

/* Fixed when the job is made: a copy of its name as it was. */
static enum rc
write_label(struct db *db, int64_t id, const struct job *job, struct err *err)
{
	static const char sql[] = "UPDATE jobs SET task_type = $2 WHERE id = $1";
	char label[JOB_LABEL_MAX];

	job_label(job->type, job->name, label);
	return db_exec(db, sql, DB_ARGS(id, label), err);
}

/* What is put, and from what it was made; NULL: all of it is written. */
struct putting {
	const struct job *before, *job;
	int64_t now_ms;
};

/* Generic is any brand, and any brand is none. */
static struct job
row_of(const struct job *job)
{
	struct job row = *job;

	if (row.target_brand.v == CATALOGUE_GENERIC)
		row.target_brand.v = 0;
	return row;
}

static entity_set
fields_of(const struct putting *p, const struct job *row)
{
	struct job before;

	if (!p->before)
		return ENTITY_ALL;
	before = row_of(p->before);
	return entity_changed(&JOB_ENTITY, &before, row);
}

static enum rc
write_row(struct db *db, const struct putting *p, int64_t *ret_id, struct err *err)
{
	const struct job *job = p->job;
	struct job row = row_of(job);
	struct entity_update update = { &JOB_ENTITY, &row, fields_of(p, &row),
		p->now_ms };
	enum rc rc;

	*ret_id = job->id.v;
	if (job->id.v)
		rc = entity_update(db, &update, err);
	else
		rc = entity_insert(db, &JOB_ENTITY, &row, p->now_ms, ret_id, err);
	if (rc == RC_NOT_FOUND)
		return missing(job->id, err);
	if (rc == RC_CONFLICT)
		return err_set(err, rc, "name: there is a job \"%s\" already", job->name);
	return rc == RC_OK && !job->id.v ? write_label(db, *ret_id, job, err) : rc;
}

static enum rc
clear_oids(struct db *db, int64_t job, struct err *err)
{
	static const char sql[] = "DELETE FROM job_oids WHERE job_id = $1";

	return db_exec(db, sql, DB_ARGS(job), err);
}

static enum rc
write_oids(struct db *db, int64_t id, const struct job *job, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO job_oids (job_id, oid_id, place) VALUES ($1, $2, $3)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = clear_oids(db, id, err);

	if (rc == RC_OK)
		rc = db_prepare(db, sql, &q, err);
	for (size_t i = 0; rc == RC_OK && i < job->n_oids; i++) {
		db_bind_args(q, DB_ARGS(id, job->oids[i], (int64_t)i));
		rc = db_bulk(q, err);
	}
	if (rc == RC_OK)
		rc = db_bulk_end(q, err);
	if (rc == RC_CONFLICT)
		return err_set(err, rc, "oids: one of them is gone, or is there twice");
	return rc;
}

/* Once they are in: none that is deleted, and none of another brand. */
static enum rc
check_oids(struct db *db, int64_t job, struct err *err)
{
	static const char sql[] =
	    "SELECT o.name, b.name, o.deleted_ms IS NOT NULL FROM jobs j "
	    "JOIN job_oids u ON u.job_id = j.id JOIN oids o ON o.id = u.oid_id "
	    "JOIN brands b ON b.id = o.brand_id WHERE j.id = $1 "
	    "AND (o.deleted_ms IS NOT NULL OR (j.brand_id <> 1 "
	    "AND o.brand_id <> 1 AND o.brand_id <> j.brand_id)) ORDER BY u.place LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(job), &q, err);

	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc != RC_OK)
		return rc;
	if (db_int(q, 2))
		return err_set(err, RC_CONFLICT, "oids: one of them is gone");
	return err_set(err, RC_INVALID, "oids: \"%s\" is for %s, the job is not",
	    db_text(q, 0), db_text(q, 1));
}

/* Brands and models that are there, and fit each other. */
static enum rc
check_brands(struct db *db, const struct job *job, struct err *err)
{
	int64_t mine = catalogue_brand(job->brand), wanted = job->target_brand.v;
	enum rc rc = catalogue_check_place(db, job->brand, (struct model_id){ 0 }, err);

	if (rc != RC_OK || job->target != JOB_FILTER)
		return rc;
	if (mine != CATALOGUE_GENERIC && wanted > CATALOGUE_GENERIC && wanted != mine)
		return err_set(err, RC_INVALID,
		    "target: the job is for another brand and would read nothing there");
	if (wanted == 0 && job->target_model.v)
		return err_set(
		    err, RC_INVALID, "target: a model needs its brand beside it");
	rc = catalogue_check_place(db, job->target_brand, job->target_model, err);
	return rc == RC_OK ? rc : err_prefix(err, rc, "target: ");
}

static bool
has_other_oids(const struct putting *p)
{
	const struct job *a = p->before, *b = p->job;

	return !a || a->n_oids != b->n_oids ||
	    (a->n_oids && memcmp(a->oids, b->oids, a->n_oids * sizeof(*a->oids)) != 0);
}

static enum rc
write_job(struct db *db, const struct putting *p, int64_t *ret_id, struct err *err)
{
	enum rc rc = write_row(db, p, ret_id, err);

	if (rc == RC_OK && has_other_oids(p))
		rc = write_oids(db, *ret_id, p->job, err);
	return rc == RC_OK ? check_oids(db, *ret_id, err) : rc;
}

static enum rc
put(struct db *db, const struct putting *p, int64_t *ret_id, struct err *err)
{
	struct tx tx;
	enum rc rc = job_check(p->job, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = check_brands(db, p->job, err);
	if (rc == RC_OK)
		rc = write_job(db, p, ret_id, err);
	return tx_end(&tx, rc, err);
}

enum rc
store_job_put(struct db *db, struct job *job, int64_t now_ms, struct err *err)
{
	struct putting p = { NULL, job, now_ms };
	int64_t id = 0;
	enum rc rc = put(db, &p, &id, err);

	if (rc == RC_OK)
		job->id.v = id;
	return rc;
}

enum rc
store_job_change(struct db *db, const struct job *before, const struct job *job,
    int64_t now_ms, struct err *err)
{
	struct putting p = { before, job, now_ms };
	int64_t id;

	return put(db, &p, &id, err);
}

enum rc
store_job_delete(struct db *db, struct job_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE jobs SET deleted_ms = $2 WHERE id = $1 AND deleted_ms IS NULL";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

/* ---- reading ------------------------------------------------------------- */

static enum rc
read_oids(struct db *db, struct arena *arena, struct job *j, struct err *err)
{
	static const char sql[] =
	    "SELECT oid_id FROM job_oids WHERE job_id = $1 ORDER BY place";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct vec oids = VEC_INIT(int64_t);
	enum rc rc = db_query(db, sql, DB_ARGS(j->id.v), &q, err);

	while (db_next(q, &rc, err)) {
		int64_t *oid = vec_add(&oids);

		if (!oid) {
			rc = err_set(err, RC_NOMEM, "out of memory");
			break;
		}
		*oid = db_int(q, 0);
	}
	if (rc == RC_OK && oids.n) {
		j->oids = (const int64_t *)(void *)arena_copy(
		    arena, oids.data, oids.n * sizeof(int64_t));
		j->n_oids = oids.n;
		rc = j->oids ? RC_OK : err_set(err, RC_NOMEM, "out of memory");
	}
	vec_fini(&oids);
	return rc;
}

enum rc
store_job_get(struct db *db, struct job_id id, struct arena *arena, struct job *ret_job,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct job j = { .id = { 0 } };
	enum rc rc = entity_query(
	    db, &JOB_ENTITY, "FROM jobs WHERE id = $1", DB_ARGS(id.v), &q, err);

	if (rc == RC_OK)
		rc = entity_first(&JOB_ENTITY, q, arena, &j, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc == RC_OK)
		rc = read_oids(db, arena, &j, err);
	if (rc == RC_OK)
		*ret_job = j;
	return rc;
}

enum rc
store_job_pace(struct db *db, const char *name, const struct job_pace *pace,
    int64_t now_ms, struct job_id *ret_job, struct err *err)
{
	static const char sql[] =
	    "UPDATE jobs SET interval_ms = $2, updated_ms = $3 WHERE name = $1 "
	    "AND interval_ms = $4 AND cron IS NULL AND deleted_ms IS NULL RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(
	    db, sql, DB_ARGS(name, pace->to_ms, now_ms, pace->from_ms), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	ret_job->v = rc == RC_OK ? db_int(q, 0) : 0;
	return RC_OK;
}
