/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, targets and routes: who is behind a message, where it goes, and for what.
 */
#include <string.h>

#include "notify/window.h"
#include "service/notify_int.h"
#include "store/list/list.h"
#include "store/notify/rows.h"

/* A row that another one refers to; null: none. What is not given stays. */
static void
take_ref(struct ask *a, const char *name, const struct find_place *place, int64_t *ref)
{
	const json_t *value = json_object_get(a->args, name);

	if (json_is_null(value))
		*ref = 0;
	else if (value)
		*ref = find_in(a, name, place);
}

/* ---- contacts ------------------------------------------------------------------------ */

static json_t *
show_contact(struct db *db, int64_t id, struct err *err)
{
	char number[24];
	struct list_filter of = { "contact", LIST_EQUAL, number };
	struct list_query query = { .filters = &of,
		.n_filters = 1,
		.page = 1,
		.page_size = NOTIFY_ADDRESSES_MAX,
		.order = "channel_name" };
	json_t *shown = show_row(db, "contacts", id, err), *addresses;

	(void)snprintf(number, sizeof(number), "%lld", (long long)id);
	addresses = shown ? show_rows(db, "contact_addresses", &query, err) : NULL;
	if (!addresses) {
		json_decref(shown);
		return NULL;
	}
	(void)json_object_set_new(shown, "addresses", addresses);
	return shown;
}

/* Of a row of the list. */
static void
show_addresses(struct ask *a, int64_t id, json_t *shown)
{
	json_t *whole =
	    json_object_get(shown, "addresses") ? NULL : show_contact(a->db, id, NULL);

	if (whole)
		(void)json_object_set(
		    shown, "addresses", json_object_get(whole, "addresses"));
	json_decref(whole);
}

static const struct entity ENTITY_OF_CONTACT = { "contact", show_contact };

static void
take_user(struct ask *a, void *row)
{
	static const struct find_place USERS = { "users", "user", "name",
		{ NULL, NULL } };
	struct contact *c = row;

	take_ref(a, "user", &USERS, &c->user);
}

/* The kind of a channel, of which there is one. */
static enum channel_kind
kind_of_channel(struct ask *a, int64_t id)
{
	json_t *shown = show_row(a->db, "channels", id, NULL);
	enum channel_kind kind = CHANNEL_TELEGRAM;

	(void)channel_kind_from_name(
	    json_string_value(json_object_get(shown, "kind")), &kind);
	json_decref(shown);
	return kind;
}

/* One of the addresses: {"channel": 1, "address": "..."}. */
static void
take_address(struct ask *a, json_t *given, struct contact_address *ret)
{
	struct ask one = *a; /* its channel is found as an argument is */
	const char *address = json_string_value(json_object_get(given, "address"));
	bool is_told = a->answer->fields != NULL;

	one.args = given;
	if (!json_is_object(given) || !address || !*address) {
		arg_wrong(a, "addresses",
		    "a list of objects with channel and address is expected");
		return;
	}
	ret->address = address;
	ret->channel.v = find_in(&one, "channel", &KIND_CHANNEL.place);
	if (!ret->channel.v) {
		if (!is_told && a->answer->fields)
			(void)json_object_del(a->answer->fields, "channel");
		arg_wrong(a, "addresses", "there is no such channel");
		return;
	}
	if (text_length(address) > TEXT_ADDRESS_MAX)
		arg_wrong(a, "addresses", "at most %d characters", TEXT_ADDRESS_MAX);
	arg_check_address(
	    a, "addresses", kind_of_channel(a, ret->channel.v), ret->address);
}

/* How many; what is wrong is kept. */
static size_t
take_addresses(struct ask *a, struct contact_address ret[NOTIFY_ADDRESSES_MAX])
{
	json_t *given = json_object_get(a->args, "addresses");
	size_t n = json_array_size(given);

	if (!given || json_is_null(given))
		return 0;
	if (!json_is_array(given) || n > NOTIFY_ADDRESSES_MAX) {
		arg_wrong(a, "addresses", "a list of at most %d is expected",
		    NOTIFY_ADDRESSES_MAX);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		ret[i] = (struct contact_address){ .address = "" };
		take_address(a, json_array_get(given, i), &ret[i]);
		for (size_t k = 0; k < i; k++) {
			if (ret[k].channel.v == ret[i].channel.v)
				arg_wrong(a, "addresses", "one address for each channel");
		}
	}
	return n;
}

static void
check_contact(
    struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct contact *c = &row->contact;
	struct contact_address addresses[NOTIFY_ADDRESSES_MAX];
	struct quiet *quiet OWNED(quiet_free) = NULL;
	const char *from = c->quiet_from ? c->quiet_from : "";
	const char *until = c->quiet_until ? c->quiet_until : "";
	struct err err = { 0 };

	(void)before;
	arg_check_name_free(a, &KIND_CONTACT, c->name, c->id.v);
	arg_check_zone(a, c->zone);
	if (!*from != !*until)
		arg_wrong(a, *from ? "quiet_until" : "quiet_from",
		    "quiet hours have a start and an end");
	else if (quiet_new(from, until, "", &quiet, &err) != RC_OK)
		arg_wrong(a, "quiet_from", "a time like 22:00 is expected");
	(void)take_addresses(a, addresses);
}

static enum rc
put_addresses(
    struct ask *a, struct change *c, struct db *db, bool is_new, struct err *err)
{
	struct contact_address addresses[NOTIFY_ADDRESSES_MAX];
	size_t n;

	(void)is_new;
	if (!json_object_get(a->args, "addresses"))
		return RC_OK;
	n = take_addresses(a, addresses);
	return store_contact_addresses_put(
	    db, (struct contact_id){ c->id }, addresses, n, err);
}

static const struct field_rule CONTACT_RULES[] = { { "user", take_user },
	{ NULL, NULL } };

const struct notify_kind KIND_CONTACT = {
	.type = &CONTACT_ENTITY,
	.place = { "contacts", "contact", "name", { NULL, NULL } },
	.entity = &ENTITY_OF_CONTACT,
	.rules = CONTACT_RULES,
	.check = check_contact,
	.also = put_addresses,
	.show = show_addresses,
};

/* ---- targets --------------------------------------------------------------------------- */

static json_t *
show_target(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "targets", id, err);
}

static const struct entity ENTITY_OF_TARGET = { "target", show_target };

static void
take_channel(struct ask *a, void *row)
{
	struct target *t = row;

	take_ref(a, "channel", &KIND_CHANNEL.place, &t->channel);
}

static void
take_contact(struct ask *a, void *row)
{
	struct target *t = row;

	take_ref(a, "contact", &KIND_CONTACT.place, &t->contact);
}

static void
check_target(struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct target *t = &row->target;
	const char *thread = t->thread ? t->thread : "";
	const char *address = t->address ? t->address : "";
	enum channel_kind kind;

	(void)before;
	arg_check_name_free(a, &KIND_TARGET, t->name, t->id.v);
	arg_check_zone(a, t->zone);
	if (strspn(thread, "0123456789") != strlen(thread))
		arg_wrong(a, "thread", "the number of a topic is expected");
	if (!t->channel) {
		if (json_object_get(a->args, "channel"))
			arg_wrong(a, "channel", "it is needed");
		return;
	}
	kind = kind_of_channel(a, t->channel);
	arg_check_address(a, "address", kind, address);
	if (kind != CHANNEL_WEBHOOK && !*address && !t->contact)
		arg_wrong(a, "address", "an address or a contact is needed");
}

/* The first target gets the routes that ship. */
static enum rc
ship_routes(struct ask *a, struct change *c, struct db *db, bool is_new, struct err *err)
{
	(void)a;
	return is_new ? store_routes_ship(db, (struct target_id){ c->id }, c->now_ms, err)
		      : RC_OK;
}

static const struct field_rule TARGET_RULES[] = { { "channel", take_channel },
	{ "contact", take_contact }, { NULL, NULL } };

const struct notify_kind KIND_TARGET = {
	.type = &TARGET_ENTITY,
	.place = { "targets", "target", "name", { NULL, NULL } },
	.entity = &ENTITY_OF_TARGET,
	.rules = TARGET_RULES,
	.check = check_target,
	.also = ship_routes,
};

/* ---- routes ------------------------------------------------------------------------------ */

static json_t *
show_route(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "routes", id, err);
}

static const struct entity ENTITY_OF_ROUTE = { "route", show_route };

static void
take_route_filter(struct ask *a, void *row)
{
	struct route_rule *r = row;

	arg_filter(a, &r->filter);
}

/* Their numbers, whether numbers or names were given. */
static json_t *
find_targets(struct ask *a, const json_t *given)
{
	json_t *ids = json_array();
	size_t n = json_array_size(given);

	for (size_t i = 0; i < n && ask_is_well(a); i++) {
		struct ask one = *a;
		int64_t id;

		one.args = json_pack("{s:O}", "targets", json_array_get(given, i));
		id = find_in(&one, "targets", &KIND_TARGET.place);
		json_decref(one.args);
		for (size_t k = 0; k < json_array_size(ids); k++) {
			if (id && json_integer_value(json_array_get(ids, k)) == id)
				arg_wrong(a, "targets", "each target once");
		}
		(void)json_array_append_new(ids, json_integer(id));
	}
	return ids;
}

static void
take_targets(struct ask *a, void *row)
{
	struct route_rule *r = row;
	const char *text = arg_json(a, "targets", NULL);
	json_t *given = text ? json_loads(text, 0, NULL) : NULL, *ids;
	char *printed;

	if (!arg_given(a, "targets"))
		return;
	if (!json_is_array(given) || json_array_size(given) > NOTIFY_TARGETS_MAX) {
		arg_wrong(a, "targets", "a list of at most %d targets is expected",
		    NOTIFY_TARGETS_MAX);
		json_decref(given);
		return;
	}
	ids = find_targets(a, given);
	printed = json_dumps(ids, JSON_COMPACT);
	r->targets = printed ? arena_copy(a->arena, printed, strlen(printed)) : NULL;
	free(printed);
	json_decref(ids);
	json_decref(given);
	if (!r->targets)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
}

static void
check_route(struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	(void)before;
	arg_check_name_free(a, &KIND_ROUTE, row->route.name, row->route.id.v);
}

static const struct field_rule ROUTE_RULES[] = { { "filter", take_route_filter },
	{ "targets", take_targets }, { NULL, NULL } };

const struct notify_kind KIND_ROUTE = {
	.type = &ROUTE_ENTITY,
	.place = { "routes", "route", "name", { NULL, NULL } },
	.entity = &ENTITY_OF_ROUTE,
	.rules = ROUTE_RULES,
	.check = check_route,
};
