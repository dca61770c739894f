/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of an attempt: the outcome for the outbox, and the consequences for the
 * channel and the chat.
 */
#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "base/clock.h"
#include "channel/courier_int.h"
#include "channel/utf8_int.h"

enum { UNSURE_PAUSE_MS = 60000, WAIT_MAX_S = 6 * 3600 };

static void
count(struct courier *c, enum outbox_state state, bool was_tried)
{
	struct courier_figures *figures = &c->mailbox->figures;

	(void)pthread_mutex_lock(&c->mailbox->lock);
	figures->sent += state == OUTBOX_SENT || state == OUTBOX_CONFIRMED;
	figures->failed += was_tried && state != OUTBOX_SENT && state != OUTBOX_CONFIRMED;
	figures->given_up += state == OUTBOX_DEAD;
	(void)pthread_mutex_unlock(&c->mailbox->lock);
}

/* A copy that a database accepts: UTF-8, no control characters, not too long. */
static char *
keep(struct courier_write *w, const char *text)
{
	size_t max = OUTBOX_ANSWER_MAX;
	char *copy = arena_alloc(w->arena, max + 1);
	size_t used = 0;
	size_t n;
	uint32_t c;

	if (!copy)
		return NULL;
	for (; (n = utf8_next(text, &c)) > 0 && used + n <= max; text += n) {
		bool is_wrong = n == 1 && (unsigned char)*text >= 0x80;

		memcpy(copy + used, is_wrong || c < ' ' ? "?" : text, n);
		used += n;
	}
	copy[used] = '\0';
	return copy;
}

/* The courier releases the message. */
static void
let_go(struct delivery *d)
{
	struct courier *c = d->courier;

	if (d->easy || d->started_wall_ms) {
		deliveries_remove(&c->in_flight, d);
		d->line->in_flight--;
		d->line->once -= d->is_once;
	} else {
		deliveries_remove(&c->waiting, d);
	}
	courier_curl_drop(d);
	delivery_free(d);
}

/* ---- outcomes ------------------------------------------------------------------------------ */

static bool
is_too_old(const struct delivery *d, int64_t wall_ms)
{
	return wall_ms - d->row->created_ms > PACE_GIVE_UP_MS;
}

static void
try_later(struct delivery *d, struct outbox_outcome *o, int64_t wall_ms)
{
	int64_t pause = pace_pause_ms(d->row->attempts + 1, randombytes_random());

	o->state = is_too_old(d, wall_ms) ? OUTBOX_DEAD : OUTBOX_QUEUED;
	o->not_before_ms = wall_ms + pause;
}

static void
be_unsure(struct delivery *d, struct outbox_outcome *o, int64_t wall_ms)
{
	if (channel_knows_repetitions(d->row->kind) || d->row->act == OUTBOX_EDIT) {
		try_later(d, o, wall_ms);
		return;
	}
	/* One more attempt, and then never again: at most two messages may be
	 * delivered. */
	o->state = d->row->may_repeat ? OUTBOX_DEAD : OUTBOX_UNSURE;
	o->not_before_ms = wall_ms + UNSURE_PAUSE_MS;
}

static void
decide(struct delivery *d, const struct answer *a, struct outbox_outcome *o)
{
	int64_t wall_ms = clock_wall_ms();

	switch (a->kind) {
	case ANSWER_DONE:
		/* A mail server has only accepted the message for delivery. */
		o->state = d->row->kind == CHANNEL_EMAIL ? OUTBOX_SENT : OUTBOX_CONFIRMED;
		return;
	case ANSWER_RETRY:
		try_later(d, o, wall_ms);
		return;
	case ANSWER_WAIT:
		o->state = is_too_old(d, wall_ms) ? OUTBOX_DEAD : OUTBOX_QUEUED;
		o->not_before_ms =
		    wall_ms + (a->wait_s < WAIT_MAX_S ? a->wait_s : WAIT_MAX_S) * 1000;
		return;
	case ANSWER_MOVED:
	case ANSWER_SEND:
		o->state = OUTBOX_QUEUED;
		o->not_before_ms = wall_ms;
		return;
	case ANSWER_UNSURE:
		be_unsure(d, o, wall_ms);
		return;
	case ANSWER_DEAD:
	case ANSWER_REFUSED:
	case ANSWER_GONE:
	case ANSWER_BLOCKED:
		o->state = OUTBOX_DEAD;
		return;
	}
}

static void
add_references(struct delivery *d, const struct answer *a, struct courier_write *w,
    struct outbox_outcome *o)
{
	const char *ref = d->row->kind == CHANNEL_EMAIL ? d->request.message_id : a->ref;

	if (a->kind != ANSWER_DONE)
		return;
	o->provider_id = keep(w, d->row->kind == CHANNEL_WEBHOOK ? d->row->key : a->ref);
	/* An edit does not move the message. */
	if (*ref && !(d->row->act == OUTBOX_EDIT && *d->row->message_ref))
		o->message_ref = keep(w, ref);
}

/* The answer of the receiver, without secrets. */
static const char *
shown_answer(struct delivery *d, struct courier_write *w)
{
	char *said = d->row->kind == CHANNEL_EMAIL ? d->reply : d->answer.data;

	if (!said)
		return "";
	request_redact(said, &d->row->secret);
	return keep(w, said);
}

static void
note_outcome(struct delivery *d, const struct answer *a, int64_t now_ms)
{
	struct courier *c = d->courier;
	struct courier_write *w = courier_notes(c);
	struct outbox_outcome *o = w ? vec_add(&w->outcomes) : NULL;

	if (!o)
		return; /* its claim expires */
	*o = (struct outbox_outcome){ .id = d->row->id,
		.token = keep(w, d->claim->write->token),
		.was_tried = true,
		.at_ms = d->started_wall_ms,
		.took_ms = now_ms - d->started_ms,
		.code = a->code,
		.error = keep(w, a->error) };
	if (d->is_once)
		d->line->once_notes = w->number;
	decide(d, a, o);
	add_references(d, a, w, o);
	o->answer = shown_answer(d, w);
	count(c, o->state, true);
}

/* ---- what follows for others --------------------------------------------------------------- */

static void
hold(struct delivery *d, const struct answer *a, int64_t now_ms)
{
	struct courier_write *w = courier_notes(d->courier);
	struct courier_hold *h = w ? vec_add(&w->holds) : NULL;
	int64_t wait_ms = (a->wait_s < WAIT_MAX_S ? a->wait_s : WAIT_MAX_S) * 1000;
	bool is_chat = d->chat && !a->is_for_channel;

	if (is_chat)
		d->chat->hold_ms = now_ms + wait_ms;
	else
		d->line->hold_ms = now_ms + wait_ms;
	if (h)
		*h = (struct courier_hold){ .channel = d->row->channel,
			.target = is_chat ? d->row->target : (struct target_id){ 0 },
			.until_ms = clock_wall_ms() + wait_ms };
}

static void
move(struct delivery *d, const struct answer *a)
{
	struct courier_write *w = courier_notes(d->courier);
	struct telegram_move *m = w ? vec_add(&w->moves) : NULL;

	if (m)
		*m = (struct telegram_move){ .channel = d->row->channel,
			.from = keep(w, d->row->address),
			.to = keep(w, a->address) };
}

bool
courier_is_group(const char *address)
{
	return *address == '-' || *address == '@';
}

static void
unverify(struct delivery *d)
{
	struct courier_write *w = courier_notes(d->courier);
	struct courier_unverified *u = w ? vec_add(&w->unverified) : NULL;

	if (u)
		*u = (struct courier_unverified){ .channel = d->row->channel,
			.address = keep(w, d->row->address) };
}

static void
channel_failed(struct delivery *d, const struct answer *a, int64_t now_ms)
{
	struct courier *c = d->courier;
	struct circuit *circuit = &d->line->circuit;
	bool is_dead = circuit_bad(circuit, now_ms);

	if (circuit->failures >= CIRCUIT_FAILURES || a->kind == ANSWER_REFUSED)
		courier_note_health(c, d, CHANNEL_FAILING, a->error);
	if (is_dead)
		c->options.ops->dead(c->options.ctx,
		    &(struct courier_dead){ .channel = d->line->id,
			.name = d->row->channel_name,
			.error = a->error,
			.since_ms = clock_wall_ms() - (now_ms - circuit->since_ms) });
}

static void
learn(struct delivery *d, const struct answer *a, int64_t now_ms)
{
	switch (a->kind) {
	case ANSWER_DONE:
		(void)circuit_good(&d->line->circuit);
		courier_note_health(d->courier, d, CHANNEL_WELL, "");
		return;
	case ANSWER_WAIT:
		hold(d, a, now_ms);
		return;
	case ANSWER_RETRY:
	case ANSWER_UNSURE:
	case ANSWER_REFUSED:
		channel_failed(d, a, now_ms);
		return;
	case ANSWER_GONE:
		courier_note_health(d->courier, d, CHANNEL_OFF, a->error);
		return;
	case ANSWER_MOVED:
		move(d, a);
		return;
	case ANSWER_BLOCKED:
		unverify(d);
		/* A group that removed the bot is nobody's address: somebody must see it. */
		if (courier_is_group(d->row->address))
			courier_note_health(d->courier, d, CHANNEL_FAILING, a->error);
		return;
	case ANSWER_DEAD:
	case ANSWER_SEND:
		/* It answers: the message was the problem, not the channel. */
		if (a->code)
			(void)circuit_good(&d->line->circuit);
		return;
	}
}

/* The message to be edited does not exist: send a new one at once. */
static bool
send_instead(struct delivery *d)
{
	struct courier *c = d->courier;

	courier_curl_drop(d);
	deliveries_remove(&c->in_flight, d);
	d->line->in_flight--;
	d->line->once -= d->is_once;
	d->is_once = false;
	d->started_wall_ms = 0;
	d->row->act = OUTBOX_SEND;
	d->row->message_ref = "";
	deliveries_add(&c->waiting, d);
	return true;
}

void
courier_settle(struct delivery *d, const struct answer *answer, int64_t now_ms)
{
	struct answer a = *answer;

	request_redact(a.error, &d->row->secret);
	learn(d, &a, now_ms);
	if (a.kind == ANSWER_SEND && d->row->act == OUTBOX_EDIT && send_instead(d))
		return;
	note_outcome(d, &a, now_ms);
	let_go(d);
}

void
courier_put_back(struct delivery *d, int64_t wait_ms)
{
	struct courier_write *w = courier_notes(d->courier);
	struct outbox_outcome *o = w ? vec_add(&w->outcomes) : NULL;

	if (o)
		*o = (struct outbox_outcome){ .id = d->row->id,
			.token = keep(w, d->claim->write->token),
			.state = OUTBOX_QUEUED,
			.not_before_ms = clock_wall_ms() + wait_ms };
	let_go(d);
}

/* ---- the end of a transfer ------------------------------------------------------------------ */

/* Was the complete request sent? Then the receiver may have processed it. */
static bool
was_sent(struct delivery *d)
{
	curl_off_t up = 0;

	(void)curl_easy_getinfo(d->easy, CURLINFO_SIZE_UPLOAD_T, &up);
	return d->row->kind != CHANNEL_EMAIL && up >= (curl_off_t)d->request.body.len &&
	    up > 0;
}

static void
answer_of_failure(struct delivery *d, CURLcode code, struct answer *a)
{
	const char *words = *d->curl_error ? d->curl_error : curl_easy_strerror(code);

	a->kind = was_sent(d) ? ANSWER_UNSURE : ANSWER_RETRY;
	if (*d->forbidden) {
		a->kind = ANSWER_DEAD;
		(void)snprintf(a->error, sizeof(a->error),
		    "the address %.60s is not in channel.allowed_networks", d->forbidden);
	} else {
		(void)snprintf(a->error, sizeof(a->error), "%.250s", words);
	}
}

static void
answer_of_mail(struct delivery *d, CURLcode code, long status, struct answer *a)
{
	if (code == CURLE_OK || status >= 400)
		email_answer(
		    code == CURLE_OK && status < 200 ? 250 : status, d->reply, a);
	else
		answer_of_failure(d, code, a);
	if (code == CURLE_LOGIN_DENIED && a->kind != ANSWER_RETRY)
		a->kind = ANSWER_REFUSED;
}

void
courier_ended(struct delivery *d, CURLcode code)
{
	struct answer a = { 0 };
	long status = 0;
	bool is_edit = d->row->act == OUTBOX_EDIT && *d->row->message_ref;

	(void)curl_easy_getinfo(d->easy, CURLINFO_RESPONSE_CODE, &status);
	if (d->row->kind == CHANNEL_EMAIL)
		answer_of_mail(d, code, status, &a);
	else if (code != CURLE_OK && !(code == CURLE_WRITE_ERROR && status))
		answer_of_failure(d, code, &a);
	else if (d->row->kind == CHANNEL_TELEGRAM)
		telegram_answer(status, buf_text(&d->answer), is_edit, &a);
	else
		webhook_answer(status, d->retry_after_s, &a);
	courier_settle(d, &a, clock_mono_ms());
}
