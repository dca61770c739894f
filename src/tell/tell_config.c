/* SPDX-License-Identifier: Apache-2.0
 *
 * The settings of users, as needed by notify/ and the messages. Everything is read again
 * after a change: there are few rows, and changes are rare.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/notify/rows.h"
#include "tell/tell_int.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define PAST_MS (2 * DAY_MS)

enum { CONFIG_BYTES = 32 << 20 };

/* All rows of one kind, copied. */
struct rows {
	struct arena *arena;
	const struct entity_type *type;
	struct vec rows;
};

static enum rc
copy_row(void *ctx, const void *row)
{
	struct rows *r = ctx;
	void *copy = vec_add(&r->rows);

	if (!copy)
		return RC_NOMEM;
	memcpy(copy, row, r->type->row_bytes);
	return entity_keep_texts(r->type, copy, r->arena) ? RC_OK : RC_NOMEM;
}

static enum rc
read_rows(struct db *db, struct rows *r, struct err *err)
{
	enum rc rc;

	r->rows.item_bytes = r->type->row_bytes;
	rc = store_notify_each(db, r->type, copy_row, r, err);
	return rc == RC_NOMEM ? err_set(err, rc, "no memory for notifications") : rc;
}

/* The data before it is passed on. */
struct reading {
	struct rows channels, contacts, targets, routes, silences, windows, templates;
	struct vec told_targets, told_routes, told_silences, told_windows;
	struct vec
	    long_silences; /* int64_t: of administrators, until the incident ends */
};

static void
reading_init(struct reading *r, struct arena *arena)
{
	*r = (struct reading){ .channels = { arena, &CHANNEL_ENTITY, { 0 } },
		.contacts = { arena, &CONTACT_ENTITY, { 0 } },
		.targets = { arena, &TARGET_ENTITY, { 0 } },
		.routes = { arena, &ROUTE_ENTITY, { 0 } },
		.silences = { arena, &SILENCE_ENTITY, { 0 } },
		.windows = { arena, &MAINTENANCE_ENTITY, { 0 } },
		.templates = { arena, &TEMPLATE_ENTITY, { 0 } },
		.told_targets = VEC_INIT(struct notify_target),
		.told_routes = VEC_INIT(struct notify_route),
		.long_silences = VEC_INIT(int64_t),
		.told_silences = VEC_INIT(struct notify_silence),
		.told_windows = VEC_INIT(struct notify_maintenance) };
}

static void
reading_fini(struct reading *r)
{
	struct vec *all[] = { &r->channels.rows, &r->contacts.rows, &r->targets.rows,
		&r->routes.rows, &r->silences.rows, &r->windows.rows, &r->templates.rows,
		&r->told_targets, &r->told_routes, &r->told_silences, &r->told_windows,
		&r->long_silences };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		vec_fini(all[i]);
}

static enum rc
read_all(struct reading *r, struct db *db, struct err *err)
{
	struct rows *all[] = { &r->channels, &r->contacts, &r->targets, &r->routes,
		&r->silences, &r->windows, &r->templates };
	enum rc rc = RC_OK;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && rc == RC_OK; i++)
		rc = read_rows(db, all[i], err);
	return rc == RC_OK ? store_silences_of_admins(db, &r->long_silences, err) : rc;
}

/* ---- as notify/ wants it --------------------------------------------------------------- */

/* The row with this id; NULL: none. Ids are the first member of a row. */
static const void *
row_of(const struct rows *r, int64_t id)
{
	for (size_t i = 0; i < r->rows.n; i++) {
		const char *row = (const char *)r->rows.data + i * r->rows.item_bytes;

		if (entity_id(row) == id)
			return row;
	}
	return NULL;
}

static const char *
first_of(const char *a, const char *b, const char *c)
{
	if (a && *a)
		return a;
	return b && *b ? b : c;
}

/* This row is left out. */
static void
leave_out(struct tell_config *c, const char *what, int64_t id, const struct err *err)
{
	(void)snprintf(c->left_out, sizeof(c->left_out), "%s %" PRId64 ": %.300s", what,
	    id, err->msg);
}

/* A zone that this machine does not know is as if there were none. */
static const char *
known_zone(struct tell_config *c, int64_t target, const char *zone, const char *other)
{
	struct err err = { 0 };

	if (window_zone_check(zone, &err) == RC_OK)
		return zone;
	leave_out(c, "target", target, &err);
	return other;
}

static bool
is_filter(struct tell_config *c, const char *what, int64_t id, const char *filter)
{
	struct notify_filter *parsed OWNED(notify_filter_free) = NULL;
	struct err err = { 0 };

	if (notify_filter_parse(filter, &parsed, &err) == RC_OK)
		return true;
	leave_out(c, what, id, &err);
	return false;
}

/* Without quiet hours if they cannot be read: rather at night than never. */
static void
set_quiet(struct tell_config *c, struct notify_target *to, const struct contact *contact,
    const char *site)
{
	struct quiet *quiet OWNED(quiet_free) = NULL;
	struct err err = { 0 };

	to->quiet_from = to->quiet_until = "";
	to->quiet_zone = site;
	if (!contact)
		return;
	to->quiet_zone = known_zone(c, to->id, first_of(contact->zone, NULL, site), site);
	if (quiet_new(first_of(contact->quiet_from, NULL, ""),
		first_of(contact->quiet_until, NULL, ""), to->quiet_zone, &quiet,
		&err) != RC_OK) {
		leave_out(c, "target", to->id, &err);
		return;
	}
	to->quiet_from = first_of(contact->quiet_from, NULL, "");
	to->quiet_until = first_of(contact->quiet_until, NULL, "");
}

static bool
add_target(
    struct tell *t, struct tell_config *c, struct reading *r, const struct target *row)
{
	const struct channel *channel = row_of(&r->channels, row->channel);
	const struct contact *contact =
	    row->contact ? row_of(&r->contacts, row->contact) : NULL;
	struct tell_target *kept;
	struct notify_target *target;

	if (!channel)
		return true;
	kept = vec_add(&c->targets);
	target = vec_add(&r->told_targets);
	if (!kept || !target)
		return false;
	*kept = (struct tell_target){ row->id, row->name,
		first_of(row->language, contact ? contact->language : NULL, t->language),
		known_zone(c, row->id.v,
		    first_of(row->zone, contact ? contact->zone : NULL, t->zone),
		    t->zone),
		row->template_set ? row->template_set : "", channel->kind };
	*target = (struct notify_target){ .id = row->id.v,
		.channel = row->channel,
		.is_enabled = row->enabled && channel->enabled,
		.can_edit = channel->kind == CHANNEL_TELEGRAM,
		.zone = kept->zone };
	set_quiet(c, target, contact, t->zone);
	return true;
}

/* The ids of a JSON list; notify/ omits targets that no longer exist. */
static bool
add_route(struct tell_config *c, struct reading *r, const struct route_rule *row)
{
	json_t *list;
	size_t n, kept = 0;
	int64_t *ids;
	struct notify_route *route;

	if (!is_filter(c, "route", row->id.v, row->filter))
		return true;
	list = json_loads(row->targets ? row->targets : "[]", 0, NULL);
	n = json_array_size(list);
	ids = arena_alloc(c->arena, (n ? n : 1) * sizeof(*ids));
	route = vec_add(&r->told_routes);
	for (size_t i = 0; ids && i < n; i++) {
		int64_t id = json_integer_value(json_array_get(list, i));

		if (row_of(&r->targets, id))
			ids[kept++] = id;
	}
	json_decref(list);
	if (!ids || !route)
		return false;
	*route = (struct notify_route){ .id = row->id.v,
		.is_enabled = row->enabled,
		.filter = row->filter,
		.delay_ms = row->delay_s < 0 ? -1 : row->delay_s * 1000,
		.targets = ids,
		.n_targets = kept,
		.is_continue = row->is_continue };
	return true;
}

/* One that lasts until its incident ends lasts no longer than who made it may silence. */
static int64_t
silence_latest_ms(const struct reading *r, const struct silence *row)
{
	for (size_t i = 0; i < r->long_silences.n; i++)
		if (*VEC_AT(&r->long_silences, int64_t, i) == row->id.v)
			return row->from_ms + 30 * DAY_MS;
	return row->from_ms + DAY_MS;
}

static bool
add_silence(
    struct tell_config *c, struct reading *r, const struct silence *row, int64_t now_ms)
{
	int64_t latest_ms = row->until_ms ? row->until_ms : silence_latest_ms(r, row);
	struct notify_silence *silence;

	if (latest_ms < now_ms - PAST_MS ||
	    (row->ended_ms && row->ended_ms < now_ms - PAST_MS) ||
	    !is_filter(c, "silence", row->id.v, row->filter))
		return true;
	silence = vec_add(&r->told_silences);
	if (!silence)
		return false;
	*silence = (struct notify_silence){ row->id.v, row->filter, row->incident,
		row->from_ms, row->until_ms, row->ended_ms, latest_ms };
	return true;
}

static bool
is_long_over(const struct maintenance *row, int64_t now_ms)
{
	int64_t last_ms = row->until_ms + (row->length_s > 0 ? row->length_s * 1000 : 0);

	return (row->until_ms && last_ms < now_ms - PAST_MS) ||
	    (row->ended_ms && row->ended_ms < now_ms - PAST_MS);
}

static bool
is_window(struct tell_config *c, const struct maintenance *row)
{
	struct window_spec spec = { .from_ms = row->from_ms,
		.until_ms = row->until_ms ? row->until_ms : WINDOW_NEVER,
		.rrule = row->rrule,
		.zone = row->zone,
		.length_s = row->length_s,
		.ended_ms = row->ended_ms };
	struct window *window OWNED(window_free) = NULL;
	struct err err = { 0 };

	if (!is_filter(c, "maintenance", row->id.v, row->filter))
		return false;
	if (window_new(&spec, &window, &err) == RC_OK)
		return true;
	leave_out(c, "maintenance", row->id.v, &err);
	return false;
}

static bool
add_window(struct tell_config *c, struct reading *r, const struct maintenance *row,
    int64_t now_ms)
{
	static const enum notify_window_mode MODES[] = { [MAINTENANCE_MUTE] = NOTIFY_MUTE,
		[MAINTENANCE_HOLD] = NOTIFY_HOLD,
		[MAINTENANCE_PLAN] = NOTIFY_PLAN };
	struct notify_maintenance *window;

	if (is_long_over(row, now_ms) || !is_window(c, row))
		return true;
	window = vec_add(&r->told_windows);
	if (!window)
		return false;
	*window = (struct notify_maintenance){ row->id.v, row->filter, MODES[row->mode],
		{ .from_ms = row->from_ms,
		    .until_ms = row->until_ms ? row->until_ms : WINDOW_NEVER,
		    .rrule = row->rrule,
		    .zone = row->zone,
		    .length_s = row->length_s,
		    .ended_ms = row->ended_ms } };
	return true;
}

static enum rc
convert(struct tell *t, struct tell_config *c, struct reading *r, int64_t now_ms,
    struct err *err)
{
	bool is_well = true;

	for (size_t i = 0; i < r->targets.rows.n && is_well; i++)
		is_well = add_target(t, c, r, VEC_AT(&r->targets.rows, struct target, i));
	for (size_t i = 0; i < r->routes.rows.n && is_well; i++)
		is_well = add_route(c, r, VEC_AT(&r->routes.rows, struct route_rule, i));
	for (size_t i = 0; i < r->silences.rows.n && is_well; i++)
		is_well = add_silence(
		    c, r, VEC_AT(&r->silences.rows, struct silence, i), now_ms);
	for (size_t i = 0; i < r->windows.rows.n && is_well; i++)
		is_well = add_window(
		    c, r, VEC_AT(&r->windows.rows, struct maintenance, i), now_ms);
	return is_well ? RC_OK : err_set(err, RC_NOMEM, "no memory for notifications");
}

static enum rc
convert_windows(
    struct tell_config *c, const struct reading *r, int64_t now_ms, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < r->windows.rows.n && rc == RC_OK; i++) {
		const struct maintenance *row =
		    VEC_AT(&r->windows.rows, struct maintenance, i);

		if (row->mode != MAINTENANCE_MUTE && !is_long_over(row, now_ms) &&
		    is_window(c, row))
			rc = tell_windows_add(&c->windows, row, now_ms, err);
	}
	return rc;
}

/* ---- templates --------------------------------------------------------------------------- */

/* Without it the one that ships is used. */
static enum rc
add_template(struct tell_config *c, const struct template_row *row, struct err *err)
{
	struct tell_template *kept;
	struct template *parsed OWNED(template_free) = NULL;
	enum template_kind kind;
	enum rc rc;

	if (!template_kind_find(row->kind, &kind))
		return RC_OK; /* of another version */
	rc = template_parse(row->body ? row->body : "", &parsed, err);
	if (rc == RC_INVALID)
		leave_out(c, "template", row->id.v, err);
	if (rc != RC_OK)
		return rc == RC_INVALID ? RC_OK : rc;
	kept = vec_add(&c->templates);
	if (!kept)
		return err_set(err, RC_NOMEM, "no memory for notifications");
	*kept = (struct tell_template){ row->set ? row->set : "",
		row->language ? row->language : "", kind, GIVE(parsed) };
	return RC_OK;
}

static enum rc
parse_templates(struct tell_config *c, const struct reading *r, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < r->templates.rows.n && rc == RC_OK; i++)
		rc = add_template(
		    c, VEC_AT(&r->templates.rows, struct template_row, i), err);
	return rc;
}

const struct template *
tell_template_of(
    const struct tell *t, const struct tell_target *target, enum template_kind kind)
{
	for (size_t i = 0; i < t->config.templates.n; i++) {
		const struct tell_template *kept =
		    VEC_AT(&t->config.templates, struct tell_template, i);

		if (kept->kind == kind && *target->set &&
		    strcmp(kept->set, target->set) == 0 &&
		    strcmp(kept->language, target->language) == 0)
			/* It takes the type for a C++ template. */
			/* cppcheck-suppress CastIntegerToAddressAtReturn */
			return kept->parsed;
	}
	return NULL;
}

const struct tell_target *
tell_target_of(const struct tell *t, int64_t target)
{
	for (size_t i = 0; i < t->config.targets.n; i++) {
		const struct tell_target *kept =
		    VEC_AT(&t->config.targets, struct tell_target, i);

		if (kept->id.v == target)
			return kept;
	}
	return NULL;
}

/* ---- all of it ----------------------------------------------------------------------------- */

void
tell_config_fini(struct tell_config *c)
{
	for (size_t i = 0; i < c->templates.n; i++)
		template_free(VEC_AT(&c->templates, struct tell_template, i)->parsed);
	tell_windows_fini(&c->windows);
	vec_fini(&c->templates);
	vec_fini(&c->targets);
	arena_free(c->arena);
	*c = (struct tell_config){ 0 };
}

static enum rc
hand_over(struct tell *t, struct reading *r, struct err *err)
{
	struct notify_config config = { .rules = NOTIFY_RULES,
		.zone = t->zone,
		.targets = r->told_targets.data,
		.n_targets = r->told_targets.n,
		.routes = r->told_routes.data,
		.n_routes = r->told_routes.n,
		.silences = r->told_silences.data,
		.n_silences = r->told_silences.n,
		.maintenances = r->told_windows.data,
		.n_maintenances = r->told_windows.n };

	return notify_configure(t->notify, &config, err);
}

const char *
tell_left_out(const struct tell *t)
{
	return t->config.left_out;
}

enum rc
tell_configure(struct tell *t, struct db *db, int64_t now_ms, struct err *err)
{
	struct tell_config c = { .arena = arena_new(CONFIG_BYTES),
		.windows = VEC_INIT(struct tell_window),
		.targets = VEC_INIT(struct tell_target),
		.templates = VEC_INIT(struct tell_template) };
	struct reading r;
	enum rc rc = c.arena ? RC_OK : err_set(err, RC_NOMEM, "no memory");

	reading_init(&r, c.arena);
	if (rc == RC_OK)
		rc = read_all(&r, db, err);
	if (rc == RC_OK)
		rc = convert(t, &c, &r, now_ms, err);
	if (rc == RC_OK)
		rc = convert_windows(&c, &r, now_ms, err);
	if (rc == RC_OK)
		rc = parse_templates(&c, &r, err);
	if (rc == RC_OK)
		rc = hand_over(t, &r, err);
	reading_fini(&r);
	if (rc == RC_OK) {
		struct tell_config old = t->config;

		t->config = c;
		c = old;
	}
	tell_config_fini(&c);
	return rc;
}
