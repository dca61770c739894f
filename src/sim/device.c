/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/device_int.h"

#include <string.h>

void
device_init(
    struct device *d, const struct plant *plant, uint64_t seed, const struct moment *now)
{
	memset(d, 0, sizeof(*d));
	d->plant = plant;
	d->life.seed = seed;
	d->life.start = *now;
	d->booted_us = now->mono_us;
	d->boots = 1;
	d->cpu_pct = -1;
}

void
device_fini(struct device *d)
{
	free(d->outages);
	free(d->is_gone);
	free(d->faults);
	d->outages = NULL;
	d->is_gone = NULL;
	d->faults = NULL;
	d->n_faults = 0;
}

void
device_set_behaviour(struct device *d, const struct behaviour *b)
{
	d->life.is_static = b->is_static;
	d->life.churn_pct = b->churn_pct;
	d->life.offline_pct = b->offline_pct;
	d->clones = b->clones;
	d->habits = b->habits;
}

bool
device_is_booting(struct device *d, const struct moment *now)
{
	if (!d->boots_at_us)
		return false;
	if (now->mono_us < d->boots_at_us)
		return true;
	d->booted_us = d->boots_at_us;
	d->boots++;
	d->boots_at_us = 0;
	return false;
}

void
device_reboot(struct device *d, const struct moment *now)
{
	d->booted_us = now->mono_us;
	d->boots++;
}

uint32_t
device_uptime_ticks(const struct device *d, const struct moment *now)
{
	return (uint32_t)((now->mono_us - d->booted_us) / 10000);
}

/* Parse "1/3", or "3": the numbers in order. False: another format. */
static bool
read_numbers(const char *text, uint32_t numbers[3], size_t *ret_n)
{
	size_t n = 0;

	for (;; n++) {
		char *end;
		unsigned long number = strtoul(text, &end, 10);
		if (n == 3 || end == text || *text == '-' || number > UINT32_MAX)
			return false;
		numbers[n] = (uint32_t)number;
		if (*end == '\0')
			break;
		if (*end != '/')
			return false;
		text = end + 1;
	}
	*ret_n = n + 1;
	return true;
}

static bool
is_port_named(const struct position *p, const uint32_t *numbers, size_t n)
{
	static const enum position_part LAST[] = { POS_PORT, POS_SLOT, POS_FRAME };

	for (size_t i = 0; i < n; i++) {
		if (p->part[LAST[i]] != numbers[n - 1 - i])
			return false;
	}
	return true;
}

enum rc
device_find_port(
    const struct plant *plant, const char *text, uint32_t *ret_port, struct err *err)
{
	uint32_t numbers[3];
	size_t n;

	if (read_numbers(text, numbers, &n)) {
		for (uint32_t i = 0; i < plant->ports; i++) {
			struct position p = plant_port(plant, i);
			if (is_port_named(&p, numbers, n)) {
				*ret_port = i;
				return RC_OK;
			}
		}
	}
	if (plant->ports == 0)
		return err_set(err, RC_NOT_FOUND, "a recording has no ports to darken");
	struct position first = plant_port(plant, 0);
	struct position last = plant_port(plant, plant->ports - 1);
	return err_set(err, RC_NOT_FOUND,
	    "there is no port \"%s\"; slot/port go from %u/%u to %u/%u", text,
	    first.part[POS_SLOT], first.part[POS_PORT], last.part[POS_SLOT],
	    last.part[POS_PORT]);
}

static enum rc
find_outage(
    struct device *d, const char *port, struct port_outage **ret_outage, struct err *err)
{
	uint32_t number = 0;
	enum rc rc = device_find_port(d->plant, port, &number, err);

	if (rc != RC_OK)
		return rc;
	if (!d->outages)
		d->outages = calloc(d->plant->ports, sizeof(d->outages[0]));
	if (!d->outages)
		return err_set(err, RC_NOMEM, "no memory");
	*ret_outage = &d->outages[number];
	return RC_OK;
}

enum rc
device_set_dark(struct device *d, const char *port, bool is_dark,
    const struct moment *now, struct err *err)
{
	struct port_outage *o = NULL;
	enum rc rc = find_outage(d, port, &o, err);

	if (rc != RC_OK)
		return rc;
	if (is_dark)
		*o = (struct port_outage){ .began_ms = now->wall_ms };
	else if (o->began_ms && !o->ended_ms)
		o->ended_ms = now->wall_ms;
	return RC_OK;
}

enum rc
device_set_outage(
    struct device *d, const char *port, struct port_outage outage, struct err *err)
{
	struct port_outage *o = NULL;
	enum rc rc = find_outage(d, port, &o, err);

	if (rc == RC_OK)
		*o = outage;
	return rc;
}

enum rc
device_find_board(
    const struct plant *plant, const char *text, uint32_t *ret_board, struct err *err)
{
	uint32_t numbers[3], first = plant->first[POS_SLOT];
	size_t n;

	if (!read_numbers(text, numbers, &n) || plant->boards == 0 ||
	    numbers[n - 1] < first || numbers[n - 1] - first >= plant->boards)
		return err_set(err, RC_NOT_FOUND,
		    "there is no card \"%s\"; slots go from %u to %u", text, first,
		    first + (plant->boards ? plant->boards - 1 : 0));
	*ret_board = numbers[n - 1] - first;
	return RC_OK;
}

enum rc
device_set_gone(struct device *d, const char *card, bool is_gone, struct err *err)
{
	uint32_t board = 0;
	enum rc rc = device_find_board(d->plant, card, &board, err);

	if (rc != RC_OK)
		return rc;
	if (!d->is_gone)
		d->is_gone = calloc(d->plant->boards, sizeof(bool));
	if (!d->is_gone)
		return err_set(err, RC_NOMEM, "no memory");
	d->is_gone[board] = is_gone;
	return RC_OK;
}

bool
device_has_row(const struct device *d, const struct row *row)
{
	if (!d->is_gone)
		return true;
	switch ((enum entity)row->entity) {
	case ENTITY_BOARD:
		return !d->is_gone[row->number];
	case ENTITY_PORT:
		return !d->is_gone[plant_board_of_port(d->plant, row->number)];
	case ENTITY_ONU:
		return !d->is_gone[plant_board_of_port(
		    d->plant, plant_port_of_onu(d->plant, row->number))];
	case ENTITY_SYSTEM:
	case ENTITY_AUTOFIND:
	case ENTITY_RECORD:
		break;
	}
	return true;
}
