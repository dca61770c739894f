/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be listed of who is told: channels, contacts, targets, routes, silences,
 * maintenances, templates, and the messages. Secrets are in no list; the settings of channels
 * are shown to administrators only (service/op_list.c).
 */
#include "store/list/list_int.h"

#define F LIST_FILTER
#define O LIST_ORDER
#define S LIST_SEARCH
#define N LIST_NULLS

static const struct list_field CHANNELS[] = {
	{ "id", "c.id", LIST_INT, F | O },
	{ "kind", "c.kind", LIST_TEXT, F | O },
	{ "name", "c.name", LIST_TEXT, F | O | S },
	{ "settings", "c.settings", LIST_JSON, 0 },
	{ "has_secret", "CASE WHEN c.secret IS NULL THEN 0 ELSE 1 END", LIST_BOOL, F },
	{ "enabled", "c.enabled", LIST_BOOL, F | O },
	{ "state", "c.state", LIST_TEXT, F | O },
	{ "last_ok_at", "c.last_ok_ms", LIST_TIME, F | O | N },
	{ "last_error", "c.last_error", LIST_TEXT, S },
	{ "last_error_at", "c.last_error_ms", LIST_TIME, F | O | N },
	{ "failing_since_at", "c.failing_since_ms", LIST_TIME, F | O | N },
	{ "targets", "(SELECT count(*) FROM targets t WHERE t.channel_id = c.id)",
	    LIST_INT, F | O },
	{ "queued",
	    "(SELECT count(*) FROM outbox o WHERE o.channel_id = c.id "
	    "AND o.state IN ('queued', 'sending', 'unsure'))",
	    LIST_INT, 0 },
	{ "created_at", "c.created_ms", LIST_TIME, F | O },
	{ "updated_at", "c.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field CONTACTS[] = {
	{ "id", "c.id", LIST_INT, F | O },
	{ "name", "c.name", LIST_TEXT, F | O | S },
	{ "user", "c.user_id", LIST_INT, F | N },
	{ "user_name", "u.name", LIST_TEXT, F | O | S | N },
	{ "language", "c.language", LIST_TEXT, F | O },
	{ "zone", "c.zone", LIST_TEXT, F | O },
	{ "quiet_from", "c.quiet_from", LIST_TEXT, F | O },
	{ "quiet_until", "c.quiet_until", LIST_TEXT, F },
	{ "targets", "(SELECT count(*) FROM targets t WHERE t.contact_id = c.id)",
	    LIST_INT, F | O },
	{ "created_at", "c.created_ms", LIST_TIME, F | O },
	{ "updated_at", "c.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field CONTACT_ADDRESSES[] = {
	{ "id", "a.id", LIST_INT, F | O },
	{ "contact", "a.contact_id", LIST_INT, F },
	{ "contact_name", "c.name", LIST_TEXT, F | O | S },
	{ "channel", "a.channel_id", LIST_INT, F },
	{ "channel_name", "h.name", LIST_TEXT, F | O | S },
	{ "channel_kind", "h.kind", LIST_TEXT, F | O },
	{ "address", "a.address", LIST_TEXT, F | O | S },
	{ "verified_at", "a.verified_ms", LIST_TIME, F | O | N },
	{ NULL },
};

static const struct list_field TARGETS[] = {
	{ "id", "t.id", LIST_INT, F | O },
	{ "name", "t.name", LIST_TEXT, F | O | S },
	{ "channel", "t.channel_id", LIST_INT, F },
	{ "channel_name", "c.name", LIST_TEXT, F | O | S },
	{ "channel_kind", "c.kind", LIST_TEXT, F | O },
	{ "channel_state", "c.state", LIST_TEXT, F | O },
	{ "contact", "t.contact_id", LIST_INT, F | N },
	{ "contact_name", "p.name", LIST_TEXT, F | O | S | N },
	{ "address", "t.address", LIST_TEXT, F | O | S },
	{ "thread", "t.thread", LIST_TEXT, F },
	{ "language", "t.language", LIST_TEXT, F | O },
	{ "zone", "t.zone", LIST_TEXT, F | O },
	{ "template_set", "t.template_set", LIST_TEXT, F | O },
	{ "enabled", "t.enabled", LIST_BOOL, F | O },
	{ "last_sent_at",
	    "(SELECT MAX(o.sent_ms) FROM outbox o WHERE o.target_id = t.id)", LIST_TIME,
	    0 },
	{ "created_at", "t.created_ms", LIST_TIME, F | O },
	{ "updated_at", "t.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field ROUTES[] = {
	{ "id", "r.id", LIST_INT, F | O },
	{ "place", "r.place", LIST_INT, F | O },
	{ "name", "r.name", LIST_TEXT, F | O | S },
	{ "enabled", "r.enabled", LIST_BOOL, F | O },
	{ "filter", "r.filter", LIST_JSON, S },
	{ "targets", "r.targets", LIST_JSON, 0 },
	{ "delay_s", "r.delay_s", LIST_INT, F | O | N },
	{ "is_continue", "r.is_continue", LIST_BOOL, F },
	{ "created_at", "r.created_ms", LIST_TIME, F | O },
	{ "updated_at", "r.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field SILENCES[] = {
	{ "id", "s.id", LIST_INT, F | O },
	{ "filter", "s.filter", LIST_JSON, S },
	{ "incident", "s.incident_id", LIST_INT, F | O | N },
	{ "from_at", "s.from_ms", LIST_TIME, F | O },
	{ "until_at", "s.until_ms", LIST_TIME, F | O | N },
	{ "who", "s.who", LIST_TEXT, F | O | S },
	{ "why", "s.why", LIST_TEXT, S },
	{ "source", "s.source", LIST_TEXT, F | O },
	{ "ended_at", "s.ended_ms", LIST_TIME, F | O | N },
	{ "ended_by", "s.ended_by", LIST_TEXT, F | S },
	{ "hidden", "s.hidden", LIST_INT, F | O },
	{ "created_at", "s.created_ms", LIST_TIME, F | O },
	{ "updated_at", "s.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field MAINTENANCES[] = {
	{ "id", "m.id", LIST_INT, F | O },
	{ "title", "m.title", LIST_TEXT, F | O | S },
	{ "filter", "m.filter", LIST_JSON, S },
	{ "mode", "m.mode", LIST_TEXT, F | O },
	{ "from_at", "m.from_ms", LIST_TIME, F | O },
	{ "until_at", "m.until_ms", LIST_TIME, F | O | N },
	{ "rrule", "m.rrule", LIST_TEXT, F },
	{ "zone", "m.zone", LIST_TEXT, F },
	{ "length_s", "m.length_s", LIST_INT, F | O | N },
	{ "who", "m.who", LIST_TEXT, F | O | S },
	{ "why", "m.why", LIST_TEXT, S },
	{ "ended_at", "m.ended_ms", LIST_TIME, F | O | N },
	{ "ended_by", "m.ended_by", LIST_TEXT, F | S },
	{ "created_at", "m.created_ms", LIST_TIME, F | O },
	{ "updated_at", "m.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field TEMPLATES[] = {
	{ "id", "t.id", LIST_INT, F | O },
	{ "set", "t.set_name", LIST_TEXT, F | O | S },
	{ "language", "t.language", LIST_TEXT, F | O },
	{ "kind", "t.kind", LIST_TEXT, F | O | S },
	{ "body", "t.body", LIST_TEXT, S },
	{ "targets", "(SELECT count(*) FROM targets g WHERE g.template_set = t.set_name)",
	    LIST_INT, 0 },
	{ "created_at", "t.created_ms", LIST_TIME, F | O },
	{ "updated_at", "t.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field LIMITS[] = {
	{ "id", "m.id", LIST_INT, F | O },
	{ "name", "m.name", LIST_TEXT, F | O | S },
	{ "entity", "m.entity", LIST_TEXT, F | O },
	{ "purpose", "m.purpose", LIST_TEXT, F | O | S },
	{ "op", "m.op", LIST_TEXT, F },
	{ "value", "m.value", LIST_REAL, F | O },
	{ "for_s", "m.for_s", LIST_INT, F | O },
	{ "hysteresis", "m.hysteresis", LIST_REAL, F },
	{ "severity", "m.severity", LIST_TEXT, F | O },
	{ "olt", "m.olt_id", LIST_INT, F | N },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S | N },
	{ "brand", "m.brand_id", LIST_INT, F | N },
	{ "brand_name", "b.name", LIST_TEXT, F | O | S | N },
	{ "site", "m.site", LIST_TEXT, F | O | S },
	{ "place", "m.place", LIST_TEXT, F | O },
	{ "enabled", "m.enabled", LIST_BOOL, F | O },
	{ "builtin_key", "m.builtin_key", LIST_TEXT, F | N },
	{ "is_builtin", "CASE WHEN m.builtin_key IS NULL THEN 0 ELSE 1 END", LIST_BOOL,
	    F },
	{ "is_edited", "m.is_edited", LIST_BOOL, F },
	{ "incidents",
	    "(SELECT count(*) FROM incidents i WHERE i.kind = 'limit' "
	    "AND i.state IN ('suspect', 'open', 'recovering') "
	    "AND i.subject >= m.id * 4294967296 AND i.subject < (m.id + 1) * 4294967296)",
	    LIST_INT, 0 },
	{ "created_at", "m.created_ms", LIST_TIME, F | O },
	{ "updated_at", "m.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field OUTBOX[] = {
	{ "id", "o.id", LIST_INT, F | O },
	{ "incident", "NULLIF(o.incident_id, 0)", LIST_INT, F | O | N },
	{ "target", "o.target_id", LIST_INT, F },
	{ "target_name", "o.target_name", LIST_TEXT, F | O | S },
	{ "channel", "o.channel_id", LIST_INT, F },
	{ "channel_name", "o.channel_name", LIST_TEXT, F | O | S },
	{ "channel_kind", "o.channel_kind", LIST_TEXT, F | O },
	{ "act", "o.act", LIST_TEXT, F | O },
	{ "priority", "o.priority", LIST_INT, F | O },
	{ "version", "o.version", LIST_INT, F | O },
	{ "state", "o.state", LIST_TEXT, F | O },
	{ "attempts", "o.attempts", LIST_INT, F | O },
	{ "not_before_at", "NULLIF(o.not_before_ms, 0)", LIST_TIME, F | O | N },
	{ "expires_at", "o.expires_ms", LIST_TIME, F | O | N },
	{ "last_error", "o.last_error", LIST_TEXT, S },
	{ "code", "o.code", LIST_INT, F | O | N },
	{ "provider_id", "o.provider_id", LIST_TEXT, F | S },
	{ "is_test", "o.is_test", LIST_BOOL, F },
	{ "is_expired", "o.is_expired", LIST_BOOL, F },
	{ "may_repeat", "o.may_repeat", LIST_BOOL, F },
	{ "created_at", "o.created_ms", LIST_TIME, F | O },
	{ "sent_at", "o.sent_ms", LIST_TIME, F | O | N },
	{ "confirmed_at", "o.confirmed_ms", LIST_TIME, F | O | N },
	{ NULL },
};

static const struct list LISTS[] = {
	{ "channels", "channels c", "c.id", "name", CHANNELS },
	{ "contacts", "contacts c LEFT JOIN users u ON u.id = c.user_id", "c.id", "name",
	    CONTACTS },
	{ "contact_addresses",
	    "contact_addresses a JOIN contacts c ON c.id = a.contact_id "
	    "JOIN channels h ON h.id = a.channel_id",
	    "a.id", "contact_name", CONTACT_ADDRESSES },
	{ "targets",
	    "targets t JOIN channels c ON c.id = t.channel_id "
	    "LEFT JOIN contacts p ON p.id = t.contact_id",
	    "t.id", "name", TARGETS },
	{ "routes", "routes r", "r.id", "place", ROUTES },
	{ "silences", "silences s", "s.id", "-from_at", SILENCES },
	{ "maintenances", "maintenances m", "m.id", "-from_at", MAINTENANCES },
	{ "templates", "templates t", "t.id", "set", TEMPLATES },
	{ "limits",
	    "limits m LEFT JOIN olts l ON l.id = m.olt_id "
	    "LEFT JOIN brands b ON b.id = m.brand_id",
	    "m.id", "name", LIMITS },
	{ "outbox", "outbox o", "o.id", "-id", OUTBOX },
};

enum { N_LISTS = sizeof(LISTS) / sizeof(LISTS[0]) };

const struct list *
list_of_notify(size_t i)
{
	return i < N_LISTS ? &LISTS[i] : NULL;
}
