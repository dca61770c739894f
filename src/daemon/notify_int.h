/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/notify_int.h - telling systemd how we are (sd_notify(3)), without its library: a
 * datagram of a line to the socket in $NOTIFY_SOCKET. Does nothing without one.
 */
#ifndef FACHO_DAEMON_NOTIFY_INT_H
#define FACHO_DAEMON_NOTIFY_INT_H

#include <stdint.h>

/* "READY=1", "STOPPING=1", "WATCHDOG=1". */
void notify(const char *state);

/* How often WATCHDOG=1 is wanted at least, half of what systemd says; 0: never. */
int64_t notify_watchdog_ms(void);

#endif
