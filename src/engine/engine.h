/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/engine.h - the engine: the thread that owns the state of every OLT.
 *
 * It has an event loop with all SNMP sessions, all timers, the coordinator
 * (coordinator/coordinator.h), the queue and the ledger (ledger/ledger.h). It takes no
 * lock, never waits, and never reads the database: it receives the data that it needs
 * (store/load/load.h), and passes results to the writer (store/core/writer.h), which
 * answers with a message.
 *
 * Other threads use it in three ways: messages (engine_put_olt, engine_run, ...: any
 * thread, never wait), the snapshot (engine_snapshot: immutable, reference-counted, any
 * thread) and the events (engine_listen: a ring; a listener that is too slow loses events
 * and is informed).
 *
 * Order of calls: engine_start, messages, engine_stop (waits), engine_free.
 */
#ifndef FACHO_ENGINE_ENGINE_H
#define FACHO_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/coordinator.h"
#include "model/discovery.h"
#include "coordinator/coordinator.h"
#include "collect/collect.h"
#include "collect/detect.h"
#include "snmpc/snmpc.h"
#include "store/catalogue/snmp_settings.h"
#include "vendor/profile.h"

struct coordinator_entry;
struct engine;
struct networks;
struct node_duration;
struct quota;
struct samples;
struct loaded_olt;
struct stored_oid;
struct writer;

struct engine_options {
	const struct profile_set *profiles; /* borrowed */
	struct snmpc_limits limits; /* the program's settings */
	struct coordinator_rules rules;
	struct discovery_rules discovery; /* rules for absent ONUs and held walks */
	struct writer *writer; /* borrowed; its samples belong to the writer's thread */
	struct samples *samples;
	int64_t first_execution; /* greater than any id in the store */
	int64_t first_token; /* greater than any token in the store */
	const struct networks *allowed; /* allowed networks of OLTs; copied; NULL: all */
	const char *machine; /* borrowed as long as the engine exists */
	enum entry_level least; /* minimum level of the coordinator's log */
	const char *language; /* of the coordinator's log; NULL: "en" */
	/* Receives the lines of the coordinator's log, in addition to the database
	 * (ledger/journal.h has a function for a file); may be NULL. Engine thread. */
	void (*log)(void *ctx, const struct coordinator_entry *entry);
	void *ctx;
};

/* The options that can be changed at run time. */
struct engine_settings {
	struct snmpc_limits limits;
	struct coordinator_rules rules;
	struct discovery_rules discovery;
	enum entry_level least;
	const char *language; /* "en" or "es"; copied */
};

enum rc engine_start(const struct engine_options *options, struct engine **ret_engine,
    struct err *err) MUST_CHECK;

/* Start nothing more, let current runs end or interrupt them after patience_ms, pass
 * everything to the writer. Waits. */
void engine_stop(struct engine *e, int64_t patience_ms);
void engine_free(struct engine *e);
OWNED_BY(struct engine, engine_free);

/* ---- messages -----------------------------------------------------------------
 *
 * Any thread; they never wait. RC_BUSY: too many messages are waiting. RC_CANCELLED: the
 * engine is stopping. */

/* Add or update an OLT. Owns olt on success. is_check: as engine_check_olt, loaded
 * now. */
enum rc engine_put_olt(struct engine *e, struct loaded_olt *olt, bool is_check)
    MUST_CHECK;
/* The comparison every minute: the OLT in the database at loaded_ms (monotonic), or
 * later. If it differs from the last message before that, it takes effect, and is logged
 * as a bug. Owns olt on success. */
enum rc engine_check_olt(struct engine *e, struct loaded_olt *olt, int64_t loaded_ms)
    MUST_CHECK;
/* At start, before any OLT: durations of nodes, and the trackers of hours that are not
 * evaluated yet. Owns past on success. */
struct engine_past {
	size_t n_quotas;
	struct quota *quotas; /* owned: malloc */
	size_t n_durations;
	struct node_duration *durations; /* the same */
};
void engine_past_free(struct engine_past *past);
OWNED_BY(struct engine_past, engine_past_free);
enum rc engine_put_past(struct engine *e, struct engine_past *past) MUST_CHECK;

/* Change the settings (coordinator/coordinator.h: coordinator_rule). Current runs are not
 * affected. Unlike the other messages it waits for room instead of being refused: the
 * engine reads quickly. RC_NOMEM. */
enum rc engine_set(struct engine *e, const struct engine_settings *settings) MUST_CHECK;

enum rc engine_drop_olt(struct engine *e, struct olt_id olt) MUST_CHECK;
enum rc engine_revive_olt(struct engine *e, struct olt_id olt) MUST_CHECK;

/* The id of the execution is known before it exists: follow it in the events, or wait for
 * it with engine_sync. If a node cannot run now, the execution is recorded without a
 * run. */
enum rc engine_run(struct engine *e, struct node_id node, bool alone,
    const char *asked_by, struct execution_id *ret_execution) MUST_CHECK;
enum rc engine_interrupt(struct engine *e, struct execution_id execution, const char *by)
    MUST_CHECK;

/* Wait until all earlier messages are processed and written: an execution with a known
 * number is then in the store, waiting, running, ended or refused. done is always called
 * once, on the writer's thread or another: RC_OK when it is committed. */
struct engine_sync {
	void (*done)(void *ctx, enum rc rc);
	void *ctx;
};
enum rc engine_sync(struct engine *e, const struct engine_sync *sync) MUST_CHECK;

/* "Test this OLT": detect it, read every column once, and ten sample ONUs; nothing is
 * written. done is called once, on the engine thread, with borrowed results. For a known
 * OLT its lock is taken (id 0: a new OLT). */
struct engine_test {
	struct olt_id olt;
	struct snmpc_target target; /* copied; wiped at the end */
	struct snmp_settings
	    said; /* of this OLT; override the profile's quirks; copied */
	const char *profile; /* NULL: detect */
	void (*done)(void *ctx, const struct detection *detection,
	    const struct collection *sample);
	void *ctx;
};
enum rc engine_test(struct engine *e, const struct engine_test *test) MUST_CHECK;

/* A live read of one ONU of a known OLT: the usual columns of this ONU, as an execution
 * without a node, whose values are in the store when it has ended. It waits for the OLT's
 * lock, for at most wait_ms; several requests for the same ONU at the same time share one
 * execution. begun is called once, on the engine thread, as soon as the execution exists
 * or was refused. */
struct refreshed {
	enum rc rc; /* RC_OK: it waits or runs */
	const char *message; /* the reason if rc is not RC_OK; borrowed */
	struct execution_id execution; /* to follow */
};
struct engine_refresh {
	struct olt_id olt;
	struct position position; /* of the ONU */
	int64_t wait_ms; /* for the lock */
	const char *asked_by; /* copied; not "" */
	void (*begun)(void *ctx, const struct refreshed *result);
	void *ctx;
};
enum rc engine_refresh(struct engine *e, const struct engine_refresh *refresh) MUST_CHECK;

/* A look at several ONUs of a known OLT, for the incident watcher: run state, cause and
 * last down of each, state and cause of their ports, as an execution without a node that counts for no quota. Its values
 * are stored like those of a run, so a change is an event. Only columns that are quick to
 * read; at most twelve values in a request and one request at a time. It waits for the
 * OLT's lock, for at most wait_ms, between two units or slices: no run is stopped for it.
 *
 * It is refused with RC_BUSY and a reason if the OLT's CPU was at 85 % or more, if the OLT
 * has just answered late, if its profile allows one reader only and a run reads it, or if
 * it had its looks of this minute or day (sched/look_budget.h). RC_NOT_FOUND,
 * RC_CONFLICT: as for engine_refresh, or the profile has no run state that is quick to
 * read. RC_INVALID: no ONU, or too many. Then the next run must decide.
 *
 * begun is called as for engine_refresh. */
enum { ENGINE_LOOK_ONUS = 64 };
struct engine_look {
	struct olt_id olt;
	const struct position *onus; /* copied; usually of one port */
	size_t n_onus; /* at most ENGINE_LOOK_ONUS */
	int64_t wait_ms; /* for the lock */
	const char *asked_by; /* copied; "incident 71" */
	void (*begun)(void *ctx, const struct refreshed *result);
	void *ctx;
};
enum rc engine_look(struct engine *e, const struct engine_look *look) MUST_CHECK;

/* "Try this OID": read and decode the first rows of an OID, which need not be stored, on
 * a known OLT; nothing is written. It waits for the OLT's lock for a limited time. done
 * is called once, on the engine thread, with borrowed results. */
enum { ENGINE_TRY_ROWS = 20 };

/* To what a row belongs. */
enum tried_owner {
	TRIED_OLT, /* the OLT: a scalar, an interface, all others */
	TRIED_PART, /* a port or a board: see place */
	TRIED_ONU, /* a known ONU: place is its position */
	TRIED_STRANGER, /* an unknown ONU: jobs ignore it */
};

struct tried_row {
	const uint32_t *index;
	size_t n_index;
	struct snmp_value raw;
	enum rc rc; /* of decoding it */
	const char *problem; /* decoding error; "": none */
	struct value value; /* RC_OK; VALUE_NULL: the device has no reading */
	enum tried_owner owner;
	const char *place; /* "0/1/3:5"; "": none */
};

enum tried_end {
	TRIED_ROWS, /* there are rows */
	TRIED_EMPTY, /* the device knows the object, but has no value */
	TRIED_NO_OBJECT, /* it has no such object */
	TRIED_FAILED, /* see rc and message */
};

struct tried {
	enum tried_end end;
	enum rc rc; /* RC_CONFLICT, RC_NOT_FOUND, RC_INVALID: nothing was sent */
	const char *message; /* of a failure, also one after some rows; else "" */
	const char *unit; /* of decoded values; "" */
	bool has_more; /* the device has more rows than were read */
	int64_t ms; /* from the first request to the last answer */
	size_t n_rows; /* at most ENGINE_TRY_ROWS */
	const struct tried_row *rows;
};

struct engine_try {
	struct olt_id olt;
	const struct stored_oid *oid; /* copied */
	void (*done)(void *ctx, const struct tried *tried);
	void *ctx;
};
enum rc engine_try(struct engine *e, const struct engine_try *what) MUST_CHECK;

/* ---- the snapshot ------------------------------------------------------------ */

struct snapshot_olt {
	struct olt_id id;
	bool is_busy, is_enabled;
	int64_t suspended_ms;
	int64_t not_answering_ms; /* since; 0: it answers */
	int64_t last_answer_ms; /* time of the last answer; 0: none */
	int64_t up_since_ms; /* start of the device; 0: unknown */
	int64_t next_probe_ms; /* 0: none planned */
	int32_t probe_answers; /* consecutive */
	int32_t failures;
	struct execution_id execution; /* current; 0: none */
	struct next next; /* of the node that runs next, or runs now */
	size_t first_node, n_nodes; /* its part of the snapshot's nodes */
	uint32_t waiting; /* units of it in the queue */
	/* The first reading of levels is pending or in progress: `asked` of `onus` ONUs
	 * were read. */
	bool lacks_levels;
	uint32_t asked, onus;
};

struct snapshot {
	int64_t at_ms;
	int64_t started_ms; /* the engine, and its pollers */
	struct coordinator_figures figures;
	size_t n_pollers;
	const struct coordinator_poller *pollers;
	size_t n_queue; /* the first of those waiting, at most 1000 */
	const struct unit *queue;
	size_t n_olts; /* by id */
	const struct snapshot_olt *olts;
	size_t n_nodes; /* OLT by OLT */
	const struct coordinator_next *nodes;
	uint64_t messages, values; /* since the start */
	int64_t loop_late_us; /* delay of the last tick */
	int64_t tick_us; /* duration of the last tick */
};

/* The next run of an OLT, and of one of its nodes; NEXT_UNKNOWN: not found. */
struct next snapshot_next(const struct snapshot *s, struct olt_id olt);
struct next snapshot_next_node(
    const struct snapshot *s, struct olt_id olt, struct node_id node);

/* The newest snapshot, at most a second old; NULL before the first. Release it. */
const struct snapshot *engine_snapshot(struct engine *e);
void snapshot_release(const struct snapshot *s);
static inline void
snapshot_drop(const struct snapshot **s)
{
	if (*s)
		snapshot_release(*s);
}

/* ---- events ------------------------------------------------------------------ */

/* Copies the events after *last to events, oldest first, at most max, and updates *last;
 * waits up to timeout_ms for the first one. Texts are in the records. RC_TIMEOUT: no
 * event; RC_NOT_FOUND: events after *last were overwritten, and *last is now the start of
 * the ring: some are lost; RC_CANCELLED: the engine has ended. */
enum { ENGINE_EVENT_TEXT = 200 };
struct engine_event {
	uint64_t number;
	struct coordinator_event event; /* message points into text */
	char text[ENGINE_EVENT_TEXT];
};
enum rc engine_listen(struct engine *e, uint64_t *last, struct engine_event *events,
    size_t max, size_t *ret_n, int64_t timeout_ms) MUST_CHECK;

#endif
