/* SPDX-License-Identifier: Apache-2.0
 *
 * Storms: one rolling message instead of many.
 *
 * The times of the last new messages, and of those that the rolling message covered,
 * determine when a storm begins and when it ends. They are part of the row that is
 * stored.
 */
#include <stdlib.h>
#include <string.h>

#include "notify/notify_int.h"

struct storm *
storm_of(struct notify *n, int64_t target)
{
	struct storm *s = map_find_u64(n->storms, (uint64_t)target);

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (s && map_add_u64(n->storms, (uint64_t)target, s)) {
		free(s);
		return NULL;
	}
	if (s)
		s->row.target = target;
	return s;
}

static const struct storm *
storm_find(const struct notify *n, int64_t target)
{
	return map_find_u64(n->storms, (uint64_t)target);
}

bool
storm_is_on(const struct notify *n, int64_t target)
{
	const struct storm *s = storm_find(n, target);

	return s && s->row.began_ms;
}

/* The incidents in the rolling message have reached the target. */
static void
mark_sent(struct notify *n, struct storm *s, int64_t at_ms)
{
	struct item *item;
	size_t at = 0;

	while ((item = map_next(n->items, &at))) {
		struct row *row = notify_item_row(item, s->row.target);

		if (!row || !(row->told.flags & NOTIFY_TOLD_BY_STORM) ||
		    row->told.flags & NOTIFY_TOLD_OVER || row->told.sent_ms ||
		    row->told.at_ms > s->told.told.at_ms)
			continue;
		row->told.sent_ms = at_ms;
		row->is_dirty = item->is_dirty = true;
	}
}

void
storm_outcome(
    struct notify *n, int64_t target, enum notify_outcome outcome, int64_t at_ms)
{
	struct storm *s = map_find_u64(n->storms, (uint64_t)target);
	struct notify_told *t;

	if (!s || !s->told.told.at_ms)
		return;
	t = &s->told.told;
	t->flags &= ~NOTIFY_TOLD_PENDING;
	if (outcome == NOTIFY_SENT) {
		if (!t->sent_ms)
			t->sent_ms = at_ms;
		mark_sent(n, s, at_ms);
	} else if (outcome == NOTIFY_EXPIRED && s->row.began_ms) {
		t->flags |= NOTIFY_TOLD_LOST;
	}
	s->told.is_dirty = true;
	n->next_ms = INT64_MIN;
}

void
storm_news(const struct notify *n, int64_t target)
{
	struct storm *s = map_find_u64(n->storms, (uint64_t)target);

	if (s && s->row.began_ms)
		s->has_news = true;
}

/* ---- stamps ------------------------------------------------------------------------------- */

static void
stamp(struct storm *s, int64_t now_ms)
{
	struct notify_storm *row = &s->row;

	if (row->n_recent == NOTIFY_STORM_STAMPS) {
		memmove(row->recent, row->recent + 1,
		    (NOTIFY_STORM_STAMPS - 1) * sizeof(row->recent[0]));
		row->n_recent--;
	}
	row->recent[row->n_recent++] = now_ms;
	s->is_dirty = true;
}

static int32_t
recent(const struct storm *s, int64_t now_ms, int64_t width_ms)
{
	int32_t n = 0;

	for (int32_t i = 0; i < s->row.n_recent; i++)
		n += s->row.recent[i] > now_ms - width_ms;
	return n;
}

bool
storm_lets(struct run *run, int64_t target)
{
	const struct notify_rules *rules = &run->config->rules;
	struct storm *s = storm_of(run->n, target);
	bool lets;

	if (!s) {
		run->is_short = true;
		return true;
	}
	lets = !s->row.began_ms &&
	    recent(s, run->now_ms, rules->storm_ms) < rules->storm_messages;
	if (!lets && !s->row.began_ms) {
		s->row.began_ms = run->now_ms;
		s->row.edited_ms = 0;
	}
	stamp(s, run->now_ms);
	return lets;
}

/* ---- what it says ------------------------------------------------------------------------ */

struct member {
	int64_t incident, affected;
};

/* Keep the largest, at most max. */
static void
keep_largest(struct member *largest, size_t *n, size_t max, struct member m)
{
	size_t i = *n;

	while (i > 0 &&
	    (largest[i - 1].affected < m.affected ||
		(largest[i - 1].affected == m.affected &&
		    largest[i - 1].incident > m.incident)))
		i--;
	if (i >= max)
		return;
	if (*n < max)
		(*n)++;
	memmove(largest + i + 1, largest + i, (*n - i - 1) * sizeof(*largest));
	largest[i] = m;
}

/* Told by the rolling message, or singly just before the storm began. */
static bool
is_member(const struct storm *s, const struct notify_told *t, int64_t width_ms)
{
	if (t->flags & (NOTIFY_TOLD_DROPPED | NOTIFY_TOLD_MERGED) &&
	    !(t->flags & NOTIFY_TOLD_BY_STORM))
		return false;
	return t->first_ms > s->row.began_ms - width_ms ||
	    (t->flags & NOTIFY_TOLD_BY_STORM && t->at_ms >= s->row.began_ms);
}

static void
count_item(const struct item *item, const struct notify_told *t,
    struct notify_decision *d, struct member *largest, size_t max)
{
	const struct notify_fact *f = &item->fact;
	int64_t affected =
	    f->subject.affected > t->affected ? f->subject.affected : t->affected;
	bool is_acked = notify_is_acked(item);

	d->storm_incidents++;
	d->storm_affected += affected;
	if (incident_is_over(f->state) || f->merged_into)
		return;
	d->storm_open++;
	d->storm_unacked += !is_acked;
	if (d->reason == NOTIFY_STORM || !is_acked)
		keep_largest(
		    largest, &d->n_listed, max, (struct member){ item->id, affected });
}

static void
count(const struct run *run, const struct storm *s, struct notify_decision *d)
{
	struct member largest[NOTIFY_LISTED] = { 0 };
	size_t at = 0, max = d->reason == NOTIFY_STORM ? NOTIFY_LARGEST : NOTIFY_LISTED;
	const struct item *item;

	while ((item = map_next(run->n->items, &at))) {
		const struct row *row = notify_item_row(item, s->row.target);

		if (row && item->has_fact &&
		    is_member(s, &row->told, run->config->rules.storm_ms))
			count_item(item, &row->told, d, largest, max);
	}
	for (size_t i = 0; i < d->n_listed; i++)
		d->listed[i] = largest[i].incident;
}

/* ---- the rolling message -------------------------------------------------------------------- */

static void
roll(struct run *run, struct storm *s, struct notify_decision *d, bool is_quiet)
{
	struct notify_told *t = &s->told.told;

	d->target = s->row.target;
	d->version = ++t->version;
	d->is_sound = d->act != NOTIFY_EDIT && !is_quiet;
	d->priority =
	    d->reason == NOTIFY_STORM ? NOTIFY_PRIORITY_CRITICAL : NOTIFY_PRIORITY_OTHER;
	if (t->flags & NOTIFY_TOLD_PENDING)
		notify_emit_drop(run, 0, s->row.target);
	t->target = s->row.target;
	t->act = d->act;
	t->reason = d->reason;
	t->at_ms = run->now_ms;
	t->affected = d->storm_affected;
	if (d->act != NOTIFY_EDIT)
		t->sound_ms = run->now_ms;
	t->flags =
	    NOTIFY_TOLD_PENDING | (d->reason == NOTIFY_STORM_OVER ? NOTIFY_TOLD_OVER : 0);
	s->told.is_dirty = true;
	s->row.edited_ms = run->now_ms;
	s->has_news = false;
	s->is_dirty = true;
	notify_emit(run, d, 0);
}

static void
begin(struct run *run, struct storm *s, bool is_quiet)
{
	struct notify_decision d = { .act = NOTIFY_SEND, .reason = NOTIFY_STORM };

	count(run, s, &d);
	s->told.told.first_ms = run->now_ms;
	s->told.told.sent_ms = 0;
	roll(run, s, &d, is_quiet);
}

/* Still queued: replaced, with its sound. Sent: changed, where the channel can. */
static void
renew(struct run *run, struct storm *s, bool can_edit, bool is_quiet)
{
	const struct notify_told *t = &s->told.told;
	bool is_sent = t->sent_ms != 0;
	struct notify_decision d = {
		.act = is_sent ? NOTIFY_EDIT : NOTIFY_SEND,
		.reason = NOTIFY_STORM,
	};

	if (is_sent && !can_edit)
		return;
	count(run, s, &d);
	roll(run, s, &d, is_quiet);
}

/* Something was covered of an incident that the target knows of. */
static bool
owes(const struct run *run, const struct storm *s)
{
	const struct item *item;
	size_t at = 0;

	while ((item = map_next(run->n->items, &at))) {
		const struct row *row = notify_item_row(item, s->row.target);

		if (row && row->told.sent_ms && row->told.at_ms >= s->row.began_ms)
			return true;
	}
	return false;
}

static void
end(struct run *run, struct storm *s, bool is_quiet)
{
	struct notify_told *t = &s->told.told;
	struct notify_decision d = {
		.act = t->sent_ms ? NOTIFY_REPLY : NOTIFY_SEND,
		.reason = NOTIFY_STORM_OVER,
	};
	size_t at = 0;
	struct item *item;

	count(run, s, &d);
	if (t->sent_ms || d.storm_unacked > 0 || owes(run, s)) {
		roll(run, s, &d, is_quiet);
		stamp(s, run->now_ms);
	} else if (t->flags & NOTIFY_TOLD_PENDING) {
		/* It began and ended before anything could be sent. */
		notify_emit_drop(run, 0, s->row.target);
		t->flags = NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED;
		s->told.is_dirty = true;
	}
	s->row.began_ms = 0;
	s->has_news = false;
	s->is_dirty = true;
	while ((item = map_next(run->n->items, &at)))
		item->is_dirty = true;
}

/* When less than storm_end of the stamps are recent. */
static int64_t
end_due_ms(const struct storm *s, const struct notify_rules *rules)
{
	int64_t due_ms = s->row.began_ms + rules->storm_ms;
	int32_t last = s->row.n_recent - rules->storm_end;

	if (last >= 0 && s->row.recent[last] + rules->storm_ms > due_ms)
		due_ms = s->row.recent[last] + rules->storm_ms;
	return due_ms;
}

/* After a restart: was something covered since the last edit? */
static void
find_news(const struct notify *n, struct storm *s)
{
	const struct item *item;
	size_t at = 0;

	s->is_loaded = false;
	while ((item = map_next(n->items, &at))) {
		const struct row *row = notify_item_row(item, s->row.target);

		if (row && row->told.at_ms > s->row.edited_ms)
			s->has_news = true;
	}
}

static int64_t
roll_target(struct run *run, struct storm *s, const struct target *t, bool is_quiet)
{
	const struct notify_rules *rules = &run->config->rules;
	bool is_lost = s->told.told.flags & NOTIFY_TOLD_LOST;
	int64_t due_ms;

	if (s->is_loaded)
		find_news(run->n, s);
	due_ms = end_due_ms(s, rules);
	if (s->row.edited_ms < s->row.began_ms) {
		begin(run, s, is_quiet);
	} else if (run->now_ms >= due_ms) {
		end(run, s, is_quiet);
		return INT64_MAX;
	} else if ((s->has_news && run->now_ms >= s->row.edited_ms + rules->edit_ms) ||
	    is_lost) {
		renew(run, s, t->can_edit, is_quiet);
		s->has_news = false;
	}
	if (s->has_news && s->row.edited_ms + rules->edit_ms < due_ms)
		due_ms = s->row.edited_ms + rules->edit_ms;
	return due_ms;
}

static void
write_storm(struct run *run, struct storm *s)
{
	struct notify_storm *row;

	notify_emit_row(run, &s->told);
	if (!s->is_dirty)
		return;
	row = vec_add(&run->out->storms);
	if (row)
		*row = s->row;
	else
		run->is_short = true;
	s->is_dirty = false;
}

int64_t
storms_roll(struct run *run)
{
	int64_t next_ms = INT64_MAX;

	for (size_t i = 0; i < run->config->n_targets; i++) {
		const struct target *t = &run->config->targets[i];
		struct storm *s = map_find_u64(run->n->storms, (uint64_t)t->id);
		int64_t due_ms = INT64_MAX;

		if (!s)
			continue;
		if (s->row.began_ms && t->is_enabled)
			due_ms = roll_target(run, s, t, run->moment->quiet[i].is_active);
		if (due_ms < next_ms)
			next_ms = due_ms;
		write_storm(run, s);
	}
	return next_ms;
}
