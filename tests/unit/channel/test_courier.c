/* SPDX-License-Identifier: Apache-2.0
 *
 * The courier against a small HTTP server in a thread and an outbox in memory. Everything
 * waits for conditions; nothing depends on how fast the machine is.
 */
#include "check.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "channel/courier.h"
#include "channel/courier_int.h"

enum { ROWS = 80, LIMIT_MS = 120000, TEXT_MAX = 65536 };

/* ---- an outbox in memory ---------------------------------------------------------------- */

struct row {
	struct outbox_claimed claimed; /* texts are static or in the lab */
	enum outbox_state state;
	int64_t not_before_ms;
	char token[OUTBOX_TOKEN_MAX];
	int attempts;
	int64_t code;
	char error[600], answer[600], provider[200], ref[200];
};

struct lab {
	pthread_mutex_t lock;
	struct row rows[ROWS];
	size_t n;
	struct courier_hold hold;
	int holds;
	char moved_to[64], unverified[64];
	struct channel_note health;
	char health_error[600];
	int dead;
	bool is_claim_refused;

	/* The server. */
	struct event_base *base;
	struct evhttp *http;
	pthread_t thread;
	char url[64], api[128], body[TEXT_MAX], uris[ROWS][200];
	int requests;
	bool is_mute; /* never answers */
	/* What it answers to the first requests, then 200. */
	struct reply {
		int status;
		const char *body;
		const char *retry_after;
	} replies[ROWS];
	struct courier *courier;
	struct courier_options options;
};

static bool
is_free(const struct lab *lab, const struct row *r)
{
	for (const struct row *o = lab->rows; o < r; o++) {
		if (o->claimed.incident == r->claimed.incident &&
		    o->claimed.target.v == r->claimed.target.v &&
		    (o->state == OUTBOX_QUEUED || o->state == OUTBOX_SENDING ||
			o->state == OUTBOX_UNSURE))
			return false;
	}
	return true;
}

static void
claim(struct lab *lab, struct courier_write *w)
{
	for (size_t i = 0; i < lab->n && w->n < w->most; i++) {
		struct row *r = &lab->rows[i];

		if ((r->state != OUTBOX_QUEUED && r->state != OUTBOX_UNSURE) ||
		    r->not_before_ms > w->now_ms || !is_free(lab, r))
			continue;
		r->state = OUTBOX_SENDING;
		(void)snprintf(r->token, sizeof(r->token), "%s", w->token);
		w->rows[w->n] = r->claimed;
		w->rows[w->n++].attempts = r->attempts;
	}
}

static struct row *
row_of(struct lab *lab, int64_t id)
{
	return &lab->rows[id - 1];
}

static void
finish(struct lab *lab, const struct outbox_outcome *o)
{
	struct row *r = row_of(lab, o->id);

	assert_int_equal(r->state, OUTBOX_SENDING);
	assert_string_equal(r->token, o->token);
	r->state = o->state;
	r->not_before_ms = o->not_before_ms;
	r->attempts += o->was_tried;
	r->code = o->code;
	(void)snprintf(r->error, sizeof(r->error), "%s", o->error ? o->error : "");
	(void)snprintf(r->answer, sizeof(r->answer), "%s", o->answer ? o->answer : "");
	(void)snprintf(
	    r->provider, sizeof(r->provider), "%s", o->provider_id ? o->provider_id : "");
	(void)snprintf(
	    r->ref, sizeof(r->ref), "%s", o->message_ref ? o->message_ref : "");
}

static void
take_notes(struct lab *lab, struct courier_write *w)
{
	for (size_t i = 0; i < w->moves.n; i++) {
		const struct telegram_move *m =
		    VEC_AT(&w->moves, struct telegram_move, i);

		(void)snprintf(lab->moved_to, sizeof(lab->moved_to), "%s", m->to);
		for (size_t k = 0; k < lab->n; k++)
			lab->rows[k].claimed.address = lab->moved_to;
	}
	for (size_t i = 0; i < w->outcomes.n; i++)
		finish(lab, VEC_AT(&w->outcomes, struct outbox_outcome, i));
	for (size_t i = 0; i < w->holds.n; i++, lab->holds++)
		lab->hold = *VEC_AT(&w->holds, struct courier_hold, i);
	for (size_t i = 0; i < w->channels.n; i++) {
		lab->health = *VEC_AT(&w->channels, struct channel_note, i);
		(void)snprintf(lab->health_error, sizeof(lab->health_error), "%s",
		    lab->health.error);
	}
	for (size_t i = 0; i < w->unverified.n; i++)
		(void)snprintf(lab->unverified, sizeof(lab->unverified), "%s",
		    VEC_AT(&w->unverified, struct courier_unverified, i)->address);
}

static enum rc
ops_next(void *ctx, int64_t now_ms, int64_t *ret_ms, struct err *err)
{
	struct lab *lab = ctx;
	int64_t next = 0;

	(void)err;
	(void)now_ms;
	(void)pthread_mutex_lock(&lab->lock);
	for (size_t i = 0; i < lab->n; i++) {
		const struct row *r = &lab->rows[i];

		if ((r->state == OUTBOX_QUEUED || r->state == OUTBOX_UNSURE) &&
		    (!next || r->not_before_ms < next))
			next = r->not_before_ms ? r->not_before_ms : 1;
	}
	(void)pthread_mutex_unlock(&lab->lock);
	*ret_ms = next;
	return RC_OK;
}

static enum rc
ops_write(void *ctx, struct courier_write *w)
{
	struct lab *lab = ctx;

	(void)pthread_mutex_lock(&lab->lock);
	if (w->most)
		claim(lab, w);
	else
		take_notes(lab, w);
	(void)pthread_mutex_unlock(&lab->lock);
	courier_write_done(w, RC_OK);
	return RC_OK;
}

static void
ops_dead(void *ctx, const struct courier_dead *dead)
{
	struct lab *lab = ctx;

	(void)dead;
	(void)pthread_mutex_lock(&lab->lock);
	lab->dead++;
	(void)pthread_mutex_unlock(&lab->lock);
}

static const struct courier_ops OPS = { ops_next, ops_write, ops_dead };

/* ---- the server ------------------------------------------------------------------------------ */

static void
on_request(struct evhttp_request *req, void *ctx)
{
	struct lab *lab = ctx;
	struct evbuffer *in = evhttp_request_get_input_buffer(req);
	size_t n = evbuffer_get_length(in);
	struct evbuffer *out = evbuffer_new();
	struct reply reply;

	(void)pthread_mutex_lock(&lab->lock);
	reply = lab->replies[lab->requests];
	(void)snprintf(lab->uris[lab->requests], sizeof(lab->uris[0]), "%s",
	    evhttp_request_get_uri(req));
	n = n < TEXT_MAX ? n : TEXT_MAX - 1;
	(void)evbuffer_copyout(in, lab->body, n);
	lab->body[n] = '\0';
	lab->requests++;
	(void)pthread_mutex_unlock(&lab->lock);
	if (reply.retry_after)
		(void)evhttp_add_header(evhttp_request_get_output_headers(req),
		    "Retry-After", reply.retry_after);
	(void)evbuffer_add_printf(out, "%s",
	    reply.body ? reply.body : "{\"ok\":true,\"result\":{\"message_id\":7}}");
	if (!lab->is_mute)
		evhttp_send_reply(req, reply.status ? reply.status : 200, NULL, out);
	evbuffer_free(out);
}

static void *
serve(void *ctx)
{
	struct lab *lab = ctx;

	(void)event_base_loop(lab->base, EVLOOP_NO_EXIT_ON_EMPTY);
	return NULL;
}

/* The loop looks now and then whether it should end: other threads may not touch it. */
static void
on_time(evutil_socket_t fd, short what, void *ctx)
{
	struct lab *lab = ctx;

	(void)fd;
	(void)what;
	(void)pthread_mutex_lock(&lab->lock);
	if (!lab->http)
		(void)event_base_loopbreak(lab->base);
	(void)pthread_mutex_unlock(&lab->lock);
}

static struct event *timer;
static struct evhttp *server;

static struct lab *
lab_new(void)
{
	struct lab *lab = calloc(1, sizeof(*lab));
	struct evhttp_bound_socket *bound;
	struct sockaddr_in at;
	socklen_t size = sizeof(at);
	struct timeval tv = { .tv_usec = 20000 };
	struct err err;

	(void)pthread_mutex_init(&lab->lock, NULL);
	lab->base = event_base_new();
	lab->http = server = evhttp_new(lab->base);
	bound = evhttp_bind_socket_with_handle(lab->http, "127.0.0.1", 0);
	assert_int_equal(
	    getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&at, &size),
	    0);
	(void)snprintf(
	    lab->url, sizeof(lab->url), "http://127.0.0.1:%d", (int)ntohs(at.sin_port));
	(void)snprintf(lab->api, sizeof(lab->api),
	    "{\"api_url\":\"%s\",\"url\":\"%s/hook\",\"allow_http\":true}", lab->url,
	    lab->url);
	evhttp_set_gencb(lab->http, on_request, lab);
	timer = event_new(lab->base, -1, EV_PERSIST, on_time, lab);
	(void)event_add(timer, &tv);
	assert_int_equal(pthread_create(&lab->thread, NULL, serve, lab), 0);
	lab->options = (struct courier_options){ .ops = &OPS, .ctx = lab, .proxy = "" };
	check_rc(networks_read("127.0.0.0/8", &lab->options.allowed, &err), RC_OK);
	return lab;
}

static void
lab_free(struct lab *lab)
{
	courier_free(lab->courier);
	(void)pthread_mutex_lock(&lab->lock);
	lab->http = NULL;
	(void)pthread_mutex_unlock(&lab->lock);
	(void)pthread_join(lab->thread, NULL);
	event_free(timer);
	evhttp_free(server);
	event_base_free(lab->base);
	(void)pthread_mutex_destroy(&lab->lock);
	free(lab);
}

static struct row *
add(struct lab *lab, enum channel_kind kind, int64_t incident)
{
	struct row *r = &lab->rows[lab->n++];

	r->claimed = (struct outbox_claimed){ .id = (int64_t)lab->n,
		.key = "key",
		.incident = incident,
		.target = { 9 },
		.channel = { (int64_t)kind + 1 },
		.kind = kind,
		.channel_name = "c",
		.settings = lab->api,
		.target_name = "NOC",
		.address = kind == CHANNEL_TELEGRAM ? "-5" : "",
		.thread = "",
		.act = OUTBOX_SEND,
		.priority = OUTBOX_USUAL,
		.body = "{\"title\":\"t\",\"lang\":\"es\",\"blocks\":[{\"kind\":\"line\","
			"\"runs\":[{\"text\":\"hola\"}]}]}",
		.version = (int64_t)lab->n,
		.message_ref = "",
		.thread_ref = "",
		.created_ms = clock_wall_ms() };
	assert_int_equal(secret_set(&r->claimed.secret, "123:TOKEN"), RC_OK);
	return r;
}

static void
start(struct lab *lab)
{
	struct err err = { .msg = "" };

	check_rc(courier_start(&lab->options, &lab->courier, &err), RC_OK);
}

static bool
is_state(struct lab *lab, const struct row *r, enum outbox_state state, int attempts)
{
	bool is;

	(void)pthread_mutex_lock(&lab->lock);
	is = r->state == state && r->attempts >= attempts;
	(void)pthread_mutex_unlock(&lab->lock);
	return is;
}

static void
wait_for(struct lab *lab, const struct row *r, enum outbox_state state, int attempts)
{
	int64_t end = clock_mono_ms() + LIMIT_MS;

	while (!is_state(lab, r, state, attempts)) {
		if (clock_mono_ms() > end)
			fail_msg("row %d is %s after %d attempts: %s", (int)r->claimed.id,
			    outbox_state_name(r->state), r->attempts, r->error);
		(void)usleep(5000);
	}
}

static int
request_count(struct lab *lab)
{
	int n;

	(void)pthread_mutex_lock(&lab->lock);
	n = lab->requests;
	(void)pthread_mutex_unlock(&lab->lock);
	return n;
}

/* ---- tests --------------------------------------------------------------------------------- */

static void
a_webhook_and_a_message_are_delivered(void **state)
{
	struct lab *lab = lab_new();
	struct row *hook = add(lab, CHANNEL_WEBHOOK, 71);
	struct row *chat = add(lab, CHANNEL_TELEGRAM, 72);

	(void)state;
	start(lab);
	wait_for(lab, hook, OUTBOX_CONFIRMED, 1);
	wait_for(lab, chat, OUTBOX_CONFIRMED, 1);
	courier_stop(lab->courier);
	assert_int_equal(hook->code, 200);
	assert_string_equal(hook->provider, "key");
	assert_string_equal(chat->ref, "7");
	assert_string_equal(chat->provider, "7");
	assert_int_equal(lab->requests, 2);
	assert_int_equal(courier_figures(lab->courier).sent, 2);
	assert_int_equal(lab->health.health, CHANNEL_WELL);
	lab_free(lab);
}

static void
a_chat_that_wants_peace_gets_it(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->replies[0] = (struct reply){ 429,
		"{\"ok\":false,\"parameters\":{\"retry_after\":37}}", NULL };
	start(lab);
	wait_for(lab, r, OUTBOX_QUEUED, 1);
	courier_stop(lab->courier);
	assert_true(r->not_before_ms >= r->claimed.created_ms + 37000);
	assert_int_equal(lab->holds, 1);
	assert_int_equal(lab->hold.target.v, 9);
	assert_int_equal(lab->requests, 1);
	lab_free(lab);
}

/* While nobody knows whether a message has arrived, no other one of its bot begins: a kill
 * leaves one to be repeated. Those that have a number of their own need not wait. */
static void
one_message_at_a_time_may_be_repeated(void **state)
{
	struct lab *lab = lab_new();
	int64_t end = clock_mono_ms() + LIMIT_MS;

	(void)state;
	for (int i = 0; i < 3; i++)
		add(lab, CHANNEL_TELEGRAM, 71 + i)->claimed.address = "6";
	for (int i = 0; i < 2; i++)
		(void)add(lab, CHANNEL_WEBHOOK, 81 + i);
	lab->is_mute = true;
	start(lab);
	while (clock_mono_ms() < end && request_count(lab) < 3)
		(void)usleep(5000);
	(void)usleep(50000); /* no fourth one comes */
	assert_int_equal(request_count(lab), 3);
	lab_free(lab);
}

/* The second message is put back without an attempt. */
static void
others_of_the_chat_wait_too(void **state)
{
	struct lab *lab = lab_new();
	struct row *first = add(lab, CHANNEL_TELEGRAM, 71);
	struct row *second = add(lab, CHANNEL_TELEGRAM, 71);
	struct row *other = add(lab, CHANNEL_TELEGRAM, 73);

	(void)state;
	other->claimed.address = "6";
	second->not_before_ms = INT64_MAX;
	other->not_before_ms = INT64_MAX;
	lab->replies[0] = (struct reply){ 429,
		"{\"ok\":false,\"parameters\":{\"retry_after\":3600}}", NULL };
	start(lab);
	wait_for(lab, first, OUTBOX_QUEUED, 1);
	(void)pthread_mutex_lock(&lab->lock);
	first->state = OUTBOX_DROPPED;
	second->not_before_ms = 0;
	other->not_before_ms = 0;
	(void)pthread_mutex_unlock(&lab->lock);
	wait_for(lab, other, OUTBOX_CONFIRMED, 1);
	courier_stop(lab->courier);
	assert_int_equal(second->state, OUTBOX_QUEUED);
	assert_int_equal(second->attempts, 0);
	assert_true(second->not_before_ms > clock_wall_ms() + 3000000);
	lab_free(lab);
}

static void
a_group_that_moved_is_found(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->replies[0] = (struct reply){ 400,
		"{\"ok\":false,\"parameters\":{\"migrate_to_chat_id\":-1009}}", NULL };
	start(lab);
	wait_for(lab, r, OUTBOX_CONFIRMED, 2);
	courier_stop(lab->courier);
	assert_string_equal(lab->moved_to, "-1009");
	check_contains(lab->body, "\"chat_id\":-1009");
	assert_int_equal(r->attempts, 2);
	lab_free(lab);
}

static void
an_edit_of_a_lost_message_is_sent(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);
	struct row *same = add(lab, CHANNEL_TELEGRAM, 72);

	(void)state;
	r->claimed.act = same->claimed.act = OUTBOX_EDIT;
	r->claimed.message_ref = same->claimed.message_ref = "4";
	same->not_before_ms = INT64_MAX;
	lab->replies[0] = (struct reply){ 400,
		"{\"ok\":false,\"description\":\"Bad Request: message to edit not "
		"found\"}",
		NULL };
	lab->replies[2] = (struct reply){ 400,
		"{\"ok\":false,\"description\":\"Bad Request: message is not modified\"}",
		NULL };
	start(lab);
	wait_for(lab, r, OUTBOX_CONFIRMED, 1);
	(void)pthread_mutex_lock(&lab->lock);
	same->not_before_ms = 0;
	(void)pthread_mutex_unlock(&lab->lock);
	wait_for(lab, same, OUTBOX_CONFIRMED, 1);
	courier_stop(lab->courier);
	assert_string_equal(lab->uris[0], "/bot123:TOKEN/editMessageText");
	assert_string_equal(lab->uris[1], "/bot123:TOKEN/sendMessage");
	assert_string_equal(r->ref, "7");
	assert_string_equal(same->ref, "");
	lab_free(lab);
}

static void
a_person_who_blocked_us_is_unverified(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->replies[0] = (struct reply){ 403,
		"{\"ok\":false,\"description\":\"Forbidden: bot was blocked by the "
		"user\"}",
		NULL };
	r->claimed.address = "42";
	start(lab);
	wait_for(lab, r, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	assert_string_equal(lab->unverified, "42");
	check_contains(r->error, "bot was blocked");
	assert_int_equal(lab->health.health, CHANNEL_WELL);
	lab_free(lab);
}

/* Nobody would be told any more, and nobody would notice. */
static void
a_group_that_removed_us_makes_the_channel_fail(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->replies[0] = (struct reply){ 403,
		"{\"ok\":false,\"description\":\"Forbidden: bot was kicked from the "
		"group chat\"}",
		NULL };
	start(lab);
	wait_for(lab, r, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	assert_int_equal(lab->health.health, CHANNEL_FAILING);
	check_contains(lab->health_error, "bot was kicked");
	lab_free(lab);
}

static void
a_wrong_token_is_told_and_never_shown(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->replies[0] = (struct reply){ 401,
		"{\"ok\":false,\"description\":\"no bot 123:TOKEN\"}", NULL };
	start(lab);
	wait_for(lab, r, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	assert_int_equal(lab->health.health, CHANNEL_FAILING);
	assert_string_equal(r->error, "Telegram answered 401: no bot ***");
	assert_null(strstr(r->answer, "TOKEN"));
	assert_null(strstr(lab->health_error, "TOKEN"));
	lab_free(lab);
}

static bool
was_put_back(struct lab *lab, const struct row *r)
{
	bool is;

	(void)pthread_mutex_lock(&lab->lock);
	is = r->state == OUTBOX_QUEUED && r->not_before_ms > 1;
	(void)pthread_mutex_unlock(&lab->lock);
	return is;
}

/* Five failures, and then the circuit is open: the sixth is put back for a minute. */
static void
a_channel_that_fails_is_left_alone(void **state)
{
	struct lab *lab = lab_new();
	int64_t began_ms = clock_mono_ms();
	struct row *rows[8];

	(void)state;
	lab->options.rates.webhook = 0;
	for (int i = 0; i < 8; i++) {
		lab->replies[i].status = 503;
		rows[i] = add(lab, CHANNEL_WEBHOOK, i + 1);
	}
	for (int i = 5; i < 8; i++)
		rows[i]->not_before_ms = INT64_MAX;
	start(lab);
	for (int i = 0; i < 5; i++)
		wait_for(lab, rows[i], OUTBOX_QUEUED, 1);
	(void)pthread_mutex_lock(&lab->lock);
	for (int i = 0; i < 5; i++) {
		if (rows[i]->state == OUTBOX_QUEUED)
			rows[i]->state = OUTBOX_DROPPED;
	}
	rows[5]->not_before_ms = 1;
	(void)pthread_mutex_unlock(&lab->lock);
	while (!was_put_back(lab, rows[5]))
		(void)usleep(5000);
	courier_stop(lab->courier);
	/* A machine that stood still for a minute has tried it. */
	if (clock_mono_ms() - began_ms < 50000)
		assert_int_equal(rows[5]->attempts, 0);
	assert_int_equal(lab->health.health, CHANNEL_FAILING);
	assert_string_equal(lab->health_error, "the server answered 503");
	lab_free(lab);
}

static void
gone_for_good_and_redirects(void **state)
{
	struct lab *lab = lab_new();
	struct row *gone = add(lab, CHANNEL_WEBHOOK, 71);
	struct row *moved = add(lab, CHANNEL_WEBHOOK, 72);

	(void)state;
	moved->not_before_ms = INT64_MAX;
	lab->replies[0].status = 410;
	lab->replies[1].status = 302;
	start(lab);
	wait_for(lab, gone, OUTBOX_DEAD, 1);
	(void)pthread_mutex_lock(&lab->lock);
	assert_int_equal(lab->health.health, CHANNEL_OFF);
	moved->not_before_ms = 0;
	(void)pthread_mutex_unlock(&lab->lock);
	wait_for(lab, moved, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	check_contains(moved->error, "redirects");
	lab_free(lab);
}

static void
loopback_needs_a_permission(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_WEBHOOK, 71);

	(void)state;
	lab->options.allowed.n = 0;
	start(lab);
	wait_for(lab, r, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	assert_string_equal(
	    r->error, "the address 127.0.0.1 is not in channel.allowed_networks");
	assert_int_equal(lab->requests, 0);
	lab_free(lab);
}

static void
forbidden_addresses(void **state)
{
	static const char *const REFUSED[] = { "127.0.0.1", "::1", "169.254.169.254",
		"fe80::1", "224.0.0.1", "0.0.0.0", "100.100.100.200", "fd00:ec2::254" };
	static const char *const TAKEN[] = { "192.0.2.1", "10.0.0.1", "2001:db8::1" };
	struct networks none = { 0 };
	struct networks some;
	struct address a;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(REFUSED) / sizeof(REFUSED[0]); i++) {
		assert_true(address_read(REFUSED[i], &a));
		assert_false(courier_may_connect(&none, &a));
	}
	for (size_t i = 0; i < sizeof(TAKEN) / sizeof(TAKEN[0]); i++) {
		assert_true(address_read(TAKEN[i], &a));
		assert_true(courier_may_connect(&none, &a));
	}
	check_rc(networks_read("192.0.2.0/24", &some, &err), RC_OK);
	assert_false(courier_may_connect(&some, &a));
	assert_true(address_read("192.0.2.9", &a));
	assert_true(courier_may_connect(&some, &a));
}

static bool
has_request(struct lab *lab)
{
	bool has;

	(void)pthread_mutex_lock(&lab->lock);
	has = lab->requests > 0;
	(void)pthread_mutex_unlock(&lab->lock);
	return has;
}

static void
what_has_no_answer_at_the_end_is_unsure(void **state)
{
	struct lab *lab = lab_new();
	struct row *r = add(lab, CHANNEL_TELEGRAM, 71);
	struct row *behind = add(lab, CHANNEL_TELEGRAM, 71);

	(void)state;
	lab->is_mute = true;
	start(lab);
	while (!has_request(lab))
		(void)usleep(5000);
	courier_stop(lab->courier);
	assert_int_equal(r->state, OUTBOX_UNSURE);
	assert_int_equal(behind->state, OUTBOX_QUEUED);
	assert_int_equal(behind->attempts, 0);
	lab_free(lab);
}

static void
many_go_in_order(void **state)
{
	struct lab *lab = lab_new();

	(void)state;
	for (int i = 0; i < ROWS; i++)
		(void)add(lab, CHANNEL_WEBHOOK, i % 8 + 1);
	start(lab);
	for (int i = 0; i < ROWS; i++)
		wait_for(lab, &lab->rows[i], OUTBOX_CONFIRMED, 1);
	courier_stop(lab->courier);
	assert_int_equal(lab->requests, ROWS);
	assert_int_equal(courier_figures(lab->courier).in_flight, 0);
	lab_free(lab);
}

static void
wrong_rows_are_dead_with_a_reason(void **state)
{
	struct lab *lab = lab_new();
	struct row *broken = add(lab, CHANNEL_WEBHOOK, 1);
	struct row *nowhere = add(lab, CHANNEL_WEBHOOK, 2);
	struct row *mail = add(lab, CHANNEL_EMAIL, 3);

	(void)state;
	broken->claimed.body = "{";
	nowhere->claimed.settings = "{}";
	start(lab);
	wait_for(lab, broken, OUTBOX_DEAD, 1);
	wait_for(lab, nowhere, OUTBOX_DEAD, 1);
	wait_for(lab, mail, OUTBOX_DEAD, 1);
	courier_stop(lab->courier);
	assert_string_equal(broken->error, "the message has no title");
	check_contains(nowhere->error, "begins with https://");
	assert_string_equal(mail->error, "the channel has no mail server");
	lab_free(lab);
}

static void
starting_and_stopping_takes_nothing_along(void **state)
{
	struct lab *lab = lab_new();

	(void)state;
	for (int i = 0; i < 5; i++) {
		start(lab);
		courier_free(GIVE(lab->courier));
	}
	lab_free(lab);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_webhook_and_a_message_are_delivered),
		cmocka_unit_test(a_chat_that_wants_peace_gets_it),
		cmocka_unit_test(one_message_at_a_time_may_be_repeated),
		cmocka_unit_test(others_of_the_chat_wait_too),
		cmocka_unit_test(a_group_that_moved_is_found),
		cmocka_unit_test(an_edit_of_a_lost_message_is_sent),
		cmocka_unit_test(a_person_who_blocked_us_is_unverified),
		cmocka_unit_test(a_group_that_removed_us_makes_the_channel_fail),
		cmocka_unit_test(a_wrong_token_is_told_and_never_shown),
		cmocka_unit_test(a_channel_that_fails_is_left_alone),
		cmocka_unit_test(gone_for_good_and_redirects),
		cmocka_unit_test(loopback_needs_a_permission),
		cmocka_unit_test(forbidden_addresses),
		cmocka_unit_test(what_has_no_answer_at_the_end_is_unsure),
		cmocka_unit_test(many_go_in_order),
		cmocka_unit_test(wrong_rows_are_dead_with_a_reason),
		cmocka_unit_test(starting_and_stopping_takes_nothing_along),
	};

	return CHECK_ALL(tests);
}
