/* SPDX-License-Identifier: Apache-2.0
 *
 * Notifications: channels, contacts, targets, routes, silences, maintenances, templates,
 * and the messages in the outbox.
 */
#include "api/schemas_int.h"
#include "model/limit.h"
#include "model/notify.h"
#include "model/text.h"

/* ---- channels --------------------------------------------------------------------------- */

const struct schema SCHEMA_CHANNEL = { "Channel", "channels" };
const struct schema SCHEMA_CHANNEL_ADD = { "ChannelAdd", .entity = &CHANNEL_ENTITY };

static const struct field CHANNEL_TEST[] = {
	{ "target", FIELD_REF, 0,
	    .help = "A target of this channel; default: the first one." },
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help =
		"A past incident whose message is sent as a test; default: an example." },
	{ NULL },
};

const struct schema SCHEMA_CHANNEL_TEST = { "ChannelTest", NULL, CHANNEL_TEST };

static const struct field CHANNEL_TESTED[] = {
	{ "outbox", FIELD_INT, FIELD_MUST,
	    .help = "Number of the message in the outbox." },
	{ "target", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_CHANNEL_TESTED = { "ChannelTested", NULL, CHANNEL_TESTED };

/* ---- contacts --------------------------------------------------------------------------- */

const struct schema SCHEMA_CONTACT_ADDRESS = { "ContactAddress", "contact_addresses" };

static const struct field ADDRESS_ADD[] = {
	{ "channel", FIELD_REF, FIELD_MUST, .help = "Number or name." },
	{ "address", FIELD_TEXT, FIELD_MUST, 1, TEXT_ADDRESS_MAX },
	{ NULL },
};

static const struct schema SCHEMA_ADDRESS_ADD = { "ContactAddressAdd", NULL,
	ADDRESS_ADD };

static const struct field CONTACT_ADD[] = {
	{ "addresses", FIELD_THINGS, FIELD_NULL, 0, NOTIFY_ADDRESSES_MAX,
	    .of = &SCHEMA_ADDRESS_ADD,
	    .help = "All addresses, one for each channel. Addresses that are not in the "
		    "list are deleted." },
	{ NULL },
};

const struct schema SCHEMA_CONTACT_ADD = { "ContactAdd", NULL, CONTACT_ADD,
	.entity = &CONTACT_ENTITY };

static const struct field CONTACT[] = {
	{ "addresses", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_CONTACT_ADDRESS },
	{ NULL },
};

const struct schema SCHEMA_CONTACT = { "Contact", "contacts", CONTACT };

static const struct field CONTACT_LINK[] = {
	{ "channel", FIELD_REF, 0,
	    .help = "Number or name of a Telegram channel; default: the first one." },
	{ NULL },
};

const struct schema SCHEMA_CONTACT_LINK = { "ContactLink", NULL, CONTACT_LINK };

static const struct field CONTACT_LINKED[] = {
	{ "code", FIELD_TEXT, FIELD_MUST, .help = "The code. It can be used once." },
	{ "url", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Address that opens the chat with the bot; null: the channel has no "
		    "bot name." },
	{ "channel", FIELD_INT, FIELD_MUST },
	{ "expires_at", FIELD_TIME, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_CONTACT_LINKED = { "ContactLinked", NULL, CONTACT_LINKED };

/* ---- targets, routes, templates ----------------------------------------------------------- */

const struct schema SCHEMA_TARGET = { "Target", "targets" };
const struct schema SCHEMA_TARGET_ADD = { "TargetAdd", .entity = &TARGET_ENTITY };
const struct schema SCHEMA_ROUTE = { "Route", "routes" };
const struct schema SCHEMA_ROUTE_ADD = { "RouteAdd", .entity = &ROUTE_ENTITY };
const struct schema SCHEMA_TEMPLATE = { "Template", "templates" };
const struct schema SCHEMA_TEMPLATE_ADD = { "TemplateAdd", .entity = &TEMPLATE_ENTITY };

const struct schema SCHEMA_LIMIT = { "Limit", "limits" };
const struct schema SCHEMA_LIMIT_ADD = { "LimitAdd", .entity = &LIMIT_ENTITY };

static const struct field LIMIT_MATCH[] = {
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST },
	{ "place", FIELD_TEXT, FIELD_MUST, .help = "Position; \"\": the device itself." },
	{ "onu", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "value", FIELD_REAL, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_LIMIT_MATCH = { "LimitMatch", NULL, LIMIT_MATCH };

static const struct field LIMIT_TRIED[] = {
	{ "count", FIELD_INT, FIELD_MUST,
	    .help = "Number of values; 1000: there may be more." },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_LIMIT_MATCH,
	    .help = "The first values." },
	{ NULL },
};

const struct schema SCHEMA_LIMIT_TRIED = { "LimitTried", NULL, LIMIT_TRIED };

static const struct field ROUTE_TRY[] = {
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help = "A stored incident; without it, an incident with the following "
		    "fields is used." },
	{ "kind", FIELD_TEXT, 0, 0, TEXT_NAME_MAX, .help = "Default: outage." },
	{ "severity", FIELD_TEXT, 0, .choices = "info|minor|major|critical",
	    .help = "Default: major." },
	{ "cause_class", FIELD_TEXT, 0,
	    .choices = "unknown|fibre|power|equipment|admin|collector|optical" },
	{ "site", FIELD_TEXT, 0, 0, TEXT_WORDS_MAX },
	{ "olt", FIELD_TEXT, 0, 0, TEXT_NAME_MAX, .help = "Name of the OLT." },
	{ "brand", FIELD_TEXT, 0, 0, TEXT_NAME_MAX },
	{ "card", FIELD_TEXT, 0, 0, TEXT_NAME_MAX },
	{ "port", FIELD_TEXT, 0, 0, TEXT_NAME_MAX },
	{ "affected", FIELD_INT, 0, 0, INT32_MAX },
	{ "tags", FIELD_TEXTS, 0, 0, 32 },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_TRY = { "RouteTry", NULL, ROUTE_TRY };

static const struct field TRIED_ROUTE[] = {
	{ "route", FIELD_INT, FIELD_MUST },
	{ "route_name", FIELD_TEXT, FIELD_MUST },
	{ "target", FIELD_INT, FIELD_MUST },
	{ "target_name", FIELD_TEXT, FIELD_MUST },
	{ "why", FIELD_TEXT, FIELD_MUST,
	    .help = "The result; \"will\": the message would be sent." },
	{ "by", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The silence, maintenance or incident that prevents the message." },
	{ "at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "When the message would be sent." },
	{ "delay_s", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ NULL },
};

static const struct schema SCHEMA_TRIED_ROUTE = { "TriedRoute", NULL, TRIED_ROUTE };

static const struct field ROUTE_TRIED[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TRIED_ROUTE,
	    .help = "In the order of the routes; empty: no route matches." },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_TRIED = { "RouteTried", NULL, ROUTE_TRIED };

static const struct field PAST_ASK[] = {
	{ "days", FIELD_INT, 0, 1, 90, .help = "Default: 30." },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_PAST_ASK = { "RoutePastAsk", NULL, PAST_ASK };

static const struct field PAST_ROW[] = {
	{ "incident", FIELD_INT, FIELD_MUST },
	{ "severity", FIELD_TEXT, FIELD_MUST },
	{ "since_at", FIELD_TIME, FIELD_MUST },
	{ "sentence_en", FIELD_TEXT, FIELD_MUST },
	{ "sentence_es", FIELD_TEXT, FIELD_MUST },
	{ "targets", FIELD_TEXTS, FIELD_MUST, .help = "Who would have been told." },
	{ "held", FIELD_TEXTS, FIELD_MUST,
	    .help = "Targets of a matching route that would not have been told: silence, "
		    "quiet hours, ..." },
	{ NULL },
};

static const struct schema SCHEMA_PAST_ROW = { "RoutePastRow", NULL, PAST_ROW };

static const struct field PAST[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PAST_ROW,
	    .help = "Newest first, at most 200." },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_PAST = { "RoutePast", NULL, PAST };

static const struct field PREVIEW_ASK[] = {
	{ "id", FIELD_REF, 0,
	    .help = "A stored template; the other given fields replace its own." },
	{ "body", FIELD_TEXT, 0, 0, NOTIFY_TEMPLATE_MAX,
	    .help = "A template text that is not saved; without body and id: the "
		    "included template." },
	{ "kind", FIELD_TEXT, 0, 0, TEXT_NAME_MAX, .help = "Default: incident.opened." },
	{ "language", FIELD_TEXT, 0, .choices = "es|en", .help = "Default: es." },
	{ "zone", FIELD_TEXT, 0, 0, NOTIFY_ZONE_MAX },
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help = "A past incident; default: an example." },
	{ NULL },
};

const struct schema SCHEMA_TEMPLATE_PREVIEW_ASK = { "TemplatePreviewAsk", NULL,
	PREVIEW_ASK };

static const struct field TEMPLATE_NAME[] = {
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "list", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "The list to which the name belongs." },
	{ "type", FIELD_TEXT, FIELD_MUST },
	{ "help", FIELD_TEXT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_TEMPLATE_NAME = { "TemplateName", NULL, TEMPLATE_NAME };

static const struct field PREVIEW[] = {
	{ "body", FIELD_TEXT, FIELD_MUST, .help = "Text of the template." },
	{ "document", FIELD_ANY, FIELD_MUST,
	    .help = "The document: lines and list items, each made of runs of text." },
	{ "chat", FIELD_ANY, FIELD_MUST,
	    .help = "The document, as short as for a chat." },
	{ "text", FIELD_TEXT, FIELD_MUST, .help = "The message as plain text." },
	{ "html", FIELD_TEXT, FIELD_MUST, .help = "The message as HTML, as in a mail." },
	{ "names", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TEMPLATE_NAME,
	    .help = "Names that templates can use." },
	{ "kinds", FIELD_TEXTS, FIELD_MUST, .help = "Kinds of messages." },
	{ NULL },
};

const struct schema SCHEMA_TEMPLATE_PREVIEW = { "TemplatePreview", NULL, PREVIEW };

/* ---- silences and maintenances ------------------------------------------------------------ */

static const struct field SILENCE_ADD[] = {
	{ "for", FIELD_DURATION, 0,
	    .help = "Duration, like \"1h\", instead of until_at." },
	{ "until", FIELD_TEXT, 0, .choices = "tomorrow|end",
	    .help =
		"Instead of until_at: tomorrow at 08:00, or when its incident ends." },
	{ NULL },
};

const struct schema SCHEMA_SILENCE = { "Silence", "silences" };
const struct schema SCHEMA_SILENCE_ADD = { "SilenceAdd", NULL, SILENCE_ADD,
	.entity = &SILENCE_ENTITY };

static const struct field SPAN[] = {
	{ "from_at", FIELD_TIME, FIELD_MUST },
	{ "until_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ NULL },
};

static const struct schema SCHEMA_SPAN = { "MaintenanceSpan", NULL, SPAN };

static const struct field MAINTENANCE[] = {
	{ "is_active", FIELD_BOOL, FIELD_MUST, .help = "Active now." },
	{ "next", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_SPAN,
	    .help = "The current window, if there is one, and the following ones; at "
		    "most five." },
	{ NULL },
};

const struct schema SCHEMA_MAINTENANCE = { "Maintenance", "maintenances", MAINTENANCE };
const struct schema SCHEMA_MAINTENANCE_ADD = { "MaintenanceAdd",
	.entity = &MAINTENANCE_ENTITY };

/* ---- messages ------------------------------------------------------------------------------- */

static const struct field DELIVERY_ATTEMPT[] = {
	{ "n", FIELD_INT, FIELD_MUST, .help = "Number of the attempt, from 1." },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "took_ms", FIELD_INT, FIELD_MUST },
	{ "code", FIELD_INT, FIELD_MUST | FIELD_NULL, .help = "HTTP or SMTP code." },
	{ "error", FIELD_TEXT, FIELD_MUST },
	{ "answer", FIELD_TEXT, FIELD_MUST, .help = "Beginning of the answer." },
	{ NULL },
};

static const struct schema SCHEMA_DELIVERY_ATTEMPT = { "DeliveryAttempt", NULL,
	DELIVERY_ATTEMPT };

static const struct field OUTBOX[] = {
	{ "document", FIELD_ANY, FIELD_MUST,
	    .help = "Content of the message, before it is encoded." },
	{ "tries", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_DELIVERY_ATTEMPT },
	{ NULL },
};

const struct schema SCHEMA_OUTBOX_ROW = { "OutboxRow", "outbox" };
const struct schema SCHEMA_OUTBOX = { "Outbox", "outbox", OUTBOX };
