/* SPDX-License-Identifier: Apache-2.0
 *
 * "indexes": how a row index, the arcs after a column's OID, is made of a position.
 */
#include "vendor/load_int.h"

#include <string.h>

/* Which parts a format has used, to detect one that is used twice. */
struct parts {
	unsigned has;
	bool serial;
};

static bool
is_power_of_two(uint64_t n)
{
	return n && (n & (n - 1)) == 0;
}

static void
set_fast_path(struct index_field *f)
{
	if (!is_power_of_two(f->mul) || !is_power_of_two(f->count))
		return;
	f->shift = (unsigned)__builtin_ctzll(f->mul);
	f->mask = (uint32_t)(f->count - 1);
}

static void
claim_part(struct reader *r, struct parts *parts, enum position_part part)
{
	if (parts->has >> part & 1)
		reader_complain(
		    r, "\"%s\" comes twice in this index", position_part_name(part));
	parts->has |= 1U << part;
}

/* "part" or "const", of a field or of an arc that is one field. */
static void
load_meaning(
    struct reader *r, const json_t *o, struct parts *parts, struct index_field *f)
{
	const char *part = reader_text(r, o, "part", OPTIONAL);
	bool has_const = reader_u32(r, o, "const", &f->value);

	f->is_const = has_const;
	if (json_object_get(o, "part") && json_object_get(o, "const")) {
		reader_complain(r, "expected either \"part\" or \"const\", not both");
		return;
	}
	if (has_const)
		return;
	if (!part) {
		if (!json_object_get(o, "part") && !json_object_get(o, "const"))
			reader_complain(r, "expected \"part\" or \"const\"");
		return;
	}
	f->name = part;
	if (position_part_from_name(part, &f->part))
		claim_part(r, parts, f->part);
	else
		reader_complain_of(r, "part",
		    "\"%.20s\": expected rack, frame, slot, port, onu, sub or sub2",
		    part);
}

/* "add", "min", "max" and the values computed from them. */
static void
load_range(struct reader *r, const json_t *o, struct index_field *f)
{
	int64_t most;

	(void)reader_integer(r, o, "add", -1000000, 1000000, &f->add); /* 0 when absent */
	most = (int64_t)(f->count - 1) + f->add;
	f->min = f->add > 0 ? (uint32_t)f->add : 0;
	f->max = most > UINT32_MAX ? UINT32_MAX : most < 0 ? 0 : (uint32_t)most;
	(void)reader_u32(r, o, "min", &f->min); /* as computed when absent */
	(void)reader_u32(r, o, "max", &f->max);
	if (f->min > f->max)
		reader_complain(r, "min is larger than max");
	if (f->is_const &&
	    ((int64_t)f->value < f->add || (int64_t)f->value - f->add > most - f->add))
		reader_complain(r, "const does not fit its bits");
}

/* "shift" and "bits", or "mul" and "count". */
static void
load_place(struct reader *r, const json_t *o, struct index_field *f)
{
	int64_t count = 1;
	uint32_t mul = 1;
	int64_t shift = 0;
	int64_t bits = 32;
	bool by_bits = reader_integer(r, o, "bits", 1, 32, &bits);

	f->mul = f->count = 1;
	if (json_object_get(o, "mul") || json_object_get(o, "count")) {
		if (by_bits || json_object_get(o, "shift"))
			reader_complain(
			    r, "expected shift and bits, or mul and count, not both");
		(void)reader_u32(r, o, "mul", &mul); /* 1 when absent */
		/* A field may be the whole arc. */
		if (!reader_integer(r, o, "count", 0, (int64_t)1 << 32, &count) &&
		    !json_object_get(o, "count"))
			reader_complain(r, "mul needs a count");
		f->mul = mul;
		f->count = (uint64_t)count;
	} else {
		(void)reader_integer(r, o, "shift", 0, 31, &shift); /* 0 when absent */
		if (!by_bits && json_object_get(o, "shift"))
			reader_complain(r, "shift needs bits");
		if (by_bits && shift + bits > 32)
			reader_complain(r, "shift and bits exceed 32");
		f->mul = (uint64_t)1 << shift;
		f->count = (uint64_t)1 << bits;
	}
	if (f->mul == 0 || f->count == 0) {
		reader_complain(r, "mul and count must not be 0");
		f->mul = f->count = 1;
	}
}

static void
load_field(struct reader *r, const json_t *o, struct parts *parts, struct index_field *f)
{
	static const char *const KEYS[] = { "name", "part", "const", "shift", "bits",
		"mul", "count", "add", "min", "max", NULL };

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	load_place(r, o, f);
	load_meaning(r, o, parts, f);
	load_range(r, o, f);
	if (json_object_get(o, "name"))
		f->name = reader_text(r, o, "name", OPTIONAL);
	set_fast_path(f);
}

static void
load_fields(struct reader *r, const json_t *o, struct parts *parts, struct index_arc *a)
{
	json_t *fields = reader_array(r, o, "fields", NEEDED);
	size_t n = json_array_size(fields);
	size_t mark = reader_enter(r, "fields");

	if (fields && (n == 0 || n > INDEX_FIELDS_MAX))
		reader_complain(r, "expected 1 to %d fields", INDEX_FIELDS_MAX);
	for (size_t i = 0; i < n && i < INDEX_FIELDS_MAX; i++) {
		size_t at = reader_enter_at(r, i);

		load_field(r, json_array_get(fields, i), parts, &a->fields[i]);
		a->n_fields++;
		reader_leave(r, at);
	}
	reader_leave(r, mark);
}

static void
claim_serial(struct reader *r, struct parts *parts)
{
	if (parts->serial)
		reader_complain(r, "the serial comes twice in this index");
	parts->serial = true;
}

/* { "any": true }, { "opaque": true }, { "text": true }. False: none of them. */
static bool
load_special(struct reader *r, const json_t *o, struct parts *parts, struct index_arc *a)
{
	int64_t length = 0;
	bool yes = false;

	if (reader_integer(r, o, "octets", 1, POSITION_SERIAL_MAX, &length)) {
		a->kind = ARC_OCTETS;
		a->length = (uint32_t)length;
		claim_serial(r, parts);
	} else if (reader_bool(r, o, "text", &yes)) {
		a->kind = ARC_TEXT;
		claim_serial(r, parts);
	} else if (reader_bool(r, o, "opaque", &yes)) {
		a->kind = ARC_OPAQUE;
		claim_part(r, parts, POS_ONU);
	} else if (reader_bool(r, o, "any", &yes)) {
		a->kind = ARC_ANY;
		claim_part(r, parts, parts->has >> POS_SUB & 1 ? POS_SUB2 : POS_SUB);
	} else
		return false;
	if (a->kind != ARC_OCTETS && !yes)
		reader_complain(r, "expected true");
	if (json_object_size(o) != 1)
		reader_complain(r, "such an arc has no other keys");
	return true;
}

static void
load_arc(struct reader *r, const json_t *o, struct parts *parts, struct index_arc *a)
{
	static const char *const KEYS[] = { "fields", "base", "any", "opaque", "text",
		"octets", "name", "part", "const", "mul", "count", "add", "min", "max",
		"shift", "bits", NULL };
	static const char *const PACKED[] = { "fields", "base", NULL };

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	if (load_special(r, o, parts, a))
		return;
	a->kind = ARC_FIELDS;
	if (json_object_get(o, "fields")) {
		reader_only_keys(r, o, PACKED);
		(void)reader_u32(r, o, "base", &a->base); /* 0 when absent */
		load_fields(r, o, parts, a);
		return;
	}
	a->n_fields = 1;
	load_field(r, o, parts, &a->fields[0]);
}

/* Fields of one arc must not overlap: a decoded position would encode to a different
 * number. */
static void
check_overlap(struct reader *r, const struct index_arc *a)
{
	for (unsigned i = 0; i < a->n_fields; i++) {
		for (unsigned j = 0; j < a->n_fields; j++) {
			const struct index_field *low = &a->fields[i];
			const struct index_field *high = &a->fields[j];

			if (i == j || low->mul > high->mul)
				continue;
			if (low->mul * low->count > high->mul ||
			    high->mul % low->mul != 0)
				reader_complain(r, "fields %u and %u overlap", i, j);
		}
	}
}

static void
load_name_pattern(struct reader *r, const json_t *o, struct index_format *f)
{
	f->name_column = reader_text(r, o, "name_column", OPTIONAL);
	f->name_pattern = reader_text(r, o, "name_pattern", OPTIONAL);
	if (!f->name_column != !f->name_pattern)
		reader_complain(r, "name_column and name_pattern go together");
	if (f->name_pattern && !name_pattern_is_valid(f->name_pattern))
		reader_complain_of(r, "name_pattern",
		    "expected a pattern like \"GPON{slot}/{port}:{onu}\", each part "
		    "once");
}

void
load_format(struct reader *r, const json_t *o, struct index_format *f)
{
	static const char *const KEYS[] = { "arcs", "confidence", "source", "note",
		"name_column", "name_pattern", "other_rows", NULL };
	struct parts parts = { 0 };
	json_t *arcs;
	size_t n;

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	f->confidence = load_confidence(r, o);
	(void)reader_joined(r, o, "source", NEEDED); /* for users; only checked */
	(void)reader_text(r, o, "note", OPTIONAL);
	load_name_pattern(r, o, f);
	(void)reader_bool(r, o, "other_rows", &f->other_rows);
	arcs = reader_array(r, o, "arcs", NEEDED);
	n = json_array_size(arcs);
	if (arcs && (n == 0 || n > INDEX_ARCS_MAX))
		reader_complain(r, "expected 1 to %d arcs", INDEX_ARCS_MAX);
	for (size_t i = 0; i < n && i < INDEX_ARCS_MAX; i++) {
		size_t mark = reader_enter(r, "arcs");

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		load_arc(r, json_array_get(arcs, i), &parts, &f->arcs[i]);
		check_overlap(r, &f->arcs[i]);
		f->n_arcs++;
		reader_leave(r, mark);
	}
}

void
load_indexes(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *object = reader_object(r, root, "indexes", OPTIONAL);
	struct index_format *formats;
	const char *key;
	json_t *value;
	size_t mark;

	if (!object)
		return;
	formats = reader_alloc(r, json_object_size(object) + 1, sizeof(*formats));
	if (!formats)
		return;
	mark = reader_enter(r, "indexes");
	json_object_foreach(object, key, value)
	{
		struct index_format *f = &formats[p->n_indexes++];
		size_t at = reader_enter(r, key);

		if (!reader_is_word(key))
			reader_complain(r, "a name has small letters, digits and _ only");
		f->name = reader_copy(r, key);
		load_format(r, value, f);
		reader_leave(r, at);
	}
	reader_leave(r, mark);
	p->indexes = formats;
}

const struct index_format *
load_find_index(
    struct reader *r, const struct profile *p, const char *key, const char *name)
{
	for (size_t i = 0; i < p->n_indexes; i++) {
		if (strcmp(p->indexes[i].name, name) == 0)
			return &p->indexes[i];
	}
	reader_complain_of(r, key, "no index \"%.40s\" in this profile", name);
	return NULL;
}
