/* SPDX-License-Identifier: Apache-2.0
 *
 * A look: the incident watcher wants to know at once how some ONUs are. It is a live read
 * (refresh.c) of few columns of several ONUs. Here is decided whether the OLT is asked at
 * all, and for which columns.
 *
 * The columns are those that the OLT's own jobs read, with the changes of users, so that a
 * look never sees another state than a run would. What no job reads is taken from the
 * profile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/columns_int.h"
#include "engine/refresh_int.h"

static const enum purpose WANTED[] = { PURPOSE_RUN_STATE, PURPOSE_LAST_DOWN_CAUSE,
	PURPOSE_LAST_DOWN, PURPOSE_PORT_STATE, PURPOSE_PORT_CAUSE };

enum { N_WANTED = sizeof(WANTED) / sizeof(WANTED[0]) };

/* ---- may the OLT be asked? ------------------------------------------------------- */

/* Milliseconds since the governor of a session last reduced the rate; -1: never. */
static int64_t
slowed_age_ms(const struct device *device)
{
	int64_t us = device->session ? snmpc_session_slowed_us(device->session) : 0;

	if (device->look_slowed_us > us)
		us = device->look_slowed_us;
	return us ? (clock_mono_us() - us) / 1000 : -1;
}

static enum rc
check_load(const struct device *device, struct err *err)
{
	const char *name = device->olt_config->site->olt.name;
	struct look_load load = { .cpu_pct = device->cpu_pct,
		.cpu_age_ms = device->cpu_ms ? clock_mono_ms() - device->cpu_ms : -1,
		.slowed_age_ms = slowed_age_ms(device),
		.has_one_reader = device->profile->quirks.max_in_flight == 1,
		.is_read = device->run != NULL };

	switch (look_load_check(&load)) {
	case LOOK_LOAD_GOOD:
		return RC_OK;
	case LOOK_CPU_IS_BUSY:
		return err_set(err, RC_BUSY,
		    "OLT %s: its CPU is at %lld %%, so it is not asked more", name,
		    (long long)device->cpu_pct);
	case LOOK_ANSWERS_LATE:
		return err_set(err, RC_BUSY,
		    "OLT %s has just answered late, so it is not asked more", name);
	case LOOK_HAS_A_READER:
		break;
	}
	return err_set(err, RC_BUSY,
	    "OLT %s answers one reader at a time, and a run reads it", name);
}

static enum rc
check_budget(const struct device *device, struct err *err)
{
	const char *name = device->olt_config->site->olt.name;

	switch (look_budget_check(&device->looks, clock_mono_ms())) {
	case LOOK_ALLOWED:
		return RC_OK;
	case LOOK_MINUTE_IS_FULL:
		return err_set(err, RC_BUSY, "OLT %s was looked at %d times this minute",
		    name, LOOKS_A_MINUTE);
	case LOOK_DAY_IS_FULL:
		break;
	}
	return err_set(err, RC_BUSY,
	    "OLT %s: the looks of a day are used up (%d, or 2 %% of its requests)", name,
	    LOOKS_A_DAY);
}

/* ---- what is read ----------------------------------------------------------------- */

static bool
is_wanted(enum purpose purpose)
{
	for (size_t i = 0; i < N_WANTED; i++) {
		if (WANTED[i] == purpose)
			return true;
	}
	return false;
}

/* The OIDs of the OLT's jobs with these purposes. Jobs share their OIDs: overlays leave
 * out duplicates. */
static size_t
job_oids(const struct loaded_olt *site, const struct stored_oid *ret[LIVE_COLUMNS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < site->n_nodes; i++) {
		const struct loaded_node *node = &site->nodes[i];

		for (size_t j = 0; j < node->n_oids && n < LIVE_COLUMNS_MAX; j++) {
			const struct stored_oid *oid = &node->oids[j];
			enum purpose purpose;

			if (oid->enabled && !oid->is_slow &&
			    purpose_from_name(oid->purpose, &purpose) &&
			    is_wanted(purpose))
				ret[n++] = oid;
		}
	}
	return n;
}

/* Of ONUs, or of ports; other tables may have columns with the same purposes. */
static void
add_column(struct live_order *order, const struct profile *p, const struct column *c)
{
	const struct table *t = profile_table(p, c->table);
	bool is_of_port =
	    c->purpose == PURPOSE_PORT_STATE || c->purpose == PURPOSE_PORT_CAUSE;

	if (t && t->kind == (is_of_port ? TABLE_PON : TABLE_ONU) &&
	    order->n_columns < LIVE_COLUMNS_MAX && c->cost == COST_FAST && !c->is_scalar)
		order->columns[order->n_columns++] = c;
}

static bool
has_purpose(const struct live_order *order, enum purpose purpose)
{
	for (size_t i = 0; i < order->n_columns; i++) {
		if (order->columns[i]->purpose == purpose)
			return true;
	}
	return false;
}

/* Does an OID of a job already provide it, in this table? */
static bool
has(const struct live_order *order, const struct column *c)
{
	for (size_t i = 0; i < order->n_columns; i++) {
		if (order->columns[i]->purpose == c->purpose &&
		    strcmp(order->columns[i]->table, c->table) == 0)
			return true;
	}
	return false;
}

static enum rc
choose_columns(struct engine *e, const struct device *device, struct live_order *order,
    struct err *err)
{
	const struct loaded_olt *site = device->olt_config->site;
	const struct stored_oid *oids[LIVE_COLUMNS_MAX];
	size_t n = job_oids(site, oids);
	const struct profile *p;
	enum rc rc = columns_take_some(
	    e->overlays, device->profile, site, oids, n, &order->overlay, err);

	if (rc != RC_OK)
		return rc;
	p = order->overlay->profile;
	for (size_t i = 0; i < order->overlay->n_columns; i++)
		add_column(order, p, order->overlay->columns[i]);
	for (size_t i = 0; i < p->n_columns; i++) {
		if (is_wanted(p->columns[i].purpose) && !has(order, &p->columns[i]))
			add_column(order, p, &p->columns[i]);
	}
	if (has_purpose(order, PURPOSE_RUN_STATE))
		return RC_OK;
	return err_set(err, RC_CONFLICT,
	    "OLT %s: its profile %s has no run state that can be read quickly",
	    site->olt.name, p->id);
}

static enum rc
choose_onus(const struct device *device, const struct message *l,
    struct live_order *order, struct err *err)
{
	enum rc rc = RC_OK;

	order->known = known_new();
	if (!order->known)
		return err_set(err, RC_NOMEM, "out of memory");
	for (size_t i = 0; rc == RC_OK && i < l->n_onus; i++)
		rc = known_add_from(order->known, device->known, &l->onus[i]);
	if (rc != RC_OK)
		return err_set(err, rc, "out of memory");
	known_sort(order->known);
	return RC_OK;
}

/* "the look at 8 ONUs of 0/1/3". The port is that of the first ONU. */
static void
write_task(const struct message *l, struct live_order *order)
{
	struct position port = l->onus[0];
	char place[POSITION_TEXT_MAX];

	port.has &= (uint8_t) ~(1U << POS_ONU);
	port.part[POS_ONU] = 0;
	(void)snprintf(order->task, sizeof(order->task), "the look at %zu ONUs of %s",
	    known_count(order->known), position_format(&port, place));
}

/* ---- start ------------------------------------------------------------------------ */

static enum rc
prepare(struct engine *e, const struct device *device, const struct message *l,
    struct live_order *order, struct err *err)
{
	enum rc rc = live_check(device, err);

	if (rc == RC_OK && (l->n_onus == 0 || l->n_onus > ENGINE_LOOK_ONUS))
		rc = err_set(err, RC_INVALID, "a look is at 1 to %d ONUs, not at %zu",
		    ENGINE_LOOK_ONUS, l->n_onus);
	if (rc == RC_OK)
		rc = check_load(device, err);
	if (rc == RC_OK)
		rc = check_budget(device, err);
	if (rc == RC_OK)
		rc = choose_columns(e, device, order, err);
	if (rc == RC_OK)
		rc = choose_onus(device, l, order, err);
	if (rc == RC_OK)
		write_task(l, order);
	return rc;
}

void
look_start(struct engine *e, const struct message *l)
{
	struct device *device = device_find(&e->devices, l->olt);
	struct live_order order = { .olt = l->olt,
		.asked_by = l->by,
		.wait_ms = l->look.wait_ms,
		.is_look = true };
	struct refreshed result = { .message = "" };
	struct err err = { 0 };

	result.rc = prepare(e, device, l, &order, &err);
	if (result.rc == RC_OK)
		result.rc = live_add(e, device, &order, &result.execution, &err);
	if (result.rc == RC_OK) {
		look_budget_begin(&device->looks, clock_mono_ms());
	} else {
		result.message = err.msg;
		known_free(order.known);
		if (order.overlay)
			overlay_give(order.overlay);
	}
	l->look.begun(l->look.ctx, &result);
}
