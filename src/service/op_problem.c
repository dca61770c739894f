/* SPDX-License-Identifier: Apache-2.0
 *
 * What is wrong now: in the network as the database knows it (store/ledger/problems.h), and with
 * the program itself. Nothing is remembered: what is over is gone.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/vec.h"
#include "service/incident_int.h"
#include "service/live.h"
#include "service/service_int.h"
#include "store/ledger/problems.h"

enum {
	SHOWN = 200,
	STUCK_MS = 30000, /* since the engine last showed itself */
};

#define MEGABYTES(n) ((uint64_t)(n) << 20)
#define DISK_LEAST MEGABYTES(500)
#define DISK_LOW MEGABYTES(5 * 1024) /* and less than 5 % of it */

/* Those that blind us come first whatever the customers; then the more customers the
 * earlier, and of as many the graver. */
enum severity { SEVERITY_CRITICAL, SEVERITY_MAJOR, SEVERITY_MINOR };

static const char *const SEVERITIES[] = {
	[SEVERITY_CRITICAL] = "critical",
	[SEVERITY_MAJOR] = "major",
	[SEVERITY_MINOR] = "minor",
};

enum kind {
	ENGINE_STUCK,
	DATABASE_AWAY,
	DATABASE_BEHIND,
	DISK_FULL,
	POLLERS_SATURATED,
	OLT_NOT_ANSWERING,
	OLT_SUSPENDED,
	OLT_FAILING,
	PORT_DARK,
	VIOLATION,
};

/* Stable: the API's own. */
static const struct {
	const char *name;
	enum severity severity;
	bool is_blinding;
} KINDS[] = {
	[ENGINE_STUCK] = { "engine_stuck", SEVERITY_CRITICAL, true },
	[DATABASE_AWAY] = { "database_away", SEVERITY_CRITICAL, true },
	[DATABASE_BEHIND] = { "database_behind", SEVERITY_MAJOR, true },
	[DISK_FULL] = { "disk_full", SEVERITY_MAJOR, true },
	[POLLERS_SATURATED] = { "pollers_saturated", SEVERITY_MAJOR, false },
	[OLT_NOT_ANSWERING] = { "olt_not_answering", SEVERITY_CRITICAL, false },
	[OLT_SUSPENDED] = { "olt_suspended", SEVERITY_CRITICAL, false },
	[OLT_FAILING] = { "olt_failing", SEVERITY_MAJOR, false },
	[PORT_DARK] = { "port_dark", SEVERITY_CRITICAL, false },
	[VIOLATION] = { "violation", SEVERITY_MINOR, false },
};

struct problem {
	enum kind kind;
	int64_t since_ms, customers; /* 0: unknown; -1: none */
	json_t *shown; /* owned */
};

/* What is being gathered. */
struct problems {
	struct vec all; /* of struct problem */
	int64_t customers;
};

/* Takes details, an object. False: no memory. */
static bool
add(struct problems *p, enum kind kind, int64_t since_ms, int64_t customers,
    json_t *details)
{
	struct problem *problem = details ? vec_add(&p->all) : NULL;
	json_t *shown = json_pack("{s:s, s:s, s:o, s:o}", "kind", KINDS[kind].name,
	    "severity", SEVERITIES[KINDS[kind].severity], "since", show_moment(since_ms),
	    "customers", customers < 0 ? json_null() : json_integer(customers));

	if (!problem || !shown || json_object_update(shown, details) != 0) {
		json_decref(shown);
		json_decref(details);
		if (problem)
			problem->shown = NULL;
		return false;
	}
	json_decref(details);
	*problem = (struct problem){ kind, since_ms, customers, shown };
	p->customers += customers > 0 ? customers : 0;
	return true;
}

/* ---- the network ------------------------------------------------------------------------ */

static enum kind
kind_of(enum store_problem_kind kind)
{
	switch (kind) {
	case STORE_PROBLEM_NOT_ANSWERING:
		return OLT_NOT_ANSWERING;
	case STORE_PROBLEM_SUSPENDED:
		return OLT_SUSPENDED;
	case STORE_PROBLEM_FAILING:
		return OLT_FAILING;
	case STORE_PROBLEM_DARK:
		return PORT_DARK;
	case STORE_PROBLEM_VIOLATION:
		return VIOLATION;
	}
	return VIOLATION;
}

static enum rc
take_problem(void *ctx, const struct store_problem *p)
{
	bool is_port = p->kind == STORE_PROBLEM_DARK;
	bool is_violation = p->kind == STORE_PROBLEM_VIOLATION;
	json_t *details = json_pack("{s:I, s:s, s:s?, s:s?}", "olt", (json_int_t)p->olt.v,
	    "olt_name", p->olt_name, "place", p->place, "description", p->description);

	if (details && is_port)
		(void)json_object_set_new(details, "port", json_integer(p->id));
	if (details && is_violation) {
		(void)json_object_set_new(details, "count", json_integer(p->n));
		(void)json_object_set_new(details, "worst", json_string(p->severity));
		if (p->n == 1)
			(void)json_object_set_new(
			    details, "violation", json_integer(p->id));
	}
	if (details && p->why && *p->why)
		(void)json_object_set_new(details, "why", json_string(p->why));
	return add(ctx, kind_of(p->kind), p->since_ms, p->customers, details) ? RC_OK
									      : RC_NOMEM;
}

/* ---- the program itself ------------------------------------------------------------------ */

static bool
add_engine(struct ask *a, struct problems *p)
{
	const struct snapshot *s = service_snapshot(a->s);
	bool is_well = true;

	if (!s)
		return true;
	if (clock_wall_ms() - s->at_ms > STUCK_MS)
		is_well = add(p, ENGINE_STUCK, s->at_ms, -1, json_object());
	else if (s->figures.is_held)
		is_well = add(p, DATABASE_BEHIND, s->figures.saturated_ms, -1,
		    json_pack("{s:s}", "why", s->figures.saturation));
	else if (s->figures.is_saturated)
		is_well = add(p, POLLERS_SATURATED, s->figures.saturated_ms, -1,
		    json_pack("{s:s}", "why", s->figures.saturation));
	service_snapshot_release(a->s, s);
	return is_well;
}

static bool
add_writer(struct ask *a, struct problems *p)
{
	struct service_writer w = service_writer(a->s);

	return !w.is_away || add(p, DATABASE_AWAY, w.away_ms, -1, json_object());
}

bool
service_disk_is_full(const char *folder, uint64_t *ret_free)
{
	struct statvfs disk;
	uint64_t free_bytes, size;

	if (!*folder || statvfs(folder, &disk) != 0)
		return false;
	free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	size = (uint64_t)disk.f_blocks * disk.f_frsize;
	if (ret_free)
		*ret_free = free_bytes;
	return free_bytes < DISK_LEAST ||
	    (free_bytes < DISK_LOW && free_bytes < size / 20);
}

/* Only a database of our own is on a disk that we can see. */
static bool
add_disk(struct ask *a, struct problems *p)
{
	uint64_t free_bytes = 0;

	if (!service_disk_is_full(a->s->folder, &free_bytes))
		return true;
	return add(p, DISK_FULL, 0, -1,
	    json_pack("{s:I}", "free_bytes", (json_int_t)free_bytes));
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int
compare(const void *a, const void *b)
{
	const struct problem *x = a, *y = b;
	int blinding = KINDS[y->kind].is_blinding - KINDS[x->kind].is_blinding;
	int customers = (y->customers > x->customers) - (y->customers < x->customers);
	int severity = (int)KINDS[x->kind].severity - (int)KINDS[y->kind].severity;

	if (blinding)
		return blinding;
	if (customers)
		return customers;
	if (severity)
		return severity;
	return (y->since_ms > x->since_ms) - (y->since_ms < x->since_ms);
}

static json_t *
show_first(const struct problems *p)
{
	json_t *results = json_array();

	for (size_t i = 0; i < p->all.n && i < SHOWN; i++)
		(void)json_array_append(
		    results, VEC_AT(&p->all, struct problem, i)->shown);
	return results;
}

static void
problems_fini(struct problems *p)
{
	for (size_t i = 0; i < p->all.n; i++)
		json_decref(VEC_AT(&p->all, struct problem, i)->shown);
	vec_fini(&p->all);
}

/* A database that cannot be read is a problem like the others, and says why. */
static bool
add_network(struct ask *a, struct problems *p)
{
	struct err err = { 0 };
	enum rc rc = store_problems(a->db, take_problem, p, &err);

	if (rc == RC_OK || service_writer(a->s).is_away)
		return true;
	if (rc == RC_NOMEM)
		return false;
	return add(p, DATABASE_AWAY, 0, -1, json_pack("{s:s}", "why", err.msg));
}

json_t *
show_problems_now(struct ask *a)
{
	struct problems p = { .all = VEC_INIT(struct problem) };
	json_t *shown = NULL;

	if (add_engine(a, &p) && add_writer(a, &p) && add_disk(a, &p) &&
	    add_network(a, &p)) {
		if (p.all.n)
			qsort(p.all.data, p.all.n, sizeof(struct problem), compare);
		shown = json_pack("{s:o, s:I, s:I, s:o}", "at",
		    show_moment(clock_wall_ms()), "count", (json_int_t)p.all.n,
		    "customers", (json_int_t)p.customers, "results", show_first(&p));
	}
	problems_fini(&p);
	/* A database that cannot be read is among the problems. */
	if (shown && show_open_incidents(a, shown, NULL) != RC_OK)
		log_debug("service", "open incidents could not be read");
	return shown;
}

void
op_problem_list(struct ask *a)
{
	json_t *shown = show_problems_now(a);

	if (shown)
		ask_answer(a, shown);
	else
		(void)ask_fail(a, RC_NOMEM, "out of memory");
}
