/* SPDX-License-Identifier: Apache-2.0 */
#include "model/job.h"

#include <string.h>

enum { NAME_MAX_BYTES = 64, TEXT_MAX_BYTES = 1000, SHORTEST_MS = 1000, CRON_FIELDS = 5 };

static const char *const TARGETS[JOB_TARGETS] = { "picked", "filter", "all" };

const char *
job_target_name(enum job_target target)
{
	return TARGETS[target];
}

bool
job_target_from_name(const char *name, enum job_target *ret_target)
{
	for (int i = 0; i < JOB_TARGETS; i++) {
		if (strcmp(TARGETS[i], name) == 0) {
			*ret_target = (enum job_target)i;
			return true;
		}
	}
	return false;
}

/* Five words of the right letters; whether they mean something sched/cron.h knows. */
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
	const char *name = job->name ? job->name : "";

	if (!*name || strlen(name) > NAME_MAX_BYTES)
		return err_set(
		    err, RC_INVALID, "name: 1 to %d characters", NAME_MAX_BYTES);
	if (job->description && strlen(job->description) > TEXT_MAX_BYTES)
		return err_set(err, RC_INVALID, "description: at most %d characters",
		    TEXT_MAX_BYTES);
	if (!is_lane(job->lane))
		return err_set(
		    err, RC_INVALID, "lane: high, discovery, polling or retry");
	if (job->max_retries < 0 || job->max_retries > 10)
		return err_set(err, RC_INVALID, "max_retries: 0 to 10");
	if (job->retry_delay_ms < 0 || job->timeout_ms < 0)
		return err_set(err, RC_INVALID, "retry_delay, timeout: not less than 0");
	if (check_target(job, err) != RC_OK)
		return RC_INVALID;
	return check_when(job, err);
}
