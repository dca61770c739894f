/* SPDX-License-Identifier: Apache-2.0
 *
 * model/text.h - maximum lengths of texts that users enter, and the characters allowed in
 * a name. The API document and the checks of the service and the model use the same
 * numbers.
 */
#ifndef FACHO_MODEL_TEXT_H
#define FACHO_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* In characters, as counted by text_length and JSON Schema. Limits of SNMP and of secrets
 * are in bytes. */
enum {
	TEXT_NAME_MAX = 64, /* of an OLT, a job, a row of the catalogue */
	TEXT_USER_NAME_MAX = 60, /* of a user, a token */
	TEXT_USER_WORDS_MAX = 200, /* full name, e-mail, language */
	TEXT_WORDS_MAX = 1000, /* description, site, reason */
	TEXT_ADDRESS_MAX = 255,
	TEXT_V3_NAME_MAX = 32, /* user and context, in bytes: the limit of SNMPv3 */
	TEXT_CRON_MAX = 255,
	TEXT_BATCH_MAX = 64,
	TEXT_CATALOGUE_MAX = 4000, /* description, notes, definition, transform */
	TEXT_UNIT_MAX = 16,
	TEXT_SECRET_MAX = 256, /* in bytes: SECRET_MAX of base/secret.h */
	TEXT_PASSWORD_MIN = 8,
	TEXT_ANY_MAX = 16384, /* all other texts */
};

/* Buffer for a name of this many characters of maximum UTF-8 length, and a NUL. */
enum {
	TEXT_NAME_BYTES = 4 * TEXT_NAME_MAX + 1,
	TEXT_USER_NAME_BYTES = 4 * TEXT_USER_NAME_MAX + 1,
};

/* The number of characters (code points) of a UTF-8 text. NULL has none. */
size_t text_length(const char *text);

/* A character that controls the screen: C0 and C1 controls, DEL, line separators, and
 * marks that change the direction of writing. NULL has none. */
bool text_has_control(const char *text);

/* The index of a word, from 0, in choices like "viewer|operator"; -1: not found. */
int text_choice(const char *choices, const char *word);

#endif
