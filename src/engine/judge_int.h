/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/judge_int.h - what a collection means for the execution that asked for it.
 *
 * SUCCESS: all that was asked came and was understood. PARTIAL: something did, or all
 * that came cannot be read. FAILED: nothing usable. INTERRUPTED: nothing was sent, because
 * there was nothing to ask; the sentence says what it waits for. A column that the device
 * does not have is no failure; a device that has nothing of what was asked is.
 *
 * A wrong community cannot be told from silence: both are TIMEOUT, and the sentence says
 * so. Wrong SNMPv3 credentials are told by the device: AUTH.
 *
 * Pure. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_JUDGE_INT_H
#define FACHO_ENGINE_JUDGE_INT_H

#include <stdbool.h>

#include "collect/collect.h"
#include "coordinator/coordinator.h"

/* How it went on the network: what turns an outcome into a name for people. */
struct circumstances {
	bool is_late; /* its time was up */
	bool has_answered; /* the device said anything at all */
};

enum trouble trouble_of(enum rc rc, struct circumstances how);

struct traffic traffic_of(const struct snmpc_stats *stats);

/* It could not even begin, or a step before the collection failed. text (of
 * EXECUTION_MESSAGE_MAX) holds the sentence as long as the outcome is used. */
struct coordinator_outcome outcome_of_failure(
    enum rc rc, struct circumstances how, const char *message, char *text);

/* Nothing was sent, because of why. answered: the device was heard all the same. */
struct coordinator_outcome outcome_of_nothing(const char *why, bool answered, char *text);

struct coordinator_outcome outcome_of(
    const struct collection *c, bool is_late, char *text);

#endif
