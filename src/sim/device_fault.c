/* SPDX-License-Identifier: Apache-2.0
 *
 * The faults of a device, and the state of its ONUs and ports with them.
 */
#include "sim/device_int.h"

#include <string.h>

enum { FAULTS_MAX = 200 };

/* ---- adding and ending ------------------------------------------------------------ */

/* Make room for one more: forget the oldest that is over. */
static bool
forget_one(struct device *d, int64_t wall_ms)
{
	for (size_t i = 0; i < d->n_faults; i++) {
		if (d->faults[i].ended_ms > wall_ms)
			continue;
		d->n_faults--;
		memmove(&d->faults[i], &d->faults[i + 1],
		    (d->n_faults - i) * sizeof(d->faults[0]));
		return true;
	}
	return false;
}

/* The monotonic time of a wall time. */
static int64_t
mono_of(int64_t wall_ms, const struct moment *now)
{
	return now->mono_us + (wall_ms - now->wall_ms) * 1000;
}

enum rc
device_add_fault(struct device *d, const struct fault *fault, const struct moment *now,
    struct err *err)
{
	if (d->n_faults == FAULTS_MAX && !forget_one(d, now->wall_ms))
		return err_set(err, RC_BUSY,
		    "this OLT has %d faults already; end some of them", FAULTS_MAX);
	struct fault *moved =
	    realloc(d->faults, (d->n_faults + 1) * sizeof(struct fault));
	if (!moved)
		return err_set(err, RC_NOMEM, "no memory");
	d->faults = moved;
	d->faults[d->n_faults++] = *fault;
	if (fault->kind == FAULT_REBOOT)
		d->boots_at_us = mono_of(fault->ended_ms, now);
	return RC_OK;
}

const struct fault *
device_end_fault(struct device *d, uint32_t id, const struct moment *now)
{
	for (size_t i = 0; i < d->n_faults; i++) {
		struct fault *f = &d->faults[i];
		if (f->id != id)
			continue;
		if (f->ended_ms > now->wall_ms) {
			f->ended_ms = now->wall_ms;
			if (f->kind == FAULT_REBOOT)
				d->boots_at_us = now->mono_us;
		}
		return f;
	}
	return NULL;
}

/* ---- ONUs --------------------------------------------------------------------------- */

/* For an ONU that would be online: it is offline during an outage of its port. After the
 * outage, that is its last down time, unless it went down later for another reason. */
static void
after_outage(const struct port_outage *o, struct onu_life *l)
{
	if (!o->began_ms || (o->ended_ms && o->began_ms < l->last_down_ms))
		return;
	l->is_online = o->ended_ms != 0;
	l->cause_before = l->cause;
	l->cause = STATE_LOS_PORT;
	l->last_down_ms = o->began_ms;
	if (o->ended_ms)
		l->last_up_ms = o->ended_ms;
}

/* With the first n faults only. */
static struct onu_life
onu_with_faults(const struct device *d, uint32_t onu, const struct moment *now, size_t n)
{
	const struct fault_ground ground = device_ground(d);
	struct onu_life l = life_of_onu(&d->life, onu, now);

	if (l.cause == STATE_POWER && onu_is_mute(&d->life, &d->habits, onu))
		l.cause = STATE_LOS_ONU;
	if (d->outages && l.is_online)
		after_outage(&d->outages[plant_port_of_onu(d->plant, onu)], &l);
	for (size_t i = 0; i < n; i++)
		fault_apply(&d->faults[i], &ground, onu, now->wall_ms, &l);
	return l;
}

struct onu_life
device_onu(const struct device *d, uint32_t onu, const struct moment *now)
{
	return onu_with_faults(d, onu, now, d->n_faults);
}

double
device_loss_db(
    const struct device *d, uint32_t onu, const struct moment *now, bool is_downstream)
{
	const struct fault_ground ground = device_ground(d);
	double db = 0;

	for (size_t i = 0; i < d->n_faults; i++)
		db += fault_loss_db(
		    &d->faults[i], &ground, onu, now->wall_ms, is_downstream);
	return db;
}

size_t
device_fault_onus(const struct device *d, const struct fault *fault,
    const struct moment *now, uint32_t *onus)
{
	const struct fault_ground ground = device_ground(d);
	struct moment began = { mono_of(fault->began_ms, now), fault->began_ms };
	size_t before = 0, n = 0;

	while (before < d->n_faults && d->faults[before].id != fault->id)
		before++;
	for (uint32_t p = 0; p < fault->area.n_ports; p++) {
		uint32_t first = (fault->area.first_port + p) * d->plant->onus;
		for (uint32_t onu = first; onu < first + d->plant->onus; onu++) {
			if (fault_reaches(fault, &ground, onu) &&
			    onu_with_faults(d, onu, &began, before).is_online)
				onus[n++] = onu;
		}
	}
	return n;
}

/* ---- ports -------------------------------------------------------------------------- */

uint32_t
device_online_onus(const struct device *d, uint32_t port, const struct moment *now)
{
	uint32_t first = port * d->plant->onus, online = 0;

	for (uint32_t onu = first; onu < first + d->plant->onus; onu++)
		online += device_onu(d, onu, now).is_online;
	return online;
}

const struct fault *
device_port_fault(
    const struct device *d, enum fault_kind kind, uint32_t port, const struct moment *now)
{
	for (size_t i = 0; i < d->n_faults; i++) {
		const struct fault *f = &d->faults[i];
		if (f->kind == kind && fault_is_at(f, now->wall_ms) &&
		    area_has_port(&f->area, port))
			return f;
	}
	return NULL;
}

static bool
has_fault(const struct device *d, uint32_t port, const struct moment *now)
{
	for (int kind = 0; kind < FAULT_KINDS; kind++) {
		if (device_port_fault(d, (enum fault_kind)kind, port, now))
			return true;
	}
	return false;
}

bool
device_port_is_dark(const struct device *d, uint32_t port, const struct moment *now)
{
	if (d->outages && d->outages[port].began_ms && !d->outages[port].ended_ms)
		return true;
	return has_fault(d, port, now) && device_online_onus(d, port, now) == 0;
}
