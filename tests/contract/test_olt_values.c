/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of custom OIDs that are not an ONU's, on both back-ends.
 */
#include "site.h"

#include <math.h>

#include "base/arena.h"
#include "store/list/list.h"
#include "store/part/olt_values.h"
#include "store/upkeep/retention.h"

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS INT64_C(3600000)

static const enum purpose NOTHING[] = { PURPOSES };

static struct olt_value
value_of(const char *name, const char *index, struct value value)
{
	return (struct olt_value){ .name = name,
		.oid = "1.3.6.1.2.1.1.5",
		.index = index,
		.place = "",
		.unit = "",
		.value = value };
}

static struct value
counter(int64_t i, uint8_t bits)
{
	return (struct value){ .kind = VALUE_INT, .i = i, .counter_bits = bits };
}

/* A run that ends at now_ms with these values. */
static struct finish_result
bring(struct backend *b, struct samples *s, int64_t now_ms,
    const struct olt_value *values, size_t n)
{
	struct site_run run;
	struct finish_result result = { 0 };

	site_start(b, &run, now_ms - 1000, NOTHING);
	run.finish.n_values = n;
	run.finish.values = values;
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, now_ms, &result), RC_OK);
	return result;
}

struct told {
	size_t n;
	struct sample at[64];
};

static void
tell(void *ctx, const struct sample *sample)
{
	struct told *t = ctx;

	if (t->n < 64)
		t->at[t->n++] = *sample;
}

static struct told
history(struct backend *b, const char *name, enum history_kind kind)
{
	struct told told = { 0 };
	char sql[128];
	struct sample_report report;
	struct err err = { 0 };
	struct olt_value_query q = {
		.olt = { SITE_OLT }, .from_ms = 0, .to_ms = INT64_MAX, .kind = kind
	};

	(void)snprintf(
	    sql, sizeof(sql), "SELECT MIN(id) FROM olt_values WHERE name = '%s'", name);
	q.id = site_ask(b->db, sql);
	if (olt_value_history(b->db, &q, tell, &told, &report, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return told;
}

static void
values_are_kept_typed_with_the_time_and_the_run_that_brought_them(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value values[] = {
		value_of("sysname", "0", site_text("olt-centro")),
		value_of("temperature", "1.10", site_real(41.5)),
		value_of("temperature", "1.9", site_int(40)),
		value_of("door", "0", site_state(2, STATE_NONE, "open")),
	};
	int64_t run;

	site_make(b);
	values[1].place = "0/1/3";
	values[1].unit = "C";
	assert_int_equal(bring(b, s, SITE_MS, values, 4).n_values, 4);
	run = site_ask(b->db, "SELECT MAX(id) FROM executions");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM olt_values"), 4);
	assert_string_equal(
	    site_ask_text(
		b->db, "SELECT text_value FROM olt_values WHERE name = 'sysname'"),
	    "olt-centro");
	assert_string_equal(site_ask_text(b->db,
				"SELECT kind || ' ' || place || ' ' || unit FROM "
				"olt_values WHERE idx = '1.10'"),
	    "real 0/1/3 C");
	assert_string_equal(
	    site_ask_text(b->db,
		"SELECT kind || ' ' || text_value FROM olt_values WHERE name = 'door'"),
	    "state open");
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(DISTINCT execution_id) FROM olt_values"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT MIN(execution_id) FROM olt_values"), run);
	assert_int_equal(site_ask(b->db, "SELECT MIN(at_ms) FROM olt_values"), SITE_MS);
	/* 9 comes before 10. */
	assert_string_equal(site_ask_text(b->db,
				"SELECT idx FROM olt_values WHERE name = 'temperature' "
				"ORDER BY idx_order"),
	    "1.9");

	/* Only some come again: the others keep value and time. */
	values[0].value = site_text("olt-norte");
	assert_int_equal(bring(b, s, SITE_MS + MINUTE_MS, values, 2).n_values, 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT at_ms FROM olt_values WHERE name = 'sysname'"),
	    SITE_MS + MINUTE_MS);
	assert_int_equal(
	    site_ask(b->db, "SELECT at_ms FROM olt_values WHERE name = 'door'"), SITE_MS);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT first_seen_ms FROM olt_values WHERE name = 'sysname'"),
	    SITE_MS);
}

static void
no_reading_is_kept_as_such_unless_the_previous_one_is_to_stay(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value values[] = {
		value_of("a", "0", site_int(5)),
		value_of("b", "0", site_int(6)),
	};

	site_make(b);
	(void)bring(b, s, SITE_MS, values, 2);
	values[0].value = values[1].value = (struct value){ .kind = VALUE_NULL };
	values[1].keep_previous = true;
	(void)bring(b, s, SITE_MS + MINUTE_MS, values, 2);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT kind FROM olt_values WHERE name = 'a'"), "null");
	assert_int_equal(
	    site_ask(b->db, "SELECT int_value FROM olt_values WHERE name = 'b'"), 6);
	assert_int_equal(
	    site_ask(b->db, "SELECT at_ms FROM olt_values WHERE name = 'b'"), SITE_MS);
}

static void
numbers_have_a_history_whatever_their_size(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value values[] = {
		value_of("whole", "0", site_int(12345)),
		value_of("real", "0", site_real(-21.37)),
		value_of("large", "0", site_int(INT64_C(4294967295))),
		value_of("huge", "0", site_int(INT64_C(9000000000000000000))),
		value_of("words", "0", site_text("none")),
	};
	struct told t;

	site_make(b);
	(void)bring(b, s, SITE_MS, values, 5);
	values[2].value = site_int(7); /* now it is small */
	(void)bring(b, s, SITE_MS + MINUTE_MS, values, 5);
	t = history(b, "whole", HISTORY_RAW);
	assert_int_equal(t.n, 2);
	assert_true(t.at[0].time_ms == SITE_MS && t.at[0].value == 12345);
	t = history(b, "real", HISTORY_RAW);
	assert_int_equal(t.n, 2);
	assert_true(fabs(t.at[1].value + 21.37) < 0.001);
	t = history(b, "large", HISTORY_RAW);
	assert_int_equal(t.n, 2);
	assert_true(fabs(t.at[0].value - 4294967295.0) < 1000);
	assert_true(t.at[1].value == 7);
	t = history(b, "huge", HISTORY_RAW);
	assert_int_equal(t.n, 2);
	assert_true(fabs(t.at[0].value - 9e18) < 1e10);
	assert_int_equal(history(b, "words", HISTORY_RAW).n, 0);
}

static void
hours_are_made_of_them_and_join_what_two_series_have(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value v = value_of("grows", "0", site_int(1000));
	struct told t;
	bool is_over = false;
	struct err err = { 0 };

	site_make(b);
	(void)bring(b, s, SITE_MS + MINUTE_MS, &v, 1);
	v.value = site_int(INT64_C(3000000000));
	(void)bring(b, s, SITE_MS + 2 * MINUTE_MS, &v, 1);
	for (int i = 0; i < 1000 && !is_over; i++) {
		check_rc(db_begin(b->db, &err), RC_OK);
		check_rc(
		    samples_seal_due(s, b->db, SITE_MS + 3 * HOUR_MS, &is_over, &err),
		    RC_OK);
		check_rc(db_commit(b->db, &err), RC_OK);
		samples_keep(s);
	}
	t = history(b, "grows", HISTORY_HOUR);
	assert_int_equal(t.n, 1);
	assert_int_equal(t.at[0].time_ms, SITE_MS);
	assert_int_equal(t.at[0].count, 2);
	assert_true(t.at[0].min == 1000 && t.at[0].max == 3e9);
	assert_true(fabs(t.at[0].value - 1500000500.0) < 1000);
}

static void
a_counter_is_kept_as_its_rate(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value v = value_of("octets", "7", counter(INT64_C(4294960000), 32));
	struct told t;

	site_make(b);
	(void)bring(b, s, SITE_MS, &v, 1);
	v.value = counter(2704, 32); /* over its end: 10,000 in a minute */
	(void)bring(b, s, SITE_MS + MINUTE_MS, &v, 1);
	t = history(b, "octets", HISTORY_RAW);
	assert_int_equal(t.n, 1);
	assert_true(fabs(t.at[0].value - 10000.0 / 60) < 0.01);
	assert_int_equal(site_ask(b->db, "SELECT is_counter FROM olt_values"), 1);
	assert_int_equal(site_ask(b->db,
			     "SELECT COUNT(*) FROM olt_values "
			     "WHERE rate > 166.6 AND rate < 166.7"),
	    1);
	assert_int_equal(site_ask(b->db, "SELECT int_value FROM olt_values"), 2704);
}

static void
two_runs_that_end_in_one_millisecond_both_have_their_history(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value one = value_of("one", "0", site_int(1));
	struct olt_value two = value_of("two", "0", site_int(2));

	site_make(b);
	(void)bring(b, s, SITE_MS, &one, 1);
	(void)bring(b, s, SITE_MS, &two, 1);
	assert_int_equal(history(b, "one", HISTORY_RAW).n, 1);
	assert_int_equal(history(b, "two", HISTORY_RAW).n, 1);
}

/* Indexes 0 to n - 1, numbered from first. */
static struct olt_value *
many(struct arena *arena, const char *name, int first, size_t n)
{
	struct olt_value *values = arena_alloc(arena, n * sizeof(*values));

	assert_non_null(values);
	for (size_t i = 0; i < n; i++)
		values[i] = value_of(
		    name, arena_printf(arena, "%zu", (size_t)first + i), site_int(1));
	return values;
}

static void
what_was_not_read_for_the_longest_time_leaves_when_there_are_too_many(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct olt_value stays = value_of("other", "0", site_int(1));

	site_make(b);
	(void)bring(b, s, SITE_MS - MINUTE_MS, &stays, 1);
	(void)bring(b, s, SITE_MS, many(arena, "table", 0, OLT_VALUES_OF_NAME_MAX),
	    OLT_VALUES_OF_NAME_MAX);
	(void)bring(b, s, SITE_MS + MINUTE_MS, many(arena, "table", 10000, 100), 100);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM olt_values WHERE name = 'table'"),
	    OLT_VALUES_OF_NAME_MAX);
	assert_int_equal(site_ask(b->db,
			     "SELECT COUNT(*) FROM olt_values WHERE name = 'table' "
			     "AND CAST(idx AS BIGINT) >= 10000"),
	    100);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM olt_values WHERE name = 'other'"), 1);
}

static void
what_nobody_reads_any_more_leaves_with_its_history(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct retention_rules rules = RETENTION_RULES;
	struct retention_sweep sweep = RETENTION_SWEEP;
	struct olt_value v = value_of("old", "0", site_int(1));
	int64_t now_ms = SITE_MS + rules.hours_ms + 10 * RETENTION_DAY_MS;

	site_make(b);
	(void)bring(b, s, SITE_MS, &v, 1);
	v = value_of("new", "0", site_int(1));
	(void)bring(b, s, now_ms - RETENTION_DAY_MS, &v, 1);
	for (int i = 0; i < 10000 && !sweep.is_over; i++)
		check_rc(store_retain_step(b->db, &rules, now_ms, &sweep, NULL), RC_OK);
	assert_true(sweep.is_over);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM olt_values"), 1);
	assert_string_equal(site_ask_text(b->db, "SELECT name FROM olt_values"), "new");
	assert_int_equal(history(b, "new", HISTORY_RAW).n, 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric = 41"), 1);
}

static enum rc
see(void *ctx, const struct list *list, const struct value *row)
{
	size_t *n = ctx;

	(void)list;
	(void)row;
	(*n)++;
	return RC_OK;
}

static void
they_are_a_list_that_is_filtered_and_ordered(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct olt_value values[] = {
		value_of("speed", "10", site_int(1000)),
		value_of("speed", "9", site_int(100)),
		value_of("sysname", "0", site_text("olt-centro")),
	};
	struct list_filter filter = { "number", LIST_AT_LEAST, "500" };
	struct list_query q = {
		.n_filters = 1, .filters = &filter, .page = 1, .page_size = 10
	};
	struct err err = { 0 };
	int64_t count = 0;
	size_t n = 0;

	site_make(b);
	(void)bring(b, s, SITE_MS, values, 3);
	if (store_list(b->db, list_find("olt_values"), &q, see, &n, &count, &err) !=
	    RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(count, 1);
	q.n_filters = 0;
	q.search = "centro";
	q.order = "-index";
	n = 0;
	if (store_list(b->db, list_find("olt_values"), &q, see, &n, &count, &err) !=
	    RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(n, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(
		    values_are_kept_typed_with_the_time_and_the_run_that_brought_them),
		ON_EACH(no_reading_is_kept_as_such_unless_the_previous_one_is_to_stay),
		ON_EACH(numbers_have_a_history_whatever_their_size),
		ON_EACH(hours_are_made_of_them_and_join_what_two_series_have),
		ON_EACH(a_counter_is_kept_as_its_rate),
		ON_EACH(two_runs_that_end_in_one_millisecond_both_have_their_history),
		ON_EACH(
		    what_was_not_read_for_the_longest_time_leaves_when_there_are_too_many),
		ON_EACH(what_nobody_reads_any_more_leaves_with_its_history),
		ON_EACH(they_are_a_list_that_is_filtered_and_ordered),
	};

	return CHECK_ALL(tests);
}
