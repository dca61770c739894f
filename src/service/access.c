/* SPDX-License-Identifier: Apache-2.0
 *
 * Who comes with a request, and how fast passwords may be tried.
 *
 * There are two locks, and nobody holds both: `lock` is for the connection that
 * identifies, `gate_lock` for the gate before Argon2 and the counts of wrong logins.
 */
#include "service/access.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "service/access_int.h"
#include "store/access/access.h"
#include "store/core/writer.h"

enum { HASHES_AT_ONCE = 2, HASHES_WAITING = 6 };

/* That a token or a session was used is noted by the writer, one note at a time: what is
 * not noted now will be with the next request. Shared with the writer, which may outlive
 * the service. */
struct noting {
	_Atomic int refs;
	_Atomic bool is_under_way;
};

struct access {
	pthread_mutex_t lock;
	struct db *db; /* guarded by lock */
	struct noting *noting;

	pthread_mutex_t gate_lock; /* guards all below */
	pthread_cond_t left; /* somebody is through */
	int hashing, waiting;
	struct lockout *lockout;
};

/* ---- noting ---------------------------------------------------------------------- */

struct note {
	struct noting *noting;
	struct token_id token; /* 0: a session */
	char cookie[TOKEN_TEXT_MAX];
	int64_t now_ms, expires_ms;
};

static void
noting_unref(struct noting *n)
{
	if (n && atomic_fetch_sub(&n->refs, 1) == 1)
		free(n);
}

static enum rc
write_note(void *ctx, struct db *db, struct err *err)
{
	const struct note *n = ctx;

	if (n->token.v)
		return store_token_note(db, n->token, n->now_ms, err);
	return store_session_note(db, n->cookie, n->now_ms, n->expires_ms, err);
}

static void
note_done(void *ctx, enum rc rc, const char *message)
{
	const struct note *n = ctx;

	(void)rc; /* it is for people to look at, and nothing depends on it */
	(void)message;
	atomic_store(&n->noting->is_under_way, false);
}

static void
note_free(void *ctx)
{
	struct note *n = ctx;

	noting_unref(n->noting);
	explicit_bzero(n, sizeof(*n));
	free(n);
}

static void
note_use(struct service *s, const struct bearer *who, const char *cookie, int64_t now_ms)
{
	struct noting *noting = s->access->noting;
	int64_t most_ms = who->created_ms + SESSION_MOST_MS;
	int64_t idle_ms = now_ms + SESSION_IDLE_MS;
	struct writer_work work = {
		.write = write_note, .done = note_done, .free_ctx = note_free
	};
	struct note *n;

	if (!who->is_news || atomic_exchange(&noting->is_under_way, true))
		return;
	n = calloc(1, sizeof(*n));
	if (n) {
		(void)atomic_fetch_add(&noting->refs, 1);
		*n = (struct note){ .noting = noting,
			.token = who->token,
			.now_ms = now_ms,
			.expires_ms = idle_ms < most_ms ? idle_ms : most_ms };
		(void)snprintf(n->cookie, sizeof(n->cookie), "%s", cookie ? cookie : "");
		work.ctx = n;
		if (writer_put(s->options.writer, &work) == RC_OK)
			return;
		note_free(n);
	}
	atomic_store(&noting->is_under_way, false);
}

/* ---- identifying ------------------------------------------------------------------ */

/* What the database says of itself is not for whoever asks. */
static enum rc
explain(enum rc rc, struct err *err)
{
	if (rc == RC_OK || rc == RC_REFUSED || rc == RC_INVALID)
		return rc;
	return err_set(err, RC_BUSY, "the database does not answer; try again soon");
}

static struct identity
identity_of(const struct bearer *who)
{
	struct identity identity = { .user = who->user, .role = who->role };

	(void)snprintf(identity.name, sizeof(identity.name), "%s", who->name);
	return identity;
}

enum rc
service_identify_token(
    struct service *s, const char *token, struct identity *ret_identity, struct err *err)
{
	struct access *access = s->access;
	int64_t now_ms = clock_wall_ms();
	struct bearer who = { 0 };
	enum rc rc;

	pthread_mutex_lock(&access->lock);
	rc = store_token_use(access->db, token, now_ms, &who, err);
	pthread_mutex_unlock(&access->lock);
	if (rc != RC_OK)
		return explain(rc, err);
	note_use(s, &who, NULL, now_ms);
	*ret_identity = identity_of(&who);
	return RC_OK;
}

enum rc
service_identify_session(struct service *s, const char *cookie, const char *csrf,
    struct identity *ret_identity, struct err *err)
{
	struct access *access = s->access;
	int64_t now_ms = clock_wall_ms();
	struct bearer who = { 0 };
	enum rc rc;

	pthread_mutex_lock(&access->lock);
	rc = store_session_use(access->db, cookie, csrf, now_ms, &who, err);
	pthread_mutex_unlock(&access->lock);
	if (rc != RC_OK)
		return explain(rc, err);
	note_use(s, &who, cookie, now_ms);
	*ret_identity = identity_of(&who);
	return RC_OK;
}

/* ---- the gate ----------------------------------------------------------------------- */

static bool
gate_enter(struct access *access)
{
	bool gets_in = true;

	pthread_mutex_lock(&access->gate_lock);
	if (access->hashing >= HASHES_AT_ONCE) {
		gets_in = access->waiting < HASHES_WAITING;
		access->waiting += gets_in;
		while (gets_in && access->hashing >= HASHES_AT_ONCE)
			pthread_cond_wait(&access->left, &access->gate_lock);
		access->waiting -= gets_in;
	}
	access->hashing += gets_in;
	pthread_mutex_unlock(&access->gate_lock);
	return gets_in;
}

static void
gate_leave(struct access *access)
{
	pthread_mutex_lock(&access->gate_lock);
	access->hashing--;
	pthread_cond_signal(&access->left);
	pthread_mutex_unlock(&access->gate_lock);
}

static enum rc
crowded(struct ask *a)
{
	return ask_fail(a, RC_BUSY, "too many log in at once: try again in a moment");
}

enum rc
access_hash(
    struct ask *a, const struct secret *password, char ret_hash[PASSWORD_HASH_MAX])
{
	struct err err = { 0 };
	enum rc rc;

	ask_let_go(a);
	if (!gate_enter(a->s->access)) {
		ask_take_back(a);
		return crowded(a);
	}
	rc = password_hash(password, ret_hash, &err);
	gate_leave(a->s->access);
	ask_take_back(a);
	return rc == RC_OK ? rc : ask_fail_err(a, rc, &err);
}

/* ---- wrong logins ------------------------------------------------------------------- */

static enum rc
locked(struct ask *a, int64_t wait_ms)
{
	(void)ask_fail(a, RC_BUSY, "too many wrong logins: try again in %lld seconds",
	    (long long)(wait_ms + 999) / 1000);
	a->answer->retry_ms = wait_ms;
	return RC_BUSY;
}

static void
settle(struct access *access, const struct guess *who, bool is_right)
{
	pthread_mutex_lock(&access->gate_lock);
	if (is_right)
		lockout_right(access->lockout, who, clock_mono_ms());
	else
		lockout_undo(access->lockout, who);
	pthread_mutex_unlock(&access->gate_lock);
}

enum rc
access_compare(struct ask *a, const char *name, const struct secret *password,
    const char *hash, bool is_enabled)
{
	struct access *access = a->s->access;
	struct guess who = { .name = name, .address = a->who->address };
	int64_t wait_ms = 0;
	bool may_try, gets_in, is_right = false;

	pthread_mutex_lock(&access->gate_lock);
	may_try = lockout_try(access->lockout, &who, clock_mono_ms(), &wait_ms);
	pthread_mutex_unlock(&access->gate_lock);
	if (!may_try)
		return locked(a, wait_ms);
	ask_let_go(a);
	gets_in = gate_enter(access);
	if (gets_in) {
		is_right = password_is(password, hash) && is_enabled;
		gate_leave(access);
	}
	ask_take_back(a);
	if (!gets_in || is_right)
		settle(access, &who, is_right);
	if (!gets_in)
		return crowded(a);
	if (is_right)
		return RC_OK;
	/* Not the name: people type their password there. */
	log_info("access", "address=%s wrong name or password", a->who->address);
	return ask_fail(a, RC_REFUSED, "wrong name or password");
}

/* ---- tokens --------------------------------------------------------------------------- */

bool
access_is_token_of(struct ask *a, struct user_id user)
{
	if (!a->who->user.v || a->who->session || a->who->user.v != user.v)
		return false;
	(void)ask_fail(a, RC_REFUSED,
	    "a token cannot end the sessions of its user or change the password; "
	    "log in");
	return true;
}

/* ---- life ---------------------------------------------------------------------------- */

enum rc
access_new(const char *database, struct access **ret_access, struct err *err)
{
	struct access *access = calloc(1, sizeof(*access));
	enum rc rc;

	if (!access || pthread_mutex_init(&access->lock, NULL) != 0 ||
	    pthread_mutex_init(&access->gate_lock, NULL) != 0 ||
	    pthread_cond_init(&access->left, NULL) != 0) {
		free(access);
		return err_set(err, RC_NOMEM, "no memory for the service");
	}
	access->lockout = lockout_new();
	access->noting = calloc(1, sizeof(*access->noting));
	if (access->noting)
		atomic_store(&access->noting->refs, 1);
	if (!access->lockout || !access->noting) {
		access_free(access);
		return err_set(err, RC_NOMEM, "no memory for the service");
	}
	rc = db_open(database, DB_READ, &access->db, err);
	if (rc != RC_OK) {
		access_free(access);
		return rc;
	}
	*ret_access = access;
	return RC_OK;
}

void
access_free(struct access *access)
{
	if (!access)
		return;
	db_close(access->db);
	lockout_free(access->lockout);
	noting_unref(access->noting);
	(void)pthread_cond_destroy(&access->left);
	(void)pthread_mutex_destroy(&access->gate_lock);
	(void)pthread_mutex_destroy(&access->lock);
	free(access);
}
