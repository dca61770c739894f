/* SPDX-License-Identifier: Apache-2.0
 *
 * service/plant_csv_int.h - nodes of the plant from a CSV file. Pure.
 */
#ifndef FACHO_SERVICE_PLANT_CSV_INT_H
#define FACHO_SERVICE_PLANT_CSV_INT_H

#include <jansson.h>

#include "base/arena.h"
#include "base/err.h"

struct plant_csv {
	json_t *rows; /* [{"row": 2, "node": {...}}], or "why" instead of "node" */
	json_t *unused; /* headings that mean nothing here */
};

/* ret has two lists, which are filled. RC_INVALID: the file as a whole cannot be read. */
enum rc plant_csv_read(const char *text, struct arena *arena, struct plant_csv *ret,
    struct err *err) MUST_CHECK;

#endif
