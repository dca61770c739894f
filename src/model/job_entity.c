/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of jobs (model/entity.h).
 */
#include "model/entity.h"
#include "model/job.h"
#include "model/lane.h"
#include "model/text.h"

#define AT(member) offsetof(struct job, member)

/* Set by the program. */
#define MOMENT(name)                                               \
	{                                                          \
#name, NULL, ENTITY_INT, ENTITY_COMPUTED, AT(name) \
	}

static const struct entity_field FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "description", NULL, ENTITY_TEXT, ENTITY_NULL, AT(description), 0,
	    TEXT_WORDS_MAX, .option = { NULL, "TEXT", "add, change: a description." } },
	{ "brand", "brand_id", ENTITY_BRAND, ENTITY_MUST, AT(brand),
	    .help = "Number or name.",
	    .option = { NULL, "NAME", "add, change: only for OLTs of this brand." } },
	{ "type", NULL, ENTITY_CHOICE, ENTITY_MUST, AT(type),
	    .choices = TASK_TYPE_CHOICES,
	    .option = { NULL, "TYPE", "add, change: the type of job.", 't' } },
	{ "interval", "interval_ms", ENTITY_MS, ENTITY_NULL, AT(interval_ms), 1000,
	    JOB_LONGEST_MS, .help = "Like \"5m\". Either interval or cron.",
	    .option = { NULL, "TIME", "add, change: the interval, like 30s, 5m, 1h.",
		'i' } },
	{ "cron", NULL, ENTITY_TEXT, ENTITY_NULL | ENTITY_UNSET, AT(cron), 0,
	    TEXT_CRON_MAX, .help = "Five fields, in the site's time zone.",
	    .option = { NULL, "\"M H D M W\"",
		"add, change: a cron expression in the site's time zone, instead of an "
		"interval." } },
	{ "priority", NULL, ENTITY_INT, 0, AT(priority), 0, 1000,
	    .help = "Jobs with a higher number run first.",
	    .option = { NULL, "N",
		"add, change: the priority; higher numbers run first." } },
	{ "max_retries", NULL, ENTITY_INT, 0, AT(max_retries), 0, 10,
	    .option = { "max-retries", "N",
		"add, change: the maximum number of retries." } },
	/* Its column is never NULL. */
	{ "retry_delay", "retry_delay_ms", ENTITY_MS, ENTITY_NULL, AT(retry_delay_ms), 0,
	    JOB_LONGEST_MS, "120000", .none = -1,
	    .option = { "retry-delay", "TIME",
		"add, change: the delay before a retry." } },
	{ "retry_grows", NULL, ENTITY_BOOL, 0, AT(retry_grows),
	    .help = "Each delay is twice the previous one.",
	    .option = { "retry-grows", NULL,
		"add, change: increase the delay before each further retry." } },
	{ "timeout", "timeout_ms", ENTITY_MS, ENTITY_NULL, AT(timeout_ms), 0,
	    JOB_LONGEST_MS,
	    .help = "Time limit of a run; default: the limit of its lane.",
	    .option = { NULL, "TIME", "add, change: the time limit of a run." } },
	{ "lane", NULL, ENTITY_TEXT, 0, AT(lane), .choices = LANE_CHOICES,
	    .option = { NULL, "LANE", "add, change: the lane (queue) of its runs." } },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .help = "Default: true." },
	{ "oids", NULL, ENTITY_REFS, ENTITY_MUST, 0, 1, JOB_OIDS_MAX,
	    .help = "OIDs of the catalogue: number, name, OID, or profile/table/name." },
	{ "target", NULL, ENTITY_CHOICE, 0, AT(target), .choices = JOB_TARGET_CHOICES,
	    .help = "The OLTs of the job: picked by users, those that match a filter, or "
		    "all.",
	    .option = { NULL, "TARGET",
		"add, change, preview: the OLTs of the job: picked (see apply), those "
		"that match a filter, or all." } },
	{ "target_brand", "target_brand_id", ENTITY_BRAND, ENTITY_NULL, AT(target_brand),
	    .help = "Only with a filter: the brand.",
	    .option = { "target-brand", "NAME",
		"add, change, preview: all OLTs of this brand." } },
	{ "target_model", "target_model_id", ENTITY_MODEL, ENTITY_NULL, AT(target_model),
	    .help = "Only with a filter: the model, of that brand.",
	    .option = { "target-model", "NAME",
		"add, change, preview: all OLTs of this model of the brand." } },
	{ "target_site", NULL, ENTITY_TEXT, ENTITY_NULL | ENTITY_UNSET, AT(target_site),
	    0, TEXT_WORDS_MAX, .help = "Only with a filter: the site.",
	    .option = { "target-site", "TEXT",
		"add, change, preview: all OLTs of this site." } },
	{ "task_type", NULL, ENTITY_TEXT, ENTITY_COMPUTED, AT(label) },
	MOMENT(created_ms),
	MOMENT(updated_ms),
	MOMENT(deleted_ms),
};

const struct entity_type JOB_ENTITY = { "job", "jobs", sizeof(struct job), "name", false,
	"deleted_ms, created_ms, updated_ms", FIELDS,
	sizeof(FIELDS) / sizeof(FIELDS[0]) };
