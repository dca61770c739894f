/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/others_int.h - a row of a custom column as it came, before it is known what it is.
 * For the files of poll/ only.
 */
#ifndef FACHO_POLL_OTHERS_INT_H
#define FACHO_POLL_OTHERS_INT_H

#include "poll/plan.h"

enum { OTHERS_KEPT_MAX = 262144 }; /* rows of one collection */

struct other_row {
	struct source *source;
	const uint32_t *index;
	uint32_t n_index;
	struct value value;
	const struct known_onu *onu; /* whose it is; NULL: nobody's that is known */
	uint32_t family; /* of that ONU */
	bool could_be_onu; /* its index is like those of ONUs */
};

/* Whose a row is. */
struct other_place {
	bool is_onu; /* one that is known */
	bool is_stranger; /* an ONU that no discovery has brought */
	const char *place; /* "0/1/3:5"; "": none */
};

#endif
