/* SPDX-License-Identifier: Apache-2.0
 *
 * The meaning of an answer of Telegram. Its texts are part of its interface, because most
 * errors have the same code, 400.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "channel/document_int.h"
#include "channel/request_int.h"

static bool
says(const json_t *answer, const char *words)
{
	return strcasestr(document_string(answer, "description"), words) != NULL;
}

static void
read_done(const json_t *answer, struct answer *ret)
{
	const json_t *result = json_object_get(answer, "result");
	json_int_t id = json_integer_value(json_object_get(result, "message_id"));

	ret->kind = ANSWER_DONE;
	if (id)
		(void)snprintf(ret->ref, sizeof(ret->ref), "%" JSON_INTEGER_FORMAT, id);
}

static void
read_bad_request(const json_t *answer, bool is_edit, struct answer *ret)
{
	const json_t *parameters = json_object_get(answer, "parameters");
	json_int_t moved =
	    json_integer_value(json_object_get(parameters, "migrate_to_chat_id"));

	ret->kind = ANSWER_DEAD;
	if (moved) {
		ret->kind = ANSWER_MOVED;
		(void)snprintf(
		    ret->address, sizeof(ret->address), "%" JSON_INTEGER_FORMAT, moved);
	} else if (is_edit && says(answer, "message is not modified")) {
		ret->kind = ANSWER_DONE;
	} else if (is_edit &&
	    (says(answer, "message to edit not found") ||
		says(answer, "message can't be edited"))) {
		ret->kind = ANSWER_SEND;
	}
}

static void
read_error(int64_t status, const json_t *answer, bool is_edit, struct answer *ret)
{
	const json_t *parameters = json_object_get(answer, "parameters");
	json_int_t wait = json_integer_value(json_object_get(parameters, "retry_after"));

	if (status == 429) {
		ret->kind = ANSWER_WAIT;
		ret->wait_s = wait > 0 ? wait : 5;
	} else if (status == 400) {
		read_bad_request(answer, is_edit, ret);
	} else if (status == 401 || status == 404) {
		ret->kind = ANSWER_REFUSED; /* the token is wrong */
	} else if (status == 403) {
		ret->kind = ANSWER_BLOCKED;
	} else if (status >= 500 || status == 409 || status == 408) {
		ret->kind = ANSWER_RETRY;
	} else {
		ret->kind = ANSWER_DEAD;
	}
}

void
telegram_answer(int64_t status, const char *body, bool is_edit, struct answer *ret_answer)
{
	json_t *answer = json_loads(body, 0, NULL);
	const char *words = document_string(answer, "description");

	*ret_answer = (struct answer){ .code = status };
	if (status == 200 && json_is_true(json_object_get(answer, "ok")))
		read_done(answer, ret_answer);
	else if (status == 200)
		ret_answer->kind = ANSWER_UNSURE;
	else
		read_error(status, answer, is_edit, ret_answer);
	if (ret_answer->kind != ANSWER_DONE)
		(void)snprintf(ret_answer->error, sizeof(ret_answer->error),
		    "Telegram answered %" PRId64 "%s%.200s", status, *words ? ": " : "",
		    words);
	json_decref(answer);
}
