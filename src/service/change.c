/* SPDX-License-Identifier: Apache-2.0
 *
 * A change made by the writer's thread while its caller waits.
 *
 *     WAITING ──write──► MAKING ──► WAITING (until the commit, or to be made again)
 *        │                             │
 *        ├──done───────────────────────┴──► DONE        the caller goes on
 *        └──the database is away too long──► ABANDONED   nothing more is made
 *
 * What is waited on is shared by two threads and goes with the last of them; what the
 * caller lent (struct change) is only touched in MAKING, and a caller does not leave
 * during that.
 */
#include "service/service_int.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"
#include "store/access/audit.h"
#include "store/core/writer.h"

enum {
	PATIENCE_MS = 10000, /* while the database is away */
	LOOK_MS = 200,
	QUEUE_TRIES = 50, /* of 20 ms, for a place in the writer's queue */
	AUDIT_LOOK_BACK = 100,
};

enum phase { WAITING, MAKING, DONE, ABANDONED };

struct work {
	pthread_mutex_t lock; /* guards all below but what is said not to */
	pthread_cond_t turned;
	enum phase phase;
	int refs; /* the caller's and the writer's */
	enum rc rc;
	char message[ERR_MAX];

	/* Set before the writer knows of it; change is the caller's. */
	struct change *change;
	char who[EXECUTION_NAME_MAX], address[EXECUTION_NAME_MAX];
	struct user_id user; /* 0: nobody of ours */
	int tries; /* the writer's */
	int64_t given_id;
};

static void
unref(struct work *w)
{
	bool is_last;

	pthread_mutex_lock(&w->lock);
	is_last = --w->refs == 0;
	pthread_mutex_unlock(&w->lock);
	if (!is_last)
		return;
	condition_fini_with_lock(&w->turned, &w->lock);
	free(w);
}

static void
turn(struct work *w, enum phase phase)
{
	pthread_mutex_lock(&w->lock);
	w->phase = phase;
	pthread_cond_broadcast(&w->turned);
	pthread_mutex_unlock(&w->lock);
}

/* ---- in the writer's thread ------------------------------------------------------- */

/* The commit of an earlier try may have gone through though we were not told. Its line in
 * the audit log is there then, and no other change has its moment. */
struct search {
	const struct work *work;
	bool is_there;
	int64_t id;
};

static enum rc
compare(void *ctx, const struct audit *line)
{
	struct search *search = ctx;

	if (line->at_ms == search->work->change->now_ms &&
	    strcmp(line->user_name, search->work->who) == 0 &&
	    strcmp(line->action, search->work->change->action) == 0) {
		search->is_there = true;
		search->id = line->entity_id;
	}
	return RC_OK;
}

static enum rc
look_for_it(struct work *w, struct db *db, bool *ret_is_there, struct err *err)
{
	struct search search = { .work = w };
	struct audit_about about = { .entity = w->change->entity->name,
		.entity_id = w->given_id,
		.most = AUDIT_LOOK_BACK };
	enum rc rc = store_audit_list(db, &about, compare, &search, err);

	if (rc == RC_OK && search.is_there)
		w->change->id = search.id;
	*ret_is_there = search.is_there;
	return rc;
}

static enum rc
write_audit(struct work *w, struct db *db, const json_t *before, const json_t *after,
    struct err *err)
{
	char *was OWNED(free) = before ? json_dumps(before, JSON_COMPACT) : NULL;
	char *is OWNED(free) = after ? json_dumps(after, JSON_COMPACT) : NULL;
	struct audit line = { .at_ms = w->change->now_ms,
		.user = w->user,
		.user_name = w->who,
		.address = w->address,
		.action = w->change->action,
		.entity = w->change->entity->name,
		.entity_id = w->change->id,
		.before = was,
		.after = is };

	return store_audit_add(db, &line, err);
}

static json_t *
show_thing(const struct change *c, struct db *db, struct err *err)
{
	return c->show ? c->show(c, db, err) : c->entity->show(db, c->id, err);
}

static enum rc
make(struct work *w, struct db *db, struct err *err)
{
	struct change *c = w->change;
	json_t *before = NULL, *after;
	bool is_there = false;
	enum rc rc = RC_OK;

	if (w->tries++ > 0)
		rc = look_for_it(w, db, &is_there, err);
	if (rc == RC_OK && !is_there)
		rc = store_change_begin(db, err);
	if (rc != RC_OK || is_there)
		return rc;
	c->id = w->given_id;
	if (c->id && !c->details) {
		before = show_thing(c, db, err);
		if (!before)
			return err->rc;
	}
	rc = c->make(c, db, err);
	/* What is gone now has no after. */
	after = rc == RC_OK && !c->details ? show_thing(c, db, NULL) : NULL;
	if (rc == RC_OK)
		rc = write_audit(w, db, before, c->details ? c->details : after, err);
	json_decref(before);
	json_decref(after);
	return rc;
}

static enum rc
write_work(void *ctx, struct db *db, struct err *err)
{
	struct work *w = ctx;
	bool is_wanted;
	enum rc rc;

	pthread_mutex_lock(&w->lock);
	is_wanted = w->phase == WAITING;
	if (is_wanted)
		w->phase = MAKING;
	pthread_mutex_unlock(&w->lock);
	if (!is_wanted)
		return RC_OK; /* abandoned: nothing is in, and nothing went wrong */
	rc = make(w, db, err);
	turn(w, WAITING);
	return rc;
}

static void
work_done(void *ctx, enum rc rc, const char *message)
{
	struct work *w = ctx;

	pthread_mutex_lock(&w->lock);
	if (w->phase != ABANDONED)
		w->phase = DONE;
	w->rc = rc;
	(void)snprintf(w->message, sizeof(w->message), "%s", message ? message : "");
	pthread_cond_broadcast(&w->turned);
	pthread_mutex_unlock(&w->lock);
}

static void
work_free(void *ctx)
{
	unref(ctx);
}

/* ---- in the caller's --------------------------------------------------------------- */

static struct work *
new_work(const struct ask *a, struct change *c)
{
	struct work *w = calloc(1, sizeof(*w));

	if (!w || condition_init_with_lock(&w->turned, &w->lock) != RC_OK) {
		free(w);
		return NULL;
	}
	w->refs = 1;
	w->change = c;
	w->given_id = c->id;
	w->user = a->who->user;
	(void)snprintf(w->who, sizeof(w->who), "%s", a->who->name);
	(void)snprintf(w->address, sizeof(w->address), "%s", a->who->address);
	return w;
}

/* A moment that no other change of this program has. */
static int64_t
own_moment(struct service *s)
{
	int64_t last = atomic_load(&s->last_change_ms), mine;

	do {
		int64_t now = clock_wall_ms();

		mine = now > last ? now : last + 1;
	} while (!atomic_compare_exchange_weak(&s->last_change_ms, &last, mine));
	return mine;
}

static enum rc
hand_over(struct service *s, struct work *w)
{
	struct writer_work work = {
		.write = write_work, .done = work_done, .free_ctx = work_free, .ctx = w
	};
	struct timespec nap = { 0, 20 * 1000000L };
	enum rc rc = RC_BUSY;

	w->refs++; /* nobody else knows it yet */
	for (int i = 0; i < QUEUE_TRIES && rc == RC_BUSY; i++) {
		if (i > 0)
			(void)nanosleep(&nap, NULL);
		rc = writer_put_urgent(s->options.writer, &work);
	}
	if (rc != RC_OK)
		w->refs--;
	return rc;
}

/* Patience counts while the database is away. False: it was abandoned. */
static bool
wait_for(struct service *s, struct work *w)
{
	int64_t patience_ms = PATIENCE_MS;
	bool is_done;

	pthread_mutex_lock(&w->lock);
	while (w->phase != DONE && !(w->phase == WAITING && patience_ms <= 0)) {
		struct timespec until = condition_moment(LOOK_MS);

		(void)condition_wait(&w->turned, &w->lock, &until);
		pthread_mutex_unlock(&w->lock);
		if (writer_figures(s->options.writer).is_away)
			patience_ms -= LOOK_MS;
		pthread_mutex_lock(&w->lock);
	}
	is_done = w->phase == DONE;
	if (!is_done)
		w->phase = ABANDONED;
	pthread_mutex_unlock(&w->lock);
	return is_done;
}

static enum rc
have_it_made(struct ask *a, struct work *w)
{
	enum rc rc = hand_over(a->s, w);

	if (rc != RC_OK)
		return ask_fail(a, rc,
		    rc == RC_CANCELLED
			? "the program is ending"
			: "too much waits to be written: try again in a moment");
	if (!wait_for(a->s, w))
		return ask_fail(a, RC_BUSY,
		    "the database does not answer; look whether the change is there "
		    "before you make it again");
	if (w->rc != RC_OK)
		return ask_fail(a, w->rc == RC_CANCELLED ? RC_BUSY : w->rc, "%s",
		    *w->message ? w->message : "the program is ending");
	return RC_OK;
}

enum rc
change_make(struct ask *a, struct change *c)
{
	struct work *w = new_work(a, c);
	enum rc rc;

	if (!w)
		return ask_fail(a, RC_NOMEM, "out of memory");
	c->now_ms = own_moment(a->s);
	ask_let_go(a);
	rc = have_it_made(a, w);
	ask_take_back(a);
	unref(w);
	return rc;
}
