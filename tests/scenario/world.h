/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/scenario/world.h - a simulated environment for the coordinator: a clock that
 * moves only when the test says so, OLTs that answer after some time or not at all, a
 * database, and a record of everything that happened. Days pass in milliseconds.
 *
 *	struct world *w = world_new(&(struct world_options){ .pollers = 4 });
 *	world_olt(w, 1)->duration_ms = 20000;
 *	world_node(w, 1, 11, 5 * MINUTE);
 *	world_tell(w, 1);
 *	world_pass(w, HOUR);
 *	assert_int_equal(world_runs(w, 11, START, world_now(w)), 12);
 *
 * At every event the world checks the following rules, and the test fails if one is
 * violated:
 *   - never two orders on one OLT, nor more units than pollers, nor a start on an OLT
 *     that is disabled, nor on a suspended one unless a user started it;
 *   - tokens of an OLT increase; a slot of a node is used by one execution;
 *   - an execution ends exactly once, and does not change after that;
 *   - the coordinator follows the contract of coordinator/coordinator.h.
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
	int64_t watch_ms; /* 0: not watched; only runs and probes count */
	uint64_t seed;
};

struct world *world_new(const struct world_options *options);
void world_free(struct world *w);

/* The setup of a test with a world of 20 pollers as its state. */
int world_setup(void **state);
int world_teardown(void **state);
#define IN_WORLD(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)

/* ---- OLTs and their nodes ------------------------------------------------------ */

/* How an OLT reacts to an order; can be changed at any time. */
struct world_olt {
	struct olt_id id;
	char name[32];
	bool enabled;
	bool is_deleted;
	int64_t n_onus;
	int64_t finds; /* number of known ONUs after an answered discovery */
	int64_t duration_ms; /* of an answered order; initially 1,000 */
	bool is_silent; /* an order fails with TIMEOUT after silent_ms */
	int64_t silent_ms; /* initially 5,000 */
	/* Of an answered order; initially SUCCESS. INTERRUPTED: there is nothing to
	 * request. */
	enum execution_state result;

	int64_t up_mono_ms; /* start of the device; 0: it reports no uptime */

	/* The data of the database. */
	int32_t failures;
	int64_t suspended_ms, not_answering_ms, up_since_ms, last_answer_ms;
	int64_t probes;
	int64_t last_probe_ms;
	int64_t restarts; /* restarts detected by the coordinator */
	int64_t last_token;
	struct execution_id under_way; /* 0: none */
	bool is_probed;
	int64_t probed_mono_ms;
};

struct world_node {
	struct coordinator_node coordinator; /* next_run_ms is that of the database */
	struct olt_id olt;
	bool is_deleted;
	char name[32];
	int64_t duration_ms; /* -1: that of its OLT */
	int64_t slices; /* > 1: a sweep with this number, slice_ms apart */
	int64_t slice_ms;
	int64_t slice_every_ms; /* or between the starts, if there is enough time */
	int64_t skipped; /* counted by the database */
	bool needs_onus; /* there is nothing to request while its OLT has no ONUs */
};

/* The one with this id, created if it is new. The coordinator does not know it until
 * world_tell. A node is a `get` by interval, priority 40, in `polling`, with 2 retries
 * 120 s apart. */
struct world_olt *world_olt(struct world *w, int64_t olt);
struct world_node *world_node(
    struct world *w, int64_t olt, int64_t node, int64_t interval_ms);
/* Chained to master. */
struct world_node *world_link(
    struct world *w, int64_t master, int64_t node, int64_t priority);

/* Pass the current data of the OLT to the coordinator. */
void world_tell(struct world *w, int64_t olt);
void world_tell_all(struct world *w);

/* ---- time and events --------------------------------------------------------------- */

int64_t world_now(const struct world *w); /* the wall clock */
void world_pass(struct world *w, int64_t ms);
int64_t world_mono(const struct world *w);
/* The wall clock is set. */
void world_step_clock(struct world *w, int64_t by_ms);
/* The coordinator is not called for this time, and nothing else happens. */
void world_sleep(struct world *w, int64_t ms);
/* kill -9, and a start after down_ms: only the database remains. */
void world_restart(struct world *w, int64_t down_ms);
/* The database becomes unavailable or available. As the engine does: if it is unavailable
 * and more than ten results wait, dispatching is held; if it is available and none waits,
 * it continues. */
void world_database(struct world *w, bool is_away);
/* The result of the writer from now on; initially RC_OK. */
void world_store_says(struct world *w, enum rc rc);

/* Change them, then pass them to the coordinator. */
struct coordinator_rules *world_rules(struct world *w);
void world_rule(struct world *w);

/* A manual run. Returns the id of the execution. */
int64_t world_run_now(struct world *w, int64_t node, bool alone);
uint64_t world_random(struct world *w, uint64_t below);

/* ---- records ---------------------------------------------------------------- */

/* One order; each slice of a sweep is one. */
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
	bool is_first; /* no earlier run of its node had a result */
	bool was_stopped;
};

/* In the order of their starts. */
size_t world_n_orders(const struct world *w);
const struct world_order *world_order(const struct world *w, size_t i);
/* The i-th order of a node, from 0. Fails if there is none. */
const struct world_order *world_order_of(const struct world *w, int64_t node, size_t i);
/* Orders of a node that started with from <= t < to. */
int64_t world_runs(const struct world *w, int64_t node, int64_t from, int64_t to);

/* An execution in the database; fails if there is none. */
const struct execution *world_execution(const struct world *w, int64_t execution);
/* Executions of a node with slots from <= t < to, with any result. */
int64_t world_slots(const struct world *w, int64_t node, int64_t from, int64_t to);
/* The id that was used last. */
int64_t world_last_execution(const struct world *w);
/* The number of executions in the database with this state. */
int64_t world_count(const struct world *w, enum execution_state state);
/* How often an event was reported, and the last one. */
int64_t world_said(const struct world *w, enum coordinator_event_kind kind);
const char *world_last(const struct world *w, enum coordinator_event_kind kind);
int64_t world_last_number(const struct world *w, enum coordinator_event_kind kind);

struct coordinator *world_desk(struct world *w);
struct node_queue *world_queue(struct world *w);
struct moment world_moment(const struct world *w);
struct coordinator_figures world_figures(const struct world *w);

/* Receives all events of the coordinator; for the ledger. May be NULL. */
void world_listen(struct world *w,
    void (*say)(void *ctx, const struct coordinator_event *event), void *ctx);

#endif
