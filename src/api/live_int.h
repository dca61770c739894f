/* SPDX-License-Identifier: Apache-2.0
 *
 * api/live_int.h - live events, metrics and health.
 *
 * Order of calls, for server.c: live_start before connections, live_close (listeners end;
 * does not wait), live_free after the last connection.
 */
#ifndef FACHO_API_LIVE_INT_H
#define FACHO_API_LIVE_INT_H

#include "api/event_stream_int.h"
#include "api/runs_int.h"
#include "api/server.h"

struct live;
struct reply;
struct request;

/* Uses service and events of options. */
enum rc live_start(const struct api_options *options, struct live **ret_live,
    struct err *err) MUST_CHECK;
/* End all streams; clients may reconnect at once. */
void live_dismiss(struct live *live);
void live_close(struct live *live);
void live_free(struct live *live);
OWNED_BY(struct live, live_free);

struct event_stream *live_event_stream(struct live *live);
struct live *api_live(struct api *api); /* from server.c */

/* ---- handles of routes ------------------------------------------------------------- */

void page_events(struct request *request, struct reply *reply);
void page_metrics(struct request *request, struct reply *reply);
void page_health(struct request *request, struct reply *reply);
void page_health_live(struct request *request, struct reply *reply);

#endif
