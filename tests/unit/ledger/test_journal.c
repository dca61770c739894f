/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/log.h"
#include "ledger/journal.h"

/* 2025-10-21 08:30:15 UTC */
#define NOW INT64_C(1761035415123)

static struct coordinator_entry
entry_of(enum entry_level level, const char *event, const char *message)
{
	return (struct coordinator_entry){
		.at_ms = NOW, .level = level, .event = event, .message = message
	};
}

static void
check_line(const struct coordinator_entry *entry, const char *expected)
{
	struct buf line = BUF_INIT(4096);

	(void)setenv("TZ", "UTC0", 1);
	tzset();
	journal_line(entry, &line);
	assert_string_equal(buf_text(&line), expected);
	buf_fini(&line);
}

static void
a_line_is_as_the_specification_has_it(void **state)
{
	struct coordinator_entry info = entry_of(ENTRY_INFO, "ended", "message");
	struct coordinator_entry quota =
	    entry_of(ENTRY_ERROR, "QUOTA_VIOLATION", "2 of 4");
	struct coordinator_entry plan =
	    entry_of(ENTRY_WARNING, "PLAN_DOES_NOT_FIT", "no");

	(void)state;
	check_line(&info, "2025-10-21 08:30:15 [INFO] coordinator.loop: message");
	check_line(&quota, "2025-10-21 08:30:15 [ERROR] coordinator.quota: 2 of 4");
	check_line(&plan, "2025-10-21 08:30:15 [WARNING] coordinator.plan: no");
}

static void
a_text_of_a_device_cannot_forge_a_line(void **state)
{
	struct coordinator_entry e =
	    entry_of(ENTRY_INFO, "ended", "one\n2025-10-21 [ERROR] x\r\x1b[31m\x7f ñ");

	(void)state;
	check_line(&e,
	    "2025-10-21 08:30:15 [INFO] coordinator.loop: "
	    "one?2025-10-21 [ERROR] x??[31m? ñ");
}

static void
entries_become_lines_of_a_file_and_a_long_one_is_cut(void **state)
{
	char folder[] = "/tmp/facho-journal-XXXXXX", path[64], text[16384];
	char *longest = malloc(10001);
	struct coordinator_entry e = entry_of(ENTRY_INFO, "ended", "short");
	struct journal *j = NULL;
	struct err err;
	FILE *f;
	size_t n;

	(void)state;
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/main.log", folder);
	check_rc(journal_open(path, &j, &err), RC_OK);
	journal_entry(j, &e);
	memset(longest, 'x', 10000);
	longest[10000] = '\0';
	e.message = longest;
	journal_entry(j, &e);
	check_rc(journal_reopen(j, &err), RC_OK);
	e.message = "last";
	journal_entry(j, &e);
	journal_close(j);
	f = fopen(path, "re");
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	(void)fclose(f);
	check_contains(text, "coordinator.loop: short\n2025-");
	check_contains(text, "xxxx\n2025-");
	check_contains(text, "coordinator.loop: last\n");
	assert_true(n < 5000);
	(void)unlink(path);
	(void)rmdir(folder);
	free(longest);
}

/* Every write to /dev/full fails, as on a full disk. */
static void
a_full_disk_is_said_once_and_not_for_every_line(void **state)
{
	struct coordinator_entry e = entry_of(ENTRY_INFO, "ended", "message");
	struct journal *j = NULL;
	char *said = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&said, &bytes);
	struct err err;

	(void)state;
	check_rc(journal_open("/dev/full", &j, &err), RC_OK);
	log_to_stream(stream);
	for (int i = 0; i < 100; i++)
		journal_entry(j, &e);
	log_to_stream(NULL);
	(void)fclose(stream);
	check_contains(said, "[WARNING] coordinator: lines of the log file are lost");
	assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
	journal_close(j);
	free(said);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_as_the_specification_has_it),
		cmocka_unit_test(a_text_of_a_device_cannot_forge_a_line),
		cmocka_unit_test(entries_become_lines_of_a_file_and_a_long_one_is_cut),
		cmocka_unit_test(a_full_disk_is_said_once_and_not_for_every_line),
	};

	return CHECK_ALL(tests);
}
