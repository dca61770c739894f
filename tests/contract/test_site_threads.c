/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs of one load share their jobs: whoever reads and frees them, from whichever thread,
 * the jobs go with the last one. For ThreadSanitizer, and for ASan, which finds what was
 * forgotten or freed too early.
 */
#include "site.h"

#include <pthread.h>

#include "store/secret/key.h"
#include "store/load/load.h"
#include "store/secret/vault.h"

enum { OLTS = 200, THREADS = 4 };

struct shared {
	size_t n;
	struct loaded_olt *olts[OLTS];
	size_t name_bytes; /* read of the shared jobs */
};

struct shares {
	size_t n;
	struct shared of[THREADS];
};

static enum rc
deal(void *ctx, struct loaded_olt *olt)
{
	struct shares *s = ctx;
	struct shared *to = &s->of[s->n++ % THREADS];

	to->olts[to->n++] = olt;
	return RC_OK;
}

static void *
read_and_free(void *arg)
{
	struct shared *s = arg;

	for (size_t i = 0; i < s->n; i++) {
		s->name_bytes += strlen(s->olts[i]->nodes[0].job->name);
		loaded_olt_free(s->olts[i]);
	}
	return NULL;
}

static void
fill(struct backend *b)
{
	char sql[256];

	for (int i = 1; i <= OLTS; i++) {
		(void)snprintf(sql, sizeof(sql),
		    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
		    "VALUES (%d, 'olt %d', 'h', 0, 0)",
		    i, i);
		site_do(b->db, sql);
	}
	site_do(b->db,
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms) "
	    "VALUES (1, 'levels', 'get', 300000, 0, 0);"
	    "INSERT INTO workflows (id, olt_id, created_ms, updated_ms) "
	    "SELECT id, id, 0, 0 FROM olts;"
	    "INSERT INTO nodes (workflow_id, olt_id, job_id, created_ms, updated_ms) "
	    "SELECT id, id, 1, 0, 0 FROM olts");
}

static void
what_is_shared_goes_with_the_last_of_any_thread(void **state)
{
	static const struct load_query ALL = { 0 };
	struct backend *b = backend_of(state);
	struct shares *s = calloc(1, sizeof(*s));
	pthread_t threads[THREADS];
	struct vault *vault = NULL;
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/key", b->folder);
	check_rc(store_key_open(b->db, path, 1, &vault, NULL), RC_OK);
	fill(b);
	assert_non_null(s);
	check_rc(store_load_olts(b->db, vault, &ALL, deal, s, NULL), RC_OK);
	assert_int_equal(s->n, OLTS);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, read_and_free, &s->of[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], NULL), 0);
		assert_int_equal(s->of[i].name_bytes, OLTS / THREADS * strlen("levels"));
	}
	free(s);
	vault_close(vault);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_SQLITE(what_is_shared_goes_with_the_last_of_any_thread),
	};

	return CHECK_ALL(tests);
}
