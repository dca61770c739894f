/* SPDX-License-Identifier: Apache-2.0
 *
 * service/notify_int.h - what people set up so that somebody is told: contacts, channels,
 * targets, routes, silences, maintenances, templates, and limits, are added, changed and deleted alike.
 */
#ifndef FACHO_SERVICE_NOTIFY_INT_H
#define FACHO_SERVICE_NOTIFY_INT_H

#include "model/limit.h"
#include "model/notify.h"
#include "service/entity_int.h"
#include "service/service_int.h"

/* A row of any kind, as the store has it. */
struct notify_row {
	union {
		struct contact contact;
		struct channel channel;
		struct target target;
		struct route_rule route;
		struct silence silence;
		struct maintenance maintenance;
		struct template_row template;
		struct limit_row limit;
	};
};

struct notify_kind {
	const struct entity_type *type;
	struct find_place place;
	const struct entity *entity;
	const struct field_rule *rules;
	bool has_who; /* a new one says who made it */
	/* Rules between fields, after all of them were taken; before is NULL for a new one.
	 * What is wrong is kept by field. NULL: none. */
	void (*check)(
	    struct ask *a, const struct notify_row *row, const struct notify_row *before);
	/* What is written besides the row, in its transaction. NULL: nothing. */
	enum rc (*also)(
	    struct ask *a, struct change *c, struct db *db, bool is_new, struct err *err);
	/* Further fields of the answer. NULL: none. */
	void (*show)(struct ask *a, int64_t id, json_t *shown);
};

extern const struct notify_kind KIND_CONTACT, KIND_CHANNEL, KIND_TARGET, KIND_ROUTE,
    KIND_SILENCE, KIND_MAINTENANCE, KIND_TEMPLATE, KIND_LIMIT;

/* Wrong if another row than id has this name. */
void arg_check_name_free(
    struct ask *a, const struct notify_kind *k, const char *name, int64_t id);

/* The argument `filter` in its normal form; what is not given stays. */
void arg_filter(struct ask *a, const char **filter);
/* Wrong unless the zone exists; "" is that of the program. */
void arg_check_zone(struct ask *a, const char *zone);

/* The further fields of these rows of a list; other lists stay as they are. */
void notify_show_rows(struct ask *a, const char *list, json_t *rows);

/* Is it an address that a channel of this kind can send to? Says what is wrong about
 * `field`. */
void arg_check_address(
    struct ask *a, const char *field, enum channel_kind kind, const char *address);

#endif
