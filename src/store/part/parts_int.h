/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/parts_int.h - the two kinds of parts, for the files of store/. Both inside a
 * transaction; *changed grows by the rows that they write.
 */
#ifndef FACHO_STORE_PART_PARTS_INT_H
#define FACHO_STORE_PART_PARTS_INT_H

#include <stdbool.h>

#include "base/arena.h"
#include "store/part/parts.h"

struct parting {
	struct db *db;
	struct olt_id olt;
	int64_t now_ms;
	struct arena *arena; /* for what is stored already */
	int64_t changed;
	int64_t uptime_ms; /* as in struct parts */
	struct err *err;
};

enum rc ports_write(struct parting *x, const struct port_row *rows, size_t n) MUST_CHECK;
enum rc chassis_write(struct parting *x, const struct chassis_row *rows, size_t n)
    MUST_CHECK;

/* Take over the values of a row, typed, each at the place of its purpose among n. True
 * when one of them is another than before. */
bool part_follow(struct value *at, const enum purpose *places, size_t n,
    const struct part_value *values, size_t n_values);

/* A text of the database for as long as the arena lives. False: no memory. */
bool part_text(struct parting *x, const char *text, struct value *ret);

#endif
