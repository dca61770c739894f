/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "channel/document_int.h"
#include "channel/update_int.h"
#include "channel/utf8_int.h"

static void
put_id(char text[32], const json_t *object)
{
	(void)snprintf(text, 32, "%" JSON_INTEGER_FORMAT,
	    json_integer_value(json_object_get(object, "id")));
}

static void
read_sender(const json_t *from, const json_t *chat, struct update *u)
{
	put_id(u->user, from);
	put_id(u->chat, chat);
	(void)snprintf(
	    u->name, sizeof(u->name), "%.60s", document_string(from, "first_name"));
	(void)snprintf(
	    u->lang, sizeof(u->lang), "%.2s", document_string(from, "language_code"));
}

static void
read_press(
    const json_t *query, const unsigned char key[BUTTON_KEY_BYTES], struct update *u)
{
	const json_t *message = json_object_get(query, "message");

	read_sender(json_object_get(query, "from"), json_object_get(message, "chat"), u);
	(void)snprintf(
	    u->callback, sizeof(u->callback), "%.60s", document_string(query, "id"));
	u->kind = button_read(key, document_string(query, "data"), u->chat, &u->button,
		      &u->incident)
	    ? UPDATE_PRESS
	    : UPDATE_FORGED;
}

static bool
find_command(const char *name, size_t n, enum command *ret_command)
{
	static const char *const NAMES[] = {
		[COMMAND_OPEN] = "open", [COMMAND_ACK] = "ack", [COMMAND_ONU] = "onu"
	};

	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		if (strlen(NAMES[i]) == n && strncmp(NAMES[i], name, n) == 0) {
			*ret_command = (enum command)i;
			return true;
		}
	}
	return false;
}

/* "/onu@facho_bot HWTC0001". In a group, what is not ours is for others. */
static void
read_command(const char *text, bool is_private, struct update *u)
{
	size_t n = strcspn(text + 1, " @\n");
	const char *rest = text + 1 + n;
	size_t name = *rest == '@' ? strcspn(rest + 1, " \n") : 0;

	if (!find_command(text + 1, n, &u->command)) {
		if (!is_private)
			return;
		u->command = COMMAND_HELP;
	}
	u->kind = UPDATE_COMMAND;
	if (name > 0)
		(void)snprintf(u->bot, sizeof(u->bot), "%.*s",
		    name < sizeof(u->bot) ? (int)name : (int)sizeof(u->bot) - 1,
		    rest + 1);
	rest += name > 0 ? name + 1 : 0;
	rest += strspn(rest, " \n");
	(void)snprintf(u->code, sizeof(u->code), "%.*s",
	    (int)utf8_cut(rest, sizeof(u->code) - 1), rest);
}

/* "/start CODE" in a private chat, or a command. */
static void
read_message(const json_t *message, struct update *u)
{
	static const char START[] = "/start ";
	const json_t *chat = json_object_get(message, "chat");
	const char *text = document_string(message, "text");
	bool is_private = strcmp(document_string(chat, "type"), "private") == 0;

	read_sender(json_object_get(message, "from"), chat, u);
	if (text[0] == '/' && strncmp(text, "/start", 6) != 0) {
		read_command(text, is_private, u);
		return;
	}
	if (strncmp(text, START, sizeof(START) - 1) != 0 || !is_private ||
	    strcmp(u->user, u->chat) != 0)
		return;
	u->kind = UPDATE_LINK;
	(void)snprintf(u->code, sizeof(u->code), "%.60s", text + sizeof(START) - 1);
}

void
update_read(const json_t *json, const unsigned char key[BUTTON_KEY_BYTES],
    struct update *ret_update)
{
	const json_t *query = json_object_get(json, "callback_query");
	const json_t *message = json_object_get(json, "message");

	*ret_update = (struct update){ .id = json_integer_value(
					   json_object_get(json, "update_id")) };
	if (query)
		read_press(query, key, ret_update);
	else if (message)
		read_message(message, ret_update);
}
