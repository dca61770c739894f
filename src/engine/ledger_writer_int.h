/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/ledger_writer_int.h - passes the rows of the ledger (ledger/ledger.h) to the
 * writer.
 *
 * The rows of one tick are one write, in their order: an hour begins for thousands of
 * OLTs at the same time. If the database refuses a row, the others are still written.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_LEDGER_WRITER_INT_H
#define FACHO_ENGINE_LEDGER_WRITER_INT_H

#include "ledger/ledger.h"
#include "engine/outbox_int.h"

struct ledger_writer;
struct phrasebook; /* ledger/phrasebook.h */

struct ledger_writer_options {
	struct outbox *outbox; /* borrowed */
	/* The language of lines of the coordinator's log; borrowed, NULL: English. With a
	 * phrasebook their details have the English message as "message". */
	const struct phrasebook *book;
	/* Also receives the lines of the coordinator's log; may be NULL. */
	void (*log)(void *ctx, const struct coordinator_entry *entry);
	void *ctx;
};

struct ledger_writer *ledger_writer_new(
    const struct ledger_writer_options *options); /* NULL: no memory */
void ledger_writer_free(struct ledger_writer *c);
OWNED_BY(struct ledger_writer, ledger_writer_free);

struct ledger_ops ledger_writer_ops(struct ledger_writer *c);

/* Use another phrasebook from now on; as in the options. */
void ledger_writer_speak(struct ledger_writer *c, const struct phrasebook *book);

/* Pass the rows since the last call to the writer. */
void ledger_writer_flush(struct ledger_writer *c);

#endif
