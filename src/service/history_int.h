/* SPDX-License-Identifier: Apache-2.0
 *
 * service/history_int.h - shared by the operations on history.
 */
#ifndef FACHO_SERVICE_HISTORY_INT_H
#define FACHO_SERVICE_HISTORY_INT_H

#include "service/service_int.h"
#include "store/history/samples.h"

struct history_metric {
	enum purpose purpose;
	const char *custom; /* PURPOSE_CUSTOM */
	const char *key; /* as answers call it */
	uint32_t metric; /* not 0: this one, whatever the purpose */
};

/* "onu_rx", "onu_rx_dbm", "custom:name": one that has a history, of this subject. */
struct history_metric history_take_metric(
    struct ask *a, enum samples_subject subject, const char *usual);

/* Points of an answer. */
struct history_series {
	enum history_kind kind;
	json_t *points;
};

/* For samples_of_onu() and the like; ctx is a struct history_series. */
void history_add_point(void *ctx, const struct sample *s);
/* The answer; NULL: no memory. */
json_t *history_answer(const struct history_series *series, int64_t from_ms,
    int64_t to_ms, const char *metric, int64_t damaged);

/* From, to and resolution. */
void history_take_range(struct ask *a, struct sample_query *q);

#endif
