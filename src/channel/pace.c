/* SPDX-License-Identifier: Apache-2.0 */
#include "channel/pace_int.h"

/* The part of the capacity that is reserved for critical messages. */
#define KEPT 0.2

void
bucket_init(struct bucket *b, double per_s, double room, int64_t now_ms)
{
	*b = (struct bucket){
		.per_s = per_s, .room = room, .tokens = room, .at_ms = now_ms
	};
}

static double
tokens_at(const struct bucket *b, int64_t now_ms)
{
	double tokens = b->tokens + (double)(now_ms - b->at_ms) / 1000.0 * b->per_s;

	return tokens > b->room ? b->room : tokens;
}

int64_t
bucket_wait_ms(const struct bucket *b, int64_t now_ms, bool is_critical)
{
	double needs = 1.0 + (is_critical ? 0 : KEPT * b->room);
	double has = tokens_at(b, now_ms);

	if (b->per_s <= 0)
		return 0;
	if (needs > b->room)
		needs = b->room;
	return has >= needs ? 0 : (int64_t)((needs - has) / b->per_s * 1000.0) + 1;
}

void
bucket_take(struct bucket *b, int64_t now_ms)
{
	b->tokens = tokens_at(b, now_ms) - 1.0;
	b->at_ms = now_ms;
}

int64_t
pace_pause_ms(int64_t attempts, uint32_t random)
{
	static const int64_t PAUSES_S[] = { 2, 5, 15, 60, 300, 600 };
	int64_t last = sizeof(PAUSES_S) / sizeof(PAUSES_S[0]) - 1;
	int64_t i = attempts < 1 ? 0 : attempts - 1;
	int64_t pause_ms = PAUSES_S[i < last ? i : last] * 1000;
	int64_t percent = (int64_t)(random % 41) - 20;

	return pause_ms + pause_ms * percent / 100;
}

int64_t
circuit_wait_ms(const struct circuit *c, int64_t now_ms)
{
	return c->try_ms > now_ms ? c->try_ms - now_ms : 0;
}

void
circuit_try(struct circuit *c, int64_t now_ms)
{
	if (c->failures >= CIRCUIT_FAILURES)
		c->try_ms = now_ms + CIRCUIT_TRY_MS;
}

bool
circuit_bad(struct circuit *c, int64_t now_ms)
{
	if (c->failures++ == 0)
		c->since_ms = now_ms;
	if (c->failures >= CIRCUIT_FAILURES)
		c->try_ms = now_ms + CIRCUIT_TRY_MS;
	if (c->is_dead || now_ms - c->since_ms < CIRCUIT_DEAD_MS)
		return false;
	c->is_dead = true;
	return true;
}

bool
circuit_good(struct circuit *c)
{
	bool was_bad = c->failures > 0;

	*c = (struct circuit){ 0 };
	return was_bad;
}
