/* SPDX-License-Identifier: Apache-2.0
 *
 * model/notify.h - who is told of incidents, by what, and when: contacts, channels, targets,
 * routes, silences, maintenances, templates, each with its table (model/entity.h), and the
 * words of the outbox. Plain values; text is borrowed.
 *
 * What is in the settings of a channel, by its kind:
 *
 *	telegram  bot        user name of the bot, for links: "facho_bot"
 *	          api_url    "https://api.telegram.org" unless said
 *	email     host, port 587 unless said
 *	          security   "starttls" (usual), "tls", "none"
 *	          user       "" : no login
 *	          from       address of the sender
 *	webhook   url
 *	          allow_http whether http:// may be used; false unless said
 *	          body       instead of the standard one, with {{title}}, {{text}}, {{url}},
 *	                     {{severity}}, {{type}}, {{incident}}, {{address}}, {{id}}
 *	          content_type of that body, application/json unless said
 *
 * The secret is the token of the bot, the password, or the key that signs.
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
	NOTIFY_FILTER_MAX = 4000, /* characters of a filter */
	NOTIFY_TARGETS_MAX = 32, /* of a route */
	NOTIFY_TEMPLATE_MAX = 16384, /* characters of a template */
	NOTIFY_SETTINGS_MAX = 4000,
	NOTIFY_ZONE_MAX = 64,
	NOTIFY_RRULE_MAX = 500,
	NOTIFY_ADDRESSES_MAX = 16, /* of a contact */
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
/* The other end knows a message that comes twice (Message-ID, webhook-id). */
bool channel_knows_repetitions(enum channel_kind kind);

/* Where the vault seals its secret to (store/secret/vault.h). */
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
	int64_t user; /* 0: nobody who logs in */
	const char *name;
	const char *language; /* "es", "en"; "": the program's */
	const char *zone; /* "America/La_Paz"; "": the program's */
	const char *quiet_from, *quiet_until; /* "22:00", local; "": none */
	int64_t created_ms, updated_ms;
};

struct target {
	struct target_id id;
	const char *name;
	int64_t channel;
	int64_t contact; /* 0: none */
	const char *address; /* "": that of the contact, or of the channel */
	const char *thread;
	const char *language, *zone;
	const char *template_set; /* "": those that ship */
	bool enabled;
	int64_t created_ms, updated_ms;
};

/* ---- when -------------------------------------------------------------------------- */

struct route_rule {
	struct route_id id;
	int64_t place; /* the lowest is looked at first */
	const char *name;
	bool enabled;
	const char *filter; /* JSON (notify/filter.h) */
	const char *targets; /* JSON: ids in order */
	int64_t delay_s; /* -1: by severity */
	bool is_continue; /* the routes behind it are looked at too */
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
	int64_t incident; /* 0: by the filter */
	int64_t from_ms;
	int64_t until_ms; /* 0: until the incident ends */
	const char *who, *why;
	enum silence_source source;
	int64_t ended_ms; /* 0: not ended early */
	int64_t hidden;
	int64_t created_ms, updated_ms;
};

enum maintenance_mode {
	MAINTENANCE_MUTE, /* judged and shown, not told */
	MAINTENANCE_HOLD, /* not judged */
	MAINTENANCE_PLAN, /* an incident is made beforehand */
};
#define MAINTENANCE_CHOICES "mute|hold|plan"

struct maintenance {
	struct maintenance_id id;
	const char *title;
	const char *filter;
	enum maintenance_mode mode;
	int64_t from_ms; /* of a recurring one: the first */
	int64_t until_ms; /* 0: it recurs */
	const char *rrule; /* "": once */
	const char *zone; /* of a recurring one */
	int64_t length_s; /* of a recurring one; 0 */
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
	OUTBOX_EDIT, /* change what was sent */
	OUTBOX_REPLY, /* a new message that refers to the first */
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
