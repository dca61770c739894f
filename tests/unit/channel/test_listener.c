/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates of a bot, read and checked; and the thread that waits for them, against an address
 * where nobody answers.
 */
#include "check.h"

#include <pthread.h>
#include <sodium.h>
#include <unistd.h>

#include "channel/listener.h"
#include "channel/update_int.h"

static unsigned char key[BUTTON_KEY_BYTES];

static struct update
read_update(const char *json)
{
	json_t *j = json_loads(json, 0, NULL);
	struct update u;

	assert_non_null(j);
	update_read(j, key, &u);
	json_decref(j);
	return u;
}

static void
a_press_is_read_if_it_is_ours(void **state)
{
	char data[BUTTON_DATA_MAX], json[512];
	struct update u;

	(void)state;
	button_sign(key, BUTTON_SILENCE, 71, "-5", data);
	(void)snprintf(json, sizeof(json),
	    "{\"update_id\":9,\"callback_query\":{\"id\":\"cb\",\"data\":\"%s\","
	    "\"from\":{\"id\":42,\"first_name\":\"Ana\",\"language_code\":\"es-419\"},"
	    "\"message\":{\"chat\":{\"id\":-5}}}}",
	    data);
	u = read_update(json);
	assert_int_equal(u.kind, UPDATE_PRESS);
	assert_int_equal(u.id, 9);
	assert_int_equal(u.button, BUTTON_SILENCE);
	assert_int_equal(u.incident, 71);
	assert_string_equal(u.user, "42");
	assert_string_equal(u.chat, "-5");
	assert_string_equal(u.lang, "es");
	assert_string_equal(u.callback, "cb");
	u = read_update("{\"update_id\":9,\"callback_query\":{\"data\":\"a.71.x\"}}");
	assert_int_equal(u.kind, UPDATE_FORGED);
}

static void
every_button_is_read_as_itself(void **state)
{
	char data[BUTTON_DATA_MAX];
	enum button found;
	int64_t incident;

	(void)state;
	for (int i = 0; i < BUTTONS; i++) {
		button_sign(key, (enum button)i, INT64_MAX, "-1001234567890", data);
		assert_true(button_read(key, data, "-1001234567890", &found, &incident));
		assert_int_equal(found, i);
		assert_int_equal(incident, INT64_MAX);
	}
}

/* In a group anybody could see the code. */
static void
a_code_counts_in_a_private_chat_only(void **state)
{
	struct update u;

	(void)state;
	u = read_update(
	    "{\"update_id\":3,\"message\":{\"text\":\"/start abc\","
	    "\"from\":{\"id\":42},\"chat\":{\"id\":42,\"type\":\"private\"}}}");
	assert_int_equal(u.kind, UPDATE_LINK);
	assert_string_equal(u.code, "abc");
	u = read_update("{\"update_id\":3,\"message\":{\"text\":\"/start abc\","
			"\"from\":{\"id\":42},\"chat\":{\"id\":-5,\"type\":\"group\"}}}");
	assert_int_equal(u.kind, UPDATE_OTHER);
	u = read_update(
	    "{\"update_id\":3,\"message\":{\"text\":\"hola\","
	    "\"from\":{\"id\":42},\"chat\":{\"id\":42,\"type\":\"private\"}}}");
	assert_int_equal(u.kind, UPDATE_OTHER);
}

static struct update
read_text(const char *type, const char *text)
{
	char json[512];

	(void)snprintf(json, sizeof(json),
	    "{\"update_id\":3,\"message\":{\"text\":\"%s\",\"from\":{\"id\":42},"
	    "\"chat\":{\"id\":%s,\"type\":\"%s\"}}}",
	    text, strcmp(type, "private") == 0 ? "42" : "-5", type);
	return read_update(json);
}

static void
commands_are_read_also_in_groups(void **state)
{
	struct update u = read_text("private", "/open");

	(void)state;
	assert_int_equal(u.kind, UPDATE_COMMAND);
	assert_int_equal(u.command, COMMAND_OPEN);
	assert_string_equal(u.code, "");
	u = read_text("supergroup", "/ack@facho_bot  71");
	assert_int_equal(u.command, COMMAND_ACK);
	assert_string_equal(u.bot, "facho_bot");
	assert_string_equal(u.code, "71");
	assert_string_equal(u.chat, "-5");
	u = read_text("private", "/onu HWTC0001 juan");
	assert_int_equal(u.command, COMMAND_ONU);
	assert_string_equal(u.code, "HWTC0001 juan");
	u = read_text("private", "/dance");
	assert_int_equal(u.kind, UPDATE_COMMAND);
	assert_int_equal(u.command, COMMAND_HELP);
	assert_int_equal(read_text("group", "/dance").kind, UPDATE_OTHER);
	assert_int_equal(read_text("group", "/start abc").kind, UPDATE_OTHER);
	assert_int_equal(read_text("group", "open").kind, UPDATE_OTHER);
}

static void
anything_else_is_nothing(void **state)
{
	static const char *const ANY[] = { "{}", "[]", "{\"update_id\":\"x\"}",
		"{\"message\":[]}", "{\"callback_query\":7}",
		"{\"message\":{\"text\":5,\"chat\":{\"id\":{}}}}" };

	(void)state;
	for (size_t i = 0; i < sizeof(ANY) / sizeof(ANY[0]); i++) {
		struct update u = read_update(ANY[i]);

		assert_true(u.kind == UPDATE_OTHER || u.kind == UPDATE_FORGED);
		assert_int_equal(u.id, 0);
	}
}

/* ---- the thread ---------------------------------------------------------------------------- */

struct lab {
	pthread_mutex_t lock;
	int loads, said;
};

/* Port 1 of this machine: nobody is there. */
static enum rc
ops_bots(void *ctx, struct arena *arena, struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX],
    size_t *ret_n, struct err *err)
{
	struct lab *lab = ctx;

	(void)arena;
	(void)err;
	ret_bots[0] = (struct telegram_bot){ .channel = { 1 },
		.name = "bot",
		.settings = "{\"api_url\":\"http://127.0.0.1:1\"}",
		.updated_ms = 1 };
	*ret_n = 1;
	(void)pthread_mutex_lock(&lab->lock);
	lab->loads++;
	(void)pthread_mutex_unlock(&lab->lock);
	return secret_set(&ret_bots[0].token, "123:TOKEN");
}

static enum rc
ops_press(void *ctx, const struct listener_sender *from, enum button button,
    int64_t incident, char ret_answer[LISTENER_ANSWER_MAX])
{
	(void)ctx;
	(void)from;
	(void)button;
	(void)incident;
	(void)ret_answer;
	return RC_OK;
}

static enum rc
ops_link(void *ctx, const struct listener_sender *from, const char *code,
    char ret_answer[LISTENER_ANSWER_MAX])
{
	(void)ctx;
	(void)from;
	(void)code;
	(void)ret_answer;
	return RC_OK;
}

static enum rc
ops_command(void *ctx, const struct listener_sender *from, enum command command,
    const char *words, char ret_answer[LISTENER_TEXT_MAX])
{
	(void)ctx;
	(void)from;
	(void)command;
	(void)words;
	(void)ret_answer;
	return RC_OK;
}

static enum rc
ops_offset(void *ctx, struct channel_id channel, int64_t offset, struct err *err)
{
	(void)ctx;
	(void)channel;
	(void)offset;
	(void)err;
	return RC_OK;
}

static void
ops_say(void *ctx, const char *channel_name, const char *message)
{
	struct lab *lab = ctx;

	assert_string_equal(channel_name, "bot");
	assert_null(strstr(message, "TOKEN"));
	(void)pthread_mutex_lock(&lab->lock);
	lab->said++;
	(void)pthread_mutex_unlock(&lab->lock);
}

static bool
has_said(struct lab *lab)
{
	bool has;

	(void)pthread_mutex_lock(&lab->lock);
	has = lab->said > 0;
	(void)pthread_mutex_unlock(&lab->lock);
	return has;
}

static void
a_bot_that_cannot_be_read_is_told(void **state)
{
	static const struct listener_ops OPS = { ops_bots, ops_press, ops_link,
		ops_command, ops_offset, ops_say };
	struct lab lab = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct listener_options options = { .ops = &OPS, .ctx = &lab, .proxy = "" };
	struct listener *l = NULL;
	struct err err = { .msg = "" };

	(void)state;
	check_rc(networks_read("127.0.0.0/8", &options.allowed, &err), RC_OK);
	check_rc(listener_start(&options, &l, &err), RC_OK);
	while (!has_said(&lab))
		(void)usleep(5000);
	listener_free(l);
	assert_true(lab.loads >= 1);
	assert_true(lab.said >= 1);
	(void)pthread_mutex_destroy(&lab.lock);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_press_is_read_if_it_is_ours),
		cmocka_unit_test(every_button_is_read_as_itself),
		cmocka_unit_test(a_code_counts_in_a_private_chat_only),
		cmocka_unit_test(commands_are_read_also_in_groups),
		cmocka_unit_test(anything_else_is_nothing),
		cmocka_unit_test(a_bot_that_cannot_be_read_is_told),
	};

	if (sodium_init() < 0)
		return 1;
	randombytes_buf(key, sizeof(key));
	return CHECK_ALL(tests);
}
