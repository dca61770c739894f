/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <unistd.h>

#include "conf/conf.h"

/* Loads a file with this text and these variables; problems are in `said`. */
static char *said;

static enum rc
load(const char *text, char *const *env, struct conf_loaded **ret_loaded)
{
	static char *nothing[] = { NULL };
	char path[] = "/tmp/facho-conf-XXXXXX";
	struct buf problems = BUF_INIT(100000);
	int fd = mkstemp(path);
	enum rc rc;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	(void)close(fd);
	rc = conf_load(path, env ? env : nothing, ret_loaded, &problems);
	(void)unlink(path);
	free(said);
	said = strdup(buf_text(&problems));
	/* Messages contain the file name, which is random. */
	for (char *p; (p = strstr(said, path)) != NULL;)
		memmove(p, p + strlen(path), strlen(p + strlen(path)) + 1);
	buf_fini(&problems);
	return rc;
}

static int
forget_what_was_said(void **state)
{
	(void)state;
	free(said);
	said = NULL;
	return 0;
}

static size_t
number_of(const char *name)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(items[i].name, name) == 0)
			return i;
	}
	fail_msg("no setting %s", name);
	return 0;
}

static void
without_file_and_variables_there_are_the_defaults(void **state)
{
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	struct buf problems = BUF_INIT(1000);
	char *nothing[] = { NULL };
	const struct conf *c;

	(void)state;
	check_rc(conf_load(NULL, nothing, &loaded, &problems), RC_OK);
	c = conf_get(loaded);
	assert_int_equal(c->snmp_timeout_ms, 2000);
	assert_int_equal(c->snmp_retries, 2);
	assert_int_equal(c->snmp_in_flight, 5);
	assert_int_equal(c->snmp_repetitions, 50);
	assert_int_equal(c->snmp_answer_bytes, 1400);
	assert_int_equal(c->snmp_batch.n, 3);
	assert_int_equal(c->snmp_batch.v[0], 200);
	assert_int_equal(c->snmp_batch.v[1], 50);
	assert_int_equal(c->snmp_batch.v[2], 1);
	assert_true(secret_is_empty(&c->snmp_community));
	assert_string_equal(c->log_file, "");
	assert_string_equal(conf_origin(loaded, 0), "default");
	assert_string_equal(buf_text(&problems), "");
}

static void
the_environment_wins_over_the_file(void **state)
{
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	char *env[] = { "HOME=/", "FACHO_SNMP_RETRIES=7", "FACHO_CONFIG=x", NULL };
	size_t timeout = number_of("snmp.timeout"), retries = number_of("snmp.retries");

	(void)state;
	check_rc(load("# mine\n[snmp]\n\n  timeout = 500ms ; short\nretries: 4\n", env,
		     &loaded),
	    RC_OK);
	assert_int_equal(conf_get(loaded)->snmp_timeout_ms, 500);
	assert_int_equal(conf_get(loaded)->snmp_retries, 7);
	check_contains(conf_origin(loaded, timeout), ":4");
	assert_string_equal(conf_origin(loaded, retries), "FACHO_SNMP_RETRIES");
}

/* Each error is of another kind; all are reported, in order, and nothing is loaded. */
static void
every_wrong_line_is_reported_at_once(void **state)
{
	struct conf_loaded *loaded = NULL;
	char *env[] = { "FACHO_SNMP_TIMEOT=1s", "FACHO_LOG_LEVEL=loud", NULL };

	(void)state;
	check_rc(load("[snmp]\n"
		      "timeout = 2\n"
		      "retires = 3\n"
		      "what is this\n"
		      "in_flight = 65\n"
		      "batch = 200,x\n"
		      "repetitions = 9\n"
		      "repetitions = 10\n"
		      "[colours]\n"
		      "red = yes\n"
		      "[log\n",
		     env, &loaded),
	    RC_INVALID);
	assert_null(loaded);
	assert_string_equal(said,
	    ":2: snmp.timeout: \"2\" is not a time from 100ms to 1m, like 500ms, 2s or "
	    "5m\n"
	    ":3: there is no setting snmp.retires; did you mean snmp.retries?\n"
	    ":4: expected \"key = value\" or \"[section]\"\n"
	    ":5: snmp.in_flight: \"65\" is not a number from 1 to 64\n"
	    ":6: snmp.batch: \"200,x\" is not up to 8 numbers from 1 to 10000, with "
	    "commas between\n"
	    ":8: snmp.repetitions is set on line 7 already\n"
	    ":10: there is no setting colours.red; \"facho config --help\" lists them\n"
	    ":11: expected \"key = value\" or \"[section]\"\n"
	    "FACHO_SNMP_TIMEOT: there is no such setting; did you mean "
	    "FACHO_SNMP_TIMEOUT?\n"
	    "FACHO_LOG_LEVEL: log.level: \"loud\" is not one of: error, warn, info, "
	    "debug\n");
}

static void
a_line_too_long_is_one_mistake_and_the_next_line_counts_right(void **state)
{
	struct conf_loaded *loaded = NULL;
	char text[1000] = "[log]\nfile = ";

	(void)state;
	memset(text + strlen(text), 'x', 800);
	memcpy(text + strlen(text), "\nlevel = loud\n", 15);
	check_rc(load(text, NULL, &loaded), RC_INVALID);
	check_contains(said, ":2: the line is too long");
	check_contains(said, ":3: log.level:");
}

static void
variables_of_other_programs_are_left_alone(void **state)
{
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	char *env[] = { "FACHO_HOME=/x", "FACHO_BINARY=y", "SNMP_TIMEOUT=z", NULL };

	(void)state;
	check_rc(load("", env, &loaded), RC_OK);
}

static void
a_secret_is_neither_shown_nor_repeated_in_a_mistake(void **state)
{
	struct conf_loaded *loaded OWNED(conf_free) = NULL, *none = NULL;
	char long_one[400] = "FACHO_COMMUNITY=hunter2";
	char *env[] = { "FACHO_COMMUNITY=hunter2", NULL }, *bad[] = { long_one, NULL };
	struct buf shown = BUF_INIT(1000);

	(void)state;
	check_rc(load("", env, &loaded), RC_OK);
	assert_string_equal(conf_get(loaded)->snmp_community.bytes, "hunter2");
	conf_show(loaded, number_of("snmp.community"), &shown);
	assert_string_equal(buf_text(&shown), "***");
	buf_fini(&shown);
	memset(long_one + strlen(long_one), 'x', 300);
	check_rc(load("", bad, &none), RC_INVALID);
	check_contains(said, "at most 256 characters");
	assert_null(strstr(said, "hunter2"));
}

static void
a_file_that_is_not_there_is_an_error(void **state)
{
	struct conf_loaded *loaded = NULL;
	struct buf problems = BUF_INIT(1000);
	char *nothing[] = { NULL };

	(void)state;
	check_rc(conf_load("/nowhere/facho.conf", nothing, &loaded, &problems), RC_IO);
	assert_null(loaded);
	check_contains(buf_text(&problems), "/nowhere/facho.conf: No such file");
	buf_fini(&problems);
}

/* ---- stored settings -------------------------------------------------------- */

static void
what_is_stored_counts_where_nothing_else_is_said(void **state)
{
	static char *env[] = { "FACHO_SNMP_RETRIES=7", NULL };
	static const struct conf_stored STORED[] = {
		{ "snmp.retries", "1" }, /* set by the environment */
		{ "snmp.timeout", "3s" },
		{ "log.file", "/etc/passwd" }, /* cannot be stored */
		{ "no.such", "1" },
		{ "poll.pollers", "0" }, /* invalid */
		{ "log.topics", "poll=debug" },
	};
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	struct conf_loaded *with OWNED(conf_free) = NULL;
	struct buf problems = BUF_INIT(1000);
	const struct conf *c;

	(void)state;
	check_rc(load("[snmp]\nin_flight = 3\n", env, &loaded), RC_OK);
	check_rc(conf_with_stored(loaded, STORED, sizeof(STORED) / sizeof(STORED[0]),
		     &with, &problems),
	    RC_OK);
	c = conf_get(with);
	assert_int_equal(c->snmp_retries, 7);
	assert_int_equal(c->snmp_timeout_ms, 3000);
	assert_int_equal(c->snmp_in_flight, 3);
	assert_int_equal(c->poll_pollers, 50);
	assert_string_equal(c->log_file, "");
	assert_string_equal(c->log_topics, "poll=debug");
	assert_string_equal(
	    buf_text(&problems), "poll.pollers: \"0\" is not a number from 1 to 10000\n");
	assert_string_equal(conf_origin(with, number_of("snmp.timeout")), "database");
	assert_false(conf_is_said(with, number_of("snmp.timeout")));
	assert_true(conf_is_said(with, number_of("snmp.retries")));
	assert_true(conf_is_said(with, number_of("snmp.in_flight")));
	/* The loaded configuration is not changed. */
	assert_int_equal(conf_get(loaded)->snmp_timeout_ms, 2000);
	buf_fini(&problems);
}

static void
an_option_wins_over_everything(void **state)
{
	static char *env[] = { "FACHO_HTTP_LISTEN=127.0.0.1:1", NULL };
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	struct err err = { 0 };

	(void)state;
	check_rc(load("", env, &loaded), RC_OK);
	check_rc(conf_say(loaded, "http.listen", "127.0.0.1:2", "--listen", &err), RC_OK);
	assert_string_equal(conf_get(loaded)->http_listen, "127.0.0.1:2");
	assert_string_equal(conf_origin(loaded, number_of("http.listen")), "--listen");
	check_rc(conf_say(loaded, "poll.pollers", "0", "--x", &err), RC_INVALID);
	assert_int_equal(conf_get(loaded)->poll_pollers, 50);
}

static void
a_value_is_kept_as_one_would_write_it(void **state)
{
	static const struct {
		const char *name, *text, *kept;
	} CASES[] = {
		{ "health.watch", "120s", "2m" },
		{ "health.watch", "0", "0ms" },
		{ "poll.pollers", "8", "8" },
		{ "health.stays_suspended", "true", "yes" },
		{ "snmp.batch", "10, 5", "10,5" },
		{ "snmp.max_bytes", "65536", "64k" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct buf kept = BUF_INIT(100);

		check_rc(conf_read(number_of(CASES[i].name), CASES[i].text, &kept, NULL),
		    RC_OK);
		assert_string_equal(buf_text(&kept), CASES[i].kept);
		buf_fini(&kept);
	}
}

/* Paths, addresses and secrets can only be set by the owner of the machine. */
static void
no_path_no_address_and_no_secret_may_be_stored(void **state)
{
	static const char *const OWNERS[] = { "data.folder", "log.file", "http.listen",
		"http.tls_cert", "http.tls_key", "http.trusted_proxies",
		"snmp.allowed_networks", "store.key_file", "store.backup_folder" };
	size_t n;
	const struct conf_item *items = conf_items(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		assert_true(
		    items[i].type != CONF_SECRET || items[i].applies == CONF_BY_FILE);
	for (size_t i = 0; i < sizeof(OWNERS) / sizeof(OWNERS[0]); i++)
		assert_int_equal(items[number_of(OWNERS[i])].applies, CONF_BY_FILE);
}

/* The table: the properties of each setting are consistent. */
static void
every_setting_has_a_section_help_and_a_name_of_its_own(void **state)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);
	char env[CONF_ENV_MAX];

	(void)state;
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		assert_non_null(strchr(items[i].name, '.'));
		assert_true(strlen(items[i].help) > 10);
		assert_int_equal(items[i].help[strlen(items[i].help) - 1], '.');
		assert_non_null(items[i].fallback);
		assert_int_equal(strncmp(conf_env_name(&items[i], env), "FACHO_", 6), 0);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(items[i].name, items[j].name);
	}
	assert_string_equal(conf_env_name(&items[number_of("snmp.in_flight")], env),
	    "FACHO_SNMP_IN_FLIGHT");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_file_and_variables_there_are_the_defaults),
		cmocka_unit_test(the_environment_wins_over_the_file),
		cmocka_unit_test(every_wrong_line_is_reported_at_once),
		cmocka_unit_test(
		    a_line_too_long_is_one_mistake_and_the_next_line_counts_right),
		cmocka_unit_test(variables_of_other_programs_are_left_alone),
		cmocka_unit_test(a_secret_is_neither_shown_nor_repeated_in_a_mistake),
		cmocka_unit_test(a_file_that_is_not_there_is_an_error),
		cmocka_unit_test(every_setting_has_a_section_help_and_a_name_of_its_own),
		cmocka_unit_test(what_is_stored_counts_where_nothing_else_is_said),
		cmocka_unit_test(an_option_wins_over_everything),
		cmocka_unit_test(a_value_is_kept_as_one_would_write_it),
		cmocka_unit_test(no_path_no_address_and_no_secret_may_be_stored),
	};

	return cmocka_run_group_tests(tests, NULL, forget_what_was_said);
}
