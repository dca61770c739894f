/* SPDX-License-Identifier: Apache-2.0
 *
 * Files outside the repository that may be missing: ../shared, or the folder in the
 * environment variable FACHO_SHARED.
 */
#ifndef FACHO_TESTS_SHARED_CHECK_H
#define FACHO_TESTS_SHARED_CHECK_H

#include "vendor_check.h"

/* The text of a shared file (to be freed); NULL after a message. */
static inline char *
shared_text(const char *name, size_t *ret_len)
{
	const char *folder = getenv("FACHO_SHARED");
	char path[1024];
	char *text = NULL;
	size_t cap = 0;
	FILE *f;
	ssize_t n;

	(void)snprintf(
	    path, sizeof(path), "%s/%s", folder ? folder : SHARED_FOLDER, name);
	f = fopen(path, "r");
	if (!f) {
		print_message("# %s is not here: skipped\n", path);
		return NULL;
	}
	n = getdelim(&text, &cap, '\0', f); /* the files are text, without NUL */
	fclose(f);
	assert_true(n > 0);
	*ret_len = (size_t)n;
	return text;
}

#endif
