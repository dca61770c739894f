/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulas and labels that people edited or made: few, and shared by all OLTs.
 */
#include "base/vec.h"
#include "store/catalogue/catalogue_row.h"
#include "store/load/load_int.h"
#include "store/core/entity.h"

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
static void
take_generic_away(const struct entity_type *type, void *row)
{
	const struct entity_field *brand = entity_find(type, "brand");

	if (entity_number(brand, row) == CATALOGUE_GENERIC)
		entity_set_number(brand, row, 0);
}

static enum rc
read_rows(struct db_stmt *q, const struct entity_type *type, struct arena *arena,
    struct vec *list, struct err *err)
{
	enum rc rc = RC_OK;

	while (db_next(q, &rc, err)) {
		void *row = vec_add(list);

		if (!row)
			return no_memory(err);
		rc = entity_read(type, q, arena, row, err);
		if (rc != RC_OK)
			return rc;
		take_generic_away(type, row);
	}
	return rc;
}

/* All rows of the type that are not as they shipped, into the arena. */
static enum rc
load_rows(struct db *db, const struct entity_type *type, const char *rest,
    struct arena *arena, const void **ret_rows, size_t *ret_n, struct err *err)
{
	struct vec list = { .item_bytes = type->row_bytes };
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_select(db, type, rest, &q, err);

	if (rc == RC_OK)
		rc = read_rows(q, type, arena, &list, err);
	if (rc == RC_OK)
		rc = settle(arena, &list, ret_rows, ret_n, err);
	vec_fini(&list);
	return rc;
}

#define NOT_AS_SHIPPED \
	"WHERE deleted_ms IS NULL AND (builtin_key IS NULL OR is_edited = 1) "

enum rc
loaded_words_load(
    struct db *db, struct arena *arena, struct loaded_words *ret_words, struct err *err)
{
	/* 1 is CATALOGUE_GENERIC. */
	static const char formulas[] = "FROM index_formulas " NOT_AS_SHIPPED
				       "ORDER BY brand_id <> 1, model_id IS NOT NULL, id";
	static const char labels[] =
	    "FROM state_labels " NOT_AS_SHIPPED "ORDER BY brand_id <> 1, id";
	const void *rows = NULL;
	enum rc rc = load_rows(
	    db, &FORMULA_ENTITY, formulas, arena, &rows, &ret_words->n_formulas, err);

	ret_words->formulas = rows;
	if (rc != RC_OK)
		return rc;
	rc =
	    load_rows(db, &STATE_ENTITY, labels, arena, &rows, &ret_words->n_labels, err);
	ret_words->labels = rows;
	return rc;
}
