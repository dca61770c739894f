/* SPDX-License-Identifier: Apache-2.0 */
#include "api/live_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/metrics_int.h"
#include "api/request_int.h"
#include "base/clock.h"
#include "service/event_tail.h"
#include "service/live.h"

/* The web admin considers the server lost after 11 s without an event. */
enum { BEAT_MS = 4000 };

struct live {
	struct service *service;
	struct event_stream *stream;
	struct runs *runs;
};

/* ---- source of the event stream ---------------------------------------------------- */

static const struct snapshot *
take_snapshot(void *ctx)
{
	return service_snapshot(ctx);
}

static void
release_snapshot(void *ctx, const struct snapshot *snapshot)
{
	service_snapshot_release(ctx, snapshot);
}

static void
count_run(void *ctx, const struct coordinator_event *event)
{
	runs_count(ctx, event);
}

/* A server without an engine has no events; its listeners get the beat. */
static enum rc
listen_to_nobody(void *ctx, uint64_t *last, struct engine_event *events, size_t max,
    size_t *ret_n, int64_t timeout_ms)
{
	(void)ctx;
	(void)last;
	(void)events;
	(void)max;
	(void)ret_n;
	(void)timeout_ms;
	return RC_CANCELLED;
}

static enum rc
no_changes(
    void *ctx, uint64_t *last, struct event_entry *events, size_t max, size_t *ret_n)
{
	(void)ctx;
	(void)last;
	(void)events;
	(void)max;
	*ret_n = 0;
	return RC_OK;
}

static enum rc
read_tail(
    void *ctx, uint64_t *last, struct event_entry *events, size_t max, size_t *ret_n)
{
	return event_tail_read(ctx, last, events, max, ret_n);
}

static uint64_t
no_commits(void *ctx)
{
	(void)ctx;
	return 0;
}

static uint64_t
count_commits(void *ctx)
{
	return event_tail_commits(ctx);
}

/* ---- start and stop ---------------------------------------------------------------- */

enum rc
live_start(const struct api_options *options, struct live **ret_live, struct err *err)
{
	struct live *live OWNED(live_free) = calloc(1, sizeof(*live));
	struct event_stream_options stream = { .start = clock_wall_ms(),
		.beat_ms = BEAT_MS };
	enum rc rc;

	if (!live || !(live->runs = runs_new()))
		return err_set(err, RC_NOMEM, "no memory for live events");
	live->service = options->service;
	stream.source = (struct event_stream_source){ .listen = options->events.listen
		    ? options->events.listen
		    : listen_to_nobody,
		.listen_ctx = options->events.ctx,
		.snapshot = take_snapshot,
		.release = release_snapshot,
		.snapshot_ctx = options->service,
		.count = count_run,
		.count_ctx = live->runs,
		.changes = options->events.tail ? read_tail : no_changes,
		.commits = options->events.tail ? count_commits : no_commits,
		.changes_ctx = options->events.tail };
	rc = event_stream_start(&stream, &live->stream, err);
	if (rc == RC_OK)
		*ret_live = GIVE(live);
	return rc;
}

void
live_dismiss(struct live *live)
{
	event_stream_dismiss(live->stream);
}

void
live_close(struct live *live)
{
	if (live)
		event_stream_close(live->stream);
}

void
live_free(struct live *live)
{
	if (!live)
		return;
	event_stream_free(live->stream);
	runs_free(live->runs);
	free(live);
}

struct event_stream *
live_event_stream(struct live *live)
{
	return live->stream;
}

/* ---- metrics ------------------------------------------------------------------------------------ */

void
page_metrics(struct request *request, struct reply *reply)
{
	struct service *service = api_service(request->api);
	struct live *live = api_live(request->api);
	struct metrics_view view = { .version = request->version,
		.started_ms = service_started_ms(service),
		.now_ms = clock_wall_ms(),
		.snapshot = service_snapshot(service),
		.count = service_count(service),
		.writer = service_writer(service),
		.watch = service_watch(service),
		.http = api_figures(request->api),
		.stream = event_stream_figures(live->stream),
		.runs = live->runs };
	struct buf out = BUF_INIT(METRICS_MAX_BYTES);

	metrics_write(&view, &out);
	service_snapshot_release(service, view.snapshot);
	if (view.count)
		count_release(view.count);
	if (buf_ok(&out))
		reply_text(reply, 200, "text/plain; version=0.0.4; charset=utf-8",
		    GIVE(out.data));
	else
		reply_error(reply, 503, "no memory for the metrics");
	buf_fini(&out);
}

/* ---- health ------------------------------------------------------------------------------------- */

static json_t *
show_health(const struct service_health *h)
{
	json_t *reasons = json_array();

	for (size_t i = 0; i < h->n_reasons; i++)
		(void)json_array_append_new(reasons, json_string(h->reasons[i]));
	return json_pack("{s:b, s:b, s:o}", "live", h->is_live, "ready", h->is_ready,
	    "reasons", reasons);
}

/* An error in the usual format: the reasons are the message of the field. */
static void
reply_ill(struct reply *reply, const struct service_health *h, const char *field)
{
	struct buf reasons = BUF_INIT(ERR_MAX);
	char message[ERR_MAX];

	for (size_t i = 0; i < h->n_reasons; i++)
		buf_printf(&reasons, "%s%s", i > 0 ? "; " : "", h->reasons[i]);
	(void)snprintf(message, sizeof(message), "not %s: %s", field, buf_text(&reasons));
	reply_error_fields(
	    reply, 503, json_pack("{s:s}", field, buf_text(&reasons)), message);
	buf_fini(&reasons);
}

void
page_health(struct request *request, struct reply *reply)
{
	struct service_health h =
	    service_health(api_service(request->api), clock_wall_ms());

	if (h.is_ready)
		reply_json(reply, 200, show_health(&h));
	else
		reply_ill(reply, &h, "ready");
}

void
page_health_live(struct request *request, struct reply *reply)
{
	struct service_health h =
	    service_health(api_service(request->api), clock_wall_ms());

	if (h.is_live)
		reply_json(reply, 200, show_health(&h));
	else
		reply_ill(reply, &h, "live");
}
