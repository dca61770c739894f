/* SPDX-License-Identifier: Apache-2.0
 *
 * model/limit.h - limits: a measured value that is outside its limit for some time is an
 * incident of kind `limit` (watch/watch.h). Users define them; some are included in the
 * program.
 *
 * Plain values with their table (model/entity.h); text is borrowed. Pure; any thread.
 */
#ifndef FACHO_MODEL_LIMIT_H
#define FACHO_MODEL_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/entity.h"
#include "model/ids.h"

struct limit_id {
	int64_t v;
};

/* The measured object. In the order of enum watch_entity. */
enum limit_entity {
	LIMIT_OF_ONU,
	LIMIT_OF_PORT,
	LIMIT_OF_CARD, /* a part of the chassis */
	LIMIT_OF_OLT, /* the device and each part of its chassis */
	LIMIT_OF_UPLINK,
	LIMIT_ENTITIES,
};
#define LIMIT_ENTITY_CHOICES "onu|port|card|olt|uplink"

/* In the order of enum watch_op. */
enum limit_op { LIMIT_ABOVE, LIMIT_BELOW, LIMIT_EQUAL, LIMIT_NOT_EQUAL };
#define LIMIT_OP_CHOICES "above|below|equal|not_equal"

/* In the order of enum watch_severity. */
enum limit_severity { LIMIT_INFO, LIMIT_MINOR, LIMIT_MAJOR, LIMIT_CRITICAL };
#define LIMIT_SEVERITY_CHOICES "info|minor|major|critical"

enum {
	LIMIT_PLACE_MAX = 47,
	LIMIT_FOR_MAX_S = 30 * 86400,
	/* an uplink that has been down for longer is considered unused */
	LIMIT_UPLINK_DAYS = 30,
};

struct limit_row {
	struct limit_id id;
	const char *name;
	enum limit_entity entity;
	const char *purpose; /* limit_purpose_at(), or "custom:name" */
	enum limit_op op;
	double value;
	int64_t for_s; /* minimum time outside the limit; 0: none */
	/* it ends when the value is better than the limit by this much */
	double hysteresis;
	enum limit_severity severity;
	int64_t olt; /* only this OLT; 0: all */
	int64_t brand; /* only OLTs of this brand; 0: all */
	const char *site; /* only OLTs of this site; "": all */
	const char *place; /* only this port, card or uplink; "": all */
	bool enabled;
	bool is_builtin; /* it is included in the program */
	bool is_edited; /* it is included, and somebody has changed it */
	int64_t created_ms, updated_ms;
};

extern const struct entity_type LIMIT_ENTITY;

/* The values that can have a limit, besides custom OIDs. */
struct limit_purpose {
	enum limit_entity entity;
	const char *name;
	const char *unit;
};

/* NULL: after the last. */
const struct limit_purpose *limit_purpose_at(size_t i);
/* NULL: unknown, or custom. */
const struct limit_purpose *limit_purpose_find(
    enum limit_entity entity, const char *name);
/* The unit, for any entity; "": none, or not known. */
const char *limit_unit(const char *purpose);
/* The name of "custom:name"; NULL: not custom. */
const char *limit_custom_name(const char *purpose);

/* The included limits. */
struct limit_shipped {
	const char *key; /* "uplink_down": never changes */
	struct limit_row row;
};

/* NULL: after the last. */
const struct limit_shipped *limit_shipped_at(size_t i);

#endif
