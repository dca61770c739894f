/* SPDX-License-Identifier: Apache-2.0
 *
 * Delayed answers: a binary heap by due time, and a list per station to recognise
 * retransmissions.
 */
#include "sim/sim_int.h"

#include <string.h>

bool
peer_equal(const struct peer *a, const struct peer *b)
{
	return a->len == b->len && memcmp(&a->address, &b->address, a->len) == 0;
}

static bool
is_before(const struct pending *a, const struct pending *b)
{
	return a->due_us != b->due_us ? a->due_us < b->due_us : a->turn < b->turn;
}

static void
sift_up(struct pending **heap, size_t at)
{
	struct pending *moving = heap[at];

	for (; at > 0 && is_before(moving, heap[(at - 1) / 2]); at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = moving;
}

static void
sift_down(struct pending **heap, size_t n)
{
	struct pending *moving = heap[0];
	size_t at = 0;

	for (size_t child = 1; child < n; child = 2 * at + 1) {
		if (child + 1 < n && is_before(heap[child + 1], heap[child]))
			child++;
		if (!is_before(heap[child], moving))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moving;
}

static bool
heap_room(struct sim *sim)
{
	if (sim->heap_n < sim->heap_cap)
		return true;
	size_t cap = sim->heap_cap ? sim->heap_cap * 2 : 256;
	struct pending **moved = realloc(sim->heap, cap * sizeof(struct pending *));
	if (!moved)
		return false;
	sim->heap = moved;
	sim->heap_cap = cap;
	return true;
}

bool
waiting_add(struct sim *sim, struct station *station, const struct peer *peer,
    const struct outgoing *outgoing, int64_t now_us)
{
	struct pending *p = heap_room(sim) ? malloc(sizeof(*p) + outgoing->len) : NULL;

	if (!p)
		return false;
	*p = (struct pending){ .due_us = now_us + outgoing->delay_us,
		.turn = sim->turn++,
		.station = station,
		.next = station->waiting,
		.peer = *peer,
		.outgoing = *outgoing };
	memcpy(p->bytes, outgoing->bytes, outgoing->len);
	p->outgoing.bytes = p->bytes;
	if (station->waiting)
		station->waiting->prev = p;
	station->waiting = p;
	sim->heap[sim->heap_n++] = p;
	sift_up(sim->heap, sim->heap_n - 1);
	return true;
}

struct pending *
waiting_take(struct sim *sim, int64_t now_us)
{
	struct pending *p = sim->heap_n > 0 ? sim->heap[0] : NULL;

	if (!p || p->due_us > now_us)
		return NULL;
	sim->heap[0] = sim->heap[--sim->heap_n];
	if (sim->heap_n > 1)
		sift_down(sim->heap, sim->heap_n);
	if (p->prev)
		p->prev->next = p->next;
	else
		p->station->waiting = p->next;
	if (p->next)
		p->next->prev = p->prev;
	return p;
}

void
waiting_free(struct sim *sim)
{
	for (size_t i = 0; i < sim->heap_n; i++)
		free(sim->heap[i]);
	free(sim->heap);
	sim->heap = NULL;
	sim->heap_n = 0;
}
