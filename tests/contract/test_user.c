/* SPDX-License-Identifier: Apache-2.0
 *
 * Users, tokens, sessions and the audit log, on both back-ends.
 */
#include "backends.h"

#include "store/access/access.h"
#include "store/access/audit.h"
#include "store/upkeep/retention.h"
#include "store/access/user.h"

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	return b->db;
}

static struct secret
secret(const char *text)
{
	struct secret s = { 0 };

	check_rc(secret_set(&s, text), RC_OK);
	return s;
}

static const char *
hashed(const char *password)
{
	static char hash[PASSWORD_HASH_MAX];
	struct secret p = secret(password);

	check_rc(password_hash(&p, hash, NULL), RC_OK);
	return hash;
}

static struct user_id
put(struct db *db, const char *name, enum role role, const char *password)
{
	struct user u = { .name = name, .role = role, .enabled = true };
	struct err err = { 0 };

	if (store_user_put(db, &u, hashed(password), 10, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return u.id;
}

/* As a request would log in: RC_REFUSED for anything that is not right. */
static enum rc
log_in(struct db *db, const char *name, const char *password, int64_t now_ms)
{
	struct secret p = secret(password);
	struct user_login login;

	check_rc(store_user_login(db, name, &login, NULL), RC_OK);
	if (!password_is(&p, login.hash) || !login.enabled)
		return RC_REFUSED;
	return store_user_logged_in(db, &login, now_ms, NULL);
}

/* ---- users --------------------------------------------------------------- */

static void
a_user_comes_back_and_can_be_changed(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct user_id id = put(db, "ana", ROLE_OPERATOR, "first password");
	struct user u = { .role = ROLE_ADMIN };

	check_rc(store_user_get(db, id, arena, &u, NULL), RC_OK);
	assert_string_equal(u.name, "ana");
	assert_int_equal(u.role, ROLE_OPERATOR);
	assert_true(u.enabled);
	assert_int_equal(u.created_ms, 10);
	assert_int_equal(u.last_login_ms, 0);
	u.full_name = "Ana Ñandú";
	u.role = ROLE_ADMIN;
	check_rc(store_user_put(db, &u, NULL, 20, NULL), RC_OK); /* same password */
	check_rc(store_user_put(db, &u, hashed("second password"), 30, NULL), RC_OK);
	check_rc(log_in(db, "ana", "first password", 35), RC_REFUSED);
	check_rc(log_in(db, "ana", "second password", 40), RC_OK);
	check_rc(store_user_get(db, id, arena, &u, NULL), RC_OK);
	assert_string_equal(u.full_name, "Ana Ñandú");
	assert_int_equal(u.role, ROLE_ADMIN);
	assert_int_equal(u.updated_ms, 30);
	assert_int_equal(u.last_login_ms, 40);
	arena_free(arena);
}

static void
a_wrong_user_is_refused_and_nothing_is_touched(void **state)
{
	struct db *db = fresh(state);
	struct user u = { .name = "ana", .role = ROLE_VIEWER, .enabled = true };
	struct secret tiny = secret("short");
	char hash[PASSWORD_HASH_MAX] = "untouched";
	struct err err = { 0 };

	check_rc(password_hash(&tiny, hash, &err), RC_INVALID);
	assert_string_equal(hash, "untouched");
	(void)put(db, "ana", ROLE_VIEWER, "long enough");
	check_rc(store_user_put(db, &u, hashed("long enough"), 10, &err), RC_CONFLICT);
	check_contains(err.msg, "ana");
	assert_int_equal(u.id.v, 0);
	u.name = "two words";
	check_rc(store_user_put(db, &u, hashed("long enough"), 10, &err), RC_INVALID);
	u.name = "bea";
	u.id.v = 77;
	check_rc(store_user_put(db, &u, NULL, 10, &err), RC_NOT_FOUND);
	check_rc(store_user_delete(db, u.id, &err), RC_NOT_FOUND);
}

static void
only_the_right_name_and_password_of_an_enabled_user_log_in(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct user_id id = put(db, "ana", ROLE_VIEWER, "right password");
	struct user_login before;
	struct user u;

	check_rc(log_in(db, "ana", "wrong password", 1), RC_REFUSED);
	check_rc(log_in(db, "bea", "right password", 1), RC_REFUSED);
	check_rc(log_in(db, "ana", "right password", 1), RC_OK);
	check_rc(store_user_login(db, "ana", &before, NULL), RC_OK);
	assert_int_equal(before.user.v, id.v);
	check_rc(store_user_get(db, id, arena, &u, NULL), RC_OK);
	u.enabled = false;
	check_rc(store_user_put(db, &u, NULL, 2, NULL), RC_OK);
	check_rc(log_in(db, "ana", "right password", 1), RC_REFUSED);
	/* Between the look at the password and the session somebody was quicker. */
	check_rc(store_user_logged_in(db, &before, 3, NULL), RC_NOT_FOUND);
	u.enabled = true;
	check_rc(store_user_put(db, &u, hashed("another one"), 4, NULL), RC_OK);
	check_rc(store_user_logged_in(db, &before, 5, NULL), RC_NOT_FOUND);
	arena_free(arena);
}

static void
administrators_are_counted_without_the_disabled_ones(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_ADMIN, "some password");
	struct user_id none = { 0 };
	int64_t n = -1;

	(void)put(db, "bea", ROLE_ADMIN, "some password");
	(void)put(db, "eva", ROLE_OPERATOR, "some password");
	check_rc(store_admins(db, none, &n, NULL), RC_OK);
	assert_int_equal(n, 2);
	check_rc(store_admins(db, ana, &n, NULL), RC_OK);
	assert_int_equal(n, 1);
	check_rc(db_script(db, "UPDATE users SET enabled = 0 WHERE name = 'bea'", NULL),
	    RC_OK);
	check_rc(store_admins(db, ana, &n, NULL), RC_OK);
	assert_int_equal(n, 0);
}

static enum rc
collect_user(void *ctx, const struct user *u)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 128 - at, "%s:%s ", u->name, role_name(u->role));
	return RC_OK;
}

static void
users_are_listed_by_name_and_never_with_a_password(void **state)
{
	struct db *db = fresh(state);
	char all[128] = "";

	(void)put(db, "bea", ROLE_ADMIN, "some password");
	(void)put(db, "ana", ROLE_VIEWER, "some password");
	check_rc(store_user_list(db, collect_user, all, NULL), RC_OK);
	assert_string_equal(all, "ana:viewer bea:admin ");
}

/* ---- tokens -------------------------------------------------------------- */

static void
a_token_lets_in_as_the_lesser_of_two_roles(void **state)
{
	struct db *db = fresh(state);
	struct user_id admin = put(db, "admin", ROLE_ADMIN, "some password");
	struct user_id viewer = put(db, "viewer", ROLE_VIEWER, "some password");
	struct token small = {
		.user = admin, .name = "grafana", .role = ROLE_VIEWER, .created_ms = 5
	};
	struct token large = {
		.user = viewer, .name = "grafana", .role = ROLE_ADMIN, .created_ms = 5
	};
	char text[TOKEN_TEXT_MAX];
	struct bearer who = { .role = ROLES };

	check_rc(store_token_add(db, &small, text, NULL), RC_OK);
	check_rc(store_token_use(db, text, 10, &who, NULL), RC_OK);
	assert_int_equal(who.user.v, admin.v);
	assert_int_equal(who.role, ROLE_VIEWER);
	assert_string_equal(who.name, "admin");
	assert_int_equal(who.token.v, small.id.v);
	assert_int_equal(who.created_ms, 5);
	check_rc(store_token_add(db, &large, text, NULL), RC_OK);
	check_rc(store_token_use(db, text, 10, &who, NULL), RC_OK);
	assert_int_equal(who.user.v, viewer.v);
	assert_int_equal(who.role, ROLE_VIEWER);
	check_rc(store_token_add(db, &large, text, NULL), RC_CONFLICT); /* its name */
}

static void
a_revoked_expired_or_unknown_token_is_refused(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_ADMIN, "some password");
	struct token t = { .user = ana,
		.name = "a",
		.role = ROLE_ADMIN,
		.created_ms = 5,
		.expires_ms = 100 };
	char text[TOKEN_TEXT_MAX];
	struct bearer who = { .user = { -7 } };

	check_rc(store_token_add(db, &t, text, NULL), RC_OK);
	check_rc(store_token_use(db, text, 100, &who, NULL), RC_REFUSED);
	check_rc(store_token_use(db, "facho_guess", 50, &who, NULL), RC_REFUSED);
	check_rc(store_token_use(db, "", 50, &who, NULL), RC_REFUSED);
	assert_int_equal(who.user.v, -7);
	check_rc(store_token_use(db, text, 99, &who, NULL), RC_OK);
	check_rc(store_token_revoke(db, t.id, 60, NULL), RC_OK);
	check_rc(store_token_revoke(db, t.id, 60, NULL), RC_NOT_FOUND);
	check_rc(store_token_use(db, text, 99, &who, NULL), RC_REFUSED);
}

static int64_t
last_use(struct db *db)
{
	struct db_stmt *q OWNED(db_done) = NULL;

	check_rc(db_prepare(db, "SELECT last_used_ms FROM tokens", &q, NULL), RC_OK);
	check_rc(db_first(q, NULL), RC_OK);
	return db_int(q, 0);
}

static void
the_use_of_a_token_is_news_once_a_minute(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_ADMIN, "some password");
	struct token t = { .user = ana, .name = "a", .role = ROLE_ADMIN };
	char text[TOKEN_TEXT_MAX];
	struct bearer who;

	check_rc(store_token_add(db, &t, text, NULL), RC_OK);
	check_rc(store_token_use(db, text, 1000000, &who, NULL), RC_OK);
	assert_true(who.is_news);
	check_rc(store_token_note(db, who.token, 1000000, NULL), RC_OK);
	check_rc(store_token_use(db, text, 1059999, &who, NULL), RC_OK);
	assert_false(who.is_news);
	check_rc(store_token_use(db, text, 1060000, &who, NULL), RC_OK);
	assert_true(who.is_news);
	check_rc(store_token_note(db, who.token, 999999, NULL), RC_OK); /* late word */
	assert_int_equal(last_use(db), 1000000);
}

static void
no_token_is_in_the_database(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_ADMIN, "some password");
	struct token t = { .user = ana, .name = "a", .role = ROLE_ADMIN };
	char text[TOKEN_TEXT_MAX];
	struct db_stmt *q = NULL;
	const void *kept;
	size_t n;

	check_rc(store_token_add(db, &t, text, NULL), RC_OK);
	check_rc(db_prepare(db, "SELECT token_hash FROM tokens", &q, NULL), RC_OK);
	check_rc(db_first(q, NULL), RC_OK);
	kept = db_blob(q, 0, &n);
	assert_int_equal(n, TOKEN_HASH_BYTES);
	assert_null(memmem(kept, n, text + 6, 8));
	db_done(q);
}

/* ---- sessions ------------------------------------------------------------ */

static void
a_session_lasts_until_it_ends_or_expires(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct session s = { ana, 10, 100, "192.0.2.9", NULL };
	struct session_texts texts, other;
	struct bearer who = { .role = ROLES };
	int64_t n = -1;

	check_rc(store_session_add(db, &s, &texts, NULL), RC_OK);
	check_rc(store_session_add(db, &s, &other, NULL), RC_OK);
	check_rc(store_session_use(db, texts.cookie, NULL, 50, &who, NULL), RC_OK);
	assert_int_equal(who.user.v, ana.v);
	assert_int_equal(who.role, ROLE_OPERATOR);
	assert_string_equal(who.name, "ana");
	assert_int_equal(who.token.v, 0);
	check_rc(store_session_use(db, texts.cookie, NULL, 100, &who, NULL), RC_REFUSED);
	check_rc(store_session_end(db, texts.cookie, NULL), RC_OK);
	check_rc(store_session_end(db, texts.cookie, NULL), RC_NOT_FOUND);
	check_rc(store_session_use(db, texts.cookie, NULL, 50, &who, NULL), RC_REFUSED);
	check_rc(store_sessions_sweep(db, 99, &n, NULL), RC_OK);
	assert_int_equal(n, 0);
	check_rc(store_sessions_sweep(db, 100, &n, NULL), RC_OK);
	assert_int_equal(n, 1);
}

static void
a_session_that_is_used_lasts_longer(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct session s = { ana, 0, 100000, NULL, NULL };
	struct session_texts texts;
	struct bearer who;

	check_rc(store_session_add(db, &s, &texts, NULL), RC_OK);
	check_rc(store_session_use(db, texts.cookie, NULL, 59999, &who, NULL), RC_OK);
	assert_false(who.is_news);
	check_rc(store_session_use(db, texts.cookie, NULL, 60000, &who, NULL), RC_OK);
	assert_true(who.is_news);
	check_rc(store_session_note(db, texts.cookie, 60000, 160000, NULL), RC_OK);
	check_rc(store_session_use(db, texts.cookie, NULL, 159999, &who, NULL), RC_OK);
	/* One that is over stays so. */
	check_rc(store_session_note(db, texts.cookie, 160000, 300000, NULL), RC_OK);
	check_rc(
	    store_session_use(db, texts.cookie, NULL, 160000, &who, NULL), RC_REFUSED);
}

static void
all_sessions_of_one_user_end_and_of_no_other(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct user_id bea = put(db, "bea", ROLE_OPERATOR, "some password");
	struct session of_ana = { ana, 10, 100, NULL, NULL };
	struct session of_bea = { bea, 10, 100, NULL, NULL };
	struct session_texts one, two, hers;
	struct bearer who;
	int64_t n = -1;

	check_rc(store_session_add(db, &of_ana, &one, NULL), RC_OK);
	check_rc(store_session_add(db, &of_ana, &two, NULL), RC_OK);
	check_rc(store_session_add(db, &of_bea, &hers, NULL), RC_OK);
	check_rc(store_sessions_end(db, ana, &n, NULL), RC_OK);
	assert_int_equal(n, 2);
	check_rc(store_session_use(db, one.cookie, NULL, 50, &who, NULL), RC_REFUSED);
	check_rc(store_session_use(db, hers.cookie, NULL, 50, &who, NULL), RC_OK);
}

static void
only_the_sessions_used_last_stay(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct user_id bea = put(db, "bea", ROLE_OPERATOR, "some password");
	struct session of_bea = { bea, 1, 100, NULL, NULL };
	struct session_texts texts[3], hers;
	struct bearer who;

	check_rc(store_session_add(db, &of_bea, &hers, NULL), RC_OK);
	for (int i = 0; i < 3; i++) {
		struct session s = { ana, 10 + i, 100, NULL, NULL };

		check_rc(store_session_add(db, &s, &texts[i], NULL), RC_OK);
	}
	check_rc(store_session_note(db, texts[0].cookie, 20, 100, NULL), RC_OK);
	check_rc(store_sessions_trim(db, ana, 2, NULL), RC_OK);
	check_rc(store_session_use(db, texts[0].cookie, NULL, 50, &who, NULL), RC_OK);
	check_rc(
	    store_session_use(db, texts[1].cookie, NULL, 50, &who, NULL), RC_REFUSED);
	check_rc(store_session_use(db, texts[2].cookie, NULL, 50, &who, NULL), RC_OK);
	check_rc(store_session_use(db, hers.cookie, NULL, 50, &who, NULL), RC_OK);
}

static void
a_change_needs_the_text_of_its_own_session(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct session s = { ana, 10, 100, NULL, NULL };
	struct session_texts one, two;
	struct bearer who = { .user = { -7 } };
	char again[TOKEN_TEXT_MAX];
	struct err err = { 0 };

	check_rc(store_session_add(db, &s, &one, NULL), RC_OK);
	check_rc(store_session_add(db, &s, &two, NULL), RC_OK);
	check_rc(store_session_use(db, one.cookie, two.csrf, 50, &who, &err), RC_INVALID);
	check_contains(err.msg, "reload");
	check_rc(
	    store_session_use(db, one.cookie, one.cookie, 50, &who, NULL), RC_INVALID);
	check_rc(store_session_use(db, one.cookie, "", 50, &who, NULL), RC_INVALID);
	assert_int_equal(who.user.v, -7);
	check_rc(store_session_use(db, one.cookie, one.csrf, 50, &who, NULL), RC_OK);
	session_csrf(one.cookie, again);
	assert_string_equal(again, one.csrf);
}

static void
who_is_deleted_or_disabled_is_out_at_once(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct session s = { ana, 10, 100, NULL, NULL };
	struct token t = { .user = ana, .name = "a", .role = ROLE_ADMIN };
	struct session_texts texts;
	char text[TOKEN_TEXT_MAX];
	struct bearer who;

	check_rc(store_session_add(db, &s, &texts, NULL), RC_OK);
	check_rc(store_token_add(db, &t, text, NULL), RC_OK);
	check_rc(db_script(db, "UPDATE users SET enabled = 0", NULL), RC_OK);
	check_rc(store_session_use(db, texts.cookie, NULL, 50, &who, NULL), RC_REFUSED);
	check_rc(store_token_use(db, text, 50, &who, NULL), RC_REFUSED);
	check_rc(db_script(db, "UPDATE users SET enabled = 1", NULL), RC_OK);
	check_rc(store_user_delete(db, ana, NULL), RC_OK);
	check_rc(store_session_use(db, texts.cookie, NULL, 50, &who, NULL), RC_REFUSED);
	check_rc(store_token_use(db, text, 50, &who, NULL), RC_REFUSED);
}

/* ---- the audit log ------------------------------------------------------- */

static enum rc
collect_audit(void *ctx, const struct audit *a)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 256 - at, "%lld %s %s %s %lld %s>%s;",
	    (long long)a->at_ms, a->user_name, a->action, a->entity,
	    (long long)a->entity_id, a->before ? a->before : "-",
	    a->after ? a->after : "-");
	return RC_OK;
}

static void
the_log_says_who_changed_what_newest_first(void **state)
{
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_ADMIN, "some password");
	struct audit lines[] = {
		{ 10, ana, "ana", "192.0.2.9", "create", "olt", 5, NULL, "{}" },
		{ 20, ana, "ana", NULL, "update", "olt", 5, "{\"a\":1}", "{\"a\":2}" },
		{ 30, { 0 }, "facho", NULL, "suspend", "olt", 6, NULL, NULL },
		{ 40, ana, "ana", NULL, "login", "user", 0, NULL, NULL },
	};
	struct audit_about five = { "olt", 5, 10 }, all_olts = { "olt", 0, 2 };
	char all[256] = "";

	for (int i = 0; i < 4; i++)
		check_rc(store_audit_add(db, &lines[i], NULL), RC_OK);
	check_rc(store_user_delete(db, ana, NULL), RC_OK); /* her lines stay */
	check_rc(store_audit_list(db, &five, collect_audit, all, NULL), RC_OK);
	assert_string_equal(
	    all, "20 ana update olt 5 {\"a\":1}>{\"a\":2};10 ana create olt 5 ->{};");
	all[0] = '\0';
	check_rc(store_audit_list(db, &all_olts, collect_audit, all, NULL), RC_OK);
	assert_string_equal(
	    all, "30 facho suspend olt 6 ->-;20 ana update olt 5 {\"a\":1}>{\"a\":2};");
}

static int64_t
count(struct db *db, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = NULL;

	check_rc(db_prepare(db, sql, &q, NULL), RC_OK);
	check_rc(db_first(q, NULL), RC_OK);
	return db_int(q, 0);
}

static void
old_lines_of_the_log_and_sessions_that_ran_out_leave(void **state)
{
	static const struct retention_rules RULES = { .audit_ms = 1000,
		.ended_sessions_ms = 100 };
	struct retention_sweep sweep = RETENTION_SWEEP;
	struct db *db = fresh(state);
	struct user_id ana = put(db, "ana", ROLE_OPERATOR, "some password");
	struct session over = { ana, 10, 800, NULL, NULL },
		       good = { ana, 10, 950, NULL, NULL };
	struct session_texts texts;

	check_rc(store_session_add(db, &over, &texts, NULL), RC_OK);
	check_rc(store_session_add(db, &good, &texts, NULL), RC_OK);
	check_rc(db_script(db,
		     "DELETE FROM audit_log;"
		     "INSERT INTO audit_log (at_ms, user_name, action, entity) VALUES "
		     "(1, 'ana', 'update', 'olt'), (500, 'ana', 'update', 'olt')",
		     NULL),
	    RC_OK);
	/* At 1,002: what is older than 2, and what ran out before 902. */
	while (!sweep.is_over)
		check_rc(store_retain_step(db, &RULES, 1002, &sweep, NULL), RC_OK);
	assert_int_equal(count(db, "SELECT COUNT(*) FROM sessions"), 1);
	assert_int_equal(count(db, "SELECT MIN(expires_ms) FROM sessions"), 950);
	assert_int_equal(count(db, "SELECT COUNT(*) FROM audit_log"), 1);
	assert_int_equal(count(db, "SELECT MIN(at_ms) FROM audit_log"), 500);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_user_comes_back_and_can_be_changed),
		ON_EACH(a_wrong_user_is_refused_and_nothing_is_touched),
		ON_EACH(only_the_right_name_and_password_of_an_enabled_user_log_in),
		ON_EACH(administrators_are_counted_without_the_disabled_ones),
		ON_EACH(users_are_listed_by_name_and_never_with_a_password),
		ON_EACH(a_token_lets_in_as_the_lesser_of_two_roles),
		ON_EACH(a_revoked_expired_or_unknown_token_is_refused),
		ON_EACH(the_use_of_a_token_is_news_once_a_minute),
		ON_EACH(no_token_is_in_the_database),
		ON_EACH(a_session_lasts_until_it_ends_or_expires),
		ON_EACH(a_session_that_is_used_lasts_longer),
		ON_EACH(all_sessions_of_one_user_end_and_of_no_other),
		ON_EACH(only_the_sessions_used_last_stay),
		ON_EACH(a_change_needs_the_text_of_its_own_session),
		ON_EACH(who_is_deleted_or_disabled_is_out_at_once),
		ON_EACH(the_log_says_who_changed_what_newest_first),
		ON_EACH(old_lines_of_the_log_and_sessions_that_ran_out_leave),
	};

	return CHECK_ALL(tests);
}
