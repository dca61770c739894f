/* SPDX-License-Identifier: Apache-2.0 */
#include "model/snmprec.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "model/oid.h"

/* A part of the line; text is not NUL-terminated. */
struct piece {
	const char *text;
	size_t len;
};

/* The encoding of the value. */
enum form { FORM_PLAIN, FORM_HEX, FORM_ESCAPED };

/* The text before the next '|'; it and the bar are removed from *rest. */
static bool
next_piece(struct piece *rest, struct piece *ret)
{
	const char *bar = memchr(rest->text, '|', rest->len);

	if (!bar)
		return false;
	*ret = (struct piece){ rest->text, (size_t)(bar - rest->text) };
	rest->len -= ret->len + 1;
	rest->text = bar + 1;
	return true;
}

static enum rc
parse_type(struct piece p, enum snmp_type *ret_type, enum form *ret_form, struct err *err)
{
	enum form form = FORM_PLAIN;
	unsigned tag = 0;
	size_t i = 0;

	for (; i < p.len && i < 3 && p.text[i] >= '0' && p.text[i] <= '9'; i++)
		tag = tag * 10 + (unsigned)(p.text[i] - '0');
	if (i + 1 == p.len && p.text[i] == 'x')
		form = FORM_HEX;
	else if (i + 1 == p.len && p.text[i] == 'e')
		form = FORM_ESCAPED;
	else if (i == 0 || i != p.len)
		return err_set(err, RC_INVALID,
		    "type \"%.*s\": expected an ASN.1 tag, then x for hexadecimal",
		    (int)(p.len < 20 ? p.len : 20), p.text);
	if (strcmp(snmp_type_name((enum snmp_type)tag), "unknown type") == 0)
		return err_set(
		    err, RC_INVALID, "type %u: no such type of SNMP value", tag);
	*ret_type = (enum snmp_type)tag;
	*ret_form = form;
	return RC_OK;
}

static enum rc
unhex(struct piece p, uint8_t *out, size_t *ret_n, struct err *err)
{
	if (p.len % 2)
		return err_set(err, RC_INVALID, "an odd number of hexadecimal digits");
	for (size_t i = 0; i < p.len; i += 2) {
		int high = units_hex_digit(p.text[i]);
		int low = units_hex_digit(p.text[i + 1]);

		if (high < 0 || low < 0)
			return err_set(err, RC_INVALID,
			    "expected hexadecimal digits at character %zu of the value",
			    i + 1);
		out[i / 2] = (uint8_t)(high << 4 | low);
	}
	*ret_n = p.len / 2;
	return RC_OK;
}

/* The octet of the escape at p[0]; returns the number of characters of the escape, 0:
 * unknown escape. */
static size_t
one_escape(const char *p, size_t len, uint8_t *ret)
{
	static const char LETTERS[] = "nrt0\\\"'";
	static const char MEANINGS[] = "\n\r\t\0\\\"'";
	const char *at;

	if (len >= 4 && p[1] == 'x' && units_hex_digit(p[2]) >= 0 &&
	    units_hex_digit(p[3]) >= 0) {
		*ret = (uint8_t)(units_hex_digit(p[2]) << 4 | units_hex_digit(p[3]));
		return 4;
	}
	at = len >= 2 ? memchr(LETTERS, p[1], sizeof(LETTERS) - 1) : NULL;
	if (!at)
		return 0;
	*ret = (uint8_t)MEANINGS[at - LETTERS];
	return 2;
}

static enum rc
unescape(struct piece p, uint8_t *out, size_t *ret_n, struct err *err)
{
	size_t n = 0;

	for (size_t i = 0; i < p.len;) {
		size_t took = 1;

		if (p.text[i] == '\\')
			took = one_escape(p.text + i, p.len - i, &out[n]);
		else
			out[n] = (uint8_t)p.text[i];
		if (took == 0)
			return err_set(err, RC_INVALID,
			    "unknown escape at character %zu of the value", i + 1);
		i += took;
		n++;
	}
	*ret_n = n;
	return RC_OK;
}

static enum rc
parse_octets(struct piece p, enum form form, struct arena *arena, struct snmp_value *v,
    struct err *err)
{
	uint8_t *out = arena_alloc(arena, p.len + 1);
	size_t n = p.len;
	enum rc rc = RC_OK;

	if (!out)
		return err_set(err, RC_NOMEM, "no memory for a value");
	switch (form) {
	case FORM_PLAIN:
		memcpy(out, p.text, p.len);
		break;
	case FORM_HEX:
		rc = unhex(p, out, &n, err);
		break;
	case FORM_ESCAPED:
		rc = unescape(p, out, &n, err);
		break;
	}
	if (rc != RC_OK)
		return rc;
	if (n > UINT32_MAX)
		return err_set(err, RC_INVALID, "the value is too long");
	v->octets = out;
	v->len = (uint32_t)n;
	return RC_OK;
}

/* "10.0.0.1" -> four octets. */
static enum rc
parse_ip(struct piece p, struct arena *arena, struct snmp_value *v, struct err *err)
{
	char text[16] = "";
	struct oid oid;
	uint8_t *out;

	if (p.len < sizeof(text))
		memcpy(text, p.text, p.len);
	if (oid_parse(text, &oid, NULL) != RC_OK || oid.n != 4 || text[0] == '.')
		return err_set(err, RC_INVALID, "expected an address like 192.0.2.1");
	out = arena_alloc(arena, 4);
	if (!out)
		return err_set(err, RC_NOMEM, "no memory for a value");
	for (unsigned i = 0; i < 4; i++) {
		if (oid.arcs[i] > 255)
			return err_set(
			    err, RC_INVALID, "expected an address like 192.0.2.1");
		out[i] = (uint8_t)oid.arcs[i];
	}
	v->octets = out;
	v->len = 4;
	return RC_OK;
}

static enum rc
parse_arcs(struct piece p, struct arena *arena, uint32_t *ret_n,
    const uint32_t **ret_arcs, struct err *err)
{
	char *text = arena_copy(arena, p.text, p.len);
	struct oid oid;
	uint32_t *arcs;
	enum rc rc;

	if (!text)
		return err_set(err, RC_NOMEM, "no memory for an OID");
	rc = oid_parse(text, &oid, err);
	if (rc != RC_OK)
		return rc;
	arcs = arena_alloc(arena, oid.n * sizeof(*arcs));
	if (!arcs)
		return err_set(err, RC_NOMEM, "no memory for an OID");
	memcpy(arcs, oid.arcs, oid.n * sizeof(*arcs));
	*ret_n = oid.n;
	*ret_arcs = arcs;
	return RC_OK;
}

/* A whole number up to max (or in the signed range, if is_signed). */
static enum rc
parse_number(struct piece p, uint64_t max, bool is_signed, uint64_t *ret, struct err *err)
{
	bool negative = is_signed && p.len && p.text[0] == '-';
	uint64_t limit = negative ? max + 1 : max;
	uint64_t n = 0;
	size_t i = negative ? 1 : 0;

	if (i == p.len)
		return err_set(err, RC_INVALID, "expected a whole number");
	for (; i < p.len; i++) {
		uint64_t digit = (uint64_t)(p.text[i] - '0');

		if (p.text[i] < '0' || p.text[i] > '9')
			return err_set(err, RC_INVALID, "expected a whole number");
		if (n > (limit - digit) / 10)
			return err_set(
			    err, RC_INVALID, "the number is too large for its type");
		n = n * 10 + digit;
	}
	*ret = negative ? (uint64_t)-n : n;
	return RC_OK;
}

static enum rc
parse_value(struct piece p, enum form form, struct arena *arena, struct snmp_value *v,
    struct err *err)
{
	uint64_t n = 0;
	enum rc rc = RC_OK;

	switch (v->type) {
	case SNMP_INTEGER:
		rc = parse_number(p, INT32_MAX, true, &n, err);
		v->i = (int64_t)n;
		return rc;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
		rc = parse_number(p, UINT32_MAX, false, &n, err);
		v->u = n;
		return rc;
	case SNMP_COUNTER64:
		rc = parse_number(p, UINT64_MAX, false, &n, err);
		v->u = n;
		return rc;
	case SNMP_OID:
		return parse_arcs(p, arena, &v->len, &v->arcs, err);
	case SNMP_IPADDRESS:
		if (form == FORM_PLAIN)
			return parse_ip(p, arena, v, err);
		rc = parse_octets(p, form, arena, v, err);
		if (rc == RC_OK && v->len != 4)
			return err_set(err, RC_INVALID, "an address has four octets");
		return rc;
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
		return parse_octets(p, form, arena, v, err);
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		v->u = 0;
		return RC_OK;
	}
	return err_set(err, RC_INVALID, "no such type of SNMP value");
}

enum rc
snmprec_parse(const char *line, size_t len, struct arena *arena, struct snmprec *ret_rec,
    struct err *err)
{
	struct snmprec rec = { 0 };
	struct piece rest = { line, len };
	struct piece oid;
	struct piece type;
	enum form form = FORM_PLAIN;
	enum rc rc;

	if (len && line[len - 1] == '\r')
		rest.len--;
	if (rest.len == 0 || line[0] == '#')
		return RC_NOT_FOUND;
	if (!next_piece(&rest, &oid) || !next_piece(&rest, &type))
		return err_set(err, RC_INVALID, "expected OID|type|value");
	rc = parse_arcs(oid, arena, &rec.n, &rec.arcs, err);
	if (rc == RC_OK)
		rc = parse_type(type, &rec.value.type, &form, err);
	if (rc == RC_OK)
		rc = parse_value(rest, form, arena, &rec.value, err);
	if (rc == RC_OK)
		*ret_rec = rec;
	return rc;
}

static int
compare_recs(const void *a, const void *b)
{
	const struct snmprec *x = a;
	const struct snmprec *y = b;
	int order = oid_compare(x->arcs, x->n, y->arcs, y->n);

	if (order == 0 && x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return order;
}

static size_t
count_lines(const char *text, size_t len)
{
	size_t n = 1;

	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

/* Sort, keep the first of each OID, and return how many are left. */
static size_t
put_in_order(struct snmprec *recs, size_t n)
{
	size_t kept = 0;

	qsort(recs, n, sizeof(*recs), compare_recs);
	for (size_t i = 0; i < n; i++) {
		const struct snmprec *last = kept ? &recs[kept - 1] : NULL;

		if (!last ||
		    oid_compare(last->arcs, last->n, recs[i].arcs, recs[i].n) != 0)
			recs[kept++] = recs[i];
	}
	return kept;
}

enum rc
snmprec_parse_all(const char *text, size_t len, struct arena *arena,
    struct snmprec **ret_recs, size_t *ret_n, struct err *err)
{
	size_t lines = count_lines(text, len);
	struct snmprec *recs = arena_alloc(arena, lines * sizeof(*recs));
	const char *end = text + len;
	size_t n = 0;
	enum rc rc;

	if (!recs)
		return err_set(err, RC_NOMEM, "no memory for %zu lines", lines);
	for (uint32_t line = 1; text < end; line++) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			stop = end;
		rc = snmprec_parse(text, (size_t)(stop - text), arena, &recs[n], err);
		if (rc != RC_OK && rc != RC_NOT_FOUND)
			return err_prefix(err, rc, "line %u: ", line);
		recs[n].line = line;
		n += rc == RC_OK;
		text = stop + 1;
	}
	*ret_n = put_in_order(recs, n);
	*ret_recs = recs;
	return RC_OK;
}

/* Octets are written as text if a line can contain them, otherwise in hexadecimal. */
static void
format_octets(const struct snmp_value *v, struct buf *out)
{
	bool plain = v->type == SNMP_OCTETS;

	for (uint32_t i = 0; i < v->len; i++)
		plain = plain && v->octets[i] >= ' ' && v->octets[i] < 127;
	buf_printf(out, plain ? "%d|" : "%dx|", (int)v->type);
	if (plain) {
		buf_add(out, v->octets, v->len);
		return;
	}
	for (uint32_t i = 0; i < v->len; i++)
		buf_printf(out, "%02X", v->octets[i]);
}

void
snmprec_format(
    const uint32_t *arcs, size_t n, const struct snmp_value *value, struct buf *out)
{
	char text[OID_TEXT_MAX];

	buf_printf(out, "%s|", oid_format(arcs, n, text));
	switch (value->type) {
	case SNMP_INTEGER:
		buf_printf(out, "2|%lld", (long long)value->i);
		break;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		buf_printf(
		    out, "%d|%llu", (int)value->type, (unsigned long long)value->u);
		break;
	case SNMP_OID:
		buf_printf(out, "6|%s", oid_format(value->arcs, value->len, text));
		break;
	case SNMP_IPADDRESS:
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
		format_octets(value, out);
		break;
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		buf_printf(out, "%d|", (int)value->type);
		break;
	}
	buf_putc(out, '\n');
}
