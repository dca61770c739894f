/* SPDX-License-Identifier: Apache-2.0
 *
 * model/level.h - default limits of optical levels in dBm (service/settings.c has the
 * settings, store/value/level.h reads them).
 *
 * An ONU has two levels: what it receives (onu_rx) and what the OLT receives from it
 * (olt_rx). The worse of both counts.
 */
#ifndef FACHO_MODEL_LEVEL_H
#define FACHO_MODEL_LEVEL_H

/* Below bad, or high and above: bad. Otherwise, below warn: a warning. */
#define LEVEL_ONU_RX_HIGH (-8)
#define LEVEL_ONU_RX_WARN (-25)
#define LEVEL_ONU_RX_BAD (-27)
#define LEVEL_OLT_RX_HIGH (-8)
#define LEVEL_OLT_RX_WARN (-28)
#define LEVEL_OLT_RX_BAD (-30)

/* The level of an ONU has fallen if the loss is at least this many dB. */
#define LEVEL_WORSE_DB 2

/* The level of one direction, with a memory: a level that was too low or too high is good
 * again only when it is LEVEL_HYSTERESIS_DB better than the limit, so that a reading near
 * a limit does not cross it at each run. */
#define LEVEL_HYSTERESIS_DB 0.5

enum level {
	LEVEL_GOOD,
	LEVEL_WARN,
	LEVEL_BAD, /* too low */
	LEVEL_HIGH, /* too high */
	LEVEL_KINDS,
};

struct level_limits {
	double high, warn, bad;
};

const char *level_name(enum level level); /* "good", "warn", "bad", "high" */

/* Without a memory. */
enum level level_judge(const struct level_limits *limits, double dbm);
/* The level after a reading, if it was `was` before. */
enum level level_follow(const struct level_limits *limits, enum level was, double dbm);

#endif
