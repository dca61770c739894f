/* SPDX-License-Identifier: Apache-2.0
 *
 * Any arcs with any shipped index format: if they decode, they encode to the same arcs.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "vendor/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { ARCS_MAX = 32 };

static void
check_format(const struct index_format *f, const uint32_t *arcs, size_t n)
{
	uint32_t again[ARCS_MAX];
	struct position p;
	size_t m = 0;

	if (index_decode(f, arcs, n, &p) != RC_OK)
		return;
	if (index_encode(f, &p, again, ARCS_MAX, &m) != RC_OK)
		abort(); /* a decoded position must encode */
	assert(oid_compare(arcs, n, again, m) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct profile_set *set; /* created once: it takes longer than the rest */
	uint32_t arcs[ARCS_MAX];
	size_t n_arcs = n / 4 < ARCS_MAX ? n / 4 : ARCS_MAX;

	if (!set && profile_set_load_builtin(&set, NULL) != RC_OK)
		return 0;
	for (size_t i = 0; i < n_arcs; i++)
		arcs[i] = (uint32_t)data[4 * i] << 24 | (uint32_t)data[4 * i + 1] << 16 |
		    (uint32_t)data[4 * i + 2] << 8 | data[4 * i + 3];
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);

		for (size_t k = 0; k < p->n_indexes; k++)
			check_format(&p->indexes[k], arcs, n_arcs);
	}
	return 0;
}
