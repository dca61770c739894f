/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/window.h - spans of time: maintenance windows (once, or repeated by an RRULE in
 * a named zone) and quiet hours of a contact.
 *
 * Local times are kept when the clocks change: a window at 02:00 begins at 02:00 local
 * time in summer and in winter, and one from 22:00 that lasts 8 hours ends at 06:00. A
 * local time that does not exist that day is the moment after the missing hour (it begins
 * late). A local time that comes twice is the first of the two; the window begins once.
 * If both ends fall into the missing hour, the window has its whole length after it.
 *
 * Rules: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, with INTERVAL, COUNT (at most 1000),
 * UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS and WKST. The time of day and the first day
 * come from from_ms. At most WINDOW_STEPS steps of a rule are taken for an answer, so
 * that no rule takes unbounded time; a rule that never begins is refused.
 *
 * Pure but for the zones, which libical reads once from the system (guarded by a lock).
 * Any thread.
 */
#ifndef FACHO_NOTIFY_WINDOW_H
#define FACHO_NOTIFY_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

enum {
	WINDOW_RULE_MAX = 500, /* bytes of an RRULE */
	WINDOW_LENGTH_MAX_S = 31 * 86400,
	WINDOW_STEPS = 1200,
};

#define WINDOW_NEVER INT64_MAX

/* As stored in maintenances. */
struct window_spec {
	int64_t from_ms;
	int64_t until_ms; /* once: the end, WINDOW_NEVER: open end. Repeated: none
			     begins at or after it, WINDOW_NEVER: no last one */
	const char *rrule; /* "" or NULL: once */
	const char *zone; /* "America/Santiago"; "" or NULL: UTC */
	int64_t length_s; /* of each one, repeated windows only */
	int64_t ended_ms; /* ended early by a user; 0: not */
};

struct window;

/* RC_INVALID: err names which of from, until, rrule, zone, length is wrong, and why. */
enum rc window_new(const struct window_spec *spec, struct window **ret_window,
    struct err *err) MUST_CHECK;
void window_free(struct window *w);
OWNED_BY(struct window, window_free);

/* The state at one time. If it is active, begin <= now < end. */
struct window_view {
	bool is_active;
	int64_t begin_ms, end_ms; /* of the active one; 0 if none is */
	int64_t last_end_ms; /* the latest end <= now, of the last two days; INT64_MIN:
				none */
	int64_t next_begin_ms; /* the earliest begin > now; WINDOW_NEVER: none */
};
void window_at(const struct window *w, int64_t now_ms, struct window_view *ret_view);

/* Quiet hours: from "22:00" until "07:00", local time in zone. Both "" or equal: none
 * (*ret_quiet is NULL, which quiet_at takes). RC_INVALID: a time or the zone is wrong. */
struct quiet;
enum rc quiet_new(const char *from, const char *until, const char *zone,
    struct quiet **ret_quiet, struct err *err) MUST_CHECK;
void quiet_free(struct quiet *q);
OWNED_BY(struct quiet, quiet_free);
void quiet_at(const struct quiet *q, int64_t now_ms, struct window_view *ret_view);

/* RC_INVALID: no such zone. "" is UTC. */
enum rc window_zone_check(const char *zone, struct err *err) MUST_CHECK;

/* Minute of the local day, 0-1439, at a moment. zone must be valid, "" is UTC. */
int window_minute(const char *zone, int64_t at_ms);

#endif
