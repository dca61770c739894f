/* SPDX-License-Identifier: Apache-2.0 */
#include "model/words.h"

#include <string.h>

#include "model/purpose.h"

struct word {
	const char *code, *words; /* NULL: the last */
};

static const struct word ONU[] = {
	{ "online", "online" },
	{ "offline", "offline" },
	{ "disabled", "disabled" },
	{ "enabled", "enabled" },
	{ "transitional", "coming up" },
	{ "fault", "fault" },
	{ "module_absent", "no optical module" },
	{ "module_fault", "faulty optical module" },
	{ "absent", "gone" },
	{ "unknown", "no data yet" },
	{ "stale", "no data" },
	{ NULL },
};

static const struct word CAUSE[] = {
	{ "los_port", "no light, whole port" },
	{ "los_onu", "no light, this ONU" },
	{ "power", "no power" },
	{ "signal", "bad signal" },
	{ "admin", "disabled" },
	{ "reset", "restarted" },
	{ "rogue", "rogue ONU" },
	{ "unknown", "no known cause" },
	{ NULL },
};

static const struct word LEVEL[] = {
	{ "good", "good" },
	{ "warn", "weak" },
	{ "bad", "bad" },
	{ "high", "too strong" },
	{ NULL },
};

static const struct word ONU_EVENT[] = {
	{ "new", "found" },
	{ "moved", "moved" },
	{ "serial", "told its serial" },
	{ "replaced", "replaced by another" },
	{ "duplicate", "serial at two places" },
	{ "duplicate_ended", "serial at one place again" },
	{ "absent", "absent" },
	{ "returned", "back again" },
	{ "run_state", "state" },
	{ "admin_state", "setting on the OLT" },
	{ "description", "description" },
	{ "cause", "cause" },
	{ "dropped", "down for a moment" },
	{ "level", "level crossed a limit" },
	{ NULL },
};

static const struct word OLT[] = {
	{ "up", "up" },
	{ "failing", "failing" },
	{ "down", "down" },
	{ "not_answering", "not answering" },
	{ "suspended", "suspended" },
	{ "disabled", "disabled" },
	{ "deleted", "deleted" },
	{ "unknown", "not asked yet" },
	{ "new", "not asked yet" },
	{ NULL },
};

static const struct word PORT[] = {
	{ "up", "working" },
	{ "partly", "some down" },
	{ "dark", "all down" },
	{ "down", "down" },
	{ "empty", "no ONUs" },
	{ "unknown", "no data yet" },
	{ "disabled", "disabled" },
	{ "unheard", "OLT not heard" },
	{ NULL },
};

static const struct word PROBLEM[] = {
	{ "engine_stuck", "the collector does not move" },
	{ "database_away", "the database does not answer" },
	{ "database_behind", "the database cannot keep up" },
	{ "disk_full", "the disk is nearly full" },
	{ "pollers_saturated", "the pollers are saturated" },
	{ "olt_not_answering", "does not answer" },
	{ "olt_suspended", "does not answer and is suspended" },
	{ "olt_failing", "fails to answer" },
	{ "port_dark", "all ONUs of the port are down" },
	{ "violation", "quotas not met" },
	{ NULL },
};

static const struct word GRAVITY[] = {
	{ "critical", "critical" },
	{ "major", "major" },
	{ "minor", "minor" },
	{ "info", "info" },
	{ NULL },
};

static const struct word EXECUTION[] = {
	{ "PENDING", "waiting" },
	{ "BETWEEN_SLICES", "between slices" },
	{ "RUNNING", "running" },
	{ "SUCCESS", "success" },
	{ "PARTIAL", "partial" },
	{ "FAILED", "failed" },
	{ "INTERRUPTED", "interrupted" },
	{ NULL },
};

static const struct word TROUBLE[] = {
	{ "TIMEOUT", "no answer" },
	{ "UNREACHABLE", "it cannot be reached" },
	{ "AUTH", "it does not accept our access" },
	{ "DEADLINE", "out of time" },
	{ "NO_SUCH_OBJECT", "it does not know what was asked" },
	{ "BAD_RESPONSE", "an answer that cannot be read" },
	{ "TOO_MUCH", "an answer without end" },
	{ "STORE", "it could not be stored" },
	{ "OLT_DISABLED", "the OLT was disabled" },
	{ "OLT_SUSPENDED", "the OLT is suspended" },
	{ "JOB_DISABLED", "the job was disabled" },
	{ "USER", "somebody stopped it" },
	{ "SHUTDOWN", "the program was ended" },
	{ "RESTART", "the program was restarted" },
	{ "LOCK_LOST", "another machine took over" },
	{ "NOTHING_TO_ASK", "nothing to ask yet" },
	{ NULL },
};

static const struct word QUOTA[] = {
	{ "IN_PROGRESS", "in progress" },
	{ "COMPLETED", "met" },
	{ "PARTIAL", "partly met" },
	{ "QUOTA_NOT_MET", "not met" },
	{ "FAILED", "failed" },
	{ "INTERRUPTED", "interrupted" },
	{ "AT_RISK", "at risk" },
	{ NULL },
};

static const struct word SEVERITY[] = {
	{ "LOW", "low" },
	{ "MEDIUM", "medium" },
	{ "HIGH", "high" },
	{ "CRITICAL", "critical" },
	{ NULL },
};

static const struct word PLAN[] = {
	{ "ACTIVE", "active" },
	{ "COMPLETED", "completed" },
	{ "SUPERSEDED", "replaced" },
	{ "ABORTED", "aborted" },
	{ NULL },
};

static const struct word LOG_LEVEL[] = {
	{ "DEBUG", "debug" },
	{ "INFO", "info" },
	{ "WARNING", "warning" },
	{ "ERROR", "error" },
	{ "CRITICAL", "critical" },
	{ NULL },
};

static const struct word LOG_EVENT[] = {
	{ "OLT_ADDED", "OLT added" },
	{ "OLT_ENABLED", "OLT enabled" },
	{ "OLT_DISABLED", "OLT disabled" },
	{ "OLT_SUSPENDED", "OLT suspended" },
	{ "OLT_NOT_ANSWERING", "OLT not answering" },
	{ "OLT_BACK", "OLT is back" },
	{ "OLT_RESTARTED", "OLT restarted" },
	{ "TASK_ADDED", "job added" },
	{ "TASK_REMOVED", "job removed" },
	{ "TASK_ENABLED", "job enabled" },
	{ "TASK_DISABLED", "job disabled" },
	{ "TASK_INTERVAL_CHANGED", "schedule changed" },
	{ "TASK_CHAINED", "job chained" },
	{ "TASK_UNCHAINED", "job unchained" },
	{ "TASK_RUNS_NOW", "first reading" },
	{ "QUEUED", "waits" },
	{ "STARTED", "started" },
	{ "PAUSED", "between slices" },
	{ "CONTINUED", "goes on" },
	{ "ENDED", "ended" },
	{ "RETRY", "tried again" },
	{ "SKIPPED", "skipped" },
	{ "INTERRUPTED", "interrupted" },
	{ "SATURATED", "too much to do" },
	{ "RELIEVED", "keeps up again" },
	{ "HELD", "no new runs" },
	{ "RESUMED", "new runs again" },
	{ "CLOCK_STEPPED", "clock set" },
	{ "LEASE_LOST", "lock lost" },
	{ "WALK_HELD", "walk not applied" },
	{ "QUOTA_VIOLATION", "violation" },
	{ "QUOTA_AT_RISK", "quota at risk" },
	{ "PLAN_ADJUSTED", "plan adjusted" },
	{ "PLAN_DOES_NOT_FIT", "plan does not fit" },
	{ NULL },
};

static const struct word *const FAMILIES[WORDS_FAMILIES] = {
	[WORDS_ONU] = ONU,
	[WORDS_CAUSE] = CAUSE,
	[WORDS_LEVEL] = LEVEL,
	[WORDS_ONU_EVENT] = ONU_EVENT,
	[WORDS_OLT] = OLT,
	[WORDS_PORT] = PORT,
	[WORDS_PROBLEM] = PROBLEM,
	[WORDS_GRAVITY] = GRAVITY,
	[WORDS_EXECUTION] = EXECUTION,
	[WORDS_TROUBLE] = TROUBLE,
	[WORDS_QUOTA] = QUOTA,
	[WORDS_SEVERITY] = SEVERITY,
	[WORDS_PLAN] = PLAN,
	[WORDS_LOG_LEVEL] = LOG_LEVEL,
	[WORDS_LOG_EVENT] = LOG_EVENT,
};

/* "custom:NAME" is a name given by users and is not changed. */
static const char *
purpose_words(const char *name)
{
	enum purpose purpose;

	return purpose_from_name(name, &purpose) ? purpose_info(purpose)->words : name;
}

const char *
words_for(enum words family, const char *code)
{
	if (family == WORDS_PURPOSE)
		return purpose_words(code);
	for (const struct word *w = FAMILIES[family]; w && w->code; w++) {
		if (strcmp(w->code, code) == 0)
			return w->words;
	}
	return code;
}
