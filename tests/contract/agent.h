/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/contract/agent.h - agents to test the engine against, and a walk that
 * waits. The simulator and a real snmpd, both on loopback.
 */
#ifndef FACHO_TESTS_AGENT_H
#define FACHO_TESTS_AGENT_H

#include <event2/event.h>

#include "check.h"
#include "lab.h"
#include "snmpc/snmpc.h"

/* One engine and one session for the length of a test. */
struct bed {
	struct event_base *base;
	struct snmpc *snmpc;
	struct snmpc_session *session;
};

/* What a run brought. The hash is over (column, index, value) of all values, in
 * any order, so that runs can be compared. */
struct outcome {
	bool is_done;
	enum rc rc;
	char message[ERR_MAX];
	uint64_t n_values;
	uint64_t n_absent; /* GET: exceptions */
	uint64_t hash;
	struct snmpc_column_result columns[64];
	struct snmpc_stats stats;
	struct event_base *base;
	struct snmpc_run *run;
	uint64_t cancel_after; /* values; 0: never */
};

struct snmpc_target agent_target(uint16_t port);
struct bed bed_make(const struct snmpc_target *target);
void bed_free(struct bed *b);

/* Start a run that reports into o; q's callbacks are filled in. */
void outcome_start(struct bed *b, struct snmpc_question *q, struct outcome *o);
/* Run the loop until it is done; fails the test after 60 s. */
void outcome_wait(struct bed *b, struct outcome *o);
/* Both, with a new session that is closed again. */
struct outcome ask_agent(const struct snmpc_target *target, struct snmpc_question *q);

/* Walk whole columns, one group. */
struct outcome walk_agent(
    const struct snmpc_target *target, const struct oid *columns, size_t n);

#endif
