/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/overlay.h - a profile as people have changed it, and the columns a job lists.
 *
 * A job names rows of the catalogue. Those that shipped and that nobody touched are the
 * profile's own columns. One that was edited replaces its column; one that somebody made
 * is a column more, in the table that its formula or its purpose points to; a generic
 * one (sysUpTime) works on any profile. The result is a profile like any other: a copy
 * with the same tables in the same places, or the very same where nothing differs.
 *
 * A wrong row costs itself alone: it has a sentence instead of a column.
 *
 * The same question is answered once and remembered, so asking before every run is
 * cheap. struct overlays: owner only. What it hands out does not change: any thread.
 */
#ifndef FACHO_VENDOR_OVERLAY_H
#define FACHO_VENDOR_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "vendor/profile.h"

/* A row of the catalogue's OIDs. Texts may be NULL, which is "". */
struct overlay_row {
	const char *profile, *table; /* of those that shipped */
	const char *name;
	const char *oid;
	const char *purpose;
	const char *formula; /* the name of one; "": as its table has */
	const char *transform; /* JSON */
	const char *unit;
	const char *invalid; /* JSON */
	bool is_slow;
	bool is_builtin;
	bool is_edited; /* of those that shipped */
};

/* A formula that somebody edited or made; it takes the place of one of the same name. */
struct overlay_formula {
	const char *name;
	const char *definition; /* JSON */
};

/* A format, into f which is all zero, from a formula's definition; texts are in the
 * arena. RC_INVALID with all complaints;
 * RC_NOMEM. Any thread. */
enum rc overlay_format_load(const struct overlay_formula *formula, struct arena *arena,
    struct index_format *f, struct err *err) MUST_CHECK;

/* Whether a row's transform and invalid values can be understood, whatever profile it will
 * be laid over. RC_INVALID with all complaints; RC_NOMEM. Any thread. */
enum rc overlay_values_check(
    const struct overlay_row *row, struct arena *arena, struct err *err) MUST_CHECK;

/* A label that somebody edited or made. */
struct overlay_label {
	const char *column; /* "onu.run_state"; "": every column of the purpose */
	const char *purpose;
	const char *raw; /* "3", "Working" */
	const char *label;
	const char *meaning; /* "online"; "": the label is all */
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
	const char *problem; /* why: a sentence that names the row; else "" */
	bool is_foreign; /* left out because it is another profile's: no problem */
};

struct overlay {
	const struct profile *profile;
	size_t n_rows;
	const struct overlay_column *rows; /* one a row of the question, in its order */
	size_t n_columns; /* theirs, each once */
	const struct column *const *columns;
	bool has_slow; /* one of them is */
	const char *problem; /* all that is wrong, rows and formulas; "": nothing */
	struct overlay_entry *entry; /* of struct overlays; nobody else's */
};

struct overlays;

/* set is borrowed: its profiles are the bases, and what it never reads no row may name.
 * NULL: no memory. */
struct overlays *overlays_new(const struct profile_set *set);
void overlays_free(struct overlays *o);
OWNED_BY(struct overlays, overlays_free);

/* Held until overlay_give(): as long as values are about whose labels are its
 * profile's. RC_NOMEM. */
enum rc overlays_take(struct overlays *o, const struct overlay_question *q,
    const struct overlay **ret_overlay, struct err *err) MUST_CHECK;
/* Any thread, before overlays_free(). */
void overlay_give(const struct overlay *overlay);

#endif
