/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/marks_int.h"

#include <string.h>

struct mark_effect
marks_effect(const struct behaviour *b, const struct tree *tree, struct place at)
{
	struct mark_effect effect = { 0 };
	uint32_t arcs[OID_MAX];
	size_t n = tree_oid(tree, at, arcs);

	for (size_t i = 0; i < b->n_marks; i++) {
		const struct mark *m = &b->marks[i];
		if (!oid_starts_with(arcs, n, m->oid.arcs, m->oid.n))
			continue;
		switch (m->kind) {
		case MARK_SLOW:
			effect.slow_us += m->amount;
			break;
		case MARK_MISSING:
			effect.is_missing = true;
			break;
		case MARK_GENERR:
			effect.is_generr = true;
			break;
		case MARK_WRONG_TYPE:
			effect.is_wrong_type = true;
			break;
		case MARK_FOREIGN:
			effect.is_foreign = true;
			break;
		case MARK_GIANT:
			effect.giant = m->amount;
			break;
		case MARK_REPEAT:
		case MARK_LOOP:
		case MARK_ENDLESS:
		case MARK_KINDS:
			break;
		}
	}
	return effect;
}

bool
marks_is_endless(const struct behaviour *b, const struct segment *s)
{
	for (size_t i = 0; i < b->n_marks; i++) {
		const struct oid *oid = &b->marks[i].oid;

		if (b->marks[i].kind == MARK_ENDLESS && s->column &&
		    oid_starts_with(s->arcs, s->n_arcs, oid->arcs, oid->n))
			return true;
	}
	return false;
}

struct snmp_value
marks_giant(const struct snmp_value *right, int64_t octets, struct arena *arena)
{
	struct snmp_value giant = *right;
	uint8_t *text = right->type == SNMP_OCTETS && octets <= UINT16_MAX
	    ? arena_alloc(arena, (size_t)octets)
	    : NULL;

	if (!text)
		return *right;
	memset(text, 'X', (size_t)octets);
	giant.octets = text;
	giant.len = (uint32_t)octets;
	return giant;
}

/* Rows are counted within the column in which the marked subtree begins. */
bool
marks_lead_astray(const struct behaviour *b, const struct tree *tree, struct place at,
    struct place *ret_place)
{
	for (size_t i = 0; i < b->n_marks; i++) {
		const struct mark *m = &b->marks[i];
		if (m->kind != MARK_REPEAT && m->kind != MARK_LOOP)
			continue;
		struct place first = tree_after(tree, m->oid.arcs, m->oid.n);
		if (first.segment != at.segment || at.row < first.row ||
		    at.row - first.row + 1 != (uint64_t)m->amount)
			continue;
		*ret_place = m->kind == MARK_LOOP ? first : at;
		return true;
	}
	return false;
}

struct snmp_value
marks_wrong_type(const struct snmp_value *right)
{
	static const uint8_t TEXT[] = "wrong";

	if (right->type == SNMP_OCTETS)
		return (struct snmp_value){ .type = SNMP_COUNTER64,
			.u = UINT64_C(0x1234567890) };
	return (struct snmp_value){ .type = SNMP_OCTETS, .len = 5, .octets = TEXT };
}

const uint8_t *
marks_foreign_head(size_t *ret_len)
{
	/* 1.3.6.1.4.1.32473.1, the enterprise number for examples (RFC 5612). */
	static const uint8_t HEAD[] = { 0x2b, 6, 1, 4, 1, 0x81, 0xfd, 0x59, 1 };

	*ret_len = sizeof(HEAD);
	return HEAD;
}
