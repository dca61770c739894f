/* SPDX-License-Identifier: Apache-2.0
 *
 * The evidence for the cause of an incident, and similar incidents: lists for the
 * templates.
 */
#include <string.h>

#include "store/incident/incident.h"
#include "store/incident/incident_told.h"
#include "store/incident/watch_load.h"
#include "tell/tell_int.h"

enum { SIMILAR_MOST = 5, TEXT_BYTES = 256, NAMED_MAX = 50 };
#define REPEAT_MS (INT64_C(7) * 24 * 3600 * 1000) /* as the watch counts */

void
tell_people_fini(struct tell_people *people)
{
	json_decref(people->members);
	json_decref(people->evidence);
	json_decref(people->causes);
	json_decref(people->similar);
}

/* ---- evidence ------------------------------------------------------------------------------ */

void
tell_facts_keep(struct tell_known *known, const struct watch_incident *incident)
{
	if (!incident->evidence)
		return; /* it was read from the database, which has them */
	known->n_facts = 0;
	for (size_t i = 0; i < incident->n_evidence && known->n_facts < TELL_FACTS; i++) {
		const struct watch_evidence *e = &incident->evidence[i];
		struct tell_fact *fact = &known->facts[known->n_facts];

		if (strlen(e->key) >= sizeof(fact->key) ||
		    strlen(e->value) >= sizeof(fact->value))
			continue;
		(void)snprintf(fact->key, sizeof(fact->key), "%s", e->key);
		(void)snprintf(fact->value, sizeof(fact->value), "%s", e->value);
		known->n_facts++;
	}
}

struct lists {
	enum watch_language language;
	json_t *evidence, *causes;
};

static enum rc
take_evidence(void *ctx, const struct watch_evidence *evidence)
{
	struct lists *lists = ctx;
	struct buf text = BUF_INIT(TEXT_BYTES);
	int64_t count = 0;
	const char *cause = watch_evidence_cause(evidence, lists->language, &count);
	bool is_kept = true;

	if (watch_evidence_text(evidence, lists->language, &text))
		is_kept = json_array_append_new(
			      lists->evidence, json_string(buf_text(&text))) == 0;
	if (is_kept && cause)
		is_kept = json_array_append_new(lists->causes,
			      json_pack("{s:s, s:I}", "cause", cause, "count",
				  (json_int_t)count)) == 0;
	buf_fini(&text);
	return is_kept ? RC_OK : RC_NOMEM;
}

/* The newest evidence of the watch, otherwise the stored evidence. */
static enum rc
read_evidence(
    struct db *db, const struct tell_known *known, struct lists *lists, struct err *err)
{
	enum rc rc = RC_OK;

	if (known->n_facts == 0)
		return store_incident_evidence(
		    db, known->incident.id, take_evidence, lists, err);
	for (size_t i = 0; rc == RC_OK && i < known->n_facts; i++) {
		const struct tell_fact *fact = &known->facts[i];
		struct watch_evidence evidence = { fact->key, fact->value, 0, 0 };

		rc = take_evidence(lists, &evidence);
	}
	return rc == RC_OK ? rc : err_set(err, rc, "no memory for a message");
}

/* ---- similar ones --------------------------------------------------------------------------- */

struct past {
	const struct tell *tell;
	const struct tell_target *target;
	int64_t now_ms;
	json_t *list;
};

static enum rc
take_similar(void *ctx, const struct watch_incident *incident)
{
	static const char *const NAMES[] = { "id", "url", "since", "duration",
		"sentence" };
	struct past *past = ctx;
	json_t *all =
	    tell_incident_data(past->tell, incident, past->target, past->now_ms);
	json_t *one = json_object();

	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		json_t *value = json_object_get(all, NAMES[i]);

		if (value)
			(void)json_object_set(one, NAMES[i], value);
	}
	json_decref(all);
	return json_array_append_new(past->list, one) == 0 ? RC_OK : RC_NOMEM;
}

/* An incident that is not stored yet has at least the one that it repeats. */
static enum rc
find_similar(
    struct db *db, const struct watch_incident *i, struct vec *ids, struct err *err)
{
	enum rc rc = store_incidents_similar(db, i->id, ids, err);
	int64_t *id;

	if (rc == RC_NOT_FOUND)
		rc = RC_OK;
	if (rc != RC_OK || ids->n > 0 || !i->repeat_of)
		return rc;
	id = vec_add(ids);
	if (!id)
		return err_set(err, RC_NOMEM, "no memory for a message");
	*id = i->repeat_of;
	return RC_OK;
}

static enum rc
read_similar(
    struct db *db, const struct tell_known *known, struct past *past, struct err *err)
{
	struct vec ids = VEC_INIT(int64_t);
	enum rc rc = find_similar(db, &known->incident, &ids, err);

	for (size_t i = 0; rc == RC_OK && i < ids.n && i < SIMILAR_MOST; i++)
		rc = store_watch_incidents(
		    db, *VEC_AT(&ids, int64_t, i), 0, take_similar, past, err);
	vec_fini(&ids);
	return rc;
}

static enum rc
count_repeats(struct db *db, const struct watch_incident *i, int64_t now_ms,
    int64_t *ret_repeat, struct err *err)
{
	int64_t from_ms = (i->detected_ms ? i->detected_ms : now_ms) - REPEAT_MS;
	int64_t n = 0;
	enum rc rc = RC_OK;

	if (i->repeat_of)
		rc = store_incident_repeats(db, i->repeat_of, from_ms, &n, err);
	*ret_repeat = n > 0 ? n + 1 : 0;
	return rc;
}

/* Fill the lists that people have. */
static enum rc
fill(struct db *db, const struct tell_known *known, struct past *past,
    struct tell_people *people, struct err *err)
{
	struct lists lists = { tell_language_of(past->target), people->evidence,
		people->causes };
	enum rc rc = read_evidence(db, known, &lists, err);

	if (rc == RC_OK && known->incident.kind == WATCH_CHANNEL_DEAD)
		rc = store_outbox_waiting(db,
		    (struct channel_id){ known->incident.subject }, &people->waiting,
		    err);
	/* Only custom templates use them, and finding them takes long. */
	if (rc == RC_OK && *past->target->set)
		rc = read_similar(db, known, past, err);
	return rc == RC_OK
	    ? count_repeats(db, &known->incident, past->now_ms, &people->repeat, err)
	    : rc;
}

static void
make_lists(struct tell_people *people)
{
	people->evidence = json_array();
	people->causes = json_array();
	people->similar = json_array();
}

enum rc
tell_facts_add(const struct tell *t, struct db *db, const struct tell_target *target,
    const struct tell_known *known, int64_t now_ms, struct tell_people *people,
    struct err *err)
{
	struct past past = { t, target, now_ms, NULL };

	make_lists(people);
	past.list = people->similar;
	return known ? fill(db, known, &past, people, err) : RC_OK;
}

/* ---- customers ----------------------------------------------------------------------------- */

static enum rc
take_member(void *ctx, const struct incident_member *m)
{
	json_t *one = json_pack("{s:s, s:s, s:s, s:s, s:I}", "serial", m->serial,
	    "description", m->description, "place", m->place, "cause",
	    state_name(m->member.evidence), "down", (json_int_t)m->member.down_ms);

	if (one && m->member.distance_m > 0)
		(void)json_object_set_new(
		    one, "distance_m", json_integer(m->member.distance_m));
	return json_array_append_new(ctx, one) == 0 ? RC_OK : RC_NOMEM;
}

enum rc
tell_members(
    struct db *db, int64_t incident, bool is_down_only, json_t **ret, struct err *err)
{
	struct incident_members_wish wish = {
		.incident = incident, .most = NAMED_MAX, .is_down_only = is_down_only
	};
	json_t *items = json_array();
	int64_t count = 0;
	enum rc rc = store_incident_members(db, &wish, take_member, items, &count, err);

	*ret = json_pack("{s:o, s:I}", "items", items, "total", (json_int_t)count);
	return rc;
}
