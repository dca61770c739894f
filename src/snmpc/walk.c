/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking columns with cursors.
 *
 * A request advances several lanes (lane_int.h) at once, each from its cursor. GETBULK
 * with several columns, a walk split by PON port and a device that supports only GETNEXT
 * are therefore handled by the same code.
 *
 *	lane: IDLE ──send──► BUSY ──answer──► IDLE ... ──end of column──► DONE
 *	                       └──no answer, error──► IDLE, requested with fewer rows
 */
#include "snmpc/lane_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

#include "base/clock.h"

enum {
	LANES_MAX = 128, /* in one request */
	LANE_TRIES = 3,
	KNOWN_STRIDE = 8, /* one of this many rows is stored as a place to split */
};

/* ---- comparing net-snmp's OIDs with ours ----------------------------------- */

static int
compare_name(const netsnmp_variable_list *var, const uint32_t *arcs, size_t n)
{
	size_t min = var->name_length < n ? var->name_length : n;

	for (size_t i = 0; i < min; i++) {
		if (var->name[i] != arcs[i])
			return var->name[i] < arcs[i] ? -1 : 1;
	}
	return var->name_length == n ? 0 : var->name_length < n ? -1 : 1;
}

static bool
is_within(const netsnmp_variable_list *var, const struct snmpc_column *c)
{
	if (var->name_length <= c->n || var->name_length > OID_MAX)
		return false;
	for (size_t i = c->n; i-- > 0;) {
		if (var->name[i] != c->arcs[i])
			return false;
	}
	return true;
}

/* ---- requests -------------------------------------------------------------- */

static bool
by_getbulk(const struct snmpc_run *run, const struct lane *lane)
{
	return run->q.kind == SNMPC_WALK && run->session->target.version != SNMP_V1 &&
	    !run->session->governor.limits.no_getbulk &&
	    !run->q.columns[lane->column].no_getbulk;
}

static uint32_t
free_slots(const struct snmpc_run *run)
{
	const struct snmpc_session *s = run->session;
	uint32_t slots =
	    s->governor.window > s->in_flight ? s->governor.window - s->in_flight : 1;

	if (run->q.max_in_flight && slots > run->q.max_in_flight - run->in_flight)
		slots = run->q.max_in_flight - run->in_flight;
	return slots ? slots : 1;
}

static uint32_t
most_lanes(const struct snmpc_run *run)
{
	uint32_t n = run_oids(run);

	return n > LANES_MAX ? LANES_MAX : n;
}

/* How many lanes the next request has: all idle lanes, divided among the requests that
 * may be sent now, but enough to fill an answer. */
static uint32_t
lanes_wanted(const struct snmpc_run *run, bool bulk, uint32_t budget)
{
	const struct walk *w = run->data;
	uint32_t slots = free_slots(run);
	uint32_t n = (w->n_idle + slots - 1) / slots;
	uint32_t most = run->session->governor.limits.repetitions;

	if (bulk && most && n < budget / most)
		n = budget / most;
	if (n > most_lanes(run))
		n = most_lanes(run);
	if (n > w->n_idle)
		n = w->n_idle;
	return n ? n : 1;
}

/* Take lanes from the idle list that can be in the same request. */
static uint32_t
take_lanes(struct snmpc_run *run, struct lane **ret_lanes, uint32_t want, bool bulk)
{
	struct walk *w = run->data;
	struct lane *lane = TAILQ_FIRST(&w->idle), *next;
	uint32_t n = 0;

	if (lane->alone || w->in_order)
		want = 1;
	for (; lane && n < want; lane = next) {
		next = TAILQ_NEXT(lane, link);
		if (by_getbulk(run, lane) != bulk || (n && lane->alone))
			continue;
		lane_busy(w, lane);
		ret_lanes[n++] = lane;
	}
	return n;
}

static uint32_t
repetitions_for(
    const struct snmpc_run *run, struct lane *const *lanes, uint32_t n, uint32_t budget)
{
	uint32_t r = budget / n;
	uint32_t most = run->session->governor.limits.repetitions;

	if (most && r > most)
		r = most;
	for (uint32_t i = 0; i < n; i++) {
		if (lanes[i]->most_repetitions && r > lanes[i]->most_repetitions)
			r = lanes[i]->most_repetitions;
	}
	return r ? r : 1;
}

static bool
ask(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;
	struct wire_oid oids[LANES_MAX];

	for (uint32_t i = 0; i < req->n_parts; i++)
		oids[i] = (struct wire_oid){ .arcs = lanes[i]->cursor.arcs,
			.n = lanes[i]->cursor.n };
	(void)run;
	return wire_send(req, oids, req->n_parts);
}

static bool
send_next(struct snmpc_run *run)
{
	struct walk *w = run->data;
	uint32_t budget = run_varbinds(run);
	struct request *req;
	struct lane *first;
	bool bulk;

	while (w->n_idle < free_slots(run) && lanes_cut_longest(run))
		;
	first = TAILQ_FIRST(&w->idle);
	if (!first || (w->in_order && w->n_idle < w->n_open))
		return false;
	bulk = by_getbulk(run, first);
	while (!bulk && w->n_idle < most_lanes(run) && lanes_cut_longest(run))
		;
	req = request_new(run, bulk ? REQUEST_GETBULK : REQUEST_GETNEXT);
	if (req)
		req->parts = calloc(LANES_MAX, sizeof(struct lane *));
	if (!req || !req->parts) {
		request_free(req);
		run_finish(run, RC_NOMEM, "out of memory");
		return false;
	}
	req->n_parts = take_lanes(run, req->parts, lanes_wanted(run, bulk, budget), bulk);
	req->repetitions =
	    bulk ? repetitions_for(run, req->parts, req->n_parts, budget) : 1;
	req->asked = req->n_parts * req->repetitions;
	return ask(run, req);
}

/* ---- answers --------------------------------------------------------------- */

static enum snmpc_end
out_of_order(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n)
{
	struct walk *w = run->data;

	if (!run->session->governor.limits.loose_order || !w->seen[column])
		return SNMPC_END_NOT_INCREASING;
	return seen_is_new(w->seen[column], run->arena, index, n)
	    ? SNMPC_END_OK
	    : SNMPC_END_NOT_INCREASING;
}

/* With loose order, remember every row, to detect loops. */
static void
remember(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n)
{
	struct walk *w = run->data;

	if (!run->session->governor.limits.loose_order)
		return;
	if (!w->seen[column])
		w->seen[column] = arena_alloc(run->arena, sizeof(struct seen));
	if (w->seen[column])
		(void)seen_is_new(w->seen[column], run->arena, index, n);
}

static void
deliver(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *var,
    const struct request *req, const uint32_t *index, size_t n)
{
	struct snmpc_column_result *r = &run->columns[lane->column];
	uint32_t scratch[OID_MAX];
	struct snmp_value value;

	if (r->rows % KNOWN_STRIDE == KNOWN_STRIDE - 1)
		lanes_note_row(run, &run->q.columns[lane->column], index, n);
	if (r->rows == 0)
		r->first_us = clock_mono_us() - req->sent_us;
	wire_value(var, scratch, &value);
	run_value(run, lane->column, index, n, &value);
}

/* Process one varbind of a lane. END_OK with *ret_go_on true: it was a row of this lane,
 * and the lane continues after it. */
static enum snmpc_end
take_varbind(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *var,
    const netsnmp_variable_list *prev, const struct request *req, bool *ret_go_on)
{
	const struct snmpc_column *c = &run->q.columns[lane->column];
	uint32_t index[OID_MAX];
	size_t n;
	bool increases;
	int to_end;

	*ret_go_on = false;
	if (snmp_type_is_exception((enum snmp_type)var->type)) {
		run->columns[lane->column].end_of_view = true;
		return SNMPC_END_OK;
	}
	if (!is_within(var, c))
		return compare_name(var, c->arcs, c->n) > 0 ? SNMPC_END_OK
							    : SNMPC_END_FOREIGN;
	n = var->name_length - c->n;
	for (size_t i = 0; i < n; i++)
		index[i] = (uint32_t)var->name[c->n + i];
	increases = prev ? snmp_oid_compare(prev->name, prev->name_length, var->name,
			       var->name_length) < 0
			 : compare_name(var, lane->cursor.arcs, lane->cursor.n) > 0;
	if (!increases) {
		enum snmpc_end end = out_of_order(run, lane->column, index, n);

		if (end != SNMPC_END_OK)
			return end;
	} else {
		remember(run, lane->column, index, n);
	}
	to_end = lane->end ? compare_name(var, lane->end, lane->end_n) : -1;
	if (to_end > 0)
		return SNMPC_END_OK;
	if (run->columns[lane->column].rows >= run->max_rows) {
		run_too_many_rows(run, lane->column);
		return SNMPC_END_LIMIT;
	}
	deliver(run, lane, var, req, index, n);
	*ret_go_on = to_end < 0 && run->q.kind == SNMPC_WALK;
	return SNMPC_END_OK;
}

static void
move_cursor(struct lane *lane, const netsnmp_variable_list *var)
{
	lane->cursor.n = (uint32_t)var->name_length;
	for (uint32_t i = 0; i < lane->cursor.n; i++)
		lane->cursor.arcs[i] = (uint32_t)var->name[i];
	lane->fails = 0;
	lane->most_repetitions = lane->alone ? 1 : lane->most_repetitions * 2;
	lane->alone = false;
}

/* Some agents omit a lane although the answer had room. It is requested again a few
 * times, with fewer rows; then the lane fails. */
static void
lane_back(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *last)
{
	if (lane->is_done)
		return;
	if (last) {
		move_cursor(lane, last);
	} else if (++lane->fails >= LANE_TRIES * 2) {
		lane_done(run, lane, SNMPC_END_FOREIGN);
		return;
	}
	lane_idle(run->data, lane);
}

static void
answered(struct snmpc_run *run, struct request *req, netsnmp_variable_list *vars,
    uint32_t n_vars)
{
	struct lane **lanes = req->parts;
	const netsnmp_variable_list *last[LANES_MAX] = { 0 };
	uint32_t k = req->n_parts, at = 0;

	(void)n_vars;
	for (const netsnmp_variable_list *var = vars; var && !run->is_over;
	     var = var->next_variable) {
		struct lane *lane = lanes[at];

		if (!lane->is_done) {
			bool go_on;
			enum snmpc_end end =
			    take_varbind(run, lane, var, last[at], req, &go_on);

			if (go_on)
				last[at] = var;
			else
				lane_done(run, lane, end);
		}
		at = at + 1 == k ? 0 : at + 1;
	}
	for (uint32_t i = 0; i < k; i++)
		lane_back(run, lanes[i], last[i]);
}

/* ---- errors ---------------------------------------------------------------- */

static void
back_to_idle(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++)
		lane_idle(run->data, lanes[i]);
}

/* No answer, while other requests are answered: request each of these lanes separately
 * and with fewer rows. A time-out takes long, so a lane fails after a few of them. */
static void
retry_silent(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		lanes[i]->most_repetitions = req->repetitions / 4 + 1;
		lanes[i]->alone = true;
		if (++lanes[i]->fails >= LANE_TRIES)
			lane_done(run, lanes[i], SNMPC_END_TIMEOUT);
		else
			lane_idle(run->data, lanes[i]);
	}
}

/* tooBig costs only one round trip: halve until the answer fits. */
static void
retry_smaller(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;
	uint32_t less = req->repetitions / 2 ? req->repetitions / 2 : 1;
	bool is_smallest = req->n_parts == 1 && req->repetitions == 1;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		lanes[i]->most_repetitions = less;
		if (is_smallest && ++lanes[i]->fails >= LANE_TRIES)
			lane_done(run, lanes[i], SNMPC_END_ERROR);
		else
			lane_idle(run->data, lanes[i]);
	}
}

/* The device cannot return the next row: continue after it if a later row is known, else
 * the lane ends here. */
static void
skip_or_end(struct snmpc_run *run, struct lane *lane)
{
	run->columns[lane->column].failed++;
	if (!lane_skip(run, lane)) {
		lane_done(run, lane, SNMPC_END_ERROR);
		return;
	}
	run->columns[lane->column].end = SNMPC_END_ERROR;
	lane->fails = 0;
	lane_idle(run->data, lane);
}

/* genErr and similar: find the lane that causes the error, then the row. */
static void
isolate(struct snmpc_run *run, struct request *req, long index)
{
	struct lane **lanes = req->parts;

	if (req->n_parts == 1 && req->repetitions == 1) {
		lanes[0]->busy = false;
		skip_or_end(run, lanes[0]);
		return;
	}
	for (uint32_t i = 0; i < req->n_parts; i++) {
		bool blamed = req->n_parts == 1 || index < 1 ||
		    index > (long)req->n_parts || (long)i + 1 == index;

		lanes[i]->alone = lanes[i]->alone || blamed;
		lanes[i]->most_repetitions =
		    req->n_parts == 1 ? req->repetitions / 4 + 1 : 0;
		if (req->n_parts == 1 && req->repetitions <= 2)
			lanes[i]->most_repetitions = 1;
		lane_idle(run->data, lanes[i]);
	}
}

/* v1 answers noSuchName where v2 answers endOfMibView: that lane has ended. */
static void
end_of_view(struct snmpc_run *run, struct request *req, long index)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		if ((long)i + 1 == index || req->n_parts == 1) {
			run->columns[lanes[i]->column].end_of_view = true;
			lane_done(run, lanes[i], SNMPC_END_OK);
		} else {
			lane_idle(run->data, lanes[i]);
		}
	}
}

static void
failed(struct snmpc_run *run, struct request *req, long status, long index)
{
	struct snmpc_session *session = run->session;

	switch (status) {
	case 0:
		if (session->last_answer_us < req->sent_us) {
			back_to_idle(run, req);
			run_doubts(run, req);
		} else {
			retry_silent(run, req);
		}
		return;
	case SNMP_ERR_TOOBIG:
		retry_smaller(run, req);
		return;
	case SNMP_ERR_NOSUCHNAME:
		end_of_view(run, req, index);
		return;
	default:
		isolate(run, req, index);
	}
}

static bool
is_complete(const struct snmpc_run *run)
{
	const struct walk *w = run->data;

	return w->n_open == 0;
}

static void
abandon(struct snmpc_run *run)
{
	struct walk *w = run->data;

	for (size_t i = 0; i < run->q.n_columns; i++) {
		if (w && w->open_of && w->open_of[i])
			run->columns[i].end = SNMPC_END_STOPPED;
	}
}

enum rc
walk_begin(struct snmpc_run *run)
{
	return lanes_begin(run);
}

const struct run_ops WALK_OPS = {
	.send_next = send_next,
	.answered = answered,
	.failed = failed,
	.is_complete = is_complete,
	.abandon = abandon,
};
