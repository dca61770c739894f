/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered about columns that a device does not have.
 */
#include "check.h"

#include "engine/device_int.h"

#define HOUR INT64_C(3600000)
#define NOW (1000 * HOUR)

static const struct oid DISTANCE = { 3, { 1, 3, 20 } }, NAME = { 3, { 1, 3, 9 } };

struct lab {
	struct devices devices;
	struct device *device;
};

static struct lab
lab_open(void)
{
	struct lab l;

	check_rc(devices_init(&l.devices), RC_OK);
	l.device = device_add(&l.devices, (struct olt_id){ 1 });
	assert_non_null(l.device);
	return l;
}

static bool
learn(struct device *device, const struct oid *oid, int64_t now_ms)
{
	bool is_news = false;

	check_rc(device_learn_lack(device, oid, now_ms, &is_news), RC_OK);
	return is_news;
}

static void
what_a_device_lacks_is_news_once_and_asked_for_once_a_day(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(device_lacks(l.device, &NAME, NOW));
	assert_true(learn(l.device, &NAME, NOW));
	assert_true(device_lacks(l.device, &NAME, NOW));
	assert_false(device_lacks(l.device, &DISTANCE, NOW));
	assert_true(device_lacks(l.device, &NAME, NOW + 24 * HOUR - 1));
	assert_false(device_lacks(l.device, &NAME, NOW + 24 * HOUR));
	assert_false(learn(l.device, &NAME, NOW + 24 * HOUR));
	assert_true(device_lacks(l.device, &NAME, NOW + 47 * HOUR));
	/* The clock was a year ahead when it was requested. */
	assert_false(device_lacks(l.device, &NAME, NOW));
	devices_fini(&l.devices);
}

static void
what_it_has_after_all_is_forgotten(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(device_forget_lack(l.device, &NAME));
	(void)learn(l.device, &NAME, NOW);
	(void)learn(l.device, &DISTANCE, NOW);
	assert_true(device_forget_lack(l.device, &NAME));
	assert_false(device_forget_lack(l.device, &NAME));
	assert_false(device_lacks(l.device, &NAME, NOW));
	assert_true(device_lacks(l.device, &DISTANCE, NOW));
	assert_true(learn(l.device, &NAME, NOW));
	devices_fini(&l.devices);
}

static void
which_custom_columns_are_the_onus_is_remembered(void **state)
{
	struct lab l = lab_open();

	(void)state;
	assert_false(device_is_of_onus(l.device, &NAME));
	device_learn_of_onus(l.device, &NAME, true);
	device_learn_of_onus(l.device, &NAME, true);
	assert_true(device_is_of_onus(l.device, &NAME));
	assert_false(device_is_of_onus(l.device, &DISTANCE));
	assert_false(device_lacks(l.device, &NAME, NOW));
	device_learn_of_onus(l.device, &NAME, false);
	assert_false(device_is_of_onus(l.device, &NAME));
	devices_fini(&l.devices);
}

static void
a_device_that_has_started_anew_is_asked_for_everything(void **state)
{
	struct lab l = lab_open();

	(void)state;
	(void)learn(l.device, &NAME, NOW);
	assert_true(device_lacks(l.device, &NAME, NOW));
	device_restarted(l.device);
	assert_false(device_lacks(l.device, &NAME, NOW));
	assert_false(learn(l.device, &NAME, NOW + 1));
	assert_true(device_lacks(l.device, &NAME, NOW + 1));
	devices_fini(&l.devices);
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
