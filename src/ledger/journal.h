/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/journal.h - the coordinator's log as a file of lines:
 *
 *	2025-10-21 08:30:15 [INFO] coordinator.loop: olt=norte-1 is suspended
 *
 * In local time, one line an entry, control characters shown as '?'. The file rotates
 * (base/rotate.h). What cannot be written is grumbled about in the program's own log, and
 * lines go on as soon as they can. Owner only.
 */
#ifndef FACHO_LEDGER_JOURNAL_H
#define FACHO_LEDGER_JOURNAL_H

#include "base/err.h"
#include "base/own.h"
#include "model/coordinator.h"

struct buf;
struct journal;

#define JOURNAL_BYTES INT64_C(10485760)
enum { JOURNAL_FILES = 6 }; /* main.log and five backups */

/* Makes the file, and the folders it is in, if need be. */
enum rc journal_open(const char *path, struct journal **ret_journal, struct err *err)
    MUST_CHECK;
void journal_close(struct journal *j);
OWNED_BY(struct journal, journal_close);

/* For engine_options.log; ctx is the struct journal. */
void journal_entry(void *ctx, const struct coordinator_entry *entry);

/* Somebody else has moved the file away. Any thread. */
enum rc journal_reopen(struct journal *j, struct err *err) MUST_CHECK;

/* The line alone, without its end. */
void journal_line(const struct coordinator_entry *entry, struct buf *out);

#endif
