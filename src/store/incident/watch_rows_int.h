/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_rows_int.h - columns that several statements have.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_ROWS_INT_H
#define FACHO_STORE_INCIDENT_WATCH_ROWS_INT_H

#include "model/position.h"
#include "model/value.h"
#include "watch/watch.h"

struct db_stmt;

/* pos_has, rack, frame, slot, port, onu from this column on. */
struct position watch_row_position(const struct db_stmt *q, unsigned column);
/* NULL and "" are STATE_NONE. */
enum state watch_row_state(const struct db_stmt *q, unsigned column);

/* What a port says of itself: its state, and why it is down. */
enum watch_port_cause watch_row_port(enum state state, enum state cause);

/* The place of a card: "0/3" of "board 0/3". NULL: the part is none. */
const char *watch_row_card(const char *part);

#endif
