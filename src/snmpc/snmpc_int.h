/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/snmpc_int.h - shared by the files of snmpc/.
 *
 *	snmpc.c    the engine: start-up of net-snmp, the list of sessions
 *	session.c  sessions: resolving, v3 discovery, timers
 *	wire.c     requests: building, sending, matching, retransmitting
 *	run.c      common parts of runs: start, deadline, cancel, end
 *	v3.c       SNMPv3: keys, and a user per session
 *	walk.c     runs that walk columns, with lane.c (cursors) and seen.c (loops)
 *	get.c      runs that get known values in batches
 *
 * The flow of one request: session_pump() asks each run for work; the run fills a struct
 * request and passes it to wire_send(); net-snmp's callback ends in request_answered() or
 * request_failed(), which pass it back to its run; then the pump runs again. A run never
 * sends from inside net-snmp's callback.
 */
#ifndef FACHO_SNMPC_SNMPC_INT_H
#define FACHO_SNMPC_SNMPC_INT_H

#include <sys/queue.h>

#include "base/arena.h"
#include "base/networks.h"
#include "snmpc/snmpc.h"

struct event;
struct evdns_base;
struct evdns_getaddrinfo_request;
struct snmp_pdu;
struct variable_list;

struct snmpc {
	struct event_base *base;
	struct evdns_base *dns; /* created when the first name is resolved */
	LIST_HEAD(, snmpc_session) sessions;
	size_t n_never;
	struct oid *never; /* owned, sorted */
	bool is_limited; /* to the addresses in `allowed` */
	struct networks allowed;
	void *fdset; /* netsnmp_large_fd_set, used for all reads */
};

enum request_kind { REQUEST_GET, REQUEST_GETNEXT, REQUEST_GETBULK, REQUEST_V3_PROBE };

/* One request to the device, until it is answered or given up. */
struct request {
	TAILQ_ENTRY(request) link;
	struct snmpc_session *session;
	struct snmpc_run *run; /* NULL: abandoned, the run has ended */
	enum request_kind kind;
	uint32_t repetitions;
	uint32_t n_parts; /* lanes (walk) or items (get) */
	uint32_t asked; /* varbinds that a full answer would have */
	void *parts; /* owned: struct lane *[] or item numbers */
	uint32_t level; /* get: which batch size it has */

	uint32_t epoch; /* of the governor, when it was sent */
	int64_t sent_us;
	int64_t resend_at_us; /* INT64_MAX: no more */
	int64_t give_up_at_us;
	int64_t rto_us;
	uint32_t sends;
	uint32_t retries;
	uint8_t *packet; /* owned: the bytes sent, for retransmission */
	size_t packet_len;
	bool is_slow; /* its time is not used to evaluate the OLT */
	bool finished; /* net-snmp does not use it any more */
};

enum session_state {
	SESSION_NEW, /* nothing sent yet */
	SESSION_RESOLVING, /* waiting for the address of the name */
	SESSION_PROBING, /* v3: waiting for the engine id */
	SESSION_READY,
};

struct snmpc_session {
	LIST_ENTRY(snmpc_session) link;
	struct snmpc *engine;
	struct snmpc_target target;
	enum session_state state;
	struct governor governor;
	int64_t slowed_us; /* see snmpc_session_slowed_us */
	void *handle; /* the handle of net-snmp's single-session API; NULL until opened */
	void *user; /* net-snmp's struct usmUser of this session, v3; owned */
	int fd;
	struct event *readable;
	struct event *timer;
	struct event *kick; /* run the pump soon, from the loop */
	struct evdns_getaddrinfo_request *resolving;
	TAILQ_HEAD(, request) requests; /* sent and not finished, oldest first */
	uint32_t in_flight;
	int64_t not_before_us; /* limits.pause_ms between requests */
	TAILQ_HEAD(, snmpc_run) runs;
	bool refused; /* an ICMP error was received, and no answer since */
	int64_t last_answer_us; /* time of the last answer; 0: never */
	int64_t probed_us; /* v3: when the device last sent its engine id; 0: never */
	bool in_callback; /* a callback is running: do not free runs now */
	bool is_pumping; /* the pump is running: a close waits until it ends */
	bool is_closed;
	int last_errno;
};

/* The functions of each kind of run. */
struct run_ops {
	/* Build and send the next request (wire_send). False: nothing to send now. */
	bool (*send_next)(struct snmpc_run *run);
	/* An answer without error. It may have fewer vars than requested. */
	void (*answered)(struct snmpc_run *run, struct request *req,
	    struct variable_list *vars, uint32_t n_vars);
	/* An answer with an error-status, or no answer at all (status 0). */
	void (*failed)(
	    struct snmpc_run *run, struct request *req, long status, long index);
	/* Is everything answered or given up? */
	bool (*is_complete)(const struct snmpc_run *run);
	/* The run ends early: set the result of unfinished columns. */
	void (*abandon)(struct snmpc_run *run);
};

struct snmpc_run {
	TAILQ_ENTRY(snmpc_run) link;
	struct snmpc_session *session;
	const struct run_ops *ops;
	struct snmpc_question q;
	struct snmpc_column_result *columns;
	struct arena *arena; /* memory of everything below and of the data of ops */
	void *data; /* struct walk or struct batches */
	struct snmpc_stats stats;
	uint32_t in_flight;
	int64_t start_us;
	int64_t deadline_us; /* 0: none */
	uint32_t max_rows; /* of one column */
	uint64_t max_bytes;
	uint32_t error_status;
	enum rc rc;
	char message[ERR_MAX];
	/* A large request was not answered: the next one is as small as possible, sent
	 * once, with no other in flight. If it is answered, the request was too large; if
	 * not, the device is unreachable. 0: not in doubt; else the number of varbinds of
	 * the large request. */
	uint32_t doubt;
	bool is_over; /* the pump must end it */
	bool is_cancelled;
	int64_t paused_us; /* the time at which it was paused; 0: it is not paused */
};

/* session.c */
void session_pump_soon(struct snmpc_session *session);
void session_fail(struct snmpc_session *session, enum rc rc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* wire.c */
enum rc wire_open(struct snmpc_session *session, const char *address, struct err *err);
void wire_close(struct snmpc_session *session);
void wire_readable(struct snmpc_session *session);
struct request *request_new(struct snmpc_run *run, enum request_kind kind);
void request_free(struct request *req);
/* Takes req. Each OID is given as the arcs of the column and those of the index. */
struct wire_oid {
	const uint32_t *arcs;
	size_t n;
	const uint32_t *more;
	size_t more_n;
};
bool wire_send(struct request *req, const struct wire_oid *oids, size_t n);
bool wire_probe(struct snmpc_session *session);
/* Retransmit or give up the requests that are due. Returns when it must be called
 * again. */
int64_t wire_tick(struct snmpc_session *session, int64_t now_us);
void wire_value(const struct variable_list *var, uint32_t scratch[OID_MAX],
    struct snmp_value *ret_value);

/* run.c */
void run_finish(struct snmpc_run *run, enum rc rc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
void run_free(struct snmpc_run *run);
/* No answer at all: end the run with a message that states the probable cause. */
void run_unanswered(struct snmpc_run *run);
uint32_t run_varbinds(const struct snmpc_run *run);
/* How many OIDs a request may have. */
uint32_t run_oids(const struct snmpc_run *run);
/* A request was given up without an answer, and no other request was answered since it
 * was sent. */
void run_doubts(struct snmpc_run *run, const struct request *req);
/* A limit was exceeded: end the run with a message that names the limit. */
void run_too_many_rows(struct snmpc_run *run, uint32_t column);
void run_count_bytes(struct snmpc_run *run, uint64_t bytes);
void run_value(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value);

/* walk.c, get.c */
extern const struct run_ops WALK_OPS;
extern const struct run_ops GET_OPS;
enum rc walk_begin(struct snmpc_run *run) MUST_CHECK;
enum rc get_begin(struct snmpc_run *run) MUST_CHECK;

/* snmpc.c: the never-read subtree that contains or equals oid; NULL: none. */
const struct oid *never_read_at(const struct snmpc *s, const uint32_t *arcs, size_t n);

#endif
