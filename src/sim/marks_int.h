/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/marks_int.h - the effect of faults for parts of the tree on one leaf.
 *
 * Called only for OLTs with such faults, so it need not be fast. Pure.
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
	int64_t giant; /* octets of a text; 0: unchanged */
};

struct mark_effect marks_effect(
    const struct behaviour *b, const struct tree *tree, struct place at);

/* Is this segment followed by endless rows? */
bool marks_is_endless(const struct behaviour *b, const struct segment *s);

/* A text of this many octets; other values are not changed. If the arena is full, the
 * value is not changed. */
struct snmp_value marks_giant(
    const struct snmp_value *right, int64_t octets, struct arena *arena);

/* Does a fault send a walk from this leaf to a wrong place? */
bool marks_lead_astray(const struct behaviour *b, const struct tree *tree,
    struct place at, struct place *ret_place);

/* A text instead of a number, and a number instead of a text. */
struct snmp_value marks_wrong_type(const struct snmp_value *right);

/* The encoded OID of a subtree that was not requested. */
const uint8_t *marks_foreign_head(size_t *ret_len);

#endif
