/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/device/recording_int.h - what a profile makes of a recording, value by value.
 *
 * For somebody who writes a profile and has no device at hand, only the walk of
 * one. Nothing is asked of anybody. One thread.
 */
#ifndef FACHO_CLI_DEVICE_RECORDING_INT_H
#define FACHO_CLI_DEVICE_RECORDING_INT_H

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/snmprec.h"
#include "model/value.h"
#include "vendor/profile.h"

struct recording {
	struct snmprec *recs; /* in the order of a walk */
	size_t n;
};

/* The file, in the arena; errors begin with its name. */
enum rc recording_load(const char *path, struct arena *arena, struct recording *ret_rec,
    struct err *err) MUST_CHECK;

/* The profile that a device with these sysObjectID and sysDescr would get; NULL
 * when the recording lacks them or nobody knows it. Probes are looked up in the
 * recording. */
const struct profile *recording_detect(
    const struct recording *rec, const struct profile_set *set, struct arena *arena);

/* One value of one column. */
struct recorded {
	const struct column *column;
	char position[POSITION_TEXT_MAX]; /* "" for scalars */
	struct value value;
	const char *problem; /* NULL; else value is null and this says why */
};

typedef void recorded_cb(const struct recorded *r, void *ctx);

/* Call back for every value of every column, table by table. Rows whose name
 * does not fit the pattern of their index are somebody else's and left out, as
 * are other interfaces in the tables of mib-2; any other index that does not
 * decode is a problem. Texts live in the arena. RC_NOMEM. */
enum rc recording_decode(const struct recording *rec, const struct profile *profile,
    struct arena *arena, recorded_cb *each, void *ctx) MUST_CHECK;

#endif
