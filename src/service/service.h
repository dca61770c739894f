/* SPDX-License-Identifier: Apache-2.0
 *
 * service/service.h - what an operator may ask for.
 *
 * One table of operations ("olt.add", "job.apply", "status"), each with what it takes, who
 * may ask for it and what it does. The control socket (control/control.h) is one way in;
 * HTTP will be another: both turn a request into an operation, its arguments and a caller,
 * and the answer back into their own form. No rule lives outside of here.
 *
 * A change is made in this order:
 *   1. everything that was given is checked; all that is wrong is said at once, by field;
 *   2. the writer (store/core/writer.h) makes it, with its line in the audit log, in one
 *      transaction: SQLite has one connection that writes, and this is not another;
 *   3. when it is committed, the OLTs that it concerns are loaded anew and given to the
 *      engine, through struct service_ops.
 *
 * service_call: any thread, several at once; may wait for the database and, for a test of
 * an OLT, a live read of an ONU or the trial of an OID, for the device. The rest: the owner.
 */
#ifndef FACHO_SERVICE_SERVICE_H
#define FACHO_SERVICE_SERVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/user.h"
#include "engine/engine.h"
#include "sched/health.h"
#include "service/program.h"

struct entity_type;
struct networks;
struct profile_set;
struct service;
struct site_olt;
struct vault;
struct writer;

/* Who asks. Texts are borrowed during the call. */
struct caller {
	const char *name; /* kept in the audit log */
	enum role role;
	const char *address; /* where from: "local", an address */
	struct user_id user; /* 0: none of ours, the machine's own */
	const char *session; /* the cookie that it came with; NULL: it did not */
	/* Does it still wait for the answer? Asked from the thread of the call while that
	 * reads or waits for a device; must not wait. What nobody waits for is given up
	 * (RC_CANCELLED). NULL: it always does. */
	bool (*is_there)(void *ctx);
	void *there_ctx;
};

/* How often the standard jobs run, by the name of their kind. */
struct service_interval {
	const char *kind; /* "discovery" */
	int64_t interval_ms;
};

/* Those who run OLTs, as service needs them: the engine, or a test's own. The functions
 * are those of engine/engine.h, any thread, and none of them waits. None is NULL. */
struct service_ops {
	enum rc (*put_olt)(void *ctx, struct site_olt *olt); /* owns olt on success */
	enum rc (*drop_olt)(void *ctx, struct olt_id olt);
	enum rc (*revive_olt)(void *ctx, struct olt_id olt);
	enum rc (*run)(void *ctx, struct node_id node, bool alone, const char *asked_by,
	    struct execution_id *ret_execution);
	enum rc (*interrupt)(void *ctx, struct execution_id execution, const char *by);
	enum rc (*test)(void *ctx, const struct engine_test *test);
	enum rc (*refresh)(void *ctx, const struct engine_refresh *refresh);
	enum rc (*try_oid)(void *ctx, const struct engine_try *what);
	enum rc (*sync)(void *ctx, const struct engine_sync *sync);
	const struct snapshot *(*snapshot)(void *ctx); /* NULL: there is none yet */
	void (*release)(void *ctx, const struct snapshot *snapshot);
	void *ctx;
};

enum { SERVICE_INTERVALS_MAX = 8 };

/* Settings of the program that operations look at; they may change while it runs. */
struct service_rules {
	struct snmpc_limits limits; /* for tests of OLTs */
	struct health_rules health; /* the engine's, to be shown */
	size_t n_intervals; /* of the standard jobs; texts are borrowed */
	struct service_interval intervals[SERVICE_INTERVALS_MAX];
};

struct service_options {
	const char *database; /* for db_open; borrowed during service_new */
	/* Connections that read; calls beyond them wait for one. Long operations have at
	 * most half of them, so that the others never wait for those. */
	int readers;
	/* For one query of a call, and for all of a call that may read a lot (RC_TIMEOUT);
	 * 0: none. */
	int64_t deadline_ms;
	struct writer *writer; /* borrowed, as all below */
	const struct vault *vault;
	const struct profile_set *profiles;
	struct service_ops ops;
	struct service_rules rules; /* until service_set */
	struct program program; /* its settings, for people to see and change */
	const struct networks *allowed; /* where OLTs may be; NULL: anywhere */
	/* Between two counts of everything (totals_cache.h); 0: none are made in the background,
	 * and no views of long lists either (views.h). */
	int64_t totals_ms;
	int64_t started_ms; /* of the program, to be shown */
	const char *version;
	/* What an administrator should know about how the program runs: codes that end with
	 * NULL, "plain_http" or "root"; NULL: nothing. */
	const char *const *warnings;
	const char *timezone; /* of the site, to be shown; "" or NULL: nobody knows */
};

enum rc service_new(const struct service_options *options, struct service **ret_service,
    struct err *err) MUST_CHECK;
/* From now on so. Any thread. */
void service_set(struct service *s, const struct service_rules *rules);
/* The program is ending: calls that wait for a device give up. Any thread. */
void service_close(struct service *s);
void service_free(struct service *s); /* no call is under way */
OWNED_BY(struct service, service_free);

/* What came of a call. */
struct service_answer {
	enum rc rc;
	json_t *result; /* owned; NULL unless RC_OK */
	json_t *fields; /* owned; RC_INVALID: {"port": "1 to 65535"}; NULL: none */
	char message[ERR_MAX]; /* for a person; "" when RC_OK */
	int64_t retry_ms; /* RC_BUSY: too many wrong logins, wait so long; 0: otherwise */
};

void service_answer_fini(struct service_answer *answer);

/* What the sentence about a field (op_olt.c) begins with when stored credentials are not
 * used for another target, and must be given again. */
#define SERVICE_AGAIN "enter it again: "

/* RC_NOT_FOUND: no such operation or thing; RC_REFUSED: not for this role; RC_INVALID:
 * something given is wrong; RC_CONFLICT; RC_BUSY: the database or the engine cannot now;
 * RC_TIMEOUT: a query took too long, or a device does not answer.
 * args is an object, or NULL; secrets in it are wiped. */
void service_call(struct service *s, const struct caller *who, const char *operation,
    json_t *args, struct service_answer *ret_answer);

/* ---- the table, for help and for those who map it ------------------------------- */

struct ask;

struct operation {
	const char *name; /* "olt.add" */
	enum role role; /* the least that may ask for it */
	const char
	    *args; /* names with spaces between, what it takes besides the fields */
	void (*run)(struct ask *ask);
	const char *help;
	bool is_long; /* it may read a lot: threads and connections of its own */
	/* It takes the fields of this entity that may be written (model/entity.h); NULL: of
	 * none. */
	const struct entity_type *type;
};

/* All of them, ending with a NULL name. */
const struct operation *service_operations(void);
/* NULL: there is none of this name. */
const struct operation *service_operation_find(const char *name);
/* Does it take an argument of this name? */
bool service_operation_takes(const struct operation *o, const char *name);

/* A field of a list, as the operation "list" knows it. */
struct service_field {
	const char *name;
	const char *type; /* "int", "real", "text", "moment", "truth" */
	bool may_filter, may_order, may_search;
};

/* The field of this number, from 0 on; false behind the last, or for no such list. */
bool service_list_field(const char *list, size_t i, struct service_field *ret_field);

#endif
