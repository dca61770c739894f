/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/clerk.h - carries what the books say (poll/books.h) to the writer.
 *
 * Rows of one tick go as one piece of work, in the order in which they came: an hour
 * begins for thousands of OLTs at once. A row that the database will not have does not
 * keep the others out.
 *
 * Engine thread only. For the files of poll/ only.
 */
#ifndef FACHO_POLL_CLERK_H
#define FACHO_POLL_CLERK_H

#include "poll/books.h"
#include "poll/outbox.h"

struct clerk;
struct phrasebook; /* poll/phrasebook.h */

struct clerk_options {
	struct outbox *outbox; /* borrowed */
	/* Lines of the coordinator's log are told in its language; borrowed, NULL:
	 * English. Then their details have the English sentence as "message". */
	const struct phrasebook *book;
	/* Lines of the coordinator's log go there too; may be NULL. */
	void (*log)(void *ctx, const struct coordinator_entry *entry);
	void *ctx;
};

struct clerk *clerk_new(const struct clerk_options *options); /* NULL: no memory */
void clerk_free(struct clerk *c);
OWNED_BY(struct clerk, clerk_free);

struct books_world clerk_world(struct clerk *c);

/* Another phrasebook from now on; as in the options. */
void clerk_speak(struct clerk *c, const struct phrasebook *book);

/* Hand over what has come since the last time. */
void clerk_flush(struct clerk *c);

#endif
