/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulas and labels that people edited or made: few, and shared by all OLTs.
 */
#include <string.h>

#include "base/vec.h"
#include "store/catalogue/catalogue_row.h"
#include "store/load/site_int.h"
#include "store/catalogue/words.h"

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for the catalogue of a site");
}

/* From a vector, which grows, to the arena, which does not. */
static enum rc
settle(struct arena *arena, const struct vec *list, const void **ret_list, size_t *ret_n,
    struct err *err)
{
	*ret_n = list->n;
	*ret_list =
	    list->n ? arena_copy(arena, list->data, list->n * list->item_bytes) : NULL;
	return list->n && !*ret_list ? no_memory(err) : RC_OK;
}

/* Generic is a row like others in the database, and 0 to those who look for a brand. */
static struct brand_id
brand_or_none(struct brand_id brand)
{
	if (brand.v == CATALOGUE_GENERIC)
		brand.v = 0;
	return brand;
}

static enum rc
read_formulas(struct db_stmt *q, struct arena *arena, struct vec *list, struct err *err)
{
	bool has_row;
	enum rc rc;

	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct stored_formula *f = vec_add(list);

		if (!f)
			return no_memory(err);
		*f = formula_from_row(q);
		f->brand = brand_or_none(f->brand);
		if (!formula_keep_texts(arena, f))
			return no_memory(err);
	}
	return rc;
}

static enum rc
load_formulas(
    struct db *db, struct arena *arena, struct site_words *words, struct err *err)
{
	static const char sql[] =
	    "SELECT " FORMULA_COLUMNS " FROM index_formulas "
	    "WHERE deleted_ms IS NULL AND (builtin_key IS NULL OR is_edited = 1) "
	    "ORDER BY brand_id <> 1, model_id IS NOT NULL, id"; /* CATALOGUE_GENERIC */
	struct vec list = VEC_INIT(struct stored_formula);
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *settled = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc == RC_OK)
		rc = read_formulas(q, arena, &list, err);
	if (rc == RC_OK)
		rc = settle(arena, &list, &settled, &words->n_formulas, err);
	words->formulas = settled;
	vec_fini(&list);
	return rc;
}

static enum rc
read_labels(struct db_stmt *q, struct arena *arena, struct vec *list, struct err *err)
{
	bool has_row;
	enum rc rc;

	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct stored_label *l = vec_add(list);

		if (!l)
			return no_memory(err);
		*l = label_from_row(q);
		l->brand = brand_or_none(l->brand);
		if (!label_keep_texts(arena, l))
			return no_memory(err);
	}
	return rc;
}

static enum rc
load_labels(struct db *db, struct arena *arena, struct site_words *words, struct err *err)
{
	static const char sql[] =
	    "SELECT " LABEL_COLUMNS " FROM state_labels "
	    "WHERE deleted_ms IS NULL AND (builtin_key IS NULL OR is_edited = 1) "
	    "ORDER BY brand_id <> 1, id"; /* CATALOGUE_GENERIC */
	struct vec list = VEC_INIT(struct stored_label);
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *settled = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc == RC_OK)
		rc = read_labels(q, arena, &list, err);
	if (rc == RC_OK)
		rc = settle(arena, &list, &settled, &words->n_labels, err);
	words->labels = settled;
	vec_fini(&list);
	return rc;
}

enum rc
site_words_load(
    struct db *db, struct arena *arena, struct site_words *ret_words, struct err *err)
{
	enum rc rc = load_formulas(db, arena, ret_words, err);

	return rc == RC_OK ? load_labels(db, arena, ret_words, err) : rc;
}
