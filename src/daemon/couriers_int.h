/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/couriers_int.h - the threads for the channels: the courier, which delivers
 * messages, and the listener, which reads presses of buttons in Telegram.
 *
 * Main thread only.
 */
#ifndef FACHO_DAEMON_COURIERS_INT_H
#define FACHO_DAEMON_COURIERS_INT_H

#include "base/err.h"
#include "base/own.h"

struct couriers;
struct service;
struct vault;
struct writer;

struct couriers_options {
	const char *database;
	struct writer *writer;
	const struct vault *vault;
	struct service *service;
	const char *allowed_networks, *proxy; /* channel.* */
};

/* After the service, which does what users request. */
enum rc couriers_start(const struct couriers_options *options,
    struct couriers **ret_couriers, struct err *err) MUST_CHECK;
/* Accepts no more presses of buttons. Before the service ends. */
void couriers_stop_listening(struct couriers *c);
/* Before the writer is stopped. NULL is allowed. */
void couriers_free(struct couriers *c);
OWNED_BY(struct couriers, couriers_free);

#endif
