/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs: as people enter, switch, delete and restore them.
 */
#include "service/service_int.h"

#include <math.h>
#include <string.h>

#include "service/job_int.h"
#include "store/olt.h"
#include "vendor/profile.h"

enum { PORT_USUAL = 161, PORT_MAX = 65535 };

/* An OLT that is being written. */
struct entry {
	struct olt olt;
	struct olt_secrets secrets;
	bool has_secrets; /* some were given: all three are written */
	const struct vault *vault;
	const char *why; /* of a deletion */
	const char *by;
};

void
op_olt_get(struct ask *a)
{
	struct olt_id id = find_olt(a, "olt");
	struct err err = { 0 };
	json_t *shown;

	if (!args_are_right(a))
		return;
	shown = ENTITY_OLT.show(a->db, id.v, &err);
	if (!shown)
		(void)ask_fail_err(a, err.rc, &err);
	else
		ask_answer(a, shown);
}

/* ---- what was given --------------------------------------------------------------- */

/* An override: given, taken away by null, or as it was. */
static int64_t
override(struct ask *a, const char *name, int64_t min, int64_t max, int64_t is)
{
	if (json_is_null(json_object_get(a->args, name)))
		return -1;
	return arg_int(a, name, (struct arg_range){ min, max, is });
}

static void
take_overrides(struct ask *a, struct olt_overrides *o)
{
	o->timeout_ms = override(a, "timeout_ms", 100, 60000, o->timeout_ms);
	o->retries = override(a, "retries", 0, 10, o->retries);
	o->repetitions = override(a, "repetitions", 1, 1000, o->repetitions);
	o->in_flight = override(a, "in_flight", 1, 64, o->in_flight);
	if (json_is_null(json_object_get(a->args, "batch")))
		o->batch = NULL;
	else
		o->batch = arg_text(a, "batch", o->batch);
}

static void
take_version(struct ask *a, struct olt *o)
{
	const char *version = arg_text(a, "version", NULL);

	if (version && !olt_version_from_name(version, &o->version))
		arg_wrong(a, "version", "1, 2c or 3");
	o->v3_user = arg_text(a, "v3_user", o->v3_user);
	o->v3_context = arg_text(a, "v3_context", o->v3_context);
	o->v3_auth = arg_text(a, "v3_auth", o->v3_auth);
	o->v3_priv = arg_text(a, "v3_priv", o->v3_priv);
	if (o->v3_auth && *o->v3_auth && strcmp(o->v3_auth, "MD5") != 0 &&
	    strcmp(o->v3_auth, "SHA") != 0 && strcmp(o->v3_auth, "SHA-256") != 0 &&
	    strcmp(o->v3_auth, "SHA-512") != 0)
		arg_wrong(a, "v3_auth", "MD5, SHA, SHA-256 or SHA-512");
	if (o->v3_priv && *o->v3_priv && strcmp(o->v3_priv, "DES") != 0 &&
	    strcmp(o->v3_priv, "AES") != 0)
		arg_wrong(a, "v3_priv", "DES or AES");
}

static void
take_place(struct ask *a, struct olt *o)
{
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

static void
take_brand(struct ask *a, struct olt *o)
{
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

static void
take_secrets(struct ask *a, struct entry *e)
{
	e->has_secrets = arg_given(a, "community") || arg_given(a, "auth_pass") ||
	    arg_given(a, "priv_pass");
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

static void
take_olt(struct ask *a, struct entry *e)
{
	struct olt *o = &e->olt;
	struct err err = { 0 };

	o->name = arg_text(a, "name", o->name);
	o->address = arg_text(a, "address", o->address);
	o->port = (int32_t)arg_int(a, "port", (struct arg_range){ 1, PORT_MAX, o->port });
	o->description = arg_text(a, "description", o->description);
	o->site = arg_text(a, "site", o->site);
	o->enabled = arg_truth(a, "enabled", o->enabled);
	take_version(a, o);
	take_place(a, o);
	take_overrides(a, &o->overrides);
	take_brand(a, o);
	take_secrets(a, e);
	if (olt_check(o, &err) != RC_OK)
		arg_wrong_sentence(a, err.msg);
}

/* Another OLT that is not deleted has this name. */
static void
check_name(struct ask *a, const struct olt *o)
{
	int64_t other;

	if (!o->name || !*o->name)
		return;
	other = find_row(a, "olts",
	    (struct find_field[]){ { "name", o->name }, { "deleted_at", "" } }, 2);
	if (other && other != o->id.v)
		arg_wrong(a, "name", "there is an OLT \"%.64s\" already", o->name);
}

/* ---- add and change ------------------------------------------------------------------ */

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	struct entry *e = c->ctx;
	struct olt olt = e->olt;
	struct olt_put how = { .vault = e->vault,
		.secrets = e->has_secrets ? &e->secrets : NULL,
		.now_ms = c->now_ms };
	enum rc rc;

	olt.id.v = c->id;
	rc = store_olt_put(db, &olt, &how, err);
	c->id = olt.id.v;
	return rc;
}

/* Make it, tell the engine, and answer with what it is now. */
/* Made already: the engine is told, and it is shown. */
static void
tell_and_show(struct ask *a, struct olt_id id)
{
	struct err err = { 0 };
	json_t *shown;

	if (tell_olt(a, id) != RC_OK)
		return;
	shown = ENTITY_OLT.show(a->db, id.v, &err);
	if (shown)
		ask_answer(a, shown);
	else
		(void)ask_fail_err(a, err.rc, &err);
}

static void
finish(struct ask *a, struct change *c)
{
	if (change_make(a, c) == RC_OK)
		tell_and_show(a, (struct olt_id){ c->id });
}

/* Entered or changed: other jobs may belong on it now. */
static void
finish_entry(struct ask *a, struct change *c)
{
	if (change_make(a, c) != RC_OK)
		return;
	olt_settle(a, (struct olt_id){ c->id });
	tell_and_show(a, (struct olt_id){ c->id });
}

void
op_olt_add(struct ask *a)
{
	struct entry e = { .olt = { .port = PORT_USUAL,
			       .version = OLT_SNMP_2C,
			       .enabled = true,
			       .overrides = OLT_OVERRIDES_NONE } };
	struct change c = { "create", &ENTITY_OLT, 0, put, &e, 0 };

	take_olt(a, &e);
	check_secrets(a, &e);
	check_name(a, &e.olt);
	e.has_secrets = true;
	if (args_are_right(a))
		finish_entry(a, &c);
	olt_secrets_wipe(&e.secrets);
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

void
op_olt_change(struct ask *a)
{
	struct entry e = { 0 };
	struct olt_id id = find_olt(a, "olt");
	struct change c = { "update", &ENTITY_OLT, id.v, put, &e, 0 };

	if (!load(a, &e, id))
		return;
	take_olt(a, &e);
	check_secrets(a, &e);
	check_name(a, &e.olt);
	if (args_are_right(a))
		finish_entry(a, &c);
	olt_secrets_wipe(&e.secrets);
}

/* ---- switching ------------------------------------------------------------------------ */

static enum rc
switch_to(struct change *c, struct db *db, bool enabled, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct olt_put how = { .now_ms = c->now_ms };
	struct olt olt;
	enum rc rc;

	if (!arena)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = store_olt_get(db, (struct olt_id){ c->id }, arena, &olt, err);
	if (rc != RC_OK)
		return rc;
	olt.enabled = enabled;
	return store_olt_put(db, &olt, &how, err);
}

static enum rc
enable(struct change *c, struct db *db, struct err *err)
{
	return switch_to(c, db, true, err);
}

static enum rc
disable(struct change *c, struct db *db, struct err *err)
{
	return switch_to(c, db, false, err);
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

	if (args_are_right(a))
		finish(a, &c);
}

static enum rc
restore(struct change *c, struct db *db, struct err *err)
{
	return store_olt_restore(db, (struct olt_id){ c->id }, c->now_ms, err);
}

void
op_olt_restore(struct ask *a)
{
	struct olt_id id = find_deleted_olt(a, "olt");
	struct change c = { "restore", &ENTITY_OLT, id.v, restore, NULL, 0 };

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
	rc = a->s->options.world.revive_olt(a->s->options.world.ctx, id);
	if (rc != RC_OK)
		(void)ask_fail(a, rc, "the engine cannot be told now: %s", rc_name(rc));
	else
		ask_answer(a, json_pack("{s:I}", "olt", (json_int_t)id.v));
}

/* ---- testing ---------------------------------------------------------------------------- */

/* One that is stored, with what is given instead; or a new one. */
void
op_olt_test(struct ask *a)
{
	struct entry e = { .olt = { .name = "test",
			       .port = PORT_USUAL,
			       .version = OLT_SNMP_2C,
			       .overrides = OLT_OVERRIDES_NONE } };
	struct test_request request = { .how = &e.olt, .secrets = &e.secrets };
	json_t *result;

	if (arg_given(a, "olt")) {
		request.olt = find_olt(a, "olt");
		if (!load(a, &e, request.olt))
			return;
	}
	take_olt(a, &e);
	check_secrets(a, &e);
	if (args_are_right(a)) {
		result = test_olt(a, &request);
		if (result)
			ask_answer(a, result);
	}
	olt_secrets_wipe(&e.secrets);
}
