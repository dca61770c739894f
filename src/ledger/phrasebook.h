/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/phrasebook.h - lines of the coordinator's log in the site's language.
 *
 * The messages of the program are in English. Translations are only in the phrasebooks of
 * the web admin (web/src/phrasebook/<language>.json), which are embedded in the program:
 * an event type with its details is translated by "events", and a reason inside it by
 * "phrases". web/src/phrasebook/book.ts has the same rules for the browser.
 *
 * Immutable after it was opened: any thread.
 */
#ifndef FACHO_LEDGER_PHRASEBOOK_H
#define FACHO_LEDGER_PHRASEBOOK_H

#include <stddef.h>

#include "base/err.h"
#include "base/own.h"
#include "model/coordinator.h"

struct buf;
struct phrasebook;

/* The files, as tools/embed writes them. */
struct phrases {
	const char *name; /* "es.json" */
	const unsigned char *text;
	size_t n;
};
extern const struct phrases PHRASEBOOKS[];
extern const size_t N_PHRASEBOOKS;

/* NULL for "en". RC_INVALID: there is no phrasebook for this language; RC_NOMEM. */
enum rc phrasebook_open(
    const char *language, struct phrasebook **ret_book, struct err *err) MUST_CHECK;
void phrasebook_free(struct phrasebook *book);
OWNED_BY(struct phrasebook, phrasebook_free);

/* The message of a line. Text without a translation, and all text if book is NULL, is not
 * changed. */
void phrasebook_line(const struct phrasebook *book, const struct coordinator_entry *entry,
    struct buf *out);

/* Translate a sentence of the program. */
void phrasebook_say(const struct phrasebook *book, const char *text, struct buf *out);

#endif
