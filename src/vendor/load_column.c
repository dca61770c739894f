/* SPDX-License-Identifier: Apache-2.0
 *
 * "columns": one table column of a device and how its raw values are converted.
 */
#include "vendor/load_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	enum parse parse;
	const char *name;
} PARSES[] = {
	{ PARSE_NUMBER, "number" },
	{ PARSE_TEXT, "text" },
	{ PARSE_SERIAL, "serial" },
	{ PARSE_MAC, "mac" },
	{ PARSE_DATE, "date" },
	{ PARSE_LEADING_FLOAT, "leading_float" },
	{ PARSE_FLOAT_IN_PARENS, "float_in_parens" },
	{ PARSE_MW_TO_DBM, "mw_to_dbm" },
	{ PARSE_STRIP_PREFIX, "strip_prefix" },
	{ PARSE_ENUM, "enum" },
	{ PARSE_IP, "ip" },
	{ PARSE_OID, "oid" },
	{ PARSE_ANY, "any" },
};

static const struct {
	enum snmp_type type;
	const char *name;
} TYPES[] = {
	{ SNMP_INTEGER, "INTEGER" },
	{ SNMP_OCTETS, "OCTET STRING" },
	{ SNMP_OID, "OBJECT IDENTIFIER" },
	{ SNMP_IPADDRESS, "IpAddress" },
	{ SNMP_COUNTER32, "Counter32" },
	{ SNMP_GAUGE32, "Gauge32" },
	{ SNMP_TIMETICKS, "TimeTicks" },
	{ SNMP_COUNTER64, "Counter64" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *
parse_name(enum parse parse)
{
	for (size_t i = 0; i < COUNT(PARSES); i++) {
		if (PARSES[i].parse == parse)
			return PARSES[i].name;
	}
	return "";
}

/* ---- purpose ---- */

static void
load_purpose(struct reader *r, const json_t *o, struct column *c)
{
	const char *text = reader_text(r, o, "purpose", OPTIONAL);

	c->purpose = PURPOSE_CUSTOM;
	c->key = c->name;
	if (text && strncmp(text, "custom:", 7) == 0) {
		c->key = text + 7;
		if (!reader_is_word(c->key))
			reader_complain_of(r, "purpose",
			    "a custom name has small letters, digits and _ only");
	} else if (text &&
	    (!purpose_from_name(text, &c->purpose) ||
		strcmp(purpose_info(c->purpose)->name, text) != 0)) {
		reader_complain_of(r, "purpose",
		    "no purpose \"%.40s\" (custom:<name> is always one)", text);
		c->purpose = PURPOSE_CUSTOM;
	}
	if (c->purpose != PURPOSE_CUSTOM)
		c->key = purpose_info(c->purpose)->key;
}

/* How a column is parsed if its transform does not define it. */
static enum parse
usual_parse(const struct column *c, bool has_type)
{
	switch (c->purpose) {
	case PURPOSE_SERIAL:
		return PARSE_SERIAL;
	case PURPOSE_MAC:
		return PARSE_MAC;
	case PURPOSE_IP:
		return PARSE_IP;
	default:
		break;
	}
	if (c->n_labels)
		return PARSE_ENUM;
	if (c->purpose != PURPOSE_CUSTOM) {
		if (purpose_info(c->purpose)->kind == VALUE_STATE)
			return PARSE_ENUM;
		if (purpose_info(c->purpose)->kind == VALUE_TIME)
			return PARSE_DATE;
		if (purpose_info(c->purpose)->kind == VALUE_TEXT)
			return PARSE_TEXT;
	}
	if (!has_type)
		return c->purpose == PURPOSE_CUSTOM ? PARSE_ANY : PARSE_NUMBER;
	if (c->wire == SNMP_OID)
		return PARSE_OID;
	if (c->wire == SNMP_IPADDRESS)
		return PARSE_IP;
	return c->wire == SNMP_OCTETS ? PARSE_TEXT : PARSE_NUMBER;
}

/* The type on the wire if the profile does not define it. */
static enum snmp_type
usual_wire(enum parse parse)
{
	switch (parse) {
	case PARSE_NUMBER:
	case PARSE_ENUM:
	case PARSE_MW_TO_DBM:
	case PARSE_ANY:
		return SNMP_INTEGER;
	case PARSE_IP:
		return SNMP_IPADDRESS;
	case PARSE_OID:
		return SNMP_OID;
	case PARSE_TEXT:
	case PARSE_SERIAL:
	case PARSE_MAC:
	case PARSE_DATE:
	case PARSE_LEADING_FLOAT:
	case PARSE_FLOAT_IN_PARENS:
	case PARSE_STRIP_PREFIX:
		return SNMP_OCTETS;
	}
	return SNMP_INTEGER;
}

static bool
load_type(struct reader *r, const json_t *o, struct column *c)
{
	const char *text = reader_text(r, o, "type", OPTIONAL);

	if (!text)
		return false;
	for (size_t i = 0; i < COUNT(TYPES); i++) {
		if (strcmp(TYPES[i].name, text) == 0) {
			c->wire = TYPES[i].type;
			return true;
		}
	}
	reader_complain_of(
	    r, "type", "no type \"%.40s\" (INTEGER, OCTET STRING, Counter64, ...)", text);
	return false;
}

/* ---- numbers ---- */

/* Number of decimals of multiples of x, at most 6: 0.01 -> 2, 0.002 -> 3. If more are
 * needed (1/256): as many as distinguish two neighbours. */
static int
decimals_of(double x)
{
	double scale = 1;

	x = fabs(x);
	if (x == 0)
		return 0;
	for (int d = 0; d <= 6; d++, scale *= 10) {
		if (fabs(x * scale - rint(x * scale)) < 1e-9 * x * scale)
			return d;
	}
	return x < 1 ? (int)ceil(-log10(x)) : 2;
}

static void
set_scale(struct column *c)
{
	int mul = decimals_of(c->mul);
	int add = decimals_of(c->add);
	int d = mul > add ? mul : add;

	/* Text has its own decimals; logarithms have infinitely many. */
	if (c->parse == PARSE_LEADING_FLOAT || c->parse == PARSE_FLOAT_IN_PARENS)
		d = 4;
	if (c->parse == PARSE_MW_TO_DBM)
		d = 2;
	c->scale = pow(10, d > 9 ? 9 : d);
}

static bool
is_scaled(const json_t *transform)
{
	return json_object_get(transform, "mul") || json_object_get(transform, "add") ||
	    json_object_get(transform, "signed_bits");
}

static void
load_parse(struct reader *r, const json_t *transform, struct column *c, bool has_type)
{
	const char *text = reader_text(r, transform, "parse", OPTIONAL);

	c->parse = usual_parse(c, has_type);
	/* Only numbers can be scaled. */
	if (c->parse == PARSE_ANY && is_scaled(transform))
		c->parse = PARSE_NUMBER;
	if (!text)
		return;
	for (size_t i = 0; i < COUNT(PARSES); i++) {
		if (strcmp(PARSES[i].name, text) == 0) {
			c->parse = PARSES[i].parse;
			return;
		}
	}
	reader_complain_of(r, "parse", "no such way to parse: \"%.40s\"", text);
}

static void
load_form(struct reader *r, const json_t *transform, struct column *c)
{
	const char *form = reader_text(r, transform, "form", OPTIONAL);

	if (form && strcmp(form, "text") == 0)
		c->sends_text = true;
	else if (form && strcmp(form, "octets") != 0)
		reader_complain_of(r, "form", "expected \"text\" or \"octets\"");
}

static void
load_transform(struct reader *r, const json_t *o, struct column *c, bool has_type)
{
	static const char *const KEYS[] = { "parse", "form", "signed_bits", "mul", "add",
		NULL };
	json_t *transform = reader_object(r, o, "transform", OPTIONAL);
	size_t mark = reader_enter(r, "transform");
	int64_t bits = 0;

	c->mul = 1;
	reader_only_keys(r, transform, KEYS);
	load_parse(r, transform, c, has_type);
	load_form(r, transform, c);
	(void)reader_number(r, transform, "mul", &c->mul); /* 1 and 0 when absent */
	(void)reader_number(r, transform, "add", &c->add);
	(void)reader_integer(r, transform, "signed_bits", 0, 32, &bits);
	if (bits != 0 && bits != 8 && bits != 16 && bits != 32)
		reader_complain_of(r, "signed_bits", "expected 8, 16 or 32");
	c->signed_bits = (unsigned)bits;
	if (c->mul == 0 || !isfinite(c->mul) || !isfinite(c->add)) {
		reader_complain_of(r, "mul", "expected a number other than 0");
		c->mul = 1;
	}
	reader_leave(r, mark);
	set_scale(c);
}

static void
load_invalid(struct reader *r, const json_t *o, struct column *c)
{
	json_t *array = reader_array(r, o, "invalid", OPTIONAL);
	size_t n = json_array_size(array);
	int64_t *numbers;
	const char **texts;

	if (!array || n == 0)
		return;
	numbers = reader_alloc(r, n, sizeof(*numbers));
	texts = reader_alloc(r, n, sizeof(*texts));
	if (!numbers || !texts)
		return;
	for (size_t i = 0; i < n; i++) {
		json_t *value = json_array_get(array, i);
		size_t mark = reader_enter(r, "invalid");

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		if (json_is_integer(value))
			numbers[c->n_invalid++] = json_integer_value(value);
		else if (json_is_string(value))
			texts[c->n_invalid_text++] =
			    reader_copy(r, json_string_value(value));
		else
			reader_complain(r, "expected a whole number or a text");
		reader_leave(r, mark);
	}
	c->invalid = numbers;
	c->invalid_text = texts;
}

/* ---- enums ---- */

/* "up" or { "label": "up", "state": "online" } */
static void
load_label(struct reader *r, const char *key, const json_t *value, struct enum_label *l)
{
	static const char *const KEYS[] = { "label", "state", NULL };
	const char *state = NULL;

	if (!text_is_integer(key, &l->code))
		l->text_code = reader_copy(r, key);
	if (json_is_string(value)) {
		l->label = reader_copy(r, json_string_value(value));
		return;
	}
	if (!json_is_object(value)) {
		reader_complain(r, "expected a label, or an object with label and state");
		return;
	}
	reader_only_keys(r, value, KEYS);
	l->label = reader_text(r, value, "label", NEEDED);
	state = reader_text(r, value, "state", NEEDED);
	if (state && !state_from_name(state, &l->state))
		reader_complain_of(r, "state",
		    "expected online, offline, enabled, disabled, transitional, fault, "
		    "module_absent, module_fault, los_port, los_onu, power, signal, "
		    "admin, reset, rogue or unknown");
}

static int
compare_labels(const void *a, const void *b)
{
	const struct enum_label *x = a;
	const struct enum_label *y = b;

	if (!x->text_code != !y->text_code)
		return x->text_code ? 1 : -1;
	if (x->text_code)
		return strcmp(x->text_code, y->text_code);
	return x->code < y->code ? -1 : x->code > y->code;
}

void
load_sort_labels(struct enum_label *labels, size_t n)
{
	if (n)
		qsort(labels, n, sizeof(*labels), compare_labels);
}

static void
load_labels(struct reader *r, json_t *object, struct column *c)
{
	struct enum_label *labels;
	const char *key;
	json_t *value;

	labels = reader_alloc(r, json_object_size(object) + 1, sizeof(*labels));
	if (!labels)
		return;
	json_object_foreach(object, key, value)
	{
		size_t mark = reader_enter(r, key);

		load_label(r, key, value, &labels[c->n_labels++]);
		reader_leave(r, mark);
	}
	load_sort_labels(labels, c->n_labels);
	for (size_t i = 1; i < c->n_labels; i++) {
		if (compare_labels(&labels[i - 1], &labels[i]) == 0)
			reader_complain(r, "the same value comes twice");
	}
	c->labels = labels;
}

/* The labels, or the name of shared labels. */
static void
load_enum(struct reader *r, const json_t *root, const json_t *o, struct column *c)
{
	json_t *value = json_object_get(o, "enum");
	size_t mark = reader_enter(r, "enum");

	if (json_is_string(value)) {
		const char *name = json_string_value(value);

		value = json_object_get(json_object_get(root, "enums"), name);
		if (!value)
			reader_complain(r, "no enum \"%.40s\" in \"enums\"", name);
	}
	if (value && !json_is_object(value))
		reader_complain(r, "expected an object or the name of one in \"enums\"");
	else if (value)
		load_labels(r, value, c);
	reader_leave(r, mark);
}

/* ---- OID and index ---- */

static void
load_place(struct reader *r, const json_t *o, const struct profile *p, struct column *c,
    const struct index_format *usual)
{
	const char *name = reader_text(r, o, "index", OPTIONAL);
	char text[OID_TEXT_MAX];

	if (reader_oid(r, o, "oid", NEEDED, &c->oid))
		c->is_scalar = c->oid.arcs[c->oid.n - 1] == 0;
	if (c->is_scalar && name)
		reader_complain(r, "%s is a scalar and has no index",
		    oid_format(c->oid.arcs, c->oid.n, text));
	if (c->is_scalar)
		return;
	c->index = name ? load_find_index(r, p, "index", name) : usual;
	if (!c->index && !name && c->oid.n && !c->any_index)
		reader_complain_of(
		    r, "index", "missing, and table \"%s\" has none", c->table);
}

static void
load_cost(struct reader *r, const json_t *o, struct column *c)
{
	const char *cost = reader_text(r, o, "cost", OPTIONAL);

	if (cost && strcmp(cost, "slow") == 0)
		c->cost = COST_SLOW;
	else if (cost && strcmp(cost, "fast") != 0)
		reader_complain_of(r, "cost", "expected \"fast\" or \"slow\"");
}

/* Check the settings that depend on each other. */
static void
check_column(struct reader *r, const struct column *c)
{
	enum value_kind kind = purpose_info(c->purpose)->kind;

	if (c->purpose == PURPOSE_CUSTOM || c->purpose == PURPOSE_DISCOVERY)
		return;
	if (kind == VALUE_TIME && c->parse != PARSE_DATE)
		reader_complain(
		    r, "purpose %s needs parse \"date\"", purpose_info(c->purpose)->name);
	if (kind == VALUE_STATE && c->parse != PARSE_ENUM)
		reader_complain(
		    r, "purpose %s needs an enum", purpose_info(c->purpose)->name);
	if ((kind == VALUE_REAL || kind == VALUE_INT) && c->parse != PARSE_NUMBER &&
	    c->parse != PARSE_LEADING_FLOAT && c->parse != PARSE_FLOAT_IN_PARENS &&
	    c->parse != PARSE_MW_TO_DBM)
		reader_complain(
		    r, "purpose %s needs a number", purpose_info(c->purpose)->name);
}

void
load_column_values(struct reader *r, const json_t *object, struct column *c)
{
	load_transform(r, object, c, load_type(r, object, c));
	load_invalid(r, object, c);
}

/* A tripwire reads such a column: it must be of ports. */
static void
load_counts(struct reader *r, const json_t *object, struct column *c)
{
	const char *text = reader_text(r, object, "counts", OPTIONAL);

	if (!text)
		return;
	c->counts_online = strcmp(text, "online") == 0;
	if (!c->counts_online)
		reader_complain_of(r, "counts", "expected \"online\"");
}

void
load_column(struct reader *r, const json_t *root, const json_t *object,
    const struct profile *p, struct column *c)
{
	static const char *const KEYS[] = { "table", "name", "purpose", "oid", "index",
		"type", "transform", "unit", "invalid", "enum", "cost", "getbulk",
		"counts", "confidence", "source", "note", "sample", NULL };
	const struct index_format *usual = c->index; /* the index of the table */
	bool has_type;

	c->index = NULL;
	reader_only_keys(r, object, KEYS);
	load_purpose(r, object, c);
	load_place(r, object, p, c, usual);
	has_type = load_type(r, object, c);
	load_enum(r, root, object, c);
	load_transform(r, object, c, has_type);
	if (!has_type)
		c->wire = usual_wire(c->parse);
	load_invalid(r, object, c);
	load_cost(r, object, c);
	load_counts(r, object, c);
	c->getbulk = true;
	(void)reader_bool(r, object, "getbulk", &c->getbulk); /* true when absent */
	c->unit = reader_text(r, object, "unit", OPTIONAL);
	c->confidence = load_confidence(r, object);
	c->source = reader_joined(r, object, "source", NEEDED);
	c->note = reader_text(r, object, "note", OPTIONAL);
	c->sample = reader_text(r, object, "sample", OPTIONAL);
	check_column(r, c);
}
