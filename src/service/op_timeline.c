/* SPDX-License-Identifier: Apache-2.0
 *
 * How an ONU was: its states over time with their causes, each time that it was down, and
 * how much of the time that anybody looked it was online.
 */
#include <string.h>

#include "base/clock.h"
#include "service/onu_int.h"
#include "service/timeline_int.h"
#include "store/list/list.h"

enum { CHANGES_MAX = 2000 };

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define RANGE_MAX_MS (INT64_C(3660) * DAY_MS)

struct asking {
	struct timeline_ask ask;
	struct olt_id olt;
	struct vec changes; /* of struct onu_change */
	struct vec watches; /* of struct watch */
};

static enum state
state_in(const struct value *v)
{
	enum state state = STATE_NONE;

	if (v->kind != VALUE_TEXT || !state_from_name(v->text, &state))
		state = STATE_NONE;
	return state;
}

static enum rc
take_row(void *ctx, const struct list *list, const struct value *row)
{
	struct asking *x = ctx;

	for (size_t i = 0; list->fields[i].name; i++) {
		const char *name = list->fields[i].name;
		int64_t n = row[i].kind == VALUE_NULL ? 0 : row[i].i;

		if (strcmp(name, "olt") == 0)
			x->olt.v = n;
		else if (strcmp(name, "is_present") == 0)
			x->ask.is_present = n != 0;
		else if (strcmp(name, "first_seen_at") == 0)
			x->ask.first_seen_ms = n;
		else if (strcmp(name, "run_since") == 0)
			x->ask.since_ms = n;
		else if (strcmp(name, "run_state") == 0)
			x->ask.state = state_in(&row[i]);
		else if (strcmp(name, "cause_state") == 0)
			x->ask.cause = state_in(&row[i]);
	}
	return RC_OK;
}

static enum rc
take_change(void *ctx, const struct onu_change *change)
{
	struct onu_change *slot = vec_add(ctx);

	if (!slot)
		return RC_NOMEM;
	*slot = *change;
	return RC_OK;
}

static enum rc
take_watch(void *ctx, const struct watch *watch)
{
	struct watch *slot = vec_add(ctx);

	if (!slot)
		return RC_NOMEM;
	*slot = *watch;
	return RC_OK;
}

/* One that changes all the time has more changes than are looked at: then the range begins
 * with the oldest of them. */
static void
shorten(struct asking *x)
{
	if (x->changes.n == CHANGES_MAX)
		x->ask.from_ms =
		    VEC_AT(&x->changes, struct onu_change, CHANGES_MAX - 1)->at_ms;
}

static enum rc
load(struct ask *a, struct onu_id onu, struct asking *x, struct err *err)
{
	enum rc rc = list_row_get(a->db, "onus", onu.v, take_row, x, err);

	if (rc == RC_OK)
		rc = store_onu_changes(a->db, onu, x->ask.from_ms, CHANGES_MAX,
		    take_change, &x->changes, err);
	if (rc == RC_OK)
		shorten(x);
	if (rc == RC_OK)
		rc = store_watches(a->db, x->olt, x->ask.from_ms, x->ask.to_ms,
		    take_watch, &x->watches, err);
	x->ask.n_changes = x->changes.n;
	x->ask.changes = x->changes.data;
	x->ask.n_watches = x->watches.n;
	x->ask.watches = x->watches.data;
	return rc;
}

/* ---- the answer --------------------------------------------------------------------- */

static json_t *
state_or_null(enum state state)
{
	return state == STATE_NONE ? json_null() : json_string(state_name(state));
}

static json_t *
show_stretch(const struct stretch *s)
{
	const char *state = s->kind == STRETCH_UNKNOWN ? "unknown"
	    : s->kind == STRETCH_ABSENT                ? "absent"
						       : state_name(s->state);

	return json_pack("{s:o, s:o, s:s, s:o}", "from", show_moment(s->from_ms), "to",
	    show_moment(s->to_ms), "state", state, "cause", state_or_null(s->cause));
}

static json_t *
show_outage(const struct outage *o, int64_t now_ms)
{
	int64_t end_ms = o->to_ms ? o->to_ms : now_ms;

	return json_pack("{s:o, s:o, s:I, s:s, s:o}", "since", show_moment(o->from_ms),
	    "until", o->to_ms ? show_moment(o->to_ms) : json_null(), "duration_ms",
	    (json_int_t)(end_ms - o->from_ms), "state", state_name(o->state), "cause",
	    state_or_null(o->cause));
}

static json_t *
show_timeline(const struct asking *x, const struct timeline *t)
{
	json_t *stretches = json_array(), *outages = json_array();

	for (size_t i = 0; i < t->stretches.n; i++)
		(void)json_array_append_new(
		    stretches, show_stretch(VEC_AT(&t->stretches, struct stretch, i)));
	for (size_t i = 0; i < t->outages.n; i++) {
		const struct outage *o = VEC_AT(&t->outages, struct outage, i);

		if (o->from_ms < x->ask.to_ms)
			(void)json_array_append_new(
			    outages, show_outage(o, x->ask.now_ms));
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:I, s:I, s:o}", "from",
	    show_moment(x->ask.from_ms), "to", show_moment(x->ask.to_ms), "stretches",
	    stretches, "outages", outages, "observed_ms", (json_int_t)t->observed_ms,
	    "online_ms", (json_int_t)t->online_ms, "availability_pct",
	    t->observed_ms > 0
		? json_real(100.0 * (double)t->online_ms / (double)t->observed_ms)
		: json_null());
}

static void
answer(struct ask *a, struct asking *x)
{
	struct timeline t;

	if (timeline_make(&x->ask, &t) == RC_OK)
		ask_answer(a, show_timeline(x, &t));
	else
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	timeline_fini(&t);
}

void
op_onu_timeline(struct ask *a)
{
	struct onu_id onu = find_onu(a, "onu");
	int64_t now_ms = clock_wall_ms();
	struct asking x = { .ask = { .now_ms = now_ms },
		.changes = VEC_INIT(struct onu_change),
		.watches = VEC_INIT(struct watch) };
	struct err err = { 0 };
	enum rc rc = RC_OK;

	x.ask.to_ms = arg_moment(a, "to", now_ms);
	x.ask.from_ms = arg_moment(a, "from", x.ask.to_ms - DAY_MS);
	if (x.ask.from_ms >= x.ask.to_ms)
		arg_wrong(a, "from", "it must be before the end of the range");
	else if (x.ask.to_ms - x.ask.from_ms > RANGE_MAX_MS)
		arg_wrong(a, "from", "at most ten years");
	if (args_are_right(a)) {
		rc = load(a, onu, &x, &err);
		if (rc != RC_OK)
			(void)ask_fail_err(a, rc, &err);
		else
			answer(a, &x);
	}
	vec_fini(&x.changes);
	vec_fini(&x.watches);
}
