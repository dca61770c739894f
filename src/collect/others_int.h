/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/others_int.h - a received row of a custom column whose kind is not known yet.
 * For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_OTHERS_INT_H
#define FACHO_COLLECT_OTHERS_INT_H

#include "collect/column_plan_int.h"

enum { OTHERS_KEPT_MAX = 262144 }; /* rows of one collection */

struct other_row {
	struct source *source;
	const uint32_t *index;
	uint32_t n_index;
	struct value value;
	const struct known_onu *onu; /* its ONU; NULL: no known one */
	uint32_t family; /* of that ONU */
	bool could_be_onu; /* its index is like those of ONUs */
};

#endif
