/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/vendor_int.h - what the files of this folder share. All of it is pure.
 */
#ifndef FACHO_VENDOR_VENDOR_INT_H
#define FACHO_VENDOR_VENDOR_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vendor/profile.h"

/* Can index_position_from_name() work with it? At least one part, none twice,
 * something between two parts, a star only at the end. */
bool name_pattern_is_valid(const char *pattern);

/* ---- the profiles that ship (made by tools/embed.c) ---- */

struct builtin_profile {
	const char *name; /* "huawei_smartax.json" */
	const unsigned char *json;
	size_t len;
};

extern const struct builtin_profile BUILTIN_PROFILES[];
extern const size_t N_BUILTIN_PROFILES;

/* One profile out of JSON text; all of it lives in the arena. */
enum rc profile_parse(const char *json, size_t len, struct arena *arena,
    const struct profile **ret_profile, struct err *err) MUST_CHECK;

/* ---- text ---- */

/* Octets as UTF-8: blanks and NULs at both ends and control characters are
 * dropped, what is not valid UTF-8 is taken for Latin-1. NULL: no memory. */
char *text_clean(const uint8_t *octets, size_t n, struct arena *arena);

/* Is it one of the ways devices say that there is nothing to say: "", "--",
 * "N/A", "na", "null", "none", "-inf"? Without regard to case. */
bool text_says_nothing(const char *text);

/* The first decimal number in text: "-20.97 dBm" -> -20.97. */
bool text_find_number(const char *text, double *ret);

/* All of text (blanks around it allowed) as a whole number. */
bool text_is_integer(const char *text, int64_t *ret);

/* ---- serials and MACs ---- */

enum { SERIAL_LEN = 12, MAC_TEXT_LEN = 17 };

/* A GPON serial in any of its forms, normalised to four capital letters and
 * eight capital hexadecimal digits. What is no such serial stays as trimmed text
 * (hexadecimal when it is not printable). *ret_text is NULL when there is none
 * at all: empty, or nothing but zeros. RC_NOMEM. */
enum rc serial_from_octets(const uint8_t *octets, size_t n, struct arena *arena,
    const char **ret_text) MUST_CHECK;

/* "12,HWTC12345678" -> the octets behind the comma. */
void serial_strip_prefix(const uint8_t **octets, size_t *n);

/* The 8 octets of a normalised serial; false when it is not normalised. */
bool serial_to_octets(const char *text, uint8_t ret[8]);

/* 6 octets, or text with or without separators. False: it is no MAC. */
bool mac_from_octets(const uint8_t *octets, size_t n, uint8_t ret[6]);

/* ---- dates ---- */

/* DateAndTime of 8 or 11 octets, or one of its texts. RC_NOT_FOUND: the device
 * says it has none (empty, zeros, before 1990). RC_PROTOCOL: it is no date.
 * Without a zone the time is taken as UTC: the device does not say its zone. */
enum rc date_from_octets(const uint8_t *octets, size_t n, int64_t *ret_ms) MUST_CHECK;

/* The 8 octets of a moment, in UTC. */
void date_to_octets(int64_t ms, uint8_t ret[8]);

#endif
