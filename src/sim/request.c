/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/request_int.h"

#include "model/oid.h"

static struct slice
slice_of(const struct ber_reader *r)
{
	return (struct slice){ r->at, (size_t)(r->end - r->at) };
}

static bool
read_octets(struct ber_reader *r, struct slice *ret)
{
	struct ber_reader in;

	if (!ber_open(r, SNMP_OCTETS, &in))
		return false;
	*ret = slice_of(&in);
	return true;
}

/* The values in a request are ignored: a GET has NULLs, and a SET is always refused. */
static bool
read_varbind(struct request *r, struct ber_reader *list, uint32_t *arcs_used)
{
	struct ber_reader varbind, name, value;
	uint8_t tag;
	size_t n, room = REQUEST_ARCS_MAX - *arcs_used;

	if (r->n == REQUEST_VARBINDS_MAX || !ber_open(list, BER_SEQUENCE, &varbind) ||
	    !ber_open(&varbind, SNMP_OID, &name) || !ber_take(&varbind, &tag, &value) ||
	    !ber_at_end(&varbind))
		return false;
	if (!ber_read_oid(
		&name, r->arcs + *arcs_used, room < OID_MAX ? room : OID_MAX, &n))
		return false;
	r->names[r->n].first = *arcs_used;
	r->names[r->n].n = (uint32_t)n;
	r->n++;
	*arcs_used += (uint32_t)n;
	return true;
}

static bool
is_request(uint8_t tag)
{
	return tag == PDU_GET || tag == PDU_GETNEXT || tag == PDU_SET ||
	    tag == PDU_GETBULK;
}

static bool
read_pdu(struct request *r, struct ber_reader *in)
{
	struct ber_reader pdu, list;
	uint8_t tag;
	uint32_t arcs_used = 0;

	if (!ber_take(in, &tag, &pdu) || !is_request(tag) ||
	    !ber_read_int(&pdu, &r->id) || !ber_read_int(&pdu, &r->non_repeaters) ||
	    !ber_read_int(&pdu, &r->max_repetitions) ||
	    !ber_open(&pdu, BER_SEQUENCE, &list) || !ber_at_end(&pdu))
		return false;
	r->pdu = (enum pdu)tag;
	if (r->non_repeaters < 0)
		r->non_repeaters = 0;
	if (r->max_repetitions < 0)
		r->max_repetitions = 0;
	r->varbinds = slice_of(&list);
	r->n = 0;
	while (!ber_at_end(&list)) {
		if (!read_varbind(r, &list, &arcs_used))
			return false;
	}
	return true;
}

static bool
read_usm(struct v3_header *v3, struct slice parameters)
{
	struct ber_reader whole = { parameters.at, parameters.at + parameters.len }, in;

	return ber_open(&whole, BER_SEQUENCE, &in) && read_octets(&in, &v3->engine_id) &&
	    ber_read_int(&in, &v3->boots) && ber_read_int(&in, &v3->time_s) &&
	    read_octets(&in, &v3->user) && read_octets(&in, &v3->auth) &&
	    read_octets(&in, &v3->priv);
}

static bool
read_v3(struct request *r, struct ber_reader *in)
{
	enum { SECURITY_MODEL_USM = 3, MESSAGE_MIN_BYTES = 484 };
	struct v3_header *v3 = &r->v3;
	struct ber_reader global;
	struct slice flags, parameters;
	int32_t model;

	if (!ber_open(in, BER_SEQUENCE, &global) ||
	    !ber_read_int(&global, &v3->message_id) ||
	    !ber_read_int(&global, &v3->max_bytes) || !read_octets(&global, &flags) ||
	    !ber_read_int(&global, &model) || !read_octets(in, &parameters))
		return false;
	if (flags.len != 1 || model != SECURITY_MODEL_USM || v3->message_id < 0 ||
	    v3->max_bytes < MESSAGE_MIN_BYTES)
		return false;
	v3->flags = flags.at[0];
	/* Privacy without authentication is not allowed (RFC 3412 6.4). */
	if ((v3->flags & V3_FLAG_PRIV) && !(v3->flags & V3_FLAG_AUTH))
		return false;
	if (!read_usm(v3, parameters))
		return false;
	v3->context_name = (struct slice){ 0 };
	if (v3->flags & V3_FLAG_PRIV)
		return read_octets(in, &v3->data) && ber_at_end(in);
	v3->data = slice_of(in);
	return true;
}

bool
request_read(struct request *r, const uint8_t *datagram, size_t len)
{
	struct ber_reader whole = { datagram, datagram + len }, in;
	int32_t version;

	r->whole = (struct slice){ datagram, len };
	if (!ber_open(&whole, BER_SEQUENCE, &in) || !ber_at_end(&whole) ||
	    !ber_read_int(&in, &version))
		return false;
	if (version == VERSION_3) {
		r->version = VERSION_3;
		return read_v3(r, &in);
	}
	if (version != VERSION_1 && version != VERSION_2C)
		return false;
	r->version = (enum version)version;
	if (!read_octets(&in, &r->community) || !read_pdu(r, &in) || !ber_at_end(&in))
		return false;
	return !(r->version == VERSION_1 && r->pdu == PDU_GETBULK);
}

bool
request_read_scoped(struct request *r, const uint8_t *scoped, size_t len)
{
	struct ber_reader whole = { scoped, scoped + len }, in;
	struct slice context_engine;

	/* A cipher with padding may leave octets after the sequence: ignore them. */
	return ber_open(&whole, BER_SEQUENCE, &in) && read_octets(&in, &context_engine) &&
	    read_octets(&in, &r->v3.context_name) && read_pdu(r, &in) && ber_at_end(&in);
}
