/* SPDX-License-Identifier: Apache-2.0
 *
 * The same operation for several objects; each has its own result.
 */
#include "api/exchange_int.h"

#include "api/errors_int.h"

/* One of them, with the other arguments. */
static void
run_one(struct exchange *x, json_t *args, json_t *id, struct service_answer *answer)
{
	json_t *mine = json_copy(args);

	(void)json_object_del(mine, "ids");
	(void)json_object_set(mine, x->request.route->id, id);
	service_call(api_service(x->request.api), &x->request.caller,
	    x->request.route->operation, mine, answer);
	json_decref(mine);
}

/* The same status as for one object: 404 if it does not exist. */
static json_t *
show_outcome(const struct route *route, json_t *id, const struct service_answer *answer)
{
	struct route alone = *route;
	json_t *shown;
	int status;

	alone.flags &= ~(unsigned)ROUTE_BULK;
	status = status_of(&alone, answer);
	shown = json_pack(
	    "{s:O, s:b, s:i}", "id", id, "ok", answer->rc == RC_OK, "status", status);
	if (answer->rc != RC_OK)
		(void)json_object_set_new(shown, "error",
		    json_pack("{s:s, s:s}", "code", status_code(status), "message",
			answer->message));
	return shown;
}

void
bulk_run(struct exchange *x, json_t *args)
{
	json_t *ids = json_incref(json_object_get(args, "ids"));
	json_t *results = json_array(), *id;
	int n_ok = 0, n_failed = 0;
	size_t i;

	json_array_foreach(ids, i, id)
	{
		struct service_answer answer;

		run_one(x, args, id, &answer);
		(void)json_array_append_new(
		    results, show_outcome(x->request.route, id, &answer));
		n_ok += answer.rc == RC_OK;
		n_failed += answer.rc != RC_OK;
		service_answer_fini(&answer);
	}
	json_decref(ids);
	reply_json(&x->reply, 200,
	    json_pack(
		"{s:i, s:i, s:o}", "ok", n_ok, "failed", n_failed, "results", results));
}
