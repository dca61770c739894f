/* SPDX-License-Identifier: Apache-2.0
 *
 * service/timeline_int.h - the states of an ONU over time, calculated from its events and
 * the observed periods. Pure.
 */
#ifndef FACHO_SERVICE_TIMELINE_INT_H
#define FACHO_SERVICE_TIMELINE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rc.h"
#include "base/vec.h"
#include "model/value.h"
#include "store/onu/onu_past.h"
#include "store/olt/watch.h"

enum stretch_kind {
	STRETCH_UNKNOWN, /* nobody looked, or nobody understands what the device says */
	STRETCH_ABSENT,
	STRETCH_STATE,
};

struct stretch {
	int64_t from_ms, to_ms;
	enum stretch_kind kind;
	enum state state; /* of STRETCH_STATE */
	enum state cause; /* why it was not online: from STATE_CAUSES on */
};

/* One time that it was down. */
struct outage {
	int64_t from_ms;
	int64_t to_ms; /* 0: it is down still */
	enum state state, cause; /* as they were in the end; cause as above */
};

struct timeline_ask {
	int64_t from_ms, to_ms, now_ms;
	int64_t first_seen_ms;
	/* As it is now. */
	bool is_present;
	enum state state, cause;
	int64_t since_ms; /* 0: not known */
	size_t n_changes;
	const struct onu_change *changes; /* the newest first */
	size_t n_watches;
	const struct watch *watches; /* ascending */
};

struct timeline {
	struct vec stretches; /* of struct stretch, ascending; without a hole */
	struct vec outages; /* of struct outage, the newest first */
	int64_t observed_ms; /* present, and its state was known */
	int64_t online_ms; /* of that */
};

/* RC_NOMEM only. Fini is fine after a failure. */
enum rc timeline_make(const struct timeline_ask *ask, struct timeline *ret) MUST_CHECK;
void timeline_fini(struct timeline *t);

#endif
