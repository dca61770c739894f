/* SPDX-License-Identifier: Apache-2.0
 *
 * Decides which of the claimed messages can be sent now. A message that must wait for
 * longer than PATIENCE_MS is returned to the outbox, so that others can be claimed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "channel/courier_int.h"

enum {
	PATIENCE_MS = 2000,
	/* of OUTBOX_CLAIM_MS: the rest of the time is for the attempt */
	CLAIM_OLD_MS = 30000,
	CHATS_MAX = 10000,
};

/* ---- channels and chats ---------------------------------------------------------------- */

static void
set_limits(struct courier *c, struct line *line, enum channel_kind kind, int64_t now_ms)
{
	const struct courier_rates *r = &c->options.rates;

	switch (kind) {
	case CHANNEL_TELEGRAM:
		bucket_init(&line->bucket, r->telegram, 25, now_ms);
		return;
	case CHANNEL_EMAIL:
		bucket_init(&line->bucket, r->email, 10, now_ms);
		return;
	case CHANNEL_WEBHOOK:
	case CHANNEL_KINDS:
		bucket_init(&line->bucket, r->webhook, 10, now_ms);
		return;
	}
}

/* The channel was changed: the state of the old settings is not valid any more. */
static void
begin_line(struct courier *c, struct line *line, const struct outbox_claimed *row)
{
	line->updated_ms = row->channel_updated_ms;
	line->circuit = (struct circuit){ 0 };
	line->hold_ms = 0;
	set_limits(c, line, row->kind, clock_mono_ms());
}

static struct line *
line_of(struct courier *c, const struct outbox_claimed *row)
{
	struct line *line = map_find_u64(c->lines, (uint64_t)row->channel.v);

	if (!line) {
		line = calloc(1, sizeof(*line));
		if (!line ||
		    map_add_u64(c->lines, (uint64_t)row->channel.v, line) != RC_OK) {
			free(line);
			return NULL;
		}
		line->id = row->channel;
		begin_line(c, line, row);
	} else if (line->updated_ms != row->channel_updated_ms) {
		begin_line(c, line, row);
	}
	return line;
}

/* Groups, whose numbers are negative, may get 20 messages a minute. */
static void
begin_chat(struct courier *c, struct chat *chat, const char *address)
{
	const struct courier_rates *r = &c->options.rates;
	bool is_group = courier_is_group(address);

	bucket_init(&chat->bucket, is_group ? r->telegram_group : r->telegram_chat,
	    is_group ? 10 : 3, clock_mono_ms());
}

static struct chat *
chat_of(struct courier *c, const struct outbox_claimed *row)
{
	char key[300];
	struct chat *chat;
	size_t n;

	(void)snprintf(
	    key, sizeof(key), "%lld %.250s", (long long)row->channel.v, row->address);
	n = strlen(key);
	chat = map_find(c->chats, key, n);
	if (chat || map_count(c->chats) >= CHATS_MAX)
		return chat;
	chat = calloc(1, sizeof(*chat));
	if (chat)
		chat->key = strdup(key);
	if (!chat || !chat->key || map_add(c->chats, chat->key, n, chat) != RC_OK) {
		if (chat)
			free(chat->key);
		free(chat);
		return NULL;
	}
	begin_chat(c, chat, row->address);
	return chat;
}

void
courier_accept(struct courier *c, struct claim *claim, struct outbox_claimed *row)
{
	struct delivery *d = calloc(1, sizeof(*d));

	/* No memory: the claim expires, and the row is claimed again. */
	if (!d)
		return;
	d->courier = c;
	d->claim = claim;
	d->row = row;
	d->line = line_of(c, row);
	d->chat = row->kind == CHANNEL_TELEGRAM ? chat_of(c, row) : NULL;
	d->answer = (struct buf)BUF_INIT(ANSWER_MAX);
	request_init(&d->request);
	claim->left++;
	if (d->line)
		deliveries_add(&c->waiting, d);
	else
		delivery_free(d);
}

/* ---- may it go? --------------------------------------------------------------------------- */

static bool
is_same_thread(const struct delivery *a, const struct delivery *b)
{
	return a->row->incident > 0 && a->row->incident == b->row->incident &&
	    a->row->target.v == b->row->target.v;
}

/* Messages of one incident to one target are sent one after the other. */
static bool
is_behind_another(const struct courier *c, const struct delivery *d)
{
	for (const struct delivery *o = c->in_flight.first; o; o = o->next) {
		if (is_same_thread(o, d))
			return true;
	}
	for (const struct delivery *o = d->prev; o; o = o->prev) {
		if (is_same_thread(o, d))
			return true;
	}
	return false;
}

static bool
must_be_once(const struct delivery *d)
{
	return !channel_knows_repetitions(d->row->kind) &&
	    !(d->row->act == OUTBOX_EDIT && *d->row->message_ref);
}

/* If the program is killed, there is at most one message of a channel whose delivery is
 * not known: the next one starts when the end of the previous one is stored. */
static bool
is_one_unknown(const struct courier *c, const struct delivery *d)
{
	return must_be_once(d) &&
	    (d->line->once > 0 || d->line->once_notes > c->notes_done);
}

static int64_t
longer(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Time until channel and chat allow it; 0: now. */
static int64_t
wait_of(const struct delivery *d, int64_t now_ms)
{
	bool is_critical = d->row->priority == OUTBOX_CRITICAL;
	int64_t wait = circuit_wait_ms(&d->line->circuit, now_ms);

	wait = longer(wait, d->line->hold_ms - now_ms);
	wait = longer(wait, bucket_wait_ms(&d->line->bucket, now_ms, is_critical));
	if (d->chat) {
		wait = longer(wait, d->chat->hold_ms - now_ms);
		wait =
		    longer(wait, bucket_wait_ms(&d->chat->bucket, now_ms, is_critical));
	}
	return wait;
}

static void
send_now(struct delivery *d, int64_t now_ms)
{
	struct courier *c = d->courier;
	struct err err = { .msg = "" };
	struct answer answer = { .kind = ANSWER_DEAD };

	bucket_take(&d->line->bucket, now_ms);
	if (d->chat)
		bucket_take(&d->chat->bucket, now_ms);
	circuit_try(&d->line->circuit, now_ms);
	deliveries_remove(&c->waiting, d);
	deliveries_add(&c->in_flight, d);
	d->line->in_flight++;
	d->is_once = must_be_once(d);
	d->line->once += d->is_once;
	d->started_ms = now_ms;
	d->started_wall_ms = clock_wall_ms();
	if (courier_curl_send(d, &err) == RC_OK)
		return;
	(void)snprintf(answer.error, sizeof(answer.error), "%.250s", err.msg);
	if (err.rc == RC_NOMEM)
		answer.kind = ANSWER_RETRY;
	courier_settle(d, &answer, now_ms);
}

int64_t
courier_dispatch(struct courier *c, int64_t now_ms)
{
	struct delivery *next;
	int64_t soonest = -1;

	for (struct delivery *d = c->waiting.first; d; d = next) {
		int64_t wait = wait_of(d, now_ms);

		next = d->next;
		if (c->stop_ms || now_ms - d->claim->at_ms > CLAIM_OLD_MS)
			courier_put_back(d, 0);
		else if (wait > PATIENCE_MS)
			courier_put_back(d, wait);
		else if (is_behind_another(c, d) || is_one_unknown(c, d) ||
		    d->line->in_flight >= COURIER_PER_CHANNEL ||
		    c->in_flight.n >= COURIER_IN_FLIGHT)
			continue; /* the end of another message wakes this loop */
		else if (wait == 0)
			send_now(d, now_ms);
		else if (soonest < 0 || wait < soonest)
			soonest = wait;
	}
	return soonest;
}
