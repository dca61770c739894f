/* SPDX-License-Identifier: Apache-2.0 */
#include "vendor/standard.h"

#include <string.h>

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

/* All properties of a standard job except its columns. */
static const struct standard {
	const char *name;
	struct standard_job job;
} STANDARDS[STANDARD_KINDS] = {
	[STANDARD_DISCOVERY] = { "discovery",
	    { .type = TASK_DISCOVERY,
		.interval_ms = 15 * MINUTE_MS,
		.priority = 90,
		.max_retries = 3,
		.lane = "discovery",
		.description = "Who is there: serials, MACs, names, descriptions." } },
	[STANDARD_STATES] = { "states",
	    { .type = TASK_WALK,
		.interval_ms = 5 * MINUTE_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "States, causes and times, distance, traffic." } },
	[STANDARD_INVENTORY] = { "inventory",
	    { .type = TASK_WALK,
		.interval_ms = 6 * HOUR_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "Models, versions, profiles, subscribers." } },
	[STANDARD_OPTICS] = { "optics",
	    { .type = TASK_GET,
		.interval_ms = 30 * MINUTE_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "Optical levels, voltage, bias, temperature of the ONUs "
			       "that are online." } },
	[STANDARD_DETAILS] = { "details",
	    { .type = TASK_GET,
		.interval_ms = DAY_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "Inventory for which the OLT must ask each ONU." } },
	[STANDARD_PORTS] = { "ports",
	    { .type = TASK_WALK,
		.interval_ms = 5 * MINUTE_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "PON ports: state, ONUs, light, traffic." } },
	[STANDARD_CHASSIS] = { "chassis",
	    { .type = TASK_WALK,
		.interval_ms = 5 * MINUTE_MS,
		.priority = 40,
		.max_retries = 2,
		.lane = "polling",
		.description = "CPU, memory, temperatures and uptime of the OLT." } },
};

enum { RETRY_DELAY_MS = 120 * 1000 };

const char *
standard_name(enum standard_kind kind)
{
	return STANDARDS[kind].name;
}

/* The job of an ONU column; STANDARD_KINDS: none. */
static enum standard_kind
onu_kind(const struct column *c)
{
	bool is_slow = c->cost == COST_SLOW;

	switch (c->purpose) {
	case PURPOSE_RUN_STATE:
	case PURPOSE_ADMIN_STATE:
	case PURPOSE_LAST_DOWN_CAUSE:
	case PURPOSE_LAST_UP:
	case PURPOSE_LAST_DOWN:
	case PURPOSE_DISTANCE:
	case PURPOSE_TRAFFIC_IN:
	case PURPOSE_TRAFFIC_OUT:
	case PURPOSE_UPTIME:
		return is_slow ? STANDARD_DETAILS : STANDARD_STATES;
	case PURPOSE_ONU_RX:
	case PURPOSE_ONU_TX:
	case PURPOSE_OLT_RX:
	case PURPOSE_TEMPERATURE:
	case PURPOSE_VOLTAGE:
	case PURPOSE_BIAS:
		return STANDARD_OPTICS;
	case PURPOSE_DISCOVERY:
	case PURPOSE_SERIAL:
	case PURPOSE_MAC:
	case PURPOSE_NAME:
	case PURPOSE_DESCRIPTION:
		return is_slow ? STANDARD_DETAILS : STANDARD_DISCOVERY;
	case PURPOSE_SUBSCRIBER:
	case PURPOSE_MODEL:
	case PURPOSE_HARDWARE:
	case PURPOSE_SOFTWARE:
	case PURPOSE_LINE_PROFILE:
	case PURPOSE_SERVICE_PROFILE:
	case PURPOSE_IP:
		return is_slow ? STANDARD_DETAILS : STANDARD_INVENTORY;
	case PURPOSE_CUSTOM:
	case PURPOSE_PORT_NAME:
	case PURPOSE_PORT_STATE:
	case PURPOSE_PORT_CAUSE:
	case PURPOSE_PORT_DESCRIPTION:
	case PURPOSE_PORT_ONUS:
	case PURPOSE_PORT_TX:
	case PURPOSE_CPU:
	case PURPOSE_MEMORY:
	case PURPOSE_CHASSIS_TEMPERATURE:
	case PURPOSE_CHASSIS_UPTIME:
	case PURPOSE_BOARD_STATE:
	case PURPOSES:
		break;
	}
	return STANDARD_KINDS;
}

static bool
is_health(enum purpose purpose)
{
	return purpose == PURPOSE_CPU || purpose == PURPOSE_MEMORY ||
	    purpose == PURPOSE_CHASSIS_TEMPERATURE || purpose == PURPOSE_CHASSIS_UPTIME ||
	    purpose == PURPOSE_BOARD_STATE;
}

static bool
has_purpose(const struct profile *p, const struct table *t, enum purpose purpose)
{
	for (size_t i = 0; t && i < p->n_columns; i++) {
		if (p->columns[i].purpose == purpose &&
		    strcmp(p->columns[i].table, t->name) == 0)
			return true;
	}
	return false;
}

/* A table inside ONUs is walked only if it has information that no other column has. */
static enum standard_kind
inside_kind(const struct profile *p, const struct table *t, const struct column *c)
{
	if (c->purpose == PURPOSE_CUSTOM || !index_is_inside(c->index) ||
	    has_purpose(p, profile_onus_of(p, t), c->purpose))
		return STANDARD_KINDS;
	return onu_kind(c) == STANDARD_INVENTORY ? STANDARD_INVENTORY : STANDARD_KINDS;
}

/* A slow column of a table that can only be walked is in no standard job, because of the
 * load on the OLT. */
static enum standard_kind
kind_of(const struct profile *p, const struct table *t, const struct column *c)
{
	if (t->kind == TABLE_ONU)
		return onu_kind(c);
	if (t->kind == TABLE_ONU_PART)
		return inside_kind(p, t, c);
	if (c->purpose == PURPOSE_CUSTOM || c->cost == COST_SLOW)
		return STANDARD_KINDS;
	if (t->kind == TABLE_PON)
		return STANDARD_PORTS;
	if ((t->kind == TABLE_BOARD || t->kind == TABLE_SYSTEM) && is_health(c->purpose))
		return STANDARD_CHASSIS;
	return STANDARD_KINDS;
}

/* A discovery also walks the columns that define which rows are ONUs, of any purpose. */
static bool
belongs(const struct profile *p, const struct table *t, const struct column *c,
    enum standard_kind kind)
{
	if (kind_of(p, t, c) == kind)
		return true;
	return kind == STANDARD_DISCOVERY && t->kind == TABLE_ONU &&
	    (t->discovery == c || t->present_column == c);
}

static bool
fill(struct standard_job *job, const struct profile *p, struct arena *arena)
{
	const struct column **list =
	    arena_alloc(arena, (p->n_columns + 1) * sizeof(const struct column *));

	if (!list)
		return false;
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		const struct table *t = profile_table(p, c->table);

		if (!t || !belongs(p, t, c, job->kind))
			continue;
		list[job->n_columns++] = c;
		job->is_sweep = job->is_sweep || c->cost == COST_SLOW;
	}
	/* No column is slow: then a walk is cheaper for both sides. */
	if (job->type == TASK_GET && !job->is_sweep)
		job->type = TASK_WALK;
	job->columns = list;
	return true;
}

size_t
standard_jobs(const struct profile *profile, struct arena *arena,
    struct standard_job ret[STANDARD_KINDS])
{
	size_t n = 0;

	for (int kind = 0; kind < STANDARD_KINDS; kind++) {
		struct standard_job *job = &ret[n];

		*job = STANDARDS[kind].job;
		job->kind = (enum standard_kind)kind;
		job->retry_delay_ms = RETRY_DELAY_MS;
		if (!fill(job, profile, arena))
			return SIZE_MAX;
		n += job->n_columns > 0;
	}
	return n;
}
