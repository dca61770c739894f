/* SPDX-License-Identifier: Apache-2.0 */
#include "conf/conf.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/canaries.h"
#include "base/log.h"
#include "base/networks.h"
#include "base/units.h"

#define FIELD(member) offsetof(struct conf, member)

static const char *const LEVELS[] = { "error", "warn", "info", "debug", NULL };
static const char *const LANGUAGES[] = { "en", "es", NULL };
/* In the order of enum entry_level. */
static const char *const ENTRIES[] = { "debug", "info", "warning", "error", "critical",
	NULL };

/* Batches must decrease: larger ones would increase the load on a device with
 * problems. */
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

/* Ten years: the maximum of all retention times, against wrong units. */
#define LONGEST_KEPT (INT64_C(3650) * DAY)
#define LONGEST_INTERVAL (INT64_C(31) * DAY)

/* A name from the system's list of time zones; an unknown name would silently be UTC. */
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

static enum rc
check_url(const char *text, struct err *err)
{
	bool is_web =
	    strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0;
	size_t n = strlen(text);

	if (!*text)
		return RC_OK;
	if (!is_web || n > 400 || text[n - 1] == '/' || strpbrk(text, " \t\"<>"))
		return err_set(err, RC_INVALID,
		    "an address like https://facho.example.net, without a slash at its "
		    "end");
	return RC_OK;
}

/* To disable it, the value is 0. Very short times are refused, because devices would be
 * busy only with answering. */
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
	    "The data folder of facho serve: the database (unless store.database "
	    "names another one), the key file, the logs, and the socket that the "
	    "commands connect to.",
	    .short_env = "FACHO_DATA" },
	{ "admin.password", CONF_SECRET, FIELD(admin_password), 0, 0, "",
	    "The password of the user admin, which is created at the first start. "
	    "It is better to set it in the environment. Empty: a random password "
	    "is generated and printed once." },
	{ "site.timezone", CONF_TEXT, FIELD(site_timezone), 0, 0, "",
	    "The time zone of cron expressions and of the log, like "
	    "America/Santiago. Empty: the time zone of the system.",
	    .check = check_timezone, .applies = CONF_AFTER_RESTART },
	{ "site.language", CONF_ENUM, FIELD(site_language), 0, 0, "en",
	    "The language of the coordinator's log, in its file and in the "
	    "database. The web admin shows the log in the language of each user.",
	    .choices = LANGUAGES, .applies = CONF_AT_ONCE },
	{ "site.url", CONF_TEXT, FIELD(site_url), 0, 0, "",
	    "The address of the web admin as its users reach it, like "
	    "https://facho.example.net, for links in messages. Empty: messages have no "
	    "links.",
	    .check = check_url, .applies = CONF_AFTER_RESTART },
	{ "poll.pollers", CONF_INT, FIELD(poll_pollers), 1, 10000, "50",
	    "How many OLTs are polled at the same time.", .applies = CONF_AT_ONCE },
	{ "poll.late_after", CONF_MS, FIELD(poll_late_after_ms), 100, HOUR, "1s",
	    "How long a run may wait before it counts as late. Late runs start first.",
	    .applies = CONF_AT_ONCE },
	{ "lane.high_reserved", CONF_INT, FIELD(lane_high_reserved), 0, TEN, "1",
	    "How many of every ten pollers are reserved for runs that a person starts.",
	    .applies = CONF_AT_ONCE },
	{ "lane.discovery_share", CONF_INT, FIELD(lane_discovery_share), 1, TEN, "3",
	    "How many of every ten pollers discovery may use.", .applies = CONF_AT_ONCE },
	{ "lane.discovery_limit", CONF_MS, FIELD(lane_discovery_limit_ms), SECOND, DAY,
	    "5m", "How long one discovery may take.", .applies = CONF_AT_ONCE },
	{ "lane.polling_share", CONF_INT, FIELD(lane_polling_share), 1, TEN, "9",
	    "How many of every ten pollers jobs of type get, walk, table and bulk "
	    "may use.",
	    .applies = CONF_AT_ONCE },
	{ "lane.polling_limit", CONF_MS, FIELD(lane_polling_limit_ms), SECOND, DAY, "1m",
	    "How long one run of type get, walk, table or bulk may take for each "
	    "1,000 ONUs. An OLT with fewer ONUs also has this time.",
	    .applies = CONF_AT_ONCE },
	{ "lane.retry_share", CONF_INT, FIELD(lane_retry_share), 1, TEN, "1",
	    "How many of every ten pollers retries may use.", .applies = CONF_AT_ONCE },
	{ "health.watch", CONF_MS, FIELD(health_watch_ms), 0, DAY, "1m",
	    "An enabled OLT that has not answered anything for this long is "
	    "probed. 0: never.",
	    .check = check_watch, .applies = CONF_AT_ONCE },
	{ "health.suspend_after", CONF_INT, FIELD(health_suspend_after), 1, 100, "3",
	    "After how many consecutive runs without an answer, including all "
	    "retries, an OLT is suspended.",
	    .applies = CONF_AT_ONCE },
	{ "health.probe_every", CONF_MS, FIELD(health_probe_ms), SECOND, DAY, "1m",
	    "How often an OLT that does not answer or is suspended is probed.",
	    .applies = CONF_AT_ONCE },
	{ "health.back_after", CONF_INT, FIELD(health_back_after), 1, 100, "2",
	    "How many consecutive probes a suspended OLT must answer to become "
	    "active again.",
	    .applies = CONF_AT_ONCE },
	{ "health.stays_suspended", CONF_BOOL, FIELD(health_stays_suspended), 0, 0, "no",
	    "If yes, a suspended OLT stays suspended until a person reactivates it.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.absent_after", CONF_INT, FIELD(discovery_absent_after), 1, 100, "3",
	    "After how many complete walks without it an ONU is absent.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.held_percent", CONF_INT, FIELD(discovery_held_percent), 1, 100, "50",
	    "Which percentage of an OLT's ONUs may be missing in a walk. If more "
	    "are missing, the result is held and not applied.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.agreeing", CONF_INT, FIELD(discovery_agreeing), 1, 100, "2",
	    "How many walks after a held one must show the same result before it "
	    "is applied.",
	    .applies = CONF_AT_ONCE },
	{ "discovery.max_onus", CONF_INT, FIELD(discovery_max_onus), 16, 10000000,
	    "262144",
	    "The maximum number of ONUs stored for one OLT, present and absent. A "
	    "walk with more is held.",
	    .applies = CONF_AT_ONCE },
	{ "standard.discovery", CONF_MS, FIELD(standard_discovery_ms), SECOND,
	    LONGEST_INTERVAL, "1h", "How often the standard jobs discover ONUs.",
	    .applies = CONF_AT_ONCE },
	{ "standard.states", CONF_MS, FIELD(standard_states_ms), SECOND, LONGEST_INTERVAL,
	    "5m", "How often the standard jobs read the states of ONUs.",
	    .applies = CONF_AT_ONCE },
	{ "standard.inventory", CONF_MS, FIELD(standard_inventory_ms), SECOND,
	    LONGEST_INTERVAL, "1d",
	    "How often the standard jobs read models, versions, descriptions and "
	    "distances.",
	    .applies = CONF_AT_ONCE },
	{ "standard.optics", CONF_MS, FIELD(standard_optics_ms), SECOND, LONGEST_INTERVAL,
	    "1h",
	    "How often the standard jobs read optical levels. The requests are "
	    "spread over this time.",
	    .applies = CONF_AT_ONCE },
	{ "standard.details", CONF_MS, FIELD(standard_details_ms), SECOND,
	    LONGEST_INTERVAL, "1d",
	    "How often the standard jobs read what the OLT must request from each "
	    "ONU. The requests are spread over this time.",
	    .applies = CONF_AT_ONCE },
	{ "standard.ports", CONF_MS, FIELD(standard_ports_ms), SECOND, LONGEST_INTERVAL,
	    "5m", "How often the standard jobs read the PON ports.",
	    .applies = CONF_AT_ONCE },
	{ "standard.chassis", CONF_MS, FIELD(standard_chassis_ms), SECOND,
	    LONGEST_INTERVAL, "5m",
	    "How often the standard jobs read CPU, memory and temperature of the OLT.",
	    .applies = CONF_AT_ONCE },
	{ "keep.samples", CONF_MS, FIELD(keep_samples_ms), 0, LONGEST_KEPT, "30d",
	    "How long single readings are kept. 0: for ever; this applies to all "
	    "settings of this group.",
	    .applies = CONF_AT_ONCE },
	{ "keep.hours", CONF_MS, FIELD(keep_hours_ms), 0, LONGEST_KEPT, "730d",
	    "How long the minimum, average and maximum of each hour are kept.",
	    .applies = CONF_AT_ONCE },
	{ "keep.executions", CONF_MS, FIELD(keep_executions_ms), 0, LONGEST_KEPT, "90d",
	    "How long executions, quotas, plans and performance figures are kept.",
	    .applies = CONF_AT_ONCE },
	{ "keep.events", CONF_MS, FIELD(keep_events_ms), 0, LONGEST_KEPT, "730d",
	    "How long the events of ONUs are kept.", .applies = CONF_AT_ONCE },
	{ "keep.log", CONF_MS, FIELD(keep_log_ms), 0, LONGEST_KEPT, "7d",
	    "How long the coordinator's log is kept in the database.",
	    .applies = CONF_AT_ONCE },
	{ "keep.audit", CONF_MS, FIELD(keep_audit_ms), 0, LONGEST_KEPT, "730d",
	    "How long the audit log is kept.", .applies = CONF_AT_ONCE },
	{ "keep.incidents", CONF_MS, FIELD(keep_incidents_ms), 0, LONGEST_KEPT, "730d",
	    "How long incidents that are closed are kept.", .applies = CONF_AT_ONCE },
	{ "keep.deliveries", CONF_MS, FIELD(keep_deliveries_ms), 0, LONGEST_KEPT, "90d",
	    "How long messages and their attempts, and silences that have ended, are "
	    "kept.",
	    .applies = CONF_AT_ONCE },
	{ "keep.incident_members", CONF_MS, FIELD(keep_members_ms), 0, LONGEST_KEPT,
	    "90d",
	    "How long the list of the ONUs of an incident is kept. Their number is kept "
	    "as long as the incident.",
	    .applies = CONF_AT_ONCE },
	{ "watch.critical", CONF_INT, FIELD(watch_critical), 1, 1000000, "200",
	    "An incident is critical from this number of customers on.",
	    .applies = CONF_AT_ONCE },
	{ "watch.major", CONF_INT, FIELD(watch_major), 1, 1000000, "20",
	    "An incident is major from this number of customers on. An incident of a "
	    "whole port is always major.",
	    .applies = CONF_AT_ONCE },
	{ "watch.minor", CONF_INT, FIELD(watch_minor), 1, 1000000, "4",
	    "An incident is minor from this number of customers on.",
	    .applies = CONF_AT_ONCE },
	{ "watch.basket", CONF_MS, FIELD(watch_basket_ms), SECOND, HOUR, "2m",
	    "ONUs that go down within this time can be one incident; it is at least 1.6 "
	    "times the interval at which states are read.",
	    .applies = CONF_AT_ONCE },
	{ "watch.silent", CONF_MS, FIELD(watch_silent_ms), SECOND, HOUR, "2m",
	    "OLTs that stop answering within this time are evaluated together: if there "
	    "are many, Facho itself cannot reach the network. A single OLT waits for "
	    "half of this time.",
	    .applies = CONF_AT_ONCE },
	{ "watch.resolve", CONF_MS, FIELD(watch_resolve_ms), SECOND, DAY, "2m",
	    "An incident is resolved when its customers have been back for this long.",
	    .applies = CONF_AT_ONCE },
	{ "watch.close", CONF_MS, FIELD(watch_close_ms), SECOND, DAY, "30m",
	    "A resolved incident is closed after this time. Until then the same fault "
	    "opens it again.",
	    .applies = CONF_AT_ONCE },
	{ "watch.levels", CONF_MS, FIELD(watch_levels_ms), SECOND, 7 * DAY, "24h",
	    "An incident about levels is resolved when they have been good for this "
	    "long.",
	    .applies = CONF_AT_ONCE },
	{ "watch.canaries", CONF_TEXT, FIELD(watch_canaries), 0, 0, "",
	    "Two to four addresses that answer as long as our own network works, like "
	    "\"tcp://192.0.2.1:53, olt://centro\". If none of them answers, Facho cannot "
	    "see the network and evaluates nothing. tcp:// tries a connection every 10 "
	    "seconds; olt:// is an OLT of Facho.",
	    .check = canaries_check, .applies = CONF_AT_ONCE },
	{ "snmp.community", CONF_SECRET, FIELD(snmp_community), 0, 0, "",
	    "The community for SNMP v1 and v2c, if a command is not given one.",
	    .short_env = "FACHO_COMMUNITY" },
	{ "snmp.timeout", CONF_MS, FIELD(snmp_timeout_ms), 100, 60000, "2s",
	    "How long an SNMP request waits for an answer before it is sent again.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.retries", CONF_INT, FIELD(snmp_retries), 0, 10, "2",
	    "How many times an unanswered request is sent again.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.in_flight", CONF_INT, FIELD(snmp_in_flight), 1, 64, "5",
	    "The maximum number of requests sent to one OLT at the same time. "
	    "Facho starts with fewer and reaches this number only if the device "
	    "answers well.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.repetitions", CONF_INT, FIELD(snmp_repetitions), 1, 1000, "50",
	    "The maximum number of rows that one GETBULK requests.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.answer_bytes", CONF_BYTES, FIELD(snmp_answer_bytes), 484, 65507, "1400",
	    "The answer size that requests aim at. Larger answers than the packet "
	    "size of the network are fragmented, and some OLTs and firewalls lose "
	    "fragments.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.max_rows", CONF_INT, FIELD(snmp_max_rows), 16, 10000000, "65536",
	    "The maximum number of rows read from one column, and of ONUs, ports "
	    "or components of one OLT. If a device has more, the run stops with "
	    "TOO_MUCH and a discovery is held.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.max_bytes", CONF_BYTES, FIELD(snmp_max_bytes), 64 * 1024,
	    1024 * 1024 * 1024, "64m",
	    "The maximum number of bytes of answers that one run reads. If there "
	    "are more, the run stops with TOO_MUCH.",
	    .applies = CONF_AT_ONCE },
	{ "snmp.batch", CONF_LIST, FIELD(snmp_batch), 1, 10000, "200,50,1",
	    "How many ONUs one GET requests. If a request fails, it is repeated "
	    "with the next smaller number, so that one bad ONU does not affect the "
	    "others.",
	    .check = check_shrinking, .applies = CONF_AT_ONCE },
	{ "snmp.allowed_networks", CONF_TEXT, FIELD(snmp_allowed_networks), 0, 0, "",
	    "The networks in which OLTs may be, like 10.0.0.0/8,2001:db8::/32. "
	    "Nothing is sent to other addresses. Empty: all addresses except "
	    "link-local ones. Multicast and broadcast addresses are never allowed.",
	    .check = networks_check },
	{ "channel.allowed_networks", CONF_TEXT, FIELD(channel_allowed_networks), 0, 0,
	    "",
	    "The networks to which messages may be sent: mail servers, webhooks, "
	    "Telegram, like 0.0.0.0/0,::/0. Empty: all addresses except loopback, "
	    "link-local ones and those at which cloud providers publish secrets of their "
	    "machines. Multicast and broadcast addresses are never allowed.",
	    .check = networks_check },
	{ "channel.proxy", CONF_TEXT, FIELD(channel_proxy), 0, 0, "",
	    "An HTTP proxy for webhooks and Telegram, like http://10.0.0.1:3128. The "
	    "proxy "
	    "then decides which addresses can be reached. Empty: none." },
	{ "store.database", CONF_SECRET, FIELD(store_database), 0, 0, "",
	    "The database: sqlite:PATH, or PostgreSQL as postgresql://... or "
	    "\"host=... dbname=...\". Empty: facho.db in data.folder.",
	    .short_env = "FACHO_DATABASE" },
	{ "store.key_file", CONF_TEXT, FIELD(store_key_file), 0, 0, "",
	    "The file with the key that encrypts communities and SNMPv3 keys in "
	    "the database. It is created at the first start. Empty: facho.key in "
	    "$CREDENTIALS_DIRECTORY (systemd), otherwise in data.folder." },
	{ "store.queue", CONF_INT, FIELD(store_queue), 16, 1000000, "1000",
	    "How many results may wait to be written. If so many wait, no more "
	    "runs are started.",
	    .applies = CONF_AFTER_RESTART },
	{ "store.deadline", CONF_MS, FIELD(store_deadline_ms), SECOND, HOUR, "20s",
	    "The time limit of one database query of a request, and of a whole "
	    "request that may read a lot. After it the request ends with an error.",
	    .applies = CONF_AFTER_RESTART },
	{ "store.backups", CONF_INT, FIELD(store_backups), 0, 1000, "5",
	    "How many automatic backups are kept. One is made before a newer "
	    "version of Facho changes the database. 0: no backups are made." },
	{ "store.backup_folder", CONF_TEXT, FIELD(store_backup_folder), 0, 0, "",
	    "The folder of the automatic backups. Empty: backups/ next to the "
	    "SQLite file, or in data.folder for PostgreSQL." },
	{ "http.listen", CONF_TEXT, FIELD(http_listen), 0, 0, "127.0.0.1:8080",
	    "The addresses of the API and the web admin, like "
	    "127.0.0.1:8080,[::1]:8080. Port 0: any free port. With a certificate "
	    "they use HTTPS, except those written as http://... Empty: no API." },
	{ "http.tls_cert", CONF_TEXT, FIELD(http_tls_cert), 0, 0, "",
	    "The certificate with its chain, as a PEM file. It is read again at "
	    "SIGHUP." },
	{ "http.tls_key", CONF_TEXT, FIELD(http_tls_key), 0, 0, "",
	    "The private key of the certificate, as a PEM file." },
	{ "http.trusted_proxies", CONF_TEXT, FIELD(http_proxies), 0, 0, "",
	    "The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, "
	    "like 127.0.0.1,10.0.0.0/8.",
	    .check = networks_check },
	{ "http.body", CONF_BYTES, FIELD(http_body_bytes), 1024, 64 * 1024 * 1024, "1m",
	    "The maximum size of a request body.", .applies = CONF_AFTER_RESTART },
	{ "http.header", CONF_BYTES, FIELD(http_header_bytes), 4096, 1024 * 1024, "32k",
	    "The maximum size of the request line and the headers.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.connections", CONF_INT, FIELD(http_connections), 4, 100000, "1000",
	    "The maximum number of connections to each address at the same time.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.connections_per_client", CONF_INT, FIELD(http_connections_per_client), 0,
	    100000, "200",
	    "The maximum number of connections from one client to each address. 0: "
	    "no limit. It is not applied if http.trusted_proxies is set.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.rate", CONF_INT, FIELD(http_rate), 0, 1000000, "500",
	    "The maximum number of requests per second from one client; twice as "
	    "many in a burst. 0: no limit.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.patience", CONF_MS, FIELD(http_patience_ms), SECOND, HOUR, "20s",
	    "How long a request may take to arrive, and how long a connection may "
	    "be idle.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.threads", CONF_INT, FIELD(http_threads), 1, 64, "2",
	    "Threads that read requests and write responses, for each address.",
	    .applies = CONF_AFTER_RESTART },
	{ "http.readers", CONF_INT, FIELD(http_readers), 2, 64, "4",
	    "Threads for requests that read little. One user can use at most half "
	    "of the threads of this and the next three settings at the same time.",
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
	    "The lowest level that is written to the log.", .choices = LEVELS,
	    .applies = CONF_AT_ONCE },
	{ "log.coordinator", CONF_ENUM, FIELD(log_coordinator), 0, 0, "info",
	    "The lowest level that is written to the coordinator's log, in the "
	    "database and in its file. debug also logs every start and every run "
	    "that waits.",
	    .choices = ENTRIES, .applies = CONF_AT_ONCE },
	{ "log.topics", CONF_TEXT, FIELD(log_topics), 0, 0, "",
	    "Log levels of single topics, like snmpc=debug,poll=warn.",
	    .check = log_check_topics, .applies = CONF_AT_ONCE },
	{ "log.file", CONF_TEXT, FIELD(log_file), 0, 0, "",
	    "The file to which the log is appended. Empty: standard error." },
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
