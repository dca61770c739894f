/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/home_int.h - the folder of a program that runs: its database, key, logs and socket.
 *
 * It belongs to one program at a time: a lock on a file in it says so, and goes with the
 * process, however that ends. Main thread only.
 */
#ifndef FACHO_DAEMON_HOME_INT_H
#define FACHO_DAEMON_HOME_INT_H

#include "base/err.h"
#include "base/own.h"

enum { HOME_PATH_MAX = 4096 };

struct home;

/* Made, with the folders above it, for its owner alone, when it is not there.
 * RC_CONFLICT: another program has it; the sentence says which. */
enum rc home_open(const char *folder, struct home **ret_home, struct err *err) MUST_CHECK;
void home_close(struct home *h);
OWNED_BY(struct home, home_close);

/* "FOLDER/name". Returns path. */
char *home_path(const struct home *h, const char *name, char path[HOME_PATH_MAX]);

#endif
