/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "store/part/olt_values.h"
#include "store/history/samples.h"
#include "store/history/samples_block.h"

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

/* Of a port, by their names: what its ONUs make of it, and its own counters. */
static const struct {
	const char *name;
	struct metric metric;
} OF_PORTS[] = {
	{ "rx_median_dbm", { 22, PURPOSE_ONU_RX, 100, false, SUBJECT_PORTS } },
	{ "rx_worst_dbm", { 23, PURPOSE_ONU_RX, 100, false, SUBJECT_PORTS } },
	{ "traffic_in", { 24, PURPOSE_TRAFFIC_IN, 1, true, SUBJECT_PORTS } },
	{ "traffic_out", { 25, PURPOSE_TRAFFIC_OUT, 1, true, SUBJECT_PORTS } },
};

enum { N_OF_PORTS = sizeof(OF_PORTS) / sizeof(OF_PORTS[0]) };

const struct metric *
metric_of_port(const char *name)
{
	for (size_t i = 0; i < N_OF_PORTS; i++) {
		if (strcmp(OF_PORTS[i].name, name) == 0)
			return &OF_PORTS[i].metric;
	}
	return NULL;
}

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
	for (size_t i = 0; i < N_OF_PORTS; i++) {
		if (OF_PORTS[i].metric.number == number)
			return SUBJECT_PORTS;
	}
	for (size_t i = 0; i < VALUE_METRICS; i++) {
		if (value_metric_at(i)->metric.number == number)
			return SUBJECT_VALUES;
	}
	return SUBJECT_ONUS; /* custom columns are theirs */
}
