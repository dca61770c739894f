/* SPDX-License-Identifier: Apache-2.0
 *
 * A thousand webhooks of one channel to a server on loopback, through the outbox and the
 * courier as in facho serve, without the limit of ten per second: messages per second,
 * and the CPU time of each.
 */
#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/http.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "channel/courier.h"
#include "channel/courier_db.h"
#include "ground.h"
#include "lab.h"
#include "store/core/writer.h"
#include "store/notify/outbox.h"

enum { MESSAGES = 1000, LIMIT_S = 120 };

/* ---- a server that says yes ------------------------------------------------------------- */

struct sink {
	struct event_base *base;
	struct evhttp *http;
	pthread_t thread;
	int port;
	int got;
};

static void
on_request(struct evhttp_request *req, void *ctx)
{
	struct sink *s = ctx;

	s->got++;
	evhttp_send_reply(req, 204, NULL, NULL);
}

static void *
serve(void *ctx)
{
	struct sink *s = ctx;

	(void)event_base_loop(s->base, EVLOOP_NO_EXIT_ON_EMPTY);
	return NULL;
}

/* It ends with the process, because the loop must not be stopped from another thread. */
static void
sink_start(struct sink *s)
{
	struct evhttp_bound_socket *bound;
	struct sockaddr_in at = { 0 };
	socklen_t size = sizeof(at);

	s->base = event_base_new();
	s->http = evhttp_new(s->base);
	bound = evhttp_bind_socket_with_handle(s->http, "127.0.0.1", 0);
	if (!bound ||
	    getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&at, &size))
		lab_die("no port for the server");
	s->port = ntohs(at.sin_port);
	evhttp_set_gencb(s->http, on_request, s);
	if (pthread_create(&s->thread, NULL, serve, s) != 0)
		lab_die("no thread for the server");
}

/* ---- the outbox ---------------------------------------------------------------------------- */

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

static void
fill(const struct ground *g, const struct sink *sink)
{
	static const char BODY[] =
	    "{\"type\":\"incident.opened\",\"title\":\"Falla\",\"lang\":\"es\","
	    "\"blocks\":"
	    "[{\"kind\":\"line\",\"runs\":[{\"text\":\"Fibra cortada en 0/1/3\"}]}]}";
	struct err err = { 0 };
	char sql[512], key[32];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO channels (id, kind, name, settings, created_ms, updated_ms) "
	    "VALUES "
	    "(1, 'webhook', 'w', "
	    "'{\"url\":\"http://127.0.0.1:%d/\",\"allow_http\":true}', 1, 1); "
	    "INSERT INTO targets (id, name, channel_id, created_ms, updated_ms) VALUES "
	    "(1, 't', 1, 1, 1)",
	    sink->port);
	ground_do(g, sql);
	must(db_begin(g->db, &err), &err);
	for (int i = 1; i <= MESSAGES; i++) {
		struct outbox_new add = { .key = key,
			.incident = i,
			.target = { 1 },
			.act = OUTBOX_SEND,
			.priority = OUTBOX_USUAL,
			.body = BODY,
			.version = 1 };
		int64_t id;

		(void)snprintf(key, sizeof(key), "k%d", i);
		must(store_outbox_add(g->db, &add, clock_wall_ms(), &id, &err), &err);
	}
	must(db_commit(g->db, &err), &err);
}

static void
on_dead(void *ctx, const struct courier_dead *dead)
{
	(void)ctx;
	lab_die("the channel is dead: %s", dead->error);
}

/* Seconds until all are recorded as sent. */
static double
deliver(struct writer *writer, const struct ground *g)
{
	struct courier_db_options db_options = {
		.database = g->where, .writer = writer, .dead = on_dead
	};
	struct courier_options options = { .ops = courier_db_ops(), .proxy = "" };
	struct courier_db *db = NULL;
	struct courier *courier = NULL;
	struct err err = { 0 };
	double from = lab_now();

	must(networks_read("127.0.0.0/8", &options.allowed, &err), &err);
	must(courier_db_open(&db_options, &db, &err), &err);
	options.ctx = db;
	must(courier_start(&options, &courier, &err), &err);
	while (courier_figures(courier).sent < MESSAGES) {
		struct timespec pause = { .tv_nsec = 2000000 };

		if (lab_now() - from > LIMIT_S)
			lab_die("only %d messages in %d s",
			    (int)courier_figures(courier).sent, LIMIT_S);
		(void)nanosleep(&pause, NULL);
	}
	from = lab_now() - from;
	courier_free(courier);
	courier_db_close(db);
	return from;
}

static bool
measure(enum ground_kind kind)
{
	struct ground g = ground_open(kind, 1);
	struct writer_options options = WRITER_OPTIONS;
	struct sink *sink = calloc(1, sizeof(*sink));
	struct writer *writer = NULL;
	struct err err = { 0 };
	struct db *db = NULL;
	double cpu, seconds;
	char name[64];
	bool is_met;

	sink_start(sink);
	fill(&g, sink);
	must(db_open(g.where, DB_WRITE, &db, &err), &err);
	must(writer_start(db, &options, &writer, &err), &err);
	cpu = lab_own_cpu();
	seconds = deliver(writer, &g);
	cpu = lab_own_cpu() - cpu;
	writer_free(writer);
	(void)snprintf(name, sizeof(name), "courier_webhooks_%s", g.name);
	is_met = lab_report(name, MESSAGES / seconds, "per_s", 500, false, NULL, 0);
	(void)snprintf(name, sizeof(name), "courier_cpu_%s", g.name);
	is_met &= lab_report(name, cpu / MESSAGES * 1e6, "us", 2000, true, NULL, 0);
	ground_close(&g);
	return is_met;
}

int
main(void)
{
	bool is_met = measure(GROUND_SQLITE);

	if (getenv("FACHO_TEST_PGSQL"))
		is_met &= measure(GROUND_PGSQL);
	return is_met ? 0 : 1;
}
