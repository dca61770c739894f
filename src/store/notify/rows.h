/* SPDX-License-Identifier: Apache-2.0
 *
 * store/notify/rows.h - rows of what people set up under Telling: contacts, channels, targets,
 * routes, silences, maintenances, templates, and limits. Each is described by its table
 * (model/notify.h: CONTACT_ENTITY and the others), which says what `row` points to.
 *
 * Inside a transaction of the caller's or without one. Owner of the connection only.
 */
#ifndef FACHO_STORE_NOTIFY_ROWS_H
#define FACHO_STORE_NOTIFY_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/notify.h"

struct db;

/* Texts are in the arena. RC_NOT_FOUND. */
enum rc store_notify_get(struct db *db, const struct entity_type *type, int64_t id,
    struct arena *arena, void *ret_row, struct err *err) MUST_CHECK;

/* All rows, by id; routes by their place. Texts belong to the statement. It stops at the first
 * outcome that is not RC_OK. */
typedef enum rc (*notify_row_fn)(void *ctx, const void *row);
enum rc store_notify_each(struct db *db, const struct entity_type *type,
    notify_row_fn row, void *ctx, struct err *err) MUST_CHECK;

struct notify_put {
	const struct entity_type *type;
	void *row; /* a zero id inserts and is filled in */
	entity_set fields; /* of a change: these; the rest stays */
	int64_t now_ms;
	/* Who makes it, for new silences and maintenances; NULL: the type does not say. */
	const char *who;
};

/* RC_INVALID: entity_check. RC_CONFLICT: one of that name exists. RC_NOT_FOUND. */
enum rc store_notify_put(struct db *db, const struct notify_put *put, struct err *err)
    MUST_CHECK;

/* RC_CONFLICT: something uses it; the sentence names it. RC_NOT_FOUND. What is queued for a
 * target that goes is dropped. */
enum rc store_notify_delete(struct db *db, const struct entity_type *type, int64_t id,
    struct err *err) MUST_CHECK;

/* End a silence or a maintenance before its time. RC_CONFLICT: it has ended already.
 * RC_NOT_FOUND. */
struct notify_end {
	const struct entity_type *type; /* SILENCE_ENTITY or MAINTENANCE_ENTITY */
	int64_t id, now_ms;
	const char *who;
};
enum rc store_notify_end(struct db *db, const struct notify_end *end, struct err *err)
    MUST_CHECK;

/* Append (int64_t) the silences without an end of their own that an administrator made. */
enum rc store_silences_of_admins(struct db *db, struct vec *ret_ids, struct err *err)
    MUST_CHECK;

/* A silence hides one incident more. */
enum rc store_silence_hid(struct db *db, struct silence_id silence, struct err *err)
    MUST_CHECK;

/* The routes that ship, to this target, when there is no route yet: incidents that are major or
 * worse, and those of the program itself. */
enum rc store_routes_ship(
    struct db *db, struct target_id target, int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- addresses of contacts ------------------------------------------------------------ */

struct contact_address {
	struct channel_id channel;
	const char *address;
	int64_t verified_ms; /* 0: not yet */
};

/* Replace them all; one that stays the same stays verified. RC_CONFLICT: there is no such
 * channel. */
enum rc store_contact_addresses_put(struct db *db, struct contact_id contact,
    const struct contact_address *addresses, size_t n, struct err *err) MUST_CHECK;

#endif
