/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/words.h - rows of formulas and labels, for the files of store/ that read
 * them.
 */
#ifndef FACHO_STORE_CATALOGUE_WORDS_H
#define FACHO_STORE_CATALOGUE_WORDS_H

#include "store/db/db.h"
#include "store/catalogue/formula.h"
#include "store/catalogue/label.h"

#define FORMULA_COLUMNS                                       \
	"id, brand_id, model_id, name, definition, profile, " \
	"builtin_key IS NOT NULL, is_edited"

#define LABEL_COLUMNS                                                        \
	"id, brand_id, column_name, purpose, raw, label, meaning, profile, " \
	"builtin_key IS NOT NULL, is_edited"

/* The readers of these columns. Texts are the row's; keep them. False: no memory. */
struct stored_formula formula_from_row(const struct db_stmt *q);
bool formula_keep_texts(struct arena *arena, struct stored_formula *f);
struct stored_label label_from_row(const struct db_stmt *q);
bool label_keep_texts(struct arena *arena, struct stored_label *l);

#endif
