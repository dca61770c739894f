/* SPDX-License-Identifier: Apache-2.0
 *
 * Jobs: what to do, as people enter and switch it, and the nodes it becomes on OLTs.
 */
#include "service/entity_int.h"
#include "service/service_int.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "model/lane.h"
#include "model/text.h"
#include "sched/schedule.h"
#include "service/job_int.h"
#include "store/work/job.h"
#include "store/list/list.h"

enum {
	PRIORITY_DISCOVERY = 90,
	PRIORITY_USUAL = 40,
	RETRIES_DISCOVERY = 3,
	RETRIES_USUAL = 2,
	SHORTEST_MS = 1000,
};

void
op_job_get(struct ask *a)
{
	struct job_id id = find_job(a, "job");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_JOB, id.v);
}

/* ---- what was given ---------------------------------------------------------------- */

/* "profile/table/name", a numeric OID, or a name. */
static int64_t
find_oid_text(struct ask *a, const char *text, struct brand_id brand)
{
	char number[24];
	const char *slash = strchr(text, '/'),
		   *second = slash ? strchr(slash + 1, '/') : NULL;

	(void)snprintf(number, sizeof(number), "%lld", (long long)brand.v);
	if (second) {
		struct find_field key[] = {
			{ "profile", arena_copy(a->arena, text, (size_t)(slash - text)) },
			{ "table",
			    arena_copy(
				a->arena, slash + 1, (size_t)(second - slash - 1)) },
			{ "name", second + 1 },
			{ "deleted_at", "" },
		};

		return find_row(a, "oids", key, 4);
	}
	return find_row(a, "oids",
	    (struct find_field[]){
		{ isdigit((unsigned char)*text) && strchr(text, '.') ? "oid" : "name",
		    text },
		{ "deleted_at", "" }, { "brand", number } },
	    brand.v ? 3 : 2);
}

static int64_t
find_oid(struct ask *a, const json_t *item, struct brand_id brand)
{
	char number[24];

	if (json_is_string(item))
		return find_oid_text(a, json_string_value(item), brand);
	(void)snprintf(number, sizeof(number), "%lld",
	    (long long)(json_is_integer(item) ? json_integer_value(item) : 0));
	return find_row(a, "oids",
	    (struct find_field[]){ { "id", number }, { "deleted_at", "" } }, 2);
}

static void
take_oids(struct ask *a, void *row)
{
	struct job *j = row;
	const json_t *given = json_object_get(a->args, "oids");
	size_t n = json_array_size(given);
	int64_t *oids;

	if (!arg_given(a, "oids"))
		return;
	if (!json_is_array(given) || n > JOB_OIDS_MAX) {
		arg_wrong(a, "oids", "a list of at most %d OIDs of the catalogue",
		    JOB_OIDS_MAX);
		return;
	}
	oids = arena_alloc(a->arena, (n + 1) * sizeof(*oids));
	for (size_t i = 0; oids && i < n; i++) {
		const json_t *item = json_array_get(given, i);

		oids[i] = find_oid(a, item, j->brand);
		if (oids[i])
			continue;
		if (json_is_string(item))
			arg_wrong(a, "oids", "the catalogue has no \"%.80s\"",
			    json_string_value(item));
		else
			arg_wrong(a, "oids",
			    "number %zu of the list is not in the catalogue", i + 1);
	}
	j->oids = oids;
	j->n_oids = oids ? n : 0;
}

/* One of the two takes the place of the other. */
void
job_take_when(struct ask *a, int64_t *interval_ms, const char **cron)
{
	struct schedule schedule;
	struct err err = { 0 };
	bool by_interval = arg_given(a, "interval"), by_cron = arg_given(a, "cron");

	if (by_interval && by_cron) {
		arg_wrong(a, "cron", "an interval or a cron expression, not both");
		return;
	}
	if (by_interval) {
		*interval_ms = arg_ms(
		    a, "interval", (struct arg_range){ SHORTEST_MS, JOB_LONGEST_MS, 0 });
		*cron = NULL;
	}
	if (by_cron) {
		*cron = arg_text(a, "cron", "");
		*interval_ms = 0;
		arg_check_length(a, "cron", *cron, 1, TEXT_CRON_MAX);
		if (schedule_make(0, *cron, 1, &schedule, &err) != RC_OK)
			arg_wrong(a, "cron", "%s", err.msg);
	}
}

static void
take_lane(struct ask *a, void *row)
{
	struct job *j = row;
	enum lane lane;

	j->lane = arg_text(a, "lane", j->lane);
	if (!j->lane)
		j->lane = j->type == TASK_DISCOVERY ? "discovery" : "polling";
	if (!lane_from_name(j->lane, &lane))
		arg_wrong(a, "lane", "high, discovery, polling or retry");
}

static void
take_type(struct ask *a, void *row)
{
	struct job *j = row;
	const char *type = arg_text(a, "type", NULL);

	if (type && !task_type_from_name(type, &j->type))
		arg_wrong(a, "type", "discovery, get, walk, table or bulk");
	if (j->id.v != 0)
		return;
	if (!type)
		arg_wrong(
		    a, "type", "a job needs one: discovery, get, walk, table or bulk");
	j->priority = j->type == TASK_DISCOVERY ? PRIORITY_DISCOVERY : PRIORITY_USUAL;
	j->max_retries = j->type == TASK_DISCOVERY ? RETRIES_DISCOVERY : RETRIES_USUAL;
}

/* Interval and cron. */
static void
take_when(struct ask *a, void *row)
{
	struct job *j = row;

	job_take_when(a, &j->interval_ms, &j->cron);
	if (!j->interval_ms && !j->cron)
		arg_wrong(a, "interval", "how often? an interval or a cron expression");
}

/* Null leaves these two as they are. */
static void
take_retry_delay(struct ask *a, void *row)
{
	struct job *j = row;

	j->retry_delay_ms = arg_ms(
	    a, "retry_delay", (struct arg_range){ 0, JOB_LONGEST_MS, j->retry_delay_ms });
}

static void
take_timeout(struct ask *a, void *row)
{
	struct job *j = row;

	j->timeout_ms =
	    arg_ms(a, "timeout", (struct arg_range){ 0, JOB_LONGEST_MS, j->timeout_ms });
}

/* Where it belongs, in all its fields. */
static void
take_target(struct ask *a, void *row)
{
	job_take_target(a, row);
}

static const struct field_rule RULES[] = {
	{ "type", take_type },
	{ "interval", take_when },
	{ "cron", NULL },
	{ "retry_delay", take_retry_delay },
	{ "timeout", take_timeout },
	{ "lane", take_lane },
	{ "oids", take_oids },
	{ "target", take_target },
	{ "target_brand", NULL },
	{ "target_model", NULL },
	{ "target_site", NULL },
	{ NULL, NULL },
};

static void
take_job(struct ask *a, struct job *j)
{
	struct err err = { 0 };

	entity_take_values(a, &JOB_ENTITY, RULES, j);
	if (j->n_oids == 0)
		arg_wrong(a, "oids", "a job needs at least one OID of the catalogue");
	arg_check_free(a, "jobs", "a job", j->name, j->id.v);
	if (!a->answer->fields && job_check(j, &err) != RC_OK)
		arg_wrong_sentence(a, err.msg);
}

/* ---- add, change, duplicate --------------------------------------------------------- */

/* What is being written. */
struct entry {
	struct ask *ask; /* of a change: its arguments are read again when it is made */
	struct job job;
	struct vec lost; /* struct olt_id: that have no node of it any more */
};

/* It may belong elsewhere now. */
static enum rc
settle(struct change *c, struct db *db, struct err *err)
{
	struct entry *e = c->ctx;

	return job_settle(e->ask, c, db, &e->lost, err);
}

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct job job = e->job;
	enum rc rc = store_job_put(db, &job, c->now_ms, err);

	c->id = job.id.v;
	return rc == RC_OK ? settle(c, db, err) : rc;
}

/* Made already: those whom it concerns are told, and it is shown. */
static void
tell_and_show(struct ask *a, int64_t id)
{
	if (tell_olts_of_job(a, (struct job_id){ id }) == RC_OK)
		answer_shown(a, &ENTITY_JOB, id);
}

static void
finish(struct ask *a, struct change *c)
{
	if (change_make(a, c) == RC_OK)
		tell_and_show(a, c->id);
}

/* Entered or changed. Those from which it was taken away have no more node that would
 * name them. */
static void
finish_entry(struct ask *a, struct change *c)
{
	struct entry *e = c->ctx;

	if (change_make(a, c) == RC_OK) {
		for (size_t i = 0; i < e->lost.n; i++)
			(void)tell_olt(a, *VEC_AT(&e->lost, struct olt_id, i));
		tell_and_show(a, c->id);
	}
	vec_fini(&e->lost);
}

void
op_job_add(struct ask *a)
{
	struct entry e = { .ask = a, .lost = VEC_INIT(struct olt_id) };
	struct change c = { "create", &ENTITY_JOB, 0, put, &e, 0 };

	entity_init(&JOB_ENTITY, &e.job);
	take_job(a, &e.job);
	if (args_are_right(a))
		finish_entry(a, &c);
}

static bool
load(struct ask *a, struct job_id id, struct job *ret_job)
{
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return false;
	rc = store_job_get(a->db, id, a->arena, ret_job, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return rc == RC_OK;
}

static bool
load_and_take(
    struct ask *a, struct job_id id, struct job *ret_before, struct job *ret_job)
{
	if (!load(a, id, ret_before))
		return false;
	*ret_job = *ret_before;
	take_job(a, ret_job);
	return args_are_right(a);
}

static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct job before = { 0 }, job = { 0 };
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	(void)load_and_take(&again.ask, (struct job_id){ c->id }, &before, &job);
	rc = retake_result(&again, err);
	if (rc == RC_OK)
		rc = store_job_change(db, &before, &job, c->now_ms, err);
	if (rc == RC_OK)
		rc = settle(c, db, err);
	retake_end(&again);
	return rc;
}

void
op_job_change(struct ask *a)
{
	struct job_id id = find_job(a, "job");
	struct entry e = { .ask = a, .lost = VEC_INIT(struct olt_id) };
	struct change c = { "update", &ENTITY_JOB, id.v, change, &e, 0 };
	struct job before;

	if (load_and_take(a, id, &before, &e.job))
		finish_entry(a, &c);
}

void
op_job_duplicate(struct ask *a)
{
	struct job_id id = find_job(a, "job");
	struct entry e = { .ask = a, .lost = VEC_INIT(struct olt_id) };
	struct change c = { "create", &ENTITY_JOB, 0, put, &e, 0 };
	struct job *job = &e.job;

	if (!load(a, id, job))
		return;
	job->id.v = 0;
	/* On no OLT before somebody has looked at it. */
	job->target = JOB_PICKED;
	job->target_brand.v = 0;
	job->target_model.v = 0;
	job->target_site = NULL;
	job->name = arg_text(a, "name", arena_printf(a->arena, "%s (copy)", job->name));
	arg_check_name(a, "name", job->name, 1, TEXT_NAME_MAX);
	arg_check_free(a, "jobs", "a job", job->name, 0);
	if (args_are_right(a))
		finish_entry(a, &c);
}

/* ---- switching --------------------------------------------------------------------------- */

static enum rc
enable(struct change *c, struct db *db, struct err *err)
{
	return store_job_enable(db, (struct job_id){ c->id }, true, c->now_ms, err);
}

static enum rc
disable(struct change *c, struct db *db, struct err *err)
{
	return store_job_enable(db, (struct job_id){ c->id }, false, c->now_ms, err);
}

static enum rc delete (struct change *c, struct db *db, struct err *err) {
	return store_job_delete(db, (struct job_id){ c->id }, c->now_ms, err);
}

static void
change_one(struct ask *a, const char *action,
    enum rc (*make)(struct change *c, struct db *db, struct err *err))
{
	struct job_id id = find_job(a, "job");
	struct change c = { action, &ENTITY_JOB, id.v, make, NULL, 0 };

	if (args_are_right(a))
		finish(a, &c);
}

void
op_job_enable(struct ask *a)
{
	change_one(a, "enable", enable);
}

void
op_job_disable(struct ask *a)
{
	change_one(a, "disable", disable);
}

void
op_job_delete(struct ask *a)
{
	change_one(a, "delete", delete);
}

/* ---- running ------------------------------------------------------------------------------ */

static enum rc
take_node(void *ctx, const struct list *list, const struct value *row)
{
	int64_t *id = vec_add(ctx);

	(void)list; /* its first field is the id */
	if (!id)
		return RC_NOMEM;
	*id = row[0].i;
	return RC_OK;
}

static enum rc
nodes_of(
    struct ask *a, const struct list_filter *filters, size_t n, struct vec *ret_nodes)
{
	struct list_query query = { .n_filters = n,
		.filters = filters,
		.order = "id",
		.page_size = LIST_PAGE_MAX };
	struct err err = { 0 };
	int64_t count = 0;
	enum rc rc = RC_OK;

	do {
		query.page++;
		rc = store_list(a->db, list_find("nodes"), &query, take_node, ret_nodes,
		    &count, &err);
	} while (rc == RC_OK && query.page * LIST_PAGE_MAX < count);
	return rc == RC_OK ? rc : ask_fail_err(a, rc, &err);
}

void
op_job_run(struct ask *a)
{
	char job_text[24], olt_text[24];
	struct list_filter filters[] = { { "job", LIST_EQUAL, job_text },
		{ "olt", LIST_EQUAL, olt_text } };
	struct job_id job = find_job(a, "job");
	struct olt_id olt = { arg_given(a, "olt") ? find_olt(a, "olt").v : 0 };
	struct vec nodes = VEC_INIT(int64_t);
	json_t *executions = json_array();

	(void)snprintf(job_text, sizeof(job_text), "%lld", (long long)job.v);
	(void)snprintf(olt_text, sizeof(olt_text), "%lld", (long long)olt.v);
	if (args_are_right(a) && nodes_of(a, filters, olt.v ? 2 : 1, &nodes) == RC_OK &&
	    nodes.n == 0)
		(void)ask_fail(a, RC_NOT_FOUND, "the job is applied to no such OLT");
	for (size_t i = 0; ask_is_well(a) && i < nodes.n; i++)
		node_run(a, (struct node_id){ *VEC_AT(&nodes, int64_t, i) }, false,
		    executions);
	vec_fini(&nodes);
	if (ask_is_well(a) && tell_sync(a) == RC_OK)
		ask_answer(a, json_pack("{s:O}", "executions", executions));
	json_decref(executions);
}
