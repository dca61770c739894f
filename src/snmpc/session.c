/* SPDX-License-Identifier: Apache-2.0
 *
 * Sessions. All decisions are made in one function, the pump: it ends finished runs,
 * opens the session when there is work, and sends as much as the governor allows. All
 * other functions only store what happened and request the pump, which runs from the
 * loop.
 */
#include "snmpc/snmpc_int.h"

#include <arpa/inet.h>
#include <event2/dns.h>
#include <event2/event.h>
#include <event2/util.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "snmpc/v3_int.h"

enum { ADDRESS_MAX = 128 };

void
session_pump_soon(struct snmpc_session *session)
{
	event_active(session->kick, EV_TIMEOUT, 1);
}

void
session_fail(struct snmpc_session *session, enum rc rc, const char *fmt, ...)
{
	struct snmpc_run *run;
	char message[ERR_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, ap); /* truncation is allowed */
	va_end(ap);
	session->state = SESSION_NEW;
	TAILQ_FOREACH(run, &session->runs, link)
	run_finish(run, rc, "%s", message);
}

static void
on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct snmpc_session *session = arg;

	(void)fd;
	(void)what;
	wire_readable(session);
	session_pump_soon(session);
}

/* Forget all sent requests; later answers to them are ignored. */
static void
drop_handle(struct snmpc_session *session)
{
	struct request *req;

	if (session->readable)
		event_free(session->readable);
	session->readable = NULL;
	wire_close(session);
	while ((req = TAILQ_FIRST(&session->requests))) {
		TAILQ_REMOVE(&session->requests, req, link);
		if (req->run)
			req->run->in_flight--;
		request_free(req);
	}
	session->in_flight = 0;
}

static enum rc
open_handle(struct snmpc_session *session, const char *address, struct err *err)
{
	enum rc rc;

	drop_handle(session);
	rc = wire_open(session, address, err);
	if (rc != RC_OK)
		return rc;
	session->readable = event_new(session->engine->base, session->fd,
	    EV_READ | EV_PERSIST, on_readable, session);
	if (!session->readable || event_add(session->readable, NULL) != 0) {
		drop_handle(session);
		return err_set(
		    err, RC_NOMEM, "%s: cannot watch the socket", session->target.host);
	}
	return RC_OK;
}

static bool
may_go_to(const struct snmpc *s, const struct sockaddr *sa)
{
	struct address address;

	if (!s->is_limited)
		return true;
	return address_of(sa, &address) && networks_allow(&s->allowed, &address);
}

/* The name is resolved: open the session and, for v3, request the engine id. */
static void
connect_to(struct snmpc_session *session, const struct sockaddr *sa)
{
	char text[INET6_ADDRSTRLEN];
	char address[ADDRESS_MAX];
	struct err err = { 0 };
	bool is_v6 = sa->sa_family == AF_INET6;
	const void *raw = is_v6
	    ? (const void *)&((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr
	    : (const void *)&((const struct sockaddr_in *)(const void *)sa)->sin_addr;

	if (!inet_ntop(sa->sa_family, raw, text, sizeof(text))) {
		session_fail(
		    session, RC_INVALID, "%s: unusable address", session->target.host);
		return;
	}
	if (!may_go_to(session->engine, sa)) {
		session_fail(session, RC_UNREACHABLE,
		    "%s: the address %s is not allowed; see snmp.allowed_networks",
		    session->target.host, text);
		return;
	}
	(void)snprintf(address, sizeof(address), is_v6 ? "udp6:[%s]:%u" : "udp:%s:%u",
	    text, session->target.port);
	if (open_handle(session, address, &err) != RC_OK) {
		session_fail(session, err.rc, "%s", err.msg);
		return;
	}
	session->state = SESSION_READY;
	if (session->target.version != SNMP_V3)
		return;
	session->state = SESSION_PROBING;
	if (!wire_probe(session))
		session_fail(session, RC_UNREACHABLE, "%s: cannot send: %s",
		    session->target.host, strerror(session->last_errno));
}

/* Choose one of the allowed addresses of a name. IPv4 is preferred: the management of
 * OLTs uses it, and a name may have an IPv6 address that does not work. If none is
 * allowed, the first one is returned; the caller then refuses it. */
static const struct sockaddr *
best_address(const struct snmpc *s, const struct evutil_addrinfo *list)
{
	const struct sockaddr *best = NULL;

	for (const struct evutil_addrinfo *a = list; a; a = a->ai_next) {
		if (!may_go_to(s, a->ai_addr))
			continue;
		if (a->ai_family == AF_INET)
			return a->ai_addr;
		if (!best)
			best = a->ai_addr;
	}
	return best ? best : list->ai_addr;
}

static void
on_resolved(int code, struct evutil_addrinfo *list, void *arg)
{
	struct snmpc_session *session = arg;

	session->resolving = NULL;
	if (code == EVUTIL_EAI_CANCEL)
		return;
	if (code != 0 || !list)
		session_fail(session, RC_NOT_FOUND, "%s: this name has no address (%s)",
		    session->target.host, evutil_gai_strerror(code));
	else
		connect_to(session, best_address(session->engine, list));
	if (list)
		evutil_freeaddrinfo(list);
	session_pump_soon(session);
}

/* The resolver of libevent. It asks the system's name servers on our loop. */
static struct evdns_base *
resolver(struct snmpc *s)
{
	if (!s->dns)
		s->dns = evdns_base_new(s->base,
		    EVDNS_BASE_INITIALIZE_NAMESERVERS | EVDNS_BASE_DISABLE_WHEN_INACTIVE);
	if (!s->dns) {
		/* No name server is configured: /etc/hosts is still used. */
		s->dns = evdns_base_new(s->base, EVDNS_BASE_DISABLE_WHEN_INACTIVE);
		if (s->dns)
			(void)evdns_base_load_hosts(s->dns, "/etc/hosts");
	}
	return s->dns;
}

static void
resolve(struct snmpc_session *session)
{
	struct evutil_addrinfo hints = { .ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_DGRAM,
		.ai_flags = EVUTIL_AI_NUMERICHOST };
	struct evutil_addrinfo *list = NULL;

	session->state = SESSION_RESOLVING;
	if (evutil_getaddrinfo(session->target.host, NULL, &hints, &list) == 0 && list) {
		connect_to(session, list->ai_addr);
		evutil_freeaddrinfo(list);
		return;
	}
	if (!resolver(session->engine)) {
		session_fail(session, RC_NOMEM, "%s: cannot start the name resolver",
		    session->target.host);
		return;
	}
	hints.ai_flags = EVUTIL_AI_ADDRCONFIG;
	/* It may call back before it returns; then there is no request to remember. */
	session->resolving = evdns_getaddrinfo(session->engine->dns, session->target.host,
	    NULL, &hints, on_resolved, session);
}

/* The probe has ended: either the engine is known now, or the device did not answer. */
static void
end_probing(struct snmpc_session *session)
{
	enum rc rc;

	if (!TAILQ_EMPTY(&session->requests))
		return;
	rc = v3_make_user(session);
	if (rc == RC_OK) {
		session->state = SESSION_READY;
		session->probed_us = clock_mono_us();
	} else
		session_fail(session, rc,
		    rc == RC_PROTOCOL
			? "%s: the device does not tell its SNMPv3 engine id"
			: "%s: unusable SNMPv3 user or keys",
		    session->target.host);
}

static bool
bring_up(struct snmpc_session *session)
{
	if (session->state == SESSION_NEW)
		resolve(session);
	if (session->state == SESSION_PROBING)
		end_probing(session);
	return session->state == SESSION_READY;
}

/* Call on_done and free the run. on_done may start another run or close the session. */
static void
end_run(struct snmpc_run *run)
{
	struct snmpc_question q = run->q;
	struct snmpc_result result = {
		.rc = run->rc,
		.message = run->message,
		.n_columns = q.n_columns,
		.columns = run->columns,
		.stats = run->stats,
		.error_status = run->error_status,
	};
	bool tell = !run->is_cancelled;

	result.stats.duration_us = clock_mono_us() - run->start_us;
	run->is_cancelled = true; /* so that a cancel in on_done does not free it */
	run->session->in_callback = true;
	if (tell)
		q.on_done(q.ctx, &result);
	run->session->in_callback = false;
	run_free(run);
}

static bool
end_one_run(struct snmpc_session *session)
{
	struct snmpc_run *run;
	int64_t now_us = clock_mono_us();

	TAILQ_FOREACH(run, &session->runs, link)
	{
		if (!run->is_over && run->ops->is_complete(run))
			run_finish(run, RC_OK, "%s", "");
		if (!run->is_over && run->deadline_us && !run->paused_us &&
		    now_us >= run->deadline_us)
			run_finish(run, RC_TIMEOUT, "%s: not finished within its %lld ms",
			    session->target.host, (long long)run->q.deadline_ms);
		if (run->is_over) {
			end_run(run);
			return true;
		}
	}
	return false;
}

static bool
may_send(const struct snmpc_run *run)
{
	uint32_t most = run->q.slow ? 1 : run->q.max_in_flight;

	if (run->doubt && run->session->in_flight)
		return false;
	return !run->is_over && !run->paused_us && (!most || run->in_flight < most);
}

static bool
send_one(struct snmpc_session *session)
{
	struct snmpc_run *run;

	TAILQ_FOREACH(run, &session->runs, link)
	{
		if (!may_send(run) || !run->ops->send_next(run))
			continue;
		/* Runs in order have one cursor each. They take turns; otherwise the last
		 * ones would run alone, with most of the window empty. */
		if (run->q.in_order) {
			TAILQ_REMOVE(&session->runs, run, link);
			TAILQ_INSERT_TAIL(&session->runs, run, link);
		}
		return true;
	}
	return false;
}

static void
send_all(struct snmpc_session *session)
{
	uint32_t pause_ms = session->governor.limits.pause_ms;

	while (session->in_flight < session->governor.window) {
		if (pause_ms && clock_mono_us() < session->not_before_us)
			return;
		if (!send_one(session))
			return;
		if (pause_ms)
			session->not_before_us =
			    clock_mono_us() + (int64_t)pause_ms * 1000;
	}
}

static void
session_set_timer(struct snmpc_session *session)
{
	int64_t now_us = clock_mono_us();
	int64_t at = wire_tick(session, now_us);
	struct snmpc_run *run;
	struct timeval tv;

	TAILQ_FOREACH(run, &session->runs, link)
	{
		if (run->deadline_us && !run->paused_us && run->deadline_us < at)
			at = run->deadline_us;
	}
	if (session->governor.limits.pause_ms && !TAILQ_EMPTY(&session->runs) &&
	    session->not_before_us > now_us && session->not_before_us < at)
		at = session->not_before_us;
	if (at == INT64_MAX) {
		(void)event_del(session->timer);
		return;
	}
	at = at > now_us ? at - now_us : 0;
	tv.tv_sec = (time_t)(at / 1000000);
	tv.tv_usec = (suseconds_t)(at % 1000000);
	(void)event_add(session->timer, &tv);
}

static void
session_destroy(struct snmpc_session *session)
{
	while (!TAILQ_EMPTY(&session->runs))
		run_free(TAILQ_FIRST(&session->runs));
	if (session->resolving)
		evdns_getaddrinfo_cancel(session->resolving);
	drop_handle(session);
	if (session->timer)
		event_free(session->timer);
	if (session->kick)
		event_free(session->kick);
	LIST_REMOVE(session, link);
	secret_wipe(&session->target.community);
	secret_wipe(&session->target.auth_pass);
	secret_wipe(&session->target.priv_pass);
	free(session);
}

static void
pump(evutil_socket_t fd, short what, void *arg)
{
	struct snmpc_session *session = arg;

	(void)fd;
	(void)what;
	session->is_pumping = true;
	while (!session->is_closed && end_one_run(session))
		;
	if (!session->is_closed && !TAILQ_EMPTY(&session->runs) && bring_up(session))
		send_all(session);
	if (!session->is_closed)
		session_set_timer(session);
	session->is_pumping = false;
	if (session->is_closed)
		session_destroy(session);
}

static void
on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct snmpc_session *session = arg;

	(void)fd;
	(void)what;
	(void)wire_tick(session, clock_mono_us()); /* the pump sets the timer again */
	session_pump_soon(session);
}

static enum rc
check_target(const struct snmpc_target *t, struct err *err)
{
	if (!t->host[0])
		return err_set(err, RC_INVALID, "an OLT needs an address");
	if (t->version != SNMP_V3)
		return RC_OK;
	if (!t->user[0])
		return err_set(err, RC_INVALID, "%s: SNMPv3 needs a user name", t->host);
	if (t->priv != V3_PRIV_NONE && t->auth == V3_AUTH_NONE)
		return err_set(err, RC_INVALID,
		    "%s: SNMPv3 privacy needs an authentication protocol too", t->host);
	return RC_OK;
}

enum rc
snmpc_session_open(struct snmpc *s, const struct snmpc_target *target,
    struct snmpc_session **ret_session, struct err *err)
{
	struct snmpc_session *session;
	enum rc rc = check_target(target, err);

	if (rc != RC_OK)
		return rc;
	session = calloc(1, sizeof(*session));
	if (!session)
		return err_set(err, RC_NOMEM, "out of memory");
	session->engine = s;
	session->target = *target;
	session->fd = -1;
	TAILQ_INIT(&session->requests);
	TAILQ_INIT(&session->runs);
	LIST_INSERT_HEAD(&s->sessions, session, link);
	governor_init(&session->governor, &target->limits, &target->memory);
	session->timer = evtimer_new(s->base, on_timer, session);
	session->kick = evtimer_new(s->base, pump, session);
	if (!session->timer || !session->kick) {
		session_destroy(session);
		return err_set(err, RC_NOMEM, "out of memory");
	}
	*ret_session = session;
	return RC_OK;
}

void
snmpc_session_close(struct snmpc_session *session)
{
	struct snmpc_run *run;

	if (!session)
		return;
	session->is_closed = true;
	TAILQ_FOREACH(run, &session->runs, link)
	run->is_cancelled = true;
	if (!session->is_pumping)
		session_destroy(session);
}

void
snmpc_session_limit(struct snmpc_session *session, const struct snmpc_limits *limits)
{
	struct snmpc_memory memory = governor_memory(&session->governor);

	session->target.limits = *limits;
	governor_init(&session->governor, limits, &memory);
}

const struct governor *
snmpc_session_governor(const struct snmpc_session *session)
{
	return &session->governor;
}

int64_t
snmpc_session_slowed_us(const struct snmpc_session *session)
{
	return session->slowed_us;
}

struct snmpc_memory
snmpc_session_memory(const struct snmpc_session *session)
{
	return governor_memory(&session->governor);
}
