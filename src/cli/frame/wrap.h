/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/wrap.h - prints a paragraph in a column of the terminal. Pure except for the
 * FILE.
 */
#ifndef FACHO_CLI_FRAME_WRAP_H
#define FACHO_CLI_FRAME_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Print text from column `indent` on, broken at blanks so that no line is wider than
 * `width` (a longer word has its own line); `at` is the present column of the cursor.
 * Ends with a newline. */
void wrap_print(FILE *out, const char *text, size_t at, size_t indent, size_t width);

#endif
