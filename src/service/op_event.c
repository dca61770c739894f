/* SPDX-License-Identifier: Apache-2.0
 *
 * The event log for programs that follow it: events behind a cursor that they keep.
 */
#include <stdlib.h>
#include <string.h>

#include "events/event.h"
#include "service/service_int.h"
#include "store/event/event_log.h"

enum { USUAL = 100, MOST = 1000 };

/* "onus,parts"; all of them when it is not given. */
static unsigned
read_kinds(struct ask *a)
{
	const char *text = arg_text(a, "kinds", "");
	unsigned kinds = 0;

	for (const char *p = text; *p;) {
		size_t n = strcspn(p, ",");
		char name[EVENT_WHAT_MAX];
		enum event_kind kind;

		(void)snprintf(name, sizeof(name), "%.*s", (int)n, p);
		if (event_kind_from_name(name, &kind))
			kinds |= 1U << kind;
		else
			arg_wrong(a, "kinds",
			    "\"%s\" is not a kind of event; there are: execution, onus, "
			    "parts, decision, change, incident, delivery",
			    name);
		p += n + (p[n] == ',');
	}
	return kinds ? kinds : EVENT_ALL;
}

static json_t *
number_or_null(int64_t n)
{
	return n ? json_integer(n) : json_null();
}

static json_t *
show_event(const struct event_entry *e)
{
	char cursor[EVENT_CURSOR_MAX];

	return json_pack("{s:s, s:s, s:o, s:o, s:s, s:o, s:o, s:I}", "cursor",
	    event_cursor_format(&e->at, cursor), "kind", event_kind_name(e->kind), "at",
	    show_moment(e->at_ms), "olt", number_or_null(e->olt.v), "what", e->what,
	    "subject", number_or_null(e->subject), "ref", number_or_null(e->ref),
	    "number", (json_int_t)e->n);
}

/* Without a cursor: nothing, and where to begin. */
static enum rc
read_log(struct ask *a, struct event_wish *wish, bool has_cursor, json_t *results,
    bool *ret_lost, struct err *err)
{
	struct event_entry *events OWNED(free) = calloc(MOST, sizeof(*events));
	size_t n = 0;
	enum rc rc;

	if (!events)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = has_cursor ? store_events_read(a->db, wish, events, &n, ret_lost, err)
			: RC_OK;
	for (size_t i = 0; rc == RC_OK && i < n; i++) {
		(void)json_array_append_new(results, show_event(&events[i]));
		wish->after = events[i].at;
	}
	if (rc == RC_OK && (*ret_lost || !has_cursor))
		rc = store_events_end(a->db, &wish->after, err);
	return rc;
}

void
op_event_read(struct ask *a)
{
	const char *after = arg_text(a, "after", "");
	struct event_wish wish = { .kinds = read_kinds(a),
		.most = (size_t)arg_int(
		    a, "page_size", (struct arg_range){ 1, MOST, USUAL }) };
	char next[EVENT_CURSOR_MAX];
	bool is_lost = false;
	json_t *results;
	struct err err = { 0 };
	enum rc rc;

	if (*after && !event_cursor_parse(after, &wish.after))
		arg_wrong(a, "after", "it is not a cursor that an answer had");
	if (!args_are_right(a))
		return;
	results = json_array();
	rc = read_log(a, &wish, *after, results, &is_lost, &err);
	if (rc != RC_OK) {
		json_decref(results);
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	ask_answer(a,
	    json_pack("{s:o, s:s, s:b}", "results", results, "next",
		event_cursor_format(&wish.after, next), "lost", is_lost));
}
