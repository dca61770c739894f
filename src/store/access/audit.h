/* SPDX-License-Identifier: Apache-2.0
 *
 * store/access/audit.h - who changed what, before and after. Append only: nothing here
 * changes or removes a line. Meant for the transaction that makes the change.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_ACCESS_AUDIT_H
#define FACHO_STORE_ACCESS_AUDIT_H

#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"

struct db;

struct audit {
	int64_t at_ms;
	struct user_id user; /* 0: the program itself */
	const char *user_name; /* kept as it was then */
	const char *address; /* where from; NULL is "" */
	const char *action; /* "create", "update", "delete", "login", ... */
	const char *entity; /* "olt" */
	int64_t entity_id; /* 0: none */
	const char *before, *after; /* JSON without secrets; NULL: nothing */
};

/* From here to the end of the transaction no other program changes what people set up:
 * what is read now is what will be changed. Before a change reads anything. */
enum rc store_change_begin(struct db *db, struct err *err) MUST_CHECK;

enum rc store_audit_add(struct db *db, const struct audit *audit, struct err *err)
    MUST_CHECK;

/* The lines about one thing (entity_id 0: about all of its kind), newest first, at most
 * `most`; as store_olt_list. */
typedef enum rc (*store_audit_row)(void *ctx, const struct audit *audit);

struct audit_about {
	const char *entity;
	int64_t entity_id;
	int64_t most;
};

enum rc store_audit_list(struct db *db, const struct audit_about *about,
    store_audit_row row, void *ctx, struct err *err) MUST_CHECK;

#endif
