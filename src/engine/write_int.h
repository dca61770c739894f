/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/write_int.h - small writes of the engine: a record without results, a node's
 * next time, the health of an OLT, learned data.
 *
 * Each copies its data and goes into the outbox. A write that fails permanently is logged
 * and dropped: its data will be written again later, or is outdated (the OLT was
 * deleted).
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_WRITE_INT_H
#define FACHO_ENGINE_WRITE_INT_H

#include "model/execution.h"
#include "model/olt.h"
#include "engine/outbox_int.h"
#include "sched/health.h"
#include "store/olt/olt.h"
#include "store/part/parts.h"

/* PENDING, RUNNING, or ended without results. */
void write_record(struct outbox *o, const struct execution *execution);
/* The progress of a sweep: between two slices (requested ONUs of n, until next_ms), or in
 * one (next_ms 0). */
struct write_slice {
	struct execution_id id;
	int64_t next_ms;
	size_t asked, n;
};
void write_slice(struct outbox *o, struct olt_id olt, const struct write_slice *slice);
void write_node(
    struct outbox *o, struct node_id node, int64_t next_run_ms, int64_t skipped);
void write_health(
    struct outbox *o, struct olt_id olt, const struct health *health, const char *why);
void write_learnt(struct outbox *o, struct olt_id olt, const struct olt_learnt *learnt);

/* The detected profile of the device. */
void write_profile(
    struct outbox *o, struct olt_id olt, const struct olt_detected *detected);
/* Ports that have fewer ONUs online; at most WRITE_FALLS_MAX. */
enum { WRITE_FALLS_MAX = 15 };
void write_falls(
    struct outbox *o, struct olt_id olt, const struct port_fall *falls, size_t n);
/* oid: numeric. */
void write_column(
    struct outbox *o, struct olt_id olt, const char *oid, enum olt_column state);

#endif
