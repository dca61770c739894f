/* SPDX-License-Identifier: Apache-2.0
 *
 * A past incident as the data of a message: for the preview of a template, and for tests.
 */
#include <stdio.h>

#include "store/incident/incident_told.h"
#include "store/incident/watch_load.h"
#include "tell/tell_int.h"

enum { PEOPLE_BYTES = 1 << 16 };

static enum rc
take_known(void *ctx, const struct watch_incident *incident)
{
	struct tell_known *known = ctx;

	known->incident = *incident;
	known->incident.ports = NULL;
	known->incident.evidence = NULL;
	known->incident.logs = NULL;
	return RC_OK;
}

/* As it was at the worst moment. */
static void
open_again(struct watch_incident *i)
{
	i->state = WATCH_OPEN;
	i->affected = i->affected_max;
	i->recovered = i->left_over = 0;
	i->resolved_ms = 0;
}

/* Whose data are looked for. */
struct preview {
	struct tell nobody; /* has the address of the web admin only */
	struct tell_target target;
	struct tell_known known;
	int64_t now_ms;
	bool is_past;
};

static enum rc
find_all(struct db *db, const struct preview *p, json_t *data, struct err *err)
{
	const struct tell_known *known = &p->known;
	struct arena *arena OWNED(arena_free) = arena_new(PEOPLE_BYTES);
	struct incident_people written = { 0 };
	struct tell_people people = { 0 };
	enum rc rc = arena
	    ? store_incident_people(db, known->incident.id, arena, &written, err)
	    : err_set(err, RC_NOMEM, "no memory for a message");

	if (rc != RC_OK)
		return rc;
	people = (struct tell_people){
		.acked_by = written.acked_by, .owner = written.owner, .note = written.note
	};
	rc = tell_facts_add(&p->nobody, db, &p->target, known, p->now_ms, &people, err);
	if (rc == RC_OK)
		rc = tell_members(
		    db, known->incident.id, !p->is_past, &people.members, err);
	if (rc == RC_OK)
		tell_people_show(&people, data);
	tell_people_fini(&people);
	return rc;
}

enum rc
tell_preview(struct db *db, int64_t incident, const struct tell_view *view,
    json_t **ret_data, struct err *err)
{
	struct preview p = { .target = { .name = "",
				 .language = view->language,
				 .zone = view->zone,
				 .set = "all" },
		.now_ms = view->now_ms };
	struct watch_incident *i = &p.known.incident;
	json_t *data;
	enum rc rc = store_watch_incidents(db, incident, 0, take_known, &p.known, err);

	if (rc == RC_OK && !i->id)
		rc = err_set(
		    err, RC_NOT_FOUND, "there is no incident %lld", (long long)incident);
	if (rc != RC_OK)
		return rc;
	p.is_past = view->is_open && !watch_state_is_live(i->state);
	if (p.is_past)
		open_again(i);
	(void)snprintf(p.nobody.url, sizeof(p.nobody.url), "%s", view->url);
	data = tell_incident_data(&p.nobody, i, &p.target, view->now_ms);
	if (!data)
		return err_set(err, RC_NOMEM, "no memory for a message");
	rc = find_all(db, &p, data, err);
	if (rc == RC_OK)
		*ret_data = data;
	else
		json_decref(data);
	return rc;
}
