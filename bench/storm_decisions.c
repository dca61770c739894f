/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages to one chat when 100,032 customers go down in 1,563 incidents (98 OLTs) at
 * once.
 *
 * Only the decisions (notify/): incidents in, messages out, with a simulated clock. A
 * courier that needs one second per message is simulated. storm.js runs this, the whole
 * program and Alertmanager, one after the other.
 *
 * Also: the CPU time of the decisions, and the messages if the same storm is spread over
 * one round of polls (300 s), until everything is resolved.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lab.h"
#include "notify/notify.h"

enum {
	INCIDENTS = 1563,
	CUSTOMERS = 64, /* an incident: 100,032 in all */
	OLTS = 98,
	CHAT = 1,
	ROUND_S = 300,
	AT_MOST = 11,
	CPU_MS = 1000,
	UNTIL_WELL = 50, /* Alertmanager: one more for each of its messages */
};

#define START INT64_C(1767225600000)

struct storm {
	struct notify *n;
	struct notify_output out;
	struct notify_fact facts[INCIDENTS];
	int64_t now_ms;
	size_t messages, edits;
	double cpu_s;
};

static void
configure(struct notify *n)
{
	static const int64_t TO[] = { CHAT };
	const struct notify_target target = {
		.id = CHAT, .channel = 1, .is_enabled = true, .can_edit = true
	};
	const struct notify_route route = {
		.id = 1,
		.is_enabled = true,
		.filter = "[{\"field\":\"severity\",\"op\":\">=\",\"value\":\"major\"}]",
		.delay_ms = -1,
		.targets = TO,
		.n_targets = 1,
	};
	const struct notify_config config = {
		.rules = NOTIFY_RULES,
		.targets = &target,
		.n_targets = 1,
		.routes = &route,
		.n_routes = 1,
	};
	struct err err = { 0 };

	if (notify_configure(n, &config, &err))
		lab_die("%s", err.msg);
}

static void
set(struct storm *s, int i)
{
	if (notify_set(s->n, &s->facts[i]))
		lab_die("out of memory");
}

static void
open_incident(struct storm *s, int i)
{
	s->facts[i] = (struct notify_fact){
		.subject = { .incident = i + 1,
		    .kind = "outage",
		    .severity = INCIDENT_MAJOR,
		    .cause_class = INCIDENT_POWER,
		    .affected = CUSTOMERS },
		.version = 1,
		.state = INCIDENT_OPEN,
		.olt_id = 1 + i % OLTS,
		.opened_ms = s->now_ms,
		.acked_affected = -1,
	};
	set(s, i);
}

static void
resolve_incident(struct storm *s, int i)
{
	s->facts[i].state = INCIDENT_RESOLVED;
	s->facts[i].resolved_ms = s->now_ms;
	s->facts[i].version++;
	set(s, i);
}

/* One second: decide, count, and everything is sent. */
static void
second(struct storm *s)
{
	double before = lab_own_cpu();

	s->now_ms += 1000;
	if (notify_decide(s->n, s->now_ms, &s->out))
		lab_die("out of memory");
	s->cpu_s += lab_own_cpu() - before;
	for (size_t i = 0; i < s->out.decisions.n; i++) {
		const struct notify_decision *d =
		    VEC_AT(&s->out.decisions, struct notify_decision, i);

		s->messages += d->act != NOTIFY_EDIT;
		s->edits += d->act == NOTIFY_EDIT;
		notify_outcome(s->n, d->incident, d->target, NOTIFY_SENT, s->now_ms);
	}
	notify_output_fini(&s->out);
	notify_output_init(&s->out);
}

static struct storm *
storm_new(void)
{
	struct storm *s = calloc(1, sizeof(*s));

	if (!s)
		lab_die("out of memory");
	s->n = notify_new();
	if (!s->n)
		lab_die("out of memory");
	s->now_ms = START;
	notify_output_init(&s->out);
	configure(s->n);
	return s;
}

static void
storm_free(struct storm *s)
{
	notify_output_fini(&s->out);
	notify_free(s->n);
	free(s);
}

/* All in one second, or spread over a round of polls; ten minutes of it. */
static struct storm *
run(int spread_s)
{
	struct storm *s = storm_new();
	int opened = 0;

	for (int t = 0; t < 600; t++) {
		int due =
		    spread_s ? (int)((int64_t)INCIDENTS * (t + 1) / spread_s) : INCIDENTS;

		for (; opened < due && opened < INCIDENTS; opened++)
			open_incident(s, opened);
		second(s);
	}
	return s;
}

int
main(void)
{
	struct storm *s = run(0);
	bool is_met = lab_report("storm_decisions_messages", (double)s->messages,
	    "messages", AT_MOST, true, NULL, 0);

	is_met &= lab_report(
	    "storm_decisions_cpu", s->cpu_s * 1000, "ms", CPU_MS, true, NULL, 0);
	storm_free(s);
	s = run(ROUND_S);
	is_met &= lab_report("storm_decisions_messages_over_a_round", (double)s->messages,
	    "messages", AT_MOST, true, NULL, 0);
	for (int i = 0; i < INCIDENTS; i++) {
		resolve_incident(s, i);
		if (i % 5 == 0)
			second(s);
	}
	for (int t = 0; t < 3600; t++)
		second(s);
	is_met &= lab_report("storm_decisions_messages_until_well", (double)s->messages,
	    "messages", UNTIL_WELL, true, NULL, 0);
	storm_free(s);
	return is_met ? 0 : 1;
}
