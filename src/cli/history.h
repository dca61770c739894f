/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/history.h - what the commands that show numbers over time share.
 */
#ifndef FACHO_CLI_HISTORY_H
#define FACHO_CLI_HISTORY_H

#include "cli/remote.h"

/* --from, --to and --resolution. */
extern const struct cli_option HISTORY_OPTIONS[];
extern const struct remote_column HISTORY_COLUMNS[];

#endif
