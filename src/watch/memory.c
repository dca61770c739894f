/* SPDX-License-Identifier: Apache-2.0
 *
 * The learnt data as lines of text: "churn OLT HOUR:RATE ...", "clock OLT LOW HIGH",
 * "model DOWNS GASPS NAME", "group OLT NODE SURE PLACE ONU ...", "tx OLT PLACE DBM": the
 * level that a port usually sends.
 */
#include "watch/watch_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "facho watch 1\n";

static void
save_olt(const struct olt *o, struct buf *b)
{
	bool has_churn = false;

	for (int h = 0; h < WEEK_HOURS; h++) {
		if (o->churn[h] <= 0)
			continue;
		if (!has_churn)
			buf_printf(b, "churn %" PRId64, o->id.v);
		has_churn = true;
		buf_printf(b, " %d:%.5f", h, (double)o->churn[h]);
	}
	if (has_churn)
		buf_putc(b, '\n');
	if (o->clock_n)
		buf_printf(b, "clock %" PRId64 " %" PRId64 " %" PRId64 "\n", o->id.v,
		    o->clock_low_ms, o->clock_high_ms);
}

static void
save_group(const struct watch *w, const struct group *g, struct buf *b)
{
	const struct port *p = port_at(w, g->port);
	char place[WATCH_PLACE_MAX];

	buf_printf(b, "group %" PRId64 " %" PRId64 " %d %s", olt_at(w, p->olt)->id.v,
	    g->node, g->sure, place_text(&p->place, place));
	for (uint32_t i = 0; i < g->n; i++)
		buf_printf(b, " %" PRIu32, g->onus[i]);
	buf_putc(b, '\n');
}

static void
save_tx(const struct watch *w, const struct port *p, struct buf *b)
{
	char place[WATCH_PLACE_MAX];

	if (p->tx_base != 0 && p->n_onus)
		buf_printf(b, "tx %" PRId64 " %s %.2f\n", olt_at(w, p->olt)->id.v,
		    place_text(&p->place, place), (double)p->tx_base);
}

enum rc
watch_memory_save(const struct watch *w, struct buf *ret_bytes)
{
	buf_puts(ret_bytes, HEAD);
	for (size_t i = 0; i < w->olts.n; i++)
		if (!olt_at(w, (uint32_t)i)->is_gone)
			save_olt(olt_at(w, (uint32_t)i), ret_bytes);
	for (size_t i = 1; i < w->models.n; i++) {
		const struct model *m = VEC_AT(&w->models, struct model, i);

		if (m->downs && !strchr(m->name, '\n'))
			buf_printf(ret_bytes, "model %" PRIu32 " %" PRIu32 " %s\n",
			    m->downs, m->gasps, m->name);
	}
	for (size_t i = 0; i < w->groups.n; i++)
		if (!VEC_AT(&w->groups, struct group, i)->is_gone)
			save_group(w, VEC_AT(&w->groups, struct group, i), ret_bytes);
	for (size_t i = 0; i < w->ports.n; i++)
		save_tx(w, port_at(w, (uint32_t)i), ret_bytes);
	return buf_ok(ret_bytes) ? RC_OK : RC_NOMEM;
}

static void
load_churn(struct watch *w, const char *at)
{
	char *end;
	uint32_t row = olt_find(w, (struct olt_id){ strtoll(at, &end, 10) });

	while (*end == ' ') {
		long hour = strtol(end, &end, 10);
		double rate;

		if (*end != ':')
			return;
		rate = strtod(end + 1, &end);
		if (row != NONE && hour >= 0 && hour < WEEK_HOURS && rate > 0 && rate < 1)
			olt_at(w, row)->churn[hour] = (float)rate;
	}
}

static void
load_clock(struct watch *w, const char *at)
{
	char *end;
	uint32_t row = olt_find(w, (struct olt_id){ strtoll(at, &end, 10) });
	int64_t low = strtoll(end, &end, 10), high = strtoll(end, &end, 10);

	if (row == NONE || low > high)
		return;
	olt_at(w, row)->clock_low_ms = low;
	olt_at(w, row)->clock_high_ms = high;
	olt_at(w, row)->clock_n = 1;
}

static void
load_model(struct watch *w, const char *at)
{
	char *end;
	uint32_t downs = (uint32_t)strtoul(at, &end, 10);
	uint32_t gasps = (uint32_t)strtoul(end, &end, 10);
	struct model *m;
	uint16_t row;

	if (*end != ' ')
		return;
	row = model_row(w, end + 1);
	if (!row)
		return;
	m = VEC_AT(&w->models, struct model, row);
	m->downs = downs;
	m->gasps = gasps > downs ? downs : gasps;
}

static void
load_group(struct watch *w, char *at)
{
	char *end, *place;
	struct olt_id olt = { strtoll(at, &end, 10) };
	int64_t node = strtoll(end, &end, 10);
	int sure = (int)strtol(end, &end, 10);
	uint32_t port, *onus OWNED(free) = calloc(strlen(at) / 2 + 1, sizeof(*onus)),
			     n = 0;
	struct group *g;

	if (*end != ' ' || !onus)
		return;
	place = end + 1;
	end = place + strcspn(place, " ");
	while (*end == ' ') {
		*end = '\0';
		onus[n++] = (uint32_t)strtoul(end + 1, &end, 10);
	}
	port = port_find(w, olt, place);
	g = port == NONE || !n ? NULL : vec_more(w, &w->groups);
	if (g)
		*g = (struct group){ .node = node,
			.port = port,
			.sure = sure,
			.onus = GIVE(onus),
			.n = n };
}

static void
load_tx(struct watch *w, char *at)
{
	char *place, *end;
	struct olt_id olt = { strtoll(at, &place, 10) };
	uint32_t port;

	if (*place != ' ')
		return;
	place++;
	end = place + strcspn(place, " ");
	if (*end != ' ')
		return;
	*end = '\0';
	port = port_find(w, olt, place);
	if (port != NONE)
		port_at(w, port)->tx_base = port_at(w, port)->tx_now =
		    strtof(end + 1, NULL);
}

static void
load_line(struct watch *w, char *line)
{
	if (strncmp(line, "churn ", 6) == 0)
		load_churn(w, line + 6);
	else if (strncmp(line, "clock ", 6) == 0)
		load_clock(w, line + 6);
	else if (strncmp(line, "model ", 6) == 0)
		load_model(w, line + 6);
	else if (strncmp(line, "group ", 6) == 0)
		load_group(w, line + 6);
	else if (strncmp(line, "tx ", 3) == 0)
		load_tx(w, line + 3);
}

enum rc
watch_memory_load(struct watch *w, const void *bytes, size_t n)
{
	char *text OWNED(free) = NULL, *line, *end;

	if (n < sizeof(HEAD) - 1 || memcmp(bytes, HEAD, sizeof(HEAD) - 1) != 0)
		return RC_INVALID;
	text = malloc(n + 1);
	if (!text)
		return RC_NOMEM;
	memcpy(text, bytes, n);
	text[n] = '\0';
	for (line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		load_line(w, line);
	}
	return RC_OK;
}
