/* SPDX-License-Identifier: Apache-2.0
 *
 * The content of /metrics. With an argument it prints the page of a small site, for
 * promtool.
 */
#include "check.h"

#include "api/metrics_int.h"
#include "coordinator/coordinator.h"

enum { NOW = 1700000060 };

static const struct snapshot_olt OLTS[] = {
	{ .id = { 7 }, .is_enabled = true, .failures = 2 },
	{ .id = { 9 }, .is_enabled = true, .suspended_ms = INT64_C(1700000000000) },
};

static const struct totals_cache_olt NAMES[] = { { { 7 }, "centro" },
	{ { 9 }, "say \"a\\b\"\nnorte" } };

static void
end_one(struct runs *r, int64_t olt, enum execution_state state, int64_t duration_ms)
{
	struct coordinator_event e = { .kind = COORDINATOR_ENDED,
		.olt = { olt },
		.state = state,
		.duration_ms = duration_ms };

	runs_count(r, &e);
}

static const struct totals_cache_value VALUES[] = {
	{ { 7 }, "octets", "10", "", 4294967296.0, INT64_C(1700000001500) },
	{ { 9 }, "level", "a\"b\\c\nd", "0/1/3", -21.5, INT64_C(1700000002500) },
};

/* The page of two OLTs; the caller frees it. */
static char *
page_of(struct runs *runs)
{
	struct snapshot snapshot = { .figures = { .total = 10,
					 .busy = 3,
					 .queue = 5,
					 .queue_lane = { 1, 0, 4 },
					 .late_p99_ms = 250 },
		.n_olts = 2,
		.olts = OLTS,
		.values = 123456789012 };
	struct count count = { .at_ms = INT64_C(1700000055500),
		.took_ms = 250,
		.totals = { .olts_enabled = 1,
		    .olts_suspended = 1,
		    .onus_online = 900,
		    .onus_absent = 3,
		    .onus_unknown = 40,
		    .onus_offline = 14,
		    .onus_offline_by = { [STATE_LOS_PORT] = 12, [STATE_UNKNOWN] = 2 } },
		.n_olts = 2,
		.olts = NAMES,
		.n_values = 2,
		.values = VALUES };
	struct metrics_view view = { .version = "1.0",
		.started_ms = INT64_C(1700000000000),
		.now_ms = INT64_C(1000) * NOW,
		.snapshot = &snapshot,
		.count = &count,
		.writer = { .waiting = 4, .bound = 1000, .is_away = true },
		.http = { .requests = 17, .by_class = { [2] = 15, [4] = 2 } },
		.stream = { .listeners = 2 },
		.runs = runs };
	struct buf out = BUF_INIT(METRICS_MAX_BYTES);

	metrics_write(&view, &out);
	assert_true(buf_ok(&out));
	return out.data;
}

static void
every_figure_is_where_prometheus_looks_for_it(void **state)
{
	struct runs *runs = runs_new();
	char *page;

	(void)state;
	end_one(runs, 7, EXECUTION_SUCCESS, 1500);
	end_one(runs, 7, EXECUTION_SUCCESS, 1000);
	end_one(runs, 7, EXECUTION_FAILED, 0);
	page = page_of(runs);
	check_contains(page, "facho_build_info{version=\"1.0\"} 1\n");
	check_contains(page, "facho_pollers 10\n");
	check_contains(page, "facho_lateness_p99_seconds 0.25\n");
	check_contains(page, "facho_queue_length{lane=\"polling\"} 4\n");
	check_contains(page, "facho_values_total 123456789012\n");
	check_contains(
	    page, "facho_olt_executions_total{olt=\"7\",state=\"SUCCESS\"} 2\n");
	check_contains(
	    page, "facho_olt_executions_total{olt=\"7\",state=\"FAILED\"} 1\n");
	check_contains(
	    page, "facho_olt_executions_total{olt=\"9\",state=\"FAILED\"} 0\n");
	check_contains(page, "facho_olt_execution_seconds_total{olt=\"7\"} 2.5\n");
	check_contains(page, "facho_olt_suspended{olt=\"9\"} 1\n");
	check_contains(page, "facho_olt_failures{olt=\"7\"} 2\n");
	check_contains(page, "facho_onus{state=\"online\"} 900\n");
	check_contains(page, "facho_onus{state=\"offline\"} 14\n");
	check_contains(page, "facho_onus_offline{cause=\"los_port\"} 12\n");
	check_contains(page, "facho_onus_offline{cause=\"los_onu\"} 0\n");
	check_contains(page, "facho_onus_offline{cause=\"unknown\"} 2\n");
	check_contains(page, "facho_onus{state=\"unknown\"} 40\n");
	check_contains(page, "facho_totals_age_seconds 4.5\n");
	check_contains(page, "facho_database_up 0\n");
	check_contains(page, "facho_http_responses_total{class=\"4xx\"} 2\n");
	check_contains(page, "# TYPE facho_http_requests_total counter\n");
	check_contains(page, "# TYPE facho_pollers gauge\n");
	free(page);
	runs_free(runs);
}

static void
a_name_cannot_break_out_of_its_label(void **state)
{
	char *page = page_of(NULL);

	(void)state;
	check_contains(
	    page, "facho_olt_info{olt=\"9\",name=\"say \\\"a\\\\b\\\"\\nnorte\"} 1\n");
	check_contains(page,
	    "facho_value{olt=\"7\",name=\"octets\",index=\"10\",place=\"\"} "
	    "4294967296\n");
	check_contains(page,
	    "facho_value{olt=\"9\",name=\"level\",index=\"a\\\"b\\\\c\\nd\","
	    "place=\"0/1/3\"} -21.5\n");
	check_contains(page,
	    "facho_value_time_seconds{olt=\"7\",name=\"octets\",index=\"10\","
	    "place=\"\"} 1700000001\n");
	check_contains(page, "facho_values_not_shown 0\n");
	assert_null(strstr(page, "facho_olt_executions_total")); /* not counted */
	free(page);
}

static void
before_the_engine_and_the_first_count_there_is_a_page_too(void **state)
{
	struct metrics_view view = { .version = "1.0" };
	struct buf out = BUF_INIT(METRICS_MAX_BYTES);

	(void)state;
	metrics_write(&view, &out);
	check_contains(buf_text(&out), "process_resident_memory_bytes ");
	check_contains(buf_text(&out), "facho_database_up 1\n");
	assert_null(strstr(buf_text(&out), "facho_pollers"));
	buf_fini(&out);
}

static void
interruptions_and_retries_are_counted_too(void **state)
{
	struct runs *runs = runs_new();
	struct coordinator_event stop = { .kind = COORDINATOR_INTERRUPTED, .olt = { 7 } };
	struct coordinator_event retry = {
		.kind = COORDINATOR_RETRY, .olt = { 7 }, .number = 120000
	};
	struct coordinator_event start = { .kind = COORDINATOR_STARTED, .olt = { 7 } };

	(void)state;
	runs_count(runs, &stop);
	runs_count(runs, &retry);
	runs_count(runs, &retry);
	runs_count(runs, &start);
	assert_int_equal(
	    runs_of(runs, (struct olt_id){ 7 }).ended[EXECUTION_INTERRUPTED], 1);
	assert_int_equal(runs_of(runs, (struct olt_id){ 7 }).retries, 2);
	assert_int_equal(runs_of(runs, (struct olt_id){ 7 }).retry_delay_ms, 240000);
	assert_int_equal(runs_of(runs, (struct olt_id){ 8 }).retries, 0);
	runs_free(runs);
}

static void
beyond_the_bound_olts_are_counted_together(void **state)
{
	struct runs *runs = runs_new();

	(void)state;
	for (int64_t i = 1; i <= RUNS_OLTS_MAX + 10; i++)
		end_one(runs, i, EXECUTION_SUCCESS, 1);
	assert_int_equal(
	    runs_of(runs, (struct olt_id){ RUNS_OLTS_MAX }).ended[EXECUTION_SUCCESS], 1);
	assert_int_equal(
	    runs_of(runs, (struct olt_id){ RUNS_OLTS_MAX + 1 }).ended[EXECUTION_SUCCESS],
	    0);
	assert_int_equal(runs_of(runs, (struct olt_id){ 0 }).ended[EXECUTION_SUCCESS],
	    RUNS_OLTS_MAX + 10);
	runs_free(runs);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_figure_is_where_prometheus_looks_for_it),
		cmocka_unit_test(a_name_cannot_break_out_of_its_label),
		cmocka_unit_test(
		    before_the_engine_and_the_first_count_there_is_a_page_too),
		cmocka_unit_test(interruptions_and_retries_are_counted_too),
		cmocka_unit_test(beyond_the_bound_olts_are_counted_together),
	};

	(void)argv;
	if (argc > 1) {
		struct runs *runs = runs_new();
		char *page = page_of(runs);

		(void)fputs(page, stdout);
		free(page);
		runs_free(runs);
		return 0;
	}
	return CHECK_ALL(tests);
}
