/* SPDX-License-Identifier: Apache-2.0 */
#include "conf/conf.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/log.h"
#include "base/units.h"

#define FIELD(member) offsetof(struct conf, member)

static const char *const LEVELS[] = { "error", "warn", "info", "debug", NULL };

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

static const struct conf_item ITEMS[] = {
	{ "snmp.community", CONF_SECRET, FIELD(snmp_community), 0, 0, "",
	    "Community for OLTs of SNMP versions 1 and 2c, when a command is not given "
	    "one.",
	    .short_env = "FACHO_COMMUNITY" },
	{ "snmp.timeout", CONF_MS, FIELD(snmp_timeout_ms), 100, 60000, "2s",
	    "How long one SNMP request may stay unanswered before it is sent again." },
	{ "snmp.retries", CONF_INT, FIELD(snmp_retries), 0, 10, "2",
	    "How often an unanswered request is sent again." },
	{ "snmp.in_flight", CONF_INT, FIELD(snmp_in_flight), 1, 64, "5",
	    "The most requests that one OLT is asked to work on at the same time. The "
	    "governor starts lower and goes this far only with devices that like it." },
	{ "snmp.repetitions", CONF_INT, FIELD(snmp_repetitions), 1, 1000, "50",
	    "The most rows that one GETBULK asks for." },
	{ "snmp.answer_bytes", CONF_BYTES, FIELD(snmp_answer_bytes), 484, 65507, "1400",
	    "How large an answer requests aim at. What exceeds the network's packet size "
	    "is cut into fragments, which weak OLTs and firewalls lose." },
	{ "snmp.batch", CONF_LIST, FIELD(snmp_batch), 1, 10000, "200,50,1",
	    "How many ONUs one GET batch asks for; a batch that fails is asked again in "
	    "the next smaller size, so that one bad ONU costs one ONU.",
	    .check = check_shrinking },
	{ "store.database", CONF_SECRET, FIELD(store_database), 0, 0,
	    "sqlite:/var/lib/facho/facho.db",
	    "Where everything is kept: sqlite:PATH, or a PostgreSQL as postgresql://... "
	    "or "
	    "\"host=... dbname=...\".",
	    .short_env = "FACHO_DATABASE" },
	{ "store.key_file", CONF_TEXT, FIELD(store_key_file), 0, 0, "",
	    "The key that communities and SNMPv3 keys are sealed with, made at the first "
	    "start. Empty for facho.key in $CREDENTIALS_DIRECTORY (systemd), or else in "
	    "/var/lib/facho." },
	{ "log.level", CONF_ENUM, FIELD(log_level), 0, 0, "info",
	    "What is worth a line in the log.", .choices = LEVELS },
	{ "log.topics", CONF_TEXT, FIELD(log_topics), 0, 0, "",
	    "Levels of single topics, like snmpc=debug,poll=warn.",
	    .check = log_check_topics },
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
