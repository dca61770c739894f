/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/unit/check.h - cmocka with the headers that it needs, and two checks with better
 * failure messages than assert_true.
 */
#ifndef FACHO_TESTS_CHECK_H
#define FACHO_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

/* Compare outcomes; a failure shows their names. */
#define check_rc(expr, expected)                                           \
	do {                                                               \
		enum rc check_got_ = (expr);                               \
		if (check_got_ != (expected))                              \
			fail_msg("%s: got \"%s\", expected \"%s\"", #expr, \
			    rc_name(check_got_), rc_name(expected));       \
	} while (0)

/* text must contain part; a failure shows the text. */
#define check_contains(text, part)                                                   \
	do {                                                                         \
		const char *check_text_ = (text);                                    \
		const char *check_part_ = (part);                                    \
		if (!strstr(check_text_, check_part_))                               \
			fail_msg("\"%s\" is not in:\n%s", check_part_, check_text_); \
	} while (0)

#define CHECK_ALL(tests) cmocka_run_group_tests(tests, NULL, NULL)

#endif
