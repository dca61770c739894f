/* SPDX-License-Identifier: Apache-2.0
 *
 * model/snmprec.h - recordings of devices: one value a line, "OID|type|value".
 *
 * The type is the ASN.1 tag in decimal (2 INTEGER, 4 OCTET STRING, ... as in
 * enum snmp_type). A letter after it says how the value is written: `x` all in
 * hexadecimal, `e` with backslash escapes (\x00, \n, \\); none: as it is.
 * Blank lines and lines that begin with # say nothing.
 *
 * Pure: whoever has a file reads it and passes its text. Any thread.
 */
#ifndef FACHO_MODEL_SNMPREC_H
#define FACHO_MODEL_SNMPREC_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "model/value.h"

struct snmprec {
	uint32_t n;
	uint32_t line; /* where it stood; 0 from snmprec_parse() */
	const uint32_t *arcs; /* n of them */
	struct snmp_value value;
};

/* One line, without its line end. Arcs and octets are copied to the arena.
 * RC_NOT_FOUND: the line says nothing. RC_INVALID: a sentence says what is
 * wrong with it. RC_NOMEM. */
enum rc snmprec_parse(const char *line, size_t len, struct arena *arena,
    struct snmprec *ret_rec, struct err *err) MUST_CHECK;

/* A whole recording, in the order of an SNMP walk whatever order it was
 * written in. Of an OID that comes twice (real recordings have that) the first
 * counts. Errors begin with "line N: ". */
enum rc snmprec_parse_all(const char *text, size_t len, struct arena *arena,
    struct snmprec **ret_recs, size_t *ret_n, struct err *err) MUST_CHECK;

/* Append the line for a value, with its line end. Parsing it again gives the
 * same value. */
void snmprec_format(
    const uint32_t *arcs, size_t n, const struct snmp_value *value, struct buf *out);

#endif
