/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as a recording: it is refused with a message, or every value is the same after
 * it was written and read again.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/oid.h"
#include "model/snmprec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_rec(const struct snmprec *rec, struct arena *arena)
{
	struct buf line = BUF_INIT(1024 * 1024);
	struct snmprec back = { 0 };

	snmprec_format(rec->arcs, rec->n, &rec->value, &line);
	assert(buf_ok(&line));
	if (snmprec_parse(line.data, line.len - 1, arena, &back, NULL) != RC_OK)
		abort(); /* the output must be readable */
	assert(oid_compare(rec->arcs, rec->n, back.arcs, back.n) == 0);
	assert(back.value.type == rec->value.type && back.value.len == rec->value.len);
	buf_fini(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct snmprec *recs = NULL;
	size_t n_recs = 0;
	struct err err = { 0 };

	assert(arena);
	if (snmprec_parse_all((const char *)data, n, arena, &recs, &n_recs, &err) !=
	    RC_OK)
		assert(strlen(err.msg) > 0);
	for (size_t i = 0; i < n_recs; i++)
		check_rec(&recs[i], arena);
	return 0;
}
