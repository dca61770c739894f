/* SPDX-License-Identifier: Apache-2.0 */
#include "service_lab.h"

#include <pthread.h>

#include "daemon/builtin_int.h"
#include "store/access/audit.h"
#include "store/catalogue/catalogue.h"
#include "store/secret/key.h"
#include "store/load/load.h"
#include "store/secret/vault.h"
#include "store/core/writer.h"
#include "vendor/profile.h"

/* Calls that run at the same time may put at the same time; the test looks when they are over. */
static pthread_mutex_t world_lock = PTHREAD_MUTEX_INITIALIZER;

static enum rc
ops_put(void *ctx, struct loaded_olt *olt)
{
	struct ops *w = ctx;

	pthread_mutex_lock(&world_lock);
	w->puts++;
	w->last_olt = olt->olt.id.v;
	w->last_enabled = olt->olt.enabled;
	w->last_nodes = olt->n_nodes;
	(void)snprintf(w->last_community, sizeof(w->last_community), "%s",
	    olt->secrets.community.bytes);
	(void)snprintf(w->last_address, sizeof(w->last_address), "%s", olt->olt.address);
	pthread_mutex_unlock(&world_lock);
	loaded_olt_free(olt);
	return RC_OK;
}

static enum rc
ops_drop(void *ctx, struct olt_id olt)
{
	struct ops *w = ctx;

	w->drops++;
	w->last_olt = olt.v;
	return RC_OK;
}

static enum rc
ops_revive(void *ctx, struct olt_id olt)
{
	struct ops *w = ctx;

	w->revivals++;
	w->last_olt = olt.v;
	return RC_OK;
}

static enum rc
ops_run(void *ctx, struct node_id node, bool alone, const char *asked_by,
    struct execution_id *ret_execution)
{
	struct ops *w = ctx;

	assert_false(alone);
	assert_string_equal(asked_by, "ana");
	assert_true(node.v > 0);
	ret_execution->v = 1000 + ++w->runs;
	return RC_OK;
}

static enum rc
ops_interrupt(void *ctx, struct execution_id execution, const char *by)
{
	struct ops *w = ctx;

	assert_string_equal(by, "ana");
	w->interrupts++;
	return execution.v == 7 ? RC_OK : RC_BUSY;
}

static enum rc
ops_test(void *ctx, const struct engine_test *test)
{
	struct ops *w = ctx;
	struct detection d = { .rc = w->detects ? RC_OK : RC_NOT_FOUND,
		.message = w->detects ? "" : "it answers, and nobody knows it",
		.sys_descr = "a device",
		.sys_name = "olt",
		.uptime_s = 5 };

	w->tests++;
	(void)snprintf(w->test_host, sizeof(w->test_host), "%s", test->target.host);
	(void)snprintf(w->test_community, sizeof(w->test_community), "%s",
	    test->target.community.bytes);
	(void)snprintf(
	    w->test_auth, sizeof(w->test_auth), "%s", test->target.auth_pass.bytes);
	d.profile = w->detects ? profile_set_find(w->profiles, w->detects) : NULL;
	test->done(test->ctx, &d, NULL);
	return RC_OK;
}

static enum rc
ops_refresh(void *ctx, const struct engine_refresh *refresh)
{
	struct ops *w = ctx;
	struct refreshed result = {
		.rc = w->refresh_rc, .message = "as told", .execution = { 77 }
	};

	assert_string_equal(refresh->asked_by, "ana");
	w->refreshes++;
	w->last_olt = refresh->olt.v;
	w->last_position = refresh->position;
	refresh->begun(refresh->ctx, &result);
	return RC_OK;
}

static enum rc
ops_try(void *ctx, const struct engine_try *what)
{
	static const struct tried EMPTY = {
		.end = TRIED_EMPTY, .message = "", .unit = ""
	};
	struct ops *w = ctx;

	w->tries++;
	w->last_olt = what->olt.v;
	(void)snprintf(w->tried_oid, sizeof(w->tried_oid), "%s", what->oid->oid);
	(void)snprintf(
	    w->tried_purpose, sizeof(w->tried_purpose), "%s", what->oid->purpose);
	what->done(what->ctx, w->tried ? w->tried : &EMPTY);
	return RC_OK;
}

static enum rc
ops_sync(void *ctx, const struct engine_sync *sync)
{
	struct ops *w = ctx;

	w->syncs++;
	sync->done(sync->ctx, w->sync_rc);
	return RC_OK;
}

static const struct snapshot *
ops_snapshot(void *ctx)
{
	struct ops *w = ctx;

	w->looks += w->snapshot != NULL;
	return w->snapshot;
}

static void
ops_release(void *ctx, const struct snapshot *snapshot)
{
	struct ops *w = ctx;

	assert_ptr_equal(snapshot, w->snapshot);
	w->looks--;
}

static void
load_catalogue(struct lab *l)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	struct catalogue_result result;

	check_rc(builtin_catalogue(l->profiles, arena, &catalogue, NULL), RC_OK);
	check_rc(store_catalogue_load(l->db, &catalogue, 1, &result, NULL), RC_OK);
}

void
lab_open(struct lab *l, void **state)
{
	struct writer_options writing = WRITER_OPTIONS;
	struct service_options options = { .readers = 2,
		.ops = { ops_put, ops_drop, ops_revive, ops_run, ops_interrupt, ops_test,
		    ops_refresh, ops_try, ops_sync, ops_snapshot, ops_release, &l->ops },
		.allowed = &l->allowed,
		.rules = { .health = { .suspend_after = 5,
			       .back_after = 4,
			       .probe_ms = 90000 },
		    .n_intervals = 1,
		    .intervals = { { "states", 60000 } } },
		.version = "test",
		.url = "https://facho.example" };
	struct db *writes = NULL;
	char path[128];
	struct err err = { 0 };

	l->b = backend_of(state);
	l->db = l->b->db;
	(void)snprintf(path, sizeof(path), "%s/key", l->b->folder);
	check_rc(store_key_open(l->db, path, 1, &l->vault, NULL), RC_OK);
	check_rc(profile_set_load_builtin(&l->profiles, NULL), RC_OK);
	l->ops.profiles = l->profiles;
	load_catalogue(l);
	check_rc(db_open(l->b->where, DB_WRITE, &writes, &err), RC_OK);
	check_rc(writer_start(writes, &writing, &l->writer, &err), RC_OK);
	options.database = l->b->where;
	options.writer = l->writer;
	options.vault = l->vault;
	options.profiles = l->profiles;
	options.program = l->program;
	check_rc(service_new(&options, &l->service, &err), RC_OK);
}

void
lab_close(struct lab *l)
{
	service_answer_fini(&l->answer);
	service_free(l->service);
	check_rc(writer_stop(l->writer, 1000), RC_OK);
	writer_free(l->writer);
	profile_set_free(l->profiles);
	vault_close(l->vault);
}

enum rc
ask_json(struct lab *l, enum role role, const char *operation, json_t *args)
{
	struct caller who = {
		.name = "ana", .role = role, .address = l->address ? l->address : "local"
	};

	service_answer_fini(&l->answer);
	service_call(l->service, &who, operation, args, &l->answer);
	assert_true((l->answer.rc == RC_OK) == (l->answer.result != NULL));
	assert_true((l->answer.rc == RC_OK) == (l->answer.message[0] == '\0'));
	return l->answer.rc;
}

enum rc
ask_as(struct lab *l, enum role role, const char *operation, const char *args)
{
	char text[2048];
	json_t *given;
	enum rc rc;

	(void)snprintf(text, sizeof(text), "%s", args);
	for (char *p = text; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	given = json_loads(text, 0, NULL);
	assert_non_null(given);
	rc = ask_json(l, role, operation, given);
	json_decref(given);
	return rc;
}

json_t *
ask(struct lab *l, const char *operation, const char *args)
{
	if (ask_as(l, ROLE_ADMIN, operation, args) != RC_OK)
		fail_msg("%s %s: %s", operation, args, l->answer.message);
	return l->answer.result;
}

enum rc
refused(struct lab *l, const char *operation, const char *args)
{
	return ask_as(l, ROLE_ADMIN, operation, args);
}

const char *
said(const struct lab *l, const char *field)
{
	const char *text = json_string_value(json_object_get(l->answer.fields, field));

	return text ? text : "";
}

int64_t
int_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	assert_true(json_is_integer(value));
	return json_integer_value(value);
}

const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static enum rc
take_line(void *ctx, const struct audit *audit)
{
	struct line *line = ctx;

	if (line->n++ > 0)
		return RC_OK;
	(void)snprintf(line->action, sizeof(line->action), "%s", audit->action);
	(void)snprintf(line->who, sizeof(line->who), "%s", audit->user_name);
	(void)snprintf(
	    line->after, sizeof(line->after), "%s", audit->after ? audit->after : "");
	line->has_before = audit->before != NULL;
	return RC_OK;
}

const json_t *
row_of(const json_t *page, const char *field, const char *text)
{
	const json_t *rows = json_object_get(page, "results");
	size_t i;
	json_t *row;

	json_array_foreach(rows, i, row)
	{
		if (strcmp(text_of(row, field), text) == 0)
			return row;
	}
	fail_msg("no row has the %s %s", field, text);
	return NULL;
}

struct line
audited(struct lab *l, const char *entity)
{
	struct audit_about about = { entity, 0, 100 };
	struct line line = { 0 };

	check_rc(store_audit_list(l->db, &about, take_line, &line, NULL), RC_OK);
	return line;
}
