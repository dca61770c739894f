/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/change.h - brands, models, OIDs, formulas and state labels as people see and
 * change them (model/catalogue_entity.h). `type` is one of the five tables there, and a row
 * the struct that belongs to it.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_CHANGE_H
#define FACHO_STORE_CATALOGUE_CHANGE_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalogue_entity.h"

struct db;

/* Texts are in the arena. RC_NOT_FOUND: gone or deleted. */
enum rc store_catalogue_get(struct db *db, const struct entity_type *type, int64_t id,
    struct arena *arena, void *ret_row, struct err *err) MUST_CHECK;

/* A zero id inserts and is filled in; otherwise the row is changed (RC_NOT_FOUND when it is
 * gone or deleted). RC_INVALID: something in it is wrong, or the model is another brand's;
 * RC_CONFLICT: its name is taken, what it refers to is gone, or something that uses it would
 * lose it. */
enum rc store_catalogue_put(struct db *db, const struct entity_type *type, void *row,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* The same for a row that is stored, of which only some fields are written. All of the row
 * is looked at. */
struct catalogue_change {
	const struct entity_type *type;
	void *row;
	entity_set fields;
	int64_t now_ms;
};

enum rc store_catalogue_change(
    struct db *db, const struct catalogue_change *change, struct err *err) MUST_CHECK;

/* A brand with its models, OIDs, formulas and labels, a model with the OIDs and formulas
 * that are for it alone. RC_NOT_FOUND; RC_INVALID: Generic stays; RC_CONFLICT names what
 * uses it. */
enum rc store_catalogue_delete(struct db *db, const struct entity_type *type, int64_t id,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* One's own copy under another name (a label: for another raw value), with what would be
 * deleted with it. RC_NOT_FOUND, RC_INVALID, RC_CONFLICT: as put. */
struct catalogue_copy {
	const struct entity_type *type;
	int64_t from;
	const char *name;
	int64_t now_ms;
};

enum rc store_catalogue_duplicate(struct db *db, const struct catalogue_copy *copy,
    int64_t *ret_id, struct err *err) MUST_CHECK;

#endif
