/* SPDX-License-Identifier: Apache-2.0
 *
 * A live read of one ONU: the engine makes an execution of it, or says why not, at once;
 * what the device says is in the ONU when the execution has ended.
 */
#include <stdlib.h>
#include <string.h>

#include "service/await_int.h"
#include "service/onu_int.h"
#include "store/onu/onu_values.h"

/* The engine answers when it next looks at its letters. */
enum { ENGINE_ANSWERS_MS = 10000 };

/* ---- on the engine's thread ------------------------------------------------------ */

static void
on_begun(void *ctx, const struct refreshed *r)
{
	await_done(ctx,
	    json_pack("{s:i, s:s, s:I}", "rc", (int)r->rc, "message",
		r->message ? r->message : "", "execution", (json_int_t)r->execution.v));
}

/* ---- on the caller's ---------------------------------------------------------------- */

static json_t *
ask_engine(struct ask *a, const struct onu *onu, int64_t wait_ms)
{
	const struct service_ops *ops = &a->s->options.ops;
	struct await *w = await_new();
	struct engine_refresh refresh = { .olt = onu->olt,
		.position = onu->position,
		.wait_ms = wait_ms,
		.asked_by = a->who->name,
		.begun = on_begun,
		.ctx = w };
	enum rc rc;

	if (!w)
		return await_refused(a, w, RC_NOMEM);
	rc = ops->refresh(ops->ctx, &refresh);
	if (rc == RC_OK)
		return await_take(a, w, ENGINE_ANSWERS_MS);
	return await_refused(a, w, rc);
}

/* What the engine said of it. */
static void
answer(struct ask *a, struct onu_id id, const json_t *said)
{
	enum rc rc = (enum rc)json_integer_value(json_object_get(said, "rc"));

	if (rc != RC_OK)
		(void)ask_fail(
		    a, rc, "%s", json_string_value(json_object_get(said, "message")));
	else if (tell_sync(a) == RC_OK)
		ask_answer(a,
		    json_pack("{s:I, s:O}", "onu", (json_int_t)id.v, "execution",
			json_object_get(said, "execution")));
}

void
op_onu_refresh(struct ask *a)
{
	struct onu_id id = find_onu(a, "onu");
	struct tunables limits = tunables_load(a);
	struct onu onu = { .olt = { 0 } };
	struct err err = { 0 };
	json_t *said;
	enum rc rc;

	if (!args_are_right(a))
		return;
	rc = store_onu_get(a->db, id, a->arena, &onu, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	said = ask_engine(a, &onu, (int64_t)(limits.at[TUNABLE_REFRESH_WAIT] * 1000));
	if (said)
		answer(a, id, said);
	json_decref(said);
}
