/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <jansson.h>

#include "base/buf.h"
#include "sched/quota.h"

#define HOUR QUOTA_PERIOD_MS
#define NOW (480000 * HOUR)

static struct quota
quota_of(int64_t required, int64_t completed)
{
	return (struct quota){ .key = { { 7 }, { 3 }, NOW },
		.task_type = "get_levels",
		.period_end_ms = NOW + HOUR,
		.required = required,
		.completed = completed };
}

static void
what_is_pending_was_neither_made_nor_failed_nor_skipped(void **state)
{
	struct quota q = quota_of(12, 5);

	(void)state;
	q.failed = 2;
	q.skipped = 1;
	assert_int_equal(quota_pending(&q), 4);
	q.completed = 15; /* more than required: pending is not negative */
	assert_int_equal(quota_pending(&q), 0);
}

static void
the_hour_is_judged_by_what_was_made(void **state)
{
	static const struct {
		int64_t required, completed;
		enum quota_status status;
	} CASES[] = {
		{ 12, 12, QUOTA_COMPLETED },
		{ 12, 13, QUOTA_COMPLETED },
		{ 0, 0, QUOTA_COMPLETED },
		{ 12, 11, QUOTA_PARTIAL },
		{ 10, 8, QUOTA_PARTIAL },
		{ 12, 9, QUOTA_NOT_MET },
		{ 4, 2, QUOTA_NOT_MET },
		{ 100, 1, QUOTA_NOT_MET },
		{ 12, 0, QUOTA_FAILED },
		{ 1, 0, QUOTA_FAILED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct quota q = quota_of(CASES[i].required, CASES[i].completed);

		assert_int_equal(quota_judge(&q), CASES[i].status);
	}
}

static void
under_eighty_percent_is_a_violation_of_four_severities(void **state)
{
	static const struct {
		int64_t required, completed;
		int severity; /* -1: none */
	} CASES[] = {
		{ 100, 100, -1 },
		{ 100, 80, -1 },
		{ 0, 0, -1 },
		{ 100, 79, SEVERITY_LOW },
		{ 100, 70, SEVERITY_LOW },
		{ 100, 69, SEVERITY_MEDIUM },
		{ 100, 55, SEVERITY_MEDIUM },
		{ 100, 54, SEVERITY_HIGH },
		{ 4, 2, SEVERITY_HIGH },
		{ 4, 1, SEVERITY_HIGH },
		{ 100, 25, SEVERITY_HIGH },
		{ 100, 24, SEVERITY_CRITICAL },
		{ 100, 0, SEVERITY_CRITICAL },
		{ 3, 2, SEVERITY_MEDIUM },
		{ 12, 9, SEVERITY_LOW },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct quota q = quota_of(CASES[i].required, CASES[i].completed);
		enum severity got = SEVERITIES;
		bool is_one = quota_violates(&q, &got);

		assert_int_equal(is_one, CASES[i].severity >= 0);
		assert_int_equal(got, is_one ? CASES[i].severity : (int)SEVERITIES);
	}
}

static void
it_is_at_risk_when_what_is_to_come_does_not_suffice(void **state)
{
	struct quota q = quota_of(12, 6);

	(void)state;
	/* Ten of twelve are enough, nine are not. */
	assert_false(quota_is_at_risk(&q, 4));
	assert_true(quota_is_at_risk(&q, 3));
	/* All completed: no risk any more. */
	q.completed = 12;
	assert_false(quota_is_at_risk(&q, 0));
}

static void
it_is_at_risk_when_too_much_was_lost_already(void **state)
{
	struct quota q = quota_of(10, 0);

	(void)state;
	q.failed = 1;
	q.skipped = 1;
	assert_false(quota_is_at_risk(&q, quota_pending(&q)));
	q.failed = 2;
	assert_true(quota_is_at_risk(&q, quota_pending(&q)));
}

static void
the_report_is_json_with_everything_in_it(void **state)
{
	struct quota q = quota_of(4, 2);
	uint16_t troubles[TROUBLES] = { [TROUBLE_TIMEOUT] = 1, [TROUBLE_STORE] = 2 };
	struct buf out = BUF_INIT(4096);
	json_t *j;

	(void)state;
	q.failed = 1;
	q.total_duration_ms = 9000;
	quota_report(&q, troubles, &out);
	j = json_loads(buf_text(&out), 0, NULL);
	assert_non_null(j);
	assert_int_equal(json_integer_value(json_object_get(j, "olt")), 7);
	assert_int_equal(json_integer_value(json_object_get(j, "job")), 3);
	assert_string_equal(
	    json_string_value(json_object_get(j, "task_type")), "get_levels");
	assert_int_equal(json_integer_value(json_object_get(j, "required")), 4);
	assert_int_equal(json_integer_value(json_object_get(j, "completed")), 2);
	assert_int_equal(json_integer_value(json_object_get(j, "missing")), 1);
	assert_true(json_real_value(json_object_get(j, "percent")) == 50.0);
	assert_string_equal(json_string_value(json_object_get(j, "severity")), "HIGH");
	assert_int_equal(
	    json_integer_value(json_object_get(j, "average_duration_ms")), 3000);
	assert_int_equal(
	    json_integer_value(json_object_get(json_object_get(j, "errors"), "STORE")),
	    2);
	assert_int_equal(json_object_size(json_object_get(j, "errors")), 2);
	json_decref(j);
	buf_fini(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_pending_was_neither_made_nor_failed_nor_skipped),
		cmocka_unit_test(the_hour_is_judged_by_what_was_made),
		cmocka_unit_test(under_eighty_percent_is_a_violation_of_four_severities),
		cmocka_unit_test(it_is_at_risk_when_what_is_to_come_does_not_suffice),
		cmocka_unit_test(it_is_at_risk_when_too_much_was_lost_already),
		cmocka_unit_test(the_report_is_json_with_everything_in_it),
	};

	return CHECK_ALL(tests);
}
