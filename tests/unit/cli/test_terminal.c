/* SPDX-License-Identifier: Apache-2.0
 *
 * The prompt, the progress bar and the width, on a pseudo-terminal.
 */
#include "check.h"

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/frame/progress.h"
#include "cli/frame/prompt.h"
#include "cli/frame/printer.h"

/* Read the output of the terminal until `part` is found or it ends. */
static void
read_until(int master, const char *part, char *shown, size_t size)
{
	size_t n = strlen(shown);
	ssize_t got;

	while (
	    !strstr(shown, part) && (got = read(master, shown + n, size - n - 1)) > 0) {
		n += (size_t)got;
		shown[n] = '\0';
	}
}

/* Ask in a child whose terminal is a pty, type `typed`, and return the child's result: 0
 * if it got `expected`, else its enum rc. */
static int
type(const char *typed, const char *expected, char *shown, size_t size)
{
	int master, status;
	pid_t child = forkpty(&master, NULL, NULL, NULL);

	assert_true(child >= 0);
	if (child == 0) {
		struct secret got = { 0 };
		enum rc rc = prompt_secret("Community", &got, NULL);

		if (rc == RC_OK && strcmp(got.bytes, expected) != 0)
			rc = RC_IO;
		_exit((int)rc);
	}
	shown[0] = '\0';
	read_until(master, "Community: ", shown, size);
	assert_int_equal(write(master, typed, strlen(typed)), (ssize_t)strlen(typed));
	read_until(master, "no such text", shown, size);
	(void)waitpid(child, &status, 0);
	(void)close(master);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
a_secret_is_typed_without_being_shown(void **state)
{
	char shown[2000];

	(void)state;
	assert_int_equal(type("hunter2\n", "hunter2", shown, sizeof(shown)), RC_OK);
	assert_null(strstr(shown, "hunter2"));
	check_contains(shown, "Community: ");
}

static void
nothing_typed_or_control_c_is_a_cancellation(void **state)
{
	char shown[2000];

	(void)state;
	assert_int_equal(type("\n", "", shown, sizeof(shown)), RC_CANCELLED);
	assert_int_equal(type("hunt\003", "", shown, sizeof(shown)), RC_CANCELLED);
}

static void
more_than_fits_is_refused(void **state)
{
	char shown[2000], typed[SECRET_MAX + 3];

	(void)state;
	memset(typed, 'x', sizeof(typed));
	typed[SECRET_MAX + 1] = '\n';
	typed[SECRET_MAX + 2] = '\0';
	assert_int_equal(type(typed, "", shown, sizeof(shown)), RC_INVALID);
}

static void
the_bar_shows_on_a_terminal_at_most_ten_times_a_second(void **state)
{
	struct winsize size = { .ws_col = 60, .ws_row = 24 };
	char shown[2000] = "";
	struct progress p;
	int master, slave;
	FILE *out;

	(void)state;
	assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
	out = fdopen(slave, "w");
	(void)setenv("TERM", "xterm", 1);
	assert_int_equal(terminal_width(out), 60);
	progress_init(&p, out, "Reading");
	progress_show(&p, 1, 4, 1000);
	progress_show(&p, 2, 4, 1099); /* too soon */
	progress_show(&p, 3, 4, 1100);
	progress_end(&p);
	read_until(master, "75%\033[K\r\033[K", shown, sizeof(shown));
	check_contains(shown, "\rReading [##########");
	check_contains(shown, " 25%\033[K");
	check_contains(shown, " 75%\033[K\r\033[K");
	assert_null(strstr(shown, " 50%"));
	(void)fclose(out);
	(void)close(master);
}

static void
elsewhere_there_is_no_bar(void **state)
{
	struct progress p;
	char *text = NULL;
	size_t bytes;
	FILE *memory = open_memstream(&text, &bytes), *out = tmpfile();

	(void)state;
	progress_init(&p, out, "Reading");
	progress_show(&p, 1, 4, 1000);
	progress_end(&p);
	assert_int_equal(ftell(out), 0);
	(void)unsetenv("COLUMNS");
	assert_int_equal(terminal_width(out), 0);
	(void)setenv("COLUMNS", "132", 1);
	assert_int_equal(terminal_width(out), 132);
	(void)setenv("COLUMNS", "wide", 1);
	assert_int_equal(terminal_width(out), 0);
	(void)fclose(out);
	progress_init(&p, memory, "Reading"); /* has no file descriptor */
	progress_show(&p, 1, 4, 1000);
	(void)fclose(memory);
	assert_int_equal(bytes, 0);
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_secret_is_typed_without_being_shown),
		cmocka_unit_test(nothing_typed_or_control_c_is_a_cancellation),
		cmocka_unit_test(more_than_fits_is_refused),
		cmocka_unit_test(the_bar_shows_on_a_terminal_at_most_ten_times_a_second),
		cmocka_unit_test(elsewhere_there_is_no_bar),
	};

	return CHECK_ALL(tests);
}
