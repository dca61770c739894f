/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/rules_int.h - what the table of an entity of the catalogue cannot say.
 */
#ifndef FACHO_STORE_CATALOGUE_RULES_INT_H
#define FACHO_STORE_CATALOGUE_RULES_INT_H

#include "model/catalogue_entity.h"
#include "store/catalogue/catalogue_row.h"
#include "store/core/entity.h"

/* Rows that are deleted and copied with the one that they refer to. */
struct catalogue_parts {
	const char *column; /* by which they refer to it */
	const struct entity_type *const *types; /* ends with NULL */
	const struct entity_swap *swaps; /* of a copy; $2 is the id that it refers to */
	const char *model_join; /* of parts r that may be for one model */
};

struct catalogue_rules {
	const struct entity_type *type;
	/* RC_NOT_FOUND and RC_CONFLICT with their sentence. */
	enum rc (*missing)(int64_t id, struct err *err);
	enum rc (*taken)(const char *key, struct err *err);
	/* The row by itself, beyond entity_check(); words of old become those of today.
	 * NULL: nothing. */
	enum rc (*check)(void *row, struct err *err);
	/* The row beside the others, in the transaction that writes it. NULL: nothing. */
	enum rc (*check_place)(struct db *db, const void *row, struct err *err);
	/* May it be deleted? NULL: always. */
	enum rc (*check_unused)(struct db *db, int64_t id, struct err *err);
	const struct catalogue_parts *parts; /* NULL: none */
};

extern const struct catalogue_rules BRAND_RULES, MODEL_RULES, FORMULA_RULES, OID_RULES,
    LABEL_RULES;

#endif
