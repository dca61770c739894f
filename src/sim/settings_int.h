/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/settings_int.h - what a simulated OLT is and how it misbehaves: one table.
 *
 * The same names serve as options (--latency 20ms), inside --olt
 * ("profile=zte,latency=20ms") and on the control line ({"cmd":"set",
 * "latency":"20ms"}); the help text comes from the table
 * (tbl_settings.h) too.
 */
#ifndef FACHO_SIM_SETTINGS_INT_H
#define FACHO_SIM_SETTINGS_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/oid.h"
#include "sim/cpu_int.h"

/* Faults that belong to a part of the tree. */
enum mark_kind {
	MARK_SLOW, /* amount: microseconds for each varbind below the OID */
	MARK_MISSING, /* noSuchObject; walks do not find it */
	MARK_GENERR,
	MARK_WRONG_TYPE, /* numbers become text and text becomes numbers */
	MARK_FOREIGN, /* rows are answered under the OID of another subtree */
	MARK_REPEAT, /* after `amount` rows the same row comes again and again */
	MARK_LOOP, /* after `amount` rows the first row comes again */
	MARK_ENDLESS, /* more rows follow the last one, without end */
	MARK_GIANT, /* texts have `amount` octets */
	MARK_KINDS,
};

struct mark {
	enum mark_kind kind;
	int64_t amount;
	struct oid oid;
};

/* May change while the OLT runs. */
struct behaviour {
	int64_t latency_us, jitter_us;
	double loss_pct, duplicate_pct, reorder_pct, wrong_id_pct, truncate_pct;
	double garbage_pct;
	uint32_t clones; /* ONUs that have the serial of the first */
	uint32_t max_bytes; /* of an answer */
	uint32_t too_big_bytes; /* 0: none */
	uint32_t max_repetitions, max_repetitions_silent; /* 0: none */
	uint32_t die_after; /* requests; 0: never */
	bool is_silent;
	bool is_static;
	double churn_pct, offline_pct;
	struct cpu_model cpu;
	size_t n_marks;
	struct mark *marks; /* owned */
};

void behaviour_fini(struct behaviour *b);
enum rc behaviour_copy(struct behaviour *to, const struct behaviour *from) MUST_CHECK;

enum { SETTING_TEXT_MAX = 256 };

/* One OLT, or several alike, as ordered on the command line. */
struct olt_spec {
	char profile[SETTING_TEXT_MAX];
	char snmprec[SETTING_TEXT_MAX]; /* a file instead of a profile */
	char technology[SETTING_TEXT_MAX]; /* "": the profile's first */
	char community[SETTING_TEXT_MAX];
	char name[SETTING_TEXT_MAX]; /* "": sim-<number> */
	uint32_t count;
	uint32_t ports, onus; /* onus: on each port */
	uint32_t autofind; /* ONUs that wait to be configured, in all */
	uint32_t seed;
	struct behaviour behaviour;
};

/* The defaults of every setting. */
void olt_spec_init(struct olt_spec *spec);
void olt_spec_fini(struct olt_spec *spec);
enum rc olt_spec_copy(struct olt_spec *to, const struct olt_spec *from) MUST_CHECK;

/* Set one by name. RC_NOT_FOUND: no such setting; RC_INVALID: the sentence
 * says what would be right. '-' and '_' in a name are the same. */
enum rc setting_apply(struct olt_spec *spec, const char *name, const char *value,
    struct err *err) MUST_CHECK;

/* The same for an OLT that runs; what cannot change any more is RC_INVALID. */
enum rc setting_apply_running(struct behaviour *behaviour, const char *name,
    const char *value, struct err *err) MUST_CHECK;

/* "latency=20ms,loss=1": every one must be right. */
enum rc setting_apply_list(struct olt_spec *spec, const char *list, struct err *err)
    MUST_CHECK;

/* Can it be given several times, each adding one ("missing")? */
bool setting_is_list(const char *name);

/* "20ms", "1.5s", "50us", "2m", "0"; a plain number counts milliseconds. */
enum rc duration_parse(const char *text, int64_t *ret_us, struct err *err) MUST_CHECK;

#endif
