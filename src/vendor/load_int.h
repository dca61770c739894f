/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/load_int.h - the parts of reading a profile, one per file. They report errors to
 * the reader and leave a state with which reading can continue.
 */
#ifndef FACHO_VENDOR_LOAD_INT_H
#define FACHO_VENDOR_LOAD_INT_H

#include "vendor/reader_int.h"
#include "vendor/vendor_int.h"

/* "indexes": { name: format } */
void load_indexes(struct reader *r, const json_t *root, struct profile *p);

/* One of these formats. */
void load_format(struct reader *r, const json_t *o, struct index_format *f);

/* "tables": { name: table }, "enums" and "columns": [...]; needs the indexes. */
void load_tables(struct reader *r, const json_t *root, struct profile *p);

/* One element of "columns"; needs the tables. root has the shared enums. */
void load_column(struct reader *r, const json_t *root, const json_t *object,
    const struct profile *p, struct column *c);

/* Only the conversion of its values: type, transform, invalid. */
void load_column_values(struct reader *r, const json_t *object, struct column *c);

/* Sort labels in the order that decoding needs. */
void load_sort_labels(struct enum_label *labels, size_t n);

/* "detect": [...], "models": {...} */
void load_detection(struct reader *r, const json_t *root, struct profile *p);

/* "confidence": "A", "B" or "C". */
enum confidence load_confidence(struct reader *r, const json_t *object);

/* The format with that name. If there is none, reports an error for `key`. */
const struct index_format *load_find_index(
    struct reader *r, const struct profile *p, const char *key, const char *name);

#endif
