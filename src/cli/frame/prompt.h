/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/prompt.h - prompts the user for a secret, without echo.
 */
#ifndef FACHO_CLI_FRAME_PROMPT_H
#define FACHO_CLI_FRAME_PROMPT_H

#include "base/err.h"
#include "base/secret.h"

/* Prompts on /dev/tty, independent of stdin. RC_NOT_FOUND: there is no terminal;
 * RC_CANCELLED: nothing was typed; RC_INVALID: too long. Blocks. The echo of the terminal
 * is always restored, also after ^C. */
enum rc prompt_secret(const char *question, struct secret *ret_secret, struct err *err)
    MUST_CHECK;

#endif
