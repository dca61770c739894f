/* SPDX-License-Identifier: Apache-2.0
 *
 * Contents of the metrics page.
 */
#include "api/metrics_int.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "api/metrics_page_int.h"
#include "model/lane.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- the engine --------------------------------------------------------------------------- */

static void
write_engine(const struct snapshot *s, struct buf *out)
{
	const struct coordinator_figures *f = &s->figures;
	const struct metric metrics[] = {
		{ "facho_pollers", "Pollers.", f->total },
		{ "facho_pollers_busy", "Pollers that are busy.", f->busy },
		{ "facho_pollers_busy_ratio",
		    "Part of the last minute in which the pollers were busy.",
		    f->busy_percent / 100 },
		{ "facho_saturated", "1: there are not enough pollers.",
		    f->is_saturated },
		{ "facho_held",
		    "1: no new runs are started, because the database is behind.",
		    f->is_held },
		{ "facho_runs_completed_total", "Composite nodes that have run.",
		    (double)f->completed },
		{ "facho_runs_delayed_total", "Composite nodes that started late.",
		    (double)f->delayed },
		{ "facho_slots_skipped_total", "Scheduled times that were skipped.",
		    (double)f->skipped },
		{ "facho_lateness_p50_seconds", "Median lateness of the last minute.",
		    (double)f->late_p50_ms / 1000 },
		{ "facho_lateness_p99_seconds",
		    "99th percentile of the lateness in the last minute.",
		    (double)f->late_p99_ms / 1000 },
		{ "facho_lateness_max_seconds", "Maximum lateness.",
		    (double)f->late_max_ms / 1000 },
		{ "facho_nodes", "Nodes that the engine knows.", (double)f->nodes },
		{ "facho_olts_known", "OLTs that the engine knows.", (double)f->olts },
		{ "facho_olts_suspended", "OLTs that are suspended after failures.",
		    (double)f->suspended },
		{ "facho_olts_not_answering",
		    "OLTs that do not answer and are not suspended yet.",
		    (double)f->not_answering },
		{ "facho_retries_waiting", "Retries that wait for their time.",
		    (double)f->retries_waiting },
		{ "facho_sweeps_paused",
		    "Readings of slow columns that wait for their next part.",
		    (double)f->sweeps_paused },
		{ "facho_values_total", "Values received from devices.",
		    (double)s->values },
		{ "facho_engine_messages_total", "Messages processed by the engine.",
		    (double)s->messages },
		{ "facho_engine_tick_seconds", "Duration of the last tick of the engine.",
		    (double)s->tick_us / 1e6 },
		{ "facho_engine_tick_late_seconds",
		    "Lateness of the last tick of the engine.",
		    (double)s->loop_late_us / 1e6 },
	};

	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_queue_length", "Composite nodes in the queue, by lane.");
	for (int i = 0; i < LANES; i++)
		metric_labelled(out, "facho_queue_length", "lane",
		    lane_name((enum lane)i), (double)f->queue_lane[i]);
}

/* ---- OLTs one by one ---------------------------------------------------------------------- */

static void
write_runs_of(struct runs *runs, struct olt_id olt, struct buf *out)
{
	static const enum execution_state ENDS[] = { EXECUTION_SUCCESS, EXECUTION_PARTIAL,
		EXECUTION_FAILED, EXECUTION_INTERRUPTED };
	struct runs_figures f = runs_of(runs, olt);

	for (size_t i = 0; i < COUNT_OF(ENDS); i++) {
		buf_printf(out,
		    "facho_olt_executions_total{olt=\"%" PRId64 "\",state=\"%s\"}", olt.v,
		    execution_state_name(ENDS[i]));
		metric_value(out, (double)f.ended[ENDS[i]]);
	}
}

/* One metric: a line for each OLT that the engine knows. */
static void
write_each(const struct metrics_view *v, const char *name, const char *help,
    double (*value)(const struct metrics_view *v, const struct snapshot_olt *o),
    struct buf *out)
{
	const struct snapshot *s = v->snapshot;

	metric_head(out, name, help);
	for (size_t i = 0; i < s->n_olts && i < RUNS_OLTS_MAX; i++) {
		buf_printf(out, "%s{olt=\"%" PRId64 "\"}", name, s->olts[i].id.v);
		metric_value(out, value(v, &s->olts[i]));
	}
}

static double
seconds_of(const struct metrics_view *v, const struct snapshot_olt *o)
{
	return (double)runs_of(v->runs, o->id).duration_ms / 1000;
}

static double
retry_delay_of(const struct metrics_view *v, const struct snapshot_olt *o)
{
	return (double)runs_of(v->runs, o->id).retry_delay_ms / 1000;
}

static double
retries_of(const struct metrics_view *v, const struct snapshot_olt *o)
{
	return (double)runs_of(v->runs, o->id).retries;
}

static double
is_suspended(const struct metrics_view *v, const struct snapshot_olt *o)
{
	(void)v;
	return o->suspended_ms > 0;
}

static double
is_not_answering(const struct metrics_view *v, const struct snapshot_olt *o)
{
	(void)v;
	return o->not_answering_ms > 0;
}

/* 0: not known. */
static double
up_since_of(const struct metrics_view *v, const struct snapshot_olt *o)
{
	(void)v;
	return (double)o->up_since_ms / 1000;
}

static double
failures_of(const struct metrics_view *v, const struct snapshot_olt *o)
{
	(void)v;
	return o->failures;
}

static void
write_olts(const struct metrics_view *v, struct buf *out)
{
	const struct snapshot *s = v->snapshot;
	size_t shown = s->n_olts < RUNS_OLTS_MAX ? s->n_olts : RUNS_OLTS_MAX;
	const struct metric hidden = { "facho_olts_not_shown",
		"OLTs without separate metrics, because there are too many.",
		(double)(s->n_olts - shown) };

	metrics_plain(out, &hidden, 1);
	write_each(v, "facho_olt_not_answering", "1: the OLT does not answer.",
	    is_not_answering, out);
	write_each(v, "facho_olt_up_since_seconds",
	    "When the device started, from its uptime; 0: not known.", up_since_of, out);
	write_each(v, "facho_olt_suspended",
	    "1: the OLT is suspended and only probes are sent to it.", is_suspended, out);
	write_each(v, "facho_olt_failures", "Failures in a row.", failures_of, out);
	if (!v->runs)
		return;
	metric_head(
	    out, "facho_olt_executions_total", "Executions since the start, by result.");
	for (size_t i = 0; i < shown; i++)
		write_runs_of(v->runs, s->olts[i].id, out);
	write_each(v, "facho_olt_execution_seconds_total",
	    "Total duration of the executions.", seconds_of, out);
	write_each(v, "facho_olt_retries_total", "Retries.", retries_of, out);
	write_each(v, "facho_olt_retry_delay_seconds_total",
	    "Total time between attempts and their retries.", retry_delay_of, out);
}

static void
write_names(const struct count *c, struct buf *out)
{
	metric_head(out, "facho_olt_info", "Names of the OLTs.");
	for (size_t i = 0; i < c->n_olts && i < RUNS_OLTS_MAX; i++) {
		buf_printf(
		    out, "facho_olt_info{olt=\"%" PRId64 "\",name=\"", c->olts[i].id.v);
		metric_escape(out, c->olts[i].name);
		buf_puts(out, "\"} 1\n");
	}
}

/* ---- values of custom OIDs ---------------------------------------------------------------- */

static void
write_value(
    const char *name, const struct totals_cache_value *v, double number, struct buf *out)
{
	buf_printf(out, "%s{olt=\"%" PRId64 "\",name=\"", name, v->olt.v);
	metric_escape(out, v->name);
	buf_puts(out, "\",index=\"");
	metric_escape(out, v->index);
	buf_puts(out, "\",place=\"");
	metric_escape(out, v->place);
	buf_puts(out, "\"}");
	metric_value(out, number);
}

static void
write_values(const struct count *c, struct buf *out)
{
	const struct metric hidden = { "facho_values_not_shown",
		"1: there are more values of custom OIDs than the maximum that is shown.",
		c->has_more_values };

	metrics_plain(out, &hidden, 1);
	metric_head(out, "facho_value", "Last read values of custom OIDs.");
	for (size_t i = 0; i < c->n_values; i++)
		write_value("facho_value", &c->values[i], c->values[i].number, out);
	metric_head(out, "facho_value_time_seconds",
	    "When the values were read, in seconds since 1970.");
	for (size_t i = 0; i < c->n_values; i++)
		write_value("facho_value_time_seconds", &c->values[i],
		    floor((double)c->values[i].at_ms / 1000), out);
}

/* ---- totals ------------------------------------------------------------------------------- */

static void
write_onus(const struct totals *t, struct buf *out)
{
	metric_head(out, "facho_onus",
	    "ONUs by state: online, offline, absent, or unknown (not read yet).");
	metric_labelled(out, "facho_onus", "state", "online", (double)t->onus_online);
	metric_labelled(out, "facho_onus", "state", "offline", (double)t->onus_offline);
	metric_labelled(out, "facho_onus", "state", "absent", (double)t->onus_absent);
	metric_labelled(out, "facho_onus", "state", "unknown", (double)t->onus_unknown);
	metric_head(out, "facho_onus_offline", "ONUs that are offline, by cause.");
	for (int i = STATE_CAUSES; i < STATE_COUNT; i++)
		metric_labelled(out, "facho_onus_offline", "cause",
		    state_name((enum state)i), (double)t->onus_offline_by[i]);
}

static void
write_states(const struct totals *t, struct buf *out)
{
	metric_head(out, "facho_olts", "OLTs by state.");
	metric_labelled(out, "facho_olts", "state", "enabled", (double)t->olts_enabled);
	metric_labelled(
	    out, "facho_olts", "state", "suspended", (double)t->olts_suspended);
	metric_labelled(out, "facho_olts", "state", "disabled", (double)t->olts_disabled);
	metric_head(out, "facho_executions_last_hour", "Executions of the last hour.");
	for (int i = 0; i < EXECUTION_STATES; i++)
		metric_labelled(out, "facho_executions_last_hour", "state",
		    execution_state_name((enum execution_state)i),
		    (double)t->executions[i]);
}

static void
write_totals(const struct metrics_view *v, struct buf *out)
{
	const struct count *c = v->count;
	const struct totals *t = &c->totals;
	const struct metric metrics[] = {
		{ "facho_onus_duplicate", "ONUs whose serial is in two places.",
		    (double)t->onus_duplicate },
		{ "facho_quota_required_runs", "Runs required in the current hours.",
		    (double)t->quota_required },
		{ "facho_quota_completed_runs", "Required runs that are completed.",
		    (double)t->quota_completed },
		{ "facho_violations_open", "Quota violations that are not acknowledged.",
		    (double)t->violations_open },
		{ "facho_totals_age_seconds", "Age of these totals.",
		    (double)(v->now_ms - c->at_ms) / 1000 },
		{ "facho_totals_duration_seconds", "Time needed to count these totals.",
		    (double)c->took_ms / 1000 },
	};

	write_states(t, out);
	write_onus(t, out);
	metrics_plain(out, metrics, COUNT_OF(metrics));
	write_names(c, out);
	write_values(c, out);
}

/* ---- ourselves ---------------------------------------------------------------------------- */

static void
write_writer(const struct service_writer *w, struct buf *out)
{
	const struct metric metrics[] = {
		{ "facho_database_up", "0: the database does not accept writes.",
		    !w->is_away },
		{ "facho_writer_waiting", "Writes in the queue of the writer.",
		    (double)w->waiting },
		{ "facho_writer_bound", "Maximum length of the queue of the writer.",
		    (double)w->bound },
		{ "facho_writer_written_total", "Completed writes.", (double)w->written },
		{ "facho_writer_failed_total", "Failed writes.", (double)w->failed },
		{ "facho_writer_refused_total",
		    "Writes refused because the queue was full.", (double)w->refused },
		{ "facho_writer_transactions_total", "Transactions.",
		    (double)w->transactions },
		{ "facho_writer_retries_total", "Transactions that were repeated.",
		    (double)w->retries },
	};

	metrics_plain(out, metrics, COUNT_OF(metrics));
}

static void
write_open(const struct service_watch *w, struct buf *out)
{
	metric_head(out, "facho_incidents_open", "Incidents that are open.");
	for (int i = 0; i < WATCH_SEVERITIES; i++) {
		for (int k = 0; k < WATCH_CAUSE_CLASSES; k++) {
			buf_printf(out,
			    "facho_incidents_open{severity=\"%s\",class=\"%s\"}",
			    watch_severity_name((enum watch_severity)i),
			    watch_class_name((enum watch_cause_class)k));
			metric_value(out, (double)w->open[i][k]);
		}
	}
}

static void
write_watch(const struct service_watch *w, struct buf *out)
{
	const struct metric metrics[] = {
		{ "facho_incidents_opened_total", "Incidents that were opened.",
		    (double)w->opened },
		{ "facho_incidents_dismissed_total",
		    "Suspected incidents that were not confirmed.",
		    (double)w->dismissed },
		{ "facho_incidents_false_total",
		    "Incidents that users marked as false alarms.",
		    (double)w->false_alarms },
		{ "facho_watch_seconds", "CPU time used by the watch.", w->seconds },
	};

	write_open(w, out);
	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_looks_total", "Extra readings of ports, by result.");
	metric_labelled(
	    out, "facho_looks_total", "end", "answered", (double)w->looks_answered);
	metric_labelled(
	    out, "facho_looks_total", "end", "refused", (double)w->looks_refused);
	metric_labelled(out, "facho_looks_total", "end", "lost", (double)w->looks_lost);
}

static void
write_messages(const struct service_watch *w, struct buf *out)
{
	metric_head(out, "facho_outbox", "Messages that are stored, by state.");
	for (int i = 0; i < OUTBOX_STATES; i++)
		metric_labelled(out, "facho_outbox", "state",
		    outbox_state_name((enum outbox_state)i), (double)w->outbox[i]);
	metric_head(out, "facho_outbox_age_seconds",
	    "Age of the oldest message that must be sent.");
	buf_puts(out, "facho_outbox_age_seconds");
	metric_value(out, w->outbox_age_s);
	metric_head(
	    out, "facho_channel_up", "Whether the channel delivers its messages.");
	for (size_t i = 0; i < w->n_channels; i++)
		metric_labelled(out, "facho_channel_up", "channel", w->channels[i].name,
		    w->channels[i].is_up);
	metric_head(out, "facho_delivery_seconds",
	    "Mean time from a message to its delivery in the last hour.");
	for (size_t i = 0; i < w->n_channels; i++)
		metric_labelled(out, "facho_delivery_seconds", "channel",
		    w->channels[i].name, w->channels[i].seconds);
}

static void
write_http(const struct metrics_view *v, struct buf *out)
{
	static const char *const CLASSES[] = { NULL, "1xx", "2xx", "3xx", "4xx", "5xx" };
	const struct api_figures *f = &v->http;
	const struct metric metrics[] = {
		{ "facho_http_requests_total", "Requests.", (double)f->requests },
		{ "facho_http_connections", "Open connections.", (double)f->connections },
		{ "facho_http_cut_total",
		    "Connections closed because they were too slow.", (double)f->cut },
		{ "facho_http_refused_rate_total",
		    "Requests refused because a client sent too many.",
		    (double)f->refused_rate },
		{ "facho_http_refused_busy_total",
		    "Requests refused because a queue was full.",
		    (double)f->refused_busy },
		{ "facho_events_total", "Events sent to listeners.",
		    (double)v->stream.frames },
		{ "facho_events_lost_total",
		    "Times that events were lost because the engine was faster.",
		    (double)v->stream.lost },
		{ "facho_event_listeners", "Listeners of events now.",
		    (double)v->stream.listeners },
		{ "facho_event_listeners_cut_total",
		    "Listeners disconnected because they were too slow.",
		    (double)v->stream.cut },
	};

	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_http_responses_total", "Answers, by status class.");
	for (size_t i = 1; i < COUNT_OF(CLASSES); i++)
		metric_labelled(out, "facho_http_responses_total", "class", CLASSES[i],
		    (double)f->by_class[i]);
}

void
metrics_write(const struct metrics_view *v, struct buf *out)
{
	metric_head(out, "facho_build_info", "Version of the program.");
	metric_labelled(out, "facho_build_info", "version", v->version, 1);
	metrics_write_process(v->started_ms, out);
	write_writer(&v->writer, out);
	write_watch(&v->watch, out);
	write_messages(&v->watch, out);
	write_http(v, out);
	if (v->snapshot) {
		write_engine(v->snapshot, out);
		write_olts(v, out);
	}
	if (v->count)
		write_totals(v, out);
}
