/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of `--help`, from the tables.
 */
#include <string.h>

#include "base/buf.h"
#include "cli/frame/given.h"
#include "cli/frame/wrap.h"

enum { HELP_WIDTH = 80, HELP_INDENT = 28 };

/* "  -c, --community COMMUNITY"; returns its width. */
static size_t
print_option_name(const struct cli_option *o, FILE *out)
{
	size_t width = 6 + 2 + strlen(o->name);

	if (o->letter)
		(void)fprintf(out, "  -%c, ", o->letter);
	else
		(void)fputs("      ", out);
	(void)fprintf(out, "--%s", o->name);
	if (o->argument) {
		(void)fprintf(out, " %s", o->argument);
		width += 1 + strlen(o->argument);
	}
	return width;
}

/* Additional information of the table: choices, range, default. */
static void
say_limits(const struct cli_option *o, struct buf *b)
{
	char range[CLI_RANGE_MAX];

	switch (o->type) {
	case CLI_INT:
	case CLI_MS:
	case CLI_BYTES:
		buf_printf(b, " From %s.", cli_range(o, range));
		break;
	case CLI_CHOICE:
		buf_puts(b, " One of: ");
		cli_put_choices(o, ", ", b);
		buf_putc(b, '.');
		break;
	case CLI_LIST:
		buf_puts(b, " May be given several times.");
		break;
	case CLI_FLAG:
	case CLI_TEXT:
	case CLI_SECRET:
	case CLI_HEADING:
	case CLI_END:
		break;
	}
	if (o->fallback)
		buf_printf(b, " Default: %s.", o->fallback);
}

static void
print_option(const struct cli_option *o, void *arg)
{
	FILE *out = arg;
	struct buf text = BUF_INIT(4096);
	size_t width;

	if (o->type == CLI_HEADING) {
		(void)fprintf(out, "\n%s:\n", o->help);
		return;
	}
	width = print_option_name(o, out);
	buf_puts(&text, o->help);
	say_limits(o, &text);
	wrap_print(out, buf_text(&text), width, HELP_INDENT, HELP_WIDTH);
	buf_fini(&text);
}

static void
print_examples(const char *examples, FILE *out)
{
	(void)fputs("\nExamples:\n", out);
	while (*examples) {
		int n = (int)strcspn(examples, "\n");

		(void)fprintf(out, "  %.*s\n", n, examples);
		examples += n + (examples[n] == '\n');
	}
}

static bool
ends_line(const char *text)
{
	size_t n = strlen(text);

	return n > 0 && text[n - 1] == '\n';
}

void
cli_print_command_help(const struct cli_command *c, FILE *out)
{
	static const struct cli_option HELP = { 'h', "help", CLI_FLAG, NULL,
		"Show this help.", 0, 0, NULL, NULL };

	(void)fprintf(out, "facho %s - %s\n\n", c->name, c->summary);
	(void)fprintf(out, "Usage: facho %s %s\n", c->name, c->usage);
	if (c->help)
		(void)fprintf(out, "\n%s%s", c->help, ends_line(c->help) ? "" : "\n");
	(void)fputs("\nOptions:\n", out);
	cli_each_option(c, print_option, out);
	print_option(&HELP, out);
	if (c->examples)
		print_examples(c->examples, out);
	if (c->more_help)
		c->more_help(out);
}

void
cli_print_program_help(const struct cli_program *program, FILE *out)
{
	(void)fprintf(
	    out, "%s %s - %s\n\n", program->name, program->version, program->summary);
	(void)fprintf(out, "Usage: %s COMMAND ...\n\nCommands:\n", program->name);
	for (size_t t = 0; t < CLI_TABLES_MAX && program->tables[t]; t++) {
		for (size_t i = 0; program->tables[t][i]; i++)
			(void)fprintf(out, "  %-10s %s\n", program->tables[t][i]->name,
			    program->tables[t][i]->summary);
	}
	(void)fprintf(out,
	    "  %-10s %s\n\n"
	    "%s COMMAND --help explains a command, with examples.\n",
	    "help", "show this list, or the help of a command", program->name);
}

void
cli_print_usage(const struct cli_command *c, FILE *out)
{
	(void)fprintf(out, "Usage: facho %s %s\n", c->name, c->usage);
	(void)fprintf(out, "\"facho %s --help\" explains it, with examples.\n", c->name);
}
