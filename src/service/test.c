/* SPDX-License-Identifier: Apache-2.0
 *
 * "Test this OLT": the engine contacts the device, and its answer becomes JSON there and
 * then, because what it lends is gone afterwards.
 */
#include <string.h>

#include "poll/rows.h"
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

static json_t *
show_test(const struct detection *d, const struct collection *sample)
{
	json_t *result = json_object(), *columns = json_array();

	(void)json_object_set_new(result, "outcome", json_string(rc_name(d->rc)));
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

static void
copy_name(char *to, size_t room, const char *text)
{
	(void)snprintf(to, room, "%s", text ? text : "");
}

/* The names are those that op_olt.c lets in. */
static enum v3_auth
auth_of(const char *name)
{
	static const char *const NAMES[] = { "", "MD5", "SHA", "SHA-256", "SHA-512" };

	for (size_t i = 1; name && i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		if (strcmp(NAMES[i], name) == 0)
			return (enum v3_auth)i;
	}
	return V3_AUTH_NONE;
}

static enum v3_priv
priv_of(const char *name)
{
	if (name && strcmp(name, "DES") == 0)
		return V3_PRIV_DES;
	return name && strcmp(name, "AES") == 0 ? V3_PRIV_AES : V3_PRIV_NONE;
}

static void
apply_overrides(const struct olt_overrides *o, struct snmpc_limits *limits)
{
	if (o->timeout_ms >= 0)
		limits->timeout_ms = (uint32_t)o->timeout_ms;
	if (o->retries >= 0)
		limits->retries = (uint32_t)o->retries;
	if (o->repetitions >= 0)
		limits->repetitions = (uint32_t)o->repetitions;
	if (o->in_flight >= 0)
		limits->in_flight = (uint32_t)o->in_flight;
}

static void
make_target(const struct ask *a, const struct test_request *r, struct snmpc_target *t)
{
	const struct olt *o = r->how;

	copy_name(t->host, sizeof(t->host), o->address);
	t->port = (uint16_t)o->port;
	t->version = (enum snmp_version)o->version; /* both in the order of history */
	t->community = r->secrets->community;
	copy_name(t->user, sizeof(t->user), o->v3_user);
	copy_name(t->context, sizeof(t->context), o->v3_context);
	t->auth = auth_of(o->v3_auth);
	t->priv = priv_of(o->v3_priv);
	t->auth_pass = r->secrets->auth_key;
	t->priv_pass = r->secrets->priv_key;
	t->limits = a->s->options.limits;
	apply_overrides(&o->overrides, &t->limits);
}

/* Its name as the set of profiles keeps it, which outlives the test; NULL: none. */
static const char *
known_profile(const struct ask *a, const char *name)
{
	const struct profile *p =
	    name && *name ? profile_set_find(a->s->options.profiles, name) : NULL;

	return p ? p->id : NULL;
}

json_t *
test_olt(struct ask *a, const struct test_request *request)
{
	struct await *w = await_new();
	struct engine_test test = { .olt = request->olt, .done = on_tested, .ctx = w };
	enum rc rc;

	if (!w) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return NULL;
	}
	test.profile = known_profile(a, request->how->profile);
	make_target(a, request, &test.target);
	rc = a->s->options.world.test(a->s->options.world.ctx, &test);
	explicit_bzero(&test.target, sizeof(test.target));
	if (rc == RC_OK)
		return await_take(a, w, TEST_PATIENCE_MS);
	await_unref(w);
	await_unref(w);
	(void)ask_fail(a, rc,
	    rc == RC_BUSY ? "the OLT is being asked just now: try again in a moment"
			  : "the engine cannot do it now");
	return NULL;
}
