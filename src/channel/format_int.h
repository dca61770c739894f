/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/format_int.h - values as text in one of the two languages. Pure. Any thread.
 *
 *	number	en 19,200	es 19 200 (from five digits on, with a space that does not break)
 *	km	en 3.2 km	es 3,2 km
 *	time	10:02 today, "18/11 10:02" or "18 Nov 10:02" otherwise, with the year if it is
 *		another one; "10:02 UTC" if the zone is not known
 *	ago	en 5 min ago	es hace 5 min
 */
#ifndef FACHO_CHANNEL_FORMAT_INT_H
#define FACHO_CHANNEL_FORMAT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "channel/zone_int.h"

bool format_is_spanish(const char *lang);
void format_number(struct buf *out, int64_t n, bool is_spanish);
/* "and 57 more" / "y 57 más". */
void format_more(struct buf *out, int64_t n, bool is_spanish);
void format_km(struct buf *out, int64_t metres, bool is_spanish);
void format_duration(struct buf *out, int64_t seconds);
void format_ago(struct buf *out, int64_t at_ms, int64_t now_ms, bool is_spanish);
void format_time(struct buf *out, const struct zone *zone, int64_t at_ms, int64_t now_ms,
    bool is_spanish);
/* A code of the API in the reader's language; an unknown code is not changed. */
const char *format_word(const char *code, bool is_spanish);
/* "almost certain"; "" below 50. */
const char *format_sure(int64_t confidence, bool is_spanish);

#endif
