/* SPDX-License-Identifier: Apache-2.0
 *
 * history/sample.h - one reading as history keeps it.
 *
 * A sample is an integer: the reading times the scale of its metric, rounded
 * (-21.37 dBm at scale 100 is -2137). What was not read is HISTORY_NULL, a value
 * that no reading becomes.
 *
 * Pure; any thread.
 */
#ifndef FACHO_HISTORY_SAMPLE_H
#define FACHO_HISTORY_SAMPLE_H

#include <stdint.h>

#define HISTORY_NULL INT32_MIN

/* The sample of a reading. HISTORY_NULL when it is not a number or does not fit;
 * choose the scale so that what is plausible fits (scale 100: +-21 million). */
int32_t history_scaled(double reading, uint32_t scale);

/* The reading of a sample; not a number for HISTORY_NULL. */
double history_unscaled(int32_t sample, uint32_t scale);

/* What a block holds. The numbers are those of the format. */
enum history_kind {
	HISTORY_RAW = 1, /* a value of each ONU, at one moment */
	HISTORY_HOUR = 2, /* min, avg, max and count of each ONU, over one hour */
};

struct history_limits {
	int64_t raw_span_ms; /* the longest range that is shown sample by sample */
	int64_t raw_since_ms; /* wall time from which raw samples are still kept */
};

/* Two days by sample, and everything is kept. */
#define HISTORY_LIMITS_DEFAULT                                       \
	{                                                            \
		.raw_span_ms = INT64_C(172800000), .raw_since_ms = 0 \
	}

/* At which resolution to read from from_ms to to_ms. */
enum history_kind history_resolution(
    int64_t from_ms, int64_t to_ms, const struct history_limits *limits);

#endif
