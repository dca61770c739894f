/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/watch_rows.h - the second half of bench_watch: 100,000 changes of the event log,
 * judged by the watcher and written, on a database of each kind.
 */
#ifndef FACHO_BENCH_WATCH_ROWS_H
#define FACHO_BENCH_WATCH_ROWS_H

#include <stdbool.h>

/* Print its lines. False: a target was missed. */
bool watch_rows_report(void);

#endif
