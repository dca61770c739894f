/* SPDX-License-Identifier: Apache-2.0
 *
 * model/limit.h - limits: a measured value that is beyond its limit for some time is an
 * incident of kind `limit` (watch/watch.h). People make them; some ship with the program.
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

/* What is measured. The order is that of enum watch_entity. */
enum limit_entity {
	LIMIT_OF_ONU,
	LIMIT_OF_PORT,
	LIMIT_OF_CARD, /* a part of the chassis */
	LIMIT_OF_OLT, /* the device, and each part of its chassis */
	LIMIT_OF_UPLINK,
	LIMIT_ENTITIES,
};
#define LIMIT_ENTITY_CHOICES "onu|port|card|olt|uplink"

/* The order is that of enum watch_op. */
enum limit_op { LIMIT_ABOVE, LIMIT_BELOW, LIMIT_EQUAL, LIMIT_NOT_EQUAL };
#define LIMIT_OP_CHOICES "above|below|equal|not_equal"

/* The order is that of enum watch_severity. */
enum limit_severity { LIMIT_INFO, LIMIT_MINOR, LIMIT_MAJOR, LIMIT_CRITICAL };
#define LIMIT_SEVERITY_CHOICES "info|minor|major|critical"

enum {
	LIMIT_PLACE_MAX = 47,
	LIMIT_FOR_MAX_S = 30 * 86400,
	LIMIT_UPLINK_DAYS = 30, /* an uplink that was not up for longer is not in use */
};

struct limit_row {
	struct limit_id id;
	const char *name;
	enum limit_entity entity;
	const char *purpose; /* limit_purpose_at(), or "custom:name" */
	enum limit_op op;
	double value;
	int64_t for_s; /* it must hold so long; 0: at once */
	double hysteresis; /* it ends when the value is so far on the good side */
	enum limit_severity severity;
	int64_t olt; /* only of this OLT; 0: of all */
	int64_t brand; /* only of OLTs of this brand; 0: of all */
	const char *site; /* only of OLTs of this site; "" */
	const char *place; /* only of this port, card or uplink; "" */
	bool enabled;
	bool is_builtin; /* it ships with the program */
	bool is_edited; /* though it ships, somebody has changed it */
	int64_t created_ms, updated_ms;
};

extern const struct entity_type LIMIT_ENTITY;

/* What a limit may be about, besides custom OIDs. */
struct limit_purpose {
	enum limit_entity entity;
	const char *name;
	const char *unit;
};

/* NULL: there are no more. */
const struct limit_purpose *limit_purpose_at(size_t i);
/* NULL: there is none; a custom one is none of them. */
const struct limit_purpose *limit_purpose_find(
    enum limit_entity entity, const char *name);
/* Of any entity; "": it has none, or is not known. */
const char *limit_unit(const char *purpose);
/* "custom:name": the name. NULL: it is none. */
const char *limit_custom_name(const char *purpose);

/* The limits that ship. */
struct limit_shipped {
	const char *key; /* "uplink_down": for good */
	struct limit_row row;
};

/* NULL: there are no more. */
const struct limit_shipped *limit_shipped_at(size_t i);

#endif
