/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/scenario/tell.h - a simulated environment for notify: a clock that moves only when
 * the test says so, incidents, a database with the ledger and the outbox, a courier that
 * needs a second a message, and a record of what every target heard.
 *
 *	struct tell *w = tell_new();
 *	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);
 *	tell_pass(w, MINUTE);
 *	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_FIRST), 1);
 *
 * The world checks at every message, and the test fails if it is not so:
 *   - no key is used twice;
 *   - nobody is told the same version of an incident twice with sound (but for an
 *     acknowledgement that lapsed);
 *   - edits of a message are at least 30 s apart;
 *   - recovery goes only to who was sent the problem before.
 *
 * With restarts on, the program starts again after every decision, from the database
 * alone.
 */
#ifndef FACHO_TESTS_TELL_H
#define FACHO_TESTS_TELL_H

#include "base/vec.h"
#include "notify/notify.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
/* 2026-01-01 00:00 UTC. */
#define START INT64_C(1767225600000)

enum { CHAT = 1, MAIL = 2, TELL_MAX = 64 };

/* One message that arrived. */
struct tell_message {
	struct notify_decision d;
	int64_t at_ms;
};

struct tell_queued {
	struct notify_decision d;
	int64_t queued_ms;
	bool is_over; /* sent, dropped or expired */
};

struct tell {
	struct notify *n;
	int64_t now_ms;
	/* Configuration: change it, then tell_configure(). */
	struct notify_config config;
	struct notify_target targets[TELL_MAX];
	struct notify_route routes[TELL_MAX];
	struct notify_silence silences[TELL_MAX];
	struct notify_maintenance maintenances[TELL_MAX];
	bool is_down[TELL_MAX]; /* by channel: nothing can be sent */
	int64_t claim_ms; /* after that a queued message cannot be dropped any more */
	int64_t poll_ms; /* OLT 1 is polled that often; 0: never */
	bool restarts;
	struct vec facts; /* struct notify_fact *, owned */
	struct vec told; /* struct notify_told: the table */
	struct vec storms; /* struct notify_storm: the table */
	struct vec outbox; /* struct tell_queued */
	struct vec heard; /* struct tell_message, in order */
	struct vec lapses; /* struct notify_lapse */
	struct vec hidden; /* struct notify_hidden */
	int64_t polled_ms;
	size_t open_from; /* outbox rows before that are all over */
};

/* Target CHAT can edit, MAIL cannot. One route: minor and worse go to CHAT. */
struct tell *tell_new(void);
void tell_free(struct tell *w);
OWNED_BY(struct tell, tell_free);

void tell_configure(struct tell *w);
/* A target with this number more, on a channel of the same number. */
struct notify_target *tell_target(struct tell *w, int64_t id);
/* A silence from now on for a time, of everything; ms 0: until the incident ends. */
struct notify_silence *tell_silence(struct tell *w, int64_t id, int64_t ms);

/* An incident that is open now, of OLT 1, class fibre. The fact is the world's. */
struct notify_fact *tell_open(
    struct tell *w, int64_t id, enum incident_severity severity, int64_t affected);
struct notify_fact *tell_fact(struct tell *w, int64_t id);
/* The fact was changed: a new version. */
void tell_change(struct tell *w, struct notify_fact *f);
void tell_resolve(struct tell *w, struct notify_fact *f);
void tell_reopen(struct tell *w, struct notify_fact *f);

void tell_pass(struct tell *w, int64_t ms);
void tell_until(struct tell *w, int64_t at_ms);
void tell_restart(struct tell *w);

/* How many messages arrived. incident or target -1: all; reason -1: all. */
size_t tell_heard(const struct tell *w, int64_t target, int64_t incident, int reason);
/* With sound. */
size_t tell_sounds(const struct tell *w, int64_t target, int64_t incident);
size_t tell_edits(const struct tell *w, int64_t target, int64_t incident);
/* The last one of those; fails if there is none. */
const struct tell_message *tell_last(
    const struct tell *w, int64_t target, int64_t incident, int reason);

#endif
