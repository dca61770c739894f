/* SPDX-License-Identifier: Apache-2.0
 *
 * store/load/load.h - everything the engine must know of an OLT to run it, at once: the OLT
 * and its opened secrets, its nodes in order, their jobs and OIDs, how it is asked, and
 * what was learnt about it.
 *
 * All OLTs are loaded by a few statements that go through them side by side, in one
 * moment of the database; a node that is due at start is found here by its time. What
 * comes out does not change any more: any thread may read it, and its owner frees it
 * from whichever thread it likes. Jobs and OIDs are shared by the OLTs of one load, and
 * go with the last of them.
 *
 * Meant for a connection that reads. Owner of the connection only.
 */
#ifndef FACHO_STORE_LOAD_LOAD_H
#define FACHO_STORE_LOAD_LOAD_H

#include "base/own.h"
#include "model/job.h"
#include "model/olt.h"
#include "model/onu.h"
#include "model/catalogue_entity.h"
#include "store/olt/olt.h"
#include "store/catalogue/snmp_settings.h"

struct db;
struct vault;

struct loaded_node {
	struct node node; /* enabled only if its job, its workflow and its OLT are too */
	const struct job *job;
	size_t n_oids;
	const struct stored_oid *oids; /* of the job, in its order; disabled ones too */
	uint64_t job_hash; /* another one when the job or one of these changed */
	int64_t last_slot_ms; /* the latest it was run for, 0: none, or not asked for */
};

/* Index formulas and state labels that people edited or made, of all brands, the more
 * special ones last: a later one of the same name or value counts. */
struct loaded_words {
	size_t n_formulas;
	const struct stored_formula *formulas;
	size_t n_labels;
	const struct stored_label *labels;
};

struct loaded_column {
	const char *oid;
	enum olt_column state;
	int64_t since_ms;
};

struct loaded_onu {
	struct onu onu;
	enum state run_state; /* as last stored; STATE_NONE: not known */
};

struct loaded_olt {
	struct olt olt; /* never a deleted one */
	struct olt_secrets secrets; /* wiped when it is freed */
	enum rc secrets_rc; /* RC_OK, or why they did not open and are empty */
	struct olt_learnt learnt;
	bool is_workflow_enabled;

	/* Each master before those chained to it, and these in the order in which they
	 * run: the higher priority first, then the lower id. Nodes of deleted jobs are
	 * not here, and those chained to them neither: they never run. */
	size_t n_nodes;
	const struct loaded_node *nodes;

	const struct loaded_words *words; /* shared by the OLTs of a load */

	/* By type: the operation's own, else the general ones, overridden by the OLT.
	 * What is -1 or NULL is as the program's settings say. */
	struct snmp_settings settings[TASK_TYPES];

	size_t n_columns; /* those of which something is known, by OID */
	const struct loaded_column *columns;

	size_t n_onus; /* 0 unless asked for; by id, absent ones too */
	const struct loaded_onu *onus;

	/* Over all that people set up and that matters for running it, secrets included;
	 * not over what the engine writes itself: times, counters, suspension, what was
	 * learnt, columns, ONUs. Good for comparing within this process: another one gets
	 * another number. */
	uint64_t hash;
};

void loaded_olt_free(struct loaded_olt *s);
OWNED_BY(struct loaded_olt, loaded_olt_free);

struct load_query {
	struct olt_id olt; /* 0: all that are not deleted, in the order of their ids */
	bool with_onus;
	bool with_slots; /* of its nodes, the latest they were run for */
};

/* One at a time, from now on owned by whoever is told. It must not use the connection,
 * and loading stops at the first outcome that is not RC_OK. */
typedef enum rc (*store_site_row)(void *ctx, struct loaded_olt *olt);

/* RC_NOT_FOUND: the one asked for is gone or deleted. */
enum rc store_load_olts(struct db *db, const struct vault *vault,
    const struct load_query *query, store_site_row row, void *ctx, struct err *err)
    MUST_CHECK;

/* Which OLTs to load again when a job, or an OID of the catalogue, has changed: those
 * with nodes of it, deleted jobs included, by id. */
typedef enum rc (*store_site_id)(void *ctx, struct olt_id olt);
enum rc store_olts_of_job(struct db *db, struct job_id job, store_site_id row, void *ctx,
    struct err *err) MUST_CHECK;
enum rc store_olts_of_oid(struct db *db, struct oid_id oid, store_site_id row, void *ctx,
    struct err *err) MUST_CHECK;

#endif
