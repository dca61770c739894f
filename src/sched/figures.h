/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/figures.h - lateness, busyness and saturation of the pollers.
 *
 * lateness and busyness cover the last minute, in memory of constant size: the minute has
 * six parts of ten seconds, and the oldest part is dropped as a whole, so a figure covers
 * 50 to 60 s. Times are monotonic. Plain values, initialised with zeros. Owner only.
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

/* Exact up to 32 ms, then in classes with a width of at most 1/16: a percentile is never
 * too low, and too high by less than 7 %. */
struct lateness {
	int64_t part; /* the number of the newest */
	uint32_t counts[FIGURES_PARTS][LATENESS_CLASSES];
};

void lateness_add(struct lateness *l, int64_t late_ms, int64_t now_ms);
/* The percentile of the lateness; 0: no data. */
int64_t lateness_percentile(struct lateness *l, int percent, int64_t now_ms);
int64_t lateness_count(struct lateness *l, int64_t now_ms);

struct busyness {
	int64_t part;
	int64_t since_ms; /* sums are complete up to this time; 0: never set */
	int64_t first_ms; /* first call of busyness_set */
	int32_t busy; /* busy pollers since then */
	int64_t busy_ms[FIGURES_PARTS]; /* pollers times milliseconds */
};

/* From now on this number of pollers is busy. */
void busyness_set(struct busyness *b, int32_t busy, int64_t now_ms);
/* 0 to 100. */
double busyness_percent(struct busyness *b, int32_t pollers, int64_t now_ms);

/* The first condition that is true. */
enum saturation {
	SATURATION_NONE,
	SATURATION_ALL_BUSY, /* and a unit waits */
	SATURATION_QUEUE, /* more than two units wait per poller */
	SATURATION_BUSY, /* more than 75 % */
	SATURATIONS,
};

struct load {
	int32_t pollers, busy;
	double busy_percent; /* over the evaluated time, or now */
	size_t queue;
};

enum saturation saturation_of(const struct load *load);
const char *saturation_words(enum saturation saturation); /* "" for none */

#endif
