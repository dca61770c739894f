/* SPDX-License-Identifier: Apache-2.0
 *
 * service/history_int.h - what questions about numbers over time have in common.
 */
#ifndef FACHO_SERVICE_HISTORY_INT_H
#define FACHO_SERVICE_HISTORY_INT_H

#include "service/service_int.h"
#include "store/samples.h"

struct history_metric {
	enum purpose purpose;
	const char *custom; /* PURPOSE_CUSTOM */
	const char *key; /* as answers call it */
};

/* "onu_rx", "onu_rx_dbm", "custom:name": one that has a history, of this subject. */
struct history_metric history_take_metric(
    struct ask *a, enum samples_subject subject, const char *usual);

/* From, to and resolution. */
void history_take_range(struct ask *a, struct sample_query *q);

#endif
