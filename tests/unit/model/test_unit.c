/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/unit.h"

#define NOW 100000
#define LATE 1000

static struct unit
scheduled(int64_t id, int64_t priority, int64_t due_ms)
{
	return (struct unit){ .id = { id },
		.kind = UNIT_SCHEDULED,
		.priority = priority,
		.due_ms = due_ms };
}

static struct unit
of_kind(int64_t id, enum unit_kind kind, int64_t due_ms)
{
	return (struct unit){ .id = { id }, .kind = kind, .due_ms = due_ms };
}

/* a runs before b, and b does not run before a. */
static void
before(struct unit a, struct unit b)
{
	assert_true(unit_compare(&a, &b, NOW, LATE) < 0);
	assert_true(unit_compare(&b, &a, NOW, LATE) > 0);
}

static void
on_time_the_higher_priority_runs_first(void **state)
{
	(void)state;
	before(scheduled(2, 90, NOW), scheduled(1, 40, NOW - 500));
}

static void
of_equal_priority_the_earlier_due_runs_first_and_then_the_lower_id(void **state)
{
	(void)state;
	before(scheduled(2, 40, NOW - 500), scheduled(1, 40, NOW - 400));
	before(scheduled(1, 40, NOW - 500), scheduled(2, 40, NOW - 500));
}

static void
who_is_late_runs_before_who_is_not_whatever_the_priority(void **state)
{
	(void)state;
	before(scheduled(2, 0, NOW - LATE - 1), scheduled(1, 90, NOW));
	/* Exactly late_after_ms is not late yet. */
	before(scheduled(1, 90, NOW), scheduled(2, 0, NOW - LATE));
}

static void
of_the_late_the_latest_runs_first(void **state)
{
	(void)state;
	before(scheduled(2, 0, NOW - 9000), scheduled(1, 90, NOW - 8000));
	before(scheduled(2, 90, NOW - 9000), scheduled(1, 0, NOW - 9000));
}

static void
manual_before_all_then_the_schedule_then_retries_then_slices(void **state)
{
	struct unit manual = of_kind(4, UNIT_MANUAL, NOW);
	struct unit late = scheduled(3, 0, 1);
	struct unit timely = scheduled(3, 0, NOW);
	struct unit retry = of_kind(2, UNIT_RETRY, 1);
	struct unit slice = of_kind(1, UNIT_SLICE, 1);

	(void)state;
	before(manual, late);
	before(late, retry);
	before(timely, retry);
	before(retry, slice);
	before(manual, of_kind(3, UNIT_MANUAL, NOW + 1));
	before(retry, of_kind(1, UNIT_RETRY, 2));
}

static const struct unit *
first_of(const struct unit *units, size_t n,
    int (*compare)(const struct unit *a, const struct unit *b))
{
	const struct unit *first = units;

	for (size_t i = 1; i < n; i++) {
		if (compare(&units[i], first) < 0)
			first = &units[i];
	}
	return first;
}

static const struct unit *
first_now(const struct unit *units, size_t n)
{
	const struct unit *first = units;

	for (size_t i = 1; i < n; i++) {
		if (unit_compare(&units[i], first, NOW, LATE) < 0)
			first = &units[i];
	}
	return first;
}

enum { SETS = 2000, SET_SIZE = 12 };

/* Sets with and without late units, manual ones, retries and slices. */
static void
two_fixed_orders_find_the_first_of_any_set(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int set = 0; set < SETS; set++) {
		struct unit units[SET_SIZE];
		const struct unit *by_due, *found;

		for (int i = 0; i < SET_SIZE; i++) {
			seed = seed * UINT64_C(6364136223846793005) + 1;
			units[i] = scheduled(i + 1, (int64_t)(seed >> 60),
			    NOW - (int64_t)((seed >> 40) % (set % 2 ? 900 : 4000)));
			if ((seed >> 33) % 20 == 0)
				units[i].kind =
				    (enum unit_kind)((seed >> 20) % UNIT_KINDS);
		}
		by_due = first_of(units, SET_SIZE, unit_compare_due);
		found = unit_by_priority(by_due, NOW, LATE)
		    ? first_of(units, SET_SIZE, unit_compare_priority)
		    : by_due;
		assert_ptr_equal(found, first_now(units, SET_SIZE));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_time_the_higher_priority_runs_first),
		cmocka_unit_test(
		    of_equal_priority_the_earlier_due_runs_first_and_then_the_lower_id),
		cmocka_unit_test(
		    who_is_late_runs_before_who_is_not_whatever_the_priority),
		cmocka_unit_test(of_the_late_the_latest_runs_first),
		cmocka_unit_test(
		    manual_before_all_then_the_schedule_then_retries_then_slices),
		cmocka_unit_test(two_fixed_orders_find_the_first_of_any_set),
	};

	return CHECK_ALL(tests);
}
