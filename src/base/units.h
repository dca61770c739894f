/* SPDX-License-Identifier: Apache-2.0
 *
 * base/units.h - numbers as people write them: "2s", "64k", "yes".
 *
 * Shared by the configuration file, the environment and the command line, so
 * that a duration is written the same way in all three. Nothing may stand
 * before or behind the number. On failure the result is untouched.
 * Pure; any thread.
 */
#ifndef FACHO_BASE_UNITS_H
#define FACHO_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rc.h"

/* A decimal whole number, with a sign if need be. */
enum rc units_parse_int(const char *text, int64_t *ret_number) MUST_CHECK;

/* "500ms", "2s", "5m", "1h", "1d"; a bare 0 too, and nothing else without a
 * unit: a forgotten one is a mistake of a factor of a thousand. */
enum rc units_parse_ms(const char *text, int64_t *ret_ms) MUST_CHECK;

/* "1400", "64k", "10M", "1G" (1024s). */
enum rc units_parse_bytes(const char *text, int64_t *ret_bytes) MUST_CHECK;

/* yes/no, true/false, on/off, 1/0, without regard to case. */
enum rc units_parse_bool(const char *text, bool *ret_bool) MUST_CHECK;

/* 0 to 15; -1: it is none. */
int units_hex_digit(char c);

enum { UNITS_TEXT_MAX = 32 };

/* The shortest exact way to write it: 120000 is "2m", 1500 is "1500ms".
 * Both return text. */
char *units_format_ms(int64_t ms, char text[UNITS_TEXT_MAX]);
char *units_format_bytes(int64_t bytes, char text[UNITS_TEXT_MAX]);

#endif
