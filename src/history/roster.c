/* SPDX-License-Identifier: Apache-2.0 */
#include "history/roster.h"

#include <stdlib.h>

#include "base/buf.h"
#include "history/history_int.h"

struct history_roster {
	uint32_t n;
	uint64_t ids[]; /* ascending */
};

/* ---- writing ----------------------------------------------------------- */

static enum rc
check_ids(const uint64_t *ids, uint32_t n, struct err *err)
{
	if (n > HISTORY_ONUS_MAX)
		return err_set(
		    err, RC_INVALID, "history: %u ONUs, %d at most", n, HISTORY_ONUS_MAX);
	for (uint32_t i = 1; i < n; i++) {
		if (ids[i] <= ids[i - 1])
			return err_set(
			    err, RC_INVALID, "history: the ids of a roster must ascend");
	}
	return RC_OK;
}

/* The first id, then the distance to each next one. */
enum rc
history_roster_encode(struct history_codec *c, const uint64_t *ids, uint32_t n,
    struct buf *out, struct err *err)
{
	enum rc rc = check_ids(ids, n, err);

	if (rc != RC_OK)
		return rc;
	if (codec_reserve_body(c, (size_t)n * WIRE_VARINT_MAX) != RC_OK)
		return err_set(err, RC_NOMEM, "history: no memory for %u ONUs", n);
	uint8_t *body = wire_put_varint(c->whole + WIRE_FRONT_BYTES, n);
	uint8_t *to = body;
	uint64_t before = 0;
	for (uint32_t i = 0; i < n; i++) {
		to = wire_put_varint(to, ids[i] - before);
		before = ids[i];
	}
	return wire_seal(c, WIRE_KIND_ROSTER, 0, body, to, out, err);
}

/* ---- opening ----------------------------------------------------------- */

/* False: they do not ascend, or their number is not n. */
static bool
read_ids(struct wire_in *in, struct history_roster *r)
{
	uint64_t id = 0;

	for (uint32_t i = 0; i < r->n && !in->is_bad; i++) {
		uint64_t step = wire_varint(in);

		if ((i > 0 && step == 0) || __builtin_add_overflow(id, step, &id))
			return false;
		r->ids[i] = id;
	}
	return !in->is_bad && in->at == in->end;
}

static enum rc
from_body(uint32_t n, const uint8_t *body, size_t body_bytes,
    struct history_roster **ret_roster, struct err *err)
{
	struct wire_in in = { body, body + body_bytes, false };
	struct history_roster *r OWNED(history_roster_free) =
	    malloc(sizeof(*r) + n * sizeof(r->ids[0]));

	if (!r)
		return err_set(err, RC_NOMEM, "history: no memory for %u ONUs", n);
	r->n = n;
	if (!read_ids(&in, r))
		return err_set(err, RC_INVALID, "history: roster makes no sense");
	*ret_roster = GIVE(r);
	return RC_OK;
}

enum rc
history_roster_open(struct history_codec *c, const void *bytes, size_t n,
    struct history_roster **ret_roster, struct err *err)
{
	struct wire_front front;
	struct wire_in in;
	size_t body_bytes;
	enum rc rc = wire_unseal(c, bytes, n, &front, &in, err);

	if (rc != RC_OK)
		return rc;
	uint32_t count = wire_varint32(&in);
	if (front.kind != WIRE_KIND_ROSTER || front.flags & WIRE_DIFFERENCE ||
	    in.is_bad || count > HISTORY_ONUS_MAX)
		return err_set(err, RC_INVALID, "history: this is no roster");
	void *body OWNED(free) = NULL;
	rc = wire_body(c, &front, &in,
	    (struct wire_room){ 0, (size_t)count * WIRE_VARINT_MAX }, &body, &body_bytes,
	    err);
	return rc == RC_OK ? from_body(count, body, body_bytes, ret_roster, err) : rc;
}

void
history_roster_free(struct history_roster *r)
{
	free(r);
}

/* ---- reading ----------------------------------------------------------- */

uint32_t
history_roster_count(const struct history_roster *r)
{
	return r->n;
}

const uint64_t *
history_roster_ids(const struct history_roster *r)
{
	return r->ids;
}

bool
history_roster_is(const struct history_roster *r, const uint64_t *ids, uint32_t n)
{
	return n == r->n && (n == 0 || memcmp(ids, r->ids, n * sizeof(*ids)) == 0);
}

bool
history_roster_find(const struct history_roster *r, uint64_t id, uint32_t *ret_at)
{
	uint32_t low = 0;
	uint32_t high = r->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (r->ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == r->n || r->ids[low] != id)
		return false;
	*ret_at = low;
	return true;
}

void
history_roster_move(const struct history_roster *from, const int32_t *values,
    const struct history_roster *to, int32_t *ret_values)
{
	uint32_t f = 0;

	for (uint32_t t = 0; t < to->n; t++) {
		while (f < from->n && from->ids[f] < to->ids[t])
			f++;
		ret_values[t] =
		    f < from->n && from->ids[f] == to->ids[t] ? values[f] : HISTORY_NULL;
	}
}
