/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "notify/notify.h"

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)
#define START INT64_C(1767225600000)

static const int64_t TO_ONE[] = { 1 }, TO_TWO[] = { 1, 2 };

struct setup {
	struct notify *n;
	struct notify_config config;
	struct notify_target targets[3];
	struct notify_route routes[2];
	struct notify_silence silences[1];
	struct notify_maintenance maintenances[1];
	struct notify_fact fact;
};

static void
configure(struct setup *s)
{
	struct err err = { 0 };

	if (notify_configure(s->n, &s->config, &err))
		fail_msg("%s", err.msg);
}

static int
set_up(void **state)
{
	struct setup *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	s->n = notify_new();
	s->targets[0] =
	    (struct notify_target){ .id = 1, .channel = 10, .is_enabled = true };
	s->targets[1] =
	    (struct notify_target){ .id = 2, .channel = 20, .is_enabled = true };
	s->routes[0] = (struct notify_route){
		.id = 5,
		.is_enabled = true,
		.filter = "[{\"field\":\"kind\",\"op\":\"=\",\"value\":\"quota\"}]",
		.delay_ms = 0,
		.targets = TO_ONE,
		.n_targets = 1,
	};
	s->routes[1] = (struct notify_route){
		.id = 6,
		.is_enabled = true,
		.filter = "[]",
		.delay_ms = -1,
		.targets = TO_TWO,
		.n_targets = 2,
	};
	s->config = (struct notify_config){
		.rules = NOTIFY_RULES,
		.targets = s->targets,
		.n_targets = 2,
		.routes = s->routes,
		.n_routes = 2,
		.silences = s->silences,
		.maintenances = s->maintenances,
	};
	s->fact = (struct notify_fact){
		.subject = { .kind = "outage",
		    .severity = INCIDENT_MAJOR,
		    .site = "",
		    .olt = "",
		    .brand = "",
		    .card = "",
		    .port = "",
		    .affected = 40 },
		.version = 1,
		.state = INCIDENT_OPEN,
		.opened_ms = START,
		.acked_affected = -1,
	};
	configure(s);
	*state = s;
	return 0;
}

static int
tear_down(void **state)
{
	struct setup *s = *state;

	notify_free(s->n);
	free(s);
	return 0;
}

/* The answer for target 1; *ret_n: how many answers there are. */
static struct notify_try
try_it(const struct setup *s, int64_t now_ms, size_t *ret_n)
{
	struct vec tries = VEC_INIT(struct notify_try);
	struct notify_try first = { 0 };

	check_rc(notify_try(s->n, &s->fact, now_ms, &tries), RC_OK);
	if (tries.n)
		first = *VEC_AT(&tries, struct notify_try, 0);
	*ret_n = tries.n;
	vec_fini(&tries);
	return first;
}

static void
says_route_target_and_moment(void **state)
{
	struct setup *s = *state;
	size_t n;
	struct notify_try t = try_it(s, START + 1000, &n);

	assert_int_equal(n, 2);
	assert_int_equal(t.route, 6);
	assert_int_equal(t.target, 1);
	assert_int_equal(t.why, NOTIFY_WILL);
	assert_int_equal(t.at_ms, START + 45000);
	assert_int_equal(t.delay_ms, 45000);
	s->fact.subject.kind = "quota";
	t = try_it(s, START + 1000, &n);
	assert_int_equal(n, 1);
	assert_int_equal(t.route, 5);
	assert_int_equal(t.at_ms, START + 1000);
}

static void
says_why_not(void **state)
{
	struct setup *s = *state;
	struct notify_fact fact = s->fact;
	size_t n;

	s->fact.subject.severity = INCIDENT_INFO;
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_INFO);
	s->fact = fact;
	s->fact.state = INCIDENT_RESOLVED;
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_OVER);
	s->fact = fact;
	s->fact.merged_into = 7;
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_PART);
	assert_int_equal(try_it(s, START, &n).by, 7);
	s->fact = fact;
	s->fact.is_blind = true;
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_BLIND);
	s->fact = fact;
	s->fact.not_channel = 10;
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_NOT_CHANNEL);
	s->fact = fact;
	s->targets[0].is_enabled = false;
	configure(s);
	assert_int_equal(try_it(s, START, &n).why, NOTIFY_WHY_DISABLED);
	s->config.n_routes = 0;
	configure(s);
	(void)try_it(s, START, &n);
	assert_int_equal(n, 0);
}

static void
names_the_silence_the_window_and_quiet_hours(void **state)
{
	struct setup *s = *state;
	size_t n;
	struct notify_try t;

	s->silences[0] = (struct notify_silence){
		.id = 31, .filter = "[]", .from_ms = START, .until_ms = START + HOUR
	};
	s->config.n_silences = 1;
	configure(s);
	t = try_it(s, START + 1000, &n);
	assert_int_equal(t.why, NOTIFY_WHY_SILENCE);
	assert_int_equal(t.by, 31);
	assert_int_equal(t.at_ms, START + HOUR);
	t = try_it(s, START + HOUR + 1000, &n);
	assert_int_equal(t.why, NOTIFY_WHY_AFTER);
	assert_int_equal(t.at_ms, START + HOUR + MINUTE);
	s->config.n_silences = 0;
	s->maintenances[0] = (struct notify_maintenance){ .id = 41,
		.filter = "[]",
		.window = { .from_ms = START, .until_ms = START + 2 * HOUR } };
	s->config.n_maintenances = 1;
	configure(s);
	t = try_it(s, START + 1000, &n);
	assert_int_equal(t.why, NOTIFY_WHY_WINDOW);
	assert_int_equal(t.by, 41);
	s->config.n_maintenances = 0;
	s->targets[0].quiet_from = "23:00";
	s->targets[0].quiet_until = "07:00";
	configure(s);
	t = try_it(s, START + 1000, &n);
	assert_int_equal(t.why, NOTIFY_WHY_QUIET);
	assert_int_equal(t.at_ms, START + 7 * HOUR);
}

static void
a_wrong_configuration_leaves_the_old_one(void **state)
{
	struct setup *s = *state;
	struct err err = { 0 };
	size_t n;

	s->routes[1].filter = "[{\"field\":\"colour\",\"op\":\"=\",\"value\":1}]";
	check_rc(notify_configure(s->n, &s->config, &err), RC_INVALID);
	check_contains(err.msg, "route 6: filter, condition 1");
	assert_int_equal(try_it(s, START, &n).route, 6);
	s->routes[1].filter = "";
	s->targets[1].quiet_from = "9";
	check_rc(notify_configure(s->n, &s->config, &err), RC_INVALID);
	check_contains(err.msg, "target 2: quiet hours");
}

static void
names_of_everything_are_read_again(void **state)
{
	(void)state;
	for (int i = 0; i < NOTIFY_ACTS; i++) {
		enum notify_act act;

		assert_true(
		    notify_act_from_name(notify_act_name((enum notify_act)i), &act));
		assert_int_equal(act, i);
	}
	for (int i = 0; i < NOTIFY_REASONS; i++) {
		enum notify_reason reason;

		assert_true(notify_reason_from_name(
		    notify_reason_name((enum notify_reason)i), &reason));
		assert_int_equal(reason, i);
	}
	for (int i = 0; i < NOTIFY_WHYS; i++)
		assert_non_null(notify_why_name((enum notify_why)i));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    says_route_target_and_moment, set_up, tear_down),
		cmocka_unit_test_setup_teardown(says_why_not, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    names_the_silence_the_window_and_quiet_hours, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    a_wrong_configuration_leaves_the_old_one, set_up, tear_down),
		cmocka_unit_test(names_of_everything_are_read_again),
	};

	return CHECK_ALL(tests);
}
