/* SPDX-License-Identifier: Apache-2.0
 *
 * The outbox and the ledger, on both back-ends: what is decided is sent once, in order, and
 * what became of it is kept.
 */
#include "backends.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "store/notify/channel.h"
#include "store/notify/outbox.h"
#include "store/notify/rows.h"
#include "store/notify/told.h"
#include "store/secret/key.h"
#include "store/secret/vault.h"

#define NOW INT64_C(1700000000000)
#define MINUTE INT64_C(60000)

struct bed {
	struct backend *b;
	struct db *db;
	struct vault *vault;
	struct arena *arena;
	struct target_id chat, mail;
	struct channel_id bot, post;
	struct outbox_claimed rows[OUTBOX_CLAIM_MAX];
	size_t n;
};

static void
ok(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		fail_msg("%s", err->msg);
}

static int64_t
put(struct bed *x, const struct entity_type *type, void *row)
{
	struct notify_put how = { type, row, ENTITY_ALL, NOW, NULL };
	struct err err = { 0 };

	ok(store_notify_put(x->db, &how, &err), &err);
	return entity_id(row);
}

static void
bed_open(struct bed *x, void **state)
{
	struct channel bot = {
		.kind = CHANNEL_TELEGRAM, .name = "Bot", .enabled = true, .settings = "{}"
	};
	struct channel post = { .kind = CHANNEL_EMAIL,
		.name = "Post",
		.enabled = true,
		.settings = "{\"host\":\"h\"}" };
	struct target chat = { .name = "NOC", .address = "-100", .enabled = true };
	struct target mail = { .name = "Boss", .address = "a@b.c", .enabled = true };
	struct secret token = { 0 };
	struct err err = { 0 };
	char key[128];

	memset(x, 0, sizeof(*x));
	x->b = backend_of(state);
	x->db = x->b->db;
	x->arena = arena_new(0);
	(void)snprintf(key, sizeof(key), "%s/key", x->b->folder);
	ok(store_key_open(x->db, key, NOW, &x->vault, &err), &err);
	x->bot.v = chat.channel = put(x, &CHANNEL_ENTITY, &bot);
	x->post.v = mail.channel = put(x, &CHANNEL_ENTITY, &post);
	x->chat.v = put(x, &TARGET_ENTITY, &chat);
	x->mail.v = put(x, &TARGET_ENTITY, &mail);
	check_rc(secret_set(&token, "planted-token"), RC_OK);
	ok(store_channel_secret_put(x->db, x->vault, x->bot, &token, &err), &err);
}

static void
bed_close(struct bed *x)
{
	for (size_t i = 0; i < x->n; i++)
		outbox_claimed_wipe(&x->rows[i]);
	vault_close(x->vault);
	arena_free(x->arena);
}

static int64_t
add(struct bed *x, const char *key, int64_t incident, struct target_id target,
    enum outbox_priority priority)
{
	struct outbox_new message = { .key = key,
		.incident = incident,
		.target = target,
		.act = OUTBOX_SEND,
		.priority = priority,
		.body = "{\"title\":\"t\"}",
		.version = 1,
		.expires_ms = NOW + 120 * MINUTE };
	struct err err = { 0 };
	int64_t id = 0;

	ok(store_outbox_add(x->db, &message, NOW, &id, &err), &err);
	return id;
}

/* How many were given to this token. */
static size_t
claim(struct bed *x, const char *token, int64_t now_ms, size_t most)
{
	struct outbox_claim how = { token, now_ms, most };
	struct err err = { 0 };

	for (size_t i = 0; i < x->n; i++)
		outbox_claimed_wipe(&x->rows[i]);
	x->n = 0;
	check_rc(db_begin(x->db, &err), RC_OK);
	ok(store_outbox_claim(x->db, x->vault, &how, x->arena, x->rows, &x->n, &err),
	    &err);
	ok(db_commit(x->db, &err), &err);
	return x->n;
}

static enum rc
finish(struct bed *x, int64_t id, const char *token, enum outbox_state state)
{
	struct outbox_outcome o = { .id = id,
		.token = token,
		.state = state,
		.was_tried = true,
		.at_ms = NOW + 1000,
		.took_ms = 200,
		.code = state == OUTBOX_SENT ? 200 : 500,
		.error = state == OUTBOX_SENT ? "" : "it said no",
		.answer = "{}",
		.not_before_ms = NOW + MINUTE,
		.provider_id = state == OUTBOX_SENT ? "991" : NULL,
		.message_ref = state == OUTBOX_SENT ? "991" : NULL };

	return store_outbox_finish(x->db, &o, NULL);
}

static enum outbox_state
state_of(struct bed *x, int64_t id)
{
	struct outbox_result result = { 0 };
	struct err err = { 0 };

	ok(store_outbox_result(x->db, id, &result, &err), &err);
	return result.state;
}

static void
the_same_decision_twice_is_one_message(void **state)
{
	struct bed x;
	int64_t first;

	bed_open(&x, state);
	first = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	assert_true(first > 0);
	assert_int_equal(add(&x, "a", 7, x.chat, OUTBOX_USUAL), first);
	assert_true(add(&x, "b", 7, x.chat, OUTBOX_USUAL) != first);
	assert_int_equal(add(&x, "c", 7, (struct target_id){ 999 }, OUTBOX_USUAL), 0);
	bed_close(&x);
}

static void
a_claim_has_all_that_is_needed_to_send(void **state)
{
	struct bed x;
	int64_t id;

	bed_open(&x, state);
	id = add(&x, "a", 7, x.chat, OUTBOX_CRITICAL);
	assert_int_equal(claim(&x, "one", NOW, 10), 1);
	assert_int_equal(x.rows[0].id, id);
	assert_string_equal(x.rows[0].address, "-100");
	assert_string_equal(x.rows[0].secret.bytes, "planted-token");
	assert_int_equal(x.rows[0].kind, CHANNEL_TELEGRAM);
	assert_string_equal(x.rows[0].target_name, "NOC");
	assert_string_equal(x.rows[0].body, "{\"title\":\"t\"}");
	assert_string_equal(x.rows[0].message_ref, "");
	assert_int_equal(state_of(&x, id), OUTBOX_SENDING);
	/* Nobody else gets it, and the same token again gets the same. */
	assert_int_equal(claim(&x, "two", NOW, 10), 0);
	assert_int_equal(claim(&x, "one", NOW, 10), 1);
	bed_close(&x);
}

static void
messages_of_a_pair_are_sent_in_order_and_critical_ones_first(void **state)
{
	struct bed x;
	int64_t first, second, other, critical;

	bed_open(&x, state);
	first = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	second = add(&x, "b", 7, x.chat, OUTBOX_CRITICAL);
	other = add(&x, "c", 8, x.chat, OUTBOX_USUAL);
	critical = add(&x, "d", 9, x.chat, OUTBOX_CRITICAL);
	assert_int_equal(claim(&x, "one", NOW, 10), 3);
	assert_int_equal(x.rows[0].id, critical);
	assert_int_equal(x.rows[1].id, first);
	assert_int_equal(x.rows[2].id, other);
	check_rc(finish(&x, first, "one", OUTBOX_SENT), RC_OK);
	assert_int_equal(claim(&x, "two", NOW, 10), 1);
	assert_int_equal(x.rows[0].id, second);
	bed_close(&x);
}

static void
an_outcome_is_noted_once_and_by_whom_it_was_given_to(void **state)
{
	struct bed x;
	int64_t id;

	bed_open(&x, state);
	id = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	(void)claim(&x, "one", NOW, 10);
	check_rc(finish(&x, id, "other", OUTBOX_SENT), RC_CONFLICT);
	check_rc(finish(&x, id, "one", OUTBOX_QUEUED), RC_OK);
	check_rc(finish(&x, id, "one", OUTBOX_QUEUED), RC_OK); /* a repeated commit */
	assert_int_equal(claim(&x, "two", NOW, 10), 0);
	assert_int_equal(claim(&x, "two", NOW + MINUTE, 10), 1);
	assert_int_equal(x.rows[0].attempts, 1);
	check_rc(finish(&x, id, "two", OUTBOX_SENT), RC_OK);
	assert_int_equal(state_of(&x, id), OUTBOX_SENT);
	check_rc(finish(&x, id + 100, "two", OUTBOX_SENT), RC_NOT_FOUND);
	check_rc(store_outbox_retry(x.db, id, NOW, NULL), RC_CONFLICT);
	bed_close(&x);
}

static void
what_a_killed_courier_had_is_repeated(void **state)
{
	struct bed x;
	int64_t chat, mail;

	bed_open(&x, state);
	chat = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	mail = add(&x, "b", 7, x.mail, OUTBOX_USUAL);
	assert_int_equal(claim(&x, "one", NOW, 10), 2);
	assert_int_equal(claim(&x, "two", NOW + 59000, 10), 0);
	/* The other end of the mail knows it: at once. The chat: a minute later. */
	assert_int_equal(claim(&x, "two", NOW + 61000, 10), 1);
	assert_int_equal(x.rows[0].id, mail);
	assert_true(x.rows[0].may_repeat);
	assert_int_equal(state_of(&x, chat), OUTBOX_UNSURE);
	check_rc(finish(&x, chat, "one", OUTBOX_SENT), RC_OK); /* it lives, too late */
	assert_int_equal(state_of(&x, chat), OUTBOX_UNSURE);
	check_rc(finish(&x, mail, "two", OUTBOX_SENT), RC_OK);
	assert_int_equal(claim(&x, "three", NOW + 125000, 10), 1);
	assert_int_equal(x.rows[0].id, chat);
	assert_true(x.rows[0].may_repeat);
	/* Killed again: nobody knows whether it went out before, so it is not lost. */
	assert_int_equal(claim(&x, "four", NOW + 190000, 10), 0);
	assert_int_equal(state_of(&x, chat), OUTBOX_UNSURE);
	bed_close(&x);
}

/* It may be the message that kills the program. */
static void
what_was_killed_ten_times_is_given_up(void **state)
{
	struct bed x;
	int64_t chat, at_ms = NOW;

	bed_open(&x, state);
	chat = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	for (int kill = 0; kill < OUTBOX_KILLS_MAX; kill++) {
		char token[16];

		assert_int_not_equal(state_of(&x, chat), OUTBOX_DEAD);
		(void)snprintf(token, sizeof(token), "t%d", kill);
		assert_int_equal(claim(&x, token, at_ms, 10), 1);
		assert_int_equal(x.rows[0].attempts, kill);
		at_ms += 61000;
		assert_int_equal(claim(&x, "looks", at_ms, 10), 0);
		at_ms += 61000;
	}
	assert_int_equal(state_of(&x, chat), OUTBOX_DEAD);
	bed_close(&x);
}

/* All tests have the number of no incident, and so has a storm. */
static void
a_test_waits_for_nothing_and_nothing_waits_for_it(void **state)
{
	struct bed x;
	struct outbox_new test = { .target = { 0 },
		.act = OUTBOX_SEND,
		.priority = OUTBOX_USUAL,
		.body = "{}",
		.is_test = true };
	struct err err = { 0 };
	int64_t id, storm;

	bed_open(&x, state);
	test.target = x.chat;
	for (int i = 0; i < 3; i++) {
		char key[16];

		(void)snprintf(key, sizeof(key), "test%d", i);
		test.key = key;
		ok(store_outbox_add(x.db, &test, NOW, &id, &err), &err);
	}
	assert_int_equal(claim(&x, "one", NOW, 10), 3);
	storm = add(&x, "storm", 0, x.chat, OUTBOX_USUAL);
	(void)add(&x, "storm again", 0, x.chat, OUTBOX_USUAL);
	test.key = "last";
	ok(store_outbox_add(x.db, &test, NOW, &id, &err), &err);
	assert_int_equal(claim(&x, "two", NOW, 10), 2);
	assert_int_equal(x.rows[0].id, storm);
	assert_int_equal(x.rows[1].id, id);
	bed_close(&x);
}

static void
old_news_is_not_sent(void **state)
{
	struct bed x;
	int64_t old, next = 0;
	int64_t n = 0;
	struct outbox_result result;
	struct err err = { 0 };

	bed_open(&x, state);
	old = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	ok(store_outbox_next(x.db, NOW, &next, &err), &err);
	assert_int_equal(next, NOW);
	ok(store_outbox_waiting(x.db, x.bot, &n, &err), &err);
	assert_int_equal(n, 1);
	ok(store_outbox_supersede(x.db, 7, x.chat, &n, &err), &err);
	assert_int_equal(n, 1);
	assert_int_equal(state_of(&x, old), OUTBOX_DROPPED);
	ok(store_outbox_next(x.db, NOW, &next, &err), &err);
	assert_int_equal(next, 0);
	old = add(&x, "b", 7, x.chat, OUTBOX_USUAL);
	assert_int_equal(claim(&x, "one", NOW + 121 * MINUTE, 10), 0);
	ok(store_outbox_result(x.db, old, &result, &err), &err);
	assert_int_equal(result.state, OUTBOX_DEAD);
	assert_true(result.is_expired);
	ok(store_outbox_retry(x.db, old, NOW + 122 * MINUTE, &err), &err);
	assert_int_equal(claim(&x, "two", NOW + 122 * MINUTE, 10), 1);
	bed_close(&x);
}

static void
a_channel_that_is_off_or_asks_for_a_pause_waits(void **state)
{
	struct bed x;
	struct channel bot = { 0 };
	struct notify_put how = { &CHANNEL_ENTITY, &bot, ENTITY_ALL, NOW, NULL };
	struct err err = { 0 };

	bed_open(&x, state);
	(void)add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	(void)add(&x, "b", 7, x.mail, OUTBOX_USUAL);
	ok(store_outbox_hold(x.db, x.bot, x.chat, NOW + 37000, &err), &err);
	assert_int_equal(claim(&x, "one", NOW, 10), 1);
	assert_int_equal(x.rows[0].target.v, x.mail.v);
	ok(store_notify_get(x.db, &CHANNEL_ENTITY, x.bot.v, x.arena, &bot, &err), &err);
	bot.enabled = false;
	ok(store_notify_put(x.db, &how, &err), &err);
	assert_int_equal(claim(&x, "two", NOW + 38000, 10), 0);
	bot.enabled = true;
	ok(store_notify_put(x.db, &how, &err), &err);
	assert_int_equal(claim(&x, "two", NOW + 38000, 10), 1);
	bed_close(&x);
}

/* 30 messages wait for a chat that Telegram has limited for 37 s. */
static void
a_limited_chat_is_left_alone_and_the_others_go_on_29(void **state)
{
	struct bed x;
	struct err err = { 0 };
	char key[16];
	int64_t dropped = 0;

	bed_open(&x, state);
	for (int i = 1; i <= 30; i++) {
		(void)snprintf(key, sizeof(key), "chat %d", i);
		(void)add(&x, key, i, x.chat, OUTBOX_USUAL);
	}
	assert_int_equal(claim(&x, "first", NOW, 1), 1);
	assert_int_equal(x.rows[0].target.v, x.chat.v);
	check_rc(finish(&x, x.rows[0].id, "first", OUTBOX_QUEUED), RC_OK);
	ok(store_outbox_hold(x.db, x.bot, x.chat, NOW + 37000, &err), &err);
	for (int i = 1; i <= 3; i++) {
		(void)snprintf(key, sizeof(key), "mail %d", i);
		(void)add(&x, key, i, x.mail, OUTBOX_USUAL);
	}
	assert_int_equal(claim(&x, "others", NOW + 36999, OUTBOX_CLAIM_MAX), 3);
	for (size_t i = 0; i < x.n; i++)
		assert_int_equal(x.rows[i].target.v, x.mail.v);
	/* Ten of them came and went meanwhile. */
	for (int i = 21; i <= 30; i++)
		ok(store_outbox_supersede(x.db, i, x.chat, &dropped, &err), &err);
	assert_int_equal(claim(&x, "later", NOW + 37000, OUTBOX_CLAIM_MAX), 19);
	assert_int_equal(claim(&x, "retry", NOW + MINUTE, OUTBOX_CLAIM_MAX), 1);
	bed_close(&x);
}

static enum rc
keep_told(void *ctx, const struct told_row *row)
{
	struct told_row *last = ctx;

	*last = *row;
	last->act = last->reason = NULL;
	return RC_OK;
}

static enum rc
keep_storm(void *ctx, const struct storm_row *row)
{
	struct storm_row *last = ctx;

	*last = *row;
	return RC_OK;
}

static void
the_ledger_keeps_what_was_told_and_the_courier_its_references(void **state)
{
	struct bed x;
	struct told_row row = { .incident = 7,
		.version = 3,
		.state = INCIDENT_OPEN,
		.severity = INCIDENT_MAJOR,
		.peak = INCIDENT_CRITICAL,
		.cause_class = INCIDENT_FIBRE,
		.affected = 61,
		.reopened = 1,
		.flags = 8,
		.act = "send",
		.reason = "first",
		.round = 2,
		.first_ms = NOW,
		.sound_ms = NOW,
		.at_ms = NOW };
	struct told_row got = { 0 };
	struct storm_row storm = { .began_ms = NOW,
		.edited_ms = NOW + 1,
		.n_recent = 2,
		.recent = { NOW, NOW + 1 } },
			 back = { 0 };
	int64_t id;
	struct err err = { 0 };

	bed_open(&x, state);
	row.target = storm.target = x.chat;
	ok(store_told_put(x.db, &row, &err), &err);
	id = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	(void)claim(&x, "one", NOW, 10);
	check_rc(finish(&x, id, "one", OUTBOX_SENT), RC_OK);
	row.version = 4;
	ok(store_told_put(x.db, &row, &err), &err);
	ok(store_told_each(x.db, keep_told, &got, &err), &err);
	assert_int_equal(got.version, 4);
	assert_int_equal(got.peak, INCIDENT_CRITICAL);
	assert_int_equal(got.cause_class, INCIDENT_FIBRE);
	assert_int_equal(got.state, INCIDENT_OPEN);
	assert_int_equal(got.flags, 8);
	/* The next message knows the first. */
	(void)add(&x, "b", 7, x.chat, OUTBOX_USUAL);
	assert_int_equal(claim(&x, "two", NOW, 10), 1);
	assert_string_equal(x.rows[0].message_ref, "991");
	assert_string_equal(x.rows[0].thread_ref, "991");
	/* A whole takes the message of its part. */
	row.incident = 9;
	row.message_of = 7;
	ok(store_told_put(x.db, &row, &err), &err);
	(void)add(&x, "c", 9, x.chat, OUTBOX_USUAL);
	assert_int_equal(claim(&x, "three", NOW, 10), 1);
	assert_string_equal(x.rows[0].message_ref, "991");
	ok(store_storm_put(x.db, &storm, &err), &err);
	ok(store_storm_each(x.db, keep_storm, &back, &err), &err);
	assert_int_equal(back.n_recent, 2);
	assert_int_equal(back.recent[1], NOW + 1);
	row.target.v = 999;
	ok(store_told_put(x.db, &row, &err), &err);
	bed_close(&x);
}

static void
a_channel_says_how_it_is(void **state)
{
	struct bed x;
	struct channel_note note = {
		.health = CHANNEL_OFF, .error = "gone", .at_ms = NOW
	};
	struct telegram_bot bots[TELEGRAM_BOTS_MAX];
	struct telegram_move move = { .from = "-100", .to = "-100200" };
	size_t n = 0;
	struct err err = { 0 };

	bed_open(&x, state);
	note.channel = move.channel = x.bot;
	(void)add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	ok(store_channel_note(x.db, &note, &err), &err);
	assert_int_equal(claim(&x, "one", NOW, 10), 0);
	ok(store_channel_changed(x.db, x.bot, &err), &err);
	ok(store_telegram_move(x.db, &move, &err), &err);
	assert_int_equal(claim(&x, "one", NOW, 10), 1);
	assert_string_equal(x.rows[0].address, "-100200");
	ok(store_telegram_offset(x.db, x.bot, 17, &err), &err);
	ok(store_telegram_offset(x.db, x.bot, 12, &err), &err);
	ok(store_telegram_bots(x.db, x.vault, x.arena, bots, &n, &err), &err);
	assert_int_equal(n, 1);
	assert_int_equal(bots[0].offset, 17);
	assert_string_equal(bots[0].token.bytes, "planted-token");
	secret_wipe(&bots[0].token);
	bed_close(&x);
}

static void
what_is_queued_for_a_deleted_target_is_dropped(void **state)
{
	struct bed x;
	int64_t id;
	struct err err = { 0 };

	bed_open(&x, state);
	id = add(&x, "a", 7, x.chat, OUTBOX_USUAL);
	check_rc(store_notify_delete(x.db, &CHANNEL_ENTITY, x.bot.v, &err), RC_CONFLICT);
	ok(store_notify_delete(x.db, &TARGET_ENTITY, x.chat.v, &err), &err);
	assert_int_equal(state_of(&x, id), OUTBOX_DROPPED);
	check_rc(store_notify_delete(x.db, &TARGET_ENTITY, x.chat.v, &err), RC_NOT_FOUND);
	bed_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_same_decision_twice_is_one_message),
		ON_EACH(a_claim_has_all_that_is_needed_to_send),
		ON_EACH(messages_of_a_pair_are_sent_in_order_and_critical_ones_first),
		ON_EACH(an_outcome_is_noted_once_and_by_whom_it_was_given_to),
		ON_EACH(what_a_killed_courier_had_is_repeated),
		ON_EACH(what_was_killed_ten_times_is_given_up),
		ON_EACH(a_test_waits_for_nothing_and_nothing_waits_for_it),
		ON_EACH(old_news_is_not_sent),
		ON_EACH(a_channel_that_is_off_or_asks_for_a_pause_waits),
		ON_EACH(a_limited_chat_is_left_alone_and_the_others_go_on_29),
		ON_EACH(the_ledger_keeps_what_was_told_and_the_courier_its_references),
		ON_EACH(a_channel_says_how_it_is),
		ON_EACH(what_is_queued_for_a_deleted_target_is_dropped),
	};

	return CHECK_ALL(tests);
}
