/* SPDX-License-Identifier: Apache-2.0 */
#include "model/job.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/entity.h"
#include "model/text.h"

enum { SHORTEST_MS = 1000, CRON_FIELDS = 5 };

bool
job_target_from_name(const char *name, enum job_target *ret_target)
{
	int place = text_choice(JOB_TARGET_CHOICES, name);

	if (place >= 0)
		*ret_target = (enum job_target)place;
	return place >= 0;
}

/* The letter in lower case without its accent; '_': not a letter. The only non-ASCII
 * letters are those of western Europe: U+00C0 to U+00FF, encoded as 0xC3 and one byte. */
static char
plain_letter(const unsigned char **text)
{
	static const char LATIN[] = "aaaaaaaceeeeiiiidnooooo_ouuuuyts";
	unsigned char c = *(*text)++;

	if (c < 0x80)
		return isalnum(c) ? (char)tolower(c) : '_';
	if (c == 0xC3 && (**text & 0xC0) == 0x80)
		return LATIN[*(*text)++ & 0x1F];
	while ((**text & 0xC0) == 0x80)
		(*text)++;
	return '_';
}

/* "GET  Descripción!" is get_descripcion. */
static void
plain_words(const char *name, char words[JOB_LABEL_MAX])
{
	const unsigned char *text = (const unsigned char *)name;
	size_t n = 0;

	while (*text && n + 1 < JOB_LABEL_MAX) {
		char c = plain_letter(&text);

		if (c != '_' || (n > 0 && words[n - 1] != '_'))
			words[n++] = c;
	}
	if (n > 0 && words[n - 1] == '_')
		n--;
	words[n] = '\0';
}

void
job_label(enum task_type type, const char *name, char label[JOB_LABEL_MAX])
{
	const char *kind = task_type_name(type);
	size_t n = strlen(kind);
	char words[JOB_LABEL_MAX];
	bool says_it;

	plain_words(name, words);
	says_it = strncmp(words, kind, n) == 0 && (words[n] == '\0' || words[n] == '_');
	if (says_it || !*words)
		(void)snprintf(label, JOB_LABEL_MAX, "%s", says_it ? words : kind);
	else
		(void)snprintf(label, JOB_LABEL_MAX, "%s_%.*s", kind,
		    (int)(JOB_LABEL_MAX - n - 2), words);
}

/* Five words of valid characters; their meaning is checked by sched/cron_int.h. */
static bool
looks_like_cron(const char *text)
{
	static const char LETTERS[] = "0123456789*/,-abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	int fields = 0;

	while (*text) {
		size_t n = strspn(text, LETTERS);

		if (n == 0)
			return false;
		fields++;
		text += n;
		n = strspn(text, " ");
		if (n == 0 && *text)
			return false;
		text += n;
	}
	return fields == CRON_FIELDS;
}

static enum rc
check_when(const struct job *j, struct err *err)
{
	if ((j->interval_ms != 0) == (j->cron != NULL))
		return err_set(
		    err, RC_INVALID, "interval, cron: one of the two, never both");
	if (!j->cron && j->interval_ms < SHORTEST_MS)
		return err_set(err, RC_INVALID, "interval: at least a second");
	if (j->cron && !looks_like_cron(j->cron))
		return err_set(
		    err, RC_INVALID, "cron: five fields, like \"*/15 6-22 * * mon-fri\"");
	return RC_OK;
}

static bool
is_lane(const char *name)
{
	enum lane lane;

	return name && lane_from_name(name, &lane);
}

static enum rc
check_target(const struct job *j, struct err *err)
{
	bool has_filter = j->target_brand.v || j->target_model.v || j->target_site;

	if (j->target == JOB_FILTER && !has_filter)
		return err_set(err, RC_INVALID,
		    "target: a filter needs a brand, a model or a site; or say \"all\"");
	if (j->target != JOB_FILTER && has_filter)
		return err_set(
		    err, RC_INVALID, "target: brand, model and site belong to a filter");
	return RC_OK;
}

enum rc
job_check(const struct job *job, struct err *err)
{
	enum rc rc = entity_check(&JOB_ENTITY, job, err);

	if (rc != RC_OK)
		return rc;
	if (!is_lane(job->lane))
		return err_set(
		    err, RC_INVALID, "lane: high, discovery, polling or retry");
	if (job->retry_delay_ms < 0 || job->timeout_ms < 0)
		return err_set(err, RC_INVALID, "retry_delay, timeout: not less than 0");
	if (check_target(job, err) != RC_OK)
		return RC_INVALID;
	return check_when(job, err);
}
