/* SPDX-License-Identifier: Apache-2.0
 *
 * api/schema_int.h - fields that come from the service's lists.
 */
#ifndef FACHO_API_SCHEMA_INT_H
#define FACHO_API_SCHEMA_INT_H

#include "api/schema.h"

struct service_field;

struct field field_from_list(const struct service_field *f);

#endif
