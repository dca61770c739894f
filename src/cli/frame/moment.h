/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/moment.h - parses times as users type them. Pure, except for the time zone.
 */
#ifndef FACHO_CLI_FRAME_MOMENT_H
#define FACHO_CLI_FRAME_MOMENT_H

#include <stdint.h>

#include "base/rc.h"

enum { MOMENT_TEXT_MAX = 32 };

/* "2h": this long before now_ms. "2026-01-31", "2026-01-31 12:00", "2026-01-31T12:00:30":
 * local time, with Z at the end UTC. "now". Epoch milliseconds. RC_INVALID. */
enum rc moment_parse(const char *text, int64_t now_ms, int64_t *ret_ms) MUST_CHECK;

/* "2026-01-31T12:00:00.000Z", as operations accept it. Returns text. */
char *moment_iso(int64_t ms, char text[MOMENT_TEXT_MAX]);

/* "12:00:05" for "2026-01-31T12:00:05.123Z", in local time; "" for anything else. Returns
 * text. */
char *moment_clock(const char *iso, char text[MOMENT_TEXT_MAX]);

#endif
