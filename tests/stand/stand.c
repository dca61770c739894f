/* SPDX-License-Identifier: Apache-2.0
 *
 * The API over a service whose engine is made of cardboard, for tests of HTTP itself:
 *
 *	stand FOLDER [name=value...]
 *
 * names: listen, cert, key, proxies, body, header, connections, per_client, rate, patience.
 * The tokens are "viewer", "operator" and "admin"; "busy" cannot be told. Says where it
 * listens in a line of JSON; "reload" on standard input reads the certificate again; its end
 * ends the program, whose last line says whether everything went well.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/server.h"
#include "base/arena.h"
#include "base/log.h"
#include "daemon/builtin.h"
#include "service/service.h"
#include "store/catalogue.h"
#include "store/db/db.h"
#include "store/key.h"
#include "store/migrate.h"
#include "store/site.h"
#include "store/vault.h"
#include "store/writer.h"
#include "vendor/profile.h"

struct stand {
	char where[512];
	struct db *db;
	struct vault *vault;
	struct writer *writer;
	struct profile_set *profiles;
	struct service *service;
	struct api *api;
};

static void
must(enum rc rc, const struct err *err)
{
	if (rc == RC_OK)
		return;
	(void)fprintf(stderr, "stand: %s\n", *err->msg ? err->msg : rc_name(rc));
	exit(1);
}

/* ---- an engine of cardboard --------------------------------------------------------------- */

static enum rc
world_put(void *ctx, struct site_olt *olt)
{
	(void)ctx;
	site_olt_free(olt);
	return RC_OK;
}

static enum rc
world_olt(void *ctx, struct olt_id olt)
{
	(void)ctx;
	(void)olt;
	return RC_OK;
}

/* The node 9999 is one that the engine cannot take. */
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

/* Execution 503 cannot be told now. */
static enum rc
world_interrupt(void *ctx, struct execution_id execution, const char *by)
{
	(void)ctx;
	(void)by;
	return execution.v == 503 ? RC_BUSY : RC_OK;
}

static void *
answer_late(void *arg)
{
	struct engine_test *test = arg;
	struct detection d = { .rc = RC_TIMEOUT, .message = "no answer", .uptime_s = -1 };
	struct timespec nap = { 2, 0 };

	(void)nanosleep(&nap, NULL);
	test->done(test->ctx, &d, NULL);
	free(test);
	return NULL;
}

/* A device at 192.0.2.99 is silent for two seconds; others answer at once. */
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

static const struct snapshot *
world_snapshot(void *ctx)
{
	(void)ctx;
	return NULL;
}

static void
world_release(void *ctx, const struct snapshot *snapshot)
{
	(void)ctx;
	(void)snapshot;
}

/* ---- people ----------------------------------------------------------------------------------- */

static enum rc
identify(void *ctx, const struct api_credentials *c, struct api_identity *ret_identity,
    struct err *err)
{
	const char *token;

	(void)ctx;
	if (!c->authorization)
		return RC_NOT_FOUND;
	token = strncmp(c->authorization, "Token ", 6) == 0 ? c->authorization + 6 : "";
	if (strcmp(token, "busy") == 0)
		return err_set(err, RC_BUSY, "not now");
	if (!role_from_name(token, &ret_identity->role))
		return err_set(err, RC_REFUSED, "this token is not good");
	ret_identity->user.v = 1 + (int64_t)ret_identity->role;
	(void)snprintf(
	    ret_identity->name, sizeof(ret_identity->name), "%s@%s", token, c->address);
	return RC_OK;
}

/* ---- life ------------------------------------------------------------------------------------- */

static void
load_catalogue(struct stand *s, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	struct catalogue_result result;

	must(builtin_catalogue(s->profiles, arena, &catalogue, err), err);
	must(store_catalogue_load(s->db, &catalogue, 1, &result, err), err);
}

static void
start_service(struct stand *s, const char *folder)
{
	struct writer_options writing = WRITER_OPTIONS;
	struct service_interval states = { "states", 60000 };
	struct service_options options = { .readers = 4,
		.database = s->where,
		.world = { .put_olt = world_put,
		    .drop_olt = world_olt,
		    .revive_olt = world_olt,
		    .run = world_run,
		    .interrupt = world_interrupt,
		    .test = world_test,
		    .snapshot = world_snapshot,
		    .release = world_release },
		.n_intervals = 1,
		.intervals = &states,
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
say_addresses(const struct stand *s)
{
	json_t *all = json_array();
	const char *address;
	char *text;

	for (size_t i = 0; (address = api_address(s->api, i)); i++)
		(void)json_array_append_new(all, json_string(address));
	text = json_dumps(all, JSON_COMPACT);
	(void)printf("{\"addresses\":%s}\n", text);
	(void)fflush(stdout);
	free(text);
	json_decref(all);
}

static void
obey(struct stand *s)
{
	struct err err = { 0 };
	char line[64];

	while (fgets(line, sizeof(line), stdin)) {
		if (strcmp(line, "reload\n") != 0)
			continue;
		if (api_reload(s->api, &err) == RC_OK)
			(void)puts("reloaded");
		else
			(void)printf("not reloaded: %s\n", err.msg);
		(void)fflush(stdout);
	}
}

int
main(int argc, char **argv)
{
	struct stand s = { 0 };
	struct api_options options = { .listen = "127.0.0.1:0",
		.access = { identify, NULL },
		.limits = API_LIMITS,
		.version = "stand" };
	struct err err = { 0 };

	if (argc < 2)
		return 2;
	log_set_level(LOG_LEVEL_WARN);
	options.limits.rate = 0;
	for (int i = 2; i < argc; i++) {
		char *equals = strchr(argv[i], '=');

		if (!equals)
			return 2;
		*equals = '\0';
		take_option(&options, argv[i], equals + 1);
	}
	start_service(&s, argv[1]);
	options.service = s.service;
	must(api_start(&options, &s.api, &err), &err);
	say_addresses(&s);
	obey(&s);
	service_close(s.service);
	api_stop(s.api, 5000);
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
