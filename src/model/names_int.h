/* SPDX-License-Identifier: Apache-2.0
 *
 * model/names_int.h - finds the enum value of a name.
 */
#ifndef FACHO_MODEL_NAMES_INT_H
#define FACHO_MODEL_NAMES_INT_H

#include <stdbool.h>
#include <string.h>

static inline bool
name_find(const char *const *names, int n, const char *name, int *ret_i)
{
	for (int i = 0; i < n; i++) {
		if (strcmp(names[i], name) == 0) {
			*ret_i = i;
			return true;
		}
	}
	return false;
}

#endif
