/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/figures.h"

#include <string.h>

enum {
	EXACT = 32, /* below this each millisecond is a class */
	PER_OCTAVE = 16,
	EXACT_BITS = 5,
	LATEST_MS = 1 << 30, /* twelve days: all longer ones are in one class */
};

#define MINUTE_MS ((int64_t)FIGURES_PARTS * FIGURES_PART_MS)

/* 32 to 63 are 16 classes of 2 ms, 64 to 127 are 16 of 4 ms, ... */
static int
class_of(int64_t late_ms)
{
	int octave;

	if (late_ms < EXACT)
		return late_ms < 0 ? 0 : (int)late_ms;
	if (late_ms > LATEST_MS)
		late_ms = LATEST_MS;
	octave = 63 - __builtin_clzll((uint64_t)late_ms) - EXACT_BITS;
	return EXACT + octave * PER_OCTAVE + (int)(late_ms >> (octave + 1)) - PER_OCTAVE;
}

/* The highest value in the class. */
static int64_t
top_of(int class)
{
	int octave = (class - EXACT) / PER_OCTAVE;
	int64_t step = (class - EXACT) % PER_OCTAVE + PER_OCTAVE;

	if (class < EXACT)
		return class;
	return ((step + 1) << (octave + 1)) - 1;
}

/* Advance to the part that contains now. Returns how many parts must be cleared; the
 * first of them is the one after the previous newest part. */
static int64_t
parts_gone(int64_t *part, int64_t now_ms, int64_t *ret_first)
{
	int64_t now = now_ms / FIGURES_PART_MS;
	int64_t gone = now - *part;

	*ret_first = *part + 1;
	if (gone <= 0)
		return 0;
	*part = now;
	return gone < FIGURES_PARTS ? gone : FIGURES_PARTS;
}

static void
lateness_move(struct lateness *l, int64_t now_ms)
{
	int64_t first, gone = parts_gone(&l->part, now_ms, &first);

	for (int64_t i = first; i < first + gone; i++)
		memset(l->counts[i % FIGURES_PARTS], 0, sizeof(l->counts[0]));
}

void
lateness_add(struct lateness *l, int64_t late_ms, int64_t now_ms)
{
	lateness_move(l, now_ms);
	l->counts[l->part % FIGURES_PARTS][class_of(late_ms)]++;
}

static int64_t
in_class(const struct lateness *l, int class)
{
	int64_t n = 0;

	for (int i = 0; i < FIGURES_PARTS; i++)
		n += l->counts[i][class];
	return n;
}

int64_t
lateness_count(struct lateness *l, int64_t now_ms)
{
	int64_t n = 0;

	lateness_move(l, now_ms);
	for (int i = 0; i < LATENESS_CLASSES; i++)
		n += in_class(l, i);
	return n;
}

int64_t
lateness_percentile(struct lateness *l, int percent, int64_t now_ms)
{
	int64_t all = lateness_count(l, now_ms), below = 0;

	if (all == 0)
		return 0;
	for (int i = 0; i < LATENESS_CLASSES; i++) {
		below += in_class(l, i);
		if (below * 100 >= all * percent)
			return top_of(i);
	}
	return LATEST_MS;
}

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Add the time since the last call to the parts. */
static void
busyness_move(struct busyness *b, int64_t now_ms)
{
	int64_t at = b->since_ms;

	if (now_ms - at > MINUTE_MS)
		at = now_ms - MINUTE_MS; /* older parts are not used any more */
	while (at < now_ms) {
		int64_t end =
		    smaller(now_ms, (at / FIGURES_PART_MS + 1) * FIGURES_PART_MS);
		int64_t first, gone = parts_gone(&b->part, at, &first);

		for (int64_t i = first; i < first + gone; i++)
			b->busy_ms[i % FIGURES_PARTS] = 0;
		b->busy_ms[b->part % FIGURES_PARTS] += (end - at) * b->busy;
		at = end;
	}
	b->since_ms = now_ms;
}

void
busyness_set(struct busyness *b, int32_t busy, int64_t now_ms)
{
	if (b->first_ms == 0) {
		b->first_ms = now_ms;
		b->since_ms = now_ms;
	}
	busyness_move(b, now_ms);
	b->busy = busy;
}

double
busyness_percent(struct busyness *b, int32_t pollers, int64_t now_ms)
{
	int64_t sum = 0, span;
	double percent;

	if (b->first_ms == 0 || pollers <= 0)
		return 0;
	busyness_move(b, now_ms);
	/* The newest part is not complete; the five before it are. */
	span = smaller(now_ms - b->first_ms,
	    MINUTE_MS - FIGURES_PART_MS + now_ms - b->part * FIGURES_PART_MS);
	for (int i = 0; i < FIGURES_PARTS; i++)
		sum += b->busy_ms[i];
	percent = span > 0 ? (double)sum * 100.0 / ((double)span * pollers)
			   : b->busy * 100.0 / pollers;
	/* While the pool shrinks, more pollers may be busy than configured. */
	return percent < 100.0 ? percent : 100.0;
}

enum saturation
saturation_of(const struct load *load)
{
	if (load->queue > 0 && load->busy >= load->pollers)
		return SATURATION_ALL_BUSY;
	if (load->queue > 2 * (size_t)load->pollers)
		return SATURATION_QUEUE;
	if (load->busy_percent > 75.0)
		return SATURATION_BUSY;
	return SATURATION_NONE;
}

const char *
saturation_words(enum saturation saturation)
{
	switch (saturation) {
	case SATURATION_ALL_BUSY:
		return "all pollers are busy and work waits";
	case SATURATION_QUEUE:
		return "more than two units wait for each poller";
	case SATURATION_BUSY:
		return "more than 75 % of the pollers are busy";
	case SATURATION_NONE:
	case SATURATIONS:
		break;
	}
	return "";
}
