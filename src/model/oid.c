/* SPDX-License-Identifier: Apache-2.0 */
#include "model/oid.h"

#include <string.h>

/* One decimal arc at *at; false when it is not one or exceeds 32 bits. */
static bool
parse_arc(const char **at, uint32_t *ret_arc)
{
	const char *p = *at;
	uint64_t arc = 0;

	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		arc = arc * 10 + (uint64_t)(*p - '0');
		if (arc > UINT32_MAX)
			return false;
	}
	*ret_arc = (uint32_t)arc;
	*at = p;
	return true;
}

enum rc
oid_parse(const char *text, struct oid *ret_oid, struct err *err)
{
	struct oid oid = { 0 };
	const char *p = text;

	if (*p == '.')
		p++;
	for (;;) {
		if (oid.n == OID_MAX)
			return err_set(err, RC_INVALID,
			    "OID \"%.60s\": more than %d numbers", text, OID_MAX);
		if (!parse_arc(&p, &oid.arcs[oid.n]))
			return err_set(err, RC_INVALID,
			    "OID \"%.60s\": expected a number from 0 to 4294967295 at "
			    "character %zu",
			    text, (size_t)(p - text) + 1);
		oid.n++;
		if (*p == '\0')
			break;
		if (*p != '.')
			return err_set(err, RC_INVALID,
			    "OID \"%.60s\": expected a dot at character %zu", text,
			    (size_t)(p - text) + 1);
		p++;
	}
	*ret_oid = oid;
	return RC_OK;
}

char *
oid_format(const uint32_t *arcs, size_t n, char text[OID_TEXT_MAX])
{
	char *p = text;

	for (size_t i = 0; i < n && i < OID_MAX; i++) {
		char digits[10];
		uint32_t arc = arcs[i];
		size_t d = 0;

		if (i)
			*p++ = '.';
		do {
			digits[d++] = (char)('0' + arc % 10);
			arc /= 10;
		} while (arc);
		while (d)
			*p++ = digits[--d];
	}
	*p = '\0';
	return text;
}

int
oid_compare(const uint32_t *a, size_t an, const uint32_t *b, size_t bn)
{
	size_t n = an < bn ? an : bn;

	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	}
	return an == bn ? 0 : an < bn ? -1 : 1;
}

bool
oid_starts_with(const uint32_t *oid, size_t n, const uint32_t *prefix, size_t pn)
{
	return n >= pn && memcmp(oid, prefix, pn * sizeof(*oid)) == 0;
}
