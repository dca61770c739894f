/* SPDX-License-Identifier: Apache-2.0
 *
 * service/service_int.h - shared by the operations.
 */
#ifndef FACHO_SERVICE_SERVICE_INT_H
#define FACHO_SERVICE_SERVICE_INT_H

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "model/ids.h"
#include "model/job.h"
#include "model/olt.h"
#include "model/value.h"
#include "service/service.h"
#include "store/db/db.h"

struct list;
struct list_mark;
struct list_query;
struct pace;
struct totals_cache;
struct totals;
struct list_cache;

enum { SERVICE_READERS_MAX = 16 };

struct service {
	struct service_options options;
	_Atomic bool is_closing;
	_Atomic int64_t last_change_ms; /* no two changes have the same moment */
	char folder[PATH_MAX]; /* of the database, where it is a file; "" */
	struct totals_cache
	    *totals_cache; /* NULL: totals are counted when they are asked for */
	struct list_cache *views; /* NULL: lists are read as they are asked for */

	pthread_mutex_t lock; /* guards the readers that are free */
	pthread_cond_t freed;
	struct db *readers[SERVICE_READERS_MAX];
	int n_free;
	int n_long, most_long; /* that long operations have, and may have */

	pthread_mutex_t rules_lock; /* guards options.rules */

	struct access *access; /* access_int.h */
	struct pace *tests; /* of OLTs, by user */
};

/* As they are now. */
struct service_rules service_rules(struct service *s);

/* A call under way. Its thread's own. */
struct ask {
	struct service *s;
	const struct caller *who;
	const struct operation *operation;
	json_t *args; /* an object; never NULL */
	struct db *db; /* a connection that reads, for the length of the call */
	struct arena *arena; /* goes with the call */
	struct service_answer *answer;
	bool is_long; /* the operation that was called may read a lot */
	int64_t until_ms; /* when the database must be done with a long one; 0: never */
	bool is_nested; /* by ask_nested: whoever asks tells the engine, once */
};

/* ---- outcomes ----------------------------------------------------------------- */

/* The call has failed; the first sentence stays. Returns rc. */
enum rc ask_fail(struct ask *a, enum rc rc, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The same from an err that a function below filled. */
enum rc ask_fail_err(struct ask *a, enum rc rc, const struct err *err);
static inline bool
ask_is_well(const struct ask *a)
{
	return a->answer->rc == RC_OK;
}
/* Takes result. */
void ask_answer(struct ask *a, json_t *result);
/* Does whoever asks still wait for the answer? */
bool ask_is_wanted(const struct ask *a);
/* What takes long and needs no database is done without the connection. */
void ask_let_go(struct ask *a);
void ask_take_back(struct ask *a);

/* Another operation on the way to this one's answer: with the same rights, and on the
 * same connection. Its outcome is the caller's to judge, and to service_answer_fini. */
void ask_nested(struct ask *a, const char *operation, json_t *args,
    struct service_answer *ret_answer);

/* ---- arguments (args.c): what is wrong is kept by field ------------------------- */

bool arg_given(const struct ask *a, const char *name);
/* fallback when it is not given; "" is a text. */
const char *arg_text(struct ask *a, const char *name, const char *fallback);
struct arg_range {
	int64_t min, max, fallback;
};
int64_t arg_int(struct ask *a, const char *name, struct arg_range range);
/* "5m", or milliseconds as a number. */
int64_t arg_ms(struct ask *a, const char *name, struct arg_range range);
double arg_real(struct ask *a, const char *name, double fallback);
bool arg_truth(struct ask *a, const char *name, bool fallback);
void arg_secret(struct ask *a, const char *name, struct secret *ret_secret);
/* JSON as text, whether it came as text or as it is; in the arena. */
const char *arg_json(struct ask *a, const char *name, const char *fallback);
/* Wrong unless it has from min to max bytes; NULL has none. */
void arg_check_length(
    struct ask *a, const char *name, const char *text, size_t min, size_t max);
/* The same of a name, or of another text that is shown on one line: no control characters
 * either. */
void arg_check_name(
    struct ask *a, const char *name, const char *text, size_t min, size_t max);
/* Wrong if another row of the list than id, and none that is deleted, has this name; what:
 * "an OLT". */
void arg_check_free(
    struct ask *a, const char *list, const char *what, const char *name, int64_t id);
/* Nothing that was given is wrong for another reason. */
void arg_wrong(struct ask *a, const char *name, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* "port: 1 to 65535" as olt_check and job_check say it. */
void arg_wrong_sentence(struct ask *a, const char *sentence);
/* What the store says of a failed change often begins with a field: name it so. */
void arg_wrong_in_answer(struct ask *a);
/* False, and the call has failed with all that is wrong. */
bool args_are_right(struct ask *a);
/* The names of all that it takes. */
void operation_put_args(const struct operation *o, struct buf *ret_names);

/* ---- finding (find.c) ----------------------------------------------------------- */

/* The thing that the argument `name` says by number or by name. On failure the argument
 * is wrong, and 0 comes back. */
struct olt_id find_olt(struct ask *a, const char *name);
struct olt_id find_deleted_olt(struct ask *a, const char *name);
struct job_id find_job(struct ask *a, const char *name);
struct node_id find_node(struct ask *a, const char *name);
struct execution_id find_execution(struct ask *a, const char *name);
struct user_id find_user(struct ask *a, const char *name);
struct token_id find_token(struct ask *a, const char *name);
/* 0 when it is not given. */
struct brand_id find_brand(struct ask *a, const char *name);
struct model_id find_model(struct ask *a, const char *name, struct brand_id brand);

/* The id of the one row of a list whose fields have these values; 0: none. */
struct find_field {
	const char *field;
	const char *value;
};
int64_t find_row(
    struct ask *a, const char *list, const struct find_field *fields, size_t n);

/* Where things of one kind are found. */
struct find_place {
	const char *list;
	const char *what; /* for people */
	const char *name; /* the field of names; NULL: they have none */
	struct find_field also; /* must hold too; NULL field: nothing */
};
/* By name first: a number may be somebody's name. */
int64_t find_in(struct ask *a, const char *arg, const struct find_place *place);

/* ---- showing (show.c): things as JSON, without secrets --------------------------- */

/* What kinds of things are changed, for the audit log. */
struct entity {
	const char *name; /* "olt" */
	/* NULL on failure, which err explains. */
	json_t *(*show)(struct db *db, int64_t id, struct err *err);
};

/* The answer is this thing, or why it cannot be shown. */
void answer_shown(struct ask *a, const struct entity *entity, int64_t id);

extern const struct entity ENTITY_OLT, ENTITY_JOB, ENTITY_NODE, ENTITY_SNMP_SETTINGS;

json_t *show_moment(int64_t ms); /* 0: null */
json_t *show_value(const struct value *value);
/* Field i of a row of a list; and all of it, as an object. */
json_t *show_listed(const struct list *list, const struct value *row, size_t i);
json_t *show_list_row(const struct list *list, const struct value *row);
/* How many wait in each lane; and what is told of all pollers together. */
json_t *show_queue_lanes(const struct coordinator_figures *f);
json_t *show_poller_stats(const struct snapshot *s);
/* Parts of totals (op_dashboard.c): of everything, or of one OLT. */
json_t *show_total_onus(const struct totals *t);
json_t *show_total_executions(const struct totals *t);
json_t *show_total_quotas(const struct totals *t);
/* What is wrong now (op_problem.c); NULL: no memory. */
json_t *show_problems_now(struct ask *a);
/* What becomes of it next (next_run.c), over what the database has: */
void show_next(json_t *shown, struct next next);
/* of a row of this list, or of an array of them; other lists stay as they are. */
void show_next_runs(struct service *s, const char *list, json_t *rows);
/* A page of a list, as an array of objects; NULL on failure, which err explains. */
json_t *show_rows(
    struct db *db, const char *list, const struct list_query *query, struct err *err);
/* The rows of a page, behind those in results, and how many there are on all pages
 * (list_page.c). */
enum rc list_page(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, int64_t *ret_count, struct err *err) MUST_CHECK;
/* The rows behind the mark, which moves on (store_list_on), behind those in results. */
enum rc list_behind(struct ask *a, const struct list *list,
    const struct list_query *query, struct list_mark *mark, json_t *results,
    struct err *err) MUST_CHECK;
/* The row of a list with this id, as an object. */
json_t *show_row(struct db *db, const char *list, int64_t id, struct err *err);
/* The same; NULL: the call has failed. */
json_t *ask_row(struct ask *a, const char *list, int64_t id);
/* Read the row with this number: row is called with it. RC_NOT_FOUND: it is gone. */
enum rc list_row_get(struct db *db, const char *list, int64_t id,
    enum rc (*row)(void *ctx, const struct list *list, const struct value *row),
    void *ctx, struct err *err) MUST_CHECK;

/* ---- changing (change.c) ---------------------------------------------------------- */

struct change {
	const char *action; /* "create", "update", "enable", ... */
	const struct entity *entity;
	int64_t id; /* 0: make fills it in */
	/* Make it; in the writer's thread and transaction, while the caller waits. It may
	 * be called again, after a transaction that failed. */
	enum rc (*make)(struct change *c, struct db *db, struct err *err);
	void *ctx;
	int64_t now_ms; /* filled in */
	/* What the audit log says of the thing before and after; NULL: as the entity shows
	 * it. */
	json_t *(*show)(const struct change *c, struct db *db, struct err *err);
	/* What the audit log says of it, where the thing itself does not change: instead of
	 * the thing before and after. Borrowed; NULL: the usual. */
	const json_t *details;
};

/* Have it made, with its line in the audit log. On failure the call has failed. */
enum rc change_make(struct ask *a, struct change *c);

/* ---- arguments read again by a change (retake.c) ------------------------------------ */

/* What a call has read before its transaction may have been changed by somebody else
 * meanwhile. A change of some fields therefore loads the row and lays its arguments over
 * it twice: in the caller's thread, to say what is wrong at once, and in make, where
 * nobody else writes. What is wrong then is told as if it had been found the first time.
 *
 *	rc = retake_begin(&again, a, db, err);
 *	if (rc != RC_OK)
 *		return rc;
 *	...load and take with &again.ask...
 *	rc = retake_result(&again, err);
 *	if (rc == RC_OK)
 *		...put...
 *	retake_end(&again);
 *
 * In the writer's thread, while the caller of `from` waits. */
struct retake {
	struct ask ask; /* the call, with the connection that writes */
	struct ask *from;
	struct service_answer answer;
	struct arena *arena;
};

enum rc retake_begin(struct retake *r, struct ask *from, struct db *db, struct err *err)
    MUST_CHECK;
enum rc retake_result(struct retake *r, struct err *err) MUST_CHECK;
/* Texts that were taken go with it. */
void retake_end(struct retake *r);

/* ---- telling the engine (tell.c) --------------------------------------------------- */

/* Load it and hand it over; a deleted one is dropped there. */
enum rc tell_olt(struct ask *a, struct olt_id olt);
enum rc tell_olts_of_job(struct ask *a, struct job_id job);
enum rc tell_olts_of_oid(struct ask *a, int64_t oid);
/* What the engine was told before this is in the database: whoever is told the number of
 * an execution finds it. Waits; on failure the call has failed. */
enum rc tell_sync(struct ask *a);
enum rc tell_all(struct ask *a);

/* The totals of everything: counted now where that is quick, else the last count. */
enum rc totals_now(struct ask *a, struct totals *ret, int64_t *ret_at_ms, struct err *err)
    MUST_CHECK;

/* ---- several files need ------------------------------------------------------------ */

/* Contact the OLT: brand, model, profile, columns, sample ONUs, as JSON. Waits. */
struct test_request {
	struct olt_id olt; /* 0: a new one */
	const struct olt *how;
	const struct olt_secrets *secrets;
};
/* Borrowed texts of the result are copied. */
json_t *test_olt(struct ask *a, const struct test_request *request);

/* ---- the operations ------------------------------------------------------------------ */

void op_olt_get(struct ask *a);
void op_olt_add(struct ask *a);
void op_olt_change(struct ask *a);
void op_olt_enable(struct ask *a);
void op_olt_disable(struct ask *a);
void op_olt_delete(struct ask *a);
void op_olt_restore(struct ask *a);
void op_olt_revive(struct ask *a);
void op_olt_health(struct ask *a);
void op_olt_test(struct ask *a);
void op_catalogue_get(struct ask *a);
void op_catalogue_add(struct ask *a);
void op_catalogue_change(struct ask *a);
void op_catalogue_delete(struct ask *a);
void op_catalogue_duplicate(struct ask *a);
void op_catalogue_export(struct ask *a);
void op_catalogue_import(struct ask *a);
void op_formula_preview(struct ask *a);
void op_oid_try(struct ask *a);
void op_job_get(struct ask *a);
void op_job_add(struct ask *a);
void op_job_change(struct ask *a);
void op_job_enable(struct ask *a);
void op_job_disable(struct ask *a);
void op_job_delete(struct ask *a);
void op_job_duplicate(struct ask *a);
void op_job_apply(struct ask *a);
void op_job_standard(struct ask *a);
void op_job_preview(struct ask *a);
void op_job_run(struct ask *a);
void op_node_get(struct ask *a);
void op_node_enable(struct ask *a);
void op_node_disable(struct ask *a);
void op_node_override(struct ask *a);
void op_node_change(struct ask *a);
void op_node_chain(struct ask *a);
void op_node_remove(struct ask *a);
void op_node_run(struct ask *a);
void op_execution_get(struct ask *a);
void op_execution_interrupt(struct ask *a);
void op_list(struct ask *a);
void op_lists(struct ask *a);
void op_onu_find(struct ask *a);
void op_onu_get(struct ask *a);
void op_onu_refresh(struct ask *a);
void op_onu_history(struct ask *a);
void op_onu_neighbours(struct ask *a);
void op_onu_siblings(struct ask *a);
void op_onu_timeline(struct ask *a);
void op_olt_performance(struct ask *a);
void op_olt_history(struct ask *a);
void op_port_get(struct ask *a);
void op_port_history(struct ask *a);
void op_value_get(struct ask *a);
void op_value_history(struct ask *a);
void op_workflow_get(struct ask *a);
void op_workflow_enable(struct ask *a);
void op_workflow_disable(struct ask *a);
void op_workflow_order(struct ask *a);
void op_olt_run(struct ask *a);
void op_quota_now(struct ask *a);
void op_violation_get(struct ask *a);
void op_violation_ack(struct ask *a);
void op_plan_get(struct ask *a);
void op_poller_list(struct ask *a);
void op_poller_queue(struct ask *a);
void op_poller_stats(struct ask *a);
void op_first_readings(struct ask *a);
void op_dashboard(struct ask *a);
void op_event_read(struct ask *a);
void op_incident_get(struct ask *a);
void op_incident_members(struct ask *a);
void op_incident_similar(struct ask *a);
void op_incident_ack(struct ask *a);
void op_incident_unack(struct ask *a);
void op_incident_assign(struct ask *a);
void op_incident_note(struct ask *a);
void op_incident_close(struct ask *a);
void op_incident_reopen(struct ask *a);
void op_incident_look(struct ask *a);
void op_incident_silence(struct ask *a);
void op_incident_real_cause(struct ask *a);
void op_onu_incidents(struct ask *a);
void op_onu_node(struct ask *a);
void op_onu_tag(struct ask *a);
void op_olt_tag(struct ask *a);
void op_plant_get(struct ask *a);
void op_plant_add(struct ask *a);
void op_plant_change(struct ask *a);
void op_plant_delete(struct ask *a);
void op_plant_import(struct ask *a);
void op_plant_tag(struct ask *a);
void op_problem_list(struct ask *a);
void op_setting_list(struct ask *a);
void op_setting_get(struct ask *a);
void op_setting_change(struct ask *a);
void op_setting_reset(struct ask *a);
void op_snmp_get(struct ask *a);
void op_snmp_change(struct ask *a);
void op_status(struct ask *a);
void op_auth_login(struct ask *a);
void op_auth_logout(struct ask *a);
void op_auth_logout_everywhere(struct ask *a);
void op_auth_me(struct ask *a);
void op_auth_password(struct ask *a);
void op_user_get(struct ask *a);
void op_user_add(struct ask *a);
void op_user_change(struct ask *a);
void op_user_password(struct ask *a);
void op_user_logout(struct ask *a);
void op_user_delete(struct ask *a);
void op_token_get(struct ask *a);
void op_token_add(struct ask *a);
void op_token_revoke(struct ask *a);
void op_notify_get(struct ask *a);
void op_notify_add(struct ask *a);
void op_notify_change(struct ask *a);
void op_notify_delete(struct ask *a);
void op_notify_end(struct ask *a);
void op_channel_test(struct ask *a);
void op_contact_link(struct ask *a);
void op_route_past(struct ask *a);
void op_route_try(struct ask *a);
void op_template_preview(struct ask *a);
void op_limit_try(struct ask *a);
void op_outbox_get(struct ask *a);
void op_outbox_retry(struct ask *a);
void op_outbox_drop(struct ask *a);

#endif
