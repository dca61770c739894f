/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/wrap.h - a paragraph in a column of the terminal. Pure but for the FILE.
 */
#ifndef FACHO_CLI_FRAME_WRAP_H
#define FACHO_CLI_FRAME_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Print text from column `indent` on, broken at blanks so that no line is wider
 * than `width` (a longer word stands alone); `at` is the column where the
 * cursor is now. Ends with a newline. */
void wrap_print(FILE *out, const char *text, size_t at, size_t indent, size_t width);

#endif
