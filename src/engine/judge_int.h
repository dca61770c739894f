/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/judge_int.h - converts the result of a collection to the outcome of its
 * execution.
 *
 * SUCCESS: everything requested was received and decoded. PARTIAL: a part of it was, or
 * values were received but none can be decoded. FAILED: nothing usable. INTERRUPTED:
 * nothing was sent, because there was nothing to request; the message says what it waits
 * for. A column that the device does not have is not a failure; a device that has none of
 * the requested columns is.
 *
 * A wrong community cannot be distinguished from a device that does not answer: both are
 * TIMEOUT, and the message says so. Wrong SNMPv3 credentials are reported by the device:
 * AUTH.
 *
 * Pure. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_JUDGE_INT_H
#define FACHO_ENGINE_JUDGE_INT_H

#include <stdbool.h>

#include "collect/collect.h"
#include "coordinator/coordinator.h"

/* Additional facts that are needed to name the trouble. */
struct circumstances {
	bool is_late; /* its time limit was reached */
	bool has_answered; /* the device has answered at least once */
};

enum trouble trouble_of(enum rc rc, struct circumstances how);

struct traffic traffic_of(const struct snmpc_stats *stats);

/* It could not start, or a step before the collection failed. text (of
 * EXECUTION_MESSAGE_MAX) has the message as long as the outcome is used. */
struct coordinator_outcome outcome_of_failure(
    enum rc rc, struct circumstances how, const char *message, char *text);

/* Nothing was sent, because of why. answered: the device has answered nevertheless. */
struct coordinator_outcome outcome_of_nothing(const char *why, bool answered, char *text);

struct coordinator_outcome outcome_of(
    const struct collection *c, bool is_late, char *text);

#endif
