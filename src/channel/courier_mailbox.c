/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "channel/courier_int.h"

struct courier_mailbox *
mailbox_new(void)
{
	struct courier_mailbox *box = calloc(1, sizeof(*box));

	if (!box)
		return NULL;
	box->references = 1;
	box->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (box->wake_fd < 0 || pthread_mutex_init(&box->lock, NULL) != 0) {
		if (box->wake_fd >= 0)
			(void)close(box->wake_fd);
		free(box);
		return NULL;
	}
	return box;
}

void
mailbox_ref(struct courier_mailbox *box)
{
	(void)pthread_mutex_lock(&box->lock);
	box->references++;
	(void)pthread_mutex_unlock(&box->lock);
}

void
mailbox_unref(struct courier_mailbox *box)
{
	bool is_last;

	(void)pthread_mutex_lock(&box->lock);
	is_last = --box->references == 0;
	(void)pthread_mutex_unlock(&box->lock);
	if (!is_last)
		return;
	(void)pthread_mutex_destroy(&box->lock);
	free(box);
}

void
mailbox_close(struct courier_mailbox *box)
{
	struct courier_write *w;

	(void)pthread_mutex_lock(&box->lock);
	w = box->done;
	box->done = NULL;
	(void)close(box->wake_fd);
	box->wake_fd = -1;
	(void)pthread_mutex_unlock(&box->lock);
	while (w) {
		struct courier_write *next = w->next;

		courier_write_free(w);
		w = next;
	}
	mailbox_unref(box);
}

void
mailbox_poke(struct courier_mailbox *box)
{
	uint64_t one = 1;

	if (write(box->wake_fd, &one, sizeof(one)) < 0)
		return; /* the pipe is full: it wakes anyway */
}

void
courier_write_done(struct courier_write *w, enum rc rc)
{
	struct courier_mailbox *box = w->mailbox;
	bool is_closed;

	(void)pthread_mutex_lock(&box->lock);
	w->rc = rc;
	is_closed = box->wake_fd < 0;
	if (!is_closed) {
		w->next = box->done;
		box->done = w;
		mailbox_poke(box);
	}
	(void)pthread_mutex_unlock(&box->lock);
	if (is_closed)
		courier_write_free(w);
}

struct courier_figures
courier_figures(struct courier *c)
{
	struct courier_figures figures;

	(void)pthread_mutex_lock(&c->mailbox->lock);
	figures = c->mailbox->figures;
	(void)pthread_mutex_unlock(&c->mailbox->lock);
	return figures;
}
