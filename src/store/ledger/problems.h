/* SPDX-License-Identifier: Apache-2.0
 *
 * store/ledger/problems.h - what is wrong in the network now, as the database knows it: OLTs that do
 * not answer or fail, PON ports whose ONUs are all down, open violations by OLT.
 *
 * Made from the present state, so a problem is gone when it is over. Each part is found by
 * an index or among the OLTs; no ONU is looked at (store/part/port_figures.h has counted them),
 * unless an OLT in trouble has no ports.
 *
 * A port of an OLT that is not heard is no problem of its own: nobody knows how it is.
 *
 * Any connection.
 */
#ifndef FACHO_STORE_LEDGER_PROBLEMS_H
#define FACHO_STORE_LEDGER_PROBLEMS_H

#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"

struct db;

enum { PROBLEMS_MAX = 1000 }; /* of each kind: the gravest */

enum store_problem_kind {
	STORE_PROBLEM_NOT_ANSWERING,
	STORE_PROBLEM_SUSPENDED,
	STORE_PROBLEM_FAILING,
	STORE_PROBLEM_DARK,
	STORE_PROBLEM_VIOLATION,
};

/* Texts are borrowed during the call back. */
struct store_problem {
	enum store_problem_kind kind;
	struct olt_id olt;
	const char *olt_name;
	int64_t since_ms; /* 0: unknown */
	int64_t customers; /* ONUs that are cut off or not seen; -1: of no such kind */
	int64_t id; /* of the port, or of the first violation; 0: neither */
	const char *place, *description; /* of a port; NULL */
	const char *why; /* of a suspension; NULL */
	const char *severity; /* of violations: the worst; NULL */
	int64_t n; /* violations; failures in a row */
};

typedef enum rc (*problem_found)(void *ctx, const struct store_problem *problem);

enum rc store_problems(struct db *db, problem_found found, void *ctx, struct err *err)
    MUST_CHECK;

#endif
