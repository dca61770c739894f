/* SPDX-License-Identifier: Apache-2.0
 *
 * Who may come in and as what, on both back-ends.
 */
#include "backends.h"

#include <jansson.h>
#include <pthread.h>

#include "base/clock.h"
#include "service/access.h"
#include "service/service.h"
#include "store/core/writer.h"

#define PASSWORD "planted-password"

/* A program of which only the users are of interest: there is no engine behind it. */
struct lab {
	struct backend *b;
	struct writer *writer;
	struct service *service;
	struct service_answer answer; /* of the last call */
	char cookie[64], csrf[64]; /* of the last login */
};

static void
lab_open(struct lab *l, void **state)
{
	struct writer_options writing = WRITER_OPTIONS;
	struct service_options options = { .readers = 2, .version = "test" };
	struct first_admin first = { 0 };
	struct db *writes = NULL;
	struct err err = { 0 };

	l->b = backend_of(state);
	check_rc(service_first_admin(l->b->db, PASSWORD, 2, &first, &err), RC_OK);
	check_rc(db_open(l->b->where, DB_WRITE, &writes, &err), RC_OK);
	check_rc(writer_start(writes, &writing, &l->writer, &err), RC_OK);
	options.database = l->b->where;
	options.writer = l->writer;
	check_rc(service_new(&options, &l->service, &err), RC_OK);
}

static void
lab_close(struct lab *l)
{
	service_answer_fini(&l->answer);
	service_free(l->service);
	check_rc(writer_stop(l->writer, 1000), RC_OK);
	writer_free(l->writer);
}

/* args is JSON with ' for ". The outcome. */
static enum rc
ask_as(struct lab *l, const struct caller *who, const char *operation, const char *args)
{
	char text[2048];
	json_t *given;

	(void)snprintf(text, sizeof(text), "%s", args);
	for (char *p = text; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	given = json_loads(text, 0, NULL);
	assert_non_null(given);
	service_answer_fini(&l->answer);
	service_call(l->service, who, operation, given, &l->answer);
	json_decref(given);
	assert_true((l->answer.rc == RC_OK) == (l->answer.result != NULL));
	return l->answer.rc;
}

static const struct caller LOCAL = {
	.name = "root", .role = ROLE_ADMIN, .address = "local"
};

static json_t *
ask(struct lab *l, const char *operation, const char *args)
{
	if (ask_as(l, &LOCAL, operation, args) != RC_OK)
		fail_msg("%s %s: %s", operation, args, l->answer.message);
	return l->answer.result;
}

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int64_t
int_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	assert_true(json_is_integer(value));
	return json_integer_value(value);
}

static const char *
said(const struct lab *l, const char *field)
{
	return text_of(l->answer.fields, field);
}

static enum rc
log_in(struct lab *l, const char *name, const char *password, const char *address)
{
	struct caller nobody = { .name = "", .role = ROLE_VIEWER, .address = address };
	char args[512];
	enum rc rc;

	(void)snprintf(
	    args, sizeof(args), "{'username':'%s','password':'%s'}", name, password);
	rc = ask_as(l, &nobody, "auth.login", args);
	if (rc == RC_OK) {
		(void)snprintf(l->cookie, sizeof(l->cookie), "%s",
		    text_of(l->answer.result, "session"));
		(void)snprintf(
		    l->csrf, sizeof(l->csrf), "%s", text_of(l->answer.result, "csrf"));
	}
	return rc;
}

/* As those do who let requests in. */
static enum rc
come(struct lab *l, const char *csrf, struct identity *ret)
{
	return service_identify_session(l->service, l->cookie, csrf, ret, NULL);
}

static struct caller
caller_of(const struct lab *l, const struct identity *who)
{
	return (struct caller){ .name = who->name,
		.role = who->role,
		.address = "192.0.2.1",
		.user = who->user,
		.session = l->cookie };
}

/* ---- the first start --------------------------------------------------------------- */

static void
the_first_start_makes_an_admin_and_the_second_does_not(void **state)
{
	struct backend *b = backend_of(state);
	struct first_admin first = { 0 }, second = { 0 };
	struct err err = { 0 };

	check_rc(service_first_admin(b->db, "short", 2, &first, &err), RC_INVALID);
	check_contains(err.msg, "password");
	assert_null(strstr(err.msg, "short"));
	assert_false(first.is_new);
	check_rc(service_first_admin(b->db, NULL, 2, &first, &err), RC_OK);
	assert_true(first.is_new);
	assert_int_equal(first.password.len, 20);
	check_rc(service_first_admin(b->db, NULL, 3, &second, &err), RC_OK);
	assert_false(second.is_new);
	assert_true(secret_is_empty(&second.password));
}

static void
a_password_that_was_given_is_not_repeated(void **state)
{
	struct backend *b = backend_of(state);
	struct first_admin first = { 0 };

	check_rc(service_first_admin(b->db, PASSWORD, 2, &first, NULL), RC_OK);
	assert_true(first.is_new);
	assert_true(secret_is_empty(&first.password));
}

/* ---- sessions ------------------------------------------------------------------------ */

static void
who_logs_in_is_known_until_logging_out(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	assert_string_equal(
	    text_of(json_object_get(l.answer.result, "user"), "name"), "admin");
	check_rc(come(&l, NULL, &who), RC_OK);
	assert_string_equal(who.name, "admin");
	assert_int_equal(who.role, ROLE_ADMIN);
	check_rc(come(&l, l.csrf, &who), RC_OK);
	check_rc(come(&l, "facho_guess", &who), RC_INVALID);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "auth.me", "{}"), RC_OK);
	assert_string_equal(text_of(l.answer.result, "by"), "session");
	assert_string_equal(text_of(l.answer.result, "csrf"), l.csrf);
	check_rc(ask_as(&l, &me, "auth.logout", "{}"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	lab_close(&l);
}

static void
all_of_ones_sessions_end_at_once(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.2"), RC_OK);
	assert_int_equal(int_of(ask(&l, "list", "{'list':'sessions'}"), "count"), 2);
	check_rc(come(&l, NULL, &who), RC_OK);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "auth.logout_everywhere", "{}"), RC_OK);
	assert_int_equal(int_of(l.answer.result, "ended"), 2);
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	lab_close(&l);
}

static void
another_password_ends_the_sessions_and_so_does_disabling(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "user.add", "{'name':'ana','password':'first-one'}");
	check_rc(log_in(&l, "ana", "first-one", "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	(void)ask(&l, "user.password", "{'user':'ana','password':'second-one'}");
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	check_rc(log_in(&l, "ana", "first-one", "192.0.2.1"), RC_REFUSED);
	check_rc(log_in(&l, "ana", "second-one", "192.0.2.1"), RC_OK);
	(void)ask(&l, "user.change", "{'user':'ana','enabled':false}");
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	check_rc(log_in(&l, "ana", "second-one", "192.0.2.1"), RC_REFUSED);
	(void)ask(&l, "user.change", "{'user':'ana','enabled':true}");
	check_rc(come(&l, NULL, &who), RC_REFUSED); /* it does not come back */
	lab_close(&l);
}

static void
a_password_that_is_guessed_at_once_is_refused(void **state)
{
	static const char *const BAD[] = { "password123", "Qwerty123", "12345678",
		"gabriela7", "GABRIELA!!", "aaaaaaaaaaaa" };
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;
	char args[128];

	lab_open(&l, state);
	(void)ask(&l, "user.add", "{'name':'gabriela','password':'a fine sentence'}");
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		(void)snprintf(
		    args, sizeof(args), "{'user':'gabriela','password':'%s'}", BAD[i]);
		check_rc(ask_as(&l, &LOCAL, "user.password", args), RC_INVALID);
		assert_non_null(json_object_get(l.answer.fields, "password"));
		assert_null(strstr(l.answer.message, BAD[i]));
	}
	check_rc(ask_as(&l, &LOCAL, "user.add",
		     "{'name':'robertina','password':'Robertina1'}"),
	    RC_INVALID);
	check_rc(log_in(&l, "gabriela", "a fine sentence", "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "auth.password",
		     "{'old_password':'a fine sentence','password':'gabriela2026'}"),
	    RC_INVALID);
	lab_close(&l);
}

static void
tokens_go_with_a_password_if_that_is_wanted(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	char token[256], other[256];

	lab_open(&l, state);
	(void)ask(&l, "user.add", "{'name':'ana','password':'first-one'}");
	(void)snprintf(token, sizeof(token), "%s",
	    text_of(ask(&l, "token.add", "{'user':'ana','name':'t','role':'viewer'}"),
		"token"));
	(void)snprintf(other, sizeof(other), "%s",
	    text_of(ask(&l, "token.add", "{'user':'admin','name':'o','role':'viewer'}"),
		"token"));
	(void)ask(&l, "user.password", "{'user':'ana','password':'second-one'}");
	check_rc(service_identify_token(l.service, token, &who, NULL), RC_OK);
	(void)ask(&l, "user.password",
	    "{'user':'ana','password':'third-one','revoke_tokens':true}");
	check_rc(service_identify_token(l.service, token, &who, NULL), RC_REFUSED);
	check_rc(service_identify_token(l.service, other, &who, NULL), RC_OK);
	lab_close(&l);
}

static void
a_token_does_not_end_its_users_sessions(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller by_token;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	by_token = caller_of(&l, &who);
	by_token.session = NULL;
	check_rc(ask_as(&l, &by_token, "auth.logout_everywhere", "{}"), RC_REFUSED);
	check_contains(l.answer.message, "a token cannot end");
	check_rc(ask_as(&l, &by_token, "user.logout", "{'user':'admin'}"), RC_REFUSED);
	check_rc(ask_as(&l, &by_token, "user.change", "{'user':'admin','enabled':false}"),
	    RC_REFUSED);
	check_rc(ask_as(&l, &by_token, "user.delete", "{'user':'admin'}"), RC_REFUSED);
	check_rc(come(&l, NULL, &who), RC_OK);
	check_rc(ask_as(&l, &by_token, "user.change", "{'user':'admin','full_name':'A'}"),
	    RC_OK);
	lab_close(&l);
}

static void
a_token_does_not_set_its_users_password(void **state)
{
	static const char *const TRIES[] = {
		"{'user':'admin','password':'brand-new-one'}",
		"{'user':'1','password':'brand-new-one'}",
		"{'user':'admin','password':'brand-new-one','old_password':'" PASSWORD
		"'}",
	};
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller by_token;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	by_token = caller_of(&l, &who);
	by_token.session = NULL;
	for (size_t i = 0; i < sizeof(TRIES) / sizeof(TRIES[0]); i++) {
		check_rc(ask_as(&l, &by_token, "user.password", TRIES[i]), RC_REFUSED);
		check_contains(l.answer.message, "a token cannot");
	}
	check_rc(ask_as(&l, &by_token, "auth.password",
		     "{'password':'brand-new-one','old_password':'" PASSWORD "'}"),
	    RC_REFUSED);
	check_rc(come(&l, NULL, &who), RC_OK);
	lab_close(&l);
}

/* An administrator's program may do for others what its user could do. */
static void
an_admins_token_signs_out_others_and_sets_their_passwords(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller by_token;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	by_token = caller_of(&l, &who);
	by_token.session = NULL;
	(void)ask(&l, "user.add", "{'name':'ana','password':'first-one'}");
	check_rc(ask_as(&l, &by_token, "user.password",
		     "{'user':'ana','password':'second-one'}"),
	    RC_OK);
	check_rc(ask_as(&l, &by_token, "user.logout", "{'user':'ana'}"), RC_OK);
	check_rc(log_in(&l, "ana", "second-one", "192.0.2.1"), RC_OK);
	lab_close(&l);
}

/* By the list of users too: an open page is not enough. */
static void
ones_own_password_needs_the_old_one_in_the_list_of_users_too(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "user.password",
		     "{'user':'admin','password':'brand-new-one'}"),
	    RC_INVALID);
	check_contains(said(&l, "old_password"), "the present password is needed");
	check_rc(ask_as(&l, &me, "user.password",
		     "{'user':'admin','password':'brand-new-one',"
		     "'old_password':'not-it-at-all'}"),
	    RC_INVALID);
	check_contains(said(&l, "old_password"), "not the password");
	check_rc(come(&l, NULL, &who), RC_OK);
	check_rc(
	    ask_as(&l, &me, "user.password",
		"{'user':'admin','password':'brand-new-one','old_password':'" PASSWORD
		"'}"),
	    RC_OK);
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	check_rc(log_in(&l, "admin", "brand-new-one", "192.0.2.1"), RC_OK);
	lab_close(&l);
}

static void
ones_own_password_needs_the_old_one(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;

	lab_open(&l, state);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "auth.password",
		     "{'old_password':'not-it-at-all','password':'brand-new-one'}"),
	    RC_INVALID);
	check_contains(said(&l, "old_password"), "not the password");
	check_rc(come(&l, NULL, &who), RC_OK);
	check_rc(ask_as(&l, &me, "auth.password",
		     "{'old_password':'" PASSWORD "','password':'short'}"),
	    RC_INVALID);
	check_contains(said(&l, "password"), "at least 8");
	check_rc(ask_as(&l, &me, "auth.password",
		     "{'old_password':'" PASSWORD "','password':'brand-new-one'}"),
	    RC_OK);
	check_rc(come(&l, NULL, &who), RC_REFUSED);
	check_rc(log_in(&l, "admin", "brand-new-one", "192.0.2.1"), RC_OK);
	lab_close(&l);
}

/* Sixty characters of four bytes: the longest that there is. */
static void
a_name_of_the_longest_characters_is_a_name_like_any_other(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	struct caller me;
	char name[TEXT_USER_NAME_BYTES] = "", args[2 * TEXT_USER_NAME_BYTES];

	for (int i = 0; i < TEXT_USER_NAME_MAX; i++)
		memcpy(name + 4 * i, "\xF0\x9D\x94\xB8", 5);
	lab_open(&l, state);
	(void)snprintf(
	    args, sizeof(args), "{'name':'%s','password':'" PASSWORD "'}", name);
	(void)ask(&l, "user.add", args);
	check_rc(log_in(&l, name, PASSWORD, "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	assert_string_equal(who.name, name);
	me = caller_of(&l, &who);
	check_rc(ask_as(&l, &me, "auth.password",
		     "{'old_password':'" PASSWORD "','password':'brand-new-one'}"),
	    RC_OK);
	check_rc(log_in(&l, name, "brand-new-one", "192.0.2.1"), RC_OK);
	/* Four letters of two bytes are four. */
	check_rc(ask_as(&l, &LOCAL, "user.add",
		     "{'name':'ana','password':'\xC3\xB1\xC3\xA1\xC3\xA9\xC3\xAD'}"),
	    RC_INVALID);
	check_contains(said(&l, "password"), "at least 8 characters");
	lab_close(&l);
}

static void
another_role_counts_from_the_next_request_on(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "user.add",
	    "{'name':'ana','role':'operator','password':'some password'}");
	check_rc(log_in(&l, "ana", "some password", "192.0.2.1"), RC_OK);
	check_rc(come(&l, NULL, &who), RC_OK);
	assert_int_equal(who.role, ROLE_OPERATOR);
	(void)ask(&l, "user.change", "{'user':'ana','role':'viewer'}");
	check_rc(come(&l, NULL, &who), RC_OK);
	assert_int_equal(who.role, ROLE_VIEWER);
	lab_close(&l);
}

/* ---- guessing ------------------------------------------------------------------------- */

static void
five_wrong_logins_lock_that_name_for_that_address(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	for (int i = 0; i < 5; i++) {
		check_rc(log_in(&l, "admin", "a wrong guess", "192.0.2.66"), RC_REFUSED);
		assert_int_equal(l.answer.retry_ms, 0);
	}
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.66"), RC_BUSY);
	assert_true(l.answer.retry_ms > 0 && l.answer.retry_ms <= 60000);
	check_contains(l.answer.message, "seconds");
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	lab_close(&l);
}

static void
who_is_refused_does_not_learn_who_exists(void **state)
{
	struct lab l = { 0 };
	char mistaken[ERR_MAX];
	int64_t start_us, known_us, unknown_us;

	lab_open(&l, state);
	start_us = clock_mono_us();
	check_rc(log_in(&l, "admin", "a wrong guess", "192.0.2.1"), RC_REFUSED);
	known_us = clock_mono_us() - start_us;
	(void)snprintf(mistaken, sizeof(mistaken), "%s", l.answer.message);
	start_us = clock_mono_us();
	check_rc(log_in(&l, "nobody", "a wrong guess", "192.0.2.1"), RC_REFUSED);
	unknown_us = clock_mono_us() - start_us;
	assert_string_equal(l.answer.message, mistaken);
	/* Without the slow hash it would be a thousandth. */
	assert_true(unknown_us > known_us / 10);
	lab_close(&l);
}

enum { CROWD = 16 };

struct guest {
	struct lab *lab;
	pthread_t thread;
	char address[32];
	enum rc rc;
};

static void *
knock(void *arg)
{
	struct guest *g = arg;
	struct caller nobody = { .name = "", .role = ROLE_VIEWER, .address = g->address };
	json_t *args = json_pack("{s:s, s:s}", "username", "admin", "password", PASSWORD);
	struct service_answer answer;

	service_call(g->lab->service, &nobody, "auth.login", args, &answer);
	g->rc = answer.rc;
	service_answer_fini(&answer);
	json_decref(args);
	return NULL;
}

/* Two hash, six wait: of sixteen who come together eight get in, or more when some are
 * through before others come; and nobody gets anything but in or "later". */
static void
a_crowd_at_the_door_is_let_in_bit_by_bit(void **state)
{
	struct lab l = { 0 };
	struct guest guests[CROWD];
	int in = 0, later = 0;

	lab_open(&l, state);
	for (int i = 0; i < CROWD; i++) {
		guests[i] = (struct guest){ .lab = &l };
		(void)snprintf(
		    guests[i].address, sizeof(guests[i].address), "192.0.2.%d", i);
		assert_int_equal(
		    pthread_create(&guests[i].thread, NULL, knock, &guests[i]), 0);
	}
	for (int i = 0; i < CROWD; i++) {
		(void)pthread_join(guests[i].thread, NULL);
		in += guests[i].rc == RC_OK;
		later += guests[i].rc == RC_BUSY;
	}
	assert_int_equal(in + later, CROWD);
	assert_true(in >= 8);
	check_rc(log_in(&l, "admin", PASSWORD, "192.0.2.1"), RC_OK);
	lab_close(&l);
}

/* ---- users ------------------------------------------------------------------------------ */

static void
the_last_admin_stays(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(ask_as(&l, &LOCAL, "user.delete", "{'user':'admin'}"), RC_CONFLICT);
	check_contains(l.answer.message, "last administrator");
	check_rc(ask_as(&l, &LOCAL, "user.change", "{'user':'admin','role':'operator'}"),
	    RC_CONFLICT);
	check_rc(ask_as(&l, &LOCAL, "user.change", "{'user':'admin','enabled':false}"),
	    RC_CONFLICT);
	(void)ask(&l, "user.change", "{'user':'admin','email':'noc@example.net'}");
	(void)ask(
	    &l, "user.add", "{'name':'ana','role':'admin','password':'some password'}");
	(void)ask(&l, "user.delete", "{'user':'admin'}");
	check_rc(ask_as(&l, &LOCAL, "user.delete", "{'user':'ana'}"), RC_CONFLICT);
	lab_close(&l);
}

static void
what_is_wrong_with_a_user_is_said_by_field(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(ask_as(&l, &LOCAL, "user.add",
		     "{'name':'two words','role':'king','password':'short'}"),
	    RC_INVALID);
	check_contains(said(&l, "name"), "without blanks");
	check_contains(said(&l, "role"), "viewer, operator or admin");
	check_contains(said(&l, "password"), "at least 8");
	check_rc(
	    ask_as(&l, &LOCAL, "user.add", "{'name':'admin','password':'some password'}"),
	    RC_INVALID);
	check_contains(said(&l, "name"), "already");
	check_rc(ask_as(&l, &LOCAL, "user.change", "{'user':'ana'}"), RC_INVALID);
	check_contains(said(&l, "user"), "no user");
	check_rc(ask_as(&l, &LOCAL, "auth.login", "{}"), RC_INVALID);
	check_contains(said(&l, "username"), "characters");
	check_contains(said(&l, "password"), "needed");
	lab_close(&l);
}

static void
only_an_admin_sees_users_tokens_sessions_and_the_audit_log(void **state)
{
	static const char *const LISTS[] = { "users", "tokens", "sessions", "audit_log" };
	struct caller eva = {
		.name = "eva", .role = ROLE_OPERATOR, .address = "192.0.2.1"
	};
	struct lab l = { 0 };
	char args[64];

	lab_open(&l, state);
	for (size_t i = 0; i < 4; i++) {
		(void)snprintf(args, sizeof(args), "{'list':'%s'}", LISTS[i]);
		check_rc(ask_as(&l, &eva, "list", args), RC_REFUSED);
		check_contains(l.answer.message, "admin");
		(void)ask(&l, "list", args);
	}
	lab_close(&l);
}

/* The table says who may; below it nothing is even looked at. */
static void
every_operation_is_refused_to_those_below_its_role(void **state)
{
	struct lab l = { 0 };
	int refused = 0;

	lab_open(&l, state);
	for (const struct operation *o = service_operations(); o->name; o++) {
		for (int role = ROLE_VIEWER; role < (int)o->role; role++) {
			struct caller who = { .name = "eva",
				.role = (enum role)role,
				.address = "192.0.2.1" };

			check_rc(ask_as(&l, &who, o->name, "{}"), RC_REFUSED);
			assert_null(l.answer.fields);
			refused++;
		}
	}
	assert_true(refused > 40);
	lab_close(&l);
}

/* ---- tokens ------------------------------------------------------------------------------- */

static void
a_token_is_told_once_and_works_until_it_is_revoked(void **state)
{
	struct lab l = { 0 };
	struct identity who = { 0 };
	char token[64], args[64];
	int64_t id;

	lab_open(&l, state);
	(void)ask(&l, "token.add", "{'user':'admin','name':'ci','role':'viewer'}");
	(void)snprintf(token, sizeof(token), "%s", text_of(l.answer.result, "token"));
	id = int_of(l.answer.result, "id");
	check_rc(service_identify_token(l.service, token, &who, NULL), RC_OK);
	assert_string_equal(who.name, "admin");
	assert_int_equal(who.role, ROLE_VIEWER);
	(void)snprintf(args, sizeof(args), "{'token':%lld}", (long long)id);
	assert_null(json_object_get(ask(&l, "token.get", args), "token"));
	check_rc(
	    service_identify_token(l.service, "facho_guess", &who, NULL), RC_REFUSED);
	(void)ask(&l, "token.revoke", args);
	check_rc(service_identify_token(l.service, token, &who, NULL), RC_REFUSED);
	check_rc(ask_as(&l, &LOCAL, "token.revoke", args), RC_NOT_FOUND);
	lab_close(&l);
}

static void
a_token_has_an_owner_a_name_and_an_end(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(ask_as(&l, &LOCAL, "token.add", "{'name':'ci'}"), RC_INVALID);
	check_contains(said(&l, "user"), "whose");
	check_rc(ask_as(&l, &LOCAL, "token.add",
		     "{'user':'admin','role':'king','expires_in':'1ms'}"),
	    RC_INVALID);
	check_contains(said(&l, "name"), "characters");
	check_contains(said(&l, "role"), "viewer");
	check_contains(said(&l, "expires_in"), "from");
	(void)ask(&l, "token.add", "{'user':'admin','name':'ci','expires_in':'30d'}");
	assert_string_equal(text_of(l.answer.result, "role"), "admin");
	assert_int_equal(strlen(text_of(l.answer.result, "expires_at")), 24);
	check_rc(
	    ask_as(&l, &LOCAL, "token.add", "{'user':'admin','name':'ci'}"), RC_INVALID);
	check_contains(said(&l, "name"), "already");
	lab_close(&l);
}

/* ---- the audit log --------------------------------------------------------------------------- */

static void
no_secret_is_in_the_audit_log(void **state)
{
	struct lab l = { 0 };
	char token[64];
	char *all;

	lab_open(&l, state);
	(void)ask(&l, "user.add", "{'name':'ana','password':'" PASSWORD "'}");
	(void)ask(&l, "user.password", "{'user':'ana','password':'" PASSWORD "2'}");
	check_rc(log_in(&l, "ana", PASSWORD "2", "192.0.2.1"), RC_OK);
	(void)ask(&l, "token.add", "{'user':'ana','name':'ci'}");
	(void)snprintf(token, sizeof(token), "%s", text_of(l.answer.result, "token"));
	all = json_dumps(ask(&l, "list", "{'list':'audit_log'}"), 0);
	assert_non_null(all);
	check_contains(all, "\"login\"");
	check_contains(all, "\"192.0.2.1\"");
	check_contains(all, "\"local\"");
	assert_null(strstr(all, "planted"));
	assert_null(strstr(all, "argon2"));
	assert_null(strstr(all, token + 6));
	assert_null(strstr(all, l.cookie + 6));
	assert_null(strstr(all, l.csrf + 6));
	free(all);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_first_start_makes_an_admin_and_the_second_does_not),
		ON_EACH(a_password_that_was_given_is_not_repeated),
		ON_EACH(who_logs_in_is_known_until_logging_out),
		ON_EACH(all_of_ones_sessions_end_at_once),
		ON_EACH(another_password_ends_the_sessions_and_so_does_disabling),
		ON_EACH(a_password_that_is_guessed_at_once_is_refused),
		ON_EACH(tokens_go_with_a_password_if_that_is_wanted),
		ON_EACH(a_token_does_not_end_its_users_sessions),
		ON_EACH(a_token_does_not_set_its_users_password),
		ON_EACH(an_admins_token_signs_out_others_and_sets_their_passwords),
		ON_EACH(ones_own_password_needs_the_old_one_in_the_list_of_users_too),
		ON_EACH(ones_own_password_needs_the_old_one),
		ON_EACH(a_name_of_the_longest_characters_is_a_name_like_any_other),
		ON_EACH(another_role_counts_from_the_next_request_on),
		ON_EACH(five_wrong_logins_lock_that_name_for_that_address),
		ON_EACH(who_is_refused_does_not_learn_who_exists),
		ON_EACH(a_crowd_at_the_door_is_let_in_bit_by_bit),
		ON_EACH(the_last_admin_stays),
		ON_EACH(what_is_wrong_with_a_user_is_said_by_field),
		ON_EACH(only_an_admin_sees_users_tokens_sessions_and_the_audit_log),
		ON_EACH(every_operation_is_refused_to_those_below_its_role),
		ON_EACH(a_token_is_told_once_and_works_until_it_is_revoked),
		ON_EACH(a_token_has_an_owner_a_name_and_an_end),
		ON_EACH(no_secret_is_in_the_audit_log),
	};

	return CHECK_ALL(tests);
}
