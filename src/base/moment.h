/* SPDX-License-Identifier: Apache-2.0
 *
 * base/moment.h - moments as text. Any thread.
 */
#ifndef FACHO_BASE_MOMENT_H
#define FACHO_BASE_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

/* "2026-01-31T12:00:00Z", also with a fraction, an offset, or without a time: epoch
 * milliseconds. False: it is none; then *ret_ms is not changed. */
bool moment_read(const char *text, int64_t *ret_ms);

#endif
