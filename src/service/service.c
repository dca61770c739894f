/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operations, and a call from its name to its answer.
 */
#include "service/service.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "service/service_int.h"

#define OLT_FIELDS                                                                    \
	"name address port brand model profile version community v3_user v3_context " \
	"v3_auth v3_priv auth_pass priv_pass description site latitude longitude "    \
	"enabled timeout_ms retries repetitions in_flight batch"
#define JOB_FIELDS                                                                    \
	"name description brand type interval cron priority max_retries retry_delay " \
	"retry_grows timeout lane enabled oids"

static const struct operation OPERATIONS[] = {
	{ "olt.get", ROLE_VIEWER, "olt", op_olt_get, "One OLT, by name or number." },
	{ "olt.add", ROLE_ADMIN, OLT_FIELDS, op_olt_add, "A new OLT." },
	{ "olt.change", ROLE_ADMIN, "olt " OLT_FIELDS, op_olt_change,
	    "What is given is changed, the rest stays." },
	{ "olt.enable", ROLE_OPERATOR, "olt", op_olt_enable, "Ask it from now on." },
	{ "olt.disable", ROLE_OPERATOR, "olt", op_olt_disable,
	    "Stop asking it; what runs is interrupted." },
	{ "olt.delete", ROLE_ADMIN, "olt why", op_olt_delete,
	    "Away; its history stays, and it can be restored." },
	{ "olt.restore", ROLE_ADMIN, "olt", op_olt_restore, "A deleted one again." },
	{ "olt.revive", ROLE_OPERATOR, "olt", op_olt_revive,
	    "End its suspension now, instead of when it answers." },
	{ "olt.test", ROLE_OPERATOR, "olt " OLT_FIELDS, op_olt_test,
	    "Contact it: brand, model, columns, ten ONUs. Nothing is written." },
	{ "job.get", ROLE_VIEWER, "job", op_job_get, "One job, by name or number." },
	{ "job.add", ROLE_ADMIN, JOB_FIELDS, op_job_add, "A new job." },
	{ "job.change", ROLE_ADMIN, "job " JOB_FIELDS, op_job_change,
	    "What is given is changed, the rest stays." },
	{ "job.enable", ROLE_OPERATOR, "job", op_job_enable, "Let its nodes run." },
	{ "job.disable", ROLE_OPERATOR, "job", op_job_disable,
	    "None of its nodes runs any more." },
	{ "job.delete", ROLE_ADMIN, "job", op_job_delete, "Away, with its nodes." },
	{ "job.duplicate", ROLE_ADMIN, "job name", op_job_duplicate,
	    "The same under another name, on no OLT yet." },
	{ "job.apply", ROLE_ADMIN, "job olt all first_in", op_job_apply,
	    "Make a node of it on an OLT, or on all that it fits." },
	{ "job.standard", ROLE_ADMIN, "olt all first_in", op_job_standard,
	    "The standard jobs of its brand, on an OLT or on all. Again changes "
	    "nothing." },
	{ "job.run", ROLE_OPERATOR, "job olt", op_job_run,
	    "Run it now, on every OLT that has it, or on one." },
	{ "node.enable", ROLE_OPERATOR, "node", op_node_enable,
	    "Let it run at its times." },
	{ "node.disable", ROLE_OPERATOR, "node", op_node_disable,
	    "It runs no more by itself." },
	{ "node.override", ROLE_ADMIN, "node interval cron priority", op_node_override,
	    "Its own times and priority; what is not given is as its job says." },
	{ "node.chain", ROLE_ADMIN, "node master", op_node_chain,
	    "Run it after another of its OLT; without master: on its own again." },
	{ "node.remove", ROLE_ADMIN, "node", op_node_remove, "Take it off its OLT." },
	{ "node.run", ROLE_OPERATOR, "node alone", op_node_run,
	    "Run it now, with those chained to it unless alone." },
	{ "execution.get", ROLE_VIEWER, "execution", op_execution_get,
	    "One execution with its attempts." },
	{ "execution.interrupt", ROLE_OPERATOR, "execution", op_execution_interrupt,
	    "Stop it, waiting or running." },
	{ "snmp.get", ROLE_VIEWER, "", op_snmp_get,
	    "How devices are asked, by operation." },
	{ "snmp.change", ROLE_ADMIN,
	    "operation timeout_ms retries repetitions in_flight batch", op_snmp_change,
	    "Say it for one operation; null: as general, or the program, says." },
	{ "list", ROLE_VIEWER, "list filter search ordering page page_size", op_list,
	    "A page of rows: olts, jobs, nodes, executions, onus, quotas, ..." },
	{ "lists", ROLE_VIEWER, "", op_lists, "What may be listed, with its fields." },
	{ "status", ROLE_VIEWER, "pollers queue", op_status,
	    "How it is going: pollers, queue, lateness, quotas, the database." },
	{ NULL },
};

const struct operation *
service_operations(void)
{
	return OPERATIONS;
}

/* ---- outcomes -------------------------------------------------------------------- */

enum rc
ask_fail(struct ask *a, enum rc rc, const char *fmt, ...)
{
	va_list ap;

	assert(rc != RC_OK);
	if (a->answer->rc != RC_OK)
		return a->answer->rc;
	a->answer->rc = rc;
	va_start(ap, fmt);
	(void)vsnprintf(a->answer->message, sizeof(a->answer->message), fmt, ap);
	va_end(ap);
	return rc;
}

enum rc
ask_fail_err(struct ask *a, enum rc rc, const struct err *err)
{
	return ask_fail(a, rc, "%s", *err->msg ? err->msg : rc_name(rc));
}

void
ask_answer(struct ask *a, json_t *result)
{
	if (!result)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	json_decref(a->answer->result);
	a->answer->result = result;
}

void
service_answer_fini(struct service_answer *answer)
{
	json_decref(answer->result);
	json_decref(answer->fields);
	*answer = (struct service_answer){ .rc = RC_OK };
}

/* ---- connections ------------------------------------------------------------------- */

static struct db *
take_reader(struct service *s)
{
	struct db *db;

	pthread_mutex_lock(&s->lock);
	while (s->n_free == 0)
		pthread_cond_wait(&s->freed, &s->lock);
	db = s->readers[--s->n_free];
	pthread_mutex_unlock(&s->lock);
	return db;
}

static void
give_reader(struct service *s, struct db *db)
{
	db_rollback(db); /* harmless; an operation that failed may have left one open */
	pthread_mutex_lock(&s->lock);
	s->readers[s->n_free++] = db;
	pthread_cond_signal(&s->freed);
	pthread_mutex_unlock(&s->lock);
}

static enum rc
open_readers(struct service *s, struct err *err)
{
	int n = s->options.readers;
	enum rc rc = RC_OK;

	assert(n > 0 && n <= SERVICE_READERS_MAX);
	for (int i = 0; i < n && rc == RC_OK; i++) {
		rc = db_open(s->options.database, DB_READ, &s->readers[i], err);
		if (rc == RC_OK)
			s->n_free++;
	}
	return rc;
}

/* ---- calls ----------------------------------------------------------------------------- */

static const struct operation *
find_operation(const char *name)
{
	for (const struct operation *o = OPERATIONS; o->name; o++) {
		if (strcmp(o->name, name) == 0)
			return o;
	}
	return NULL;
}

/* Is it one of the words? */
static bool
takes(const struct operation *o, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = o->args; (p = strstr(p, name)) != NULL; p += n) {
		bool begins = p == o->args || p[-1] == ' ';

		if (begins && (p[n] == ' ' || p[n] == '\0') && n > 0)
			return true;
	}
	return false;
}

static void
refuse_unknown(struct ask *a, const struct operation *o)
{
	const char *name;
	json_t *value;

	json_object_foreach(a->args, name, value)
	{
		if (!takes(o, name))
			arg_wrong(a, name, "%s takes no such thing; it takes: %s",
			    o->name, *o->args ? o->args : "nothing");
	}
	(void)args_are_right(a);
}

static void
run(struct ask *a, const struct operation *o)
{
	refuse_unknown(a, o);
	a->arena = arena_new(0);
	if (!a->arena)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	if (ask_is_well(a)) {
		a->db = take_reader(a->s);
		o->run(a);
		give_reader(a->s, a->db);
	}
	/* Something that nobody looked at may still be wrong. */
	(void)args_are_right(a);
	arena_free(a->arena);
}

void
service_call(struct service *s, const struct caller *who, const char *operation,
    json_t *args, struct service_answer *ret_answer)
{
	const struct operation *o = find_operation(operation);
	struct ask a = { .s = s, .who = who, .answer = ret_answer };

	*ret_answer = (struct service_answer){ .rc = RC_OK };
	a.args = args ? json_incref(args) : json_object();
	if (!o)
		(void)ask_fail(
		    &a, RC_NOT_FOUND, "there is no operation \"%.60s\"", operation);
	else if (who->role < o->role)
		(void)ask_fail(&a, RC_REFUSED, "%s is for the role %s; %s is %s", o->name,
		    role_name(o->role), who->name, role_name(who->role));
	else if (!json_is_object(a.args))
		(void)ask_fail(&a, RC_INVALID, "args must be an object");
	else
		run(&a, o);
	if (ret_answer->rc != RC_OK) {
		json_decref(ret_answer->result);
		ret_answer->result = NULL;
	}
	args_wipe_secrets(a.args);
	json_decref(a.args);
}

/* ---- life ------------------------------------------------------------------------------- */

enum rc
service_new(
    const struct service_options *options, struct service **ret_service, struct err *err)
{
	struct service *s = calloc(1, sizeof(*s));
	enum rc rc;

	if (!s || pthread_mutex_init(&s->lock, NULL) != 0) {
		free(s);
		return err_set(err, RC_NOMEM, "no memory for the service");
	}
	if (pthread_cond_init(&s->freed, NULL) != 0) {
		(void)pthread_mutex_destroy(&s->lock);
		free(s);
		return err_set(err, RC_NOMEM, "no memory for the service");
	}
	assert(options->n_intervals <= SERVICE_INTERVALS_MAX);
	s->options = *options;
	for (size_t i = 0; i < options->n_intervals; i++)
		s->intervals[i] = options->intervals[i];
	rc = open_readers(s, err);
	s->options.database = NULL;
	if (rc != RC_OK) {
		service_free(s);
		return rc;
	}
	*ret_service = s;
	return RC_OK;
}

void
service_close(struct service *s)
{
	atomic_store(&s->is_closing, true);
}

void
service_free(struct service *s)
{
	if (!s)
		return;
	for (int i = 0; i < s->n_free; i++)
		db_close(s->readers[i]);
	(void)pthread_cond_destroy(&s->freed);
	(void)pthread_mutex_destroy(&s->lock);
	free(s);
}
