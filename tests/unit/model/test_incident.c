/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/incident.h"

static void
every_name_is_read_again(void **state)
{
	(void)state;
	for (int i = 0; i < INCIDENT_STATES; i++) {
		enum incident_state got;

		assert_true(incident_state_from_name(
		    incident_state_name((enum incident_state)i), &got));
		assert_int_equal(got, i);
	}
	for (int i = 0; i < INCIDENT_SEVERITIES; i++) {
		static const char *const NAMES[] = { "info", "minor", "major",
			"critical" };
		enum incident_severity got;

		assert_true(incident_severity_from_name(NAMES[i], &got));
		assert_int_equal(got, i);
	}
	for (int i = 0; i < INCIDENT_CLASSES; i++) {
		enum incident_class got;

		assert_true(incident_class_from_name(
		    incident_class_name((enum incident_class)i), &got));
		assert_int_equal(got, i);
	}
}

static void
an_unknown_name_changes_nothing(void **state)
{
	enum incident_state got = INCIDENT_OPEN;

	(void)state;
	assert_false(incident_state_from_name("gone", &got));
	assert_int_equal(got, INCIDENT_OPEN);
}

static void
over_is_resolved_closed_or_dismissed(void **state)
{
	(void)state;
	assert_false(incident_is_over(INCIDENT_RECOVERING));
	assert_true(incident_is_over(INCIDENT_RESOLVED));
	assert_true(incident_is_over(INCIDENT_CLOSED));
	assert_true(incident_is_over(INCIDENT_DISMISSED));
	assert_false(incident_is_over(INCIDENT_MERGED));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_is_read_again),
		cmocka_unit_test(an_unknown_name_changes_nothing),
		cmocka_unit_test(over_is_resolved_closed_or_dismissed),
	};

	return CHECK_ALL(tests);
}
