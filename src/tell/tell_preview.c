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

static enum rc
find_all(struct db *db, const struct tell *t, const struct tell_target *target,
    const struct tell_known *known, int64_t now_ms, bool is_down_only, json_t *data,
    struct err *err)
{
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
	rc = tell_facts_add(t, db, target, known, now_ms, &people, err);
	if (rc == RC_OK)
		rc = tell_members(
		    db, known->incident.id, is_down_only, &people.members, err);
	if (rc == RC_OK)
		tell_people_show(&people, data);
	tell_people_fini(&people);
	return rc;
}

enum rc
tell_preview(struct db *db, int64_t incident, const struct tell_view *view,
    json_t **ret_data, struct err *err)
{
	struct tell nobody = { .notify = NULL };
	struct tell_target target = {
		.name = "", .language = view->language, .zone = view->zone, .set = "all"
	};
	struct tell_known known = { .n_facts = 0 };
	bool is_past;
	json_t *data;
	enum rc rc = store_watch_incidents(db, incident, 0, take_known, &known, err);

	if (rc == RC_OK && !known.incident.id)
		rc = err_set(
		    err, RC_NOT_FOUND, "there is no incident %lld", (long long)incident);
	if (rc != RC_OK)
		return rc;
	is_past = view->is_open && !watch_state_is_live(known.incident.state);
	if (is_past)
		open_again(&known.incident);
	(void)snprintf(nobody.url, sizeof(nobody.url), "%s", view->url);
	data = tell_incident_data(&nobody, &known.incident, &target, view->now_ms);
	if (!data)
		return err_set(err, RC_NOMEM, "no memory for a message");
	rc = find_all(db, &nobody, &target, &known, view->now_ms, !is_past, data, err);
	if (rc == RC_OK)
		*ret_data = data;
	else
		json_decref(data);
	return rc;
}
