/* SPDX-License-Identifier: Apache-2.0
 *
 * api/metrics_int.h - /metrics, in the format of Prometheus.
 *
 * All values are already available (service/live.h, api/runs_int.h): nothing is counted,
 * and the database is not read. Metrics of single OLTs are limited to RUNS_OLTS_MAX OLTs;
 * for ONUs there are only totals. Values of custom OIDs are included if the OID is marked
 * for it, at most TALLY_VALUES_MAX.
 */
#ifndef FACHO_API_METRICS_INT_H
#define FACHO_API_METRICS_INT_H

#include "api/event_stream_int.h"
#include "api/runs_int.h"
#include "api/server.h"
#include "base/buf.h"
#include "service/live.h"

enum { METRICS_MAX_BYTES = 8 * 1024 * 1024 };

/* The data of a page. All borrowed. */
struct metrics_view {
	const char *version;
	int64_t started_ms, now_ms;
	const struct snapshot *snapshot; /* NULL: not available yet */
	const struct count *count; /* the same */
	struct service_writer writer;
	struct service_watch watch;
	struct api_figures http;
	struct event_stream_figures stream;
	struct runs *runs; /* NULL: not counted */
};

/* The page; errors are kept in the buffer. */
void metrics_write(const struct metrics_view *view, struct buf *out);

/* CPU, memory and files of this process; part of the page. */
void metrics_write_process(int64_t started_ms, struct buf *out);

#endif
