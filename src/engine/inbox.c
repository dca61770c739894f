/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/inbox_int.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/queue.h"
#include "store/load/load.h"
#include "vendor/overlay.h"

struct inbox {
	atomic_uint owners;
	atomic_bool is_closed_to_people;
	struct queue *queue; /* of struct message, owned */
	struct overlays *overlays; /* owned */
	int fd; /* an eventfd: written after each put, read before taking */
};

static void
wipe_target(struct snmpc_target *t)
{
	secret_wipe(&t->community);
	secret_wipe(&t->auth_pass);
	secret_wipe(&t->priv_pass);
}

struct message *
message_new(enum message_kind kind)
{
	struct message *l = calloc(1, sizeof(*l));

	if (l)
		l->kind = kind;
	return l;
}

void
message_free(struct message *l)
{
	if (!l)
		return;
	loaded_olt_free(l->site);
	engine_past_free(l->past);
	free(l->settings);
	free(l->onus);
	if (l->kind == MESSAGE_TEST)
		wipe_target(&l->test.target);
	if (l->sync.done)
		l->sync.done(l->sync.ctx, RC_CANCELLED);
	free(l->profile);
	free(l->result.present);
	free(l->batch);
	arena_free(l->arena);
	free(l);
}

static void
free_item(void *item)
{
	message_free(item);
}

struct inbox *
inbox_new(size_t bound)
{
	struct inbox *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	atomic_init(&p->owners, 1);
	p->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	p->queue = queue_new(bound, QUEUE_WAIT, free_item);
	if (p->fd >= 0 && p->queue)
		return p;
	inbox_unref(p);
	return NULL;
}

void
inbox_keep(struct inbox *p, struct overlays *overlays)
{
	p->overlays = overlays;
}

struct inbox *
inbox_ref(struct inbox *p)
{
	atomic_fetch_add(&p->owners, 1);
	return p;
}

void
inbox_unref(struct inbox *p)
{
	if (!p || atomic_fetch_sub(&p->owners, 1) > 1)
		return;
	queue_free(p->queue);
	overlays_free(p->overlays);
	if (p->fd >= 0)
		(void)close(p->fd);
	free(p);
}

int
inbox_fd(const struct inbox *p)
{
	return p->fd;
}

void
inbox_wake(struct inbox *p)
{
	const uint64_t one = 1;

	/* It fails only if the counter is full; then the reader is already woken. */
	if (write(p->fd, &one, sizeof(one)) != (ssize_t)sizeof(one))
		return;
}

enum rc
inbox_send(struct inbox *p, struct message *l)
{
	enum rc rc = RC_CANCELLED;

	if (!atomic_load(&p->is_closed_to_people))
		rc = queue_try_put(p->queue, l);
	if (rc == RC_OK)
		inbox_wake(p);
	return rc;
}

void
inbox_reply(struct inbox *p, struct message *l)
{
	if (queue_put(p->queue, l) == RC_OK)
		inbox_wake(p);
	else
		message_free(l);
}

struct message *
inbox_take(struct inbox *p)
{
	uint64_t count;
	void *item = NULL;

	/* Reset it first: a message that comes after this wakes the reader again. */
	if (read(p->fd, &count, sizeof(count)) < 0)
		count = 0;
	return queue_take(p->queue, 0, &item) == RC_OK ? item : NULL;
}

void
inbox_close_to_people(struct inbox *p)
{
	atomic_store(&p->is_closed_to_people, true);
}

void
inbox_close(struct inbox *p)
{
	inbox_close_to_people(p);
	queue_close(p->queue);
}

uint64_t
inbox_refused(struct inbox *p)
{
	return queue_figures(p->queue).refused;
}
