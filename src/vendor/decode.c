/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts a value from the wire to a typed value. This runs once for every value of
 * every ONU, so numbers and states need no memory.
 */
#include "vendor/vendor_int.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static enum rc
wrong_type(const struct column *c, const struct snmp_value *raw, struct err *err)
{
	return err_set(err, RC_PROTOCOL, "%s: cannot be read from %s", c->name,
	    snmp_type_name(raw->type));
}

static enum rc
wrong_form(const struct column *c, const char *text, struct err *err)
{
	return err_set(err, RC_PROTOCOL, "%s: \"%.60s\" is not of a form it can have",
	    c->name, text);
}

static enum rc
no_memory(const struct column *c, struct err *err)
{
	return err_set(err, RC_NOMEM, "%s: no memory for its value", c->name);
}

static enum rc
give_null(struct value *ret)
{
	*ret = (struct value){ .kind = VALUE_NULL };
	return RC_OK;
}

static enum rc
give_text(const struct column *c, const char *text, struct value *ret, struct err *err)
{
	if (!text)
		return no_memory(c, err);
	*ret = (struct value){ .kind = VALUE_TEXT, .text = text };
	return RC_OK;
}

static bool
is_octets(const struct snmp_value *raw)
{
	return raw->type == SNMP_OCTETS || raw->type == SNMP_OPAQUE;
}

/* The number in a value of a numeric type. */
static bool
wire_number(const struct snmp_value *raw, int64_t *ret)
{
	switch (raw->type) {
	case SNMP_INTEGER:
		*ret = raw->i;
		return true;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		*ret = raw->u > INT64_MAX ? INT64_MAX : (int64_t)raw->u;
		return true;
	case SNMP_OCTETS:
	case SNMP_NULL:
	case SNMP_OID:
	case SNMP_IPADDRESS:
	case SNMP_OPAQUE:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		return false;
	}
	return false;
}

static bool
is_invalid(const struct column *c, int64_t n)
{
	for (size_t i = 0; i < c->n_invalid; i++) {
		if (c->invalid[i] == n)
			return true;
	}
	return false;
}

static bool
is_invalid_text(const struct column *c, const char *text)
{
	for (size_t i = 0; i < c->n_invalid_text; i++) {
		if (strcasecmp(c->invalid_text[i], text) == 0)
			return true;
	}
	return false;
}

static int64_t
sign_extend(int64_t n, unsigned bits)
{
	switch (bits) {
	case 8:
		return (int8_t)n;
	case 16:
		return (int16_t)n;
	case 32:
		return (int32_t)n;
	}
	return n;
}

static double
rounded(double x, double scale)
{
	return scale > 0 ? rint(x * scale) / scale : x;
}

/* A reading, as the kind that its purpose requires. */
static enum rc
give_reading(const struct column *c, double x, struct arena *arena, struct value *ret,
    struct err *err)
{
	struct value v = { .kind = purpose_info(c->purpose)->kind };

	if (!(fabs(x) < 9e18))
		return give_null(ret);
	if (c->purpose == PURPOSE_CUSTOM)
		v.kind = VALUE_REAL;
	switch (v.kind) {
	case VALUE_NULL:
	case VALUE_INT:
		v.kind = VALUE_INT;
		v.i = (int64_t)llrint(x);
		break;
	case VALUE_REAL:
		v.r = rounded(x, c->scale);
		break;
	case VALUE_TEXT:
		return give_text(
		    c, arena_printf(arena, "%g", rounded(x, c->scale)), ret, err);
	case VALUE_STATE:
		v.i = (int64_t)llrint(x);
		break;
	case VALUE_TIME:
		return err_set(err, RC_PROTOCOL, "%s: a number is no date", c->name);
	}
	if (!purpose_is_plausible(c->purpose, &v))
		return give_null(ret);
	*ret = v;
	return RC_OK;
}

/* A whole number without a transform: it is not converted to double. */
static enum rc
give_integer(const struct column *c, int64_t n, struct arena *arena, struct value *ret,
    struct err *err)
{
	struct value v = { .kind = VALUE_INT, .i = n };
	enum value_kind kind = purpose_info(c->purpose)->kind;

	if (kind == VALUE_TEXT && c->purpose != PURPOSE_CUSTOM)
		return give_text(c, arena_printf(arena, "%lld", (long long)n), ret, err);
	if (kind == VALUE_REAL || kind == VALUE_STATE || kind == VALUE_TIME)
		return give_reading(c, (double)n, arena, ret, err);
	if (!purpose_is_plausible(c->purpose, &v))
		return give_null(ret);
	*ret = v;
	return RC_OK;
}

static enum rc
give_number(const struct column *c, int64_t n, struct arena *arena, struct value *ret,
    struct err *err)
{
	int64_t extended = c->signed_bits ? sign_extend(n, c->signed_bits) : n;

	if (c->n_invalid && (is_invalid(c, n) || is_invalid(c, extended)))
		return give_null(ret);
	if (c->mul == 1 && c->add == 0)
		return give_integer(c, extended, arena, ret, err);
	return give_reading(c, (double)extended * c->mul + c->add, arena, ret, err);
}

/* The width at which a counter wraps around; 0: not a counter. */
static uint8_t
counter_bits(enum snmp_type type)
{
	if (type == SNMP_COUNTER32)
		return 32;
	return type == SNMP_COUNTER64 ? 64 : 0;
}

/* After a transform the value is a reading, not a counter any more. */
static enum rc
give_counted(const struct column *c, enum snmp_type type, int64_t n, struct arena *arena,
    struct value *ret, struct err *err)
{
	struct value v = { .kind = VALUE_NULL };
	enum rc rc = give_number(c, n, arena, &v, err);

	if (rc != RC_OK)
		return rc;
	if (v.kind == VALUE_INT && c->mul == 1 && c->add == 0)
		v.counter_bits = counter_bits(type);
	*ret = v;
	return RC_OK;
}

/* Some agents send a Counter64 as 8 octets (Nokia), others numbers as text. */
static enum rc
number_from_octets(const struct column *c, const struct snmp_value *raw,
    struct arena *arena, struct value *ret, struct err *err)
{
	uint64_t big = 0;
	int64_t n = 0;
	const char *text;

	if (c->wire == SNMP_COUNTER64 && raw->len == 8) {
		for (unsigned i = 0; i < 8; i++)
			big = big << 8 | raw->octets[i];
		n = big > INT64_MAX ? INT64_MAX : (int64_t)big;
		return give_counted(c, SNMP_COUNTER64, n, arena, ret, err);
	}
	text = text_clean(raw->octets, raw->len, arena);
	if (!text)
		return no_memory(c, err);
	if (is_invalid_text(c, text) || text_says_nothing(text))
		return give_null(ret);
	if (!text_is_integer(text, &n))
		return wrong_form(c, text, err);
	return give_number(c, n, arena, ret, err);
}

static enum rc
decode_number(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	int64_t n;

	if (wire_number(raw, &n))
		return give_counted(c, raw->type, n, arena, ret, err);
	if (is_octets(raw))
		return number_from_octets(c, raw, arena, ret, err);
	return wrong_type(c, raw, err);
}

/* A number in its normal notation: "007" and "+7" are text. */
static bool
is_plain_integer(const struct snmp_value *raw, struct arena *arena)
{
	const char *text = text_clean(raw->octets, raw->len, arena);
	const char *digits = text && *text == '-' ? text + 1 : text;
	int64_t n;

	return digits && *digits >= '0' && *digits <= '9' &&
	    (*digits != '0' || !digits[1]) && text_is_integer(text, &n);
}

static enum rc decode_text(const struct column *c, const struct snmp_value *raw,
    struct arena *arena, struct value *ret, struct err *err);

static enum rc
decode_any(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	int64_t n;

	if (wire_number(raw, &n) || (is_octets(raw) && is_plain_integer(raw, arena)))
		return decode_number(c, raw, arena, ret, err);
	return decode_text(c, raw, arena, ret, err);
}

static enum rc
decode_mw(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	int64_t n;

	if (!wire_number(raw, &n))
		return wrong_type(c, raw, err);
	if (is_invalid(c, n) || (double)n * c->mul <= 0)
		return give_null(ret);
	return give_reading(c, 10 * log10((double)n * c->mul), arena, ret, err);
}

/* ---- text ---- */

static enum rc
decode_text(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	char oid[OID_TEXT_MAX];
	const char *text = NULL;
	int64_t n;

	if (is_octets(raw))
		text = text_clean(raw->octets, raw->len, arena);
	else if (wire_number(raw, &n)) {
		if (is_invalid(c, n))
			return give_null(ret);
		text = arena_printf(arena, "%lld", (long long)n);
	} else if (raw->type == SNMP_OID) {
		oid_format(raw->arcs, raw->len, oid);
		text = arena_copy(arena, oid, strlen(oid));
	} else if (raw->type == SNMP_IPADDRESS && raw->len == 4)
		text = arena_printf(arena, "%u.%u.%u.%u", raw->octets[0], raw->octets[1],
		    raw->octets[2], raw->octets[3]);
	else
		return wrong_type(c, raw, err);
	if (text && is_invalid_text(c, text))
		return give_null(ret);
	return give_text(c, text, ret, err);
}

/* "0.03 mW (-14.61 dBm)": the part after the parenthesis. */
static const char *
in_parens(const char *text)
{
	const char *open = strchr(text, '(');

	return open ? open + 1 : NULL;
}

static enum rc
decode_float(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	const char *text;
	const char *from;
	double x;

	if (!is_octets(raw))
		return decode_number(c, raw, arena, ret, err);
	text = text_clean(raw->octets, raw->len, arena);
	if (!text)
		return no_memory(c, err);
	if (is_invalid_text(c, text) || text_says_nothing(text))
		return give_null(ret);
	from = c->parse == PARSE_FLOAT_IN_PARENS ? in_parens(text) : text;
	if (!from)
		return wrong_form(c, text, err);
	if (strncasecmp(from, "-inf", 4) == 0 || strncasecmp(from, "--", 2) == 0)
		return give_null(ret);
	if (!text_find_number(from, &x))
		return wrong_form(c, text, err);
	return give_reading(c, x * c->mul + c->add, arena, ret, err);
}

static enum rc
decode_serial(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	const uint8_t *octets = raw->octets;
	size_t n = raw->len;
	const char *text = NULL;
	int64_t number;

	if (wire_number(raw, &number)) {
		if (number == 0 || is_invalid(c, number))
			return give_null(ret);
		return give_text(
		    c, arena_printf(arena, "%lld", (long long)number), ret, err);
	}
	if (!is_octets(raw))
		return wrong_type(c, raw, err);
	if (c->parse == PARSE_STRIP_PREFIX)
		serial_strip_prefix(&octets, &n);
	if (serial_from_octets(octets, n, arena, &text) != RC_OK)
		return no_memory(c, err);
	if (!text || is_invalid_text(c, text))
		return give_null(ret);
	return give_text(c, text, ret, err);
}

static enum rc
decode_mac(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	static const uint8_t NO_MAC[6] = { 0 };
	const char *text;
	uint8_t m[6];

	if (!is_octets(raw))
		return wrong_type(c, raw, err);
	if (!mac_from_octets(raw->octets, raw->len, m)) {
		text = text_clean(raw->octets, raw->len, arena);
		if (!text)
			return no_memory(c, err);
		if (text_says_nothing(text) || is_invalid_text(c, text))
			return give_null(ret);
		return wrong_form(c, text, err);
	}
	if (memcmp(m, NO_MAC, sizeof(m)) == 0)
		return give_null(ret);
	return give_text(c,
	    arena_printf(arena, "%02x:%02x:%02x:%02x:%02x:%02x", m[0], m[1], m[2], m[3],
		m[4], m[5]),
	    ret, err);
}

static enum rc
decode_date(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	int64_t ms = 0;
	enum rc rc;

	if (!is_octets(raw))
		return wrong_type(c, raw, err);
	rc = date_from_octets(raw->octets, raw->len, &ms);
	if (rc == RC_NOT_FOUND)
		return give_null(ret);
	if (rc != RC_OK) {
		const char *text = text_clean(raw->octets, raw->len, arena);

		if (text && is_invalid_text(c, text))
			return give_null(ret);
		return err_set(err, RC_PROTOCOL, "%s: %u octets that are no date",
		    c->name, raw->len);
	}
	*ret = (struct value){ .kind = VALUE_TIME, .i = ms };
	return RC_OK;
}

static bool
dotted_is_ip(const char *text)
{
	struct oid oid;

	if (text[0] == '.' || oid_parse(text, &oid, NULL) != RC_OK || oid.n != 4)
		return false;
	return oid.arcs[0] < 256 && oid.arcs[1] < 256 && oid.arcs[2] < 256 &&
	    oid.arcs[3] < 256;
}

static enum rc
decode_ip(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	const uint8_t *o = raw->octets;
	const char *text;

	if (raw->type != SNMP_IPADDRESS && !is_octets(raw))
		return wrong_type(c, raw, err);
	if (raw->len == 4)
		text = arena_printf(arena, "%u.%u.%u.%u", o[0], o[1], o[2], o[3]);
	else
		text = text_clean(o, raw->len, arena);
	if (!text)
		return no_memory(c, err);
	if (text_says_nothing(text) || strcmp(text, "0.0.0.0") == 0 ||
	    is_invalid_text(c, text))
		return give_null(ret);
	if (!dotted_is_ip(text))
		return wrong_form(c, text, err);
	return give_text(c, text, ret, err);
}

/* ---- states ---- */

static size_t
n_number_labels(const struct column *c)
{
	size_t n = c->n_labels;

	while (n && c->labels[n - 1].text_code)
		n--;
	return n;
}

static const struct enum_label *
label_of_number(const struct column *c, int64_t code)
{
	size_t low = 0;
	size_t high = n_number_labels(c);

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (c->labels[mid].code == code)
			return &c->labels[mid];
		if (c->labels[mid].code < code)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static enum rc
give_state(const struct column *c, int64_t code, struct value *ret)
{
	const struct enum_label *l;

	if (is_invalid(c, code))
		return give_null(ret);
	l = label_of_number(c, code);
	*ret = (struct value){
		.kind = VALUE_STATE,
		.i = code,
		.text = l ? l->label : NULL,
		.state = l ? l->state : STATE_NONE,
	};
	return RC_OK;
}

/* In a column of numbers an unknown word means nothing. In a column of words an unknown
 * one is kept as the device sent it. */
static enum rc
state_from_text(
    const struct column *c, const char *text, struct value *ret, struct err *err)
{
	int64_t code;

	if (text[0] == '\0' || is_invalid_text(c, text))
		return give_null(ret);
	for (size_t i = n_number_labels(c); i < c->n_labels; i++) {
		if (strcasecmp(c->labels[i].text_code, text) == 0) {
			*ret = (struct value){ .kind = VALUE_STATE,
				.text = c->labels[i].label,
				.state = c->labels[i].state };
			return RC_OK;
		}
	}
	if (text_is_integer(text, &code))
		return give_state(c, code, ret);
	if (c->n_labels && n_number_labels(c) == c->n_labels)
		return wrong_form(c, text, err);
	*ret = (struct value){ .kind = VALUE_STATE, .text = text };
	return RC_OK;
}

static enum rc
decode_enum(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret, struct err *err)
{
	const char *text;
	int64_t n;

	if (wire_number(raw, &n))
		return give_state(c, n, ret);
	if (!is_octets(raw))
		return wrong_type(c, raw, err);
	text = text_clean(raw->octets, raw->len, arena);
	return text ? state_from_text(c, text, ret, err) : no_memory(c, err);
}

enum rc
column_decode(const struct column *c, const struct snmp_value *raw, struct arena *arena,
    struct value *ret_value, struct err *err)
{
	switch (c->parse) {
	case PARSE_NUMBER:
		return decode_number(c, raw, arena, ret_value, err);
	case PARSE_ENUM:
		return decode_enum(c, raw, arena, ret_value, err);
	case PARSE_TEXT:
	case PARSE_OID:
		return decode_text(c, raw, arena, ret_value, err);
	case PARSE_SERIAL:
	case PARSE_STRIP_PREFIX:
		return decode_serial(c, raw, arena, ret_value, err);
	case PARSE_MAC:
		return decode_mac(c, raw, arena, ret_value, err);
	case PARSE_DATE:
		return decode_date(c, raw, arena, ret_value, err);
	case PARSE_LEADING_FLOAT:
	case PARSE_FLOAT_IN_PARENS:
		return decode_float(c, raw, arena, ret_value, err);
	case PARSE_MW_TO_DBM:
		return decode_mw(c, raw, arena, ret_value, err);
	case PARSE_IP:
		return decode_ip(c, raw, arena, ret_value, err);
	case PARSE_ANY:
		return decode_any(c, raw, arena, ret_value, err);
	}
	return wrong_type(c, raw, err);
}
