/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remote/completion_int.h"

#include "cli/frame/given.h"
#include "cli/remote/remote.h"

/* ---- words -------------------------------------------------------------------------- */

static void
each_command(const struct cli_program *program,
    void (*fn)(const struct cli_command *command, FILE *out), FILE *out)
{
	for (size_t t = 0; t < CLI_TABLES_MAX && program->tables[t]; t++) {
		for (size_t i = 0; program->tables[t][i]; i++)
			fn(program->tables[t][i], out);
	}
}

static void
put_command(const struct cli_command *command, FILE *out)
{
	(void)fprintf(out, "%s ", command->name);
}

static void
put_verbs(const struct cli_command *command, FILE *out)
{
	for (const struct remote_verb *v = command->noun ? command->noun->verbs : NULL;
	     v && v->name; v++)
		(void)fprintf(out, "%s%s", v == command->noun->verbs ? "" : " ", v->name);
}

static void
put_option(const struct cli_option *o, void *arg)
{
	if (o->type != CLI_HEADING)
		(void)fprintf(arg, "--%s ", o->name);
}

static void
put_choices(const struct cli_option *o, FILE *out)
{
	struct buf text = BUF_INIT(1024);

	cli_put_choices(o, " ", &text);
	(void)fputs(buf_text(&text), out);
	buf_fini(&text);
}

/* ---- bash ---------------------------------------------------------------------------- */

static void
bash_choice(const struct cli_option *o, void *arg)
{
	FILE *out = arg;

	if (o->type != CLI_CHOICE)
		return;
	(void)fprintf(out, "\t\t--%s) words='", o->name);
	put_choices(o, out);
	(void)fputs("' ;;\n", out);
}

static void
bash_command(const struct cli_command *command, FILE *out)
{
	(void)fprintf(out, "\t%s)\n\t\tverbs='", command->name);
	put_verbs(command, out);
	(void)fputs("'\n\t\toptions='", out);
	cli_each_option(command, put_option, out);
	(void)fputs("--help'\n\t\tcase $before in\n", out);
	cli_each_option(command, bash_choice, out);
	(void)fputs("\t\tesac\n\t\t;;\n", out);
}

void
completion_bash(const struct cli_program *program, FILE *out)
{
	(void)fprintf(out,
	    "# Completion of %s for bash: source <(%s completion bash)\n"
	    "_%s() {\n"
	    "\tlocal now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
	    "\tlocal words='' verbs='' options=''\n"
	    "\tCOMPREPLY=()\n"
	    "\tcase ${COMP_WORDS[1]} in\n",
	    program->name, program->name, program->name);
	each_command(program, bash_command, out);
	(void)fputs("\tesac\n\tif ((COMP_CWORD == 1)); then\n\t\twords='", out);
	each_command(program, put_command, out);
	(void)fputs("help'\n"
		    "\telif [[ -z $words && $now == -* ]]; then\n"
		    "\t\twords=$options\n"
		    "\telif [[ -z $words ]] && ((COMP_CWORD == 2)); then\n"
		    "\t\twords=$verbs\n"
		    "\tfi\n"
		    "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n"
		    "}\n",
	    out);
	(void)fprintf(
	    out, "complete -o default -F _%s %s\n", program->name, program->name);
}

/* ---- zsh ------------------------------------------------------------------------------ */

/* In single quotes. */
static void
put_quoted(const char *text, FILE *out)
{
	for (; *text; text++) {
		if (*text == '\'')
			(void)fputs("'\\''", out);
		else
			(void)fputc(*text, out);
	}
}

static void
zsh_describe(const struct cli_command *command, FILE *out)
{
	(void)fprintf(out, "\t\t\t'%s:", command->name);
	put_quoted(command->summary, out);
	(void)fputs("'\n", out);
}

static void
zsh_choice(const struct cli_option *o, void *arg)
{
	FILE *out = arg;

	if (o->type != CLI_CHOICE)
		return;
	(void)fprintf(out, "\t\t--%s) compadd -- ", o->name);
	put_choices(o, out);
	(void)fputs("; return ;;\n", out);
}

static void
zsh_command(const struct cli_command *command, FILE *out)
{
	(void)fprintf(out, "\t%s)\n\t\tverbs=(", command->name);
	put_verbs(command, out);
	(void)fputs(")\n\t\toptions=(", out);
	cli_each_option(command, put_option, out);
	(void)fputs("--help)\n\t\tcase $words[CURRENT-1] in\n", out);
	cli_each_option(command, zsh_choice, out);
	(void)fputs("\t\tesac\n\t\t;;\n", out);
}

void
completion_zsh(const struct cli_program *program, FILE *out)
{
	(void)fprintf(out,
	    "#compdef %s\n"
	    "# Completion of %s for zsh: %s completion zsh > \"${fpath[1]}/_%s\"\n"
	    "_%s() {\n"
	    "\tlocal -a verbs options commands\n"
	    "\tif ((CURRENT == 2)); then\n"
	    "\t\tcommands=(\n",
	    program->name, program->name, program->name, program->name, program->name);
	each_command(program, zsh_describe, out);
	(void)fputs("\t\t\t'help:how to call a command'\n\t\t)\n"
		    "\t\t_describe command commands\n"
		    "\t\treturn\n\tfi\n\tcase $words[2] in\n",
	    out);
	each_command(program, zsh_command, out);
	(void)fprintf(out,
	    "\tesac\n"
	    "\tif [[ $words[CURRENT] == -* ]]; then\n"
	    "\t\tcompadd -- $options\n"
	    "\telif ((CURRENT == 3 && $#verbs > 0)); then\n"
	    "\t\tcompadd -- $verbs\n"
	    "\telse\n"
	    "\t\t_files\n"
	    "\tfi\n"
	    "}\n"
	    "if [[ $funcstack[1] == _%s ]]; then _%s \"$@\"; else compdef _%s %s; fi\n",
	    program->name, program->name, program->name, program->name);
}
