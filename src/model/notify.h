/* SPDX-License-Identifier: Apache-2.0
 *
 * model/notify.h - who is told about incidents, how, and when: contacts, channels,
 * targets, routes, silences, maintenances and templates, each with its table
 * (model/entity.h), and the names used in the outbox. Plain values; text is borrowed.
 *
 * Settings of a channel, by kind:
 *
 *	telegram  bot        user name of the bot, for links: "facho_bot"
 *	          api_url    default: "https://api.telegram.org"
 *	email     host, port (default: 587)
 *	          security   "starttls" (default), "tls", "none"
 *	          user       "" : no login
 *	          from       address of the sender
 *	webhook   url
 *	          allow_http whether http:// may be used; default: false
 *	          body       instead of the standard one, with {{title}}, {{text}}, {{url}},
 *	                     {{severity}}, {{type}}, {{incident}}, {{address}}, {{id}}
 *	          content_type of that body; default: application/json
 *
 * The secret is the token of the bot, the password, or the key for signatures.
 */
#ifndef FACHO_MODEL_NOTIFY_H
#define FACHO_MODEL_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/entity.h"
#include "model/ids.h"

struct contact_id {
	int64_t v;
};

struct channel_id {
	int64_t v;
};

struct target_id {
	int64_t v;
};

struct route_id {
	int64_t v;
};

struct silence_id {
	int64_t v;
};

struct maintenance_id {
	int64_t v;
};

struct template_id {
	int64_t v;
};

enum {
	NOTIFY_FILTER_MAX = 4000, /* maximum length of a filter */
	NOTIFY_TARGETS_MAX = 32, /* targets of a route */
	NOTIFY_TEMPLATE_MAX = 16384, /* maximum length of a template */
	NOTIFY_SETTINGS_MAX = 4000,
	NOTIFY_ZONE_MAX = 64,
	NOTIFY_RRULE_MAX = 500,
	NOTIFY_ADDRESSES_MAX = 16, /* addresses of a contact */
	NOTIFY_DELAY_MAX_S = 86400,
};

/* ---- channels ------------------------------------------------------------------- */

enum channel_kind {
	CHANNEL_TELEGRAM,
	CHANNEL_EMAIL,
	CHANNEL_WEBHOOK,
	CHANNEL_KINDS,
};
#define CHANNEL_CHOICES "telegram|email|webhook"

bool channel_kind_from_name(const char *name, enum channel_kind *ret_kind);
/* The receiver can detect a message that is sent twice (Message-ID, webhook-id). */
bool channel_knows_repetitions(enum channel_kind kind);

/* The place for which the vault encrypts its secret (store/secret/vault.h). */
#define CHANNEL_SECRET_PLACE "channels.secret"

struct channel {
	struct channel_id id;
	enum channel_kind kind;
	const char *name;
	const char *settings; /* JSON, as above */
	bool has_secret;
	bool enabled;
	int64_t created_ms, updated_ms;
};

/* ---- people and places ------------------------------------------------------------ */

struct contact {
	struct contact_id id;
	int64_t user; /* 0: not a user who logs in */
	const char *name;
	const char *language; /* "es", "en"; "": the language of the program */
	const char *zone; /* "America/La_Paz"; "": the time zone of the program */
	const char *quiet_from, *quiet_until; /* "22:00", local; "": none */
	int64_t created_ms, updated_ms;
};

struct target {
	struct target_id id;
	const char *name;
	int64_t channel;
	int64_t contact; /* 0: none */
	const char *address; /* "": the address of the contact, or of the channel */
	const char *thread;
	const char *language, *zone;
	const char *template_set; /* "": the included templates */
	bool enabled;
	int64_t created_ms, updated_ms;
};

/* ---- when -------------------------------------------------------------------------- */

struct route_rule {
	struct route_id id;
	int64_t place; /* the lowest is evaluated first */
	const char *name;
	bool enabled;
	const char *filter; /* JSON (notify/filter.h) */
	const char *targets; /* JSON: ids in order */
	int64_t delay_s; /* -1: depends on the severity */
	bool is_continue; /* the routes after it are evaluated too */
	int64_t created_ms, updated_ms;
};

enum silence_source {
	SILENCE_WEB,
	SILENCE_TELEGRAM,
	SILENCE_CLI,
	SILENCE_API,
};

struct silence {
	struct silence_id id;
	const char *filter;
	int64_t incident; /* 0: selected by the filter */
	int64_t from_ms;
	int64_t until_ms; /* 0: until the incident ends */
	const char *who, *why;
	enum silence_source source;
	int64_t ended_ms; /* 0: not ended early */
	int64_t hidden;
	int64_t created_ms, updated_ms;
};

enum maintenance_mode {
	MAINTENANCE_MUTE, /* evaluated and shown, but no messages */
	MAINTENANCE_HOLD, /* not evaluated */
	MAINTENANCE_PLAN, /* an incident is created in advance */
};
#define MAINTENANCE_CHOICES "mute|hold|plan"

struct maintenance {
	struct maintenance_id id;
	const char *title;
	const char *filter;
	enum maintenance_mode mode;
	int64_t from_ms; /* recurring: the first time */
	int64_t until_ms; /* 0: it is recurring */
	const char *rrule; /* "": not recurring */
	const char *zone; /* recurring only */
	int64_t length_s; /* recurring only; otherwise 0 */
	const char *who, *why;
	int64_t ended_ms;
	int64_t created_ms, updated_ms;
};

struct template_row {
	struct template_id id;
	const char *set;
	const char *language;
	const char *kind; /* "incident.opened" */
	const char *body;
	int64_t created_ms, updated_ms;
};

extern const struct entity_type CONTACT_ENTITY, CHANNEL_ENTITY, TARGET_ENTITY,
    ROUTE_ENTITY, SILENCE_ENTITY, MAINTENANCE_ENTITY, TEMPLATE_ENTITY;

/* ---- the outbox ---------------------------------------------------------------------- */

enum outbox_act {
	OUTBOX_SEND,
	OUTBOX_EDIT, /* edit the sent message */
	OUTBOX_REPLY, /* a new message that refers to the first one */
	OUTBOX_ACTS,
};

enum outbox_priority {
	OUTBOX_CRITICAL,
	OUTBOX_RECOVERY,
	OUTBOX_USUAL,
	OUTBOX_DIGEST,
};

enum outbox_state {
	OUTBOX_QUEUED,
	OUTBOX_SENDING,
	OUTBOX_SENT,
	OUTBOX_CONFIRMED,
	OUTBOX_UNSURE,
	OUTBOX_DEAD,
	OUTBOX_DROPPED,
	OUTBOX_STATES,
};

const char *outbox_act_name(enum outbox_act act);
bool outbox_act_from_name(const char *name, enum outbox_act *ret_act);
const char *outbox_state_name(enum outbox_state state);
bool outbox_state_from_name(const char *name, enum outbox_state *ret_state);

#endif
