/* SPDX-License-Identifier: Apache-2.0
 *
 * Who is told: channels, contacts, targets, routes, silences, maintenances, templates, and the
 * messages in the outbox.
 */
#include "api/schemas_int.h"
#include "model/limit.h"
#include "model/notify.h"
#include "model/text.h"

/* ---- channels --------------------------------------------------------------------------- */

const struct schema SCHEMA_CHANNEL = { "Channel", "channels" };
const struct schema SCHEMA_CHANNEL_ADD = { "ChannelAdd", .entity = &CHANNEL_ENTITY };

static const struct field CHANNEL_TEST[] = {
	{ "target", FIELD_REF, 0, .help = "Of this channel; its first unless said." },
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help = "A past one whose message is sent again as a test; a made-up one "
		    "unless said." },
	{ NULL },
};

const struct schema SCHEMA_CHANNEL_TEST = { "ChannelTest", NULL, CHANNEL_TEST };

static const struct field CHANNEL_TESTED[] = {
	{ "outbox", FIELD_INT, FIELD_MUST, .help = "The message to follow." },
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
	    .help = "All of them, one for each channel; those that are not given go." },
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
	    .help = "A Telegram channel: number or name; the first one unless said." },
	{ NULL },
};

const struct schema SCHEMA_CONTACT_LINK = { "ContactLink", NULL, CONTACT_LINK };

static const struct field CONTACT_LINKED[] = {
	{ "code", FIELD_TEXT, FIELD_MUST, .help = "For one use." },
	{ "url", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help =
		"Opens the chat with the bot; null: the channel does not say the name of "
		"its bot." },
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
	{ "place", FIELD_TEXT, FIELD_MUST, .help = "\"\": the device." },
	{ "onu", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "value", FIELD_REAL, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_LIMIT_MATCH = { "LimitMatch", NULL, LIMIT_MATCH };

static const struct field LIMIT_TRIED[] = {
	{ "count", FIELD_INT, FIELD_MUST, .help = "1000: there may be more." },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_LIMIT_MATCH,
	    .help = "The first ones." },
	{ NULL },
};

const struct schema SCHEMA_LIMIT_TRIED = { "LimitTried", NULL, LIMIT_TRIED };

static const struct field ROUTE_TRY[] = {
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help = "A stored one; without it one is made up of what follows." },
	{ "kind", FIELD_TEXT, 0, 0, TEXT_NAME_MAX, .help = "outage unless said." },
	{ "severity", FIELD_TEXT, 0, .choices = "info|minor|major|critical",
	    .help = "major unless said." },
	{ "cause_class", FIELD_TEXT, 0,
	    .choices = "unknown|fibre|power|equipment|admin|collector|optical" },
	{ "site", FIELD_TEXT, 0, 0, TEXT_WORDS_MAX },
	{ "olt", FIELD_TEXT, 0, 0, TEXT_NAME_MAX, .help = "Its name." },
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
	{ "why", FIELD_TEXT, FIELD_MUST, .help = "\"will\": it would be told." },
	{ "by", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The silence, maintenance or incident that holds it back." },
	{ "at", FIELD_TIME, FIELD_MUST | FIELD_NULL, .help = "When it would be told." },
	{ "delay_s", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ NULL },
};

static const struct schema SCHEMA_TRIED_ROUTE = { "TriedRoute", NULL, TRIED_ROUTE };

static const struct field ROUTE_TRIED[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TRIED_ROUTE,
	    .help = "In the order of the routes; none: no route matches." },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_TRIED = { "RouteTried", NULL, ROUTE_TRIED };

static const struct field PAST_ASK[] = {
	{ "days", FIELD_INT, 0, 1, 90, .help = "30 unless said." },
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
	    .help = "Who not, although a route names them: silence, quiet hours, ..." },
	{ NULL },
};

static const struct schema SCHEMA_PAST_ROW = { "RoutePastRow", NULL, PAST_ROW };

static const struct field PAST[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PAST_ROW,
	    .help = "The newest first, at most 200." },
	{ NULL },
};

const struct schema SCHEMA_ROUTE_PAST = { "RoutePast", NULL, PAST };

static const struct field PREVIEW_ASK[] = {
	{ "id", FIELD_REF, 0,
	    .help = "A stored template; what is given besides counts." },
	{ "body", FIELD_TEXT, 0, 0, NOTIFY_TEMPLATE_MAX,
	    .help = "A text that is not saved; without it and id: the one that ships." },
	{ "kind", FIELD_TEXT, 0, 0, TEXT_NAME_MAX,
	    .help = "incident.opened unless said." },
	{ "language", FIELD_TEXT, 0, .choices = "es|en", .help = "es unless said." },
	{ "zone", FIELD_TEXT, 0, 0, NOTIFY_ZONE_MAX },
	{ "incident", FIELD_INT, FIELD_NULL, 1, INT32_MAX,
	    .help = "A past one; a made-up one unless said." },
	{ NULL },
};

const struct schema SCHEMA_TEMPLATE_PREVIEW_ASK = { "TemplatePreviewAsk", NULL,
	PREVIEW_ASK };

static const struct field TEMPLATE_NAME[] = {
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "list", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "The list whose items have it." },
	{ "type", FIELD_TEXT, FIELD_MUST },
	{ "help", FIELD_TEXT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_TEMPLATE_NAME = { "TemplateName", NULL, TEMPLATE_NAME };

static const struct field PREVIEW[] = {
	{ "body", FIELD_TEXT, FIELD_MUST, .help = "The template." },
	{ "document", FIELD_ANY, FIELD_MUST, .help = "Lines and bullets of runs." },
	{ "chat", FIELD_ANY, FIELD_MUST,
	    .help = "The document as short as a chat gets it." },
	{ "text", FIELD_TEXT, FIELD_MUST, .help = "As plain text." },
	{ "html", FIELD_TEXT, FIELD_MUST, .help = "As in a mail." },
	{ "names", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TEMPLATE_NAME,
	    .help = "What templates may use." },
	{ "kinds", FIELD_TEXTS, FIELD_MUST, .help = "Kinds of messages." },
	{ NULL },
};

const struct schema SCHEMA_TEMPLATE_PREVIEW = { "TemplatePreview", NULL, PREVIEW };

/* ---- silences and maintenances ------------------------------------------------------------ */

static const struct field SILENCE_ADD[] = {
	{ "for", FIELD_DURATION, 0, .help = "\"1h\": its length, instead of until_at." },
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
	{ "is_active", FIELD_BOOL, FIELD_MUST, .help = "Now." },
	{ "next", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_SPAN,
	    .help = "The one that is now, if any, and those that follow: at most five." },
	{ NULL },
};

const struct schema SCHEMA_MAINTENANCE = { "Maintenance", "maintenances", MAINTENANCE };
const struct schema SCHEMA_MAINTENANCE_ADD = { "MaintenanceAdd",
	.entity = &MAINTENANCE_ENTITY };

/* ---- messages ------------------------------------------------------------------------------- */

static const struct field DELIVERY_ATTEMPT[] = {
	{ "n", FIELD_INT, FIELD_MUST, .help = "From 1." },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "took_ms", FIELD_INT, FIELD_MUST },
	{ "code", FIELD_INT, FIELD_MUST | FIELD_NULL, .help = "HTTP or SMTP." },
	{ "error", FIELD_TEXT, FIELD_MUST },
	{ "answer", FIELD_TEXT, FIELD_MUST, .help = "Its beginning." },
	{ NULL },
};

static const struct schema SCHEMA_DELIVERY_ATTEMPT = { "DeliveryAttempt", NULL,
	DELIVERY_ATTEMPT };

static const struct field OUTBOX[] = {
	{ "document", FIELD_ANY, FIELD_MUST,
	    .help = "What it says, before it is encoded." },
	{ "tries", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_DELIVERY_ATTEMPT },
	{ NULL },
};

const struct schema SCHEMA_OUTBOX_ROW = { "OutboxRow", "outbox" };
const struct schema SCHEMA_OUTBOX = { "Outbox", "outbox", OUTBOX };
