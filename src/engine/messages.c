/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages of other threads to the engine: sending (any thread) and reading (engine
 * thread).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "engine/engine_int.h"
#include "ledger/phrasebook.h"
#include "store/ledger/plan.h"

enum {
	LETTERS_A_ROUND = 256,
	TRY_BYTES = 4 << 20, /* for a tried OID and its results */
};

/* ---- sending: any thread ------------------------------------------------------- */

static enum rc
send_letter(struct engine *e, struct message *message)
{
	enum rc rc = inbox_send(e->inbox, message);

	if (rc != RC_OK) {
		message->site = NULL; /* still owned by the caller */
		message->past = NULL;
		message->sync.done = NULL;
		message_free(message);
	}
	return rc;
}

void
engine_past_free(struct engine_past *past)
{
	if (!past)
		return;
	free(past->quotas);
	free(past->durations);
	free(past);
}

enum rc
engine_put_past(struct engine *e, struct engine_past *past)
{
	struct message *l = message_new(MESSAGE_PAST);

	if (!l)
		return RC_NOMEM;
	l->past = past;
	return send_letter(e, l);
}

enum rc
engine_put_olt(struct engine *e, struct loaded_olt *olt, bool is_check)
{
	struct message *l;

	if (is_check)
		return engine_check_olt(e, olt, clock_mono_ms());
	l = message_new(MESSAGE_OLT);
	if (!l)
		return RC_NOMEM;
	l->olt = olt->olt.id;
	l->site = olt;
	return send_letter(e, l);
}

enum rc
engine_check_olt(struct engine *e, struct loaded_olt *olt, int64_t loaded_ms)
{
	struct message *l = message_new(MESSAGE_OLT);

	if (!l)
		return RC_NOMEM;
	l->olt = olt->olt.id;
	l->site = olt;
	l->is_check = true;
	l->loaded_ms = loaded_ms;
	return send_letter(e, l);
}

/* Returns a constant, because the argument exists only during the call. */
static const char *
language_of(const char *language)
{
	return language && strcmp(language, "es") == 0 ? "es" : "en";
}

enum rc
engine_set(struct engine *e, const struct engine_settings *settings)
{
	struct message *l OWNED(message_free) = message_new(MESSAGE_SETTINGS);

	if (l)
		l->settings = malloc(sizeof(*l->settings));
	if (!l || !l->settings)
		return RC_NOMEM;
	*l->settings = *settings;
	l->settings->language = language_of(settings->language);
	inbox_reply(e->inbox, GIVE(l));
	return RC_OK;
}

static enum rc
send_olt(struct engine *e, enum message_kind kind, struct olt_id olt)
{
	struct message *l = message_new(kind);

	if (!l)
		return RC_NOMEM;
	l->olt = olt;
	return send_letter(e, l);
}

enum rc
engine_drop_olt(struct engine *e, struct olt_id olt)
{
	return send_olt(e, MESSAGE_DROP, olt);
}

enum rc
engine_revive_olt(struct engine *e, struct olt_id olt)
{
	return send_olt(e, MESSAGE_REVIVE, olt);
}

enum rc
engine_run(struct engine *e, struct node_id node, bool alone, const char *asked_by,
    struct execution_id *ret_execution)
{
	struct message *l = message_new(MESSAGE_RUN);
	struct execution_id id;
	enum rc rc;

	if (!l)
		return RC_NOMEM;
	id.v = atomic_fetch_add(&e->next_execution, 1);
	l->node = node;
	l->execution = id;
	l->alone = alone;
	(void)snprintf(l->by, sizeof(l->by), "%s", asked_by);
	rc = send_letter(e, l);
	if (rc == RC_OK)
		*ret_execution = id;
	return rc;
}

enum rc
engine_interrupt(struct engine *e, struct execution_id execution, const char *by)
{
	struct message *l = message_new(MESSAGE_INTERRUPT);

	if (!l)
		return RC_NOMEM;
	l->execution = execution;
	(void)snprintf(l->by, sizeof(l->by), "%s", by);
	return send_letter(e, l);
}

enum rc
engine_test(struct engine *e, const struct engine_test *test)
{
	struct message *l = message_new(MESSAGE_TEST);

	if (!l)
		return RC_NOMEM;
	l->olt = test->olt;
	l->test = *test;
	if (test->profile)
		l->profile = strdup(test->profile);
	if (test->said.batch)
		l->batch = strdup(test->said.batch);
	l->test.said.batch = l->batch;
	if ((test->profile && !l->profile) || (test->said.batch && !l->batch)) {
		message_free(l);
		return RC_NOMEM;
	}
	return send_letter(e, l);
}

enum rc
engine_refresh(struct engine *e, const struct engine_refresh *refresh)
{
	struct message *l = message_new(MESSAGE_REFRESH);

	if (!l)
		return RC_NOMEM;
	l->olt = refresh->olt;
	l->refresh = *refresh;
	l->refresh.asked_by = NULL; /* the caller's text; a copy is in `by` */
	(void)snprintf(l->by, sizeof(l->by), "%s", refresh->asked_by);
	return send_letter(e, l);
}

enum rc
engine_look(struct engine *e, const struct engine_look *look)
{
	struct message *l OWNED(message_free) = message_new(MESSAGE_LOOK);
	size_t n = look->n_onus < ENGINE_LOOK_ONUS ? look->n_onus : ENGINE_LOOK_ONUS;

	if (l)
		l->onus = calloc(n + 1, sizeof(*l->onus));
	if (!l || !l->onus)
		return RC_NOMEM;
	if (n)
		memcpy(l->onus, look->onus, n * sizeof(*l->onus));
	l->n_onus = look->n_onus; /* too many are refused with a reason */
	l->olt = look->olt;
	l->look = *look;
	l->look.onus = NULL;
	l->look.asked_by = NULL; /* the caller's text; a copy is in `by` */
	(void)snprintf(l->by, sizeof(l->by), "%s", look->asked_by);
	return send_letter(e, GIVE(l));
}

enum rc
engine_try(struct engine *e, const struct engine_try *what)
{
	struct message *l = message_new(MESSAGE_TRY);

	if (!l)
		return RC_NOMEM;
	l->olt = what->olt;
	l->what = *what;
	l->what.oid = NULL;
	l->oid = *what->oid;
	l->arena = arena_new(TRY_BYTES);
	if (!l->arena || !entity_keep_texts(&OID_ENTITY, &l->oid, l->arena)) {
		message_free(l);
		return RC_NOMEM;
	}
	return send_letter(e, l);
}

enum rc
engine_sync(struct engine *e, const struct engine_sync *sync)
{
	struct message *l = message_new(MESSAGE_SYNC);

	if (!l)
		return RC_NOMEM;
	l->sync = *sync;
	return send_letter(e, l);
}

/* ---- reading: the engine thread -------------------------------------------------- */

static void
take_past(struct engine *e, const struct engine_past *past)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < past->n_quotas; i++)
		rc = ledger_load_quota(e->ledger, &past->quotas[i], engine_now().wall_ms);
	for (size_t i = 0; rc == RC_OK && i < past->n_durations; i++)
		rc = ledger_load_duration(e->ledger, past->durations[i].node,
		    (struct ledger_duration){
			past->durations[i].average_ms, past->durations[i].slices });
	if (rc != RC_OK)
		log_warn("engine", "no memory for what was before, beginning anew");
}

/* Change the language of the coordinator's log. */
static void
take_language(struct engine *e, const char *language)
{
	struct phrasebook *book = NULL;
	struct err err = { 0 };

	if (strcmp(e->options.language, language) == 0)
		return;
	if (phrasebook_open(language, &book, &err) != RC_OK) {
		log_error("engine", "the language of the log stays: %s", err.msg);
		return;
	}
	ledger_writer_speak(e->ledger_writer, book);
	phrasebook_free(e->book);
	e->book = book;
	e->options.language = language;
}

static void
take_settings(struct engine *e, const struct engine_settings *s)
{
	struct err err = { 0 };

	if (coordinator_rule(e->coordinator, &s->rules, engine_now(), &err) == RC_OK)
		e->options.rules = s->rules;
	else
		log_error("engine", "the rules stay as they were: %s", err.msg);
	e->options.limits = s->limits;
	e->options.discovery = s->discovery;
	e->options.least = s->least;
	ledger_log_from(e->ledger, s->least);
	take_language(e, s->language);
}

/* A change that was not announced: it takes effect nevertheless. */
static void
say_unnoticed(const struct device *device)
{
	log_error("engine",
	    "olt=%s has changed in the database and nobody said so: this is a bug, the "
	    "change takes effect now",
	    device->olt_config->site->olt.name);
}

/* Can a check be ignored? Nothing differs, or a newer message has arrived since it was
 * loaded. */
static bool
is_checked(struct device *device, struct message *l)
{
	if (device->olt_config->site->hash == l->site->hash) {
		device_refresh(device, GIVE(l->site));
		return true;
	}
	return device->told_ms >= l->loaded_ms;
}

static void
put_olt(struct engine *e, struct device *device, struct loaded_olt *site)
{
	device->told_ms = clock_mono_ms();
	if (device_take(device, site) != RC_OK) {
		log_error("engine", "no memory for OLT %lld", (long long)device->id.v);
		if (!device->olt_config)
			device_remove(&e->devices, device);
		return;
	}
	/* A detected profile may not be in the database yet. */
	if (device->olt_config->site->olt.profile[0])
		device_is(device,
		    profile_set_find(
			e->options.profiles, device->olt_config->site->olt.profile));
	device->was_detected = false;
	engine_tell_coordinator(e, device);
}

static void
take_olt(struct engine *e, struct message *l)
{
	struct device *device = device_find(&e->devices, l->olt);

	if (device && l->is_check && is_checked(device, l))
		return;
	if (device && l->is_check && !device->was_detected)
		say_unnoticed(device);
	if (!device)
		device = device_add(&e->devices, l->olt);
	if (device)
		put_olt(e, device, GIVE(l->site));
	else
		log_error("engine", "no memory for OLT %lld", (long long)l->olt.v);
}

static void
drop_olt(struct engine *e, struct olt_id olt)
{
	struct device *device = device_find(&e->devices, olt);

	if (!device)
		return;
	coordinator_olt_gone(e->coordinator, olt, engine_now());
	ledger_olt_gone(e->ledger, olt, engine_now().wall_ms);
	probe_cancel(device);
	device_remove(&e->devices, device);
}

static void
revive_olt(struct engine *e, struct olt_id olt)
{
	if (coordinator_olt_revive(e->coordinator, olt, engine_now()) != RC_OK)
		log_warn("engine", "olt %lld is not there any more, nothing to revive",
		    (long long)olt.v);
}

/* There is no direct answer: the user follows the events. */
static void
say_refused(struct engine *e, const struct message *l, const struct err *err)
{
	struct coordinator_event event = { .kind = COORDINATOR_INTERRUPTED,
		.at_ms = engine_now().wall_ms,
		.node = l->node,
		.execution = l->execution,
		.state = EXECUTION_INTERRUPTED,
		.trouble = TROUBLE_USER,
		.by_hand = true,
		.message = err->msg };

	engine_say(e, &event);
}

static void
run_node(struct engine *e, const struct message *l)
{
	struct coordinator_manual manual = { l->node, l->execution, l->alone, l->by };
	struct err err = { 0 };

	if (coordinator_run(e->coordinator, &manual, engine_now(), &err) != RC_OK)
		say_refused(e, l, &err);
}

static enum rc
write_nothing(void *ctx, struct db *db, struct err *err)
{
	(void)ctx;
	(void)db;
	(void)err;
	return RC_OK;
}

static void
tell_synced(void *ctx, enum rc rc, const char *message)
{
	struct message *l = ctx;

	(void)message;
	l->sync.done(l->sync.ctx, rc);
	l->sync.done = NULL;
}

static void
free_letter(void *ctx)
{
	message_free(ctx);
}

/* The writer works in order: when this is done, everything before it is done. */
static void
sync_with_writer(struct engine *e, struct message *l)
{
	struct writer_work work = { write_nothing, tell_synced, free_letter, l };

	outbox_put(e->outbox, &work);
}

static void
interrupt(struct engine *e, const struct message *l)
{
	struct err err = { 0 };

	if (!refresh_interrupt(e, l->execution, l->by) &&
	    coordinator_interrupt(
		e->coordinator, l->execution, l->by, engine_now(), &err) != RC_OK)
		log_info("engine", "execution %lld cannot be interrupted: %s",
		    (long long)l->execution.v, err.msg);
}

static void
begin_stop(struct engine *e, const struct message *l)
{
	struct moment now = engine_now();

	if (e->phase != ENGINE_RUNS)
		return;
	e->phase = ENGINE_ENDS;
	e->patience_ms = l->patience_ms;
	e->phase_ends_ms = now.mono_ms + l->patience_ms;
	coordinator_stop(e->coordinator, false, now);
}

/* Why the store does not apply a walk until a user acts. */
static const char *
why_held(
    const struct engine *e, const struct message *l, char text[EXECUTION_MESSAGE_MAX])
{
	if (!l->result.is_too_many)
		return NULL;
	(void)snprintf(text, EXECUTION_MESSAGE_MAX,
	    "the OLT would have more than %lld ONUs, present and absent "
	    "(discovery.max_onus)",
	    (long long)e->options.discovery.max_onus);
	return text;
}

static void
say_held(struct engine *e, const struct message *l)
{
	const struct device *device = device_find(&e->devices, l->olt);
	const char *name =
	    device ? device->olt_config->site->olt.name : "an OLT that is gone";
	char text[ENGINE_EVENT_TEXT + EXECUTION_MESSAGE_MAX], room[EXECUTION_MESSAGE_MAX];
	const char *why = why_held(e, l, room);
	struct coordinator_event event = { .kind = COORDINATOR_WALK_HELD,
		.at_ms = engine_now().wall_ms,
		.olt = l->olt,
		.execution = l->execution,
		.type = TASK_DISCOVERY,
		.trouble = why ? TROUBLE_TOO_MUCH : TROUBLE_NONE,
		.number = l->result.onus.seen,
		.message = text,
		.why = why };

	if (why)
		(void)snprintf(
		    text, sizeof(text), "%s: the walk is not applied: %s", name, why);
	else
		(void)snprintf(text, sizeof(text),
		    "%s: too many ONUs were missing from a walk: it is not applied "
		    "unless the next ones agree",
		    name);
	engine_say(e, &event);
}

/* The store decides which ONUs are present. */
static void
take_present(struct engine *e, struct message *l)
{
	struct device *device = device_find(&e->devices, l->olt);

	if (!device || l->rc != RC_OK || !l->result.present)
		return;
	device_present(device, GIVE(l->result.present), l->result.n_present);
	if (device_settle(device))
		engine_tell_coordinator(e, device);
}

static void
take_word(struct engine *e, struct message *l)
{
	e->at_writer--;
	take_present(e, l);
	if (l->rc == RC_OK && l->result.is_held)
		say_held(e, l);
	if (!refresh_stored(e, l->execution, l->rc))
		coordinator_stored(e->coordinator, l->execution, l->rc, engine_now());
}

static void
read_letter(struct engine *e, struct message *l)
{
	switch (l->kind) {
	case MESSAGE_PAST:
		take_past(e, l->past);
		break;
	case MESSAGE_OLT:
		take_olt(e, l);
		break;
	case MESSAGE_SETTINGS:
		take_settings(e, l->settings);
		break;
	case MESSAGE_DROP:
		drop_olt(e, l->olt);
		break;
	case MESSAGE_REVIVE:
		revive_olt(e, l->olt);
		break;
	case MESSAGE_RUN:
		run_node(e, l);
		break;
	case MESSAGE_INTERRUPT:
		interrupt(e, l);
		break;
	case MESSAGE_TEST:
		olt_test_start(e, l);
		return; /* now owned by the olt_test */
	case MESSAGE_REFRESH:
		refresh_start(e, l);
		break;
	case MESSAGE_LOOK:
		look_start(e, l);
		break;
	case MESSAGE_TRY:
		oid_try_start(e, l);
		return; /* now owned by the oid_try */
	case MESSAGE_SYNC:
		sync_with_writer(e, l);
		return; /* now owned by the writer */
	case MESSAGE_STOP:
		begin_stop(e, l);
		break;
	case MESSAGE_STORED:
		take_word(e, l);
		break;
	}
	message_free(l);
}

void
messages_read(struct engine *e)
{
	for (int i = 0; i < LETTERS_A_ROUND; i++) {
		struct message *l = inbox_take(e->inbox);

		if (!l)
			break;
		e->n_messages++;
		read_letter(e, l);
		if (i + 1 == LETTERS_A_ROUND)
			inbox_wake(e->inbox); /* so that sessions are served in between */
	}
	engine_nudge(e);
}
