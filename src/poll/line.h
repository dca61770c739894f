/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/line.h - the engine's side of one OLT: what it was told of it, the session to
 * it, and who lives behind it.
 *
 *	line ──► dossier: the OLT as loaded (store/site.h) and its effective profile
 *	    ├──► session: opened by the first who needs it, closed when the address or
 *	    │             the credentials are others
 *	    └──► known: its ONUs, from the store at first, then from every walk
 *
 * A run keeps the dossier it began with, whatever the line is told meanwhile; that is
 * why dossiers have counted owners.
 *
 * Engine thread only. For the files of poll/ only.
 */
#ifndef FACHO_POLL_LINE_H
#define FACHO_POLL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/map.h"
#include "base/own.h"
#include "base/vec.h"
#include "poll/collect.h"
#include "poll/desk.h"
#include "poll/known.h"
#include "snmpc/snmpc.h"
#include "store/site.h"
#include "vendor/profile.h"

struct probe;
struct run;

struct dossier {
	unsigned owners;
	struct site_olt *site; /* owned */
};

struct line {
	struct olt_id id;
	struct dossier *dossier;
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

struct lines {
	struct map *by_id;
	struct vec all; /* struct line *, owned, by id */
};

enum rc lines_init(struct lines *l) MUST_CHECK;
void lines_fini(struct lines *l);

/* NULL when it is not there. */
struct line *line_find(const struct lines *l, struct olt_id olt);
/* Make one; NULL when out of memory. */
struct line *line_add(struct lines *l, struct olt_id olt);
/* Nothing is under way on it. */
void line_remove(struct lines *l, struct line *line);

struct dossier *dossier_ref(struct dossier *d);
void dossier_unref(struct dossier *d);

/* Take what was loaded; owns site in any case. ONUs are taken from it the first time
 * only: later we know better than the database. */
enum rc line_take(struct line *line, struct site_olt *site) MUST_CHECK;
/* The same OLT once more, without its ONUs: the memory of the old one is let go. */
void line_refresh(struct line *line, struct site_olt *site);

/* The open session, with the limits for this type of task; opened if need be. */
enum rc line_session(struct line *line, struct snmpc *snmpc,
    const struct snmpc_limits *limits, enum task_type type,
    struct snmpc_session **ret_session, struct err *err) MUST_CHECK;
/* The limits of the open session, once more: the profile has become known. */
void line_limit(
    struct line *line, const struct snmpc_limits *limits, enum task_type type);
/* Nothing of it is under way. */
void line_hang_up(struct line *line);

/* The target of an OLT as loaded (poll/target.h), and the limits for a type of task. The
 * secrets of a target are the caller's to wipe. */
struct snmpc_limits line_limits(
    const struct line *line, const struct snmpc_limits *program, enum task_type type);
enum rc line_target(const struct site_olt *site, const struct snmpc_limits *limits,
    struct snmpc_target *ret_target, struct err *err) MUST_CHECK;

/* Has the governor learnt something that is worth writing down? Then *ret is it. */
bool line_has_learnt(struct line *line, struct olt_learnt *ret);

/* ---- what is asked ------------------------------------------------------------- */

/* The device turned out to be this; NULL: it is to be detected. */
void line_is(struct line *line, const struct profile *profile);

/* Columns that the device does not have are left out, but not for ever: another firmware
 * may have them. A day after one was asked for, and as soon as the device is seen to have
 * started anew, it is asked for once more.
 *
 * Is it to be left out now? Moments are of the wall clock, because the store has them. */
bool line_lacks(const struct line *line, const struct oid *oid, int64_t now_ms);
/* It was asked for and is not there. *ret_is_news: nobody knew. */
enum rc line_learn_lack(struct line *line, const struct oid *oid, int64_t now_ms,
    bool *ret_is_news) MUST_CHECK;
/* It has answered. True: that is news. */
bool line_forget_lack(struct line *line, const struct oid *oid);
/* Custom columns that were found to have rows of ONUs and no others: a GET need not read
 * them whole. Known until the program ends, or until one has nothing for ONUs. */
bool line_is_of_onus(const struct line *line, const struct oid *oid);
void line_learn_of_onus(struct line *line, const struct oid *oid, bool is_of_onus);
/* The device has started anew: it is asked for everything again. */
void line_restarted(struct line *line);

/* Who is present, as the store has decided; owns the list. It counts from now on, or when
 * the run is over that is under way. */
void line_present(struct line *line, struct position *present, size_t n);
/* The run is over: take what has come meanwhile. True: the list has changed its size. */
bool line_settle(struct line *line);

/* The node as loaded; NULL. */
const struct site_node *dossier_node(const struct dossier *d, struct node_id node);
/* Does it ask for something that the device must ask its ONUs for? */
bool node_is_sweep(const struct site_node *n);
/* Does it ask for what ONUs receive, or the OLT receives of them? */
bool node_reads_levels(const struct site_node *n);

#endif
