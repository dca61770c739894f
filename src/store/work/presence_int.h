/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/presence_int.h - apply a judged walk (model/discovery.h) to the ONUs of an
 * OLT. For the files of store/, inside their transaction.
 */
#ifndef FACHO_STORE_WORK_PRESENCE_INT_H
#define FACHO_STORE_WORK_PRESENCE_INT_H

#include "store/value/onu_set.h"

struct vec;

struct presence {
	struct olt_id olt;
	int64_t now_ms;
	const struct discovery_walk *walk;
	const struct discovery_rules *rules;
};

/* Judge the walk against what is known and write what it means; *known is loaded
 * anew when ONUs were added. Events are added to events. A held walk writes that
 * it was held and nothing else. */
enum rc presence_apply(struct db *db, const struct presence *p, struct arena *arena,
    struct onu_set *known, struct vec *events, struct discovery *ret, struct err *err)
    MUST_CHECK;

#endif
