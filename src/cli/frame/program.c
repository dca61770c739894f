/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/program.h"

#include <string.h>

#include "base/nearest.h"
#include "cli/frame/given.h"

/* NULL: unknown command. */
static const struct cli_command *
cli_find(const struct cli_program *program, const char *name)
{
	for (size_t t = 0; t < CLI_TABLES_MAX && program->tables[t]; t++) {
		for (size_t i = 0; program->tables[t][i]; i++) {
			if (strcmp(program->tables[t][i]->name, name) == 0)
				return program->tables[t][i];
		}
	}
	return NULL;
}

static int
unknown_command(const struct cli_program *program, const char *typed, FILE *err)
{
	struct nearest near = { 0 };

	nearest_offer(&near, typed, "help");
	for (size_t t = 0; t < CLI_TABLES_MAX && program->tables[t]; t++) {
		for (size_t i = 0; program->tables[t][i]; i++)
			nearest_offer(&near, typed, program->tables[t][i]->name);
	}
	(void)fprintf(err, "%s: there is no command \"%.60s\"", program->name, typed);
	if (near.best)
		(void)fprintf(err, "; did you mean \"%s\"?", near.best);
	(void)fprintf(err, "\n\"%s help\" lists them.\n", program->name);
	return CLI_USAGE;
}

/* `facho help` and `facho help CMD`. */
static int
explain(const struct cli_program *program, int argc, char **argv, FILE *out, FILE *err)
{
	const struct cli_command *command;

	if (argc < 1) {
		cli_print_program_help(program, out);
		return CLI_DONE;
	}
	command = cli_find(program, argv[0]);
	if (!command)
		return unknown_command(program, argv[0], err);
	cli_print_command_help(command, out);
	return CLI_DONE;
}

static int
parse_and_run(const struct cli_program *program, struct cli_call *call,
    struct arena *arena, int argc, char **argv)
{
	struct err err = { 0 };
	enum rc rc = cli_parse(call, arena, argc, argv, &err);

	if (rc == RC_NOMEM)
		return cli_failed(call, "%s", err.msg);
	if (rc != RC_OK)
		return cli_wrong_usage(call, "%s", err.msg);
	if (call->values->wants_help) {
		cli_print_command_help(call->command, call->out);
		return CLI_DONE;
	}
	if (call->command->uses_settings &&
	    program->load_settings(call->err, &call->settings) != RC_OK)
		return CLI_FAILED;
	return call->command->run(call);
}

static int
run_command(
    const struct cli_program *program, struct cli_call *call, int argc, char **argv)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	int status;

	if (!arena)
		return cli_failed(call, "out of memory");
	status = parse_and_run(program, call, arena, argc, argv);
	cli_values_wipe(call->values);
	return status;
}

int
cli_main(const struct cli_program *program, int argc, char **argv, FILE *out, FILE *err)
{
	struct cli_call call = { .program = program, .out = out, .err = err };

	if (argc < 2) {
		cli_print_program_help(program, err);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
	    strcmp(argv[1], "-h") == 0)
		return explain(program, argc - 2, argv + 2, out, err);
	if (strcmp(argv[1], "--version") == 0) {
		(void)fprintf(out, "%s %s\n", program->name, program->version);
		return CLI_DONE;
	}
	call.command = cli_find(program, argv[1]);
	if (!call.command)
		return unknown_command(program, argv[1], err);
	return run_command(program, &call, argc - 2, argv + 2);
}
