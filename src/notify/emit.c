/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "notify/notify_int.h"

static uint64_t
hash_number(uint64_t hash, int64_t number)
{
	for (int i = 0; i < 8; i++) {
		hash ^= (uint64_t)number >> (8 * i) & 0xff;
		hash *= UINT64_C(0x100000001b3);
	}
	return hash;
}

/* FNV-1a, twice with different start values: 128 bits. */
static void
make_key(struct notify_decision *d, int32_t round)
{
	const int64_t parts[] = { d->incident, d->target, (int64_t)d->act,
		(int64_t)d->reason, d->version, round };
	uint64_t a = UINT64_C(0xcbf29ce484222325), b = UINT64_C(0x84222325cbf29ce4);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		a = hash_number(a, parts[i]);
		b = hash_number(b, ~parts[i]);
	}
	(void)snprintf(d->key, sizeof(d->key), "%016" PRIx64 "%016" PRIx64, a, b);
}

void
notify_emit(struct run *run, struct notify_decision *d, int32_t round)
{
	const struct notify_rules *rules = &run->config->rules;
	struct notify_decision *new = vec_add(&run->out->decisions);
	bool tells_end = d->reason == NOTIFY_RESOLVED || d->reason == NOTIFY_STORM_OVER;

	d->not_before_ms = run->now_ms;
	d->expires_ms = run->now_ms +
	    (tells_end ? rules->recovery_expires_ms : rules->problem_expires_ms);
	make_key(d, round);
	if (new)
		*new = *d;
	else
		run->is_short = true;
}

void
notify_emit_drop(struct run *run, int64_t incident, int64_t target)
{
	struct notify_drop *drop = vec_add(&run->out->drops);

	if (drop)
		*drop = (struct notify_drop){ incident, target };
	else
		run->is_short = true;
}

void
notify_emit_row(struct run *run, struct row *row)
{
	struct notify_told *told;

	if (!row->is_dirty)
		return;
	told = vec_add(&run->out->told);
	if (told)
		*told = row->told;
	else
		run->is_short = true;
	row->told.message_of = 0;
	row->is_dirty = false;
}

void
notify_output_init(struct notify_output *out)
{
	*out = (struct notify_output){
		.decisions = VEC_INIT(struct notify_decision),
		.told = VEC_INIT(struct notify_told),
		.storms = VEC_INIT(struct notify_storm),
		.drops = VEC_INIT(struct notify_drop),
		.lapses = VEC_INIT(struct notify_lapse),
		.hidden = VEC_INIT(struct notify_hidden),
	};
}

void
notify_output_fini(struct notify_output *out)
{
	vec_fini(&out->decisions);
	vec_fini(&out->told);
	vec_fini(&out->storms);
	vec_fini(&out->drops);
	vec_fini(&out->lapses);
	vec_fini(&out->hidden);
}
