/* SPDX-License-Identifier: Apache-2.0
 *
 * store/ledger/totals.h - counting the figures of a dashboard (model/totals.h). Looks at every ONU,
 * so nobody who is waited for should ask for all of them.
 */
#ifndef FACHO_STORE_LEDGER_TOTALS_H
#define FACHO_STORE_LEDGER_TOTALS_H

#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/totals.h"

struct db;

/* olt 0: all. */
enum rc store_totals(struct db *db, struct olt_id olt, int64_t since_ms,
    struct totals *ret, struct err *err) MUST_CHECK;

#endif
