/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/phrasebook.h - lines of the coordinator's log in the site's language.
 *
 * The program speaks English. What it says in another language is in one place, the
 * phrasebooks of the web admin (web/src/phrasebook/<language>.json), which are embedded in the
 * program: an event type with its details is told by "events", and a reason inside it is
 * looked up in "phrases". web/src/phrasebook/book.ts has the same rules for the browser.
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

/* NULL for "en". RC_INVALID: there is no book of this language; RC_NOMEM. */
enum rc phrasebook_open(
    const char *language, struct phrasebook **ret_book, struct err *err) MUST_CHECK;
void phrasebook_free(struct phrasebook *book);
OWNED_BY(struct phrasebook, phrasebook_free);

/* The sentence of a line. What the book does not have, and everything when book is NULL,
 * stays as the line has it. */
void phrasebook_line(const struct phrasebook *book, const struct coordinator_entry *entry,
    struct buf *out);

/* A sentence of the program. */
void phrasebook_say(const struct phrasebook *book, const char *text, struct buf *out);

#endif
