/* SPDX-License-Identifier: Apache-2.0
 *
 * A call, from the name of its operation to its answer.
 */
#include "service/pace_int.h"
#include "service/service.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/nearest.h"
#include "service/access_int.h"
#include "service/live.h"
#include "service/service_int.h"
#include "service/totals_cache_int.h"
#include "service/list_cache_int.h"

enum { LOOK_MS = 200 };

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

bool
ask_is_wanted(const struct ask *a)
{
	const struct caller *who = a->who;

	if (atomic_load(&a->s->is_closing))
		return false;
	return !who->is_there || who->is_there(who->there_ctx);
}

static bool
is_wanted(void *ctx)
{
	return ask_is_wanted(ctx);
}

static bool
has_reader(const struct ask *a)
{
	const struct service *s = a->s;

	return s->n_free > 0 && (!a->is_long || s->n_long < s->most_long);
}

/* Waits for one; false when nobody wants it meanwhile, if that counts. */
static bool
take_reader(struct ask *a, bool may_give_up)
{
	struct service *s = a->s;
	bool has_one;

	pthread_mutex_lock(&s->lock);
	while (!(has_one = has_reader(a)) && (!may_give_up || ask_is_wanted(a))) {
		struct timespec until = condition_moment(LOOK_MS);

		(void)condition_wait(&s->freed, &s->lock, &until);
	}
	if (has_one) {
		a->db = s->readers[--s->n_free];
		s->n_long += a->is_long;
	}
	pthread_mutex_unlock(&s->lock);
	if (has_one) {
		db_set_wanted(a->db, is_wanted, a);
		db_set_until(a->db, a->until_ms);
	}
	return has_one;
}

static void
give_reader(struct ask *a)
{
	struct service *s = a->s;
	struct db *db = GIVE(a->db);

	db_set_wanted(db, NULL, NULL);
	db_set_until(db, 0);
	db_rollback(db); /* harmless; an operation that failed may have left one open */
	pthread_mutex_lock(&s->lock);
	s->readers[s->n_free++] = db;
	s->n_long -= a->is_long;
	pthread_cond_broadcast(&s->freed);
	pthread_mutex_unlock(&s->lock);
}

static enum rc
open_readers(struct service *s, struct err *err)
{
	int n = s->options.readers;
	enum rc rc = RC_OK;

	assert(n > 0 && n <= SERVICE_READERS_MAX);
	s->most_long = n > 1 ? n / 2 : 1;
	for (int i = 0; i < n && rc == RC_OK; i++) {
		rc = db_open(s->options.database, DB_READ, &s->readers[i], err);
		if (rc == RC_OK)
			s->n_free++;
		if (rc == RC_OK)
			rc = db_set_deadline(
			    s->readers[i], (int)s->options.deadline_ms, err);
	}
	return rc;
}

void
ask_let_go(struct ask *a)
{
	give_reader(a);
}

void
ask_take_back(struct ask *a)
{
	(void)take_reader(a, false); /* who does not give up gets one */
}

/* ---- calls ----------------------------------------------------------------------------- */

const struct operation *
service_operation_find(const char *name)
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
	struct buf names = BUF_INIT(ERR_MAX);
	const char *name;
	json_t *value;

	operation_put_args(o, &names);
	json_object_foreach(a->args, name, value)
	{
		if (!service_operation_takes(o, name))
			arg_wrong(a, name, "%s takes no such thing; it takes: %s",
			    o->name, names.len ? buf_text(&names) : "nothing");
	}
	buf_fini(&names);
	(void)args_are_right(a);
}

/* May it be asked for, and in this way? */
static bool
is_admissible(struct ask *a, const char *operation)
{
	const struct operation *o = service_operation_find(operation);

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
	a->is_long = a->operation->is_long;
	if (take_reader(a, true)) {
		if (a->is_long && a->s->options.deadline_ms)
			a->until_ms = clock_mono_ms() + a->s->options.deadline_ms;
		db_set_until(a->db, a->until_ms);
		run(a);
		give_reader(a);
	} else {
		(void)ask_fail(a, RC_CANCELLED, "nobody waits for it any more");
	}
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
	if (a->db)
		db_set_wanted(a->db, is_wanted, a); /* for nested, which ends here */
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
	service_wipe_secrets(a.args);
	json_decref(a.args);
}

/* ---- life ------------------------------------------------------------------------------- */

/* A path that does not fit is not watched. */
void
service_folder(const char *database, char *ret_folder, size_t room)
{
	static const char FILE_OF[] = "sqlite:";
	size_t n = sizeof(FILE_OF) - 1;
	const char *path, *end;

	ret_folder[0] = '\0';
	if (strncmp(database, FILE_OF, n) != 0)
		return;
	path = database + n;
	end = strrchr(path, '/');
	if (end && (size_t)(end - path) + 1 < room)
		(void)snprintf(ret_folder, room, "%.*s", (int)(end - path) + 1, path);
}

enum rc
service_new(
    const struct service_options *options, struct service **ret_service, struct err *err)
{
	struct service *s = calloc(1, sizeof(*s));
	enum rc rc;

	if (!s || condition_init_with_lock(&s->freed, &s->lock) != RC_OK) {
		free(s);
		return err_set(err, RC_NOMEM, "no memory for the service");
	}
	assert(options->rules.n_intervals <= SERVICE_INTERVALS_MAX);
	s->options = *options;
	(void)pthread_mutex_init(&s->rules_lock, NULL);
	service_folder(options->database, s->folder, sizeof(s->folder));
	rc = open_readers(s, err);
	if (rc == RC_OK)
		rc = access_new(options->database, &s->access, err);
	s->tests = pace_new();
	if (rc == RC_OK && !s->tests)
		rc = err_set(err, RC_NOMEM, "no memory for the service");
	if (rc == RC_OK && options->totals_ms > 0)
		rc = totals_cache_start(
		    options->database, options->totals_ms, &s->totals_cache, err);
	if (rc == RC_OK && options->totals_ms > 0)
		rc = list_cache_start(options->database, &s->views, err);
	s->options.database = NULL;
	if (rc != RC_OK) {
		service_free(s);
		return rc;
	}
	*ret_service = s;
	return RC_OK;
}

void
service_set(struct service *s, const struct service_rules *rules)
{
	assert(rules->n_intervals <= SERVICE_INTERVALS_MAX);
	pthread_mutex_lock(&s->rules_lock);
	s->options.rules = *rules;
	pthread_mutex_unlock(&s->rules_lock);
}

struct service_rules
service_rules(struct service *s)
{
	struct service_rules rules;

	pthread_mutex_lock(&s->rules_lock);
	rules = s->options.rules;
	pthread_mutex_unlock(&s->rules_lock);
	return rules;
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
	totals_cache_free(s->totals_cache);
	list_cache_free(s->views);
	for (int i = 0; i < s->n_free; i++)
		db_close(s->readers[i]);
	access_free(s->access);
	pace_free(s->tests);
	(void)pthread_mutex_destroy(&s->rules_lock);
	condition_fini_with_lock(&s->freed, &s->lock);
	free(s);
}
