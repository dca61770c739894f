/* SPDX-License-Identifier: Apache-2.0
 *
 * facho onus: every ONU of an OLT, now.
 */
#include "cli/frame/commands.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/frame/asking.h"
#include "cli/frame/progress.h"
#include "cli/frame/printer.h"
#include "cli/frame/utf8.h"
#include "collect/collect.h"
#include "collect/detect.h"

static int run(struct cli_call *call);

enum { WANTED_MAX = 64, POSITION_COLUMNS = 5 };

static const struct cli_option OPTIONS[] = {
	{ 0, "columns", CLI_TEXT, "A,B,...",
	    "The columns to read, by purpose or by name; \"all\" for all columns of "
	    "the profile. Default: serial, MAC, name, description, states, cause, "
	    "distance, levels.",
	    0, 0, NULL, NULL },
	{ 'f', "format", CLI_CHOICE, "table|csv|json", "Output format.", 0, 0, "table",
	    PRINTER_FORMATS },
	{ 0, "fast", CLI_FLAG, NULL,
	    "Skip columns that the OLT must request from each ONU (optics).", 0, 0, NULL,
	    NULL },
	{ 'w', "watch", CLI_FLAG, NULL, "Repeat every --every until interrupted.", 0, 0,
	    NULL, NULL },
	{ 0, "every", CLI_MS, "TIME", "Pause between two rounds of --watch.", 1000,
	    24 * 3600 * 1000, "30s", NULL },
	{ 0, "deadline", CLI_MS, "TIME", "Time limit of one round.", 1000,
	    24 * 3600 * 1000, "10m", NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_onus = {
	.name = "onus",
	.summary = "list all ONUs of an OLT with their data",
	.usage = "HOST[:PORT] [options]",
	.help =
	    "Detects the OLT, discovers its ONUs and reads their data: position,\n"
	    "serial, description, states, cause, distance, optical levels. Values\n"
	    "that the device marks as invalid are null. Errors are printed on\n"
	    "standard error.\n"
	    "\n"
	    "Exit status: 0 complete, 3 partial (or ONUs that the profile cannot name),\n"
	    "1 no data, 2 wrong usage.",
	.examples =
	    "facho onus 192.0.2.1\n"
	    "facho onus 192.0.2.1 --columns serial,run_state,onu_rx --format csv\n"
	    "facho onus 192.0.2.1 --format json | jq '.[] | select(.onu_rx_dbm < -27)'\n"
	    "facho onus 192.0.2.1 --watch --every 1m\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { OPTIONS, PROFILE_OPTIONS, ASKING_OPTIONS },
	.run = run,
};

struct round {
	struct cli_call *call;
	struct asking *asking;
	struct progress progress;
	const struct profile *profile;
	size_t n_wanted;
	const char *wanted[WANTED_MAX];
	char *wanted_text; /* owned; wanted[] point into it */
	struct collect *collect; /* owned */
	size_t n_ports; /* learnt in the first round */
	struct position *ports; /* owned */
	int status;
};

/* ---- printing -------------------------------------------------------------- */

static const enum position_part PARTS[] = { POS_FRAME, POS_SLOT, POS_PORT, POS_ONU };

struct layout {
	size_t n;
	struct printer_column columns[POSITION_COLUMNS + 128];
	int output[POSITION_COLUMNS + 128]; /* -1: part of the position */
	size_t n_position;
	char headings[128][32];
};

/* A heading marked with "?" is that of an unverified column. */
static void
lay_out(struct layout *l, const struct collection *c, enum printer_format format)
{
	memset(l, 0, sizeof(*l));
	l->columns[l->n++] = (struct printer_column){ "position", "Position" };
	if (format != PRINTER_TABLE) {
		for (size_t i = 0; i < sizeof(PARTS) / sizeof(PARTS[0]); i++)
			l->columns[l->n++] =
			    (struct printer_column){ position_part_name(PARTS[i]),
				    position_part_name(PARTS[i]) };
	}
	l->n_position = l->n;
	for (size_t i = 0; i < c->n_outputs && i < 128; i++) {
		const struct output *o = &c->outputs[i];

		/* An empty column only takes room from people; programs keep it. */
		if (!o->is_wanted || (format == PRINTER_TABLE && !o->n_values))
			continue;
		(void)snprintf(l->headings[i], sizeof(l->headings[i]), "%s%s", o->heading,
		    o->is_unverified ? "?" : "");
		l->output[l->n] = (int)i;
		l->columns[l->n++] = (struct printer_column){ o->key, l->headings[i] };
	}
}

static enum rc
write_row(struct printer *w, const struct layout *l, const struct row *row)
{
	struct value values[POSITION_COLUMNS + 128];
	char text[POSITION_TEXT_MAX];

	values[0] = (struct value){ .kind = VALUE_TEXT,
		.text = position_format(&row->position, text) };
	for (size_t i = 1; i < l->n_position; i++) {
		enum position_part part = PARTS[i - 1];

		values[i] = (struct value){
			.kind =
			    position_has(&row->position, part) ? VALUE_INT : VALUE_NULL,
			.i = row->position.part[part],
		};
	}
	for (size_t i = l->n_position; i < l->n; i++)
		values[i] = row->values[l->output[i]];
	return printer_row(w, values);
}

static int
print_rows(struct round *r, const struct collection *c)
{
	enum printer_format format = (enum printer_format)cli_choice(r->call, "format");
	struct layout layout;
	struct printer *w OWNED(printer_free) = NULL;
	struct err err = { 0 };
	enum rc rc = RC_OK;

	lay_out(&layout, c, format);
	w = printer_new(
	    r->call->out, format, layout.columns, layout.n, terminal_width(r->call->out));
	if (!w)
		return cli_failed(r->call, "out of memory");
	for (size_t i = 0; rc == RC_OK && i < rows_count(c->rows); i++)
		rc = write_row(w, &layout, rows_at(c->rows, i));
	if (rc == RC_OK)
		rc = printer_end(w, &err);
	return rc == RC_OK ? CLI_DONE : cli_failed(r->call, "cannot write: %s", err.msg);
}

static void
print_note(FILE *err, const char *text)
{
	fputs("facho onus: ", err);
	utf8_print(err, text);
	fputc('\n', err);
}

static void
print_notes(const struct round *r, const struct collection *c)
{
	FILE *err = r->call->err;
	const char *sep = "facho onus: unverified columns (one source only): ";

	for (size_t i = 0; i < c->n_notes; i++)
		print_note(err, c->notes[i]);
	for (size_t i = 0; i < c->n_outputs; i++) {
		if (!c->outputs[i].is_unverified)
			continue;
		fprintf(err, "%s%s", sep, c->outputs[i].key);
		sep = ", ";
	}
	if (sep[0] == ',')
		fputc('\n', err);
	if (c->rc != RC_OK && c->message[0])
		print_note(err, c->message);
	if (isatty(STDERR_FILENO))
		fprintf(err, "%zu ONUs, %llu values, %u requests in %.2f s\n",
		    rows_count(c->rows), (unsigned long long)c->n_values,
		    c->stats.requests, (double)c->stats.duration_us / 1e6);
}

/* ---- a round --------------------------------------------------------------- */

static void
keep_ports(struct round *r, const struct collection *c)
{
	size_t n = collection_ports(c, NULL, 0);
	struct position *ports = n ? calloc(n, sizeof(*ports)) : NULL;

	if (!ports)
		return;
	free(r->ports);
	r->ports = ports;
	r->n_ports = collection_ports(c, ports, n);
}

static void
on_collected(void *ctx, const struct collection *c)
{
	struct round *r = ctx;
	bool any = rows_count(c->rows) > 0;

	progress_end(&r->progress);
	r->status = c->rc == RC_OK ? CLI_DONE
	    : any || c->n_strays   ? CLI_PARTIAL
				   : CLI_FAILED;
	if (!any && c->rc == RC_OK)
		fprintf(r->call->err, "facho onus: the device has no ONUs\n");
	/* A table without rows would be a lone heading; programs get their empty list. */
	if (any || (c->rc == RC_OK && cli_choice(r->call, "format") != PRINTER_TABLE)) {
		int status = print_rows(r, c);

		if (status != CLI_DONE)
			r->status = status;
	}
	print_notes(r, c);
	keep_ports(r, c);
	asking_end(r->asking);
}

static void
on_progress(void *ctx, uint64_t n_values, uint64_t total)
{
	struct round *r = ctx;

	progress_show(&r->progress, n_values, total, clock_mono_ms());
}

static void
on_detected(void *ctx, const struct detection *d)
{
	struct round *r = ctx;

	r->profile = d->profile;
	if (!d->profile)
		r->status = cli_failed(r->call, "%s", d->message);
	asking_end(r->asking);
}

static bool
find_profile(struct round *r)
{
	struct detect *d OWNED(detect_free) = NULL;
	struct detect_options o = { .profiles = r->asking->profiles,
		.deadline_ms = cli_number(r->call, "deadline"),
		.on_done = on_detected,
		.ctx = r };
	struct snmpc_limits limits;
	struct err err;

	r->profile = r->asking->profile;
	if (!r->profile) {
		if (detect_start(r->asking->session, &o, &d, &err) != RC_OK) {
			r->status = cli_failed(r->call, "%s", err.msg);
			return false;
		}
		asking_run(r->asking);
	}
	if (!r->profile)
		return false;
	limits = poll_limits(&r->asking->limits, &r->profile->quirks);
	if (cli_given(r->call, "timeout"))
		limits.timeout_ms = limits.first_timeout_ms =
		    r->asking->limits.timeout_ms;
	if (cli_given(r->call, "retries"))
		limits.retries = r->asking->limits.retries;
	snmpc_session_limit(r->asking->session, &limits);
	return true;
}

static void
collect_once(struct round *r)
{
	struct collect_options o = { .profile = r->profile,
		.n_wanted = r->n_wanted,
		.wanted = r->wanted,
		.no_slow = cli_flag(r->call, "fast"),
		.deadline_ms = cli_number(r->call, "deadline"),
		.n_ports = r->n_ports,
		.ports = r->ports,
		.on_progress = on_progress,
		.on_done = on_collected,
		.ctx = r };
	struct err err = { 0 };

	progress_init(&r->progress, r->call->err, "values");
	if (collect_start(r->asking->session, &o, &r->collect, &err) != RC_OK) {
		r->status = err.rc == RC_INVALID ? cli_wrong_usage(r->call, "%s", err.msg)
						 : cli_failed(r->call, "%s", err.msg);
		return;
	}
	asking_run(r->asking);
	progress_end(&r->progress);
	collect_free(r->collect);
	r->collect = NULL;
}

static void
on_pause_over(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	asking_end(arg);
}

static void
pause_round(struct round *r)
{
	int64_t ms = cli_number(r->call, "every");
	struct timeval tv = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };

	(void)fflush(r->call->out); /* a failing output shows at the next row */
	if (event_base_once(
		r->asking->base, -1, EV_TIMEOUT, on_pause_over, r->asking, &tv) == 0)
		asking_run(r->asking);
}

/* "a,b,c" into wanted[]. */
static int
read_wanted(struct round *r)
{
	const char *text = cli_text(r->call, "columns");
	char *at;

	if (!text)
		return CLI_DONE;
	r->wanted_text = strdup(text);
	if (!r->wanted_text)
		return cli_failed(r->call, "out of memory");
	at = r->wanted_text;
	for (char *name; (name = strsep(&at, ","));) {
		if (!*name)
			continue;
		if (r->n_wanted == WANTED_MAX)
			return cli_wrong_usage(
			    r->call, "--columns takes at most %d names", WANTED_MAX);
		r->wanted[r->n_wanted++] = name;
	}
	if (!r->n_wanted)
		return cli_wrong_usage(r->call, "--columns needs at least one name");
	return CLI_DONE;
}

static void
run_rounds(struct round *r)
{
	if (!find_profile(r))
		return;
	for (;;) {
		collect_once(r);
		if (!cli_flag(r->call, "watch") || r->asking->was_interrupted ||
		    r->status == CLI_USAGE)
			return;
		pause_round(r);
		if (r->asking->was_interrupted)
			return;
		fputc('\n', r->call->out);
	}
}

static int
run(struct cli_call *call)
{
	struct asking *a OWNED(asking_free) = NULL;
	struct round r = { .call = call };
	int status = read_wanted(&r);

	if (cli_given(call, "every") && !cli_flag(call, "watch"))
		return cli_wrong_usage(call, "--every is for --watch");
	if (status == CLI_DONE)
		status = asking_open(call, call->args[0], &a);
	if (status == CLI_DONE) {
		r.asking = a;
		r.status = CLI_FAILED;
		run_rounds(&r);
		status = r.status;
		if (a->was_interrupted && !cli_flag(call, "watch"))
			status = cli_failed(call, "interrupted");
	}
	collect_free(r.collect);
	free(r.ports);
	free(r.wanted_text);
	return status;
}
