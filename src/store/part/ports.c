/* SPDX-License-Identifier: Apache-2.0
 *
 * The ports of an OLT are few: all are read, compared in memory, and those that changed
 * are written.
 */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "store/value/latest.h"
#include "store/db/query.h"
#include "store/part/parts_int.h"

enum { NAME, DESCRIPTION, STATE, CAUSE, ONUS, TX, IN, OUT, PORT_VALUES };

static const enum purpose PLACES[PORT_VALUES] = {
	[NAME] = PURPOSE_PORT_NAME,
	[DESCRIPTION] = PURPOSE_PORT_DESCRIPTION,
	[STATE] = PURPOSE_PORT_STATE,
	[CAUSE] = PURPOSE_PORT_CAUSE,
	[ONUS] = PURPOSE_PORT_ONUS,
	[TX] = PURPOSE_PORT_TX,
	[IN] = PURPOSE_TRAFFIC_IN,
	[OUT] = PURPOSE_TRAFFIC_OUT,
};

struct port {
	struct position position;
	struct value at[PORT_VALUES];
	int64_t traffic_ms; /* when its counters were read; 0: never */
	double rate[2]; /* of IN and OUT, in bits a second; not a number: none */
	bool is_changed;
	bool is_new;
};

/* Faster is not possible on a PON port, in octets. */
#define FASTEST_PER_S 2.0e9

static const enum position_part PARTS[] = { POS_RACK, POS_FRAME, POS_SLOT, POS_PORT };
enum { N_PARTS = sizeof(PARTS) / sizeof(PARTS[0]) };

/* Without the ONU and what is inside it, and without a serial. */
static struct position
position_of_port(const struct position *p)
{
	struct position port = { 0 };

	for (size_t i = 0; i < N_PARTS; i++) {
		port.has |= (uint8_t)(p->has & 1U << PARTS[i]);
		port.part[PARTS[i]] = p->part[PARTS[i]];
	}
	return port;
}

/* ---- reading ----------------------------------------------------------------- */

#define PORT_COLUMNS                                                               \
	"pos_has, rack, frame, slot, port, name, description, state, state_code, " \
	"state_label, onus, tx_dbm, in_octets, out_octets, traffic_ms, in_bps, "   \
	"out_bps, cause, cause_code, cause_label"

static struct value
int_from_row(const struct db_stmt *q, unsigned column)
{
	return (struct value){ .kind = db_is_null(q, column) ? VALUE_NULL : VALUE_INT,
		.i = db_int(q, column) };
}

/* The one reader of PORT_COLUMNS: keep the two next to each other. */
static bool
port_from_row(struct parting *x, const struct db_stmt *q, struct port *port)
{
	port->position.has = (uint8_t)db_int(q, 0);
	for (unsigned i = 0; i < N_PARTS; i++)
		port->position.part[PARTS[i]] = (uint32_t)db_int(q, 1 + i);
	port->at[ONUS] = int_from_row(q, 10);
	port->at[TX].kind = db_is_null(q, 11) ? VALUE_NULL : VALUE_REAL;
	port->at[TX].r = db_real(q, 11);
	port->at[IN] = int_from_row(q, 12);
	port->at[OUT] = int_from_row(q, 13);
	port->traffic_ms = db_int(q, 14);
	for (unsigned i = 0; i < 2; i++)
		port->rate[i] = db_is_null(q, 15 + i) ? NAN : (double)db_int(q, 15 + i);
	return part_text(x, db_text(q, 5), &port->at[NAME]) &&
	    part_text(x, db_text(q, 6), &port->at[DESCRIPTION]) &&
	    part_state_from_row(x, q, 7, &port->at[STATE]) &&
	    part_state_from_row(x, q, 17, &port->at[CAUSE]);
}

static enum rc
no_memory(struct parting *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the ports of an OLT");
}

static enum rc
load(struct parting *x, struct vec *ports)
{
	static const char sql[] =
	    "SELECT " PORT_COLUMNS " FROM pon_ports WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct port *port = vec_add(ports);

		if (!port || !port_from_row(x, q, port))
			return no_memory(x);
	}
	return rc;
}

/* ---- comparing --------------------------------------------------------------- */

/* Ports that differ only in which numbers are told are the same: ONUs may tell their place
 * in another way than ports do (store/part/port_figures.h adds those). */
static struct port *
find_or_add(struct vec *ports, const struct position *at)
{
	struct port *port;

	for (size_t i = 0; i < ports->n; i++) {
		port = VEC_AT(ports, struct port, i);
		if (memcmp(port->position.part, at->part, sizeof(at->part)) == 0)
			return port;
	}
	port = vec_add(ports);
	if (port) {
		port->position = *at;
		port->rate[0] = port->rate[1] = NAN;
		port->is_changed = true;
		port->is_new = true;
	}
	return port;
}

static double
rate_of(const struct parting *x, const struct port *port, const struct value *before,
    const struct value *v)
{
	int64_t uptime_ms = x->uptime_ms > 0 ? x->uptime_ms : HISTORY_UPTIME_UNKNOWN;

	return round(8 *
	    latest_rate(&(struct latest_counted){
		before, v, port->traffic_ms, x->now_ms, uptime_ms, FASTEST_PER_S }));
}

/* Counters that were read again have a rate, also when they did not move. */
static void
take_traffic(const struct parting *x, struct port *port, const struct port_row *row)
{
	static const size_t AT[2] = { IN, OUT };
	bool has_any = false;

	if (port->traffic_ms == x->now_ms)
		return; /* this very reading is in already */
	for (size_t i = 0; i < row->n_values; i++) {
		for (size_t k = 0; k < 2; k++) {
			if (row->values[i].purpose != PLACES[AT[k]])
				continue;
			port->rate[k] =
			    rate_of(x, port, &port->at[AT[k]], &row->values[i].value);
			has_any = true;
		}
	}
	if (has_any) {
		port->traffic_ms = x->now_ms;
		port->is_changed = true;
	}
}

/* False: no memory. */
static bool
add_event(struct parting *x, const struct port *port, const char *what,
    const struct value *ends)
{
	char place[POSITION_TEXT_MAX];
	struct part_event event = { .part = "port",
		.what = what,
		.before = part_state_name(&ends[0]),
		.after = part_state_name(&ends[1]) };

	(void)position_format(&port->position, place);
	event.place = arena_copy(x->arena, place, strlen(place));
	return event.place && part_event_add(x, &event);
}

/* A cause that changed; or the same as the last time, when the port goes down again. A
 * reader of the events then always learns why. */
static bool
has_new_cause(
    const struct port *port, const struct value *state, const struct value *cause)
{
	bool goes_down =
	    part_state_changed(state, &port->at[STATE]) && state->state == STATE_ONLINE;

	return port->at[CAUSE].kind == VALUE_STATE &&
	    (part_state_changed(cause, &port->at[CAUSE]) || goes_down);
}

static bool
add_events(struct parting *x, struct port *port, const struct value *state,
    const struct value *cause)
{
	const struct value states[] = { *state, port->at[STATE] };
	const struct value causes[] = { *cause, port->at[CAUSE] };
	bool is_new = port->is_new;

	port->is_new = false;
	if (is_new)
		return add_event(x, port, "new", states);
	if (part_state_changed(state, &port->at[STATE]) &&
	    !add_event(x, port, "state", states))
		return false;
	return !has_new_cause(port, state, cause) || add_event(x, port, "cause", causes);
}

static enum rc
compare(struct parting *x, struct vec *ports, const struct port_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct position at = position_of_port(&rows[i].position);
		struct port *port = find_or_add(ports, &at);
		struct value state, cause;

		if (!port)
			return no_memory(x);
		state = port->at[STATE];
		cause = port->at[CAUSE];
		take_traffic(x, port, &rows[i]);
		if (part_follow(
			port->at, PLACES, PORT_VALUES, rows[i].values, rows[i].n_values))
			port->is_changed = true;
		if (!add_events(x, port, &state, &cause))
			return no_memory(x);
	}
	return RC_OK;
}

/* ---- writing ----------------------------------------------------------------- */

static struct db_value
number_of(const struct value *v)
{
	return v->kind == VALUE_REAL ? db_real_of(v->r)
				     : db_int_if(v->kind == VALUE_INT, v->i);
}

static struct db_value
whole_of(double bps)
{
	return db_int_if(!isnan(bps), isnan(bps) ? 0 : (int64_t)bps);
}

static enum rc
write_port(struct parting *x, struct db_stmt *q, const struct port *port)
{
	char place[POSITION_TEXT_MAX];

	db_bind_int(q, 1, x->olt.v);
	db_bind_int(q, 2, port->position.has);
	for (unsigned i = 0; i < N_PARTS; i++)
		db_bind_int(q, 3 + i, port->position.part[PARTS[i]]);
	db_bind_text(q, 7, position_format(&port->position, place));
	db_bind_text(q, 8, port->at[NAME].kind ? port->at[NAME].text : NULL);
	db_bind_text(
	    q, 9, port->at[DESCRIPTION].kind ? port->at[DESCRIPTION].text : NULL);
	part_bind_state(q, 10, &port->at[STATE]);
	db_bind(q, 13, number_of(&port->at[ONUS]));
	db_bind(q, 14, number_of(&port->at[TX]));
	db_bind(q, 15, number_of(&port->at[IN]));
	db_bind(q, 16, number_of(&port->at[OUT]));
	db_bind_int(q, 17, x->now_ms);
	db_bind(q, 18, db_or_null(port->traffic_ms));
	for (unsigned i = 0; i < 2; i++)
		db_bind(q, 19 + i, whole_of(port->rate[i]));
	part_bind_state(q, 21, &port->at[CAUSE]);
	x->changed++;
	return db_bulk(q, x->err);
}

static enum rc
write_changed(struct parting *x, const struct vec *ports)
{
	static const char sql[] =
	    "INSERT INTO pon_ports (olt_id, pos_has, rack, frame, slot, port, place, "
	    "name, "
	    "description, state, state_code, state_label, onus, tx_dbm, in_octets, "
	    "out_octets, first_seen_ms, updated_ms, traffic_ms, in_bps, out_bps, "
	    "cause, cause_code, cause_label) VALUES "
	    "($1, $2, $3, $4, $5, $6, $7, "
	    "$8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19, $20, "
	    "$21, $22, $23) "
	    "ON CONFLICT (olt_id, pos_has, rack, frame, slot, port) DO UPDATE SET "
	    "name = excluded.name, description = excluded.description, "
	    "state = excluded.state, state_label = excluded.state_label, "
	    "state_code = excluded.state_code, onus = excluded.onus, "
	    "tx_dbm = excluded.tx_dbm, in_octets = excluded.in_octets, "
	    "out_octets = excluded.out_octets, updated_ms = excluded.updated_ms, "
	    "traffic_ms = excluded.traffic_ms, in_bps = excluded.in_bps, "
	    "out_bps = excluded.out_bps, cause = excluded.cause, "
	    "cause_code = excluded.cause_code, cause_label = excluded.cause_label";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	for (size_t i = 0; rc == RC_OK && i < ports->n; i++) {
		const struct port *port = VEC_AT(ports, struct port, i);

		if (port->is_changed)
			rc = write_port(x, q, port);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

enum rc
ports_write(struct parting *x, const struct port_row *rows, size_t n)
{
	struct vec ports = VEC_INIT(struct port);
	enum rc rc = load(x, &ports);

	if (rc == RC_OK)
		rc = compare(x, &ports, rows, n);
	if (rc == RC_OK)
		rc = write_changed(x, &ports);
	vec_fini(&ports);
	return rc;
}
