/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/frame/moment.h"
#include "cli/frame/utf8.h"

enum { LINE_MAX_BYTES = 4096, BAR_MAX = 30, FIGURES = 6 };

struct screen {
	struct buf *out;
	struct screen_size size;
	const char *end;
	unsigned used; /* lines */
};

/* ---- lines ------------------------------------------------------------------------------- */

static void
put_line(struct screen *s, const char *text)
{
	unsigned column = 0;
	uint32_t c;

	if (s->used >= s->size.rows)
		return;
	while ((c = utf8_step(&text)) != 0) {
		char bytes[5];
		uint32_t shown = utf8_harmless(c);

		column += utf8_columns(shown);
		if (column > s->size.columns)
			break;
		buf_add(s->out, bytes, utf8_put(shown, bytes));
	}
	buf_puts(s->out, s->end);
	s->used++;
}

static void put(struct screen *s, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
put(struct screen *s, const char *fmt, ...)
{
	char line[LINE_MAX_BYTES];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	put_line(s, line);
}

/* ---- values ------------------------------------------------------------------------------ */

static long long
number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static const char *
text(const json_t *object, const char *key)
{
	const char *found = json_string_value(json_object_get(object, key));

	return found ? found : "";
}

/* ---- its parts ------------------------------------------------------------------------------ */

/* "[######....]": how many of the pollers are busy. */
static const char *
bar(long long part, long long whole, unsigned width, char room[BAR_MAX + 3])
{
	unsigned n = width < BAR_MAX ? width : BAR_MAX;
	long long full = whole > 0 ? (part * n + whole - 1) / whole : 0;

	room[0] = '[';
	for (unsigned i = 0; i < n; i++)
		room[1 + i] = i < full ? '#' : '.';
	room[1 + n] = ']';
	room[2 + n] = '\0';
	return room;
}

static void
draw_figures(struct screen *s, const struct screen_view *view)
{
	const json_t *e = json_object_get(view->status, "engine");
	const json_t *lanes = json_object_get(e, "queue_by_lane");
	const json_t *onus = json_object_get(view->status, "onus");
	bool is_saturated = json_is_true(json_object_get(e, "saturated"));
	char room[BAR_MAX + 3];

	put(s, "facho %s   %s   q quits", text(view->status, "version"), view->now);
	put(s, "pollers   %s %lld of %lld busy%s%s",
	    bar(number(e, "busy"), number(e, "pollers"), s->size.columns / 3, room),
	    number(e, "busy"), number(e, "pollers"), is_saturated ? "  SATURATED: " : "",
	    text(e, "saturation"));
	put(s, "queue     %lld: high %lld, discovery %lld, polling %lld, retry %lld%s",
	    number(e, "queue"), number(lanes, "high"), number(lanes, "discovery"),
	    number(lanes, "polling"), number(lanes, "retry"),
	    json_is_true(json_object_get(e, "held")) ? "  HELD: the database" : "");
	put(s, "lateness  p50 %lld ms, p99 %lld ms, most %lld ms; %lld runs, %lld late",
	    number(e, "late_p50_ms"), number(e, "late_p99_ms"), number(e, "late_max_ms"),
	    number(e, "completed"), number(e, "delayed"));
	put(s,
	    "network   %lld OLTs, %lld not answering, %lld suspended; %lld ONUs online, "
	    "%lld offline",
	    number(e, "olts"), number(e, "not_answering"), number(e, "suspended"),
	    number(onus, "online"), number(onus, "offline"));
	put_line(s, "");
}

static bool
is_busy(const json_t *poller)
{
	return strcmp(text(poller, "status"), "BUSY") == 0;
}

static void
draw_pollers(struct screen *s, const json_t *pollers, unsigned room_lines)
{
	unsigned last = s->used + room_lines;
	const json_t *p;
	size_t i;

	put(s, "%6s  %-20s %-28s %10s  %s", "POLLER", "OLT", "JOB", "EXECUTION", "SINCE");
	json_array_foreach(json_object_get(pollers, "results"), i, p)
	{
		char at[MOMENT_TEXT_MAX];

		if (is_busy(p) && s->used < last)
			put(s, "%6lld  %-20.60s %-28.60s %10lld  %s", number(p, "poller"),
			    text(p, "olt_name"), text(p, "job_name"),
			    number(p, "execution"), moment_clock(text(p, "since"), at));
	}
	put_line(s, "");
}

static void
draw_queue(struct screen *s, const json_t *queue, unsigned room_lines)
{
	unsigned last = s->used + room_lines;
	const json_t *q;
	size_t i;

	put(s, "%6s  %-20s %-28s %10s  %s", "WAITS", "OLT", "JOB", "LATE ms", "LANE");
	json_array_foreach(json_object_get(queue, "results"), i, q)
	{
		if (s->used < last)
			put(s, "%6lld  %-20.60s %-28.60s %10lld  %s", number(q, "place"),
			    text(q, "olt_name"), text(q, "job_name"),
			    number(q, "late_ms"), text(q, "lane"));
	}
	put_line(s, "");
}

static void
draw_log(struct screen *s, const json_t *log)
{
	const json_t *row;
	size_t i;

	put_line(s, "NEWEST");
	json_array_foreach(json_object_get(log, "results"), i, row)
	{
		char at[MOMENT_TEXT_MAX];

		put(s, "%s %-7s %s", moment_clock(text(row, "at"), at),
		    text(row, "level"), text(row, "message"));
	}
}

void
screen_draw(struct buf *out, const struct screen_view *view, struct screen_size size,
    const char *end)
{
	struct screen s = { out, size, end, 0 };
	unsigned third = size.rows > FIGURES ? (size.rows - FIGURES) / 3 : 0;

	draw_figures(&s, view);
	draw_pollers(&s, view->pollers, third);
	draw_queue(&s, view->queue, third);
	draw_log(&s, view->log);
}
