/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/pace_int.h - when the next attempt may be made: token buckets, pauses between
 * attempts, and the circuit of a channel that fails. Plain values; the time is an argument
 * (milliseconds of any clock that does not go back). Owner only.
 */
#ifndef FACHO_CHANNEL_PACE_INT_H
#define FACHO_CHANNEL_PACE_INT_H

#include <stdbool.h>
#include <stdint.h>

/* ---- buckets -------------------------------------------------------------------------- */

/* One message takes one token. A fifth of the tokens is kept for critical messages. */
struct bucket {
	double per_s; /* 0: no limit */
	double room;
	double tokens;
	int64_t at_ms;
};

void bucket_init(struct bucket *b, double per_s, double room, int64_t now_ms);
/* How long until a message may take a token; 0: now. */
int64_t bucket_wait_ms(const struct bucket *b, int64_t now_ms, bool is_critical);
/* Takes one. Only after bucket_wait_ms returned 0. */
void bucket_take(struct bucket *b, int64_t now_ms);

/* ---- attempts ------------------------------------------------------------------------- */

enum { PACE_GIVE_UP_MS = 24 * 3600 * 1000 };

/* The pause after this many attempts: 2, 5, 15, 60, 300, then 600 s, plus or minus 20 %.
 * random: any number. */
int64_t pace_pause_ms(int64_t attempts, uint32_t random);

/* ---- circuit -------------------------------------------------------------------------- */

enum {
	CIRCUIT_FAILURES = 5, /* failures in a row: then one attempt per minute */
	CIRCUIT_TRY_MS = 60 * 1000,
	CIRCUIT_DEAD_MS = 10 * 60 * 1000,
};

struct circuit {
	int failures; /* in a row */
	int64_t since_ms; /* the first of them */
	int64_t try_ms; /* no attempt before; 0: any time */
	bool is_dead; /* and it was reported */
};

/* How long until an attempt may be made; 0: now. */
int64_t circuit_wait_ms(const struct circuit *c, int64_t now_ms);
/* An attempt begins: with an open circuit it is the only one of this minute. */
void circuit_try(struct circuit *c, int64_t now_ms);
/* True: the channel is dead from now on; this must be reported. */
bool circuit_bad(struct circuit *c, int64_t now_ms);
/* True: it was failing before. */
bool circuit_good(struct circuit *c);

#endif
