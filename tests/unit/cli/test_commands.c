/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of commands is consistent: checks that a compiler cannot do.
 */
#include "check.h"

#include "cli/frame/given.h"
#include "cli/frame/commands.h"
#include "cli/remote/remote.h"

static void
every_command_has_a_name_of_its_own_a_summary_and_a_run(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *c = cli_commands[i];

		assert_non_null(c->name);
		assert_non_null(c->summary);
		assert_non_null(c->usage);
		assert_non_null(c->run);
		assert_true(c->min_args <= c->max_args);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(c->name, cli_commands[j]->name);
	}
}

static void
every_command_shows_by_example(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *c = cli_commands[i];

		if (!c->examples)
			fail_msg("facho %s --help has no examples", c->name);
		check_contains(c->examples, c->name);
	}
}

static void
every_list_can_say_what_there_is_none_of(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct remote_noun *noun = cli_commands[i]->noun;

		if (!noun)
			continue;
		if (noun->columns && !noun->plural)
			fail_msg(
			    "facho %s: its noun has no plural", cli_commands[i]->name);
		for (const struct remote_verb *v = noun->verbs; v->name; v++) {
			if (v->rows && strcmp(v->rows, "results") == 0 && !v->nothing)
				fail_msg("facho %s %s: nothing of what?",
				    cli_commands[i]->name, v->name);
		}
	}
}

/* All options of one command, to compare each with those before it. */
struct seen {
	const struct cli_command *command;
	size_t n;
	struct cli_option options[100];
};

static void
look_at(const struct cli_option *o, void *arg)
{
	struct seen *seen = arg;

	if (o->type == CLI_HEADING)
		return;
	if (!o->name || !o->help)
		fail_msg("facho %s: an option without name or help", seen->command->name);
	for (size_t i = 0; i < seen->n; i++) {
		assert_string_not_equal(o->name, seen->options[i].name);
		if (o->letter && o->letter == seen->options[i].letter)
			fail_msg("facho %s: -%c is both --%s and --%s",
			    seen->command->name, o->letter, o->name,
			    seen->options[i].name);
	}
	assert_true(seen->n < 100);
	seen->options[seen->n++] = *o;
}

static void
no_two_options_of_a_command_are_spelt_alike(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		struct seen seen = { .command = cli_commands[i] };

		cli_each_option(cli_commands[i], look_at, &seen);
	}
}

static void
check_fallback(const struct cli_option *o, void *arg)
{
	const char *items[1];
	struct cli_value value = { .option = o, .items = items };
	struct err err;

	(void)arg;
	if (o->type == CLI_HEADING || !o->fallback)
		return;
	if (cli_value_set(&value, o->fallback, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static void
every_default_is_a_value_the_option_would_take(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++)
		cli_each_option(cli_commands[i], check_fallback, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_has_a_name_of_its_own_a_summary_and_a_run),
		cmocka_unit_test(every_command_shows_by_example),
		cmocka_unit_test(every_list_can_say_what_there_is_none_of),
		cmocka_unit_test(no_two_options_of_a_command_are_spelt_alike),
		cmocka_unit_test(every_default_is_a_value_the_option_would_take),
	};

	return CHECK_ALL(tests);
}
