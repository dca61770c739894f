/* SPDX-License-Identifier: Apache-2.0
 *
 * service/entity_int.h - the arguments of an operation as the fields of an entity
 * (model/entity.h).
 */
#ifndef FACHO_SERVICE_ENTITY_INT_H
#define FACHO_SERVICE_ENTITY_INT_H

#include "model/entity.h"
#include "service/service_int.h"

/* How a field is taken of which the table does not know all: in place of the usual way, and
 * before its limits are looked at. */
struct field_rule {
	const char *field; /* NULL ends a list */
	void (*take)(struct ask *a, void *row); /* NULL: it is taken with another field */
};

/* Take what was given; the rest stays. All of the row is checked then, and what is wrong is
 * kept by field. rules may be NULL. */
void entity_take(struct ask *a, const struct entity_type *type,
    const struct field_rule *rules, void *row);

/* The same for one whose limits a function of model/ looks at (olt_check). Secrets are left
 * to the caller. */
void entity_take_values(struct ask *a, const struct entity_type *type,
    const struct field_rule *rules, void *row);

/* The fields that were given. */
entity_set entity_given(const struct ask *a, const struct entity_type *type);

#endif
