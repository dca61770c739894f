/* SPDX-License-Identifier: Apache-2.0
 *
 * What is not an ONU: ports, chassis, and what each column does on a device.
 */
#include "site.h"

#include "base/arena.h"
#include "store/db/db.h"
#include "store/olt/olt.h"
#include "store/part/parts.h"
#include "store/part/port_figures.h"
#include "store/ledger/problems.h"

static const struct olt_id OLT = { SITE_OLT };

static struct position
at_port(uint32_t slot, uint32_t port)
{
	struct position p = { .has = 1 << POS_SLOT | 1 << POS_PORT };

	p.part[POS_SLOT] = slot;
	p.part[POS_PORT] = port;
	return p;
}

static int64_t
apply(struct backend *b, const struct parts *parts, int64_t now_ms)
{
	int64_t changed = -1;
	struct err err = { 0 };

	if (store_parts_apply(b->db, OLT, parts, now_ms, &changed, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return changed;
}

static void
a_port_is_written_where_it_changed_and_never_removed(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value first[] = {
		{ PURPOSE_PORT_NAME, site_text("gpon-olt_1/1/1") },
		{ PURPOSE_PORT_STATE, site_state(1, STATE_ONLINE, "up") },
		{ PURPOSE_PORT_ONUS, site_int(12) }, { PURPOSE_PORT_TX, site_real(3.5) },
		{ PURPOSE_TRAFFIC_IN, site_int(INT64_C(9000000000)) },
		{ PURPOSE_ONU_RX, site_real(-20) }, /* not of a port */
	};
	struct part_value second[] = { { PURPOSE_PORT_ONUS, site_int(3) } };
	struct port_row rows[2] = { { at_port(1, 1), 6, first },
		{ at_port(1, 2), 1, second } };
	struct parts parts = { .n_ports = 2, .ports = rows };

	site_make(b);
	rows[0].position.has |= 1 << POS_ONU; /* left out */
	rows[0].position.part[POS_ONU] = 7;
	assert_int_equal(apply(b, &parts, SITE_MS), 2);
	assert_int_equal(apply(b, &parts, SITE_MS), 0);
	assert_int_equal(
	    apply(b, &parts, SITE_MS + 1), 1); /* its counter was read again */
	second[0].value = site_int(4);
	assert_int_equal(apply(b, &parts, SITE_MS + 2), 2);
	parts.n_ports = 1; /* the other is not told of: it stays */
	first[3].value = (struct value){ .kind = VALUE_NULL };
	assert_int_equal(apply(b, &parts, SITE_MS + 3), 1);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM pon_ports"), 2);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT place FROM pon_ports WHERE onus = 12"), "1/1");
	assert_string_equal(site_ask_text(b->db,
				"SELECT state || ' ' || state_label || ' ' || name "
				"FROM pon_ports WHERE onus = 12"),
	    "online up gpon-olt_1/1/1");
	assert_int_equal(
	    site_ask(b->db, "SELECT in_octets FROM pon_ports WHERE onus = 12"),
	    INT64_C(9000000000));
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM pon_ports WHERE tx_dbm IS NULL"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT updated_ms FROM pon_ports WHERE onus = 4"),
	    SITE_MS + 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT first_seen_ms FROM pon_ports WHERE onus = 4"),
	    SITE_MS);
}

static void
a_chassis_has_parts_and_a_whole(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value whole[] = { { PURPOSE_CPU, site_int(40) },
		{ PURPOSE_CHASSIS_UPTIME, site_int(86400) } };
	struct part_value card[] = { { PURPOSE_CHASSIS_TEMPERATURE, site_real(41.5) },
		{ PURPOSE_MEMORY, site_real(63) } };
	struct chassis_row rows[] = { { "", 2, whole }, { "1/3", 2, card } };
	struct parts parts = { .n_chassis = 2, .chassis = rows };

	site_make(b);
	assert_int_equal(apply(b, &parts, SITE_MS), 2);
	assert_int_equal(apply(b, &parts, SITE_MS + 1), 0);
	whole[1].value = site_int(86460);
	assert_int_equal(apply(b, &parts, SITE_MS + 2), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT uptime_s FROM chassis_health WHERE part = ''"),
	    86460);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(cpu_percent AS BIGINT) FROM chassis_health "
			     "WHERE part = ''"),
	    40);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(temperature_c * 10 AS BIGINT) "
			     "FROM chassis_health WHERE part = '1/3'"),
	    415);
	assert_int_equal(
	    site_ask(b->db, "SELECT updated_ms FROM chassis_health WHERE part = '1/3'"),
	    SITE_MS + 2); /* as before, and read */
}

static const char *
last_event(struct backend *b)
{
	return site_ask_text(b->db,
	    "SELECT part || ' ' || place || ' ' || what || ' ' || value_before || '>' || "
	    "value_after FROM part_events ORDER BY id DESC LIMIT 1");
}

static int64_t
count_events(struct backend *b)
{
	return site_ask(b->db, "SELECT COUNT(*) FROM part_events");
}

/* A port that goes down for the same cause as the last time has both events again. */
static void
why_a_port_is_down_is_kept_and_an_event(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value port[] = {
		{ PURPOSE_PORT_STATE, site_state(1, STATE_ONLINE, "up") },
		{ PURPOSE_PORT_CAUSE, site_state(-1, STATE_UNKNOWN, "other") },
	};
	struct port_row row = { at_port(1, 1), 2, port };
	struct parts parts = { .n_ports = 1, .ports = &row };

	site_make(b);
	(void)apply(b, &parts, SITE_MS);
	assert_int_equal(count_events(b), 1); /* new */
	port[0].value = site_state(2, STATE_OFFLINE, "down");
	port[1].value = site_state(2, STATE_MODULE_ABSENT, "module absent");
	(void)apply(b, &parts, SITE_MS + 1);
	assert_int_equal(count_events(b), 3);
	assert_string_equal(last_event(b), "port 1/1 cause unknown>module_absent");
	assert_string_equal(
	    site_ask_text(b->db,
		"SELECT cause || ' ' || cause_code || ' ' || cause_label FROM pon_ports"),
	    "module_absent 2 module absent");
	(void)apply(b, &parts, SITE_MS + 2);
	assert_int_equal(count_events(b), 3);
	port[0].value = site_state(1, STATE_ONLINE, "up");
	(void)apply(b, &parts, SITE_MS + 3);
	assert_string_equal(last_event(b), "port 1/1 state offline>online");
	port[0].value = site_state(2, STATE_OFFLINE, "down");
	(void)apply(b, &parts, SITE_MS + 4);
	assert_int_equal(count_events(b), 6);
	assert_string_equal(last_event(b), "port 1/1 cause module_absent>module_absent");
}

static void
the_state_of_a_card_is_kept_and_an_event(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value card[] = {
		{ PURPOSE_BOARD_STATE, site_state(2, STATE_ONLINE, "normal") },
		{ PURPOSE_CPU, site_int(20) },
	};
	struct chassis_row row = { "board 0/3", 2, card };
	struct parts parts = { .n_chassis = 1, .chassis = &row };

	site_make(b);
	(void)apply(b, &parts, SITE_MS);
	assert_string_equal(last_event(b), "chassis board 0/3 new >online");
	card[0].value = site_state(3, STATE_FAULT, "fault");
	assert_int_equal(apply(b, &parts, SITE_MS + 1), 1);
	assert_string_equal(last_event(b), "chassis board 0/3 state online>fault");
	assert_string_equal(site_ask_text(b->db,
				"SELECT state || ' ' || state_label FROM chassis_health"),
	    "fault fault");
	row.n_values = 0; /* it says nothing of it: it stays */
	assert_int_equal(apply(b, &parts, SITE_MS + 2), 0);
	assert_int_equal(count_events(b), 2);
}

static void
parts_of_nobody_are_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value cpu = { PURPOSE_CPU, site_int(40) };
	struct chassis_row row = { "", 1, &cpu };
	struct parts parts = { .n_chassis = 1, .chassis = &row };
	struct err err = { 0 };
	int64_t changed = 7;

	site_make(b);
	check_rc(store_parts_apply(
		     b->db, (struct olt_id){ 99 }, &parts, SITE_MS, &changed, &err),
	    RC_CONFLICT);
	assert_int_equal(changed, 7);
	assert_false(db_in_transaction(b->db));
}

static void
parts_come_with_the_run_that_brought_them_or_not_at_all(void **state)
{
	static const enum purpose NOTHING[] = { PURPOSES };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct part_value onus = { PURPOSE_PORT_ONUS, site_int(3) };
	struct part_value cpu = { PURPOSE_CPU, site_int(40) };
	struct port_row port = { at_port(0, 5), 1, &onus };
	struct chassis_row whole = { "", 1, &cpu };
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	site_start(b, &run, SITE_MS, NOTHING);
	run.finish.parts = (struct parts){ 1, &port, 1, &whole };
	check_rc(store_olt_fence(b->db, OLT, 1, &err), RC_OK); /* it loses its lock */
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 9, &result),
	    RC_CONFLICT);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM pon_ports"), 0);
	run.finish.execution.fence = 1;
	check_rc(store_execution_finish(b->db, s, &run.finish, &result, &err), RC_OK);
	assert_int_equal(result.n_parts, 2);
	assert_int_equal(site_ask(b->db, "SELECT onus FROM pon_ports"), 3);
	assert_int_equal(
	    site_ask(b->db, "SELECT updated_ms FROM chassis_health"), SITE_MS + 9);
}

static void
what_a_column_does_is_news_once(void **state)
{
	struct backend *b = backend_of(state);
	struct olt_column_state c = { OLT, ".1.3.6.1.4.1.1", OLT_COLUMN_UNSUPPORTED,
		SITE_MS };
	struct err err = { 0 };
	bool is_news = false;

	site_make(b);
	check_rc(store_olt_column_put(b->db, &c, &is_news, &err), RC_OK);
	assert_true(is_news);
	c.since_ms = SITE_MS + 1;
	check_rc(store_olt_column_put(b->db, &c, NULL, &err), RC_OK);
	check_rc(store_olt_column_put(b->db, &c, &is_news, &err), RC_OK);
	assert_false(is_news);
	assert_int_equal(site_ask(b->db, "SELECT since_ms FROM olt_columns"), SITE_MS);
	c.state = OLT_COLUMN_ANSWERS;
	check_rc(store_olt_column_put(b->db, &c, &is_news, &err), RC_OK);
	assert_true(is_news);
	assert_int_equal(
	    site_ask(b->db, "SELECT since_ms FROM olt_columns"), SITE_MS + 1);
	c.olt.v = 99;
	check_rc(store_olt_column_put(b->db, &c, NULL, &err), RC_CONFLICT);
}

struct columns {
	struct olt_column_state at[4];
	char oid[4][32];
	size_t n;
};

/* ---- lists -------------------------------------------------------------------------- */

/* ---- what its ONUs make of a port ------------------------------------------------- */

static void
figure(struct backend *b, struct samples *s, const struct port_figures_run *run)
{
	struct arena *arena = arena_new(0);
	struct err err = { 0 };

	check_rc(db_begin(b->db, &err), RC_OK);
	if (port_figures_write(s, b->db, run, arena, &err) != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(db_commit(b->db, &err), RC_OK);
	samples_keep(s);
	arena_free(arena);
}

static void
figure_all(struct backend *b, int64_t now_ms)
{
	struct samples *s = samples_new();
	struct port_figures_run run = {
		.olt = OLT, .now_ms = now_ms, .has_states = true, .has_levels = true
	};

	figure(b, s, &run);
	samples_free(s);
}

/* Of port 1/2: two online, one offline, two that nobody can say it of, one that is gone; the
 * rest is of another port, another OLT, or is known by its serial alone. */
static const char ONUS[] =
    "INSERT INTO onus (olt_id, pos_has, slot, port, onu, is_present, run_state, "
    "run_since_ms, first_seen_ms, last_seen_ms) VALUES "
    "(1, 28, 1, 2, 1, 1, 'online', 1, 0, 0), (1, 28, 1, 2, 2, 1, 'online', 1, 0, 0),"
    "(1, 28, 1, 2, 3, 1, 'offline', 7, 0, 0), (1, 28, 1, 2, 4, 0, 'online', 1, 0, 0),"
    "(1, 28, 1, 3, 1, 1, 'online', 1, 0, 0), (2, 28, 1, 2, 1, 1, 'online', 1, 0, 0),"
    "(1, 28, 1, 2, 5, 1, NULL, NULL, 0, 0), (1, 28, 1, 2, 6, 1, '', NULL, 0, 0),"
    "(1, 0, 1, 2, 0, 1, 'online', 1, 0, 0);"
    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm) SELECT id, -18 - 2 * onu "
    "FROM onus WHERE pos_has = 28 AND onu < 5";

static void
a_port_knows_how_many_of_its_onus_are_online(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value onus = { PURPOSE_PORT_ONUS, site_int(9) };
	struct port_row row = { at_port(1, 2), 1, &onus };
	struct parts parts = { .n_ports = 1, .ports = &row };

	site_make(b);
	(void)apply(b, &parts, SITE_MS);
	site_do(b->db, ONUS);
	figure_all(b, SITE_MS + 5);
	/* No device told of the second: its ONU did. */
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM pon_ports"), 2);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT place FROM pon_ports WHERE port = 3"), "1/3");
	/* Levels of the two that are online: -20 and -22. */
	assert_int_equal(
	    site_ask(b->db,
		"SELECT COUNT(*) FROM pon_ports WHERE port = 2 "
		"AND onus_present = 5 AND onus_online = 2 AND onus_offline = 1 "
		"AND onus_unknown = 2 AND rx_median_dbm = -21 "
		"AND rx_worst_dbm = -22 AND condition = 'partly'"),
	    1);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT condition FROM pon_ports WHERE port = 3"), "up");
	/* The row that the device tells of is the same one. */
	row.position.part[POS_PORT] = 3;
	row.position.has |= 1 << POS_FRAME;
	(void)apply(b, &parts, SITE_MS + 6);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM pon_ports"), 2);
}

/* Most runs find the states that were there: counting all ONUs for that would be a fourth of
 * what storing a run costs. */
static void
states_that_are_as_before_are_not_counted_again(void **state)
{
	static const char online[] =
	    "SELECT CAST(SUM(onus_online) AS BIGINT) FROM pon_ports";
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct port_figures_run run = {
		.olt = OLT, .now_ms = SITE_MS, .has_same_states = true
	};

	site_make(b);
	site_do(b->db, ONUS);
	figure(b, s, &run); /* nobody has counted them yet */
	assert_int_equal(site_ask(b->db, online), 3);
	site_do(b->db, "UPDATE onus SET run_state = 'offline'");
	figure(b, s, &run);
	assert_int_equal(site_ask(b->db, online), 3);
	/* A port that has no figures: one from before there were any, or a new card's. */
	site_do(b->db, "UPDATE pon_ports SET condition_ms = NULL WHERE port = 3");
	figure(b, s, &run);
	assert_int_equal(site_ask(b->db, online), 0);
	site_do(b->db, "UPDATE onus SET run_state = 'online'");
	run.has_states = true;
	figure(b, s, &run);
	assert_int_equal(site_ask(b->db, online), 6);
	samples_free(s);
}

static void
a_port_is_dark_since_the_last_of_its_onus_went_down(void **state)
{
	struct backend *b = backend_of(state);

	site_make(b);
	site_do(b->db, ONUS);
	site_do(b->db,
	    "UPDATE onus SET run_state = 'offline', run_since_ms = 1000 + onu "
	    "WHERE olt_id = 1 AND port = 2 AND onu < 3");
	figure_all(b, 5000);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT condition_ms FROM pon_ports WHERE condition = 'dark'"),
	    1002);
	/* Two are no outage of a port: they may be anything. */
	site_do(b->db,
	    "UPDATE onus SET admin_state = 'disabled', run_since_ms = 6000 "
	    "WHERE olt_id = 1 AND port = 2 AND onu = 3");
	figure_all(b, 6000);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT condition FROM pon_ports WHERE port = 2"),
	    "partly");
	site_do(b->db,
	    "UPDATE onus SET admin_state = '', run_state = 'online' "
	    "WHERE olt_id = 1 AND port = 2");
	figure_all(b, 7000);
	assert_int_equal(site_ask(b->db,
			     "SELECT condition_ms FROM pon_ports WHERE port = 2 AND "
			     "condition = 'up' AND onus_disabled = 0"),
	    7000);
	site_do(b->db, "UPDATE onus SET is_present = 0 WHERE olt_id = 1");
	figure_all(b, 8000);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM pon_ports WHERE condition = 'empty'"),
	    2);
}

struct found_level {
	int n;
	double last;
};

static void
note_level(void *ctx, const struct sample *sample)
{
	struct found_level *f = ctx;

	f->n++;
	f->last = sample->value;
}

static void
the_level_of_a_port_is_history_and_compared_with_yesterday(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s = samples_new();
	struct port_figures_run run = { .olt = OLT, .has_levels = true, .is_over = true };
	struct sample_query q = { .olt = OLT,
		.metric = metric_of_port("rx_median_dbm")->number,
		.kind = HISTORY_RAW,
		.to_ms = SITE_MS * 2 };
	struct found_level f = { 0 };
	struct sample_report report;

	site_make(b);
	site_do(b->db, ONUS);
	run.now_ms = SITE_MS;
	figure(b, s, &run);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM pon_ports WHERE rx_change_db IS NULL"),
	    2);
	site_do(b->db, "UPDATE onu_numbers SET onu_rx_dbm = onu_rx_dbm - 3");
	run.now_ms = SITE_MS + INT64_C(25) * 3600 * 1000;
	figure(b, s, &run);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM pon_ports WHERE rx_change_db = -3"), 2);
	q.onu.v = site_ask(b->db, "SELECT id FROM pon_ports WHERE port = 2");
	check_rc(samples_of_onu(b->db, &q, note_level, &f, &report, NULL), RC_OK);
	assert_int_equal(f.n, 2);
	assert_true(f.last == -24);
	samples_free(s);
}

/* 8 Mbit/s in a minute; then the device starts anew and counts from zero. */
static void
the_counters_of_a_port_have_a_rate(void **state)
{
	struct backend *b = backend_of(state);
	struct part_value in = { PURPOSE_TRAFFIC_IN, site_int(1000000) };
	struct port_row row = { at_port(1, 1), 1, &in };
	struct parts parts = { .n_ports = 1, .ports = &row };

	site_make(b);
	(void)apply(b, &parts, SITE_MS);
	assert_int_equal(site_ask(b->db, "SELECT in_bps FROM pon_ports"), -1);
	in.value = site_int(61000000);
	(void)apply(b, &parts, SITE_MS + 60000);
	assert_int_equal(site_ask(b->db, "SELECT in_bps FROM pon_ports"), 8000000);
	(void)apply(b, &parts, SITE_MS + 120000);
	assert_int_equal(site_ask(b->db, "SELECT in_bps FROM pon_ports"), 0);
	in.value = site_int(500);
	parts.uptime_ms = 1000;
	(void)apply(b, &parts, SITE_MS + 180000);
	assert_int_equal(site_ask(b->db, "SELECT in_bps FROM pon_ports"), -1);
}

/* What is wrong is told by store_problems, and no longer when it is over. */
struct told {
	int n;
	enum store_problem_kind kind[8];
	int64_t customers[8], since[8];
};

static enum rc
note_problem(void *ctx, const struct store_problem *p)
{
	struct told *told = ctx;

	assert_true(told->n < 8);
	told->kind[told->n] = p->kind;
	told->customers[told->n] = p->customers;
	told->since[told->n++] = p->since_ms;
	return RC_OK;
}

static struct told
tell(struct backend *b)
{
	struct told told = { 0 };
	struct err err = { 0 };

	if (store_problems(b->db, note_problem, &told, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return told;
}

static void
what_is_wrong_now_is_told_until_it_is_over(void **state)
{
	struct backend *b = backend_of(state);
	struct told told;

	site_make(b);
	site_do(b->db, ONUS);
	figure_all(b, 4000);
	assert_int_equal(tell(b).n, 0);
	site_do(b->db,
	    "UPDATE onus SET run_state = 'offline', run_since_ms = 5000 "
	    "WHERE olt_id = 1 AND port = 2");
	figure_all(b, 6000);
	told = tell(b);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.kind[0], STORE_PROBLEM_DARK);
	assert_int_equal(told.customers[0], 5);
	assert_int_equal(told.since[0], 5000);
	/* Of an OLT that is not heard, that is the problem: with all of its customers. */
	site_do(b->db, "UPDATE olts SET suspended_ms = 7000 WHERE id = 1");
	told = tell(b);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.kind[0], STORE_PROBLEM_SUSPENDED);
	assert_int_equal(told.customers[0], 6);
	site_do(b->db,
	    "UPDATE olts SET suspended_ms = NULL, not_answering_ms = 6500 WHERE id = 1");
	told = tell(b);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.kind[0], STORE_PROBLEM_NOT_ANSWERING);
	assert_int_equal(told.since[0], 6500);
	site_do(
	    b->db, "UPDATE olts SET not_answering_ms = NULL, enabled = 0 WHERE id = 1");
	assert_int_equal(tell(b).n, 0);
	site_do(b->db,
	    "UPDATE olts SET enabled = 1, failures = 2 WHERE id = 1;"
	    "UPDATE onus SET run_state = 'online'");
	figure_all(b, 8000);
	told = tell(b);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.kind[0], STORE_PROBLEM_FAILING);
	site_do(b->db, "UPDATE olts SET failures = 0 WHERE id = 1");
	assert_int_equal(tell(b).n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_port_is_written_where_it_changed_and_never_removed),
		ON_EACH(a_chassis_has_parts_and_a_whole),
		ON_EACH(why_a_port_is_down_is_kept_and_an_event),
		ON_EACH(the_state_of_a_card_is_kept_and_an_event),
		ON_EACH(parts_of_nobody_are_refused),
		ON_EACH(parts_come_with_the_run_that_brought_them_or_not_at_all),
		ON_EACH(what_a_column_does_is_news_once),
		ON_EACH(a_port_knows_how_many_of_its_onus_are_online),
		ON_EACH(states_that_are_as_before_are_not_counted_again),
		ON_EACH(a_port_is_dark_since_the_last_of_its_onus_went_down),
		ON_EACH(the_level_of_a_port_is_history_and_compared_with_yesterday),
		ON_EACH(the_counters_of_a_port_have_a_rate),
		ON_EACH(what_is_wrong_now_is_told_until_it_is_over),
	};

	return CHECK_ALL(tests);
}
