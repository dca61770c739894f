/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/plant.h - a Facho that runs inside a benchmark or a test: a database with the
 * catalogue, the writer, the engine and the upkeep, put together as the daemon does it,
 * against simulated OLTs in another process (lab.h).
 *
 *	struct plant p = { 0 };
 *	plant_open(&p, where, folder);
 *	struct olt_id a = plant_olt(&p, "A", port);
 *	struct job_id job = plant_job(&p, &(struct plant_job){ "discovery", ... });
 *	struct node_id node = plant_node(&p, a, job);
 *	plant_start(&p);
 *	plant_run(&p, node);		(waits for its end)
 *	plant_stop(&p);
 *
 * Any failure ends the program with a sentence.
 */
#ifndef FACHO_BENCH_PLANT_H
#define FACHO_BENCH_PLANT_H

#include "engine/engine.h"
#include "engine/upkeep.h"
#include "store/db/db.h"
#include "store/core/writer.h"

struct watcher;

struct plant {
	char where[512];
	struct db *db; /* of the test itself */
	struct vault *vault;
	struct profile_set *profiles;
	struct samples *samples;
	struct writer *writer;
	struct engine *engine; /* NULL: it does not run */
	struct upkeep *upkeep;
	struct watcher *_Atomic watcher; /* NULL: it does not run */
	uint64_t last_event;

	/* To be changed before plant_start. */
	struct coordinator_rules rules;
	struct snmpc_limits limits;
	struct writer_options writing;
	bool has_keeper;
	bool has_watcher;
	int64_t check_ms, upkeep_ms; /* of the upkeep; 0: as usual */
};

/* where: as for db_open, an empty database; folder: for the key file. */
void plant_open(struct plant *p, const char *where, const char *folder);
/* Stops it too. */
void plant_close(struct plant *p);

/* An OLT on loopback; profile NULL: to be detected. */
struct olt_id plant_olt(
    struct plant *p, const char *name, uint16_t port, const char *profile);

struct plant_job {
	const char *name;
	enum task_type type;
	const char *profile; /* "huawei_smartax" */
	const char *columns; /* "onu/serial,onu/status" */
	int64_t interval_ms;
	int64_t retries;
	int64_t retry_delay_ms;
};

struct job_id plant_job(struct plant *p, const struct plant_job *job);
/* Its first run is far away: it runs when it is asked to. */
struct node_id plant_node(struct plant *p, struct olt_id olt, struct job_id job);

/* Recover, load, run. */
void plant_start(struct plant *p);
void plant_stop(struct plant *p);
/* As whoever changed something of an OLT does. */
void plant_reload(struct plant *p, struct olt_id olt);

/* Wait for an event of this kind, of this execution (0: any) or OLT (0: any); what
 * comes before it is passed over. Dies after a minute. */
struct plant_wait {
	enum coordinator_event_kind kind;
	struct execution_id execution;
	struct olt_id olt;
};
struct engine_event plant_wait(struct plant *p, const struct plant_wait *wait);

/* Ask for a run by hand. */
struct execution_id plant_ask(struct plant *p, struct node_id node);
/* And wait for its end. */
struct execution_id plant_run(struct plant *p, struct node_id node);

/* Stopped, and started again with the next slot of a node at this moment: a program
 * that runs keeps the times that it has. */
void plant_restart_due(struct plant *p, struct node_id node, int64_t next_run_ms);
/* Wait until so many executions are over in the database. */
void plant_settle(struct plant *p, int64_t n);

/* One number, one text of the database; -1 and "" for NULL. */
int64_t plant_number(struct plant *p, const char *sql);
const char *plant_text(struct plant *p, const char *sql);
void plant_do(struct plant *p, const char *sql);
/* Many OLTs and nodes in one transaction. */
void plant_begin(struct plant *p);
void plant_commit(struct plant *p);

#endif
