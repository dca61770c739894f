/* SPDX-License-Identifier: Apache-2.0
 *
 * The standard jobs of a profile.
 */
#include <string.h>

#include "check.h"
#include "vendor/standard.h"

static struct profile_set *set;
static struct arena *arena;

static size_t
jobs_of(const char *profile, struct standard_job ret[STANDARD_KINDS])
{
	const struct profile *p = profile_set_find(set, profile);

	assert_non_null(p);
	return standard_jobs(p, arena, ret);
}

static const struct standard_job *
find(const struct standard_job *jobs, size_t n, enum standard_kind kind)
{
	for (size_t i = 0; i < n; i++) {
		if (jobs[i].kind == kind)
			return &jobs[i];
	}
	return NULL;
}

static bool
has(const struct standard_job *job, const char *table, const char *name)
{
	for (size_t i = 0; i < job->n_columns; i++) {
		if (strcmp(job->columns[i]->table, table) == 0 &&
		    strcmp(job->columns[i]->name, name) == 0)
			return true;
	}
	return false;
}

static void
huawei_has_all_of_them(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];
	size_t n = jobs_of("huawei_smartax", jobs);

	(void)state;
	assert_int_equal(n, STANDARD_KINDS);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(jobs[i].kind, i);
		assert_true(jobs[i].interval_ms > 0);
		assert_true(jobs[i].n_columns > 0);
	}
	assert_int_equal(jobs[STANDARD_DISCOVERY].type, TASK_DISCOVERY);
	assert_int_equal(jobs[STANDARD_DISCOVERY].priority, 90);
	assert_string_equal(jobs[STANDARD_DISCOVERY].lane, "discovery");
	assert_int_equal(jobs[STANDARD_STATES].priority, 40);
	assert_true(has(&jobs[STANDARD_DISCOVERY], "onu", "serial"));
	assert_true(has(&jobs[STANDARD_DISCOVERY], "onu_epon", "mac"));
	assert_true(has(&jobs[STANDARD_STATES], "onu", "status"));
	assert_true(has(&jobs[STANDARD_OPTICS], "onu", "rx_dbm"));
	assert_true(has(&jobs[STANDARD_DETAILS], "onu", "model"));
	assert_true(has(&jobs[STANDARD_PORTS], "pon", "onu_count"));
	assert_true(has(&jobs[STANDARD_CHASSIS], "board", "cpu_pct"));
	assert_true(has(&jobs[STANDARD_CHASSIS], "system", "uptime"));
}

static void
only_jobs_with_slow_columns_are_swept(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];

	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		size_t n = standard_jobs(profile_set_at(set, i), arena, jobs);

		for (size_t j = 0; j < n; j++) {
			bool slow = false;

			for (size_t k = 0; k < jobs[j].n_columns; k++)
				slow |= jobs[j].columns[k]->cost == COST_SLOW;
			assert_int_equal(jobs[j].is_sweep, slow);
			assert_int_equal(jobs[j].type == TASK_GET, slow);
		}
	}
}

static void
every_profile_with_onus_can_discover_them(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];

	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);
		size_t n = standard_jobs(p, arena, jobs);
		const struct standard_job *d = find(jobs, n, STANDARD_DISCOVERY);

		for (size_t t = 0; t < p->n_tables; t++) {
			const struct table *table = &p->tables[t];

			if (table->kind != TABLE_ONU || !table->discovery)
				continue;
			assert_non_null(d);
			assert_true(has(d, table->name, table->discovery->name));
		}
	}
}

static void
a_job_without_columns_is_left_out(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];
	size_t n = jobs_of("photon_12170", jobs);

	(void)state;
	assert_int_equal(n, 1); /* it has only the number of ONUs of a port */
	assert_int_equal(jobs[0].kind, STANDARD_PORTS);
}

static void
a_row_that_says_whether_there_is_an_onu_is_discovered_too(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];
	size_t n = jobs_of("intelbras_8820", jobs);

	(void)state;
	assert_true(has(find(jobs, n, STANDARD_DISCOVERY), "onu", "registered"));
}

static void
what_is_inside_onus_is_inventory_where_nothing_else_tells_it(void **state)
{
	struct standard_job jobs[STANDARD_KINDS];
	size_t n = jobs_of("zte_c300_c320", jobs);

	(void)state;
	assert_true(has(find(jobs, n, STANDARD_INVENTORY), "onu_image", "sw_version"));
	n = jobs_of("huawei_smartax", jobs);
	assert_true(has(find(jobs, n, STANDARD_INVENTORY), "onu_ip", "ip"));
	/* Its ONUs have no index there, only a port and a MAC. */
	n = jobs_of("bdcom", jobs);
	assert_false(
	    has(find(jobs, n, STANDARD_INVENTORY), "onu_epon_auth", "last_up_time"));
}

static void
a_standard_job_has_a_name(void **state)
{
	(void)state;
	assert_string_equal(standard_name(STANDARD_OPTICS), "optics");
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	arena = arena_new(0);
	return arena && profile_set_load_builtin(&set, &err) == RC_OK ? 0 : -1;
}

static int
unload(void **state)
{
	(void)state;
	profile_set_free(set);
	arena_free(arena);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(huawei_has_all_of_them),
		cmocka_unit_test(only_jobs_with_slow_columns_are_swept),
		cmocka_unit_test(every_profile_with_onus_can_discover_them),
		cmocka_unit_test(a_job_without_columns_is_left_out),
		cmocka_unit_test(
		    a_row_that_says_whether_there_is_an_onu_is_discovered_too),
		cmocka_unit_test(
		    what_is_inside_onus_is_inventory_where_nothing_else_tells_it),
		cmocka_unit_test(a_standard_job_has_a_name),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
