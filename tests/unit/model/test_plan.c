/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/buf.h"
#include "model/plan.h"

static void
every_status_has_a_name_and_comes_back_from_it(void **state)
{
	enum plan_status status = PLAN_STATUSES;

	(void)state;
	for (int i = 0; i < PLAN_STATUSES; i++) {
		assert_true(plan_status_from_name(
		    plan_status_name((enum plan_status)i), &status));
		assert_int_equal(status, i);
	}
	assert_string_equal(plan_status_name(PLAN_SUPERSEDED), "SUPERSEDED");
	assert_false(plan_status_from_name("DONE", &status));
	assert_int_equal(status, PLAN_ABORTED);
}

static void
runs_are_written_in_their_order(void **state)
{
	static const struct plan_run RUNS[] = {
		{ { 7 }, TASK_GET, 1000, 1200, 300 },
		{ { 8 }, TASK_DISCOVERY, 2000, 2000, 0 },
	};
	struct buf out = BUF_INIT(1024);

	(void)state;
	plan_runs_json(RUNS, 2, &out);
	assert_true(buf_ok(&out));
	assert_string_equal(buf_text(&out),
	    "[{\"node\":7,\"type\":\"get\",\"due_ms\":1000,\"start_ms\":1200,"
	    "\"duration_ms\":300},"
	    "{\"node\":8,\"type\":\"discovery\",\"due_ms\":2000,\"start_ms\":2000,"
	    "\"duration_ms\":0}]");
	buf_clear(&out);
	plan_runs_json(NULL, 0, &out);
	assert_string_equal(buf_text(&out), "[]");
	buf_fini(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_has_a_name_and_comes_back_from_it),
		cmocka_unit_test(runs_are_written_in_their_order),
	};

	return CHECK_ALL(tests);
}
