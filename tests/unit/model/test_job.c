/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/job.h"
#include "model/user.h"

static struct job
good(void)
{
	return (struct job){ .name = "levels",
		.type = TASK_GET,
		.interval_ms = 300000,
		.lane = "polling" };
}

static void
a_job_runs_by_interval_or_by_cron_and_never_by_both(void **state)
{
	struct job j = good();
	struct err err = { 0 };

	(void)state;
	check_rc(job_check(&j, &err), RC_OK);
	j.cron = "0 3 * * *";
	check_rc(job_check(&j, &err), RC_INVALID);
	j.interval_ms = 0;
	check_rc(job_check(&j, &err), RC_OK);
	j.cron = NULL;
	check_rc(job_check(&j, &err), RC_INVALID);
	j.interval_ms = 999;
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "a second");
	j.interval_ms = -5;
	check_rc(job_check(&j, &err), RC_INVALID);
}

static void
cron_has_five_fields_of_numbers_and_names(void **state)
{
	static const char *const GOOD[] = { "* * * * *", "*/15 6-22 * * 1,2",
		"0  3 1 1 0", "5 4 3 2 1 ", "0 6 * jan Mon-fri" };
	static const char *const BAD[] = { "", "* * * *", "* * * * * *", "@daily",
		"? * * * *", "*\t* * * *", " * * * * *" };
	struct job j = good();

	(void)state;
	j.interval_ms = 0;
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		j.cron = GOOD[i];
		check_rc(job_check(&j, NULL), RC_OK);
	}
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		j.cron = BAD[i];
		check_rc(job_check(&j, NULL), RC_INVALID);
	}
}

static void
each_mistake_is_named_by_its_field(void **state)
{
	struct job j = good();
	struct err err = { 0 };

	(void)state;
	j.name = "";
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "name");
	j = good();
	j.lane = "fast";
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "lane");
	j = good();
	j.lane = NULL;
	check_rc(job_check(&j, &err), RC_INVALID);
	j = good();
	j.max_retries = 11;
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "max_retries");
	j = good();
	j.timeout_ms = -1;
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "timeout");
}

static void
a_filter_says_what_it_is_for_and_only_a_filter_does(void **state)
{
	enum job_target target = JOB_ALL;
	struct job j = good();
	struct err err = { 0 };

	(void)state;
	j.target = JOB_FILTER;
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "target");
	j.target_site = "centro";
	check_rc(job_check(&j, &err), RC_OK);
	j.target = JOB_ALL;
	check_rc(job_check(&j, &err), RC_INVALID);
	check_contains(err.msg, "target");
	j.target_site = NULL;
	check_rc(job_check(&j, &err), RC_OK);
	assert_true(job_target_from_name("filter", &target));
	assert_int_equal(target, JOB_FILTER);
	assert_false(job_target_from_name("", &target));
}

static void
a_user_has_a_name_without_blanks_and_a_role_with_a_name(void **state)
{
	struct user u = { .name = "ana" };
	enum role role = ROLE_VIEWER;

	(void)state;
	check_rc(user_check(&u, NULL), RC_OK);
	u.name = "ana lópez";
	check_rc(user_check(&u, NULL), RC_INVALID);
	u.name = "";
	check_rc(user_check(&u, NULL), RC_INVALID);
	u.name = NULL;
	check_rc(user_check(&u, NULL), RC_INVALID);
	assert_true(role_from_name("admin", &role));
	assert_int_equal(role, ROLE_ADMIN);
	assert_false(role_from_name("root", &role));
	assert_int_equal(role, ROLE_ADMIN);
	assert_string_equal(role_name(ROLE_OPERATOR), "operator");
}

static void
a_label_is_the_type_and_the_name_in_lower_case(void **state)
{
	static const struct {
		enum task_type type;
		const char *name, *label;
	} CASES[] = {
		{ TASK_GET, "Descripcion", "get_descripcion" },
		{ TASK_GET, "GET Descripción", "get_descripcion" },
		{ TASK_DISCOVERY, "Discovery", "discovery" },
		{ TASK_DISCOVERY, "Huawei: ONUs", "discovery_huawei_onus" },
		{ TASK_WALK, "  Niveles / ópticos ÑU  ", "walk_niveles_opticos_nu" },
		{ TASK_GET, "getaway", "get_getaway" },
		{ TASK_TABLE, "\xd0\x9f\xd0\x9e\xd0\x9d", "table" },
		{ TASK_BULK, "***", "bulk" },
		{ TASK_GET,
		    "a name that has all of the sixty-four characters it may have!!",
		    "get_a_name_that_has_all_of_the_sixty_four_characters_it_may_hav" },
	};
	char label[JOB_LABEL_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		job_label(CASES[i].type, CASES[i].name, label);
		assert_string_equal(label, CASES[i].label);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_runs_by_interval_or_by_cron_and_never_by_both),
		cmocka_unit_test(cron_has_five_fields_of_numbers_and_names),
		cmocka_unit_test(each_mistake_is_named_by_its_field),
		cmocka_unit_test(a_filter_says_what_it_is_for_and_only_a_filter_does),
		cmocka_unit_test(a_label_is_the_type_and_the_name_in_lower_case),
		cmocka_unit_test(a_user_has_a_name_without_blanks_and_a_role_with_a_name),
	};

	return CHECK_ALL(tests);
}
