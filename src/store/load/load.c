/* SPDX-License-Identifier: Apache-2.0
 *
 * Every statement here answers in ascending order of OLTs, so they are read side by
 * side: for each OLT what the others have about it. PostgreSQL's driver holds all rows
 * of a statement, hence OLTs come in batches.
 */
#include "store/load/load.h"

#include <string.h>

#include "base/vec.h"
#include "store/work/job_row.h"
#include "store/value/onu_set.h"
#include "store/olt/olt_row.h"
#include "store/load/load_int.h"
#include "store/core/tx.h"
#include "store/db/query.h"

enum { BATCH = 256 };

/* What is given away is the first member. */
struct holder {
	struct loaded_olt site;
	struct arena *arena; /* where the holder itself lives */
	struct loaded_jobs *jobs;
};

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for an OLT of the site");
}

static struct holder *
holder_new(struct loaded_jobs *jobs)
{
	struct arena *arena = arena_new(0);
	struct holder *h = arena ? arena_alloc(arena, sizeof(*h)) : NULL;

	if (!h) {
		arena_free(arena);
		return NULL;
	}
	h->arena = arena;
	h->jobs = loaded_jobs_ref(jobs);
	return h;
}

void
loaded_olt_free(struct loaded_olt *s)
{
	struct holder *h = (struct holder *)s;

	if (!h)
		return;
	olt_secrets_wipe(&h->site.secrets);
	loaded_jobs_unref(h->jobs);
	arena_free(h->arena);
}

/* ---- side by side -------------------------------------------------------- */

struct loader;

/* One kind of row about OLTs. */
struct part {
	const struct entity_type *entity; /* its columns come first; NULL: sql is all */
	const char *sql; /* of a range of OLTs, in their order */
	unsigned olt_column; /* which OLT a row is about */
	size_t item_bytes;
	/* Make *item of the row. RC_NOT_FOUND: leave it out. */
	enum rc (*read)(
	    struct loader *l, const struct db_stmt *q, void *item, struct err *err);
};

/* A statement that stands on its next row. */
struct cursor {
	const struct part *part;
	struct db_stmt *q;
	bool has_row;
	struct vec items; /* of one OLT, until their number is known */
};

struct loader {
	struct db *db;
	const struct vault *vault;
	const struct load_query *query;
	store_site_row row;
	void *ctx;
	struct loaded_jobs *jobs;
	struct cursor olts, nodes, columns, onus;
	struct holder *h; /* the OLT being read */
	struct node_id master; /* the last one read of it */
	size_t n_olts; /* so far */
};

static enum rc
cursor_next(struct cursor *c, struct err *err)
{
	return db_step(c->q, &c->has_row, err);
}

static enum rc
cursor_open(struct cursor *c, const struct part *part, struct db *db,
    const struct site_range *range, struct err *err)
{
	struct db_args args = DB_ARGS(range->first, range->last);
	enum rc rc = part->entity
	    ? entity_query(db, part->entity, part->sql, args, &c->q, err)
	    : db_query(db, part->sql, args, &c->q, err);

	if (rc != RC_OK)
		return rc;
	c->part = part;
	c->items.item_bytes = part->item_bytes;
	return cursor_next(c, err);
}

static void
cursor_close(struct cursor *c)
{
	db_done(c->q);
	vec_fini(&c->items);
	*c = (struct cursor){ 0 };
}

/* Stand on a row of this OLT; rows of OLTs before it are passed over. */
static enum rc
cursor_seek(struct cursor *c, struct olt_id olt, bool *ret_is_here, struct err *err)
{
	unsigned column = c->part->olt_column;
	enum rc rc = RC_OK;

	while (rc == RC_OK && c->has_row && db_int(c->q, column) < olt.v)
		rc = cursor_next(c, err);
	if (rc == RC_OK)
		*ret_is_here = c->has_row && db_int(c->q, column) == olt.v;
	return rc;
}

static enum rc
collect(struct loader *l, struct cursor *c, struct err *err)
{
	bool is_here = false;
	enum rc rc = cursor_seek(c, l->h->site.olt.id, &is_here, err);

	vec_clear(&c->items);
	while (rc == RC_OK && is_here) {
		void *item = vec_add(&c->items);

		rc = item ? c->part->read(l, c->q, item, err) : no_memory(err);
		if (rc == RC_NOT_FOUND) {
			c->items.n--;
			rc = RC_OK;
		}
		if (rc == RC_OK)
			rc = cursor_next(c, err);
		if (rc == RC_OK)
			rc = cursor_seek(c, l->h->site.olt.id, &is_here, err);
	}
	return rc;
}

/* What the cursor has about the OLT being read, in its arena; NULL when that is nothing. */
static enum rc
take(struct loader *l, struct cursor *c, size_t *ret_n, const void **ret_items,
    struct err *err)
{
	enum rc rc;

	*ret_n = 0;
	*ret_items = NULL;
	if (!c->q)
		return RC_OK; /* not asked for */
	rc = collect(l, c, err);
	if (rc != RC_OK || c->items.n == 0)
		return rc;
	*ret_items =
	    arena_copy(l->h->arena, c->items.data, c->items.n * c->part->item_bytes);
	if (!*ret_items)
		return no_memory(err);
	*ret_n = c->items.n;
	return RC_OK;
}

/* ---- what there is about an OLT ------------------------------------------ */

static bool
keep_text(struct arena *arena, const char **text)
{
	if (!*text)
		return true;
	*text = arena_copy(arena, *text, strlen(*text));
	return *text != NULL;
}

static enum rc
read_node(struct loader *l, const struct db_stmt *q, void *item, struct err *err)
{
	struct loaded_node *n = item;
	const struct loaded_job *job;
	enum rc rc = node_from_row(q, &n->node, err);

	if (rc != RC_OK)
		return rc;
	job = loaded_jobs_find(l->jobs, n->node.job);
	if (!job || (n->node.master.v && n->node.master.v != l->master.v))
		return RC_NOT_FOUND;
	if (n->node.master.v == 0)
		l->master = n->node.id;
	n->job = &job->job;
	n->n_oids = job->n_oids;
	n->oids = job->oids;
	n->job_hash = job->hash;
	n->node.lane = job->job.lane;
	n->last_slot_ms = l->query->with_slots ? db_int(q, NODE_COLUMN_COUNT) : 0;
	return keep_text(l->h->arena, &n->node.cron) ? RC_OK : no_memory(err);
}

/* The range is said of each table: PostgreSQL does not infer it along the joins, and
 * would read all OLTs for the nodes of one. */
#define NODES_OF_RANGE                                               \
	NODE_FROM_LIVE                                               \
	"AND n.olt_id BETWEEN $1 AND $2 AND o.id BETWEEN $1 AND $2 " \
	"AND w.olt_id BETWEEN $1 AND $2 " NODE_ORDER

static const struct part NODES = {
	.sql = "SELECT " NODE_COLUMNS NODES_OF_RANGE,
	.olt_column = 1,
	.item_bytes = sizeof(struct loaded_node),
	.read = read_node,
};

/* The end of a stretch of the index of slots, for every node. */
static const struct part NODES_AND_SLOTS = {
	.sql =
	    "SELECT " NODE_COLUMNS
	    ", COALESCE((SELECT e.due_ms FROM executions e WHERE e.node_id = n.id "
	    "AND e.due_ms IS NOT NULL ORDER BY e.due_ms DESC LIMIT 1), 0)" NODES_OF_RANGE,
	.olt_column = 1,
	.item_bytes = sizeof(struct loaded_node),
	.read = read_node,
};

static enum rc
read_column(struct loader *l, const struct db_stmt *q, void *item, struct err *err)
{
	struct loaded_column *c = item;

	c->oid = db_text(q, 1);
	c->since_ms = db_int(q, 3);
	if (!olt_column_from_name(db_text(q, 2), &c->state))
		return err_set(err, RC_PROTOCOL, "column %s of OLT %s has no good state",
		    c->oid, l->h->site.olt.name);
	return keep_text(l->h->arena, &c->oid) ? RC_OK : no_memory(err);
}

static const struct part COLUMNS = {
	.sql = "SELECT olt_id, oid, state, since_ms FROM olt_columns "
	       "WHERE olt_id BETWEEN $1 AND $2 ORDER BY olt_id, oid",
	.olt_column = 0,
	.item_bytes = sizeof(struct loaded_column),
	.read = read_column,
};

static enum rc
read_onu(struct loader *l, const struct db_stmt *q, void *item, struct err *err)
{
	struct loaded_onu *o = item;
	const char *state = db_text(q, KNOWN_COLUMN_COUNT + 1);

	if (!state || !state_from_name(state, &o->run_state))
		o->run_state = STATE_NONE;
	if (!onu_set_from_row(q, l->h->site.olt.id, l->h->arena, &o->onu))
		return no_memory(err);
	return RC_OK;
}

static const struct part ONUS = {
	.sql = "SELECT " KNOWN_COLUMNS ", olt_id, run_state FROM onus "
	       "WHERE olt_id BETWEEN $1 AND $2 ORDER BY olt_id, id",
	.olt_column = KNOWN_COLUMN_COUNT,
	.item_bytes = sizeof(struct loaded_onu),
	.read = read_onu,
};

/* ---- the OLT ------------------------------------------------------------- */

/* Behind the columns of the entity. */
enum { AT_SECRETS = 0, AT_LEARNT = AT_SECRETS + 3, AT_WORKFLOW = AT_LEARNT + 4 };

static unsigned
place(unsigned at)
{
	return entity_columns(&OLT_ENTITY) + at;
}

static const struct part OLTS = {
	.entity = &OLT_ENTITY,
	.sql = ", " OLT_SECRET_COLUMNS ", " OLT_LEARNT_COLUMNS
	       ", COALESCE((SELECT w.enabled FROM workflows w WHERE w.olt_id = olts.id), "
	       "1) FROM olts WHERE deleted_ms IS NULL AND id BETWEEN $1 AND $2 "
	       "ORDER BY id",
};

/* A secret that does not open costs its OLT, not the site. */
static void
open_secrets(struct loader *l, const struct db_stmt *q, struct loaded_olt *s)
{
	s->secrets_rc =
	    olt_unseal_row(q, place(AT_SECRETS), l->vault, s->olt.id, &s->secrets, NULL);
	if (s->secrets_rc != RC_OK)
		olt_secrets_wipe(&s->secrets);
}

/* batch texts belong to the shared jobs or to the OLT. */
static void
settle_settings(struct loaded_olt *s, const struct snmp_settings *general)
{
	for (int i = 0; i < TASK_TYPES; i++)
		s->settings[i] = snmp_settings_of_olt(&general[i], &s->olt.overrides);
}

/* From the row on which l->olts stands. */
static enum rc
read_olt(struct loader *l, struct loaded_olt *s, struct err *err)
{
	const struct db_stmt *q = l->olts.q;
	enum rc rc = olt_from_row(q, l->h->arena, &s->olt, err);

	if (rc != RC_OK)
		return rc;
	open_secrets(l, q, s);
	s->learnt = olt_learnt_from_row(q, place(AT_LEARNT));
	s->is_workflow_enabled = db_int(q, place(AT_WORKFLOW)) != 0;
	settle_settings(s, loaded_jobs_settings(l->jobs));
	s->words = loaded_jobs_words(l->jobs);
	return RC_OK;
}

static enum rc
read_parts(struct loader *l, struct loaded_olt *s, struct err *err)
{
	const void *nodes, *columns, *onus;
	enum rc rc;

	l->master.v = 0;
	rc = take(l, &l->nodes, &s->n_nodes, &nodes, err);
	if (rc == RC_OK)
		rc = take(l, &l->columns, &s->n_columns, &columns, err);
	if (rc == RC_OK)
		rc = take(l, &l->onus, &s->n_onus, &onus, err);
	if (rc != RC_OK)
		return rc;
	s->nodes = nodes;
	s->columns = columns;
	s->onus = onus;
	return RC_OK;
}

/* The OLT on which l->olts stands, told to the caller. */
static enum rc
tell_olt(struct loader *l, struct err *err)
{
	struct loaded_olt *s OWNED(loaded_olt_free) = NULL;
	enum rc rc;

	l->h = holder_new(l->jobs);
	if (!l->h)
		return no_memory(err);
	s = &l->h->site;
	rc = read_olt(l, s, err);
	if (rc == RC_OK)
		rc = read_parts(l, s, err);
	if (rc != RC_OK)
		return rc;
	s->hash = load_hash_olt(s);
	l->n_olts++;
	return l->row(l->ctx, GIVE(s));
}

/* ---- loading ------------------------------------------------------------- */

static enum rc
open_cursors(struct loader *l, const struct site_range *range, struct err *err)
{
	enum rc rc = cursor_open(&l->olts, &OLTS, l->db, range, err);

	if (rc == RC_OK)
		rc = cursor_open(&l->nodes,
		    l->query->with_slots ? &NODES_AND_SLOTS : &NODES, l->db, range, err);
	if (rc == RC_OK)
		rc = cursor_open(&l->columns, &COLUMNS, l->db, range, err);
	if (rc == RC_OK && l->query->with_onus)
		rc = cursor_open(&l->onus, &ONUS, l->db, range, err);
	return rc;
}

static enum rc
load_range(struct loader *l, const struct site_range *range, struct err *err)
{
	enum rc rc = open_cursors(l, range, err);

	while (rc == RC_OK && l->olts.has_row) {
		rc = tell_olt(l, err);
		if (rc == RC_OK)
			rc = cursor_next(&l->olts, err);
	}
	cursor_close(&l->olts);
	cursor_close(&l->nodes);
	cursor_close(&l->columns);
	cursor_close(&l->onus);
	return rc;
}

/* The end of the batch that begins at range->first; RC_NOT_FOUND: there is none. */
static enum rc
end_batch(struct loader *l, struct site_range *range, struct err *err)
{
	static const char sql[] =
	    "SELECT max(id) FROM (SELECT id FROM olts WHERE deleted_ms IS NULL "
	    "AND id >= $1 ORDER BY id LIMIT $2) AS batch";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(l->db, sql, DB_ARGS(range->first, BATCH), &q, err);

	if (rc != RC_OK)
		return rc;
	range->last = db_int(q, 0);
	return db_is_null(q, 0) ? RC_NOT_FOUND : RC_OK;
}

static enum rc
load_batches(struct loader *l, struct err *err)
{
	struct site_range range = { 1, INT64_MAX };
	enum rc rc = loaded_jobs_load(l->db, &range, &l->jobs, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = end_batch(l, &range, err)) == RC_OK) {
		rc = load_range(l, &range, err);
		if (rc != RC_OK)
			return rc;
		range.first = range.last + 1;
	}
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static enum rc
load_one(struct loader *l, struct err *err)
{
	struct site_range range = { l->query->olt.v, l->query->olt.v };
	enum rc rc = loaded_jobs_load(l->db, &range, &l->jobs, err);

	if (rc == RC_OK)
		rc = load_range(l, &range, err);
	return rc == RC_OK && l->n_olts == 0 ? olt_missing(l->query->olt, err) : rc;
}

enum rc
store_load_olts(struct db *db, const struct vault *vault, const struct load_query *query,
    store_site_row row, void *ctx, struct err *err)
{
	struct loader l = {
		.db = db, .vault = vault, .query = query, .row = row, .ctx = ctx
	};
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = query->olt.v ? load_one(&l, err) : load_batches(&l, err);
	loaded_jobs_unref(l.jobs);
	return tx_end(&tx, rc, err);
}
