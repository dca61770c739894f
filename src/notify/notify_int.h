/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/notify_int.h - the parts of struct notify, and the steps of a decision.
 *
 *	notify.c     life, facts, the order in which incidents are judged
 *	config.c     the configuration, copied and checked
 *	suppress.c   what hides an incident now, and since when it no longer does
 *	judge.c      an incident: its routes, its acknowledgement, its pairs
 *	pair.c       an incident and a target: the difference to what was told
 *	storm.c      the rolling message of a target
 *	emit.c       the output
 */
#ifndef FACHO_NOTIFY_NOTIFY_INT_H
#define FACHO_NOTIFY_NOTIFY_INT_H

#include "base/map.h"
#include "notify/notify.h"

/* ---- configuration, owned copies ------------------------------------------------- */

struct target {
	int64_t id, channel;
	bool is_enabled, can_edit;
	char *zone;
	struct quiet *quiet; /* NULL: none */
};

struct route {
	int64_t id;
	bool is_enabled, is_continue;
	struct notify_filter *filter;
	int64_t delay_ms;
	size_t *targets; /* places in config.targets */
	size_t n_targets;
};

struct silence {
	int64_t id, incident, from_ms, until_ms, ended_ms, latest_ms;
	struct notify_filter *filter;
};

struct maintenance {
	int64_t id;
	struct notify_filter *filter;
	struct window *window;
};

struct config {
	struct notify_rules rules;
	char *zone;
	struct target *targets;
	struct route *routes;
	struct silence *silences;
	struct maintenance *maintenances;
	size_t n_targets, n_routes, n_silences, n_maintenances;
	bool has_hours; /* some route depends on the time of day */
};

enum rc notify_config_new(const struct notify_config *from, struct config **ret_config,
    struct err *err) MUST_CHECK;
void notify_config_free(struct config *c);
OWNED_BY(struct config, notify_config_free);
/* NULL: no such target. */
const struct target *notify_config_target(const struct config *c, int64_t id);

/* ---- a moment: everything of the configuration that depends on the time ------------- */

struct moment {
	int64_t now_ms;
	int site_minute; /* local, at the site */
	struct window_view *windows; /* one a maintenance */
	struct window_view *quiet; /* one a target */
};

enum rc notify_moment_new(
    const struct config *c, int64_t now_ms, struct moment **ret_moment) MUST_CHECK;
void notify_moment_free(struct moment *m);
OWNED_BY(struct moment, notify_moment_free);

/* ---- incidents ----------------------------------------------------------------------- */

/* A row of the ledger. */
struct row {
	struct notify_told told;
	bool is_dirty; /* to be written */
};

struct item {
	int64_t id;
	bool has_fact; /* false: only told rows were loaded */
	struct notify_fact fact; /* its texts are in `texts` */
	char *texts; /* owned: one block */
	const char **tags; /* owned */
	struct vec rows; /* struct row, one a target */
	bool is_dirty;
	bool waits_poll;
	int64_t due_ms; /* judge it then, also without news */
	/* Blindness: seen blind before, and when it ended. */
	bool was_blind;
	int64_t blind_end_ms;
	/* The acknowledgement as first seen; lapsed_ms: the one that lapsed. */
	int64_t acked_ms, lapsed_ms, acked_affected;
	enum incident_severity acked_severity;
	enum incident_class acked_class;
	int64_t hidden_by; /* the silence that was reported */
	bool is_loaded; /* at start, and not judged since */
};

struct polled {
	int64_t olt, at_ms;
};

struct storm {
	struct notify_storm row;
	bool is_dirty; /* the row changed: write it */
	bool has_news; /* the rolling message is not up to date */
	bool is_loaded; /* by notify_load_storm: news are not known yet */
	struct row told; /* of the rolling message: incident 0 */
};

struct notify {
	struct config *config; /* NULL: not configured yet */
	struct map *items; /* owned struct item, by id */
	struct map *polled; /* owned struct polled, by OLT */
	struct map *storms; /* owned struct storm, by target */
	int64_t next_ms;
};

/* NULL: no such incident. */
struct item *notify_item(const struct notify *n, int64_t incident);
/* The row of a target, NULL: none. */
struct row *notify_item_row(const struct item *item, int64_t target);
/* That, or a new row, zero but for its key. NULL: out of memory. */
struct row *notify_item_make_row(struct item *item, int64_t target);

/* ---- a run of notify_decide -------------------------------------------------------- */

struct run {
	struct notify *n;
	const struct config *config;
	const struct moment *moment;
	int64_t now_ms;
	struct notify_output *out;
	bool *seen; /* one a target: routes named it; for judge_item */
	bool is_short; /* out of memory: the run fails */
};

/* ---- suppress.c ------------------------------------------------------------------------ */

/* Why an incident is not told now. NOTIFY_WILL: nothing hides it. */
struct hush {
	enum notify_why why;
	int64_t by;
	int64_t until_ms; /* end of it, or the moment when it is judged anew */
	bool waits_poll;
};

/* Silences, windows, blindness. fact.subject.minute need not be set. */
void hush_incident(const struct notify *n, const struct moment *m,
    const struct notify_fact *fact, int64_t blind_end_ms, struct hush *ret_hush);
/* Quiet hours of a target; severity: the greater of now and told. */
void hush_target(const struct notify *n, const struct moment *m, size_t target,
    const struct notify_fact *fact, enum incident_severity severity,
    struct hush *ret_hush);

/* ---- judge.c --------------------------------------------------------------------------- */

/* Judge an incident: appends to run->out, sets item->due_ms. */
void notify_judge_item(struct run *run, struct item *item);

/* The routes of a fact: calls each for every target that they name, once, in order. seen:
 * one a target, all false before; true after for those that were named. */
typedef void route_fn(void *data, const struct route *route, size_t target);
void notify_routes_walk(const struct config *c, const struct moment *m,
    const struct notify_fact *fact, bool *seen, route_fn *each, void *data);

/* After opened_ms; < 0: never alone. */
int64_t notify_first_delay_ms(
    const struct config *c, const struct route *route, const struct notify_fact *fact);

/* Somebody attends it. */
bool notify_is_acked(const struct item *item);
bool notify_is_fibre_power(enum incident_class a, enum incident_class b);
bool notify_has_doubled(int64_t before, int64_t now);

/* ---- pair.c ------------------------------------------------------------------------------ */

struct pair {
	struct run *run;
	struct item *item;
	const struct target *target;
	const struct route *route; /* NULL: none names it now */
	struct row *row; /* NULL: never told. In item->rows */
	bool is_lapsed; /* the acknowledgement lapsed in this run */
	int64_t due_ms; /* out: judge again then, at the latest */
};
void notify_judge_pair(struct pair *p);

/* The incident is over and its first message was not sent: drop it, say nothing. Done
 * also while something hides the incident. */
void notify_drop_unsent(struct run *run, struct item *item);

/* ---- emit.c ------------------------------------------------------------------------------- */

/* Append a decision; its key and its times are filled in. */
void notify_emit(struct run *run, struct notify_decision *d, int32_t round);
void notify_emit_drop(struct run *run, int64_t incident, int64_t target);
/* Append the row if it is dirty. */
void notify_emit_row(struct run *run, struct row *row);

/* ---- storm.c ------------------------------------------------------------------------------ */

/* May a new message go to the target now? True: it was counted. False: the rolling
 * message covers it. */
bool storm_lets(struct run *run, int64_t target);
/* What became of the rolling message. */
void storm_outcome(
    struct notify *n, int64_t target, enum notify_outcome outcome, int64_t at_ms);
/* Is the target in a storm? */
bool storm_is_on(const struct notify *n, int64_t target);
/* The rolling message is not up to date. */
void storm_news(const struct notify *n, int64_t target);
/* The rolling messages of all targets, at the end of a run. Returns when the next one is
 * due. */
int64_t storms_roll(struct run *run);
/* That of a target, made if needed. NULL: out of memory. */
struct storm *storm_of(struct notify *n, int64_t target);

#endif
