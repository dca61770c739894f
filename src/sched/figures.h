/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/figures.h - how late, how busy, and whether that is too much.
 *
 * lateness and busyness look back over the last minute, in memory that does not grow
 * with what happens in it: the minute is six parts of ten seconds, and the oldest part
 * leaves as a whole, so that a figure is over 50 to 60 s. Moments are monotonic.
 * Plain values, all zeros at first. Owner only.
 */
#ifndef FACHO_SCHED_FIGURES_H
#define FACHO_SCHED_FIGURES_H

#include <stddef.h>
#include <stdint.h>

enum {
	FIGURES_PARTS = 6,
	FIGURES_PART_MS = 10000,
	LATENESS_CLASSES = 512,
};

/* Up to 32 ms exact, then in classes of which each is at most 1/16 wide: a percentile
 * is never too low, and too high by less than 7 %. */
struct lateness {
	int64_t part; /* the number of the newest */
	uint32_t counts[FIGURES_PARTS][LATENESS_CLASSES];
};

void lateness_add(struct lateness *l, int64_t late_ms, int64_t now_ms);
/* What so many percent were not later than; 0: there was nothing. */
int64_t lateness_percentile(struct lateness *l, int percent, int64_t now_ms);
int64_t lateness_count(struct lateness *l, int64_t now_ms);

struct busyness {
	int64_t part;
	int64_t since_ms; /* what is here was added up until then; 0: never set */
	int64_t first_ms; /* it was set for the first time */
	int32_t busy; /* pollers, since then */
	int64_t busy_ms[FIGURES_PARTS]; /* pollers times milliseconds */
};

/* From now on so many are busy. */
void busyness_set(struct busyness *b, int32_t busy, int64_t now_ms);
/* 0 to 100. */
double busyness_percent(struct busyness *b, int32_t pollers, int64_t now_ms);

/* The first that holds. */
enum saturation {
	SATURATION_NONE,
	SATURATION_ALL_BUSY, /* and something waits */
	SATURATION_QUEUE, /* more than two wait for each poller */
	SATURATION_BUSY, /* more than 75 % */
	SATURATIONS,
};

struct load {
	int32_t pollers, busy;
	double busy_percent; /* of the time that is judged, or of the moment */
	size_t queue;
};

enum saturation saturation_of(const struct load *load);
const char *saturation_words(enum saturation saturation); /* "" when there is none */

#endif
