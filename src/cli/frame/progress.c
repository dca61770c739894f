/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/printer.h"

enum { REDRAW_MS = 100, BAR_MAX = 40 };

void
progress_init(struct progress *p, FILE *out, const char *label)
{
	const char *term = getenv("TERM");

	*p = (struct progress){ .out = out, .label = label };
	p->is_on = isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;
	p->width = p->is_on ? terminal_width(out) : 0;
}

static void
draw_bar(const struct progress *p, uint64_t done, uint64_t total)
{
	size_t room = strlen(p->label) + 16; /* blanks, brackets, "100%" */
	size_t bar = p->width > room ? p->width - room : 0;
	double part = done >= total ? 1 : (double)done / (double)total;
	size_t full;

	if (bar > BAR_MAX)
		bar = BAR_MAX;
	full = (size_t)(part * (double)bar);
	(void)fprintf(p->out, "\r%s [", p->label);
	for (size_t i = 0; i < bar; i++)
		(void)fputc(i < full ? '#' : '.', p->out);
	(void)fprintf(p->out, "] %3d%%\033[K", (int)(part * 100));
}

void
progress_show(struct progress *p, uint64_t done, uint64_t total, int64_t now_ms)
{
	if (!p->is_on || (p->is_drawn && now_ms - p->drawn_ms < REDRAW_MS))
		return;
	if (total)
		draw_bar(p, done, total);
	else
		(void)fprintf(p->out, "\r%s %" PRIu64 "\033[K", p->label, done);
	(void)fflush(p->out);
	p->is_drawn = true;
	p->drawn_ms = now_ms;
}

void
progress_end(struct progress *p)
{
	if (!p->is_drawn)
		return;
	(void)fputs("\r\033[K", p->out);
	(void)fflush(p->out);
	p->is_drawn = false;
}
