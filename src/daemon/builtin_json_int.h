/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/builtin_json_int.h - the parts of a profile that the catalogue stores as JSON.
 * All functions return text in the arena, or NULL if there is no memory.
 */
#ifndef FACHO_DAEMON_BUILTIN_JSON_INT_H
#define FACHO_DAEMON_BUILTIN_JSON_INT_H

#include "base/arena.h"

struct column;
struct index_format;

/* {"parse":"number","mul":0.01} */
char *builtin_transform(const struct column *c, struct arena *arena);

/* [2147483647,"N/A"] */
char *builtin_invalid(const struct column *c, struct arena *arena);

/* {"arcs":[...]}: fields as shown = (arc - base) / mul % count + add. */
char *builtin_definition(const struct index_format *f, struct arena *arena);

#endif
