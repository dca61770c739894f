/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of a device that lacks something.
 */
#include "check.h"

#include "poll/line.h"

#define HOUR INT64_C(3600000)
#define NOW (1000 * HOUR)

static const struct oid DISTANCE = { 3, { 1, 3, 20 } }, NAME = { 3, { 1, 3, 9 } };

struct lab {
	struct lines lines;
	struct line *line;
};

static struct lab
lab_open(void)
{
	struct lab l;

	check_rc(lines_init(&l.lines), RC_OK);
	l.line = line_add(&l.lines, (struct olt_id){ 1 });
	assert_non_null(l.line);
	return l;
}

static bool
learn(struct line *line, const struct oid *oid, int64_t now_ms)
{
	bool is_news = false;

	check_rc(line_learn_lack(line, oid, now_ms, &is_news), RC_OK);
	return is_news;
}

static void
what_a_device_lacks_is_news_once_and_asked_for_once_a_day(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(line_lacks(l.line, &NAME, NOW));
	assert_true(learn(l.line, &NAME, NOW));
	assert_true(line_lacks(l.line, &NAME, NOW));
	assert_false(line_lacks(l.line, &DISTANCE, NOW));
	assert_true(line_lacks(l.line, &NAME, NOW + 24 * HOUR - 1));
	assert_false(line_lacks(l.line, &NAME, NOW + 24 * HOUR));
	assert_false(learn(l.line, &NAME, NOW + 24 * HOUR));
	assert_true(line_lacks(l.line, &NAME, NOW + 47 * HOUR));
	/* The clock was a year ahead when it was asked for. */
	assert_false(line_lacks(l.line, &NAME, NOW));
	lines_fini(&l.lines);
}

static void
what_it_has_after_all_is_forgotten(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(line_forget_lack(l.line, &NAME));
	(void)learn(l.line, &NAME, NOW);
	(void)learn(l.line, &DISTANCE, NOW);
	assert_true(line_forget_lack(l.line, &NAME));
	assert_false(line_forget_lack(l.line, &NAME));
	assert_false(line_lacks(l.line, &NAME, NOW));
	assert_true(line_lacks(l.line, &DISTANCE, NOW));
	assert_true(learn(l.line, &NAME, NOW));
	lines_fini(&l.lines);
}

static void
which_custom_columns_are_the_onus_is_remembered(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(line_is_of_onus(l.line, &NAME));
	line_learn_of_onus(l.line, &NAME, true);
	line_learn_of_onus(l.line, &NAME, true);
	assert_true(line_is_of_onus(l.line, &NAME));
	assert_false(line_is_of_onus(l.line, &DISTANCE));
	assert_false(line_lacks(l.line, &NAME, NOW));
	line_learn_of_onus(l.line, &NAME, false);
	assert_false(line_is_of_onus(l.line, &NAME));
	lines_fini(&l.lines);
}

static void
a_device_that_has_started_anew_is_asked_for_everything(void **state)
{
	struct lab l = lab_open();

	(void)state;
	(void)learn(l.line, &NAME, NOW);
	assert_true(line_lacks(l.line, &NAME, NOW));
	line_restarted(l.line);
	assert_false(line_lacks(l.line, &NAME, NOW));
	assert_false(learn(l.line, &NAME, NOW + 1));
	assert_true(line_lacks(l.line, &NAME, NOW + 1));
	lines_fini(&l.lines);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    what_a_device_lacks_is_news_once_and_asked_for_once_a_day),
		cmocka_unit_test(what_it_has_after_all_is_forgotten),
		cmocka_unit_test(which_custom_columns_are_the_onus_is_remembered),
		cmocka_unit_test(a_device_that_has_started_anew_is_asked_for_everything),
	};

	return CHECK_ALL(tests);
}
