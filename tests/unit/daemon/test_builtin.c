/* SPDX-License-Identifier: Apache-2.0
 *
 * The shipped profiles become rows of the catalogue; read back, they are the same columns
 * and indexes. An edit of a row changes only what was edited.
 */
#include <string.h>

#include "check.h"
#include "daemon/builtin_int.h"
#include "vendor/overlay.h"

static struct profile_set *set;
static struct overlays *overlays;
static struct arena *arena;
static struct catalogue catalogue;

static struct overlay_row
row_of(const struct catalogue_oid *o)
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
		.is_builtin = true,
		.is_edited = true };
}

static bool
same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static void
check_same_column(const struct column *is, const struct column *was)
{
	assert_string_equal(is->name, was->name);
	assert_int_equal(is->purpose, was->purpose);
	assert_string_equal(is->key, was->key);
	assert_int_equal(
	    oid_compare(is->oid.arcs, is->oid.n, was->oid.arcs, was->oid.n), 0);
	assert_int_equal(is->is_scalar, was->is_scalar);
	assert_true(same_text(
	    is->index ? is->index->name : NULL, was->index ? was->index->name : NULL));
	assert_int_equal(is->parse, was->parse);
	assert_int_equal(is->signed_bits, was->signed_bits);
	assert_true(
	    is->mul == was->mul && is->add == was->add && is->scale == was->scale);
	assert_true(same_text(is->unit, was->unit));
	assert_int_equal(is->n_invalid, was->n_invalid);
	assert_int_equal(is->n_invalid_text, was->n_invalid_text);
	for (size_t i = 0; i < is->n_invalid; i++)
		assert_int_equal(is->invalid[i], was->invalid[i]);
	assert_int_equal(is->cost, was->cost);
	assert_int_equal(is->confidence, was->confidence);
	assert_int_equal(is->getbulk, was->getbulk);
	assert_int_equal(is->n_labels, was->n_labels);
}

static void
every_row_of_the_catalogue_reads_as_the_column_it_was_made_from(void **state)
{
	(void)state;
	for (size_t i = 0; i < catalogue.n_oids; i++) {
		const struct catalogue_oid *o = &catalogue.oids[i];
		struct overlay_row row = row_of(o);
		struct overlay_question q = { .base = profile_set_find(set, o->profile),
			.n_rows = 1,
			.rows = &row };
		const struct overlay *made = NULL;
		struct err err = { 0 };

		check_rc(overlays_take(overlays, &q, &made, &err), RC_OK);
		assert_string_equal(made->problem, "");
		check_same_column(
		    made->rows[0].column, profile_column(q.base, o->table, o->name));
		overlay_give(made);
	}
	assert_true(catalogue.n_oids > 500);
}

static void
check_same_field(const struct index_field *is, const struct index_field *was)
{
	assert_int_equal(is->is_const, was->is_const);
	assert_int_equal(is->mul, was->mul);
	assert_int_equal(is->count, was->count);
	assert_int_equal(is->mask, was->mask);
	if (was->is_const) {
		assert_int_equal(is->value, was->value);
		return;
	}
	assert_int_equal(is->part, was->part);
	assert_int_equal(is->add, was->add);
	assert_int_equal(is->min, was->min);
	assert_int_equal(is->max, was->max);
}

static void
check_same_format(const struct index_format *is, const struct index_format *was)
{
	assert_int_equal(is->n_arcs, was->n_arcs);
	for (unsigned i = 0; i < is->n_arcs; i++) {
		const struct index_arc *a = &is->arcs[i], *b = &was->arcs[i];

		assert_int_equal(a->kind, b->kind);
		assert_int_equal(a->base, b->base);
		assert_int_equal(a->length, b->length);
		assert_int_equal(a->n_fields, b->n_fields);
		for (unsigned k = 0; k < a->n_fields; k++)
			check_same_field(&a->fields[k], &b->fields[k]);
	}
	assert_true(same_text(is->name_column, was->name_column));
	assert_true(same_text(is->name_pattern, was->name_pattern));
}

static const struct index_format *
format_of(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_indexes; i++) {
		if (strcmp(p->indexes[i].name, name) == 0)
			return &p->indexes[i];
	}
	return NULL;
}

static void
every_formula_of_the_catalogue_reads_as_the_index_it_was_made_from(void **state)
{
	(void)state;
	for (size_t i = 0; i < catalogue.n_formulas; i++) {
		const struct catalogue_formula *f = &catalogue.formulas[i];
		struct overlay_formula formula = { f->name, f->definition };
		struct overlay_question q = { .base = profile_set_find(set, f->profile),
			.n_formulas = 1,
			.formulas = &formula };
		const struct overlay *made = NULL;
		struct err err = { 0 };

		check_rc(overlays_take(overlays, &q, &made, &err), RC_OK);
		assert_string_equal(made->problem, "");
		check_same_format(
		    format_of(made->profile, f->name), format_of(q.base, f->name));
		overlay_give(made);
	}
	assert_true(catalogue.n_formulas > 40);
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	arena = arena_new(0);
	if (!arena || profile_set_load_builtin(&set, &err) != RC_OK ||
	    builtin_catalogue(set, arena, &catalogue, &err) != RC_OK)
		return -1;
	overlays = overlays_new(set);
	return overlays ? 0 : -1;
}

static int
unload(void **state)
{
	(void)state;
	overlays_free(overlays);
	profile_set_free(set);
	arena_free(arena);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    every_row_of_the_catalogue_reads_as_the_column_it_was_made_from),
		cmocka_unit_test(
		    every_formula_of_the_catalogue_reads_as_the_index_it_was_made_from),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
