/* SPDX-License-Identifier: Apache-2.0
 *
 * store/onu/onu_past.h - how an ONU was: the changes of its run state, cause and presence.
 */
#ifndef FACHO_STORE_ONU_ONU_PAST_H
#define FACHO_STORE_ONU_ONU_PAST_H

#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/onu.h"
#include "model/value.h"

struct db;

struct onu_change {
	enum onu_event_kind kind; /* ONU_RUN_STATE, ONU_CAUSE, ONU_ABSENT, ONU_RETURNED */
	int64_t at_ms; /* when we saw it */
	enum state before, after; /* of ONU_RUN_STATE; STATE_NONE: no meaning is known */
	enum state cause; /* why it is not online since then; STATE_NONE: not told */
};

/* The newest first, from from_ms on, at most `most`. A change that an older version wrote
 * has only the device's words: the catalogue says what they mean now. */
enum rc store_onu_changes(struct db *db, struct onu_id onu, int64_t from_ms, int64_t most,
    enum rc (*row)(void *ctx, const struct onu_change *change), void *ctx,
    struct err *err) MUST_CHECK;

#endif
