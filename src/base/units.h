/* SPDX-License-Identifier: Apache-2.0
 *
 * base/units.h - parses and formats numbers with units: "2s", "64k", "yes".
 *
 * Used by the configuration file, the environment and the command line, so that the
 * syntax is the same in all three. No text is allowed before or after the number. On
 * failure the result is not changed. Pure; any thread.
 */
#ifndef FACHO_BASE_UNITS_H
#define FACHO_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rc.h"

/* A decimal integer, with an optional sign. */
enum rc units_parse_int(const char *text, int64_t *ret_number) MUST_CHECK;

/* "500ms", "2s", "5m", "1h", "1d"; 0 is also allowed without a unit. Other numbers need a
 * unit, because a missing unit would be an error by a factor of a thousand. */
enum rc units_parse_ms(const char *text, int64_t *ret_ms) MUST_CHECK;

/* "1400", "64k", "10M", "1G" (1024s). */
enum rc units_parse_bytes(const char *text, int64_t *ret_bytes) MUST_CHECK;

/* yes/no, true/false, on/off, 1/0, in upper or lower case. */
enum rc units_parse_bool(const char *text, bool *ret_bool) MUST_CHECK;

/* 0 to 15; -1: not a hexadecimal digit. */
int units_hex_digit(char c);

enum { UNITS_TEXT_MAX = 32 };

/* The shortest exact way to write it: 120000 is "2m", 1500 is "1500ms".
 * Both return text. */
char *units_format_ms(int64_t ms, char text[UNITS_TEXT_MAX]);
char *units_format_bytes(int64_t bytes, char text[UNITS_TEXT_MAX]);

#endif
