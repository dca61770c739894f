/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/filter_int.h - a parsed filter: conditions with values ready to compare.
 */
#ifndef FACHO_NOTIFY_FILTER_INT_H
#define FACHO_NOTIFY_FILTER_INT_H

#include <stddef.h>
#include <stdint.h>

#include "notify/filter.h"

enum filter_field {
	FILTER_KIND,
	FILTER_SEVERITY,
	FILTER_CLASS,
	FILTER_SITE,
	FILTER_OLT,
	FILTER_BRAND,
	FILTER_CARD,
	FILTER_PORT,
	FILTER_AFFECTED,
	FILTER_TAG,
	FILTER_HOURS,
	FILTER_FIELDS,
};

enum filter_op {
	FILTER_EQ,
	FILTER_NE,
	FILTER_IN,
	FILTER_GE,
	FILTER_CONTAINS,
	FILTER_OPS,
};

struct filter_value {
	char *text; /* owned; as given, NULL for numbers */
	char *folded; /* owned; for the comparison, NULL for numbers */
	int64_t number; /* affected, severity, class */
	int from, until; /* hours, in minutes */
};

struct filter_condition {
	enum filter_field field;
	enum filter_op op;
	struct filter_value *values; /* owned */
	size_t n_values;
};

struct notify_filter {
	struct filter_condition *conditions; /* owned */
	size_t n;
};

#endif
