/* SPDX-License-Identifier: Apache-2.0
 *
 * facho detect: what a device is, and which columns it answers how fast.
 */
#include "cli/frame/commands.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/frame/asking.h"
#include "cli/frame/printer.h"
#include "cli/frame/utf8.h"
#include "collect/collect.h"
#include "collect/detect.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'j', "json", CLI_FLAG, NULL, "Print one JSON object.", 0, 0, NULL, NULL },
	{ 0, "no-columns", CLI_FLAG, NULL, "Do not test the columns of the profile.", 0,
	    0, NULL, NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_detect = {
	.name = "detect",
	.summary = "detect brand and model of an OLT and test its columns",
	.usage = "HOST[:PORT] [options]",
	.help = "Finds brand, model and vendor profile from the answers of the device.\n"
		"Then reads every column of the profile once and shows which columns\n"
		"answer, how fast, and whether the value is plausible. Columns that are\n"
		"known from one source only are marked as unverified until this device\n"
		"has answered them.",
	.examples = "facho detect 192.0.2.1\n"
		    "facho detect 192.0.2.1 --json\n"
		    "facho detect 192.0.2.1 --profile-file my-olt.json\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { OPTIONS, PROFILE_OPTIONS, ASKING_OPTIONS },
	.run = run,
};

enum { DEADLINE_MS = 10 * 60 * 1000 };

struct detecting {
	struct cli_call *call;
	struct asking *asking;
	const struct detection *found; /* borrowed from the detect that made it */
};

static void
on_done(void *ctx, const struct detection *d)
{
	struct detecting *r = ctx;

	r->found = d;
	asking_end(r->asking);
}

static const char *
look_word(const struct detect_column *c)
{
	if (!c->answers)
		return "no";
	if (!c->is_plausible)
		return "implausible";
	return "yes";
}

static void
json_field(FILE *out, const char *key, const char *text)
{
	fprintf(out, "  \"%s\": ", key);
	if (text)
		printer_json_text(out, text);
	else
		fputs("null", out);
	fputs(",\n", out);
}

static void
json_columns(FILE *out, const struct detection *d)
{
	char text[OID_TEXT_MAX];

	fputs("  \"columns\": [", out);
	for (size_t i = 0; i < d->n_columns; i++) {
		const struct detect_column *c = &d->columns[i];

		fprintf(out, "%s\n    {\"name\": ", i ? "," : "");
		printer_json_text(out, c->column->name);
		fputs(", \"key\": ", out);
		printer_json_text(out, c->column->key);
		fputs(", \"table\": ", out);
		printer_json_text(out, c->column->table);
		fprintf(out,
		    ", \"oid\": \"%s\", \"answers\": %s, \"plausible\": %s, \"ms\": ",
		    oid_format(c->column->oid.arcs, c->column->oid.n, text),
		    c->answers ? "true" : "false", c->is_plausible ? "true" : "false");
		if (c->answers)
			fprintf(out, "%.1f", (double)c->rtt_us / 1000);
		else
			fputs("null", out);
		fprintf(out,
		    ", \"cost\": \"%s\", \"confidence\": \"%c\", \"verified\": %s}",
		    c->column->cost == COST_SLOW ? "slow" : "fast", c->column->confidence,
		    c->column->confidence != CONFIDENCE_C ||
			    (c->answers && c->is_plausible)
			? "true"
			: "false");
	}
	fputs(d->n_columns ? "\n  ],\n" : "],\n", out);
}

static void
json_governor(FILE *out, const struct asking *a)
{
	struct snmpc_memory m = snmpc_session_memory(a->session);

	fprintf(out,
	    "  \"governor\": {\"in_flight\": %u, \"answer_bytes\": %u, \"rtt_ms\": "
	    "%.1f}\n",
	    m.in_flight, m.answer_bytes, m.rtt_us / 1000.0);
}

static void
print_json(const struct detecting *r)
{
	const struct detection *d = r->found;
	FILE *out = r->call->out;
	char confidence[2] = { (char)d->confidence, '\0' };
	char text[OID_TEXT_MAX];

	fputs("{\n", out);
	json_field(out, "brand", d->profile ? d->profile->brand : NULL);
	json_field(out, "model", d->model);
	json_field(out, "profile", d->profile ? d->profile->id : NULL);
	json_field(out, "confidence", d->profile ? confidence : NULL);
	if (d->uptime_s >= 0)
		fprintf(out, "  \"uptime_s\": %" PRId64 ",\n", d->uptime_s);
	else
		fputs("  \"uptime_s\": null,\n", out);
	json_field(out, "sys_descr", d->sys_descr);
	json_field(out, "sys_name", d->sys_name);
	json_field(out, "sys_object_id",
	    d->sys_object_id.n
		? oid_format(d->sys_object_id.arcs, d->sys_object_id.n, text)
		: NULL);
	json_columns(out, d);
	json_governor(out, r->asking);
	fputs("}\n", out);
}

static const char *
confidence_words(enum confidence c)
{
	switch (c) {
	case CONFIDENCE_A:
		return "A, seen in a recording of such a device";
	case CONFIDENCE_B:
		return "B, several sources agree";
	case CONFIDENCE_C:
		return "C, one source: look at the values before you trust them";
	}
	return "?";
}

static int
print_columns(const struct detecting *r)
{
	static const struct printer_column COLUMNS[] = { { "table", "Table" },
		{ "column", "Column" }, { "answers", "Answers" }, { "ms", "ms" },
		{ "cost", "Cost" }, { "confidence", "Conf" }, { "oid", "OID" } };
	const struct detection *d = r->found;
	struct printer *w OWNED(printer_free) =
	    printer_new(r->call->out, PRINTER_TABLE, COLUMNS, 7, 0);
	struct err err;
	char text[OID_TEXT_MAX];

	for (size_t i = 0; w && i < d->n_columns; i++) {
		const struct detect_column *c = &d->columns[i];
		char confidence[2] = { (char)c->column->confidence, '\0' };
		struct value row[] = {
			{ .kind = VALUE_TEXT, .text = c->column->table },
			{ .kind = VALUE_TEXT, .text = c->column->name },
			{ .kind = VALUE_TEXT, .text = look_word(c) },
			{ .kind = c->answers ? VALUE_REAL : VALUE_NULL,
			    .r = round((double)c->rtt_us / 100) / 10 },
			{ .kind = VALUE_TEXT,
			    .text = c->column->cost == COST_SLOW ? "slow" : "fast" },
			{ .kind = VALUE_TEXT, .text = confidence },
			{ .kind = VALUE_TEXT,
			    .text =
				oid_format(c->column->oid.arcs, c->column->oid.n, text) },
		};

		if (printer_row(w, row) != RC_OK)
			return cli_failed(r->call, "out of memory");
	}
	if (!w || printer_end(w, &err) != RC_OK)
		return cli_failed(r->call, "cannot write the table");
	return CLI_DONE;
}

/* Some of it is what the device says. */
static void
print_line(FILE *out, const char *what, const char *text)
{
	fprintf(out, "%-11s ", what);
	utf8_print(out, text);
	fputc('\n', out);
}

static int
print_text(const struct detecting *r)
{
	const struct detection *d = r->found;
	struct snmpc_memory m = snmpc_session_memory(r->asking->session);
	FILE *out = r->call->out;
	size_t answer = 0;

	for (size_t i = 0; i < d->n_columns; i++)
		answer += d->columns[i].answers;
	print_line(out, "Brand", d->profile ? d->profile->brand : "unknown");
	print_line(out, "Model", d->model ? d->model : "unknown");
	print_line(out, "Profile", d->profile ? d->profile->id : "none");
	if (d->profile)
		fprintf(out, "Confidence  %s\n", confidence_words(d->confidence));
	print_line(out, "Name", d->sys_name);
	print_line(out, "Describes", d->sys_descr);
	if (d->uptime_s >= 0)
		fprintf(out, "Up for      %" PRId64 " d %02d:%02d:%02d\n",
		    d->uptime_s / 86400, (int)(d->uptime_s / 3600 % 24),
		    (int)(d->uptime_s / 60 % 60), (int)(d->uptime_s % 60));
	fprintf(out,
	    "Governor    %u in flight, answers of %u bytes, %.1f ms a round trip\n",
	    m.in_flight, m.answer_bytes, m.rtt_us / 1000.0);
	if (!d->n_columns)
		return CLI_DONE;
	fprintf(out, "Columns     %zu of %zu answer\n\n", answer, d->n_columns);
	return print_columns(r);
}

static int
report(const struct detecting *r)
{
	const struct detection *d = r->found;
	int status = CLI_DONE;

	if (!d)
		return cli_failed(r->call, "interrupted");
	if (d->rc != RC_OK && d->rc != RC_NOT_FOUND && !d->profile)
		return cli_failed(r->call, "%s", d->message);
	if (cli_flag(r->call, "json"))
		print_json(r);
	else
		status = print_text(r);
	if (d->rc != RC_OK) {
		(void)cli_failed(r->call, "%s", d->message);
		status = d->profile ? CLI_PARTIAL : CLI_FAILED;
	}
	return status;
}

static int
run(struct cli_call *call)
{
	struct asking *a OWNED(asking_free) = NULL;
	struct detect *d OWNED(detect_free) = NULL;
	struct detecting r = { .call = call };
	struct detect_options o = { .with_columns = !cli_flag(call, "no-columns"),
		.deadline_ms = DEADLINE_MS,
		.on_done = on_done,
		.ctx = &r };
	struct err err;
	int status = asking_open(call, call->args[0], &a);

	if (status != CLI_DONE)
		return status;
	r.asking = a;
	o.profiles = a->profiles;
	o.profile = a->profile;
	if (detect_start(a->session, &o, &d, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	asking_run(a);
	return report(&r);
}
