/* SPDX-License-Identifier: Apache-2.0
 *
 * broker/local.h - the broker of one machine: everything in this process.
 */
#ifndef FACHO_BROKER_LOCAL_H
#define FACHO_BROKER_LOCAL_H

#include "broker/broker.h"

struct broker_local_options {
	size_t bound; /* units that may wait */
	int64_t lease_ms;
	int64_t late_after_ms; /* unit_compare() */
	int64_t first_token; /* greater than any token that the store has seen */
};

#define BROKER_LOCAL_OPTIONS                                               \
	{                                                                  \
		.bound = 100000, .lease_ms = 60000, .late_after_ms = 1000, \
		.first_token = 1,                                          \
	}

enum rc broker_local_new(const struct broker_local_options *options,
    const struct broker_listener *listener, struct broker **ret_broker, struct err *err)
    MUST_CHECK;

#endif
