/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/incident_told.h - what messages about an incident need beside what the
 * watch knows: what people wrote, and what filters of routes look at. Any connection.
 */
#ifndef FACHO_STORE_INCIDENT_INCIDENT_TOLD_H
#define FACHO_STORE_INCIDENT_INCIDENT_TOLD_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"
#include "watch/incident.h"

struct db;

enum { INCIDENT_TAGS_MAX = 32 };

/* Texts are in the arena, never NULL. */
struct incident_people {
	const char *acked_by, *owner, *note;
};

/* An incident that is not stored yet has none of them. */
enum rc store_incident_people(struct db *db, int64_t incident, struct arena *arena,
    struct incident_people *ret_people, struct err *err) MUST_CHECK;

/* Each piece of its evidence, the weightiest first. Texts are borrowed during the call. */
enum rc store_incident_evidence(struct db *db, int64_t incident,
    enum rc (*row)(void *ctx, const struct watch_evidence *evidence), void *ctx,
    struct err *err) MUST_CHECK;

/* How many incidents there were, closed since then, from this one on back to the first that
 * it repeats. */
enum rc store_incident_repeats(struct db *db, int64_t incident, int64_t since_ms,
    int64_t *ret_n, struct err *err) MUST_CHECK;

struct incident_labels {
	const char *olt, *site, *brand; /* "": none */
	const char *tags[INCIDENT_TAGS_MAX]; /* of the OLT, the node and the ONU */
	size_t n_tags;
};

struct incident_root {
	struct olt_id olt;
	int64_t node;
	struct onu_id onu; /* of an incident about one ONU; 0: none */
};

enum rc store_incident_labels(struct db *db, const struct incident_root *root,
    struct arena *arena, struct incident_labels *ret_labels, struct err *err) MUST_CHECK;

#endif
