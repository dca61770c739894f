/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote/history_int.h - what the commands that show numbers over time share.
 */
#ifndef FACHO_CLI_REMOTE_HISTORY_INT_H
#define FACHO_CLI_REMOTE_HISTORY_INT_H

#include "cli/remote/remote.h"

/* --from, --to and --resolution. */
extern const struct cli_option HISTORY_OPTIONS[];
extern const struct remote_column HISTORY_COLUMNS[];

#endif
