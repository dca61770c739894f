/* SPDX-License-Identifier: Apache-2.0 */
#include "bare.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/library/large_fd_set.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "lab.h"

struct agent {
	void *handle;
	size_t column; /* which one it is walking */
	struct bare *bare;
};

struct bare {
	const struct oid *columns;
	size_t n_columns;
	unsigned repetitions;
	uint64_t varbinds;
	size_t n_open;
};

static void ask(struct agent *a, const oid *from, size_t n);

static void
next_column(struct agent *a)
{
	const struct oid *c;
	oid arcs[MAX_OID_LEN];

	if (++a->column >= a->bare->n_columns) {
		a->bare->n_open--;
		return;
	}
	c = &a->bare->columns[a->column];
	for (size_t i = 0; i < c->n; i++)
		arcs[i] = c->arcs[i];
	ask(a, arcs, c->n);
}

static int
on_answer(int operation, netsnmp_session *ns, int id, netsnmp_pdu *pdu, void *data)
{
	struct agent *a = data;
	const struct oid *c = &a->bare->columns[a->column];
	const netsnmp_variable_list *last = NULL;

	(void)ns;
	(void)id;
	if (operation != NETSNMP_CALLBACK_OP_RECEIVED_MESSAGE)
		lab_die("the bare loop lost an answer");
	for (const netsnmp_variable_list *v = pdu->variables; v; v = v->next_variable) {
		a->bare->varbinds++;
		last = v;
	}
	for (size_t i = 0; last && i < c->n; i++) {
		if (last->name_length < c->n || last->name[i] != c->arcs[i])
			last = NULL;
	}
	if (last && last->type != SNMP_ENDOFMIBVIEW)
		ask(a, last->name, last->name_length);
	else
		next_column(a);
	return 1;
}

static void
ask(struct agent *a, const oid *from, size_t n)
{
	netsnmp_pdu *pdu = snmp_pdu_create(SNMP_MSG_GETBULK);

	pdu->non_repeaters = 0;
	pdu->max_repetitions = a->bare->repetitions;
	(void)snmp_add_null_var(pdu, from, n);
	if (!snmp_sess_async_send(a->handle, pdu, on_answer, a))
		lab_die("the bare loop cannot send");
}

static void
open_agent(struct agent *a, uint16_t port, int epoll)
{
	netsnmp_session ns;
	char peer[64];
	struct epoll_event e = { .events = EPOLLIN, .data.ptr = a };

	snmp_sess_init(&ns);
	(void)snprintf(peer, sizeof(peer), "udp:127.0.0.1:%u", port);
	ns.peername = peer;
	ns.version = SNMP_VERSION_2c;
	ns.community = (u_char *)(uintptr_t) "public";
	ns.community_len = 6;
	ns.timeout = 10 * 1000 * 1000;
	a->handle = snmp_sess_open(&ns);
	if (!a->handle ||
	    epoll_ctl(epoll, EPOLL_CTL_ADD, snmp_sess_transport(a->handle)->sock, &e) !=
		0)
		lab_die("the bare loop cannot open a session");
	a->column = (size_t)-1;
	next_column(a);
}

static void
loop(struct bare *b, int epoll)
{
	struct epoll_event events[256];
	netsnmp_large_fd_set set;

	netsnmp_large_fd_set_init(&set, FD_SETSIZE);
	while (b->n_open) {
		int n = epoll_wait(epoll, events, 256, 10000);

		if (n <= 0)
			lab_die("the bare loop waits in vain");
		for (int i = 0; i < n; i++) {
			struct agent *a = events[i].data.ptr;
			int fd = snmp_sess_transport(a->handle)->sock;

			netsnmp_large_fd_setfd(fd, &set);
			(void)snmp_sess_read2(a->handle, &set);
			netsnmp_large_fd_clr(fd, &set);
		}
	}
	netsnmp_large_fd_set_cleanup(&set);
}

uint64_t
bare_walk(uint16_t port, size_t n_agents, const struct oid *columns, size_t n_columns,
    unsigned repetitions)
{
	struct bare b = { .columns = columns,
		.n_columns = n_columns,
		.repetitions = repetitions,
		.n_open = n_agents };
	struct agent *agents = calloc(n_agents, sizeof(*agents));
	int epoll = epoll_create1(EPOLL_CLOEXEC);

	if (!agents || epoll < 0)
		lab_die("the bare loop cannot start");
	for (size_t i = 0; i < n_agents; i++) {
		agents[i].bare = &b;
		open_agent(&agents[i], (uint16_t)(port + i), epoll);
	}
	loop(&b, epoll);
	for (size_t i = 0; i < n_agents; i++)
		(void)snmp_sess_close(agents[i].handle);
	(void)close(epoll);
	free(agents);
	return b.varbinds;
}
