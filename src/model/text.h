/* SPDX-License-Identifier: Apache-2.0
 *
 * model/text.h - how long texts that people enter may be, and what may be in a name. The
 * API's document, the checks of the service and those of the model read the same numbers.
 */
#ifndef FACHO_MODEL_TEXT_H
#define FACHO_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* In characters, as text_length counts them, and as a JSON schema does. What SNMP or a secret's
 * place limits is in bytes. */
enum {
	TEXT_NAME_MAX = 64, /* of an OLT, a job, a row of the catalogue */
	TEXT_USER_NAME_MAX = 60, /* of a user, a token */
	TEXT_USER_WORDS_MAX = 200, /* full name, e-mail, language */
	TEXT_WORDS_MAX = 1000, /* description, site, reason */
	TEXT_ADDRESS_MAX = 255,
	TEXT_V3_NAME_MAX = 32, /* user and context, in bytes: what SNMPv3 allows */
	TEXT_CRON_MAX = 255,
	TEXT_BATCH_MAX = 64,
	TEXT_CATALOGUE_MAX = 4000, /* description, notes, definition, transform */
	TEXT_UNIT_MAX = 16,
	TEXT_SECRET_MAX = 256, /* in bytes: SECRET_MAX of base/secret.h */
	TEXT_PASSWORD_MIN = 8,
	TEXT_ANY_MAX = 16384, /* what has no limit of its own */
};

/* Room for names of that many characters, the longest that UTF-8 has, and a NUL. */
enum {
	TEXT_NAME_BYTES = 4 * TEXT_NAME_MAX + 1,
	TEXT_USER_NAME_BYTES = 4 * TEXT_USER_NAME_MAX + 1,
};

/* How many characters (code points) a text of UTF-8 has. NULL has none. */
size_t text_length(const char *text);

/* A character that a screen acts on instead of showing it: C0 and C1 controls, DEL, line
 * separators, and marks that turn the direction of writing. NULL has none. */
bool text_has_control(const char *text);

/* The place of a word, from 0 on, in choices like "viewer|operator"; -1: it is none of
 * them. */
int text_choice(const char *choices, const char *word);

#endif
