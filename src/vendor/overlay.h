/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/overlay.h - a profile with the changes of users, and the columns of a job.
 *
 * A job names rows of the catalogue. Shipped rows that nobody has edited are the columns
 * of the profile. An edited row replaces its column. A row created by a user is an
 * additional column, in the table of its formula or its purpose. A generic row
 * (sysUpTime) works with any profile. The result is a normal profile: a copy with the
 * same tables in the same order, or the base itself if nothing differs.
 *
 * An invalid row affects only itself: it has an error message instead of a column.
 *
 * Results are cached, so a call before every run is cheap. struct overlays: owner only.
 * An overlay does not change: any thread.
 */
#ifndef FACHO_VENDOR_OVERLAY_H
#define FACHO_VENDOR_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "vendor/profile.h"

/* A row of the catalogue's OIDs. NULL texts are the same as "". */
struct overlay_row {
	const char *profile, *table; /* of shipped rows */
	const char *name;
	const char *oid;
	const char *purpose;
	const char *formula; /* name of a formula; "": that of its table */
	const char *transform; /* JSON */
	const char *unit;
	const char *invalid; /* JSON */
	bool is_slow;
	bool is_builtin;
	bool is_edited; /* of shipped rows */
};

/* A formula that a user edited or created. It replaces one with the same name. */
struct overlay_formula {
	const char *name;
	const char *definition; /* JSON */
};

/* Read a format from a formula's definition into f, which is all zero; texts are in the
 * arena. RC_INVALID with all errors; RC_NOMEM. Any thread. */
enum rc overlay_format_load(const struct overlay_formula *formula, struct arena *arena,
    struct index_format *f, struct err *err) MUST_CHECK;

/* Are a row's transform and invalid values valid, with any profile? RC_INVALID with all
 * errors; RC_NOMEM. Any thread. */
enum rc overlay_values_check(
    const struct overlay_row *row, struct arena *arena, struct err *err) MUST_CHECK;

/* A label that a user edited or created. */
struct overlay_label {
	const char *column; /* "onu.run_state"; "": every column of the purpose */
	const char *purpose;
	const char *raw; /* "3", "Working" */
	const char *label;
	const char *meaning; /* "online"; "": only the label */
};

struct overlay_question {
	const struct profile *base;
	size_t n_rows;
	const struct overlay_row *rows;
	size_t n_formulas;
	const struct overlay_formula *formulas;
	size_t n_labels;
	const struct overlay_label *labels;
};

struct overlay_column {
	const struct column *column; /* of overlay.profile; NULL: left out */
	const char *problem; /* the reason, with the name of the row; else "" */
	bool is_foreign; /* it belongs to another profile: not an error */
};

struct overlay {
	const struct profile *profile;
	size_t n_rows;
	const struct overlay_column *rows; /* one per row of the question, in its order */
	size_t n_columns; /* the columns of these rows, without duplicates */
	const struct column *const *columns;
	bool has_slow; /* one of them is slow */
	const char *problem; /* all errors of rows and formulas; "": none */
	struct overlay_entry *entry; /* used by struct overlays only */
};

struct overlays;

/* set is borrowed: it has the base profiles, and no row may name its never-read subtrees.
 * NULL: out of memory. */
struct overlays *overlays_new(const struct profile_set *set);
void overlays_free(struct overlays *o);
OWNED_BY(struct overlays, overlays_free);

/* Valid until overlay_give(). Hold it as long as values are in use whose labels belong to
 * its profile. RC_NOMEM. */
enum rc overlays_take(struct overlays *o, const struct overlay_question *q,
    const struct overlay **ret_overlay, struct err *err) MUST_CHECK;
/* Any thread, before overlays_free(). */
void overlay_give(const struct overlay *overlay);

#endif
