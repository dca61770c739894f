/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/device_int.h - the data of one OLT in the engine: its configuration, its session
 * and its known ONUs.
 *
 *	device ──► olt_config: the OLT as loaded (store/load/load.h) and its effective profile
 *	    ├──► session: opened when it is first needed, closed when the address or
 *	    │             the credentials change
 *	    └──► known: its ONUs, from the store at first, then from every walk
 *
 * A run keeps the olt_config with which it started, even if the configuration changes;
 * therefore olt_configs are reference-counted.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_DEVICE_INT_H
#define FACHO_ENGINE_DEVICE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/map.h"
#include "base/own.h"
#include "base/vec.h"
#include "collect/collect.h"
#include "coordinator/coordinator.h"
#include "collect/known.h"
#include "sched/look_budget.h"
#include "snmpc/snmpc.h"
#include "store/load/load.h"
#include "vendor/profile.h"

struct probe;
struct run;

struct olt_config {
	unsigned owners;
	struct loaded_olt *site; /* owned */
};

/* How many ONUs of a port are online, by the OLT's own count (tripwire.c). */
struct port_count {
	struct position port;
	int64_t count;
	int64_t at_ms; /* monotonic */
};

struct device {
	struct olt_id id;
	struct olt_config *olt_config;
	struct snmpc_session *session; /* NULL: not open */
	bool is_stale; /* the session has another address or other credentials */
	struct snmpc_memory learnt; /* of the governor, as last written */
	const struct profile *profile; /* of the device; NULL: unknown */
	int64_t told_ms; /* time of the last message about it; monotonic */
	bool was_detected; /* here: the store's next data will differ */
	int64_t ended_ms; /* end of its last run; wall */
	struct run *run; /* running; NULL: none */
	struct probe *probe; /* the same */
	bool is_probe_lost; /* out of memory: reported at the next tick */
	struct known *known; /* its ONUs; owned */
	/* The present ONUs according to the store, received during a run, which may still
	 * use the list; owned, NULL: none. */
	struct position *present;
	size_t n_present;
	struct vec lacks; /* struct lack: columns that the device does not have */
	struct vec of_onus; /* the same: custom columns with only rows of ONUs */
	struct vec counts; /* struct port_count */
	size_t next_count; /* the port whose count is asked next */
	int64_t counts_from_ms; /* monotonic: counts are not asked before */
	uint32_t counts_silent; /* probes with counts without an answer, in a row */
	bool is_count_silent; /* the last one: the next probe is without counts */
	int64_t cpu_pct; /* of its busiest board, as last read */
	int64_t cpu_ms; /* when; monotonic, 0: never */
	struct look_budget looks;
	/* As snmpc_session_slowed_us, of the sessions of live reads. */
	int64_t look_slowed_us;
};

struct devices {
	struct map *by_id;
	struct vec all; /* struct device *, owned, by id */
};

enum rc devices_init(struct devices *l) MUST_CHECK;
void devices_fini(struct devices *l);

/* NULL: not found. */
struct device *device_find(const struct devices *l, struct olt_id olt);
/* Create one; NULL when out of memory. */
struct device *device_add(struct devices *l, struct olt_id olt);
/* No run or probe may use it. */
void device_remove(struct devices *l, struct device *device);

struct olt_config *olt_config_ref(struct olt_config *d);
void olt_config_unref(struct olt_config *d);

/* Use the loaded data; always owns site. ONUs are taken from it only the first time:
 * later the engine has newer data than the database. */
enum rc device_take(struct device *device, struct loaded_olt *site) MUST_CHECK;
/* The same OLT again, without its ONUs: the previous data is freed. */
void device_refresh(struct device *device, struct loaded_olt *site);

/* The open session, with the limits for this type of task; opened if necessary. */
enum rc device_session(struct device *device, struct snmpc *snmpc,
    const struct snmpc_limits *limits, enum task_type type,
    struct snmpc_session **ret_session, struct err *err) MUST_CHECK;
/* Set the limits of the open session again: the profile is known now. */
void device_limit(
    struct device *device, const struct snmpc_limits *limits, enum task_type type);

/* The target of an OLT as loaded (collect/target.h). The caller must wipe its secrets. */
enum rc device_target(const struct loaded_olt *site, const struct snmpc_limits *limits,
    struct snmpc_target *ret_target, struct err *err) MUST_CHECK;

/* Has the governor learned something that should be stored? Then *ret has it. */
bool device_has_learnt(struct device *device, struct olt_learnt *ret);

/* ---- missing columns ------------------------------------------------------------- */

/* The device has this profile; NULL: it must be detected. */
void device_is(struct device *device, const struct profile *profile);

/* Columns that the device does not have are left out, but not for ever: another firmware
 * may have them. A column is requested again a day after the last request, and after a
 * restart of the device.
 *
 * Must it be left out now? Times are wall time, because they are stored. */
bool device_lacks(const struct device *device, const struct oid *oid, int64_t now_ms);
/* It was requested and does not exist. *ret_is_news: this was not known. */
enum rc device_learn_lack(struct device *device, const struct oid *oid, int64_t now_ms,
    bool *ret_is_news) MUST_CHECK;
/* It has answered. True: it was known as missing. */
bool device_forget_lack(struct device *device, const struct oid *oid);
/* Custom columns with only rows of ONUs: a GET need not read them completely. Remembered
 * until the program ends, or until one has no values for ONUs. */
bool device_is_of_onus(const struct device *device, const struct oid *oid);
void device_learn_of_onus(struct device *device, const struct oid *oid, bool is_of_onus);
/* The device has restarted: everything is requested again. */
void device_restarted(struct device *device);

/* The present ONUs, as decided by the store; owns the list. It is used from now on, or
 * after the current run. */
void device_present(struct device *device, struct position *present, size_t n);
/* The run has ended: use what was received in the meantime. True: the number of ONUs has
 * changed. */
bool device_settle(struct device *device);

/* The node as loaded; NULL. */
const struct loaded_node *olt_config_node(
    const struct olt_config *d, struct node_id node);
/* Does it read columns that the device must request from its ONUs? */
bool node_is_sweep(const struct loaded_node *n);
/* Does it read the levels that ONUs receive, or that the OLT receives from them? */
bool node_reads_levels(const struct loaded_node *n);

#endif
