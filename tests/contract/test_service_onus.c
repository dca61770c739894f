/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs, ports and their history through the service, on both back-ends: what an operator
 * reads when a customer calls.
 */
#include "service_lab.h"
#include "site.h"

#include "base/clock.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

enum { RX, RUN, CAUSE, ADMIN, DESCRIPTION };

static const enum purpose COLUMNS[] = { PURPOSE_ONU_RX, PURPOSE_RUN_STATE,
	PURPOSE_LAST_DOWN_CAUSE, PURPOSE_ADMIN_STATE, PURPOSE_DESCRIPTION, PURPOSES };

/* A lab whose OLT has three ONUs on port 1 and one on port 2, as two runs have left them:
 * the first twelve days ago, the second an hour ago. */
struct clinic {
	struct lab lab;
	int64_t now_ms;
};

static void
put_onu(struct site_run *run, uint32_t port, uint32_t onu, const char *serial, double rx)
{
	struct value *v = site_row(run, port, onu, serial);

	v[RX] = site_real(rx);
	v[RUN] = site_state(1, STATE_ONLINE, "working");
	v[CAUSE] = (struct value){ .kind = VALUE_NULL };
	v[ADMIN] = site_state(1, STATE_ENABLED, "active");
	v[DESCRIPTION] = site_text("Calle 5");
}

static void
put_offline(struct site_run *run, uint32_t onu, const char *serial)
{
	struct value *v = site_row(run, 1, onu, serial);

	v[RUN] = site_state(2, STATE_OFFLINE, "down");
	v[CAUSE] = site_state(3, STATE_POWER, "dying-gasp");
	v[ADMIN] = site_state(1, STATE_ENABLED, "active");
	v[DESCRIPTION] = site_text("Calle 6");
}

static void
walk(struct backend *b, struct samples *s, int64_t at_ms, double rx, bool third_is_up)
{
	struct finish_result result;
	struct site_run run;

	site_start(b, &run, at_ms - 1000, COLUMNS);
	run.finish.is_discovery = true;
	put_onu(&run, 1, 1, "HWTC00000001", rx);
	put_onu(&run, 1, 2, "HWTC00000002", -26.5);
	if (third_is_up)
		put_onu(&run, 1, 3, "HWTC00000003", -20);
	else
		put_offline(&run, 3, "HWTC00000003");
	put_onu(&run, 2, 1, "HWTC00000004", -31);
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, at_ms, &result), RC_OK);
}

static void
clinic_open(struct clinic *c, void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	c->now_ms = clock_wall_ms();
	site_make(b);
	walk(b, s, c->now_ms - 12 * DAY_MS - HOUR_MS, -21.4, true);
	samples_keep(s);
	walk(b, s, c->now_ms - HOUR_MS - 60000, -22.5, false);
	samples_keep(s);
	lab_open(&c->lab, state);
}

static const json_t *
value_of(const json_t *onu, const char *key)
{
	return json_object_get(json_object_get(onu, "values"), key);
}

static double
real_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

/* ---- one of them ---------------------------------------------------------------------- */

static void
one_sentence_says_how_an_onu_is(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;

	clinic_open(&c, state);
	(void)ask(l, "onu.get", "{'onu':'HWTC00000001'}");
	assert_string_equal(text_of(l->answer.result, "sentence"),
	    "Online for 12 days, -22.5 dBm, good.");
	(void)ask(l, "onu.get", "{'onu':'HWTC00000002'}");
	assert_string_equal(text_of(l->answer.result, "sentence"),
	    "Online for 12 days, -26.5 dBm, warn.");
	(void)ask(l, "onu.get", "{'onu':'HWTC00000003'}");
	assert_string_equal(
	    text_of(l->answer.result, "sentence"), "Offline for 1 hour: no power.");
	(void)ask(l, "onu.get", "{'onu':4}");
	assert_string_equal(
	    text_of(l->answer.result, "sentence"), "Online for 12 days, -31.0 dBm, bad.");
	check_rc(refused(l, "onu.get", "{'onu':'NOBODY'}"), RC_INVALID);
	check_contains(said(l, "onu"), "NOBODY");
	lab_close(l);
}

static void
an_onu_has_three_facts_and_its_values_have_their_time(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *onu, *facts, *rx;

	clinic_open(&c, state);
	onu = ask(l, "onu.get", "{'onu':'HWTC00000001'}");
	facts = json_object_get(onu, "facts");
	assert_true(json_is_true(
	    json_object_get(json_object_get(facts, "presence"), "is_present")));
	assert_string_equal(text_of(json_object_get(facts, "admin"), "state"), "enabled");
	assert_string_equal(text_of(json_object_get(facts, "run"), "label"), "working");
	rx = value_of(onu, "onu_rx_dbm");
	assert_true(json_number_value(json_object_get(rx, "value")) < -22.49);
	assert_string_equal(text_of(rx, "level"), "good");
	assert_int_equal(int_of(rx, "execution"), 2);
	assert_true(json_is_string(json_object_get(rx, "at")));
	assert_string_equal(text_of(value_of(onu, "run_state"), "state"), "online");
	assert_null(value_of(onu, "temperature_c")); /* nobody has asked for it */
	lab_close(l);
}

/* The list, the page and its sentence have the same moment. */
static void
since_when_it_is_so_is_said_alike_everywhere(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *row, *run;
	char since[64];

	clinic_open(&c, state);
	row = row_of(ask(l, "list", "{'list':'onus'}"), "serial", "HWTC00000003");
	(void)snprintf(since, sizeof(since), "%s", text_of(row, "run_since"));
	assert_true(*since);
	run = json_object_get(
	    json_object_get(ask(l, "onu.get", "{'onu':'HWTC00000003'}"), "facts"), "run");
	assert_string_equal(text_of(run, "since"), since);
	check_contains(text_of(run, "words"), "Offline for 1 hour");
	lab_close(l);
}

static void
the_sentence_says_the_worse_of_both_directions(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;

	clinic_open(&c, state);
	site_do(l->db, "UPDATE onu_numbers SET olt_rx_dbm = -31 WHERE onu_id IN (1, 4)");
	site_do(l->db, "UPDATE onu_numbers SET olt_rx_dbm = -20 WHERE onu_id = 2");
	check_contains(text_of(ask(l, "onu.get", "{'onu':1}"), "sentence"),
	    ", the OLT receives -31.0 dBm, bad.");
	assert_string_equal(text_of(l->answer.result, "level"), "bad");
	check_contains(
	    text_of(ask(l, "onu.get", "{'onu':2}"), "sentence"), ", -26.5 dBm, warn.");
	check_contains(
	    text_of(ask(l, "onu.get", "{'onu':4}"), "sentence"), ", -31.0 dBm, bad.");
	assert_int_equal(
	    int_of(json_object_get(
		       json_object_get(ask(l, "dashboard", "{}"), "onus"), "levels"),
		"bad"),
	    2);
	lab_close(l);
}

static void
limits_are_settings_and_count_at_once(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	json_t *setting;

	clinic_open(&c, state);
	(void)ask(l, "setting.change", "{'setting':'onu_rx.warn','value':-22}");
	(void)ask(l, "onu.get", "{'onu':1}");
	check_contains(text_of(l->answer.result, "sentence"), "warn");
	setting = ask(l, "setting.reset", "{'setting':'onu_rx.warn'}");
	assert_true(json_is_false(json_object_get(setting, "is_changed")));
	(void)ask(l, "setting.reset", "{'setting':'onu_rx.warn'}");
	(void)ask(l, "onu.get", "{'onu':1}");
	check_contains(text_of(l->answer.result, "sentence"), "good");
	lab_close(l);
}

static void
settings_have_a_range_and_an_order(void **state)
{
	struct lab l = { 0 };
	json_t *all;

	lab_open(&l, state);
	check_rc(refused(&l, "setting.change", "{'setting':'onu_rx.warm','value':1}"),
	    RC_INVALID);
	check_contains(said(&l, "setting"), "onu_rx.warn");
	check_rc(refused(&l, "setting.change", "{'setting':'onu_rx.warn','value':99}"),
	    RC_INVALID);
	check_contains(said(&l, "value"), "-50 to 10");
	check_rc(refused(&l, "setting.change", "{'setting':'onu_rx.warn'}"), RC_INVALID);
	check_rc(refused(&l, "setting.change", "{'setting':'onu_rx.warn','value':-28}"),
	    RC_INVALID);
	check_contains(said(&l, "value"), "above onu_rx.bad");
	check_rc(ask_as(&l, ROLE_OPERATOR, "setting.change",
		     "{'setting':'onu_rx.warn','value':-24}"),
	    RC_REFUSED);
	(void)ask(&l, "setting.change", "{'setting':'onu_rx.warn','value':-24.5}");
	assert_string_equal(audited(&l, "setting").action, "update");
	assert_true(audited(&l, "setting").has_before);
	all = ask(&l, "setting.list", "{}");
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *s = json_array_get(all, i);

		assert_true(*text_of(s, "help") && *text_of(s, "key"));
		assert_true(json_is_true(json_object_get(s, "is_changed")) ==
		    (strcmp(text_of(s, "key"), "onu_rx.warn") == 0));
	}
	lab_close(&l);
}

static void
a_live_read_goes_to_where_the_onu_is(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;

	clinic_open(&c, state);
	(void)ask(l, "onu.refresh", "{'onu':'HWTC00000004'}");
	assert_int_equal(l->ops.refreshes, 1);
	assert_int_equal(l->ops.last_olt, SITE_OLT);
	assert_int_equal(l->ops.last_position.part[POS_PORT], 2);
	assert_int_equal(l->ops.last_position.part[POS_ONU], 1);
	assert_int_equal(int_of(l->answer.result, "execution"), 77);
	assert_int_equal(int_of(l->answer.result, "onu"), 4);
	l->ops.refresh_rc = RC_BUSY;
	check_rc(refused(l, "onu.refresh", "{'onu':4}"), RC_BUSY);
	assert_string_equal(l->answer.message, "as told");
	check_rc(ask_as(l, ROLE_VIEWER, "onu.refresh", "{'onu':4}"), RC_REFUSED);
	check_rc(refused(l, "onu.refresh", "{'onu':99}"), RC_INVALID);
	lab_close(l);
}

static void
a_list_of_a_thing_that_is_not_there_is_none(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	int64_t of_one;

	clinic_open(&c, state);
	of_one =
	    int_of(ask(l, "list", "{'list':'onu_events','onu':'HWTC00000004'}"), "count");
	assert_true(of_one > 0);
	assert_int_equal(
	    int_of(ask(l, "list", "{'list':'onu_events','filter':{'onu':4}}"), "count"),
	    of_one);
	check_rc(refused(l, "list", "{'list':'onu_events','onu':99}"), RC_INVALID);
	check_contains(said(l, "onu"), "there is no ONU");
	check_rc(refused(l, "list", "{'list':'pon_ports','olt':'nowhere'}"), RC_INVALID);
	check_rc(refused(l, "list", "{'list':'attempts','execution':99}"), RC_INVALID);
	lab_close(l);
}

/* ---- search ---------------------------------------------------------------------------- */

static void
an_onu_is_found_by_a_part_of_what_it_is_called(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *results;
	char sentence[128];

	clinic_open(&c, state);
	results = json_object_get(ask(l, "onu.find", "{'text':'00000003'}"), "results");
	assert_int_equal(json_array_size(results), 1);
	assert_string_equal(
	    text_of(json_array_get(results, 0), "serial"), "HWTC00000003");
	assert_string_equal(text_of(json_array_get(results, 0), "match"), "part");
	results =
	    json_object_get(ask(l, "onu.find", "{'text':'calle','limit':2}"), "results");
	assert_int_equal(json_array_size(results), 2);
	assert_true(json_is_true(json_object_get(l->answer.result, "has_more")));
	/* How it is, since when and why. */
	results =
	    json_object_get(ask(l, "onu.find", "{'text':'4857544300000003'}"), "results");
	assert_int_equal(json_array_size(results), 1);
	(void)snprintf(sentence, sizeof(sentence), "%s",
	    text_of(json_array_get(results, 0), "sentence"));
	assert_string_equal(
	    sentence, text_of(ask(l, "onu.get", "{'onu':'HWTC00000003'}"), "sentence"));
	check_contains(sentence, "no power");
	check_rc(refused(l, "onu.find", "{'text':'x','limit':0}"), RC_INVALID);
	check_contains(said(l, "limit"), "1 to 200");
	lab_close(l);
}

/* ---- history --------------------------------------------------------------------------- */

static void
history_is_read_in_the_range_and_resolution_asked_for(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *points;
	char args[256];

	clinic_open(&c, state);
	points = json_object_get(
	    ask(l, "onu.history", "{'onu':1,'metric':'onu_rx'}"), "points");
	assert_int_equal(json_array_size(points), 1);
	assert_string_equal(text_of(l->answer.result, "resolution"), "raw");
	(void)snprintf(args, sizeof(args),
	    "{'onu':1,'resolution':'raw','from':%lld,'to':'2100-01-01T00:00:00Z'}",
	    (long long)(c.now_ms - 20 * DAY_MS));
	check_rc(refused(l, "onu.history", args), RC_INVALID);
	check_contains(said(l, "from"), "ten years");
	(void)snprintf(args, sizeof(args), "{'onu':1,'resolution':'raw','from':%lld}",
	    (long long)(c.now_ms - 20 * DAY_MS));
	points = json_object_get(ask(l, "onu.history", args), "points");
	assert_int_equal(json_array_size(points), 2);
	assert_true(json_number_value(
			json_object_get(json_array_get(points, 0), "value")) > -21.41);
	(void)snprintf(args, sizeof(args), "{'onu':1,'from':%lld}",
	    (long long)(c.now_ms - 20 * DAY_MS));
	(void)ask(l, "onu.history", args);
	assert_string_equal(text_of(l->answer.result, "resolution"), "hour");
	(void)ask(l, "onu.history", "{'onu':1,'metric':'custom:nothing'}");
	lab_close(l);
}

static void
what_is_wrong_with_a_question_about_history_is_said(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;

	clinic_open(&c, state);
	check_rc(
	    refused(l, "onu.history",
		"{'onu':99,'metric':'serial','from':'yesterday','resolution':'week'}"),
	    RC_INVALID);
	assert_true(*said(l, "onu"));
	check_contains(said(l, "metric"), "serial");
	check_contains(said(l, "from"), "moment");
	check_contains(said(l, "resolution"), "hour");
	check_rc(refused(l, "onu.history", "{'onu':1,'metric':'cpu'}"), RC_INVALID);
	check_rc(refused(l, "onu.history",
		     "{'onu':1,'from':'2026-02-01','to':'2026-01-01T00:00:00.000Z'}"),
	    RC_INVALID);
	check_contains(said(l, "from"), "before");
	check_rc(refused(l, "port.history", "{'port':99}"), RC_INVALID);
	check_contains(said(l, "port"), "PON port");
	check_rc(refused(l, "olt.history", "{'olt':'A','metric':'onu_rx'}"), RC_INVALID);
	assert_true(*said(l, "metric"));
	(void)ask(l, "olt.history", "{'olt':'A','metric':'cpu'}");
	lab_close(l);
}

static void
neighbours_are_those_of_the_same_port(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *results;

	clinic_open(&c, state);
	results = json_object_get(ask(l, "onu.neighbours", "{'onu':1}"), "results");
	assert_int_equal(json_array_size(results), 3);
	assert_true(json_is_true(json_object_get(json_array_get(results, 0), "is_self")));
	assert_string_equal(text_of(json_array_get(results, 1), "level"), "warn");
	assert_true(json_is_null(json_object_get(json_array_get(results, 2), "value")));
	lab_close(l);
}

/* Port 1 has three: without the one that asks two are left, of which one is down by now. */
static void
siblings_are_the_others_of_the_port_over_time(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	const json_t *points;
	char args[128];

	clinic_open(&c, state);
	(void)snprintf(args, sizeof(args), "{'onu':1,'resolution':'raw','from':%lld}",
	    (long long)(c.now_ms - 20 * DAY_MS));
	points = json_object_get(ask(l, "onu.siblings", args), "points");
	assert_int_equal(json_array_size(points), 2);
	assert_int_equal(int_of(json_array_get(points, 0), "count"), 2);
	assert_true(real_of(json_array_get(points, 0), "low") < -26.4);
	assert_true(real_of(json_array_get(points, 0), "median") < -26.4);
	assert_true(real_of(json_array_get(points, 0), "high") > -20.1);
	assert_int_equal(int_of(json_array_get(points, 1), "count"), 1);
	points = json_object_get(ask(l, "onu.siblings", "{'onu':4}"), "points");
	assert_int_equal(json_array_size(points), 0); /* alone on its port */
	check_rc(refused(l, "onu.siblings", "{'onu':1,'metric':'cpu'}"), RC_INVALID);
	lab_close(l);
}

static void
of_an_olt_that_is_not_asked_nothing_new_is_known(void **state)
{
	struct clinic c = { 0 };
	struct lab *l = &c.lab;
	char sql[160];

	clinic_open(&c, state);
	(void)snprintf(sql, sizeof(sql),
	    "UPDATE olts SET suspended_ms = %lld, last_answer_ms = %lld",
	    (long long)c.now_ms, (long long)(c.now_ms - 40 * 60000));
	site_do(l->db, sql);
	assert_string_equal(text_of(ask(l, "onu.get", "{'onu':1}"), "sentence"),
	    "No data for 40 minutes: the OLT is suspended.");
	site_do(l->db, "UPDATE olts SET enabled = 0, last_answer_ms = NULL");
	assert_string_equal(text_of(ask(l, "onu.get", "{'onu':1}"), "sentence"),
	    "No data: the OLT is disabled.");
	lab_close(l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(one_sentence_says_how_an_onu_is),
		ON_EACH(an_onu_has_three_facts_and_its_values_have_their_time),
		ON_EACH(a_live_read_goes_to_where_the_onu_is),
		ON_EACH(a_list_of_a_thing_that_is_not_there_is_none),
		ON_EACH(since_when_it_is_so_is_said_alike_everywhere),
		ON_EACH(the_sentence_says_the_worse_of_both_directions),
		ON_EACH(limits_are_settings_and_count_at_once),
		ON_EACH(settings_have_a_range_and_an_order),
		ON_EACH(an_onu_is_found_by_a_part_of_what_it_is_called),
		ON_EACH(history_is_read_in_the_range_and_resolution_asked_for),
		ON_EACH(what_is_wrong_with_a_question_about_history_is_said),
		ON_EACH(neighbours_are_those_of_the_same_port),
		ON_EACH(siblings_are_the_others_of_the_port_over_time),
		ON_EACH(of_an_olt_that_is_not_asked_nothing_new_is_known),
	};

	return CHECK_ALL(tests);
}
