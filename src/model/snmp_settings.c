/* SPDX-License-Identifier: Apache-2.0 */
#include "model/snmp_settings.h"

struct snmp_settings
snmp_settings_of_olt(const struct snmp_settings *s, const struct snmp_settings *by)
{
	return (struct snmp_settings){
		.timeout_ms = by->timeout_ms >= 0 ? by->timeout_ms : s->timeout_ms,
		.retries = by->retries >= 0 ? by->retries : s->retries,
		.repetitions = by->repetitions >= 0 ? by->repetitions : s->repetitions,
		.in_flight = by->in_flight >= 0 ? by->in_flight : s->in_flight,
		.batch = by->batch ? by->batch : s->batch,
	};
}
