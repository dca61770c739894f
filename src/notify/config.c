/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "notify/notify_int.h"

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "out of memory");
}

static enum rc
target_copy(struct target *to, const struct notify_target *from, struct err *err)
{
	enum rc rc;

	*to = (struct target){
		.id = from->id,
		.channel = from->channel,
		.is_enabled = from->is_enabled,
		.can_edit = from->can_edit,
		.zone = strdup(from->zone ? from->zone : ""),
	};
	if (!to->zone)
		return no_memory(err);
	rc = window_zone_check(to->zone, err);
	if (!rc)
		rc = quiet_new(from->quiet_from ? from->quiet_from : "",
		    from->quiet_until ? from->quiet_until : "", from->quiet_zone,
		    &to->quiet, err);
	return rc ? err_prefix(err, rc, "target %" PRId64 ": ", from->id) : RC_OK;
}

/* A target that no longer exists is omitted. */
static void
route_targets(struct config *c, struct route *to, const struct notify_route *from)
{
	for (size_t i = 0; i < from->n_targets; i++) {
		const struct target *t = notify_config_target(c, from->targets[i]);

		if (t)
			to->targets[to->n_targets++] = (size_t)(t - c->targets);
	}
}

static enum rc
route_copy(
    struct config *c, struct route *to, const struct notify_route *from, struct err *err)
{
	enum rc rc;

	*to = (struct route){
		.id = from->id,
		.is_enabled = from->is_enabled,
		.is_continue = from->is_continue,
		.delay_ms = from->delay_ms,
		.targets = calloc(from->n_targets + 1, sizeof(*to->targets)),
	};
	if (!to->targets)
		return no_memory(err);
	route_targets(c, to, from);
	rc = notify_filter_parse(from->filter, &to->filter, err);
	if (rc)
		return err_prefix(err, rc, "route %" PRId64 ": ", from->id);
	c->has_hours |= notify_filter_has_hours(to->filter);
	return RC_OK;
}

static enum rc
silence_copy(struct silence *to, const struct notify_silence *from, struct err *err)
{
	enum rc rc;

	*to = (struct silence){
		.id = from->id,
		.incident = from->incident,
		.from_ms = from->from_ms,
		.until_ms = from->until_ms,
		.ended_ms = from->ended_ms,
		.latest_ms = from->latest_ms,
	};
	rc = notify_filter_parse(from->filter, &to->filter, err);
	return rc ? err_prefix(err, rc, "silence %" PRId64 ": ", from->id) : RC_OK;
}

static enum rc
maintenance_copy(
    struct maintenance *to, const struct notify_maintenance *from, struct err *err)
{
	enum rc rc;

	*to = (struct maintenance){ .id = from->id };
	rc = notify_filter_parse(from->filter, &to->filter, err);
	if (!rc)
		rc = window_new(&from->window, &to->window, err);
	return rc ? err_prefix(err, rc, "maintenance %" PRId64 ": ", from->id) : RC_OK;
}

static bool
config_room(struct config *c, const struct notify_config *from)
{
	c->zone = strdup(from->zone ? from->zone : "");
	c->targets = calloc(from->n_targets + 1, sizeof(*c->targets));
	c->routes = calloc(from->n_routes + 1, sizeof(*c->routes));
	c->silences = calloc(from->n_silences + 1, sizeof(*c->silences));
	c->maintenances = calloc(from->n_maintenances + 1, sizeof(*c->maintenances));
	return c->zone && c->targets && c->routes && c->silences && c->maintenances;
}

/* The count is increased before the copy, so that config_free also frees an incomplete
 * one. */
static enum rc
config_fill(struct config *c, const struct notify_config *from, struct err *err)
{
	enum rc rc = window_zone_check(c->zone, err);

	for (size_t i = 0; !rc && i < from->n_targets; i++)
		rc = target_copy(&c->targets[c->n_targets++], &from->targets[i], err);
	for (size_t i = 0; !rc && i < from->n_routes; i++)
		rc = route_copy(c, &c->routes[c->n_routes++], &from->routes[i], err);
	for (size_t i = 0; !rc && i < from->n_silences; i++)
		rc = silence_copy(&c->silences[c->n_silences++], &from->silences[i], err);
	for (size_t i = 0; !rc && i < from->n_maintenances; i++)
		rc = maintenance_copy(
		    &c->maintenances[c->n_maintenances++], &from->maintenances[i], err);
	return rc;
}

enum rc
notify_config_new(
    const struct notify_config *from, struct config **ret_config, struct err *err)
{
	struct config *c OWNED(notify_config_free) = calloc(1, sizeof(*c));
	enum rc rc;

	if (!c || !config_room(c, from))
		return no_memory(err);
	if (from->rules.storm_messages < 1 ||
	    from->rules.storm_messages >= NOTIFY_STORM_STAMPS ||
	    from->rules.storm_end > from->rules.storm_messages)
		return err_set(err, RC_INVALID,
		    "a storm begins after 1 to 31 messages, and ends with fewer");
	c->rules = from->rules;
	rc = config_fill(c, from, err);
	if (!rc)
		*ret_config = GIVE(c);
	return rc;
}

void
notify_config_free(struct config *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n_targets; i++) {
		free(c->targets[i].zone);
		quiet_free(c->targets[i].quiet);
	}
	for (size_t i = 0; i < c->n_routes; i++) {
		notify_filter_free(c->routes[i].filter);
		free(c->routes[i].targets);
	}
	for (size_t i = 0; i < c->n_silences; i++)
		notify_filter_free(c->silences[i].filter);
	for (size_t i = 0; i < c->n_maintenances; i++) {
		notify_filter_free(c->maintenances[i].filter);
		window_free(c->maintenances[i].window);
	}
	free(c->targets);
	free(c->routes);
	free(c->silences);
	free(c->maintenances);
	free(c->zone);
	free(c);
}

const struct target *
notify_config_target(const struct config *c, int64_t id)
{
	for (size_t i = 0; i < c->n_targets; i++) {
		if (c->targets[i].id == id)
			return &c->targets[i];
	}
	return NULL;
}
