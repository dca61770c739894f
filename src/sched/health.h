/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/health.h - does an OLT answer? Suspended by the system, and back again.
 *
 *	WELL ──run exhausted its attempts──► FAILING (1, 2) ──the third──► SUSPENDED
 *	  ▲                                      │                            │ a probe
 *	  └───────────── any success ────────────┘                            ▼ each 60 s
 *	  ▲                                                                PROBING (one
 *	  └──────────────────── the second answer in a row ─────────────── answer so far)
 *
 * Nothing but probes is sent to a suspended OLT, unless a person wants a run: when that
 * is answered, it is back, as it is when a run that was under way is answered after all.
 * A silent probe goes back to zero answers. With rules->stays it stays suspended,
 * unprobed, whatever was under way, until a person acts: a run of his that is answered
 * is such an act.
 *
 * Plain value; the moment is an argument. Pure.
 */
#ifndef FACHO_SCHED_HEALTH_H
#define FACHO_SCHED_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

struct health_rules {
	int32_t suspend_after; /* runs in a row that exhausted their attempts */
	int32_t back_after; /* probes answered in a row */
	int64_t probe_ms; /* between two probes */
	bool stays;
};

#define HEALTH_RULES                                                                    \
	{                                                                               \
		.suspend_after = 3, .back_after = 2, .probe_ms = 60000, .stays = false, \
	}

struct health {
	int32_t failures; /* in a row */
	int64_t suspended_ms; /* since; 0: it is not */
	int32_t answers; /* probes answered in a row */
	int64_t next_probe_ms; /* 0: none is planned */
	int64_t last_answer_ms;
};

enum health_news {
	HEALTH_SAME,
	HEALTH_SUSPENDED, /* just now */
	HEALTH_BACK, /* just now */
};

/* What was stored, at start: a suspended one is probed soon, spread by key. */
struct health health_load(const struct health_rules *rules, int32_t failures,
    int64_t suspended_ms, uint64_t key, int64_t now_ms);

enum health_news health_run_failed(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* Who wanted the run that was answered? */
enum health_asker { HEALTH_ASKED_BY_PLAN, HEALTH_ASKED_BY_PERSON };
enum health_news health_run_answered(struct health *h, const struct health_rules *rules,
    enum health_asker asker, int64_t now_ms);
enum health_news health_probed(
    struct health *h, const struct health_rules *rules, bool answered, int64_t now_ms);
/* A person says that it is well. */
enum health_news health_reset(struct health *h, int64_t now_ms);

#endif
