/* SPDX-License-Identifier: Apache-2.0
 *
 * model/snmprec.h - recordings of devices: one value per line, "OID|type|value".
 *
 * The type is the ASN.1 tag in decimal (2 INTEGER, 4 OCTET STRING, ... as in enum
 * snmp_type). A letter after it is the encoding of the value: `x` hexadecimal, `e` with
 * backslash escapes (\x00, \n, \\); no letter: plain. Blank lines and lines that begin
 * with # are ignored.
 *
 * Pure: the caller reads the file and passes its text. Any thread.
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
	uint32_t line; /* line number; 0 from snmprec_parse() */
	const uint32_t *arcs; /* n of them */
	struct snmp_value value;
};

/* One line, without its line end. Arcs and octets are copied to the arena. RC_NOT_FOUND:
 * the line is ignored. RC_INVALID: err has the reason. RC_NOMEM. */
enum rc snmprec_parse(const char *line, size_t len, struct arena *arena,
    struct snmprec *ret_rec, struct err *err) MUST_CHECK;

/* A complete recording. The result is in the order of an SNMP walk. If an OID occurs
 * twice (as in real recordings), the first one is used. Errors begin with "line N: ". */
enum rc snmprec_parse_all(const char *text, size_t len, struct arena *arena,
    struct snmprec **ret_recs, size_t *ret_n, struct err *err) MUST_CHECK;

/* Append the line for a value, with its line end. Parsing it again gives the
 * same value. */
void snmprec_format(
    const uint32_t *arcs, size_t n, const struct snmp_value *value, struct buf *out);

#endif
