/* SPDX-License-Identifier: Apache-2.0 */
#include "notify/zone_int.h"

#include <libical/ical.h>
#include <pthread.h>

enum { DAY_S = 86400 };

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

void
zone_lock(void)
{
	pthread_mutex_lock(&table_lock);
}

void
zone_unlock(void)
{
	pthread_mutex_unlock(&table_lock);
}

/* libical's type, under our name. */
static icaltimezone *
inside(struct zone *zone)
{
	return (icaltimezone *)zone;
}

enum rc
zone_find(const char *name, struct zone **ret_zone, struct err *err)
{
	icaltimezone *found;

	zone_lock();
	found = name && *name ? icaltimezone_get_builtin_timezone(name)
			      : icaltimezone_get_utc_timezone();
	icalerror_clear_errno();
	zone_unlock();
	if (!found)
		return err_set(err, RC_INVALID,
		    "unknown time zone \"%.64s\"; write a name like America/Santiago",
		    name);
	*ret_zone = (struct zone *)found;
	return RC_OK;
}

int64_t
zone_offset_s(struct zone *zone, int64_t utc_s)
{
	struct icaltimetype utc;
	int is_summer = 0, offset;

	zone_lock();
	utc = icaltime_from_timet_with_zone(utc_s, 0, icaltimezone_get_utc_timezone());
	offset = icaltimezone_get_utc_offset_of_utc_time(inside(zone), &utc, &is_summer);
	zone_unlock();
	return offset;
}

/* The first time after low at which the offset differs from that of low; it has changed
 * at high. */
static int64_t
change_between(struct zone *zone, int64_t low, int64_t high)
{
	int64_t before = zone_offset_s(zone, low);

	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (zone_offset_s(zone, middle) == before)
			low = middle;
		else
			high = middle;
	}
	return high;
}

int64_t
zone_moment_s(struct zone *zone, int64_t local_s)
{
	int64_t before = zone_offset_s(zone, local_s - DAY_S);
	int64_t after = zone_offset_s(zone, local_s + DAY_S);

	if (before == after || zone_offset_s(zone, local_s - before) == before)
		return local_s - before;
	if (zone_offset_s(zone, local_s - after) == after)
		return local_s - after;
	return change_between(zone, local_s - after, local_s - before);
}
