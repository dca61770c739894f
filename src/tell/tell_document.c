/* SPDX-License-Identifier: Apache-2.0
 *
 * From a decision to a document: the data of the incident (INCIDENTS.md 11), the template of
 * the target, and what the courier needs beside the text.
 */
#include <string.h>

#include "channel/clock_text.h"
#include "channel/document.h"
#include "tell/tell_int.h"
#include "watch/sentence.h"

enum { TEXT_BYTES = 4096 };

enum watch_language
tell_language_of(const struct tell_target *target)
{
	return strcmp(target->language, "es") == 0 ? WATCH_ES : WATCH_EN;
}

static void
set(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value) != 0)
		json_object_del(object, key); /* without memory the name is empty */
}

static void
set_moment(json_t *object, const char *key, int64_t ms)
{
	if (ms > 0)
		set(object, key, json_integer(ms));
}

/* ---- texts of an incident ---------------------------------------------------------------- */

static void
put_clock(void *ctx, int64_t at_ms, char *text, size_t max)
{
	clock_text_put(ctx, at_ms, text, max);
}

static void
set_words(json_t *data, const struct watch_incident *i, const struct tell_target *target,
    int64_t now_ms)
{
	struct clock_text *clock OWNED(clock_text_free) =
	    clock_text_new(target->zone, target->language, now_ms);
	struct watch_zone zone = { put_clock, clock };
	struct watch_story story;
	struct buf text = BUF_INIT(TEXT_BYTES);

	if (!clock)
		return;
	watch_story(i, &story);
	watch_sentence(&story, tell_language_of(target), &zone, &text);
	set(data, "sentence", json_string(buf_text(&text)));
	buf_clear(&text);
	watch_place_text(&story, tell_language_of(target), &text);
	set(data, "place", json_string(buf_text(&text)));
	set(data, "title", json_string(buf_text(&text)));
	buf_clear(&text);
	watch_distance_text(&story, tell_language_of(target), &text);
	set(data, "distance", json_string(buf_text(&text)));
	buf_fini(&text);
}

static void
set_url(const struct tell *t, json_t *data, int64_t incident)
{
	if (!*t->url)
		return;
	if (incident)
		set(data, "url",
		    json_sprintf("%s/incidents/%lld", t->url, (long long)incident));
	else
		set(data, "url", json_sprintf("%s/incidents", t->url));
}

static void
set_counts(json_t *data, const struct watch_incident *i)
{
	set(data, "affected", json_integer(i->affected));
	set(data, "affected_max", json_integer(i->affected_max));
	set(data, "at_risk", json_integer(i->at_risk));
	set(data, "recovered", json_integer(i->recovered));
	set(data, "left_over", json_integer(i->left_over));
	set(data, "reopened", json_integer(i->reopened));
	if (i->params.d_m > 0)
		set(data, "distance_m", json_integer(i->params.d_m));
}

static void
set_times(json_t *data, const struct watch_incident *i, int64_t now_ms)
{
	int64_t end_ms = i->resolved_ms ? i->resolved_ms : now_ms;

	set_moment(data, "since", i->since_ms);
	set_moment(data, "since_from", i->since_from_ms);
	set(data, "since_exact", json_boolean(i->since_from_ms >= i->since_ms));
	set_moment(data, "until", i->resolved_ms);
	if (i->since_ms > 0 && end_ms > i->since_ms)
		set(data, "duration", json_integer((end_ms - i->since_ms) / 1000));
}

json_t *
tell_incident_data(const struct tell *t, const struct watch_incident *i,
    const struct tell_target *target, int64_t now_ms)
{
	json_t *data = json_object();

	if (!data)
		return NULL;
	set(data, "id", json_integer(i->id));
	set(data, "state", json_string(watch_state_name(i->state)));
	set(data, "severity", json_string(watch_severity_name(i->severity)));
	set(data, "kind", json_string(watch_kind_name(i->kind)));
	set(data, "cause", json_string(watch_cause_name(i->cause)));
	set(data, "cause_class", json_string(watch_class_name(i->cause_class)));
	/* Nobody is sure of a cause that is not known. */
	if (i->cause_class != WATCH_CLASS_UNKNOWN)
		set(data, "confidence", json_integer(i->confidence));
	set(data, "site", json_string(i->params.site));
	set(data, "olt", json_string(i->params.olt));
	set(data, "card", json_string(i->params.card));
	set(data, "port", json_string(i->params.port));
	set(data, "blind",
	    json_boolean(i->params.is_blind_start || i->params.is_at_most));
	set_words(data, i, target, now_ms);
	set_url(t, data, i->id);
	set_counts(data, i);
	set_times(data, i, now_ms);
	return data;
}

void
tell_people_show(const struct tell_people *people, json_t *data)
{
	set(data, "acked_by", json_string(people->acked_by));
	set(data, "owner", json_string(people->owner));
	set(data, "note", json_string(people->note));
	if (people->members)
		set(data, "members", json_incref(people->members));
	if (people->evidence)
		set(data, "evidence", json_incref(people->evidence));
	if (people->causes)
		set(data, "causes", json_incref(people->causes));
	if (people->similar)
		set(data, "similar", json_incref(people->similar));
	if (people->repeat)
		set(data, "repeat", json_integer(people->repeat));
}

/* ---- what is new --------------------------------------------------------------------------- */

static void
set_change(json_t *data, const struct notify_decision *d, const struct watch_incident *i,
    enum watch_language language)
{
	struct buf text = BUF_INIT(TEXT_BYTES);

	tell_change(d, i, language, &text);
	set(data, "change", json_string(buf_text(&text)));
	buf_fini(&text);
}

/* The database may still have the name of who attended it until now. */
static bool
is_left(const struct notify_decision *d)
{
	return d->reason == NOTIFY_UNACKED ||
	    (d->is_ack_lapsed && d->reason != NOTIFY_ACK_LAPSED);
}

static enum template_kind
kind_of(const struct notify_decision *d, const struct watch_incident *i)
{
	switch (d->reason) {
	case NOTIFY_STORM:
	case NOTIFY_STORM_OVER:
		return TEMPLATE_STORM;
	case NOTIFY_RESOLVED:
		return TEMPLATE_RESOLVED;
	case NOTIFY_ACK_LAPSED:
		return TEMPLATE_ACK_LAPSED;
	case NOTIFY_UNSTABLE:
		return TEMPLATE_UNSTABLE;
	case NOTIFY_FIRST:
		return i->kind == WATCH_CHANNEL_DEAD ? TEMPLATE_CHANNEL_DEAD
						     : TEMPLATE_OPENED;
	default:
		return TEMPLATE_CHANGED;
	}
}

/* ---- the data of a message ------------------------------------------------------------------ */

static json_t *
storm_data(const struct tell *t, const struct notify_decision *d,
    const struct tell_target *target, int64_t now_ms)
{
	json_t *data = json_object(), *largest = json_array();
	bool is_over = d->reason == NOTIFY_STORM_OVER;

	for (size_t i = 0; largest && i < d->n_listed; i++) {
		const struct tell_known *known = tell_find(t, d->listed[i]);
		json_t *one = known
		    ? tell_incident_data(t, &known->incident, target, now_ms)
		    : NULL;

		if (one && json_array_append_new(largest, one) != 0)
			break;
	}
	set(data, "incidents", json_integer(d->storm_incidents));
	set(data, "customers", json_integer(d->storm_affected));
	set(data, "open", json_integer(d->storm_open));
	set(data, "unacked", json_integer(d->storm_unacked));
	set(data, "largest",
	    json_pack("{s:o, s:I}", "items", largest, "total",
		(json_int_t)(is_over ? d->storm_unacked : d->storm_open)));
	set(data, "is_over", json_boolean(is_over));
	set(data, "target", json_string(target->name));
	set(data, "now", json_integer(now_ms));
	set_url(t, data, 0);
	return data;
}

static json_t *
message_data(const struct tell *t, const struct notify_decision *d,
    const struct tell_target *target, const struct tell_people *people, int64_t now_ms)
{
	const struct tell_known *known = d->incident ? tell_find(t, d->incident) : NULL;
	json_t *data, *inner = NULL;

	if (!known)
		return storm_data(t, d, target, now_ms);
	data = json_object();
	inner = tell_incident_data(t, &known->incident, target, now_ms);
	if (inner)
		tell_people_show(people, inner);
	if (inner && is_left(d))
		set(inner, "acked_by", json_string(""));
	set(data, "incident", inner);
	set_change(data, d, &known->incident, tell_language_of(target));
	set(data, "target", json_string(target->name));
	set(data, "now", json_integer(now_ms));
	if (known->incident.kind == WATCH_CHANNEL_DEAD) {
		set(data, "channel", json_string(known->incident.params.node));
		set(data, "error", json_string(known->incident.params.why));
		set(data, "waiting", json_integer(people->waiting));
	}
	return data;
}

/* ---- the document ------------------------------------------------------------------------------ */

static bool
takes_buttons(const struct tell_known *known, const struct tell_target *target)
{
	return known && target->kind == CHANNEL_TELEGRAM &&
	    watch_state_is_live(known->incident.state);
}

static json_t *
buttons(void)
{
	return json_pack("[s, s, s, s, s, s, s]", "ack", "look", "silence_1h",
	    "silence_4h", "silence_tomorrow", "silence_end", "details");
}

static enum rc
render(const struct tell *t, const struct tell_target *target,
    const struct template_view *view, const json_t *data, json_t **ret, struct err *err)
{
	const struct template *own = tell_template_of(t, target, view->kind);
	struct template *shipped OWNED(template_free) = NULL;
	enum rc rc = RC_OK;

	if (!own)
		rc = template_parse(
		    template_shipped(view->kind, view->lang), &shipped, err);
	return rc == RC_OK ? template_render(own ? own : shipped, data, view, ret, err)
			   : rc;
}

static void
show_list(json_t *data, const char *name, const char *total)
{
	json_t *list = json_object_get(data, name);
	json_t *items = json_incref(json_object_get(list, "items"));

	if (!items)
		return;
	set(data, total, json_incref(json_object_get(list, "total")));
	set(data, name, items);
}

void
tell_plain_lists(json_t *data)
{
	show_list(json_object_get(data, "incident"), "members", "members_total");
	show_list(data, "largest", "largest_total");
}

enum rc
tell_document(const struct tell *t, const struct notify_decision *d,
    const struct tell_target *target, const struct tell_people *people,
    const struct tell_batch *batch, const char **ret_body, struct err *err)
{
	const struct tell_known *known = d->incident ? tell_find(t, d->incident) : NULL;
	struct template_view view = { known ? kind_of(d, &known->incident)
					    : TEMPLATE_STORM,
		target->language, target->zone, batch->now_ms };
	json_t *data = message_data(t, d, target, people, batch->now_ms),
	       *document = NULL;
	char *text = NULL;
	enum rc rc = data ? render(t, target, &view, data, &document, err)
			  : err_set(err, RC_NOMEM, "no memory for a message");

	if (rc == RC_OK) {
		set(document, "sound", json_boolean(d->is_sound));
		if (takes_buttons(known, target))
			set(document, "buttons", buttons());
		tell_plain_lists(data);
		set(document, "data", json_incref(data));
		text = json_dumps(document, JSON_COMPACT);
		*ret_body = text ? arena_copy(batch->arena, text, strlen(text)) : NULL;
		if (!*ret_body)
			rc = err_set(err, RC_NOMEM, "no memory for a message");
	}
	free(text);
	json_decref(document);
	json_decref(data);
	return rc;
}
