/* SPDX-License-Identifier: Apache-2.0
 *
 * The standard jobs: of each profile what vendor/standard.h says, as jobs of the catalogue
 * that all its OLTs share. A job that is there stays as it is: people may have changed it.
 */
#include "service/service_int.h"

#include <string.h>

#include "base/vec.h"
#include "service/job_int.h"
#include "store/work/job.h"
#include "store/olt/olt.h"
#include "vendor/profile.h"
#include "vendor/standard.h"

enum { COLUMNS_MAX = 200 };

/* ---- an OLT that nobody has asked yet what it is ------------------------------------- */

struct detected {
	struct ask *ask;
	struct olt_detected what;
};

static enum rc
put_profile(struct change *c, struct db *db, struct err *err)
{
	const struct detected *d = c->ctx;
	enum rc rc = store_olt_profile_put(db, (struct olt_id){ c->id }, &d->what, err);

	/* Jobs for its brand are on it from now on. */
	return rc == RC_OK ? olt_settle(d->ask, c, db, err) : rc;
}

/* The first profile of the brand that somebody chose; NULL: none was chosen. */
static const struct profile *
profile_of_brand(struct ask *a, const struct olt *olt)
{
	const struct profile_set *all = a->s->options.profiles;
	struct err err = { 0 };
	json_t *shown = ENTITY_OLT.show(a->db, olt->id.v, &err);
	const char *brand = json_string_value(json_object_get(shown, "brand"));
	const struct profile *found = NULL;

	for (size_t i = 0; brand && !found && i < profile_set_count(all); i++) {
		if (strcmp(profile_set_at(all, i)->brand, brand) == 0)
			found = profile_set_at(all, i);
	}
	json_decref(shown);
	return found;
}

static bool
is_unknown(const json_t *result)
{
	const char *outcome = json_string_value(json_object_get(result, "outcome"));

	return outcome && strcmp(outcome, rc_name(RC_NOT_FOUND)) == 0;
}

static const struct profile *
ask_device(struct ask *a, const struct olt *olt)
{
	struct olt_secrets secrets = { 0 };
	struct test_request request = { olt->id, olt, &secrets };
	const struct profile *profile = NULL;
	struct err err = { 0 };
	json_t *result = NULL;
	enum rc rc =
	    store_olt_secrets(a->db, a->s->options.vault, olt->id, &secrets, &err);

	if (rc == RC_OK)
		result = test_olt(a, &request);
	else
		(void)ask_fail_err(a, rc, &err);
	olt_secrets_wipe(&secrets);
	if (!result)
		return NULL;
	if (json_is_string(json_object_get(result, "profile")))
		profile = profile_set_find(a->s->options.profiles,
		    json_string_value(json_object_get(result, "profile")));
	/* It answers, and people know better than we do what it is. */
	if (!profile && is_unknown(result))
		profile = profile_of_brand(a, olt);
	if (!profile)
		(void)ask_fail(a, RC_NOT_FOUND,
		    "OLT %s: nobody knows which profile fits it (%s); say it with "
		    "olt.change",
		    olt->name, json_string_value(json_object_get(result, "message")));
	json_decref(result);
	return profile;
}

/* What the device says it is, remembered. */
static const struct profile *
detect(struct ask *a, const struct olt *olt)
{
	const struct profile *profile = ask_device(a, olt);
	struct detected d = { .ask = a };
	struct change c = { "detect", &ENTITY_OLT, olt->id.v, put_profile, &d, 0 };

	if (!profile)
		return NULL;
	d.what.profile = profile->id;
	d.what.brand = profile->brand;
	return change_make(a, &c) == RC_OK ? profile : NULL;
}

static const struct profile *
profile_of(struct ask *a, struct olt_id id)
{
	const struct profile *profile = NULL;
	struct olt olt;
	struct err err = { 0 };
	enum rc rc = store_olt_get(a->db, id, a->arena, &olt, &err);

	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return NULL;
	}
	if (olt.profile && *olt.profile)
		profile = profile_set_find(a->s->options.profiles, olt.profile);
	return profile ? profile : detect(a, &olt);
}

/* ---- the jobs ---------------------------------------------------------------------------- */

static int64_t
interval_of(const struct ask *a, const struct standard_job *s)
{
	struct service_rules rules = service_rules(a->s);

	for (size_t i = 0; i < rules.n_intervals; i++) {
		if (strcmp(rules.intervals[i].kind, standard_name(s->kind)) == 0)
			return rules.intervals[i].interval_ms;
	}
	return s->interval_ms;
}

/* The catalogue's rows of its columns; those that people have deleted are left out. */
static size_t
find_columns(struct ask *a, const struct profile *p, const struct standard_job *s,
    int64_t ret_oids[COLUMNS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_columns && n < COLUMNS_MAX; i++) {
		const struct column *c = s->columns[i];
		int64_t oid = find_row(a, "oids",
		    (struct find_field[]){ { "profile", p->id }, { "table", c->table },
			{ "name", c->name }, { "deleted_at", "" } },
		    4);

		if (oid)
			ret_oids[n++] = oid;
	}
	return n;
}

static enum rc
put_job(struct change *c, struct db *db, struct err *err)
{
	struct job job = *(const struct job *)c->ctx;
	enum rc rc = store_job_put(db, &job, c->now_ms, err);

	c->id = job.id.v;
	return rc;
}

/* 0 when it has no column in the catalogue, or on failure. */
static struct job_id
make_job(struct ask *a, const struct profile *p, const struct standard_job *s,
    const char *name)
{
	int64_t oids[COLUMNS_MAX];
	struct job job = { .name = name,
		.description = s->description,
		.type = s->type,
		.interval_ms = interval_of(a, s),
		.priority = s->priority,
		.max_retries = s->max_retries,
		.retry_delay_ms = s->retry_delay_ms,
		.lane = s->lane,
		.enabled = true,
		.oids = oids };
	struct change c = { "create", &ENTITY_JOB, 0, put_job, &job, 0 };

	job.brand.v =
	    find_row(a, "brands", (struct find_field[]){ { "name", p->brand } }, 1);
	job.n_oids = find_columns(a, p, s, oids);
	if (!ask_is_well(a) || job.n_oids == 0 || change_make(a, &c) != RC_OK)
		return (struct job_id){ 0 };
	return (struct job_id){ c.id };
}

static struct job_id
job_of(struct ask *a, const struct profile *p, const struct standard_job *s)
{
	const char *name = arena_printf(a->arena, "%s %s", p->id, standard_name(s->kind));
	int64_t id;

	if (!name) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return (struct job_id){ 0 };
	}
	id = find_row(a, "jobs",
	    (struct find_field[]){ { "name", name }, { "deleted_at", "" } }, 2);
	if (id)
		return (struct job_id){ id };
	return make_job(a, p, s, name);
}

/* ---- on OLTs --------------------------------------------------------------------------------- */

static void
apply_set(struct ask *a, struct olt_id olt, int64_t first_in_ms, struct totals_cache *t)
{
	struct standard_job jobs[STANDARD_KINDS];
	const struct profile *p = profile_of(a, olt);
	size_t n = p ? standard_jobs(p, a->arena, jobs) : 0;
	bool any = false;

	if (n == SIZE_MAX)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	for (size_t i = 0; ask_is_well(a) && i < n; i++) {
		struct application what = { job_of(a, p, &jobs[i]), olt, first_in_ms };
		bool is_new = false;

		if (!ask_is_well(a) || !what.job.v ||
		    node_apply(a, &what, &is_new) != RC_OK)
			continue;
		any = any || is_new;
		t->applied += is_new;
		t->already += !is_new;
	}
	if (any)
		(void)tell_olt(a, olt);
}

json_t *
standard_apply(struct ask *a, struct olt_id olt, int64_t first_in_ms)
{
	struct totals_cache t = { .refused = json_array() };
	const char *why = NULL;
	json_t *shown;

	apply_set(a, olt, first_in_ms, &t);
	if (!ask_is_well(a)) {
		why =
		    arena_copy(a->arena, a->answer->message, strlen(a->answer->message));
		a->answer->rc = RC_OK;
		a->answer->message[0] = '\0';
	}
	shown = json_pack("{s:I, s:I, s:s?}", "applied", (json_int_t)t.applied, "already",
	    (json_int_t)t.already, "why", why);
	json_decref(t.refused);
	return shown;
}

static void
apply_set_to_all(struct ask *a, int64_t first_in_ms, struct totals_cache *t)
{
	struct vec olts = VEC_INIT(struct olt_id);

	if (olts_all(a, &olts) != RC_OK)
		return;
	for (size_t i = 0; i < olts.n; i++) {
		struct olt_id olt = *VEC_AT(&olts, struct olt_id, i);

		apply_set(a, olt, first_in_ms, t);
		if (!ask_is_well(a))
			tally_refusal(a, t, olt);
	}
	vec_fini(&olts);
}

void
op_job_standard(struct ask *a)
{
	int64_t first_in_ms = node_first_in(a);
	struct totals_cache t = { .refused = json_array() };
	bool all = arg_truth(a, "all", false);
	struct olt_id olt = { 0 };

	if (!all)
		olt = find_olt(a, "olt");
	if (args_are_right(a) && all)
		apply_set_to_all(a, first_in_ms, &t);
	else if (ask_is_well(a))
		apply_set(a, olt, first_in_ms, &t);
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack("{s:I, s:I, s:O}", "applied", (json_int_t)t.applied,
			"already", (json_int_t)t.already, "refused", t.refused));
	json_decref(t.refused);
}
