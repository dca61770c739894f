/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/home_int.h - the data folder of a running program: its database, key, logs and
 * socket.
 *
 * Only one program can use it at a time. A lock on a file in it ensures this; the lock
 * ends with the process. Main thread only.
 */
#ifndef FACHO_DAEMON_HOME_INT_H
#define FACHO_DAEMON_HOME_INT_H

#include "base/err.h"
#include "base/own.h"

enum { HOME_PATH_MAX = 4096 };

struct home;

/* The folder is created with its parents if it does not exist, for its owner only.
 * RC_CONFLICT: another program uses it; the message names it. */
enum rc home_open(const char *folder, struct home **ret_home, struct err *err) MUST_CHECK;
void home_close(struct home *h);
OWNED_BY(struct home, home_close);

/* "FOLDER/name". Returns path. */
char *home_path(const struct home *h, const char *name, char path[HOME_PATH_MAX]);

#endif
