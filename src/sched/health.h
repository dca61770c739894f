/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/health.h - does an OLT answer? Not answering, suspended by the system, and back.
 *
 * Two things are judged apart. Is it there: any question shows that, each minute at least.
 * Do its runs come through: only runs show that, and what is suspended is not run.
 *
 *	WELL ──a question is not answered──► DOUBTED ──asked at 2, 5, 10 s──► NOT ANSWERING
 *	  ▲                                     │ any answer                       │
 *	  ├─────────────────────────────────────┘                                  │
 *	  └──────────────────── the second answer in a row ────────────────────────┘
 *
 *	WELL ──run exhausted its attempts──► FAILING (1, 2) ──the third──► SUSPENDED
 *	  ▲                                      │                            │ a probe
 *	  └───────────── any success ────────────┘                            ▼ each 60 s
 *	  ▲                                                                PROBING (one
 *	  └──────────────────── the second answer in a row ─────────────── answer so far)
 *
 * An OLT that has said nothing for watch_ms is asked a small question. If four questions
 * in a row are not answered, it is not answering; a run that met with silence counts for
 * three, because it has asked that often. Whatever happens, it is so HEALTH_DOUBT_MS after
 * the second of them at the latest. Its runs are not tried then: three that are skipped
 * count as one that exhausted its attempts, so that it is suspended in the end.
 *
 * Nothing but probes is sent to a suspended OLT, unless a person wants a run: when that
 * is answered, it is back, as it is when a run that was under way is answered after all.
 * A silent probe goes back to zero answers. With rules->stays it stays suspended,
 * unprobed, whatever was under way, until a person acts: a run of his that is answered
 * is such an act.
 *
 * With watch_ms 0 nobody is asked but the suspended, and no OLT is called not answering.
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
	int64_t watch_ms; /* who was not heard for so long is asked; 0: nobody is */
};

#define HEALTH_RULES                                                                    \
	{                                                                               \
		.suspend_after = 3, .back_after = 2, .probe_ms = 60000, .stays = false, \
		.watch_ms = 60000,                                                      \
	}

/* Are they the same? */
bool health_rules_are(const struct health_rules *a, const struct health_rules *b);

enum {
	HEALTH_MISSES = 4, /* questions in a row: then it is not answering */
	HEALTH_MISSES_OF_RUN = 3, /* what a run counts for that met with silence */
	HEALTH_DOUBT_MS = 20000, /* after the second it does not take longer than this */
	HEALTH_SKIPS = 3, /* skipped runs that count as one that failed */
};

struct health {
	int32_t failures; /* in a row */
	int64_t suspended_ms; /* since; 0: it is not */
	int32_t answers; /* probes answered in a row */
	int64_t next_probe_ms; /* 0: none is planned */
	int64_t last_answer_ms;
	int64_t up_since_ms; /* the device, as it says (sched/uptime.h); 0: not known */

	int32_t misses; /* questions in a row without an answer */
	int32_t asked_again; /* of them, since the first: which of 2, 5, 10 s is next */
	int64_t missed_ms,
	    missed_again_ms; /* the first of them, and the second; 0: none */
	int64_t not_answering_ms; /* since; 0: it answers, or nobody knows */
	int32_t skipped; /* runs that do not count as a failure yet */
};

enum health_news {
	HEALTH_SAME,
	HEALTH_SUSPENDED, /* just now */
	HEALTH_NOT_ANSWERING, /* just now */
	HEALTH_BACK, /* just now */
};

/* What was stored, at start: it is asked soon, spread by key. */
struct health_past {
	int32_t failures;
	int64_t suspended_ms, not_answering_ms, last_answer_ms, up_since_ms;
};
struct health health_load(const struct health_rules *rules,
    const struct health_past *past, uint64_t key, int64_t now_ms);

/* A run exhausted its attempts. That nothing came was told by health_missed(). */
enum health_news health_run_failed(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* A run was not tried, because the OLT is not answering. */
enum health_news health_run_skipped(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* Who wanted the run that was answered? next_probe_ms moves only with HEALTH_BACK. */
enum health_asker { HEALTH_ASKED_BY_PLAN, HEALTH_ASKED_BY_PERSON };
enum health_news health_run_answered(struct health *h, const struct health_rules *rules,
    enum health_asker asker, int64_t now_ms);
/* So many questions that were not of health_probed() had no answer. */
enum health_news health_missed(struct health *h, const struct health_rules *rules,
    int32_t questions, int64_t now_ms);
enum health_news health_probed(
    struct health *h, const struct health_rules *rules, bool answered, int64_t now_ms);
/* Its moment has come, but it cannot be asked now: it is planned for retry_ms later.
 * What was missed before may be enough. */
enum health_news health_put_off(
    struct health *h, const struct health_rules *rules, int64_t retry_ms, int64_t now_ms);
/* Its moment has come. False: it has answered something meanwhile, and next_probe_ms is
 * later now. */
bool health_is_to_ask(struct health *h, const struct health_rules *rules, int64_t now_ms);
/* A person says that it is well: it is asked at once. */
enum health_news health_reset(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* The rules have changed: its next question is planned by them, spread by key as at the
 * start; one that is doubted is asked as it was going to be. True: nobody is watched any
 * more, and it was called not answering. */
bool health_ruled(
    struct health *h, const struct health_rules *rules, uint64_t key, int64_t now_ms);
/* It is disabled: nobody is to say that it is not answering. True: somebody did. */
bool health_let_go(struct health *h);

#endif
