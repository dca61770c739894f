/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/upkeep.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/grumble.h"
#include "base/log.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "store/db/db.h"
#include "store/work/execution.h"
#include "store/onu/light.h"
#include "store/olt/olt.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"
#include "store/history/level_base.h"
#include "store/history/samples.h"
#include "store/load/load.h"
#include "store/core/writer.h"

enum {
	STEP_MS = 20, /* maximum time on the writer's thread per step */
	IDLE_WORKS = 8, /* at most this many writes: the writer is idle */
	PATIENCE_MS = 100, /* pause before the next check */
	DAY_MS = 24 * 3600 * 1000,
	HOUR_MS = 3600 * 1000,
	LIGHT_MS = 10000, /* per round, for comparing levels */
};

#define DURATIONS_SINCE_MS (7 * INT64_C(86400000))

struct upkeep {
	struct upkeep_options options;
	struct db *db; /* for the thread */
	pthread_t thread;
	bool is_running; /* for the owner: thread must be joined */
	struct grumble grumble; /* for the thread */
	struct vec missing; /* for the thread: int64_t, OLTs missing in the last check */
	/* For the thread, monotonic. */
	int64_t next_check_ms, next_upkeep_ms, next_optimize_ms;

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake; /* one of them has changed */
	struct retention_rules retention; /* replaces that of the options */
	bool is_over; /* the thread must end */
	bool has_word; /* the writer has done the step, or cannot */
	enum rc word;
};

/* ---- at start ------------------------------------------------------------------- */

enum rc
upkeep_recover(
    struct db *db, int64_t now_ms, struct upkeep_beginning *ret, struct err *err)
{
	struct upkeep_beginning start = { 0 };
	int64_t last_execution = 0, last_fence = 0;
	enum rc rc = store_executions_recover(db, now_ms, &start.n_interrupted, err);

	if (rc == RC_OK)
		rc = store_plans_expire(db, now_ms, NULL, err);
	if (rc == RC_OK)
		rc = store_execution_last_id(db, &last_execution, err);
	if (rc == RC_OK)
		rc = store_olt_last_fence(db, &last_fence, err);
	if (rc != RC_OK)
		return rc;
	start.first_execution = last_execution + 1;
	start.first_token = last_fence + 1;
	*ret = start;
	return RC_OK;
}

static void
nap(int64_t ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	(void)nanosleep(&t, NULL);
}

struct past_lists {
	struct vec quotas, durations;
};

static enum rc
add_quota(void *ctx, const struct quota *quota)
{
	struct past_lists *p = ctx;
	struct quota *slot = vec_add(&p->quotas);

	if (!slot)
		return RC_NOMEM;
	*slot = *quota;
	return RC_OK;
}

static enum rc
add_duration(void *ctx, const struct node_duration *duration)
{
	struct past_lists *p = ctx;
	struct node_duration *slot = vec_add(&p->durations);

	if (!slot)
		return RC_NOMEM;
	*slot = *duration;
	return RC_OK;
}

static enum rc
load_past(struct engine *engine, struct db *db, int64_t now_ms, struct err *err)
{
	struct past_lists lists = { VEC_INIT(struct quota),
		VEC_INIT(struct node_duration) };
	struct engine_past *past OWNED(engine_past_free) = calloc(1, sizeof(*past));
	enum rc rc = past ? RC_OK : err_set(err, RC_NOMEM, "out of memory");

	if (rc == RC_OK)
		rc = store_quota_open(db, add_quota, &lists, err);
	if (rc == RC_OK)
		rc = store_durations(
		    db, now_ms - DURATIONS_SINCE_MS, add_duration, &lists, err);
	if (rc != RC_OK) {
		vec_fini(&lists.quotas);
		vec_fini(&lists.durations);
		return rc;
	}
	*past = (struct engine_past){ lists.quotas.n, lists.quotas.data,
		lists.durations.n, lists.durations.data };
	rc = engine_put_past(engine, past);
	if (rc != RC_OK)
		return err_set(err, rc, "the engine does not take what was before");
	past = NULL;
	return RC_OK;
}

/* How the data of one load is passed to the engine. */
struct telling {
	struct engine *engine;
	bool is_check;
	int64_t loaded_ms; /* monotonic: the data is of this time or later */
	struct vec *ids; /* int64_t: ids of the loaded OLTs; may be NULL */
};

/* The engine reads quickly: wait for room instead of losing a message. */
static enum rc
tell_olt(void *ctx, struct loaded_olt *olt)
{
	struct telling *t = ctx;
	int64_t *id = t->ids ? vec_add(t->ids) : NULL;
	enum rc rc;

	if (id)
		*id = olt->olt.id.v;
	while ((rc = t->is_check ? engine_check_olt(t->engine, olt, t->loaded_ms)
				 : engine_put_olt(t->engine, olt, false)) == RC_BUSY)
		nap(1);
	if (rc != RC_OK)
		loaded_olt_free(olt);
	return rc;
}

enum rc
upkeep_load_all(struct engine *engine, struct db *db, const struct vault *vault,
    int64_t now_ms, struct err *err)
{
	struct telling t = { .engine = engine };
	struct load_query all = { .with_onus = true, .with_slots = true };
	enum rc rc = load_past(engine, db, now_ms, err);

	return rc == RC_OK ? store_load_olts(db, vault, &all, tell_olt, &t, err) : rc;
}

/* ---- the check of every minute ---------------------------------------------------- */

static bool
has_id(const struct vec *ids, int64_t id)
{
	const int64_t *list = ids->data;
	size_t low = 0, high = ids->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ids->n && list[low] == id;
}

/* OLTs that the engine has, but the database does not: if two consecutive checks find
 * this, they were deleted without a message. */
static void
find_gone(struct upkeep *k, const struct vec *ids)
{
	const struct snapshot *s __attribute__((cleanup(snapshot_drop))) =
	    engine_snapshot(k->options.engine);
	struct vec missing = VEC_INIT(int64_t);

	for (size_t i = 0; s && i < s->n_olts; i++) {
		int64_t id = s->olts[i].id.v;
		int64_t *slot = has_id(ids, id) ? NULL : vec_add(&missing);

		if (!slot)
			continue;
		*slot = id;
		if (!has_id(&k->missing, id))
			continue;
		log_error("engine",
		    "OLT %lld was deleted in the database and nobody said so: this is a "
		    "bug, it is dropped now",
		    (long long)id);
		if (engine_drop_olt(k->options.engine, s->olts[i].id) != RC_OK)
			log_warn(
			    "engine", "OLT %lld stays for another minute", (long long)id);
	}
	vec_fini(&k->missing);
	k->missing = missing;
}

static void
check(struct upkeep *k)
{
	struct vec ids = VEC_INIT(int64_t);
	struct telling t = { k->options.engine, true, clock_mono_ms(), &ids };
	struct load_query all = { .with_onus = false };
	struct err err = { 0 };
	enum rc rc = store_load_olts(k->db, k->options.vault, &all, tell_olt, &t, &err);

	if (rc == RC_OK) {
		find_gone(k, &ids);
		if (grumble_good(&k->grumble))
			log_info("upkeep", "the OLTs can be compared again");
	} else if (rc != RC_CANCELLED && grumble_bad(&k->grumble, clock_mono_ms())) {
		log_warn("upkeep",
		    "the OLTs cannot be compared with the database: %s; trying again in "
		    "a "
		    "minute",
		    err.msg);
	}
	vec_fini(&ids);
}

/* ---- upkeep: steps of the writer ---------------------------------------------------- */

/* One kind of upkeep, done in steps until it is complete. */
struct chore {
	struct upkeep *upkeep;
	enum rc (*step)(struct chore *c, struct db *db, struct err *err);
	bool is_over;
	struct retention_sweep sweep; /* for retention, with its rules */
	struct retention_rules rules;
	struct light_pass *light; /* for levels */
	const struct level_bases *bases; /* for usual levels */
};

static enum rc
seal_step(struct chore *c, struct db *db, struct err *err)
{
	return samples_seal_due(
	    c->upkeep->options.samples, db, clock_wall_ms(), &c->is_over, err);
}

static enum rc
retention_step(struct chore *c, struct db *db, struct err *err)
{
	int64_t began_ms = clock_mono_ms();
	enum rc rc = store_retain_step(db, &c->rules, clock_wall_ms(), &c->sweep, err);

	c->sweep.limit = retention_limit(c->sweep.limit, clock_mono_ms() - began_ms);
	c->is_over = c->sweep.is_over;
	return rc;
}

static enum rc
optimize_step(struct chore *c, struct db *db, struct err *err)
{
	enum rc rc = store_optimize(db, err);

	c->is_over = rc == RC_OK;
	return rc;
}

/* The compared levels of one OLT, to be written. */
struct light_pass {
	struct olt_id olt;
	int64_t hour_ms;
	struct vec changes; /* of struct light_change */
};

static enum rc
light_step(struct chore *c, struct db *db, struct err *err)
{
	const struct light_pass *p = c->light;
	enum rc rc = light_keep(db, p->olt, p->hour_ms, &p->changes, err);

	c->is_over = rc == RC_OK;
	return rc;
}

static enum rc
bases_step(struct chore *c, struct db *db, struct err *err)
{
	enum rc rc = level_base_keep(db, c->bases, err);

	c->is_over = rc == RC_OK;
	return rc;
}

/* On the writer's thread: as many steps as fit into its time. */
static enum rc
write_chore(void *ctx, struct db *db, struct err *err)
{
	struct chore *c = ctx;
	int64_t until_ms = clock_mono_ms() + STEP_MS;
	enum rc rc = RC_OK;

	while (rc == RC_OK && !c->is_over && clock_mono_ms() < until_ms)
		rc = c->step(c, db, err);
	return rc;
}

static void
tell_keeper(void *ctx, enum rc rc, const char *message)
{
	struct chore *c = ctx;
	struct upkeep *k = c->upkeep;

	if (rc != RC_OK && rc != RC_CANCELLED)
		log_warn("upkeep", "upkeep of the database: %s", message);
	pthread_mutex_lock(&k->lock);
	k->word = rc;
	k->has_word = true;
	pthread_cond_broadcast(&k->wake);
	pthread_mutex_unlock(&k->lock);
}

/* Sleep; false: the thread must end. */
static bool
pause_ms(struct upkeep *k, int64_t ms)
{
	struct timespec until = condition_moment(ms);
	bool goes_on;

	pthread_mutex_lock(&k->lock);
	while (!k->is_over && condition_wait(&k->wake, &k->lock, &until))
		;
	goes_on = !k->is_over;
	pthread_mutex_unlock(&k->lock);
	return goes_on;
}

/* Pass it to the writer and wait until it is done: the chore is on our stack. */
static enum rc
do_step(struct upkeep *k, struct chore *c)
{
	struct writer_work work = { write_chore, tell_keeper, NULL, c };
	enum rc rc;

	k->has_word = false;
	rc = writer_put(k->options.writer, &work);
	if (rc != RC_OK)
		return rc;
	pthread_mutex_lock(&k->lock);
	while (!k->has_word)
		(void)pthread_cond_wait(&k->wake, &k->lock);
	rc = k->word;
	pthread_mutex_unlock(&k->lock);
	return rc;
}

static void
do_chore(struct upkeep *k, struct chore *c)
{
	enum rc rc = RC_OK;

	while (!c->is_over && (rc == RC_OK || rc == RC_BUSY)) {
		struct writer_figures f = writer_figures(k->options.writer);

		if (f.is_away || f.waiting > IDLE_WORKS)
			rc = RC_BUSY;
		else
			rc = do_step(k, c);
		if (!pause_ms(k, rc == RC_BUSY ? PATIENCE_MS : 1))
			return;
	}
}

/* Read with our own connection, written by the writer. False: nothing to do, or it failed
 * and the next round tries again. */
static bool
compare_light(struct upkeep *k, int64_t hour_ms)
{
	struct light_pass pass = { .hour_ms = hour_ms,
		.changes = VEC_INIT(struct light_change) };
	struct chore chore = { .upkeep = k, .step = light_step, .light = &pass };
	bool is_due = false;
	struct err err = { 0 };
	enum rc rc = light_due(k->db, hour_ms, &is_due, &pass.olt, &err);

	if (rc == RC_OK && is_due)
		rc = light_find(k->db, pass.olt, hour_ms, &pass.changes, &err);
	if (rc == RC_OK && is_due)
		do_chore(k, &chore);
	else if (rc != RC_OK && rc != RC_CANCELLED)
		log_warn("upkeep", "levels cannot be compared: %s", err.msg);
	vec_fini(&pass.changes);
	return rc == RC_OK && is_due && chore.is_over;
}

/* The same for what levels usually are, once a day. */
static bool
learn_levels(struct upkeep *k, int64_t hour_ms)
{
	struct level_bases bases = { 0 };
	struct chore chore = { .upkeep = k, .step = bases_step, .bases = &bases };
	struct olt_id olt = { 0 };
	bool is_due = false;
	struct err err = { 0 };
	enum rc rc = level_base_due(k->db, hour_ms, &is_due, &olt, &err);

	if (rc == RC_OK && is_due)
		rc = level_base_find(k->db, olt, hour_ms, &bases, &err);
	if (rc == RC_OK && is_due)
		do_chore(k, &chore);
	else if (rc != RC_OK && rc != RC_CANCELLED)
		log_warn("upkeep", "usual levels cannot be made: %s", err.msg);
	level_bases_fini(&bases);
	return rc == RC_OK && is_due && chore.is_over;
}

/* The OLTs that are due, for a few seconds; the others in the next round. */
static void
compare_levels(struct upkeep *k)
{
	static bool (*const OF_OLT[])(
	    struct upkeep * k, int64_t hour_ms) = { compare_light, learn_levels };
	int64_t hour_ms = clock_wall_ms() - SEAL_GRACE_MS;

	hour_ms -= hour_ms % HOUR_MS;
	for (size_t i = 0; i < sizeof(OF_OLT) / sizeof(OF_OLT[0]); i++) {
		int64_t until_ms = clock_mono_ms() + LIGHT_MS;

		while (OF_OLT[i](k, hour_ms) && clock_mono_ms() < until_ms)
			;
	}
}

static struct retention_rules
retention_now(struct upkeep *k)
{
	struct retention_rules rules;

	pthread_mutex_lock(&k->lock);
	rules = k->retention;
	pthread_mutex_unlock(&k->lock);
	return rules;
}

void
upkeep_retain(struct upkeep *k, const struct retention_rules *rules)
{
	pthread_mutex_lock(&k->lock);
	k->retention = *rules;
	pthread_mutex_unlock(&k->lock);
}

static void
upkeep(struct upkeep *k)
{
	struct chore seal = { .upkeep = k, .step = seal_step };
	struct chore retention = {
		.upkeep = k, .step = retention_step, .sweep = RETENTION_SWEEP
	};
	struct chore optimize = { .upkeep = k, .step = optimize_step };
	int64_t now_ms = clock_mono_ms();

	do_chore(k, &seal);
	compare_levels(k);
	retention.rules = retention_now(k);
	do_chore(k, &retention);
	if (now_ms < k->next_optimize_ms)
		return;
	do_chore(k, &optimize);
	k->next_optimize_ms = now_ms + DAY_MS;
}

/* ---- the thread ---------------------------------------------------------------------- */

static void *
run(void *arg)
{
	struct upkeep *k = arg;
	sigset_t all;
	int64_t now_ms = clock_mono_ms();

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
	(void)pthread_setname_np(pthread_self(), "upkeep"); /* for debugging */
	k->next_check_ms = now_ms + k->options.check_ms;
	k->next_upkeep_ms = now_ms + k->options.upkeep_ms;
	while (pause_ms(k, PATIENCE_MS)) {
		now_ms = clock_mono_ms();
		if (now_ms >= k->next_check_ms) {
			check(k);
			k->next_check_ms = now_ms + k->options.check_ms;
		}
		if (now_ms >= k->next_upkeep_ms) {
			upkeep(k);
			k->next_upkeep_ms = now_ms + k->options.upkeep_ms;
		}
	}
	return NULL;
}

enum rc
upkeep_start(struct db *db, const struct upkeep_options *options,
    struct upkeep **ret_upkeep, struct err *err)
{
	struct upkeep *k = calloc(1, sizeof(*k));

	if (!k || condition_init_with_lock(&k->wake, &k->lock) != RC_OK) {
		free(k);
		return err_set(err, RC_NOMEM, "no memory for the upkeep");
	}
	k->options = *options;
	k->retention = options->retention;
	k->missing = (struct vec)VEC_INIT(int64_t);
	k->db = db;
	if (pthread_create(&k->thread, NULL, run, k) != 0) {
		k->db = NULL; /* still owned by the caller */
		upkeep_free(k);
		return err_set(err, RC_NOMEM, "cannot start the upkeep's thread");
	}
	k->is_running = true;
	*ret_upkeep = k;
	return RC_OK;
}

void
upkeep_free(struct upkeep *k)
{
	if (!k)
		return;
	pthread_mutex_lock(&k->lock);
	k->is_over = true;
	pthread_cond_broadcast(&k->wake);
	pthread_mutex_unlock(&k->lock);
	if (k->is_running)
		(void)pthread_join(k->thread, NULL);
	vec_fini(&k->missing);
	db_close(k->db);
	condition_fini_with_lock(&k->wake, &k->lock);
	free(k);
}
