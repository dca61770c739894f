/* SPDX-License-Identifier: Apache-2.0
 *
 * service/service.h - the operations of users.
 *
 * One table of operations ("olt.add", "job.apply", "status"), each with its arguments,
 * its role and its function. The control socket (control/control.h) and HTTP (api/) both
 * convert a request to an operation, its arguments and a caller, and convert the answer
 * to their own format. All rules are here.
 *
 * A change is made in this order:
 *   1. all arguments are checked; all errors are reported together, by field;
 *   2. the writer (store/core/writer.h) makes it, with its line in the audit log, in one
 *      transaction, because SQLite has only one write connection;
 *   3. after the commit, the affected OLTs are loaded again and passed to the
 *      engine, through struct service_ops.
 *
 * service_call: any thread, several at the same time; it may wait for the database and,
 * for a test of an OLT, a live read of an ONU or the trial of an OID, for the device.
 * Other functions: owner only.
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
struct service_watch;
struct loaded_olt;
struct vault;
struct writer;

/* The caller. Texts are borrowed during the call. */
struct caller {
	const char *name; /* written to the audit log */
	enum role role;
	const char *address; /* "local", or a network address */
	struct user_id user; /* 0: local, not a user of Facho */
	const char *session; /* the session cookie; NULL: none */
	/* Does the caller still wait for the answer? Called on the thread of the call
	 * while it reads or waits for a device; it must not wait. If it returns false,
	 * the call ends with RC_CANCELLED. NULL: always true. */
	bool (*is_there)(void *ctx);
	void *there_ctx;
};

/* The intervals of the standard jobs, by kind. */
struct service_interval {
	const char *kind; /* "discovery" */
	int64_t interval_ms;
};

/* The interface to the engine, or to a replacement in tests. The functions are those of
 * engine/engine.h: any thread, and none of them waits. None is NULL. */
struct service_ops {
	enum rc (*put_olt)(void *ctx, struct loaded_olt *olt); /* owns olt on success */
	enum rc (*drop_olt)(void *ctx, struct olt_id olt);
	enum rc (*revive_olt)(void *ctx, struct olt_id olt);
	enum rc (*run)(void *ctx, struct node_id node, bool alone, const char *asked_by,
	    struct execution_id *ret_execution);
	enum rc (*interrupt)(void *ctx, struct execution_id execution, const char *by);
	enum rc (*test)(void *ctx, const struct engine_test *test);
	enum rc (*refresh)(void *ctx, const struct engine_refresh *refresh);
	enum rc (*try_oid)(void *ctx, const struct engine_try *what);
	enum rc (*sync)(void *ctx, const struct engine_sync *sync);
	const struct snapshot *(*snapshot)(void *ctx); /* NULL: none yet */
	void (*release)(void *ctx, const struct snapshot *snapshot);
	void *ctx;
};

enum { SERVICE_INTERVALS_MAX = 8 };

/* Settings of the program that operations use; they may change at run time. */
struct service_rules {
	struct snmpc_limits limits; /* for tests of OLTs */
	struct health_rules health; /* those of the engine, for display */
	size_t n_intervals; /* of the standard jobs; texts are borrowed */
	struct service_interval intervals[SERVICE_INTERVALS_MAX];
};

struct service_options {
	const char *database; /* for db_open; borrowed during service_new */
	/* Number of read connections; further calls wait for one. Long operations use at
	 * most half of them, so that other operations never wait for long ones. */
	int readers;
	/* Time limit of one query of a call, and of a whole call that may read a lot
	 * (RC_TIMEOUT); 0: none. */
	int64_t deadline_ms;
	struct writer *writer; /* borrowed, as all below */
	const struct vault *vault;
	const struct profile_set *profiles;
	struct service_ops ops;
	struct service_rules rules; /* until service_set */
	struct program program; /* the settings of the program */
	const struct networks *allowed; /* allowed networks of OLTs; NULL: all */
	/* Interval of counting all totals (totals_cache_int.h); 0: no counting in the
	 * background, and no views of long lists (list_cache_int.h). */
	int64_t totals_ms;
	int64_t started_ms; /* start of the program, for display */
	const char *version;
	/* Warnings for administrators: codes "plain_http" and "root", ending with NULL;
	 * NULL: none. */
	const char *const *warnings;
	/* The watcher's figures; NULL: there is none. */
	void (*watch)(void *ctx, struct service_watch *ret_figures);
	void *watch_ctx;
	const char *timezone; /* of the site, for display; "" or NULL: unknown */
	const char *language; /* of messages, unless a target has another; NULL: "es" */
	const char *url; /* of the web admin, for links in messages; NULL: none */
};

enum rc service_new(const struct service_options *options, struct service **ret_service,
    struct err *err) MUST_CHECK;
/* Set new rules. Any thread. */
void service_set(struct service *s, const struct service_rules *rules);
/* The program is stopping: calls that wait for a device end. Any thread. */
void service_close(struct service *s);
void service_free(struct service *s); /* no call may be in progress */
OWNED_BY(struct service, service_free);

/* The result of a call. */
struct service_answer {
	enum rc rc;
	json_t *result; /* owned; NULL unless RC_OK */
	json_t *fields; /* owned; RC_INVALID: {"port": "1 to 65535"}; NULL: none */
	char message[ERR_MAX]; /* for users; "" if RC_OK */
	int64_t retry_ms; /* RC_BUSY: time to wait after too many wrong logins; else 0 */
};

void service_answer_fini(struct service_answer *answer);

/* The beginning of the message about a field (op_olt.c) if stored credentials are not
 * used for another target, and must be given again. */
#define SERVICE_AGAIN "enter it again: "

/* RC_NOT_FOUND: no such operation or object; RC_REFUSED: not allowed for this role;
 * RC_INVALID: a wrong argument; RC_CONFLICT; RC_BUSY: the database or the engine is busy;
 * RC_TIMEOUT: a query took too long, or a device does not answer. args is an object, or
 * NULL; secrets in it are wiped. */
void service_call(struct service *s, const struct caller *who, const char *operation,
    json_t *args, struct service_answer *ret_answer);

/* ---- the table, for help and for routes ------------------------------- */

struct ask;

struct operation {
	const char *name; /* "olt.add" */
	enum role role; /* minimum role */
	const char *args; /* names of arguments besides the fields, separated by spaces */
	void (*run)(struct ask *ask);
	const char *help;
	bool is_long; /* it may read a lot: separate threads and connections */
	/* It takes the writable fields of this entity (model/entity.h); NULL: none. */
	const struct entity_type *type;
};

/* All operations, ending with a NULL name. */
const struct operation *service_operations(void);
/* NULL: not found. */
const struct operation *service_operation_find(const char *name);
/* Does it take an argument of this name? */
bool service_operation_takes(const struct operation *o, const char *name);
/* Overwrite the secrets in arguments that are about to be freed and that nobody else has. */
void service_wipe_secrets(json_t *args);

/* A field of a list, for the operation "list". */
struct service_field {
	const char *name;
	const char *type; /* "int", "real", "text", "moment", "truth" */
	bool may_filter, may_order, may_search;
};

/* Field number i, from 0 on; false after the last, or if there is no such list. */
bool service_list_field(const char *list, size_t i, struct service_field *ret_field);

#endif
