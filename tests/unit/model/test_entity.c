/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "model/catalogue_entity.h"
#include "model/job.h"
#include "model/olt.h"
#include "model/limit.h"
#include "model/notify.h"
#include "model/user.h"

static const struct entity_type *const TYPES[] = { &BRAND_ENTITY, &MODEL_ENTITY,
	&FORMULA_ENTITY, &OID_ENTITY, &STATE_ENTITY, &OLT_ENTITY, &JOB_ENTITY,
	&USER_ENTITY, &CONTACT_ENTITY, &CHANNEL_ENTITY, &TARGET_ENTITY, &ROUTE_ENTITY,
	&SILENCE_ENTITY, &MAINTENANCE_ENTITY, &TEMPLATE_ENTITY, &LIMIT_ENTITY };

enum { N_TYPES = sizeof(TYPES) / sizeof(TYPES[0]) };

/* ---- the tables ------------------------------------------------------------ */

static size_t
bytes_of(const struct entity_field *f)
{
	if (entity_is_text(f))
		return sizeof(const char *);
	if (f->kind == ENTITY_INT32 || f->kind == ENTITY_CHOICE)
		return sizeof(int32_t);
	return entity_is_bool(f) ? sizeof(bool) : sizeof(int64_t);
}

/* The name is also that of the command line. */
static void
check_option(const struct entity_field *f)
{
	const char *option = f->option.name ? f->option.name : f->name;

	assert_int_equal(strlen(option), strlen(f->name));
	assert_null(strchr(option, '_'));
	for (size_t i = 0; option[i]; i++) {
		if (option[i] != '-')
			assert_int_equal(option[i], f->name[i]);
	}
}

static void
check_field(const struct entity_type *type, const struct entity_field *f)
{
	assert_ptr_equal(entity_find(type, f->name), f); /* names are unique */
	if (entity_is_stored(f)) {
		assert_true(f->offset >= sizeof(int64_t)); /* the id is the first */
		assert_true(f->offset + bytes_of(f) <= type->row_bytes);
	}
	assert_true(f->max == 0 || f->min <= f->max);
	if (f->flags & ENTITY_MUST)
		assert_true(entity_is_written(f));
	if (f->kind == ENTITY_INT && entity_is_written(f))
		assert_true(f->max > f->min);
	if (f->option.help) {
		assert_true(entity_is_written(f));
		assert_true(f->kind == ENTITY_BOOL || f->option.argument);
		check_option(f);
	}
}

static void
every_table_is_whole(void **state)
{
	(void)state;
	for (size_t t = 0; t < N_TYPES; t++) {
		const struct entity_type *type = TYPES[t];
		const struct entity_field *key = entity_find(type, type->key);

		assert_true(type->n_fields <= ENTITY_FIELDS_MAX);
		assert_true(type->row_bytes <= ENTITY_ROW_MAX);
		assert_true(entity_is_text(key) && entity_is_written(key));
		assert_string_equal(entity_column(key), type->key);
		for (size_t i = 0; i < type->n_fields; i++)
			check_field(type, &type->fields[i]);
	}
}

static void
no_two_fields_share_a_member(void **state)
{
	(void)state;
	for (size_t t = 0; t < N_TYPES; t++) {
		for (size_t i = 0; i < TYPES[t]->n_fields; i++) {
			const struct entity_field *f = &TYPES[t]->fields[i];

			for (size_t k = 0; entity_is_stored(f) && k < i; k++)
				assert_int_not_equal(
				    f->offset, TYPES[t]->fields[k].offset);
		}
	}
}

/* ---- rows ------------------------------------------------------------------ */

static void
a_member_is_found_by_its_field(void **state)
{
	struct stored_oid o = { .id = { 7 }, .brand = { 3 }, .name = "rx" };

	(void)state;
	assert_int_equal(entity_id(&o), 7);
	assert_int_equal(entity_number(entity_find(&OID_ENTITY, "brand"), &o), 3);
	assert_string_equal(entity_text(entity_find(&OID_ENTITY, "name"), &o), "rx");
	assert_string_equal(entity_text(entity_find(&OID_ENTITY, "unit"), &o), "");
	entity_set_text(entity_find(&OID_ENTITY, "unit"), &o, "dBm");
	entity_set_number(entity_find(&OID_ENTITY, "is_slow"), &o, 5);
	entity_set_number(entity_find(&OID_ENTITY, "model"), &o, 9);
	entity_set_id(&o, 8);
	assert_string_equal(o.unit, "dBm");
	assert_true(o.is_slow && !o.enabled && !o.keep_previous);
	assert_int_equal(o.model.v, 9);
	assert_int_equal(o.id.v, 8);
	assert_null(entity_find(&OID_ENTITY, "colour"));
}

static void
a_new_row_has_the_defaults_of_its_table(void **state)
{
	struct stored_oid o = { .name = "rx" };
	struct stored_model m = { 0 };
	struct stored_label l = { 0 };

	(void)state;
	entity_init(&OID_ENTITY, &o);
	entity_init(&MODEL_ENTITY, &m);
	entity_init(&STATE_ENTITY, &l);
	assert_true(o.enabled && !o.is_slow);
	assert_string_equal(o.name, "rx");
	assert_string_equal(m.technology, "gpon");
	assert_string_equal(l.purpose, "run_state");
}

static void
a_choice_is_the_number_of_its_word(void **state)
{
	const struct entity_field *f = entity_find(&OLT_ENTITY, "version");
	struct olt o = { .version = OLT_SNMP_1 };
	int64_t number = 7;
	size_t len;

	(void)state;
	assert_int_equal(sizeof(o.version), sizeof(int32_t));
	for (int i = 0; i < OLT_VERSIONS; i++) {
		const char *word = entity_word(f, i, &len);

		assert_int_equal(len, strlen(olt_version_name((enum olt_version)i)));
		assert_memory_equal(word, olt_version_name((enum olt_version)i), len);
	}
	assert_false(entity_from_word(f, "2", &number));
	assert_false(entity_from_word(f, NULL, &number));
	assert_false(entity_from_word(f, "1|2c", &number));
	assert_int_equal(number, 7);
	assert_true(entity_from_word(f, "3", &number));
	assert_int_equal(number, OLT_SNMP_3);
	entity_init(&OLT_ENTITY, &o);
	assert_int_equal(o.version, OLT_SNMP_2C);
	assert_int_equal(o.port, 161);
	assert_true(o.enabled);
}

static void
kept_texts_are_the_arenas_and_null_stays_null(void **state)
{
	struct arena *arena = arena_new(0);
	char name[] = "Parks";
	struct stored_brand b = { .name = name };

	(void)state;
	assert_true(entity_keep_texts(&BRAND_ENTITY, &b, arena));
	name[0] = 'x';
	assert_string_equal(b.name, "Parks");
	assert_null(b.description);
	arena_free(arena);
}

/* ---- checks ---------------------------------------------------------------- */

static void
check_model(struct stored_model m, const char *wrong)
{
	struct err err = { 0 };

	check_rc(entity_check(&MODEL_ENTITY, &m, &err), RC_INVALID);
	check_contains(err.msg, wrong);
}

static void
what_is_outside_of_its_limits_is_named(void **state)
{
	char long_text[4002];
	struct stored_model m = { .name = "A100", .slots = 1000 };

	(void)state;
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	check_rc(entity_check(&MODEL_ENTITY, &m, NULL), RC_OK);
	check_model((struct stored_model){ .slots = 1 }, "name: 1 to 64 characters");
	check_model((struct stored_model){ .name = "a\nb" }, "no control characters");
	check_model((struct stored_model){ .name = long_text }, "name: ");
	check_model((struct stored_model){ .name = "a", .technology = "\x1b[2J" },
	    "technology: at most 64 characters, no control characters");
	check_model((struct stored_model){ .name = "a", .notes = long_text },
	    "notes: at most 4000 characters");
	check_model(
	    (struct stored_model){ .name = "a", .slots = 1001 }, "slots: 0 to 1000");
	check_model(
	    (struct stored_model){ .name = "a", .ports = -1 }, "ports: 0 to 10000");
	m.notes = long_text + 1;
	check_rc(entity_check(&MODEL_ENTITY, &m, NULL), RC_OK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_table_is_whole),
		cmocka_unit_test(no_two_fields_share_a_member),
		cmocka_unit_test(a_member_is_found_by_its_field),
		cmocka_unit_test(a_new_row_has_the_defaults_of_its_table),
		cmocka_unit_test(a_choice_is_the_number_of_its_word),
		cmocka_unit_test(kept_texts_are_the_arenas_and_null_stays_null),
		cmocka_unit_test(what_is_outside_of_its_limits_is_named),
	};

	return CHECK_ALL(tests);
}
