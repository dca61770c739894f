/* SPDX-License-Identifier: Apache-2.0 */
#include "agent.h"

#include <string.h>

enum { PATIENCE_S = 60 };

static uint64_t
mix(uint64_t h, uint64_t v)
{
	h ^= v + 0x9E3779B97F4A7C15u + (h << 6) + (h >> 2);
	return h * 0xFF51AFD7ED558CCDu;
}

static uint64_t
hash_value(uint32_t column, const uint32_t *index, size_t n, const struct snmp_value *v)
{
	uint64_t h = mix(column, v->type);

	for (size_t i = 0; i < n; i++)
		h = mix(h, index[i]);
	switch (v->type) {
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		for (uint32_t i = 0; i < v->len; i++)
			h = mix(h, v->octets[i]);
		break;
	case SNMP_OID:
		for (uint32_t i = 0; i < v->len; i++)
			h = mix(h, v->arcs[i]);
		break;
	case SNMP_INTEGER:
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		h = mix(h, v->u);
		break;
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		break;
	}
	return h;
}

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *v)
{
	struct outcome *o = ctx;

	if (snmp_type_is_exception(v->type)) {
		o->n_absent++;
		return;
	}
	o->n_values++;
	o->hash += hash_value(column, index, n, v);
	if (o->cancel_after && o->n_values == o->cancel_after)
		snmpc_run_cancel(o->run);
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct outcome *o = ctx;

	assert_false(o->is_done); /* exactly once */
	o->is_done = true;
	o->rc = r->rc;
	o->stats = r->stats;
	(void)snprintf(o->message, sizeof(o->message), "%s", r->message);
	for (size_t i = 0; i < r->n_columns && i < 64; i++)
		o->columns[i] = r->columns[i];
	(void)event_base_loopbreak(o->base);
}

struct snmpc_target
agent_target(uint16_t port)
{
	struct snmpc_target t = { .host = "127.0.0.1",
		.port = port,
		.version = SNMP_V2C,
		.limits = snmpc_limits_default() };

	check_rc(secret_set(&t.community, "public"), RC_OK);
	t.limits.timeout_ms = 500;
	return t;
}

struct bed
bed_make(const struct snmpc_target *target)
{
	struct bed b = { .base = event_base_new() };
	struct err err = { 0 };

	assert_non_null(b.base);
	check_rc(snmpc_new(b.base, &b.snmpc, &err), RC_OK);
	check_rc(snmpc_session_open(b.snmpc, target, &b.session, &err), RC_OK);
	return b;
}

void
bed_free(struct bed *b)
{
	snmpc_free(b->snmpc);
	event_base_free(b->base);
}

void
outcome_start(struct bed *b, struct snmpc_question *q, struct outcome *o)
{
	struct err err = { 0 };

	o->base = b->base;
	q->on_value = on_value;
	q->on_done = on_done;
	q->ctx = o;
	check_rc(snmpc_run_start(b->session, q, &o->run, &err), RC_OK);
	assert_false(o->is_done); /* never from inside the start */
}

static void
on_patience_over(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	*(bool *)arg = true;
}

void
outcome_wait(struct bed *b, struct outcome *o)
{
	struct timeval patience = { PATIENCE_S, 0 };
	bool is_over = false;
	struct event *e = evtimer_new(b->base, on_patience_over, &is_over);

	assert_non_null(e);
	assert_int_equal(event_add(e, &patience), 0);
	while (!o->is_done && !is_over)
		assert_int_equal(event_base_loop(b->base, EVLOOP_ONCE), 0);
	event_free(e);
	if (is_over)
		fail_msg("the run did not end within %d s", PATIENCE_S);
}

struct outcome
ask_agent(const struct snmpc_target *target, struct snmpc_question *q)
{
	struct bed b = bed_make(target);
	struct outcome o = { 0 };

	outcome_start(&b, q, &o);
	outcome_wait(&b, &o);
	bed_free(&b);
	return o;
}

struct outcome
walk_agent(const struct snmpc_target *target, const struct oid *columns, size_t n)
{
	struct snmpc_column c[64];
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = n, .columns = c };

	assert_true(n <= 64);
	for (size_t i = 0; i < n; i++)
		c[i] =
		    (struct snmpc_column){ .arcs = columns[i].arcs, .n = columns[i].n };
	return ask_agent(target, &q);
}
