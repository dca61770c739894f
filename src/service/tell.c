/* SPDX-License-Identifier: Apache-2.0
 *
 * After a change: the OLTs that it concerns, loaded anew, to those who run them.
 */
#include "service/await_int.h"

#include <stdlib.h>
#include <time.h>

#include "base/log.h"
#include "base/vec.h"
#include "store/load/load.h"

enum {
	MANY = 16, /* OLTs from which on one load of all is cheaper than one of each */
	TRIES = 200, /* of NAP_MS, while the engine has too much to read */
	NAP_MS = 10,
	SYNC_MS = 10000, /* the writer's patience with a database is as long */
};

/* Those who are to be told; all of them without a list. */
struct telling {
	struct ask *ask;
	const struct vec *only; /* struct olt_id, ascending; NULL: all */
};

static int
compare_ids(const void *a, const void *b)
{
	const struct olt_id *x = a, *y = b;

	return (x->v > y->v) - (x->v < y->v);
}

static bool
is_meant(const struct telling *t, struct olt_id olt)
{
	return !t->only ||
	    bsearch(&olt, t->only->data, t->only->n, sizeof(olt), compare_ids) != NULL;
}

static enum rc
hand_over(void *ctx, struct loaded_olt *olt)
{
	const struct telling *t = ctx;
	const struct service_ops *ops = &t->ask->s->options.ops;
	struct timespec nap = { 0, NAP_MS * 1000000L };
	enum rc rc = RC_BUSY;

	if (!is_meant(t, olt->olt.id)) {
		loaded_olt_free(olt);
		return RC_OK;
	}
	for (int i = 0; i < TRIES && rc == RC_BUSY; i++) {
		if (i > 0)
			(void)nanosleep(&nap, NULL);
		rc = ops->put_olt(ops->ctx, olt);
	}
	if (rc != RC_OK)
		loaded_olt_free(olt);
	return rc;
}

static enum rc
load(struct ask *a, const struct load_query *query, const struct vec *only,
    struct err *err)
{
	struct telling t = { a, only };

	return store_load_olts(a->db, a->s->options.vault, query, hand_over, &t, err);
}

/* The change is in; that the engine does not know yet is no failure of the call. It
 * compares every minute, and finds it then. */
static enum rc
say_late(const struct ask *a, int64_t olt, enum rc rc, const char *why)
{
	(void)a;
	log_warn("service",
	    "olt=%lld the engine could not be told of a change (%s %s), it finds it "
	    "within "
	    "a minute",
	    (long long)olt, rc_name(rc), why);
	return RC_OK;
}

enum rc
tell_olt(struct ask *a, struct olt_id olt)
{
	/* Its ONUs too: an OLT that the engine did not know begins with them. */
	struct load_query query = { .olt = olt, .with_onus = true, .with_slots = true };
	struct err err = { 0 };
	enum rc rc = load(a, &query, NULL, &err);

	if (rc == RC_NOT_FOUND)
		rc = a->s->options.ops.drop_olt(a->s->options.ops.ctx, olt);
	return rc == RC_OK ? RC_OK : say_late(a, olt.v, rc, err.msg);
}

static enum rc
take_olt(void *ctx, struct olt_id olt)
{
	struct olt_id *item = vec_add(ctx);

	if (!item)
		return RC_NOMEM;
	*item = olt;
	return RC_OK;
}

/* rc is the outcome of finding them, by id. They are known, and so are their ONUs. */
static enum rc
tell_each(struct ask *a, struct vec *olts, enum rc rc, struct err *err)
{
	struct load_query all = { .with_onus = false };

	if (rc == RC_OK && olts->n >= MANY)
		rc = load(a, &all, olts, err);
	else
		for (size_t i = 0; i < olts->n && rc == RC_OK; i++)
			rc = tell_olt(a, *VEC_AT(olts, struct olt_id, i));
	vec_fini(olts);
	return rc == RC_OK ? RC_OK : say_late(a, 0, rc, err->msg);
}

enum rc
tell_olts_of_job(struct ask *a, struct job_id job)
{
	struct vec olts = VEC_INIT(struct olt_id);
	struct err err = { 0 };
	enum rc rc = store_olts_of_job(a->db, job, take_olt, &olts, &err);

	return tell_each(a, &olts, rc, &err);
}

enum rc
tell_olts_of_oid(struct ask *a, int64_t oid)
{
	struct vec olts = VEC_INIT(struct olt_id);
	struct err err = { 0 };
	enum rc rc =
	    store_olts_of_oid(a->db, (struct oid_id){ oid }, take_olt, &olts, &err);

	return tell_each(a, &olts, rc, &err);
}

enum rc
tell_all(struct ask *a)
{
	struct load_query query = { .with_onus = false };
	struct err err = { 0 };
	enum rc rc = load(a, &query, NULL, &err);

	return rc == RC_OK ? RC_OK : say_late(a, 0, rc, err.msg);
}

/* ---- until it is written ------------------------------------------------------------ */

static void
on_synced(void *ctx, enum rc rc)
{
	await_done(ctx, json_pack("{s:i}", "rc", (int)rc));
}

static enum rc
ask_for_sync(struct ask *a, struct await *w)
{
	const struct service_ops *ops = &a->s->options.ops;
	struct engine_sync sync = { on_synced, w };
	struct timespec nap = { 0, NAP_MS * 1000000L };
	enum rc rc = RC_BUSY;

	for (int i = 0; i < TRIES && rc == RC_BUSY; i++) {
		if (i > 0)
			(void)nanosleep(&nap, NULL);
		rc = ops->sync(ops->ctx, &sync);
	}
	return rc;
}

enum rc
tell_sync(struct ask *a)
{
	struct await *w = await_new();
	json_t *said;
	enum rc rc;

	if (!w)
		return ask_fail(a, RC_NOMEM, "out of memory");
	rc = ask_for_sync(a, w);
	if (rc != RC_OK) {
		await_unref(w);
		await_unref(w);
		return ask_fail(a, rc, "it runs, but cannot be looked for yet");
	}
	said = await_wait(a, w, SYNC_MS);
	if (!said)
		return ask_fail(a, RC_TIMEOUT, "it runs, but cannot be looked for yet");
	rc = (enum rc)json_integer_value(json_object_get(said, "rc"));
	json_decref(said);
	return rc == RC_OK ? RC_OK : ask_fail(a, RC_BUSY, "the program is ending");
}
