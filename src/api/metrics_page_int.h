/* SPDX-License-Identifier: Apache-2.0
 *
 * api/metrics_page_int.h - writes the text format of Prometheus.
 */
#ifndef FACHO_API_METRICS_PAGE_INT_H
#define FACHO_API_METRICS_PAGE_INT_H

#include <stdint.h>

#include "base/buf.h"

/* A metric without labels. Names of counters end in _total. */
struct metric {
	const char *name;
	const char *help; /* one sentence */
	double value;
};

void metric_head(struct buf *out, const char *name, const char *help);
void metric_value(struct buf *out, double value); /* including the end of the line */
/* name{label="value"} number */
void metric_labelled(struct buf *out, const char *name, const char *label,
    const char *label_value, double value);
/* Head and value of each. */
void metrics_plain(struct buf *out, const struct metric *metrics, size_t n);
/* The value of a label, escaped. */
void metric_escape(struct buf *out, const char *text);

#endif
