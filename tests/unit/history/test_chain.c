/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"

#include "history/chain.h"

enum { ONUS = 100, RUN_MS = 300000, RUNS = 24 };

/* A run of 100 ONUs, whose values depend on place and run. */
struct run {
	struct history_label label;
	int32_t values[ONUS];
};

static struct run
run_of(int number)
{
	struct run r = {
		.label = { .metric = 1,
		    .scale = 100,
		    .roster = 1,
		    .n = ONUS,
		    .time_ms = (int64_t)number * RUN_MS },
	};

	for (int i = 0; i < ONUS; i++)
		r.values[i] = i == 7 ? HISTORY_NULL : -1000 - i * i % 977 + number % 3;
	return r;
}

/* The bytes of a run, encoded by a chain; owned by the caller. */
static struct buf
add(struct lab *lab, struct history_chain *chain, const struct run *r)
{
	struct buf out = BUF_INIT(OUT_MAX);

	check_rc(
	    history_chain_encode(chain, lab->codec, &r->label, r->values, &out, NULL),
	    RC_OK);
	return out;
}

static bool
is_difference(const struct buf *bytes)
{
	return bytes->data[3] & 1;
}

static void
a_key_serves_for_an_hour(void **state)
{
	struct lab *lab = *state;
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);

	for (int i = 0; i < RUNS; i++) {
		struct run r = run_of(i);
		struct buf bytes = add(lab, chain, &r);

		history_chain_keep(chain);
		assert_int_equal(is_difference(&bytes), i % 12 != 0);
		buf_fini(&bytes);
	}
}

static void
another_roster_starts_anew(void **state)
{
	struct lab *lab = *state;
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);
	struct run r = run_of(0), next = run_of(1), after = run_of(2);
	struct buf bytes = add(lab, chain, &r);

	history_chain_keep(chain);
	buf_fini(&bytes);
	next.label.roster = after.label.roster = 2;
	bytes = add(lab, chain, &next);
	assert_false(is_difference(&bytes));
	history_chain_keep(chain);
	buf_fini(&bytes);
	bytes = add(lab, chain, &after);
	assert_true(is_difference(&bytes));
	buf_fini(&bytes);
}

static void
a_key_that_was_not_stored_is_nobodys_base(void **state)
{
	struct lab *lab = *state;
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);
	struct run r = run_of(0), next = run_of(1), after = run_of(2);
	struct buf bytes = add(lab, chain, &r);

	history_chain_drop(chain);
	history_chain_keep(chain); /* nothing to keep */
	buf_fini(&bytes);
	bytes = add(lab, chain, &next);
	assert_false(is_difference(&bytes));
	buf_fini(&bytes);
	bytes = add(lab, chain, &after); /* not kept: the same as dropped */
	assert_false(is_difference(&bytes));
	buf_fini(&bytes);
}

static void
a_clock_that_went_back_starts_anew(void **state)
{
	struct lab *lab = *state;
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);
	struct run r = run_of(5), earlier = run_of(4);
	struct buf bytes = add(lab, chain, &r);

	history_chain_keep(chain);
	buf_fini(&bytes);
	bytes = add(lab, chain, &earlier);
	assert_false(is_difference(&bytes));
	buf_fini(&bytes);
}

/* ---- reading ----------------------------------------------------------- */

struct day {
	struct buf bytes[RUNS];
};

static void
make_day(struct lab *lab, struct day *day)
{
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_RAW_MS);

	for (int i = 0; i < RUNS; i++) {
		struct run r = run_of(i);

		day->bytes[i] = add(lab, chain, &r);
		history_chain_keep(chain);
	}
}

static void
forget_day(struct day *day)
{
	for (int i = 0; i < RUNS; i++)
		buf_fini(&day->bytes[i]);
}

static enum rc
step(struct lab *lab, struct history_walk *walk, const struct buf *bytes)
{
	return history_walk_next(walk, lab->codec, bytes->data, bytes->len, NULL);
}

static void
check_present(const struct history_walk *walk, int number)
{
	struct run r = run_of(number);
	int32_t values[ONUS];
	int32_t value;

	assert_int_equal(history_walk_head(walk)->label.time_ms, r.label.time_ms);
	check_rc(history_walk_values(walk, values), RC_OK);
	assert_memory_equal(values, r.values, sizeof(values));
	check_rc(history_walk_value(walk, 42, &value), RC_OK);
	assert_int_equal(value, r.values[42]);
}

static void
a_walk_reads_what_a_chain_wrote(void **state)
{
	struct lab *lab = *state;
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	struct day day;
	int32_t value;

	assert_null(history_walk_head(walk));
	check_rc(history_walk_value(walk, 0, &value), RC_NOT_FOUND);
	make_day(lab, &day);
	for (int i = 0; i < RUNS; i++) {
		check_rc(step(lab, walk, &day.bytes[i]), RC_OK);
		check_present(walk, i);
	}
	forget_day(&day);
}

static void
a_range_that_begins_behind_its_key_asks_for_it(void **state)
{
	struct lab *lab = *state;
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	struct day day;
	int32_t value;

	make_day(lab, &day);
	check_rc(step(lab, walk, &day.bytes[15]), RC_NOT_FOUND);
	check_rc(history_walk_value(walk, 0, &value), RC_CONFLICT);
	assert_int_equal(history_walk_head(walk)->base_ms, 12 * RUN_MS);
	check_rc(history_walk_base(
		     walk, lab->codec, day.bytes[0].data, day.bytes[0].len, NULL),
	    RC_CONFLICT);
	check_rc(history_walk_base(
		     walk, lab->codec, day.bytes[12].data, day.bytes[12].len, NULL),
	    RC_OK);
	check_present(walk, 15);
	check_rc(step(lab, walk, &day.bytes[16]), RC_OK);
	check_present(walk, 16);
	forget_day(&day);
}

static void
a_damaged_block_costs_itself(void **state)
{
	struct lab *lab = *state;
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	struct day day;

	make_day(lab, &day);
	day.bytes[5].data[20] ^= 1;
	for (int i = 0; i < RUNS; i++) {
		check_rc(step(lab, walk, &day.bytes[i]), i == 5 ? RC_INVALID : RC_OK);
		check_present(walk, i == 5 ? 4 : i);
	}
	forget_day(&day);
}

static void
a_damaged_key_costs_its_hour_and_no_more(void **state)
{
	struct lab *lab = *state;
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	struct day day;
	int32_t value;

	make_day(lab, &day);
	day.bytes[0].data[30] ^= 1;
	check_rc(step(lab, walk, &day.bytes[0]), RC_INVALID);
	for (int i = 1; i < 12; i++) {
		check_rc(step(lab, walk, &day.bytes[i]), RC_NOT_FOUND);
		check_rc(history_walk_base(
			     walk, lab->codec, day.bytes[0].data, day.bytes[0].len, NULL),
		    RC_INVALID);
		check_rc(history_walk_value(walk, 0, &value), RC_CONFLICT);
	}
	for (int i = 12; i < RUNS; i++) {
		check_rc(step(lab, walk, &day.bytes[i]), RC_OK);
		check_present(walk, i);
	}
	forget_day(&day);
}

static void
hours_are_chained_too(void **state)
{
	struct lab *lab = *state;
	struct history_chain *chain OWNED(history_chain_free) =
	    history_chain_new(HISTORY_KEY_HOUR_MS);
	struct history_walk *walk OWNED(history_walk_free) = history_walk_new();
	struct history_hour hours[ONUS], back[ONUS], one;

	for (int h = 0; h < 25; h++) {
		struct history_label label = run_of(h * 12).label;

		for (int i = 0; i < ONUS; i++)
			hours[i] =
			    (struct history_hour){ i * i - h, i * i, i * i + 1, 12 };
		buf_clear(&lab->out);
		check_rc(history_chain_encode_hours(
			     chain, lab->codec, &label, hours, &lab->out, NULL),
		    RC_OK);
		history_chain_keep(chain);
		assert_int_equal(is_difference(&lab->out), h % 24 != 0);
		check_rc(step(lab, walk, &lab->out), RC_OK);
		check_rc(history_walk_hours(walk, back), RC_OK);
		assert_memory_equal(back, hours, sizeof(hours));
		check_rc(history_walk_hour(walk, 9, &one), RC_OK);
		assert_memory_equal(&one, &hours[9], sizeof(one));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LAB_TEST(a_key_serves_for_an_hour),
		LAB_TEST(another_roster_starts_anew),
		LAB_TEST(a_key_that_was_not_stored_is_nobodys_base),
		LAB_TEST(a_clock_that_went_back_starts_anew),
		LAB_TEST(a_walk_reads_what_a_chain_wrote),
		LAB_TEST(a_range_that_begins_behind_its_key_asks_for_it),
		LAB_TEST(a_damaged_block_costs_itself),
		LAB_TEST(a_damaged_key_costs_its_hour_and_no_more),
		LAB_TEST(hours_are_chained_too),
	};

	return CHECK_ALL(tests);
}
