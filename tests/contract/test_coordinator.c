/* SPDX-License-Identifier: Apache-2.0
 *
 * The coordinator's log and the pollers' figures: written again and again, read as
 * lists.
 */
#include "site.h"

#include "store/ledger/coordinator.h"
#include "store/list/list.h"

struct found {
	char text[256];
	size_t len;
	const char *field;
};

static enum rc
note(void *ctx, const struct list *list, const struct value *row)
{
	struct found *f = ctx;
	size_t i = 0;

	while (strcmp(list->fields[i].name, f->field) != 0)
		i++;
	f->len += (size_t)snprintf(f->text + f->len, sizeof(f->text) - f->len, "%s%s",
	    f->len ? " | " : "", row[i].kind == VALUE_TEXT ? row[i].text : "-");
	return RC_OK;
}

/* One field of the rows that a filter lets through, joined. */
static const char *
rows(struct backend *b, const char *list, const char *field, const struct list_query *q)
{
	static struct found f;
	struct err err = { 0 };
	int64_t count;

	f = (struct found){ .field = field };
	if (store_list(b->db, list_find(list), q, note, &f, &count, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return f.text;
}

static const struct coordinator_entry ENTRIES[] = {
	{ SITE_MS, 1, { SITE_OLT }, NULL, ENTRY_INFO, "STARTED", "run began", NULL },
	{ SITE_MS, 2, { 0 }, NULL, ENTRY_WARNING, "SATURATED", "50 of 50 busy",
	    "{\"queue\":101}" },
	{ SITE_MS + 5, 1, { SITE_OLT }, NULL, ENTRY_ERROR, "OLT_SUSPENDED", "No Answer",
	    NULL },
};
enum { N_ENTRIES = sizeof(ENTRIES) / sizeof(ENTRIES[0]) };

static void
lines_written_twice_are_there_once(void **state)
{
	struct backend *b = backend_of(state);
	struct err err = { 0 };

	site_make(b);
	check_rc(store_log_add(b->db, ENTRIES, 2, &err), RC_OK);
	check_rc(store_log_add(b->db, ENTRIES, N_ENTRIES, &err), RC_OK);
	check_rc(store_log_add(b->db, ENTRIES, 0, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM coordinator_logs"), 3);
	assert_int_equal(site_ask(b->db,
			     "SELECT COUNT(*) FROM coordinator_logs "
			     "WHERE olt_id IS NULL AND level = 'WARNING'"),
	    1);
}

static void
of_lines_with_a_bad_one_none_is_written(void **state)
{
	struct backend *b = backend_of(state);
	struct coordinator_entry entries[2] = { ENTRIES[0], ENTRIES[2] };
	struct err err = { 0 };

	site_make(b);
	entries[1].olt.v = 99;
	check_rc(store_log_add(b->db, entries, 2, &err), RC_CONFLICT);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM coordinator_logs"), 0);
	assert_false(db_in_transaction(b->db));
}

static void
the_log_is_found_by_olt_event_level_words_and_time(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter f[2] = { { "olt", LIST_EQUAL, "1" } };
	struct list_query q = { .n_filters = 1, .filters = f, .page = 1, .page_size = 9 };
	struct err err = { 0 };
	char later[32];

	site_make(b);
	check_rc(store_log_add(b->db, ENTRIES, N_ENTRIES, &err), RC_OK);
	assert_string_equal(
	    rows(b, "coordinator_logs", "message", &q), "No Answer | run began");
	assert_string_equal(rows(b, "coordinator_logs", "olt_name", &q), "A | A");
	f[0] = (struct list_filter){ "level", LIST_EQUAL, "WARNING" };
	assert_string_equal(rows(b, "coordinator_logs", "message", &q), "50 of 50 busy");
	assert_string_equal(
	    rows(b, "coordinator_logs", "details", &q), "{\"queue\":101}");
	f[0] = (struct list_filter){ "event_type", LIST_EQUAL, "STARTED" };
	assert_string_equal(rows(b, "coordinator_logs", "message", &q), "run began");
	(void)snprintf(later, sizeof(later), "%lld", (long long)(SITE_MS + 1));
	f[0] = (struct list_filter){ "at", LIST_AT_LEAST, later };
	assert_string_equal(rows(b, "coordinator_logs", "message", &q), "No Answer");
	f[0] = (struct list_filter){ "at", LIST_BELOW, later };
	f[1] = (struct list_filter){ "olt", LIST_EQUAL, "" };
	q.n_filters = 2;
	assert_string_equal(rows(b, "coordinator_logs", "event_type", &q), "SATURATED");
	q.n_filters = 0;
	q.search = "no ans";
	assert_string_equal(
	    rows(b, "coordinator_logs", "event_type", &q), "OLT_SUSPENDED");
}

static void
a_minute_of_a_machine_is_one_row(void **state)
{
	struct backend *b = backend_of(state);
	struct poller_stats stats = { .at_ms = SITE_MS,
		.total = 50,
		.busy = 12,
		.busy_percent = 24.5,
		.queue = 3,
		.is_saturated = true,
		.completed = 100,
		.delayed = 4,
		.late_p50_ms = 10,
		.late_p99_ms = 240 };
	struct list_query q = { .page = 1, .page_size = 9 };
	struct err err = { 0 };

	site_make(b);
	check_rc(store_poller_stats_add(b->db, &stats, &err), RC_OK);
	stats.busy = 13;
	check_rc(store_poller_stats_add(b->db, &stats, &err), RC_OK);
	stats.machine = "b";
	check_rc(store_poller_stats_add(b->db, &stats, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM poller_stats"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT busy FROM poller_stats WHERE machine = ''"), 12);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(busy_percent * 10 AS BIGINT) "
			     "FROM poller_stats WHERE machine = 'b'"),
	    245);
	assert_string_equal(rows(b, "poller_stats", "machine", &q), "b | ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(lines_written_twice_are_there_once),
		ON_EACH(of_lines_with_a_bad_one_none_is_written),
		ON_EACH(the_log_is_found_by_olt_event_level_words_and_time),
		ON_EACH(a_minute_of_a_machine_is_one_row),
	};

	return CHECK_ALL(tests);
}
