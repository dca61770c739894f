/* SPDX-License-Identifier: Apache-2.0 */
#include "plant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/builtin_int.h"
#include "lab.h"
#include "store/catalogue/catalogue.h"
#include "store/work/job.h"
#include "store/upkeep/migrate.h"
#include "store/olt/olt.h"
#include "store/history/samples.h"
#include "store/load/load.h"
#include "store/secret/vault.h"
#include "watcher/watcher.h"

enum { OIDS_MAX = 64, FAR_MS = 24 * 3600 * 1000, WAIT_MS = 60000, STOP_MS = 5000 };

/* ---- the database -------------------------------------------------------------- */

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

static void
load_catalogue(struct plant *p)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	struct catalogue_result result;
	struct err err = { 0 };

	must(profile_set_load_builtin(&p->profiles, &err), &err);
	must(builtin_catalogue(p->profiles, arena, &catalogue, &err), &err);
	must(store_catalogue_load(p->db, &catalogue, clock_wall_ms(), &result, &err),
	    &err);
}

void
plant_open(struct plant *p, const char *where, const char *folder)
{
	static const struct coordinator_rules RULES = COORDINATOR_RULES;
	static const struct writer_options WRITING = WRITER_OPTIONS;
	char key[256];
	struct err err = { 0 };

	(void)snprintf(p->where, sizeof(p->where), "%s", where);
	(void)snprintf(key, sizeof(key), "%s/key", folder);
	must(db_open(where, DB_CREATE, &p->db, &err), &err);
	must(store_migrate(p->db, clock_wall_ms(), NULL, &err), &err);
	must(vault_create(key, &err), &err);
	must(vault_open(key, &p->vault, &err), &err);
	load_catalogue(p);
	p->rules = RULES;
	p->writing = WRITING;
	p->limits = snmpc_limits_default();
}

void
plant_close(struct plant *p)
{
	plant_stop(p);
	profile_set_free(p->profiles);
	vault_close(p->vault);
	db_close(p->db);
	memset(p, 0, sizeof(*p));
}

void
plant_do(struct plant *p, const char *sql)
{
	struct err err = { 0 };

	must(db_script(p->db, sql, &err), &err);
}

void
plant_begin(struct plant *p)
{
	struct err err = { 0 };

	must(db_begin(p->db, &err), &err);
}

void
plant_commit(struct plant *p)
{
	struct err err = { 0 };

	must(db_commit(p->db, &err), &err);
}

static struct db_stmt *
ask(struct plant *p, const char *sql)
{
	struct db_stmt *q = NULL;
	struct err err = { 0 };

	if (db_prepare(p->db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		lab_die("%s: %s", sql, err.msg);
	return q;
}

int64_t
plant_number(struct plant *p, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = ask(p, sql);

	return db_is_null(q, 0) ? -1 : db_int(q, 0);
}

const char *
plant_text(struct plant *p, const char *sql)
{
	static char text[512];
	struct db_stmt *q OWNED(db_done) = ask(p, sql);

	(void)snprintf(text, sizeof(text), "%s", db_is_null(q, 0) ? "" : db_text(q, 0));
	return text;
}

struct olt_id
plant_olt(struct plant *p, const char *name, uint16_t port, const char *profile)
{
	struct olt olt = { .name = name,
		.address = "127.0.0.1",
		.port = port,
		.profile = profile ? profile : "",
		.version = OLT_SNMP_2C,
		.enabled = true,
		.overrides = OLT_OVERRIDES_NONE };
	struct olt_secrets secrets = { 0 };
	struct olt_put how = { p->vault, &secrets, clock_wall_ms() };
	struct err err = { 0 };

	if (secret_set(&secrets.community, "public") != RC_OK)
		lab_die("no community");
	must(store_olt_put(p->db, &olt, &how, &err), &err);
	return olt.id;
}

/* "onu/serial" of a profile. */
static int64_t
oid_of(struct plant *p, const char *profile, const char *column)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT id FROM oids WHERE profile = '%s' AND table_name || '/' || name = "
	    "'%s'",
	    profile, column);
	return plant_number(p, sql);
}

struct job_id
plant_job(struct plant *p, const struct plant_job *j)
{
	int64_t oids[OIDS_MAX];
	struct job job = { .name = j->name,
		.type = j->type,
		.interval_ms = j->interval_ms,
		.priority = j->type == TASK_DISCOVERY ? 90 : 40,
		.max_retries = j->retries,
		.retry_delay_ms = j->retry_delay_ms ? j->retry_delay_ms : 120000,
		.lane = j->type == TASK_DISCOVERY ? "discovery" : "polling",
		.enabled = true,
		.oids = oids };
	char *text = strdup(j->columns);
	struct err err = { 0 };
	char *at = text;

	if (!text)
		lab_die("out of memory");
	for (const char *name; (name = strsep(&at, ",")) && job.n_oids < OIDS_MAX;)
		oids[job.n_oids++] = oid_of(p, j->profile, name);
	must(store_job_put(p->db, &job, clock_wall_ms(), &err), &err);
	free(text);
	return job.id;
}

struct node_id
plant_node(struct plant *p, struct olt_id olt, struct job_id job)
{
	int64_t now_ms = clock_wall_ms();
	struct node_apply apply = { job, olt, now_ms + FAR_MS, now_ms };
	struct node_id node;
	struct err err = { 0 };

	must(store_node_apply(p->db, &apply, &node, &err), &err);
	return node;
}

/* ---- running -------------------------------------------------------------------- */

static void
on_commit(void *ctx)
{
	struct plant *p = ctx;

	samples_keep(p->samples);
	watcher_wake(p->watcher);
}

static void
on_rollback(void *ctx)
{
	struct plant *p = ctx;

	samples_drop(p->samples);
}

static void
start_writer(struct plant *p)
{
	struct writer_options o = p->writing;
	struct db *db;
	struct err err = { 0 };

	p->samples = samples_new();
	if (!p->samples)
		lab_die("out of memory");
	o.on_commit = on_commit;
	o.on_rollback = on_rollback;
	o.ctx = p;
	must(db_open(p->where, DB_WRITE, &db, &err), &err);
	must(writer_start(db, &o, &p->writer, &err), &err);
}

static void
start_keeper(struct plant *p)
{
	struct upkeep_options o = UPKEEP_OPTIONS;
	struct db *db;
	struct err err = { 0 };

	o.engine = p->engine;
	o.writer = p->writer;
	o.samples = p->samples;
	o.vault = p->vault;
	if (p->check_ms)
		o.check_ms = p->check_ms;
	if (p->upkeep_ms)
		o.upkeep_ms = p->upkeep_ms;
	must(db_open(p->where, DB_READ, &db, &err), &err);
	must(upkeep_start(db, &o, &p->upkeep, &err), &err);
}

static enum rc
ask_look(void *ctx, const struct engine_look *look)
{
	struct plant *p = ctx;

	return engine_look(p->engine, look);
}

static void
look_around(void *ctx, struct watcher_around *ret)
{
	(void)ctx;
	memset(ret, 0, sizeof(*ret));
}

static void
start_watcher(struct plant *p)
{
	struct watcher_options o = { .database = p->where,
		.writer = p->writer,
		.machine = "plant",
		.rules = watch_rules(),
		.telling = { "", "es", "" },
		.ops = { ask_look, look_around, p } };
	struct watcher *watcher;
	struct err err = { 0 };

	must(watcher_start(&o, &watcher, &err), &err);
	p->watcher = watcher;
}

void
plant_start(struct plant *p)
{
	struct upkeep_beginning beginning;
	struct engine_options o = { .profiles = p->profiles,
		.least = ENTRY_INFO,
		.limits = p->limits,
		.rules = p->rules,
		.discovery = DISCOVERY_RULES };
	struct err err = { 0 };

	must(upkeep_recover(p->db, clock_wall_ms(), &beginning, &err), &err);
	start_writer(p);
	o.writer = p->writer;
	o.samples = p->samples;
	o.first_execution = beginning.first_execution;
	o.first_token = beginning.first_token;
	must(engine_start(&o, &p->engine, &err), &err);
	p->last_event = 0;
	must(upkeep_load_all(p->engine, p->db, p->vault, clock_wall_ms(), &err), &err);
	if (p->has_watcher)
		start_watcher(p);
	if (p->has_keeper)
		start_keeper(p);
}

void
plant_stop(struct plant *p)
{
	if (!p->engine)
		return;
	upkeep_free(p->upkeep);
	p->upkeep = NULL;
	if (p->watcher)
		watcher_stop(
		    p->watcher); /* writes what it has; looks end with the engine */
	engine_stop(p->engine, STOP_MS);
	engine_free(p->engine);
	p->engine = NULL;
	if (writer_stop(p->writer, STOP_MS) != RC_OK)
		lab_die("the writer could not write everything");
	writer_free(p->writer);
	watcher_free(p->watcher);
	p->watcher = NULL;
	samples_free(p->samples);
}

static enum rc
put_olt(void *ctx, struct loaded_olt *olt)
{
	struct plant *p = ctx;
	enum rc rc = engine_put_olt(p->engine, olt, false);

	if (rc != RC_OK)
		loaded_olt_free(olt);
	return rc;
}

void
plant_reload(struct plant *p, struct olt_id olt)
{
	struct load_query one = { .olt = olt };
	struct err err = { 0 };

	must(store_load_olts(p->db, p->vault, &one, put_olt, p, &err), &err);
}

static bool
is_it(const struct plant_wait *wait, const struct coordinator_event *e)
{
	return e->kind == wait->kind &&
	    (!wait->execution.v || e->execution.v == wait->execution.v) &&
	    (!wait->olt.v || e->olt.v == wait->olt.v);
}

struct engine_event
plant_wait(struct plant *p, const struct plant_wait *wait)
{
	int64_t until_ms = clock_mono_ms() + WAIT_MS;
	struct engine_event event;

	while (clock_mono_ms() < until_ms) {
		size_t n = 0;
		enum rc rc =
		    engine_listen(p->engine, &p->last_event, &event, 1, &n, 1000);

		if (rc == RC_CANCELLED)
			lab_die("the engine has ended");
		event.event.message = event.text;
		if (rc == RC_OK && n == 1 && is_it(wait, &event.event))
			return event;
	}
	lab_die("no event \"%s\" within a minute", coordinator_event_name(wait->kind));
}

struct execution_id
plant_ask(struct plant *p, struct node_id node)
{
	struct execution_id id;
	enum rc rc = engine_run(p->engine, node, true, "test", &id);

	if (rc != RC_OK)
		lab_die("the engine takes no run: %s", rc_name(rc));
	return id;
}

struct execution_id
plant_run(struct plant *p, struct node_id node)
{
	struct plant_wait wait = { .kind = COORDINATOR_ENDED };

	wait.execution = plant_ask(p, node);
	(void)plant_wait(p, &wait);
	return wait.execution;
}

void
plant_restart_due(struct plant *p, struct node_id node, int64_t next_run_ms)
{
	char sql[128];

	plant_stop(p);
	(void)snprintf(sql, sizeof(sql),
	    "UPDATE nodes SET next_run_ms = %lld WHERE id = %lld", (long long)next_run_ms,
	    (long long)node.v);
	plant_do(p, sql);
	plant_start(p);
}

void
plant_settle(struct plant *p, int64_t n)
{
	static const char sql[] =
	    "SELECT COUNT(*) FROM executions WHERE finished_ms IS NOT NULL";
	int64_t until_ms = clock_mono_ms() + WAIT_MS;

	while (plant_number(p, sql) < n) {
		if (clock_mono_ms() > until_ms)
			lab_die("not all executions have ended within a minute");
		(void)usleep(20000);
	}
}
