/* SPDX-License-Identifier: Apache-2.0
 *
 * A roster has all ports (parts) that the OLT ever had, as it has all ONUs: what a run
 * does not tell is a null, and a new roster is needed only for who is new.
 */
#include "store/part/parts_history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/db/query.h"
#include "store/value/latest.h"

/* One of them as it is known: a port by its position, a part by its name. */
struct thing {
	int64_t id;
	struct position position;
	const char *part;
};

struct writing {
	struct samples *samples;
	struct db *db;
	const struct parts *parts;
	struct olt_id olt;
	int64_t now_ms;
	struct arena *arena;
	struct vec things; /* of struct thing, ascending ids */
	struct err *err;
};

static enum rc
no_memory(struct writing *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the history of ports");
}

/* FNV-1a, in 63 bits so that it is a positive number of the database. */
int64_t
samples_part_id(const char *part)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *part; part++)
		hash = (hash ^ (uint8_t)*part) * UINT64_C(1099511628211);
	return (int64_t)(hash >> 1);
}

/* ---- who there is ------------------------------------------------------------ */

static const enum position_part PARTS[] = { POS_RACK, POS_FRAME, POS_SLOT, POS_PORT };
enum { N_PARTS = sizeof(PARTS) / sizeof(PARTS[0]) };

static enum rc
load_ports(struct writing *x)
{
	static const char sql[] = "SELECT id, pos_has, rack, frame, slot, port "
				  "FROM pon_ports WHERE olt_id = $1 ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct thing *port = vec_add(&x->things);

		if (!port)
			return no_memory(x);
		port->id = db_int(q, 0);
		port->position.has = (uint8_t)db_int(q, 1);
		for (unsigned i = 0; i < N_PARTS; i++)
			port->position.part[PARTS[i]] = (uint32_t)db_int(q, 2 + i);
	}
	return rc;
}

static int
compare_things(const void *a, const void *b)
{
	int64_t x = ((const struct thing *)a)->id, y = ((const struct thing *)b)->id;

	return (x > y) - (x < y);
}

static enum rc
load_chassis(struct writing *x)
{
	static const char sql[] = "SELECT part FROM chassis_health WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct thing *part = vec_add(&x->things);
		const char *name = db_text(q, 0);

		if (part)
			part->part = arena_copy(x->arena, name, strlen(name));
		if (!part || !part->part)
			return no_memory(x);
		part->id = samples_part_id(part->part);
	}
	if (rc == RC_OK && x->things.n)
		qsort(x->things.data, x->things.n, sizeof(struct thing), compare_things);
	return rc;
}

/* ---- what they said ---------------------------------------------------------- */

static bool
is_port(const struct thing *thing, const struct position *at)
{
	uint8_t has = 0;

	for (size_t i = 0; i < N_PARTS; i++) {
		has |= (uint8_t)(at->has & 1U << PARTS[i]);
		if (thing->position.part[PARTS[i]] != at->part[PARTS[i]])
			return false;
	}
	return thing->position.has == has;
}

static double
number_in(const struct part_value *values, size_t n, enum purpose purpose)
{
	double number;

	for (size_t i = 0; i < n; i++) {
		if (values[i].purpose == purpose &&
		    latest_number(&values[i].value, &number))
			return number;
	}
	return NAN;
}

static double
number_of(const struct writing *x, const struct thing *thing, enum purpose purpose)
{
	const struct parts *p = x->parts;

	for (size_t i = 0; thing->part && i < p->n_chassis; i++) {
		if (strcmp(thing->part, p->chassis[i].part) == 0)
			return number_in(
			    p->chassis[i].values, p->chassis[i].n_values, purpose);
	}
	for (size_t i = 0; !thing->part && i < p->n_ports; i++) {
		if (is_port(thing, &p->ports[i].position))
			return number_in(
			    p->ports[i].values, p->ports[i].n_values, purpose);
	}
	return NAN;
}

static enum rc
write_metric(struct writing *x, enum purpose purpose)
{
	size_t n = x->things.n;
	int64_t *ids = arena_alloc(x->arena, (n + 1) * sizeof(*ids));
	double *numbers = arena_alloc(x->arena, (n + 1) * sizeof(*numbers));
	struct run_readings run = { x->olt, x->now_ms, n, ids };

	if (!ids || !numbers)
		return no_memory(x);
	for (size_t i = 0; i < n; i++) {
		const struct thing *thing = VEC_AT(&x->things, struct thing, i);

		ids[i] = thing->id;
		numbers[i] = number_of(x, thing, purpose);
	}
	return samples_write(
	    x->samples, x->db, &run, metric_of(purpose), numbers, x->err);
}

static enum rc
write_metrics(struct writing *x, enum rc (*load)(struct writing *x),
    const enum purpose *purposes, size_t n)
{
	enum rc rc;

	vec_clear(&x->things);
	rc = load(x);
	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = write_metric(x, purposes[i]);
	return rc;
}

enum rc
parts_history_write(struct samples *s, struct db *db, const struct parts *parts,
    struct olt_id olt, int64_t now_ms, struct arena *arena, struct err *err)
{
	static const enum purpose OF_PORTS[] = { PURPOSE_PORT_ONUS, PURPOSE_PORT_TX };
	static const enum purpose OF_CHASSIS[] = { PURPOSE_CPU, PURPOSE_MEMORY,
		PURPOSE_CHASSIS_TEMPERATURE };
	struct writing x = { s, db, parts, olt, now_ms, arena, VEC_INIT(struct thing),
		err };
	enum rc rc = RC_OK;

	if (parts->n_ports)
		rc = write_metrics(&x, load_ports, OF_PORTS, 2);
	if (rc == RC_OK && parts->n_chassis)
		rc = write_metrics(&x, load_chassis, OF_CHASSIS, 3);
	vec_fini(&x.things);
	return rc;
}
