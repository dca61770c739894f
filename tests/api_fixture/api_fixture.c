/* SPDX-License-Identifier: Apache-2.0
 *
 * The API with a service and a simulated engine, for tests of HTTP:
 *
 *	api_fixture FOLDER [name=value...]
 *
 * names: listen, cert, key, proxies, body, header, connections, per_client, rate,
 * patience; web=0: without the web admin. The users are viewer, operator and admin, with
 * the password "correct horse" and a token each. It prints its address and the tokens as
 * a line of JSON. Standard input accepts "reload" (the certificate), "seed" (rows that
 * only an engine would make, for OLT 1), "answer" (the device at 192.0.2.99, which does
 * not answer until then; "asked" reports that a test of it has started) and "close" (as
 * when the program ends). The end of the input ends the program, whose last line reports
 * success.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/server.h"
#include "api/web.h"
#include "base/arena.h"
#include "base/log.h"
#include "daemon/builtin_int.h"
#include "service/service.h"
#include "store/access/access.h"
#include "store/catalogue/catalogue.h"
#include "store/db/db.h"
#include "store/secret/key.h"
#include "store/upkeep/migrate.h"
#include "store/load/load.h"
#include "store/access/user.h"
#include "store/secret/vault.h"
#include "store/core/writer.h"
#include "vendor/profile.h"

extern const struct web_bundle FIXTURE_WEB; /* web/, packed */

struct api_fixture {
	char where[512];
	struct db *db;
	struct vault *vault;
	struct writer *writer;
	struct profile_set *profiles;
	struct service *service;
	struct api *api;
	char tokens[ROLES][TOKEN_TEXT_MAX];
};

static void
must(enum rc rc, const struct err *err)
{
	if (rc == RC_OK)
		return;
	(void)fprintf(stderr, "api_fixture: %s\n", *err->msg ? err->msg : rc_name(rc));
	exit(1);
}

/* ---- a simulated engine ----------------------------------------------------- */

static enum rc
world_put(void *ctx, struct loaded_olt *olt)
{
	(void)ctx;
	loaded_olt_free(olt);
	return RC_OK;
}

static enum rc
world_olt(void *ctx, struct olt_id olt)
{
	(void)ctx;
	(void)olt;
	return RC_OK;
}

static enum rc
world_run(void *ctx, struct node_id node, bool alone, const char *asked_by,
    struct execution_id *ret_execution)
{
	(void)ctx;
	(void)alone;
	(void)asked_by;
	ret_execution->v = 1000 + node.v;
	return RC_OK;
}

/* Execution 503 is busy. */
static enum rc
world_interrupt(void *ctx, struct execution_id execution, const char *by)
{
	(void)ctx;
	(void)by;
	return execution.v == 503 ? RC_BUSY : RC_OK;
}

/* The silent device does not answer until standard input has "answer". */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t over;
	bool is_over;
} silence = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false };

static void
end_silence(void)
{
	pthread_mutex_lock(&silence.lock);
	silence.is_over = true;
	pthread_cond_broadcast(&silence.over);
	pthread_mutex_unlock(&silence.lock);
	(void)puts("answers");
}

static void *
answer_late(void *arg)
{
	struct engine_test *test = arg;
	struct detection d = { .rc = RC_TIMEOUT, .message = "no answer", .uptime_s = -1 };

	pthread_mutex_lock(&silence.lock);
	(void)puts("asked");
	(void)fflush(stdout);
	while (!silence.is_over)
		(void)pthread_cond_wait(&silence.over, &silence.lock);
	pthread_mutex_unlock(&silence.lock);
	test->done(test->ctx, &d, NULL);
	free(test);
	return NULL;
}

/* The device at 192.0.2.99 is silent; others answer at once. */
static enum rc
world_test(void *ctx, const struct engine_test *test)
{
	struct detection d = { .rc = RC_NOT_FOUND,
		.message = "it answers, and nobody knows it",
		.sys_descr = "a device",
		.uptime_s = 5 };
	struct engine_test *copy;
	pthread_t thread;

	(void)ctx;
	if (strcmp(test->target.host, "192.0.2.99") != 0) {
		test->done(test->ctx, &d, NULL);
		return RC_OK;
	}
	copy = malloc(sizeof(*copy));
	if (!copy)
		return RC_NOMEM;
	*copy = *test;
	if (pthread_create(&thread, NULL, answer_late, copy) != 0) {
		free(copy);
		return RC_BUSY;
	}
	(void)pthread_detach(thread);
	return RC_OK;
}

/* It is read by an existing execution. */
static enum rc
world_refresh(void *ctx, const struct engine_refresh *refresh)
{
	(void)ctx;
	refresh->begun(
	    refresh->ctx, &(struct refreshed){ .rc = RC_OK, .execution = { 1 } });
	return RC_OK;
}

/* One value of the OLT. */
static enum rc
world_try(void *ctx, const struct engine_try *what)
{
	static const struct tried_row ROW = { .raw = { .type = SNMP_INTEGER, .i = 42 },
		.problem = "",
		.value = { .kind = VALUE_INT, .i = 42 },
		.place = "" };
	struct tried tried = { .message = "", .unit = "", .n_rows = 1, .rows = &ROW };

	(void)ctx;
	what->done(what->ctx, &tried);
	return RC_OK;
}

static enum rc
world_sync(void *ctx, const struct engine_sync *sync)
{
	(void)ctx;
	sync->done(sync->ctx, RC_OK);
	return RC_OK;
}

static const struct snapshot *
world_snapshot(void *ctx)
{
	static const struct coordinator_poller POLLER = {
		.number = 1, .is_busy = false, .since_ms = 1
	};
	/* In 2100: an engine whose snapshot is old counts as blocked. */
	static const struct snapshot SNAPSHOT = { .at_ms = INT64_C(4102444800000),
		.started_ms = 1,
		.figures = { .total = 1 },
		.n_pollers = 1,
		.pollers = &POLLER };

	(void)ctx;
	return &SNAPSHOT;
}

static void
world_release(void *ctx, const struct snapshot *snapshot)
{
	(void)ctx;
	(void)snapshot;
}

/* ---- users ------------------------------------------------------------------ */

static const char *const NAMES[] = { "viewer", "operator", "admin" };

static void
add_person(struct api_fixture *s, enum role role, const char *hash)
{
	struct user user = { .name = NAMES[role], .role = role, .enabled = true };
	struct token token = { .name = "test", .role = role, .created_ms = 1 };
	struct err err = { 0 };

	must(store_user_put(s->db, &user, hash, 1, &err), &err);
	token.user = user.id;
	must(store_token_add(s->db, &token, s->tokens[role], &err), &err);
}

static void
add_people(struct api_fixture *s)
{
	char hash[PASSWORD_HASH_MAX];
	struct secret password = { 0 };
	struct err err = { 0 };

	must(secret_set(&password, "correct horse"), &err);
	must(password_hash(&password, hash, &err), &err);
	for (int role = 0; role < ROLES; role++)
		add_person(s, (enum role)role, hash);
}

/* What an engine would have found on OLT 1. */
static void
seed(struct api_fixture *s)
{
	static const char sql[] =
	    "INSERT INTO onus (id, olt_id, place, serial, description, run_state, "
	    "is_present,"
	    " missed, first_seen_ms, last_seen_ms) VALUES"
	    " (1, 1, '0/1:1', 'HWTC00000001', '=1+1', 'online', 1, 0, 1000, 2000),"
	    " (2, 1, '0/1:2', 'HWTC00000002', 'a \"quoted\", one', 'offline', 1, 0, 1, "
	    "2);"
	    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm) VALUES (1, -20.5);"
	    "INSERT INTO onu_events (id, onu_id, olt_id, kind, at_ms) VALUES"
	    " (1, 1, 1, 'state', 1000);"
	    "INSERT INTO onu_positions (id, onu_id, olt_id, place, since_ms) VALUES"
	    " (1, 1, 1, '0/1:1', 1000);"
	    "INSERT INTO executions (id, olt_id, type, state, queued_ms, started_ms,"
	    " finished_ms) VALUES (1, 1, 'get', 'SUCCESS', 1000, 1100, 1200);"
	    "INSERT INTO attempts (execution_id, number, started_ms, finished_ms) VALUES"
	    " (1, 1, 1100, 1200);"
	    "INSERT INTO pon_ports (id, olt_id, place, first_seen_ms, updated_ms) VALUES"
	    " (1, 1, '0/1', 1, 1);"
	    "INSERT INTO violations (id, olt_id, task_type, period_start_ms, "
	    "period_end_ms,"
	    " severity, report, created_ms) VALUES (1, 1, 'get', 0, 3600000, 'HIGH', "
	    "'{}', 1),"
	    " (2, 1, 'walk', 0, 3600000, 'LOW', '{}', 1);"
	    "INSERT INTO incidents (id, kind, state, root_kind, olt_id, place, cause, "
	    "cause_class, since_ms, since_from_ms, detected_ms, closed_ms, updated_ms) "
	    "VALUES (1, 'outage', 'open', 'port', 1, '0/1', 'feeder', 'fibre', 1, 1, 1, "
	    "NULL, 1), (2, 'outage', 'closed', 'port', 1, '0/1', 'feeder', 'fibre', 1, "
	    "1, "
	    "1, 2, 2);"
	    "INSERT INTO plans (id, olt_id, period_start_ms, period_end_ms, runs, "
	    "created_ms,"
	    " updated_ms) VALUES (1, 1, 0, 3600000, '[]', 1, 1);"
	    "INSERT INTO quota_trackers (id, olt_id, task_type, period_start_ms,"
	    " period_end_ms, created_ms, updated_ms) VALUES (1, 1, 'get', 0, 3600000, 1, "
	    "1);"
	    "INSERT INTO coordinator_logs (id, olt_id, event_type, level, message, "
	    "at_ms) "
	    "VALUES"
	    " (1, 1, 'test', 'INFO', 'seeded', 1);"
	    "INSERT INTO poller_stats VALUES (60000, '', 4, 1, 25.0, 0, 0, 5, 0, 1, 2);"
	    "INSERT INTO chassis_health (olt_id, cpu_percent, updated_ms) VALUES (1, "
	    "5.5, 1);"
	    "INSERT INTO olt_columns VALUES (1, '1.3.6', 'answers', 1);"
	    "INSERT INTO olt_values (id, olt_id, name, idx, idx_order, place, oid, unit, "
	    "kind, real_value, text_value, first_seen_ms, at_ms, execution_id) VALUES"
	    " (1, 1, 'temperature', '1.10', '11210', '0/1', '1.3.6.1.4.1.9', 'C', 'real',"
	    " 41.5, NULL, 1, 1000, 1),"
	    " (2, 1, 'contact', '0', '10', '', '1.3.6.1.2.1.1.4.0', '', 'text', NULL,"
	    " '=HYPERLINK(1)', 1, 1000, 1)";
	struct err err = { 0 };

	must(db_script(s->db, sql, &err), &err);
	(void)puts("seeded");
}

/* ---- start and end ---------------------------------------------------------- */

static void
load_catalogue(struct api_fixture *s, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	struct catalogue_result result;

	must(builtin_catalogue(s->profiles, arena, &catalogue, err), err);
	must(store_catalogue_load(s->db, &catalogue, 1, &result, err), err);
}

static void
start_service(struct api_fixture *s, const char *folder)
{
	struct writer_options writing = WRITER_OPTIONS;
	struct service_options options = { .readers = 4,
		.database = s->where,
		.ops = { .put_olt = world_put,
		    .drop_olt = world_olt,
		    .revive_olt = world_olt,
		    .run = world_run,
		    .interrupt = world_interrupt,
		    .test = world_test,
		    .refresh = world_refresh,
		    .try_oid = world_try,
		    .sync = world_sync,
		    .snapshot = world_snapshot,
		    .release = world_release },
		.rules = { .health = HEALTH_RULES,
		    .n_intervals = 1,
		    .intervals = { { "states", 60000 } } },
		.version = "stand" };
	struct db *writes = NULL;
	struct err err = { 0 };
	char path[256];

	(void)snprintf(s->where, sizeof(s->where), "sqlite:%s/facho.db", folder);
	(void)snprintf(path, sizeof(path), "%s/key", folder);
	must(db_open(s->where, DB_CREATE, &s->db, &err), &err);
	must(store_migrate(s->db, 1, NULL, &err), &err);
	must(store_key_open(s->db, path, 1, &s->vault, &err), &err);
	must(profile_set_load_builtin(&s->profiles, &err), &err);
	load_catalogue(s, &err);
	add_people(s);
	must(db_open(s->where, DB_WRITE, &writes, &err), &err);
	must(writer_start(writes, &writing, &s->writer, &err), &err);
	options.writer = s->writer;
	options.vault = s->vault;
	options.profiles = s->profiles;
	must(service_new(&options, &s->service, &err), &err);
}

static void
take_option(struct api_options *o, const char *name, const char *value)
{
	struct {
		const char *name;
		const char **text;
	} texts[] = { { "listen", &o->listen }, { "cert", &o->tls_cert },
		{ "key", &o->tls_key }, { "proxies", &o->proxies } };
	long n = strtol(value, NULL, 10);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (strcmp(texts[i].name, name) == 0)
			*texts[i].text = value;
	}
	if (strcmp(name, "web") == 0 && n == 0)
		o->web = NULL;
	if (strcmp(name, "body") == 0)
		o->limits.body_bytes = (size_t)n;
	else if (strcmp(name, "header") == 0)
		o->limits.header_bytes = (size_t)n;
	else if (strcmp(name, "connections") == 0)
		o->limits.connections = (int)n;
	else if (strcmp(name, "per_client") == 0)
		o->limits.connections_per_client = (int)n;
	else if (strcmp(name, "rate") == 0)
		o->limits.rate = (int)n;
	else if (strcmp(name, "patience") == 0)
		o->limits.patience_ms = n;
}

static void
say_addresses(const struct api_fixture *s)
{
	json_t *all = json_array(), *tokens = json_object(), *line;
	const char *address;
	char *text;

	for (size_t i = 0; (address = api_address(s->api, i)); i++)
		(void)json_array_append_new(all, json_string(address));
	for (int role = 0; role < ROLES; role++)
		(void)json_object_set_new(
		    tokens, NAMES[role], json_string(s->tokens[role]));
	line = json_pack("{s:o, s:o}", "addresses", all, "tokens", tokens);
	text = json_dumps(line, JSON_COMPACT);
	(void)puts(text);
	(void)fflush(stdout);
	free(text);
	json_decref(line);
}

static void
close_it(struct api_fixture *s)
{
	api_close(s->api);
	(void)puts("closed");
}

static void
obey(struct api_fixture *s)
{
	struct err err = { 0 };
	char line[64];

	while (fgets(line, sizeof(line), stdin)) {
		if (strcmp(line, "seed\n") == 0)
			seed(s);
		else if (strcmp(line, "close\n") == 0)
			close_it(s);
		else if (strcmp(line, "answer\n") == 0)
			end_silence();
		else if (api_reload(s->api, &err) == RC_OK)
			(void)puts("reloaded");
		else
			(void)printf("not reloaded: %s\n", err.msg);
		(void)fflush(stdout);
	}
}

int
main(int argc, char **argv)
{
	struct api_fixture s = { 0 };
	struct api_options options = {
		.listen = "127.0.0.1:0", .limits = API_LIMITS, .version = "stand"
	};
	struct err err = { 0 };

	if (argc < 2)
		return 2;
	log_set_level(LOG_LEVEL_WARN);
	options.limits.rate = 0;
	options.web = &FIXTURE_WEB;
	for (int i = 2; i < argc; i++) {
		char *equals = strchr(argv[i], '=');

		if (!equals)
			return 2;
		*equals = '\0';
		take_option(&options, argv[i], equals + 1);
	}
	start_service(&s, argv[1]);
	options.service = s.service;
	options.access = api_access_of(s.service);
	must(api_start(&options, &s.api, &err), &err);
	say_addresses(&s);
	obey(&s);
	service_close(s.service);
	api_stop(s.api, 5000);
	if (api_figures(s.api).exchanges != 0)
		(void)printf("%llu requests were never freed\n",
		    (unsigned long long)api_figures(s.api).exchanges);
	api_free(s.api);
	service_free(s.service);
	must(writer_stop(s.writer, 5000), &err);
	writer_free(s.writer);
	profile_set_free(s.profiles);
	vault_close(s.vault);
	db_close(s.db);
	(void)puts("ended well");
	return 0;
}
