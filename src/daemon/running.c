/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of start: the database is upgraded before anything uses it; executions that
 * the last program left open are closed before the engine starts; the engine has every
 * OLT before users can request one. Parts stop in reverse order, and the writer last,
 * because it writes the results of the others.
 */
#include "daemon/running_int.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/server.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/networks.h"
#include "base/rotate.h"
#include "control/control.h"
#include "daemon/builtin_int.h"
#include "daemon/canaries_int.h"
#include "daemon/couriers_int.h"
#include "daemon/holding_int.h"
#include "daemon/home_int.h"
#include "daemon/current_int.h"
#include "daemon/upgrade_int.h"
#include "daemon/watching_int.h"
#include "daemon/zone_int.h"
#include "engine/engine.h"
#include "ledger/journal.h"
#include "engine/upkeep.h"
#include "service/event_tail.h"
#include "service/access.h"
#include "service/live.h"
#include "service/service.h"
#include "store/event/event_log.h"
#include "store/catalogue/catalogue.h"
#include "store/incident/limits.h"
#include "store/db/db.h"
#include "store/secret/key.h"
#include "store/upkeep/migrate.h"
#include "store/history/samples.h"
#include "store/secret/vault.h"
#include "store/core/writer.h"
#include "vendor/profile.h"
#include "watcher/watcher.h"

enum {
	LOG_BYTES = 10 * 1024 * 1024,
	LOG_FILES = 5,
	TOTALS_MS = 5000, /* time between two counts of the totals */
	READERS = 12,
	API_PATIENCE_MS = 3000,
	ENGINE_PATIENCE_MS = 6000,
	WRITER_PATIENCE_MS = 2500,
	ALIVE_MS = 30000, /* a snapshot is at most a second old */
};

struct running {
	struct current *current;
	const struct conf *conf; /* settings at the start; owned by current */
	struct home *home;
	struct rotate *log;
	struct journal *journal;
	struct profile_set *profiles;
	char database[SECRET_MAX + 1];
	char socket[HOME_PATH_MAX];
	char timezone[64];
	struct networks allowed; /* for OLTs */
	const char *warnings[3]; /* warnings for administrators; NULL after the last */
	char machine[64]; /* machine name, for the engine's rows of figures */
	/* exists longer than the writer, whose connection uses it */
	struct holding *holding;
	struct vault *vault;
	struct samples *samples; /* used only by the writer while it runs */
	struct event_tail *tail; /* exists longer than the writer, which wakes it */
	/* Exists longer than the writer, which wakes it from its own thread. */
	struct watcher *_Atomic watcher;
	struct watching_view view;
	struct writer *writer;
	struct engine *engine;
	struct upkeep *upkeep;
	struct service *service;
	struct couriers *couriers;
	struct control *control;
	struct api *api; /* NULL: none */
	int64_t started_ms;
	struct first_admin first_admin;
};

/* ---- logs -------------------------------------------------------------------------------- */

static void
copy_line(void *ctx, const char *line)
{
	if (rotate_write(ctx, line, NULL) != RC_OK)
		return; /* it is also on stderr: no other place to report it */
}

static enum rc
set_log_levels(const struct conf *conf, struct err *err)
{
	log_set_level((enum log_level)conf->log_level);
	return log_set_topics(conf->log_topics, err);
}

static enum rc
open_logs(struct running *r, bool is_quiet, struct err *err)
{
	char path[HOME_PATH_MAX];
	struct rotate_options options = { .path =
					      home_path(r->home, "logs/facho.log", path),
		.max_bytes = LOG_BYTES,
		.files = LOG_FILES };
	enum rc rc = set_log_levels(r->conf, err);

	if (*r->conf->log_file)
		options.path = r->conf->log_file;
	if (rc == RC_OK)
		rc = rotate_open(&options, &r->log, err);
	if (rc != RC_OK)
		return rc;
	log_copy_to(copy_line, r->log);
	if (is_quiet)
		rc = log_to_file("/dev/null", err);
	if (rc == RC_OK)
		rc = journal_open(home_path(r->home, "logs/coordinator/main.log", path),
		    &r->journal, err);
	return rc;
}

static void
reload_certificate(struct running *r)
{
	struct err err = { 0 };

	if (r->api && api_reload(r->api, &err) != RC_OK)
		log_error("serve", "the certificate stays as it was: %s", err.msg);
}

void
running_reload(struct running *r)
{
	struct err err = { 0 };

	if (rotate_reopen(r->log, &err) != RC_OK ||
	    journal_reopen(r->journal, &err) != RC_OK)
		log_error("serve", "reopening the logs: %s", err.msg);
	else
		log_info("serve", "the logs are open again");
	reload_certificate(r);
}

/* ---- the database ---------------------------------------------------------------------------- */

static enum rc
load_catalogue(struct running *r, struct db *db, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	struct catalogue_result result;
	enum rc rc;

	if (!arena)
		return err_set(err, RC_NOMEM, "no memory for the catalogue");
	rc = builtin_catalogue(r->profiles, arena, &catalogue, err);
	if (rc == RC_OK)
		rc = store_catalogue_load(db, &catalogue, r->started_ms, &result, err);
	if (rc == RC_OK)
		rc = store_limits_ship(db, r->started_ms, err);
	return rc;
}

/* From the settings, from systemd, or in the data folder. */
static const char *
key_file(const struct running *r, char path[HOME_PATH_MAX])
{
	const char *systemd = getenv("CREDENTIALS_DIRECTORY");

	if (*r->conf->store_key_file)
		return r->conf->store_key_file;
	if (systemd) {
		(void)snprintf(path, HOME_PATH_MAX, "%s/facho.key", systemd);
		if (access(path, R_OK) == 0)
			return path;
	}
	return home_path(r->home, "facho.key", path);
}

static enum rc
prepare_database(struct running *r, struct db *db, const struct running_options *o,
    struct upkeep_beginning *ret_beginning, struct err *err)
{
	struct upgrade upgrade = { .holding = { r->database, "serve", o->lost, o->ctx },
		.now_ms = r->started_ms };
	char path[HOME_PATH_MAX];
	int64_t from = 0;
	enum rc rc =
	    backup_rules_of(r->conf, r->database, o->data, &upgrade.backups, err);

	if (o->no_backup)
		upgrade.backups.keep = 0;
	if (rc == RC_OK)
		rc = upgrade_database(db, &upgrade, &r->holding, &from, err);

	if (rc == RC_OK)
		rc = load_catalogue(r, db, err);
	if (rc == RC_OK)
		rc = store_key_open(db, key_file(r, path), r->started_ms, &r->vault, err);
	if (rc == RC_OK)
		rc = store_events_adopt(db, err);
	if (rc == RC_OK)
		rc = upkeep_recover(db, r->started_ms, ret_beginning, err);
	if (rc == RC_OK)
		rc = service_first_admin(db, r->conf->admin_password.bytes, r->started_ms,
		    &r->first_admin, err);
	if (rc != RC_OK)
		return rc;
	if (r->first_admin.is_new)
		log_info("serve", "there was no user: now there is admin");
	if (from != store_version_known())
		log_info("serve", "the database went from version %lld to %lld",
		    (long long)from, (long long)store_version_known());
	if (ret_beginning->n_interrupted > 0)
		log_warn("serve",
		    "%lld executions were open when the last program ended, now they are "
		    "interrupted",
		    (long long)ret_beginning->n_interrupted);
	return RC_OK;
}

static void
say_writer(void *ctx, bool is_over, const char *message)
{
	(void)ctx;
	if (is_over)
		log_info("store", "%s", message);
	else
		log_warn(
		    "store", "%s; keeping what is to be written, trying again", message);
}

static void
on_commit(void *ctx)
{
	struct running *r = ctx;

	samples_keep(r->samples);
	event_tail_wake(r->tail);
	watcher_wake(atomic_load(&r->watcher));
}

static void
on_rollback(void *ctx)
{
	struct running *r = ctx;

	samples_drop(r->samples);
}

/* From here on the stored settings are used too. */
static enum rc
take_stored(struct running *r, struct db *db, struct err *err)
{
	enum rc rc = current_begin(r->current, db, err);

	if (rc != RC_OK)
		return rc;
	r->conf = current_begun(r->current);
	zone_set(r->conf->site_timezone);
	zone_name(r->timezone, sizeof(r->timezone));
	return set_log_levels(r->conf, err);
}

static enum rc
start_writer(struct running *r, const struct running_options *o,
    struct upkeep_beginning *ret_beginning, struct err *err)
{
	struct writer_options options = WRITER_OPTIONS;
	struct db *db OWNED(db_close) = NULL;
	enum rc rc = db_open(r->database, DB_CREATE, &db, err);

	if (rc == RC_OK)
		rc = take_stored(r, db, err);
	if (rc == RC_OK)
		rc = prepare_database(r, db, o, ret_beginning, err);
	if (rc != RC_OK)
		return rc;
	r->samples = samples_new();
	if (!r->samples)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = event_tail_start(r->database, &r->tail, err);
	if (rc != RC_OK)
		return rc;
	options.bound = (size_t)r->conf->store_queue;
	options.say = say_writer;
	options.on_commit = on_commit;
	options.on_rollback = on_rollback;
	options.ctx = r;
	rc = writer_start(db, &options, &r->writer, err);
	if (rc == RC_OK)
		(void)GIVE(db); /* the writer owns it now */
	return rc;
}

/* ---- the engine ---------------------------------------------------------------------------------- */

static struct snmpc_limits
limits_of(const struct conf *conf)
{
	struct snmpc_limits l = snmpc_limits_default();

	l.timeout_ms = (uint32_t)conf->snmp_timeout_ms;
	l.retries = (uint32_t)conf->snmp_retries;
	l.in_flight = (uint32_t)conf->snmp_in_flight;
	l.repetitions = (uint32_t)conf->snmp_repetitions;
	l.answer_bytes = (uint32_t)conf->snmp_answer_bytes;
	l.max_rows = (uint32_t)conf->snmp_max_rows;
	l.max_bytes = (uint64_t)conf->snmp_max_bytes;
	for (size_t i = 0; i < conf->snmp_batch.n && i < 3; i++)
		l.batch_onus[i] = (uint32_t)conf->snmp_batch.v[i];
	return l;
}

static struct coordinator_rules
rules_of(const struct conf *conf)
{
	struct coordinator_rules rules = COORDINATOR_RULES;

	rules.pollers = (int32_t)conf->poll_pollers;
	rules.late_after_ms = conf->poll_late_after_ms;
	rules.lanes[LANE_HIGH].reserved_per_ten = (int32_t)conf->lane_high_reserved;
	rules.lanes[LANE_DISCOVERY].per_ten = (int32_t)conf->lane_discovery_share;
	rules.lanes[LANE_DISCOVERY].limit_ms = conf->lane_discovery_limit_ms;
	rules.lanes[LANE_POLLING].per_ten = (int32_t)conf->lane_polling_share;
	rules.lanes[LANE_RETRY].per_ten = (int32_t)conf->lane_retry_share;
	rules.polling_ms_per_1000 = conf->lane_polling_limit_ms;
	rules.health.suspend_after = (int32_t)conf->health_suspend_after;
	rules.health.back_after = (int32_t)conf->health_back_after;
	rules.health.probe_ms = conf->health_probe_ms;
	rules.health.watch_ms = conf->health_watch_ms;
	rules.health.stays = conf->health_stays_suspended;
	return rules;
}

static struct engine_settings
engine_settings_of(const struct conf *conf)
{
	return (struct engine_settings){ .limits = limits_of(conf),
		.rules = rules_of(conf),
		.discovery = { (int32_t)conf->discovery_absent_after,
		    (int32_t)conf->discovery_held_percent,
		    (int32_t)conf->discovery_agreeing, conf->discovery_max_onus },
		.least = (enum entry_level)conf->log_coordinator,
		.language = conf->site_language == CONF_SPANISH ? "es" : "en" };
}

static enum rc
start_engine(struct running *r, const struct upkeep_beginning *beginning, struct err *err)
{
	struct engine_settings settings = engine_settings_of(r->conf);
	struct engine_options options = { .profiles = r->profiles,
		.limits = settings.limits,
		.allowed = &r->allowed,
		.rules = settings.rules,
		.discovery = settings.discovery,
		.writer = r->writer,
		.samples = r->samples,
		.first_execution = beginning->first_execution,
		.first_token = beginning->first_token,
		.machine = r->machine,
		.least = settings.least,
		.language = settings.language,
		.log = journal_entry,
		.ctx = r->journal };

	(void)gethostname(r->machine, sizeof(r->machine) - 1); /* "" if it fails */
	return engine_start(&options, &r->engine, err);
}

static struct retention_rules
retention_of(const struct conf *conf)
{
	return (struct retention_rules){ .samples_ms = conf->keep_samples_ms,
		.hours_ms = conf->keep_hours_ms,
		.executions_ms = conf->keep_executions_ms,
		.events_ms = conf->keep_events_ms,
		.log_ms = conf->keep_log_ms,
		.audit_ms = conf->keep_audit_ms,
		.ended_sessions_ms = RETENTION_DAY_MS,
		.incidents_ms = conf->keep_incidents_ms,
		.members_ms = conf->keep_members_ms,
		.dismissed_ms = 7 * RETENTION_DAY_MS,
		.deliveries_ms = conf->keep_deliveries_ms };
}

static enum rc
start_keeper(struct running *r, struct err *err)
{
	struct upkeep_options options = UPKEEP_OPTIONS;
	struct db *db OWNED(db_close) = NULL;
	enum rc rc = db_open(r->database, DB_READ, &db, err);

	if (rc == RC_OK)
		rc = upkeep_load_all(r->engine, db, r->vault, clock_wall_ms(), err);
	if (rc != RC_OK)
		return rc;
	options.engine = r->engine;
	options.writer = r->writer;
	options.samples = r->samples;
	options.vault = r->vault;
	options.retention = retention_of(r->conf);
	rc = upkeep_start(db, &options, &r->upkeep, err);
	if (rc == RC_OK)
		(void)GIVE(db); /* the upkeep owns it now */
	return rc;
}

static enum rc
start_watcher(struct running *r, struct err *err)
{
	struct watching watching = { r->database, r->machine, r->timezone, r->writer,
		&r->view };
	struct watcher *watcher = NULL;
	enum rc rc = canary_watch_start(r->conf->watch_canaries, &r->view.canaries, err);

	r->view.engine = r->engine;
	service_folder(r->database, r->view.folder, sizeof(r->view.folder));
	if (rc == RC_OK)
		rc = watching_start(&watching, r->conf, &watcher, err);
	if (rc == RC_OK)
		atomic_store(&r->watcher, watcher);
	return rc;
}

/* ---- the service ------------------------------------------------------------------------------------ */

static enum rc
ops_put(void *ctx, struct loaded_olt *olt)
{
	return engine_put_olt(ctx, olt, false);
}

static enum rc
ops_drop(void *ctx, struct olt_id olt)
{
	return engine_drop_olt(ctx, olt);
}

static enum rc
ops_revive(void *ctx, struct olt_id olt)
{
	return engine_revive_olt(ctx, olt);
}

static enum rc
ops_run(void *ctx, struct node_id node, bool alone, const char *asked_by,
    struct execution_id *ret_execution)
{
	return engine_run(ctx, node, alone, asked_by, ret_execution);
}

static enum rc
ops_interrupt(void *ctx, struct execution_id execution, const char *by)
{
	return engine_interrupt(ctx, execution, by);
}

static enum rc
ops_test(void *ctx, const struct engine_test *test)
{
	return engine_test(ctx, test);
}

static enum rc
ops_refresh(void *ctx, const struct engine_refresh *refresh)
{
	return engine_refresh(ctx, refresh);
}

static enum rc
ops_try(void *ctx, const struct engine_try *what)
{
	return engine_try(ctx, what);
}

static enum rc
ops_sync(void *ctx, const struct engine_sync *sync)
{
	return engine_sync(ctx, sync);
}

static const struct snapshot *
ops_snapshot(void *ctx)
{
	return engine_snapshot(ctx);
}

static void
ops_release(void *ctx, const struct snapshot *snapshot)
{
	(void)ctx;
	snapshot_release(snapshot);
}

static enum rc
listen_to(void *ctx, uint64_t *last, struct engine_event *events, size_t max,
    size_t *ret_n, int64_t timeout_ms)
{
	return engine_listen(ctx, last, events, max, ret_n, timeout_ms);
}

static struct service_rules
service_rules_of(const struct conf *c)
{
	return (struct service_rules){ .limits = limits_of(c),
		.health = rules_of(c).health,
		.n_intervals = 7,
		.intervals = {
		    { "discovery", c->standard_discovery_ms },
		    { "states", c->standard_states_ms },
		    { "inventory", c->standard_inventory_ms },
		    { "optics", c->standard_optics_ms },
		    { "details", c->standard_details_ms },
		    { "ports", c->standard_ports_ms },
		    { "chassis", c->standard_chassis_ms },
		} };
}

/* A setting was changed: all parts that take it at once get the new settings. Called by
 * the thread of the request, one at a time; conf is borrowed during the call. */
static void
apply(void *ctx, const struct conf *conf)
{
	struct running *r = ctx;
	struct engine_settings settings = engine_settings_of(conf);
	struct retention_rules retention = retention_of(conf);
	struct service_rules rules = service_rules_of(conf);
	struct watch_rules watch = watching_rules(conf);
	struct err err = { 0 };

	if (set_log_levels(conf, &err) != RC_OK)
		log_error("serve", "%s", err.msg);
	if (engine_set(r->engine, &settings) != RC_OK)
		log_error("serve", "no memory to tell the engine of its settings");
	upkeep_retain(r->upkeep, &retention);
	watcher_set(atomic_load(&r->watcher), &watch);
	canary_watch_set(r->view.canaries, conf->watch_canaries);
	service_set(r->service, &rules);
}

static enum rc
start_service(struct running *r, struct err *err)
{
	const struct conf *c = r->conf;
	struct service_options options = { .database = r->database,
		.readers = READERS,
		.deadline_ms = c->store_deadline_ms,
		.writer = r->writer,
		.vault = r->vault,
		.profiles = r->profiles,
		.ops = { ops_put, ops_drop, ops_revive, ops_run, ops_interrupt, ops_test,
		    ops_refresh, ops_try, ops_sync, ops_snapshot, ops_release,
		    r->engine },
		.rules = service_rules_of(c),
		.program = current_program(r->current),
		.allowed = &r->allowed,
		.totals_ms = TOTALS_MS,
		.started_ms = r->started_ms,
		.version = FACHO_VERSION,
		.warnings = r->warnings,
		.watch = watching_figures,
		.watch_ctx = atomic_load(&r->watcher),
		.timezone = r->timezone,
		.language = c->site_language == CONF_SPANISH ? "es" : "en",
		.url = c->site_url };
	struct control_options control = { .listen = listen_to, .ctx = r->engine };
	enum rc rc = service_new(&options, &r->service, err);

	control.path = home_path(r->home, "facho.sock", r->socket);
	control.service = r->service;
	current_tell(r->current, apply, r);
	return rc == RC_OK ? control_start(&control, &r->control, err) : rc;
}

/* ---- the channels ---------------------------------------------------------------------------------- */

static enum rc
start_couriers(struct running *r, struct err *err)
{
	struct couriers_options options = { .database = r->database,
		.writer = r->writer,
		.vault = r->vault,
		.service = r->service,
		.allowed_networks = r->conf->channel_allowed_networks,
		.proxy = r->conf->channel_proxy };

	return couriers_start(&options, &r->couriers, err);
}

/* ---- the API ------------------------------------------------------------------------------------------- */

static struct api_limits
api_limits_of(const struct conf *c)
{
	return (struct api_limits){ .body_bytes = (size_t)c->http_body_bytes,
		.header_bytes = (size_t)c->http_header_bytes,
		.connections = (int)c->http_connections,
		.connections_per_client = (int)c->http_connections_per_client,
		.rate = (int)c->http_rate,
		.patience_ms = c->http_patience_ms,
		.threads = (int)c->http_threads,
		.workers = (int)c->http_workers,
		.waiters = (int)c->http_waiters,
		.readers = (int)c->http_readers,
		.lists = (int)c->http_lists };
}

static enum rc
start_api(struct running *r, const struct running_options *o, struct err *err)
{
	const struct conf *c = r->conf;
	struct api_options options = { .service = r->service,
		.listen = o->listen ? o->listen : c->http_listen,
		.tls_cert = o->tls_cert ? o->tls_cert : c->http_tls_cert,
		.tls_key = o->tls_key ? o->tls_key : c->http_tls_key,
		.proxies = c->http_proxies,
		.access = api_access_of(r->service),
		.events = { listen_to, r->engine, r->tail },
		.limits = api_limits_of(c),
		.web = o->web,
		.version = FACHO_VERSION };

	return *options.listen ? api_start(&options, &r->api, err) : RC_OK;
}

const char *
running_address(const struct running *r, size_t i)
{
	return r->api ? api_address(r->api, i) : NULL;
}

/* Once at the start; it is also shown by the web admin and facho doctor. */
static void
look_around(struct running *r, const struct running_options *o)
{
	const struct conf *c = r->conf;
	char address[API_LISTEN_MAX];
	size_t n = 0;

	if (api_is_exposed(o->listen ? o->listen : c->http_listen,
		o->tls_cert ? o->tls_cert : c->http_tls_cert, address)) {
		log_warn("serve", WARNING_PLAIN_HTTP, address);
		r->warnings[n++] = "plain_http";
	}
	if (geteuid() == 0) {
		log_warn("serve", WARNING_ROOT);
		r->warnings[n++] = "root";
	}
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static enum rc
start_all(struct running *r, const struct running_options *options, struct err *err)
{
	struct upkeep_beginning beginning = { 0 };
	char path[HOME_PATH_MAX];
	enum rc rc = home_open(options->data, &r->home, err);

	if (rc == RC_OK)
		rc = open_logs(r, options->is_quiet, err);
	if (rc != RC_OK)
		return rc;
	if (options->database)
		(void)snprintf(r->database, sizeof(r->database), "%s", options->database);
	else
		(void)snprintf(r->database, sizeof(r->database), "sqlite:%.240s",
		    home_path(r->home, "facho.db", path));
	look_around(r, options);
	rc = profile_set_load_builtin(&r->profiles, err);
	if (rc == RC_OK)
		rc = start_writer(r, options, &beginning, err);
	if (rc == RC_OK)
		rc = start_engine(r, &beginning, err);
	if (rc == RC_OK)
		rc = start_keeper(r, err);
	if (rc == RC_OK)
		rc = start_watcher(r, err);
	if (rc == RC_OK)
		rc = start_service(r, err);
	if (rc == RC_OK)
		rc = start_couriers(r, err);
	return rc == RC_OK ? start_api(r, options, err) : rc;
}

enum rc
running_start(
    const struct running_options *options, struct running **ret_running, struct err *err)
{
	struct running *r OWNED(running_free) = calloc(1, sizeof(*r));
	enum rc rc;

	if (!r)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = current_new(options->conf, &r->current, err);
	if (rc != RC_OK)
		return rc;
	r->conf = current_begun(r->current);
	r->started_ms = clock_wall_ms();
	zone_set(r->conf->site_timezone);
	zone_name(r->timezone, sizeof(r->timezone));
	rc = networks_read(r->conf->snmp_allowed_networks, &r->allowed, err);
	if (rc == RC_OK)
		rc = start_all(r, options, err);
	if (rc != RC_OK)
		return rc;
	log_info("serve", "facho %s runs in %s after %lld ms", FACHO_VERSION,
	    options->data, (long long)(clock_wall_ms() - r->started_ms));
	*ret_running = GIVE(r);
	return RC_OK;
}

/* After the writer, which wakes it. */
static void
free_watcher(struct running *r)
{
	struct watcher *watcher = atomic_load(&r->watcher);

	atomic_store(&r->watcher, NULL);
	watcher_free(watcher);
	canary_watch_free(GIVE(r->view.canaries));
}

/* Stops whatever was started, in the order of the end. */
static enum rc
stop_all(struct running *r)
{
	struct watcher *watcher = atomic_load(&r->watcher);
	enum rc rc = RC_OK;

	if (r->service)
		service_close(r->service);
	if (r->api)
		api_stop(r->api, API_PATIENCE_MS);
	api_free(GIVE(r->api));
	control_free(GIVE(r->control));
	if (r->couriers)
		couriers_stop_listening(r->couriers);
	upkeep_free(GIVE(r->upkeep));
	service_free(GIVE(r->service));
	if (watcher)
		watcher_stop(watcher);
	couriers_free(GIVE(r->couriers));
	if (r->engine)
		engine_stop(r->engine, ENGINE_PATIENCE_MS);
	if (r->writer)
		rc = writer_stop(r->writer, WRITER_PATIENCE_MS);
	engine_free(GIVE(r->engine));
	writer_free(GIVE(r->writer));
	free_watcher(r);
	event_tail_free(GIVE(r->tail));
	holding_give(GIVE(r->holding));
	return rc;
}

const char *
running_lost(const struct running *r)
{
	return holding_lost(r->holding);
}

enum rc
running_stop(struct running *r)
{
	return stop_all(r);
}

void
running_free(struct running *r)
{
	if (!r)
		return;
	if (stop_all(r) != RC_OK)
		log_error(
		    "serve", "the database was away: the last results are not written");
	samples_free(r->samples);
	vault_close(r->vault);
	profile_set_free(r->profiles);
	explicit_bzero(r->database, sizeof(r->database));
	secret_wipe(&r->first_admin.password);
	log_copy_to(NULL, NULL);
	journal_close(r->journal);
	rotate_close(r->log);
	home_close(r->home);
	current_free(r->current);
	free(r);
}

bool
running_is_alive(struct running *r)
{
	const struct snapshot *s = engine_snapshot(r->engine);
	bool is_alive = s && clock_wall_ms() - s->at_ms < ALIVE_MS;

	if (s)
		snapshot_release(s);
	return is_alive;
}

void
running_take_password(struct running *r, struct secret *ret_password)
{
	*ret_password = r->first_admin.password;
	secret_wipe(&r->first_admin.password);
}

const char *
running_socket(const struct running *r)
{
	return r->socket;
}
