/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/names_int.h - searches the names that templates can use. Pure. Any thread.
 */
#ifndef FACHO_CHANNEL_NAMES_INT_H
#define FACHO_CHANNEL_NAMES_INT_H

#include "channel/template.h"

/* The name in the list, or with list NULL the global name. NULL: not found. name need not
 * end with NUL. */
const struct template_name *name_find(const char *name, size_t len, const char *list);

#endif
