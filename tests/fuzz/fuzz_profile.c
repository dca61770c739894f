/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a profile: they are refused with a message, or the result can be used.
 */
#include <assert.h>
#include <string.h>

#include "vendor/vendor_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
use(const struct profile *p)
{
	static const uint32_t ARCS[4] = { 4194312192, 1, 2, 3 };
	struct position position;

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		assert(profile_table(p, c->table) && c->name && c->key);
		assert(c->is_scalar || c->index);
		for (size_t k = 0; c->index && k <= 4; k++)
			(void)!index_decode(
			    c->index, ARCS, k, &position); /* any result */
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena *arena OWNED(arena_free) = arena_new(64 * 1024 * 1024);
	const struct profile *p = NULL;
	struct err err = { 0 };

	assert(arena);
	if (profile_parse((const char *)data, n, arena, &p, &err) == RC_OK)
		use(p);
	else
		assert(strlen(err.msg) > 0);
	return 0;
}
