/* SPDX-License-Identifier: Apache-2.0
 *
 * The codec of history/ alone, for one day of data: bytes per sample, samples per second
 * for encoding and decoding, and reading the day of one ONU. Without a database: the cost
 * of rows and indexes is measured by bench_history_db.
 *
 * Values are those of the simulator (sim/life.h): levels that change, ONUs that go down
 * for a while, some that are always down. Only readings count as samples, nulls do not.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "history/chain.h"
#include "lab.h"
#include "sim/life.h"

enum {
	OLTS = 4,
	ONUS = 1024,
	RUNS = 288,
	RUN_S = 300,
	HOURS = 24,
	RUNS_IN_HOUR = RUNS / HOURS,
	SCALE = 100
};

/* The five optical metrics and where the simulator keeps them. */
static const struct {
	double low, high;
} METRICS[] = { { -28, -14 }, { 1.5, 3.5 }, { -29, -16 }, { 32, 58 }, { 8, 20 } };

enum { N_METRICS = sizeof(METRICS) / sizeof(METRICS[0]) };

/* One metric of one OLT over the day. */
struct series {
	int32_t values[RUNS][ONUS];
	struct buf blocks[RUNS], hours[HOURS]; /* owned */
};

struct totals_cache {
	double samples, hours; /* readings; ONU-hours with one */
	double bytes, hour_bytes;
	double encode_s, decode_s, day_s;
};

static struct history_codec *codec;

static void
must(enum rc rc, const char *what)
{
	if (rc != RC_OK)
		lab_die("%s: %s", what, rc_name(rc));
}

static struct history_label
label_of(int metric, int64_t time_s)
{
	return (struct history_label){ .metric = (uint32_t)metric,
		.scale = SCALE,
		.roster = 1,
		.n = ONUS,
		.time_ms = (INT64_C(1767225600) + time_s) * 1000 };
}

static void
live(struct series *s, uint64_t seed, int metric, struct totals_cache *t)
{
	struct life life = { .seed = seed, .churn_pct = 1, .offline_pct = 5 };

	for (int run = 0; run < RUNS; run++) {
		struct moment now = { .mono_us = (int64_t)run * RUN_S * 1000000 };

		for (uint32_t onu = 0; onu < ONUS; onu++) {
			bool is_up = life_of_onu(&life, onu, &now).is_online;
			double level = life_level(&life, onu, (uint64_t)metric * 10,
			    METRICS[metric].low, METRICS[metric].high, &now);

			s->values[run][onu] =
			    is_up ? history_scaled(level, SCALE) : HISTORY_NULL;
			t->samples += is_up;
		}
	}
}

static void
encode(struct series *s, int metric, struct totals_cache *t)
{
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);
	double before = lab_now();

	for (int run = 0; run < RUNS; run++) {
		struct history_label label = label_of(metric, (int64_t)run * RUN_S);

		s->blocks[run] = (struct buf)BUF_INIT(1 << 20);
		must(history_chain_encode(
			 chain, codec, &label, s->values[run], &s->blocks[run], NULL),
		    "encoding a run");
		history_chain_keep(chain);
	}
	t->encode_s += lab_now() - before;
	for (int run = 0; run < RUNS; run++)
		t->bytes += (double)s->blocks[run].len;
}

static void
encode_hours(struct series *s, int metric, struct totals_cache *t)
{
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_HOUR_MS);

	for (int h = 0; h < HOURS; h++) {
		struct history_label label = label_of(metric, (int64_t)h * 3600);
		struct history_sum sums[ONUS] = { 0 };
		struct history_hour hours[ONUS];

		for (int i = 0; i < RUNS_IN_HOUR; i++)
			history_sum_add(sums, s->values[h * RUNS_IN_HOUR + i], ONUS);
		history_sum_finish(sums, ONUS, hours);
		for (int i = 0; i < ONUS; i++)
			t->hours += hours[i].count > 0;
		s->hours[h] = (struct buf)BUF_INIT(1 << 20);
		must(history_chain_encode_hours(
			 chain, codec, &label, hours, &s->hours[h], NULL),
		    "encoding an hour");
		history_chain_keep(chain);
		t->hour_bytes += (double)s->hours[h].len;
	}
}

/* All data, compared with the input. */
static void
decode(const struct series *s, struct totals_cache *t)
{
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	static int32_t back[RUNS][ONUS];
	double before = lab_now();

	for (int run = 0; run < RUNS; run++) {
		must(history_walk_next(
			 walk, codec, s->blocks[run].data, s->blocks[run].len, NULL),
		    "opening a block");
		must(history_walk_values(walk, back[run]), "reading a block");
	}
	t->decode_s += lab_now() - before;
	if (memcmp(back, s->values, sizeof(back)) != 0)
		lab_die("what came back is not what went in");
}

/* The day of one ONU: the slowest of the last positions in the roster. */
static void
read_day(const struct series *s, struct totals_cache *t)
{
	for (uint32_t onu = ONUS - 8; onu < ONUS; onu++) {
		struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
		double before = lab_now();

		for (int run = 0; run < RUNS; run++) {
			int32_t value;

			must(history_walk_next(walk, codec, s->blocks[run].data,
				 s->blocks[run].len, NULL),
			    "opening a block");
			must(history_walk_value(walk, onu, &value), "reading a block");
			if (value != s->values[run][onu])
				lab_die("what came back is not what went in");
		}
		double took = lab_now() - before;
		if (took > t->day_s)
			t->day_s = took;
	}
}

static void
forget(struct series *s)
{
	for (int run = 0; run < RUNS; run++)
		buf_fini(&s->blocks[run]);
	for (int h = 0; h < HOURS; h++)
		buf_fini(&s->hours[h]);
}

static bool
report(const struct totals_cache *t)
{
	double each = t->bytes / t->samples;
	bool is_met =
	    lab_report("history_bytes_per_sample", each, "bytes", 2, true, NULL, 0);

	is_met &= lab_report(
	    "history_hour_bytes", t->hour_bytes / t->hours, "bytes", 4, true, NULL, 0);
	is_met &= lab_report("history_encode", t->samples / t->encode_s, "samples/s",
	    20e6, false, NULL, 0);
	is_met &= lab_report("history_decode", t->samples / t->decode_s, "samples/s",
	    50e6, false, NULL, 0);
	is_met &=
	    lab_report("history_one_onu_day", t->day_s * 1000, "ms", 3, true, NULL, 0);
	return is_met;
}

int
main(void)
{
	static struct series s;
	struct totals_cache t = { 0 };

	codec = history_codec_new();
	if (!codec)
		lab_die("no memory");
	for (uint64_t olt = 0; olt < OLTS; olt++) {
		for (int metric = 0; metric < N_METRICS; metric++) {
			live(&s, olt + 1, metric, &t);
			encode(&s, metric, &t);
			encode_hours(&s, metric, &t);
			decode(&s, &t);
			read_day(&s, &t);
			forget(&s);
		}
	}
	history_codec_free(codec);
	return report(&t) ? 0 : 1;
}
