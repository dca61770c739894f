/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "engine/sweep_int.h"

enum { MINUTE_MS = 60000, T0 = 1000000 };

static void
check_cut(size_t n_onus, int64_t interval_ms, size_t slices, size_t size, int64_t gap_ms)
{
	struct sweep_cut cut = sweep_cut(n_onus, interval_ms);

	assert_int_equal(cut.slices, slices);
	assert_int_equal(cut.size, size);
	assert_int_equal(cut.gap_ms, gap_ms);
}

/* 80 % of the interval, at least 16 ONUs and 2 s per slice. */
static void
onus_are_spread_over_most_of_the_interval(void **state)
{
	(void)state;
	check_cut(1024, 5 * MINUTE_MS, 64, 16, 3750); /* 240 s / 64 */
	check_cut(1024, MINUTE_MS, 24, 43, 2000); /* 48 s / 2 s */
	check_cut(64, 5 * MINUTE_MS, 4, 16, 60000);
	check_cut(17, 5 * MINUTE_MS, 2, 9, 120000);
	check_cut(16, 5 * MINUTE_MS, 1, 16, 0);
	check_cut(1, 5 * MINUTE_MS, 1, 1, 0);
}

static void
without_an_interval_it_is_done_at_once(void **state)
{
	(void)state;
	check_cut(1024, 0, 1, 1024, 0);
	check_cut(1024, 1000, 1, 1024, 0);
	check_cut(0, MINUTE_MS, 1, 0, 0);
}

static void
the_slices_hold_everybody(void **state)
{
	(void)state;
	for (size_t n = 1; n < 3000; n += 7) {
		struct sweep_cut cut = sweep_cut(n, 5 * MINUTE_MS);

		assert_true(cut.slices * cut.size >= n);
		assert_true((cut.slices - 1) * cut.size < n);
		assert_true((int64_t)cut.slices * cut.gap_ms <= 4 * MINUTE_MS);
	}
}

static struct position
at(uint32_t onu)
{
	struct position p = { .has = 1U << POS_PORT | 1U << POS_ONU };

	p.part[POS_ONU] = onu;
	return p;
}

static struct known *
known_of(uint32_t n)
{
	struct known *k = known_new();

	assert_non_null(k);
	for (uint32_t i = 1; i <= n; i++) {
		struct position p = at(i);

		check_rc(known_add(k, &p, false), RC_OK);
	}
	known_sort(k);
	return k;
}

static void
everybody_is_asked_once(void **state)
{
	struct known *known OWNED(known_free) = known_of(40);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);
	size_t first = 99, n = 99, asked = 0;

	(void)state;
	/* 40 ONUs: three slices of 14, 80 s apart. */
	while (sweep_next(s, known, T0 + (int64_t)asked / 14 * 80000, &first, &n)) {
		assert_int_equal(first, asked);
		asked += n;
		check_rc(sweep_take(s, known, first, n, NULL), RC_OK);
		if (asked == 14)
			assert_int_equal(sweep_resume_ms(s, known, T0), T0 + 80000);
		if (asked == 28)
			assert_int_equal(
			    sweep_resume_ms(s, known, T0 + 80001), T0 + 160000);
	}
	assert_int_equal(asked, 40);
	assert_int_equal(sweep_resume_ms(s, known, T0), 0);
}

/* Slice after slice, with a pause for other runs in between, with any interval. */
static void
a_first_pass_is_not_spread(void **state)
{
	struct known *known OWNED(known_free) = known_of(512);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 60 * MINUTE_MS, T0);
	size_t first = 0, n = 0, slices = 0;
	int64_t now = T0;

	(void)state;
	sweep_is_first_pass(s);
	while (sweep_next(s, known, now, &first, &n)) {
		assert_int_equal(first, slices * 32);
		assert_int_equal(n, 32);
		check_rc(sweep_take(s, known, first, n, NULL), RC_OK);
		now += 1000; /* duration of a slice */
		slices++;
		if (slices < 16) {
			assert_int_equal(sweep_resume_ms(s, known, now), now + 500);
			now += 500;
		}
	}
	assert_int_equal(slices, 16);
	assert_int_equal(sweep_resume_ms(s, known, now), 0);
	assert_int_equal(sweep_asked(s, known), 512);
}

static void
it_goes_on_behind_the_last_one_when_others_come_and_go(void **state)
{
	struct known *before OWNED(known_free) = known_of(40);
	struct known *after OWNED(known_free) = known_new();
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);
	size_t first, n;

	(void)state;
	assert_true(sweep_next(s, before, T0, &first, &n));
	check_rc(sweep_take(s, before, first, n, NULL), RC_OK); /* 1 to 14 */
	for (uint32_t i = 10; i <= 60; i++) {
		struct position p = at(i);

		check_rc(known_add(after, &p, false), RC_OK);
	}
	known_sort(after);
	assert_true(sweep_next(s, after, T0 + 1000, &first, &n));
	assert_int_equal(known_at(after)[first].position.part[POS_ONU], 15);
}

/* If the device is always busy, the sweep must end before its next slot. */
static void
it_gives_up_before_the_interval_is_over(void **state)
{
	struct known *known OWNED(known_free) = known_of(40);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);

	(void)state;
	assert_int_not_equal(sweep_resume_ms(s, known, T0 + 200000), 0);
	assert_int_equal(sweep_resume_ms(s, known, T0 + 271000), 0);
}

/* The OLT was busy with other things: 100 ONUs in seven slices of 15, 34,285 ms apart. */
static void
a_late_slice_asks_those_too_that_others_should_have_asked(void **state)
{
	struct known *known OWNED(known_free) = known_of(100);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);
	size_t first, n;

	(void)state;
	assert_true(sweep_next(s, known, T0, &first, &n));
	assert_int_equal(n, 15);
	check_rc(sweep_take(s, known, first, n, NULL), RC_OK);
	/* Two gaps and a little more: three slices should have been read, but only one
	 * was. */
	assert_true(sweep_next(s, known, T0 + 70000, &first, &n));
	assert_int_equal(first, 15);
	assert_int_equal(n, 30);
	check_rc(sweep_take(s, known, first, n, NULL), RC_OK);
	/* All slices are overdue: read the rest. */
	assert_true(sweep_next(s, known, T0 + 240000, &first, &n));
	assert_int_equal(n, 55);
}

/* Half a gap after the last start, no slice would be in time. */
static void
the_last_slice_begins_before_the_time_is_over(void **state)
{
	struct known *known OWNED(known_free) = known_of(40);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);

	(void)state;
	assert_int_equal(sweep_resume_ms(s, known, T0 + 250000), T0 + 270000);
}

static void
a_sweep_that_was_not_through_has_not_succeeded(void **state)
{
	struct known *known OWNED(known_free) = known_of(40);
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o;

	(void)state;
	o = sweep_outcome(s, known, T0, text);
	assert_int_equal(o.trouble, TROUBLE_NONE);
	assert_int_not_equal(o.resume_ms, 0);
	o = sweep_outcome(s, known, T0 + 271000, text);
	assert_int_equal(o.resume_ms, 0);
	assert_int_equal(o.trouble, TROUBLE_DEADLINE);
	assert_int_equal(o.state, EXECUTION_FAILED); /* no values */
	assert_string_equal(text, "its time was over: not all ONUs were asked");
}

/* A collection with values for n ONUs: their numbers, 1 to n. */
struct bringing {
	struct arena *arena;
	struct known *known;
	struct rows *rows;
	struct collection collection;
};

static const struct output NUMBER = { .key = "number", .is_wanted = true };

static struct bringing
bring(uint32_t n)
{
	struct bringing b = { .arena = arena_new(0), .known = known_of(n) };

	b.rows = rows_new(b.arena, 1, SNMPC_MAX_ROWS);
	assert_non_null(b.rows);
	for (uint32_t i = 1; i <= n; i++) {
		struct row *row = rows_seed(b.rows, &(struct row){ .position = at(i) });

		assert_non_null(row);
		row->answered = 1;
		row->values[0] = (struct value){ .kind = VALUE_INT, .i = i };
	}
	b.collection =
	    (struct collection){ .n_outputs = 1, .outputs = &NUMBER, .rows = b.rows };
	return b;
}

static void
bring_end(struct bringing *b)
{
	rows_free(b->rows);
	known_free(b->known);
	arena_free(b->arena);
}

/* A day has eight pieces, an hour has quarters. */
static void
what_was_gathered_is_written_in_pieces(void **state)
{
	static const struct {
		int64_t time_ms, piece_ms;
	} CASES[] = { { 5 * MINUTE_MS, 15 * MINUTE_MS },
		{ 60 * MINUTE_MS, 15 * MINUTE_MS },
		{ 1440 * MINUTE_MS, 180 * MINUTE_MS } };

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct sweep *s OWNED(sweep_free) = sweep_new((struct execution_id){ 7 },
		    (struct olt_id){ 1 }, CASES[i].time_ms, T0);
		struct sweep *piece OWNED(sweep_free) = NULL;
		struct bringing b = bring(3);

		assert_false(sweep_has_piece(s, T0 + CASES[i].piece_ms)); /* no rows */
		assert_false(sweep_brought(s));
		check_rc(sweep_take(s, b.known, 0, 3, &b.collection), RC_OK);
		assert_false(sweep_has_piece(s, T0 + CASES[i].piece_ms - 1));
		assert_true(sweep_has_piece(s, T0 + CASES[i].piece_ms));
		piece = sweep_take_piece(s, T0 + CASES[i].piece_ms);
		assert_non_null(piece);
		assert_int_equal(sweep_rows(piece).n, 3);
		assert_int_equal(sweep_rows(piece).rows[2].values[0].i, 3);
		assert_int_equal(sweep_rows(s).n, 0);
		assert_true(sweep_brought(s));
		check_rc(sweep_take(s, b.known, 0, 3, &b.collection), RC_OK);
		assert_int_equal(sweep_rows(s).n, 3);
		assert_false(sweep_has_piece(s, T0 + 2 * CASES[i].piece_ms - 1));
		assert_true(sweep_has_piece(s, T0 + 2 * CASES[i].piece_ms));
		bring_end(&b);
	}
}

/* They come with the first slice, and are in the first written piece. */
static void
values_that_are_not_of_onus_are_kept_until_they_are_written(void **state)
{
	static const uint32_t INDEX[] = { 1, 10 };
	struct column mine = { .key = "mine", .unit = "C", .oid = { 3, { 1, 3, 6 } } };
	struct collected_other other = { .column = &mine,
		.index = INDEX,
		.n_index = 2,
		.place = "0/1",
		.value = { .kind = VALUE_TEXT, .text = "seis" } };
	struct sweep *s OWNED(sweep_free) = sweep_new(
	    (struct execution_id){ 7 }, (struct olt_id){ 1 }, 5 * MINUTE_MS, T0);
	struct bringing b = bring(3);
	struct sweep *piece OWNED(sweep_free) = NULL;
	const struct olt_value *others;
	size_t n = 0;

	(void)state;
	b.collection.n_others = 1;
	b.collection.others = &other;
	check_rc(sweep_take(s, b.known, 0, 3, &b.collection), RC_OK);
	bring_end(&b);
	other.value.text = "gone"; /* the copy is not changed */
	assert_true(sweep_brought(s));
	assert_true(sweep_has_piece(s, T0)); /* they are written at once */
	piece = sweep_take_piece(s, T0);
	assert_non_null(piece);
	assert_false(sweep_has_piece(s, T0));
	others = sweep_others(piece, &n);
	assert_int_equal(n, 1);
	assert_string_equal(others[0].name, "mine");
	assert_string_equal(others[0].index, "1.10");
	assert_string_equal(others[0].oid, "1.3.6");
	assert_string_equal(others[0].value.text, "seis");
	(void)sweep_others(s, &n);
	assert_int_equal(n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(onus_are_spread_over_most_of_the_interval),
		cmocka_unit_test(without_an_interval_it_is_done_at_once),
		cmocka_unit_test(the_slices_hold_everybody),
		cmocka_unit_test(everybody_is_asked_once),
		cmocka_unit_test(a_first_pass_is_not_spread),
		cmocka_unit_test(it_goes_on_behind_the_last_one_when_others_come_and_go),
		cmocka_unit_test(it_gives_up_before_the_interval_is_over),
		cmocka_unit_test(
		    a_late_slice_asks_those_too_that_others_should_have_asked),
		cmocka_unit_test(the_last_slice_begins_before_the_time_is_over),
		cmocka_unit_test(a_sweep_that_was_not_through_has_not_succeeded),
		cmocka_unit_test(what_was_gathered_is_written_in_pieces),
		cmocka_unit_test(
		    values_that_are_not_of_onus_are_kept_until_they_are_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
