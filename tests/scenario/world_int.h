/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/scenario/world_int.h - what the files of the world share.
 *
 *	world.c        its life: beginning, kill -9; the person in it
 *	world_desk.c   what the coordinator asks for, and what must hold when it does
 *	world_time.c   what happens by itself as time passes, and writing
 *	world_olts.c   OLTs and nodes, and telling the coordinator of them
 *	world_seen.c   what a test may ask afterwards
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
	uint64_t number; /* first come, first served */
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
	struct execution verdict; /* on its way to the database */
	bool has_verdict;
	size_t order; /* its last, counted from 1 */
	int64_t slices_left;
	int64_t began_ms; /* its first slice */
	bool is_parked; /* between two slices: the engine keeps what it has */
	bool is_over; /* for the coordinator: nothing may follow */
};

struct said {
	int64_t n, number;
	char text[256];
};

struct world {
	struct world_options options;
	struct coordinator_rules rules;
	int64_t most; /* orders that may be under way */
	struct coordinator *coordinator;
	struct node_queue *queue;
	int64_t mono_ms, wall_ms, next_tick_ms;
	int64_t since_ms; /* the program has been there */
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
	int64_t under_way; /* orders */
	void (*listener)(void *ctx, const struct coordinator_event *event);
	void *listener_ctx;
};

/* world_time.c */
int happens_before(const void *a, const void *b);
struct happening *happens(
    struct world *w, int64_t in_ms, enum happening_kind kind, int64_t id, bool answered);
void advance(struct world *w, int64_t to_mono_ms);

/* world_olts.c; they fail when there is none. */
struct world_olt *olt_of(const struct world *w, struct olt_id id);
struct world_node *node_of(const struct world *w, struct node_id id);

/* world_desk.c */
struct coordinator_ops coordinator_world_of(struct world *w);
/* Made when it is new. */
struct story *story_of(struct world *w, struct execution_id id);
void story_store(struct story *s, const struct execution *e);
struct world_order *order_of(struct world *w, struct story *s); /* its last */
void order_over(struct world *w, struct story *s);

#endif
