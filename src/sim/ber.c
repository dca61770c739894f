/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ber_int.h"

#include <assert.h>
#include <string.h>

/* ---- reading ----------------------------------------------------------- */

static bool
read_length(struct ber_reader *r, size_t *ret_len)
{
	if (r->at == r->end)
		return false;
	uint8_t first = *r->at++;
	if (first < 0x80) {
		*ret_len = first;
		return true;
	}
	unsigned octets = first & 0x7f;
	/* SNMP does not use the indefinite form, and no datagram needs more than four
	 * octets. */
	if (octets == 0 || octets > 4 || (size_t)(r->end - r->at) < octets)
		return false;
	size_t len = 0;
	while (octets-- > 0)
		len = len << 8 | *r->at++;
	*ret_len = len;
	return true;
}

bool
ber_take(struct ber_reader *r, uint8_t *ret_tag, struct ber_reader *ret_inside)
{
	size_t len;

	if (r->at == r->end)
		return false;
	uint8_t tag = *r->at++;
	if (!read_length(r, &len) || (size_t)(r->end - r->at) < len)
		return false;
	*ret_tag = tag;
	*ret_inside = (struct ber_reader){ r->at, r->at + len };
	r->at += len;
	return true;
}

bool
ber_open(struct ber_reader *r, uint8_t tag, struct ber_reader *ret_inside)
{
	uint8_t found;

	return ber_take(r, &found, ret_inside) && found == tag;
}

bool
ber_read_int(struct ber_reader *r, int32_t *ret_value)
{
	struct ber_reader in;

	if (!ber_open(r, SNMP_INTEGER, &in) || in.at == in.end || in.end - in.at > 4)
		return false;
	uint32_t value = *in.at & 0x80 ? UINT32_MAX : 0;
	for (; in.at < in.end; in.at++)
		value = value << 8 | *in.at;
	*ret_value = (int32_t)value;
	return true;
}

static bool
read_arc(struct ber_reader *in, uint32_t *ret_arc)
{
	uint64_t arc = 0;

	for (;;) {
		if (in->at == in->end)
			return false;
		uint8_t octet = *in->at++;
		arc = arc << 7 | (octet & 0x7f);
		if (arc > UINT32_MAX)
			return false;
		if (!(octet & 0x80))
			break;
	}
	*ret_arc = (uint32_t)arc;
	return true;
}

bool
ber_read_oid(const struct ber_reader *content, uint32_t *arcs, size_t max, size_t *ret_n)
{
	struct ber_reader in = *content;
	uint32_t first;
	size_t n = 2;

	if (max < 2 || !read_arc(&in, &first))
		return false;
	arcs[0] = first < 80 ? first / 40 : 2;
	arcs[1] = first - arcs[0] * 40;
	for (; in.at < in.end; n++) {
		if (n == max || !read_arc(&in, &arcs[n]))
			return false;
	}
	*ret_n = n;
	return true;
}

/* ---- writing forwards ---------------------------------------------------- */

static size_t
write_arc(uint32_t arc, uint8_t *out)
{
	size_t n = 0;

	for (int shift = 28; shift > 0; shift -= 7) {
		if (n > 0 || arc >> shift)
			out[n++] = (uint8_t)(0x80 | ((arc >> shift) & 0x7f));
	}
	out[n++] = arc & 0x7f;
	return n;
}

size_t
ber_write_arcs(const uint32_t *arcs, size_t n, uint8_t *out)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += write_arc(arcs[i], out + len);
	return len;
}

size_t
ber_write_oid(const uint32_t *arcs, size_t n, uint8_t *out)
{
	/* An OID of less than two arcs becomes 0.0: BER cannot encode a shorter one. */
	uint32_t first = n > 0 ? arcs[0] : 0;
	uint32_t second = n > 1 ? arcs[1] : 0;
	size_t len = write_arc(first * 40 + second, out);

	return n > 2 ? len + ber_write_arcs(arcs + 2, n - 2, out + len) : len;
}

static size_t
length_octets(size_t len)
{
	return len < 0x80 ? 1 : len < 0x100 ? 2 : len < 0x10000 ? 3 : 4;
}

static uint8_t *
write_header(uint8_t *at, uint8_t tag, size_t len)
{
	size_t octets = length_octets(len);

	*at++ = tag;
	if (octets > 1)
		*at++ = (uint8_t)(0x80 | (octets - 1));
	for (size_t i = octets > 1 ? octets - 1 : 1; i-- > 0;)
		*at++ = (uint8_t)(len >> (8 * i));
	return at;
}

/* The shortest two's complement form, as BER requires. */
static size_t
write_signed(int64_t value, uint8_t out[8])
{
	int octets = 1;

	while (octets < 8 && value >> (8 * octets - 1) != 0 &&
	    value >> (8 * octets - 1) != -1)
		octets++;
	for (int i = 0; i < octets; i++)
		out[i] = (uint8_t)((uint64_t)value >> (8 * (octets - 1 - i)));
	return (size_t)octets;
}

/* Unsigned types are encoded as INTEGERs: a leading zero keeps them positive. */
static size_t
write_unsigned(uint64_t value, uint8_t out[9])
{
	if (value <= INT64_MAX)
		return write_signed((int64_t)value, out);
	out[0] = 0;
	for (int i = 0; i < 8; i++)
		out[1 + i] = (uint8_t)(value >> (8 * (7 - i)));
	return 9;
}

/* The content of a value that is not an octet string; scratch has BER_OID_MAX octets. */
static size_t
write_content(const struct snmp_value *v, uint8_t *scratch)
{
	switch (v->type) {
	case SNMP_INTEGER:
		return write_signed(v->i, scratch);
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		return write_unsigned(v->u, scratch);
	case SNMP_OID:
		return ber_write_oid(v->arcs, v->len, scratch);
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		break;
	}
	return 0;
}

static bool
is_octets(enum snmp_type type)
{
	return type == SNMP_OCTETS || type == SNMP_OPAQUE || type == SNMP_IPADDRESS;
}

bool
ber_put_varbind(struct ber_out *out, const uint8_t *head, size_t head_len,
    const uint8_t *tail, size_t tail_len, const struct snmp_value *value)
{
	uint8_t scratch[BER_OID_MAX];
	const uint8_t *content = scratch;
	size_t content_len, name_len = head_len + tail_len;

	if (is_octets(value->type)) {
		content = value->octets;
		content_len = value->len;
	} else {
		content_len = write_content(value, scratch);
	}
	size_t inside = 2 + length_octets(name_len) + name_len +
	    length_octets(content_len) + content_len;
	if ((size_t)(out->end - out->at) < 1 + length_octets(inside) + inside)
		return false;
	uint8_t *at = write_header(out->at, BER_SEQUENCE, inside);
	at = write_header(at, SNMP_OID, name_len);
	memcpy(at, head, head_len);
	if (tail_len > 0)
		memcpy(at + head_len, tail, tail_len);
	at = write_header(at + name_len, (uint8_t)value->type, content_len);
	if (content_len > 0)
		memcpy(at, content, content_len);
	out->at = at + content_len;
	return true;
}

/* ---- writing backwards --------------------------------------------------- */

static void
front_bytes(struct ber_front *f, const void *bytes, size_t len)
{
	assert((size_t)(f->at - f->floor) >= len);
	f->at -= len;
	if (len > 0)
		memcpy(f->at, bytes, len);
}

void
ber_front_header(struct ber_front *f, uint8_t tag, size_t len)
{
	uint8_t header[6];
	uint8_t *end = write_header(header, tag, len);

	front_bytes(f, header, (size_t)(end - header));
}

void
ber_front_int(struct ber_front *f, int32_t value)
{
	uint8_t content[8];
	size_t len = write_signed(value, content);

	front_bytes(f, content, len);
	ber_front_header(f, SNMP_INTEGER, len);
}

void
ber_front_octets(struct ber_front *f, const void *octets, size_t len)
{
	front_bytes(f, octets, len);
	ber_front_header(f, SNMP_OCTETS, len);
}
