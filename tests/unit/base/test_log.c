/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

#include "base/log.h"
#include "base/secret.h"

/* The log of a test, and its content. */
static char *text;
static size_t text_bytes;
static FILE *stream;

static int
listen_to_the_log(void **state)
{
	struct err err;

	(void)state;
	stream = open_memstream(&text, &text_bytes);
	log_to_stream(stream);
	log_set_level(LOG_LEVEL_INFO);
	return log_set_topics("", &err) == RC_OK ? 0 : -1;
}

static int
stop_listening(void **state)
{
	(void)state;
	log_to_stream(NULL);
	(void)fclose(stream);
	free(text);
	return 0;
}

static void
a_line_has_its_time_level_topic_and_words(void **state)
{
	(void)state;
	log_warn("poll", "olt=%s no answer", "A");
	/* "2025-10-21 08:30:15 [WARNING] poll: olt=A no answer\n" */
	assert_string_equal(text + 19, " [WARNING] poll: olt=A no answer\n");
	assert_int_equal(text[4], '-');
	assert_int_equal(text[10], ' ');
	assert_int_equal(text[13], ':');
}

static void
a_topic_can_be_louder_or_quieter_than_the_rest(void **state)
{
	struct err err;

	(void)state;
	check_rc(log_set_topics("snmpc=debug, poll=error", &err), RC_OK);
	log_debug("snmpc", "one");
	log_debug("sched", "two");
	log_warn("poll", "three");
	log_error("poll", "four");
	log_info("sched", "five");
	check_contains(text, "snmpc: one");
	check_contains(text, "poll: four");
	check_contains(text, "sched: five");
	assert_null(strstr(text, "two"));
	assert_null(strstr(text, "three"));
	assert_true(log_wants(LOG_LEVEL_DEBUG, "snmpc"));
	assert_false(log_wants(LOG_LEVEL_DEBUG, "sched"));
}

static void
a_wrong_filter_changes_nothing_and_is_named(void **state)
{
	struct err err = { 0 };

	(void)state;
	check_rc(log_set_topics("snmpc=debug", &err), RC_OK);
	check_rc(log_set_topics("poll=loud", &err), RC_INVALID);
	check_contains(err.msg, "\"loud\" is not a level");
	check_rc(log_set_topics("poll", &err), RC_INVALID);
	check_contains(err.msg, "\"poll\" is not topic=level");
	check_rc(log_set_topics("=info", &err), RC_INVALID);
	assert_true(log_wants(LOG_LEVEL_DEBUG, "snmpc"));
}

static void
a_device_cannot_forge_a_line(void **state)
{
	(void)state;
	log_info("poll", "descr=%s", "x\n2025-01-01 00:00:00 [INFO] \033[2J");
	assert_null(strchr(text, '\033'));
	assert_ptr_equal(strchr(text, '\n'), text + text_bytes - 1);
}

static void
keep_copy(void *ctx, const char *line)
{
	(void)snprintf(ctx, LOG_LINE_MAX, "%s", line);
}

static void
somebody_may_have_a_copy_of_every_line(void **state)
{
	char copy[LOG_LINE_MAX] = "";

	(void)state;
	log_copy_to(keep_copy, copy);
	log_info("poll", "one");
	log_debug("poll", "unwanted");
	log_copy_to(NULL, NULL);
	log_info("poll", "two");
	assert_string_equal(copy + 19, " [INFO] poll: one");
	check_contains(text, "poll: two\n");
}

static void
a_secret_is_stars_in_a_line(void **state)
{
	struct secret community = { 0 };

	(void)state;
	check_rc(secret_set(&community, "hunter2"), RC_OK);
	log_info("poll", "community=%s", secret_shown(&community));
	check_contains(text, "community=***");
	assert_null(strstr(text, "hunter2"));
}

static void
a_line_too_long_is_cut(void **state)
{
	char words[2 * LOG_LINE_MAX];

	(void)state;
	memset(words, 'x', sizeof(words) - 1);
	words[sizeof(words) - 1] = '\0';
	log_info("poll", "%s", words);
	assert_int_equal(text_bytes, LOG_LINE_MAX);
	assert_int_equal(text[text_bytes - 1], '\n');
}

static void
a_file_is_appended_to(void **state)
{
	char path[] = "/tmp/facho-log-XXXXXX";
	char read_back[400] = "";
	struct err err;
	FILE *file;

	(void)state;
	(void)close(mkstemp(path));
	check_rc(log_to_file(path, &err), RC_OK);
	log_info("a", "first");
	check_rc(log_to_file(path, &err), RC_OK);
	log_info("a", "second");
	check_rc(log_to_file("/nowhere/at/all", &err), RC_IO);
	check_contains(err.msg, "/nowhere/at/all");
	log_info("a", "third");
	log_to_stream(stream);
	file = fopen(path, "r");
	(void)!fread(read_back, 1, sizeof(read_back) - 1, file);
	(void)fclose(file);
	(void)unlink(path);
	check_contains(read_back, "a: first\n");
	check_contains(read_back, "a: second\n");
	check_contains(read_back, "a: third\n");
}

static void *
talk(void *arg)
{
	struct err err;

	for (int i = 0; i < 200; i++) {
		log_info("threads", "%s", (const char *)arg);
		if (i % 50 == 0)
			check_rc(
			    log_set_topics(i % 100 ? "" : "threads=debug", &err), RC_OK);
	}
	return NULL;
}

/* For ThreadSanitizer, and to check that lines are not mixed. */
static void
threads_do_not_tear_each_others_lines(void **state)
{
	static char a[] = "aaaaaaaaaaaaaaaaaaaa", b[] = "bbbbbbbbbbbbbbbbbbbb";
	pthread_t one, two;
	size_t lines = 0;

	(void)state;
	(void)pthread_create(&one, NULL, talk, a);
	(void)pthread_create(&two, NULL, talk, b);
	(void)pthread_join(one, NULL);
	(void)pthread_join(two, NULL);
	for (char *p = text; *p; p = strchr(p, '\n') + 1) {
		const char *words = p + 19 + strlen(" [INFO] threads: ");

		assert_true(strncmp(words, a, 20) == 0 || strncmp(words, b, 20) == 0);
		assert_int_equal(words[20], '\n');
		lines++;
	}
	assert_int_equal(lines, 400);
}

#define LOG_TEST(f) cmocka_unit_test_setup_teardown(f, listen_to_the_log, stop_listening)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LOG_TEST(a_line_has_its_time_level_topic_and_words),
		LOG_TEST(a_topic_can_be_louder_or_quieter_than_the_rest),
		LOG_TEST(a_wrong_filter_changes_nothing_and_is_named),
		LOG_TEST(a_device_cannot_forge_a_line),
		LOG_TEST(somebody_may_have_a_copy_of_every_line),
		LOG_TEST(a_secret_is_stars_in_a_line),
		LOG_TEST(a_line_too_long_is_cut),
		LOG_TEST(a_file_is_appended_to),
		LOG_TEST(threads_do_not_tear_each_others_lines),
	};

	return CHECK_ALL(tests);
}
