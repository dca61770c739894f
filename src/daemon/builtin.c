/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/builtin_int.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "daemon/builtin_json_int.h"
#include "vendor/profile.h"

/* Growing lists of rows, and the memory for their texts. `failed`: no memory. */
struct builder {
	struct arena *arena;
	struct vec brands, models, oids, formulas, labels;
	bool failed;
};

static const char *
text(struct builder *b, char *made)
{
	if (!made)
		b->failed = true;
	return made ? made : "";
}

static void *
add(struct builder *b, struct vec *rows)
{
	void *row = vec_add(rows);

	if (!row)
		b->failed = true;
	return row;
}

static const char *
or_empty(const char *t)
{
	return t ? t : "";
}

/* ---- brands and models ----------------------------------------------------- */

static const char *
small_letters(struct builder *b, const char *name)
{
	char *copy = arena_copy(b->arena, name, strlen(name));

	for (char *p = copy; p && *p; p++)
		*p = (char)tolower((unsigned char)*p);
	return text(b, copy);
}

/* Several profiles may have the same brand. */
static size_t
brand_of(struct builder *b, const struct profile *p)
{
	struct catalogue_brand *brand;

	for (size_t i = 0; i < b->brands.n; i++) {
		if (strcmp(VEC_AT(&b->brands, struct catalogue_brand, i)->name,
			p->brand) == 0)
			return i;
	}
	brand = add(b, &b->brands);
	if (brand)
		*brand =
		    (struct catalogue_brand){ small_letters(b, p->brand), p->brand, "" };
	return b->brands.n ? b->brands.n - 1 : 0;
}

static const char *
technologies(struct builder *b, const struct profile *p)
{
	const char *all = "";

	for (size_t i = 0; i < p->n_technologies; i++)
		all = text(b,
		    arena_printf(
			b->arena, "%s%s%s", all, *all ? "," : "", p->technologies[i]));
	return all;
}

static bool
has_model(const struct builder *b, size_t brand, const char *name)
{
	for (size_t i = 0; i < b->models.n; i++) {
		const struct catalogue_model *m =
		    VEC_AT(&b->models, struct catalogue_model, i);

		if (m->brand == brand && strcmp(m->name, name) == 0)
			return true;
	}
	return false;
}

static void
add_models(struct builder *b, const struct profile *p, size_t brand)
{
	const char *all = technologies(b, p);

	for (size_t i = 0; i < p->n_models; i++) {
		const char *name = p->models[i].model;
		struct catalogue_model *m;

		if (!p->models[i].is_olt || has_model(b, brand, name))
			continue;
		m = add(b, &b->models);
		if (m)
			*m = (struct catalogue_model){ brand,
				text(b, arena_printf(b->arena, "%s/%s", p->id, name)),
				name, p->id, all };
	}
}

/* ---- columns --------------------------------------------------------------- */

static const char *
purpose_text(struct builder *b, const struct column *c)
{
	if (c->purpose != PURPOSE_CUSTOM)
		return purpose_info(c->purpose)->name;
	return text(b, arena_printf(b->arena, "custom:%s", c->key));
}

static void
add_oid(struct builder *b, const struct profile *p, size_t brand, const struct column *c)
{
	char oid[OID_TEXT_MAX];
	struct catalogue_oid *o = add(b, &b->oids);

	if (!o)
		return;
	(void)oid_format(c->oid.arcs, c->oid.n, oid);
	*o = (struct catalogue_oid){ .brand = brand,
		.key =
		    text(b, arena_printf(b->arena, "%s/%s/%s", p->id, c->table, c->name)),
		.profile = p->id,
		.table = c->table,
		.name = c->name,
		.oid = text(b, arena_copy(b->arena, oid, strlen(oid))),
		.purpose = purpose_text(b, c),
		.formula = c->index ? c->index->name : "",
		.transform = text(b, builtin_transform(c, b->arena)),
		.unit = or_empty(c->unit),
		.invalid = text(b, builtin_invalid(c, b->arena)),
		.is_slow = c->cost == COST_SLOW };
}

static void
add_label(struct builder *b, const struct profile *p, size_t brand,
    const struct column *c, const struct enum_label *l)
{
	struct catalogue_label *row = add(b, &b->labels);
	const char *raw;

	if (!row)
		return;
	raw = l->text_code ? l->text_code
			   : text(b, arena_printf(b->arena, "%lld", (long long)l->code));
	*row = (struct catalogue_label){ .brand = brand,
		.key = text(b,
		    arena_printf(b->arena, "%s/%s.%s/%s", p->id, c->table, c->name, raw)),
		.profile = p->id,
		.column = text(b, arena_printf(b->arena, "%s.%s", c->table, c->name)),
		.purpose = purpose_text(b, c),
		.raw = raw,
		.label = or_empty(l->label),
		.meaning = state_name(l->state) };
}

static void
add_formula(struct builder *b, const struct profile *p, size_t brand,
    const struct index_format *f)
{
	struct catalogue_formula *row = add(b, &b->formulas);

	if (!row)
		return;
	*row = (struct catalogue_formula){ brand,
		text(b, arena_printf(b->arena, "%s/%s", p->id, f->name)), p->id, f->name,
		text(b, builtin_definition(f, b->arena)) };
}

static void
add_profile(struct builder *b, const struct profile *p)
{
	size_t brand = brand_of(b, p);

	add_models(b, p, brand);
	for (size_t i = 0; i < p->n_indexes; i++)
		add_formula(b, p, brand, &p->indexes[i]);
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		add_oid(b, p, brand, c);
		for (size_t k = 0; k < c->n_labels; k++)
			add_label(b, p, brand, c, &c->labels[k]);
	}
}

/* ---- the whole ------------------------------------------------------------- */

/* Copies a growing list to the arena. */
static const void *
settle(struct builder *b, const struct vec *rows)
{
	void *copy = arena_alloc(b->arena, (rows->n + 1) * rows->item_bytes);

	if (!copy)
		b->failed = true;
	else if (rows->n)
		memcpy(copy, rows->data, rows->n * rows->item_bytes);
	return copy;
}

enum rc
builtin_catalogue(const struct profile_set *set, struct arena *arena,
    struct catalogue *ret_catalogue, struct err *err)
{
	struct builder b = { .arena = arena,
		.brands = VEC_INIT(struct catalogue_brand),
		.models = VEC_INIT(struct catalogue_model),
		.oids = VEC_INIT(struct catalogue_oid),
		.formulas = VEC_INIT(struct catalogue_formula),
		.labels = VEC_INIT(struct catalogue_label) };
	struct catalogue c;

	for (size_t i = 0; i < profile_set_count(set); i++)
		add_profile(&b, profile_set_at(set, i));
	c = (struct catalogue){ b.brands.n, settle(&b, &b.brands), b.models.n,
		settle(&b, &b.models), b.oids.n, settle(&b, &b.oids), b.formulas.n,
		settle(&b, &b.formulas), b.labels.n, settle(&b, &b.labels) };
	vec_fini(&b.brands);
	vec_fini(&b.models);
	vec_fini(&b.oids);
	vec_fini(&b.formulas);
	vec_fini(&b.labels);
	if (b.failed)
		return err_set(err, RC_NOMEM, "no memory for the catalogue");
	*ret_catalogue = c;
	return RC_OK;
}
