/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits in the database: those that ship, what a run feeds the watch with, and what a limit
 * would find now.
 */
#include "site.h"

#include <string.h>

#include "store/incident/limits.h"

#define MINUTE INT64_C(60000)
#define DAY (24 * 60 * MINUTE)

struct feed {
	struct backend *b;
	struct watch *watch;
	int64_t now_ms, execution;
	int n_taken;
	struct watch_incident last;
};

static void
feed_open(struct feed *f, void **state)
{
	struct watch_rules rules = watch_rules();

	*f = (struct feed){ .b = backend_of(state), .now_ms = SITE_MS };
	site_make(f->b);
	check_rc(store_limits_ship(f->b->db, SITE_MS, NULL), RC_OK);
	check_rc(watch_new(&rules, 1, &f->watch), RC_OK);
	check_rc(watch_put_olt(f->watch,
		     &(struct watch_olt){ .id = { SITE_OLT },
			 .name = "A",
			 .site = "Norte",
			 .zone = "",
			 .brand = 1,
			 .is_enabled = true }),
	    RC_OK);
	check_rc(store_watch_limits(f->b->db, f->watch, SITE_MS, NULL), RC_OK);
	watch_begin(f->watch, 0, SITE_MS);
}

static void
feed_close(struct feed *f)
{
	watch_free(f->watch);
}

static void
job_reads(struct feed *f, int id, const char *purpose)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO oids (id, brand_id, name, oid, purpose, created_ms, updated_ms) "
	    "VALUES (%d, 1, 'o%d', '1.3.6.%d', '%s', 0, 0)",
	    id, id, id, purpose);
	site_do(f->b->db, sql);
	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO job_oids (job_id, oid_id, place) VALUES (1, %d, %d)", id, id);
	site_do(f->b->db, sql);
}

/* A run of the job has ended; then the watch judges. */
static void
run_ends(struct feed *f)
{
	struct event_entry e = { .kind = EVENT_EXECUTION, .olt = { SITE_OLT } };
	const struct watch_incident *i;
	char sql[512];

	f->now_ms += MINUTE;
	f->execution++;
	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO executions (id, olt_id, job_id, type, state, queued_ms, "
	    "started_ms, finished_ms) VALUES (%lld, 1, 1, 'get', 'SUCCESS', %lld, %lld, "
	    "%lld)",
	    (long long)f->execution, (long long)f->now_ms - 1000,
	    (long long)f->now_ms - 1000, (long long)f->now_ms);
	site_do(f->b->db, sql);
	e.subject = f->execution;
	e.at_ms = f->now_ms;
	(void)snprintf(e.what, sizeof(e.what), "SUCCESS");
	check_rc(store_watch_measures(f->b->db, f->watch, &e, NULL), RC_OK);
	watch_run(f->watch, f->now_ms);
	while ((i = watch_take_incident(f->watch))) {
		f->n_taken += i->state != WATCH_SUSPECT;
		f->last = *i;
	}
}

static void
part_is(struct feed *f, const char *part, const char *column, const char *value)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO chassis_health (olt_id, part, updated_ms, %s) "
	    "VALUES (1, '%s', %lld, %s) ON CONFLICT (olt_id, part) DO UPDATE SET "
	    "updated_ms = excluded.updated_ms, %s = excluded.%s",
	    column, part, (long long)(f->now_ms + MINUTE), value, column, column);
	site_do(f->b->db, sql);
}

/* ---- what ships -------------------------------------------------------------------------- */

static void
what_ships_is_brought_up_to_date_but_not_what_people_edited(void **state)
{
	struct backend *b = backend_of(state);

	check_rc(store_limits_ship(b->db, SITE_MS, NULL), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM limits"), 5);
	site_do(b->db, "UPDATE limits SET value = 50 WHERE builtin_key = 'memory'");
	site_do(b->db,
	    "UPDATE limits SET value = 80, is_edited = 1, enabled = 0 "
	    "WHERE builtin_key = 'cpu'");
	check_rc(store_limits_ship(b->db, SITE_MS + 1, NULL), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM limits"), 5);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(value AS INTEGER) FROM limits WHERE "
			     "builtin_key = 'memory'"),
	    95);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(value AS INTEGER) FROM limits WHERE "
			     "builtin_key = 'cpu' AND enabled = 0"),
	    80);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT COUNT(*) FROM limits WHERE updated_ms = 1767225600001"),
	    1);
}

/* ---- values of a run ------------------------------------------------------------------------ */

static void
a_hot_card_is_one_incident_that_ends_by_the_hysteresis(void **state)
{
	struct feed f;

	feed_open(&f, state);
	job_reads(&f, 1, "chassis_temperature");
	for (int i = 0; i < 12; i++) {
		part_is(&f, "board 0/3", "temperature_c", "74");
		part_is(&f, "board 0/4", "temperature_c", "40");
		run_ends(&f);
		assert_int_equal(f.n_taken, i >= 10);
	}
	assert_int_equal(f.last.kind, WATCH_LIMIT);
	assert_int_equal(f.last.state, WATCH_OPEN);
	assert_int_equal(f.last.severity, WATCH_MAJOR);
	assert_string_equal(f.last.place, "0/3");
	assert_string_equal(f.last.params.node, "Chassis temperature");
	part_is(&f, "board 0/3", "temperature_c", "67");
	run_ends(&f);
	assert_int_equal(f.last.state, WATCH_OPEN);
	part_is(&f, "board 0/3", "temperature_c", "64");
	run_ends(&f);
	assert_int_equal(f.last.state, WATCH_RESOLVED);
	feed_close(&f);
}

static void
what_a_run_did_not_read_is_not_looked_at(void **state)
{
	struct feed f;

	feed_open(&f, state);
	job_reads(&f, 1, "onu_rx");
	site_do(f.b->db, "UPDATE limits SET for_s = 0 WHERE builtin_key = 'cpu'");
	check_rc(store_watch_limits(f.b->db, f.watch, f.now_ms, NULL), RC_OK);
	part_is(&f, "", "cpu_percent", "99");
	run_ends(&f);
	assert_int_equal(f.n_taken, 0);
	job_reads(&f, 2, "cpu");
	part_is(&f, "", "cpu_percent", "99");
	run_ends(&f);
	assert_int_equal(f.n_taken, 1);
	assert_string_equal(f.last.params.why, "cpu");
	feed_close(&f);
}

static void
uplink_is(struct feed *f, const char *name, const char *state, int64_t up_ms)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO chassis_health (olt_id, part, updated_ms, state, up_ms) "
	    "VALUES (1, 'uplink %s', %lld, '%s', %lld) ON CONFLICT (olt_id, part) "
	    "DO UPDATE SET updated_ms = excluded.updated_ms, state = excluded.state, "
	    "up_ms = excluded.up_ms",
	    name, (long long)(f->now_ms + MINUTE), state, (long long)up_ms);
	site_do(f->b->db, sql);
}

static void
an_uplink_that_was_up_and_is_down_is_an_incident_one_that_never_was_is_none(void **state)
{
	struct feed f;

	feed_open(&f, state);
	job_reads(&f, 1, "board_state");
	uplink_is(&f, "ge0/0/1", "offline", 0);
	uplink_is(&f, "ge0/0/2", "offline", SITE_MS - 31 * DAY);
	uplink_is(&f, "ge0/0/5", "online", SITE_MS);
	run_ends(&f);
	assert_int_equal(f.n_taken, 0);
	uplink_is(&f, "ge0/0/1", "offline", 0);
	uplink_is(&f, "ge0/0/5", "offline", SITE_MS);
	run_ends(&f);
	assert_int_equal(f.n_taken, 1);
	assert_int_equal(f.last.state, WATCH_OPEN);
	assert_int_equal(f.last.root, WATCH_ROOT_OLT);
	assert_string_equal(f.last.place, "ge0/0/5");
	/* A person switches it off: it is not read any more. */
	uplink_is(&f, "ge0/0/1", "offline", 0);
	run_ends(&f);
	assert_int_equal(f.last.state, WATCH_RESOLVED);
	feed_close(&f);
}

static void
a_port_is_full_by_what_its_model_can_hold(void **state)
{
	struct feed f;

	feed_open(&f, state);
	job_reads(&f, 1, "run_state");
	site_do(f.b->db,
	    "INSERT INTO models (id, brand_id, name, onus_per_port, created_ms, "
	    "updated_ms) VALUES (900, 1, 'small', 64, 0, 0)");
	site_do(f.b->db,
	    "INSERT INTO pon_ports (olt_id, pos_has, slot, port, place, onus_present, "
	    "first_seen_ms, updated_ms) VALUES (1, 12, 1, 3, '1/3', 63, 0, 0)");
	run_ends(&f);
	assert_int_equal(f.n_taken, 0); /* of 128 */
	site_do(f.b->db, "UPDATE olts SET model_id = 900 WHERE id = 1");
	run_ends(&f);
	assert_int_equal(f.n_taken, 1);
	assert_string_equal(f.last.place, "1/3");
	assert_int_equal(f.last.root, WATCH_ROOT_PORT);
	feed_close(&f);
}

static void
values_of_onus_and_custom_oids_have_limits_too(void **state)
{
	struct feed f;

	feed_open(&f, state);
	job_reads(&f, 1, "temperature");
	job_reads(&f, 2, "custom:fan");
	job_reads(&f, 3, "custom:errors");
	site_do(f.b->db,
	    "INSERT INTO limits (name, entity, purpose, value, created_ms, updated_ms) "
	    "VALUES ('hot', 'onu', 'temperature', 60, 0, 0), "
	    "('fan', 'olt', 'custom:fan', 90, 0, 0), "
	    "('errors', 'onu', 'custom:errors', 5, 0, 0)");
	check_rc(store_watch_limits(f.b->db, f.watch, f.now_ms, NULL), RC_OK);
	site_do(f.b->db,
	    "INSERT INTO onus (id, olt_id, pos_has, frame, slot, port, onu, place, "
	    "serial, first_seen_ms, last_seen_ms, run_state) VALUES "
	    "(1, 1, 30, 0, 1, 3, 1, '0/1/3:1', 'A', 1, 1, 'online'), "
	    "(2, 1, 30, 0, 1, 3, 2, '0/1/3:2', 'B', 1, 1, 'online')");
	site_do(f.b->db,
	    "INSERT INTO onu_numbers (onu_id, temperature_c) VALUES (1, 71.5), (2, 40)");
	run_ends(&f);
	assert_int_equal(f.n_taken, 1);
	assert_int_equal(f.last.root, WATCH_ROOT_ONU);
	assert_string_equal(f.last.place, "0/1/3");
	site_do(f.b->db,
	    "INSERT INTO olt_values (olt_id, name, idx, idx_order, kind, int_value, "
	    "first_seen_ms, at_ms, execution_id) VALUES "
	    "(1, 'fan', '3', '13', 'int', 95, 0, 1767225720000, 1)");
	site_do(f.b->db,
	    "INSERT INTO onu_custom (olt_id, name, onu_id, kind, real_value) VALUES "
	    "(1, 'errors', 2, 'real', 7.5)");
	run_ends(&f);
	assert_int_equal(f.n_taken, 3);
	feed_close(&f);
}

/* ---- what it would find now --------------------------------------------------------------------- */

static enum rc
count_match(void *ctx, const struct limit_match *m)
{
	int *n = ctx;

	(*n)++;
	assert_string_equal(m->olt_name, "A");
	return RC_OK;
}

static void
a_limit_says_what_it_would_find(void **state)
{
	struct backend *b = backend_of(state);
	struct limit_question q = { { .entity = LIMIT_OF_OLT,
					.purpose = "cpu",
					.op = LIMIT_ABOVE,
					.value = 80,
					.site = "",
					.place = "" },
		SITE_MS };
	int n = 0;

	site_make(b);
	site_do(b->db,
	    "INSERT INTO chassis_health (olt_id, part, cpu_percent, updated_ms) VALUES "
	    "(1, '', 85, 0), (1, 'board 0/1', 95, 0), (1, 'board 0/2', 10, 0)");
	check_rc(store_limit_matches(b->db, &q, count_match, &n, NULL), RC_OK);
	assert_int_equal(n, 2);
	q.limit.place = "0/1";
	check_rc(store_limit_matches(b->db, &q, count_match, &n, NULL), RC_OK);
	assert_int_equal(n, 3);
	q.limit.site = "elsewhere";
	check_rc(store_limit_matches(b->db, &q, count_match, &n, NULL), RC_OK);
	assert_int_equal(n, 3);
	for (size_t i = 0; limit_purpose_at(i); i++) {
		q.limit = (struct limit_row){ .entity = limit_purpose_at(i)->entity,
			.purpose = limit_purpose_at(i)->name,
			.op = LIMIT_BELOW,
			.value = -1000 };
		check_rc(store_limit_matches(b->db, &q, count_match, &n, NULL), RC_OK);
	}
	for (int e = LIMIT_OF_ONU; e < LIMIT_ENTITIES; e++) {
		q.limit.entity = (enum limit_entity)e;
		q.limit.purpose = "custom:x";
		check_rc(store_limit_matches(b->db, &q, count_match, &n, NULL), RC_OK);
	}
	assert_int_equal(n, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(what_ships_is_brought_up_to_date_but_not_what_people_edited),
		ON_EACH(a_hot_card_is_one_incident_that_ends_by_the_hysteresis),
		ON_EACH(what_a_run_did_not_read_is_not_looked_at),
		ON_EACH(
		    an_uplink_that_was_up_and_is_down_is_an_incident_one_that_never_was_is_none),
		ON_EACH(a_port_is_full_by_what_its_model_can_hold),
		ON_EACH(values_of_onus_and_custom_oids_have_limits_too),
		ON_EACH(a_limit_says_what_it_would_find),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
