/* SPDX-License-Identifier: Apache-2.0
 *
 * model/totals.h - the figures of a dashboard, for all OLTs or one OLT. A plain value.
 */
#ifndef FACHO_MODEL_TOTALS_H
#define FACHO_MODEL_TOTALS_H

#include <stdint.h>

#include "model/execution.h"
#include "model/value.h"

struct totals {
	/* OLTs that are not deleted; each is in one of the three. */
	int64_t olts_enabled, olts_suspended, olts_disabled;
	/* Of the enabled OLTs, each in at most one: it does not answer; its last run had
	 * no answer; it was not polled yet. */
	int64_t olts_not_answering, olts_failing, olts_new;

	int64_t onus_present, onus_absent, onus_duplicate;
	/* Of the present; each is in one of the three. */
	int64_t onus_online, onus_offline;
	int64_t onus_online_unheard; /* of the online: their OLT is no longer polled */
	int64_t onus_unknown; /* state not read yet, or the device has none */
	int64_t onus_offline_by[STATE_COUNT]; /* by cause; other states are 0 */
	/* Of those whose level is evaluated (store/value/level.h): by the worse
	 * direction. */
	int64_t onus_good, onus_warn, onus_bad;
	int64_t onus_worse_7d, onus_worse_30d; /* of all levels; store/onu/light.h */
	int64_t onus_no_level; /* likewise: no level in either direction */

	int64_t executions[EXECUTION_STATES]; /* queued since since_ms */
	int64_t executions_late; /* of them, by more than a second */

	int64_t quota_required,
	    quota_completed; /* of the hours that began since since_ms */
	int64_t violations_open;
};

#endif
