/* SPDX-License-Identifier: Apache-2.0
 *
 * base/tidy.h - sentences that can be stored and shown, whatever went into them.
 *
 * A sentence that was cut to fit its place may end in the middle of a character, and
 * what a device says may be anything; a database takes neither. Pure; any thread.
 */
#ifndef FACHO_BASE_TIDY_H
#define FACHO_BASE_TIDY_H

/* In place: half a character at the end is dropped; bytes that are not UTF-8, and
 * control characters, become '?'. */
void tidy(char *text);

#endif
