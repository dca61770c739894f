/* SPDX-License-Identifier: Apache-2.0 */
#include "notify/recur_int.h"

#include <libical/ical.h>
#include <stdlib.h>
#include <string.h>

#include "notify/window.h"

enum {
	COUNT_MAX = 1000,
	INTERVAL_MAX = 1000,
};

struct recur {
	struct icalrecurrencetype rule;
	int64_t first_s;
};

static struct icaltimetype
local_time(int64_t local_s)
{
	return icaltime_from_timet_with_zone(local_s, 0, NULL);
}

/* The allowed parts of a rule. Times of day come from the first start time; a day of the
 * year or a week number is not needed for maintenance. */
static enum rc
check_part(const char *part, size_t n, struct err *err)
{
	static const char *const NAMES[] = { "FREQ", "INTERVAL", "COUNT", "UNTIL",
		"BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST" };

	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		if (strlen(NAMES[i]) == n && strncmp(part, NAMES[i], n) == 0)
			return RC_OK;
	}
	return err_set(err, RC_INVALID,
	    "rrule: \"%.*s\" is not allowed; use FREQ, INTERVAL, COUNT, UNTIL, BYDAY, "
	    "BYMONTHDAY, BYMONTH, BYSETPOS and WKST",
	    (int)(n < 40 ? n : 40), part);
}

static enum rc
check_parts(const char *rrule, struct err *err)
{
	if (strlen(rrule) > WINDOW_RULE_MAX)
		return err_set(err, RC_INVALID, "rrule: at most 500 bytes");
	for (const char *at = rrule; *at;) {
		size_t part = strcspn(at, ";"), name = strcspn(at, "=;");
		enum rc rc = check_part(at, name, err);

		if (rc)
			return rc;
		at += part;
		if (*at == ';')
			at++;
	}
	return RC_OK;
}

static enum rc
check_rule(const struct icalrecurrencetype *rule, struct err *err)
{
	switch (rule->freq) {
	case ICAL_DAILY_RECURRENCE:
		/* libical would try every day for centuries. */
		if (rule->by_month_day[0] != ICAL_RECURRENCE_ARRAY_MAX)
			return err_set(err, RC_INVALID,
			    "rrule: BYMONTHDAY needs FREQ=MONTHLY or YEARLY");
		break;
	case ICAL_WEEKLY_RECURRENCE:
	case ICAL_MONTHLY_RECURRENCE:
	case ICAL_YEARLY_RECURRENCE:
		break;
	case ICAL_NO_RECURRENCE:
		return err_set(err, RC_INVALID,
		    "rrule: cannot be read; write a rule like FREQ=WEEKLY;BYDAY=SU");
	case ICAL_SECONDLY_RECURRENCE:
	case ICAL_MINUTELY_RECURRENCE:
	case ICAL_HOURLY_RECURRENCE:
		return err_set(err, RC_INVALID,
		    "rrule: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY");
	}
	if (rule->count > COUNT_MAX || rule->interval > INTERVAL_MAX)
		return err_set(
		    err, RC_INVALID, "rrule: COUNT and INTERVAL are at most 1000");
	return RC_OK;
}

/* An UNTIL in UTC is compared with local times. */
static void
until_to_local(struct icalrecurrencetype *rule, struct zone *zone)
{
	int64_t until_s;

	if (icaltime_is_null_time(rule->until) || !icaltime_is_utc(rule->until))
		return;
	until_s = icaltime_as_timet(rule->until);
	rule->until = local_time(until_s + zone_offset_s(zone, until_s));
}

/* Under zone_lock. With COUNT libical must generate all of them. */
static size_t
collect(const struct recur *r, int64_t from_s, int64_t past_s, int64_t *ret, size_t max)
{
	icalrecur_iterator *it = icalrecur_iterator_new(r->rule, local_time(r->first_s));
	size_t n = 0;

	if (it && r->rule.count == 0 && from_s > r->first_s)
		(void)icalrecur_iterator_set_start(it, local_time(from_s));
	for (int step = 0; it && n < max && step < WINDOW_STEPS; step++) {
		struct icaltimetype next = icalrecur_iterator_next(it);
		int64_t begin_s;

		if (icaltime_is_null_time(next))
			break;
		begin_s = icaltime_as_timet(next);
		if (begin_s < from_s)
			continue;
		ret[n++] = begin_s;
		if (begin_s > past_s)
			break;
	}
	if (it)
		icalrecur_iterator_free(it);
	icalerror_clear_errno();
	return n;
}

size_t
recur_begins(
    const struct recur *r, int64_t from_s, int64_t past_s, int64_t *ret, size_t max)
{
	size_t n;

	zone_lock();
	n = collect(r, from_s, past_s, ret, max);
	zone_unlock();
	return n;
}

enum rc
recur_new(const char *rrule, int64_t first_s, struct zone *zone, struct recur **ret_recur,
    struct err *err)
{
	struct recur *r OWNED(recur_free) = calloc(1, sizeof(*r));
	int64_t begin_s;
	enum rc rc;

	if (!r)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = check_parts(rrule, err);
	if (rc)
		return rc;
	zone_lock();
	r->rule = icalrecurrencetype_from_string(rrule);
	icalerror_clear_errno();
	zone_unlock();
	rc = check_rule(&r->rule, err);
	if (rc)
		return rc;
	until_to_local(&r->rule, zone);
	r->first_s = first_s;
	if (recur_begins(r, first_s, INT64_MAX, &begin_s, 1) == 0)
		return err_set(err, RC_INVALID, "rrule: this rule never begins");
	*ret_recur = GIVE(r);
	return RC_OK;
}

void
recur_free(struct recur *r)
{
	if (!r)
		return;
	free(r->rule.rscale);
	free(r);
}
