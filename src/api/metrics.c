/* SPDX-License-Identifier: Apache-2.0
 *
 * What is on the page, family by family.
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
		{ "facho_pollers_busy", "Pollers that run something.", f->busy },
		{ "facho_pollers_busy_ratio", "Their busy time in the last minute.",
		    f->busy_percent / 100 },
		{ "facho_saturated", "1: there are too few pollers.", f->is_saturated },
		{ "facho_held", "1: nothing is handed out, for the store.", f->is_held },
		{ "facho_runs_completed_total", "Composite nodes that ran.",
		    (double)f->completed },
		{ "facho_runs_delayed_total", "Of them, those that began late.",
		    (double)f->delayed },
		{ "facho_slots_skipped_total", "Times that passed unused.",
		    (double)f->skipped },
		{ "facho_lateness_p50_seconds", "Median lateness of the last minute.",
		    (double)f->late_p50_ms / 1000 },
		{ "facho_lateness_p99_seconds", "Lateness that 1 in 100 exceeds.",
		    (double)f->late_p99_ms / 1000 },
		{ "facho_lateness_max_seconds", "The worst lateness.",
		    (double)f->late_max_ms / 1000 },
		{ "facho_nodes", "Nodes that the engine knows.", (double)f->nodes },
		{ "facho_olts_known", "OLTs that the engine knows.", (double)f->olts },
		{ "facho_olts_suspended", "OLTs that were suspended for failing.",
		    (double)f->suspended },
		{ "facho_olts_not_answering",
		    "OLTs that do not answer and are not suspended yet.",
		    (double)f->not_answering },
		{ "facho_retries_waiting", "Retries that wait for their time.",
		    (double)f->retries_waiting },
		{ "facho_sweeps_paused", "Sweeps that wait for their next slice.",
		    (double)f->sweeps_paused },
		{ "facho_values_total", "Values that devices sent.", (double)s->values },
		{ "facho_engine_messages_total", "Messages that the engine took.",
		    (double)s->messages },
		{ "facho_engine_tick_seconds", "How long its last tick took.",
		    (double)s->tick_us / 1e6 },
		{ "facho_engine_tick_late_seconds", "How late that tick was.",
		    (double)s->loop_late_us / 1e6 },
	};

	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_queue_length", "Composite nodes that wait, by lane.");
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

/* One family: a line for each OLT that the engine knows. */
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

/* 0: it has not said. */
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
		"OLTs beyond those that have figures of their own.",
		(double)(s->n_olts - shown) };

	metrics_plain(out, &hidden, 1);
	write_each(v, "facho_olt_not_answering", "1: it answers no question.",
	    is_not_answering, out);
	write_each(v, "facho_olt_up_since_seconds",
	    "When the device started, as it says; 0: it has not said.", up_since_of, out);
	write_each(v, "facho_olt_suspended", "1: nothing is sent to it but probes.",
	    is_suspended, out);
	write_each(v, "facho_olt_failures", "Failures of it in a row.", failures_of, out);
	if (!v->runs)
		return;
	metric_head(out, "facho_olt_executions_total",
	    "Executions of it since the start, by how they ended.");
	for (size_t i = 0; i < shown; i++)
		write_runs_of(v->runs, s->olts[i].id, out);
	write_each(v, "facho_olt_execution_seconds_total", "How long they took together.",
	    seconds_of, out);
	write_each(v, "facho_olt_retries_total", "Attempts that were made again.",
	    retries_of, out);
	write_each(v, "facho_olt_retry_delay_seconds_total",
	    "Time between an attempt and its retry, together.", retry_delay_of, out);
}

static void
write_names(const struct count *c, struct buf *out)
{
	metric_head(out, "facho_olt_info", "The names of OLTs.");
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
		"1: there are more values of custom OIDs than are shown.",
		c->has_more_values };

	metrics_plain(out, &hidden, 1);
	metric_head(
	    out, "facho_value", "Numbers of custom OIDs, as they were last read.");
	for (size_t i = 0; i < c->n_values; i++)
		write_value("facho_value", &c->values[i], c->values[i].number, out);
	metric_head(out, "facho_value_time_seconds", "When they were read, since 1970.");
	for (size_t i = 0; i < c->n_values; i++)
		write_value("facho_value_time_seconds", &c->values[i],
		    floor((double)c->values[i].at_ms / 1000), out);
}

/* ---- totals ------------------------------------------------------------------------------- */

static void
write_onus(const struct totals *t, struct buf *out)
{
	metric_head(out, "facho_onus",
	    "ONUs: online, offline, absent, or unknown when nobody has read it.");
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
	metric_head(out, "facho_olts", "OLTs by what is done with them.");
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
		{ "facho_onus_duplicate", "ONUs whose serial is at two places.",
		    (double)t->onus_duplicate },
		{ "facho_quota_required_runs", "Runs owed in the hours under way.",
		    (double)t->quota_required },
		{ "facho_quota_completed_runs", "Of them, those that are done.",
		    (double)t->quota_completed },
		{ "facho_violations_open", "Hours that fell short, unacknowledged.",
		    (double)t->violations_open },
		{ "facho_totals_age_seconds", "How old these totals are.",
		    (double)(v->now_ms - c->at_ms) / 1000 },
		{ "facho_totals_duration_seconds", "How long it took to count them.",
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
		{ "facho_database_up", "0: the database takes nothing.", !w->is_away },
		{ "facho_writer_waiting", "Pieces of work that are not written yet.",
		    (double)w->waiting },
		{ "facho_writer_bound", "How many may wait.", (double)w->bound },
		{ "facho_writer_written_total", "Pieces of work that were written.",
		    (double)w->written },
		{ "facho_writer_failed_total", "Those that never will be.",
		    (double)w->failed },
		{ "facho_writer_refused_total", "Those that found no room.",
		    (double)w->refused },
		{ "facho_writer_transactions_total", "Transactions.",
		    (double)w->transactions },
		{ "facho_writer_retries_total", "Transactions that were tried again.",
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
		{ "facho_incidents_dismissed_total", "Suspects that were none.",
		    (double)w->dismissed },
		{ "facho_incidents_false_total", "Those that people say were false.",
		    (double)w->false_alarms },
		{ "facho_watch_seconds", "CPU time of judging.", w->seconds },
	};

	write_open(w, out);
	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_looks_total", "Looks at ports, by how they ended.");
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
	    "From a message to its delivery, mean of the last hour.");
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
		{ "facho_http_connections", "Connections now.", (double)f->connections },
		{ "facho_http_cut_total", "Connections that took too long.",
		    (double)f->cut },
		{ "facho_http_refused_rate_total", "Requests that came too fast.",
		    (double)f->refused_rate },
		{ "facho_http_refused_busy_total", "Requests that found no room.",
		    (double)f->refused_busy },
		{ "facho_events_total", "Frames for those who listen.",
		    (double)v->stream.frames },
		{ "facho_events_lost_total", "Times that the engine was too fast for us.",
		    (double)v->stream.lost },
		{ "facho_event_listeners", "Those who listen now.",
		    (double)v->stream.listeners },
		{ "facho_event_listeners_cut_total", "Those who were too slow.",
		    (double)v->stream.cut },
	};

	metrics_plain(out, metrics, COUNT_OF(metrics));
	metric_head(out, "facho_http_responses_total", "Answers, by status.");
	for (size_t i = 1; i < COUNT_OF(CLASSES); i++)
		metric_labelled(out, "facho_http_responses_total", "class", CLASSES[i],
		    (double)f->by_class[i]);
}

void
metrics_write(const struct metrics_view *v, struct buf *out)
{
	metric_head(out, "facho_build_info", "The version that runs.");
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
