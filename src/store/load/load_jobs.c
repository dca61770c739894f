/* SPDX-License-Identifier: Apache-2.0
 *
 * The jobs, OIDs and settings of a site: loaded once, used by all its OLTs. And the
 * way back: whose OLTs a job's are.
 */
#include <stdatomic.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "store/work/job_row.h"
#include "store/core/entity.h"
#include "store/load/load_int.h"
#include "store/db/query.h"

struct loaded_jobs {
	atomic_size_t users;
	struct arena *arena; /* everything below lives there, except by_id */
	struct map *by_id; /* struct loaded_job */
	struct snmp_settings settings[TASK_TYPES];
	struct loaded_words words;
};

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for the jobs of a site");
}

static struct loaded_jobs *
jobs_new(void)
{
	struct loaded_jobs *jobs = calloc(1, sizeof(*jobs));

	if (!jobs)
		return NULL;
	atomic_init(&jobs->users, 1);
	jobs->arena = arena_new(0);
	jobs->by_id = map_new();
	if (jobs->arena && jobs->by_id)
		return jobs;
	loaded_jobs_unref(jobs);
	return NULL;
}

struct loaded_jobs *
loaded_jobs_ref(struct loaded_jobs *jobs)
{
	(void)atomic_fetch_add(&jobs->users, 1); /* nobody needs the count */
	return jobs;
}

void
loaded_jobs_unref(struct loaded_jobs *jobs)
{
	if (!jobs || atomic_fetch_sub(&jobs->users, 1) > 1)
		return;
	map_free(jobs->by_id);
	arena_free(jobs->arena);
	free(jobs);
}

const struct loaded_job *
loaded_jobs_find(const struct loaded_jobs *jobs, struct job_id id)
{
	return map_find_u64(jobs->by_id, (uint64_t)id.v);
}

const struct loaded_words *
loaded_jobs_words(const struct loaded_jobs *jobs)
{
	return &jobs->words;
}

const struct snmp_settings *
loaded_jobs_settings(const struct loaded_jobs *jobs)
{
	return jobs->settings;
}

/* ---- jobs ---------------------------------------------------------------- */

static enum rc
add_job(struct loaded_jobs *jobs, const struct db_stmt *q, struct err *err)
{
	struct loaded_job *j = arena_alloc(jobs->arena, sizeof(*j));
	enum rc rc =
	    j ? entity_read(&JOB_ENTITY, q, jobs->arena, &j->job, err) : no_memory(err);

	if (rc != RC_OK)
		return rc;
	rc = map_add_u64(jobs->by_id, (uint64_t)j->job.id.v, j);
	return rc == RC_OK ? rc : no_memory(err);
}

static enum rc
load_jobs(struct db *db, const struct site_range *range, struct loaded_jobs *jobs,
    struct err *err)
{
	static const char rest[] =
	    "FROM jobs WHERE deleted_ms IS NULL AND id IN "
	    "(SELECT job_id FROM nodes WHERE olt_id BETWEEN $1 AND $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &JOB_ENTITY, rest, DB_ARGS(range->first, range->last), &q, err);

	while (db_next(q, &rc, err))
		rc = add_job(jobs, q, err);
	return rc;
}

/* ---- their OIDs ---------------------------------------------------------- */

/* From a vector, which grows, to the arena, which does not. */
static enum rc
settle_oids(struct loaded_jobs *jobs, int64_t job, struct vec *oids, struct err *err)
{
	struct loaded_job *j = map_find_u64(jobs->by_id, (uint64_t)job);
	int64_t *ids;

	if (!j || oids->n == 0) {
		vec_clear(oids);
		return RC_OK;
	}
	ids = arena_alloc(jobs->arena, oids->n * sizeof(*ids));
	j->oids = arena_alloc(jobs->arena, oids->n * sizeof(*j->oids));
	if (!ids || !j->oids)
		return no_memory(err);
	memcpy(j->oids, oids->data, oids->n * sizeof(*j->oids));
	for (size_t i = 0; i < oids->n; i++)
		ids[i] = j->oids[i].id.v;
	j->n_oids = j->job.n_oids = oids->n;
	j->job.oids = ids;
	vec_clear(oids);
	return RC_OK;
}

static enum rc
read_oids(struct db_stmt *q, struct loaded_jobs *jobs, struct vec *oids, struct err *err)
{
	int64_t job = 0;
	enum rc rc = RC_OK;

	while (db_next(q, &rc, err)) {
		struct stored_oid *o;

		if (db_int(q, entity_columns(&OID_ENTITY)) != job) {
			rc = settle_oids(jobs, job, oids, err);
			job = db_int(q, entity_columns(&OID_ENTITY));
		}
		if (rc != RC_OK)
			return rc;
		o = vec_add(oids);
		if (!o)
			return no_memory(err);
		rc = entity_read(&OID_ENTITY, q, jobs->arena, o, err);
	}
	return rc == RC_OK ? settle_oids(jobs, job, oids, err) : rc;
}

static enum rc
load_oids(struct db *db, const struct site_range *range, struct loaded_jobs *jobs,
    struct err *err)
{
	static const char rest[] =
	    ", job_id FROM job_oids "
	    "JOIN oids ON oids.id = job_oids.oid_id WHERE deleted_ms IS NULL "
	    "AND job_id IN (SELECT job_id FROM nodes WHERE olt_id BETWEEN $1 AND $2) "
	    "ORDER BY job_id, place, oid_id";
	struct vec oids = VEC_INIT(struct stored_oid);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &OID_ENTITY, rest, DB_ARGS(range->first, range->last), &q, err);

	if (rc == RC_OK)
		rc = read_oids(q, jobs, &oids, err);
	vec_fini(&oids);
	return rc;
}

/* ---- all of it ----------------------------------------------------------- */

enum rc
loaded_jobs_load(struct db *db, const struct site_range *range,
    struct loaded_jobs **ret_jobs, struct err *err)
{
	struct loaded_jobs *jobs OWNED(loaded_jobs_unref) = jobs_new();
	size_t at = 0;
	struct loaded_job *j;
	enum rc rc = jobs ? RC_OK : no_memory(err);

	if (rc == RC_OK)
		rc = store_snmp_settings_all(db, jobs->arena, jobs->settings, err);
	if (rc == RC_OK)
		rc = load_jobs(db, range, jobs, err);
	if (rc == RC_OK)
		rc = load_oids(db, range, jobs, err);
	if (rc == RC_OK)
		rc = loaded_words_load(db, jobs->arena, &jobs->words, err);
	if (rc != RC_OK)
		return rc;
	while ((j = map_next(jobs->by_id, &at)))
		j->hash = load_hash_job(j);
	*ret_jobs = GIVE(jobs);
	return RC_OK;
}

/* ---- which ones ---------------------------------------------------------- */

static enum rc
tell_ids(struct db *db, const char *sql, int64_t about, store_site_id row, void *ctx,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(about), &q, err);

	while (db_next(q, &rc, err))
		rc = row(ctx, (struct olt_id){ db_int(q, 0) });
	return rc;
}

enum rc
store_olts_of_job(
    struct db *db, struct job_id job, store_site_id row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT n.olt_id FROM nodes n JOIN olts o ON o.id = n.olt_id "
	    "WHERE n.job_id = $1 AND o.deleted_ms IS NULL ORDER BY n.olt_id";

	return tell_ids(db, sql, job.v, row, ctx, err);
}

enum rc
store_olts_of_oid(
    struct db *db, struct oid_id oid, store_site_id row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT DISTINCT n.olt_id FROM job_oids u JOIN nodes n ON n.job_id = "
	    "u.job_id "
	    "JOIN olts o ON o.id = n.olt_id "
	    "WHERE u.oid_id = $1 AND o.deleted_ms IS NULL ORDER BY n.olt_id";

	return tell_ids(db, sql, oid.v, row, ctx, err);
}
