/* SPDX-License-Identifier: Apache-2.0
 *
 * Incidents: what is known of one, and what people do with it. What they do is in their
 * columns, in the timeline and in the audit log; states are the watcher's, which hears of it
 * by the event of the audit log.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "model/text.h"
#include "service/incident_int.h"
#include "service/onu_int.h"
#include "store/incident/incident.h"
#include "store/list/list.h"

enum { MEMBERS_USUAL = 100, MEMBERS_MOST = 1000, TEXT_MOST = 2000 };

#define HOUR_MS ((int64_t)3600 * 1000)
#define ACK_MOST_MS (4 * HOUR_MS)
#define SILENCE_USUAL_MS HOUR_MS

static json_t *
show_incident(struct db *db, int64_t id, struct err *err)
{
	json_t *shown = show_row(db, "incidents", id, err);

	if (shown)
		show_sentences("incidents", shown);
	return shown;
}

static const struct entity ENTITY_INCIDENT = { "incident", show_incident };

/* ---- reading ----------------------------------------------------------------------------- */

void
op_incident_get(struct ask *a)
{
	int64_t id = find_incident(a, "incident");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_INCIDENT, id);
}

static json_t *
distance_or_null(int32_t distance_m)
{
	return distance_m > 0 ? json_integer(distance_m) : json_null();
}

static enum rc
take_member(void *ctx, const struct incident_member *m)
{
	json_t *shown =
	    json_pack("{s:I, s:I, s:s, s:s, s:s, s:s, s:o, s:o, s:s, s:b, s:o}", "onu_id",
		(json_int_t)m->member.onu.v, "olt", (json_int_t)m->olt.v, "olt_name",
		m->olt_name, "serial", m->serial, "description", m->description, "place",
		m->place, "down_at", show_moment(m->member.down_ms), "up_at",
		show_moment(m->member.up_ms), "evidence", state_name(m->member.evidence),
		"is_exact", m->member.is_exact, "distance_m",
		distance_or_null(m->member.distance_m));

	return json_array_append_new(ctx, shown) == 0 ? RC_OK : RC_NOMEM;
}

void
op_incident_members(struct ask *a)
{
	int64_t page = arg_int(a, "page", (struct arg_range){ 1, INT32_MAX, 1 });
	int64_t size =
	    arg_int(a, "page_size", (struct arg_range){ 1, MEMBERS_MOST, MEMBERS_USUAL });
	struct incident_members_wish wish = { .incident = find_incident(a, "incident"),
		.skip = (size_t)((page - 1) * size),
		.most = (size_t)size };
	json_t *results;
	int64_t count = 0;
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return;
	results = json_array();
	rc = store_incident_members(a->db, &wish, take_member, results, &count, &err);
	if (rc == RC_OK)
		ask_answer(a,
		    json_pack("{s:I, s:I, s:O}", "count", (json_int_t)count, "page",
			(json_int_t)page, "results", results));
	else
		(void)ask_fail_err(a, rc, &err);
	json_decref(results);
}

/* The rows of these, as an answer. */
static void
answer_rows(struct ask *a, const struct vec *ids)
{
	struct err err = { 0 };
	json_t *rows = show_incidents(a, ids, &err);

	if (rows)
		ask_answer(a, json_pack("{s:o}", "results", rows));
	else
		(void)ask_fail_err(a, err.rc, &err);
}

void
op_incident_similar(struct ask *a)
{
	int64_t id = find_incident(a, "incident");
	struct vec ids = VEC_INIT(int64_t);
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return;
	rc = store_incidents_similar(a->db, id, &ids, &err);
	if (rc == RC_OK)
		answer_rows(a, &ids);
	else
		(void)ask_fail_err(a, rc, &err);
	vec_fini(&ids);
}

void
op_onu_incidents(struct ask *a)
{
	struct onu_id onu = find_onu(a, "onu");
	struct vec ids = VEC_INIT(int64_t);
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return;
	rc = store_incidents_of_onu(a->db, onu, &ids, &err);
	if (rc == RC_OK)
		answer_rows(a, &ids);
	else
		(void)ask_fail_err(a, rc, &err);
	vec_fini(&ids);
}

/* ---- acts -------------------------------------------------------------------------------- */

static enum rc
make_act(struct change *c, struct db *db, struct err *err)
{
	struct incident_doing doing = *(const struct incident_doing *)c->ctx;

	doing.now_ms = c->now_ms;
	if (doing.act == INCIDENT_ACK)
		doing.until_ms += c->now_ms;
	return store_incident_act(db, &doing, err);
}

static void
act(struct ask *a, struct incident_doing *doing)
{
	struct change c = { incident_act_name(doing->act), &ENTITY_INCIDENT,
		doing->incident, make_act, doing, 0 };

	doing->who = a->who->name;
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_INCIDENT, doing->incident);
}

static struct incident_doing
doing(struct ask *a, enum incident_act what, const char *text)
{
	struct incident_doing d = { .incident = find_incident(a, "incident"),
		.act = what,
		.text = text ? arg_text(a, text, "") : "" };

	if (text)
		arg_check_length(a, text, d.text, 0, TEXT_MOST);
	return d;
}

void
op_incident_ack(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_ACK, NULL);

	/* For so long; make_act adds the moment. */
	d.until_ms =
	    arg_ms(a, "for", (struct arg_range){ 60000, ACK_MOST_MS, ACK_MOST_MS });
	act(a, &d);
}

void
op_incident_unack(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_UNACK, NULL);

	act(a, &d);
}

void
op_incident_assign(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_ASSIGN, "owner");

	arg_check_name(a, "owner", d.text, 0, TEXT_USER_WORDS_MAX);
	act(a, &d);
}

void
op_incident_note(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_NOTE, "note");

	act(a, &d);
}

void
op_incident_close(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_CLOSE, "reason");

	d.is_false = arg_truth(a, "false_alarm", false);
	if (!*d.text)
		arg_wrong(a, "reason", "a reason is needed");
	act(a, &d);
}

void
op_incident_reopen(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_REOPEN, NULL);

	act(a, &d);
}

void
op_incident_look(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_LOOK, NULL);

	act(a, &d);
}

void
op_incident_real_cause(struct ask *a)
{
	struct incident_doing d = doing(a, INCIDENT_REAL_CAUSE, "real_cause");

	d.is_false = arg_truth(a, "false_alarm", false);
	act(a, &d);
}

/* A silence of this incident alone. */
void
op_incident_silence(struct ask *a)
{
	int64_t id = find_incident(a, "incident");
	const json_t *span = json_object_get(a->args, "for");
	const json_t *until = json_object_get(a->args, "until");
	const char *why = arg_text(a, "why", "");
	struct service_answer answer = { 0 };
	json_t *args;

	arg_check_name(a, "why", why, 0, TEXT_WORDS_MAX);
	if (!args_are_right(a))
		return;
	args = json_pack(
	    "{s:I, s:s, s:s}", "incident", (json_int_t)id, "why", why, "source", "api");
	if (span)
		(void)json_object_set_new(args, "for", json_deep_copy(span));
	if (until)
		(void)json_object_set_new(args, "until", json_deep_copy(until));
	if (!span && !until)
		(void)json_object_set_new(args, "for", json_integer(SILENCE_USUAL_MS));
	ask_nested(a, "silence.add", args, &answer);
	json_decref(args);
	if (answer.rc == RC_OK)
		ask_answer(a, json_incref(answer.result));
	else
		(void)ask_fail(a, answer.rc, "%s", answer.message);
	service_answer_fini(&answer);
}
