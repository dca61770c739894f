/* SPDX-License-Identifier: Apache-2.0
 *
 * The copies of a database that are made before an upgrade (daemon/backup_int.h).
 */
#include "backends.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/backup_int.h"

enum { NOW_S = 1763305200 };

static void
copies_of_the_same_second_are_all_kept(void **state)
{
	struct backend *b = backend_empty(state);
	struct backup_rules rules = { .keep = 5 };
	char paths[3][BACKUP_PATH_MAX];
	struct err err = { 0 };

	(void)snprintf(rules.folder, sizeof(rules.folder), "%s/backups", b->folder);
	for (int i = 0; i < 3; i++) {
		if (backup_make(
			b->db, &rules, 3, NOW_S * INT64_C(1000), paths[i], &err) != RC_OK)
			fail_msg("%s", err.msg);
	}
	for (int i = 0; i < 3; i++) {
		assert_int_equal(access(paths[i], R_OK), 0);
		for (int other = 0; other < i; other++)
			assert_string_not_equal(paths[i], paths[other]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(copies_of_the_same_second_are_all_kept),
	};

	return CHECK_ALL(tests);
}
