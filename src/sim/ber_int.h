/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/ber_int.h - the little of BER that SNMP needs, read and written by hand.
 *
 * Why not net-snmp's: the engine under test speaks through net-snmp, and a
 * mistake shared by both ends would cancel itself out. It is also what lets
 * the simulator answer well over a million varbinds a second on one core.
 *
 * Readers never look past their end and say false for anything they cannot
 * take; then nothing is promised about the reader's place. Pure; any thread.
 */
#ifndef FACHO_SIM_BER_INT_H
#define FACHO_SIM_BER_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/value.h"

enum {
	BER_SEQUENCE = 0x30,
	BER_OID_MAX = 5 * 128, /* octets of the longest OID we encode */
};

/* ---- reading ----------------------------------------------------------- */

struct ber_reader {
	const uint8_t *at;
	const uint8_t *end;
};

static inline bool
ber_at_end(const struct ber_reader *r)
{
	return r->at == r->end;
}

/* Take one element of any tag; ret_inside covers its content. */
bool ber_take(struct ber_reader *r, uint8_t *ret_tag, struct ber_reader *ret_inside);

/* Take one element that must have this tag. */
bool ber_open(struct ber_reader *r, uint8_t tag, struct ber_reader *ret_inside);

/* An INTEGER of at most four octets. */
bool ber_read_int(struct ber_reader *r, int32_t *ret_value);

/* The content of an OBJECT IDENTIFIER; max is the room in arcs. An arc past 32
 * bits, or a content cut inside an arc, is false. */
bool ber_read_oid(
    const struct ber_reader *content, uint32_t *arcs, size_t max, size_t *ret_n);

/* ---- writing forwards: varbinds ------------------------------------------ */

/* Room that is filled from the front. */
struct ber_out {
	uint8_t *at;
	uint8_t *end;
};

/* OID content; returns how many octets. out has room for 5 for each arc. */
size_t ber_write_oid(const uint32_t *arcs, size_t n, uint8_t *out);

/* The same for arcs that come behind an OID's first two. */
size_t ber_write_arcs(const uint32_t *arcs, size_t n, uint8_t *out);

/* One SEQUENCE { name, value }, the name given in two encoded pieces (a column
 * and a row). False, and out as it was, when it does not fit. */
bool ber_put_varbind(struct ber_out *out, const uint8_t *head, size_t head_len,
    const uint8_t *tail, size_t tail_len, const struct snmp_value *value);

/* ---- writing backwards: what stands around the varbinds -------------------- */

/* Room that is filled from its back end towards the floor. The caller has
 * reserved enough: running into the floor is a bug and asserts. */
struct ber_front {
	uint8_t *at;
	uint8_t *floor;
};

void ber_front_header(struct ber_front *f, uint8_t tag, size_t len);
void ber_front_int(struct ber_front *f, int32_t value);
void ber_front_octets(struct ber_front *f, const void *octets, size_t len);

/* Wrap everything from f->at up to `end` in a header. */
static inline void
ber_front_wrap(struct ber_front *f, uint8_t tag, const uint8_t *end)
{
	ber_front_header(f, tag, (size_t)(end - f->at));
}

#endif
