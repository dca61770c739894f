/* SPDX-License-Identifier: Apache-2.0
 *
 * store/onu/onu_values.h - what an ONU last said: each value with the moment at which it
 * came and the run that brought it.
 *
 * A value that stayed the same is not written again, but its moment goes on: it is
 * when the device last said so. Any connection.
 */
#ifndef FACHO_STORE_ONU_ONU_VALUES_H
#define FACHO_STORE_ONU_ONU_VALUES_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"
#include "model/onu.h"
#include "model/purpose.h"
#include "model/value.h"

struct db;

struct onu_value {
	enum purpose purpose;
	const char *custom; /* PURPOSE_CUSTOM: its name; otherwise NULL */
	struct value value; /* null: the device has no reading, or never told */
	int64_t at_ms; /* 0: it never came */
	struct execution_id execution; /* its record may be gone by now */
};

/* Told for every purpose that ONUs have, then for its custom columns by name; texts are
 * good during the call. Two questions are asked: inside a transaction they are of one
 * moment. RC_NOT_FOUND: no such ONU. */
enum rc store_onu_values(struct db *db, struct onu_id onu,
    void (*found)(void *ctx, const struct onu_value *value), void *ctx, struct err *err)
    MUST_CHECK;

/* Who it is and where. Texts are in the arena. RC_NOT_FOUND: no such ONU. */
enum rc store_onu_get(struct db *db, struct onu_id onu, struct arena *arena,
    struct onu *ret_onu, struct err *err) MUST_CHECK;

#endif
