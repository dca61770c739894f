/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho config`: shows the settings and the source of each.
 */
#include <string.h>

#include "cli/frame/wrap.h"
#include "cli/frame/printer.h"
#include "conf/conf.h"
#include "daemon/daemon_int.h"

static void more_help(FILE *out);
static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'f', "file", CLI_TEXT, "FILE", "Read this file instead of the default one." },
	{ 0, "check", CLI_FLAG, NULL,
	    "Only check. Exit status: 0 if there are no errors, 1 otherwise, with "
	    "all errors on standard error." },
	{ 0, "format", CLI_CHOICE, "FORMAT", "Output format.", .fallback = "ini",
	    .choices = "ini|table|csv|json" },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_config = {
	.name = "config",
	.summary = "show the settings in effect and where they come from",
	.usage = "[--file FILE] [--check] [--format ini|table|csv|json]",
	.help =
	    "Settings come from an INI file and from the environment. The environment\n"
	    "overrides the file. Settings that are in neither may be stored by facho\n"
	    "serve (see `facho setting`); stored values are not shown here. The file\n"
	    "is $FACHO_CONFIG, otherwise ./facho.conf, otherwise\n"
	    "/etc/facho/facho.conf. If it has errors, all of them are reported, with\n"
	    "the line and the expected value, and no command starts. Secrets are\n"
	    "shown as ***.\n",
	.examples = "facho config                      # what is in effect\n"
		    "facho config > new.conf           # a file to begin with\n"
		    "facho config --check -f new.conf  # is it right?\n"
		    "FACHO_SNMP_TIMEOUT=5s facho config\n",
	.options = { OPTIONS },
	.more_help = more_help,
	.run = run,
};

static const char *
when(const struct conf_item *item)
{
	switch (item->applies) {
	case CONF_AT_ONCE:
		return "A change by `facho setting` takes effect at once.";
	case CONF_AFTER_RESTART:
		return "A change takes effect after a restart.";
	case CONF_BY_FILE:
		break;
	}
	return "Only here: a change takes effect after a restart.";
}

static void
describe(const struct conf_item *item, FILE *out)
{
	char env[CONF_ENV_MAX];
	struct buf text = BUF_INIT(4096);

	(void)fprintf(out, "\n  %s (%s%s%s)", item->name, conf_env_name(item, env),
	    item->short_env ? " or " : "", item->short_env ? item->short_env : "");
	buf_printf(&text, "%s Expects ", item->help);
	conf_expected(item, &text);
	if (*item->fallback)
		buf_printf(&text, ". Default: %s.", item->fallback);
	else
		buf_puts(&text, ". Default: empty.");
	buf_printf(&text, " %s", when(item));
	wrap_print(out, buf_text(&text), 80, 6, 80);
	buf_fini(&text);
}

static void
more_help(FILE *out)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	(void)fputs("\nSettings (and their variables):\n", out);
	for (size_t i = 0; i < n; i++)
		describe(&items[i], out);
}

/* "[section]" where a new section begins; returns the key without it. */
static const char *
enter_section(const char *name, const char **section, FILE *out)
{
	const char *dot = strchr(name, '.');
	size_t n = (size_t)(dot - name);

	if (!*section || strncmp(*section, name, n + 1) != 0)
		(void)fprintf(out, "%s[%.*s]\n", *section ? "\n" : "", (int)n, name);
	*section = name;
	return dot + 1;
}

/* Prints an INI file with the same settings. Secrets and empty values cannot be read
 * back, so their lines are comments. */
static void
print_ini(const struct conf_loaded *loaded, FILE *out)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);
	const char *section = NULL;

	for (size_t i = 0; i < n; i++) {
		const char *key = enter_section(items[i].name, &section, out);
		struct buf value = BUF_INIT(4096), line = BUF_INIT(4096);

		conf_show(loaded, i, &value);
		if (items[i].type == CONF_SECRET || value.len == 0)
			buf_puts(&line, "; ");
		buf_printf(&line, "%s = %s", key, buf_text(&value));
		(void)fprintf(
		    out, "%-30s ; %s\n", buf_text(&line), conf_origin(loaded, i));
		buf_fini(&line);
		buf_fini(&value);
	}
}

static enum rc
print_rows(const struct conf_loaded *loaded, enum printer_format format, FILE *out,
    struct err *err)
{
	static const struct printer_column COLUMNS[] = { { "setting", "Setting" },
		{ "value", "Value" }, { "origin", "From" } };
	struct printer *w OWNED(printer_free) =
	    printer_new(out, format, COLUMNS, 3, terminal_width(out));
	size_t n;
	const struct conf_item *items = conf_items(&n);

	for (size_t i = 0; w && i < n; i++) {
		struct buf value = BUF_INIT(4096);
		struct value row[3] = { { .kind = VALUE_TEXT }, { .kind = VALUE_TEXT },
			{ .kind = VALUE_TEXT } };
		enum rc rc;

		conf_show(loaded, i, &value);
		row[0].text = items[i].name;
		row[1].text = buf_text(&value);
		row[2].text = conf_origin(loaded, i);
		rc = printer_row(w, row);
		buf_fini(&value);
		if (rc != RC_OK)
			return err_set(err, rc, "out of memory");
	}
	return w ? printer_end(w, err) : err_set(err, RC_NOMEM, "out of memory");
}

static int
print(struct cli_call *call, const struct conf_loaded *loaded)
{
	int format = cli_choice(call, "format");
	struct err err;

	if (format == 0) {
		print_ini(loaded, call->out);
		return CLI_DONE;
	}
	if (print_rows(loaded, (enum printer_format)(format - 1), call->out, &err) !=
	    RC_OK)
		return cli_failed(call, "%s", err.msg);
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	struct conf_loaded *loaded OWNED(conf_free) = NULL;
	const char *file = cli_text(call, "file");

	if (cli_flag(call, "check") && cli_given(call, "format"))
		return cli_wrong_usage(
		    call, "--check prints nothing: leave --format out");
	if (daemon_load(file ? file : conf_default_file(), call->err, &loaded) != RC_OK)
		return CLI_FAILED;
	return cli_flag(call, "check") ? CLI_DONE : print(call, loaded);
}
