/* SPDX-License-Identifier: Apache-2.0
 *
 * A large site in a database, for benchmarks of what runs on one:
 *
 *	fill_site sqlite:FOLDER/facho.db [ONUS [OLTS]]
 *
 * The default is a million ONUs of a thousand OLTs, nine of ten online, with the
 * executions of the last two hours, quotas, violations and a log. The OLTs are enabled
 * and have no nodes: nothing is requested until a node is added. `facho serve` creates
 * the rest.
 *
 * Like in an import, indexes are created at the end, which takes a tenth of the time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "lab.h"
#include "model/position.h"
#include "store/db/db.h"
#include "store/upkeep/migrate.h"

enum { BATCH = 20000, PORTS = 16, ONUS_A_PORT = 64, DAY_S = 24 * 3600 };

struct filling {
	struct db *db;
	bool is_sqlite;
	int64_t onus, olts, per_olt;
	int64_t now_ms;
	/* char *, owned: the statement that creates an index or a trigger again */
	struct vec later;
};

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

static void
script(struct filling *f, const char *sql)
{
	struct err err = { 0 };

	if (db_script(f->db, sql, &err) != RC_OK)
		lab_die("%s: %s", sql, err.msg);
}

static void say(struct filling *f, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* A statement with our own numbers in it. */
static void
say(struct filling *f, const char *fmt, ...)
{
	char sql[2048];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(sql, sizeof(sql), fmt, args);
	va_end(args);
	script(f, sql);
}

/* Numbers that look random and never repeat. */
static uint32_t
scatter(int64_t i)
{
	return (uint32_t)i * UINT32_C(2654435761);
}

/* ---- indexes and triggers of the ONUs ------------------------------------------------- */

static void
put_off(struct filling *f)
{
	static const char sqlite[] =
	    "SELECT type || ' ' || name, sql FROM sqlite_master "
	    "WHERE tbl_name IN ('onus', 'onu_numbers') AND sql IS NOT NULL "
	    "AND type IN ('index', 'trigger')";
	static const char pgsql[] =
	    "SELECT 'index ' || indexname, indexdef FROM pg_indexes "
	    "WHERE schemaname = current_schema() AND indexname NOT LIKE '%pkey' "
	    "AND tablename IN ('onus', 'onu_numbers')";
	struct vec names = VEC_INIT(char *);
	struct db_stmt *q = NULL;
	struct err err = { 0 };
	bool has_row;

	must(db_prepare(f->db, f->is_sqlite ? sqlite : pgsql, &q, &err), &err);
	for (;;) {
		char **name, **again;

		must(db_step(q, &has_row, &err), &err);
		if (!has_row)
			break;
		name = vec_add(&names);
		again = vec_add(&f->later);
		if (!name || !again)
			lab_die("out of memory");
		*name = strdup(db_text(q, 0));
		*again = strdup(db_text(q, 1));
	}
	db_done(q);
	for (size_t i = 0; i < names.n; i++) {
		say(f, "DROP %s", *VEC_AT(&names, char *, i));
		free(*VEC_AT(&names, char *, i));
	}
	vec_fini(&names);
}

static void
make_again(struct filling *f)
{
	if (f->is_sqlite)
		script(f, "INSERT INTO onu_search (onu_search) VALUES ('rebuild')");
	for (size_t i = 0; i < f->later.n; i++) {
		char *sql = *VEC_AT(&f->later, char *, i);

		script(f, sql);
		free(sql);
	}
	vec_fini(&f->later);
}

/* ---- OLTs and ONUs ----------------------------------------------------------------------- */

static void
add_olts(struct filling *f)
{
	static const char sql[] =
	    "INSERT INTO olts (id, name, address, site, created_ms, updated_ms, "
	    "last_walk_ms, last_answer_ms) VALUES ($1, $2, $3, $4, 1, 1, $5, $5)";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };
	char name[32], address[32], site[16];

	must(db_begin(f->db, &err), &err);
	must(db_prepare(f->db, sql, &q, &err), &err);
	for (int64_t i = 1; i <= f->olts; i++) {
		(void)snprintf(name, sizeof(name), "OLT-%04d", (int)i);
		(void)snprintf(address, sizeof(address), "192.0.2.%d", (int)(i % 250));
		(void)snprintf(site, sizeof(site), "Sitio %d", (int)(i % 40));
		db_bind_int(q, 1, i);
		db_bind_text(q, 2, name);
		db_bind_text(q, 3, address);
		db_bind_text(q, 4, site);
		db_bind_int(q, 5, f->now_ms - 60000);
		must(db_bulk(q, &err), &err);
	}
	must(db_bulk_end(q, &err), &err);
	must(db_commit(f->db, &err), &err);
}

/* The state of an ONU: ninety of a hundred online, eight offline for some cause, two
 * absent. */
static void
bind_state(struct db_stmt *q, const struct filling *f, uint32_t h)
{
	static const char *const CAUSES[] = { "los_onu", "power", "power", "admin" };
	uint32_t of_hundred = h / 7 % 100;
	bool is_online = of_hundred < 90;

	db_bind_int(q, 13, of_hundred < 98);
	db_bind_text(q, 14, is_online ? "online" : "offline");
	db_bind_text(q, 15, is_online ? NULL : CAUSES[h % 4]);
	db_bind_int(q, 16, f->now_ms - (int64_t)(h % (30 * DAY_S)) * 1000);
}

/* h: a scattered number; k: the number of the ONU on its OLT. */
static void
bind_onu(struct db_stmt *q, const struct filling *f, int64_t i)
{
	static const char *const STREETS[] = { "Av. Matta", "Los Aromos", "San Martin",
		"El Roble", "Las Rosas", "Calle Larga", "Rio Claro" };
	static char place[32], serial[16], text[64], subscriber[16], mac[24];
	uint32_t h = scatter(i);
	int64_t k = i % f->per_olt;
	int port = (int)(k / ONUS_A_PORT), onu = (int)(k % ONUS_A_PORT);

	(void)snprintf(
	    place, sizeof(place), "0/%d/%d:%d", 1 + port / PORTS, port % PORTS, onu);
	(void)snprintf(serial, sizeof(serial), "HWTC%08X", h);
	(void)snprintf(
	    text, sizeof(text), "%s %u cliente %u", STREETS[h % 7], h % 9973, h >> 8);
	(void)snprintf(subscriber, sizeof(subscriber), "%u", h);
	(void)snprintf(mac, sizeof(mac), "4c:1f:%02x:%02x:%02x:%02x", h >> 24,
	    h >> 16 & 255, h >> 8 & 255, h & 255);
	db_bind_int(q, 1, i + 1);
	db_bind_int(q, 2, i / f->per_olt + 1);
	db_bind_int(q, 3, 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU);
	db_bind_int(q, 4, 1 + port / PORTS);
	db_bind_int(q, 5, port % PORTS);
	db_bind_int(q, 6, onu);
	db_bind_text(q, 7, place);
	db_bind_text(q, 8, serial);
	db_bind_text(q, 9, text);
	db_bind_text(q, 10, subscriber);
	db_bind_text(q, 11, mac);
	db_bind_int(q, 12, f->now_ms - (int64_t)(h % (400 * DAY_S)) * 1000);
	bind_state(q, f, h);
}

static void
bind_numbers(struct db_stmt *q, const struct filling *f, int64_t i)
{
	uint32_t h = scatter(i);

	db_bind_int(q, 1, i + 1);
	db_bind_int(q, 2, h % 20000);
	db_bind_real(q, 3, -14.0 - (double)(h % 1700) / 100);
	db_bind_real(q, 4, 1.5 + (double)(h % 150) / 100);
	db_bind_real(q, 5, -16.0 - (double)(h / 3 % 1500) / 100);
	db_bind_real(q, 6, 30.0 + (double)(h % 350) / 10);
	db_bind_real(q, 7, 3.2 + (double)(h % 20) / 100);
	db_bind_int(q, 8, f->now_ms - (int64_t)(h % 300) * 1000);
}

typedef void (*binder)(struct db_stmt *q, const struct filling *f, int64_t i);

static void
add_rows(struct filling *f, const char *sql, binder bind)
{
	struct err err = { 0 };

	for (int64_t first = 0; first < f->onus; first += BATCH) {
		int64_t last = first + BATCH < f->onus ? first + BATCH : f->onus;
		struct db_stmt *q OWNED(db_done) = NULL;

		must(db_begin(f->db, &err), &err);
		must(db_prepare(f->db, sql, &q, &err), &err);
		for (int64_t i = first; i < last; i++) {
			bind(q, f, i);
			must(db_bulk(q, &err), &err);
		}
		must(db_bulk_end(q, &err), &err);
		must(db_commit(f->db, &err), &err);
	}
}

static void
add_onus(struct filling *f)
{
	static const char onus[] =
	    "INSERT INTO onus (id, olt_id, pos_has, slot, port, onu, place, serial, "
	    "description, subscriber, mac, first_seen_ms, last_seen_ms, is_present, "
	    "run_state, cause_state, run_since_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, "
	    "$8, $9, $10, $11, $12, $12, $13, $14, $15, $16)";
	static const char numbers[] =
	    "INSERT INTO onu_numbers (onu_id, distance_m, onu_rx_dbm, onu_tx_dbm, "
	    "olt_rx_dbm, temperature_c, voltage_v, values_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

	add_rows(f, onus, bind_onu);
	add_rows(f, numbers, bind_numbers);
}

/* ---- and what was done ----------------------------------------------------------------- */

/* The numbers 1 to n, in either dialect. */
#define COUNT_TO \
	"WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d) "

static void
add_work(struct filling *f)
{
	long long now_ms = f->now_ms, hour_ms = f->now_ms - f->now_ms % 3600000;

	say(f,
	    "INSERT INTO executions (olt_id, type, state, attempts, queued_ms, "
	    "started_ms, finished_ms, onus_seen, onus_ok) " COUNT_TO
	    "SELECT id, CASE i %% 4 WHEN 0 THEN 'discovery' ELSE 'get' END, "
	    "CASE (id + i) %% 50 WHEN 0 THEN 'FAILED' ELSE 'SUCCESS' END, 1, "
	    "%lld - i * 240000 - id * 31, %lld - i * 240000 - id * 31 + 5, "
	    "%lld - i * 240000 - id * 31 + 900, 1000, 1000 FROM olts, c",
	    30, now_ms, now_ms, now_ms);
	say(f,
	    "INSERT INTO quota_trackers (olt_id, task_type, period_start_ms, "
	    "period_end_ms, required, completed, created_ms, updated_ms) " COUNT_TO
	    "SELECT id, CASE i %% 2 WHEN 0 THEN 'discovery' ELSE 'get' END, "
	    "%lld - (i / 2) * 3600000, %lld - (i / 2) * 3600000 + 3600000, 12, 11, 1, 1 "
	    "FROM olts, c",
	    6, hour_ms, hour_ms);
	say(f,
	    "INSERT INTO violations (olt_id, task_type, period_start_ms, period_end_ms, "
	    "severity, report, created_ms) SELECT id, 'get', %lld - 3600000, %lld, "
	    "'LOW', '{}', %lld FROM olts WHERE id %% 10 = 0",
	    hour_ms, hour_ms, hour_ms);
	say(f,
	    "INSERT INTO coordinator_logs (olt_id, event_type, level, message, "
	    "at_ms) " COUNT_TO
	    "SELECT id, 'ended', CASE i %% 9 WHEN 0 THEN 'WARNING' ELSE 'INFO' END, "
	    "'OLT ' || id || ': levels SUCCESS in 900 ms', %lld - i * 240000 - id * 31 "
	    "FROM olts, c",
	    20, now_ms);
}

static const char NEXT_IDS[] =
    "SELECT setval(pg_get_serial_sequence('olts', 'id'), (SELECT MAX(id) FROM olts)), "
    "setval(pg_get_serial_sequence('onus', 'id'), (SELECT MAX(id) FROM onus))";

static void
fill(struct filling *f)
{
	if (f->is_sqlite)
		script(f, "PRAGMA synchronous = OFF");
	put_off(f);
	add_olts(f);
	add_onus(f);
	make_again(f);
	if (!f->is_sqlite)
		script(f, NEXT_IDS); /* rows with ids did not change the sequences */
	add_work(f);
	script(f, f->is_sqlite ? "ANALYZE" : "VACUUM ANALYZE");
}

int
main(int argc, char **argv)
{
	struct filling f = { .onus = 1000000,
		.olts = 1000,
		.now_ms = clock_wall_ms(),
		.later = VEC_INIT(char *) };
	struct err err = { 0 };

	if (argc < 2)
		lab_die("usage: fill_site WHERE [ONUS [OLTS]]");
	if (argc > 2)
		f.onus = strtoll(argv[2], NULL, 10);
	if (argc > 3)
		f.olts = strtoll(argv[3], NULL, 10);
	f.per_olt = (f.onus + f.olts - 1) / f.olts;
	must(db_open(argv[1], DB_CREATE, &f.db, &err), &err);
	must(store_migrate(f.db, f.now_ms, NULL, &err), &err);
	f.is_sqlite = strcmp(db_backend(f.db), "sqlite") == 0;
	fill(&f);
	db_close(f.db);
	return 0;
}
