/* SPDX-License-Identifier: Apache-2.0 */
#include "service/live.h"

#include "service/service_int.h"
#include "store/core/writer.h"

/* The engine shows itself every second; a machine may be asleep for a while. */
enum { ALIVE_MS = 30000 };

const struct snapshot *
service_snapshot(struct service *s)
{
	return s->options.ops.snapshot(s->options.ops.ctx);
}

void
service_snapshot_release(struct service *s, const struct snapshot *snapshot)
{
	if (snapshot)
		s->options.ops.release(s->options.ops.ctx, snapshot);
}

const struct count *
service_count(struct service *s)
{
	return s->totals_cache ? totals_cache_get(s->totals_cache) : NULL;
}

struct service_writer
service_writer(struct service *s)
{
	struct writer_figures f = writer_figures(s->options.writer);

	return (struct service_writer){ .waiting = f.waiting,
		.bound = f.bound,
		.written = f.written,
		.failed = f.failed,
		.refused = f.refused,
		.transactions = f.transactions,
		.retries = f.retries,
		.is_away = f.is_away,
		.away_ms = f.away_ms };
}

struct service_watch
service_watch(struct service *s)
{
	struct service_watch figures = { .opened = 0 };

	if (s->options.watch)
		s->options.watch(s->options.watch_ctx, &figures);
	return figures;
}

int64_t
service_started_ms(const struct service *s)
{
	return s->options.started_ms;
}

/* ---- health -------------------------------------------------------------------------------- */

static void
is_missing(struct service_health *h, const char *reason)
{
	h->is_ready = false;
	if (h->n_reasons < HEALTH_REASONS)
		h->reasons[h->n_reasons++] = reason;
}

/* An engine that has not shown itself yet is beginning; one that did and stopped is stuck. */
static void
look_at_engine(struct service *s, int64_t now_ms, struct service_health *h)
{
	const struct snapshot *snapshot = service_snapshot(s);

	if (!snapshot) {
		is_missing(h, "the engine has not begun yet");
		return;
	}
	if (now_ms - snapshot->at_ms > ALIVE_MS) {
		h->is_live = false;
		is_missing(h, "the engine does not turn");
	}
	service_snapshot_release(s, snapshot);
}

struct service_health
service_health(struct service *s, int64_t now_ms)
{
	struct service_health h = { .is_live = true, .is_ready = true };
	struct service_writer w = service_writer(s);

	look_at_engine(s, now_ms, &h);
	if (w.is_away)
		is_missing(&h, "the database is away");
	else if (w.waiting >= w.bound)
		is_missing(&h, "the database is behind");
	if (atomic_load(&s->is_closing))
		is_missing(&h, "the program is ending");
	return h;
}
