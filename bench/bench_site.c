/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of a large installation: all data that the engine needs of ten thousand OLTs
 * with seven nodes each (store/load/load.h), with decrypted secrets; and one OLT again,
 * as after a change.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ground.h"
#include "lab.h"
#include "store/secret/key.h"
#include "store/load/load.h"
#include "store/secret/vault.h"

enum { OLTS = 10000, NODES = 7, OIDS = 8, RELOADS = 100 };

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

/* The jobs, and each of them on every OLT, after the first one. */
static void
fill(const struct ground *g)
{
	ground_do(g,
	    "INSERT INTO workflows (olt_id, created_ms, updated_ms) "
	    "SELECT id, 0, 0 FROM olts");
	for (int i = 1; i <= NODES * OIDS; i++) {
		char sql[512];

		(void)snprintf(sql, sizeof(sql),
		    "INSERT INTO oids (id, brand_id, name, oid, purpose, transform, "
		    "created_ms, updated_ms) VALUES (%d, 1, 'oid %d', "
		    "'1.3.6.1.4.1.2011.6.128.1.1.2.%d', 'onu_rx', '{\"mul\":0.01}', 0, "
		    "0)",
		    i, i, i);
		ground_do(g, sql);
	}
	for (int i = 1; i <= NODES; i++) {
		char sql[1024];

		(void)snprintf(sql, sizeof(sql),
		    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, "
		    "updated_ms) VALUES (%d, 'job %d', 'get', 300000, 0, 0);"
		    "INSERT INTO job_oids (job_id, oid_id, place) "
		    "SELECT %d, id, id FROM oids WHERE id %% %d = %d;"
		    "INSERT INTO nodes (workflow_id, olt_id, job_id, master_id, "
		    "next_run_ms, created_ms, updated_ms) "
		    "SELECT w.id, w.olt_id, %d, (SELECT n.id FROM nodes n "
		    "WHERE n.olt_id = w.olt_id AND n.master_id IS NULL), "
		    "CASE WHEN %d = 1 THEN 60000 END, 0, 0 FROM workflows w "
		    "ORDER BY w.id",
		    i, i, i, NODES, i % NODES, i, i);
		ground_do(g, sql);
	}
}

static void
seal(const struct ground *g, const struct vault *vault)
{
	static const char sql[] = "UPDATE olts SET community = $2 WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct secret secret;
	struct err err = { 0 };

	must(secret_set(&secret, "a community"), &err);
	must(db_begin(g->db, &err), &err);
	must(db_prepare(g->db, sql, &q, &err), &err);
	for (int64_t i = 1; i <= OLTS; i++) {
		struct vault_place place = { "olts.community", i };
		struct vault_sealed sealed;

		vault_seal(vault, &place, &secret, &sealed);
		db_bind_int(q, 1, i);
		db_bind_blob(q, 2, sealed.bytes, sealed.len);
		must(db_bulk(q, &err), &err);
	}
	must(db_bulk_end(q, &err), &err);
	must(db_commit(g->db, &err), &err);
}

struct loaded {
	size_t n, n_nodes, n_oids;
	struct loaded_olt *all[OLTS];
};

static enum rc
keep(void *ctx, struct loaded_olt *olt)
{
	struct loaded *l = ctx;

	if (l->n == OLTS || olt->secrets_rc != RC_OK)
		lab_die("OLT %lld is one too many, or damaged", (long long)olt->olt.id.v);
	l->all[l->n++] = olt;
	l->n_nodes += olt->n_nodes;
	for (size_t i = 0; i < olt->n_nodes; i++)
		l->n_oids += olt->nodes[i].n_oids;
	return RC_OK;
}

static void
forget(struct loaded *l)
{
	while (l->n > 0)
		loaded_olt_free(l->all[--l->n]);
	l->n_nodes = l->n_oids = 0;
}

static double
load(struct db *db, const struct vault *vault, int64_t olt, struct loaded *l)
{
	struct load_query query = { .olt = { olt } };
	struct err err = { 0 };
	double before = lab_now();

	must(store_load_olts(db, vault, &query, keep, l, &err), &err);
	return lab_now() - before;
}

static bool
report(const struct ground *g, const char *what, double value, const char *unit,
    double target)
{
	char name[64];

	(void)snprintf(name, sizeof(name), "site_%s_%s", what, g->name);
	return lab_report(name, value, unit, target, true, NULL, 0);
}

/* The file is deleted after it was read. */
static struct vault *
key_of(const struct ground *g)
{
	char folder[] = "/tmp/facho-bench-key.XXXXXX", path[64];
	struct vault *vault = NULL;
	struct err err = { 0 };

	if (!mkdtemp(folder))
		lab_die("no temporary folder");
	(void)snprintf(path, sizeof(path), "%s/key", folder);
	must(store_key_open(g->db, path, 1, &vault, &err), &err);
	(void)unlink(path);
	(void)rmdir(folder);
	return vault;
}

static bool
measure(enum ground_kind kind)
{
	static struct loaded loaded;
	struct ground g = ground_open(kind, OLTS);
	struct vault *vault = NULL;
	struct db *db = NULL;
	struct err err = { 0 };
	double all, one = 0;
	bool is_met;

	vault = key_of(&g);
	fill(&g);
	seal(&g, vault);
	if (kind == GROUND_PGSQL)
		ground_do(&g, "ANALYZE"); /* as autovacuum would in a minute */
	must(db_open(g.where, DB_READ, &db, &err), &err);
	all = load(db, vault, 0, &loaded);
	if (loaded.n != OLTS || loaded.n_nodes != OLTS * NODES ||
	    loaded.n_oids != OLTS * NODES * OIDS)
		lab_die("not everything came");
	forget(&loaded);
	for (int i = 1; i <= RELOADS; i++) {
		one += load(db, vault, (int64_t)i * (OLTS / RELOADS), &loaded);
		forget(&loaded);
	}
	is_met = report(&g, "10000_olts", all, "s", 2);
	is_met &= report(&g, "one_olt_again", one * 1000 / RELOADS, "ms", 5);
	db_close(db);
	vault_close(vault);
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
