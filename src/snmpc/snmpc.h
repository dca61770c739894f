/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/snmpc.h - SNMP requests to devices.
 *
 * One struct snmpc belongs to one libevent loop and owns one session per OLT. A session
 * is cheap and stays open. A *run* is one question to one OLT - walk these columns, or
 * get these values - split into SNMP requests as the OLT's governor allows. No function
 * blocks: names are resolved, SNMPv3 engines discovered and answers received on the loop.
 *
 * Guarantees:
 *   - never more requests in flight on an OLT than its limit;
 *     a request that has failed still counts until its time-out has passed;
 *   - values are delivered at once and stay valid, also if a device stops
 *     answering during the run;
 *   - a run ends with RC_TOO_MUCH as soon as one of its columns has more
 *     rows, or its answers more bytes, than the session's limits allow;
 *   - an error of a column (OIDs that do not increase, wrong answers, no answer)
 *     ends that column with a named reason, not the run;
 *   - on_done is called exactly once per started run, never from inside
 *     snmpc_run_start; after it, or after snmpc_run_cancel, the run is freed;
 *   - read-only: SET cannot be sent.
 *
 * net-snmp is not visible in this header. Loop thread only.
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

/* Closes open sessions; their runs end as cancelled, without on_done. */
void snmpc_free(struct snmpc *s);
OWNED_BY(struct snmpc, snmpc_free);

/* Subtrees that are never requested (they contain credentials); copied. A walk skips
 * them; a GET inside one is refused. */
enum rc snmpc_never_read(struct snmpc *s, const struct oid *subtrees, size_t n)
    MUST_CHECK;

/* The allowed addresses of sessions (see networks_allow()); copied. Without it: all. The
 * resolved address is checked; a run on a session with another address ends as
 * RC_UNREACHABLE, and nothing is sent. */
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
/* The same with ->port 0 if none is given, for changes of a target. */
enum rc snmpc_split_host(const char *text, struct snmpc_target *target, struct err *err)
    MUST_CHECK;

/* Only checks and copies; nothing is sent before the first run. */
enum rc snmpc_session_open(struct snmpc *s, const struct snmpc_target *target,
    struct snmpc_session **ret_session, struct err *err) MUST_CHECK;

/* Current runs end as cancelled, without on_done. */
void snmpc_session_close(struct snmpc_session *session);

/* Set new limits (a profile's quirks) for the following requests. */
void snmpc_session_limit(
    struct snmpc_session *session, const struct snmpc_limits *limits);

const struct governor *snmpc_session_governor(const struct snmpc_session *session);
/* When the governor last reduced the requests in flight because an answer did not come in
 * time; monotonic microseconds, 0: never. */
int64_t snmpc_session_slowed_us(const struct snmpc_session *session);
struct snmpc_memory snmpc_session_memory(const struct snmpc_session *session);

/* ---- runs -------------------------------------------------------------- */

/* The result of one column, or of the column of a GET item. */
enum snmpc_end {
	SNMPC_END_OK, /* read to its end */
	SNMPC_END_NO_OBJECT, /* the device does not have it */
	SNMPC_END_TIMEOUT, /* no answer */
	SNMPC_END_NOT_INCREASING, /* OIDs decreased: stopped there */
	SNMPC_END_FOREIGN, /* answers with other OIDs */
	SNMPC_END_ERROR, /* genErr or similar, also for a single value */
	SNMPC_END_STOPPED, /* deadline, cancel, the device stopped answering */
	SNMPC_END_LIMIT, /* more rows than the limit: stopped there */
};

const char *snmpc_end_name(enum snmpc_end end);

struct snmpc_column {
	const uint32_t *arcs; /* borrowed until the run has ended */
	size_t n;
	uint32_t group; /* columns with the same rows have the same group */
	bool no_getbulk; /* read this column only with GETNEXT */
};

struct snmpc_column_result {
	enum snmpc_end end;
	uint32_t rows;
	uint32_t failed; /* GET: items without an answer */
	bool end_of_view; /* WALK: endOfMibView after it */
	int64_t first_us; /* round trip of the request with its first value; 0: none */
};

/* A row index: the part after a column's OID. */
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
	SNMPC_GETNEXT, /* the first value after each item's OID that begins with it */
	SNMPC_PEEK, /* the first row of each column, with any index */
};

struct snmpc_stats {
	uint32_t requests; /* not counting retransmissions */
	uint32_t retransmits;
	uint32_t timeouts; /* requests that failed */
	uint32_t answers;
	uint32_t max_in_flight;
	uint64_t varbinds;
	uint64_t bytes_in;
	int64_t duration_us;
	uint32_t timed; /* answers to requests that were sent once */
	int64_t rtt_us; /* sum of their round trips */
	int64_t rtt_max_us;
};

/* Sum of the statistics of runs; the maximum for max_in_flight. */
void snmpc_stats_add(struct snmpc_stats *sum, const struct snmpc_stats *more);

struct snmpc_result {
	enum rc rc; /* RC_OK also if some columns failed: check them */
	const char *message; /* for users, "" without an error */
	size_t n_columns;
	const struct snmpc_column_result *columns;
	struct snmpc_stats stats;
	uint32_t error_status; /* the last SNMP error-status seen, 0: none */
};

struct snmpc_question {
	enum snmpc_kind kind;
	size_t n_columns;
	const struct snmpc_column *columns;
	/* WALK: known rows, ascending within a group, at which the walk may be split so
	 * that several cursors run in parallel (the last row of each PON port). They need
	 * not exist any more. Borrowed until the run has ended. */
	size_t n_splits;
	const struct snmpc_split *splits;
	/* GET, GETNEXT: what to get, those of an ONU adjacent. Borrowed. */
	size_t n_items;
	const struct snmpc_item *items;

	bool in_order; /* WALK: values in the order of their OIDs, one cursor at a time */
	/* The OLT requests these values from each ONU: one request in flight, the full
	 * time-out before a retransmission, and the time is not used to evaluate the
	 * OLT. */
	bool slow;
	uint32_t max_in_flight; /* 0: the OLT's limit */
	uint32_t max_varbinds; /* 0: decided by the governor */
	int64_t deadline_ms; /* of the whole run; 0: none */
	/* Limits of this run; 0: those of the session. */
	uint32_t max_rows; /* of one column */
	uint64_t max_bytes;

	/* Called for each value. Index and value are borrowed for the call. Exceptions
	 * (noSuchObject...) are delivered for GET only. It must not close the session; it
	 * may cancel the run. */
	void (*on_value)(void *ctx, uint32_t column, const uint32_t *index, size_t n,
	    const struct snmp_value *value);
	/* GET, GETNEXT: called instead if it is not NULL, with the number of the answered
	 * item. An item without a call has failed. */
	void (*on_item)(void *ctx, uint32_t item, const struct snmp_value *value);
	void (*on_done)(void *ctx, const struct snmpc_result *result);
	void *ctx;
};

/* RC_INVALID for a question without content, RC_REFUSED for a never-read OID. */
enum rc snmpc_run_start(struct snmpc_session *session, const struct snmpc_question *q,
    struct snmpc_run **ret_run, struct err *err) MUST_CHECK;

/* End the run early: nothing more is sent, and on_done gets this rc and message. May be
 * called from on_value. */
void snmpc_run_end(struct snmpc_run *run, enum rc rc, const char *message);

/* Send no new requests until it is resumed; answers to sent requests are still delivered.
 * Its deadline is suspended. May be called from on_value, also twice. */
void snmpc_run_pause(struct snmpc_run *run);
void snmpc_run_resume(struct snmpc_run *run);

/* Stop: nothing more is sent, not even a retransmission. on_done is not called. */
void snmpc_run_cancel(struct snmpc_run *run);

#endif
