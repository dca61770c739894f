/* SPDX-License-Identifier: Apache-2.0
 *
 * A call, from the name of its operation to its answer.
 */
#include "service/service.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "service/access_int.h"
#include "service/service_int.h"
#include "service/tally.h"
#include "service/views.h"

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

void
ask_let_go(struct ask *a)
{
	give_reader(a->s, GIVE(a->db));
}

void
ask_take_back(struct ask *a)
{
	a->db = take_reader(a->s);
}

/* ---- calls ----------------------------------------------------------------------------- */

static const struct operation *
find_operation(const char *name)
{
	for (const struct operation *o = service_operations(); o->name; o++) {
		if (strcmp(o->name, name) == 0)
			return o;
	}
	return NULL;
}

static void
refuse_unknown(struct ask *a, const struct operation *o)
{
	const char *name;
	json_t *value;

	json_object_foreach(a->args, name, value)
	{
		if (!operation_takes(o, name))
			arg_wrong(a, name, "%s takes no such thing; it takes: %s",
			    o->name, *o->args ? o->args : "nothing");
	}
	(void)args_are_right(a);
}

/* May it be asked for, and in this way? */
static bool
is_admissible(struct ask *a, const char *operation)
{
	const struct operation *o = find_operation(operation);

	a->operation = o;
	if (!o)
		(void)ask_fail(
		    a, RC_NOT_FOUND, "there is no operation \"%.60s\"", operation);
	else if (a->who->role < o->role)
		(void)ask_fail(a, RC_REFUSED, "%s is for the role %s; %s is %s", o->name,
		    role_name(o->role), a->who->name, role_name(a->who->role));
	else if (!json_is_object(a->args))
		(void)ask_fail(a, RC_INVALID, "args must be an object");
	else
		refuse_unknown(a, o);
	return ask_is_well(a);
}

/* With a connection and an arena in hand. */
static void
run(struct ask *a)
{
	a->operation->run(a);
	/* Something that nobody looked at may still be wrong. */
	(void)args_are_right(a);
}

static void
run_alone(struct ask *a)
{
	a->arena = arena_new(0);
	if (!a->arena) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return;
	}
	a->db = take_reader(a->s);
	run(a);
	give_reader(a->s, a->db);
	arena_free(a->arena);
}

/* An answer is a result or a sentence, never both. */
static void
settle(struct service_answer *answer)
{
	if (answer->rc == RC_OK)
		return;
	json_decref(answer->result);
	answer->result = NULL;
}

void
ask_nested(
    struct ask *a, const char *operation, json_t *args, struct service_answer *ret_answer)
{
	struct ask nested = *a;

	*ret_answer = (struct service_answer){ .rc = RC_OK };
	nested.args = args;
	nested.answer = ret_answer;
	nested.is_nested = true;
	if (is_admissible(&nested, operation))
		run(&nested);
	a->db = nested.db; /* it may have let go of one and taken another */
	settle(ret_answer);
}

void
service_call(struct service *s, const struct caller *who, const char *operation,
    json_t *args, struct service_answer *ret_answer)
{
	struct ask a = { .s = s, .who = who, .answer = ret_answer };

	*ret_answer = (struct service_answer){ .rc = RC_OK };
	a.args = args ? json_incref(args) : json_object();
	if (is_admissible(&a, operation))
		run_alone(&a);
	settle(ret_answer);
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
	if (rc == RC_OK)
		rc = access_new(options->database, &s->access, err);
	if (rc == RC_OK && options->totals_ms > 0)
		rc = tally_start(options->database, options->totals_ms, &s->tally, err);
	if (rc == RC_OK && options->totals_ms > 0)
		rc = views_start(options->database, &s->views, err);
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
	tally_free(s->tally);
	views_free(s->views);
	for (int i = 0; i < s->n_free; i++)
		db_close(s->readers[i]);
	access_free(s->access);
	(void)pthread_cond_destroy(&s->freed);
	(void)pthread_mutex_destroy(&s->lock);
	free(s);
}
