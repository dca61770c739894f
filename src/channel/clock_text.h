/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/clock_text.h - times as a user sees them, in a named zone and a language:
 * "10:02" today, otherwise with the date. Owner only.
 */
#ifndef FACHO_CHANNEL_CLOCK_TEXT_H
#define FACHO_CHANNEL_CLOCK_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/own.h"

struct clock_text;

/* zone "" or unknown: UTC, which is shown in the text. NULL: no memory. */
struct clock_text *clock_text_new(const char *zone, const char *lang, int64_t now_ms);
void clock_text_free(struct clock_text *c);
OWNED_BY(struct clock_text, clock_text_free);

/* At most max bytes with the NUL. */
void clock_text_put(const struct clock_text *c, int64_t at_ms, char *text, size_t max);

#endif
