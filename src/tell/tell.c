/* SPDX-License-Identifier: Apache-2.0 */
#include "tell/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/incident/incident.h"
#include "store/incident/incident_told.h"
#include "store/incident/watch_load.h"
#include "store/notify/told.h"
#include "tell/tell_int.h"

/* Closed incidents may still be told for this long. */
#define PAST_MS (INT64_C(7) * 24 * 3600 * 1000)

enum { LABEL_BYTES = 1 << 16 };

struct tell *
tell_new(const struct tell_options *options)
{
	struct tell *t OWNED(tell_free) = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->known = (struct vec)VEC_INIT(struct tell_known);
	t->config.windows = (struct vec)VEC_INIT(struct tell_window);
	t->config.targets = (struct vec)VEC_INIT(struct tell_target);
	t->config.templates = (struct vec)VEC_INIT(struct tell_template);
	/* One that is not known here would stop all messages: then it is UTC. */
	if (window_zone_check(options->zone, NULL) == RC_OK)
		(void)snprintf(t->zone, sizeof(t->zone), "%s", options->zone);
	(void)snprintf(t->language, sizeof(t->language), "%s", options->language);
	(void)snprintf(t->url, sizeof(t->url), "%s", options->url);
	t->notify = notify_new();
	return t->notify ? GIVE(t) : NULL;
}

void
tell_free(struct tell *t)
{
	if (!t)
		return;
	notify_free(t->notify);
	tell_config_fini(&t->config);
	vec_fini(&t->known);
	free(t);
}

/* ---- incidents --------------------------------------------------------------------------- */

/* The position of the first one whose id is not less. */
static size_t
place_of(const struct tell *t, int64_t incident)
{
	size_t low = 0, high = t->known.n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (VEC_AT(&t->known, struct tell_known, middle)->incident.id < incident)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct tell_known *
tell_find(const struct tell *t, int64_t incident)
{
	size_t at = place_of(t, incident);
	struct tell_known *known =
	    at < t->known.n ? VEC_AT(&t->known, struct tell_known, at) : NULL;

	return known && known->incident.id == incident ? known : NULL;
}

static struct tell_known *
find_or_add(struct tell *t, int64_t incident)
{
	struct tell_known *known = tell_find(t, incident);
	size_t at = place_of(t, incident);

	if (known || !vec_add(&t->known))
		return known;
	known = VEC_AT(&t->known, struct tell_known, at);
	memmove(known + 1, known, (t->known.n - 1 - at) * sizeof(*known));
	*known = (struct tell_known){ .incident = { .id = incident } };
	return known;
}

static void
forget(struct tell *t, int64_t incident)
{
	struct tell_known *known = tell_find(t, incident);
	size_t at = place_of(t, incident);

	notify_forget(t->notify, incident);
	if (!known)
		return;
	memmove(known, known + 1, (t->known.n - 1 - at) * sizeof(*known));
	t->known.n--;
}

static bool
has_log(const struct watch_incident *incident, const char *kind)
{
	for (size_t i = 0; i < incident->n_logs; i++)
		if (strcmp(incident->logs[i].kind, kind) == 0)
			return true;
	return false;
}

/* The watch ends acknowledgements. notify/ detects this itself, from the end time, so
 * that it is told. */
static void
keep_lapsed(struct watch_incident *now, const struct watch_incident *before)
{
	if (now->acked_ms || !before->acked_ms || !has_log(now, "ack_lapsed"))
		return;
	now->acked_ms = before->acked_ms;
	now->acked_until_ms = now->updated_ms;
}

static struct incident_root
root_of(const struct watch_incident *i)
{
	bool is_onu = i->root == WATCH_ROOT_ONU;

	return (struct incident_root){ i->olt, i->node_id, { is_onu ? i->subject : 0 } };
}

static struct notify_fact
fact_of(const struct tell_known *known, const struct incident_labels *labels)
{
	const struct watch_incident *i = &known->incident;

	return (struct notify_fact){
		.subject = { .incident = i->id,
		    .kind = watch_kind_name(i->kind),
		    .severity = (enum incident_severity)i->severity,
		    .cause_class = (enum incident_class)i->cause_class,
		    .site = *labels->site ? labels->site : i->params.site,
		    .olt = *labels->olt ? labels->olt : i->params.olt,
		    .brand = labels->brand,
		    .card = i->params.card,
		    .port = i->params.port,
		    .affected = i->affected,
		    .tags = labels->tags,
		    .n_tags = labels->n_tags,
		    .minute = -1 },
		.version = i->version,
		.state = (enum incident_state)i->state,
		.olt_id = i->olt.v,
		.opened_ms = i->opened_ms,
		.resolved_ms = i->resolved_ms,
		.is_confirmed = known->is_confirmed,
		.reopened = (int32_t)i->reopened,
		.is_flapping = i->is_flapping,
		.is_blind = i->blind_since_ms != 0,
		.merged_into = i->merged_into,
		.not_channel = i->kind == WATCH_CHANNEL_DEAD ? i->subject : 0,
		.acked_ms = i->acked_ms,
		.acked_until_ms = i->acked_until_ms,
		.acked_affected = -1,
	};
}

_Static_assert((int)WATCH_MERGED == (int)INCIDENT_MERGED &&
	(int)WATCH_CRITICAL == (int)INCIDENT_CRITICAL &&
	(int)WATCH_CLASS_OPTICAL == (int)INCIDENT_OPTICAL,
    "watch/ and notify/ have the same states, severities and classes");

static enum rc
set_fact(struct tell *t, struct db *db, const struct tell_known *known, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(LABEL_BYTES);
	struct incident_root root = root_of(&known->incident);
	struct incident_labels labels;
	struct notify_fact fact;
	enum rc rc;

	if (!arena)
		return err_set(err, RC_NOMEM, "no memory for an incident");
	rc = store_incident_labels(db, &root, arena, &labels, err);
	if (rc != RC_OK)
		return rc;
	fact = fact_of(known, &labels);
	rc = notify_set(t->notify, &fact);
	return rc == RC_OK ? rc : err_set(err, rc, "no memory for an incident");
}

enum rc
tell_incident(
    struct tell *t, struct db *db, const struct watch_incident *incident, struct err *err)
{
	struct tell_known *known;
	struct watch_incident before, now = *incident;

	if (now.state == WATCH_SUSPECT)
		return RC_OK; /* no messages */
	known = find_or_add(t, incident->id);
	if (!known)
		return err_set(err, RC_NOMEM, "no memory for an incident");
	before = known->incident;
	keep_lapsed(&now, &before);
	tell_facts_keep(known, incident);
	now.ports = NULL;
	now.n_ports = 0;
	now.evidence = NULL;
	now.n_evidence = 0;
	/* A look or another reading has confirmed it: the watch opens nothing else. */
	known->is_confirmed = known->is_confirmed || now.opened_ms != 0;
	now.logs = NULL;
	now.n_logs = 0;
	known->incident = now;
	return set_fact(t, db, known, err);
}

struct acting {
	struct tell *tell;
	struct db *db;
	struct err *err;
};

static enum rc
take_stored(void *ctx, const struct watch_incident *incident)
{
	struct acting *a = ctx;

	return tell_incident(a->tell, a->db, incident, a->err);
}

enum rc
tell_acted(struct tell *t, struct db *db, int64_t incident, struct err *err)
{
	struct acting a = { t, db, err };

	return store_watch_incidents(db, incident, 0, take_stored, &a, err);
}

enum rc
tell_polled(struct tell *t, struct olt_id olt, int64_t at_ms)
{
	return notify_polled(t->notify, olt.v, at_ms);
}

/* ---- what became of messages ---------------------------------------------------------------- */

static void
take_result(struct tell *t, const struct outbox_result *result)
{
	enum notify_outcome outcome;

	if (result->is_test)
		return;
	switch (result->state) {
	case OUTBOX_SENT:
	case OUTBOX_CONFIRMED:
	case OUTBOX_UNSURE:
		outcome = NOTIFY_SENT;
		break;
	case OUTBOX_DEAD:
		outcome = result->is_expired ? NOTIFY_EXPIRED : NOTIFY_REFUSED;
		break;
	default:
		return;
	}
	notify_outcome(
	    t->notify, result->incident, result->target.v, outcome, result->at_ms);
}

enum rc
tell_delivered(struct tell *t, struct db *db, int64_t outbox, struct err *err)
{
	struct outbox_result result;
	enum rc rc = store_outbox_result(db, outbox, &result, err);

	if (rc == RC_OK)
		take_result(t, &result);
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static enum rc
load_result(void *ctx, const struct outbox_result *result)
{
	take_result(ctx, result);
	return RC_OK;
}

/* ---- loading ---------------------------------------------------------------------------------- */

static enum rc
load_told(void *ctx, const struct told_row *row)
{
	struct tell *t = ctx;
	struct notify_told told = { .incident = row->incident,
		.target = row->target.v,
		.version = row->version,
		.state = row->state,
		.severity = row->severity,
		.peak = row->peak,
		.cause_class = row->cause_class,
		.affected = row->affected,
		.reopened = (int32_t)row->reopened,
		.flags = (int32_t)row->flags,
		.round = (int32_t)row->round,
		.first_ms = row->first_ms,
		.sound_ms = row->sound_ms,
		.at_ms = row->at_ms,
		.sent_ms = row->sent_ms };

	if (!notify_act_from_name(row->act, &told.act) ||
	    !notify_reason_from_name(row->reason, &told.reason))
		return RC_OK; /* of a later version */
	return notify_load_told(t->notify, &told);
}

static enum rc
load_storm(void *ctx, const struct storm_row *row)
{
	struct tell *t = ctx;
	struct notify_storm storm = { .target = row->target.v,
		.began_ms = row->began_ms,
		.edited_ms = row->edited_ms };

	for (size_t i = 0; i < row->n_recent && i < NOTIFY_STORM_STAMPS; i++)
		storm.recent[storm.n_recent++] = row->recent[i];
	return notify_load_storm(t->notify, &storm);
}

static enum rc
start_anew(struct tell *t, struct err *err)
{
	struct notify *fresh = notify_new();

	if (!fresh)
		return err_set(err, RC_NOMEM, "no memory for notifications");
	notify_free(t->notify);
	t->notify = fresh;
	vec_clear(&t->known);
	return RC_OK;
}

enum rc
tell_load(struct tell *t, struct db *db, int64_t now_ms, struct err *err)
{
	struct acting a = { t, db, err };
	enum rc rc = start_anew(t, err);

	if (rc == RC_OK)
		rc = tell_configure(t, db, now_ms, err);
	if (rc == RC_OK)
		rc = store_told_each(db, load_told, t, err);
	if (rc == RC_OK)
		rc = store_storm_each(db, load_storm, t, err);
	if (rc == RC_OK)
		rc = store_watch_incidents(db, 0, now_ms - PAST_MS, take_stored, &a, err);
	if (rc == RC_OK)
		rc = store_outbox_results(db, NOTIFY_TOLD_PENDING, load_result, t, err);
	notify_loaded(t->notify);
	return rc;
}

/* ---- deciding ------------------------------------------------------------------------------------ */

/* Customers to name: at the end those without service, otherwise those that a custom
 * template may use. NULL: none. The caller unrefs them. */
static enum rc
name_members(struct db *db, const struct notify_decision *d,
    const struct tell_target *target, json_t **ret, struct err *err)
{
	*ret = NULL;
	if (!d->incident || (d->reason != NOTIFY_RESOLVED && !*target->set))
		return RC_OK;
	return tell_members(db, d->incident, true, ret, err);
}

static enum rc
add_message(const struct tell *t, struct db *db, struct tell_batch *b,
    const struct notify_decision *d, struct err *err)
{
	static const enum outbox_act ACTS[NOTIFY_ACTS] = { [NOTIFY_SEND] = OUTBOX_SEND,
		[NOTIFY_REPLY] = OUTBOX_REPLY,
		[NOTIFY_EDIT] = OUTBOX_EDIT };
	const struct tell_target *target = tell_target_of(t, d->target);
	struct incident_people written;
	struct tell_people people;
	struct outbox_new *row;
	const char *body = NULL;
	enum rc rc;

	if (!target)
		return RC_OK; /* it was deleted */
	rc = store_incident_people(db, d->incident, b->arena, &written, err);
	if (rc == RC_OK) {
		people = (struct tell_people){ .acked_by = written.acked_by,
			.owner = written.owner,
			.note = written.note };
		rc = name_members(db, d, target, &people.members, err);
		if (rc == RC_OK)
			rc = tell_facts_add(t, db, target,
			    d->incident ? tell_find(t, d->incident) : NULL, b->now_ms,
			    &people, err);
		if (rc == RC_OK)
			rc = tell_document(t, d, target, &people, b, &body, err);
		tell_people_fini(&people);
	}
	if (rc != RC_OK)
		return rc;
	row = vec_add(&b->messages);
	if (!row)
		return err_set(err, RC_NOMEM, "no memory for a message");
	*row = (struct outbox_new){ .key = arena_copy(b->arena, d->key, strlen(d->key)),
		.incident = d->incident,
		.target = { d->target },
		.act = ACTS[d->act],
		.priority = (enum outbox_priority)d->priority,
		.body = body,
		.version = d->version,
		.not_before_ms = d->not_before_ms,
		.expires_ms = d->expires_ms };
	return row->key ? RC_OK : err_set(err, RC_NOMEM, "no memory for a message");
}

_Static_assert((int)NOTIFY_PRIORITY_DIGEST == (int)OUTBOX_DIGEST,
    "notify/ and the outbox have the same priorities");

/* Incidents that are over and told are removed, so that memory is limited. */
static void
forget_settled(struct tell *t)
{
	for (size_t i = t->known.n; i > 0; i--) {
		const struct tell_known *known =
		    VEC_AT(&t->known, struct tell_known, i - 1);
		enum watch_state state = known->incident.state;
		bool is_final = state == WATCH_CLOSED || state == WATCH_DISMISSED ||
		    state == WATCH_MERGED;

		if (is_final && notify_is_settled(t->notify, known->incident.id))
			forget(t, known->incident.id);
	}
}

/* They lapsed: the copies are updated too. */
static void
apply_lapses(struct tell *t, const struct notify_output *out)
{
	for (size_t i = 0; i < out->lapses.n; i++) {
		struct tell_known *known =
		    tell_find(t, VEC_AT(&out->lapses, struct notify_lapse, i)->incident);

		if (known)
			known->incident.acked_ms = known->incident.acked_until_ms = 0;
	}
}

enum rc
tell_decide(struct tell *t, struct db *db, int64_t now_ms, struct tell_batch **ret_batch,
    struct err *err)
{
	struct tell_batch *b OWNED(tell_batch_free) = tell_batch_new(now_ms);
	enum rc rc;

	*ret_batch = NULL;
	if (!b)
		return err_set(err, RC_NOMEM, "no memory for messages");
	rc = notify_decide(t->notify, now_ms, &b->out);
	if (rc != RC_OK)
		return err_set(err, rc, "no memory for messages");
	for (size_t i = 0; i < b->out.decisions.n && rc == RC_OK; i++)
		rc = add_message(
		    t, db, b, VEC_AT(&b->out.decisions, struct notify_decision, i), err);
	if (rc != RC_OK)
		return rc;
	apply_lapses(t, &b->out);
	forget_settled(t);
	if (!tell_batch_is_empty(b))
		*ret_batch = GIVE(b);
	return RC_OK;
}

int64_t
tell_next_ms(const struct tell *t)
{
	return notify_next_ms(t->notify);
}

/* ---- trying --------------------------------------------------------------------------- */

static enum rc
try_stored(struct tell *t, struct db *db, const struct tell_wish *wish,
    struct vec *ret_tries, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(LABEL_BYTES);
	const struct tell_known *known;
	struct incident_labels labels;
	struct incident_root root;
	struct notify_fact fact;
	enum rc rc = tell_acted(t, db, wish->incident, err);

	known = rc == RC_OK ? tell_find(t, wish->incident) : NULL;
	if (rc == RC_OK && !known)
		return err_set(err, RC_NOT_FOUND, "there is no incident %lld",
		    (long long)wish->incident);
	if (rc == RC_OK && !arena)
		rc = err_set(err, RC_NOMEM, "no memory for an incident");
	if (rc != RC_OK)
		return rc;
	root = root_of(&known->incident);
	rc = store_incident_labels(db, &root, arena, &labels, err);
	if (rc != RC_OK)
		return rc;
	fact = fact_of(known, &labels);
	if (wish->is_past) {
		fact.state = INCIDENT_OPEN;
		fact.acked_ms = fact.acked_until_ms = 0;
		fact.subject.affected = known->incident.affected_max;
	}
	return notify_try(t->notify, &fact, wish->now_ms, ret_tries);
}

enum rc
tell_try(struct tell *t, struct db *db, const struct tell_wish *wish,
    struct vec *ret_tries, struct err *err)
{
	enum rc rc = tell_configure(t, db, wish->now_ms, err);

	if (rc == RC_OK && wish->made_up)
		rc = notify_try(t->notify, wish->made_up, wish->now_ms, ret_tries);
	else if (rc == RC_OK)
		rc = try_stored(t, db, wish, ret_tries, err);
	return rc == RC_NOMEM ? err_set(err, rc, "no memory for notifications") : rc;
}
