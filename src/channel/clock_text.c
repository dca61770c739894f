/* SPDX-License-Identifier: Apache-2.0 */
#include "channel/clock_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "channel/format_int.h"

struct clock_text {
	struct zone *zone; /* NULL: UTC */
	int64_t now_ms;
	bool is_spanish;
};

struct clock_text *
clock_text_new(const char *zone, const char *lang, int64_t now_ms)
{
	struct clock_text *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->zone = zone && *zone ? zone_load(zone) : NULL;
	c->now_ms = now_ms;
	c->is_spanish = format_is_spanish(lang);
	return c;
}

void
clock_text_free(struct clock_text *c)
{
	if (!c)
		return;
	zone_free(c->zone);
	free(c);
}

void
clock_text_put(const struct clock_text *c, int64_t at_ms, char *text, size_t max)
{
	struct buf b = BUF_INIT(128);

	format_time(&b, c->zone, at_ms, c->now_ms, c->is_spanish);
	(void)snprintf(text, max, "%s", buf_text(&b));
	buf_fini(&b);
}
