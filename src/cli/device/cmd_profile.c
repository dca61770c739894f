/* SPDX-License-Identifier: Apache-2.0
 *
 * facho profile: the vendor profiles that ship, and a check of one's own.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/device/recording_int.h"
#include "cli/frame/printer.h"
#include "vendor/profile.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "snmprec", CLI_TEXT, "FILE",
	    "check: decode this recording with the profile and print every value." },
	{ 0, "format", CLI_CHOICE, "FORMAT", "Output format of rows.",
	    .fallback = "table", .choices = PRINTER_FORMATS },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_profile = {
	.name = "profile",
	.summary = "list, show and check vendor profiles",
	.usage = "list | show NAME | check FILE... [--snmprec FILE]",
	.help =
	    "list prints the profiles included in Facho. show prints the columns of a\n"
	    "profile, given by id, alias or brand. check reads your own profiles and\n"
	    "prints every error in them. With --snmprec it decodes a recording with\n"
	    "the last of these profiles (lines OID|type|value, as written by `facho\n"
	    "walk --snmprec`), so that a profile can be tested without the device.\n"
	    "See docs/manual/adding-a-vendor.md.\n",
	.examples = "facho profile list\n"
		    "facho profile show huawei\n"
		    "facho profile check my-olt.json\n"
		    "facho profile check my-olt.json --snmprec my-olt.snmprec\n",
	.min_args = 1,
	.max_args = CLI_ANY_NUMBER,
	.options = { OPTIONS },
	.run = run,
};

static struct value
text_value(const char *text)
{
	return text ? (struct value){ .kind = VALUE_TEXT, .text = text }
		    : (struct value){ .kind = VALUE_NULL };
}

static struct value
int_value(size_t n)
{
	return (struct value){ .kind = VALUE_INT, .i = (int64_t)n };
}

static struct printer *
new_printer(struct cli_call *call, const struct printer_column *columns, size_t n)
{
	return printer_new(call->out, (enum printer_format)cli_choice(call, "format"),
	    columns, n, terminal_width(call->out));
}

/* The last rows out; the exit status of the command. */
static int
end(struct cli_call *call, struct printer *w, enum rc rc)
{
	struct err err = { 0 };

	if (rc == RC_NOMEM)
		return cli_failed(call, "no memory");
	if (rc != RC_OK || printer_end(w, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	return CLI_DONE;
}

/* "a, b, c" in the arena. */
static const char *
joined(struct arena *arena, const char *const *texts, size_t n)
{
	const char *all = "";

	for (size_t i = 0; i < n && all; i++)
		all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", texts[i]);
	return all;
}

static size_t
columns_of(const struct profile *p, enum confidence confidence)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_columns; i++)
		n += p->columns[i].confidence == confidence;
	return n;
}

static int
list(struct cli_call *call, const struct profile_set *set)
{
	static const struct printer_column COLUMNS[] = {
		{ "id", "Profile" },
		{ "brand", "Brand" },
		{ "aliases", "Also called" },
		{ "technologies", "PON" },
		{ "recorded", "A" },
		{ "confirmed", "B" },
		{ "unverified", "C" },
		{ "title", "Devices" },
	};
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct printer *w OWNED(printer_free) = new_printer(call, COLUMNS, 8);
	enum rc rc = arena && w ? RC_OK : RC_NOMEM;

	for (size_t i = 0; rc == RC_OK && i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);
		struct value row[] = {
			text_value(p->id),
			text_value(p->brand),
			text_value(joined(arena, p->aliases, p->n_aliases)),
			text_value(joined(arena, p->technologies, p->n_technologies)),
			int_value(columns_of(p, CONFIDENCE_A)),
			int_value(columns_of(p, CONFIDENCE_B)),
			int_value(columns_of(p, CONFIDENCE_C)),
			text_value(p->title),
		};

		rc = printer_row(w, row);
	}
	return end(call, w, rc);
}

static int
show(struct cli_call *call, const struct profile *p)
{
	static const struct printer_column COLUMNS[] = {
		{ "table", "Table" },
		{ "column", "Column" },
		{ "key", "Shown as" },
		{ "oid", "OID" },
		{ "index", "Index" },
		{ "cost", "Cost" },
		{ "confidence", "Conf" },
		{ "source", "Source" },
	};
	struct printer *w OWNED(printer_free) = new_printer(call, COLUMNS, 8);
	enum rc rc = w ? RC_OK : RC_NOMEM;

	for (size_t i = 0; rc == RC_OK && i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		char confidence[2] = { (char)c->confidence, '\0' };
		char oid[OID_TEXT_MAX];
		struct value row[] = {
			text_value(c->table),
			text_value(c->name),
			text_value(c->key),
			text_value(oid_format(c->oid.arcs, c->oid.n, oid)),
			text_value(c->index ? c->index->name : NULL),
			text_value(c->cost == COST_SLOW ? "slow" : "fast"),
			text_value(confidence),
			text_value(c->source),
		};

		rc = printer_row(w, row);
	}
	return end(call, w, rc);
}

/* ---- a recording ---- */

struct printing {
	struct printer *w;
	enum rc rc;
	size_t n;
	size_t problems;
};

static void
print_value(const struct recorded *r, void *ctx)
{
	struct printing *p = ctx;
	struct value row[] = {
		text_value(r->column->table),
		text_value(r->position[0] ? r->position : NULL),
		text_value(r->column->key),
		r->value,
		text_value(r->problem),
	};

	p->n++;
	p->problems += r->problem != NULL;
	if (p->rc == RC_OK)
		p->rc = printer_row(p->w, row);
}

static int
decode(struct cli_call *call, const struct profile_set *set, const struct profile *p,
    const char *path)
{
	static const struct printer_column COLUMNS[] = {
		{ "table", "Table" },
		{ "position", "Position" },
		{ "key", "Column" },
		{ "value", "Value" },
		{ "problem", "Problem" },
	};
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct printer *w OWNED(printer_free) = new_printer(call, COLUMNS, 5);
	struct printing printing = { .w = w };
	const struct profile *found;
	struct recording rec;
	struct err err = { 0 };
	int status;

	if (!arena || !w)
		return cli_failed(call, "no memory");
	if (recording_load(path, arena, &rec, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (recording_decode(&rec, p, arena, print_value, &printing) != RC_OK)
		return cli_failed(call, "no memory");
	status = end(call, w, printing.rc);
	found = recording_detect(&rec, set, arena);
	fprintf(call->err, "%s: %zu values, %zu problems; detected as %s\n", path,
	    printing.n, printing.problems, found ? found->id : "nothing we know");
	if (status == CLI_DONE && printing.n == 0)
		return cli_failed(call, "%s has no column of %s", path, p->id);
	return status == CLI_DONE && printing.problems ? CLI_PARTIAL : status;
}

/* Add one file and say what is in it. The profile, or NULL after saying why. */
static const struct profile *
check_file(struct cli_call *call, struct profile_set *set, const char *path)
{
	struct err err = { 0 };
	const struct profile *p;

	if (profile_set_add_file(set, path, &err) != RC_OK) {
		(void)cli_failed(call, "%s", err.msg); /* the status comes at the end */
		return NULL;
	}
	p = profile_set_latest(set);
	fprintf(call->err, "%s: right: profile %s, %zu columns in %zu tables\n", path,
	    p->id, p->n_columns, p->n_tables);
	return p;
}

static int
check(struct cli_call *call, struct profile_set *set)
{
	const struct profile *last = NULL;
	const char *recording = cli_text(call, "snmprec");
	int status = CLI_DONE;

	if (call->n_args < 2)
		return cli_wrong_usage(call, "check needs a FILE");
	if (cli_given(call, "format") && !recording)
		return cli_wrong_usage(call, "--format is for check --snmprec");
	for (size_t i = 1; i < call->n_args; i++) {
		last = check_file(call, set, call->args[i]);
		if (!last)
			status = CLI_FAILED;
	}
	if (status == CLI_DONE && recording)
		status = decode(call, set, last, recording);
	return status;
}

static int
run(struct cli_call *call)
{
	struct profile_set *set OWNED(profile_set_free) = NULL;
	struct err err = { 0 };
	const struct profile *p;

	if (cli_given(call, "snmprec") && strcmp(call->args[0], "check") != 0)
		return cli_wrong_usage(call, "--snmprec is for check");
	if (profile_set_load_builtin(&set, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (strcmp(call->args[0], "list") == 0 && call->n_args == 1)
		return list(call, set);
	if (strcmp(call->args[0], "check") == 0)
		return check(call, set);
	if (strcmp(call->args[0], "show") != 0 || call->n_args != 2)
		return cli_wrong_usage(call, "expected list, show NAME or check FILE...");
	p = profile_set_find(set, call->args[1]);
	if (!p)
		return cli_failed(call,
		    "there is no profile \"%s\"; `facho profile list` has them",
		    call->args[1]);
	return show(call, p);
}
