/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/label.h - state labels of the catalogue as people see and change them: what a
 * raw value that a device sends is called, and what it means.
 *
 * What is said in store/catalogue/oid.h about rows that shipped holds here too.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_LABEL_H
#define FACHO_STORE_CATALOGUE_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

struct label_id {
	int64_t v;
};

/* What a value is called of which nobody knows more. */
extern const char LABEL_UNKNOWN[];

struct stored_label {
	struct label_id id; /* 0: not stored yet */
	struct brand_id brand; /* 0: generic */
	const char *column; /* "onu.run_state" of a profile; "", NULL: any */
	const char *purpose; /* "run_state"; as an OID's */
	const char *raw; /* the number or the text that the device sends */
	const char *label;
	const char *meaning; /* "online" (model/value.h); "", NULL: the label is all */

	/* Read only. */
	const char *profile; /* of those that shipped; "" otherwise */
	bool is_builtin, is_edited;
};

/* A zero id inserts and is filled in; otherwise the row is changed (RC_NOT_FOUND when it
 * is gone or deleted). RC_INVALID: no such purpose or meaning, an empty value or label; RC_CONFLICT: the value has a label already, or the brand is gone. */
enum rc store_label_put(struct db *db, struct stored_label *label, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND: gone or deleted. */
enum rc store_label_get(struct db *db, struct label_id id, struct arena *arena,
    struct stored_label *ret_label, struct err *err) MUST_CHECK;

enum rc store_label_delete(
    struct db *db, struct label_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* One's own copy for another raw value. */
enum rc store_label_duplicate(struct db *db, struct label_id id, const char *raw,
    int64_t now_ms, struct label_id *ret_id, struct err *err) MUST_CHECK;

/* What a device's value is called: as its brand calls it, else as the generic label has
 * it, else LABEL_UNKNOWN, with the id 0 and no meaning; so it is always RC_OK. Of a brand
 * people's own go before those that shipped, and of these only the profile's ("": any);
 * a label of the column itself goes before one of any column. */
struct label_wanted {
	struct brand_id brand;
	const char *profile;
	const char *column; /* "": any */
	const char *purpose;
	const char *raw;
};

enum rc store_label_find(struct db *db, const struct label_wanted *wanted,
    struct arena *arena, struct stored_label *ret_label, struct err *err) MUST_CHECK;

#endif
