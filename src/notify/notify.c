/* SPDX-License-Identifier: Apache-2.0
 *
 * Start and end, facts, and the order in which incidents are evaluated: the worst first,
 * so that in a storm the worst have their own messages.
 */
#include "notify/notify.h"

#include <stdlib.h>
#include <string.h>

#include "notify/notify_int.h"

enum { PASSES = 3 }; /* a part marks its whole, the end of a storm all */

/* ---- items ---------------------------------------------------------------------------- */

static void
item_free(struct item *item)
{
	if (!item)
		return;
	vec_fini(&item->rows);
	free(item->texts);
	free(item->tags);
	free(item);
}

struct item *
notify_item(const struct notify *n, int64_t incident)
{
	return map_find_u64(n->items, (uint64_t)incident);
}

static struct item *
item_of(struct notify *n, int64_t incident)
{
	struct item *item = notify_item(n, incident);

	if (item)
		return item;
	item = calloc(1, sizeof(*item));
	if (!item)
		return NULL;
	item->id = incident;
	item->due_ms = INT64_MAX;
	item->rows = (struct vec)VEC_INIT(struct row);
	if (map_add_u64(n->items, (uint64_t)incident, item)) {
		item_free(item);
		return NULL;
	}
	return item;
}

struct row *
notify_item_row(const struct item *item, int64_t target)
{
	for (size_t i = 0; i < item->rows.n; i++) {
		struct row *row = VEC_AT(&item->rows, struct row, i);

		if (row->told.target == target)
			return row;
	}
	return NULL;
}

struct row *
notify_item_make_row(struct item *item, int64_t target)
{
	struct row *row = notify_item_row(item, target);

	if (row)
		return row;
	row = vec_add(&item->rows);
	if (row) {
		row->told.incident = item->id;
		row->told.target = target;
	}
	return row;
}

/* ---- life ------------------------------------------------------------------------------- */

struct notify *
notify_new(void)
{
	struct notify *n OWNED(notify_free) = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	n->items = map_new();
	n->polled = map_new();
	n->storms = map_new();
	n->next_ms = INT64_MAX;
	if (!n->items || !n->polled || !n->storms)
		return NULL;
	return GIVE(n);
}

static void
free_values(struct map *m)
{
	size_t at = 0;
	void *value;

	while (m && (value = map_next(m, &at)))
		free(value);
	map_free(m);
}

void
notify_free(struct notify *n)
{
	size_t at = 0;
	struct item *item;

	if (!n)
		return;
	while (n->items && (item = map_next(n->items, &at)))
		item_free(item);
	map_free(n->items);
	free_values(n->polled);
	free_values(n->storms);
	notify_config_free(n->config);
	free(n);
}

enum rc
notify_configure(struct notify *n, const struct notify_config *config, struct err *err)
{
	struct config *c = NULL;
	struct item *item;
	size_t at = 0;
	enum rc rc = notify_config_new(config, &c, err);

	if (rc)
		return rc;
	notify_config_free(n->config);
	n->config = c;
	while ((item = map_next(n->items, &at)))
		item->is_dirty = true;
	n->next_ms = INT64_MIN;
	return RC_OK;
}

enum rc
notify_load_told(struct notify *n, const struct notify_told *told)
{
	struct item *item;
	struct row *row;

	if (told->incident == 0) {
		struct storm *s = storm_of(n, told->target);

		if (!s)
			return RC_NOMEM;
		s->told.told = *told;
		return RC_OK;
	}
	item = item_of(n, told->incident);
	row = item ? notify_item_make_row(item, told->target) : NULL;
	if (!row)
		return RC_NOMEM;
	row->told = *told;
	return RC_OK;
}

enum rc
notify_load_storm(struct notify *n, const struct notify_storm *row)
{
	struct storm *s = storm_of(n, row->target);

	if (!s)
		return RC_NOMEM;
	s->row = *row;
	s->is_loaded = true;
	n->next_ms = INT64_MIN;
	return RC_OK;
}

/* ---- facts ---------------------------------------------------------------------------- */

static const char *
text_of(const char *text)
{
	return text ? text : "";
}

/* Copy a text to *at and move on. */
static const char *
put(char **at, const char *text)
{
	size_t n = strlen(text_of(text)) + 1;
	char *to = *at;

	memcpy(to, text_of(text), n);
	*at += n;
	return to;
}

static size_t
texts_bytes(const struct notify_subject *s)
{
	size_t n = strlen(text_of(s->kind)) + strlen(text_of(s->site)) +
	    strlen(text_of(s->olt)) + strlen(text_of(s->brand)) +
	    strlen(text_of(s->card)) + strlen(text_of(s->port)) + 6;

	for (size_t i = 0; i < s->n_tags; i++)
		n += strlen(s->tags[i]) + 1;
	return n;
}

enum rc
notify_set(struct notify *n, const struct notify_fact *fact)
{
	const struct notify_subject *s = &fact->subject;
	struct item *item = item_of(n, s->incident);
	char *texts OWNED(free) = malloc(texts_bytes(s)), *at = texts;
	const char **tags OWNED(free) = calloc(s->n_tags + 1, sizeof(*tags));
	struct notify_subject *own;

	if (!item || !texts || !tags)
		return RC_NOMEM;
	item->fact = *fact;
	own = &item->fact.subject;
	own->kind = put(&at, s->kind);
	own->site = put(&at, s->site);
	own->olt = put(&at, s->olt);
	own->brand = put(&at, s->brand);
	own->card = put(&at, s->card);
	own->port = put(&at, s->port);
	for (size_t i = 0; i < s->n_tags; i++)
		tags[i] = put(&at, s->tags[i]);
	own->tags = tags;
	free(item->texts);
	free(item->tags);
	item->texts = GIVE(texts);
	item->tags = GIVE(tags);
	item->has_fact = item->is_dirty = true;
	n->next_ms = INT64_MIN;
	return RC_OK;
}

void
notify_loaded(struct notify *n)
{
	struct item *item;
	size_t at = 0;

	while ((item = map_next(n->items, &at)))
		item->is_loaded = true;
}

bool
notify_is_settled(const struct notify *n, int64_t incident)
{
	const struct item *item = notify_item(n, incident);

	if (!item)
		return true;
	if (!item->has_fact || item->is_dirty ||
	    (!incident_is_over(item->fact.state) && item->fact.state != INCIDENT_MERGED))
		return false;
	for (size_t i = 0; i < item->rows.n; i++) {
		const struct row *row = VEC_AT(&item->rows, struct row, i);

		if (!(row->told.flags & (NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED)) &&
		    n->config && notify_config_target(n->config, row->told.target))
			return false;
	}
	return true;
}

void
notify_forget(struct notify *n, int64_t incident)
{
	item_free(map_take_u64(n->items, (uint64_t)incident));
}

enum rc
notify_polled(struct notify *n, int64_t olt_id, int64_t at_ms)
{
	struct polled *p = map_find_u64(n->polled, (uint64_t)olt_id);
	struct item *item;
	size_t at = 0;

	if (!p) {
		p = calloc(1, sizeof(*p));
		if (!p || map_add_u64(n->polled, (uint64_t)olt_id, p)) {
			free(p);
			return RC_NOMEM;
		}
		p->olt = olt_id;
	}
	p->at_ms = at_ms;
	while ((item = map_next(n->items, &at))) {
		if (!item->waits_poll || item->fact.olt_id != olt_id)
			continue;
		item->is_dirty = true;
		n->next_ms = INT64_MIN;
	}
	return RC_OK;
}

/* An older message that was being sent must not count for the newest one. */
static bool
is_expired(const struct notify *n, const struct notify_told *t, int64_t at_ms)
{
	return n->config && t->reason != NOTIFY_RESOLVED &&
	    t->flags & NOTIFY_TOLD_PENDING && !(t->flags & NOTIFY_TOLD_DROPPED) &&
	    at_ms >= t->at_ms + n->config->rules.problem_expires_ms;
}

void
notify_outcome(struct notify *n, int64_t incident, int64_t target,
    enum notify_outcome outcome, int64_t at_ms)
{
	struct item *item = notify_item(n, incident);
	struct row *row = item ? notify_item_row(item, target) : NULL;
	struct notify_told *t;

	if (incident == 0)
		storm_outcome(n, target, outcome, at_ms);
	if (!row)
		return;
	t = &row->told;
	if (outcome == NOTIFY_SENT) {
		if (t->flags & NOTIFY_TOLD_DROPPED) /* it was being sent */
			t->flags &= ~(NOTIFY_TOLD_DROPPED | NOTIFY_TOLD_OVER);
		t->flags &=
		    ~(NOTIFY_TOLD_PENDING | NOTIFY_TOLD_BY_STORM | NOTIFY_TOLD_REFUSED);
		if (!t->sent_ms)
			t->sent_ms = at_ms;
	} else if (outcome == NOTIFY_EXPIRED && is_expired(n, t, at_ms)) {
		t->flags = (t->flags & ~NOTIFY_TOLD_PENDING) | NOTIFY_TOLD_LOST;
	} else if (outcome == NOTIFY_REFUSED) {
		t->flags = (t->flags & ~NOTIFY_TOLD_PENDING) | NOTIFY_TOLD_REFUSED;
	}
	row->is_dirty = item->is_dirty = true;
	n->next_ms = INT64_MIN;
}

/* ---- deciding --------------------------------------------------------------------------- */

/* The worst first; then the oldest. */
static int
worse_first(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;
	const struct notify_subject *s = &x->fact.subject, *t = &y->fact.subject;

	if (s->severity != t->severity)
		return s->severity > t->severity ? -1 : 1;
	if (s->affected != t->affected)
		return s->affected > t->affected ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Returns how many were evaluated. */
static size_t
judge_due(struct run *run)
{
	size_t room = map_count(run->n->items), n = 0, at = 0;
	struct item **due OWNED(free) = calloc(room + 1, sizeof(struct item *)), *item;

	if (!due) {
		run->is_short = true;
		return 0;
	}
	while ((item = map_next(run->n->items, &at))) {
		if (item->is_dirty || item->due_ms <= run->now_ms)
			due[n++] = item;
	}
	qsort(due, n, sizeof(struct item *), worse_first);
	for (size_t i = 0; i < n; i++)
		notify_judge_item(run, due[i]);
	return n;
}

static int64_t
items_next(const struct notify *n)
{
	int64_t next_ms = INT64_MAX;
	const struct item *item;
	size_t at = 0;

	while ((item = map_next(n->items, &at))) {
		if (item->is_dirty)
			return INT64_MIN;
		if (item->due_ms < next_ms)
			next_ms = item->due_ms;
	}
	return next_ms;
}

enum rc
notify_decide(struct notify *n, int64_t now_ms, struct notify_output *out)
{
	struct moment *m OWNED(notify_moment_free) = NULL;
	bool *seen OWNED(free) = NULL;
	struct run run = { .n = n, .config = n->config, .now_ms = now_ms, .out = out };
	int64_t storm_ms = INT64_MAX, item_ms;

	if (!n->config)
		return RC_OK;
	seen = calloc(n->config->n_targets + 1, sizeof(*seen));
	if (!seen || notify_moment_new(n->config, now_ms, &m))
		return RC_NOMEM;
	run.seen = seen;
	run.moment = m;
	for (int pass = 0; pass < PASSES; pass++) {
		if (judge_due(&run) == 0 && pass > 0)
			break;
		storm_ms = storms_roll(&run);
	}
	item_ms = items_next(n);
	n->next_ms = item_ms < storm_ms ? item_ms : storm_ms;
	return run.is_short ? RC_NOMEM : RC_OK;
}

int64_t
notify_next_ms(const struct notify *n)
{
	return n->config ? n->next_ms : INT64_MAX;
}
