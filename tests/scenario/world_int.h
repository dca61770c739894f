/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/scenario/world_int.h - shared by the files of the world.
 *
 *	world.c              start, kill -9, actions of a user
 *	world_coordinator.c  requests of the coordinator, and the rules for them
 *	world_time.c         events in the course of time, and writing
 *	world_olts.c         OLTs and nodes, and passing them to the coordinator
 *	world_seen.c         queries of a test
 */
#ifndef FACHO_TESTS_WORLD_INT_H
#define FACHO_TESTS_WORLD_INT_H

#include "check.h"

#include "base/heap.h"
#include "base/map.h"
#include "world.h"

enum happening_kind {
	ORDER_ENDS,
	WRITTEN,
	PROBED,
};

struct happening {
	int64_t at_mono_ms;
	uint64_t number; /* order of events with the same time */
	enum happening_kind kind;
	int64_t id; /* of the execution or the OLT */
	size_t order; /* ORDER_ENDS: which, counted from 1 */
	bool answered;
	size_t place;
};

/* An execution, in the database and in the engine. */
struct story {
	struct execution stored;
	bool is_stored;
	struct execution verdict; /* being written to the database */
	bool has_verdict;
	size_t order; /* its last one, counted from 1 */
	int64_t slices_left;
	int64_t began_ms; /* start of its first slice */
	bool is_parked; /* between two slices: the engine keeps its data */
	bool is_over; /* for the coordinator: no request may follow */
};

struct said {
	int64_t n, number;
	char text[256];
};

struct world {
	struct world_options options;
	struct coordinator_rules rules;
	int64_t most; /* maximum number of running orders */
	struct coordinator *coordinator;
	struct node_queue *queue;
	int64_t mono_ms, wall_ms, next_tick_ms;
	int64_t since_ms; /* start of the program */
	int64_t last_execution;
	uint64_t random;
	struct map *olts, *nodes, *stories, *slots;
	struct heap happenings;
	uint64_t n_happenings, n_ticks;
	struct vec orders; /* struct world_order */
	struct said said[COORDINATOR_EVENT_KINDS];
	bool is_away, is_holding;
	enum rc store_says;
	struct vec unwritten; /* int64_t: verdicts that wait for the database */
	int64_t under_way; /* running orders */
	void (*listener)(void *ctx, const struct coordinator_event *event);
	void *listener_ctx;
};

/* world_time.c */
int happens_before(const void *a, const void *b);
struct happening *happens(
    struct world *w, int64_t in_ms, enum happening_kind kind, int64_t id, bool answered);
void advance(struct world *w, int64_t to_mono_ms);

/* world_olts.c; they fail if there is none. */
struct world_olt *olt_of(const struct world *w, struct olt_id id);
struct world_node *node_of(const struct world *w, struct node_id id);

/* world_coordinator.c */
struct coordinator_ops coordinator_world_of(struct world *w);
/* Created if it is new. */
struct story *story_of(struct world *w, struct execution_id id);
void story_store(struct story *s, const struct execution *e);
struct world_order *order_of(struct world *w, struct story *s); /* its last one */
void order_over(struct world *w, struct story *s);

#endif
