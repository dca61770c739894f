/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/local_queue.h - the queue of one machine: everything in this process.
 */
#ifndef FACHO_COORDINATOR_LOCAL_QUEUE_H
#define FACHO_COORDINATOR_LOCAL_QUEUE_H

#include "coordinator/node_queue.h"

struct local_queue_options {
	size_t bound; /* units that may wait */
	int64_t lease_ms;
	int64_t late_after_ms; /* unit_compare() */
	int64_t first_token; /* greater than any token in the store */
};

#define LOCAL_QUEUE_OPTIONS                                                \
	{                                                                  \
		.bound = 100000, .lease_ms = 60000, .late_after_ms = 1000, \
		.first_token = 1,                                          \
	}

enum rc local_queue_new(const struct local_queue_options *options,
    const struct node_queue_listener *listener, struct node_queue **ret_queue,
    struct err *err) MUST_CHECK;

#endif
