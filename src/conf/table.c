/* SPDX-License-Identifier: Apache-2.0 */
#include "conf/conf.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/networks.h"
#include "base/units.h"

#define FIELD(member) offsetof(struct conf, member)

static const char *const LEVELS[] = { "error", "warn", "info", "debug", NULL };
static const char *const LANGUAGES[] = { "en", "es", NULL };
/* In the order of enum entry_level. */
static const char *const ENTRIES[] = { "debug", "info", "warning", "error", "critical",
	NULL };

/* Batches that grow again would ask a device that is struggling for more. */
static enum rc
check_shrinking(const char *text, struct err *err)
{
	long last = 0;

	while (*text) {
		char *rest;
		long n = strtol(text, &rest, 10);

		if (last && n >= last)
			return err_set(err, RC_INVALID,
			    "each size must be smaller than the one before it");
		last = n;
		text = rest + strspn(rest, ", ");
	}
	return RC_OK;
}

enum {
	SECOND = 1000,
	MINUTE = 60 * SECOND,
	HOUR = 60 * MINUTE,
	DAY = 24 * HOUR,
	TEN = 10,
};

/* Ten years: nothing that is said to be kept is kept longer by mistake of a unit. */
#define LONGEST_KEPT (INT64_C(3650) * DAY)
#define LONGEST_INTERVAL (INT64_C(31) * DAY)

/* A name of the system's own list of zones; one that is none would silently be UTC. */
static enum rc
check_timezone(const char *text, struct err *err)
{
	char path[512];

	if (!*text)
		return RC_OK;
	if (*text == '/' || *text == '.' || strstr(text, ".."))
		return err_set(err, RC_INVALID,
		    "\"%.60s\" is not the name of a zone, like America/Santiago", text);
	(void)snprintf(path, sizeof(path), "/usr/share/zoneinfo/%s", text);
	if (access(path, R_OK) != 0 && strcmp(text, "UTC") != 0)
		return err_set(err, RC_INVALID,
		    "this system knows no time zone \"%.60s\" (package tzdata)", text);
	return RC_OK;
}

/* Whoever means "never" writes 0, and not a time in which devices do nothing but answer. */
static enum rc
check_watch(const char *text, struct err *err)
{
	int64_t ms = 0;

	if (units_parse_ms(text, &ms) == RC_OK && ms > 0 && ms < SECOND)
		return err_set(err, RC_INVALID, "at least 1s, or 0 for never");
	return RC_OK;
}

static const struct conf_item ITEMS[] = {
	{ "data.folder", CONF_TEXT, FIELD(data_folder), 0, 0, "/var/lib/facho",
	    "Where facho serve keeps what is its own: the database unless it is "
	    "elsewhere, the key, the logs, and the socket that commands talk to.",
	    .short_env = "FACHO_DATA" },
	{ "admin.password", CONF_SECRET, FIELD(admin_password), 0, 0, "",
	    "The password of the user admin, which the first start makes; better given "
	    "in the environment. Empty: one is made up, and printed once." },
	{ "site.timezone", CONF_TEXT, FIELD(site_timezone), 0, 0, "",
	    "The zone of cron expressions and of the log, like America/Santiago; empty "
	    "for the system's.",
	    .check = check_timezone, .applies = CONF_AFTER_RESTART },
	{ "site.language", CONF_ENUM, FIELD(site_language), 0, 0, "en",
	    "The language of the coordinator's log, in its file and in the database; the "
	    "web admin tells its lines in each reader's own.",
	    .choices = LANGUAGES, .applies = CONF_AT_ONCE },
	{ "poll.pollers", CONF_INT, FIELD(poll_pollers), 1, 10000, "50",
	    "How many OLTs are asked at the same time.", .applies = CONF_AT_ONCE },
	{ "poll.late_after", CONF_MS, FIELD(poll_late_after_ms), 100, HOUR, "1s",
	    "From when on a run that waits counts as late, and goes first.",
	    .applies = CONF_AT_ONCE },
	{ "lane.high_reserved", CONF_INT, FIELD(lane_high_reserved), 0, TEN, "1",
	    "Of ten pollers, those kept free for what people ask for by hand.",
	    .applies = CONF_AT_ONCE },
	{ "lane.discovery_share", CONF_INT, FIELD(lane_discovery_share), 1, TEN, "3",
	    "Of ten pollers, those that discovery may hold.", .applies = CONF_AT_ONCE },
	{ "lane.discovery_limit", CONF_MS, FIELD(lane_discovery_limit_ms), SECOND, DAY,
	    "5m", "How long one discovery may take.", .applies = CONF_AT_ONCE },
	{ "lane.polling_share", CONF_INT, FIELD(lane_polling_share), 1, TEN, "9",
	    "Of ten pollers, those that get, walk, table and bulk may hold.",
	    .applies = CONF_AT_ONCE },
	{ "lane.polling_limit", CONF_MS, FIELD(lane_polling_limit_ms), SECOND, DAY, "1m",
	    "How long one of them may take, for each 1,000 ONUs, and at least.",
	    .applies = CONF_AT_ONCE },
	{ "lane.retry_share", CONF_INT, FIELD(lane_retry_share), 1, TEN, "1",
	    "Of ten pollers, those that second attempts may hold.",
	    .applies = CONF_AT_ONCE },
	{ "health.watch", CONF_MS, FIELD(health_watch_ms), 0, DAY, "1m",
	    "An enabled OLT that has said nothing for so long is asked whether it is "
	    "there; 0: it is not.",
	    .check = check_watch, .applies = CONF_AT_ONCE },
	{ "health.suspend_after", CONF_INT, FIELD(health_suspend_after), 1, 100, "3",
	    "Runs in a row without an answer, all their attempts used up, after which an "
	    "OLT is suspended.",
	    .applies = CONF_AT_ONCE },
	{ "health.probe_every", CONF_MS, FIELD(health_probe_ms), SECOND, DAY, "1m",
	    "How often an OLT that is not answering or is suspended is asked whether "
	    "it is back.",
	    .applies = CONF_AT_ONCE },
	{ "health.back_after", CONF_INT, FIELD(health_back_after), 1, 100, "2",
	    "Such questions answered in a row, after which it is.",
	    .applies = CONF_AT_ONCE },
	{ "health.stays_suspended", CONF_BOOL, FIELD(health_stays_suspended), 0, 0, "no",
	    "Whether a suspended OLT waits for a person instead.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.absent_after", CONF_INT, FIELD(discovery_absent_after), 1, 100, "3",
	    "Good walks without it, after which an ONU is absent.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.held_percent", CONF_INT, FIELD(discovery_held_percent), 1, 100, "50",
	    "Of an OLT's ONUs, how many may be missing in a walk before it is held "
	    "instead of believed.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.agreeing", CONF_INT, FIELD(discovery_agreeing), 1, 100, "2",
	    "Walks after a held one that must show the same before it is believed.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.max_onus", CONF_INT, FIELD(discovery_max_onus), 16, 10000000,
	    "262144",
	    "The most ONUs that are kept of one OLT, present and absent ones together. "
	    "A walk that would bring more is held.",
	    .applies = CONF_AT_ONCE },
	{ "standard.discovery", CONF_MS, FIELD(standard_discovery_ms), SECOND,
	    LONGEST_INTERVAL, "1h",
	    "How often the standard jobs look which ONUs there are.",
	    .applies = CONF_AT_ONCE },
	{ "standard.states", CONF_MS, FIELD(standard_states_ms), SECOND, LONGEST_INTERVAL,
	    "5m", "And their states.", .applies = CONF_AT_ONCE },
	{ "standard.inventory", CONF_MS, FIELD(standard_inventory_ms), SECOND,
	    LONGEST_INTERVAL, "1d", "And models, versions, descriptions, distances.",
	    .applies = CONF_AT_ONCE },
	{ "standard.optics", CONF_MS, FIELD(standard_optics_ms), SECOND, LONGEST_INTERVAL,
	    "1h", "And optical levels, which are spread over this time.",
	    .applies = CONF_AT_ONCE },
	{ "standard.details", CONF_MS, FIELD(standard_details_ms), SECOND,
	    LONGEST_INTERVAL, "1d",
	    "And what the OLT must ask each ONU for, spread over this time.",
	    .applies = CONF_AT_ONCE },
	{ "standard.ports", CONF_MS, FIELD(standard_ports_ms), SECOND, LONGEST_INTERVAL,
	    "5m", "And the PON ports.", .applies = CONF_AT_ONCE },
	{ "standard.chassis", CONF_MS, FIELD(standard_chassis_ms), SECOND,
	    LONGEST_INTERVAL, "5m", "And CPU, memory, temperature of the OLT itself.",
	    .applies = CONF_AT_ONCE },
	{ "keep.samples", CONF_MS, FIELD(keep_samples_ms), 0, LONGEST_KEPT, "30d",
	    "How long single readings are kept; 0 for ever, here and below.",
	    .applies = CONF_AT_ONCE },
	{ "keep.hours", CONF_MS, FIELD(keep_hours_ms), 0, LONGEST_KEPT, "730d",
	    "How long least, average and most of each hour are kept.",
	    .applies = CONF_AT_ONCE },
	{ "keep.executions", CONF_MS, FIELD(keep_executions_ms), 0, LONGEST_KEPT, "90d",
	    "How long executions, quotas, plans and figures are kept.",
	    .applies = CONF_AT_ONCE },
	{ "keep.events", CONF_MS, FIELD(keep_events_ms), 0, LONGEST_KEPT, "730d",
	    "How long the events of ONUs are kept.", .applies = CONF_AT_ONCE },
	{ "keep.log", CONF_MS, FIELD(keep_log_ms), 0, LONGEST_KEPT, "7d",
	    "How long the coordinator's log is kept in the database.",
	    .applies = CONF_AT_ONCE },
	{ "keep.audit", CONF_MS, FIELD(keep_audit_ms), 0, LONGEST_KEPT, "730d",
	    "How long it is kept who changed what.", .applies = CONF_AT_ONCE },
	{ "snmp.community", CONF_SECRET, FIELD(snmp_community), 0, 0, "",
	    "Community for OLTs of SNMP versions 1 and 2c, when a command is not given "
	    "one.",
	    .short_env = "FACHO_COMMUNITY" },
	{ "snmp.timeout", CONF_MS, FIELD(snmp_timeout_ms), 100, 60000, "2s",
	    "How long one SNMP request may stay unanswered before it is sent again.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.retries", CONF_INT, FIELD(snmp_retries), 0, 10, "2",
	    "How often an unanswered request is sent again.", .applies = CONF_AT_ONCE },
	{ "snmp.in_flight", CONF_INT, FIELD(snmp_in_flight), 1, 64, "5",
	    "The most requests that one OLT is asked to work on at the same time. The "
	    "governor starts lower and goes this far only with devices that like it.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.repetitions", CONF_INT, FIELD(snmp_repetitions), 1, 1000, "50",
	    "The most rows that one GETBULK asks for.", .applies = CONF_AT_ONCE },
	{ "snmp.answer_bytes", CONF_BYTES, FIELD(snmp_answer_bytes), 484, 65507, "1400",
	    "How large an answer requests aim at. What exceeds the network's packet size "
	    "is cut into fragments, which weak OLTs and firewalls lose.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.max_rows", CONF_INT, FIELD(snmp_max_rows), 16, 10000000, "65536",
	    "The most rows that are read of one column, and the most ONUs, ports or "
	    "parts "
	    "of one OLT. A device that has more is not read any further: the run ends "
	    "with TOO_MUCH, and a discovery is held.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.max_bytes", CONF_BYTES, FIELD(snmp_max_bytes), 64 * 1024,
	    1024 * 1024 * 1024, "64m",
	    "The most bytes of answers that one run reads; beyond them it ends in the "
	    "same way.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.batch", CONF_LIST, FIELD(snmp_batch), 1, 10000, "200,50,1",
	    "How many ONUs one GET batch asks for; a batch that fails is asked again in "
	    "the next smaller size, so that one bad ONU costs one ONU.",
	    .check = check_shrinking, .applies = CONF_AT_ONCE },
	{ "snmp.allowed_networks", CONF_TEXT, FIELD(snmp_allowed_networks), 0, 0, "",
	    "The networks that OLTs may be in, like 10.0.0.0/8,2001:db8::/32; nothing is "
	    "sent to any other address. Empty for any but link-local ones; multicast and "
	    "broadcast addresses are never allowed.",
	    .check = networks_check },
	{ "store.database", CONF_SECRET, FIELD(store_database), 0, 0, "",
	    "Where everything is kept: sqlite:PATH, or a PostgreSQL as postgresql://... "
	    "or \"host=... dbname=...\". Empty for facho.db in data.folder.",
	    .short_env = "FACHO_DATABASE" },
	{ "store.key_file", CONF_TEXT, FIELD(store_key_file), 0, 0, "",
	    "The key that communities and SNMPv3 keys are sealed with, made at the first "
	    "start. Empty for facho.key in $CREDENTIALS_DIRECTORY (systemd), or else in "
	    "data.folder." },
	{ "store.queue", CONF_INT, FIELD(store_queue), 16, 1000000, "1000",
	    "How many results may wait to be written; when so many do, no more work is "
	    "handed out.",
	    .applies = CONF_AFTER_RESTART },
	{ "store.deadline", CONF_MS, FIELD(store_deadline_ms), SECOND, HOUR, "20s",
	    "How long the database may take for one query of a request, and for all of a "
	    "request that may read a lot. What takes longer is ended with an error, so "
	    "that nothing holds others up.",
	    .applies = CONF_AFTER_RESTART },
	{ "store.backups", CONF_INT, FIELD(store_backups), 0, 1000, "5",
	    "How many backups are kept of those that are made before a newer program "
	    "changes the database; 0: none is made." },
	{ "store.backup_folder", CONF_TEXT, FIELD(store_backup_folder), 0, 0, "",
	    "Where those backups are. Empty for backups/ beside a SQLite file, or in "
	    "data.folder for PostgreSQL." },
	{ "http.listen", CONF_TEXT, FIELD(http_listen), 0, 0, "127.0.0.1:8080",
	    "Where the API is, like 127.0.0.1:8080,[::1]:8080; port 0 for any free one. "
	    "With a certificate these speak HTTPS, but for those written http://... "
	    "Empty for no API." },
	{ "http.tls_cert", CONF_TEXT, FIELD(http_tls_cert), 0, 0, "",
	    "The certificate, with those that lead to its authority, as PEM; read again "
	    "at SIGHUP." },
	{ "http.tls_key", CONF_TEXT, FIELD(http_tls_key), 0, 0, "", "And its key." },
	{ "http.trusted_proxies", CONF_TEXT, FIELD(http_proxies), 0, 0, "",
	    "Whose X-Forwarded-For and X-Forwarded-Proto are believed, like "
	    "127.0.0.1,10.0.0.0/8.",
	    .check = networks_check },
	{ "http.body", CONF_BYTES, FIELD(http_body_bytes), 1024, 64 * 1024 * 1024, "1m",
	    "The largest body that a request may have.", .applies = CONF_AFTER_RESTART },
	{ "http.header", CONF_BYTES, FIELD(http_header_bytes), 4096, 1024 * 1024, "32k",
	    "The most that its line and headers may have.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.connections", CONF_INT, FIELD(http_connections), 4, 100000, "1000",
	    "How many connections each address takes at the same time.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.connections_per_client", CONF_INT, FIELD(http_connections_per_client), 0,
	    100000, "200",
	    "And how many of them from one client; 0 for any. Where proxies are trusted "
	    "it is theirs to say.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.rate", CONF_INT, FIELD(http_rate), 0, 1000000, "500",
	    "Requests a second that one client may make, twice as many at once after a "
	    "pause; 0 for any.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.patience", CONF_MS, FIELD(http_patience_ms), SECOND, HOUR, "20s",
	    "How long a request may take to arrive, and a connection be silent.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.threads", CONF_INT, FIELD(http_threads), 1, 64, "2",
	    "Threads that read requests and write answers, for each address.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.readers", CONF_INT, FIELD(http_readers), 2, 64, "4",
	    "Threads for requests that read little. One user has at most half of these "
	    "threads and of the following at the same time.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.lists", CONF_INT, FIELD(http_lists), 2, 64, "4",
	    "Threads for requests that may read a lot: lists, searches, histories.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.workers", CONF_INT, FIELD(http_workers), 2, 64, "4",
	    "Threads for requests that change something.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.waiters", CONF_INT, FIELD(http_waiters), 2, 64, "8",
	    "Threads for requests that wait for a device.",
	    .applies = CONF_AFTER_RESTART },
	{ "log.level", CONF_ENUM, FIELD(log_level), 0, 0, "info",
	    "What is worth a line in the log.", .choices = LEVELS,
	    .applies = CONF_AT_ONCE },
	{ "log.coordinator", CONF_ENUM, FIELD(log_coordinator), 0, 0, "info",
	    "What is worth a line in the coordinator's log, in the database and in its "
	    "file; debug also has every start and every run that waits.",
	    .choices = ENTRIES, .applies = CONF_AT_ONCE },
	{ "log.topics", CONF_TEXT, FIELD(log_topics), 0, 0, "",
	    "Levels of single topics, like snmpc=debug,poll=warn.",
	    .check = log_check_topics, .applies = CONF_AT_ONCE },
	{ "log.file", CONF_TEXT, FIELD(log_file), 0, 0, "",
	    "The file that the log is appended to; empty for standard error." },
};

const struct conf_item *
conf_items(size_t *ret_n)
{
	*ret_n = sizeof(ITEMS) / sizeof(ITEMS[0]);
	return ITEMS;
}

char *
conf_env_name(const struct conf_item *item, char env[CONF_ENV_MAX])
{
	size_t n = 0;

	assert(strlen(item->name) + sizeof("FACHO_") <= CONF_ENV_MAX);
	memcpy(env, "FACHO_", 6);
	n = 6;
	for (const char *p = item->name; *p; p++)
		env[n++] = *p == '.' ? '_' : (char)toupper((unsigned char)*p);
	env[n] = '\0';
	return env;
}

static void
expect_choice(const struct conf_item *item, struct buf *b)
{
	buf_puts(b, "one of: ");
	for (size_t i = 0; item->choices[i]; i++)
		buf_printf(b, "%s%s", i ? ", " : "", item->choices[i]);
}

void
conf_expected(const struct conf_item *item, struct buf *b)
{
	char low[UNITS_TEXT_MAX], high[UNITS_TEXT_MAX];

	switch (item->type) {
	case CONF_INT:
		buf_printf(b, "a number from %lld to %lld", (long long)item->min,
		    (long long)item->max);
		return;
	case CONF_BOOL:
		buf_puts(b, "yes or no");
		return;
	case CONF_MS:
		buf_printf(b, "a time from %s to %s, like 500ms, 2s or 5m",
		    units_format_ms(item->min, low), units_format_ms(item->max, high));
		return;
	case CONF_BYTES:
		buf_printf(b, "a size from %s to %s, like 1400 or 64k",
		    units_format_bytes(item->min, low),
		    units_format_bytes(item->max, high));
		return;
	case CONF_TEXT:
		buf_puts(b, "text");
		return;
	case CONF_SECRET:
		buf_printf(b, "text of at most %d characters", SECRET_MAX);
		return;
	case CONF_ENUM:
		expect_choice(item, b);
		return;
	case CONF_LIST:
		buf_printf(b, "up to %d numbers from %lld to %lld, with commas between",
		    CONF_LIST_MAX, (long long)item->min, (long long)item->max);
		return;
	}
}
