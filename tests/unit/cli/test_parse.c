/* SPDX-License-Identifier: Apache-2.0
 *
 * A program with two commands and all kinds of arguments.
 */
#include "check.h"

#include "cli/frame/program.h"

static const struct cli_option SHARED[] = {
	{ .type = CLI_HEADING, .help = "Shared options" },
	{ 'c', "community", CLI_SECRET, "COMMUNITY", "A secret." },
	CLI_OPTIONS_END,
};

static const struct cli_option OPTIONS[] = {
	{ 'n', "count", CLI_INT, "N", "How often.", .min = 1, .max = 9, .fallback = "3" },
	{ 't', "timeout", CLI_MS, "TIME", "How long.", .min = 100, .max = 60000 },
	{ 0, "size", CLI_BYTES, "SIZE", "How much.", .min = 1, .max = 65536 },
	{ 'j', "json", CLI_FLAG, NULL, "As JSON." },
	{ 'q', "quiet", CLI_FLAG, NULL, "Say less." },
	{ 0, "colour", CLI_CHOICE, "COLOUR", "Which.", .fallback = "red",
	    .choices = "red|green" },
	{ 'o', "olt", CLI_LIST, "OLT", "Which ones." },
	{ 0, "name", CLI_TEXT, "NAME", "Who." },
	{ 0, "names", CLI_TEXT, "NAMES", "Who all." },
	CLI_OPTIONS_END,
};

/* What the command received, for the test. */
static struct {
	int runs;
	size_t n_args;
	char first_arg[64];
	int64_t count, timeout, size;
	bool json, quiet;
	int colour;
	size_t n_olts;
	char olts[4][32];
	const char *name;
	char community[SECRET_MAX + 1];
	char argv_community[32];
	bool has_settings;
} seen;

/* The place of the community in argv, to check it while the command runs. */
static const char *watched;

static int
run_ask(struct cli_call *call)
{
	const char *const *olts;

	seen.runs++;
	seen.n_args = call->n_args;
	(void)snprintf(seen.first_arg, sizeof(seen.first_arg), "%s", call->args[0]);
	seen.count = cli_number(call, "count");
	seen.timeout = cli_number(call, "timeout");
	seen.size = cli_number(call, "size");
	seen.json = cli_flag(call, "json");
	seen.quiet = cli_flag(call, "quiet");
	seen.colour = cli_choice(call, "colour");
	seen.name = cli_text(call, "name");
	seen.n_olts = cli_list(call, "olt", &olts);
	for (size_t i = 0; i < seen.n_olts && i < 4; i++)
		(void)snprintf(seen.olts[i], sizeof(seen.olts[i]), "%s", olts[i]);
	(void)snprintf(seen.community, sizeof(seen.community), "%s",
	    cli_secret(call, "community")->bytes);
	if (watched)
		memcpy(seen.argv_community, watched, sizeof("hunter2"));
	return CLI_PARTIAL;
}

static int
run_needy(struct cli_call *call)
{
	seen.runs++;
	seen.has_settings = call->settings != NULL;
	if (call->settings->snmp_retries == 9)
		return cli_wrong_usage(call, "nine is too many");
	return CLI_DONE;
}

static const struct cli_command ASK = {
	.name = "ask",
	.summary = "ask somebody",
	.usage = "HOST [options]",
	.help = "Asks.\n",
	.examples = "facho ask here\nfacho ask there -j\n",
	.min_args = 1,
	.max_args = 2,
	.options = { OPTIONS, SHARED },
	.run = run_ask,
};

static const struct cli_command NEEDY = {
	.name = "needy",
	.summary = "need settings",
	.usage = "",
	.uses_settings = true,
	.run = run_needy,
};

static const struct cli_command *const TABLE[] = { &ASK, NULL };
static const struct cli_command *const OTHERS[] = { &NEEDY, NULL };

static bool settings_are_wrong;
static struct cli_settings settings;

static enum rc
load(FILE *err, const struct cli_settings **ret_settings)
{
	if (settings_are_wrong) {
		(void)fputs("facho.conf:1: wrong\n", err);
		return RC_INVALID;
	}
	*ret_settings = &settings;
	return RC_OK;
}

static const struct cli_program PROGRAM = {
	.name = "facho",
	.summary = "a test",
	.version = "1.2.3",
	.tables = { TABLE, OTHERS },
	.load_settings = load,
};

static char *out, *err;

/* Run a line of words; its output is in out and err. Words are copied because
 * secrets are wiped from them. */
static int
facho(const char *line)
{
	char words[400], *argv[32] = { NULL }, *rest = words, *word;
	size_t n_out, n_err;
	FILE *fout, *ferr;
	int argc = 0, status;

	free(out);
	free(err);
	memset(&seen, 0, sizeof(seen));
	watched = NULL;
	fout = open_memstream(&out, &n_out);
	ferr = open_memstream(&err, &n_err);
	(void)snprintf(words, sizeof(words), "%s", line);
	while ((word = strsep(&rest, " ")) != NULL) {
		argv[argc++] = word;
		if (strstr(word, "hunter2"))
			watched = strstr(word, "hunter2");
	}
	status = cli_main(&PROGRAM, argc, argv, fout, ferr);
	(void)fclose(fout);
	(void)fclose(ferr);
	return status;
}

static int
forget(void **state)
{
	(void)state;
	free(out);
	free(err);
	return 0;
}

static void
fallbacks_hold_where_nothing_is_given(void **state)
{
	(void)state;
	assert_int_equal(facho("facho ask here"), CLI_PARTIAL);
	assert_int_equal(seen.n_args, 1);
	assert_string_equal(seen.first_arg, "here");
	assert_int_equal(seen.count, 3);
	assert_int_equal(seen.timeout, 0);
	assert_int_equal(seen.colour, 0);
	assert_null(seen.name);
	assert_int_equal(seen.n_olts, 0);
	assert_string_equal(seen.community, "");
	assert_false(seen.json);
}

static void
options_are_read_in_all_their_spellings(void **state)
{
	(void)state;
	assert_int_equal(
	    facho("facho ask -n 4 --timeout=2s here --size 64k -jq --colour green "
		  "-o a --olt=b -oc there"),
	    CLI_PARTIAL);
	assert_int_equal(seen.n_args, 2);
	assert_int_equal(seen.count, 4);
	assert_int_equal(seen.timeout, 2000);
	assert_int_equal(seen.size, 65536);
	assert_true(seen.json && seen.quiet);
	assert_int_equal(seen.colour, 1);
	assert_int_equal(seen.n_olts, 3);
	assert_string_equal(seen.olts[0], "a");
	assert_string_equal(seen.olts[1], "b");
	assert_string_equal(seen.olts[2], "c");
}

static void
the_beginning_of_a_name_will_do_when_it_is_the_only_one(void **state)
{
	(void)state;
	assert_int_equal(facho("facho ask here --time 1s"), CLI_PARTIAL);
	assert_int_equal(seen.timeout, 1000);
	assert_int_equal(facho("facho ask here --name me"), CLI_PARTIAL);
	assert_int_equal(facho("facho ask here --nam me"), CLI_USAGE);
	assert_int_equal(facho("facho ask here --co 3"), CLI_USAGE);
}

static void
behind_two_dashes_nothing_is_an_option(void **state)
{
	(void)state;
	assert_int_equal(facho("facho ask -- -j"), CLI_PARTIAL);
	assert_string_equal(seen.first_arg, "-j");
	assert_false(seen.json);
	assert_int_equal(facho("facho ask -"), CLI_PARTIAL);
	assert_string_equal(seen.first_arg, "-");
}

static void
a_negative_number_is_no_option(void **state)
{
	(void)state;
	assert_int_equal(facho("facho ask -24.5 -j"), CLI_PARTIAL);
	assert_string_equal(seen.first_arg, "-24.5");
	assert_true(seen.json);
	assert_int_equal(facho("facho ask here -n -24"), CLI_USAGE);
	check_contains(err, "\"-24\" is not a number from 1 to 9");
}

static void
a_secret_is_copied_and_wiped_from_argv_in_every_spelling(void **state)
{
	static const char *const LINES[] = { "facho ask here -c hunter2",
		"facho ask -chunter2 here", "facho ask --community hunter2 here",
		"facho ask --community=hunter2 here", "facho ask -jc hunter2 here" };

	(void)state;
	for (size_t i = 0; i < sizeof(LINES) / sizeof(LINES[0]); i++) {
		assert_int_equal(facho(LINES[i]), CLI_PARTIAL);
		assert_string_equal(seen.community, "hunter2");
		for (size_t k = 0; k < sizeof("hunter2"); k++)
			assert_int_equal(seen.argv_community[k], 0);
	}
}

static void
wrong_usage_is_answered_with_the_right_one(void **state)
{
	static const struct {
		const char *line, *says;
	} WRONG[] = {
		{ "facho ask", "something is missing" },
		{ "facho ask a b c", "\"c\" is one word too many" },
		{ "facho ask a --cuont 3", "no option --cuont; did you mean --count?" },
		{ "facho ask a -z", "no option -z" },
		{ "facho ask a --count", "--count needs its N" },
		{ "facho ask a --count 10", "\"10\" is not a number from 1 to 9" },
		{ "facho ask a --count x", "\"x\" is not a number from 1 to 9" },
		{ "facho ask a -t 5", "\"5\" is not a time from 100ms to 1m" },
		{ "facho ask a --size 65k", "is not a size from 1 to 64k" },
		{ "facho ask a --colour blue", "\"blue\" is not one of: red, green" },
		{ "facho ask a --json=yes", "--json takes no argument" },
		{ "facho ask a --=x", "no option --" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		assert_int_equal(facho(WRONG[i].line), CLI_USAGE);
		assert_int_equal(seen.runs, 0);
		check_contains(err, WRONG[i].says);
		check_contains(err, "Usage: facho ask HOST [options]");
		assert_string_equal(out, "");
	}
}

static void
a_word_that_is_no_command_gets_the_nearest_one(void **state)
{
	(void)state;
	assert_int_equal(facho("facho aks"), CLI_USAGE);
	check_contains(err, "no command \"aks\"; did you mean \"ask\"?");
	assert_int_equal(facho("facho xyzzy"), CLI_USAGE);
	assert_null(strstr(err, "did you mean"));
	assert_int_equal(facho("facho help xyzzy"), CLI_USAGE);
}

static void
help_comes_from_the_tables(void **state)
{
	static const char *const ASKING[] = { "facho ask --help", "facho ask -h",
		"facho help ask", "facho ask a b c -j --help" };

	(void)state;
	for (size_t i = 0; i < sizeof(ASKING) / sizeof(ASKING[0]); i++) {
		assert_int_equal(facho(ASKING[i]), CLI_DONE);
		assert_int_equal(seen.runs, 0);
		check_contains(out, "facho ask - ask somebody");
		check_contains(out,
		    "  -n, --count N             How often. From 1 to 9. "
		    "Default: 3.\n");
		check_contains(
		    out, "      --colour COLOUR       Which. One of: red, green.");
		check_contains(out, "\nShared options:\n  -c, --community COMMUNITY\n");
		check_contains(
		    out, "Examples:\n  facho ask here\n  facho ask there -j\n");
	}
}

static void
the_program_lists_its_commands(void **state)
{
	(void)state;
	assert_int_equal(facho("facho help"), CLI_DONE);
	check_contains(out, "  ask        ask somebody\n  needy      need settings\n");
	assert_int_equal(facho("facho --help"), CLI_DONE);
	check_contains(out, "Usage: facho COMMAND ...");
	assert_int_equal(facho("facho"), CLI_USAGE);
	check_contains(err, "Usage: facho COMMAND ...");
	assert_string_equal(out, "");
	assert_int_equal(facho("facho --version"), CLI_DONE);
	assert_string_equal(out, "facho 1.2.3\n");
}

static void
a_broken_configuration_stops_only_who_needs_it(void **state)
{
	(void)state;
	settings_are_wrong = true;
	assert_int_equal(facho("facho needy"), CLI_FAILED);
	assert_int_equal(seen.runs, 0);
	check_contains(err, "facho.conf:1: wrong");
	assert_int_equal(facho("facho ask here"), CLI_PARTIAL);
	assert_int_equal(facho("facho needy --help"), CLI_DONE);
	settings_are_wrong = false;
	assert_int_equal(facho("facho needy"), CLI_DONE);
	assert_true(seen.has_settings);
}

static void
a_command_can_find_usage_wrong_itself(void **state)
{
	(void)state;
	settings.snmp_retries = 9;
	assert_int_equal(facho("facho needy"), CLI_USAGE);
	check_contains(err, "facho needy: nine is too many\nUsage: facho needy");
	settings.snmp_retries = 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fallbacks_hold_where_nothing_is_given),
		cmocka_unit_test(options_are_read_in_all_their_spellings),
		cmocka_unit_test(the_beginning_of_a_name_will_do_when_it_is_the_only_one),
		cmocka_unit_test(behind_two_dashes_nothing_is_an_option),
		cmocka_unit_test(a_negative_number_is_no_option),
		cmocka_unit_test(
		    a_secret_is_copied_and_wiped_from_argv_in_every_spelling),
		cmocka_unit_test(wrong_usage_is_answered_with_the_right_one),
		cmocka_unit_test(a_word_that_is_no_command_gets_the_nearest_one),
		cmocka_unit_test(help_comes_from_the_tables),
		cmocka_unit_test(the_program_lists_its_commands),
		cmocka_unit_test(a_broken_configuration_stops_only_who_needs_it),
		cmocka_unit_test(a_command_can_find_usage_wrong_itself),
	};

	return cmocka_run_group_tests(tests, NULL, forget);
}
