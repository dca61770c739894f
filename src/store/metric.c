/* SPDX-License-Identifier: Apache-2.0 */
#include "store/samples.h"

/* Numbers are in every block ever written: append, never reuse. Scales leave room
 * for what model/purpose.h calls plausible, and a rate of 2 GB/s. */
static const struct metric METRICS[] = {
	{ 1, PURPOSE_ONU_RX, 100, false },
	{ 2, PURPOSE_ONU_TX, 100, false },
	{ 3, PURPOSE_OLT_RX, 100, false },
	{ 4, PURPOSE_TEMPERATURE, 10, false },
	{ 5, PURPOSE_VOLTAGE, 100, false },
	{ 6, PURPOSE_BIAS, 100, false },
	{ 7, PURPOSE_DISTANCE, 1, false },
	{ 8, PURPOSE_TRAFFIC_IN, 1, true },
	{ 9, PURPOSE_TRAFFIC_OUT, 1, true },
};

const struct metric *
metric_of(enum purpose purpose)
{
	for (size_t i = 0; i < sizeof(METRICS) / sizeof(METRICS[0]); i++) {
		if (METRICS[i].purpose == purpose)
			return &METRICS[i];
	}
	return NULL;
}
