/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/marks_int.h - what the faults tied to a part of the tree do to one leaf.
 *
 * Called only for OLTs that have such faults, so it may be simple. Pure.
 */
#ifndef FACHO_SIM_MARKS_INT_H
#define FACHO_SIM_MARKS_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/settings_int.h"
#include "sim/tree_int.h"

struct mark_effect {
	bool is_missing, is_generr, is_wrong_type, is_foreign;
	int64_t slow_us;
	int64_t giant; /* octets of a text; 0: as it is */
};

struct mark_effect marks_effect(
    const struct behaviour *b, const struct tree *tree, struct place at);

/* Do more rows follow the last one of this segment, for ever? */
bool marks_is_endless(const struct behaviour *b, const struct segment *s);

/* A text of so many octets; other values stay. NULL arena memory: as it was. */
struct snmp_value marks_giant(
    const struct snmp_value *right, int64_t octets, struct arena *arena);

/* Does a walk that stands at this leaf go somewhere it should not? */
bool marks_lead_astray(const struct behaviour *b, const struct tree *tree,
    struct place at, struct place *ret_place);

/* A text where a number should be and the other way round. */
struct snmp_value marks_wrong_type(const struct snmp_value *right);

/* The encoded OID of a subtree that nobody asked for. */
const uint8_t *marks_foreign_head(size_t *ret_len);

#endif
