/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/detect.h - detects brand, model and profile of an OLT, and which columns it
 * answers.
 *
 * Requests sysDescr, sysObjectID, sysUpTime and sysName, sends the probes of matching
 * profiles, and optionally reads every column once. Loop thread only.
 */
#ifndef FACHO_COLLECT_DETECT_H
#define FACHO_COLLECT_DETECT_H

#include "base/err.h"
#include "base/own.h"
#include "snmpc/snmpc.h"
#include "vendor/profile.h"

/* The test of one column. */
struct detect_column {
	const struct column *column;
	bool answers;
	bool is_plausible; /* its value can be decoded and is plausible */
	int64_t rtt_us; /* 0: no answer */
	enum snmpc_end end;
};

struct detection {
	enum rc rc; /* RC_NOT_FOUND: it answers, but no profile matches */
	const char *message;
	const struct profile *profile; /* NULL: none matches */
	const char *model; /* NULL: not known */
	enum confidence confidence; /* of the rule that decided */
	const char *sys_descr; /* "" if the device has none */
	const char *sys_name;
	struct oid sys_object_id;
	int64_t uptime_s; /* -1: not known */
	size_t n_columns;
	const struct detect_column *columns;
	struct snmpc_stats stats;
};

struct snmp_settings;

struct detect_options {
	const struct profile_set *profiles;
	const struct profile *profile; /* use this one; NULL: detect it */
	bool with_columns;
	const struct snmp_settings
	    *said; /* of this OLT; may be NULL; must outlive the detection */
	int64_t deadline_ms; /* for all stages; 0: none */
	void (*on_done)(void *ctx, const struct detection *detection);
	void *ctx;
};

struct detect;

enum rc detect_start(struct snmpc_session *session, const struct detect_options *options,
    struct detect **ret_detect, struct err *err) MUST_CHECK;
void detect_free(struct detect *d);
OWNED_BY(struct detect, detect_free);

#endif
