/* SPDX-License-Identifier: Apache-2.0
 *
 * store/list/list_int.h - the parts of the table of lists, for the files of store/.
 */
#ifndef FACHO_STORE_LIST_LIST_INT_H
#define FACHO_STORE_LIST_LIST_INT_H

#include "store/list/list.h"

/* The lists of what people set up, from 0 on; NULL behind the last. */
const struct list *list_of_setup(size_t i);
/* Of who is told: the same. */
const struct list *list_of_notify(size_t i);

#endif
