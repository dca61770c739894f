/* SPDX-License-Identifier: Apache-2.0
 *
 * store/value/custom.h - the latest values of one column that people made up, of all ONUs of
 * an OLT. For the files of store/.
 */
#ifndef FACHO_STORE_VALUE_CUSTOM_H
#define FACHO_STORE_VALUE_CUSTOM_H

#include "store/value/onu_set.h"

struct custom_value {
	struct value value;
	bool is_stored; /* it has a row */
	bool has_stamp; /* it differs from that of the OLT (store/value/stamps.h) */
	struct stamp stamp;
	bool is_changed; /* to be written */
};

/* One for each of known->onus, in the arena; null where there is none. */
enum rc custom_load(struct db *db, const struct onu_set *known, const char *name,
    struct arena *arena, struct custom_value **ret_values, struct err *err) MUST_CHECK;

/* Those that changed. */
enum rc custom_write(struct db *db, const struct onu_set *known, const char *name,
    const struct custom_value *values, struct err *err) MUST_CHECK;

/* Bind kind, int_value, real_value, text_value and state, from parameter `first` on. */
void custom_bind(struct db_stmt *q, unsigned first, const struct value *v);

/* The one reader of these columns, from column `first` on; texts are in the arena.
 * False: no memory. */
#define CUSTOM_COLUMNS \
	"kind, int_value, real_value, text_value, state, at_ms, execution_id"
bool custom_from_row(const struct db_stmt *q, unsigned first, struct arena *arena,
    struct custom_value *ret_value);

#endif
