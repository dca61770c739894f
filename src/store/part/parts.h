/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/parts.h - what is not an ONU: the PON ports of an OLT, and its chassis with
 * cards and shelves. Their latest values, typed; read as lists (store/list/list.h:
 * "pon_ports", "chassis").
 *
 * New ports and cards, changed states of both and changed causes of ports are events
 * (part_events, and one event of the log for each run). A port that goes down has an event
 * `cause` also if the cause is the same as the last time.
 *
 * A run brings rows of values by purpose. Of ports only what changed is written; a part of
 * the chassis also says when it was last read. A port or part that is not among them stays as it is, and nothing is ever removed. A null says that
 * the device has no reading now, and is kept as such.
 *
 * The engine, through struct finish (store/work/finish.h) and so in the transaction of the
 * run that brought them; alone, inside a transaction of the caller's or without one. A
 * second time changes nothing.
 */
#ifndef FACHO_STORE_PART_PARTS_H
#define FACHO_STORE_PART_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/position.h"
#include "model/purpose.h"
#include "model/value.h"

struct db;

struct part_value {
	enum purpose purpose; /* one that is not of such a part is left out */
	struct value value;
};

/* PORT_NAME, PORT_DESCRIPTION, PORT_STATE, PORT_CAUSE, PORT_ONUS, PORT_TX, TRAFFIC_IN, TRAFFIC_OUT. */
struct port_row {
	struct position position; /* of the port; what is below it is left out */
	size_t n_values;
	const struct part_value *values;
};

/* CPU, MEMORY, CHASSIS_TEMPERATURE, CHASSIS_UPTIME, BOARD_STATE. */
struct chassis_row {
	const char *part; /* "" is the device as a whole */
	size_t n_values;
	const struct part_value *values;
};

/* What one run says about the parts of one OLT. */
struct parts {
	size_t n_ports;
	const struct port_row *ports;
	size_t n_chassis;
	const struct chassis_row *chassis;
	int64_t
	    uptime_ms; /* of the device; 0 or less: unknown. For the rate of counters */
	struct execution_id execution; /* that read them; 0: none. For their events */
};

/* A port has fewer ONUs online than a short time before, by its own count. It is a hint for
 * whoever looks for outages, and changes no value. */
struct port_fall {
	char place[POSITION_TEXT_MAX]; /* "0/1/3" */
	int64_t before, after;
};

/* Events `count` of these ports, and one of the log. RC_CONFLICT: there is no such OLT. */
enum rc store_port_counts_fell(struct db *db, struct olt_id olt,
    const struct port_fall *falls, size_t n, int64_t now_ms, struct err *err) MUST_CHECK;

/* *ret_changed (may be NULL): rows that are new or changed. RC_CONFLICT: there is no
 * such OLT. */
enum rc store_parts_apply(struct db *db, struct olt_id olt, const struct parts *parts,
    int64_t now_ms, int64_t *ret_changed, struct err *err) MUST_CHECK;

#endif
