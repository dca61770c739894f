/* SPDX-License-Identifier: Apache-2.0 */
#include "store/samples.h"
#include "store/samples_int.h"

/* Numbers are in every block ever written: append, never reuse. Scales leave room
 * for what model/purpose.h calls plausible, and a rate of 2 GB/s. */
static const struct metric METRICS[] = {
	{ 1, PURPOSE_ONU_RX, 100, false, SUBJECT_ONUS },
	{ 2, PURPOSE_ONU_TX, 100, false, SUBJECT_ONUS },
	{ 3, PURPOSE_OLT_RX, 100, false, SUBJECT_ONUS },
	{ 4, PURPOSE_TEMPERATURE, 10, false, SUBJECT_ONUS },
	{ 5, PURPOSE_VOLTAGE, 100, false, SUBJECT_ONUS },
	{ 6, PURPOSE_BIAS, 100, false, SUBJECT_ONUS },
	{ 7, PURPOSE_DISTANCE, 1, false, SUBJECT_ONUS },
	{ 8, PURPOSE_TRAFFIC_IN, 1, true, SUBJECT_ONUS },
	{ 9, PURPOSE_TRAFFIC_OUT, 1, true, SUBJECT_ONUS },
	{ 20, PURPOSE_PORT_ONUS, 1, false, SUBJECT_PORTS },
	{ 21, PURPOSE_PORT_TX, 100, false, SUBJECT_PORTS },
	{ 30, PURPOSE_CPU, 10, false, SUBJECT_CHASSIS },
	{ 31, PURPOSE_MEMORY, 10, false, SUBJECT_CHASSIS },
	{ 32, PURPOSE_CHASSIS_TEMPERATURE, 10, false, SUBJECT_CHASSIS },
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

enum samples_subject
metric_subject(uint32_t number)
{
	for (size_t i = 0; i < sizeof(METRICS) / sizeof(METRICS[0]); i++) {
		if (METRICS[i].number == number)
			return METRICS[i].subject;
	}
	return SUBJECT_ONUS; /* custom columns are theirs */
}
