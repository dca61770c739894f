/* SPDX-License-Identifier: Apache-2.0
 *
 * One search box over a million ONUs of a thousand OLTs: a complete serial; parts of a
 * description, a serial and a position; words in another order than stored; a serial in
 * hexadecimal; and a position. No text is searched twice.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ground.h"
#include "lab.h"
#include "store/list/search.h"

enum { OLTS = 1000, ASKED = 40, BATCH = 20000 };

/* Fewer for a quick run: FACHO_BENCH_ONUS. */
static int64_t
how_many(void)
{
	const char *text = getenv("FACHO_BENCH_ONUS");

	return text ? strtoll(text, NULL, 10) : 1000000;
}

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

/* Numbers that look random and never repeat. */
static uint32_t
scatter(int64_t i)
{
	return (uint32_t)i * UINT32_C(2654435761);
}

static void
insert_some(const struct ground *g, int64_t first, int64_t last)
{
	static const char sql[] = "INSERT INTO onus (olt_id, port, onu, place, serial, "
				  "description, subscriber, "
				  "mac, first_seen_ms, last_seen_ms) "
				  "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0)";
	static const char *const STREETS[] = { "Av. Per\xC3\xBA", "Los Aromos",
		"San Martin", "El Roble", "Las Rosas", "Calle Larga", "Rio Claro" };
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };
	char place[32], serial[16], text[64], subscriber[16], mac[24];

	must(db_begin(g->db, &err), &err);
	must(db_prepare(g->db, sql, &q, &err), &err);
	for (int64_t i = first; i < last; i++) {
		uint32_t h = scatter(i);

		(void)snprintf(place, sizeof(place), "0/%d/%d:%d", (int)(i / 256 % 16),
		    (int)(i / 64 % 16), (int)(i % 64));
		(void)snprintf(serial, sizeof(serial), "HWTC%08X", h);
		(void)snprintf(text, sizeof(text), "%s %u cliente %u", STREETS[h % 7],
		    h % 9973, h >> 8);
		(void)snprintf(subscriber, sizeof(subscriber), "%u", h);
		(void)snprintf(mac, sizeof(mac), "4c:1f:%02x:%02x:%02x:%02x", h >> 24,
		    h >> 16 & 255, h >> 8 & 255, h & 255);
		db_bind_int(q, 1, i % OLTS + 1);
		db_bind_int(q, 2, i / 64 % 16);
		db_bind_int(q, 3, i % 64);
		db_bind_text(q, 4, place);
		db_bind_text(q, 5, serial);
		db_bind_text(q, 6, text);
		db_bind_text(q, 7, subscriber);
		db_bind_text(q, 8, mac);
		must(db_bulk(q, &err), &err);
	}
	must(db_bulk_end(q, &err), &err);
	must(db_commit(g->db, &err), &err);
}

static double
ask(const struct ground *g, const char *text)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct onu_hits hits = { 0 };
	struct err err = { 0 };
	double before = lab_now();

	must(store_onu_search(g->db, text, 50, arena, &hits, &err), &err);
	if (hits.n == 0)
		lab_die("\"%s\" finds nobody", text);
	return (lab_now() - before) * 1000;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The 90th percentile, over texts that are made with format from scattered numbers. */
static double
ask_many(const struct ground *g, int64_t n, void (*format)(uint32_t h, char text[64]))
{
	double took[ASKED];
	char text[64];

	for (int i = 0; i < ASKED; i++) {
		format(scatter(n / ASKED * i + 17), text);
		took[i] = ask(g, text);
	}
	qsort(took, ASKED, sizeof(took[0]), compare);
	return took[ASKED * 9 / 10];
}

static void
whole_serial(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "HWTC%08X", h);
}

static void
part_of_serial(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "%05x", h & 0xFFFFF);
}

static void
part_of_description(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "%u cliente", h % 9973);
}

static void
part_of_everything(uint32_t h, char text[64])
{
	(void)h;
	(void)snprintf(text, 64, "cliente");
}

static void
words(uint32_t h, char text[64])
{
	static const char *const STREETS[] = { "peru av", "aromos los", "martin san",
		"roble el", "rosas las", "larga calle", "claro rio" };

	(void)snprintf(text, 64, "%u %s", h % 9973, STREETS[h % 7]);
}

static void
common_words(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "cliente peru %02u", h % 100);
}

static void
hex_serial(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "48575443%08X", h);
}

static void
position(uint32_t h, char text[64])
{
	(void)snprintf(text, 64, "0/%u/%u/%u", h >> 8 & 15, h >> 6 & 15, h & 63);
}

static bool
report(const struct ground *g, const char *what, double ms, double target_ms)
{
	char name[64];

	(void)snprintf(name, sizeof(name), "search_%s_%s_p90", what, g->name);
	return lab_report(name, ms, "ms", target_ms, true, NULL, 0);
}

static bool
measure(enum ground_kind kind)
{
	struct ground g = ground_open(kind, OLTS);
	int64_t n = how_many();
	bool is_met;

	/* Filled like an import: creating an index at the end takes a tenth of the
	 * time. */
	if (kind == GROUND_PGSQL)
		ground_do(&g, "DROP INDEX onus_search");
	for (int64_t i = 0; i < n; i += BATCH)
		insert_some(&g, i, i + BATCH < n ? i + BATCH : n);
	if (kind == GROUND_PGSQL) {
		ground_do(&g,
		    "CREATE INDEX onus_search ON onus "
		    "USING gin (search_text gin_trgm_ops)");
		ground_do(&g, "VACUUM ANALYZE"); /* as autovacuum would in a minute */
	}
	is_met = report(&g, "exact", ask_many(&g, n, whole_serial), 5);
	is_met &= report(&g, "part_of_serial", ask_many(&g, n, part_of_serial), 50);
	is_met &=
	    report(&g, "part_of_description", ask_many(&g, n, part_of_description), 50);
	is_met &=
	    report(&g, "part_of_everything", ask_many(&g, n, part_of_everything), 50);
	is_met &= report(&g, "words", ask_many(&g, n, words), 50);
	is_met &= report(&g, "common_words", ask_many(&g, n, common_words), 150);
	is_met &= report(&g, "hex_serial", ask_many(&g, n, hex_serial), 5);
	is_met &= report(&g, "position", ask_many(&g, n, position), 50);
	ground_close(&g);
	return is_met;
}

int
main(void)
{
	bool is_met = measure(GROUND_SQLITE);

	is_met &= measure(GROUND_PGSQL);
	return is_met ? 0 : 1;
}
