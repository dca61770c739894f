/* SPDX-License-Identifier: Apache-2.0
 *
 * Custom columns of which nobody said what their rows are, against simulated OLTs.
 */
#include <string.h>

#include "olt_bed.h"
#include "vendor/overlay.h"

#define HUAWEI_SERIAL "1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3"
#define IF_NAME "1.3.6.1.2.1.31.1.1.1.1"

/* The profile of an OLT with one custom column more. */
struct own {
	struct overlays *overlays;
	const struct overlay *overlay;
	struct collect_options options;
};

static struct own
own_column(struct olt *o, const char *oid, const char *transform, enum collect_mode mode)
{
	struct overlay_row row = { .name = "mine",
		.oid = oid,
		.purpose = "custom:mine",
		.transform = transform };
	struct overlay_question q = { .base = o->profile, .n_rows = 1, .rows = &row };
	struct own own = { .overlays = overlays_new(profiles) };
	struct err err = { 0 };

	assert_non_null(own.overlays);
	check_rc(overlays_take(own.overlays, &q, &own.overlay, &err), RC_OK);
	assert_string_equal(own.overlay->problem, "");
	o->profile = own.overlay->profile;
	own.options = (struct collect_options){ .mode = mode,
		.n_columns = own.overlay->n_columns,
		.columns = own.overlay->columns };
	return own;
}

static void
own_free(struct own *own)
{
	overlay_give(own->overlay);
	overlays_free(own->overlays);
}

/* ONUs that have a value of the column. */
static size_t
n_of_onus(const struct collection *c)
{
	size_t n = 0;

	for (size_t i = 0; i < rows_count(c->rows); i++) {
		for (size_t j = 0; j < c->n_outputs; j++)
			n += strcmp(c->outputs[j].key, "mine") == 0 &&
			    rows_at(c->rows, i)->values[j].kind != VALUE_NULL;
	}
	return n;
}

static void
a_column_by_onu_lands_at_the_onus_that_are_known(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;
	struct own own;

	(void)state;
	discover(&o);
	own = own_column(&o, HUAWEI_SERIAL, "{\"parse\":\"serial\"}", COLLECT_WALK);
	c = run_options(&o, &own.options);
	check_rc(c->rc, RC_OK);
	assert_int_equal(n_of_onus(c), PORTS * ONUS);
	assert_int_equal(c->n_others, 0);
	assert_true(column_outcome_of(c, "mine")->is_of_onus);
	olt_free(&o);
	own_free(&own);
}

static void
onus_that_nobody_knows_yet_are_not_taken_for_something_else(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct own own =
	    own_column(&o, HUAWEI_SERIAL, "{\"parse\":\"serial\"}", COLLECT_WALK);
	const struct collection *c = run_options(&o, &own.options);

	(void)state;
	check_rc(c->rc, RC_OK);
	assert_int_equal(c->n_others, 0);
	assert_int_equal(n_of_onus(c), 0);
	assert_int_equal(column_outcome_of(c, "mine")->values, PORTS * ONUS);
	olt_free(&o);
	own_free(&own);
}

static bool
yes(void *ctx, const struct column *column)
{
	(void)ctx;
	(void)column;
	return true;
}

static void
a_get_asks_known_onus_once_it_knows_that_they_are_meant(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;
	struct own own;

	(void)state;
	discover(&o);
	own = own_column(&o, HUAWEI_SERIAL, "{\"parse\":\"serial\"}", COLLECT_GET);
	c = run_options(&o, &own.options);
	assert_int_equal(n_of_onus(c), PORTS * ONUS);
	assert_true(column_outcome_of(c, "mine")->is_of_onus);
	own.options.is_of_onus = yes;
	c = run_options(&o, &own.options);
	check_rc(c->rc, RC_OK);
	assert_int_equal(n_of_onus(c), PORTS * ONUS);
	assert_int_equal(c->stats.varbinds, PORTS * ONUS);
	olt_free(&o);
	own_free(&own);
}

/* On a BDCOM an ONU is an interface like the others, and only its name tells. */
static void
an_interface_is_an_onu_a_port_or_neither_by_its_name(void **state)
{
	struct olt o = usual_olt("bdcom");
	const struct collection *c;
	struct own own;

	(void)state;
	discover(&o);
	own = own_column(&o, IF_NAME, NULL, COLLECT_WALK);
	for (int i = 0; i < 2; i++) {
		size_t n_ports = 0;

		c = run_options(&o, &own.options);
		check_rc(c->rc, RC_OK);
		assert_int_equal(n_of_onus(c), known_count(o.known));
		assert_true(c->n_others >= PORTS);
		for (size_t j = 0; j < c->n_others; j++) {
			const struct collected_other *other = &c->others[j];

			assert_int_equal(other->value.kind, VALUE_TEXT);
			assert_null(strchr(other->value.text, ':')); /* no ONU */
			n_ports += other->place[0] != '\0';
		}
		assert_int_equal(n_ports, PORTS);
		known_forget_indexes(o.known); /* as after a start */
	}
	olt_free(&o);
	own_free(&own);
}

static void
what_the_device_does_not_have_is_unsupported_and_nothing(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;
	struct own own;

	(void)state;
	discover(&o);
	own = own_column(&o, "1.3.6.1.4.1.99999.5", NULL, COLLECT_WALK);
	c = run_options(&o, &own.options);
	check_rc(c->rc, RC_NOT_FOUND);
	assert_string_equal(c->message, "the device has nothing of what was asked for");
	assert_int_equal(column_outcome_of(c, "mine")->end, COLUMN_UNSUPPORTED);
	olt_free(&o);
	own_free(&own);
}

static void
a_whole_group_of_scalars_and_one_instance_are_values_too(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct own own = own_column(&o, "1.3.6.1.2.1.1", NULL, COLLECT_WALK);
	const struct collection *c = run_options(&o, &own.options);
	bool has_number = false, has_text = false;

	(void)state;
	check_rc(c->rc, RC_OK);
	for (size_t i = 0; i < c->n_others; i++) {
		has_number |= c->others[i].value.kind == VALUE_INT;
		has_text |= c->others[i].value.kind == VALUE_TEXT;
		assert_int_equal(c->others[i].n_index, 2);
	}
	assert_true(has_number && has_text);
	olt_free(&o);
	own_free(&own);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_column_by_onu_lands_at_the_onus_that_are_known),
		cmocka_unit_test(
		    onus_that_nobody_knows_yet_are_not_taken_for_something_else),
		cmocka_unit_test(a_get_asks_known_onus_once_it_knows_that_they_are_meant),
		cmocka_unit_test(an_interface_is_an_onu_a_port_or_neither_by_its_name),
		cmocka_unit_test(
		    what_the_device_does_not_have_is_unsupported_and_nothing),
		cmocka_unit_test(
		    a_whole_group_of_scalars_and_one_instance_are_values_too),
	};

	return cmocka_run_group_tests(tests, load_profiles, unload_profiles);
}
