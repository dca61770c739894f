/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/snmpc.h - questions to a device, and its answers.
 *
 * One struct snmpc lives on one libevent loop and owns a session per OLT. A
 * session is cheap and stays open. A *run* is one question to one OLT - walk
 * these columns, or get these values - cut into as few and as many SNMP
 * requests as the OLT's governor allows. Nothing here ever blocks: names are
 * resolved, SNMPv3 engines discovered and answers awaited on the loop.
 *
 * Promises:
 *   - never more requests in flight on an OLT than its limit, whatever is asked;
 *     a request that was given up still counts until its time is over;
 *   - what has come is delivered at once and stays good: a device that dies in
 *     the middle costs the rest, not the whole;
 *   - a run ends, with RC_TOO_MUCH and while it runs, when one of its columns has more
 *     rows, or its answers more bytes, than the ceilings of the session's limits;
 *   - a column that misbehaves (OIDs that do not increase, wrong answers, silence)
 *     ends that column with a named reason, not the run;
 *   - on_done is called exactly once per started run, never from inside
 *     snmpc_run_start; after it, or after snmpc_run_cancel, the run is gone;
 *   - read-only: there is no way to send a SET.
 *
 * net-snmp stays behind this header. Loop thread only.
 */
#ifndef FACHO_SNMPC_SNMPC_H
#define FACHO_SNMPC_SNMPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "base/secret.h"
#include "model/oid.h"
#include "model/v3.h"
#include "model/value.h"
#include "snmpc/governor_int.h"

struct event_base;
struct networks;
struct snmpc;
struct snmpc_session;
struct snmpc_run;

/* ---- the engine -------------------------------------------------------- */

/* base is borrowed and must outlive the engine. */
enum rc snmpc_new(struct event_base *base, struct snmpc **ret_snmpc, struct err *err)
    MUST_CHECK;

/* Closes what is still open; their runs end as cancelled, without on_done. */
void snmpc_free(struct snmpc *s);
OWNED_BY(struct snmpc, snmpc_free);

/* Subtrees that are never asked for (they hold credentials); copied. A walk
 * above one jumps over it; a GET inside one is refused. */
enum rc snmpc_never_read(struct snmpc *s, const struct oid *subtrees, size_t n)
    MUST_CHECK;

/* Where sessions may go, as networks_allow() has it; copied. Without it: anywhere. What
 * counts is the address that is really used, after a name has been resolved; a run on a
 * session that may not go there ends as RC_UNREACHABLE, and nothing is sent. */
void snmpc_allow(struct snmpc *s, const struct networks *allowed);

/* ---- sessions ---------------------------------------------------------- */

enum snmp_version { SNMP_V1, SNMP_V2C, SNMP_V3 };

enum { SNMPC_HOST_MAX = 255, SNMPC_USER_MAX = 32 };

struct snmpc_target {
	char host[SNMPC_HOST_MAX + 1]; /* IPv4, IPv6 or a name */
	uint16_t port;
	enum snmp_version version;
	struct secret community; /* v1, v2c */
	char user[SNMPC_USER_MAX + 1]; /* v3 */
	enum v3_auth auth;
	enum v3_priv priv;
	struct secret auth_pass;
	struct secret priv_pass;
	char context[SNMPC_USER_MAX + 1];
	struct snmpc_limits limits;
	struct snmpc_memory memory; /* all zero: first contact */
};

/* "HOST", "HOST:PORT", "[V6]:PORT" into target->host and ->port (161). */
enum rc snmpc_parse_host(const char *text, struct snmpc_target *target, struct err *err)
    MUST_CHECK;
/* The same with ->port 0 when none is given, for those who change a target. */
enum rc snmpc_split_host(const char *text, struct snmpc_target *target, struct err *err)
    MUST_CHECK;

/* Only checks and copies; the network is touched by the first run. */
enum rc snmpc_session_open(struct snmpc *s, const struct snmpc_target *target,
    struct snmpc_session **ret_session, struct err *err) MUST_CHECK;

/* Runs under way end as cancelled, without on_done. */
void snmpc_session_close(struct snmpc_session *session);

/* Take new limits (a profile's quirks) for the requests to come. */
void snmpc_session_limit(
    struct snmpc_session *session, const struct snmpc_limits *limits);

const struct governor *snmpc_session_governor(const struct snmpc_session *session);
struct snmpc_memory snmpc_session_memory(const struct snmpc_session *session);

/* ---- runs -------------------------------------------------------------- */

/* How one column, or one GET item's column, ended. */
enum snmpc_end {
	SNMPC_END_OK, /* read to its end */
	SNMPC_END_NO_OBJECT, /* the device does not have it */
	SNMPC_END_TIMEOUT, /* silence */
	SNMPC_END_NOT_INCREASING, /* OIDs went back: cut there */
	SNMPC_END_FOREIGN, /* answers to another question */
	SNMPC_END_ERROR, /* genErr and the like, down to the single value */
	SNMPC_END_STOPPED, /* deadline, cancel, the device died */
	SNMPC_END_LIMIT, /* it has more rows than the ceiling allows: cut there */
};

const char *snmpc_end_name(enum snmpc_end end);

struct snmpc_column {
	const uint32_t *arcs; /* borrowed until the run is over */
	size_t n;
	uint32_t group; /* columns with the same rows have the same group */
	bool no_getbulk; /* this column only by GETNEXT */
};

struct snmpc_column_result {
	enum snmpc_end end;
	uint32_t rows;
	uint32_t failed; /* GET: items without an answer */
	bool end_of_view; /* WALK: the device said that nothing at all comes after it */
	int64_t first_us; /* round trip of the request with its first value; 0: none */
};

/* A row index: what stands behind a column's OID. */
struct snmpc_index {
	const uint32_t *arcs;
	size_t n;
};

struct snmpc_split {
	uint32_t group;
	struct snmpc_index index;
};

struct snmpc_item {
	uint32_t column; /* in the question's columns */
	uint32_t onu; /* items of one ONU stay together and fail together */
	struct snmpc_index index;
};

enum snmpc_kind {
	SNMPC_WALK, /* every row of every column */
	SNMPC_GET, /* exactly these items */
	SNMPC_GETNEXT, /* the first value behind each item's OID that begins with it */
	SNMPC_PEEK, /* the first row of each column, whatever its index: one look */
};

struct snmpc_stats {
	uint32_t requests; /* not counting retransmissions */
	uint32_t retransmits;
	uint32_t timeouts; /* requests given up */
	uint32_t answers;
	uint32_t max_in_flight;
	uint64_t varbinds;
	uint64_t bytes_in;
	int64_t duration_us;
	uint32_t timed; /* answers to requests that were sent once */
	int64_t rtt_us; /* of all of those together */
	int64_t rtt_max_us;
};

/* What several runs cost together; of max_in_flight the larger. */
void snmpc_stats_add(struct snmpc_stats *sum, const struct snmpc_stats *more);

struct snmpc_result {
	enum rc rc; /* RC_OK also when some columns ended badly: look at them */
	const char *message; /* for people, "" when all is well */
	size_t n_columns;
	const struct snmpc_column_result *columns;
	struct snmpc_stats stats;
	uint32_t error_status; /* the last SNMP error-status seen, 0: none */
};

struct snmpc_question {
	enum snmpc_kind kind;
	size_t n_columns;
	const struct snmpc_column *columns;
	/* WALK: known rows, ascending within a group, where the work may be cut so
	 * that several cursors run at once (the last row of each PON port). They
	 * need not exist any more. Borrowed until the run is over. */
	size_t n_splits;
	const struct snmpc_split *splits;
	/* GET, GETNEXT: what to get, those of an ONU adjacent. Borrowed. */
	size_t n_items;
	const struct snmpc_item *items;

	bool in_order; /* WALK: values in the order of their OIDs, one cursor at a time */
	/* The OLT asks each ONU for these values: one request in flight, the full
	 * time-out before anything is sent again, and no conclusions about the OLT
	 * from how long it takes. */
	bool slow;
	uint32_t max_in_flight; /* 0: the OLT's limit */
	uint32_t max_varbinds; /* 0: as the governor says */
	int64_t deadline_ms; /* of the whole run; 0: none */
	/* Ceilings of this run; 0: those of the session's limits. */
	uint32_t max_rows; /* of one column */
	uint64_t max_bytes;

	/* A value has come. Index and value are borrowed for the call. Exceptions
	 * (noSuchObject...) are delivered for GET only. Must not close the session;
	 * may cancel the run. */
	void (*on_value)(void *ctx, uint32_t column, const uint32_t *index, size_t n,
	    const struct snmp_value *value);
	/* GET, GETNEXT: called instead where it is given, with the number of the item
	 * that is answered. An item of which nothing is told has failed. */
	void (*on_item)(void *ctx, uint32_t item, const struct snmp_value *value);
	void (*on_done)(void *ctx, const struct snmpc_result *result);
	void *ctx;
};

/* RC_INVALID for a question without content, RC_REFUSED for a never-read OID. */
enum rc snmpc_run_start(struct snmpc_session *session, const struct snmpc_question *q,
    struct snmpc_run **ret_run, struct err *err) MUST_CHECK;

/* End it early: nothing more is sent, and on_done says this. May be called from
 * on_value. */
void snmpc_run_end(struct snmpc_run *run, enum rc rc, const char *message);

/* Ask for nothing more until it is resumed; what is under way still comes. Its deadline
 * waits meanwhile. May be called from on_value; twice is harmless. */
void snmpc_run_pause(struct snmpc_run *run);
void snmpc_run_resume(struct snmpc_run *run);

/* Stop: nothing more is sent, not even a retransmission. on_done is not called. */
void snmpc_run_cancel(struct snmpc_run *run);

#endif
