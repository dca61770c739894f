/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/telegram_acts_int.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/log.h"
#include "daemon/telegram_commands_int.h"
#include "service/service.h"
#include "store/access/audit.h"
#include "store/core/writer.h"
#include "store/db/db.h"
#include "store/notify/channel.h"

enum {
	PATIENCE_MS = 10000,
	HOUR_MS = 3600000,
	/* the same refusal is not written again before this time */
	REFUSED_AGAIN_MS = 60000,
	REFUSED_LOOK_BACK = 50,
};

struct telegram_acts {
	struct telegram_acts_options options;
	struct db *db; /* reads only */
};

/* A press that was refused, for the audit log. */
struct refusal {
	struct user_id user; /* 0: not linked */
	char name[64], details[512];
	int64_t incident; /* 0: none */
	int64_t at_ms;
};

/* ---- a write that is waited for ----------------------------------------------------------- */

/* Shared by the listener's thread and the writer's thread, and freed by the last one that
 * uses it: the listener stops waiting after some time. */
struct task {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	int owners;
	bool is_done;
	enum rc rc;
	struct channel_id channel;
	int64_t offset; /* offset of updates; or, if there is a code: */
	char code[64], chat[32];
	bool is_wrong_code;
	struct refusal refusal; /* or, if there is an incident: */
};

static void
task_unref(void *ctx)
{
	struct task *t = ctx;
	bool is_last;

	(void)pthread_mutex_lock(&t->lock);
	is_last = --t->owners == 0;
	(void)pthread_mutex_unlock(&t->lock);
	if (!is_last)
		return;
	condition_fini_with_lock(&t->wake, &t->lock);
	free(t);
}

struct same {
	const struct refusal *refusal;
	bool is_there;
};

static enum rc
compare_line(void *ctx, const struct audit *line)
{
	struct same *same = ctx;
	const struct refusal *r = same->refusal;

	if (strcmp(line->action, "refused") == 0 &&
	    strcmp(line->user_name, r->name) == 0 && line->after &&
	    strcmp(line->after, r->details) == 0 &&
	    r->at_ms - line->at_ms < REFUSED_AGAIN_MS)
		same->is_there = true;
	return RC_OK;
}

/* Repeated presses do not fill the log. */
static enum rc
write_refusal(const struct refusal *r, struct db *db, struct err *err)
{
	struct audit_about about = { "incident", r->incident, REFUSED_LOOK_BACK };
	struct same same = { .refusal = r };
	struct audit line = { .at_ms = r->at_ms,
		.user = r->user,
		.user_name = r->name,
		.address = "Telegram",
		.action = "refused",
		.entity = "incident",
		.entity_id = r->incident,
		.after = r->details };
	enum rc rc = store_audit_list(db, &about, compare_line, &same, err);

	return rc == RC_OK && !same.is_there ? store_audit_add(db, &line, err) : rc;
}

static enum rc
write_task(void *ctx, struct db *db, struct err *err)
{
	struct task *t = ctx;
	struct telegram_use use = { .channel = t->channel,
		.code = t->code,
		.chat = t->chat,
		.now_ms = clock_wall_ms() };
	struct contact_id contact;
	enum rc rc;

	if (t->refusal.incident)
		return write_refusal(&t->refusal, db, err);
	if (!*t->code)
		return store_telegram_offset(db, t->channel, t->offset, err);
	rc = store_telegram_link_use(db, &use, &contact, err);
	t->is_wrong_code = rc == RC_NOT_FOUND;
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static void
end_task(void *ctx, enum rc rc, const char *message)
{
	struct task *t = ctx;

	(void)message;
	(void)pthread_mutex_lock(&t->lock);
	t->is_done = true;
	t->rc = rc;
	(void)pthread_cond_signal(&t->wake);
	(void)pthread_mutex_unlock(&t->lock);
}

static struct task *
task_new(struct channel_id channel)
{
	struct task *t = calloc(1, sizeof(*t));

	if (!t || condition_init_with_lock(&t->wake, &t->lock) != RC_OK) {
		free(t);
		return NULL;
	}
	t->owners = 2;
	t->channel = channel;
	return t;
}

/* Pass it to the writer and wait. The caller keeps its reference. */
static enum rc
task_run(struct telegram_acts *acts, struct task *t)
{
	struct writer_work work = {
		.write = write_task, .done = end_task, .free_ctx = task_unref, .ctx = t
	};
	struct timespec until = condition_moment(PATIENCE_MS);
	enum rc rc = writer_put_urgent(acts->options.writer, &work);

	if (rc != RC_OK) {
		task_unref(t);
		return rc;
	}
	(void)pthread_mutex_lock(&t->lock);
	while (!t->is_done && condition_wait(&t->wake, &t->lock, &until))
		;
	rc = t->is_done ? t->rc : RC_TIMEOUT;
	(void)pthread_mutex_unlock(&t->lock);
	return rc;
}

/* ---- presses --------------------------------------------------------------------------------- */

struct press {
	struct telegram_acts *acts;
	const struct listener_sender *from;
	const char *act; /* for the audit log */
	struct telegram_person person;
	bool is_spanish;
	json_int_t incident;
	char *answer;
};

static void
say(struct press *p, const char *es, const char *en)
{
	(void)snprintf(p->answer, LISTENER_ANSWER_MAX, "%s", p->is_spanish ? es : en);
}

static void
call(struct press *p, const char *operation, json_t *args, struct service_answer *ret)
{
	struct caller who = { .name = p->person.user_name,
		.role = p->person.role,
		.address = "Telegram",
		.user = p->person.user };

	service_call(p->acts->options.service, &who, operation, args, ret);
	json_decref(args);
}

/* Write to the audit log who is not allowed, and why. more: an additional name. */
static enum rc
note_refusal(struct press *p, const char *why, const char *key, const char *more)
{
	struct task *t = task_new(p->from->channel);
	json_t *details = json_pack(
	    "{s:s, s:s, s:s}", "act", p->act, "why", why, key, more ? more : "");
	char *text OWNED(free) = json_dumps(details, JSON_COMPACT | JSON_SORT_KEYS);
	struct refusal *r;
	enum rc rc;

	json_decref(details);
	if (!t || !text) {
		if (t) {
			task_unref(t);
			task_unref(t);
		}
		return RC_NOMEM;
	}
	r = &t->refusal;
	r->incident = p->incident;
	r->at_ms = clock_wall_ms();
	r->user.v = p->person.user.v;
	/* A number, because in Telegram anybody can use the name of somebody else. */
	if (r->user.v)
		(void)snprintf(r->name, sizeof(r->name), "%.*s", (int)sizeof(r->name) - 1,
		    p->person.user_name);
	else
		(void)snprintf(
		    r->name, sizeof(r->name), "Telegram %.*s", 48, p->from->user);
	(void)snprintf(r->details, sizeof(r->details), "%s",
	    strlen(text) < sizeof(r->details) ? text : "{}");
	rc = task_run(p->acts, t);
	task_unref(t);
	return rc;
}

/* Somebody else has already acknowledged it: the user is told who. *ret_rc: outcome of
 * the note. */
static bool
is_taken(struct press *p, enum rc *ret_rc)
{
	struct service_answer a = { 0 };
	const char *by;
	bool is_other;

	call(p, "incident.get", json_pack("{s:I}", "incident", p->incident), &a);
	by = json_string_value(json_object_get(a.result, "acked_by"));
	is_other = by && *by && strcmp(by, p->person.user_name) != 0;
	if (is_other)
		(void)snprintf(p->answer, LISTENER_ANSWER_MAX,
		    p->is_spanish ? "%.100s ya la atiende."
				  : "%.100s takes care of it already.",
		    by);
	if (is_other)
		*ret_rc = note_refusal(p, "taken", "by", by);
	service_answer_fini(&a);
	return is_other;
}

/* RC_OK if it was done or will never be possible. */
static enum rc
do_act(struct press *p, const char *operation, json_t *args)
{
	struct service_answer a = { 0 };
	enum rc rc;

	call(p, operation, args, &a);
	rc = a.rc == RC_BUSY || a.rc == RC_TIMEOUT || a.rc == RC_IO ? a.rc : RC_OK;
	if (a.rc == RC_REFUSED) {
		say(p, "Su usuario no puede hacer eso.", "Your user may not do that.");
		rc = note_refusal(p, "role", "role", role_name(p->person.role));
	} else if (a.rc == RC_NOT_FOUND || a.rc == RC_INVALID) {
		say(p, "Ese incidente no existe.", "There is no such incident.");
	} else if (a.rc == RC_CONFLICT) {
		say(p, "Ya no se puede: el incidente terminó, o alguien se adelantó.",
		    "Not any more: the incident is over, or somebody was faster.");
	} else if (a.rc != RC_OK) {
		say(p, "No se pudo. Intente de nuevo.", "That did not work. Try again.");
	}
	service_answer_fini(&a);
	return rc;
}

/* For so many hours, or, if it is given, until then. */
static enum rc
do_silence(struct press *p, json_t *args, int hours, const char *until)
{
	if (until)
		(void)json_object_set_new(args, "until", json_string(until));
	else
		(void)json_object_set_new(
		    args, "for", json_integer((json_int_t)hours * HOUR_MS));
	(void)json_object_set_new(args, "source", json_string("telegram"));
	return do_act(p, "silence.add", args);
}

static enum rc
do_button(struct press *p, enum button button)
{
	json_t *args = json_pack("{s:I}", "incident", p->incident);
	enum rc rc = RC_OK;

	switch (button) {
	case BUTTON_ACK:
		if (is_taken(p, &rc))
			break;
		say(p, "Ahora la atiende usted.", "You take care of it now.");
		return do_act(p, "incident.ack", args);
	case BUTTON_SILENCE:
		say(p, "Silenciada por 1 hora.", "Silent for 1 hour.");
		return do_silence(p, args, 1, NULL);
	case BUTTON_SILENCE_4H:
		say(p, "Silenciada por 4 horas.", "Silent for 4 hours.");
		return do_silence(p, args, 4, NULL);
	case BUTTON_SILENCE_TOMORROW:
		say(p, "Silenciada hasta mañana a las 08:00.",
		    "Silent until tomorrow at 08:00.");
		return do_silence(p, args, 0, "tomorrow");
	case BUTTON_SILENCE_END:
		say(p, "Silenciada hasta que termine.", "Silent until it ends.");
		return do_silence(p, args, 0, "end");
	case BUTTON_LOOK:
		say(p, "Se mira otra vez.", "It is looked at again.");
		return do_act(p, "incident.look", args);
	case BUTTON_DETAILS:
		say(p, "", "");
		break;
	}
	json_decref(args);
	return rc;
}

static void
say_not_linked(struct press *p)
{
	say(p, "Primero vincule su cuenta: en Facho, su perfil, Telegram.",
	    "Link your account first: in Facho, your profile, Telegram.");
}

static enum rc
on_press(void *ctx, const struct listener_sender *from, enum button button,
    int64_t incident, char ret_answer[LISTENER_ANSWER_MAX])
{
	struct telegram_acts *acts = ctx;
	static const char *const ACTS[] = { [BUTTON_ACK] = "ack",
		[BUTTON_SILENCE] = "silence",
		[BUTTON_SILENCE_4H] = "silence",
		[BUTTON_SILENCE_TOMORROW] = "silence",
		[BUTTON_SILENCE_END] = "silence",
		[BUTTON_LOOK] = "look",
		[BUTTON_DETAILS] = "details" };
	struct press p = { .acts = acts,
		.from = from,
		.act = ACTS[button],
		.incident = incident,
		.answer = ret_answer };
	struct err err = { .msg = "" };
	enum rc rc =
	    store_telegram_person(acts->db, from->channel, from->user, &p.person, &err);
	const char *lang = *p.person.language ? p.person.language : from->lang;

	p.is_spanish = strcmp(lang, "es") == 0;
	if (rc == RC_NOT_FOUND) {
		log_info("telegram", "user=%s pressed a button, but is not linked",
		    from->user);
		say_not_linked(&p);
		return note_refusal(&p, "not linked", "name", from->name);
	}
	return rc == RC_OK ? do_button(&p, button) : rc;
}

/* ---- commands ------------------------------------------------------------------------------ */

/* "/ack 71": as if the button of 71 had been pressed. */
static enum rc
do_ack(struct press *p, const char *words)
{
	char *end;
	long long incident = strtoll(*words == '#' ? words + 1 : words, &end, 10);

	if (incident <= 0 || *end) {
		say(p, "Escriba el número del incidente: /ack 71",
		    "Write the number of the incident: /ack 71");
		return RC_OK;
	}
	p->incident = incident;
	return do_button(p, BUTTON_ACK);
}

static enum rc
answer_question(struct press *p, enum command command, const char *words,
    char ret_answer[LISTENER_TEXT_MAX])
{
	struct caller who = { .name = p->person.user_name,
		.role = p->person.role,
		.address = "Telegram",
		.user = p->person.user };
	struct telegram_question q = { p->acts->options.service, &who, p->is_spanish };
	struct buf text = BUF_INIT(LISTENER_TEXT_MAX * 4);
	enum rc rc = command == COMMAND_OPEN ? telegram_tell_open(&q, &text)
					     : telegram_tell_onu(&q, words, &text);

	(void)snprintf(ret_answer, LISTENER_TEXT_MAX, "%s", buf_text(&text));
	buf_fini(&text);
	if (rc != RC_OK)
		(void)snprintf(ret_answer, LISTENER_TEXT_MAX, "%s",
		    p->is_spanish ? "Ahora no se puede leer. Intente de nuevo."
				  : "That cannot be read now. Try again.");
	return RC_OK;
}

static enum rc
do_command(struct press *p, enum command command, const char *words,
    char ret_answer[LISTENER_TEXT_MAX])
{
	switch (command) {
	case COMMAND_ACK:
		return do_ack(p, words);
	case COMMAND_ONU:
		if (!*words)
			break;
		return answer_question(p, command, words, ret_answer);
	case COMMAND_OPEN:
		return answer_question(p, command, words, ret_answer);
	case COMMAND_HELP:
		break;
	}
	(void)snprintf(ret_answer, LISTENER_TEXT_MAX, "%s",
	    p->is_spanish ? "/open: incidentes abiertos\n/ack 71: atender el incidente "
			    "71\n/onu SERIE: cómo está una ONU"
			  : "/open: open incidents\n/ack 71: take incident 71\n"
			    "/onu SERIAL: how an ONU is");
	return RC_OK;
}

static enum rc
on_command(void *ctx, const struct listener_sender *from, enum command command,
    const char *words, char ret_answer[LISTENER_TEXT_MAX])
{
	struct telegram_acts *acts = ctx;
	char answer[LISTENER_ANSWER_MAX] = "";
	struct press p = { .acts = acts, .from = from, .act = "ack", .answer = answer };
	struct err err = { .msg = "" };
	enum rc rc =
	    store_telegram_person(acts->db, from->channel, from->user, &p.person, &err);
	const char *lang = *p.person.language ? p.person.language : from->lang;

	p.is_spanish = strcmp(lang, "es") == 0;
	if (rc == RC_NOT_FOUND) {
		say_not_linked(&p);
		rc = RC_OK;
	} else if (rc == RC_OK) {
		rc = do_command(&p, command, words, ret_answer);
	}
	if (*answer)
		(void)snprintf(ret_answer, LISTENER_TEXT_MAX, "%s", answer);
	return rc;
}

static enum rc
on_link(void *ctx, const struct listener_sender *from, const char *code,
    char ret_answer[LISTENER_ANSWER_MAX])
{
	struct press p = { .answer = ret_answer,
		.is_spanish = strcmp(from->lang, "es") == 0 };
	struct task *t = task_new(from->channel);
	enum rc rc;

	if (!t)
		return RC_NOMEM;
	(void)snprintf(t->code, sizeof(t->code), "%s", code);
	(void)snprintf(t->chat, sizeof(t->chat), "%s", from->chat);
	rc = task_run(ctx, t);
	if (rc == RC_OK && t->is_wrong_code)
		say(&p,
		    "Este código no sirve o ya venció. Pida otro en su perfil de Facho.",
		    "This code is wrong or too old. Get another one in your profile of "
		    "Facho.");
	else if (rc == RC_OK)
		say(&p, "Listo: este chat es suyo en Facho.",
		    "Done: this chat is yours in Facho.");
	if (rc == RC_OK)
		log_info("telegram", "user=%s linked a chat: %s", from->user,
		    t->is_wrong_code ? "wrong code" : "done");
	task_unref(t);
	return rc;
}

static enum rc
on_offset(void *ctx, struct channel_id channel, int64_t offset, struct err *err)
{
	struct task *t = task_new(channel);
	enum rc rc;

	(void)err;
	if (!t)
		return RC_NOMEM;
	t->offset = offset;
	rc = task_run(ctx, t);
	task_unref(t);
	return rc;
}

static enum rc
on_bots(void *ctx, struct arena *arena, struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX],
    size_t *ret_n, struct err *err)
{
	struct telegram_acts *acts = ctx;

	return store_telegram_bots(
	    acts->db, acts->options.vault, arena, ret_bots, ret_n, err);
}

static void
on_say(void *ctx, const char *channel_name, const char *message)
{
	(void)ctx;
	log_warn("telegram", "channel=%s updates cannot be read: %s, trying again",
	    channel_name, message);
}

const struct listener_ops *
telegram_acts_ops(void)
{
	static const struct listener_ops OPS = { .bots = on_bots,
		.press = on_press,
		.link = on_link,
		.command = on_command,
		.offset = on_offset,
		.say = on_say };

	return &OPS;
}

enum rc
telegram_acts_new(const struct telegram_acts_options *options,
    struct telegram_acts **ret_acts, struct err *err)
{
	struct telegram_acts *t OWNED(telegram_acts_free) = calloc(1, sizeof(*t));
	enum rc rc;

	if (!t)
		return err_set(err, RC_NOMEM, "out of memory");
	t->options = *options;
	rc = db_open(options->database, DB_READ, &t->db, err);
	if (rc == RC_OK)
		*ret_acts = GIVE(t);
	return rc;
}

void
telegram_acts_free(struct telegram_acts *t)
{
	if (!t)
		return;
	db_close(t->db);
	free(t);
}
