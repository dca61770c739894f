/* SPDX-License-Identifier: Apache-2.0 */
#include "api/frame_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const TOPICS[EVENT_STREAM_TOPICS] = {
	[EVENT_STREAM_EXECUTIONS] = "executions",
	[EVENT_STREAM_POLLERS] = "pollers",
	[EVENT_STREAM_OLTS] = "olts",
	[EVENT_STREAM_LOG] = "log",
	[EVENT_STREAM_QUOTAS] = "quotas",
	[EVENT_STREAM_CHANGES] = "changes",
	[EVENT_STREAM_INCIDENTS] = "incidents",
	[EVENT_STREAM_DELIVERIES] = "deliveries",
};

const char *
event_stream_topic_name(enum event_stream_topic topic)
{
	return TOPICS[topic];
}

static bool
topic_from_name(const char *name, size_t n, unsigned *ret_bit)
{
	for (unsigned i = 0; i < EVENT_STREAM_TOPICS; i++) {
		if (strlen(TOPICS[i]) == n && memcmp(TOPICS[i], name, n) == 0) {
			*ret_bit = 1u << i;
			return true;
		}
	}
	return false;
}

enum rc
event_stream_topics_read(const char *text, unsigned *ret_topics, struct err *err)
{
	unsigned topics = 0, bit = 0;

	for (const char *p = text ? text : ""; *p;) {
		size_t n = strcspn(p, ",");

		if (!topic_from_name(p, n, &bit))
			return err_set(err, RC_INVALID,
			    "unknown topic \"%.*s\"; there are: executions, pollers, "
			    "olts, "
			    "log, quotas, changes, incidents, deliveries",
			    n < 40 ? (int)n : 40, p);
		topics |= bit;
		p += n + (p[n] == ',');
	}
	*ret_topics = topics ? topics : (1u << EVENT_STREAM_TOPICS) - 1;
	return RC_OK;
}

enum event_stream_topic
frame_topic(const struct coordinator_event *event)
{
	switch (event->kind) {
	case COORDINATOR_QUEUED:
	case COORDINATOR_STARTED:
	case COORDINATOR_PAUSED:
	case COORDINATOR_CONTINUED:
	case COORDINATOR_ENDED:
	case COORDINATOR_RETRY:
	case COORDINATOR_SKIPPED:
	case COORDINATOR_INTERRUPTED:
	case COORDINATOR_LEASE_LOST:
	case COORDINATOR_WALK_HELD:
		return EVENT_STREAM_EXECUTIONS;
	case COORDINATOR_SATURATED:
	case COORDINATOR_RELIEVED:
	case COORDINATOR_HELD:
	case COORDINATOR_RESUMED:
	case COORDINATOR_CLOCK_STEPPED:
		return EVENT_STREAM_POLLERS;
	case COORDINATOR_OLT_ADDED:
	case COORDINATOR_OLT_ENABLED:
	case COORDINATOR_OLT_DISABLED:
	case COORDINATOR_OLT_SUSPENDED:
	case COORDINATOR_OLT_NOT_ANSWERING:
	case COORDINATOR_OLT_BACK:
	case COORDINATOR_OLT_RESTARTED:
	case COORDINATOR_TASK_ADDED:
	case COORDINATOR_TASK_REMOVED:
	case COORDINATOR_TASK_ENABLED:
	case COORDINATOR_TASK_DISABLED:
	case COORDINATOR_INTERVAL_CHANGED:
	case COORDINATOR_TASK_CHAINED:
	case COORDINATOR_TASK_UNCHAINED:
	case COORDINATOR_TASK_RUNS_NOW:
	case COORDINATOR_EVENT_KINDS:
		break;
	}
	return EVENT_STREAM_OLTS;
}

/* ---- what is in a frame ------------------------------------------------------------------- */

/* As everywhere in the API: "2026-01-31T12:00:00.000Z". */
static json_t *
show_moment(int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;
	char text[40], whole[64];

	if (ms <= 0 || !gmtime_r(&seconds, &tm))
		return json_null();
	(void)strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	(void)snprintf(whole, sizeof(whole), "%s.%03dZ", text, (int)(ms % 1000));
	return json_string(whole);
}

/* Texts of devices are cleaned when they are received; a text that is still not UTF-8 is
 * left empty. */
static json_t *
show_text(const char *text)
{
	json_t *shown = json_string(text ? text : "");

	return shown ? shown : json_string("");
}

static void
add_execution(const struct coordinator_event *e, json_t *data)
{
	(void)json_object_set_new(data, "execution", json_integer(e->execution.v));
	(void)json_object_set_new(data, "due", show_moment(e->due_ms));
	(void)json_object_set_new(data, "duration_ms", json_integer(e->duration_ms));
	(void)json_object_set_new(data, "by_hand", json_boolean(e->by_hand));
	if (e->kind == COORDINATOR_ENDED)
		(void)json_object_set_new(
		    data, "state", json_string(execution_state_name(e->state)));
	if (e->trouble != TROUBLE_NONE)
		(void)json_object_set_new(
		    data, "error", json_string(trouble_name(e->trouble)));
}

json_t *
frame_event(const struct coordinator_event *e)
{
	json_t *data = json_object();

	(void)json_object_set_new(
	    data, "kind", json_string(coordinator_event_name(e->kind)));
	(void)json_object_set_new(data, "at", show_moment(e->at_ms));
	if (e->olt.v)
		(void)json_object_set_new(data, "olt", json_integer(e->olt.v));
	if (e->node.v) {
		(void)json_object_set_new(data, "node", json_integer(e->node.v));
		(void)json_object_set_new(
		    data, "type", json_string(task_type_name(e->type)));
	}
	if (e->execution.v)
		add_execution(e, data);
	(void)json_object_set_new(data, "number", json_integer(e->number));
	(void)json_object_set_new(data, "message", show_text(e->message));
	return data;
}

json_t *
frame_log(const struct coordinator_event *e)
{
	json_t *data;

	/* Waiting and starting have no row in the log either. */
	if (!e->message || !*e->message || e->kind == COORDINATOR_QUEUED ||
	    e->kind == COORDINATOR_STARTED)
		return NULL;
	data = json_object();
	(void)json_object_set_new(data, "at", show_moment(e->at_ms));
	if (e->olt.v)
		(void)json_object_set_new(data, "olt", json_integer(e->olt.v));
	(void)json_object_set_new(
	    data, "event_type", json_string(coordinator_event_type(e->kind)));
	(void)json_object_set_new(data, "message", show_text(e->message));
	return data;
}

json_t *
frame_quota(const struct coordinator_event *e)
{
	json_t *data;

	if (e->kind != COORDINATOR_ENDED || e->by_hand)
		return NULL;
	data = json_object();
	(void)json_object_set_new(data, "at", show_moment(e->at_ms));
	(void)json_object_set_new(data, "olt", json_integer(e->olt.v));
	(void)json_object_set_new(data, "job", json_integer(e->job.v));
	(void)json_object_set_new(data, "type", json_string(task_type_name(e->type)));
	(void)json_object_set_new(data, "due", show_moment(e->due_ms));
	(void)json_object_set_new(
	    data, "state", json_string(execution_state_name(e->state)));
	return data;
}

/* What was changed, but not by whom: that is in the audit log, for administrators. */
static void
add_subject(const struct event_entry *e, json_t *data)
{
	const char *dot = strchr(e->what, '.');

	(void)json_object_set_new(data, "entity",
	    json_stringn(e->what, dot ? (size_t)(dot - e->what) : strlen(e->what)));
	if (e->subject)
		(void)json_object_set_new(data, "id", json_integer(e->subject));
}

enum event_stream_topic
frame_change_topic(const struct event_entry *e)
{
	if (e->kind == EVENT_INCIDENT)
		return EVENT_STREAM_INCIDENTS;
	return e->kind == EVENT_DELIVERY ? EVENT_STREAM_DELIVERIES : EVENT_STREAM_CHANGES;
}

static void
add_incident(const struct event_entry *e, json_t *data)
{
	(void)json_object_set_new(data, "id", json_integer(e->subject));
	(void)json_object_set_new(data, "state", json_string(e->what));
	(void)json_object_set_new(data, "version", json_integer(e->n));
}

static void
add_delivery(const struct event_entry *e, json_t *data)
{
	(void)json_object_set_new(data, "id", json_integer(e->subject));
	(void)json_object_set_new(data, "state", json_string(e->what));
	if (e->ref)
		(void)json_object_set_new(data, "incident", json_integer(e->ref));
}

json_t *
frame_change(const struct event_entry *e)
{
	json_t *data = json_object();

	(void)json_object_set_new(data, "kind", json_string(event_kind_name(e->kind)));
	(void)json_object_set_new(data, "at", show_moment(e->at_ms));
	if (e->olt.v)
		(void)json_object_set_new(data, "olt", json_integer(e->olt.v));
	if (e->kind == EVENT_CHANGE) {
		add_subject(e, data);
		return data;
	}
	if (e->kind == EVENT_INCIDENT) {
		add_incident(e, data);
		return data;
	}
	if (e->kind == EVENT_DELIVERY) {
		add_delivery(e, data);
		return data;
	}
	if (e->kind == EVENT_DECISION) {
		(void)json_object_set_new(data, "event_type", json_string(e->what));
		return data;
	}
	if (e->subject)
		(void)json_object_set_new(data, "execution", json_integer(e->subject));
	(void)json_object_set_new(data, "number", json_integer(e->n));
	return data;
}

json_t *
frame_stored(int64_t at_ms)
{
	return json_pack("{s:s, s:o}", "kind", "stored", "at", show_moment(at_ms));
}

json_t *
frame_figures(const struct snapshot *s)
{
	const struct coordinator_figures *f = &s->figures;

	return json_pack("{s:s, s:o, s:i, s:i, s:i, s:f, s:I, s:b, s:s, s:b, s:I, s:I, "
			 "s:I, s:I, s:I, s:I}",
	    "kind", "figures", "at", show_moment(s->at_ms), "total", (int)f->total,
	    "busy", (int)f->busy, "free", (int)(f->total - f->busy), "busy_percent",
	    f->busy_percent, "queue", (json_int_t)f->queue, "saturated", f->is_saturated,
	    "saturation", f->saturation ? f->saturation : "", "held", f->is_held,
	    "completed", (json_int_t)f->completed, "delayed", (json_int_t)f->delayed,
	    "late_p50_ms", (json_int_t)f->late_p50_ms, "late_p99_ms",
	    (json_int_t)f->late_p99_ms, "suspended", (json_int_t)f->suspended,
	    "not_answering", (json_int_t)f->not_answering);
}

/* ---- frames ------------------------------------------------------------------------------- */

char *
frame_make(int64_t start, uint64_t number, const char *name, json_t *data)
{
	char *text = data ? json_dumps(data, JSON_COMPACT) : NULL;
	char *frame = text ? malloc(EVENT_STREAM_FRAME_MAX) : NULL;
	int n = 0;

	json_decref(data);
	if (frame)
		n = snprintf(frame, EVENT_STREAM_FRAME_MAX,
		    "id: %" PRId64 "-%" PRIu64 "\nevent: %s\ndata: %s\n\n", start, number,
		    name, text);
	free(text);
	if (!frame || n < 0 || n >= EVENT_STREAM_FRAME_MAX) {
		free(frame);
		return NULL;
	}
	return frame;
}
