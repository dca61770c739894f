/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/device_int.h - the data of one OLT in the engine: its configuration, its session
 * and its known ONUs.
 *
 *	device ──► olt_config: the OLT as loaded (store/load/load.h) and its effective profile
 *	    ├──► session: opened by the first who needs it, closed when the address or
 *	    │             the credentials are others
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
#include "snmpc/snmpc.h"
#include "store/load/load.h"
#include "vendor/profile.h"

struct probe;
struct run;

struct olt_config {
	unsigned owners;
	struct loaded_olt *site; /* owned */
};

struct device {
	struct olt_id id;
	struct olt_config *olt_config;
	struct snmpc_session *session; /* NULL: not open */
	bool is_stale; /* the session is to another address, or with other credentials */
	struct snmpc_memory learnt; /* of the governor, as last written */
	const struct profile *profile; /* of the device; NULL: not known yet */
	int64_t told_ms; /* when somebody last said something about it; monotonic */
	bool was_detected; /* by us: the store's next word differs by that */
	int64_t ended_ms; /* when its last run ended; wall */
	struct run *run; /* under way; NULL: none */
	struct probe *probe; /* the same */
	bool is_probe_lost; /* there was no memory for it: to be told at the next tick */
	struct known *known; /* its ONUs; owned */
	/* Who is present, as the store has said while a run was under way, which may be
	 * reading the list; owned, NULL: nothing is waiting. */
	struct position *present;
	size_t n_present;
	struct vec lacks; /* struct lack: columns that the device does not have */
	struct vec of_onus; /* the same: custom columns whose rows are all ONUs' */
};

struct devices {
	struct map *by_id;
	struct vec all; /* struct device *, owned, by id */
};

enum rc devices_init(struct devices *l) MUST_CHECK;
void devices_fini(struct devices *l);

/* NULL when it is not there. */
struct device *device_find(const struct devices *l, struct olt_id olt);
/* Make one; NULL when out of memory. */
struct device *device_add(struct devices *l, struct olt_id olt);
/* Nothing is under way on it. */
void device_remove(struct devices *l, struct device *device);

struct olt_config *olt_config_ref(struct olt_config *d);
void olt_config_unref(struct olt_config *d);

/* Take what was loaded; owns site in any case. ONUs are taken from it the first time
 * only: later we know better than the database. */
enum rc device_take(struct device *device, struct loaded_olt *site) MUST_CHECK;
/* The same OLT once more, without its ONUs: the memory of the old one is let go. */
void device_refresh(struct device *device, struct loaded_olt *site);

/* The open session, with the limits for this type of task; opened if need be. */
enum rc device_session(struct device *device, struct snmpc *snmpc,
    const struct snmpc_limits *limits, enum task_type type,
    struct snmpc_session **ret_session, struct err *err) MUST_CHECK;
/* The limits of the open session, once more: the profile has become known. */
void device_limit(
    struct device *device, const struct snmpc_limits *limits, enum task_type type);

/* The target of an OLT as loaded (collect/target.h). Its secrets are the caller's to wipe. */
enum rc device_target(const struct loaded_olt *site, const struct snmpc_limits *limits,
    struct snmpc_target *ret_target, struct err *err) MUST_CHECK;

/* Has the governor learnt something that is worth writing down? Then *ret is it. */
bool device_has_learnt(struct device *device, struct olt_learnt *ret);

/* ---- what is asked ------------------------------------------------------------- */

/* The device turned out to be this; NULL: it is to be detected. */
void device_is(struct device *device, const struct profile *profile);

/* Columns that the device does not have are left out, but not for ever: another firmware
 * may have them. A day after one was asked for, and as soon as the device is seen to have
 * started anew, it is asked for once more.
 *
 * Is it to be left out now? Moments are of the wall clock, because the store has them. */
bool device_lacks(const struct device *device, const struct oid *oid, int64_t now_ms);
/* It was asked for and is not there. *ret_is_news: nobody knew. */
enum rc device_learn_lack(struct device *device, const struct oid *oid, int64_t now_ms,
    bool *ret_is_news) MUST_CHECK;
/* It has answered. True: that is news. */
bool device_forget_lack(struct device *device, const struct oid *oid);
/* Custom columns that were found to have rows of ONUs and no others: a GET need not read
 * them whole. Known until the program ends, or until one has nothing for ONUs. */
bool device_is_of_onus(const struct device *device, const struct oid *oid);
void device_learn_of_onus(struct device *device, const struct oid *oid, bool is_of_onus);
/* The device has started anew: it is asked for everything again. */
void device_restarted(struct device *device);

/* Who is present, as the store has decided; owns the list. It counts from now on, or when
 * the run is over that is under way. */
void device_present(struct device *device, struct position *present, size_t n);
/* The run is over: take what has come meanwhile. True: the list has changed its size. */
bool device_settle(struct device *device);

/* The node as loaded; NULL. */
const struct loaded_node *olt_config_node(
    const struct olt_config *d, struct node_id node);
/* Does it ask for something that the device must ask its ONUs for? */
bool node_is_sweep(const struct loaded_node *n);
/* Does it ask for what ONUs receive, or the OLT receives of them? */
bool node_reads_levels(const struct loaded_node *n);

#endif
