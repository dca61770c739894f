/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/parts_int.h - the two kinds of parts, for the files of store/. Both inside a
 * transaction; *changed grows by the rows that they write.
 */
#ifndef FACHO_STORE_PART_PARTS_INT_H
#define FACHO_STORE_PART_PARTS_INT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "store/part/parts.h"

struct db_stmt;

struct parting {
	struct db *db;
	struct olt_id olt;
	int64_t now_ms;
	struct arena *arena; /* for what is stored already */
	int64_t changed;
	int64_t uptime_ms; /* as in struct parts */
	struct execution_id execution; /* the same */
	struct vec events; /* of struct part_event */
	struct err *err;
};

/* What happened to a port or a card. Texts live as long as the arena. */
struct part_event {
	const char *part; /* "port", "chassis" */
	const char *place; /* "1/2": of the port; or the name of the part */
	const char *what; /* "new", "state", "cause", "count" */
	const char *before, *after; /* NULL: none */
};

/* False: no memory. */
bool part_event_add(struct parting *x, const struct part_event *event);
/* All of them, and the event of the log. */
enum rc part_events_write(struct parting *x) MUST_CHECK;

enum rc ports_write(struct parting *x, const struct port_row *rows, size_t n) MUST_CHECK;
enum rc chassis_write(struct parting *x, const struct chassis_row *rows, size_t n)
    MUST_CHECK;

/* Take over the values of a row, typed, each at the place of its purpose among n. True
 * when one of them is another than before. */
bool part_follow(struct value *at, const enum purpose *places, size_t n,
    const struct part_value *values, size_t n_values);

/* A state in three columns of the database: name, code, label. Reading false: no memory;
 * texts are in the arena. */
bool part_state_from_row(
    struct parting *x, const struct db_stmt *q, unsigned first, struct value *ret);
void part_bind_state(struct db_stmt *q, unsigned first, const struct value *v);

/* The meaning of a state if it has one, otherwise what the device says; "": none. */
const char *part_state_name(const struct value *v);
/* Do they differ for an event? What is read for the first time has not changed. */
bool part_state_changed(const struct value *before, const struct value *after);

/* A text of the database for as long as the arena lives. False: no memory. */
bool part_text(struct parting *x, const char *text, struct value *ret);

#endif
