/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/post.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/queue.h"
#include "store/site.h"
#include "vendor/overlay.h"

struct post {
	atomic_uint owners;
	atomic_bool is_closed_to_people;
	struct queue *queue; /* of struct letter, owned */
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

struct letter *
letter_new(enum letter_kind kind)
{
	struct letter *l = calloc(1, sizeof(*l));

	if (l)
		l->kind = kind;
	return l;
}

void
letter_free(struct letter *l)
{
	if (!l)
		return;
	site_olt_free(l->site);
	engine_past_free(l->past);
	free(l->settings);
	if (l->kind == LETTER_TEST)
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
	letter_free(item);
}

struct post *
post_new(size_t bound)
{
	struct post *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	atomic_init(&p->owners, 1);
	p->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	p->queue = queue_new(bound, QUEUE_WAIT, free_item);
	if (p->fd >= 0 && p->queue)
		return p;
	post_unref(p);
	return NULL;
}

void
post_keep(struct post *p, struct overlays *overlays)
{
	p->overlays = overlays;
}

struct post *
post_ref(struct post *p)
{
	atomic_fetch_add(&p->owners, 1);
	return p;
}

void
post_unref(struct post *p)
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
post_fd(const struct post *p)
{
	return p->fd;
}

void
post_wake(struct post *p)
{
	const uint64_t one = 1;

	/* It fails only when the counter is full, and then the reader is awake. */
	if (write(p->fd, &one, sizeof(one)) != (ssize_t)sizeof(one))
		return;
}

enum rc
post_send(struct post *p, struct letter *l)
{
	enum rc rc = RC_CANCELLED;

	if (!atomic_load(&p->is_closed_to_people))
		rc = queue_try_put(p->queue, l);
	if (rc == RC_OK)
		post_wake(p);
	return rc;
}

void
post_reply(struct post *p, struct letter *l)
{
	if (queue_put(p->queue, l) == RC_OK)
		post_wake(p);
	else
		letter_free(l);
}

struct letter *
post_take(struct post *p)
{
	uint64_t count;
	void *item = NULL;

	/* Emptied first: a letter that comes from here on wakes us again. */
	if (read(p->fd, &count, sizeof(count)) < 0)
		count = 0;
	return queue_take(p->queue, 0, &item) == RC_OK ? item : NULL;
}

void
post_close_to_people(struct post *p)
{
	atomic_store(&p->is_closed_to_people, true);
}

void
post_close(struct post *p)
{
	post_close_to_people(p);
	queue_close(p->queue);
}

uint64_t
post_refused(struct post *p)
{
	return queue_figures(p->queue).refused;
}
