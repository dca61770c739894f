/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests on the wire. This is the only file that uses net-snmp's functions for
 * requests.
 *
 * Two things differ from what net-snmp does by default:
 *
 * Its UDP transport uses our own functions to send and receive, on a connected socket.
 * The kernel then drops packets from other addresses and reports ICMP errors, the size of
 * each answer is known, and each packet needs two system calls less.
 *
 * Retransmission is done here. The same bytes are sent again, with the same request id,
 * after a time-out that adapts to the device and doubles; net-snmp's time-out is fixed.
 * net-snmp's timer is used only to give up a request.
 */
#include "snmpc/snmpc_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/library/large_fd_set.h>
#include <net-snmp/library/snmpusm.h>

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "snmpc/v3_int.h"

/* Set during calls into net-snmp on this thread: its transport functions have no argument
 * for our data. */
static _Thread_local struct request *sending;
static _Thread_local int received_bytes;

static int
transport_send(
    netsnmp_transport *t, const void *bytes, int n, void **opaque, int *opaque_n)
{
	(void)opaque;
	(void)opaque_n;
	if (sending) {
		free(sending->packet);
		sending->packet = malloc((size_t)n);
		sending->packet_len = 0;
		if (sending->packet) {
			memcpy(sending->packet, bytes, (size_t)n);
			sending->packet_len = (size_t)n;
		}
	}
	return (int)send(t->sock, bytes, (size_t)n, MSG_DONTWAIT);
}

static int
transport_recv(netsnmp_transport *t, void *bytes, int n, void **opaque, int *opaque_n)
{
	*opaque = NULL;
	*opaque_n = 0;
	received_bytes = (int)recv(t->sock, bytes, (size_t)n, MSG_DONTWAIT);
	return received_bytes;
}

/* Create net-snmp's UDP transport to a numeric address, connected, with our functions. */
static netsnmp_transport *
open_transport(const char *address)
{
	netsnmp_transport *t = netsnmp_tdomain_transport(address, 0, "udp");
	int size = 1 << 20;

	if (!t)
		return NULL;
	t->f_send = transport_send;
	t->f_recv = transport_recv;
	/* A larger buffer for bursts of answers. If it is refused, the default size is
	 * used. */
	(void)setsockopt(t->sock, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	return t;
}

static bool
connect_transport(netsnmp_transport *t)
{
	const netsnmp_indexed_addr_pair *pair = t->data;
	const struct sockaddr *peer = &pair->remote_addr.sa;
	socklen_t n = peer->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
						  : sizeof(struct sockaddr_in);

	return t->data && connect(t->sock, peer, n) == 0 &&
	    fcntl(t->sock, F_SETFD, FD_CLOEXEC) == 0;
}

enum rc
wire_open(struct snmpc_session *session, const char *address, struct err *err)
{
	struct snmpc_target *t = &session->target;
	netsnmp_session ns;
	netsnmp_transport *transport;
	enum rc rc;

	snmp_sess_init(&ns);
	ns.version = t->version == SNMP_V1 ? SNMP_VERSION_1 : SNMP_VERSION_2c;
	ns.retries = 0;
	if (t->version == SNMP_V3) {
		rc = v3_prepare(&ns, t, err);
		if (rc != RC_OK)
			return rc;
	} else {
		ns.community = (u_char *)t->community.bytes;
		ns.community_len = t->community.len;
	}
	transport = open_transport(address);
	if (!transport)
		return err_set(
		    err, RC_IO, "%s: cannot open a socket: %s", t->host, strerror(errno));
	if (!connect_transport(transport)) {
		int code = errno;

		transport->f_close(transport);
		netsnmp_transport_free(transport);
		return err_set(err, RC_UNREACHABLE, "%s: no route to it: %s", t->host,
		    strerror(code));
	}
	session->handle = snmp_sess_add(&ns, transport, NULL, NULL);
	explicit_bzero(&ns, sizeof(ns));
	if (!session->handle)
		return err_set(err, RC_IO, "%s: net-snmp cannot open a session", t->host);
	session->fd = transport->sock;
	return RC_OK;
}

void
wire_close(struct snmpc_session *session)
{
	if (session->handle)
		(void)snmp_sess_close(session->handle); /* always succeeds */
	v3_user_free(session);
	session->handle = NULL;
	session->fd = -1;
}

struct request *
request_new(struct snmpc_run *run, enum request_kind kind)
{
	struct request *req = calloc(1, sizeof(*req));

	if (!req)
		return NULL;
	req->run = run;
	req->session = run ? run->session : NULL;
	req->kind = kind;
	req->is_slow = run && run->q.slow;
	return req;
}

void
request_free(struct request *req)
{
	if (!req)
		return;
	free(req->parts);
	free(req->packet);
	free(req);
}

static uint32_t
count_vars(const netsnmp_variable_list *v)
{
	uint32_t n = 0;

	for (; v; v = v->next_variable)
		n++;
	return n;
}

/* Remove the request from the session's list. */
static void
request_over(struct request *req)
{
	TAILQ_REMOVE(&req->session->requests, req, link);
	req->session->in_flight--;
	if (req->run)
		req->run->in_flight--;
	req->finished = true;
}

static void
tell_governor(struct request *req, uint32_t n_vars)
{
	governor_answered(&req->session->governor,
	    &(struct governor_answer){
		.epoch = req->epoch,
		.rtt_us = req->session->last_answer_us - req->sent_us,
		.varbinds = n_vars,
		.bytes = (uint32_t)received_bytes,
		.was_resent = req->sends > 1,
		.was_full = n_vars * 4 >= req->asked * 3,
	    });
}

/* If a request was sent twice, it is unknown which of the two an answer belongs to. */
static void
time_answer(struct snmpc_stats *stats, const struct request *req)
{
	int64_t rtt_us = req->session->last_answer_us - req->sent_us;

	if (req->sends > 1 || rtt_us < 0)
		return;
	stats->timed++;
	stats->rtt_us += rtt_us;
	if (rtt_us > stats->rtt_max_us)
		stats->rtt_max_us = rtt_us;
}

static void
request_answered(struct request *req, netsnmp_pdu *pdu)
{
	struct snmpc_run *run = req->run;
	uint32_t n = count_vars(pdu->variables);

	req->session->last_answer_us = clock_mono_us();
	req->session->refused = false;
	request_over(req);
	if (pdu->errstat == SNMP_ERR_TOOBIG)
		governor_too_big(&req->session->governor, req->asked);
	else if (!req->is_slow)
		tell_governor(req, n);
	if (run && run->doubt) {
		/* The device answers: the large request was the problem. */
		governor_too_big(&req->session->governor, run->doubt);
		run->doubt = 0;
	}
	if (run && !run->is_over) {
		run->stats.answers++;
		time_answer(&run->stats, req);
		run->stats.varbinds += n;
		run_count_bytes(run, (uint64_t)received_bytes);
	}
	if (run && !run->is_over) {
		if (pdu->errstat == SNMP_ERR_AUTHORIZATIONERROR) {
			/* No access to any view (RFC 3415 3.2). If a view exists but does
			 * not include this OID, the answer is noSuchObject. */
			run_finish(run, RC_REFUSED,
			    "%s: the device does not let this user or community read it",
			    req->session->target.host);
		} else if (pdu->errstat) {
			run->error_status = (uint32_t)pdu->errstat;
			run->ops->failed(run, req, pdu->errstat, pdu->errindex);
		} else {
			run->ops->answered(run, req, pdu->variables, n);
		}
	}
	request_free(req);
}

/* An answer did not come in time. Slow values say nothing about the device. */
static void
slow_down(struct request *req)
{
	struct snmpc_session *session = req->session;

	if (req->is_slow)
		return;
	if (req->epoch == session->governor.epoch)
		session->slowed_us = clock_mono_us();
	governor_timed_out(&session->governor, req->epoch);
}

static void
request_timed_out(struct request *req)
{
	struct snmpc_run *run = req->run;

	request_over(req);
	slow_down(req);
	if (run && !run->is_over) {
		run->stats.timeouts++;
		run->ops->failed(run, req, 0, 0);
	}
	request_free(req);
}

static void
request_refused(struct request *req, const char *why)
{
	struct snmpc_run *run = req->run;

	request_over(req);
	if (run && !run->is_over)
		run_finish(run, RC_REFUSED, "%s: %s", req->session->target.host, why);
	request_free(req);
}

static void
probe_ended(struct request *req, bool timed_out)
{
	struct snmpc_session *session = req->session;

	request_over(req);
	if (timed_out)
		session_fail(session, session->refused ? RC_UNREACHABLE : RC_TIMEOUT,
		    session->refused ? "%s: the port is closed (ICMP unreachable)"
				     : "%s: no answer to SNMPv3 engine discovery",
		    session->target.host);
	request_free(req);
	session_pump_soon(session);
}

/* net-snmp's callback. A report that requires a resend (time window) first comes as
 * RECEIVED, and net-snmp resends it. The final result is SEC_ERROR. */
static int
on_message(int operation, netsnmp_session *ns, int id, netsnmp_pdu *pdu, void *data)
{
	struct request *req = data;

	(void)id;
	switch (operation) {
	case NETSNMP_CALLBACK_OP_RECEIVED_MESSAGE:
		if (pdu->command == SNMP_MSG_REPORT)
			return 1;
		if (pdu->command == SNMP_MSG_RESPONSE)
			request_answered(req, pdu);
		return 1;
	case NETSNMP_CALLBACK_OP_TIMED_OUT:
		if (req->kind == REQUEST_V3_PROBE)
			probe_ended(req, true);
		else
			request_timed_out(req);
		return 1;
	case NETSNMP_CALLBACK_OP_SEC_ERROR:
		if (req->kind == REQUEST_V3_PROBE) {
			probe_ended(req, false); /* the report to our probe */
			return 1;
		}
		request_refused(req,
		    v3_reason(pdu && pdu->command == SNMP_MSG_REPORT
			    ? snmpv3_get_report_type(pdu)
			    : ns->s_snmp_errno));
		return 1;
	default: /* RESEND, CONNECT, ...: nothing to do */
		return 1;
	}
}

static netsnmp_pdu *
build_pdu(const struct request *req, const struct wire_oid *oids, size_t n)
{
	static const int COMMANDS[] = {
		[REQUEST_GET] = SNMP_MSG_GET,
		[REQUEST_GETNEXT] = SNMP_MSG_GETNEXT,
		[REQUEST_GETBULK] = SNMP_MSG_GETBULK,
		[REQUEST_V3_PROBE] = SNMP_MSG_GET,
	};
	netsnmp_pdu *pdu = snmp_pdu_create(COMMANDS[req->kind]);
	oid arcs[OID_MAX];

	if (!pdu)
		return NULL;
	if (req->kind == REQUEST_GETBULK) {
		pdu->non_repeaters = 0;
		pdu->max_repetitions = req->repetitions;
	}
	for (size_t i = 0; i < n; i++) {
		size_t len = 0;

		for (size_t j = 0; j < oids[i].n && len < OID_MAX; j++)
			arcs[len++] = oids[i].arcs[j];
		for (size_t j = 0; j < oids[i].more_n && len < OID_MAX; j++)
			arcs[len++] = oids[i].more[j];
		if (!snmp_add_null_var(pdu, arcs, len)) {
			snmp_free_pdu(pdu);
			return NULL;
		}
	}
	return pdu;
}

/* Is the device possibly down? See limits.first_timeout_ms. Slow questions are not
 * counted: they are sent only to a device that has just answered something else. */
static bool
may_be_gone(const struct request *req, int64_t now_us)
{
	const struct snmpc_session *s = req->session;
	const struct snmpc_limits *l = &s->governor.limits;

	return l->first_timeout_ms && !req->is_slow &&
	    (!s->last_answer_us ||
		now_us - s->last_answer_us > (int64_t)l->timeout_ms * 1000);
}

/* How long to wait after the last transmission of a request. */
static int64_t
patience_us(const struct request *req, int64_t now_us)
{
	const struct governor *g = &req->session->governor;
	int64_t first_us = (int64_t)g->limits.first_timeout_ms * 1000, usual_us;

	if (!may_be_gone(req, now_us))
		return (int64_t)g->limits.timeout_ms * 1000;
	usual_us = g->srtt_us > 0 ? governor_timeout_us(g) : 0;
	return usual_us > first_us ? usual_us : first_us;
}

/* Retransmit after rto, then 2, 4... times rto later. After the last transmission the
 * device gets the full configured time-out before the request is given up. */
static void
plan_request(struct request *req, int64_t now_us)
{
	const struct snmpc_limits *l = &req->session->governor.limits;
	int64_t wait = 0, patience = patience_us(req, now_us);
	int64_t rto =
	    req->is_slow ? patience : governor_timeout_us(&req->session->governor);

	if (rto > patience)
		rto = patience;
	req->retries = req->run && req->run->doubt ? 0 : l->retries;
	req->rto_us = rto;
	for (uint32_t i = 0; i < req->retries; i++, rto *= 2)
		wait += rto;
	req->sent_us = now_us;
	req->resend_at_us = req->retries ? now_us + req->rto_us : INT64_MAX;
	req->give_up_at_us = now_us + wait + patience;
}

/* Add the request to the session's list and send it. On failure req has been freed and
 * the session's error is set. */
static bool
send_pdu(struct request *req, netsnmp_pdu *pdu)
{
	struct snmpc_session *session = req->session;
	netsnmp_session *ns = snmp_sess_session(session->handle);
	int64_t now_us = clock_mono_us();
	bool is_sent;

	plan_request(req, now_us);
	req->epoch = session->governor.epoch;
	req->sends = 1;
	TAILQ_INSERT_TAIL(&session->requests, req, link);
	session->in_flight++;
	if (req->run) {
		req->run->in_flight++;
		req->run->stats.requests++;
		if (session->in_flight > req->run->stats.max_in_flight)
			req->run->stats.max_in_flight = session->in_flight;
	}
	ns->timeout = req->give_up_at_us - now_us;
	sending = req;
	v3_user_in(session);
	is_sent = snmp_sess_async_send(session->handle, pdu, on_message, req) != 0;
	v3_user_out(session);
	sending = NULL;
	if (is_sent)
		return true;
	session->last_errno = ns->s_errno ? ns->s_errno : errno;
	snmp_free_pdu(pdu);
	if (!req->finished) {
		request_over(req);
		request_free(req);
	}
	return false;
}

bool
wire_send(struct request *req, const struct wire_oid *oids, size_t n)
{
	struct snmpc_session *session = req->session;
	netsnmp_pdu *pdu = build_pdu(req, oids, n);
	struct snmpc_run *run = req->run;

	if (!pdu) {
		request_free(req);
		run_finish(run, RC_NOMEM, "out of memory");
		return false;
	}
	if (send_pdu(req, pdu))
		return true;
	if (session->last_errno == ECONNREFUSED) {
		session->refused = true;
		run_finish(run, RC_UNREACHABLE,
		    "%s: the port is closed (ICMP unreachable)", session->target.host);
	} else if (!run->is_over) {
		run_finish(run, RC_UNREACHABLE, "%s: cannot send: %s",
		    session->target.host, strerror(session->last_errno));
	}
	return false;
}

bool
wire_probe(struct snmpc_session *session)
{
	struct request *req = calloc(1, sizeof(*req));
	netsnmp_pdu *pdu;

	if (!req)
		return false;
	req->session = session;
	req->kind = REQUEST_V3_PROBE;
	pdu = build_pdu(req, NULL, 0);
	if (!pdu) {
		request_free(req);
		return false;
	}
	snmp_sess_session(session->handle)->flags |= SNMP_FLAGS_DONT_PROBE;
	pdu->version = SNMP_VERSION_3;
	pdu->securityName = strdup("");
	pdu->securityNameLen = 0;
	pdu->securityLevel = SNMP_SEC_LEVEL_NOAUTH;
	pdu->securityModel = USM_SEC_MODEL_NUMBER;
	return send_pdu(req, pdu);
}

/* An ICMP error came instead of an answer. It is final if the device has never answered.
 * Otherwise the device may be rebooting, and the time-outs decide. */
static void
on_refused(struct snmpc_session *session)
{
	struct snmpc_run *run;

	session->refused = true;
	TAILQ_FOREACH(run, &session->runs, link)
	{
		if (run->stats.answers == 0)
			run_unanswered(run);
	}
	if (session->state == SESSION_PROBING)
		session_fail(session, RC_UNREACHABLE,
		    "%s: the port is closed (ICMP unreachable)", session->target.host);
}

void
wire_readable(struct snmpc_session *session)
{
	netsnmp_large_fd_set *set = session->engine->fdset;
	netsnmp_session *ns = snmp_sess_session(session->handle);

	netsnmp_large_fd_setfd(session->fd, set);
	session->in_callback = true;
	v3_user_in(session);
	if (snmp_sess_read2(session->handle, set) != 0 && received_bytes < 0 &&
	    ns->s_errno == ECONNREFUSED)
		on_refused(session);
	v3_user_out(session);
	session->in_callback = false;
	netsnmp_large_fd_clr(session->fd, set);
}

static void
resend(struct request *req, int64_t now_us)
{
	struct snmpc_session *session = req->session;
	bool is_last = req->sends >= req->retries;

	slow_down(req);
	if (req->packet_len &&
	    send(session->fd, req->packet, req->packet_len, MSG_DONTWAIT) < 0 &&
	    errno == ECONNREFUSED)
		session->refused = true;
	if (req->run)
		req->run->stats.retransmits++;
	req->sends++;
	req->rto_us *= 2;
	req->resend_at_us = is_last ? INT64_MAX : now_us + req->rto_us;
}

int64_t
wire_tick(struct snmpc_session *session, int64_t now_us)
{
	struct request *req;
	int64_t next = INT64_MAX;
	bool give_up = false;

	TAILQ_FOREACH(req, &session->requests, link)
	{
		bool wanted =
		    req->kind == REQUEST_V3_PROBE || (req->run && !req->run->is_over);

		if (wanted && req->resend_at_us <= now_us)
			resend(req, now_us);
		give_up = give_up || req->give_up_at_us <= now_us;
	}
	if (give_up && session->handle) {
		uint32_t before = session->in_flight;

		session->in_callback = true;
		snmp_sess_timeout(session->handle);
		session->in_callback = false;
		/* Other requests can be sent now; no other event may start the pump. */
		if (session->in_flight != before)
			session_pump_soon(session);
	}
	TAILQ_FOREACH(req, &session->requests, link)
	{
		/* net-snmp checks for "later than", so this is one step after its
		 * time. */
		int64_t at = req->give_up_at_us + 1000;

		if (req->run && req->resend_at_us < at)
			at = req->resend_at_us;
		if (req->kind == REQUEST_V3_PROBE && req->resend_at_us < at)
			at = req->resend_at_us;
		next = at < next ? at : next;
	}
	return next;
}

void
wire_value(const netsnmp_variable_list *var, uint32_t scratch[OID_MAX],
    struct snmp_value *ret_value)
{
	struct snmp_value v = { .type = (enum snmp_type)var->type };

	switch (var->type) {
	case ASN_INTEGER:
		v.i = *var->val.integer;
		break;
	case ASN_COUNTER:
	case ASN_GAUGE:
	case ASN_TIMETICKS:
		v.u = (uint32_t)*var->val.integer;
		break;
	case ASN_COUNTER64:
		v.u = ((uint64_t)(uint32_t)var->val.counter64->high << 32) |
		    (uint32_t)var->val.counter64->low;
		break;
	case ASN_OBJECT_ID:
		v.len = (uint32_t)(var->val_len / sizeof(oid));
		if (v.len > OID_MAX)
			v.len = OID_MAX;
		for (uint32_t i = 0; i < v.len; i++)
			scratch[i] = (uint32_t)var->val.objid[i];
		v.arcs = scratch;
		break;
	case ASN_OCTET_STR:
	case ASN_IPADDRESS:
	case ASN_OPAQUE:
		v.octets = var->val.string;
		v.len = (uint32_t)var->val_len;
		break;
	default: /* NULL and the exceptions have no content */
		break;
	}
	*ret_value = v;
}
