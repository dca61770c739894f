/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/settings_int.h - the settings of a simulated OLT, including its faults.
 *
 * The same names are used as options (--latency 20ms), inside --olt
 * ("profile=zte,latency=20ms") and on the control connection ({"cmd":"set",
 * "latency":"20ms"}). The help text comes from the same table (tbl_settings.h).
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

/* Faults of a part of the tree. */
enum mark_kind {
	MARK_SLOW, /* amount: microseconds for each varbind below the OID */
	MARK_MISSING, /* noSuchObject; walks do not find it */
	MARK_GENERR,
	MARK_WRONG_TYPE, /* numbers become text and text becomes numbers */
	MARK_FOREIGN, /* rows are answered with the OID of another subtree */
	MARK_REPEAT, /* after `amount` rows the same row is repeated for ever */
	MARK_LOOP, /* after `amount` rows the first row comes again */
	MARK_ENDLESS, /* endless rows follow the last one */
	MARK_GIANT, /* texts have `amount` octets */
	MARK_KINDS,
};

struct mark {
	enum mark_kind kind;
	int64_t amount;
	struct oid oid;
};

/* The shape of the network outside (sim/outside_int.h). */
struct outside {
	uint32_t box_onus; /* ONUs of a box */
	uint32_t trunk_ports; /* ports whose feeders are in one cable */
	uint32_t zone_ports; /* ports that a power zone reaches */
	uint32_t zone_boxes; /* boxes of each of them that are in it; 0: all */
};

/* What the customers' ONUs do, and what the OLT says of it. */
struct habits {
	double mute_pct; /* ONUs of models that never send a dying gasp */
	double ups_pct; /* ONUs that a power cut does not reach */
	double gasp_pct; /* how often a dying gasp arrives */
	int64_t cause_late_us; /* a cause is there so long after the ONU went down */
	bool hides_times; /* there are no times of last up and last down */
};

/* May change while the OLT runs. */
struct behaviour {
	int64_t latency_us, jitter_us;
	double loss_pct, duplicate_pct, reorder_pct, wrong_id_pct, truncate_pct;
	double garbage_pct;
	uint32_t clones; /* ONUs with the serial of the first one */
	uint32_t max_bytes; /* of an answer */
	uint32_t too_big_bytes; /* 0: none */
	uint32_t max_repetitions, max_repetitions_silent; /* 0: none */
	uint32_t die_after; /* requests; 0: never */
	bool is_silent;
	bool is_static;
	double churn_pct, offline_pct;
	struct habits habits;
	struct cpu_model cpu;
	size_t n_marks;
	struct mark *marks; /* owned */
};

void behaviour_fini(struct behaviour *b);
enum rc behaviour_copy(struct behaviour *to, const struct behaviour *from) MUST_CHECK;

enum { SETTING_TEXT_MAX = 256 };

/* One OLT, or several equal ones, as given on the command line. */
struct olt_spec {
	char profile[SETTING_TEXT_MAX];
	char snmprec[SETTING_TEXT_MAX]; /* a file instead of a profile */
	char technology[SETTING_TEXT_MAX]; /* "": the first one of the profile */
	char community[SETTING_TEXT_MAX];
	char name[SETTING_TEXT_MAX]; /* "": sim-<number> */
	uint32_t count;
	uint32_t ports, onus; /* onus: on each port */
	uint32_t autofind; /* total number of ONUs that are not configured yet */
	uint32_t seed;
	struct outside outside;
	struct behaviour behaviour;
};

/* Set all settings to their defaults. */
void olt_spec_init(struct olt_spec *spec);
void olt_spec_fini(struct olt_spec *spec);
enum rc olt_spec_copy(struct olt_spec *to, const struct olt_spec *from) MUST_CHECK;

/* Set one setting by its name. RC_NOT_FOUND: no such setting; RC_INVALID: the message
 * says what is valid. '-' and '_' in a name are the same. */
enum rc setting_apply(struct olt_spec *spec, const char *name, const char *value,
    struct err *err) MUST_CHECK;

/* The same for a running OLT. RC_INVALID also for settings that cannot change. */
enum rc setting_apply_running(struct behaviour *behaviour, const char *name,
    const char *value, struct err *err) MUST_CHECK;

/* "latency=20ms,loss=1": all of them must be valid. */
enum rc setting_apply_list(struct olt_spec *spec, const char *list, struct err *err)
    MUST_CHECK;

/* Can it be given several times, each time adding an entry ("missing")? */
bool setting_is_list(const char *name);

/* "20ms", "1.5s", "50us", "2m", "1h", "0"; a number without a unit is in milliseconds. */
enum rc duration_parse(const char *text, int64_t *ret_us, struct err *err) MUST_CHECK;

#endif
