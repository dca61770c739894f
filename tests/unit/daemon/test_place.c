/* SPDX-License-Identifier: Apache-2.0
 *
 * Detects that a process on this machine has ended, even if its number is used again.
 */
#include "check.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/place_int.h"

static struct serving
of_this_process(void)
{
	struct serving s = { 0 };

	place_fill(&s);
	assert_true(s.place[0] != '\0' && s.machine[0] != '\0');
	assert_int_equal(s.pid, getpid());
	assert_true(s.born > 0);
	return s;
}

static void
a_process_that_runs_is_not_gone(void **state)
{
	struct serving me = of_this_process();

	(void)state;
	assert_false(place_is_gone(&me, &me));
}

static void
a_number_that_was_used_again_is_gone(void **state)
{
	struct serving me = of_this_process(), other = me;

	(void)state;
	other.born--;
	assert_true(place_is_gone(&me, &other));
}

static void
nobody_elsewhere_is_seen_to_be_gone(void **state)
{
	struct serving me = of_this_process(), other = me;

	(void)state;
	other.born--;
	(void)snprintf(other.place, sizeof(other.place), "another boot pid:[1]");
	assert_false(place_is_gone(&me, &other));
	other.place[0] = me.place[0] = '\0';
	assert_false(place_is_gone(&me, &other));
}

/* A process that reports its identity and waits. */
static struct serving
start_child(void)
{
	struct serving child = { 0 };
	int fds[2];
	pid_t pid;

	assert_int_equal(pipe(fds), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		place_fill(&child);
		if (write(fds[1], &child, sizeof(child)) != sizeof(child))
			_exit(1);
		for (;;)
			(void)pause();
	}
	assert_int_equal(read(fds[0], &child, sizeof(child)), sizeof(child));
	assert_int_equal(child.pid, pid);
	(void)close(fds[0]);
	(void)close(fds[1]);
	return child;
}

static void
a_process_is_gone_when_it_is_dead_reaped_or_not(void **state)
{
	struct serving me = of_this_process(), other = start_child();
	pid_t child = (pid_t)other.pid;
	siginfo_t info;

	(void)state;
	assert_false(place_is_gone(&me, &other));
	assert_int_equal(kill(child, SIGSTOP), 0);
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOWAIT), 0);
	assert_false(place_is_gone(&me, &other)); /* it may end now */
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
	assert_true(place_is_gone(&me, &other)); /* a zombie */
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_true(place_is_gone(&me, &other));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_that_runs_is_not_gone),
		cmocka_unit_test(a_number_that_was_used_again_is_gone),
		cmocka_unit_test(nobody_elsewhere_is_seen_to_be_gone),
		cmocka_unit_test(a_process_is_gone_when_it_is_dead_reaped_or_not),
	};

	return CHECK_ALL(tests);
}
