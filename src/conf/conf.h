/* SPDX-License-Identifier: Apache-2.0
 *
 * conf/conf.h - the settings of the program.
 *
 * One table (table.c) has the name, type, range, default and help of each setting;
 * reading, checking, `facho config` and its help use it. A setting is written in an INI
 * file,
 *
 *	[snmp]
 *	timeout = 2s
 *
 * or in the environment, FACHO_SNMP_TIMEOUT=2s, which has priority. If it is in neither,
 * it may be stored in the database (conf_with_stored); else the default is used.
 *
 * conf_load reads everything or nothing: all errors are reported together, and a
 * configuration with errors is not used. The result never changes. Only daemon/ includes
 * this header; other folders get the values that they need.
 *
 * conf_load before threads; the others any thread.
 */
#ifndef FACHO_CONF_CONF_H
#define FACHO_CONF_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/own.h"
#include "base/rc.h"
#include "base/secret.h"

enum { CONF_LIST_MAX = 8 };

struct conf_list {
	size_t n;
	int64_t v[CONF_LIST_MAX];
};

enum conf_language {
	CONF_ENGLISH,
	CONF_SPANISH,
};

struct conf {
	int64_t snmp_timeout_ms;
	int64_t snmp_retries;
	int64_t snmp_in_flight;
	int64_t snmp_repetitions;
	int64_t snmp_answer_bytes;
	int64_t snmp_max_rows, snmp_max_bytes;
	struct conf_list snmp_batch;
	const char *snmp_allowed_networks; /* "": see networks_allow() */
	struct secret admin_password; /* at the first start; empty: generated */
	struct secret snmp_community;
	struct secret store_database; /* a URL may contain a password; empty: a file */
	const char *store_key_file;
	int64_t store_queue, store_deadline_ms;
	int64_t store_backups;
	const char *store_backup_folder;
	const char *data_folder;
	const char *site_timezone; /* "": that of the system */
	int site_language; /* enum conf_language */
	const char *site_url; /* of the web admin, for links in messages; "": none */
	int64_t poll_pollers;
	int64_t poll_late_after_ms;
	int64_t lane_high_reserved; /* of ten pollers; also the shares below */
	int64_t lane_discovery_share, lane_discovery_limit_ms;
	int64_t lane_polling_share, lane_polling_limit_ms;
	int64_t lane_retry_share;
	int64_t health_suspend_after, health_back_after, health_probe_ms;
	int64_t health_watch_ms; /* 0: OLTs are not watched */
	bool health_stays_suspended;
	int64_t discovery_absent_after, discovery_held_percent, discovery_agreeing;
	int64_t discovery_max_onus;
	int64_t keep_samples_ms, keep_hours_ms, keep_executions_ms, keep_events_ms;
	int64_t keep_log_ms, keep_audit_ms, keep_incidents_ms, keep_members_ms;
	int64_t keep_deliveries_ms;
	int64_t watch_critical, watch_major, watch_minor; /* customers */
	int64_t watch_levels_ms; /* of good levels until an incident about them ends */
	const char *watch_canaries; /* base/canaries.h */
	int64_t watch_resolve_ms, watch_close_ms, watch_basket_ms, watch_silent_ms;
	int64_t standard_discovery_ms, standard_states_ms, standard_inventory_ms;
	int64_t standard_optics_ms, standard_details_ms, standard_ports_ms;
	int64_t standard_chassis_ms;
	const char *channel_allowed_networks; /* "": see courier_may_connect() */
	const char *channel_proxy; /* "": none */
	const char *http_listen; /* "": no HTTP server */
	const char *http_tls_cert, *http_tls_key, *http_proxies; /* "": none */
	int64_t http_body_bytes, http_header_bytes, http_connections;
	int64_t http_connections_per_client, http_rate, http_patience_ms;
	int64_t http_threads, http_workers, http_waiters, http_readers, http_lists;
	int log_level; /* enum log_level */
	int log_coordinator; /* enum entry_level */
	const char *log_topics;
	const char *log_file; /* "": stderr */
};

enum conf_type {
	CONF_INT, /* int64_t */
	CONF_BOOL, /* bool */
	CONF_MS, /* int64_t; "500ms", "2s", "5m" */
	CONF_BYTES, /* int64_t; "1400", "64k" */
	CONF_TEXT, /* const char * */
	CONF_SECRET, /* struct secret; shown as *** */
	CONF_ENUM, /* int; which of the choices */
	CONF_LIST, /* struct conf_list; integers separated by commas */
};

/* When a change takes effect. */
enum conf_applies {
	/* After a restart, and only by file, environment or option: it is needed before
	 * the database is open, or by commands without facho serve, or only the owner of
	 * the machine may set it (paths, addresses, secrets). */
	CONF_BY_FILE,
	CONF_AFTER_RESTART, /* may be stored; facho serve reads it at start */
	CONF_AT_ONCE, /* may be stored; takes effect while facho serve runs */
};

struct conf_item {
	const char *name; /* "snmp.timeout" */
	enum conf_type type;
	size_t offset; /* offset in struct conf */
	int64_t min, max; /* of INT, MS, BYTES and each number of a LIST */
	const char *fallback;
	const char *help; /* complete sentences */
	const char *const *choices; /* of ENUM; NULL-terminated */
	const char *short_env; /* a shorter variable that also works; NULL */
	enum conf_applies applies;
	/* Checks that type and range cannot express; NULL: none. */
	enum rc (*check)(const char *text, struct err *err);
};

/* The table; *ret_n items. */
const struct conf_item *conf_items(size_t *ret_n);

enum { CONF_ENV_MAX = 64 };

/* "snmp.timeout" -> "FACHO_SNMP_TIMEOUT". Returns env. */
char *conf_env_name(const struct conf_item *item, char env[CONF_ENV_MAX]);

/* The allowed values: "a number from 0 to 10", "one of: error, warn". */
void conf_expected(const struct conf_item *item, struct buf *b);

struct conf_loaded; /* a struct conf and where each value came from */

/* Read file (NULL: none) and the variables of env (like environ). RC_INVALID: every error
 * is a line in `problems`, which begins with the file and line or the variable. RC_IO:
 * the file cannot be read; this is also a line. RC_NOMEM. */
enum rc conf_load(const char *file, char *const *env, struct conf_loaded **ret_loaded,
    struct buf *problems) MUST_CHECK;
void conf_free(struct conf_loaded *loaded);
OWNED_BY(struct conf_loaded, conf_free);

/* Borrowed until conf_free. */
const struct conf *conf_get(const struct conf_loaded *loaded);

/* Item i of the table: its value as in a file (secrets as ***), and "default",
 * "FILE:LINE" or the name of the variable. */
void conf_show(const struct conf_loaded *loaded, size_t i, struct buf *b);
const char *conf_origin(const struct conf_loaded *loaded, size_t i);

/* Is item i set by the file, the environment or an option? Then its stored value has no
 * effect. */
bool conf_is_said(const struct conf_loaded *loaded, size_t i);

/* Set this setting by an option of the command line, with priority over file and
 * environment. RC_INVALID: the value is wrong; RC_NOMEM. Before threads. */
enum rc conf_say(struct conf_loaded *loaded, const char *name, const char *text,
    const char *option, struct err *err) MUST_CHECK;

/* ---- stored settings --------------------------------------------------------- */

/* The number of the item with this name in the table; false: there is none. */
bool conf_find(const char *name, size_t *ret_i);

/* Is text valid for item i? *kept is the form to be stored ("120s" is "2m"). With
 * RC_INVALID err has the allowed values. */
enum rc conf_read(size_t i, const char *text, struct buf *kept, struct err *err)
    MUST_CHECK;

struct conf_stored {
	const char *name, *text; /* borrowed during the call */
};

/* A copy of loaded, with the stored values of items that are not set otherwise. Names
 * that are not in the table, or cannot be stored, are ignored; a wrong value is not used
 * and reported as a line in problems. Texts of loaded are borrowed. RC_NOMEM. */
enum rc conf_with_stored(const struct conf_loaded *loaded,
    const struct conf_stored *stored, size_t n, struct conf_loaded **ret_loaded,
    struct buf *problems) MUST_CHECK;

/* The configuration file: $FACHO_CONFIG, else ./facho.conf, else /etc/facho/facho.conf if
 * it exists, else NULL. Borrowed. */
const char *conf_default_file(void);

#endif
