/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/notify_int.h - reports the state of the program to systemd (sd_notify(3)),
 * without its library: a datagram with one line to the socket in $NOTIFY_SOCKET. Does
 * nothing without this variable.
 */
#ifndef FACHO_DAEMON_NOTIFY_INT_H
#define FACHO_DAEMON_NOTIFY_INT_H

#include <stdint.h>

/* "READY=1", "STOPPING=1", "WATCHDOG=1". */
void notify(const char *state);

/* The interval for WATCHDOG=1: half of the time set by systemd; 0: never. */
int64_t notify_watchdog_ms(void);

#endif
