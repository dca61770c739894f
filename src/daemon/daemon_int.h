/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/daemon_int.h - the commands that live beside main().
 */
#ifndef FACHO_DAEMON_DAEMON_INT_H
#define FACHO_DAEMON_DAEMON_INT_H

#include "cli/command.h"

extern const struct cli_command cmd_version;

#endif
