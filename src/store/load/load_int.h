/* SPDX-License-Identifier: Apache-2.0
 *
 * store/load/load_int.h - the parts of loading a site, for the files of store/.
 */
#ifndef FACHO_STORE_LOAD_LOAD_INT_H
#define FACHO_STORE_LOAD_LOAD_INT_H

#include "store/load/load.h"

/* OLTs by their ids, both ends included. */
struct site_range {
	int64_t first, last;
};

/* A job with its OIDs, as nodes of any number of OLTs use it. */
struct loaded_job {
	struct job job;
	size_t n_oids;
	struct stored_oid *oids;
	uint64_t hash;
};

/* What OLTs share. Counted: any thread may ref and unref. */
struct loaded_jobs;

/* The jobs that OLTs of this range have nodes of, and the settings. */
enum rc loaded_jobs_load(struct db *db, const struct site_range *range,
    struct loaded_jobs **ret_jobs, struct err *err) MUST_CHECK;
struct loaded_jobs *loaded_jobs_ref(struct loaded_jobs *jobs);
void loaded_jobs_unref(struct loaded_jobs *jobs);
OWNED_BY(struct loaded_jobs, loaded_jobs_unref);

/* NULL: there is none, or it is deleted. Borrowed. */
const struct loaded_job *loaded_jobs_find(
    const struct loaded_jobs *jobs, struct job_id id);
/* Borrowed. */
const struct loaded_words *loaded_jobs_words(const struct loaded_jobs *jobs);
/* By type, before an OLT overrides them. Borrowed. */
const struct snmp_settings *loaded_jobs_settings(const struct loaded_jobs *jobs);

/* Everything is in the arena. */
enum rc loaded_words_load(struct db *db, struct arena *arena,
    struct loaded_words *ret_words, struct err *err) MUST_CHECK;

uint64_t load_hash_job(const struct loaded_job *job);
uint64_t load_hash_olt(const struct loaded_olt *olt);

#endif
