/* SPDX-License-Identifier: Apache-2.0
 *
 * Any value for any shipped column: a typed value or an error, and the encoding of a
 * typed value can be decoded.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "vendor/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_column(const struct column *c, const struct snmp_value *raw, struct arena *arena)
{
	struct snmp_value sent;
	struct value v;
	struct value back;

	if (column_decode(c, raw, arena, &v, NULL) != RC_OK)
		return;
	assert(v.kind != VALUE_TEXT || v.text);
	if (column_encode(c, &v, arena, &sent, NULL) == RC_OK &&
	    column_decode(c, &sent, arena, &back, NULL) != RC_OK)
		abort(); /* an encoded value must decode */
}

/* The first octet is the type, the others are the value. */
static struct snmp_value
value_of(const uint8_t *data, size_t n)
{
	static const enum snmp_type NUMBERS[] = { SNMP_INTEGER, SNMP_GAUGE32,
		SNMP_TIMETICKS, SNMP_COUNTER64 };
	struct snmp_value v = { .type = SNMP_OCTETS };

	if (n == 0)
		return v;
	if (data[0] < 4) {
		v.type = NUMBERS[data[0]];
		for (size_t i = 1; i < n && i <= 8; i++)
			v.u = v.u << 8 | data[i];
		return v;
	}
	if (data[0] == SNMP_NULL || data[0] >= SNMP_NO_SUCH_OBJECT)
		return (struct snmp_value){ .type = SNMP_NULL };
	v.octets = data + 1;
	v.len = (uint32_t)(n - 1);
	return v;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct profile_set *set; /* created once: it takes longer than the rest */
	static struct arena *arena;
	struct snmp_value raw = value_of(data, n < 300 ? n : 300);

	if (!set && profile_set_load_builtin(&set, NULL) != RC_OK)
		return 0;
	if (!arena)
		arena = arena_new(0);
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);

		arena_reset(arena);
		for (size_t k = 0; k < p->n_columns; k++)
			check_column(&p->columns[k], &raw, arena);
	}
	return 0;
}
