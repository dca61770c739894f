/* SPDX-License-Identifier: Apache-2.0
 *
 * Channels: their settings by kind, and their secret. The secret belongs to the address that
 * it is sent to: who changes the address must know the secret, or could have it sent to
 * a machine of their own.
 */
#include <string.h>

#include "service/notify_int.h"
#include "store/notify/channel.h"

enum { URL_MAX = 500, PORT_MAX = 65535, BODY_MAX = 3000, NAME_ROOM = 64 };

enum setting_type {
	SETTING_URL, /* http:// or https:// */
	SETTING_HOST,
	SETTING_PORT,
	SETTING_WORD, /* of choices */
	SETTING_TEXT,
	SETTING_BOT,
	SETTING_MAIL,
	SETTING_BOOL,
	SETTING_BODY, /* a text with {{names}} */
};

/* What a channel of a kind may have in its settings (model/notify.h). */
static const struct channel_setting {
	enum channel_kind kind;
	const char *name;
	enum setting_type type;
	bool is_must;
	bool is_where; /* it says where, or how openly, the secret is sent */
	const char *choices;
} SETTINGS[] = {
	{ CHANNEL_TELEGRAM, "bot", SETTING_BOT, false, false, NULL },
	{ CHANNEL_TELEGRAM, "api_url", SETTING_URL, false, true, NULL },
	{ CHANNEL_EMAIL, "host", SETTING_HOST, true, true, NULL },
	{ CHANNEL_EMAIL, "port", SETTING_PORT, false, true, NULL },
	{ CHANNEL_EMAIL, "security", SETTING_WORD, false, true, "starttls|tls|none" },
	{ CHANNEL_EMAIL, "user", SETTING_TEXT, false, true, NULL },
	{ CHANNEL_EMAIL, "from", SETTING_MAIL, true, false, NULL },
	{ CHANNEL_WEBHOOK, "url", SETTING_URL, true, true, NULL },
	{ CHANNEL_WEBHOOK, "allow_http", SETTING_BOOL, false, false, NULL },
	{ CHANNEL_WEBHOOK, "body", SETTING_BODY, false, false, NULL },
	{ CHANNEL_WEBHOOK, "content_type", SETTING_WORD, false, false,
	    "application/json|application/x-www-form-urlencoded|text/plain" },
};

enum { N_SETTINGS = sizeof(SETTINGS) / sizeof(SETTINGS[0]) };

static void wrong(struct ask *a, const char *setting, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* The field is called as the web page has it: "settings.host". */
static void
wrong(struct ask *a, const char *setting, const char *fmt, ...)
{
	char name[NAME_ROOM], words[ERR_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	(void)snprintf(name, sizeof(name), "settings.%.40s", setting);
	arg_wrong(a, name, "%s", words);
}

/* ---- values ------------------------------------------------------------------------------ */

/* One line without blanks, of 1 to max bytes. */
static bool
is_plain(const char *text, size_t max)
{
	size_t n = text ? strlen(text) : 0;

	return n > 0 && n <= max && !text_has_control(text) && !strpbrk(text, " \"<>\\");
}

static void
check_url(struct ask *a, const char *name, const char *url)
{
	const char *rest = url ? strstr(url, "://") : NULL;
	size_t host;

	if (!is_plain(url, URL_MAX) ||
	    (strncmp(url, "https://", 8) != 0 && strncmp(url, "http://", 7) != 0)) {
		wrong(a, name, "an address like https://example.net/path is expected");
		return;
	}
	host = strcspn(rest + 3, "/?#");
	if (host == 0 || rest[3] == ':')
		wrong(a, name, "an address like https://example.net/path is expected");
	else if (memchr(rest + 3, '@', host))
		wrong(a, name, "no user and password in the address");
}

static bool
is_mail(const char *text)
{
	const char *at = text ? strchr(text, '@') : NULL;

	return is_plain(text, TEXT_ADDRESS_MAX) && at && at != text && at[1] &&
	    !strchr(at + 1, '@') && !strpbrk(text, ",;:()[]");
}

static bool
is_bot(const char *text)
{
	size_t n = text ? strlen(text) : 0;

	return n >= 5 && n <= 32 &&
	    strspn(text,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_") == n;
}

static void
check_value(struct ask *a, const struct channel_setting *s, const json_t *value)
{
	const char *text = json_string_value(value);

	switch (s->type) {
	case SETTING_URL:
		check_url(a, s->name, text);
		break;
	case SETTING_HOST:
		if (!is_plain(text, TEXT_ADDRESS_MAX) || strpbrk(text, "/@?#,;"))
			wrong(a, s->name, "the name or address of a server is expected");
		break;
	case SETTING_PORT:
		if (!json_is_integer(value) || json_integer_value(value) < 1 ||
		    json_integer_value(value) > PORT_MAX)
			wrong(a, s->name, "a whole number from 1 to 65535 is expected");
		break;
	case SETTING_WORD:
		if (!text || text_choice(s->choices, text) < 0)
			wrong(a, s->name, "one of these is expected: %s", s->choices);
		break;
	case SETTING_TEXT:
		if (!text || text_length(text) > TEXT_ADDRESS_MAX ||
		    text_has_control(text))
			wrong(a, s->name, "a text of at most %d characters on one line",
			    TEXT_ADDRESS_MAX);
		break;
	case SETTING_BOT:
		if (!is_bot(text))
			wrong(a, s->name, "the user name of the bot, like facho_bot");
		break;
	case SETTING_MAIL:
		if (!is_mail(text))
			wrong(a, s->name,
			    "a mail address like noc@example.net is expected");
		break;
	case SETTING_BODY:
		if (!text || strlen(text) > BODY_MAX)
			wrong(a, s->name, "a text of at most %d bytes is expected",
			    BODY_MAX);
		break;
	case SETTING_BOOL:
		if (!json_is_boolean(value))
			wrong(a, s->name, "true or false is expected");
		break;
	}
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct channel_setting *
find_setting(enum channel_kind kind, const char *name)
{
	for (size_t i = 0; i < N_SETTINGS; i++) {
		if (SETTINGS[i].kind == kind && strcmp(SETTINGS[i].name, name) == 0)
			return &SETTINGS[i];
	}
	return NULL;
}

static void
check_settings(struct ask *a, enum channel_kind kind, const json_t *settings)
{
	const char *name, *url = json_string_value(json_object_get(settings, "url"));
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)settings, name, value)
	{
		const struct channel_setting *s = find_setting(kind, name);

		if (s)
			check_value(a, s, value);
		else
			wrong(a, name, "a channel of this kind has no such setting");
	}
	for (size_t i = 0; i < N_SETTINGS; i++) {
		if (SETTINGS[i].kind == kind && SETTINGS[i].is_must &&
		    !json_object_get(settings, SETTINGS[i].name))
			wrong(a, SETTINGS[i].name, "it is needed");
	}
	if (kind == CHANNEL_WEBHOOK && url && strncmp(url, "http://", 7) == 0 &&
	    !json_is_true(json_object_get(settings, "allow_http")))
		wrong(a, "url", "https:// is expected, unless allow_http is true");
}

/* Does the secret go somewhere else with the new settings? */
static bool
goes_elsewhere(enum channel_kind kind, const json_t *was, const json_t *is)
{
	for (size_t i = 0; i < N_SETTINGS; i++) {
		const json_t *old = json_object_get(was, SETTINGS[i].name);
		const json_t *new = json_object_get(is, SETTINGS[i].name);

		if (SETTINGS[i].kind == kind && SETTINGS[i].is_where && (old || new) &&
		    !json_equal(old, new))
			return true;
	}
	return false;
}

static bool
needs_secret(enum channel_kind kind, const json_t *settings)
{
	const char *user = json_string_value(json_object_get(settings, "user"));

	return kind == CHANNEL_TELEGRAM || (kind == CHANNEL_EMAIL && user && *user);
}

/* A secret that is given as null or "" is taken away. */
static bool
has_new_secret(const struct ask *a)
{
	const char *given = json_string_value(json_object_get(a->args, "secret"));

	return given && *given;
}

static void
check_secret(struct ask *a, const struct channel *is, const struct channel *was,
    const json_t *settings)
{
	struct secret secret = { 0 };
	json_t *before = was ? json_loads(was->settings, 0, NULL) : NULL;
	bool stays = was && was->has_secret && !json_object_get(a->args, "secret");

	arg_secret(a, "secret", &secret);
	secret_wipe(&secret);
	if (stays && goes_elsewhere(is->kind, before, settings))
		arg_wrong(a, "secret",
		    "give the secret again: it would be sent to another address");
	else if (!stays && !has_new_secret(a) && needs_secret(is->kind, settings))
		arg_wrong(a, "secret", "it is needed");
	json_decref(before);
}

static void
check_channel(
    struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct channel *is = &row->channel, *was = before ? &before->channel : NULL;
	json_t *settings = json_loads(is->settings ? is->settings : "", 0, NULL);

	arg_check_name_free(a, &KIND_CHANNEL, is->name, is->id.v);
	if (was && was->kind != is->kind)
		arg_wrong(a, "kind", "a channel stays of its kind");
	if (!json_is_object(settings)) {
		arg_wrong(a, "settings", "an object is expected");
	} else {
		check_settings(a, is->kind, settings);
		check_secret(a, is, was, settings);
	}
	json_decref(settings);
}

/* ---- written with it --------------------------------------------------------------------------- */

static enum rc
put_secret(struct ask *a, struct change *c, struct db *db, bool is_new, struct err *err)
{
	struct secret secret = { 0 };
	enum rc rc = RC_OK;

	(void)is_new;
	if (json_object_get(a->args, "secret")) {
		arg_secret(a, "secret", &secret);
		rc = store_channel_secret_put(
		    db, a->s->options.vault, (struct channel_id){ c->id }, &secret, err);
		secret_wipe(&secret);
	}
	return rc == RC_OK ? store_channel_changed(db, (struct channel_id){ c->id }, err)
			   : rc;
}

/* ---- shown ---------------------------------------------------------------------------------------- */

static json_t *
show_channel(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "channels", id, err);
}

static const struct entity ENTITY_OF_CHANNEL = { "channel", show_channel };

/* Settings are for administrators: an address may be a secret in itself. */
static void
hide_settings(struct ask *a, int64_t id, json_t *shown)
{
	(void)id;
	if (a->who->role < ROLE_ADMIN)
		(void)json_object_set_new(shown, "settings", json_null());
}

const struct notify_kind KIND_CHANNEL = {
	.type = &CHANNEL_ENTITY,
	.place = { "channels", "channel", "name", { NULL, NULL } },
	.entity = &ENTITY_OF_CHANNEL,
	.check = check_channel,
	.also = put_secret,
	.show = hide_settings,
};

/* ---- addresses ------------------------------------------------------------------------------------ */

static bool
is_chat(const char *text)
{
	size_t n = strlen(text);

	if (*text == '@')
		return is_bot(text + 1);
	text += *text == '-';
	return n <= 20 && *text && strspn(text, "0123456789") == strlen(text);
}

void
arg_check_address(
    struct ask *a, const char *field, enum channel_kind kind, const char *address)
{
	if (!address || !*address)
		return;
	switch (kind) {
	case CHANNEL_TELEGRAM:
		if (!is_chat(address))
			arg_wrong(a, field,
			    "the number of a chat, like -1001234567890, or @channel");
		break;
	case CHANNEL_EMAIL:
		if (!is_mail(address))
			arg_wrong(
			    a, field, "a mail address like noc@example.net is expected");
		break;
	case CHANNEL_WEBHOOK:
		arg_wrong(a, field, "a webhook has its address in the channel");
		break;
	case CHANNEL_KINDS:
		break;
	}
}
