/* SPDX-License-Identifier: Apache-2.0 */
#include "demo/plant_device_int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "demo/past.h"

enum {
	MINUTE_MS = 60000,
	HOUR = 60,
	DAY = 24 * HOUR,
	ALL_PORTS = -1,
	NOT_OVER = 365 * DAY,
	TRAFFIC_MS = 30 * MINUTE_MS, /* often enough for a chart of days */
};

/* Past outages, in minutes before now: a port without light, or the whole OLT silent. */
static const struct outage {
	uint32_t olt;
	int port;
	const char *place; /* the name of the port in the simulator */
	int64_t began, lasted;
} OUTAGES[] = {
	{ 0, 2, "1/2", 90, 25 },
	{ 1, ALL_PORTS, NULL, 5 * HOUR + 20, 45 },
	{ 3, 1, "1/2", DAY + 2 * HOUR, 95 },
	{ 2, ALL_PORTS, NULL, 2 * DAY + 7 * HOUR, 160 },
	{ 0, 1, "1/1", 3 * DAY + 4 * HOUR, 55 },
	{ 3, ALL_PORTS, NULL, 4 * DAY + 9 * HOUR, 35 },
	{ 1, 0, "1/1", 5 * DAY + HOUR, 180 },
	{ DEMO_DARK_OLT, DEMO_DARK_PORT, "1/3", 40, NOT_OVER },
};

enum { N_OUTAGES = sizeof(OUTAGES) / sizeof(OUTAGES[0]) };

/* ONUs that lost light, over how many days until now, in both directions: single ONUs,
 * and all of a splitter. */
static const struct loss {
	uint32_t olt, first, n;
	double db;
	int64_t days;
} LOSSES[] = {
	{ 0, 40, 8, 2.4, 3 },
	{ 0, 9, 1, 6.5, 25 },
	{ 0, 70, 1, 3.1, 5 },
	{ 1, 12, 1, 4.8, 6 },
	{ 1, 101, 1, 5.2, 28 },
	{ 2, 33, 1, 3.6, 2 },
	{ 2, 77, 1, 7.0, 27 },
	{ 3, 5, 1, 5.4, 5 },
	{ 3, 50, 4, 4.2, 26 },
};

/* The maximum level of a receiver. */
#define BRIGHTEST_DBM (-10.0)

/* ---- creation --------------------------------------------------------------- */

static bool
has_purpose(const struct demo_columns *columns, enum purpose purpose)
{
	for (size_t i = 0; i < columns->n; i++) {
		if (columns->at[i]->purpose == purpose)
			return true;
	}
	return false;
}

/* If two columns have the same purpose (one per technology), the first is used. */
static void
take(struct demo_columns *columns, const struct column *c)
{
	if (columns->n < DEMO_COLUMNS_MAX && !has_purpose(columns, c->purpose))
		columns->at[columns->n++] = c;
}

/* The other kinds have enough data after the first runs of the present. */
static void
take_columns(struct demo_plant *p, const struct standard_job *job)
{
	for (size_t i = 0; i < job->n_columns; i++) {
		const struct column *c = job->columns[i];

		if (job->kind == STANDARD_OPTICS)
			take(&p->optics, c);
		else if (c->purpose == PURPOSE_RUN_STATE ||
		    c->purpose == PURPOSE_LAST_DOWN_CAUSE)
			take(&p->states, c);
		else if (c->purpose == PURPOSE_TRAFFIC_IN ||
		    c->purpose == PURPOSE_TRAFFIC_OUT)
			take(&p->traffic, c);
	}
}

static enum rc
find_columns(struct demo_plant *p, const struct profile *profile)
{
	struct standard_job jobs[STANDARD_KINDS];
	struct arena *arena OWNED(arena_free) = arena_new(0);
	size_t n = arena ? standard_jobs(profile, arena, jobs) : SIZE_MAX;

	if (n == SIZE_MAX)
		return RC_NOMEM;
	for (size_t i = 0; i < n; i++) {
		if (jobs[i].kind == STANDARD_STATES || jobs[i].kind == STANDARD_OPTICS)
			take_columns(p, &jobs[i]);
		else if (jobs[i].kind == STANDARD_PORTS ||
		    jobs[i].kind == STANDARD_CHASSIS)
			demo_parts_take(p, profile, &jobs[i]);
	}
	return RC_OK;
}

static enum rc
make_device(struct demo_plant *p, const struct profile_set *profiles, struct err *err)
{
	const struct profile *profile = profile_set_find(profiles, p->spec.profile);
	struct moment start = { p->start_us, p->now_ms };
	struct life life = { .seed = olt_seed(&p->spec, p->number) };
	enum rc rc;

	if (!profile)
		return err_set(err, RC_NOT_FOUND, "no profile %s", p->spec.profile);
	rc = plant_new_from_profile(profile, &p->spec, &life, &p->plant, err);
	if (rc != RC_OK)
		return rc;
	device_init(&p->device, p->plant, life.seed, &start);
	device_set_behaviour(&p->device, &p->spec.behaviour);
	p->device.outages = calloc(p->plant->ports, sizeof(p->device.outages[0]));
	if (!p->device.outages || find_columns(p, profile) != RC_OK)
		return err_set(err, RC_NOMEM, "no memory for the past of an OLT");
	return RC_OK;
}

enum rc
demo_plant_new(const char *settings, size_t number, const struct profile_set *profiles,
    int64_t now_ms, struct demo_plant **ret_plant, struct err *err)
{
	struct demo_plant *p OWNED(demo_plant_free) = calloc(1, sizeof(*p));
	enum rc rc;

	if (!p)
		return err_set(err, RC_NOMEM, "no memory for the past of an OLT");
	p->number = (uint32_t)number;
	p->now_ms = now_ms;
	p->start_us = clock_mono_us();
	olt_spec_init(&p->spec);
	rc = setting_apply_list(&p->spec, settings, err);
	if (rc == RC_OK)
		rc = make_device(p, profiles, err);
	if (rc == RC_OK)
		*ret_plant = GIVE(p);
	return rc;
}

void
demo_plant_free(struct demo_plant *p)
{
	if (!p)
		return;
	device_fini(&p->device);
	plant_unref(p->plant);
	olt_spec_fini(&p->spec);
	free(p);
}

size_t
demo_plant_onus(const struct demo_plant *p)
{
	return (size_t)p->plant->ports * p->plant->onus;
}

/* ---- outages ---------------------------------------------------------------- */

static bool
is_in(const struct outage *o, const struct demo_plant *p, int64_t at_ms)
{
	int64_t began_ms = p->now_ms - o->began * MINUTE_MS;

	return o->olt == p->number && at_ms >= began_ms &&
	    at_ms < began_ms + o->lasted * MINUTE_MS;
}

bool
demo_plant_is_silent(const struct demo_plant *p, int64_t at_ms)
{
	for (size_t i = 0; i < N_OUTAGES; i++) {
		if (OUTAGES[i].port == ALL_PORTS && is_in(&OUTAGES[i], p, at_ms))
			return true;
	}
	return false;
}

/* The outage of a port; ended_ms 0: it is not over at this time. */
static struct port_outage
times_of(const struct outage *o, int64_t now_ms, int64_t at_ms)
{
	struct port_outage t = { .began_ms = now_ms - o->began * MINUTE_MS };
	int64_t ended_ms = t.began_ms + o->lasted * MINUTE_MS;

	t.ended_ms = ended_ms <= at_ms ? ended_ms : 0;
	return t;
}

static void
darken(struct demo_plant *p, int64_t at_ms)
{
	memset(p->device.outages, 0, p->plant->ports * sizeof(p->device.outages[0]));
	for (size_t i = 0; i < N_OUTAGES; i++) {
		const struct outage *o = &OUTAGES[i];
		struct port_outage t = times_of(o, p->now_ms, at_ms);

		if (o->olt == p->number && o->port >= 0 &&
		    (uint32_t)o->port < p->plant->ports && t.began_ms <= at_ms)
			p->device.outages[o->port] = t;
	}
}

bool
demo_past_outage(size_t i, int64_t now_ms, char line[DEMO_LINE_MAX])
{
	struct port_outage t;

	*line = '\0';
	if (i >= N_OUTAGES)
		return false;
	t = times_of(&OUTAGES[i], now_ms, now_ms);
	if (OUTAGES[i].port >= 0)
		(void)snprintf(line, DEMO_LINE_MAX,
		    "{\"cmd\":\"dark\",\"olt\":%u,\"port\":\"%s\",\"since_ms\":%lld,"
		    "\"until_ms\":%lld}",
		    OUTAGES[i].olt, OUTAGES[i].place, (long long)t.began_ms,
		    (long long)t.ended_ms);
	return true;
}

/* ---- results of a run ------------------------------------------------------- */

/* If the run state is a cause, the ONU is offline, as in collect/row_values.c. */
static void
settle_state(const struct column *c, struct value *v)
{
	if (v->kind != VALUE_STATE)
		return;
	if (c->purpose == PURPOSE_LAST_DOWN_CAUSE)
		v->state = state_cause(v->state);
	else if ((int)v->state >= STATE_CAUSES || v->state == STATE_FAULT)
		v->state = STATE_OFFLINE;
}

struct position
demo_plant_place(const struct index_format *format, const struct position *whole)
{
	struct position told = *whole;

	for (int part = 0; format && part < POS_PARTS; part++) {
		if (index_has_part(format, (enum position_part)part))
			continue;
		told.has &= (uint8_t) ~(1U << part);
		told.part[part] = 0;
	}
	return told;
}

struct moment
demo_plant_moment(const struct demo_plant *p, int64_t at_ms)
{
	return (struct moment){ p->start_us - (p->now_ms - at_ms) * 1000, at_ms };
}

static struct position
position_of(const struct demo_plant *p, uint32_t onu)
{
	struct position whole = plant_onu(p->plant, onu);
	struct position told = position_of_onu(&whole);

	return demo_plant_place(p->states.n ? p->states.at[0]->index : NULL, &told);
}

/* How much higher the level of this ONU was then, in dB. */
static double
not_yet_lost(const struct demo_plant *p, uint32_t onu, int64_t at_ms)
{
	for (size_t i = 0; i < sizeof(LOSSES) / sizeof(LOSSES[0]); i++) {
		const struct loss *l = &LOSSES[i];
		int64_t took_ms = l->days * DAY * MINUTE_MS;
		int64_t ago_ms = p->now_ms - at_ms;

		if (l->olt == p->number && onu >= l->first && onu < l->first + l->n)
			return l->db *
			    (ago_ms < took_ms ? (double)ago_ms / (double)took_ms : 1);
	}
	return 0;
}

static void
settle_level(const struct demo_plant *p, const struct column *c, uint32_t onu,
    int64_t at_ms, struct value *v)
{
	if (v->kind == VALUE_REAL &&
	    (c->purpose == PURPOSE_ONU_RX || c->purpose == PURPOSE_OLT_RX))
		v->r = fmin(v->r + not_yet_lost(p, onu, at_ms), BRIGHTEST_DBM);
}

static bool
fill_row(struct demo_plant *p, uint32_t onu, const struct demo_columns *columns,
    int64_t at_ms, struct arena *arena, struct finish_row *row)
{
	struct moment at = demo_plant_moment(p, at_ms);
	struct row of = { .entity = ENTITY_ONU, .number = onu };
	struct value *values = arena_alloc(arena, (columns->n + 1) * sizeof(*values));
	char *serial = arena_alloc(arena, 13);

	if (!values || !serial)
		return false;
	life_serial(&p->device.life, p->plant->vendor_letters, onu, serial);
	for (size_t c = 0; c < columns->n; c++) {
		values[c] = device_row_value(&p->device, columns->at[c], &of, &at, arena);
		settle_state(columns->at[c], &values[c]);
		settle_level(p, columns->at[c], onu, at_ms, &values[c]);
	}
	*row = (struct finish_row){ .position = position_of(p, onu),
		.serial = serial,
		.answered = (UINT64_C(1) << columns->n) - 1,
		.values = values };
	return true;
}

static enum rc
fill_rows(struct demo_plant *p, const struct demo_columns *columns, int64_t at_ms,
    struct arena *arena, struct finish *finish)
{
	size_t n_onus = demo_plant_onus(p);
	struct finish_row *rows = arena_alloc(arena, n_onus * sizeof(*rows));
	struct finish_column *asked =
	    arena_alloc(arena, (columns->n + 1) * sizeof(*asked));

	if (!rows || !asked)
		return RC_NOMEM;
	for (size_t c = 0; c < columns->n; c++)
		asked[c] = (struct finish_column){ .purpose = columns->at[c]->purpose };
	for (uint32_t i = 0; i < n_onus; i++) {
		if (!fill_row(p, i, columns, at_ms, arena, &rows[i]))
			return RC_NOMEM;
	}
	finish->n_columns = columns->n;
	finish->columns = asked;
	finish->n_rows = n_onus;
	finish->rows = rows;
	return RC_OK;
}

/* States, and traffic if it was not written for long enough. */
static enum rc
fill_states(
    struct demo_plant *p, int64_t at_ms, struct arena *arena, struct finish *finish)
{
	struct demo_columns columns = p->states;

	if (at_ms - p->traffic_ms >= TRAFFIC_MS) {
		p->traffic_ms = at_ms;
		for (size_t i = 0; i < p->traffic.n; i++)
			take(&columns, p->traffic.at[i]);
	}
	return fill_rows(p, &columns, at_ms, arena, finish);
}

enum rc
demo_plant_fill(struct demo_plant *p, enum standard_kind kind, int64_t at_ms,
    struct arena *arena, struct finish *finish)
{
	static const struct demo_columns NONE = { .n = 0 };

	darken(p, at_ms);
	switch (kind) {
	case STANDARD_DISCOVERY:
		finish->is_discovery = true;
		finish->is_complete = true;
		return fill_rows(p, &NONE, at_ms, arena, finish);
	case STANDARD_STATES:
		return fill_states(p, at_ms, arena, finish);
	case STANDARD_OPTICS:
		return fill_rows(p, &p->optics, at_ms, arena, finish);
	case STANDARD_PORTS:
		return demo_parts_fill_ports(p, at_ms, arena, &finish->parts);
	case STANDARD_CHASSIS:
		return demo_parts_fill_chassis(p, at_ms, arena, &finish->parts);
	case STANDARD_INVENTORY:
	case STANDARD_DETAILS:
	case STANDARD_KINDS:
		break;
	}
	return RC_OK;
}
