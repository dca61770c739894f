/* SPDX-License-Identifier: Apache-2.0
 *
 * One serial at several places, of one OLT or of two: everybody stays, each with its own
 * values, flagged as long as two of them are present. And an end to new serials.
 */
#include "site.h"

#include <stdlib.h>
#include <string.h>

static const enum purpose COLUMNS[] = { PURPOSE_DESCRIPTION, PURPOSE_ONU_RX, PURPOSES };

/* Rows as {port, onu, serial, description}, ending with a NULL serial. */
struct seen {
	uint32_t port, onu;
	const char *serial, *description;
};

struct bench {
	struct backend *b;
	struct samples *samples;
	int64_t now_ms;
	bool is_broken_off; /* walks do not reach their end */
	bool is_get; /* runs are no discoveries */
	uint32_t olt; /* that is walked; 0: the usual one */
	int64_t max_onus;
};

static struct bench
bench_open(void **state)
{
	struct bench x = { .b = backend_of(state), .now_ms = SITE_MS };

	site_make(x.b);
	x.samples = samples_new();
	assert_non_null(x.samples);
	return x;
}

static void
bench_close(struct bench *x)
{
	samples_free(x->samples);
}

/* The program ends and begins again: nothing of it is remembered but the database. */
static void
restart(struct bench *x)
{
	struct err err = { 0 };

	samples_free(x->samples);
	x->samples = samples_new();
	db_close(x->b->db);
	x->b->db = NULL;
	check_rc(db_open(x->b->where, DB_WRITE, &x->b->db, &err), RC_OK);
}

static struct finish_result
walk(struct bench *x, const struct seen *seen)
{
	struct finish_result result = { 0 };
	struct site_run *run = calloc(1, sizeof(*run));

	assert_non_null(run);
	x->now_ms += 1000;
	site_start(x->b, run, x->now_ms, COLUMNS);
	run->finish.is_discovery = !x->is_get;
	run->finish.is_complete = !x->is_broken_off;
	run->finish.rules.max_onus = x->max_onus;
	if (x->olt)
		run->finish.execution.olt.v = x->olt;
	for (; seen->serial; seen++) {
		struct value *v = site_row(run, seen->port, seen->onu, seen->serial);

		v[0] = site_text(seen->description);
		v[1] = site_real(-20.0 - seen->onu);
	}
	check_rc(site_finish(
		     x->b, x->samples, run, EXECUTION_ALL_CAME, x->now_ms + 100, &result),
	    RC_OK);
	free(run);
	return result;
}

#define WALK(...) walk(&x, (const struct seen[]){ __VA_ARGS__, { 0, 0, NULL, NULL } })

static int64_t
ask(const struct bench *x, const char *sql)
{
	return site_ask(x->b->db, sql);
}

static int64_t
id_at(const struct bench *x, const char *place)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT id FROM onus WHERE place = '%s' AND is_present = 1", place);
	return ask(x, sql);
}

/* Does the ONU at this place have this description, and is it flagged? */
static void
check_onu(const struct bench *x, int64_t id, const char *place, const char *description,
    bool is_duplicate)
{
	char sql[128];

	(void)snprintf(
	    sql, sizeof(sql), "SELECT place FROM onus WHERE id = %lld", (long long)id);
	assert_string_equal(site_ask_text(x->b->db, sql), place);
	(void)snprintf(sql, sizeof(sql), "SELECT description FROM onus WHERE id = %lld",
	    (long long)id);
	assert_string_equal(site_ask_text(x->b->db, sql), description);
	(void)snprintf(sql, sizeof(sql), "SELECT is_duplicate FROM onus WHERE id = %lld",
	    (long long)id);
	assert_int_equal(ask(x, sql), is_duplicate);
}

static int64_t
events(const struct bench *x, int64_t id, const char *kind)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT COUNT(*) FROM onu_events WHERE onu_id = %lld AND kind = '%s'",
	    (long long)id, kind);
	return ask(x, sql);
}

static void
two_places_with_one_serial_are_two_onus_with_values_of_their_own(void **state)
{
	struct bench x = bench_open(state);
	int64_t first, second;

	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	first = id_at(&x, "0/1:1");
	for (int i = 0; i < 3; i++)
		WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" },
		    { 2, 7, "AAAA", "rojas" });
	second = id_at(&x, "0/2:7");
	assert_int_not_equal(first, second);
	check_onu(&x, first, "0/1:1", "perez", true);
	check_onu(&x, second, "0/2:7", "rojas", true);
	check_onu(&x, id_at(&x, "0/1:2"), "0/1:2", "soto", false);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), 3);
	/* Told once to each, with the other's place. */
	assert_int_equal(events(&x, first, "duplicate"), 1);
	assert_int_equal(events(&x, second, "duplicate"), 1);
	assert_string_equal(
	    site_ask_text(x.b->db,
		"SELECT value_after FROM onu_events WHERE kind = 'duplicate' "
		"ORDER BY id LIMIT 1"),
	    "0/2:7");
	assert_int_equal(
	    ask(&x, "SELECT COUNT(*) FROM onu_events WHERE kind = 'moved'"), 0);
	/* A run that is no discovery finds each at its place, too. */
	x.is_get = true;
	WALK({ 2, 7, "AAAA", "rojas 2" }, { 1, 1, "AAAA", "perez 2" });
	check_onu(&x, first, "0/1:1", "perez 2", true);
	check_onu(&x, second, "0/2:7", "rojas 2", true);
	bench_close(&x);
}

static void
the_order_of_the_rows_does_not_matter(void **state)
{
	struct bench x = bench_open(state);
	int64_t first;

	WALK({ 3, 3, "AAAA", "perez" });
	first = id_at(&x, "0/3:3");
	WALK({ 1, 1, "AAAA", "rojas" }, { 3, 3, "AAAA", "perez" },
	    { 5, 5, "AAAA", "lillo" });
	check_onu(&x, first, "0/3:3", "perez", true);
	check_onu(&x, id_at(&x, "0/1:1"), "0/1:1", "rojas", true);
	check_onu(&x, id_at(&x, "0/5:5"), "0/5:5", "lillo", true);
	bench_close(&x);
}

static void
a_hundred_and_twenty_eight_clones_are_as_many_onus(void **state)
{
	enum { CLONES = 128 };
	struct bench x = bench_open(state);
	struct seen seen[CLONES + 1] = { 0 };
	char names[CLONES][16];

	for (uint32_t i = 0; i < CLONES; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "customer %u", i);
		seen[i] = (struct seen){ 1 + i / 64, i % 64, "AAAA", names[i] };
	}
	for (int i = 0; i < 2; i++) {
		struct finish_result r = walk(&x, seen);

		assert_int_equal(r.onus.fresh, i == 0 ? CLONES : 0);
		assert_int_equal(
		    ask(&x, "SELECT COUNT(DISTINCT description) FROM onus"), CLONES);
		assert_int_equal(
		    ask(&x, "SELECT COUNT(*) FROM onus WHERE is_duplicate = 1"), CLONES);
		assert_int_equal(
		    ask(&x, "SELECT COUNT(*) FROM onu_events WHERE kind = 'duplicate'"),
		    CLONES);
		restart(&x);
	}
	check_onu(&x, id_at(&x, "0/2:63"), "0/2:63", "customer 127", true);
	bench_close(&x);
}

static void
a_duplicate_that_moves_is_the_one_that_moved(void **state)
{
	struct bench x = bench_open(state);
	int64_t first, second;

	WALK({ 1, 1, "AAAA", "perez" });
	WALK({ 1, 1, "AAAA", "perez" }, { 2, 2, "AAAA", "rojas" });
	first = id_at(&x, "0/1:1");
	second = id_at(&x, "0/2:2");
	WALK({ 1, 1, "AAAA", "perez" }, { 3, 3, "AAAA", "rojas" });
	check_onu(&x, first, "0/1:1", "perez", true);
	check_onu(&x, second, "0/3:3", "rojas", true);
	assert_int_equal(events(&x, second, "moved"), 1);
	/* And the first one, after a restart. */
	restart(&x);
	WALK({ 4, 4, "AAAA", "perez" }, { 3, 3, "AAAA", "rojas" });
	check_onu(&x, first, "0/4:4", "perez", true);
	check_onu(&x, second, "0/3:3", "rojas", true);
	assert_int_equal(events(&x, first, "duplicate"), 1);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), 2);
	bench_close(&x);
}

static void
a_real_move_stays_a_move(void **state)
{
	struct bench x = bench_open(state);
	int64_t first;

	WALK({ 1, 1, "AAAA", "perez" });
	first = id_at(&x, "0/1:1");
	restart(&x);
	WALK({ 2, 2, "AAAA", "perez" });
	check_onu(&x, first, "0/2:2", "perez", false);
	assert_int_equal(events(&x, first, "moved"), 1);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onu_positions"), 2);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), 1);
	bench_close(&x);
}

/* Until it is absent, it is still there as far as anybody knows. */
static void
the_flag_ends_when_one_of_them_is_absent(void **state)
{
	struct bench x = bench_open(state);
	int64_t first, second;

	WALK({ 1, 1, "AAAA", "perez" }, { 2, 2, "AAAA", "rojas" });
	first = id_at(&x, "0/1:1");
	second = id_at(&x, "0/2:2");
	for (int i = 1; i <= 3; i++) {
		WALK({ 2, 2, "AAAA", "rojas" });
		assert_int_equal(
		    ask(&x, "SELECT COUNT(*) FROM onus WHERE is_duplicate = 1"),
		    i < 3 ? 2 : 0);
		if (i == 2)
			restart(&x);
	}
	check_onu(&x, first, "0/1:1", "perez", false);
	check_onu(&x, second, "0/2:2", "rojas", false);
	assert_int_equal(events(&x, first, "absent"), 1);
	assert_int_equal(events(&x, first, "duplicate_ended"), 1);
	assert_int_equal(events(&x, second, "duplicate_ended"), 1);
	WALK({ 2, 2, "AAAA", "rojas" });
	assert_int_equal(events(&x, second, "duplicate_ended"), 1);
	bench_close(&x);
}

static void
one_that_comes_back_is_itself_and_flagged_again(void **state)
{
	struct bench x = bench_open(state);
	int64_t first, second;

	WALK({ 1, 1, "AAAA", "perez" }, { 2, 2, "AAAA", "rojas" });
	first = id_at(&x, "0/1:1");
	second = id_at(&x, "0/2:2");
	for (int i = 1; i <= 3; i++)
		WALK({ 1, 1, "AAAA", "perez" });
	check_onu(&x, second, "0/2:2", "rojas", false);
	restart(&x);
	WALK({ 1, 1, "AAAA", "perez" }, { 2, 2, "AAAA", "rojas" });
	check_onu(&x, first, "0/1:1", "perez", true);
	check_onu(&x, second, "0/2:2", "rojas", true);
	assert_int_equal(events(&x, second, "returned"), 1);
	assert_int_equal(events(&x, second, "duplicate"), 2);
	assert_int_equal(events(&x, first, "duplicate"), 2);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), 2);
	bench_close(&x);
}

/* It may have moved, or be a second one: who is right is told by the next whole walk. */
static void
a_walk_that_broke_off_moves_nobody(void **state)
{
	struct bench x = bench_open(state);
	int64_t first;

	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	first = id_at(&x, "0/1:1");
	x.is_broken_off = true;
	WALK({ 2, 2, "AAAA", "rojas" });
	check_onu(&x, first, "0/1:1", "perez", false);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), 2);
	x.is_broken_off = false;
	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" },
	    { 2, 2, "AAAA", "rojas" });
	check_onu(&x, first, "0/1:1", "perez", true);
	check_onu(&x, id_at(&x, "0/2:2"), "0/2:2", "rojas", true);
	bench_close(&x);
}

/* A run between two discoveries meets a serial elsewhere: nobody gets another's values. */
static void
values_never_go_to_another_place(void **state)
{
	struct bench x = bench_open(state);
	struct finish_result r;

	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	x.is_get = true;
	r = WALK({ 1, 2, "AAAA", "perez, elsewhere" }, { 5, 5, "AAAA", "a clone" });
	assert_int_equal(r.n_unknown, 2);
	check_onu(&x, id_at(&x, "0/1:1"), "0/1:1", "perez", false);
	check_onu(&x, id_at(&x, "0/1:2"), "0/1:2", "soto", false);
	bench_close(&x);
}

static int64_t
id_of(const struct bench *x, uint32_t olt)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT id FROM onus WHERE olt_id = %u AND serial = 'AAAA'", olt);
	return ask(x, sql);
}

static void
one_serial_at_two_olts_is_flagged_by_the_walks_of_each(void **state)
{
	struct bench x = bench_open(state);
	int64_t here, there;

	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	here = id_of(&x, SITE_OLT);
	x.olt = 2;
	WALK({ 3, 4, "AAAA", "rojas" }, { 3, 5, "CCCC", "lillo" });
	there = id_of(&x, 2);
	check_onu(&x, there, "0/3:4", "rojas", true);
	check_onu(&x, here, "0/1:1", "perez", false);
	x.olt = 0;
	for (int i = 0; i < 2; i++)
		WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	check_onu(&x, here, "0/1:1", "perez", true);
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus WHERE is_duplicate = 1"), 2);
	/* Told once to each, with the other's OLT and place. */
	assert_int_equal(events(&x, here, "duplicate"), 1);
	assert_int_equal(events(&x, there, "duplicate"), 1);
	assert_string_equal(
	    site_ask_text(x.b->db,
		"SELECT value_after FROM onu_events WHERE kind = 'duplicate' "
		"ORDER BY id LIMIT 1"),
	    "A 0/1:1");
	/* The other OLT is deleted: its ONUs are nowhere. */
	site_do(x.b->db, "UPDATE olts SET deleted_ms = 1 WHERE id = 2");
	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	check_onu(&x, here, "0/1:1", "perez", false);
	assert_int_equal(events(&x, here, "duplicate_ended"), 1);
	bench_close(&x);
}

/* Its OLT misses it before it knows that it has gone. */
static void
an_onu_that_went_to_another_olt_is_at_one_place(void **state)
{
	struct bench x = bench_open(state);
	int64_t there;

	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	WALK({ 1, 2, "BBBB", "soto" });
	x.olt = 2;
	WALK({ 3, 4, "AAAA", "perez" });
	there = id_of(&x, 2);
	check_onu(&x, there, "0/3:4", "perez", false);
	x.olt = 0;
	for (int i = 0; i < 3; i++)
		WALK({ 1, 2, "BBBB", "soto" });
	assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus WHERE is_duplicate = 1"), 0);
	/* It comes back, known as it is, while the other OLT still has it. */
	WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" });
	check_onu(&x, id_of(&x, SITE_OLT), "0/1:1", "perez", true);
	bench_close(&x);
}

static void
an_olt_that_invents_serials_meets_an_end(void **state)
{
	struct bench x = bench_open(state);
	struct finish_result r;
	char names[5][8];

	x.max_onus = 8;
	for (uint32_t i = 0; i < 5; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "NEW%u", i);
		r = WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" },
		    { 2, 1, "CCCC", "lillo" }, { 2, 2, "DDDD", "rojas" },
		    { 1, 3, names[i], "nobody" });
		assert_int_equal(r.is_too_many, i == 4);
		assert_int_equal(r.is_held, i == 4);
		assert_int_equal(ask(&x, "SELECT COUNT(*) FROM onus"), i < 4 ? 5 + i : 8);
	}
	/* Who is known is still there, and their values come. */
	r = WALK({ 1, 1, "AAAA", "perez 2" }, { 1, 2, "BBBB", "soto" },
	    { 2, 1, "CCCC", "lillo" }, { 2, 2, "DDDD", "rojas" },
	    { 1, 3, "NEW9", "nobody" });
	assert_true(r.is_too_many);
	check_onu(&x, id_at(&x, "0/1:1"), "0/1:1", "perez 2", false);
	/* A walk without new ones counts as ever. */
	r = WALK({ 1, 1, "AAAA", "perez" }, { 1, 2, "BBBB", "soto" },
	    { 2, 1, "CCCC", "lillo" }, { 2, 2, "DDDD", "rojas" },
	    { 1, 3, "NEW3", "nobody" });
	assert_false(r.is_held);
	bench_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(two_places_with_one_serial_are_two_onus_with_values_of_their_own),
		ON_EACH(the_order_of_the_rows_does_not_matter),
		ON_EACH(a_hundred_and_twenty_eight_clones_are_as_many_onus),
		ON_EACH(a_duplicate_that_moves_is_the_one_that_moved),
		ON_EACH(a_real_move_stays_a_move),
		ON_EACH(the_flag_ends_when_one_of_them_is_absent),
		ON_EACH(one_that_comes_back_is_itself_and_flagged_again),
		ON_EACH(a_walk_that_broke_off_moves_nobody),
		ON_EACH(values_never_go_to_another_place),
		ON_EACH(one_serial_at_two_olts_is_flagged_by_the_walks_of_each),
		ON_EACH(an_onu_that_went_to_another_olt_is_at_one_place),
		ON_EACH(an_olt_that_invents_serials_meets_an_end),
	};

	return CHECK_ALL(tests);
}
