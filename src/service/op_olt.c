/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs: as people enter, switch, delete and restore them.
 */
#include "service/entity_int.h"
#include "service/service_int.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/networks.h"
#include "model/text.h"
#include "service/job_int.h"
#include "service/pace_int.h"
#include "store/olt/olt.h"
#include "vendor/profile.h"

/* An OLT that is being written. */
struct entry {
	struct ask *ask; /* of a change: its arguments are read again when it is made */
	struct olt before; /* of a change: as it was */
	struct olt olt;
	struct olt_secrets secrets;
	bool has_secrets; /* some were given: all three are written */
	struct olt_secrets_set given;
	const struct vault *vault;
	const char *why; /* of a deletion */
	const char *by;
};

void
op_olt_get(struct ask *a)
{
	struct olt_id id = find_olt(a, "olt");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_OLT, id.v);
}

/* ---- what was given --------------------------------------------------------------- */

static void
take_version(struct ask *a, void *row)
{
	struct olt *o = row;
	const char *version = arg_text(a, "version", NULL);

	if (version && !olt_version_from_name(version, &o->version))
		arg_wrong(a, "version", "1, 2c or 3");
}

/* Latitude and longitude. */
static void
take_place(struct ask *a, void *row)
{
	struct olt *o = row;
	double latitude = arg_real(a, "latitude", o->has_location ? o->latitude : NAN);
	double longitude = arg_real(a, "longitude", o->has_location ? o->longitude : NAN);

	if (isnan(latitude) != isnan(longitude))
		arg_wrong(a, "latitude", "latitude and longitude go together");
	o->has_location = !isnan(latitude) && !isnan(longitude);
	o->latitude = o->has_location ? latitude : 0;
	o->longitude = o->has_location ? longitude : 0;
	if (o->has_location && !(latitude >= -90 && latitude <= 90))
		arg_wrong(a, "latitude", "-90 to 90");
	if (o->has_location && !(longitude >= -180 && longitude <= 180))
		arg_wrong(a, "longitude", "-180 to 180");
}

/* A profile says the brand too. */
static void
take_profile(struct ask *a, struct olt *o)
{
	const char *name = arg_text(a, "profile", NULL);
	const struct profile *profile;

	if (!name || !*name) {
		o->profile = name ? name : o->profile;
		return;
	}
	profile = profile_set_find(a->s->options.profiles, name);
	if (!profile) {
		arg_wrong(a, "profile",
		    "there is no profile \"%.60s\"; facho profile list has them", name);
		return;
	}
	o->profile = profile->id;
	if (!arg_given(a, "brand"))
		o->brand.v = find_row(
		    a, "brands", (struct find_field[]){ { "name", profile->brand } }, 1);
}

/* Brand, profile and model, in this order. */
static void
take_brand(struct ask *a, void *row)
{
	struct olt *o = row;

	if (arg_given(a, "brand")) {
		o->brand = find_brand(a, "brand");
		if (!arg_given(a, "model"))
			o->model.v = 0;
		if (!arg_given(a, "profile"))
			o->profile = "";
	}
	take_profile(a, o);
	if (arg_given(a, "model"))
		o->model = find_model(a, "model", o->brand);
}

static const struct field_rule RULES[] = {
	{ "brand", take_brand },
	{ "model", NULL },
	{ "profile", NULL },
	{ "version", take_version },
	{ "latitude", take_place },
	{ "longitude", NULL },
	{ NULL, NULL },
};

static void
take_secrets(struct ask *a, struct entry *e)
{
	e->given = (struct olt_secrets_set){ arg_given(a, "community"),
		arg_given(a, "auth_pass"), arg_given(a, "priv_pass") };
	e->has_secrets = e->given.community || e->given.auth_key || e->given.priv_key;
	arg_secret(a, "community", &e->secrets.community);
	arg_secret(a, "auth_pass", &e->secrets.auth_key);
	arg_secret(a, "priv_pass", &e->secrets.priv_key);
	e->vault = a->s->options.vault;
}

/* What the version needs to talk at all. */
static void
check_secrets(struct ask *a, const struct entry *e)
{
	const struct olt *o = &e->olt;
	bool is_v3 = o->version == OLT_SNMP_3;

	if (!is_v3 && secret_is_empty(&e->secrets.community))
		arg_wrong(a, "community", "SNMP version %s needs one",
		    olt_version_name(o->version));
	if (is_v3 && (!o->v3_user || !*o->v3_user))
		arg_wrong(a, "v3_user", "SNMP version 3 needs one");
	if (is_v3 && o->v3_auth && *o->v3_auth && secret_is_empty(&e->secrets.auth_key))
		arg_wrong(a, "auth_pass", "authentication needs a passphrase");
	if (is_v3 && o->v3_priv && *o->v3_priv && secret_is_empty(&e->secrets.priv_key))
		arg_wrong(a, "priv_pass", "privacy needs a passphrase");
}

/* What is stored goes to where it was given for, and nowhere else. */
static void
check_given_again(struct ask *a, const struct entry *e)
{
	struct olt_secrets_set missing;
	struct {
		const char *field;
		const bool *is_missing;
	} all[] = { { "community", &missing.community },
		{ "auth_pass", &missing.auth_key }, { "priv_pass", &missing.priv_key } };

	if (olt_secrets_may_stay(&e->before, &e->olt, e->given, &missing))
		return;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (*all[i].is_missing)
			arg_wrong(a, all[i].field,
			    "enter it again: the address, port, version, user or "
			    "protocol is another one");
	}
}

/* A name is looked at when the engine has resolved it. */
static void
check_address(struct ask *a, const struct olt *o)
{
	const struct networks *allowed = a->s->options.allowed;
	struct address address;

	if (allowed && o->address && address_read_any(o->address, &address) &&
	    !networks_allow(allowed, &address))
		arg_wrong(a, "address",
		    "this address is not allowed; see snmp.allowed_networks");
}

static void
take_olt(struct ask *a, struct entry *e)
{
	struct olt *o = &e->olt;
	struct err err = { 0 };

	entity_take_values(a, &OLT_ENTITY, RULES, o);
	take_secrets(a, e);
	check_address(a, o);
	if (olt_check(o, &err) != RC_OK)
		arg_wrong_sentence(a, err.msg);
}

/* ---- add and change ------------------------------------------------------------------ */

static enum rc
put_entry(struct change *c, struct db *db, const struct entry *e, struct err *err)
{
	struct olt olt = e->olt;
	struct olt_put how = { .vault = e->vault,
		.secrets = e->has_secrets ? &e->secrets : NULL,
		.now_ms = c->now_ms,
		.before = e->before.id.v ? &e->before : NULL };
	enum rc rc;

	olt.id.v = c->id;
	rc = store_olt_put(db, &olt, &how, err);
	c->id = olt.id.v;
	return rc;
}

/* Other jobs may belong on it now. */
static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	enum rc rc = put_entry(c, db, e, err);

	return rc == RC_OK ? olt_settle(e->ask, c, db, err) : rc;
}

/* Made already: the engine is told, and it is shown. */
static void
tell_and_show(struct ask *a, struct olt_id id)
{
	if (tell_olt(a, id) == RC_OK)
		answer_shown(a, &ENTITY_OLT, id.v);
}

static void
finish(struct ask *a, struct change *c)
{
	if (change_make(a, c) == RC_OK)
		tell_and_show(a, (struct olt_id){ c->id });
}

/* Whoever enters an OLT wants to see something soon. */
enum { FIRST_IN_MS = 1000 };

/* The OLT is in, whatever becomes of its jobs. */
static void
add_standard(struct ask *a, struct olt_id id)
{
	json_t *standard;

	if (!ask_is_well(a) || !a->answer->result)
		return;
	standard = standard_apply(a, id, FIRST_IN_MS);
	(void)json_object_set_new(a->answer->result, "standard", standard);
}

void
op_olt_add(struct ask *a)
{
	bool has_standard = arg_truth(a, "standard", false);
	struct entry e = { .ask = a, .olt = { .overrides = OLT_OVERRIDES_NONE } };
	struct change c = { "create", &ENTITY_OLT, 0, put, &e, 0 };

	entity_init(&OLT_ENTITY, &e.olt);
	take_olt(a, &e);
	check_secrets(a, &e);
	arg_check_free(a, "olts", "an OLT", e.olt.name, 0);
	e.has_secrets = true;
	if (args_are_right(a))
		finish(a, &c);
	olt_secrets_wipe(&e.secrets);
	if (has_standard)
		add_standard(a, (struct olt_id){ c.id });
}

/* What is stored, to be changed in part. */
static bool
load(struct ask *a, struct entry *e, struct olt_id id)
{
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return false;
	rc = store_olt_get(a->db, id, a->arena, &e->olt, &err);
	if (rc == RC_OK)
		rc = store_olt_secrets(a->db, a->s->options.vault, id, &e->secrets, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return rc == RC_OK;
}

/* The OLT as it would be. False: something is wrong, and has been said. */
static bool
load_and_take(struct ask *a, struct entry *e, struct olt_id id)
{
	if (!load(a, e, id))
		return false;
	e->before = e->olt;
	take_olt(a, e);
	check_given_again(a, e);
	check_secrets(a, e);
	arg_check_free(a, "olts", "an OLT", e->olt.name, id.v);
	return args_are_right(a);
}

static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	const struct entry *given = c->ctx;
	struct entry e = { 0 };
	struct retake again;
	enum rc rc = retake_begin(&again, given->ask, db, err);

	if (rc != RC_OK)
		return rc;
	(void)load_and_take(&again.ask, &e, (struct olt_id){ c->id });
	rc = retake_result(&again, err);
	if (rc == RC_OK)
		rc = put_entry(c, db, &e, err);
	if (rc == RC_OK)
		rc = olt_settle(given->ask, c, db, err);
	retake_end(&again);
	olt_secrets_wipe(&e.secrets);
	return rc;
}

void
op_olt_change(struct ask *a)
{
	struct entry e = { .ask = a };
	struct olt_id id = find_olt(a, "olt");
	struct change c = { "update", &ENTITY_OLT, id.v, change, &e, 0 };

	if (load_and_take(a, &e, id))
		finish(a, &c);
	olt_secrets_wipe(&e.secrets);
}

/* ---- switching ------------------------------------------------------------------------ */

static enum rc
enable(struct change *c, struct db *db, struct err *err)
{
	return store_olt_enable(db, (struct olt_id){ c->id }, true, c->now_ms, err);
}

static enum rc
disable(struct change *c, struct db *db, struct err *err)
{
	return store_olt_enable(db, (struct olt_id){ c->id }, false, c->now_ms, err);
}

static void
change_one(struct ask *a, const char *action,
    enum rc (*make)(struct change *c, struct db *db, struct err *err))
{
	struct olt_id id = find_olt(a, "olt");
	struct change c = { action, &ENTITY_OLT, id.v, make, NULL, 0 };

	if (args_are_right(a))
		finish(a, &c);
}

void
op_olt_enable(struct ask *a)
{
	change_one(a, "enable", enable);
}

void
op_olt_disable(struct ask *a)
{
	change_one(a, "disable", disable);
}

/* ---- away and back ----------------------------------------------------------------------- */

static enum rc delete (struct change *c, struct db *db, struct err *err) {
	const struct entry *e = c->ctx;
	struct olt_deletion deletion = { e->by, e->why, c->now_ms };

	return store_olt_delete(db, (struct olt_id){ c->id }, &deletion, err);
}

void
op_olt_delete(struct ask *a)
{
	struct olt_id id = find_olt(a, "olt");
	struct entry e = { .why = arg_text(a, "why", ""), .by = a->who->name };
	struct change c = { "delete", &ENTITY_OLT, id.v, delete, &e, 0 };

	arg_check_name(a, "why", e.why, 0, TEXT_WORDS_MAX);
	if (args_are_right(a))
		finish(a, &c);
}

static enum rc
restore(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	enum rc rc = store_olt_restore(db, (struct olt_id){ c->id }, c->now_ms, err);

	/* Jobs may have come meanwhile that belong on it. */
	return rc == RC_OK ? olt_settle(e->ask, c, db, err) : rc;
}

void
op_olt_restore(struct ask *a)
{
	struct olt_id id = find_deleted_olt(a, "olt");
	struct entry e = { .ask = a };
	struct change c = { "restore", &ENTITY_OLT, id.v, restore, &e, 0 };

	if (args_are_right(a))
		finish(a, &c);
}

static enum rc
nothing(struct change *c, struct db *db, struct err *err)
{
	(void)c;
	(void)db;
	(void)err;
	return RC_OK; /* the engine writes its own; the audit log says who wanted it */
}

void
op_olt_revive(struct ask *a)
{
	struct olt_id id = find_olt(a, "olt");
	struct change c = { "revive", &ENTITY_OLT, id.v, nothing, NULL, 0 };
	enum rc rc;

	if (!args_are_right(a) || change_make(a, &c) != RC_OK)
		return;
	rc = a->s->options.ops.revive_olt(a->s->options.ops.ctx, id);
	if (rc != RC_OK)
		(void)ask_fail(a, rc, "the engine cannot be told now: %s", rc_name(rc));
	else
		ask_answer(a, json_pack("{s:I}", "olt", (json_int_t)id.v));
}

/* ---- testing ---------------------------------------------------------------------------- */

/* Where something is sent by it, for the audit log. */
static json_t *
show_target(const struct olt *o)
{
	json_t *shown = json_pack("{s:s, s:i, s:s}", "address", o->address, "port",
	    (int)o->port, "version", olt_version_name(o->version));

	if (o->version == OLT_SNMP_3)
		(void)json_object_set_new(
		    shown, "v3_user", json_string(o->v3_user ? o->v3_user : ""));
	return shown;
}

/* Tests contact whatever address is given: not too many of them, and all are noted. Who has
 * the machine itself has the database and its key as well, and is not slowed down. */
static bool
may_test(struct ask *a, const struct test_request *r)
{
	bool is_local = strcmp(a->who->address, "local") == 0;
	int64_t wait_ms = 0;
	json_t *details;
	enum rc rc;
	struct change c = { "test", &ENTITY_OLT, r->olt.v, nothing, NULL, 0 };

	if (!is_local &&
	    !pace_allows(a->s->tests, a->who->name, clock_mono_ms(), &wait_ms)) {
		(void)ask_fail(a, RC_BUSY,
		    "too many tests of OLTs: try again in %lld seconds",
		    (long long)(wait_ms + 999) / 1000);
		a->answer->retry_ms = wait_ms;
		return false;
	}
	details = show_target(r->how);
	c.details = details;
	rc = change_make(a, &c);
	json_decref(details);
	return rc == RC_OK;
}

/* One that is stored, with what is given instead; or a new one. */
void
op_olt_test(struct ask *a)
{
	struct entry e = { .olt = { .name = "test", .overrides = OLT_OVERRIDES_NONE } };
	struct test_request request = { .how = &e.olt, .secrets = &e.secrets };
	json_t *result;

	entity_init(&OLT_ENTITY, &e.olt);
	if (arg_given(a, "olt")) {
		request.olt = find_olt(a, "olt");
		if (!load(a, &e, request.olt))
			return;
	}
	e.before = e.olt;
	take_olt(a, &e);
	if (request.olt.v)
		check_given_again(a, &e);
	check_secrets(a, &e);
	if (args_are_right(a) && may_test(a, &request)) {
		result = test_olt(a, &request);
		if (result)
			ask_answer(a, result);
	}
	olt_secrets_wipe(&e.secrets);
}
