/* SPDX-License-Identifier: Apache-2.0
 *
 * base/tidy.h - makes any text safe to store and show.
 *
 * A truncated text may end in the middle of a character, and a text of a device may
 * contain anything. A database accepts neither. Pure; any thread.
 */
#ifndef FACHO_BASE_TIDY_H
#define FACHO_BASE_TIDY_H

/* Changes text in place: an incomplete character at the end is removed; invalid UTF-8 and
 * control characters become '?'. */
void tidy(char *text);

#endif
