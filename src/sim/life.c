/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/life.h"

#include <math.h>
#include <string.h>

enum {
	SALT_LONG_DOWN = 101,
	SALT_PHASE,
	SALT_CAUSE,
	SALT_DOWN_FOR,
	SALT_SINCE,
	SALT_SERIAL,
	SALT_CAUSE_BEFORE
};

/* 2026-01-01T00:00:00Z: the fixed time of a static life. */
static const int64_t STATIC_WALL_MS = INT64_C(1767225600000);

/* 2026-01-01T01:00:00Z: 21:00 in UTC-4. */
static const int64_t EVENING_MS = INT64_C(1767229200000);

static const double HOUR_S = 3600, DAY_S = 86400;

/* Initial value of a counter: a month at two megabytes per second. TIDE is how much the
 * pace varies during the day. */
static const double FIRST_COUNT = 6e12, TIDE = 0.7;

uint64_t
life_hash(uint64_t seed, uint64_t number, uint64_t salt)
{
	/* splitmix64 (Steele, Lea, Flood 2014) of the three values combined. */
	uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) ^
	    number * UINT64_C(0xd1342543de82ef95) ^ salt * UINT64_C(0xbf58476d1ce4e5b9);

	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

double
life_fraction(uint64_t seed, uint64_t number, uint64_t salt)
{
	return (double)(life_hash(seed, number, salt) >> 11) * 0x1p-53;
}

/* Seconds since the OLT was started; constant in a static life. */
static double
life_seconds(const struct life *life, const struct moment *now)
{
	return life->is_static ? 0 : (double)(now->mono_us - life->start.mono_us) / 1e6;
}

int64_t
life_wall_ms(const struct life *life, const struct moment *now)
{
	return life->is_static ? STATIC_WALL_MS : now->wall_ms;
}

static int64_t
ago(int64_t wall_ms, double seconds)
{
	return wall_ms - (int64_t)(seconds * 1000);
}

/* Half of them lose the light, 40 % the power. */
static enum state
cause_of(uint64_t seed, uint32_t onu, uint64_t salt)
{
	double draw = life_fraction(seed, onu, salt);

	return draw < 0.5 ? STATE_LOS_ONU : draw < 0.9 ? STATE_POWER : STATE_RESET;
}

/* Permanently offline ONUs. One in ten is also disabled, as for a customer who left. */
static struct onu_life
long_down(const struct life *life, uint32_t onu, int64_t start_wall_ms)
{
	double for_s = HOUR_S + life_fraction(life->seed, onu, SALT_SINCE) * 30 * DAY_S;
	struct onu_life l = { .is_enabled = true,
		.cause = cause_of(life->seed, onu, SALT_CAUSE) };

	if (l.cause == STATE_RESET) {
		l.cause = STATE_DISABLED;
		l.is_enabled = false;
	}
	l.last_down_ms = ago(start_wall_ms, for_s);
	l.last_up_ms = ago(l.last_down_ms, for_s * 2);
	return l;
}

/* Each ONU goes down once per period, at its own phase, for half a minute to five
 * minutes; churn sets the length of the period. */
static struct onu_life
churning(const struct life *life, uint32_t onu, const struct moment *now)
{
	double period_s = HOUR_S * 100 / life->churn_pct;
	double at_s = life_seconds(life, now) +
	    life_fraction(life->seed, onu, SALT_PHASE) * period_s;
	double cycle = floor(at_s / period_s);
	double into_s = at_s - cycle * period_s;
	uint64_t salt = SALT_DOWN_FOR + 1000 + (uint64_t)(int64_t)cycle;
	double down_s = 30 + life_fraction(life->seed, onu, salt) * 270;
	int64_t wall_ms = life_wall_ms(life, now);

	if (down_s > period_s / 2)
		down_s = period_s / 2;
	struct onu_life l = { .is_enabled = true,
		.is_online = into_s >= down_s,
		.cause = cause_of(life->seed, onu, salt + 1) };
	l.last_down_ms = ago(wall_ms, into_s);
	l.last_up_ms = l.is_online ? ago(wall_ms, into_s - down_s)
				   : ago(wall_ms, into_s + period_s / 2);
	return l;
}

static struct onu_life
steady(const struct life *life, uint32_t onu, int64_t start_wall_ms)
{
	double up_s = 600 + life_fraction(life->seed, onu, SALT_SINCE) * 60 * DAY_S;

	return (struct onu_life){ .is_enabled = true,
		.is_online = true,
		.cause = cause_of(life->seed, onu, SALT_CAUSE),
		.last_up_ms = ago(start_wall_ms, up_s),
		.last_down_ms = ago(start_wall_ms, up_s + 120) };
}

static struct onu_life
some_life(const struct life *life, uint32_t onu, const struct moment *now)
{
	int64_t start_wall_ms = life->is_static ? STATIC_WALL_MS : life->start.wall_ms;

	if (life_fraction(life->seed, onu, SALT_LONG_DOWN) * 100 < life->offline_pct)
		return long_down(life, onu, start_wall_ms);
	if (life->churn_pct > 0 && !life->is_static)
		return churning(life, onu, now);
	return steady(life, onu, start_wall_ms);
}

struct onu_life
life_of_onu(const struct life *life, uint32_t onu, const struct moment *now)
{
	struct onu_life l = some_life(life, onu, now);

	l.booted_ms = l.last_up_ms;
	return l;
}

enum state
life_cause_before(const struct life *life, uint32_t onu)
{
	return cause_of(life->seed, onu, SALT_CAUSE_BEFORE);
}

double
life_level(const struct life *life, uint32_t number, uint64_t salt, double low,
    double high, const struct moment *now)
{
	double swing = (high - low) * 0.03;
	double middle = low + swing +
	    life_fraction(life->seed, number, salt) * (high - low - 2 * swing);
	double period_s = 600 + life_fraction(life->seed, number, salt + 1) * HOUR_S;
	double phase = life_fraction(life->seed, number, salt + 2);

	return middle +
	    swing * sin(2 * M_PI * (life_seconds(life, now) / period_s + phase));
}

/* Time since an evening at 21:00 in the middle of South America. */
static double
evening_angle(const struct life *life, const struct moment *now)
{
	double day = (double)(life_wall_ms(life, now) - EVENING_MS) / 1000 / DAY_S;

	return 2 * M_PI * (day - floor(day));
}

double
life_evening(const struct life *life, const struct moment *now)
{
	return life->is_static ? 0 : cos(evening_angle(life, now));
}

/* The integral of a pace of 1 + TIDE * life_evening(). */
uint64_t
life_counter(const struct life *life, uint32_t number, uint64_t salt, double per_second,
    const struct moment *now)
{
	double pace = per_second * life_fraction(life->seed, number, salt);
	double before =
	    FIRST_COUNT + (double)(life_hash(life->seed, number, salt + 1) >> 24);
	double tide = life->is_static
	    ? 0
	    : TIDE * DAY_S / (2 * M_PI) * sin(evening_angle(life, now));

	return (uint64_t)(before + pace * (life_seconds(life, now) + tide));
}

void
life_serial(const struct life *life, const char vendor[5], uint32_t onu, char text[13])
{
	static const char HEX[] = "0123456789ABCDEF";
	/* The number is in the low half, so all serials of an OLT are different. */
	uint32_t digits =
	    (uint32_t)life_hash(life->seed, 0, SALT_SERIAL) + onu * UINT32_C(2654435761);

	memcpy(text, vendor, 4);
	for (int i = 0; i < 8; i++)
		text[4 + i] = HEX[digits >> (28 - 4 * i) & 15];
	text[12] = '\0';
}
