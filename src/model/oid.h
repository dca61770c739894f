/* SPDX-License-Identifier: Apache-2.0
 *
 * model/oid.h - object identifiers as plain arrays of unsigned 32-bit arcs.
 *
 * Many functions take (arcs, n) instead of a struct because most OIDs are part of larger
 * structs. Pure; any thread.
 */
#ifndef FACHO_MODEL_OID_H
#define FACHO_MODEL_OID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { OID_MAX = 128, OID_TEXT_MAX = OID_MAX * 11 + 1 };

struct oid {
	uint32_t n;
	uint32_t arcs[OID_MAX];
};

/* "1.3.6.1" or ".1.3.6.1". With RC_INVALID err has the character and the reason. */
enum rc oid_parse(const char *text, struct oid *ret_oid, struct err *err) MUST_CHECK;

/* Numeric without a leading dot; text has OID_TEXT_MAX bytes. Returns text. */
char *oid_format(const uint32_t *arcs, size_t n, char text[OID_TEXT_MAX]);

/* <0, 0, >0 in the order of an SNMP walk. */
int oid_compare(const uint32_t *a, size_t an, const uint32_t *b, size_t bn);

/* Is prefix the beginning of oid (or all of it)? */
bool oid_starts_with(const uint32_t *oid, size_t n, const uint32_t *prefix, size_t pn);

#endif
