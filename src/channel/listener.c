/* SPDX-License-Identifier: Apache-2.0
 *
 * One thread with libcurl's multi interface and curl_multi_poll: a waiting getUpdates for
 * each bot, and short requests that answer users.
 */
#include <curl/curl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/grumble.h"
#include "channel/courier_int.h"
#include "channel/document_int.h"
#include "channel/listener.h"
#include "channel/request_int.h"
#include "channel/update_int.h"
#include "channel/utf8_int.h"

enum {
	POLL_S = 50, /* maximum time until Telegram answers */
	POLL_ALL_S = 65,
	ANSWER_S = 15,
	CONNECT_S = 5,
	LOAD_MS = 3000, /* time between two checks of the list of bots */
	UPDATES_MAX = 1024 * 1024, /* bytes of one answer */
	PAUSE_LEAST_MS = 2000,
	PAUSE_MOST_MS = 60000,
	TURN_MS = 1000,
	CALLS_MAX = 200, /* at the same time */
	PRESS_CHARS = 200, /* of the answer to a press; bytes are more than enough */
};

/* One request: updates of a bot, or an answer to a user (without bot). */
struct call {
	struct listener *listener;
	struct bot *bot; /* NULL: an answer; its end is not waited for */
	struct call *prev, *next; /* of all */
	CURL *easy;
	struct curl_slist *headers;
	struct buf in;
	char *body; /* owned */
};

struct bot {
	struct channel_id channel;
	char name[128], api[256];
	char user_name[64]; /* in Telegram, "" if nobody said it */
	struct secret token;
	int64_t offset, updated_ms;
	struct call *call; /* NULL: paused */
	int64_t resume_ms, pause_ms;
	struct grumble grumble;
	bool is_wanted;
};

struct listener {
	struct listener_options options;
	char proxy[512], ca_file[512];
	pthread_t thread;
	bool has_thread;
	CURLM *multi;
	struct bot *bots[TELEGRAM_BOTS_MAX];
	size_t n;
	struct call *calls;
	int n_calls;
	int64_t load_ms;

	pthread_mutex_t lock;
	bool is_stopping; /* under the lock */
};

/* ---- requests ---------------------------------------------------------------------------- */

static void
call_free(struct call *call)
{
	struct listener *l = call ? call->listener : NULL;

	if (!call)
		return;
	if (call->prev)
		call->prev->next = call->next;
	else
		l->calls = call->next;
	if (call->next)
		call->next->prev = call->prev;
	l->n_calls--;
	if (call->easy) {
		(void)curl_multi_remove_handle(l->multi, call->easy);
		curl_easy_cleanup(call->easy);
	}
	curl_slist_free_all(call->headers);
	buf_fini(&call->in);
	free(call->body);
	free(call);
}

static size_t
take_bytes(char *bytes, size_t size, size_t n, void *ctx)
{
	struct call *call = ctx;

	buf_add(&call->in, bytes, size * n);
	return buf_ok(&call->in) ? size * n : 0;
}

static curl_socket_t
open_socket(void *ctx, curlsocktype purpose, struct curl_sockaddr *sa)
{
	struct call *call = ctx;
	const struct listener *l = call->listener;
	struct address address;

	(void)purpose;
	if (!*l->proxy &&
	    (!address_of(&sa->addr, &address) ||
		!courier_may_connect(&l->options.allowed, &address)))
		return CURL_SOCKET_BAD;
	return socket(sa->family, sa->socktype | SOCK_CLOEXEC, sa->protocol);
}

static void
set_options(struct call *call, long seconds)
{
	const struct listener *l = call->listener;
	CURL *easy = call->easy;

	curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT, seconds);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, call);
	curl_easy_setopt(easy, CURLOPT_PROXY, l->proxy);
	if (*l->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, l->ca_file);
	call->headers = curl_slist_append(NULL, "Content-Type: application/json");
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, call->headers);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call->body);
}

/* POST body (owned) to a method of the bot. NULL: no memory, or too many
 * at the same time. */
static struct call *
call_new(struct listener *l, const struct bot *bot, const char *method, json_t *body,
    long seconds)
{
	struct call *call = l->n_calls < CALLS_MAX ? calloc(1, sizeof(*call)) : NULL;
	struct buf url = BUF_INIT(REQUEST_URL_MAX);

	if (call) {
		call->listener = l;
		call->next = l->calls;
		if (l->calls)
			l->calls->prev = call;
		l->calls = call;
		l->n_calls++;
		call->in = (struct buf)BUF_INIT(UPDATES_MAX);
		call->body = body ? json_dumps(body, JSON_COMPACT) : NULL;
		call->easy = curl_easy_init();
	}
	json_decref(body);
	if (!call || !call->body || !call->easy) {
		call_free(call);
		return NULL;
	}
	set_options(call, seconds);
	buf_printf(&url, "%s/bot%s/%s", *bot->api ? bot->api : "https://api.telegram.org",
	    bot->token.bytes, method);
	curl_easy_setopt(
	    call->easy, CURLOPT_PROTOCOLS_STR, *bot->api ? "http,https" : "https");
	curl_easy_setopt(call->easy, CURLOPT_URL, buf_text(&url)); /* curl copies it */
	if (url.data)
		explicit_bzero(url.data, url.cap);
	buf_fini(&url);
	if (curl_multi_add_handle(l->multi, call->easy) != CURLM_OK) {
		call_free(call);
		return NULL;
	}
	return call;
}

static void
ask(struct listener *l, struct bot *bot)
{
	json_t *body = json_pack("{s:i, s:I, s:[s,s]}", "timeout", POLL_S, "offset",
	    (json_int_t)bot->offset, "allowed_updates", "message", "callback_query");

	bot->call = call_new(l, bot, "getUpdates", body, POLL_ALL_S);
	if (bot->call)
		bot->call->bot = bot;
}

/* ---- one update ---------------------------------------------------------------------------- */

/* These are not waited for: if they are lost, the action is done anyway. */
static void
answer_press(
    struct listener *l, const struct bot *bot, const struct update *u, const char *text)
{
	char cut[PRESS_CHARS + 1];

	/* A longer one is refused, and the button would seem to wait for ever. */
	(void)snprintf(cut, sizeof(cut), "%.*s", (int)utf8_cut(text, PRESS_CHARS), text);
	(void)call_new(l, bot, "answerCallbackQuery",
	    json_pack("{s:s, s:s, s:b}", "callback_query_id", u->callback, "text", cut,
		"show_alert", 1),
	    ANSWER_S);
}

static void
answer_message(
    struct listener *l, const struct bot *bot, const struct update *u, const char *text)
{
	(void)call_new(l, bot, "sendMessage",
	    json_pack("{s:I, s:s}", "chat_id", (json_int_t)strtoll(u->chat, NULL, 10),
		"text", text),
	    ANSWER_S);
}

/* One with the name of another bot is not for us. RC_OK: completed. */
static enum rc
take_command(struct listener *l, struct bot *bot, const struct update *u,
    const struct listener_sender *from)
{
	char text[LISTENER_TEXT_MAX] = "";
	enum rc rc;

	if (*u->bot && *bot->user_name && strcasecmp(u->bot, bot->user_name) != 0)
		return RC_OK;
	rc = l->options.ops->command(l->options.ctx, from, u->command, u->code, text);
	/* It may have been cut in the middle of a character. */
	for (size_t n = strlen(text); n > 0 && !utf8_is_valid(text); n--)
		text[n - 1] = '\0';
	if (rc == RC_OK && *text)
		answer_message(l, bot, u, text);
	return rc;
}

/* RC_OK: completed. */
static enum rc
take_update(struct listener *l, struct bot *bot, const struct update *u)
{
	const struct listener_ops *ops = l->options.ops;
	struct listener_sender from = { bot->channel, u->user, u->chat, u->name,
		u->lang };
	char text[LISTENER_ANSWER_MAX] = "";
	enum rc rc = RC_OK;

	switch (u->kind) {
	case UPDATE_OTHER:
		return RC_OK;
	case UPDATE_FORGED:
		answer_press(l, bot, u,
		    strcmp(u->lang, "es") == 0 ? "Este botón ya no sirve."
					       : "This button does not work any more.");
		return RC_OK;
	case UPDATE_PRESS:
		rc = ops->press(l->options.ctx, &from, u->button, u->incident, text);
		if (rc == RC_OK)
			answer_press(l, bot, u, text);
		return rc;
	case UPDATE_LINK:
		rc = ops->link(l->options.ctx, &from, u->code, text);
		if (rc == RC_OK)
			answer_message(l, bot, u, text);
		return rc;
	case UPDATE_COMMAND:
		return take_command(l, bot, u, &from);
	}
	return rc;
}

/* The updates of one answer in their order. RC_OK: all are completed. */
static enum rc
take_updates(struct listener *l, struct bot *bot, const json_t *answer)
{
	const json_t *list = json_object_get(answer, "result");
	unsigned char key[BUTTON_KEY_BYTES];
	enum rc rc = RC_OK;
	const json_t *item;
	struct update u;
	size_t i;

	button_key(&bot->token, key);
	json_array_foreach(list, i, item)
	{
		update_read(item, key, &u);
		if (u.id < bot->offset)
			continue;
		rc = take_update(l, bot, &u);
		if (rc == RC_OK)
			rc = l->options.ops->offset(
			    l->options.ctx, bot->channel, u.id + 1, NULL);
		if (rc != RC_OK)
			break;
		bot->offset = u.id + 1;
	}
	explicit_bzero(key, sizeof(key));
	return rc;
}

/* ---- bots ------------------------------------------------------------------------------------ */

static void
pause_bot(struct listener *l, struct bot *bot, const char *message)
{
	int64_t now_ms = clock_mono_ms();

	bot->pause_ms = bot->pause_ms ? bot->pause_ms * 2 : PAUSE_LEAST_MS;
	if (bot->pause_ms > PAUSE_MOST_MS)
		bot->pause_ms = PAUSE_MOST_MS;
	bot->resume_ms = now_ms + bot->pause_ms;
	if (grumble_bad(&bot->grumble, now_ms))
		l->options.ops->say(l->options.ctx, bot->name, message);
}

static void
end_poll(struct listener *l, struct bot *bot, struct call *call, CURLcode code)
{
	json_t *answer = json_loads(buf_text(&call->in), 0, NULL);
	char message[256];
	long status = 0;

	(void)curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
	if (code != CURLE_OK)
		(void)snprintf(message, sizeof(message), "%s", curl_easy_strerror(code));
	else
		(void)snprintf(message, sizeof(message), "Telegram answered %ld: %.180s",
		    status, document_string(answer, "description"));
	request_redact(message, &bot->token);
	bot->call = NULL;
	if (code != CURLE_OK || status != 200) {
		pause_bot(l, bot, message);
	} else if (take_updates(l, bot, answer) != RC_OK) {
		pause_bot(
		    l, bot, "what somebody pressed could not be done; trying again");
	} else {
		bot->pause_ms = 0;
		(void)grumble_good(&bot->grumble);
	}
	json_decref(answer);
}

static void
bot_free(struct bot *bot)
{
	call_free(bot->call);
	secret_wipe(&bot->token);
	free(bot);
}

static struct bot *
bot_find(const struct listener *l, struct channel_id channel)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->bots[i]->channel.v == channel.v)
			return l->bots[i];
	}
	return NULL;
}

static void
bot_take(struct listener *l, const struct telegram_bot *from)
{
	struct bot *bot = bot_find(l, from->channel);
	json_t *settings;

	if (!bot && l->n < TELEGRAM_BOTS_MAX) {
		bot = calloc(1, sizeof(*bot));
		if (bot)
			l->bots[l->n++] = bot;
	}
	if (!bot)
		return;
	bot->is_wanted = true;
	if (bot->channel.v && bot->updated_ms == from->updated_ms)
		return;
	/* New or changed: a waiting request uses the old token. */
	call_free(GIVE(bot->call));
	bot->channel = from->channel;
	bot->updated_ms = from->updated_ms;
	bot->offset = from->offset;
	bot->token = from->token;
	bot->pause_ms = bot->resume_ms = 0;
	(void)snprintf(bot->name, sizeof(bot->name), "%s", from->name);
	settings = json_loads(from->settings, 0, NULL);
	(void)snprintf(
	    bot->api, sizeof(bot->api), "%s", document_string(settings, "api_url"));
	(void)snprintf(bot->user_name, sizeof(bot->user_name), "%s",
	    document_string(settings, "bot"));
	json_decref(settings);
}

static void
drop_unwanted(struct listener *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (l->bots[i]->is_wanted)
			l->bots[kept++] = l->bots[i];
		else
			bot_free(l->bots[i]);
	}
	l->n = kept;
}

static void
load_bots(struct listener *l)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct telegram_bot *bots = calloc(TELEGRAM_BOTS_MAX, sizeof(bots[0]));
	size_t n = 0;

	l->load_ms = clock_mono_ms() + LOAD_MS;
	if (arena && bots &&
	    l->options.ops->bots(l->options.ctx, arena, bots, &n, NULL) == RC_OK) {
		for (size_t i = 0; i < l->n; i++)
			l->bots[i]->is_wanted = false;
		for (size_t i = 0; i < n; i++)
			bot_take(l, &bots[i]);
		drop_unwanted(l);
	}
	if (bots)
		explicit_bzero(bots, TELEGRAM_BOTS_MAX * sizeof(bots[0]));
	free(bots);
}

/* ---- the loop --------------------------------------------------------------------------------- */

static void
take_finished(struct listener *l)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(l->multi, &left))) {
		struct call *call = NULL;
		CURLcode code;

		if (m->msg != CURLMSG_DONE)
			continue;
		code = m->data.result;
		(void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&call);
		if (call->bot)
			end_poll(l, call->bot, call, code);
		call_free(call);
	}
}

static bool
is_stopping(struct listener *l)
{
	bool is;

	(void)pthread_mutex_lock(&l->lock);
	is = l->is_stopping;
	(void)pthread_mutex_unlock(&l->lock);
	return is;
}

static void *
run(void *ctx)
{
	struct listener *l = ctx;
	int running;

	while (!is_stopping(l)) {
		int64_t now_ms = clock_mono_ms();

		if (now_ms >= l->load_ms)
			load_bots(l);
		for (size_t i = 0; i < l->n; i++) {
			if (!l->bots[i]->call && now_ms >= l->bots[i]->resume_ms)
				ask(l, l->bots[i]);
		}
		(void)curl_multi_perform(l->multi, &running);
		take_finished(l);
		(void)curl_multi_poll(l->multi, NULL, 0, TURN_MS, NULL);
	}
	return NULL;
}

/* ---- life ------------------------------------------------------------------------------------- */

enum rc
listener_start(const struct listener_options *options, struct listener **ret_listener,
    struct err *err)
{
	struct listener *l OWNED(listener_free) = calloc(1, sizeof(*l));

	if (!l)
		return err_set(err, RC_NOMEM, "out of memory");
	l->options = *options;
	(void)snprintf(
	    l->proxy, sizeof(l->proxy), "%s", options->proxy ? options->proxy : "");
	(void)snprintf(l->ca_file, sizeof(l->ca_file), "%s",
	    options->ca_file ? options->ca_file : "");
	(void)pthread_mutex_init(&l->lock, NULL);
	l->multi = curl_multi_init();
	if (!l->multi)
		return err_set(err, RC_NOMEM, "out of memory");
	if (pthread_create(&l->thread, NULL, run, l) != 0)
		return err_set(err, RC_NOMEM, "no thread for Telegram");
	l->has_thread = true;
	*ret_listener = GIVE(l);
	return RC_OK;
}

static void
listener_stop(struct listener *l)
{
	if (!l->has_thread)
		return;
	(void)pthread_mutex_lock(&l->lock);
	l->is_stopping = true;
	(void)pthread_mutex_unlock(&l->lock);
	(void)curl_multi_wakeup(l->multi);
	(void)pthread_join(l->thread, NULL);
	l->has_thread = false;
}

/* Answers that are still being sent. */
static void
drop_calls(struct listener *l)
{
	int running = 0;
	int64_t end_ms = clock_mono_ms() + TURN_MS;

	for (size_t i = 0; i < l->n; i++)
		bot_free(l->bots[i]);
	l->n = 0;
	do {
		(void)curl_multi_perform(l->multi, &running);
		take_finished(l);
		if (running)
			(void)curl_multi_poll(l->multi, NULL, 0, 100, NULL);
	} while (running && clock_mono_ms() < end_ms);
	while (l->calls)
		call_free(l->calls);
}

void
listener_free(struct listener *l)
{
	if (!l)
		return;
	listener_stop(l);
	if (l->multi) {
		drop_calls(l);
		(void)curl_multi_cleanup(l->multi);
	}
	(void)pthread_mutex_destroy(&l->lock);
	free(l);
}
