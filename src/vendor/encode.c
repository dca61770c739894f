/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts a typed value to what a device would send. Only the simulator needs this, so
 * it may be slower than decoding.
 */
#include "vendor/vendor_int.h"

#include <math.h>
#include <string.h>

static enum rc
cannot(const struct column *c, struct err *err)
{
	return err_set(
	    err, RC_INVALID, "%s: the column cannot express this value", c->name);
}

/* Octets (or text) that are already in the arena; NULL: out of memory. */
static enum rc
give_octets(const struct column *c, const void *octets, size_t n, struct snmp_value *ret,
    struct err *err)
{
	if (!octets)
		return err_set(err, RC_NOMEM, "%s: no memory for its value", c->name);
	*ret = (struct snmp_value){
		.type = SNMP_OCTETS, .len = (uint32_t)n, .octets = octets
	};
	return RC_OK;
}

static enum rc
give_text(const struct column *c, const char *text, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	size_t n = strlen(text);

	return give_octets(c, arena_copy(arena, text, n), n, ret, err);
}

static enum rc
give_number(const struct column *c, int64_t n, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	char *text;

	switch (c->wire) {
	case SNMP_INTEGER:
		if (n < INT32_MIN || n > INT32_MAX)
			return cannot(c, err);
		*ret = (struct snmp_value){ .type = SNMP_INTEGER, .i = n };
		return RC_OK;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
		if (n < 0 || n > UINT32_MAX)
			return cannot(c, err);
		*ret = (struct snmp_value){ .type = c->wire, .u = (uint64_t)n };
		return RC_OK;
	case SNMP_COUNTER64:
		if (n < 0)
			return cannot(c, err);
		*ret = (struct snmp_value){ .type = c->wire, .u = (uint64_t)n };
		return RC_OK;
	case SNMP_OCTETS:
		text = arena_printf(arena, "%lld", (long long)n);
		return give_octets(c, text, text ? strlen(text) : 0, ret, err);
	case SNMP_NULL:
	case SNMP_OID:
	case SNMP_IPADDRESS:
	case SNMP_OPAQUE:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		return cannot(c, err);
	}
	return cannot(c, err);
}

static bool
reading_of(const struct value *v, double *ret)
{
	int64_t n;

	switch (v->kind) {
	case VALUE_INT:
	case VALUE_STATE:
		*ret = (double)v->i;
		return true;
	case VALUE_REAL:
		*ret = v->r;
		return true;
	case VALUE_TEXT:
		if (!text_is_integer(v->text, &n))
			return false;
		*ret = (double)n;
		return true;
	case VALUE_NULL:
	case VALUE_TIME:
		return false;
	}
	return false;
}

static enum rc
encode_number(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	double x;
	int64_t n;

	if (c->mul == 1 && c->add == 0 && v->kind == VALUE_INT)
		n = v->i;
	else if (reading_of(v, &x) && fabs((x - c->add) / c->mul) < 9e18)
		n = llround((x - c->add) / c->mul);
	else
		return cannot(c, err);
	/* A device with 16-bit values sends -100 as 65436. */
	if (c->signed_bits && c->signed_bits < 32 && n < 0)
		n += (int64_t)1 << c->signed_bits;
	return give_number(c, n, arena, ret, err);
}

static enum rc
encode_mw(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	double x;

	if (!reading_of(v, &x) || x > 100)
		return cannot(c, err);
	return give_number(c, llround(pow(10, x / 10) / c->mul), arena, ret, err);
}

static enum rc
encode_float(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	const char *unit = c->unit ? c->unit : "";
	char *text;
	double x;

	if (!reading_of(v, &x))
		return cannot(c, err);
	x = (x - c->add) / c->mul;
	if (c->parse == PARSE_FLOAT_IN_PARENS)
		text = arena_printf(arena, "%.2f mW (%.2f %s)", pow(10, x / 10), x, unit);
	else
		text = arena_printf(arena, *unit ? "%.2f %s" : "%.2f", x, unit);
	return give_octets(c, text, text ? strlen(text) : 0, ret, err);
}

static const struct enum_label *
label_for(const struct column *c, const struct value *v)
{
	for (size_t i = 0; i < c->n_labels; i++) {
		if (v->text && strcmp(c->labels[i].label, v->text) == 0)
			return &c->labels[i];
	}
	for (size_t i = 0; i < c->n_labels; i++) {
		if (v->state != STATE_NONE && c->labels[i].state == v->state)
			return &c->labels[i];
	}
	return NULL;
}

static enum rc
encode_enum(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	const struct enum_label *l;

	if (v->kind != VALUE_STATE && v->kind != VALUE_INT)
		return cannot(c, err);
	l = v->kind == VALUE_STATE ? label_for(c, v) : NULL;
	if (l && l->text_code)
		return give_text(c, l->text_code, arena, ret, err);
	if (!l && v->text && c->wire == SNMP_OCTETS)
		return give_text(c, v->text, arena, ret, err);
	return give_number(c, l ? l->code : v->i, arena, ret, err);
}

static enum rc
encode_serial(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	uint8_t eight[8];
	char *text;

	if (v->kind != VALUE_TEXT)
		return cannot(c, err);
	if (c->parse == PARSE_STRIP_PREFIX) {
		text = arena_printf(arena, "1,%s", v->text);
		return give_octets(c, text, text ? strlen(text) : 0, ret, err);
	}
	if (c->sends_text || !serial_to_octets(v->text, eight))
		return give_text(c, v->text, arena, ret, err);
	return give_octets(c, arena_copy(arena, eight, 8), 8, ret, err);
}

static enum rc
encode_mac(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	uint8_t mac[6];

	if (v->kind != VALUE_TEXT ||
	    !mac_from_octets((const uint8_t *)v->text, strlen(v->text), mac))
		return cannot(c, err);
	if (c->sends_text)
		return give_text(c, v->text, arena, ret, err);
	return give_octets(c, arena_copy(arena, mac, 6), 6, ret, err);
}

static enum rc
encode_date(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	static const int64_t YEAR_3000_MS = 32503680000000;
	uint8_t d[8];
	char *text;

	if (v->kind != VALUE_TIME || v->i < 0 || v->i >= YEAR_3000_MS)
		return cannot(c, err);
	date_to_octets(v->i, d);
	if (!c->sends_text)
		return give_octets(c, arena_copy(arena, d, 8), 8, ret, err);
	text = arena_printf(arena, "%04d-%02d-%02d %02d:%02d:%02d", d[0] << 8 | d[1],
	    d[2], d[3], d[4], d[5], d[6]);
	return give_octets(c, text, text ? strlen(text) : 0, ret, err);
}

static enum rc
encode_ip(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	struct oid oid;
	uint8_t four[4];
	enum rc rc;

	if (v->kind != VALUE_TEXT)
		return cannot(c, err);
	if (c->wire != SNMP_IPADDRESS)
		return give_text(c, v->text, arena, ret, err);
	if (oid_parse(v->text, &oid, NULL) != RC_OK || oid.n != 4)
		return cannot(c, err);
	for (unsigned i = 0; i < 4; i++)
		four[i] = (uint8_t)oid.arcs[i];
	rc = give_octets(c, arena_copy(arena, four, 4), 4, ret, err);
	if (rc == RC_OK)
		ret->type = SNMP_IPADDRESS;
	return rc;
}

static enum rc
encode_oid(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	struct oid oid;
	uint32_t *arcs;

	if (v->kind != VALUE_TEXT || oid_parse(v->text, &oid, NULL) != RC_OK)
		return cannot(c, err);
	arcs = arena_alloc(arena, oid.n * sizeof(*arcs));
	if (!arcs)
		return err_set(err, RC_NOMEM, "%s: no memory for its value", c->name);
	memcpy(arcs, oid.arcs, oid.n * sizeof(*arcs));
	*ret = (struct snmp_value){ .type = SNMP_OID, .len = oid.n, .arcs = arcs };
	return RC_OK;
}

static enum rc
encode_text(const struct column *c, const struct value *v, struct arena *arena,
    struct snmp_value *ret, struct err *err)
{
	int64_t n;

	if (v->kind == VALUE_INT)
		return give_number(c, v->i, arena, ret, err);
	if (v->kind != VALUE_TEXT)
		return cannot(c, err);
	if (c->wire != SNMP_OCTETS && text_is_integer(v->text, &n))
		return give_number(c, n, arena, ret, err);
	return give_text(c, v->text, arena, ret, err);
}

/* The value with which this column reports that there is no reading. */
static enum rc
encode_null(
    const struct column *c, struct arena *arena, struct snmp_value *ret, struct err *err)
{
	static const uint8_t ZEROS[8] = { 0 };

	if (c->n_invalid_text && c->wire == SNMP_OCTETS)
		return give_text(c, c->invalid_text[0], arena, ret, err);
	if (c->n_invalid)
		return give_number(c, c->invalid[0], arena, ret, err);
	switch (c->parse) {
	case PARSE_SERIAL:
	case PARSE_DATE:
		return give_octets(
		    c, arena_copy(arena, ZEROS, 8), c->sends_text ? 0 : 8, ret, err);
	case PARSE_MAC:
		return give_octets(
		    c, arena_copy(arena, ZEROS, 6), c->sends_text ? 0 : 6, ret, err);
	case PARSE_LEADING_FLOAT:
	case PARSE_FLOAT_IN_PARENS:
		return give_text(c, "--", arena, ret, err);
	case PARSE_STRIP_PREFIX:
		return give_text(c, "", arena, ret, err);
	case PARSE_MW_TO_DBM:
		return give_number(c, 0, arena, ret, err);
	case PARSE_IP:
		return encode_ip(c,
		    &(struct value){ .kind = VALUE_TEXT, .text = "0.0.0.0" }, arena, ret,
		    err);
	case PARSE_NUMBER:
	case PARSE_TEXT:
	case PARSE_ENUM:
	case PARSE_OID:
	case PARSE_ANY:
		return cannot(c, err);
	}
	return cannot(c, err);
}

enum rc
column_encode(const struct column *c, const struct value *value, struct arena *arena,
    struct snmp_value *ret_raw, struct err *err)
{
	if (value->kind == VALUE_NULL)
		return encode_null(c, arena, ret_raw, err);
	switch (c->parse) {
	case PARSE_ANY:
		return value->kind == VALUE_TEXT
		    ? encode_text(c, value, arena, ret_raw, err)
		    : encode_number(c, value, arena, ret_raw, err);
	case PARSE_NUMBER:
		return encode_number(c, value, arena, ret_raw, err);
	case PARSE_ENUM:
		return encode_enum(c, value, arena, ret_raw, err);
	case PARSE_TEXT:
		return encode_text(c, value, arena, ret_raw, err);
	case PARSE_OID:
		return encode_oid(c, value, arena, ret_raw, err);
	case PARSE_SERIAL:
	case PARSE_STRIP_PREFIX:
		return encode_serial(c, value, arena, ret_raw, err);
	case PARSE_MAC:
		return encode_mac(c, value, arena, ret_raw, err);
	case PARSE_DATE:
		return encode_date(c, value, arena, ret_raw, err);
	case PARSE_LEADING_FLOAT:
	case PARSE_FLOAT_IN_PARENS:
		return encode_float(c, value, arena, ret_raw, err);
	case PARSE_MW_TO_DBM:
		return encode_mw(c, value, arena, ret_raw, err);
	case PARSE_IP:
		return encode_ip(c, value, arena, ret_raw, err);
	}
	return cannot(c, err);
}
