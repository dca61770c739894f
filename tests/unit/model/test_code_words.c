/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "model/execution.h"
#include "model/purpose.h"
#include "model/value.h"
#include "model/words.h"

static void
a_code_is_told_in_words_of_its_family(void **state)
{
	(void)state;
	assert_string_equal(words_for(WORDS_CAUSE, "los_port"), "no light, whole port");
	assert_string_equal(words_for(WORDS_CAUSE, "admin"), "disabled");
	assert_string_equal(words_for(WORDS_PORT, "dark"), "all down");
	assert_string_equal(words_for(WORDS_EXECUTION, "SUCCESS"), "success");
	assert_string_equal(
	    words_for(WORDS_PURPOSE, "onu_rx"), "level that the ONU receives");
}

static void
what_has_no_words_stays_as_it_is(void **state)
{
	(void)state;
	assert_string_equal(words_for(WORDS_NONE, "los_port"), "los_port");
	assert_string_equal(words_for(WORDS_CAUSE, "moon"), "moon");
	assert_string_equal(words_for(WORDS_PURPOSE, "custom:vlan"), "custom:vlan");
	assert_string_equal(words_for(WORDS_LOG_EVENT, ""), "");
}

/* Does it have words? Without them it is not changed. */
static void
check_has_words(enum words family, const char *code)
{
	const char *words = words_for(family, code);

	assert_non_null(words);
	assert_true(*words);
	assert_ptr_not_equal(words, code);
}

static void
every_cause_trouble_and_purpose_has_words(void **state)
{
	(void)state;
	for (int i = STATE_CAUSES; i < STATE_COUNT; i++)
		check_has_words(WORDS_CAUSE, state_name((enum state)i));
	for (int i = TROUBLE_NONE + 1; i < TROUBLES; i++)
		check_has_words(WORDS_TROUBLE, trouble_name((enum trouble)i));
	for (int i = 0; i < PURPOSES; i++) {
		const char *name = purpose_info((enum purpose)i)->name;

		assert_non_null(words_for(WORDS_PURPOSE, name));
		assert_null(strchr(words_for(WORDS_PURPOSE, name), '_'));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_is_told_in_words_of_its_family),
		cmocka_unit_test(what_has_no_words_stays_as_it_is),
		cmocka_unit_test(every_cause_trouble_and_purpose_has_words),
	};

	return CHECK_ALL(tests);
}
