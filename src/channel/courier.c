/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "channel/courier_int.h"

enum {
	TICK_MS = 500, /* time between two checks whether something is due */
	AT_HAND_MAX = 64, /* messages claimed and not completed */
	/* write several in one transaction instead of one by one */
	CLAIM_AGAIN_LEAST = 16,
};

/* ---- lists ------------------------------------------------------------------------------- */

void
deliveries_add(struct delivery_list *list, struct delivery *d)
{
	d->prev = list->last;
	d->next = NULL;
	if (list->last)
		list->last->next = d;
	else
		list->first = d;
	list->last = d;
	list->n++;
}

void
deliveries_remove(struct delivery_list *list, struct delivery *d)
{
	if (d->prev)
		d->prev->next = d->next;
	else
		list->first = d->next;
	if (d->next)
		d->next->prev = d->prev;
	else
		list->last = d->prev;
	d->prev = d->next = NULL;
	list->n--;
}

static void
claim_release(struct claim *claim)
{
	if (--claim->left > 0)
		return;
	courier_write_free(claim->write);
	free(claim);
}

void
delivery_free(struct delivery *d)
{
	request_fini(&d->request);
	buf_fini(&d->answer);
	outbox_claimed_wipe(d->row);
	claim_release(d->claim);
	free(d);
}

/* ---- claims -------------------------------------------------------------------------------- */

static size_t
at_hand(const struct courier *c)
{
	return c->waiting.n + c->in_flight.n;
}

static void
begin_claim(struct courier *c)
{
	struct courier_write *w = courier_write_new(c);
	unsigned char random[16];

	if (!w)
		return;
	w->most = AT_HAND_MAX - at_hand(c);
	w->now_ms = clock_wall_ms();
	w->rows = calloc(w->most, sizeof(w->rows[0]));
	randombytes_buf(random, sizeof(random));
	(void)sodium_bin2hex(w->token, sizeof(w->token), random, sizeof(random));
	c->is_claiming = true;
	if (w->rows && c->options.ops->write(c->options.ctx, w) == RC_OK)
		return;
	c->is_claiming = false;
	courier_write_free(w);
}

/* The rows are claimed. One extra reference keeps them until all are accepted. */
static void
take_claim(struct courier *c, struct courier_write *w, int64_t now_ms)
{
	struct claim *claim = w->rc == RC_OK && w->n ? calloc(1, sizeof(*claim)) : NULL;

	c->is_claiming = false;
	/* More may be due if the maximum number was claimed. */
	c->due_ms = w->rc == RC_OK && w->n == w->most ? now_ms : INT64_MAX;
	if (!claim) {
		courier_write_free(w);
		return;
	}
	claim->write = w;
	claim->at_ms = now_ms;
	claim->left = 1;
	for (size_t i = 0; i < w->n; i++)
		courier_accept(c, claim, &w->rows[i]);
	claim_release(claim);
}

/* Ask the database from time to time when the next message is due. */
static void
look(struct courier *c, int64_t now_ms)
{
	struct err err = { .msg = "" };
	int64_t wall_ms = clock_wall_ms();
	int64_t next_ms = 0;

	if (c->is_claiming || c->due_ms <= now_ms || now_ms - c->looked_ms < TICK_MS)
		return;
	c->looked_ms = now_ms;
	if (c->options.ops->next(c->options.ctx, wall_ms, &next_ms, &err) != RC_OK)
		return; /* the writer reports that the database is not available */
	if (next_ms > 0)
		c->due_ms = next_ms <= wall_ms ? now_ms : now_ms + (next_ms - wall_ms);
}

static void
claim_if_due(struct courier *c, int64_t now_ms)
{
	/* Notes first: they contain which rows are completed. */
	if (c->is_claiming || c->stop_ms || c->due_ms > now_ms ||
	    at_hand(c) + CLAIM_AGAIN_LEAST > AT_HAND_MAX)
		return;
	begin_claim(c);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static struct courier_write *
take_done(struct courier *c)
{
	struct courier_mailbox *box = c->mailbox;
	struct courier_write *done;

	(void)pthread_mutex_lock(&box->lock);
	done = box->done;
	box->done = NULL;
	if (box->is_stopping && !c->stop_ms)
		c->stop_ms = clock_mono_ms() + COURIER_STOP_MS;
	box->figures.waiting = c->waiting.n;
	box->figures.in_flight = c->in_flight.n;
	(void)pthread_mutex_unlock(&box->lock);
	return done;
}

static void
take_writes(struct courier *c, struct courier_write *w, int64_t now_ms)
{
	while (w) {
		struct courier_write *next = w->next;

		if (w->most) {
			take_claim(c, w, now_ms);
		} else {
			c->is_noting = false;
			c->notes_done = w->number;
			courier_write_free(w);
		}
		w = next;
	}
}

/* Messages that are being sent when the time is over: the result is not known. */
static void
give_up_sending(struct courier *c, int64_t now_ms)
{
	struct answer answer = { .kind = ANSWER_UNSURE,
		.error = "the program was stopped before an answer came" };

	while (c->in_flight.first)
		courier_settle(c->in_flight.first, &answer, now_ms);
}

static bool
is_over(struct courier *c, int64_t now_ms)
{
	if (!c->stop_ms)
		return false;
	if (now_ms >= c->stop_ms)
		give_up_sending(c, now_ms);
	courier_write_notes(c);
	return now_ms >= c->stop_ms ||
	    (at_hand(c) == 0 && !c->is_claiming && !c->is_noting && !c->notes);
}

static void
turn(struct courier *c)
{
	int64_t now_ms = clock_mono_ms();
	struct courier_write *done = take_done(c);
	int64_t wait_ms;
	struct timeval tv;

	take_writes(c, done, now_ms);
	wait_ms = courier_dispatch(c, now_ms);
	courier_write_notes(c);
	if (!c->stop_ms)
		look(c, now_ms);
	claim_if_due(c, now_ms);
	if (is_over(c, now_ms)) {
		c->is_ended = true;
		(void)event_base_loopbreak(c->base);
		return;
	}
	if (wait_ms < 0 || wait_ms > TICK_MS)
		wait_ms = TICK_MS;
	if (c->stop_ms)
		wait_ms = 20;
	tv = (struct timeval){ .tv_sec = wait_ms / 1000,
		.tv_usec = (wait_ms % 1000) * 1000 };
	(void)evtimer_add(c->tick, &tv);
}

static void
on_tick(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	turn(ctx);
}

static void
on_wake(evutil_socket_t fd, short what, void *ctx)
{
	uint64_t n;

	(void)what;
	if (read(fd, &n, sizeof(n)) < 0)
		return; /* another thread has already read it */
	turn(ctx);
}

static void *
run(void *ctx)
{
	struct courier *c = ctx;

	turn(c);
	if (!c->is_ended)
		(void)event_base_dispatch(c->base);
	return NULL;
}

/* ---- life ---------------------------------------------------------------------------------- */

static enum rc
init_loop(struct courier *c, struct err *err)
{
	c->mailbox = mailbox_new();
	c->base = event_base_new();
	c->lines = map_new();
	c->chats = map_new();
	if (!c->mailbox || !c->base || !c->lines || !c->chats)
		return err_set(err, RC_NOMEM, "out of memory");
	c->tick = evtimer_new(c->base, on_tick, c);
	c->waker =
	    event_new(c->base, c->mailbox->wake_fd, EV_READ | EV_PERSIST, on_wake, c);
	if (!c->tick || !c->waker || event_add(c->waker, NULL) != 0)
		return err_set(err, RC_NOMEM, "out of memory");
	return courier_curl_init(c, err);
}

enum rc
courier_start(
    const struct courier_options *options, struct courier **ret_courier, struct err *err)
{
	struct courier *c OWNED(courier_free) = calloc(1, sizeof(*c));
	enum rc rc;

	if (!c || sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	c->options = *options;
	c->due_ms = INT64_MAX;
	(void)snprintf(
	    c->proxy, sizeof(c->proxy), "%s", options->proxy ? options->proxy : "");
	(void)snprintf(c->ca_file, sizeof(c->ca_file), "%s",
	    options->ca_file ? options->ca_file : "");
	rc = init_loop(c, err);
	if (rc != RC_OK)
		return rc;
	c->looked_ms = clock_mono_ms() - TICK_MS;
	if (pthread_create(&c->thread, NULL, run, c) != 0)
		return err_set(err, RC_NOMEM, "no thread for the courier");
	c->has_thread = true;
	*ret_courier = GIVE(c);
	return RC_OK;
}

void
courier_stop(struct courier *c)
{
	if (!c->has_thread)
		return;
	(void)pthread_mutex_lock(&c->mailbox->lock);
	c->mailbox->is_stopping = true;
	mailbox_poke(c->mailbox);
	(void)pthread_mutex_unlock(&c->mailbox->lock);
	(void)pthread_join(c->thread, NULL);
	c->has_thread = false;
}

static void
free_maps(struct courier *c)
{
	struct chat *chat;
	struct line *line;
	size_t at = 0;

	while (c->lines && (line = map_next(c->lines, &at)))
		free(line);
	at = 0;
	while (c->chats && (chat = map_next(c->chats, &at))) {
		free(chat->key);
		free(chat);
	}
	map_free(c->lines);
	map_free(c->chats);
}

void
courier_free(struct courier *c)
{
	if (!c)
		return;
	courier_stop(c);
	courier_write_free(c->notes);
	courier_curl_fini(c);
	if (c->tick)
		event_free(c->tick);
	if (c->waker)
		event_free(c->waker);
	if (c->base)
		event_base_free(c->base);
	if (c->mailbox)
		mailbox_close(c->mailbox);
	free_maps(c);
	free(c);
}
