/* SPDX-License-Identifier: Apache-2.0 */
#include "service/service_int.h"

#include <string.h>

enum rc
retake_begin(struct retake *r, struct ask *from, struct db *db, struct err *err)
{
	memset(r, 0, sizeof(*r));
	r->from = from;
	r->arena = arena_new(0);
	if (!r->arena)
		return err_set(err, RC_NOMEM, "out of memory");
	r->ask = *from;
	r->ask.db = db;
	r->ask.arena = r->arena;
	r->ask.answer = &r->answer;
	/* An earlier try of this transaction may have left something. */
	json_decref(from->answer->fields);
	from->answer->fields = NULL;
	return RC_OK;
}

enum rc
retake_result(struct retake *r, struct err *err)
{
	if (args_are_right(&r->ask))
		return RC_OK;
	r->from->answer->fields = r->answer.fields;
	r->answer.fields = NULL;
	return err_set(err, r->answer.rc, "%s", r->answer.message);
}

void
retake_end(struct retake *r)
{
	service_answer_fini(&r->answer);
	arena_free(r->arena);
}
