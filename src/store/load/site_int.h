/* SPDX-License-Identifier: Apache-2.0
 *
 * store/load/site_int.h - the parts of loading a site, for the files of store/.
 */
#ifndef FACHO_STORE_LOAD_SITE_INT_H
#define FACHO_STORE_LOAD_SITE_INT_H

#include "store/load/site.h"

/* OLTs by their ids, both ends included. */
struct site_range {
	int64_t first, last;
};

/* A job with its OIDs, as nodes of any number of OLTs use it. */
struct site_job {
	struct job job;
	size_t n_oids;
	struct stored_oid *oids;
	uint64_t hash;
};

/* What OLTs share. Counted: any thread may ref and unref. */
struct site_jobs;

/* The jobs that OLTs of this range have nodes of, and the settings. */
enum rc site_jobs_load(struct db *db, const struct site_range *range,
    struct site_jobs **ret_jobs, struct err *err) MUST_CHECK;
struct site_jobs *site_jobs_ref(struct site_jobs *jobs);
void site_jobs_unref(struct site_jobs *jobs);
OWNED_BY(struct site_jobs, site_jobs_unref);

/* NULL: there is none, or it is deleted. Borrowed. */
const struct site_job *site_jobs_find(const struct site_jobs *jobs, struct job_id id);
/* Borrowed. */
const struct site_words *site_jobs_words(const struct site_jobs *jobs);
/* By type, before an OLT overrides them. Borrowed. */
const struct snmp_settings *site_jobs_settings(const struct site_jobs *jobs);

/* Everything is in the arena. */
enum rc site_words_load(struct db *db, struct arena *arena, struct site_words *ret_words,
    struct err *err) MUST_CHECK;

uint64_t site_hash_job(const struct site_job *job);
uint64_t site_hash_olt(const struct site_olt *olt);

#endif
