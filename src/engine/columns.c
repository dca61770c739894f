/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/columns_int.h"

#include <stdlib.h>
#include <string.h>

static struct overlay_row
row_of(const struct stored_oid *o)
{
	return (struct overlay_row){ .profile = o->profile,
		.table = o->table,
		.name = o->name,
		.oid = o->oid,
		.purpose = o->purpose,
		.formula = o->formula,
		.transform = o->transform,
		.unit = o->unit,
		.invalid = o->invalid,
		.is_slow = o->is_slow,
		.is_builtin = o->is_builtin,
		.is_edited = o->is_edited };
}

/* A shipped and edited entry belongs to its profile; one created by a user belongs to a
 * brand, to a model, or to all. */
struct place {
	struct brand_id brand;
	struct model_id model;
	const char *profile;
	bool is_builtin;
};

static bool
is_for(const struct olt *olt, const struct profile *base, const struct place *place)
{
	if (place->is_builtin)
		return strcmp(place->profile, base->id) == 0;
	return (place->brand.v == 0 || place->brand.v == olt->brand.v) &&
	    (place->model.v == 0 || place->model.v == olt->model.v);
}

/* All lists of the question. */
struct lists {
	struct overlay_row *rows;
	struct overlay_formula *formulas;
	struct overlay_label *labels;
};

static bool
make_room(struct lists *l, size_t n_rows, const struct loaded_words *words)
{
	l->rows = calloc(n_rows + 1, sizeof(*l->rows));
	l->formulas = calloc(words->n_formulas + 1, sizeof(*l->formulas));
	l->labels = calloc(words->n_labels + 1, sizeof(*l->labels));
	return l->rows && l->formulas && l->labels;
}

static void
add_words(
    struct overlay_question *q, const struct lists *l, const struct loaded_olt *site)
{
	const struct loaded_words *words = site->words;

	for (size_t i = 0; i < words->n_formulas; i++) {
		const struct stored_formula *f = &words->formulas[i];
		struct place place = { f->brand, f->model, f->profile, f->is_builtin };

		if (is_for(&site->olt, q->base, &place))
			l->formulas[q->n_formulas++] =
			    (struct overlay_formula){ f->name, f->definition };
	}
	for (size_t i = 0; i < words->n_labels; i++) {
		const struct stored_label *w = &words->labels[i];
		struct place place = { w->brand, { 0 }, w->profile, w->is_builtin };

		if (is_for(&site->olt, q->base, &place))
			l->labels[q->n_labels++] = (struct overlay_label){ w->column,
				w->purpose, w->raw, w->label, w->meaning };
	}
	q->formulas = l->formulas;
	q->labels = l->labels;
}

/* The rows are in l, and counted. */
static enum rc
take(struct overlays *overlays, const struct loaded_olt *site, struct overlay_question *q,
    const struct lists *l, const struct overlay **ret_overlay, struct err *err)
{
	q->rows = l->rows;
	add_words(q, l, site);
	return overlays_take(overlays, q, ret_overlay, err);
}

static void
free_lists(struct lists *l)
{
	free(l->rows);
	free(l->formulas);
	free(l->labels);
}

enum rc
columns_take(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct loaded_node *node,
    const struct overlay **ret_overlay, struct err *err)
{
	struct overlay_question q = { .base = base };
	struct lists l = { 0 };
	enum rc rc = RC_NOMEM;

	if (make_room(&l, node->n_oids, site->words)) {
		for (size_t i = 0; i < node->n_oids; i++) {
			if (node->oids[i].enabled)
				l.rows[q.n_rows++] = row_of(&node->oids[i]);
		}
		rc = take(overlays, site, &q, &l, ret_overlay, err);
	} else
		(void)err_set(err, rc, "no memory for the columns of a job");
	free_lists(&l);
	return rc;
}

enum rc
columns_take_some(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct stored_oid *const *oids, size_t n,
    const struct overlay **ret_overlay, struct err *err)
{
	struct overlay_question q = { .base = base, .n_rows = n };
	struct lists l = { 0 };
	enum rc rc = RC_NOMEM;

	if (make_room(&l, n, site->words)) {
		for (size_t i = 0; i < n; i++)
			l.rows[i] = row_of(oids[i]);
		rc = take(overlays, site, &q, &l, ret_overlay, err);
	} else
		(void)err_set(err, rc, "no memory for the columns of some OIDs");
	free_lists(&l);
	return rc;
}

enum rc
columns_take_one(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct stored_oid *oid,
    const struct overlay **ret_overlay, struct err *err)
{
	return columns_take_some(overlays, base, site, &oid, 1, ret_overlay, err);
}
