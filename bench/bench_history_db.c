/* SPDX-License-Identifier: Apache-2.0
 *
 * A day of optical history in the database: 100 OLTs x 1,024 ONUs x 5 metrics, a reading
 * every 5 minutes, in blocks; compared with a plain table (series, ts, value) in the same
 * database and the same run, for which a part of the data is enough to calculate its cost
 * per reading. On SQLite and on PostgreSQL.
 *
 * Values are those of the simulator (sim/life.h). Only readings count, not nulls; sizes
 * include indexes; writing is measured from BEGIN to COMMIT, one transaction for each run
 * of an OLT, as when executions are finished.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lab.h"
#include "sim/life.h"
#include "store/db/db.h"
#include "store/upkeep/migrate.h"
#include "store/olt/olt.h"
#include "store/history/samples.h"

enum { OLTS = 100, PLAIN_OLTS = 1, ONUS = 1024, RUNS = 288, RUN_S = 300, READS = 50 };

static const int64_t START_MS = INT64_C(1767225600) * 1000;

/* The five optical metrics and where the simulator keeps them. */
static const struct {
	enum purpose purpose;
	double low, high;
} METRICS[] = {
	{ PURPOSE_ONU_RX, -28, -14 },
	{ PURPOSE_ONU_TX, 1.5, 3.5 },
	{ PURPOSE_OLT_RX, -29, -16 },
	{ PURPOSE_TEMPERATURE, 32, 58 },
	{ PURPOSE_BIAS, 8, 20 },
};

enum { N_METRICS = sizeof(METRICS) / sizeof(METRICS[0]) };

struct expense {
	double readings;
	double seconds;
	double bytes;
};

static double numbers[N_METRICS][ONUS];
static int64_t onu_ids[ONUS];

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

/* The readings of one OLT in one run; returns their number. */
static double
live(int olt, int run)
{
	struct life life = {
		.seed = (uint64_t)olt + 1, .churn_pct = 1, .offline_pct = 5
	};
	struct moment now = { .mono_us = (int64_t)run * RUN_S * 1000000 };
	double n = 0;

	for (uint32_t onu = 0; onu < ONUS; onu++) {
		bool is_up = life_of_onu(&life, onu, &now).is_online;

		for (int m = 0; m < N_METRICS; m++) {
			double level = is_up ? life_level(&life, onu, (uint64_t)m * 10,
						   METRICS[m].low, METRICS[m].high, &now)
					     : NAN;

			/* Rounded to hundredths, as devices report them. */
			numbers[m][onu] = round(level * 100) / 100;
		}
		n += is_up ? N_METRICS : 0;
	}
	return n;
}

static double
one_number(struct db *db, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	must(db_prepare(db, sql, &q, &err), &err);
	must(db_first(q, &err), &err);
	return (double)db_int(q, 0);
}

static bool
is_sqlite(const struct db *db)
{
	return db_backend(db)[0] == 's';
}

/* Bytes of a table with its indexes. */
static double
size_of(struct db *db, const char *sqlite_sql, const char *pgsql_sql)
{
	return one_number(db, is_sqlite(db) ? sqlite_sql : pgsql_sql);
}

static struct olt_id
add_olt(struct db *db, int number)
{
	char name[32];
	struct olt olt = { .name = name,
		.profile = "huawei_smartax",
		.address = "192.0.2.1",
		.port = 161,
		.version = OLT_SNMP_2C,
		.v3_user = "",
		.v3_context = "",
		.v3_auth = "",
		.v3_priv = "",
		.description = "",
		.site = "",
		.enabled = true,
		.overrides = OLT_OVERRIDES_NONE };
	struct olt_put how = { .now_ms = START_MS };
	struct err err = { 0 };

	(void)snprintf(name, sizeof(name), "olt-%d", number);
	must(store_olt_put(db, &olt, &how, &err), &err);
	return olt.id;
}

static void
write_run(
    struct db *db, struct samples *s, struct olt_id olt, int run, struct expense *cost)
{
	struct run_readings r = { .olt = olt,
		.time_ms = START_MS + (int64_t)run * RUN_S * 1000,
		.n = ONUS,
		.onus = onu_ids };
	struct err err = { 0 };
	double before = lab_now();

	must(db_begin(db, &err), &err);
	for (int m = 0; m < N_METRICS; m++)
		must(samples_write(
			 s, db, &r, metric_of(METRICS[m].purpose), numbers[m], &err),
		    &err);
	must(db_commit(db, &err), &err);
	samples_keep(s);
	cost->seconds += lab_now() - before;
}

static struct expense
write_blocks(struct db *db, struct olt_id *ret_first)
{
	static const char SQLITE[] =
	    "SELECT CAST(SUM(pgsize) AS BIGINT) FROM dbstat WHERE name LIKE '%history%'";
	static const char PGSQL[] =
	    "SELECT CAST(pg_total_relation_size('history_blocks') + "
	    "pg_total_relation_size('history_rosters') AS BIGINT)";
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_id olts[OLTS];
	struct expense cost = { 0 };

	if (!s)
		lab_die("out of memory");
	for (int i = 0; i < OLTS; i++)
		olts[i] = add_olt(db, i);
	for (int run = 0; run < RUNS; run++) {
		for (int i = 0; i < OLTS; i++) {
			cost.readings += live(i, run);
			write_run(db, s, olts[i], run, &cost);
		}
	}
	cost.bytes = size_of(db, SQLITE, PGSQL);
	*ret_first = olts[0];
	return cost;
}

static void
write_plain_run(struct db *db, int olt, int run, struct expense *cost)
{
	static const char sql[] =
	    "INSERT INTO plain (series, ts, value) VALUES ($1, $2, $3)";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };
	double before = lab_now();

	must(db_begin(db, &err), &err);
	must(db_prepare(db, sql, &q, &err), &err);
	for (int i = 0; i < N_METRICS * ONUS; i++) {
		double value = numbers[i / ONUS][i % ONUS];

		if (isnan(value))
			continue;
		db_bind_int(q, 1, (int64_t)olt * N_METRICS * ONUS + i);
		db_bind_int(q, 2, START_MS + (int64_t)run * RUN_S * 1000);
		db_bind_real(q, 3, value);
		must(db_bulk(q, &err), &err);
	}
	must(db_bulk_end(q, &err), &err);
	must(db_commit(db, &err), &err);
	cost->seconds += lab_now() - before;
}

static struct expense
write_plain(struct db *db)
{
	/* The smallest form of such a table in SQLite: without row ids, one tree. */
	static const char SQLITE_TABLE[] =
	    "CREATE TABLE plain (series BIGINT NOT NULL, ts BIGINT NOT NULL, "
	    "value DOUBLE PRECISION NOT NULL, PRIMARY KEY (series, ts)) WITHOUT ROWID";
	static const char PGSQL_TABLE[] =
	    "CREATE TABLE plain (series BIGINT NOT NULL, ts BIGINT NOT NULL, "
	    "value DOUBLE PRECISION NOT NULL, PRIMARY KEY (series, ts))";
	static const char SQLITE[] =
	    "SELECT CAST(SUM(pgsize) AS BIGINT) FROM dbstat WHERE name LIKE '%plain%'";
	static const char PGSQL[] =
	    "SELECT CAST(pg_total_relation_size('plain') AS BIGINT)";
	struct expense cost = { 0 };
	struct err err = { 0 };

	must(db_script(db, is_sqlite(db) ? SQLITE_TABLE : PGSQL_TABLE, &err), &err);
	for (int run = 0; run < RUNS; run++) {
		for (int i = 0; i < PLAIN_OLTS; i++) {
			cost.readings += live(i, run);
			write_plain_run(db, i, run, &cost);
		}
	}
	cost.bytes = size_of(db, SQLITE, PGSQL);
	return cost;
}

static void
count_sample(void *ctx, const struct sample *sample)
{
	(void)sample;
	++*(int *)ctx;
}

/* Milliseconds for one day of one ONU and metric, on a separate connection. */
static double
read_day(const char *where, struct olt_id olt)
{
	struct db *db OWNED(db_close) = NULL;
	struct sample_report report;
	struct err err = { 0 };
	double before;
	int n = 0;

	must(db_open(where, DB_READ, &db, &err), &err);
	before = lab_now();
	for (int i = 0; i < READS; i++) {
		struct sample_query q = { .olt = olt,
			.onu = { (uint32_t)onu_ids[i * 20] },
			.purpose = PURPOSE_ONU_RX,
			.from_ms = START_MS,
			.to_ms = START_MS + INT64_C(86400000),
			.kind = HISTORY_RAW };

		must(samples_of_onu(db, &q, count_sample, &n, &report, &err), &err);
	}
	if (n != READS * RUNS)
		lab_die("%d readings of a day instead of %d", n, READS * RUNS);
	return (lab_now() - before) * 1000 / READS;
}

static bool
measure(const char *where, const char *name)
{
	struct db *db OWNED(db_close) = NULL;
	struct err err = { 0 };
	struct olt_id first;
	struct expense blocks, plain;
	char text[4][64];
	bool met = true;

	must(db_open(where, DB_CREATE, &db, &err), &err);
	must(store_migrate(db, START_MS, NULL, &err), &err);
	plain = write_plain(db);
	blocks = write_blocks(db, &first);
	for (int i = 0; i < 4; i++)
		(void)snprintf(text[i], sizeof(text[i]), "history_%s_%s", name,
		    i == 0       ? "bytes"
			: i == 1 ? "smaller"
			: i == 2 ? "faster"
				 : "day_of_an_onu");
	met &= lab_report(
	    text[0], blocks.bytes / blocks.readings, "bytes/sample", 2, true, NULL, 0);
	met &= lab_report(text[1],
	    plain.bytes / plain.readings / (blocks.bytes / blocks.readings), "times", 8,
	    false, "plain (series, ts, value) table",
	    plain.bytes / plain.readings / (blocks.bytes / blocks.readings));
	met &= lab_report(text[2],
	    blocks.readings / blocks.seconds / (plain.readings / plain.seconds), "times",
	    10, false, "plain (series, ts, value) table",
	    blocks.readings / blocks.seconds / (plain.readings / plain.seconds));
	met &= lab_report(text[3], read_day(where, first), "ms", 10, true, NULL, 0);
	fprintf(stderr,
	    "%s: blocks %.2f bytes, %.1f million/s; plain %.1f bytes, %.2f million/s\n",
	    name, blocks.bytes / blocks.readings, blocks.readings / blocks.seconds / 1e6,
	    plain.bytes / plain.readings, plain.readings / plain.seconds / 1e6);
	return met;
}

int
main(void)
{
	const char *server = getenv("FACHO_TEST_PGSQL");
	char folder[] = "/tmp/facho-bench.XXXXXX", where[128];
	const char *rm[] = { "rm", "-rf", folder, NULL };
	bool met;

	for (int i = 0; i < ONUS; i++)
		onu_ids[i] = 1000 + i;
	if (!mkdtemp(folder))
		lab_die("no temporary folder");
	(void)snprintf(where, sizeof(where), "sqlite:%s/db", folder);
	met = measure(where, "sqlite");
	(void)lab_run(rm);
	if (!server)
		lab_die("FACHO_TEST_PGSQL is not set: run it under tests/pgsql.sh");
	met &= measure(server, "pgsql");
	return met ? 0 : 1;
}
