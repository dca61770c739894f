/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as a filter: it is refused with a message, or what is printed of it is read
 * again as the same.
 */
#include <assert.h>
#include <string.h>

#include "notify/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
print(const struct notify_filter *f, struct buf *out)
{
	notify_filter_print(f, out);
	assert(buf_ok(out));
}

static void
check_printed(const struct notify_filter *f)
{
	struct buf first = BUF_INIT(1 << 20), second = BUF_INIT(1 << 20);
	struct notify_filter *again OWNED(notify_filter_free) = NULL;

	print(f, &first);
	assert(notify_filter_parse(buf_text(&first), &again, NULL) == RC_OK);
	print(again, &second);
	assert(strcmp(buf_text(&first), buf_text(&second)) == 0);
	buf_fini(&first);
	buf_fini(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const char *const TAGS[] = { "vip" };
	const struct notify_subject subject = { .kind = "outage",
		.site = "x",
		.olt = "centro",
		.brand = "",
		.card = "0/1",
		.port = "0/1/3",
		.tags = TAGS,
		.n_tags = 1 };
	char text[4096];
	struct notify_filter *f OWNED(notify_filter_free) = NULL;
	struct err err = { .msg = "" };

	if (n >= sizeof(text))
		return 0;
	memcpy(text, data, n);
	text[n] = '\0';
	if (notify_filter_parse(text, &f, &err) != RC_OK) {
		assert(*err.msg);
		return 0;
	}
	(void)notify_filter_match(f, &subject);
	check_printed(f);
	return 0;
}
