/* SPDX-License-Identifier: Apache-2.0
 *
 * control/control_int.h - between those who accept clients and those who serve one.
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
	int stop_fd; /* readable when it is time to go; borrowed */
	char name[CLIENT_NAME_MAX]; /* who it is, as the system says */
	bool is_used; /* the acceptor's: thread is to be joined */
	_Atomic bool is_over; /* its thread has nothing left to do */
};

/* Serve it until it leaves or the program ends. Its thread. */
void client_serve(struct client *c);

#endif
