/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/prompt.h - ask the person at the terminal for a secret, without echo.
 */
#ifndef FACHO_CLI_FRAME_PROMPT_H
#define FACHO_CLI_FRAME_PROMPT_H

#include "base/err.h"
#include "base/secret.h"

/* Asks on /dev/tty, whatever stdin is. RC_NOT_FOUND when there is no terminal
 * to ask at, RC_CANCELLED when nothing was typed, RC_INVALID when too much.
 * Blocks. The terminal's echo is restored on every way out, ^C included. */
enum rc prompt_secret(const char *question, struct secret *ret_secret, struct err *err)
    MUST_CHECK;

#endif
