/* SPDX-License-Identifier: Apache-2.0
 *
 * The settings of the program through the service, on both databases: what is stored, what
 * wins over it, what is in use, and who is told (daemon/current_int.h).
 */
#include "service_lab.h"

#include <pthread.h>

#include "daemon/current_int.h"
#include "store/core/settings.h"

/* What whoever acts at once was told last. */
struct told {
	int n;
	struct conf conf;
};

static void
apply(void *ctx, const struct conf *conf)
{
	struct told *t = ctx;

	t->n++;
	t->conf = *conf;
}

/* A program with these variables. */
struct bench {
	struct lab lab;
	struct conf_loaded *loaded;
	struct current *current;
	struct told told;
};

static void
bench_open(struct bench *b, void **state, char *const *env)
{
	struct buf problems = BUF_INIT(1000);

	check_rc(conf_load(NULL, env, &b->loaded, &problems), RC_OK);
	check_rc(current_new(b->loaded, &b->current, NULL), RC_OK);
	/* Nothing is stored where there are no tables yet. */
	check_rc(current_begin(b->current, backend_of(state)->db, NULL), RC_OK);
	current_tell(b->current, apply, &b->told);
	b->lab.program = current_program(b->current);
	lab_open(&b->lab, state);
	buf_fini(&problems);
}

static void
bench_close(struct bench *b)
{
	lab_close(&b->lab);
	current_free(b->current);
	conf_free(b->loaded);
}

/* The program ends, and begins again with what is stored. */
static void
begin_again(struct bench *b)
{
	check_rc(current_begin(b->current, b->lab.db, NULL), RC_OK);
}

static char *NOTHING[] = { NULL };

static void
one_that_acts_at_once_is_stored_and_told(void **state)
{
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	json_t *s;

	bench_open(&b, state, NOTHING);
	s = ask(l, "setting.get", "{'setting':'poll.pollers'}");
	assert_int_equal(int_of(s, "value"), 50);
	assert_string_equal(text_of(s, "applies"), "now");
	assert_string_equal(text_of(s, "source"), "default");
	s = ask(l, "setting.change", "{'setting':'poll.pollers','value':8}");
	assert_int_equal(int_of(s, "value"), 8);
	assert_int_equal(int_of(s, "in_use"), 8);
	assert_int_equal(int_of(s, "default"), 50);
	assert_string_equal(text_of(s, "source"), "stored");
	assert_true(json_is_false(json_object_get(s, "waits_for_restart")));
	assert_string_equal(text_of(s, "note"), "");
	assert_int_equal(b.told.n, 1);
	assert_int_equal(b.told.conf.poll_pollers, 8);
	check_contains(
	    audited(l, "setting").after, "\"key\":\"poll.pollers\",\"value\":8");
	assert_true(audited(l, "setting").has_before);
	/* Times are kept as one would write them, whatever they came as. */
	s = ask(l, "setting.change", "{'setting':'health.watch','value':'120s'}");
	assert_string_equal(text_of(s, "value"), "2m");
	assert_int_equal(b.told.conf.health_watch_ms, 120000);
	assert_int_equal(b.told.conf.poll_pollers, 8);
	s = ask(l, "setting.change", "{'setting':'health.watch','value':0}");
	assert_int_equal(b.told.conf.health_watch_ms, 0);
	s = ask(
	    l, "setting.change", "{'setting':'health.stays_suspended','value':'yes'}");
	assert_true(b.told.conf.health_stays_suspended);
	begin_again(&b);
	assert_int_equal(current_begun(b.current)->poll_pollers, 8);
	s = ask(l, "setting.reset", "{'setting':'poll.pollers'}");
	assert_int_equal(int_of(s, "value"), 50);
	assert_true(json_is_false(json_object_get(s, "is_changed")));
	assert_int_equal(b.told.conf.poll_pollers, 50);
	(void)ask(l, "setting.reset", "{'setting':'poll.pollers'}");
	bench_close(&b);
}

static void
one_that_needs_a_restart_says_what_is_in_use(void **state)
{
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	json_t *s;

	bench_open(&b, state, NOTHING);
	s = ask(l, "setting.change", "{'setting':'http.readers','value':8}");
	assert_string_equal(text_of(s, "applies"), "restart");
	assert_int_equal(int_of(s, "value"), 8);
	assert_int_equal(int_of(s, "in_use"), 4);
	assert_true(json_is_true(json_object_get(s, "waits_for_restart")));
	assert_string_equal(text_of(s, "note"), "in use: 4, stored: 8, after a restart");
	/* Back again: there is nothing to wait for. */
	s = ask(l, "setting.reset", "{'setting':'http.readers'}");
	assert_true(json_is_false(json_object_get(s, "waits_for_restart")));
	assert_string_equal(text_of(s, "note"), "");
	(void)ask(l, "setting.change", "{'setting':'http.readers','value':8}");
	begin_again(&b);
	s = ask(l, "setting.get", "{'setting':'http.readers'}");
	assert_int_equal(int_of(s, "in_use"), 8);
	assert_string_equal(text_of(s, "note"), "");
	bench_close(&b);
}

static void
what_the_environment_says_wins_and_is_not_changed_here(void **state)
{
	static char *env[] = { "FACHO_POLL_POLLERS=4", NULL };
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	const struct setting stored = { "poll.pollers", "9", 1, "" };
	json_t *s;

	bench_open(&b, state, env);
	check_rc(store_setting_put(l->db, &stored, NULL), RC_OK);
	begin_again(&b);
	assert_int_equal(current_begun(b.current)->poll_pollers, 4);
	s = ask(l, "setting.get", "{'setting':'poll.pollers'}");
	assert_int_equal(int_of(s, "value"), 4);
	assert_string_equal(text_of(s, "source"), "environment");
	assert_string_equal(text_of(s, "origin"), "FACHO_POLL_POLLERS");
	assert_string_equal(text_of(s, "note"), "set by FACHO_POLL_POLLERS");
	assert_true(json_is_false(json_object_get(s, "is_editable")));
	check_rc(refused(l, "setting.change", "{'setting':'poll.pollers','value':8}"),
	    RC_INVALID);
	check_contains(said(l, "setting"),
	    "FACHO_POLL_POLLERS says poll.pollers, which wins over what is stored");
	check_rc(refused(l, "setting.reset", "{'setting':'poll.pollers'}"), RC_INVALID);
	assert_int_equal(b.told.n, 0);
	bench_close(&b);
}

static void
what_is_wrong_is_said_and_changes_nothing(void **state)
{
	static const struct {
		const char *args, *field, *words;
	} WRONG[] = {
		{ "{'setting':'poll.pollers','value':0}", "value",
		    "\"0\" is not a number from 1 to 10000" },
		{ "{'setting':'poll.pollers','value':1.5}", "value", "is not a number" },
		{ "{'setting':'poll.pollers','value':'many'}", "value",
		    "\"many\" is not a number from 1 to 10000" },
		{ "{'setting':'health.watch','value':'500ms'}", "value",
		    "at least 1s, or 0 for never" },
		{ "{'setting':'site.language','value':'fr'}", "value", "one of: en, es" },
		{ "{'setting':'snmp.batch','value':'1,2'}", "value", "smaller than" },
		{ "{'setting':'poll.pollers','value':[1]}", "value",
		    "a number or a text" },
		{ "{'setting':'http.listen','value':'127.0.0.1:1'}", "setting",
		    "only read from the file and the environment" },
		{ "{'setting':'store.database','value':'x'}", "setting", "only read" },
		{ "{'setting':'poll.poller','value':1}", "setting",
		    "perhaps poll.pollers" },
	};
	struct bench b = { 0 };
	struct lab *l = &b.lab;

	bench_open(&b, state, NOTHING);
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		check_rc(refused(l, "setting.change", WRONG[i].args), RC_INVALID);
		check_contains(said(l, WRONG[i].field), WRONG[i].words);
	}
	check_rc(ask_as(l, ROLE_OPERATOR, "setting.change",
		     "{'setting':'poll.pollers','value':8}"),
	    RC_REFUSED);
	assert_int_equal(b.told.n, 0);
	assert_int_equal(audited(l, "setting").n, 0);
	bench_close(&b);
}

/* Put there by an older program, or by hand. */
static void
what_is_stored_and_wrong_is_not_used(void **state)
{
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	const struct setting wrong[] = { { "poll.pollers", "none", 1, "" },
		{ "http.listen", "0.0.0.0:80", 1, "" }, { "no.such", "1", 1, "" },
		{ "lane.retry_share", "2", 1, "" } };
	json_t *s;

	bench_open(&b, state, NOTHING);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		check_rc(store_setting_put(l->db, &wrong[i], NULL), RC_OK);
	begin_again(&b);
	assert_int_equal(current_begun(b.current)->poll_pollers, 50);
	assert_int_equal(current_begun(b.current)->lane_retry_share, 2);
	assert_string_equal(current_begun(b.current)->http_listen, "127.0.0.1:8080");
	s = ask(l, "setting.get", "{'setting':'poll.pollers'}");
	assert_string_equal(text_of(s, "source"), "default");
	bench_close(&b);
}

/* Every setting of the table, with what the API promises of each. */
static void
all_of_them_are_listed(void **state)
{
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	size_t n;
	const struct conf_item *items = conf_items(&n);
	json_t *all;

	bench_open(&b, state, NOTHING);
	all = ask(l, "setting.list", "{}");
	for (size_t i = 0; i < n; i++) {
		json_t *found = NULL, *one;
		size_t k;

		json_array_foreach(all, k,
		    one) if (strcmp(text_of(one, "key"), items[i].name) == 0) found = one;
		assert_non_null(found);
		assert_string_equal(text_of(found, "applies"),
		    items[i].applies == CONF_AT_ONCE ? "now" : "restart");
		assert_true(json_equal(
		    json_object_get(found, "value"), json_object_get(found, "in_use")));
		assert_int_equal(json_is_true(json_object_get(found, "is_editable")),
		    items[i].applies != CONF_BY_FILE);
	}
	bench_close(&b);
}

/* ---- several at once ------------------------------------------------------------- */

enum { CHANGES = 10 };

struct somebody {
	pthread_t thread;
	struct lab *lab;
	const char *key;
	int first;
};

/* Changes one setting again and again, and looks at all of them in between. */
static void *
keep_changing(void *arg)
{
	const struct somebody *s = arg;
	struct caller who = { .name = "ana", .role = ROLE_ADMIN, .address = "local" };

	for (int i = 0; i < CHANGES; i++) {
		struct service_answer answer = { 0 };
		json_t *args =
		    json_pack("{s:s, s:i}", "setting", s->key, "value", s->first + i);

		service_call(s->lab->service, &who, "setting.change", args, &answer);
		check_rc(answer.rc, RC_OK);
		service_answer_fini(&answer);
		json_decref(args);
		service_call(s->lab->service, &who, "setting.list", NULL, &answer);
		check_rc(answer.rc, RC_OK);
		service_answer_fini(&answer);
	}
	return NULL;
}

static void
of_several_who_change_them_the_last_of_each_counts(void **state)
{
	struct bench b = { 0 };
	struct somebody all[] = { { .key = "poll.pollers", .first = 10 },
		{ .key = "discovery.absent_after", .first = 20 },
		{ .key = "http.readers", .first = 30 } };

	bench_open(&b, state, NOTHING);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		all[i].lab = &b.lab;
		assert_int_equal(
		    pthread_create(&all[i].thread, NULL, keep_changing, &all[i]), 0);
	}
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		assert_int_equal(pthread_join(all[i].thread, NULL), 0);
	assert_int_equal(b.told.n, 3 * CHANGES);
	assert_int_equal(b.told.conf.poll_pollers, 10 + CHANGES - 1);
	assert_int_equal(b.told.conf.discovery_absent_after, 20 + CHANGES - 1);
	assert_int_equal(b.told.conf.http_readers, 30 + CHANGES - 1);
	assert_int_equal(current_begun(b.current)->http_readers, 4);
	bench_close(&b);
}

/* ---- standard intervals ------------------------------------------------------------- */

static int64_t
interval_of(struct lab *l, const char *job)
{
	char args[128];

	(void)snprintf(args, sizeof(args), "{'job':'%s'}", job);
	return int_of(ask(l, "job.get", args), "interval_ms");
}

static void
standard_jobs_follow_their_interval_unless_somebody_gave_them_another(void **state)
{
	struct bench b = { 0 };
	struct lab *l = &b.lab;
	int puts;

	bench_open(&b, state, NOTHING);
	(void)ask(l, "olt.add", AN_OLT);
	(void)ask(l, "job.standard", "{'olt':'centro'}");
	/* The lab's own service makes it by its rules; it ran every minute from the start. */
	(void)ask(l, "job.change", "{'job':'huawei_smartax states','interval':'5m'}");
	(void)ask(l, "job.change", "{'job':'huawei_smartax ports','interval':'7m'}");
	puts = l->ops.puts;
	(void)ask(l, "setting.change", "{'setting':'standard.states','value':'2m'}");
	assert_int_equal(interval_of(l, "huawei_smartax states"), 120000);
	assert_true(l->ops.puts > puts);
	(void)ask(l, "setting.change", "{'setting':'standard.ports','value':'2m'}");
	assert_int_equal(interval_of(l, "huawei_smartax ports"), 7 * 60000);
	assert_int_equal(b.told.conf.standard_states_ms, 120000);
	(void)ask(l, "setting.reset", "{'setting':'standard.states'}");
	assert_int_equal(interval_of(l, "huawei_smartax states"), 5 * 60000);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(one_that_acts_at_once_is_stored_and_told),
		ON_EACH(one_that_needs_a_restart_says_what_is_in_use),
		ON_EACH(what_the_environment_says_wins_and_is_not_changed_here),
		ON_EACH(what_is_wrong_is_said_and_changes_nothing),
		ON_EACH(what_is_stored_and_wrong_is_not_used),
		ON_EACH(all_of_them_are_listed),
		ON_EACH(of_several_who_change_them_the_last_of_each_counts),
		ON_EACH(
		    standard_jobs_follow_their_interval_unless_somebody_gave_them_another),
	};

	return CHECK_ALL(tests);
}
