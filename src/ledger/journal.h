/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/journal.h - the coordinator's log as a file of lines:
 *
 *	2025-10-21 08:30:15 [INFO] coordinator.loop: olt=norte-1 is suspended
 *
 * In local time, one line per entry, control characters shown as '?'. The file rotates
 * (base/rotate.h). Write errors are reported in the program's log (base/grumble.h), and
 * lines are written again when it is possible. Owner only.
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

/* Creates the file and its folders if necessary. */
enum rc journal_open(const char *path, struct journal **ret_journal, struct err *err)
    MUST_CHECK;
void journal_close(struct journal *j);
OWNED_BY(struct journal, journal_close);

/* For engine_options.log; ctx is the struct journal. */
void journal_entry(void *ctx, const struct coordinator_entry *entry);

/* Open a new file, after another program has renamed the current one. Any thread. */
enum rc journal_reopen(struct journal *j, struct err *err) MUST_CHECK;

/* Only the line, without the line end. */
void journal_line(const struct coordinator_entry *entry, struct buf *out);

#endif
