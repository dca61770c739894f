/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/journal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/grumble.h"
#include "base/log.h"
#include "base/rotate.h"

enum { LINE_MAX_BYTES = 4096 };

struct journal {
	struct rotate *file;
	struct grumble trouble;
	struct buf line;
};

/* "QUOTA_VIOLATION" belongs to coordinator.quota, and events of the coordinator to
 * coordinator.loop. */
static const char *
topic_of(const char *event)
{
	if (strncmp(event, "QUOTA_", 6) == 0)
		return "coordinator.quota";
	if (strncmp(event, "PLAN_", 5) == 0)
		return "coordinator.plan";
	return "coordinator.loop";
}

static void
add_harmless(struct buf *out, const char *text)
{
	for (; *text; text++) {
		bool is_control = (unsigned char)*text < 0x20 || *text == 0x7F;

		buf_putc(out, is_control ? '?' : *text);
	}
}

void
journal_line(const struct coordinator_entry *entry, struct buf *out)
{
	time_t at = (time_t)(entry->at_ms / 1000);
	char when[32];
	struct tm tm;

	(void)localtime_r(&at, &tm);
	(void)strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &tm);
	buf_printf(out, "%s [%s] %s: ", when, entry_level_name(entry->level),
	    topic_of(entry->event));
	add_harmless(out, entry->message);
}

enum rc
journal_open(const char *path, struct journal **ret_journal, struct err *err)
{
	struct rotate_options options = { path, JOURNAL_BYTES, JOURNAL_FILES };
	struct journal *j OWNED(journal_close) = calloc(1, sizeof(*j));
	enum rc rc;

	if (!j)
		return err_set(err, RC_NOMEM, "no memory for the coordinator's log");
	j->line = (struct buf)BUF_INIT(LINE_MAX_BYTES);
	rc = rotate_open(&options, &j->file, err);
	if (rc != RC_OK)
		return rc;
	*ret_journal = GIVE(j);
	return RC_OK;
}

void
journal_close(struct journal *j)
{
	if (!j)
		return;
	rotate_close(j->file);
	buf_fini(&j->line);
	free(j);
}

void
journal_entry(void *ctx, const struct coordinator_entry *entry)
{
	struct journal *j = ctx;
	struct err err;

	buf_clear(&j->line);
	journal_line(entry, &j->line); /* if it is too long, it is truncated */
	if (rotate_write(j->file, buf_text(&j->line), &err) == RC_OK) {
		if (grumble_good(&j->trouble))
			log_info("coordinator", "the log file is written again");
	} else if (grumble_bad(&j->trouble, entry->at_ms)) {
		log_warn("coordinator", "lines of the log file are lost: %s", err.msg);
	}
}

enum rc
journal_reopen(struct journal *j, struct err *err)
{
	return rotate_reopen(j->file, err);
}
