/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/clock.h"
#include "base/condition.h"

struct door {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t opened;
	bool is_open;
};

static void
a_moment_lies_so_far_ahead_by_the_monotonic_clock(void **state)
{
	static const int64_t AHEAD[] = { 0, 1, 999, 1000, 1999, 3600000 };

	(void)state;
	for (size_t i = 0; i < sizeof(AHEAD) / sizeof(AHEAD[0]); i++) {
		int64_t before = clock_mono_us();
		struct timespec t = condition_moment(AHEAD[i]);
		int64_t after = clock_mono_us();
		int64_t at = (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;

		assert_in_range(t.tv_nsec, 0, 999999999);
		assert_true(at >= before + AHEAD[i] * 1000);
		assert_true(at <= after + AHEAD[i] * 1000);
	}
}

static void
who_waits_for_nothing_is_told_that_the_moment_has_come_and_not_before(void **state)
{
	struct door d = { .is_open = false };
	struct timespec until = condition_moment(30);
	int64_t begun = clock_mono_us();

	(void)state;
	check_rc(condition_init_with_lock(&d.opened, &d.lock), RC_OK);
	pthread_mutex_lock(&d.lock);
	while (condition_wait(&d.opened, &d.lock, &until))
		;
	assert_true(clock_mono_us() - begun >= 29999);
	/* A time in the past does not wait. */
	assert_false(condition_wait(&d.opened, &d.lock, &until));
	pthread_mutex_unlock(&d.lock);
	condition_fini_with_lock(&d.opened, &d.lock);
}

static void *
open_it(void *arg)
{
	struct door *d = arg;

	pthread_mutex_lock(&d->lock);
	d->is_open = true;
	pthread_cond_broadcast(&d->opened);
	pthread_mutex_unlock(&d->lock);
	return NULL;
}

/* With the wall clock it would wait for an hour. */
static void
who_is_woken_goes_on_at_once(void **state)
{
	struct door d = { .is_open = false };
	struct timespec until = condition_moment(3600000);
	bool was_woken = true;
	pthread_t thread;

	(void)state;
	check_rc(condition_init_with_lock(&d.opened, &d.lock), RC_OK);
	pthread_mutex_lock(&d.lock);
	assert_int_equal(pthread_create(&thread, NULL, open_it, &d), 0);
	while (!d.is_open && was_woken)
		was_woken = condition_wait(&d.opened, &d.lock, &until);
	assert_true(d.is_open && was_woken);
	pthread_mutex_unlock(&d.lock);
	assert_int_equal(pthread_join(thread, NULL), 0);
	condition_fini_with_lock(&d.opened, &d.lock);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_moment_lies_so_far_ahead_by_the_monotonic_clock),
		cmocka_unit_test(
		    who_waits_for_nothing_is_told_that_the_moment_has_come_and_not_before),
		cmocka_unit_test(who_is_woken_goes_on_at_once),
	};

	return CHECK_ALL(tests);
}
