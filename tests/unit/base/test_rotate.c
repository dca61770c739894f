/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rotate.h"

static char folder[64];

static int
make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/facho-rotate-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

/* Remove path and its older files. */
static void
name_file(char name[128], int n)
{
	if (n == 0)
		(void)snprintf(name, 128, "%s/logs/main.log", folder);
	else
		(void)snprintf(name, 128, "%s/logs/main.log.%d", folder, n);
}

static int
remove_folder(void **state)
{
	char name[128];

	(void)state;
	for (int i = 0; i < 10; i++) {
		name_file(name, i);
		(void)unlink(name);
	}
	(void)snprintf(name, sizeof(name), "%s/logs", folder);
	(void)rmdir(name);
	return rmdir(folder);
}

static struct rotate *
open_log(int64_t max_bytes, int files)
{
	char path[128];
	struct rotate_options options = { path, max_bytes, files };
	struct rotate *r = NULL;
	struct err err;

	name_file(path, 0);
	if (rotate_open(&options, &r, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return r;
}

/* Its content; "-" if the file does not exist. */
static const char *
content(int n)
{
	static char text[65536];
	char name[128];
	FILE *f;
	size_t bytes;

	name_file(name, n);
	f = fopen(name, "re");
	if (!f)
		return "-";
	bytes = fread(text, 1, sizeof(text) - 1, f);
	text[bytes] = '\0';
	(void)fclose(f);
	return text;
}

static void
lines_are_appended_and_folders_made(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(1000, 5);
	struct err err;

	(void)state;
	check_rc(rotate_write(r, "one", &err), RC_OK);
	check_rc(rotate_write(r, "", &err), RC_OK);
	check_rc(rotate_write(r, "two", &err), RC_OK);
	assert_string_equal(content(0), "one\n\ntwo\n");
	assert_string_equal(content(1), "-");
}

static void
a_full_file_becomes_an_older_one_and_the_oldest_falls_out(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(8, 3);
	struct err err;

	(void)state;
	for (int i = 0; i < 8; i++) {
		char c = (char)('a' + i), line[] = { c, c, c, '\0' };

		check_rc(rotate_write(r, line, &err), RC_OK);
	}
	assert_string_equal(content(0), "ggg\nhhh\n");
	assert_string_equal(content(1), "eee\nfff\n");
	assert_string_equal(content(2), "ccc\nddd\n");
	assert_string_equal(content(3), "-");
}

static void
a_line_longer_than_a_file_has_one_to_itself(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(8, 3);
	struct err err;

	(void)state;
	check_rc(rotate_write(r, "longer than eight", &err), RC_OK);
	check_rc(rotate_write(r, "b", &err), RC_OK);
	assert_string_equal(content(0), "b\n");
	assert_string_equal(content(1), "longer than eight\n");
}

static void
one_file_in_all_begins_anew(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(8, 1);
	struct err err;

	(void)state;
	check_rc(rotate_write(r, "aaa", &err), RC_OK);
	check_rc(rotate_write(r, "bbb", &err), RC_OK);
	check_rc(rotate_write(r, "ccc", &err), RC_OK);
	assert_string_equal(content(0), "ccc\n");
	assert_string_equal(content(1), "-");
}

static void
a_restart_goes_on_where_the_file_ends(void **state)
{
	struct err err;

	(void)state;
	for (int start = 0; start < 3; start++) {
		struct rotate *r OWNED(rotate_close) = open_log(8, 5);

		check_rc(rotate_write(r, "abc", &err), RC_OK);
	}
	assert_string_equal(content(0), "abc\n");
	assert_string_equal(content(1), "abc\nabc\n");
}

static void
a_file_that_was_moved_away_is_begun_anew_when_told(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(1000, 5);
	char from[128], to[128];
	struct err err;

	(void)state;
	check_rc(rotate_write(r, "old", &err), RC_OK);
	name_file(from, 0);
	name_file(to, 7);
	assert_int_equal(rename(from, to), 0);
	check_rc(rotate_write(r, "old too", &err), RC_OK);
	check_rc(rotate_reopen(r, &err), RC_OK);
	check_rc(rotate_write(r, "new", &err), RC_OK);
	assert_string_equal(content(7), "old\nold too\n");
	assert_string_equal(content(0), "new\n");
}

/* A limit on the size of files simulates a full disk. */
static void
a_line_that_finds_no_room_is_lost_whole_and_the_next_one_goes_on(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(1000, 5);
	struct rlimit old, tight;
	struct err err;

	(void)state;
	check_rc(rotate_write(r, "0123456789", &err), RC_OK);
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	tight = old;
	tight.rlim_cur = 15;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	check_rc(rotate_write(r, "does not fit", &err), RC_IO);
	check_contains(err.msg, "main.log: ");
	check_rc(rotate_write(r, "abc", &err), RC_OK);
	check_rc(rotate_write(r, "x", &err), RC_IO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	check_rc(rotate_write(r, "it fits again", &err), RC_OK);
	assert_string_equal(content(0), "0123456789\nabc\nit fits again\n");
}

static void
a_folder_that_cannot_be_made_is_said(void **state)
{
	struct rotate_options options = { "/dev/null/x/main.log", 1000, 5 };
	struct rotate *r = (struct rotate *)&options;
	struct err err;

	(void)state;
	check_rc(rotate_open(&options, &r, &err), RC_IO);
	check_contains(err.msg, "/dev/null/x/main.log: ");
	assert_ptr_equal(r, &options);
	rotate_close(NULL);
}

static void
nobody_else_can_read_it(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(1000, 5);
	char name[128];
	struct stat st;

	(void)state;
	name_file(name, 0);
	assert_int_equal(stat(name, &st), 0);
	assert_int_equal(st.st_mode & 07, 0);
	assert_non_null(r);
}

enum { THREADS = 4, LINES = 500 };

static void *
write_many(void *arg)
{
	for (int i = 0; i < LINES; i++) {
		if (rotate_write(arg, "0123456789", NULL) != RC_OK)
			return arg;
	}
	return NULL;
}

static void
threads_do_not_mix_their_lines(void **state)
{
	struct rotate *r OWNED(rotate_close) = open_log(1100, 5);
	pthread_t threads[THREADS];
	void *failed;

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, write_many, r), 0);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], &failed), 0);
		assert_null(failed);
	}
	/* 2,000 lines of 11 bytes, 100 in each file. */
	for (int i = 0; i < 5; i++) {
		const char *text = content(i);

		assert_int_equal(strlen(text), 1100);
		for (int line = 0; line < 100; line++)
			assert_int_equal(
			    strncmp(text + line * 11, "0123456789\n", 11), 0);
	}
}

#define WITH_FOLDER(test) \
	cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(lines_are_appended_and_folders_made),
		WITH_FOLDER(a_full_file_becomes_an_older_one_and_the_oldest_falls_out),
		WITH_FOLDER(a_line_longer_than_a_file_has_one_to_itself),
		WITH_FOLDER(one_file_in_all_begins_anew),
		WITH_FOLDER(a_restart_goes_on_where_the_file_ends),
		WITH_FOLDER(a_file_that_was_moved_away_is_begun_anew_when_told),
		WITH_FOLDER(
		    a_line_that_finds_no_room_is_lost_whole_and_the_next_one_goes_on),
		cmocka_unit_test(a_folder_that_cannot_be_made_is_said),
		WITH_FOLDER(nobody_else_can_read_it),
		WITH_FOLDER(threads_do_not_mix_their_lines),
	};

	return CHECK_ALL(tests);
}
