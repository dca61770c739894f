/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/health.h"

#include <assert.h>

#include "sched/phase.h"

/* After the first unanswered request it is asked again after these times. */
static const int64_t AGAIN_MS[] = { 2000, 5000, 10000 };
enum { AGAIN = sizeof(AGAIN_MS) / sizeof(AGAIN_MS[0]) };

static bool
is_suspended(const struct health *h)
{
	return h->suspended_ms != 0;
}

static bool
is_away(const struct health *h)
{
	return is_suspended(h) || h->not_answering_ms;
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t
next_of_doubted(struct health *h, int64_t now_ms)
{
	int32_t step = h->asked_again < AGAIN ? h->asked_again : AGAIN - 1;

	h->asked_again++;
	return later(now_ms, h->missed_ms + AGAIN_MS[step]);
}

/* After an answer of an OLT that was not answering, the next probe follows soon. */
static int64_t
next_of_silent(const struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	if (h->answers > 0)
		return now_ms + AGAIN_MS[0];
	return now_ms +
	    (rules->probe_ms < rules->watch_ms ? rules->probe_ms : rules->watch_ms);
}

/* Plan the next probe, depending on the last result. */
static void
plan(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	if (is_suspended(h))
		h->next_probe_ms = rules->stays ? 0 : now_ms + rules->probe_ms;
	else if (rules->watch_ms == 0)
		h->next_probe_ms = 0;
	else if (h->not_answering_ms)
		h->next_probe_ms = next_of_silent(h, rules, now_ms);
	else if (h->misses)
		h->next_probe_ms = next_of_doubted(h, now_ms);
	else
		h->next_probe_ms = now_ms + rules->watch_ms;
}

bool
health_rules_are(const struct health_rules *a, const struct health_rules *b)
{
	return a->suspend_after == b->suspend_after && a->back_after == b->back_after &&
	    a->probe_ms == b->probe_ms && a->stays == b->stays &&
	    a->watch_ms == b->watch_ms;
}

/* Soon, but spread so that not all are probed at once; 0: never. */
static int64_t
first_probe(const struct health *h, const struct health_rules *rules, uint64_t key,
    int64_t now_ms)
{
	int64_t every_ms = rules->watch_ms;

	if (is_suspended(h))
		every_ms = rules->stays ? 0 : rules->probe_ms;
	return every_ms ? now_ms + phase_spread(key, every_ms) : 0;
}

struct health
health_load(const struct health_rules *rules, const struct health_past *past,
    uint64_t key, int64_t now_ms)
{
	struct health h = { .failures = past->failures,
		.suspended_ms = past->suspended_ms,
		.last_answer_ms = past->last_answer_ms,
		.up_since_ms = past->up_since_ms };

	if (rules->watch_ms)
		h.not_answering_ms = past->not_answering_ms;
	h.next_probe_ms = first_probe(&h, rules, key, now_ms);
	return h;
}

enum health_news
health_run_failed(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	assert(now_ms > 0);
	if (h->failures < INT32_MAX)
		h->failures++;
	if (is_suspended(h) || h->failures < rules->suspend_after)
		return HEALTH_SAME;
	h->suspended_ms = now_ms;
	h->answers = 0;
	plan(h, rules, now_ms);
	return HEALTH_SUSPENDED;
}

enum health_news
health_run_skipped(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	if (++h->skipped < HEALTH_SKIPS)
		return HEALTH_SAME;
	h->skipped = 0;
	return health_run_failed(h, rules, now_ms);
}

/* Reset all failures and unanswered requests. */
static void
forgive(struct health *h)
{
	*h = (struct health){ .last_answer_ms = h->last_answer_ms,
		.next_probe_ms = h->next_probe_ms,
		.up_since_ms = h->up_since_ms };
}

static enum health_news
come_back(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	forgive(h);
	plan(h, rules, now_ms);
	return HEALTH_BACK;
}

enum health_news
health_run_answered(struct health *h, const struct health_rules *rules,
    enum health_asker asker, int64_t now_ms)
{
	h->last_answer_ms = now_ms;
	if (is_suspended(h) && rules->stays && asker != HEALTH_ASKED_BY_PERSON)
		return HEALTH_SAME;
	if (is_away(h))
		return come_back(h, rules, now_ms);
	forgive(h);
	return HEALTH_SAME;
}

static void
count_misses(struct health *h, int32_t questions, int64_t now_ms)
{
	if (h->misses == 0) {
		h->missed_ms = now_ms;
		h->asked_again = 0;
	}
	if (h->misses < 2 && h->misses + questions >= 2)
		h->missed_again_ms = now_ms;
	if (h->misses < HEALTH_MISSES)
		h->misses += questions;
	h->answers = 0;
}

/* Has it been silent often or long enough? */
static enum health_news
judge(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	bool is_over = h->misses >= HEALTH_MISSES ||
	    (h->misses >= 2 && now_ms - h->missed_again_ms >= HEALTH_DOUBT_MS);
	bool is_early = now_ms - h->missed_ms < HEALTH_LEAST_MS;

	if (!is_over || is_early || is_away(h) || rules->watch_ms == 0)
		return HEALTH_SAME;
	h->not_answering_ms = h->missed_ms;
	h->skipped = 0;
	return HEALTH_NOT_ANSWERING;
}

enum health_news
health_missed(
    struct health *h, const struct health_rules *rules, int32_t questions, int64_t now_ms)
{
	enum health_news news;

	assert(now_ms > 0 && questions > 0);
	if (rules->watch_ms == 0)
		return HEALTH_SAME;
	count_misses(h, questions, now_ms);
	news = judge(h, rules, now_ms);
	if (!is_suspended(h))
		plan(h, rules, now_ms);
	return news;
}

enum health_news
health_probed(
    struct health *h, const struct health_rules *rules, bool answered, int64_t now_ms)
{
	enum health_news news = HEALTH_SAME;

	if (!answered) {
		count_misses(h, 1, now_ms);
		news = judge(h, rules, now_ms);
	} else {
		h->last_answer_ms = now_ms;
		h->misses = 0;
		h->answers = is_away(h) ? h->answers + 1 : 0;
	}
	if (h->answers >= rules->back_after)
		return come_back(h, rules, now_ms);
	plan(h, rules, now_ms);
	return news;
}

enum health_news
health_put_off(
    struct health *h, const struct health_rules *rules, int64_t retry_ms, int64_t now_ms)
{
	enum health_news news = judge(h, rules, now_ms);

	h->next_probe_ms = now_ms + retry_ms;
	return news;
}

bool
health_is_to_ask(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	int64_t heard_ms = h->last_answer_ms;

	if (is_away(h) || h->misses || heard_ms + rules->watch_ms <= now_ms ||
	    heard_ms > now_ms)
		return true;
	h->next_probe_ms = heard_ms + rules->watch_ms;
	return false;
}

enum health_news
health_reset(struct health *h, const struct health_rules *rules, int64_t now_ms)
{
	bool was_away = is_away(h);

	forgive(h);
	h->next_probe_ms = rules->watch_ms ? now_ms : 0;
	return was_away ? HEALTH_BACK : HEALTH_SAME;
}

bool
health_ruled(
    struct health *h, const struct health_rules *rules, uint64_t key, int64_t now_ms)
{
	bool was_silent = rules->watch_ms == 0 && health_let_go(h);

	if (!is_away(h) && h->misses && h->next_probe_ms)
		return was_silent;
	h->next_probe_ms = first_probe(h, rules, key, now_ms);
	return was_silent;
}

bool
health_let_go(struct health *h)
{
	bool was_silent = h->not_answering_ms != 0;

	h->not_answering_ms = 0;
	h->misses = 0;
	h->skipped = 0;
	return was_silent;
}
