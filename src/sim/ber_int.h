/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/ber_int.h - the part of BER that SNMP needs, without net-snmp.
 *
 * The engine under test uses net-snmp: an error in its code would not be found if both
 * ends used it. It is also fast: the simulator answers more than a million varbinds per
 * second on one core.
 *
 * Readers never read past their end and return false for anything invalid; then the
 * position of the reader is undefined. Pure; any thread.
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

/* The content of an OBJECT IDENTIFIER; max is the size of the array. False: an arc has
 * more than 32 bits, or the content ends inside an arc. */
bool ber_read_oid(
    const struct ber_reader *content, uint32_t *arcs, size_t max, size_t *ret_n);

/* ---- writing forwards: varbinds ------------------------------------------ */

/* A buffer that is filled from the front. */
struct ber_out {
	uint8_t *at;
	uint8_t *end;
};

/* Write OID content and return the number of octets. out needs 5 octets for each arc. */
size_t ber_write_oid(const uint32_t *arcs, size_t n, uint8_t *out);

/* The same for arcs after the first two of an OID. */
size_t ber_write_arcs(const uint32_t *arcs, size_t n, uint8_t *out);

/* One SEQUENCE { name, value }; the name is given in two encoded parts (column and row).
 * False: it does not fit, and out is not changed. */
bool ber_put_varbind(struct ber_out *out, const uint8_t *head, size_t head_len,
    const uint8_t *tail, size_t tail_len, const struct snmp_value *value);

/* ---- writing backwards: everything around the varbinds --------------------- */

/* A buffer that is filled from its end towards its start (the floor). The caller must
 * have reserved enough: reaching the floor is a bug and asserts. */
struct ber_front {
	uint8_t *at;
	uint8_t *floor;
};

void ber_front_header(struct ber_front *f, uint8_t tag, size_t len);
void ber_front_int(struct ber_front *f, int32_t value);
void ber_front_octets(struct ber_front *f, const void *octets, size_t len);

/* Put a header in front of everything from f->at to `end`. */
static inline void
ber_front_wrap(struct ber_front *f, uint8_t tag, const uint8_t *end)
{
	ber_front_header(f, tag, (size_t)(end - f->at));
}

#endif
