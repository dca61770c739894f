/* SPDX-License-Identifier: Apache-2.0
 *
 * The questions of jobs: which columns, how they are read, and for which ONUs.
 */
#include <string.h>

#include "check.h"
#include "collect/column_plan_int.h"
#include "collect/question_int.h"

static struct profile_set *set;

/* A job of at most four columns, "table.name" each. */
struct job {
	struct collect_options options;
	const struct column *columns[4];
	struct column_plan plan;
	struct known *known;
	struct arena *arena;
	struct rows *rows;
};

static struct job
job_of(const char *profile, enum collect_mode mode, const char *const *names)
{
	struct job j = { .options = { .profile = profile_set_find(set, profile),
			     .mode = mode },
		.known = known_new(),
		.arena = arena_new(0) };

	assert_non_null(j.options.profile);
	for (; *names; names++) {
		char table[32] = { 0 };
		const char *dot = strchr(*names, '.');

		memcpy(table, *names, (size_t)(dot - *names));
		j.columns[j.options.n_columns] =
		    profile_column(j.options.profile, table, dot + 1);
		assert_non_null(j.columns[j.options.n_columns]);
		j.options.n_columns++;
	}
	return j;
}

static void
make(struct job *j)
{
	struct err err = { 0 };

	j->options.columns = j->columns;
	j->options.known = j->known;
	check_rc(column_plan_make(&j->plan, &j->options, &err), RC_OK);
}

static void
job_free(struct job *j)
{
	known_free(j->known);
	rows_free(j->rows);
	arena_free(j->arena);
}

static const struct source *
source(const struct job *j, const char *table, const char *name)
{
	for (size_t i = 0; i < j->plan.n_sources; i++) {
		const struct source *s = &j->plan.sources[i];

		if (strcmp(s->column->table, table) == 0 &&
		    strcmp(s->column->name, name) == 0)
			return s;
	}
	return NULL;
}

/* Huawei: frame 0, slot 1. */
static void
know(struct job *j, uint32_t port, uint32_t onu, bool is_offline)
{
	struct position at = { .has = 1U << POS_FRAME | 1U << POS_SLOT | 1U << POS_PORT |
		    1U << POS_ONU };

	at.part[POS_SLOT] = 1;
	at.part[POS_PORT] = port;
	at.part[POS_ONU] = onu;
	check_rc(known_add(j->known, &at, is_offline), RC_OK);
}

static void
every_column_is_read_in_its_own_way(void **state)
{
	const char *const names[] = { "onu.status", "onu.rx_dbm", "board.cpu_pct",
		"system.uptime", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_GET, names);

	(void)state;
	know(&j, 0, 1, false);
	make(&j);
	assert_int_equal(source(&j, "onu", "status")->way, WAY_GET);
	assert_int_equal(source(&j, "onu", "rx_dbm")->way, WAY_SLOW_GET);
	assert_int_equal(source(&j, "board", "cpu_pct")->way, WAY_WALK);
	assert_int_equal(source(&j, "system", "uptime")->way, WAY_SCALAR);
	assert_int_equal(source(&j, "board", "cpu_pct")->section, SECTION_PART);
	job_free(&j);
}

static void
an_index_with_a_tail_is_read_by_getnext(void **state)
{
	const char *const names[] = { "onu.rx_dbm", NULL };
	struct job j = job_of("cdata", COLLECT_GET, names);

	(void)state;
	know(&j, 1, 1, false);
	make(&j);
	assert_int_equal(source(&j, "onu", "rx_dbm")->way, WAY_SLOW_NEXT);
	job_free(&j);
}

static void
a_walk_needs_no_discovery_where_onus_are_known(void **state)
{
	const char *const names[] = { "onu.status", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_WALK, names);

	(void)state;
	know(&j, 0, 1, false);
	make(&j);
	assert_null(source(&j, "onu", "serial"));
	assert_true(source(&j, "onu", "status")->is_proof);
	job_free(&j);
}

static void
a_discovery_looks_into_every_table_of_onus(void **state)
{
	const char *const names[] = { "onu.serial", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_DISCOVERY, names);

	(void)state;
	make(&j);
	assert_non_null(source(&j, "onu_epon", "mac"));
	assert_true(source(&j, "onu_epon", "mac")->is_discovery);
	assert_false(source(&j, "onu_epon", "mac")->is_wanted);
	job_free(&j);
}

static void
keys_that_nobody_knows_are_walked_first(void **state)
{
	const char *const names[] = { "onu.status", NULL };
	struct job j = job_of("bdcom", COLLECT_GET, names);

	(void)state;
	know(&j, 1, 1, false);
	make(&j);
	assert_int_equal(source(&j, "onu", "status")->way, WAY_GET);
	assert_non_null(source(&j, "onu", "if_name"));
	assert_int_equal(source(&j, "onu", "if_name")->way, WAY_WALK);
	job_free(&j);
}

static size_t
seeded(struct job *j, size_t first, size_t n_slice)
{
	rows_free(j->rows);
	j->rows = rows_new(j->arena, j->plan.outputs[SECTION_ONU].n, SNMPC_MAX_ROWS);
	assert_non_null(j->rows);
	j->options.first = first;
	j->options.n_slice = n_slice;
	check_rc(seed_rows(j->rows, &j->plan, &j->options), RC_OK);
	return rows_count(j->rows);
}

static void
a_slice_is_a_part_of_who_is_known(void **state)
{
	const char *const names[] = { "onu.rx_dbm", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_GET, names);

	(void)state;
	for (uint32_t i = 0; i < 10; i++)
		know(&j, 0, i, false);
	make(&j);
	assert_int_equal(seeded(&j, 0, 0), 10);
	assert_int_equal(seeded(&j, 0, 4), 4);
	assert_int_equal(seeded(&j, 8, 4), 2);
	assert_int_equal(rows_at(j.rows, 0)->position.part[POS_ONU], 8);
	assert_int_equal(seeded(&j, 4, 0), 6);
	assert_int_equal(seeded(&j, 10, 4), 0);
	assert_int_equal(seeded(&j, 99, 4), 0);
	job_free(&j);
}

/* 0xFA002000 is GPON 0/1/0. */
static void
slow_questions_go_to_those_who_are_online(void **state)
{
	const char *const names[] = { "onu.rx_dbm", "onu.tx_dbm", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_GET, names);
	struct source *sources[2];
	const struct snmpc_item *items;
	size_t n = 0;

	(void)state;
	know(&j, 0, 1, false);
	know(&j, 0, 2, true);
	know(&j, 0, 3, false);
	make(&j);
	assert_int_equal(seeded(&j, 0, 0), 3);
	for (size_t i = 0; i < 2; i++)
		sources[i] = &j.plan.sources[i];
	items = column_plan_items(j.rows, &j.plan, sources, 2, j.arena, &n);
	assert_int_equal(n, 4);
	assert_int_equal(items[0].onu, 0);
	assert_int_equal(items[2].onu, 2);
	assert_int_equal(items[2].index.n, 2);
	assert_int_equal(items[2].index.arcs[0], 0xFA002000u);
	assert_int_equal(items[2].index.arcs[1], 3);
	assert_int_equal(rows_at(j.rows, 1)->n_asked, 0);
	assert_int_equal(rows_at(j.rows, 2)->n_asked, 2);
	job_free(&j);
}

static bool
lacks_status(void *ctx, const struct column *column)
{
	(void)ctx;
	return strcmp(column->name, "status") == 0;
}

static void
what_the_device_lacks_is_listed_and_not_asked(void **state)
{
	const char *const names[] = { "onu.status", "onu.distance_m", NULL };
	struct job j = job_of("huawei_smartax", COLLECT_WALK, names);

	(void)state;
	j.options.is_unsupported = lacks_status;
	make(&j);
	assert_true(source(&j, "onu", "status")->is_skipped);
	assert_false(source(&j, "onu", "distance_m")->is_skipped);
	job_free(&j);
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	return profile_set_load_builtin(&set, &err) == RC_OK ? 0 : -1;
}

static int
unload(void **state)
{
	(void)state;
	profile_set_free(set);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_column_is_read_in_its_own_way),
		cmocka_unit_test(an_index_with_a_tail_is_read_by_getnext),
		cmocka_unit_test(a_walk_needs_no_discovery_where_onus_are_known),
		cmocka_unit_test(a_discovery_looks_into_every_table_of_onus),
		cmocka_unit_test(keys_that_nobody_knows_are_walked_first),
		cmocka_unit_test(a_slice_is_a_part_of_who_is_known),
		cmocka_unit_test(slow_questions_go_to_those_who_are_online),
		cmocka_unit_test(what_the_device_lacks_is_listed_and_not_asked),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
