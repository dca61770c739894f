/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/engine_int.h - shared by the files of the engine.
 *
 *	engine.c           the thread, its loop and timers; functions for other threads
 *	messages.c         messages of other threads
 *	coordinator_ops.c  requests of the coordinator
 *	runner.c           one order: detect, collect, pass on the result
 *	results.c          converts a collection to the input of the store
 *	probe.c            probes
 *	olt_test.c         "test this OLT"
 *	refresh.c          a live read of one ONU
 *	look.c             a look at several ONUs, for the incident watcher
 *	oid_try.c          "try this OID"
 *	show.c             the snapshot
 */
#ifndef FACHO_ENGINE_ENGINE_INT_H
#define FACHO_ENGINE_ENGINE_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/map.h"
#include "base/vec.h"
#include "ledger/ledger.h"
#include "engine/ledger_writer_int.h"
#include "engine/engine.h"
#include "engine/device_int.h"
#include "engine/outbox_int.h"
#include "engine/inbox_int.h"
#include "engine/ring_int.h"
#include "engine/sweep_int.h"
#include "engine/window_int.h"
#include "vendor/overlay.h"

struct event;
struct event_base;

enum engine_phase {
	ENGINE_RUNS,
	ENGINE_ENDS, /* nothing new starts; running executions may end */
	ENGINE_CUTS, /* all were interrupted; the writer is not done */
};

struct engine {
	/* Constant after the thread has started. */
	struct engine_options options;
	struct inbox *inbox;
	struct ring *ring;
	struct window *window;
	_Atomic int64_t next_execution;

	/* For the owner. */
	pthread_t thread;
	bool is_running; /* thread must be joined */

	/* For the engine thread, all below. */
	struct event_base *base;
	struct event *messages; /* the inbox has messages */
	struct event *tick;
	struct snmpc *snmpc;
	struct node_queue *queue;
	struct coordinator *coordinator;
	struct outbox *outbox;
	struct ledger *ledger;
	struct phrasebook *book; /* of the coordinator's log; NULL: English */
	struct ledger_writer *ledger_writer;
	int64_t started_ms; /* wall */
	int64_t next_ledger_ms; /* monotonic */
	struct overlays *overlays; /* owned by the inbox */
	struct devices devices;
	struct map *runs; /* struct run, by execution */
	struct vec failed; /* struct run *: could not start; reported at the next tick */
	struct vec sweeps; /* struct sweep *, owned: between two slices */
	struct vec olt_tests; /* struct olt_test *, owned */
	struct vec refreshes; /* struct refresh *, owned: live reads and looks */
	struct vec oid_tries; /* struct oid_try *, owned */
	bool has_silent_probes; /* some probes could not be sent */
	size_t at_writer; /* results without an answer of the writer */
	enum engine_phase phase;
	int64_t patience_ms;
	int64_t phase_ends_ms; /* monotonic */
	bool is_held;

	bool has_news; /* changes since the last snapshot */
	int64_t next_show_ms; /* monotonic: no snapshot before */
	int64_t tick_due_us;
	int64_t loop_late_us, tick_us;
	uint64_t n_messages, n_values;
	uint64_t n_refused; /* by the inbox, as last logged */
	int64_t next_refused_ms; /* monotonic: no check before */
};

struct moment engine_now(void);
/* Tick as soon as possible: something has changed. */
void engine_nudge(struct engine *e);

/* messages.c */
void messages_read(struct engine *e);

/* coordinator_ops.c */
struct coordinator_ops coordinator_ops_of(struct engine *e);
void engine_say(struct engine *e, const struct coordinator_event *event);
/* Pass the data of an OLT to the coordinator. */
void engine_tell_coordinator(struct engine *e, const struct device *device);

/* runner.c */
void runner_start(struct engine *e, const struct coordinator_order *order);
void runner_stop(struct engine *e, struct execution_id execution);
/* The current time, as the end of a run on the device: two runs of one OLT never end in
 * the same millisecond, because the history identifies a run by its end. */
struct moment engine_end_of(struct device *device);
/* How many of the OLT's ONUs the current sweep, running or between two slices, has
 * requested; of several the highest number. */
size_t runner_asked(const struct engine *e, const struct device *device);
/* Report the runs that could not start. */
void runner_settle(struct engine *e);
/* Stop and free everything; the coordinator is not informed. */
void runner_end(struct engine *e);

/* The uptime of the device; 0: unknown. */
void learn_uptime(struct engine *e, struct device *device, int64_t uptime_ms);

/* A sweep that waits for its next slice; NULL: this execution has none. */
struct sweep *sweeps_take(struct engine *e, struct execution_id execution);

/* probe.c */
void probe_start(struct engine *e, struct olt_id olt);
/* Report the probes that could not be sent. */
void probe_settle(struct engine *e);
void probe_cancel(struct device *device);

/* olt_test.c */
/* Owns the message. */
void olt_test_start(struct engine *e, struct message *message);
/* Those that wait for a lock try again; finished ones are freed. */
void olt_test_tick(struct engine *e);
void olt_test_end(struct engine *e);

/* refresh.c */
void refresh_start(struct engine *e, const struct message *message);
/* Those that wait for a lock try again; finished ones are freed. */
void refresh_tick(struct engine *e);
void refresh_end(struct engine *e);
/* The writer has answered for it; or a user stops it. False: the execution is not a live
 * read. */
bool refresh_stored(struct engine *e, struct execution_id execution, enum rc rc);
bool refresh_interrupt(struct engine *e, struct execution_id execution, const char *by);

/* look.c */
void look_start(struct engine *e, const struct message *message);

/* oid_try.c */
/* Owns the message. */
void oid_try_start(struct engine *e, struct message *message);
/* Those that wait for a lock try again; finished ones are freed. */
void oid_try_tick(struct engine *e);
void oid_try_end(struct engine *e);

/* show.c */
void show_tick(struct engine *e, int64_t now_ms);

#endif
