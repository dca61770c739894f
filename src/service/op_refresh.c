/* SPDX-License-Identifier: Apache-2.0
 *
 * A live read of one ONU: the engine asks the device, and what it says becomes JSON there
 * and then, because what is lent is gone afterwards.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "poll/rows.h"
#include "service/onu_int.h"
#include "service/await_int.h"
#include "store/onu_values.h"

/* What a read takes once it has begun (poll/refresh.c), and a little. */
enum { READS_MS = 25000 };

/* The engine's until it has called back. */
struct errand {
	struct await *waiting;
	struct tunables limits;
};

/* ---- on the engine's thread ------------------------------------------------------ */

static json_t *
show_values(const struct tunables *limits, const struct refreshed *r)
{
	json_t *values = json_object();

	for (size_t i = 0; r->row && r->collection && i < r->collection->n_outputs; i++) {
		const struct output *o = &r->collection->outputs[i];

		if (o->is_wanted && (r->row->answered >> i & 1))
			(void)json_object_set_new(values, o->key,
			    show_reading(limits, o->purpose, &r->row->values[i]));
	}
	return values;
}

static void
on_refreshed(void *ctx, const struct refreshed *r)
{
	struct errand *e = ctx;
	json_t *result = json_pack("{s:o, s:s, s:s, s:b, s:o}", "at",
	    show_moment(clock_wall_ms()), "outcome", rc_name(r->rc), "message",
	    r->rc != RC_OK && r->message ? r->message : "", "is_partial",
	    r->collection && r->collection->is_partial, "values",
	    show_values(&e->limits, r));

	await_done(e->waiting, result);
	free(e);
}

/* ---- on the caller's ---------------------------------------------------------------- */

static json_t *
ask_engine(struct ask *a, const struct onu *onu, const struct tunables *limits)
{
	const struct service_world *world = &a->s->options.world;
	struct errand *e = calloc(1, sizeof(*e));
	struct await *w = e ? await_new() : NULL;
	int64_t wait_ms = (int64_t)(limits->at[TUNABLE_REFRESH_WAIT] * 1000);
	struct engine_refresh refresh = { .olt = onu->olt,
		.position = onu->position,
		.wait_ms = wait_ms,
		.done = on_refreshed,
		.ctx = e };
	enum rc rc;

	if (!w) {
		free(e);
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return NULL;
	}
	*e = (struct errand){ w, *limits };
	rc = world->refresh(world->ctx, &refresh);
	if (rc == RC_OK)
		return await_take(a, w, wait_ms + READS_MS);
	free(e);
	await_unref(w);
	await_unref(w);
	(void)ask_fail(a, rc, "the engine cannot do it now: %s", rc_name(rc));
	return NULL;
}

/* That nothing could be read is an outcome of the call; that some could is none. */
static enum rc
outcome_of(const json_t *result)
{
	static const enum rc FAILURES[] = { RC_BUSY, RC_CONFLICT, RC_NOT_FOUND,
		RC_TIMEOUT, RC_REFUSED, RC_PROTOCOL, RC_NOMEM, RC_CANCELLED, RC_IO };
	const char *outcome = json_string_value(json_object_get(result, "outcome"));

	if (json_object_size(json_object_get(result, "values")) > 0)
		return RC_OK;
	for (size_t i = 0; i < sizeof(FAILURES) / sizeof(FAILURES[0]); i++) {
		if (outcome && strcmp(outcome, rc_name(FAILURES[i])) == 0)
			return FAILURES[i];
	}
	return RC_OK;
}

void
op_onu_refresh(struct ask *a)
{
	struct onu_id id = find_onu(a, "onu");
	struct tunables limits = tunables_load(a);
	struct onu onu = { .olt = { 0 } };
	struct err err = { 0 };
	json_t *result;
	enum rc rc;

	if (!args_are_right(a))
		return;
	rc = store_onu_get(a->db, id, a->arena, &onu, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	result = ask_engine(a, &onu, &limits);
	if (!result)
		return;
	rc = outcome_of(result);
	(void)json_object_set_new(result, "onu", json_integer(id.v));
	if (rc != RC_OK)
		(void)ask_fail(
		    a, rc, "%s", json_string_value(json_object_get(result, "message")));
	ask_answer(a, result);
}
