/* SPDX-License-Identifier: Apache-2.0
 *
 * Many collections at the same time on one loop.
 */
#include "lab.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/files.h"

enum { COLUMNS_MAX = 32 };

struct lab_fleet {
	struct lab_fleet_options o;
	struct event_base *base;
	struct snmpc *snmpc;
	struct profile_set *profiles;
	const struct profile *profile;
	size_t n_wanted;
	const char *wanted[COLUMNS_MAX];
	char *wanted_text;
	struct lab_olt *olts;
	size_t n_open;
	int64_t start_us;
};

struct olt_context {
	struct lab_fleet *fleet;
	struct lab_olt *olt;
};

static size_t
split_names(char *text, const char **ret, size_t max)
{
	size_t n = 0;

	for (char *name; (name = strsep(&text, ",")) && n < max;)
		ret[n++] = name;
	return n;
}

struct lab_fleet *
lab_fleet_new(const struct lab_fleet_options *o)
{
	struct lab_fleet *f = calloc(1, sizeof(*f));
	struct err err;

	if (!f)
		lab_die("out of memory");
	if (files_allow_all() < o->n_olts + 256)
		lab_die("%zu OLTs need as many file descriptors", o->n_olts);
	f->o = *o;
	f->base = event_base_new();
	if (!f->base || snmpc_new(f->base, &f->snmpc, &err) != RC_OK ||
	    profile_set_load_builtin(&f->profiles, &err) != RC_OK)
		lab_die("cannot start: %s", err.msg);
	f->profile = profile_set_find(f->profiles, o->profile);
	f->wanted_text = strdup(o->columns);
	f->olts = calloc(o->n_olts, sizeof(*f->olts));
	if (!f->profile || !f->wanted_text || !f->olts)
		lab_die("no profile \"%s\"", o->profile);
	f->n_wanted = split_names(f->wanted_text, f->wanted, COLUMNS_MAX);
	return f;
}

static void
on_done(void *ctx, const struct collection *c)
{
	struct olt_context *x = ctx;
	struct lab_olt *olt = x->olt;

	olt->is_done = true;
	olt->rc = c->rc;
	olt->n_rows = rows_count(c->rows);
	olt->n_values = c->n_values;
	olt->n_varbinds = c->stats.varbinds;
	olt->max_in_flight = c->stats.max_in_flight;
	olt->retransmits = c->stats.retransmits;
	olt->requests = c->stats.requests;
	olt->memory = snmpc_session_memory(olt->session);
	olt->done_us = clock_mono_us() - x->fleet->start_us;
	olt->n_ports = collection_ports(c, olt->ports, 64);
	if (olt->n_ports > 64)
		olt->n_ports = 64;
	if (--x->fleet->n_open == 0)
		(void)event_base_loopbreak(x->fleet->base);
	if (!x->fleet->o.keep_rows) {
		collect_free(olt->collect);
		olt->collect = NULL;
	}
	free(x);
}

static void
start_olt(struct lab_fleet *f, size_t i, bool warm)
{
	struct lab_olt *olt = &f->olts[i];
	struct olt_context *x = calloc(1, sizeof(*x));
	struct snmpc_target t = { .port = (uint16_t)(f->o.port + i),
		.version = SNMP_V2C,
		.host = "127.0.0.1",
		.limits = f->o.limits };
	struct collect_options o = { .profile = f->profile,
		.n_wanted = f->n_wanted,
		.wanted = f->wanted,
		.on_done = on_done,
		.ctx = x };
	struct err err;

	if (!x || secret_set(&t.community, "public") != RC_OK)
		lab_die("out of memory");
	*x = (struct olt_context){ f, olt };
	if (f->o.use_quirks)
		t.limits = poll_limits(&f->o.limits, &f->profile->quirks);
	if (warm) {
		t.memory = olt->memory;
		o.n_ports = olt->n_ports;
		o.ports = olt->ports;
	}
	collect_free(olt->collect);
	snmpc_session_close(olt->session);
	olt->collect = NULL;
	olt->is_done = false;
	if (snmpc_session_open(f->snmpc, &t, &olt->session, &err) != RC_OK ||
	    collect_start(olt->session, &o, &olt->collect, &err) != RC_OK)
		lab_die("cannot start OLT %zu: %s", i, err.msg);
}

double
lab_fleet_collect(struct lab_fleet *f, bool warm)
{
	double start = lab_now();

	f->start_us = clock_mono_us();
	f->n_open = f->o.n_olts;
	for (size_t i = 0; i < f->o.n_olts; i++)
		start_olt(f, i, warm);
	while (f->n_open)
		if (event_base_loop(f->base, EVLOOP_ONCE) < 0)
			lab_die("the loop failed");
	return lab_now() - start;
}

const struct lab_olt *
lab_fleet_olt(const struct lab_fleet *f, size_t i)
{
	return &f->olts[i];
}

void
lab_fleet_free(struct lab_fleet *f)
{
	for (size_t i = 0; i < f->o.n_olts; i++)
		collect_free(f->olts[i].collect);
	snmpc_free(f->snmpc);
	profile_set_free(f->profiles);
	event_base_free(f->base);
	free(f->olts);
	free(f->wanted_text);
	free(f);
}

size_t
lab_column_oids(const char *profile, const char *columns, struct oid *ret, size_t max)
{
	struct profile_set *set;
	const struct profile *p;
	char *text = strdup(columns);
	const char *names[COLUMNS_MAX];
	struct err err;
	size_t n, found = 0;

	if (!text || profile_set_load_builtin(&set, &err) != RC_OK)
		lab_die("no profiles");
	p = profile_set_find(set, profile);
	n = split_names(text, names, COLUMNS_MAX);
	for (size_t i = 0; p && i < n && found < max; i++) {
		for (size_t j = 0; j < p->n_columns; j++) {
			const struct column *c = &p->columns[j];

			if (strcmp(c->table, "onu") == 0 &&
			    strcmp(c->key, names[i]) == 0) {
				ret[found++] = c->oid;
				break;
			}
		}
	}
	if (found != n)
		lab_die("the profile %s does not have all of %s", profile, columns);
	profile_set_free(set);
	free(text);
	return found;
}
