/* SPDX-License-Identifier: Apache-2.0
 *
 * What is not an ONU: ports, chassis, and what each column does on a device.
 */
#include "site.h"

#include "store/list.h"
#include "store/olt.h"
#include "store/parts.h"

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
	assert_int_equal(apply(b, &parts, SITE_MS + 1), 0);
	second[0].value = site_int(4);
	assert_int_equal(apply(b, &parts, SITE_MS + 2), 1);
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
	    SITE_MS);
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

static enum rc
note_column(void *ctx, const struct olt_column_state *column)
{
	struct columns *c = ctx;

	(void)snprintf(c->oid[c->n], sizeof(c->oid[0]), "%s", column->oid);
	c->at[c->n++] = *column;
	return RC_OK;
}

static void
the_columns_of_an_olt_are_told_in_order(void **state)
{
	struct backend *b = backend_of(state);
	struct columns got = { .n = 0 };
	struct err err = { 0 };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO olt_columns (olt_id, oid, state, since_ms) VALUES "
	    "(1, '1.2', 'unsupported', 5), (1, '1.1', 'answers', 6),"
	    "(2, '1.1', 'answers', 7)");
	check_rc(store_olt_column_list(b->db, OLT, note_column, &got, &err), RC_OK);
	assert_int_equal(got.n, 2);
	assert_string_equal(got.oid[0], "1.1");
	assert_int_equal(got.at[0].state, OLT_COLUMN_ANSWERS);
	assert_string_equal(got.oid[1], "1.2");
	assert_int_equal(got.at[1].state, OLT_COLUMN_UNSUPPORTED);
	assert_int_equal(got.at[1].since_ms, 5);
}

/* ---- lists -------------------------------------------------------------------------- */

struct port_counts {
	int64_t present, online, offline, unknown;
	double worst, average;
	char place[32];
};

static enum rc
note_port(void *ctx, const struct list *list, const struct value *row)
{
	struct port_counts *counts = ctx;

	for (size_t i = 0; list->fields[i].name; i++) {
		if (strcmp(list->fields[i].name, "onus_present") == 0)
			counts->present = row[i].i;
		if (strcmp(list->fields[i].name, "onus_online") == 0)
			counts->online = row[i].i;
		if (strcmp(list->fields[i].name, "onus_offline") == 0)
			counts->offline = row[i].i;
		if (strcmp(list->fields[i].name, "onus_unknown") == 0)
			counts->unknown = row[i].i;
		if (strcmp(list->fields[i].name, "onu_rx_worst_dbm") == 0)
			counts->worst = row[i].r;
		if (strcmp(list->fields[i].name, "onu_rx_average_dbm") == 0)
			counts->average = row[i].r;
		if (strcmp(list->fields[i].name, "place") == 0)
			(void)snprintf(
			    counts->place, sizeof(counts->place), "%s", row[i].text);
	}
	return RC_OK;
}

/* Of port 1/2: two online, one offline, two that nobody can say it of, one that is gone; the
 * rest is of another port, another OLT, or is known by its serial alone. */
static void
a_port_knows_how_many_of_its_onus_are_online(void **state)
{
	struct backend *b = backend_of(state);
	struct list_filter filter = { "port", LIST_EQUAL, "2" };
	struct list_query q = {
		.n_filters = 1, .filters = &filter, .page = 1, .page_size = 9
	};
	struct part_value onus = { PURPOSE_PORT_ONUS, site_int(9) };
	struct port_row rows[] = { { at_port(1, 2), 1, &onus },
		{ at_port(1, 3), 1, &onus } };
	struct parts parts = { .n_ports = 2, .ports = rows };
	struct port_counts counts = { 0 };
	struct err err = { 0 };
	int64_t count = 0;

	site_make(b);
	(void)apply(b, &parts, SITE_MS);
	site_do(b->db,
	    "INSERT INTO onus (olt_id, pos_has, slot, port, onu, is_present, run_state, "
	    "first_seen_ms, last_seen_ms) VALUES "
	    "(1, 28, 1, 2, 1, 1, 'online', 0, 0), (1, 28, 1, 2, 2, 1, 'online', 0, 0),"
	    "(1, 28, 1, 2, 3, 1, 'los', 0, 0), (1, 28, 1, 2, 4, 0, 'online', 0, 0),"
	    "(1, 28, 1, 3, 1, 1, 'online', 0, 0), (2, 28, 1, 2, 1, 1, 'online', 0, 0),"
	    "(1, 28, 1, 2, 5, 1, NULL, 0, 0), (1, 28, 1, 2, 6, 1, '', 0, 0),"
	    "(1, 0, 1, 2, 0, 1, 'online', 0, 0);"
	    "INSERT INTO onu_numbers (onu_id, onu_rx_dbm) SELECT id, -18 - 2 * onu "
	    "FROM onus WHERE pos_has = 28 AND onu < 5");
	check_rc(store_list(
		     b->db, list_find("pon_ports"), &q, note_port, &counts, &count, &err),
	    RC_OK);
	assert_int_equal(count, 1);
	assert_string_equal(counts.place, "1/2");
	assert_int_equal(counts.present, 5);
	assert_int_equal(counts.online, 2);
	assert_int_equal(counts.offline, 1);
	assert_int_equal(counts.unknown, 2);
	/* -20, -22 and -24; not the -26 of the one that is gone. */
	assert_true(counts.worst == -24);
	assert_true(counts.average == -22);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_port_is_written_where_it_changed_and_never_removed),
		ON_EACH(a_chassis_has_parts_and_a_whole),
		ON_EACH(parts_of_nobody_are_refused),
		ON_EACH(parts_come_with_the_run_that_brought_them_or_not_at_all),
		ON_EACH(what_a_column_does_is_news_once),
		ON_EACH(the_columns_of_an_olt_are_told_in_order),
		ON_EACH(a_port_knows_how_many_of_its_onus_are_online),
	};

	return CHECK_ALL(tests);
}
