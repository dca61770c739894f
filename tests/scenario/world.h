/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/scenario/world.h - a small world for the coordinator to live in: a clock that only
 * moves when it is told to, OLTs that answer after a while or not at all, a database
 * that remembers, and a log of all that happened. Days pass in milliseconds.
 *
 *	struct world *w = world_new(&(struct world_options){ .pollers = 4 });
 *	world_olt(w, 1)->duration_ms = 20000;
 *	world_node(w, 1, 11, 5 * MINUTE);
 *	world_tell(w, 1);
 *	world_pass(w, HOUR);
 *	assert_int_equal(world_runs(w, 11, START, world_now(w)), 12);
 *
 * At everything that happens the world checks what must always hold, and the test
 * fails where it does not:
 *   - never two orders on one OLT, nor more units than pollers, nor a start on an OLT
 *     that is disabled, nor on a suspended one unless a person asked for it;
 *   - tokens of an OLT grow; a slot of a node is run by one execution;
 *   - an execution ends exactly once, and what has ended is not touched again;
 *   - the coordinator never calls for what the contract of coordinator/coordinator.h does not allow.
 */
#ifndef FACHO_TESTS_WORLD_H
#define FACHO_TESTS_WORLD_H

#include "base/vec.h"
#include "coordinator/local_queue.h"
#include "coordinator/coordinator.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
/* 2026-01-01 00:00 UTC, a full hour. */
#define START INT64_C(1767225600000)

struct world;

struct world_options {
	int32_t pollers; /* 0: 50 */
	size_t bound; /* of the queue; 0: 100,000 */
	bool stays_suspended;
	int64_t watch_ms; /* 0: nobody is watched, so that only runs and probes count */
	uint64_t seed;
};

struct world *world_new(const struct world_options *options);
void world_free(struct world *w);

/* A test with a world of 20 pollers as its state. */
int world_setup(void **state);
int world_teardown(void **state);
#define IN_WORLD(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)

/* ---- OLTs and their nodes ------------------------------------------------------ */

/* What an OLT does with an order; change it at any time. */
struct world_olt {
	struct olt_id id;
	char name[32];
	bool enabled;
	bool is_deleted;
	int64_t n_onus;
	int64_t finds; /* so many ONUs are known after a discovery that was answered */
	int64_t duration_ms; /* of an order that is answered; 1,000 at first */
	bool is_silent; /* an order fails with TIMEOUT after silent_ms */
	int64_t silent_ms; /* 5,000 at first */
	/* Of one that is answered; SUCCESS at first. INTERRUPTED: there is nothing to ask. */
	enum execution_state result;

	int64_t up_mono_ms; /* the device started then; 0: it says no uptime */

	/* What the database knows. */
	int32_t failures;
	int64_t suspended_ms, not_answering_ms, up_since_ms, last_answer_ms;
	int64_t probes;
	int64_t last_probe_ms;
	int64_t restarts; /* that the coordinator has noticed */
	int64_t last_token;
	struct execution_id under_way; /* 0: nothing */
	bool is_probed;
	int64_t probed_mono_ms;
};

struct world_node {
	struct coordinator_node coordinator; /* next_run_ms is what the database knows */
	struct olt_id olt;
	bool is_deleted;
	char name[32];
	int64_t duration_ms; /* -1: as its OLT */
	int64_t slices; /* > 1: a sweep of so many, slice_ms apart */
	int64_t slice_ms;
	int64_t
	    slice_every_ms; /* or from beginning to beginning, as far as there is time */
	int64_t skipped; /* as the database counts */
	bool needs_onus; /* there is nothing to ask while its OLT has none */
};

/* The one with this id, made when it is new. The coordinator knows nothing of it until
 * world_tell. A node is `get` by interval, priority 40, in `polling`, with 2 retries
 * 120 s apart. */
struct world_olt *world_olt(struct world *w, int64_t olt);
struct world_node *world_node(
    struct world *w, int64_t olt, int64_t node, int64_t interval_ms);
/* Chained to master. */
struct world_node *world_link(
    struct world *w, int64_t master, int64_t node, int64_t priority);

/* Tell the coordinator how the OLT is now. */
void world_tell(struct world *w, int64_t olt);
void world_tell_all(struct world *w);

/* ---- time and fate ---------------------------------------------------------------- */

int64_t world_now(const struct world *w); /* the wall clock */
void world_pass(struct world *w, int64_t ms);
int64_t world_mono(const struct world *w);
/* Somebody sets the wall clock. */
void world_step_clock(struct world *w, int64_t by_ms);
/* The coordinator is not called for so long, and nothing else happens. */
void world_sleep(struct world *w, int64_t ms);
/* kill -9, and again after down_ms: only the database is left. */
void world_restart(struct world *w, int64_t down_ms);
/* The database goes away or comes back. The engine's part is played: away, and more
 * than ten results wait: hold; back, and none waits: go on. */
void world_database(struct world *w, bool is_away);
/* What the writer says from now on; RC_OK at first. */
void world_store_says(struct world *w, enum rc rc);

/* Change them, then tell the coordinator. */
struct coordinator_rules *world_rules(struct world *w);
void world_rule(struct world *w);

/* A person. Returns the id of the execution. */
int64_t world_run_now(struct world *w, int64_t node, bool alone);
uint64_t world_random(struct world *w, uint64_t below);

/* ---- what happened ------------------------------------------------------------------ */

/* One order; slices of a sweep are one each. */
struct world_order {
	struct execution_id execution;
	struct olt_id olt;
	struct node_id node;
	int64_t slot_ms;
	int64_t started_ms;
	int64_t ended_ms; /* 0: it runs */
	int64_t limit_ms;
	int32_t attempt, poller;
	enum lane lane;
	int64_t late_ms;
	bool is_slice;
	bool is_first; /* nothing of its node had come before */
	bool was_stopped;
};

/* In the order of their starts. */
size_t world_n_orders(const struct world *w);
const struct world_order *world_order(const struct world *w, size_t i);
/* The i-th of a node, counted from 0. Fails when there is none. */
const struct world_order *world_order_of(const struct world *w, int64_t node, size_t i);
/* Orders of a node that started from <= t < to. */
int64_t world_runs(const struct world *w, int64_t node, int64_t from, int64_t to);

/* An execution as the database has it; fails when it has not. */
const struct execution *world_execution(const struct world *w, int64_t execution);
/* Executions of a node whose slots lie from <= t < to, whatever became of them. */
int64_t world_slots(const struct world *w, int64_t node, int64_t from, int64_t to);
/* The id that was given out last. */
int64_t world_last_execution(const struct world *w);
/* How many in the database are in this state. */
int64_t world_count(const struct world *w, enum execution_state state);
/* How often something was said, and the last that was. */
int64_t world_said(const struct world *w, enum coordinator_event_kind kind);
const char *world_last(const struct world *w, enum coordinator_event_kind kind);
int64_t world_last_number(const struct world *w, enum coordinator_event_kind kind);

struct coordinator *world_desk(struct world *w);
struct node_queue *world_queue(struct world *w);
struct moment world_moment(const struct world *w);
struct coordinator_figures world_figures(const struct world *w);

/* Everybody who is told what the coordinator says; for the ledger. May be NULL. */
void world_listen(struct world *w,
    void (*say)(void *ctx, const struct coordinator_event *event), void *ctx);

#endif
