/* SPDX-License-Identifier: Apache-2.0
 *
 * history/sample.h - one reading in the history.
 *
 * A sample is an integer: the reading times the scale of its metric, rounded (-21.37 dBm
 * with scale 100 is -2137). A missing reading is HISTORY_NULL, which no reading can
 * become.
 *
 * Pure; any thread.
 */
#ifndef FACHO_HISTORY_SAMPLE_H
#define FACHO_HISTORY_SAMPLE_H

#include <stdint.h>

#define HISTORY_NULL INT32_MIN

/* The sample of a reading. HISTORY_NULL: not a number, or it does not fit. Choose the
 * scale so that plausible readings fit (scale 100: +-21 million). */
int32_t history_scaled(double reading, uint32_t scale);

/* The reading of a sample; NaN for HISTORY_NULL. */
double history_unscaled(int32_t sample, uint32_t scale);

/* The content of a block. The numbers are part of the format. */
enum history_kind {
	HISTORY_RAW = 1, /* a value of each ONU at one time */
	HISTORY_HOUR = 2, /* min, avg, max and count of each ONU for one hour */
};

struct history_limits {
	int64_t raw_span_ms; /* longest range that is shown with raw samples */
	int64_t raw_since_ms; /* raw samples from this wall time on still exist */
};

/* Two days with raw samples, and all of them exist. */
#define HISTORY_LIMITS_DEFAULT                                       \
	{                                                            \
		.raw_span_ms = INT64_C(172800000), .raw_since_ms = 0 \
	}

/* The resolution for a range. */
enum history_kind history_resolution(
    int64_t from_ms, int64_t to_ms, const struct history_limits *limits);

#endif
