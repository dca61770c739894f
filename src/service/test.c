/* SPDX-License-Identifier: Apache-2.0
 *
 * "Test this OLT": the engine contacts the device, and its answer becomes JSON there and
 * then, because what it lends is gone afterwards.
 */
#include <string.h>

#include "collect/rows.h"
#include "collect/target.h"
#include "service/await_int.h"

enum { TEST_PATIENCE_MS = 120000, SAMPLE_ONUS = 10 };

/* ---- on the engine's thread --------------------------------------------------------- */

static json_t *
show_column(const struct detect_column *c)
{
	return json_pack("{s:s, s:s, s:b, s:b, s:f, s:b}", "table", c->column->table,
	    "name", c->column->name, "answers", c->answers, "plausible", c->is_plausible,
	    "ms", (double)c->rtt_us / 1000.0, "slow", c->column->cost == COST_SLOW);
}

static json_t *
show_onu(const struct collection *c, const struct row *row)
{
	json_t *shown = json_object();
	char position[POSITION_TEXT_MAX];

	(void)json_object_set_new(
	    shown, "position", json_string(position_format(&row->position, position)));
	for (size_t i = 0; i < c->n_outputs; i++) {
		if (c->outputs[i].is_wanted)
			(void)json_object_set_new(
			    shown, c->outputs[i].key, show_value(&row->values[i]));
	}
	return shown;
}

static void
add_sample(json_t *result, const struct collection *sample)
{
	json_t *onus = json_array();

	for (size_t i = 0; sample && i < rows_count(sample->rows) && i < SAMPLE_ONUS; i++)
		(void)json_array_append_new(
		    onus, show_onu(sample, rows_at(sample->rows, i)));
	(void)json_object_set_new(result, "onus", onus);
	if (sample && sample->rc != RC_OK)
		(void)json_object_set_new(
		    result, "sample_message", json_string(sample->message));
}

/* A name that does not exist is something else than a device that nobody knows. The
 * words are those of snmpc/session.c. */
static const char *
outcome_of(const struct detection *d)
{
	static const char no_address[] = "this name has no address";

	if (d->rc == RC_NOT_FOUND && d->message && strstr(d->message, no_address))
		return "no address";
	return rc_name(d->rc);
}

static json_t *
show_test(const struct detection *d, const struct collection *sample)
{
	json_t *result = json_object(), *columns = json_array();

	(void)json_object_set_new(result, "outcome", json_string(outcome_of(d)));
	(void)json_object_set_new(
	    result, "message", json_string(d->message ? d->message : ""));
	(void)json_object_set_new(
	    result, "profile", d->profile ? json_string(d->profile->id) : json_null());
	(void)json_object_set_new(
	    result, "brand", d->profile ? json_string(d->profile->brand) : json_null());
	(void)json_object_set_new(
	    result, "model", d->model ? json_string(d->model) : json_null());
	(void)json_object_set_new(
	    result, "description", json_string(d->sys_descr ? d->sys_descr : ""));
	(void)json_object_set_new(
	    result, "system_name", json_string(d->sys_name ? d->sys_name : ""));
	(void)json_object_set_new(result, "uptime_s",
	    d->uptime_s < 0 ? json_null() : json_integer(d->uptime_s));
	for (size_t i = 0; i < d->n_columns; i++)
		(void)json_array_append_new(columns, show_column(&d->columns[i]));
	(void)json_object_set_new(result, "columns", columns);
	add_sample(result, sample);
	return result;
}

static void
on_tested(void *ctx, const struct detection *detection, const struct collection *sample)
{
	await_done(ctx, show_test(detection, sample));
}

/* ---- on the caller's ------------------------------------------------------------------- */

/* NULL: it has none that is known. */
static const struct profile *
profile_of(const struct ask *a, const char *name)
{
	return name && *name ? profile_set_find(a->s->options.profiles, name) : NULL;
}

/* Discovery is what a new OLT is asked first, so its settings are those that count. */
static enum rc
make_target(struct ask *a, const struct test_request *r, struct engine_test *test,
    struct err *err)
{
	struct service_rules rules = service_rules(a->s);
	struct snmpc_limits limits;
	struct snmp_settings general;
	enum rc rc = store_snmp_settings_effective(
	    a->db, task_type_name(TASK_DISCOVERY), a->arena, &general, err);

	if (rc != RC_OK)
		return rc;
	test->said = snmp_settings_of_olt(&general, &r->how->overrides);
	limits =
	    target_limits(&rules.limits, profile_of(a, r->how->profile), &test->said);
	return target_of(r->how, r->secrets, &limits, &test->target, err);
}

/* Both sides let go: nobody will call back. */
static json_t *
give_up(struct ask *a, struct await *w, enum rc rc, const char *message)
{
	await_unref(w);
	await_unref(w);
	(void)ask_fail(a, rc, "%s", message);
	return NULL;
}

json_t *
test_olt(struct ask *a, const struct test_request *request)
{
	struct await *w = await_new();
	struct engine_test test = { .olt = request->olt, .done = on_tested, .ctx = w };
	const struct profile *profile = profile_of(a, request->how->profile);
	struct err err = { 0 };
	enum rc rc;

	if (!w) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return NULL;
	}
	test.profile = profile ? profile->id : NULL;
	rc = make_target(a, request, &test, &err);
	if (rc != RC_OK)
		return give_up(a, w, rc, err.msg);
	rc = a->s->options.ops.test(a->s->options.ops.ctx, &test);
	explicit_bzero(&test.target, sizeof(test.target));
	if (rc == RC_OK)
		return await_take(a, w, TEST_PATIENCE_MS);
	return give_up(a, w, rc,
	    rc == RC_BUSY ? "the OLT is being asked just now: try again in a moment"
			  : "the engine cannot do it now");
}
