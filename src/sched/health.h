/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/health.h - health of an OLT: not answering, suspended, active again.
 *
 * Two things are evaluated separately: whether the OLT answers (any request shows this,
 * at least once a minute), and whether its runs succeed (only runs show this; a suspended
 * OLT has no runs).
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
 * An OLT that has not answered for watch_ms is probed with a small request. After four
 * unanswered requests in a row it is not answering; a run without any answer counts as
 * three, because it has sent as many requests. This happens HEALTH_LEAST_MS after the
 * first unanswered request at the earliest, so that a device that drops packets for a
 * moment is asked once more, and at the latest HEALTH_DOUBT_MS after the second. Its runs
 * are then skipped: three skipped runs count as one run that exhausted its attempts, so
 * that it is suspended later.
 *
 * Only probes are sent to a suspended OLT, unless a user starts a run: if it is answered,
 * the OLT is active again, and also if a run that was already in progress is answered. An
 * unanswered probe resets the number of answers to zero. With rules->stays the OLT stays
 * suspended, without probes and regardless of runs in progress, until a user acts: an
 * answered run that was started by a user is such an act.
 *
 * With watch_ms 0 only suspended OLTs are probed, and no OLT is reported as not
 * answering.
 *
 * Plain value; the time is an argument. Pure.
 */
#ifndef FACHO_SCHED_HEALTH_H
#define FACHO_SCHED_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

struct health_rules {
	int32_t suspend_after; /* consecutive runs that exhausted their attempts */
	int32_t back_after; /* consecutive answered probes */
	int64_t probe_ms; /* between two probes */
	bool stays;
	int64_t watch_ms; /* probe an OLT without an answer for this long; 0: never */
};

#define HEALTH_RULES                                                                    \
	{                                                                               \
		.suspend_after = 3, .back_after = 2, .probe_ms = 60000, .stays = false, \
		.watch_ms = 60000,                                                      \
	}

/* Are the rules equal? */
bool health_rules_are(const struct health_rules *a, const struct health_rules *b);

enum {
	HEALTH_MISSES = 4, /* unanswered in a row: then it is not answering */
	HEALTH_MISSES_OF_RUN = 3, /* a run without any answer counts as this many */
	HEALTH_LEAST_MS = 2000, /* minimum time after the first */
	HEALTH_DOUBT_MS = 20000, /* maximum time after the second */
	HEALTH_SKIPS = 3, /* skipped runs that count as one failed run */
};

struct health {
	int32_t failures; /* in a row */
	int64_t suspended_ms; /* since; 0: not suspended */
	int32_t answers; /* consecutive answered probes */
	int64_t next_probe_ms; /* 0: none planned */
	int64_t last_answer_ms;
	int64_t up_since_ms; /* start of the device (sched/uptime.h); 0: unknown */

	int32_t misses; /* consecutive unanswered requests */
	int32_t
	    asked_again; /* repetitions since the first: which of 2, 5, 10 s is next */
	int64_t missed_ms,
	    missed_again_ms; /* times of the first and the second; 0: none */
	int64_t not_answering_ms; /* since; 0: it answers, or unknown */
	int32_t skipped; /* skipped runs not yet counted as a failure */
};

enum health_news {
	HEALTH_SAME,
	HEALTH_SUSPENDED, /* just now */
	HEALTH_NOT_ANSWERING, /* just now */
	HEALTH_BACK, /* just now */
};

/* The stored state, at start. The OLT is probed soon, at a time spread by key. */
struct health_past {
	int32_t failures;
	int64_t suspended_ms, not_answering_ms, last_answer_ms, up_since_ms;
};
struct health health_load(const struct health_rules *rules,
    const struct health_past *past, uint64_t key, int64_t now_ms);

/* A run exhausted its attempts. Missing answers are reported separately with
 * health_missed(). */
enum health_news health_run_failed(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* A run was skipped, because the OLT is not answering. */
enum health_news health_run_skipped(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* Who started the answered run? next_probe_ms changes only with HEALTH_BACK. */
enum health_asker { HEALTH_ASKED_BY_PLAN, HEALTH_ASKED_BY_PERSON };
enum health_news health_run_answered(struct health *h, const struct health_rules *rules,
    enum health_asker asker, int64_t now_ms);
/* This number of requests, other than those of health_probed(), was not answered. */
enum health_news health_missed(struct health *h, const struct health_rules *rules,
    int32_t questions, int64_t now_ms);
enum health_news health_probed(
    struct health *h, const struct health_rules *rules, bool answered, int64_t now_ms);
/* Its probe is due, but cannot be sent now: it is planned retry_ms later. Earlier
 * unanswered requests may be enough for a change of state. */
enum health_news health_put_off(
    struct health *h, const struct health_rules *rules, int64_t retry_ms, int64_t now_ms);
/* Its probe is due. False: it has answered something in the meantime, and next_probe_ms
 * is later now. */
bool health_is_to_ask(struct health *h, const struct health_rules *rules, int64_t now_ms);
/* A user resets the state: it is probed at once. */
enum health_news health_reset(
    struct health *h, const struct health_rules *rules, int64_t now_ms);
/* The rules have changed: its next probe is planned by them, spread by key as at the
 * start; the next probe of an OLT with unanswered requests is not changed. True: OLTs are
 * no longer watched, and it was not answering. */
bool health_ruled(
    struct health *h, const struct health_rules *rules, uint64_t key, int64_t now_ms);
/* It is disabled: it is no longer reported as not answering. True: it was not
 * answering. */
bool health_let_go(struct health *h);

#endif
