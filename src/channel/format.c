/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "channel/format_int.h"

enum { DAY_S = 86400, HOUR_S = 3600, MINUTE_S = 60 };

struct word {
	const char *code;
	const char *en;
	const char *es;
};

static const struct word WORDS[] = {
	{ "critical", "critical", "crítica" },
	{ "major", "major", "grave" },
	{ "minor", "minor", "leve" },
	{ "info", "information", "informativa" },
	{ "suspect", "suspected", "en sospecha" },
	{ "open", "open", "abierto" },
	{ "recovering", "recovering", "recuperándose" },
	{ "resolved", "resolved", "resuelto" },
	{ "closed", "closed", "cerrado" },
	{ "dismissed", "dismissed", "descartado" },
	{ "merged", "merged", "unido a otro" },
	{ "fibre", "fibre", "fibra" },
	{ "power", "power", "energía" },
	{ "equipment", "equipment", "equipo" },
	{ "admin", "switched off by a person", "apagado por una persona" },
	{ "collector", "our own monitoring", "nuestro monitoreo" },
	{ "optical", "optical levels", "niveles ópticos" },
	{ "unknown", "unknown", "desconocida" },
	{ "outage", "outage", "caída" },
	{ "degradation", "degradation", "degradación" },
	{ "flapping", "unstable", "inestable" },
	{ "olt_silent", "OLT does not answer", "la OLT no responde" },
	{ "site_silent", "site does not answer", "el sitio no responde" },
	{ "channel_dead", "channel does not work", "el canal no funciona" },
	{ "optics", "levels got worse", "la señal empeoró" },
	{ "duplicate", "serial in two places", "serial en dos lugares" },
	{ "walk_held", "reading not applied", "lectura no aplicada" },
	{ "saturated", "pollers saturated", "pollers saturados" },
	{ "store", "database trouble", "falla de la base de datos" },
	{ "quota", "quota not met", "cuota sin cumplir" },
	{ "limit", "limit exceeded", "límite superado" },
	{ "planned", "planned work", "trabajo planificado" },
	{ "window_open", "window that nobody ended", "ventana que nadie cerró" },
};

bool
format_is_spanish(const char *lang)
{
	return lang && strcmp(lang, "es") == 0;
}

/* The digits in groups of three from the right. */
static void
put_groups(struct buf *out, const char *digits, const char *separator)
{
	size_t n = strlen(digits);

	for (size_t i = 0; i < n; i++) {
		if (i > 0 && (n - i) % 3 == 0)
			buf_puts(out, separator);
		buf_putc(out, digits[i]);
	}
}

void
format_number(struct buf *out, int64_t n, bool is_spanish)
{
	char digits[32];
	uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

	(void)snprintf(digits, sizeof(digits), "%" PRIu64, size);
	if (n < 0)
		buf_putc(out, '-');
	if (is_spanish)
		put_groups(out, digits, size < 10000 ? "" : "\u00a0");
	else
		put_groups(out, digits, ",");
}

void
format_more(struct buf *out, int64_t n, bool is_spanish)
{
	buf_puts(out, is_spanish ? "y " : "and ");
	format_number(out, n, is_spanish);
	buf_puts(out, is_spanish ? " más" : " more");
}

void
format_km(struct buf *out, int64_t metres, bool is_spanish)
{
	int64_t tenths = (metres < 0 ? 0 : metres) / 100 + ((metres % 100) >= 50);

	buf_printf(out, "%" PRId64 "%c%" PRId64 " km", tenths / 10,
	    is_spanish ? ',' : '.', tenths % 10);
}

/* The two largest units: "2 h 5 min", "3 d 4 h", "40 s". */
void
format_duration(struct buf *out, int64_t s)
{
	if (s < 0)
		s = 0;
	if (s >= DAY_S)
		buf_printf(out, "%" PRId64 " d", s / DAY_S);
	if (s >= DAY_S && s % DAY_S >= HOUR_S)
		buf_printf(out, " %" PRId64 " h", s % DAY_S / HOUR_S);
	if (s >= DAY_S)
		return;
	if (s >= HOUR_S)
		buf_printf(out, "%" PRId64 " h", s / HOUR_S);
	if (s >= HOUR_S && s % HOUR_S >= MINUTE_S)
		buf_printf(out, " %" PRId64 " min", s % HOUR_S / MINUTE_S);
	if (s >= HOUR_S)
		return;
	if (s >= MINUTE_S)
		buf_printf(out, "%" PRId64 " min", s / MINUTE_S);
	else
		buf_printf(out, "%" PRId64 " s", s);
}

void
format_ago(struct buf *out, int64_t at_ms, int64_t now_ms, bool is_spanish)
{
	if (is_spanish)
		buf_puts(out, "hace ");
	format_duration(out, (now_ms - at_ms) / 1000);
	if (!is_spanish)
		buf_puts(out, " ago");
}

static void
put_date(struct buf *out, const struct tm *tm, bool has_year, bool is_spanish)
{
	static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	if (is_spanish)
		buf_printf(out, "%02d/%02d", tm->tm_mday, tm->tm_mon + 1);
	else
		buf_printf(
		    out, "%d %.3s", tm->tm_mday, MONTHS + (ptrdiff_t)3 * tm->tm_mon);
	if (has_year)
		buf_printf(out, is_spanish ? "/%d" : " %d", tm->tm_year + 1900);
	buf_putc(out, ' ');
}

void
format_time(struct buf *out, const struct zone *zone, int64_t at_ms, int64_t now_ms,
    bool is_spanish)
{
	struct tm tm, now;

	zone_time(zone, at_ms, &tm);
	zone_time(zone, now_ms, &now);
	if (tm.tm_year != now.tm_year || tm.tm_yday != now.tm_yday)
		put_date(out, &tm, tm.tm_year != now.tm_year, is_spanish);
	buf_printf(out, "%02d:%02d%s", tm.tm_hour, tm.tm_min, zone ? "" : " UTC");
}

const char *
format_word(const char *code, bool is_spanish)
{
	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
		if (strcmp(WORDS[i].code, code) == 0)
			return is_spanish ? WORDS[i].es : WORDS[i].en;
	}
	return code;
}

const char *
format_sure(int64_t confidence, bool is_spanish)
{
	if (confidence >= 90)
		return is_spanish ? "casi seguro" : "almost certain";
	if (confidence >= 70)
		return "probable"; /* in both languages */
	if (confidence >= 50)
		return is_spanish ? "posible" : "possible";
	return "";
}
