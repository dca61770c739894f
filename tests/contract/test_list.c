/* SPDX-License-Identifier: Apache-2.0 */
#include "site.h"

#include "base/arena.h"
#include "store/list/list.h"
#include "store/value/stamps.h"
#include "store/ledger/totals.h"

struct found {
	char text[512];
	size_t len;
	int field; /* which one is noted */
};

static enum rc
note(void *ctx, const struct list *list, const struct value *row)
{
	struct found *f = ctx;
	const struct value *v = &row[f->field];
	char text[64];

	(void)list;
	(void)snprintf(text, sizeof(text), "%d", (int)v->i);
	if (v->kind == VALUE_NULL)
		(void)snprintf(text, sizeof(text), "-");
	f->len += (size_t)snprintf(f->text + f->len, sizeof(f->text) - f->len, "%s%s",
	    f->len ? " " : "", v->kind == VALUE_TEXT ? v->text : text);
	return RC_OK;
}

/* The ids (or field) of a page: "1 2 3". */
static const char *
page(struct backend *b, const char *list, const struct list_query *query, int field)
{
	static struct found f;
	struct err err = { 0 };
	int64_t count = -1;

	f = (struct found){ .field = field };
	if (store_list(b->db, list_find(list), query, note, &f, &count, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_true(count >= 0);
	return f.text;
}

static void
fill(struct backend *b)
{
	site_make(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, place, serial, description, "
	    "run_state, cause_state, is_present, missed, first_seen_ms, last_seen_ms) "
	    "VALUES "
	    "(1, 1, '0/1:1', 'A', 'x', 'online', 'los_onu', 1, 0, 0, 0),"
	    "(2, 1, '0/1:2', 'B', '', 'offline', 'power', 1, 0, 0, 0),"
	    "(3, 1, '0/1:3', 'C', NULL, 'offline', 'los_onu', 1, 0, 0, 0),"
	    "(4, 2, '0/1:1', 'D', 'x', 'offline', NULL, 1, 1, 0, 5),"
	    "(5, 2, '0/1:2', 'E', 'x', 'online', NULL, 0, 3, 0, 6);"
	    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm) "
	    "VALUES (1, -20), (2, -30), (4, -20), (5, -25);"
	    "UPDATE olts SET last_walk_ms = 99;"
	    "INSERT INTO executions (id, olt_id, type, state, queued_ms, started_ms, "
	    "finished_ms, late_ms, message) VALUES "
	    "(1, 1, 'get', 'SUCCESS', 100, 100, 200, 0, ''),"
	    "(2, 1, 'get', 'FAILED', 100, 100, 150, 5000, '100% silent'),"
	    "(3, 2, 'get', 'PENDING', 100, NULL, NULL, 0, ''),"
	    "(4, 2, 'get', 'SUCCESS', 50, 60, 70, 0, 'OLD')");
}

static void
a_page_that_is_not_to_be_counted_has_the_same_rows(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query query = { .page = 2, .page_size = 2, .is_uncounted = true };
	struct found f = { .field = 0 };
	int64_t count = -1;

	fill(b);
	check_rc(
	    store_list(b->db, list_find("onus"), &query, note, &f, &count, NULL), RC_OK);
	assert_string_equal(f.text, "3 4");
	assert_int_equal(count, 0);
}

static void
pages_are_whole_and_stable(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 2, .order = "onu_rx_dbm" };

	fill(b);
	/* -30, -25, then two of -20 by number, then the null. */
	assert_string_equal(page(b, "onus", &q, 0), "2 5");
	q.page = 2;
	assert_string_equal(page(b, "onus", &q, 0), "1 4");
	q.page = 3;
	assert_string_equal(page(b, "onus", &q, 0), "3");
	q.page = 4;
	assert_string_equal(page(b, "onus", &q, 0), "");
	q = (struct list_query){ .page = 1, .page_size = 10, .order = "-onu_rx_dbm" };
	assert_string_equal(page(b, "onus", &q, 0), "4 1 5 2 3");
	q.order = NULL;
	assert_string_equal(page(b, "executions", &q, 0), "3 2 1 4");
}

/* The ids of all pieces of two, with a bar between pieces: "1 2|3". */
static const char *
to_the_end(struct backend *b, const char *list, const struct list_query *query)
{
	static char text[256];
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct list_mark mark = { .arena = arena };
	struct err err = { 0 };
	size_t n = 0;

	text[0] = '\0';
	do {
		struct found f = { .field = 0 };

		if (store_list_on(b->db, list_find(list), query, &mark, note, &f, &err) !=
		    RC_OK)
			fail_msg("%s", err.msg);
		n += (size_t)snprintf(
		    text + n, sizeof(text) - n, "%s%s", n ? "|" : "", f.text);
	} while (mark.is_set);
	return text;
}

static void
a_list_is_read_to_its_end_in_pieces(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter present = { "is_present", LIST_EQUAL, "true" };
	struct list_query q = { .page_size = 2, .order = "onu_rx_dbm" };

	fill(b);
	assert_string_equal(to_the_end(b, "onus", &q), "2 5|1 4|3");
	q.order = "-onu_rx_dbm";
	assert_string_equal(to_the_end(b, "onus", &q), "4 1|5 2|3");
	q.order = "serial"; /* a text that is there always */
	assert_string_equal(to_the_end(b, "onus", &q), "1 2|3 4|5");
	q.order = "-description"; /* some have none, two are equal, one is empty */
	assert_string_equal(to_the_end(b, "onus", &q), "5 4|1 2|3");
	q.order = NULL;
	assert_string_equal(to_the_end(b, "onus", &q), "1 2|3 4|5");
	assert_string_equal(to_the_end(b, "executions", &q), "1 2|3 4|");
	q.n_filters = 1;
	q.filters = &present;
	q.page_size = 3;
	assert_string_equal(to_the_end(b, "onus", &q), "1 2 3|4");
}

/* All ids of a query, separated by spaces: by pages, or piece by piece behind a mark. */
static char *
ids_of(struct backend *b, const struct list *list, struct list_query *q, bool is_on)
{
	static char texts[2][8192];
	char *text = texts[is_on];
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct list_mark mark = { .arena = arena };
	struct err err = { 0 };
	size_t n = 0;
	bool goes_on = true;

	text[0] = '\0';
	for (q->page = 1; goes_on; q->page++) {
		struct found f = { 0 };
		int64_t count = 0;
		enum rc rc = is_on ? store_list_on(b->db, list, q, &mark, note, &f, &err)
				   : store_list(b->db, list, q, note, &f, &count, &err);

		if (rc != RC_OK)
			fail_msg("%s by %s: %s", list->name, q->order, err.msg);
		n += (size_t)snprintf(text + n, sizeof(texts[0]) - n, "%s%s",
		    n && *f.text ? " " : "", f.text);
		goes_on = is_on ? mark.is_set : *f.text != '\0';
	}
	return text;
}

/* Values that are equal, empty or missing, more of each than a piece has rows. */
static void
every_order_goes_on_behind_any_row(void **state)
{
	static const char *const LISTS[] = { "onus", "executions", "olts" };
	struct backend *b = backend_of(state);
	char order[64];

	fill(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, place, serial, description, run_state, "
	    "last_up_ms, first_seen_ms, last_seen_ms) WITH RECURSIVE c (i) AS "
	    "(SELECT 11 UNION ALL SELECT i + 1 FROM c WHERE i < 60) SELECT i, 1 + i % 2, "
	    "'0/1:' || i, CASE i % 3 WHEN 0 THEN '' ELSE 'S' || (i % 7) END, "
	    "CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'same' END, 'online', "
	    "CASE i % 2 WHEN 0 THEN NULL ELSE i % 5 END, 0, i % 3 FROM c");
	site_do(b->db,
	    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm, distance_m) SELECT id, "
	    "CASE id % 3 WHEN 0 THEN NULL ELSE -20.1 - (id % 4) / 10.0 END, id % 2 "
	    "FROM onus WHERE id > 10");
	for (size_t i = 0; i < sizeof(LISTS) / sizeof(LISTS[0]); i++) {
		const struct list *list = list_find(LISTS[i]);

		for (const struct list_field *f = list->fields; f->name; f++) {
			struct list_query q = { .page_size = 3, .order = order };

			for (int down = 0; down < 2 && f->may & LIST_ORDER; down++) {
				(void)snprintf(order, sizeof(order), "%s%s",
				    down ? "-" : "", f->name);
				assert_string_equal(ids_of(b, list, &q, true),
				    ids_of(b, list, &q, false));
			}
		}
	}
}

/* How the database means to read it, in its words. */
static const char *
plan_of(struct backend *b, const char *sql)
{
	static char text[4096];
	struct db_stmt *q = NULL;
	struct err err = { 0 };
	bool has_row;
	size_t n = 0;

	text[0] = '\0';
	if (db_prepare(b->db, sql, &q, &err) != RC_OK)
		fail_msg("%s", err.msg);
	while (db_step(q, &has_row, &err) == RC_OK && has_row)
		n += (size_t)snprintf(
		    text + n, sizeof(text) - n, "%s\n", db_text(q, *b->database ? 0 : 3));
	db_done(q);
	return text;
}

/* It need not sort what is left of the list for every piece. */
static void
an_index_has_the_order_by_serial(void **state)
{
	static const char *const BEHIND[] = { "o.serial > 'S'",
		"o.serial = 'S' AND o.id > 5" };
	struct backend *b = backend_of(state);
	char sql[1024];

	fill(b);
	if (*b->database)
		site_do(b->db,
		    "SET enable_seqscan = off; SET enable_sort = off; "
		    "SET enable_incremental_sort = off; SET enable_bitmapscan = off");
	for (size_t i = 0; i < sizeof(BEHIND) / sizeof(BEHIND[0]); i++) {
		const char *plan;

		(void)snprintf(sql, sizeof(sql),
		    "EXPLAIN %s SELECT o.description, n.onu_rx_dbm FROM %s WHERE %s "
		    "ORDER BY o.serial ASC, o.id ASC LIMIT 200",
		    *b->database ? "" : "QUERY PLAN", list_find("onus")->tables,
		    BEHIND[i]);
		plan = plan_of(b, sql);
		check_contains(plan, "onus_serial");
		assert_null(strstr(plan, "TEMP B-TREE"));
		assert_null(strstr(plan, "Sort"));
	}
}

/* Two and ten of everything, and two ONUs that are known by their serials. */
static void
places_are_in_the_order_of_their_numbers(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 20, .order = "place" };
	struct list_query pieces = { .page_size = 2, .order = "place" };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, pos_has, frame, slot, port, onu, place, "
	    "first_seen_ms, last_seen_ms) VALUES "
	    "(1, 1, 30, 0, 1, 10, 1, '0/1/10:1', 0, 0),"
	    "(2, 1, 30, 0, 1, 2, 10, '0/1/2:10', 0, 0),"
	    "(3, 1, 30, 0, 10, 1, 1, '0/10/1:1', 0, 0),"
	    "(4, 1, 30, 0, 1, 2, 2, '0/1/2:2', 0, 0),"
	    "(5, 2, 30, 0, 1, 2, 2, '0/1/2:2', 0, 0),"
	    "(6, 1, 30, 0, 2, 1, 4000000000, '0/2/1:4000000000', 0, 0),"
	    "(7, 2, 0, 0, 0, 0, 0, 'ZTEG00000002', 0, 0),"
	    "(8, 2, 0, 0, 0, 0, 0, 'HWTC00000001', 0, 0);"
	    "INSERT INTO pon_ports (id, olt_id, pos_has, slot, port, place, "
	    "first_seen_ms, "
	    "updated_ms) VALUES (1, 1, 12, 1, 10, '1/10', 0, 0), "
	    "(2, 1, 12, 10, 1, '10/1', 0, 0), (3, 1, 12, 1, 2, '1/2', 0, 0), "
	    "(4, 1, 12, 2, 1, '2/1', 0, 0)");
	assert_string_equal(page(b, "onus", &q, 0), "8 7 4 5 2 1 6 3");
	assert_string_equal(to_the_end(b, "onus", &pieces), "8 7|4 5|2 1|6 3|");
	assert_string_equal(page(b, "pon_ports", &q, 0), "3 1 4 2");
	assert_string_equal(to_the_end(b, "pon_ports", &pieces), "3 1|4 2|");
	q.order = pieces.order = "-place";
	assert_string_equal(page(b, "onus", &q, 0), "3 6 1 2 5 4 7 8");
	assert_string_equal(to_the_end(b, "onus", &pieces), "3 6|1 2|5 4|7 8|");
}

static void
a_mark_of_another_order_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page_size = 2, .order = "place" };
	struct list_mark mark = { .is_set = true, .n = 1 };
	struct found f = { .field = 0 };
	struct err err = { 0 };

	fill(b);
	check_rc(store_list_on(b->db, list_find("onus"), &q, &mark, note, &f, &err),
	    RC_INVALID);
	assert_non_null(strstr(err.msg, "another order"));
}

static void
what_comes_and_goes_meanwhile_makes_no_row_appear_twice(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct list_query q = { .page_size = 2, .order = "onu_rx_dbm" };
	struct list_mark mark = { .arena = arena };
	struct found f = { .field = 0 };

	fill(b);
	check_rc(
	    store_list_on(b->db, list_find("onus"), &q, &mark, note, &f, NULL), RC_OK);
	assert_string_equal(f.text, "2 5");
	site_do(b->db, "UPDATE onu_numbers SET onu_rx_dbm = -31 WHERE onu_id = 4");
	f = (struct found){ .field = 0 };
	check_rc(
	    store_list_on(b->db, list_find("onus"), &q, &mark, note, &f, NULL), RC_OK);
	assert_string_equal(f.text, "1 3");
}

static void
filters_are_joined_and_typed(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter f[2] = { { "olt", LIST_EQUAL, "1" },
		{ "onu_rx_dbm", LIST_BELOW, "-19.5" } };
	struct list_query q = {
		.n_filters = 2, .filters = f, .page = 1, .page_size = 10
	};

	fill(b);
	assert_string_equal(page(b, "onus", &q, 0), "1 2");
	f[1] = (struct list_filter){ "description", LIST_EQUAL, "" };
	assert_string_equal(page(b, "onus", &q, 0), "2 3");
	q.n_filters = 1;
	f[0] = (struct list_filter){ "is_present", LIST_EQUAL, "false" };
	assert_string_equal(page(b, "onus", &q, 0), "5");
	f[0] = (struct list_filter){ "queued_at", LIST_AT_LEAST, "100" };
	assert_string_equal(page(b, "executions", &q, 0), "3 2 1");
	f[0] = (struct list_filter){ "finished_at", LIST_EQUAL, "" };
	assert_string_equal(page(b, "executions", &q, 0), "3");
}

/* One code each, for who is there and offline; "offline" is none of them. */
static void
onus_are_found_by_their_cause(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter f = { "cause", LIST_EQUAL, "los_onu" };
	struct list_query q = {
		.n_filters = 1, .filters = &f, .page = 1, .page_size = 10
	};

	fill(b);
	assert_string_equal(page(b, "onus", &q, 0), "3"); /* not 1: it is online */
	f.value = "unknown";
	assert_string_equal(page(b, "onus", &q, 0), "4");
	f.value = "offline";
	assert_string_equal(page(b, "onus", &q, 0), "");
	site_do(b->db, "UPDATE onus SET run_state = 'disabled' WHERE id = 4");
	f.value = "admin";
	assert_string_equal(page(b, "onus", &q, 0), "4");
}

static int field_of(const char *list, const char *name);

/* The OLT's stamp is that of most; one that differs has its own (store/value/stamps.h: places,
 * moment, execution; the run state's place is 5). Other columns do not count. */
static void
a_state_is_as_old_as_its_own_reading(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10 };
	struct stamps own = { 0 };
	struct stamp late = { 70, { 9 } };
	uint8_t bytes[STAMPS_BYTES_MAX];
	char hex[2 * STAMPS_BYTES_MAX + 1] = "", sql[sizeof(hex) + 512];
	size_t n;

	fill(b);
	stamps_set(&own, (size_t)latest_place(PURPOSE_RUN_STATE), &late);
	n = stamps_encode(&own, bytes);
	for (size_t i = 0; i < n; i++)
		(void)snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO value_stamps (olt_id, purpose, at_ms, execution_id) VALUES "
	    "(1, 'run_state', 500, 1), (1, 'onu_rx', 900, 2);"
	    "UPDATE onu_numbers SET values_ms = 950;"
	    "UPDATE onu_numbers SET stamps = %s%s' WHERE onu_id = 2",
	    strcmp(b->name, "pgsql") == 0 ? "'\\x" : "X'", hex);
	site_do(b->db, sql);
	assert_string_equal(
	    page(b, "onus", &q, field_of("onus", "run_state_at")), "500 70 500 - -");
}

static void
an_onu_that_is_there_was_seen_by_the_last_walk(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10 };
	int field = 0;

	fill(b);
	while (strcmp(list_find("onus")->fields[field].name, "last_seen_at") != 0)
		field++;
	assert_string_equal(page(b, "onus", &q, field), "99 99 99 5 6");
}

static void
searching_takes_text_as_it_is(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10, .search = "100% SIL" };

	fill(b);
	assert_string_equal(page(b, "executions", &q, 0), "2");
	q.search = "_";
	assert_string_equal(page(b, "executions", &q, 0), "");
	q.search = "old";
	assert_string_equal(page(b, "executions", &q, 0), "4");
	q.search = "'";
	assert_string_equal(page(b, "executions", &q, 0), "");
}

/* Through the index of the search box; a special character stands for any. */
static void
onus_are_searched_by_what_they_are_called(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter f = { "run_state", LIST_EQUAL, "online" };
	struct list_query q = { .page = 1, .page_size = 10, .search = "0/1:2" };

	fill(b);
	assert_string_equal(page(b, "onus", &q, 0), "2 5");
	q.n_filters = 1;
	q.filters = &f;
	assert_string_equal(page(b, "onus", &q, 0), "5");
	q.n_filters = 0;
	q.search = "0/1:9";
	assert_string_equal(page(b, "onus", &q, 0), "");
	q.search = "a";
	assert_string_equal(page(b, "onus", &q, 0), "1");
	q.search = "0_1:1";
	assert_string_equal(page(b, "onus", &q, 0), "1 4");
	q.search = "' OR 1=1";
	assert_string_equal(page(b, "onus", &q, 0), "");
}

static void
refused(struct backend *b, const struct list_query *q, const char *why)
{
	struct found f = { 0 };
	struct err err = { 0 };
	int64_t count = 77;

	check_rc(
	    store_list(b->db, list_find("onus"), q, note, &f, &count, &err), RC_INVALID);
	check_contains(err.msg, why);
	assert_int_equal(count, 77);
	assert_int_equal(f.len, 0);
}

static void
what_is_not_in_the_table_is_refused_with_what_is(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter f = { "id; DROP TABLE onus", LIST_EQUAL, "1" };
	struct list_query q = { .page = 1, .page_size = 10 };
	struct found found = { 0 };
	struct err err = { 0 };
	int64_t count = 0;

	site_make(b);
	assert_null(list_find("secrets"));
	q.order = "id DESC; --";
	refused(b, &q, "cannot be ordered by \"id DESC; --\"; there are: id,");
	q.order = "mac"; /* may be filtered, not ordered */
	refused(b, &q, "cannot be ordered by \"mac\"");
	q.order = NULL;
	q.n_filters = 1;
	q.filters = &f;
	refused(b, &q, "cannot be filtered by \"id; DROP TABLE onus\"");
	f = (struct list_filter){ "olt", LIST_EQUAL, "1 OR 1=1" };
	refused(b, &q, "\"1 OR 1=1\" is no value for olt");
	f = (struct list_filter){ "onu_rx_dbm", LIST_BELOW, "nan" };
	refused(b, &q, "\"nan\" is no value");
	f = (struct list_filter){ "is_present", LIST_EQUAL, "maybe" };
	refused(b, &q, "\"maybe\" is no value");
	q.n_filters = 0;
	q.page = 0;
	refused(b, &q, "pages count from 1");
	q.page = 1;
	q.page_size = LIST_PAGE_MAX + 1;
	refused(b, &q, "1 to 1000 rows");
	q.page_size = 10;
	q.search = "x";
	check_rc(store_list(b->db, list_find("attempts"), &q, note, &found, &count, &err),
	    RC_INVALID);
	check_contains(err.msg, "cannot be looked through");
}

static const char *
some_value(enum list_type type)
{
	switch (type) {
	case LIST_TEXT:
	case LIST_JSON:
		return "x";
	case LIST_REAL:
		return "-1.5";
	case LIST_INT:
	case LIST_TIME:
	case LIST_STATE_STAMP:
	case LIST_BOOL:
		break;
	}
	return "1";
}

/* Every expression of the tables is SQL that both databases understand. */
static void
every_field_of_every_list_can_be_asked_for(void **state)
{
	struct backend *b = backend_of(state);
	const struct list *list;

	fill(b);
	for (size_t i = 0; (list = list_at(i)); i++) {
		assert_ptr_equal(list_find(list->name), list);
		for (const struct list_field *f = list->fields; f->name; f++) {
			struct list_filter filter = { f->name, LIST_AT_LEAST,
				some_value(f->type) };
			struct list_query q = { .page = 1, .page_size = 10 };

			assert_true(f - list->fields < LIST_FIELDS_MAX);
			q.order = f->may & LIST_ORDER ? f->name : NULL;
			q.filters = &filter;
			q.n_filters = f->may & LIST_FILTER ? 1 : 0;
			q.search = f->may & LIST_SEARCH ? "x" : NULL;
			(void)page(b, list->name, &q, 0);
		}
	}
}

static int
field_of(const char *list, const char *name)
{
	const struct list_field *all = list_find(list)->fields, *f = all;

	while (strcmp(f->name, name) != 0)
		f++;
	return (int)(f - all);
}

static void
lists_of_the_setup_tell_the_deleted_from_the_rest(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter live = { "deleted_at", LIST_EQUAL, "" };
	struct list_query q = { 1, &live, .page = 1, .page_size = 10, .order = "id" };
	struct list_query all = { .page = 1, .page_size = 10, .order = "id" };

	fill(b);
	site_do(b->db,
	    "INSERT INTO brands (id, name, created_ms, updated_ms, deleted_ms) VALUES "
	    "(10, 'Huawei', 0, 0, NULL), (11, 'gone', 0, 0, 5);"
	    "INSERT INTO models (id, brand_id, name, created_ms, updated_ms, deleted_ms)"
	    " VALUES (1, 10, 'a', 0, 0, NULL), (2, 10, 'b', 0, 0, 5);"
	    "INSERT INTO workflows (id, olt_id, created_ms, updated_ms)"
	    " VALUES (2, 2, 0, 0);"
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms,"
	    " deleted_ms) VALUES (2, 'gone', 'get', 1000, 0, 0, 5);"
	    "INSERT INTO nodes (id, workflow_id, olt_id, job_id, next_run_ms, created_ms,"
	    " updated_ms) VALUES (2, 1, 1, 2, 7, 0, 0), (3, 2, 2, 1, 8, 0, 0);"
	    "UPDATE olts SET deleted_ms = 5 WHERE id = 2");
	assert_string_equal(
	    page(b, "brands", &q, field_of("brands", "name")), "Generic Huawei");
	assert_string_equal(
	    page(b, "brands", &all, field_of("brands", "name")), "Generic Huawei gone");
	assert_string_equal(page(b, "brands", &q, field_of("brands", "models")), "0 1");
	assert_string_equal(page(b, "brands", &q, field_of("brands", "olts")), "1 0");
	assert_string_equal(
	    page(b, "models", &q, field_of("models", "brand_name")), "Huawei");
	assert_string_equal(page(b, "jobs", &q, field_of("jobs", "nodes")), "1");
	assert_string_equal(page(b, "nodes", &all, 0), "1");
	assert_string_equal(page(b, "nodes", &all, field_of("nodes", "runs")), "1");
	assert_string_equal(
	    page(b, "workflows", &all, field_of("workflows", "nodes")), "1");
}

/* ONUs 10 to 18 on slot 3, port 1 of the first OLT: what they receive, and what the OLT
 * receives of them. */
static void
fill_levels(struct backend *b)
{
	site_make(b);
	site_do(b->db,
	    "INSERT INTO pon_ports (id, olt_id, pos_has, slot, port, place, "
	    "first_seen_ms, updated_ms) VALUES (1, 1, 12, 3, 1, '0/3/1', 0, 0);"
	    "INSERT INTO onus (id, olt_id, pos_has, slot, port, run_state, is_present, "
	    "first_seen_ms, last_seen_ms) VALUES (10, 1, 12, 3, 1, 'online', 1, 0, 0), "
	    "(11, 1, 12, 3, 1, 'online', 1, 0, 0), (12, 1, 12, 3, 1, 'online', 1, 0, 0), "
	    "(13, 1, 12, 3, 1, 'online', 1, 0, 0), (14, 1, 12, 3, 1, 'online', 1, 0, 0), "
	    "(15, 1, 12, 3, 1, NULL, 1, 0, 0), (16, 1, 12, 3, 1, 'online', 1, 0, 0), "
	    "(17, 1, 12, 3, 1, 'offline', 1, 0, 0), (18, 1, 12, 3, 1, 'online', 0, 0, 0);"
	    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm, olt_rx_dbm) VALUES "
	    "(10, -20, -22), (11, -20, -30.5), (12, -26, NULL), (13, -20, -7.9), "
	    "(14, -27.5, -22), (15, NULL, -28.1), (17, -40, -40), (18, -40, -40)");
}

static void
an_onu_is_as_good_as_the_worse_direction(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 20, .order = "id" };
	struct list_filter bad = { "level", LIST_EQUAL, "bad" };
	struct list_query those = { 1, &bad, .page = 1, .page_size = 20 };
	struct list_query worst = { 1, &bad, .page = 1, .page_size = 20,
		.order = "margin_db" };
	struct totals t;

	fill_levels(b);
	assert_string_equal(page(b, "onus", &q, field_of("onus", "level")),
	    "good bad warn bad bad warn none - -");
	assert_string_equal(
	    page(b, "onus", &q, field_of("onus", "is_too_bright")), "0 0 0 1 0 0 0 0 0");
	assert_string_equal(page(b, "onus", &those, 0), "11 13 14");
	assert_string_equal(page(b, "onus", &worst, 0), "11 14 13");
	assert_string_equal(
	    page(b, "pon_ports", &q, field_of("pon_ports", "onus_bad")), "3");
	assert_string_equal(
	    page(b, "pon_ports", &q, field_of("pon_ports", "onus_warn")), "2");
	for (int64_t olt = 0; olt < 2; olt++) {
		check_rc(store_totals(b->db, (struct olt_id){ olt }, 0, &t, NULL), RC_OK);
		assert_int_equal(t.onus_good, 1);
		assert_int_equal(t.onus_warn, 2);
		assert_int_equal(t.onus_bad, 3);
		assert_int_equal(t.onus_no_level, 1);
	}
}

static void
levels_go_by_the_limits_that_are_set(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter bad = { "level", LIST_EQUAL, "bad" };
	struct list_query those = { 1, &bad, .page = 1, .page_size = 20 };

	fill_levels(b);
	site_do(b->db,
	    "INSERT INTO settings (key, value, updated_ms) VALUES "
	    "('olt_rx.bad', '-31.5', 0), ('onu_rx.bad', '-28', 0)");
	assert_string_equal(page(b, "onus", &those, 0), "13");
	site_do(b->db, "UPDATE settings SET value = '-22' WHERE key = 'olt_rx.bad'");
	assert_string_equal(page(b, "onus", &those, 0), "11 13 15");
}

/* fill() has three ONUs on the first OLT, one of them online; of the second one is gone. */
static void
olts_are_listed_with_how_they_do(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10, .order = "id" };
	struct list_query worst = {
		.page = 1, .page_size = 10, .order = "-onus_offline"
	};
	struct list_filter silent = { "state", LIST_EQUAL, "suspended" };
	struct list_query suspended = { 1, &silent, .page = 1, .page_size = 10 };

	fill(b);
	site_do(b->db,
	    "UPDATE olts SET suspended_ms = 1 WHERE id = 2;"
	    "INSERT INTO olts (id, name, address, enabled, created_ms, updated_ms) "
	    "VALUES (9, 'C', '192.0.2.3', 0, 0, 0);"
	    "INSERT INTO quota_trackers (olt_id, task_type, period_start_ms, "
	    "period_end_ms, required, completed, created_ms, updated_ms) "
	    "VALUES (1, 'get', 100, 200, 12, 9, 0, 0), (1, 'walk', 100, 200, 2, 1, 0, 0),"
	    "(1, 'get', 0, 100, 12, 1, 0, 0)");
	site_do(b->db, "UPDATE executions SET queued_ms = 101 WHERE id = 2");
#define COLUMN(name) page(b, "olt_overview", &q, field_of("olt_overview", name))
	assert_string_equal(COLUMN("state"), "new suspended disabled");
	assert_string_equal(COLUMN("onus_present"), "3 1 0");
	assert_string_equal(COLUMN("onus_online"), "1 0 0");
	assert_string_equal(COLUMN("onus_offline"), "2 1 0");
	assert_string_equal(COLUMN("quota_required"), "14 - -");
	assert_string_equal(COLUMN("quota_completed"), "10 - -");
	assert_string_equal(COLUMN("late_ms"), "5000 0 -");
#undef COLUMN
	assert_string_equal(page(b, "olt_overview", &worst, 0), "1 2 9");
	assert_string_equal(page(b, "olt_overview", &suspended, 0), "2");
}

/* Of the first OLT's: 90 was never read, 91 has a state without a meaning, 92 is gone. */
static void
an_onu_that_nobody_has_read_is_neither_online_nor_offline(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10, .order = "id" };
	struct list_filter unknown = { "is_unknown", LIST_EQUAL, "true" };
	struct list_filter offline = { "is_offline", LIST_EQUAL, "true" };
	struct list_query those = { 1, &unknown, .page = 1, .page_size = 10 };
	struct totals t;

	fill(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, is_present, run_state, run_label, "
	    "first_seen_ms, last_seen_ms) VALUES (90, 1, 1, NULL, NULL, 0, 0), "
	    "(91, 1, 1, '', 'reserved(7)', 0, 0), (92, 1, 0, NULL, NULL, 0, 0)");
#define COLUMN(name) page(b, "olt_overview", &q, field_of("olt_overview", name))
	assert_string_equal(COLUMN("onus_present"), "5 1");
	assert_string_equal(COLUMN("onus_online"), "1 0");
	assert_string_equal(COLUMN("onus_offline"), "2 1");
	assert_string_equal(COLUMN("onus_unknown"), "2 0");
#undef COLUMN
	assert_string_equal(page(b, "onus", &those, 0), "90 91");
	those.filters = &offline;
	assert_string_equal(page(b, "onus", &those, 0), "2 3 4");
	check_rc(store_totals(b->db, (struct olt_id){ 1 }, 0, &t, NULL), RC_OK);
	assert_int_equal(t.onus_present, 5);
	assert_int_equal(t.onus_online, 1);
	assert_int_equal(t.onus_offline, 2);
	assert_int_equal(t.onus_unknown, 2);
}

/* Ports 1 and 2 of the first OLT, which has a profile and no model; 3 of one with a model that
 * says a number; 4 of one whose model says a technology; 5 of a device that nobody knows. */
static void
a_port_is_as_full_as_its_model_or_its_technology_says(void **state)
{
	struct backend *b = backend_of(state);
	struct list_query q = { .page = 1, .page_size = 10, .order = "id" };
	struct list_filter half = { "fill_percent", LIST_EQUAL, "50" };
	struct list_query halves = { 1, &half, .page = 1, .page_size = 10,
		.order = "id" };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO brands (id, name, created_ms, updated_ms) VALUES (90, 'X', 0, "
	    "0);"
	    "INSERT INTO models (id, brand_id, name, profile, technology, onus_per_port, "
	    "created_ms, updated_ms) VALUES (90, 90, 'A', 'both', 'gpon,epon', NULL, 0, "
	    "0), "
	    "(91, 90, 'B', 'both', 'gpon', 32, 0, 0), (92, 90, 'C', 'x', 'epon', 0, 0, "
	    "0);"
	    "UPDATE olts SET profile = 'both' WHERE id = 1;"
	    "INSERT INTO olts (id, name, address, model_id, created_ms, updated_ms) "
	    "VALUES "
	    "(93, 'C', '192.0.2.93', 91, 0, 0), (94, 'D', '192.0.2.94', 92, 0, 0), "
	    "(95, 'E', '192.0.2.95', NULL, 0, 0);"
	    "INSERT INTO pon_ports (id, olt_id, port, place, name, onus_present, "
	    "first_seen_ms, updated_ms) VALUES (1, 1, 1, '0/1', NULL, 32, 0, 0), "
	    "(2, 1, 2, '0/2', 'EPON0/2', 32, 0, 0), (3, 93, 1, '0/1', NULL, 32, 0, 0), "
	    "(4, 94, 1, '0/1', NULL, 32, 0, 0), (5, 95, 1, '0/1', NULL, 32, 0, 0)");
	assert_string_equal(page(b, "pon_ports", &q, field_of("pon_ports", "capacity")),
	    "128 64 32 64 -");
	assert_string_equal(page(b, "pon_ports", &halves, 0), "2 4");
}

static void
a_dashboard_counts_everything_once(void **state)
{
	struct backend *b = backend_of(state);
	struct totals t;
	struct err err = { 0 };

	fill(b);
	check_rc(store_totals(b->db, (struct olt_id){ 1 }, 0, &t, &err), RC_OK);
	assert_int_equal(t.olts_new, 1);
	assert_int_equal(t.olts_failing, 0);
	assert_int_equal(t.onus_online, 1);
	assert_int_equal(t.onus_online_unheard, 0);
	site_do(b->db, "UPDATE olts SET not_answering_ms = 1, failures = 1 WHERE id = 1");
	check_rc(store_totals(b->db, (struct olt_id){ 1 }, 0, &t, &err), RC_OK);
	assert_int_equal(t.olts_not_answering, 1);
	assert_int_equal(t.olts_failing, 0);
	assert_int_equal(t.olts_new, 0);
	assert_int_equal(t.onus_online, 1);
	assert_int_equal(t.onus_online_unheard, 1);
	site_do(b->db, "UPDATE olts SET suspended_ms = 1 WHERE id = 1");
	check_rc(store_totals(b->db, (struct olt_id){ 1 }, 0, &t, &err), RC_OK);
	assert_int_equal(t.olts_not_answering, 0);
	assert_int_equal(t.onus_online, 1);
	assert_int_equal(t.onus_online_unheard, 1);
	site_do(b->db, "UPDATE olts SET not_answering_ms = NULL WHERE id = 1");
	site_do(b->db,
	    "UPDATE olts SET suspended_ms = NULL, failures = 1 WHERE id = 1;"
	    "UPDATE olts SET suspended_ms = 1 WHERE id = 2;"
	    "INSERT INTO olts (id, name, address, enabled, created_ms, updated_ms) "
	    "VALUES (9, 'C', '192.0.2.3', 0, 0, 0);"
	    "INSERT INTO quota_trackers (olt_id, task_type, period_start_ms, "
	    "period_end_ms, required, completed, created_ms, updated_ms) "
	    "VALUES (1, 'get', 100, 200, 12, 9, 0, 0), (1, 'get', 0, 100, 12, 1, 0, 0);"
	    "INSERT INTO onus (id, olt_id, frame, slot, port, onu, is_present, "
	    "cause_state, first_seen_ms, last_seen_ms) VALUES "
	    "(90, 1, 0, 9, 1, 1, 1, NULL, 0, 0), (91, 1, 0, 9, 1, 2, 1, 'power', 0, 0)");
	check_rc(store_totals(b->db, (struct olt_id){ 0 }, 100, &t, &err), RC_OK);
	assert_int_equal(t.olts_enabled, 1);
	assert_int_equal(t.olts_suspended, 1);
	assert_int_equal(t.olts_disabled, 1);
	assert_int_equal(t.olts_failing, 1);
	assert_int_equal(t.olts_new, 0);
	assert_int_equal(t.onus_present, 6);
	assert_int_equal(t.onus_absent, 1);
	assert_int_equal(t.onus_online, 1);
	assert_int_equal(t.onus_online_unheard, 0);
	assert_int_equal(t.onus_offline, 3);
	assert_int_equal(t.onus_unknown, 2); /* whatever was the cause the last time */
	assert_int_equal(t.onus_offline_by[STATE_LOS_ONU], 1); /* 3 */
	assert_int_equal(t.onus_offline_by[STATE_UNKNOWN], 1); /* 4: "offline" is none */
	assert_int_equal(t.onus_offline_by[STATE_POWER], 1);
	assert_int_equal(t.executions[EXECUTION_SUCCESS], 1);
	assert_int_equal(t.executions[EXECUTION_FAILED], 1);
	assert_int_equal(t.executions[EXECUTION_PENDING], 1);
	assert_int_equal(t.executions_late, 1);
	assert_int_equal(t.quota_required, 12);
	assert_int_equal(t.quota_completed, 9);
	assert_int_equal(t.violations_open, 0);
	check_rc(store_totals(b->db, (struct olt_id){ 2 }, 0, &t, &err), RC_OK);
	assert_int_equal(t.olts_enabled + t.olts_disabled, 0);
	assert_int_equal(t.onus_present, 1);
	assert_int_equal(t.executions[EXECUTION_SUCCESS], 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_page_that_is_not_to_be_counted_has_the_same_rows),
		ON_EACH(pages_are_whole_and_stable),
		ON_EACH(a_list_is_read_to_its_end_in_pieces),
		ON_EACH(every_order_goes_on_behind_any_row),
		ON_EACH(an_index_has_the_order_by_serial),
		ON_EACH(places_are_in_the_order_of_their_numbers),
		ON_EACH(a_mark_of_another_order_is_refused),
		ON_EACH(what_comes_and_goes_meanwhile_makes_no_row_appear_twice),
		ON_EACH(filters_are_joined_and_typed),
		ON_EACH(onus_are_found_by_their_cause),
		ON_EACH(a_state_is_as_old_as_its_own_reading),
		ON_EACH(an_onu_that_is_there_was_seen_by_the_last_walk),
		ON_EACH(searching_takes_text_as_it_is),
		ON_EACH(onus_are_searched_by_what_they_are_called),
		ON_EACH(what_is_not_in_the_table_is_refused_with_what_is),
		ON_EACH(every_field_of_every_list_can_be_asked_for),
		ON_EACH(lists_of_the_setup_tell_the_deleted_from_the_rest),
		ON_EACH(olts_are_listed_with_how_they_do),
		ON_EACH(an_onu_is_as_good_as_the_worse_direction),
		ON_EACH(levels_go_by_the_limits_that_are_set),
		ON_EACH(an_onu_that_nobody_has_read_is_neither_online_nor_offline),
		ON_EACH(a_port_is_as_full_as_its_model_or_its_technology_says),
		ON_EACH(a_dashboard_counts_everything_once),
	};

	return CHECK_ALL(tests);
}
