/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts words to operations and requests: filters, routes, times; and completion and
 * the screen.
 */
#include "check.h"

#include <stdlib.h>

#include "api/route.h"
#include "cli/frame/given.h"
#include "cli/frame/commands.h"
#include "cli/remote/completion_int.h"
#include "cli/frame/moment.h"
#include "cli/remote/remote_int.h"
#include "cli/remote/remote_stream_int.h"
#include "cli/frame/screen.h"
#include "service/service.h"

enum { NOW_MS = 1000000000 };

/* ---- the tables ------------------------------------------------------------------------ */

static const struct operation *
find_operation(const char *name)
{
	for (const struct operation *o = service_operations(); o->name; o++) {
		if (strcmp(o->name, name) == 0)
			return o;
	}
	return NULL;
}

static void
check_params(const struct cli_command *c, const struct remote_verb *v)
{
	const struct operation *o = find_operation(v->operation);
	const char *at = v->params ? v->params : "";
	size_t n = 0;

	if (!o)
		fail_msg("facho %s %s: there is no operation %s", c->name, v->name,
		    v->operation);
	for (; *at; n++) {
		char name[64];
		size_t len = strcspn(at, " ");

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, at);
		if (!service_operation_takes(o, name))
			fail_msg("facho %s %s: %s takes no %s", c->name, v->name, o->name,
			    name);
		at += len + strspn(at + len, " ");
	}
	if (n != v->max_args)
		fail_msg("facho %s %s: %zu names for %zu words", c->name, v->name, n,
		    v->max_args);
}

static bool
find_field(const char *list, const char *name, struct service_field *ret_field)
{
	for (size_t i = 0; service_list_field(list, i, ret_field); i++) {
		if (strcmp(ret_field->name, name) == 0)
			return true;
	}
	return false;
}

/* A row of the list is requested by its number. */
static void
check_id(const struct cli_command *c)
{
	struct service_field f;

	if (!find_field(c->noun->list, "id", &f) || !f.may_filter)
		fail_msg("facho %s show: %s has no id", c->name, c->noun->list);
}

static void
check_order(const struct cli_command *c)
{
	const char *order = c->noun->order;
	struct service_field f;

	if (!find_field(c->noun->list, order + (*order == '-'), &f) || !f.may_order)
		fail_msg("facho %s list: %s has no order by %s", c->name, c->noun->list,
		    order);
}

static void
every_noun_has_verbs_and_columns_that_exist(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *c = cli_commands[i];
		struct service_field f;

		if (!c->noun)
			continue;
		for (const struct remote_verb *v = c->noun->verbs; v->name; v++) {
			assert_non_null(v->run);
			assert_true(v->max_args < c->max_args + 1);
			if (v->operation)
				check_params(c, v);
			if (v->run == verb_row)
				check_id(c);
		}
		if (c->noun->order)
			check_order(c);
		for (const struct remote_column *k = c->noun->columns;
		     c->noun->list && k->key; k++) {
			if (!find_field(c->noun->list, k->key, &f))
				fail_msg("facho %s list: %s has no field %s", c->name,
				    c->noun->list, k->key);
		}
	}
}

static void
every_list_can_be_had_over_http_too(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct remote_noun *noun = cli_commands[i]->noun;
		struct remote_request request;
		struct err err = { 0 };
		json_t *args;

		if (!noun || !noun->list)
			continue;
		args = json_pack("{s:s, s:{}}", "list", noun->list, "filter");
		if (remote_route("list", args, &request, &err) != RC_OK)
			fail_msg("facho %s list: %s", cli_commands[i]->name, err.msg);
		remote_request_fini(&request);
		json_decref(args);
	}
}

/* ---- filters ----------------------------------------------------------------------------- */

static json_t *filter;
static char *said;

static enum rc
no_settings(FILE *err, const struct cli_settings **ret_settings)
{
	(void)err;
	(void)ret_settings;
	return RC_OK;
}

static int
look_at_filter(struct cli_call *call)
{
	struct err err = { 0 };

	if (remote_filter(call, NOW_MS, &filter, &err) != RC_OK)
		return cli_wrong_usage(call, "%s", err.msg);
	return CLI_DONE;
}

/* The filter for the words after `facho NOUN list`, as JSON with sorted keys; NULL if
 * they are wrong, and `said` has the message. The caller frees it. */
static char *
filter_of(const struct cli_command *real, const char *words)
{
	struct cli_command command = *real;
	const struct cli_command *const table[] = { &command, NULL };
	const struct cli_program program = {
		.name = "facho", .tables = { table }, .load_settings = no_settings
	};
	char line[300], *argv[32] = { NULL }, *rest = line, *word, *text = NULL;
	size_t n;
	FILE *err;
	int argc = 0;

	command.run = look_at_filter;
	free(said);
	err = open_memstream(&said, &n);
	(void)snprintf(line, sizeof(line), "facho|%s|list%s", real->name, words);
	while ((word = strsep(&rest, "|")) != NULL)
		argv[argc++] = word;
	if (cli_main(&program, argc, argv, err, err) == CLI_DONE)
		text = json_dumps(filter, JSON_COMPACT | JSON_SORT_KEYS);
	(void)fclose(err);
	json_decref(filter);
	filter = NULL;
	return text;
}

static void
check_filter(const struct cli_command *command, const char *words, const char *expected)
{
	char *text = filter_of(command, words);

	if (!text)
		fail_msg("%s: %s", words, said);
	assert_string_equal(text, expected);
	free(text);
}

static void
check_refused(const struct cli_command *command, const char *words, const char *why)
{
	char *text = filter_of(command, words);

	assert_null(text);
	check_contains(said, why);
}

static void
every_field_of_a_list_is_an_option(void **state)
{
	(void)state;
	check_filter(&cmd_onu, "", "{}");
	check_filter(&cmd_onu, "|--run_state|offline", "{\"run_state\":\"offline\"}");
	check_filter(&cmd_onu, "|--run-state=offline|--is-present|yes",
	    "{\"is_present\":true,\"run_state\":\"offline\"}");
	check_filter(&cmd_onu, "|--slot|3", "{\"slot\":\"3\"}");
	check_filter(&cmd_log, "|-s|fibre", "{}"); /* it is not one of the filters */
	check_filter(&cmd_node, "|--master|none", "{\"master\":\"\"}");
	check_refused(&cmd_onu, "|--colour|red", "there is no option --colour");
	check_refused(&cmd_onu, "|--is_present|perhaps", "\"perhaps\" is not yes or no");
}

static void
a_thing_is_named_by_number_or_by_name(void **state)
{
	(void)state;
	check_filter(&cmd_onu, "|--olt|centro", "{\"olt_name\":\"centro\"}");
	check_filter(&cmd_onu, "|--olt|7", "{\"olt\":\"7\"}");
	check_filter(&cmd_model, "|--brand|Huawei",
	    "{\"brand_name\":\"Huawei\",\"deleted_at\":\"\"}");
}

static void
ranges_of_numbers_and_moments_are_two_bounds(void **state)
{
	(void)state;
	check_filter(&cmd_onu, "|--onu_rx_dbm|..-27", "{\"onu_rx_dbm__lt\":\"-27\"}");
	check_filter(&cmd_onu, "|--onu_rx_dbm|-27..-25.5",
	    "{\"onu_rx_dbm__gte\":\"-27\",\"onu_rx_dbm__lt\":\"-25.5\"}");
	check_filter(&cmd_execution, "|--late_ms|2s..", "{\"late_ms__gte\":2000}");
	check_filter(&cmd_execution, "|--late_ms|250..", "{\"late_ms__gte\":\"250\"}");
	/* A thousand seconds before NOW_MS, where the time is 0. */
	check_filter(
	    &cmd_execution, "|--queued_at|10m", "{\"queued_at__gte\":999400000}");
	check_filter(&cmd_execution, "|--queued_at|10m..5m",
	    "{\"queued_at__gte\":999400000,\"queued_at__lt\":999700000}");
	check_filter(&cmd_execution, "|--queued_at|1970-01-02T00:00:00Z..",
	    "{\"queued_at__gte\":86400000}");
	check_refused(&cmd_execution, "|--queued_at|yesterday", "is no moment");
	check_refused(&cmd_execution, "|--late_ms|..", "is no range");
}

static void
what_is_deleted_is_shown_to_those_who_ask(void **state)
{
	(void)state;
	check_filter(&cmd_olt, "", "{\"deleted_at\":\"\"}");
	check_filter(&cmd_olt, "|--deleted", "{\"deleted_at__gte\":1}");
	check_filter(
	    &cmd_olt, "|--site|Norte", "{\"deleted_at\":\"\",\"site\":\"Norte\"}");
}

/* ---- routes ------------------------------------------------------------------------------ */

/* Takes args. */
static void
check_route(const char *operation, json_t *args, const char *method, const char *target,
    const char *body)
{
	struct remote_request request = { 0 };
	struct err err = { 0 };
	char *text;

	if (remote_route(operation, args, &request, &err) != RC_OK)
		fail_msg("%s: %s", operation, err.msg);
	assert_string_equal(request.method, method);
	assert_string_equal(buf_text(&request.target), target);
	text = request.body ? json_dumps(request.body, JSON_COMPACT | JSON_SORT_KEYS)
			    : strdup("");
	assert_string_equal(text, body);
	free(text);
	remote_request_fini(&request);
	json_decref(args);
}

static void
arguments_go_where_the_route_has_them(void **state)
{
	(void)state;
	check_route("olt.get", json_pack("{s:s}", "olt", "la plata/1"), "GET",
	    "/api/v1/olts/la%20plata%2F1/", "");
	check_route("olt.change", json_pack("{s:s, s:s}", "olt", "7", "site", "Sur"),
	    "PATCH", "/api/v1/olts/7/", "{\"site\":\"Sur\"}");
	check_route("node.run", json_pack("{s:i, s:b}", "node", 3, "alone", 1), "POST",
	    "/api/v1/pollers/nodes/3/run/", "{\"alone\":true}");
	check_route("onu.find", json_pack("{s:s, s:i}", "text", "a&b", "limit", 5), "GET",
	    "/api/v1/onus/search/?text=a%26b&limit=5", "");
	check_route("status", json_pack("{s:b}", "pollers", 1), "GET",
	    "/api/v1/status/?pollers=true", "");
}

static void
a_list_has_its_filters_in_the_query(void **state)
{
	(void)state;
	check_route("list",
	    json_pack("{s:s, s:{s:s, s:i}, s:i}", "list", "executions", "filter", "state",
		"FAILED", "late_ms__gte", 5, "page", 2),
	    "GET", "/api/v1/executions/?state=FAILED&late_ms__gte=5&page=2", "");
	/* From the beginning, and after the position in the API's link. */
	check_route("list", json_pack("{s:s, s:{}}", "list", "onus", "after"), "GET",
	    "/api/v1/onus/?after=", "");
	check_route("list",
	    json_pack("{s:s, s:s}", "list", "onus", "after", "{\"id\":7}"), "GET",
	    "/api/v1/onus/?after=%7B%22id%22%3A7%7D", "");
	/* The API has it only as the list of one ONU. */
	check_route("list",
	    json_pack(
		"{s:s, s:s, s:i}", "list", "onu_events", "onu", "HWTC1", "page_size", 10),
	    "GET", "/api/v1/onus/HWTC1/events/?page_size=10", "");
	check_route("list", json_pack("{s:s, s:i}", "list", "nodes", "olt", 3), "GET",
	    "/api/v1/olts/3/nodes/", "");
	check_route("list",
	    json_pack("{s:s, s:{s:i}}", "list", "nodes", "filter", "olt", 3), "GET",
	    "/api/v1/nodes/?olt=3", "");
}

static void
a_thing_that_is_not_there_is_known_by_its_field(void **state)
{
	json_t *fields = json_pack("{s:s}", "olt", "there is no OLT \"x\"");

	(void)state;
	assert_true(remote_is_missing("olt.get", fields));
	assert_true(remote_is_missing("olt.change", fields));
	assert_false(remote_is_missing("olt.add", fields));
	assert_false(remote_is_missing("job.run", fields));
	json_decref(fields);
}

static void
what_the_api_does_not_have_is_refused(void **state)
{
	struct remote_request request;
	struct err err = { 0 };
	json_t *args = json_object();

	(void)state;
	assert_int_equal(remote_route("lists", args, &request, &err), RC_INVALID);
	check_contains(err.msg, "--server");
	assert_int_equal(remote_route("olt.get", args, &request, &err), RC_INVALID);
	json_decref(args);
}

/* Every operation that a verb uses, with its words. */
static void
every_verb_has_a_route(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct remote_noun *noun = cli_commands[i]->noun;

		for (const struct remote_verb *v = noun ? noun->verbs : NULL;
		     v && v->name; v++) {
			bool is_found = !v->operation;

			for (const struct route *r = routes(); r->method; r++)
				is_found = is_found ||
				    (r->operation &&
					strcmp(r->operation, v->operation) == 0);
			if (!is_found)
				fail_msg("the API has no %s", v->operation);
		}
	}
}

static void
a_server_is_a_url_and_a_token_has_no_line_end(void **state)
{
	const struct remote_server wrong = { "noc.example", NULL, NULL };
	const struct remote_server evil = { "http://127.0.0.1:1", "x\r\nHost: y", NULL };
	struct remote *r = NULL;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(remote_http(&wrong, &r, &err), RC_INVALID);
	check_contains(err.msg, "is no server");
	assert_int_equal(remote_http(&evil, &r, &err), RC_INVALID);
	assert_null(r);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void
events_are_taken_as_soon_as_they_are_whole(void **state)
{
	static const char EVENT[] =
	    "id: 1-2\nevent: executions\ndata: {\"kind\":\"ended\"}\n\n";
	struct buf in = BUF_INIT(4096);
	json_t *line;

	(void)state;
	assert_null(remote_stream_take(&in));
	for (size_t i = 0; i + 2 < sizeof(EVENT); i++) {
		buf_putc(&in, EVENT[i]);
		assert_null(remote_stream_take(&in));
	}
	buf_putc(&in, '\n');
	buf_puts(&in,
	    ": beat\n\nid: 1-3\nevent: pollers\ndata: {\"kind\":\"figures\"}\n\n"
	    "event: lost\ndata: {}\n\nid: 1-");
	line = remote_stream_take(&in);
	assert_string_equal(
	    json_string_value(json_object_get(json_object_get(line, "event"), "kind")),
	    "ended");
	json_decref(line);
	line = remote_stream_take(&in);
	assert_true(json_is_true(json_object_get(line, "lost")));
	json_decref(line);
	assert_null(remote_stream_take(&in));
	assert_string_equal(buf_text(&in), "id: 1-");
	buf_fini(&in);
}

/* ---- times ------------------------------------------------------------------ */

static void
moments_are_read_as_people_type_them(void **state)
{
	int64_t ms = -1;
	char text[MOMENT_TEXT_MAX];

	(void)state;
	assert_int_equal(moment_parse("now", NOW_MS, &ms), RC_OK);
	assert_int_equal(ms, NOW_MS);
	assert_int_equal(moment_parse("2s", NOW_MS, &ms), RC_OK);
	assert_int_equal(ms, NOW_MS - 2000);
	assert_int_equal(moment_parse("1970-01-01T00:01:30Z", NOW_MS, &ms), RC_OK);
	assert_int_equal(ms, 90000);
	assert_int_equal(moment_parse("1970-01-01 00:02Z", NOW_MS, &ms), RC_OK);
	assert_int_equal(ms, 120000);
	assert_int_equal(
	    moment_parse("1970-01-01T00:01:30Zulu", NOW_MS, &ms), RC_INVALID);
	assert_int_equal(moment_parse("1970-01-01T25:00", NOW_MS, &ms), RC_INVALID);
	assert_int_equal(moment_parse("", NOW_MS, &ms), RC_INVALID);
	assert_int_equal(ms, 120000);
	assert_string_equal(moment_iso(90005, text), "1970-01-01T00:01:30.005Z");
	assert_string_equal(moment_clock("yesterday", text), "");
	assert_string_equal(moment_clock(NULL, text), "");
	assert_int_equal(strlen(moment_clock("1970-01-01T00:01:30.005Z", text)), 8);
}

/* ---- shells --------------------------------------------------------------------------------- */

static void
shells_are_told_commands_verbs_options_and_choices(void **state)
{
	const struct cli_program program = { .name = "facho",
		.tables = { cli_commands } };
	char *bash = NULL, *zsh = NULL;
	size_t n;
	FILE *out = open_memstream(&bash, &n);

	(void)state;
	completion_bash(&program, out);
	(void)fclose(out);
	out = open_memstream(&zsh, &n);
	completion_zsh(&program, out);
	(void)fclose(out);
	check_contains(bash, "words='olt job node ");
	check_contains(bash, "verbs='find list show refresh ");
	check_contains(bash, "--run_state ");
	check_contains(bash, "--format) words='table csv json' ;;");
	check_contains(zsh, "#compdef facho");
	check_contains(zsh, "'onu:find, list, show and read the ONUs of all OLTs'");
	check_contains(zsh, "--format) compadd -- table csv json; return ;;");
	free(bash);
	free(zsh);
}

/* ---- the screen ------------------------------------------------------------------------------ */

static json_t *
many_busy(void)
{
	json_t *all = json_array();

	for (int i = 1; i <= 40; i++)
		(void)json_array_append_new(all,
		    json_pack("{s:i, s:s, s:s, s:s, s:i, s:s}", "poller", i, "status",
			i == 2 ? "FREE" : "BUSY", "olt_name", "norte\033[2J", "job_name",
			"estado de la se\xC3\xB1"
			"al",
			"execution", 100 + i, "since", "2026-01-31T12:00:05.000Z"));
	return json_pack("{s:o}", "results", all);
}

/* The number of lines of a screen, and the bytes of the longest. */
static size_t
count_lines(const char *text, size_t *ret_longest)
{
	size_t n = 0;

	*ret_longest = 0;
	for (; *text; n++) {
		size_t len = strcspn(text, "\n");

		*ret_longest = len > *ret_longest ? len : *ret_longest;
		text += len + (text[len] == '\n');
	}
	return n;
}

static void
the_screen_is_never_larger_than_the_terminal(void **state)
{
	json_t *status =
	    json_pack("{s:s, s:{s:i, s:i, s:b, s:s}}", "version", "1.2.3", "engine",
		"pollers", 50, "busy", 39, "saturated", 1, "saturation", "39 of 50 busy");
	json_t *pollers = many_busy();
	const struct screen_view view = { status, pollers, NULL, NULL, "12:00" };
	struct buf out = BUF_INIT(65536);
	size_t longest;

	(void)state;
	screen_draw(&out, &view, (struct screen_size){ 100, 30 }, "\n");
	check_contains(buf_text(&out), "facho 1.2.3   12:00");
	check_contains(buf_text(&out), "39 of 50 busy  SATURATED: 39 of 50 busy");
	check_contains(buf_text(&out), "norte?[2J");
	check_contains(buf_text(&out), "NEWEST");
	assert_null(strchr(buf_text(&out), '\033'));
	assert_null(strstr(buf_text(&out), "102  ")); /* the free one */
	assert_true(count_lines(buf_text(&out), &longest) <= 30);
	for (unsigned rows = 1; rows < 12; rows++) {
		buf_clear(&out);
		screen_draw(&out, &view, (struct screen_size){ 20, rows }, "\n");
		assert_true(count_lines(buf_text(&out), &longest) <= rows);
		assert_true(longest <= 21); /* one of its letters has two bytes */
	}
	buf_fini(&out);
	json_decref(status);
	json_decref(pollers);
}

static int
forget(void **state)
{
	(void)state;
	free(said);
	said = NULL;
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_noun_has_verbs_and_columns_that_exist),
		cmocka_unit_test(every_list_can_be_had_over_http_too),
		cmocka_unit_test_teardown(every_field_of_a_list_is_an_option, forget),
		cmocka_unit_test_teardown(a_thing_is_named_by_number_or_by_name, forget),
		cmocka_unit_test_teardown(
		    ranges_of_numbers_and_moments_are_two_bounds, forget),
		cmocka_unit_test_teardown(
		    what_is_deleted_is_shown_to_those_who_ask, forget),
		cmocka_unit_test(arguments_go_where_the_route_has_them),
		cmocka_unit_test(a_list_has_its_filters_in_the_query),
		cmocka_unit_test(a_thing_that_is_not_there_is_known_by_its_field),
		cmocka_unit_test(what_the_api_does_not_have_is_refused),
		cmocka_unit_test(every_verb_has_a_route),
		cmocka_unit_test(a_server_is_a_url_and_a_token_has_no_line_end),
		cmocka_unit_test(events_are_taken_as_soon_as_they_are_whole),
		cmocka_unit_test(moments_are_read_as_people_type_them),
		cmocka_unit_test(shells_are_told_commands_verbs_options_and_choices),
		cmocka_unit_test(the_screen_is_never_larger_than_the_terminal),
	};

	return CHECK_ALL(tests);
}
