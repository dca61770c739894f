/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/agent_int.h"

#include <string.h>

#include "sim/endless_int.h"
#include "sim/marks_int.h"

/* An answer while it is built. */
struct job {
	const struct view *view;
	const struct tree *tree;
	const struct request *request;
	struct agent_room *room;
	struct ber_out out;
	size_t varbinds;
	int64_t slow_us;
};

/* The result of one varbind. */
enum put {
	PUT_DONE,
	PUT_END, /* written, and it was endOfMibView */
	PUT_FULL, /* it does not fit */
	PUT_MISSING, /* v1: noSuchName */
	PUT_FAILED, /* genErr */
};

static const uint32_t *
name_arcs(const struct job *job, size_t i)
{
	return job->request->arcs + job->request->names[i].first;
}

static size_t
name_n(const struct job *job, size_t i)
{
	return job->request->names[i].n;
}

/* ---- single varbinds ------------------------------------------------------ */

static enum put
put_named(struct job *job, const uint32_t *arcs, size_t n, enum snmp_type type)
{
	uint8_t ber[BER_OID_MAX];
	struct snmp_value value = { .type = type };
	size_t len = ber_write_oid(arcs, n, ber);

	if (!ber_put_varbind(&job->out, ber, len, NULL, 0, &value))
		return PUT_FULL;
	job->varbinds++;
	return PUT_DONE;
}

/* The value of a leaf. Without faults for parts of the tree this is a direct read. */
static enum put
put_leaf(struct job *job, struct place at)
{
	const struct view *view = job->view;
	const struct segment *s = &job->tree->segments[at.segment];
	const struct row *row = &s->rows->row[at.row];
	const uint8_t *head = s->ber;
	size_t head_len = s->ber_len;
	struct snmp_value value;
	struct mark_effect effect = { 0 };

	arena_reset(view->arena);
	device_value(view->device, at, &view->now, view->arena, &value);
	if (view->behaviour->n_marks > 0) {
		effect = marks_effect(view->behaviour, job->tree, at);
		if (effect.is_generr)
			return PUT_FAILED;
		if (effect.is_wrong_type)
			value = marks_wrong_type(&value);
		if (effect.giant)
			value = marks_giant(&value, effect.giant, view->arena);
		if (effect.is_foreign)
			head = marks_foreign_head(&head_len);
	}
	if (!ber_put_varbind(&job->out, head, head_len, s->rows->ber + row->ber_at,
		row->ber_len, &value))
		return PUT_FULL;
	job->slow_us += effect.slow_us;
	job->varbinds++;
	return PUT_DONE;
}

/* Is it one of the extra rows after the last row of an endless column? */
static bool
is_extra(const struct job *job, struct place at)
{
	return !tree_at_end(job->tree, at) &&
	    at.row >= job->tree->segments[at.segment].rows->n;
}

static enum put
put_extra(struct job *job, struct place at)
{
	const struct view *view = job->view;
	const struct segment *s = &job->tree->segments[at.segment];
	uint64_t k = at.row - s->rows->n;
	uint32_t arcs[OID_MAX];
	uint8_t ber[BER_OID_MAX];
	struct snmp_value value;
	size_t n = endless_oid(s, k, arcs);

	arena_reset(view->arena);
	device_extra_value(view->device, at, k, &view->now, view->arena, &value);
	if (!ber_put_varbind(
		&job->out, ber, ber_write_oid(arcs, n, ber), NULL, 0, &value))
		return PUT_FULL;
	job->varbinds++;
	return PUT_DONE;
}

static enum put
put_place(struct job *job, struct place at)
{
	return is_extra(job, at) ? put_extra(job, at) : put_leaf(job, at);
}

static bool
is_served(const struct job *job, struct place at)
{
	const struct segment *s = &job->tree->segments[at.segment];
	const struct view *view = job->view;

	if (!device_has_row(view->device, &s->rows->row[at.row]))
		return false;
	return view->behaviour->n_marks == 0 ||
	    !marks_effect(view->behaviour, job->tree, at).is_missing;
}

/* v1 has no Counter64: a walk skips such a leaf (RFC 3584 4.2.2.1). */
static bool
is_for_version(const struct job *job, struct place at)
{
	struct snmp_value value;

	if (job->request->version != VERSION_1)
		return true;
	arena_reset(job->view->arena);
	device_value(job->view->device, at, &job->view->now, job->view->arena, &value);
	return value.type != SNMP_COUNTER64;
}

static struct place
first_served(const struct job *job, struct place at)
{
	while (!tree_at_end(job->tree, at) &&
	    !(is_served(job, at) && is_for_version(job, at)))
		at = tree_step(job->tree, at);
	return at;
}

static bool
is_last_of_endless(const struct job *job, struct place at)
{
	const struct behaviour *b = job->view->behaviour;
	const struct segment *s = &job->tree->segments[at.segment];

	return b->n_marks > 0 && !tree_at_end(job->tree, at) &&
	    at.row + 1 == s->rows->n && marks_is_endless(b, s);
}

/* The next extra row for an OID in an endless column, at its last row or after it. */
static bool
find_extra(const struct job *job, size_t i, struct place *ret_place)
{
	struct place at = tree_after(job->tree, name_arcs(job, i), name_n(job, i));
	const struct segment *s;

	if (at.segment == 0 || at.row != 0)
		return false;
	s = &job->tree->segments[at.segment - 1];
	if (!oid_starts_with(name_arcs(job, i), name_n(job, i), s->arcs, s->n_arcs) ||
	    !marks_is_endless(job->view->behaviour, s))
		return false;
	*ret_place = (struct place){ at.segment - 1,
		(uint32_t)(s->rows->n +
		    endless_after(s, name_arcs(job, i), name_n(job, i))) };
	return true;
}

/* The next leaf. Some faults return a wrong one. */
static struct place
leaf_after(const struct job *job, struct place at)
{
	const struct behaviour *b = job->view->behaviour;
	struct place astray;

	if (is_extra(job, at) || is_last_of_endless(job, at))
		return (struct place){ at.segment, at.row + 1 };
	if (b->n_marks > 0 && marks_lead_astray(b, job->tree, at, &astray))
		return astray;
	return first_served(job, tree_step(job->tree, at));
}

static struct place
leaf_after_name(const struct job *job, size_t i)
{
	struct place at;

	if (job->view->behaviour->n_marks > 0 && find_extra(job, i, &at))
		return at;
	if (job->view->behaviour->n_marks > 0 &&
	    tree_find(job->tree, name_arcs(job, i), name_n(job, i), &at) == TREE_FOUND)
		return leaf_after(job, at);
	return first_served(
	    job, tree_after(job->tree, name_arcs(job, i), name_n(job, i)));
}

static enum put
put_get(struct job *job, size_t i)
{
	struct place at;
	enum tree_found found =
	    tree_find(job->tree, name_arcs(job, i), name_n(job, i), &at);

	if (found == TREE_FOUND && !is_served(job, at))
		found = device_has_row(job->view->device,
			    &job->tree->segments[at.segment].rows->row[at.row])
		    ? TREE_NO_OBJECT
		    : TREE_NO_INSTANCE;
	if (found == TREE_FOUND && is_for_version(job, at))
		return put_leaf(job, at);
	if (job->request->version == VERSION_1)
		return PUT_MISSING;
	return put_named(job, name_arcs(job, i), name_n(job, i),
	    found == TREE_NO_INSTANCE ? SNMP_NO_SUCH_INSTANCE : SNMP_NO_SUCH_OBJECT);
}

static enum put
put_end(struct job *job, const uint32_t *arcs, size_t n)
{
	enum put put = put_named(job, arcs, n, SNMP_END_OF_MIB_VIEW);

	return put == PUT_DONE ? PUT_END : put;
}

static enum put
put_next(struct job *job, size_t i)
{
	struct place at = leaf_after_name(job, i);

	if (!tree_at_end(job->tree, at))
		return put_place(job, at);
	if (job->request->version == VERSION_1)
		return PUT_MISSING;
	return put_end(job, name_arcs(job, i), name_n(job, i));
}

/* ---- the response --------------------------------------------------------- */

/* Write everything from the end of the varbinds backwards to the beginning of the PDU. */
static void
finish(struct agent_room *room, const uint8_t *end, enum pdu pdu, int32_t id,
    enum error_status status, size_t index, struct answer *ret)
{
	struct ber_front f = { room->bytes + ANSWER_HEADROOM, room->bytes };

	ber_front_wrap(&f, BER_SEQUENCE, end);
	ber_front_int(&f, (int32_t)index);
	ber_front_int(&f, (int32_t)status);
	ber_front_int(&f, id);
	ber_front_wrap(&f, (uint8_t)pdu, end);
	ret->at = f.at;
	ret->len = (size_t)(end - f.at);
}

/* An error response repeats the request's varbinds unchanged. */
static void
fail(struct job *job, int32_t id, enum error_status status, size_t index,
    struct answer *ret)
{
	uint8_t *at = job->room->bytes + ANSWER_HEADROOM;
	const struct slice *varbinds = &job->request->varbinds;
	/* tooBig of v2 has no varbinds (RFC 3416 4.2.1). */
	bool is_empty = status == TOO_BIG && job->request->version != VERSION_1;
	size_t len = is_empty ? 0 : varbinds->len;

	if (len > 0)
		memcpy(at, varbinds->at, len);
	job->varbinds = 0;
	finish(job->room, at + len, PDU_RESPONSE, id, status, index, ret);
}

static enum error_status
status_of(enum put put)
{
	switch (put) {
	case PUT_DONE:
	case PUT_END:
		break;
	case PUT_FULL:
		return TOO_BIG;
	case PUT_MISSING:
		return NO_SUCH_NAME;
	case PUT_FAILED:
		return GEN_ERR;
	}
	return NO_ERROR;
}

/* GET and GETNEXT: all varbinds, or an error. */
static enum error_status
answer_each(struct job *job, size_t *ret_index)
{
	bool is_get = job->request->pdu == PDU_GET;

	for (size_t i = 0; i < job->request->n; i++) {
		enum put put = is_get ? put_get(job, i) : put_next(job, i);
		enum error_status status = status_of(put);
		if (status != NO_ERROR) {
			*ret_index = status == TOO_BIG ? 0 : i + 1;
			return status;
		}
	}
	return NO_ERROR;
}

/* The next row of one column of a GETBULK. */
static enum put
put_repetition(struct job *job, struct cursor *c)
{
	if (!c->has_ended) {
		struct place at = c->has_last ? leaf_after(job, c->last)
					      : leaf_after_name(job, c->name);
		c->has_ended = tree_at_end(job->tree, at);
		if (!c->has_ended) {
			c->last = at;
			c->has_last = true;
			return put_place(job, at);
		}
	}
	if (!c->has_last)
		return put_end(job, name_arcs(job, c->name), name_n(job, c->name));
	uint32_t arcs[OID_MAX];
	size_t n = tree_oid(job->tree, c->last, arcs);
	return put_end(job, arcs, n);
}

/* One row of each repeated column. False if this was the last round: all columns are at
 * their end, the answer is full, or there was an error (then *ret_put is set). */
static bool
put_round(struct job *job, size_t n, enum put *ret_put, size_t *ret_index)
{
	bool have_all_ended = true;

	for (size_t i = 0; i < n; i++) {
		enum put put = put_repetition(job, &job->room->cursors[i]);
		if (put == PUT_FULL || put == PUT_FAILED) {
			*ret_put = put;
			*ret_index = job->room->cursors[i].name + 1;
			return false;
		}
		have_all_ended = have_all_ended && put == PUT_END;
	}
	return !have_all_ended;
}

/* GETBULK: as many varbinds as fit, which is never an error. */
static enum error_status
answer_bulk(struct job *job, size_t *ret_index)
{
	const struct request *r = job->request;
	size_t once = (size_t)r->non_repeaters < r->n ? (size_t)r->non_repeaters : r->n;
	uint32_t limit = job->view->behaviour->max_repetitions;
	int32_t rounds = r->max_repetitions;
	enum put put = PUT_DONE;

	if (limit > 0 && (uint32_t)rounds > limit)
		rounds = (int32_t)limit;
	for (size_t i = 0; i < once; i++) {
		put = put_next(job, i);
		*ret_index = i + 1;
		if (put == PUT_FULL || put == PUT_FAILED)
			return put == PUT_FAILED ? GEN_ERR : NO_ERROR;
	}
	for (size_t i = once; i < r->n; i++)
		job->room->cursors[i - once] = (struct cursor){ .name = (uint32_t)i };
	for (int32_t i = 0; i < rounds && r->n > once; i++) {
		if (!put_round(job, r->n - once, &put, ret_index))
			break;
	}
	return put == PUT_FAILED ? GEN_ERR : NO_ERROR;
}

static enum error_status
answer_varbinds(struct job *job, size_t *ret_index)
{
	switch (job->request->pdu) {
	case PDU_GET:
	case PDU_GETNEXT:
		return answer_each(job, ret_index);
	case PDU_GETBULK:
		return answer_bulk(job, ret_index);
	case PDU_SET:
		*ret_index = 1;
		return job->request->version == VERSION_1 ? READ_ONLY : NOT_WRITABLE;
	case PDU_RESPONSE:
	case PDU_REPORT:
		break;
	}
	return GEN_ERR;
}

bool
agent_answer(const struct view *view, const struct request *request, int32_t id,
    size_t max_bytes, size_t too_big_bytes, struct agent_room *room,
    struct answer *ret_answer)
{
	enum { PDU_HEADERS = 32 }; /* maximum size of what finish() writes in front */
	struct job job = { .view = view,
		.tree = view->device->plant->tree,
		.request = request,
		.room = room };
	size_t index = 0;
	size_t room_bytes = max_bytes > PDU_HEADERS ? max_bytes - PDU_HEADERS : 0;

	if (room_bytes > DATAGRAM_MAX)
		room_bytes = DATAGRAM_MAX;
	job.out.at = room->bytes + ANSWER_HEADROOM;
	job.out.end = job.out.at + room_bytes;
	enum error_status status = answer_varbinds(&job, &index);
	if (status == NO_ERROR)
		finish(room, job.out.at, PDU_RESPONSE, id, NO_ERROR, 0, ret_answer);
	if (status == NO_ERROR && too_big_bytes > 0 && ret_answer->len > too_big_bytes) {
		status = TOO_BIG;
		index = 0;
	}
	if (status != NO_ERROR)
		fail(&job, id, status, index, ret_answer);
	ret_answer->varbinds = job.varbinds;
	ret_answer->slow_us = job.slow_us;
	return ret_answer->len <= max_bytes;
}

void
agent_report(const uint32_t *arcs, size_t n, uint32_t count, int32_t id,
    struct agent_room *room, struct answer *ret_answer)
{
	uint8_t ber[BER_OID_MAX];
	struct snmp_value value = { .type = SNMP_COUNTER32, .u = count };
	struct ber_out out = { room->bytes + ANSWER_HEADROOM, room->bytes + ANSWER_ROOM };
	size_t len = ber_write_oid(arcs, n, ber);

	/* One varbind always fits into an empty buffer. */
	(void)ber_put_varbind(&out, ber, len, NULL, 0, &value);
	finish(room, out.at, PDU_REPORT, id, NO_ERROR, 0, ret_answer);
	ret_answer->varbinds = 1;
	ret_answer->slow_us = 0;
}
