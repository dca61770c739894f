/* SPDX-License-Identifier: Apache-2.0
 *
 * An incident and a target: the difference between what is true and what the target was
 * told.
 *
 *	no row, or DROPPED    judge_first    SEND, after the delay
 *	told                  judge_change   REPLY if it matters, else EDIT
 *	told, and it is over  judge_end      REPLY and EDIT, then OVER
 *	OVER, and open again  judge_again    REPLY
 *	told, now a part      judge_part     EDIT; the whole gets the target
 */
#include "notify/notify_int.h"

enum {
	KNOWN_NOTHING = NOTIFY_REASONS, /* no reason for a new message */
	CHAIN_MAX = 16, /* parts of parts */
};

static const struct notify_fact *
fact_of(const struct pair *p)
{
	return &p->item->fact;
}

static bool
has(const struct pair *p, int flag)
{
	return p->row && (p->row->told.flags & flag);
}

static void
set(struct row *row, int flags, int cleared)
{
	int32_t was = row->told.flags;

	row->told.flags = (was & ~cleared) | flags;
	row->is_dirty |= row->told.flags != was;
}

static void
later(struct pair *p, int64_t due_ms)
{
	if (due_ms < p->due_ms)
		p->due_ms = due_ms;
}

/* The target has a message of this incident that can be answered and changed. */
static bool
has_message(const struct pair *p)
{
	return p->row && p->row->told.sent_ms && !has(p, NOTIFY_TOLD_BY_STORM);
}

/* A message with sound is queued, or being sent. */
static bool
is_sound_pending(const struct pair *p)
{
	return has(p, NOTIFY_TOLD_PENDING) && !has(p, NOTIFY_TOLD_DROPPED) &&
	    p->row->told.act != NOTIFY_EDIT;
}

/* ---- telling ----------------------------------------------------------------------------- */

/* The row now says what is true. */
static void
fill_row(struct pair *p, enum notify_act act, enum notify_reason reason)
{
	const struct notify_fact *f = fact_of(p);
	struct notify_told *t = &p->row->told;
	bool is_new = t->first_ms == 0;
	int cleared = NOTIFY_TOLD_DROPPED | NOTIFY_TOLD_LOST | NOTIFY_TOLD_REFUSED |
	    NOTIFY_TOLD_MERGED | NOTIFY_TOLD_OVER | NOTIFY_TOLD_UNSTABLE |
	    NOTIFY_TOLD_ACKED;

	t->version = f->version;
	t->state = f->state;
	t->severity = f->subject.severity;
	if (is_new || t->peak < t->severity)
		t->peak = t->severity;
	if (is_new || f->subject.cause_class != INCIDENT_UNKNOWN)
		t->cause_class = f->subject.cause_class;
	t->reopened = f->reopened;
	t->act = act;
	t->reason = reason;
	t->at_ms = p->run->now_ms;
	if (is_new)
		t->first_ms = t->at_ms;
	if (act != NOTIFY_EDIT) {
		t->sound_ms = t->at_ms;
		t->affected = f->subject.affected;
	}
	set(p->row,
	    (incident_is_over(f->state) ? NOTIFY_TOLD_OVER : 0) |
		(f->is_flapping ? NOTIFY_TOLD_UNSTABLE : 0) |
		(notify_is_acked(p->item) ? NOTIFY_TOLD_ACKED : 0),
	    cleared);
	p->row->is_dirty = true;
}

static bool
make_row(struct pair *p)
{
	if (!p->row)
		p->row = notify_item_make_row(p->item, p->target->id);
	if (!p->row)
		p->run->is_short = true;
	return p->row != NULL;
}

static enum notify_priority
priority_of(const struct pair *p, enum notify_reason reason)
{
	if (reason == NOTIFY_RESOLVED)
		return NOTIFY_PRIORITY_RECOVERY;
	return fact_of(p)->subject.severity == INCIDENT_CRITICAL
	    ? NOTIFY_PRIORITY_CRITICAL
	    : NOTIFY_PRIORITY_OTHER;
}

/* before: the row as it was. */
static void
queue(struct pair *p, enum notify_act act, enum notify_reason reason,
    const struct notify_told *before)
{
	struct notify_decision d = {
		.incident = p->item->id,
		.target = p->target->id,
		.version = fact_of(p)->version,
		.act = act,
		.reason = reason,
		.is_sound = act != NOTIFY_EDIT,
		.is_ack_lapsed = p->is_lapsed && act != NOTIFY_EDIT,
		.has_before = before->sent_ms != 0,
		.severity_before = before->severity,
		.class_before = before->cause_class,
		.affected_before = before->affected,
		.part_of = reason == NOTIFY_MERGED ? fact_of(p)->merged_into : 0,
		.priority = priority_of(p, reason),
		.route = p->route ? p->route->id : 0,
	};

	notify_emit(p->run, &d, p->row->told.round);
}

/* The newest message (or the one that begins now) shows what is true. */
static void
edit(struct pair *p, enum notify_reason reason)
{
	struct notify_told before = p->row->told;

	if (has(p, NOTIFY_TOLD_PENDING))
		notify_emit_drop(p->run, p->item->id, p->target->id);
	/* Those of acknowledgements may be of a version that was told before. */
	if (has(p, NOTIFY_TOLD_LOST) || reason == NOTIFY_ACKED ||
	    reason == NOTIFY_UNACKED)
		p->row->told.round++;
	fill_row(p, NOTIFY_EDIT, reason);
	set(p->row, NOTIFY_TOLD_PENDING, 0);
	queue(p, NOTIFY_EDIT, reason, &before);
}

/* A storm: its rolling message says it instead. */
static void
cover(struct pair *p, enum notify_reason reason)
{
	bool is_own = has_message(p);
	struct notify_told before = p->row->told;

	if (has(p, NOTIFY_TOLD_PENDING))
		notify_emit_drop(p->run, p->item->id, p->target->id);
	fill_row(p, NOTIFY_SEND, reason);
	set(p->row, is_own ? 0 : NOTIFY_TOLD_BY_STORM, NOTIFY_TOLD_PENDING);
	if (is_own && reason == NOTIFY_RESOLVED && p->target->can_edit)
		queue(p, NOTIFY_EDIT, reason, &before);
}

/* A new message with sound. One that replaces a queued one was counted before. */
static void
say(struct pair *p, enum notify_reason reason)
{
	bool replaces = is_sound_pending(p);
	enum notify_act act = has_message(p) ? NOTIFY_REPLY : NOTIFY_SEND;
	struct notify_told before;

	if (!make_row(p))
		return;
	before = p->row->told;
	if (replaces ? storm_is_on(p->run->n, p->target->id)
		     : !storm_lets(p->run, p->target->id)) {
		cover(p, reason);
		storm_news(p->run->n, p->target->id);
		return;
	}
	if (has(p, NOTIFY_TOLD_PENDING))
		notify_emit_drop(p->run, p->item->id, p->target->id);
	if (has(p, NOTIFY_TOLD_LOST) || reason == NOTIFY_ACK_LAPSED)
		p->row->told.round++;
	fill_row(p, act, reason);
	set(p->row, NOTIFY_TOLD_PENDING, NOTIFY_TOLD_BY_STORM);
	queue(p, act, reason, &before);
	if (reason == NOTIFY_RESOLVED && act == NOTIFY_REPLY && p->target->can_edit)
		queue(p, NOTIFY_EDIT, reason, &before);
}

/* ---- the cases -------------------------------------------------------------------------- */

static void
judge_first(struct pair *p)
{
	int64_t delay_ms, due_ms;

	if (!p->route)
		return;
	delay_ms = notify_first_delay_ms(p->run->config, p->route, fact_of(p));
	if (delay_ms < 0)
		return;
	due_ms = fact_of(p)->opened_ms + delay_ms;
	if (p->run->now_ms < due_ms)
		later(p, due_ms);
	else
		say(p, NOTIFY_FIRST);
}

/* unknown -> known is worth a message only when people have read the first one. */
static bool
class_matters(const struct pair *p)
{
	enum incident_class now = fact_of(p)->subject.cause_class;
	const struct notify_told *t = &p->row->told;

	if (notify_is_fibre_power(t->cause_class, now))
		return true;
	return t->cause_class == INCIDENT_UNKNOWN && now != INCIDENT_UNKNOWN &&
	    p->run->now_ms - t->first_ms >= p->run->config->rules.class_edit_ms;
}

/* Why a target that was told needs a new message; KNOWN_NOTHING: it does not. */
static int
reason_of(const struct pair *p)
{
	const struct notify_fact *f = fact_of(p);
	const struct notify_told *t = &p->row->told;

	if (!p->route)
		return KNOWN_NOTHING;
	if (f->is_flapping && has(p, NOTIFY_TOLD_UNSTABLE))
		return f->subject.severity == INCIDENT_CRITICAL &&
			t->peak < INCIDENT_CRITICAL
		    ? (int)NOTIFY_SEVERITY
		    : (int)KNOWN_NOTHING;
	if (f->subject.severity > t->severity)
		return NOTIFY_SEVERITY;
	if (class_matters(p))
		return NOTIFY_CLASS;
	if (notify_has_doubled(t->affected, f->subject.affected))
		return NOTIFY_DOUBLED;
	if (f->is_flapping)
		return NOTIFY_UNSTABLE;
	return p->is_lapsed ? (int)NOTIFY_ACK_LAPSED : (int)KNOWN_NOTHING;
}

/* Does the message say who attends it, and is that so? */
static bool
is_ack_news(const struct pair *p)
{
	bool is_acked = notify_is_acked(p->item);

	return is_acked != has(p, NOTIFY_TOLD_ACKED) ||
	    (is_acked && fact_of(p)->acked_ms > p->row->told.at_ms);
}

static enum notify_reason
edit_reason(const struct pair *p)
{
	if (!is_ack_news(p))
		return NOTIFY_CHANGED;
	return notify_is_acked(p->item) ? NOTIFY_ACKED : NOTIFY_UNACKED;
}

/* A newer version that needs no sound, or somebody took or left it. */
static void
judge_version(struct pair *p)
{
	struct notify_told *t = &p->row->told;
	int64_t due_ms = t->at_ms + p->run->config->rules.edit_ms;
	bool is_newer = fact_of(p)->version > t->version || has(p, NOTIFY_TOLD_LOST);

	/* The same version is not queued twice: a message that is on its way is edited
	 * when it has arrived. */
	if (!is_newer && (!is_ack_news(p) || is_sound_pending(p)))
		return;
	if (storm_is_on(p->run->n, p->target->id)) {
		if (has(p, NOTIFY_TOLD_BY_STORM) && t->version != fact_of(p)->version) {
			t->version = fact_of(p)->version;
			p->row->is_dirty = true;
			storm_news(p->run->n, p->target->id);
		}
		return; /* its end judges all again */
	}
	if (!is_sound_pending(p) && !(has_message(p) && p->target->can_edit))
		return;
	if (p->run->now_ms < due_ms)
		later(p, due_ms);
	else if (is_sound_pending(p))
		say(p, t->reason); /* the queued one is replaced, not lost */
	else
		edit(p, edit_reason(p));
}

static void
judge_change(struct pair *p)
{
	int reason = reason_of(p);

	if (!fact_of(p)->is_flapping)
		set(p->row, 0, NOTIFY_TOLD_UNSTABLE);
	if (reason == KNOWN_NOTHING && has(p, NOTIFY_TOLD_LOST) &&
	    p->row->told.act != NOTIFY_EDIT)
		reason = (int)p->row->told.reason; /* written again, as it is now */
	if (reason != KNOWN_NOTHING)
		say(p, (enum notify_reason)reason);
	else
		judge_version(p);
}

/* Nothing of it reached the target, neither singly nor in a rolling message: nothing has
 * to be said. */
static bool
never_reached(struct pair *p)
{
	if (p->row->told.sent_ms)
		return false;
	set(p->row, NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED, NOTIFY_TOLD_LOST);
	if (has(p, NOTIFY_TOLD_BY_STORM))
		storm_news(p->run->n, p->target->id);
	return true;
}

static void
judge_end(struct pair *p)
{
	const struct notify_fact *f = fact_of(p);
	int64_t due_ms = f->resolved_ms + p->run->config->rules.recovery_wait_ms;

	if (never_reached(p))
		return;
	if (f->state == INCIDENT_RESOLVED && f->is_flapping)
		return; /* "unstable" was said; its end is told once */
	if (f->state == INCIDENT_RESOLVED && f->reopened && p->run->now_ms < due_ms)
		later(p, due_ms);
	else
		say(p, NOTIFY_RESOLVED);
}

/* It was told as over, and is open again. */
static void
judge_again(struct pair *p)
{
	int64_t due_ms = p->row->told.at_ms + p->run->config->rules.edit_ms;

	if (!p->route)
		return;
	if (!fact_of(p)->is_flapping) {
		say(p, NOTIFY_REOPENED);
	} else if (!has(p, NOTIFY_TOLD_UNSTABLE)) {
		say(p, NOTIFY_UNSTABLE);
	} else if (p->run->now_ms < due_ms) {
		later(p, due_ms);
	} else if (has_message(p) && p->target->can_edit &&
	    !storm_is_on(p->run->n, p->target->id)) {
		edit(p, NOTIFY_CHANGED);
	} else {
		set(p->row, 0, NOTIFY_TOLD_OVER);
	}
}

/* ---- parts --------------------------------------------------------------------------------- */

/* The whole takes over the target and its message. What is true of the whole counts as
 * known, so that merging sends nothing. */
static void
hand_over(struct pair *p, struct item *whole)
{
	struct row *row = notify_item_make_row(whole, p->target->id);
	const struct notify_fact *f = &whole->fact;
	struct notify_told old = p->row->told;

	if (!row) {
		p->run->is_short = true;
		return;
	}
	old.incident = whole->id;
	old.round = row->told.round + 1;
	old.version = 0; /* the next edit shows the whole */
	old.severity = f->subject.severity;
	if (old.peak < old.severity)
		old.peak = old.severity;
	old.cause_class = f->subject.cause_class;
	old.affected = f->subject.affected;
	old.reopened = f->reopened;
	old.message_of = p->item->id;
	old.flags &= NOTIFY_TOLD_BY_STORM;
	row->told = old;
	row->is_dirty = true;
	whole->is_dirty = true;
	set(p->row, NOTIFY_TOLD_MERGED | NOTIFY_TOLD_OVER, NOTIFY_TOLD_PENDING);
}

/* The incident that lives on; NULL: unknown. A whole may be a part of another. */
static struct item *
whole_of(const struct pair *p)
{
	struct item *whole = notify_item(p->run->n, fact_of(p)->merged_into);

	for (int i = 0; i < CHAIN_MAX && whole && whole->fact.merged_into; i++)
		whole = notify_item(p->run->n, whole->fact.merged_into);
	return whole;
}

/* Will the target hear the end of the whole, or has it heard it after its last message
 * about the part? */
static bool
follows(const struct pair *p, const struct item *whole)
{
	const struct row *row = whole ? notify_item_row(whole, p->target->id) : NULL;

	if (!row || row->told.flags & NOTIFY_TOLD_DROPPED)
		return false;
	return !(row->told.flags & NOTIFY_TOLD_OVER) ||
	    row->told.at_ms > p->row->told.at_ms;
}

/* The row of the whole answers for the part's message too: it is as young. */
static void
answer_for(const struct pair *p, struct item *whole)
{
	struct row *row = notify_item_row(whole, p->target->id);

	if (row->told.at_ms >= p->row->told.at_ms)
		return;
	row->told.at_ms = p->row->told.at_ms;
	row->is_dirty = whole->is_dirty = true;
}

static void
judge_part(struct pair *p)
{
	struct item *whole = whole_of(p);
	bool is_known;

	if (!p->row || has(p, NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED) || never_reached(p))
		return;
	is_known = follows(p, whole);
	if (!is_known &&
	    (!whole || !whole->has_fact || incident_is_over(whole->fact.state))) {
		say(p, NOTIFY_RESOLVED);
		set(p->row, NOTIFY_TOLD_OVER, 0);
		return;
	}
	if (!is_known) {
		hand_over(p, whole);
		return;
	}
	answer_for(p, whole);
	if (has_message(p) && p->target->can_edit)
		edit(p, NOTIFY_MERGED);
	set(p->row, NOTIFY_TOLD_MERGED | NOTIFY_TOLD_OVER, NOTIFY_TOLD_LOST);
}

/* ---- all together ---------------------------------------------------------------------------- */

/* True: something hides it from this target. */
static bool
is_quiet(struct pair *p)
{
	const struct config *c = p->run->config;
	enum incident_severity severity = fact_of(p)->subject.severity;
	struct hush hush;

	if (p->row && p->row->told.peak > severity)
		severity = p->row->told.peak;
	hush_target(p->run->n, p->run->moment, (size_t)(p->target - c->targets),
	    fact_of(p), severity, &hush);
	if (hush.why == NOTIFY_WILL)
		return false;
	later(p, hush.until_ms);
	p->item->waits_poll |= hush.waits_poll;
	return true;
}

void
notify_judge_pair(struct pair *p)
{
	const struct notify_fact *f = fact_of(p);
	bool is_over = incident_is_over(f->state);
	bool knows = p->row && !has(p, NOTIFY_TOLD_DROPPED);

	if (!p->target->is_enabled || f->state == INCIDENT_SUSPECT ||
	    (f->not_channel && f->not_channel == p->target->channel) || is_quiet(p))
		return;
	if (f->merged_into || f->state == INCIDENT_MERGED)
		judge_part(p);
	else if (is_over && knows && !has(p, NOTIFY_TOLD_OVER))
		judge_end(p);
	else if (!is_over && !knows)
		judge_first(p);
	else if (!is_over && has(p, NOTIFY_TOLD_OVER))
		judge_again(p);
	else if (!is_over)
		judge_change(p);
}

void
notify_drop_unsent(struct run *run, struct item *item)
{
	const struct notify_fact *f = &item->fact;

	if (!incident_is_over(f->state) && !f->merged_into)
		return;
	for (size_t i = 0; i < item->rows.n; i++) {
		struct row *row = VEC_AT(&item->rows, struct row, i);
		int32_t flags = row->told.flags;

		if (row->told.sent_ms || !(flags & NOTIFY_TOLD_PENDING) ||
		    (flags & NOTIFY_TOLD_OVER))
			continue;
		notify_emit_drop(run, item->id, row->told.target);
		/* PENDING stays: it may be on its way, then its outcome comes. */
		set(row, NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED, 0);
	}
}
