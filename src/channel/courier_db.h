/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/courier_db.h - connects the courier to the database: a reading connection to
 * see what is due, and the writer for everything else.
 *
 * Order of calls: courier_db_open, courier_start with courier_db_ops(), courier_free,
 * courier_db_close, and only then writer_stop.
 */
#ifndef FACHO_CHANNEL_COURIER_DB_H
#define FACHO_CHANNEL_COURIER_DB_H

#include "base/err.h"
#include "base/own.h"
#include "channel/courier.h"

struct courier_db;
struct vault;
struct writer;

struct courier_db_options {
	const char *database; /* for db_open */
	struct writer *writer;
	const struct vault *vault; /* must exist longer than the writer */
	/* A channel has failed for ten minutes. The courier's thread. */
	void (*dead)(void *ctx, const struct courier_dead *dead);
	void *ctx;
};

enum rc courier_db_open(const struct courier_db_options *options,
    struct courier_db **ret_db, struct err *err) MUST_CHECK;
/* The ops; their context is a struct courier_db. */
const struct courier_ops *courier_db_ops(void);
void courier_db_close(struct courier_db *c); /* NULL is allowed */
OWNED_BY(struct courier_db, courier_db_close);

#endif
