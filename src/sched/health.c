/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/health.h"

#include <assert.h>

#include "sched/phase.h"

static bool
is_suspended(const struct health *h)
{
	return h->suspended_ms != 0;
}

static void
plan_probe(struct health *h, const struct health_rules *rules, int64_t at_ms)
{
	h->next_probe_ms = rules->stays ? 0 : at_ms;
}

struct health
health_load(const struct health_rules *rules, int32_t failures, int64_t suspended_ms,
    uint64_t key, int64_t now_ms)
{
	struct health h = { .failures = failures, .suspended_ms = suspended_ms };

	if (is_suspended(&h))
		plan_probe(&h, rules, now_ms + phase_spread(key, rules->probe_ms));
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
	plan_probe(h, rules, now_ms + rules->probe_ms);
	return HEALTH_SUSPENDED;
}

enum health_news
health_run_answered(struct health *h, const struct health_rules *rules,
    enum health_asker asker, int64_t now_ms)
{
	h->last_answer_ms = now_ms;
	if (is_suspended(h) && rules->stays && asker != HEALTH_ASKED_BY_PERSON)
		return HEALTH_SAME;
	return health_reset(h, now_ms);
}

enum health_news
health_probed(
    struct health *h, const struct health_rules *rules, bool answered, int64_t now_ms)
{
	if (answered)
		h->last_answer_ms = now_ms;
	if (!is_suspended(h))
		return HEALTH_SAME;
	h->answers = answered ? h->answers + 1 : 0;
	if (h->answers >= rules->back_after)
		return health_reset(h, now_ms);
	plan_probe(h, rules, now_ms + rules->probe_ms);
	return HEALTH_SAME;
}

enum health_news
health_reset(struct health *h, int64_t now_ms)
{
	bool was_suspended = is_suspended(h);

	(void)now_ms;
	*h = (struct health){ .last_answer_ms = h->last_answer_ms };
	return was_suspended ? HEALTH_BACK : HEALTH_SAME;
}
