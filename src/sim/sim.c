/* SPDX-License-Identifier: Apache-2.0
 *
 * The event loop: sockets, timer, and passing datagrams to the OLTs.
 *
 * All sockets are in one epoll. A readable socket is read in batches with recvmmsg().
 * Answers without delay are sent with one sendmmsg(); the others wait in a heap for the
 * timer. The requests of a batch are in the device at the same time, so they are counted
 * as in flight together.
 */
#include "sim/sim_int.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/clock.h"

enum { BATCH = 32, SLOT_BYTES = 65536, EVENTS = 256 };

struct wire {
	struct mmsghdr in[BATCH], out[2 * BATCH];
	struct iovec in_iov[BATCH], out_iov[2 * BATCH];
	struct peer in_peer[BATCH];
	/* The answers of this batch, in out_bytes; some are sent twice. */
	unsigned n_answers;
	struct outgoing answers[BATCH];
	struct peer out_peer[BATCH];
	uint8_t in_bytes[BATCH][SLOT_BYTES];
	uint8_t out_bytes[BATCH][SLOT_BYTES];
};

struct moment
sim_now(void)
{
	return (struct moment){ clock_mono_us(), clock_wall_ms() };
}

enum rc
sim_watch(struct sim *sim, int fd, enum event_kind kind, uint32_t number)
{
	struct epoll_event event = { .events = EPOLLIN,
		.data.u64 = (uint64_t)kind << 32 | number };

	return epoll_ctl(sim->epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? RC_OK : RC_IO;
}

/* ---- datagrams of one station ------------------------------------------------ */

struct asker {
	const struct station *station;
	const struct peer *peer;
};

/* Is a request with this id, from the same peer, still in the device? */
static bool
is_known(void *context, int32_t id)
{
	const struct asker *asker = context;
	const struct wire *w = asker->station->sim->wire;

	for (unsigned i = 0; i < w->n_answers; i++) {
		if (w->answers[i].id == id && peer_equal(&w->out_peer[i], asker->peer))
			return true;
	}
	for (const struct pending *p = asker->station->waiting; p; p = p->next) {
		if (p->outgoing.id == id && peer_equal(&p->peer, asker->peer))
			return true;
	}
	return false;
}

static void
keep_answer(struct wire *w, const struct outgoing *outgoing, const struct peer *peer)
{
	unsigned i = w->n_answers++;

	memcpy(w->out_bytes[i], outgoing->bytes, outgoing->len);
	w->answers[i] = *outgoing;
	w->answers[i].bytes = w->out_bytes[i];
	w->out_peer[i] = *peer;
}

static unsigned
fill_out(struct wire *w)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->n_answers; i++) {
		for (unsigned copy = 0; copy < w->answers[i].copies; copy++, n++) {
			w->out_iov[n] =
			    (struct iovec){ w->out_bytes[i], w->answers[i].len };
			w->out[n].msg_hdr = (struct msghdr){
				.msg_name = &w->out_peer[i].address,
				.msg_namelen = w->out_peer[i].len,
				.msg_iov = &w->out_iov[n],
				.msg_iovlen = 1,
			};
		}
	}
	return n;
}

/* Packets that the kernel does not accept are lost, as usual with UDP. */
static void
flush(struct station *station, const struct moment *now)
{
	struct wire *w = station->sim->wire;
	unsigned n = fill_out(w);

	for (unsigned done = 0; done < n;) {
		int sent = sendmmsg(station->fd, w->out + done, n - done, 0);
		done += sent > 0 ? (unsigned)sent : 1;
	}
	for (unsigned i = 0; i < w->n_answers; i++)
		olt_sent(&station->olt, &w->answers[i], now);
	w->n_answers = 0;
}

static void
take_datagram(struct station *station, unsigned i, const struct moment *now)
{
	struct sim *sim = station->sim;
	struct wire *w = sim->wire;
	struct slice datagram = { w->in_bytes[i], w->in[i].msg_len };
	struct asker asker = { station, &w->in_peer[i] };
	struct outgoing outgoing;

	w->in_peer[i].len = w->in[i].msg_hdr.msg_namelen;
	if (!olt_receive(
		&station->olt, sim->shared, &datagram, now, is_known, &asker, &outgoing))
		return;
	if (outgoing.delay_us <= 0) {
		keep_answer(w, &outgoing, &w->in_peer[i]);
		return;
	}
	if (waiting_add(sim, station, &w->in_peer[i], &outgoing, now->mono_us))
		return;
	outgoing.copies = 0;
	olt_sent(&station->olt, &outgoing, now);
}

static void
serve(struct station *station)
{
	struct wire *w = station->sim->wire;

	for (unsigned i = 0; i < BATCH; i++)
		w->in[i].msg_hdr.msg_namelen = sizeof(struct sockaddr_storage);
	int n = recvmmsg(station->fd, w->in, BATCH, MSG_DONTWAIT, NULL);
	if (n <= 0)
		return;
	struct moment now = sim_now();
	for (int i = 0; i < n; i++)
		take_datagram(station, (unsigned)i, &now);
	flush(station, &now);
}

/* ---- waiting answers ----------------------------------------------------------- */

static void
send_due(struct sim *sim)
{
	struct moment now = sim_now();
	struct pending *p;

	while ((p = waiting_take(sim, now.mono_us)) != NULL) {
		for (unsigned i = 0; i < p->outgoing.copies; i++)
			/* A packet that is not sent is lost, as usual with UDP. */
			(void)!sendto(p->station->fd, p->bytes, p->outgoing.len, 0,
			    (struct sockaddr *)&p->peer.address, p->peer.len);
		olt_sent(&p->station->olt, &p->outgoing, &now);
		free(p);
	}
}

static void
arm_timer(struct sim *sim)
{
	int64_t due_us = sim->heap_n > 0 ? sim->heap[0]->due_us : 0;
	struct itimerspec at = {
		.it_value = { due_us / 1000000, due_us % 1000000 * 1000 },
	};

	if (due_us == sim->armed_us)
		return;
	/* It fails only because of a bug; then answers would never be sent. */
	if (timerfd_settime(sim->timer, TFD_TIMER_ABSTIME, &at, NULL) == 0)
		sim->armed_us = due_us;
}

/* ---- the loop -------------------------------------------------------------------- */

static void
print_counters(struct sim *sim)
{
	json_t *counters = control_counters(sim);
	char *text = counters ? json_dumps(counters, JSON_COMPACT) : NULL;

	if (text && sim->out >= 0 && write_all(sim->out, text, strlen(text)))
		(void)write_all(sim->out, "\n", 1);
	free(text);
	json_decref(counters);
}

static void
swallow(int fd)
{
	uint64_t count;

	/* Only so that the descriptor is not readable any more. */
	(void)!read(fd, &count, sizeof(count));
}

static void
handle(struct sim *sim, const struct epoll_event *event)
{
	uint32_t number = (uint32_t)event->data.u64;

	switch ((enum event_kind)(event->data.u64 >> 32)) {
	case EVENT_STATION:
		serve(&sim->stations[number]);
		break;
	case EVENT_TIMER:
		swallow(sim->timer);
		sim->armed_us = 0;
		break;
	case EVENT_WAKE:
		swallow(sim->wake);
		break;
	case EVENT_CONTROL:
		control_accept(sim);
		break;
	case EVENT_CLIENT:
		control_read(sim, (int)number);
		break;
	}
}

enum rc
sim_run(struct sim *sim, struct err *err)
{
	struct epoll_event events[EVENTS];

	if (sim->out >= 0 && !write_all(sim->out, "ready\n", 6))
		return err_set(err, RC_IO, "cannot write to standard output");
	while (!sim->wants_quit) {
		int n = epoll_wait(sim->epoll, events, EVENTS, -1);
		if (n < 0 && errno != EINTR)
			return err_set(err, RC_IO, "epoll_wait: %s", strerror(errno));
		for (int i = 0; i < n; i++)
			handle(sim, &events[i]);
		send_due(sim);
		arm_timer(sim);
		if (sim->wants_dump) {
			sim->wants_dump = 0;
			print_counters(sim);
		}
	}
	return RC_OK;
}

static void
wake(const struct sim *sim)
{
	uint64_t one = 1;

	/* If the eventfd is full, it is already readable. */
	(void)!write(sim->wake, &one, sizeof(one));
}

void
sim_quit(struct sim *sim)
{
	sim->wants_quit = 1;
	wake(sim);
}

void
sim_dump(struct sim *sim)
{
	sim->wants_dump = 1;
	wake(sim);
}

/* ---- creation and release ------------------------------------------------------ */

struct wire *
wire_new(void)
{
	struct wire *w = calloc(1, sizeof(*w));

	for (unsigned i = 0; w && i < BATCH; i++) {
		w->in_iov[i] = (struct iovec){ w->in_bytes[i], SLOT_BYTES };
		w->in[i].msg_hdr = (struct msghdr){
			.msg_name = &w->in_peer[i].address,
			.msg_iov = &w->in_iov[i],
			.msg_iovlen = 1,
		};
	}
	return w;
}

static void
close_fd(int fd)
{
	if (fd >= 0)
		(void)close(fd); /* nothing is buffered in any of them */
}

void
sim_free(struct sim *sim)
{
	if (!sim)
		return;
	control_close(sim);
	if (sim->truth)
		(void)fclose(sim->truth); /* every line was flushed */
	waiting_free(sim);
	for (size_t i = 0; i < sim->n; i++) {
		olt_fini(&sim->stations[i].olt);
		close_fd(sim->stations[i].fd);
	}
	free(sim->stations);
	close_fd(sim->epoll);
	close_fd(sim->timer);
	close_fd(sim->wake);
	free(sim->wire);
	if (sim->shared)
		arena_free(sim->shared->arena);
	free(sim->shared);
	free(sim);
}
