/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/plant.h - nodes of the plant, which ONUs hang on them, and tags.
 */
#ifndef FACHO_STORE_INCIDENT_PLANT_H
#define FACHO_STORE_INCIDENT_PLANT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/plant.h"

struct db;

/* RC_NOT_FOUND. Texts are in the arena. */
enum rc store_plant_get(struct db *db, int64_t id, struct arena *arena,
    struct plant_node *ret_node, struct err *err) MUST_CHECK;

/* A zero id inserts and is filled in. A node that was learnt is a person's from then on.
 * RC_CONFLICT: the code is taken, the parent or the OLT is not there, or the parent hangs
 * on the node itself. */
enum rc store_plant_put(
    struct db *db, struct plant_node *node, int64_t now_ms, struct err *err) MUST_CHECK;

/* Its ONUs hang on nothing then. RC_CONFLICT: other nodes hang on it. */
enum rc store_plant_delete(struct db *db, int64_t id, struct err *err) MUST_CHECK;

/* These ONUs hang on the node, and no others. RC_CONFLICT: one of them is not there. */
enum rc store_plant_link(struct db *db, int64_t node, const int64_t *onus, size_t n,
    struct err *err) MUST_CHECK;

/* The ONU hangs on this node; 0: it is not known on which. RC_CONFLICT: one of them is not
 * there. */
enum rc store_plant_hang(struct db *db, int64_t onu, int64_t node, struct err *err)
    MUST_CHECK;
/* On which it hangs; 0: it is not known. */
enum rc store_plant_of_onu(struct db *db, int64_t onu, int64_t *ret_node, struct err *err)
    MUST_CHECK;

/* The tags of a thing in order, one call each; the text lives during the call. */
enum rc store_tags_get(struct db *db, const char *entity, int64_t id,
    void (*take)(void *ctx, const char *tag), void *ctx, struct err *err) MUST_CHECK;
/* Replace the tags of a thing; entity: "onu", "node", "olt". */
enum rc store_tags_set(struct db *db, const char *entity, int64_t id,
    const char *const *tags, size_t n, struct err *err) MUST_CHECK;

#endif
