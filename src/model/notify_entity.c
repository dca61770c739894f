/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of the settings for notifications (model/notify.h).
 */
#include <stddef.h>

#include "model/notify.h"
#include "model/text.h"

#define COUNT(fields) (sizeof(fields) / sizeof((fields)[0]))
#define COMPUTED(type, name)                                                          \
	{                                                                             \
#name, NULL, ENTITY_INT, ENTITY_COMPUTED, offsetof(struct type, name) \
	}

/* ---- channels ------------------------------------------------------------------------ */

#define AT(member) offsetof(struct channel, member)

static const struct entity_field CHANNEL_FIELDS[] = {
	{ "kind", NULL, ENTITY_CHOICE, ENTITY_MUST | ENTITY_FIXED, AT(kind),
	    .choices = CHANNEL_CHOICES, .help = "It cannot be changed.",
	    .option = { NULL, "KIND", "add: the kind of channel." } },
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "settings", NULL, ENTITY_JSON, 0, AT(settings), 0, NOTIFY_SETTINGS_MAX, "{}",
	    .help = "An object. telegram: bot, api_url; email: host, port, security, "
		    "user, from; webhook: url, allow_http.",
	    .option = { NULL, "JSON",
		"add, change: its settings as a JSON object, like '{\"host\": "
		"\"mail.example\", \"from\": \"noc@example.net\"}'. telegram: bot, "
		"api_url; email: host, port, security, user, from; webhook: url, "
		"allow_http." } },
	{ "secret", NULL, ENTITY_SECRET, 0, 0, 0, TEXT_SECRET_MAX,
	    .help = "The token of the bot, the password, or the key for signatures. It "
		    "must be given again when the address to which it is sent changes." },
	{ "has_secret", "secret", ENTITY_PRESENT, ENTITY_COMPUTED, AT(has_secret) },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .option = { NULL, NULL, "add, change: whether it is used." } },
	COMPUTED(channel, created_ms),
	COMPUTED(channel, updated_ms),
};

#undef AT

const struct entity_type CHANNEL_ENTITY = { "channel", "channels", sizeof(struct channel),
	"name", .upkeep_columns = "created_ms, updated_ms", .fields = CHANNEL_FIELDS,
	.n_fields = COUNT(CHANNEL_FIELDS), .is_removed = true };

/* ---- contacts ------------------------------------------------------------------------ */

#define AT(member) offsetof(struct contact, member)
#define LANGUAGE(member)                                                                 \
	{                                                                                \
		"language", NULL, ENTITY_NAME, 0, (member), 0, 2,                        \
		    .choices = "|es|en",                                                 \
		    .help = "es or en; empty: the language of the program.", .option = { \
			    NULL,                                                        \
			    "es|en",                                                     \
			    "add, change: the language of the messages."                 \
		    }                                                                    \
	}
#define ZONE(member)                                                               \
	{                                                                          \
		"zone", NULL, ENTITY_NAME, 0, (member), 0, NOTIFY_ZONE_MAX,        \
		    .help = "A time zone like America/La_Paz; empty: that of the " \
			    "program.",                                            \
		    .option = {                                                    \
			    NULL,                                                  \
			    "ZONE",                                                \
			    "add, change: the time zone, like America/"            \
			    "La_Paz."                                              \
		    }                                                              \
	}

static const struct entity_field CONTACT_FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "user", "user_id", ENTITY_REF, ENTITY_NULL, AT(user),
	    .help = "The user of this person: number or name.",
	    .option = { NULL, "USER", "add, change: the user of this person." } },
	LANGUAGE(AT(language)),
	ZONE(AT(zone)),
	{ "quiet_from", NULL, ENTITY_NAME, 0, AT(quiet_from), 0, 5,
	    .help =
		"Local time like 22:00. In quiet hours only critical incidents are told.",
	    .option = { "quiet-from", "HH:MM", "add, change: start of quiet hours." } },
	{ "quiet_until", NULL, ENTITY_NAME, 0, AT(quiet_until), 0, 5,
	    .help = "Local time like 06:30.",
	    .option = { "quiet-until", "HH:MM", "add, change: end of quiet hours." } },
	COMPUTED(contact, created_ms),
	COMPUTED(contact, updated_ms),
};

#undef AT

const struct entity_type CONTACT_ENTITY = { "contact", "contacts", sizeof(struct contact),
	"name", .fields = CONTACT_FIELDS, .n_fields = COUNT(CONTACT_FIELDS),
	.is_removed = true };

/* ---- targets --------------------------------------------------------------------------- */

#define AT(member) offsetof(struct target, member)

static const struct entity_field TARGET_FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "channel", "channel_id", ENTITY_REF, ENTITY_MUST, AT(channel),
	    .help = "Number or name.",
	    .option = { NULL, "CHANNEL", "add, change: the channel." } },
	{ "contact", "contact_id", ENTITY_REF, ENTITY_NULL, AT(contact),
	    .help = "Number or name; the language, time zone and quiet hours of the "
		    "contact apply.",
	    .option = { NULL, "CONTACT", "add, change: the contact." } },
	{ "address", NULL, ENTITY_NAME, 0, AT(address), 0, TEXT_ADDRESS_MAX,
	    .help = "A chat (\"-100123\") or a mail address; empty: the address of the "
		    "contact. Not for webhooks.",
	    .option = { NULL, "ADDRESS", "add, change: the chat or the mail address." } },
	{ "thread", NULL, ENTITY_NAME, 0, AT(thread), 0, 32,
	    .help = "Topic of a group with topics.",
	    .option = { NULL, "NUMBER", "add, change: the topic of a Telegram group." } },
	LANGUAGE(AT(language)),
	ZONE(AT(zone)),
	{ "template_set", NULL, ENTITY_NAME, 0, AT(template_set), 0, TEXT_NAME_MAX,
	    .help = "Empty: the included templates.",
	    .option = { "template-set", "SET", "add, change: the set of templates." } },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .option = { NULL, NULL, "add, change: whether it gets messages." } },
	COMPUTED(target, created_ms),
	COMPUTED(target, updated_ms),
};

#undef AT

const struct entity_type TARGET_ENTITY = { "target", "targets", sizeof(struct target),
	"name", .upkeep_columns = "created_ms, updated_ms", .fields = TARGET_FIELDS,
	.n_fields = COUNT(TARGET_FIELDS), .is_removed = true };

/* ---- routes ------------------------------------------------------------------------------ */

#define AT(member) offsetof(struct route_rule, member)
#define FILTER(member, words)                                                          \
	{                                                                              \
		"filter", NULL, ENTITY_JSON, 0, (member), 0, NOTIFY_FILTER_MAX, "[]",  \
		    .help =                                                            \
			words " A list of conditions, all of which must hold: "        \
			      "[{\"field\": \"severity\", \"op\": \">=\", \"value\": " \
			      "\"major\"}].",                                          \
		    .option = {                                                        \
			    NULL,                                                      \
			    "JSON",                                                    \
			    "add, change: the conditions as a JSON list, like "        \
			    "'[{\"field\": "                                           \
			    "\"severity\", \"op\": \">=\", \"value\": \"major\"}]'."   \
		    }                                                                  \
	}

static const struct entity_field ROUTE_FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "place", NULL, ENTITY_INT, 0, AT(place), 0, 1000000,
	    .help = "Routes are tried from the lowest to the highest.",
	    .option = { NULL, "N",
		"add, change: its place; the lowest is tried "
		"first." } },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .option = { NULL, NULL, "add, change: whether it is used." } },
	FILTER(AT(filter), "Which incidents; empty: all."),
	{ "targets", NULL, ENTITY_JSON, 0, AT(targets), 0, NOTIFY_FILTER_MAX, "[]",
	    .help = "Numbers or names of targets. An empty list: nobody is told about "
		    "these incidents.",
	    .option = { NULL, "JSON",
		"add, change: the targets as a JSON list, like '[\"NOC\"]'." } },
	{ "delay_s", NULL, ENTITY_INT, ENTITY_NULL, AT(delay_s), 0, NOTIFY_DELAY_MAX_S,
	    "-1", .none = -1,
	    .help = "Seconds between the incident and the first message; null: depends "
		    "on the severity.",
	    .option = { "delay-s", "SECONDS",
		"add, change: seconds between the incident and the first message." } },
	{ "is_continue", NULL, ENTITY_BOOL, 0, AT(is_continue),
	    .help = "The routes after it are tried too.",
	    .option = { "is-continue", NULL,
		"add, change: whether the routes after it are tried too." } },
	COMPUTED(route_rule, created_ms),
	COMPUTED(route_rule, updated_ms),
};

#undef AT

const struct entity_type ROUTE_ENTITY = { "route", "routes", sizeof(struct route_rule),
	"name", .upkeep_columns = "created_ms, updated_ms", .fields = ROUTE_FIELDS,
	.n_fields = COUNT(ROUTE_FIELDS), .is_removed = true };

/* ---- silences ---------------------------------------------------------------------------- */

#define AT(member) offsetof(struct silence, member)

static const struct entity_field SILENCE_FIELDS[] = {
	FILTER(AT(filter), "Which incidents."),
	{ "incident", "incident_id", ENTITY_INT, ENTITY_NULL, AT(incident), 1, INT32_MAX,
	    .help = "Only this incident.",
	    .option = { NULL, "N", "add: only this incident." } },
	{ "from_at", "from_ms", ENTITY_TIME, 0, AT(from_ms), .help = "Default: now.",
	    .option = { "from-at", "TIME", "add, change: the start; default: now." } },
	{ "until_at", "until_ms", ENTITY_TIME, ENTITY_NULL, AT(until_ms),
	    .help = "Null: until the incident ends.",
	    .option = { "until-at", "TIME", "add, change: the end." } },
	{ "why", NULL, ENTITY_NAME, 0, AT(why), 0, TEXT_WORDS_MAX, .help = "The reason.",
	    .option = { NULL, "TEXT", "add, change: the reason." } },
	{ "source", NULL, ENTITY_CHOICE, 0, AT(source), .choices = "web|telegram|cli|api",
	    .fallback = "api", .help = "Where it was created." },
	{ "who", NULL, ENTITY_TEXT, ENTITY_COMPUTED, AT(who) },
	COMPUTED(silence, ended_ms),
	COMPUTED(silence, hidden),
	COMPUTED(silence, created_ms),
	COMPUTED(silence, updated_ms),
};

#undef AT

const struct entity_type SILENCE_ENTITY = { "silence", "silences", sizeof(struct silence),
	"why", .fields = SILENCE_FIELDS, .n_fields = COUNT(SILENCE_FIELDS),
	.is_removed = true };

/* ---- maintenances ------------------------------------------------------------------------- */

#define AT(member) offsetof(struct maintenance, member)

static const struct entity_field MAINTENANCE_FIELDS[] = {
	{ "title", NULL, ENTITY_NAME, ENTITY_MUST, AT(title), 1, TEXT_USER_WORDS_MAX,
	    .option = { NULL, "TEXT", "change: the new title." } },
	FILTER(AT(filter), "A short description of the work."),
	{ "mode", NULL, ENTITY_CHOICE, 0, AT(mode), .choices = MAINTENANCE_CHOICES,
	    .fallback = "mute",
	    .help = "mute: incidents are detected and shown, but no messages are sent; "
		    "hold: nothing is detected; plan: an incident \"planned work\" is "
		    "created in advance.",
	    .option = { NULL, "MODE",
		"add, change: mute (incidents are shown, no messages), hold (no "
		"incidents) or plan (shown as planned work)." } },
	{ "from_at", "from_ms", ENTITY_TIME, ENTITY_MUST, AT(from_ms),
	    .help = "The start; if it recurs: the first time.",
	    .option = { "from-at", "TIME", "add, change: the start." } },
	{ "until_at", "until_ms", ENTITY_TIME, ENTITY_NULL, AT(until_ms),
	    .help = "The end, if it does not recur.",
	    .option = { "until-at", "TIME", "add, change: the end." } },
	{ "rrule", NULL, ENTITY_NAME, 0, AT(rrule), 0, NOTIFY_RRULE_MAX,
	    .help = "RFC 5545, like FREQ=WEEKLY;BYDAY=SU; empty: once.",
	    .option = { NULL, "RULE",
		"add, change: how it recurs, like FREQ=WEEKLY;BYDAY=SU." } },
	ZONE(AT(zone)),
	{ "length_s", NULL, ENTITY_INT, ENTITY_NULL, AT(length_s), 60, 31 * 86400,
	    .help = "Duration in seconds, if it recurs.",
	    .option = { "length-s", "SECONDS",
		"add, change: the duration, if it recurs." } },
	{ "why", NULL, ENTITY_NAME, 0, AT(why), 0, TEXT_WORDS_MAX, .help = "The reason.",
	    .option = { NULL, "TEXT", "add, change: the reason." } },
	{ "who", NULL, ENTITY_TEXT, ENTITY_COMPUTED, AT(who) },
	COMPUTED(maintenance, ended_ms),
	COMPUTED(maintenance, created_ms),
	COMPUTED(maintenance, updated_ms),
};

#undef AT

const struct entity_type MAINTENANCE_ENTITY = { "maintenance", "maintenances",
	sizeof(struct maintenance), "title", .upkeep_columns = "created_ms, updated_ms",
	.fields = MAINTENANCE_FIELDS, .n_fields = COUNT(MAINTENANCE_FIELDS),
	.is_removed = true };

/* ---- templates ------------------------------------------------------------------------------ */

#define AT(member) offsetof(struct template_row, member)

static const struct entity_field TEMPLATE_FIELDS[] = {
	{ "set", "set_name", ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(set), 1,
	    TEXT_NAME_MAX, .help = "The name that targets use.",
	    .option = { NULL, "SET", "add, change: the set that it belongs to." } },
	{ "language", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(language), 2, 2,
	    .choices = "es|en",
	    .option = { NULL, "LANGUAGE", "add, change: es or en." } },
	{ "kind", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(kind), 1, TEXT_NAME_MAX,
	    .help = "Kind of message: incident.opened, incident.changed, "
		    "incident.resolved, ...",
	    .option = { NULL, "KIND",
		"add, change: the kind of message, like "
		"incident.opened." } },
	{ "body", NULL, ENTITY_TEXT, ENTITY_MUST, AT(body), 1, NOTIFY_TEMPLATE_MAX,
	    .help = "{{name}}, {{#list}}...{{/list}}, **bold**, [text](url).",
	    .option = { NULL, "TEXT", "add, change: the text." } },
	COMPUTED(template_row, created_ms),
	COMPUTED(template_row, updated_ms),
};

const struct entity_type TEMPLATE_ENTITY = { "template", "templates",
	sizeof(struct template_row), "kind", .upkeep_columns = "created_ms, updated_ms",
	.fields = TEMPLATE_FIELDS, .n_fields = COUNT(TEMPLATE_FIELDS),
	.is_removed = true };
