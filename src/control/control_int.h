/* SPDX-License-Identifier: Apache-2.0
 *
 * control/control_int.h - shared by control.c, which accepts clients, and client.c, which
 * serves one.
 */
#ifndef FACHO_CONTROL_CONTROL_INT_H
#define FACHO_CONTROL_CONTROL_INT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "control/control.h"

enum { CLIENT_NAME_MAX = 64 };

struct client {
	pthread_t thread;
	int fd;
	const struct control_options *options;
	const _Atomic bool *is_stopping;
	int stop_fd; /* readable when the program stops; borrowed */
	char name[CLIENT_NAME_MAX]; /* name of the user, from the system */
	bool is_used; /* for control.c: thread must be joined */
	_Atomic bool is_over; /* its thread is about to end */
};

/* Serve it until it closes or the program stops. Runs in its own thread. */
void client_serve(struct client *c);

#endif
