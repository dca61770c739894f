/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/snmpc_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/library/large_fd_set.h>

#include <event2/dns.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_SNMP = 161 };

/* Start net-snmp without configuration files, MIBs, state or certificates on disk, and
 * without its log. init_snmp() would start all of these; this calls only the parts that
 * sessions and SNMPv3 need. Once per process. */
static void
start_netsnmp(void)
{
	static bool started;
	netsnmp_session none;

	if (started)
		return;
	started = true;
	(void)netsnmp_register_loghandler(NETSNMP_LOGHANDLER_NONE, LOG_DEBUG);
	netsnmp_ds_set_boolean(
	    NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_READ_CONFIGS, 1);
	netsnmp_ds_set_boolean(
	    NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_PERSIST_STATE, 1);
	(void)netsnmp_ds_set_string(
	    NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_APPTYPE, "facho");
	snmp_sess_init(&none); /* starts the library */
	netsnmp_container_init_list();
	init_callbacks();
	init_snmpv3("facho");
	(void)snmp_call_callbacks(
	    SNMP_CALLBACK_LIBRARY, SNMP_CALLBACK_POST_PREMIB_READ_CONFIG, NULL);
	(void)snmp_call_callbacks(
	    SNMP_CALLBACK_LIBRARY, SNMP_CALLBACK_POST_READ_CONFIG, NULL);
}

enum rc
snmpc_new(struct event_base *base, struct snmpc **ret_snmpc, struct err *err)
{
	struct snmpc *s = calloc(1, sizeof(*s));

	if (!s)
		return err_set(err, RC_NOMEM, "out of memory");
	s->base = base;
	LIST_INIT(&s->sessions);
	s->fdset = calloc(1, sizeof(netsnmp_large_fd_set));
	if (!s->fdset) {
		free(s);
		return err_set(err, RC_NOMEM, "out of memory");
	}
	start_netsnmp();
	netsnmp_large_fd_set_init(s->fdset, FD_SETSIZE);
	*ret_snmpc = s;
	return RC_OK;
}

void
snmpc_free(struct snmpc *s)
{
	if (!s)
		return;
	while (!LIST_EMPTY(&s->sessions))
		snmpc_session_close(LIST_FIRST(&s->sessions));
	if (s->dns)
		evdns_base_free(s->dns, 0);
	netsnmp_large_fd_set_cleanup(s->fdset);
	free(s->fdset);
	free(s->never);
	free(s);
}

void
snmpc_allow(struct snmpc *s, const struct networks *allowed)
{
	s->allowed = *allowed;
	s->is_limited = true;
}

static int
by_oid(const void *a, const void *b)
{
	const struct oid *x = a, *y = b;

	return oid_compare(x->arcs, x->n, y->arcs, y->n);
}

enum rc
snmpc_never_read(struct snmpc *s, const struct oid *subtrees, size_t n)
{
	struct oid *copy = calloc(n ? n : 1, sizeof(*copy));

	if (!copy)
		return RC_NOMEM;
	memcpy(copy, subtrees, n * sizeof(*copy));
	qsort(copy, n, sizeof(*copy), by_oid);
	free(s->never);
	s->never = copy;
	s->n_never = n;
	return RC_OK;
}

const struct oid *
never_read_at(const struct snmpc *s, const uint32_t *arcs, size_t n)
{
	for (size_t i = 0; i < s->n_never; i++) {
		if (oid_starts_with(arcs, n, s->never[i].arcs, s->never[i].n))
			return &s->never[i];
	}
	return NULL;
}

static bool
parse_port(const char *text, uint16_t *ret_port)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end || n < 1 || n > 65535)
		return false;
	*ret_port = (uint16_t)n;
	return true;
}

enum rc
snmpc_split_host(const char *text, struct snmpc_target *target, struct err *err)
{
	const char *start = text;
	const char *colon = strrchr(text, ':');
	size_t n = strlen(text);
	uint16_t port = 0;

	if (*text == '[') {
		const char *close = strchr(text, ']');

		if (!close || (close[1] && close[1] != ':'))
			return err_set(err, RC_INVALID,
			    "host \"%s\": expected [IPv6 address] or [IPv6 address]:port",
			    text);
		start = text + 1;
		n = (size_t)(close - start);
		colon = close[1] ? close + 1 : NULL;
	} else if (colon && strchr(text, ':') != colon) {
		colon = NULL; /* an IPv6 address without a port */
	} else if (colon) {
		n = (size_t)(colon - text);
	}
	if (colon && !parse_port(colon + 1, &port))
		return err_set(err, RC_INVALID,
		    "host \"%s\": the port must be a number from 1 to 65535", text);
	if (n == 0 || n > SNMPC_HOST_MAX)
		return err_set(err, RC_INVALID,
		    "host \"%s\": expected a name or an address, as in 192.0.2.1 or "
		    "olt1.example:161",
		    text);
	memcpy(target->host, start, n);
	target->host[n] = '\0';
	target->port = port;
	return RC_OK;
}

enum rc
snmpc_parse_host(const char *text, struct snmpc_target *target, struct err *err)
{
	enum rc rc = snmpc_split_host(text, target, err);

	if (rc == RC_OK && target->port == 0)
		target->port = PORT_SNMP;
	return rc;
}

void
snmpc_stats_add(struct snmpc_stats *sum, const struct snmpc_stats *more)
{
	sum->requests += more->requests;
	sum->retransmits += more->retransmits;
	sum->timeouts += more->timeouts;
	sum->answers += more->answers;
	sum->varbinds += more->varbinds;
	sum->bytes_in += more->bytes_in;
	sum->duration_us += more->duration_us;
	sum->timed += more->timed;
	sum->rtt_us += more->rtt_us;
	if (more->rtt_max_us > sum->rtt_max_us)
		sum->rtt_max_us = more->rtt_max_us;
	if (more->max_in_flight > sum->max_in_flight)
		sum->max_in_flight = more->max_in_flight;
}
