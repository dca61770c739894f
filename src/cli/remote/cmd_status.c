/* SPDX-License-Identifier: Apache-2.0
 *
 * facho status: how the program that runs is doing.
 */
#include "cli/frame/commands.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/remote/remote.h"

enum { PROBLEMS_SHOWN = 10 };

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "watch", CLI_FLAG, NULL, "Refresh every second until ^C." },
	{ 0, "pollers", CLI_FLAG, NULL, "Show what each poller does." },
	{ 0, "queue", CLI_FLAG, NULL,
	    "Show the queue in the order in which it will run." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_status = {
	.name = "status",
	.summary = "show the state of facho serve and current problems",
	.usage = "[--watch] [--pollers] [--queue] [--json]",
	.examples = "facho status --watch --data /var/lib/facho\n"
		    "facho status --json\n",
	.uses_settings = true,
	.options = { OPTIONS, REMOTE_OPTIONS },
	.run = run,
};

static long long
number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static const char *
text(const json_t *object, const char *key)
{
	const char *found = json_string_value(json_object_get(object, key));

	return found ? found : "";
}

static bool
truth(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static void
print_engine(FILE *out, const json_t *e)
{
	const json_t *lanes = json_object_get(e, "queue_by_lane");

	(void)fprintf(out,
	    "pollers      %lld, %lld busy (%.0f %% of the last minute)%s%s\n",
	    number(e, "pollers"), number(e, "busy"),
	    json_number_value(json_object_get(e, "busy_percent")),
	    truth(e, "saturated") ? ", SATURATED: " : "", text(e, "saturation"));
	(void)fprintf(out,
	    "queue        %lld waiting (high %lld, discovery %lld, polling %lld, retry "
	    "%lld)%s\n",
	    number(e, "queue"), number(lanes, "high"), number(lanes, "discovery"),
	    number(lanes, "polling"), number(lanes, "retry"),
	    truth(e, "held") ? ", HELD: the database" : "");
	(void)fprintf(out, "lateness     p50 %lld ms, p99 %lld ms, most %lld ms\n",
	    number(e, "late_p50_ms"), number(e, "late_p99_ms"), number(e, "late_max_ms"));
	(void)fprintf(out, "runs         %lld completed, %lld late, %lld slots skipped\n",
	    number(e, "completed"), number(e, "delayed"), number(e, "skipped"));
	(void)fprintf(out,
	    "nodes        %lld on %lld OLTs, %lld OLTs not answering, %lld suspended\n",
	    number(e, "nodes"), number(e, "olts"), number(e, "not_answering"),
	    number(e, "suspended"));
}

static void
print_database(FILE *out, const json_t *s)
{
	const json_t *w = json_object_get(s, "writer"),
		     *x = json_object_get(s, "executions");
	const json_t *q = json_object_get(s, "quotas"), *o = json_object_get(s, "onus");

	(void)fprintf(out,
	    "ONUs         %lld present: %lld online, %lld offline, %lld unknown; %lld "
	    "absent\n",
	    number(o, "present"), number(o, "online"), number(o, "offline"),
	    number(o, "unknown"), number(o, "absent"));
	(void)fprintf(out,
	    "last hour    %lld success, %lld partial, %lld failed, %lld interrupted, "
	    "%lld "
	    "running, %lld pending\n",
	    number(x, "SUCCESS"), number(x, "PARTIAL"), number(x, "FAILED"),
	    number(x, "INTERRUPTED"), number(x, "RUNNING"), number(x, "PENDING"));
	(void)fprintf(out, "quotas       %lld of %lld runs made, %lld violations open\n",
	    number(q, "completed"), number(q, "required"), number(q, "violations"));
	(void)fprintf(out, "writer       %lld waiting, %lld written, %lld failed%s\n",
	    number(w, "waiting"), number(w, "written"), number(w, "failed"),
	    truth(w, "away") ? ", THE DATABASE IS AWAY" : "");
}

/* What is wrong, in words, by the API's own name. */
static const struct {
	const char *kind, *words;
} WRONG[] = {
	{ "engine_stuck", "the engine does not turn" },
	{ "database_away", "the database is away" },
	{ "database_behind", "the database is behind" },
	{ "disk_full", "the disk is nearly full" },
	{ "pollers_saturated", "the pollers are saturated" },
	{ "olt_not_answering", "not answering" },
	{ "olt_suspended", "not answering, suspended" },
	{ "olt_failing", "failing" },
	{ "port_dark", "all ONUs of the port are down" },
	{ "violation", "quotas were not met" },
};

static const char *
wrong_words(const char *kind)
{
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		if (strcmp(WRONG[i].kind, kind) == 0)
			return WRONG[i].words;
	}
	return kind;
}

static void
print_problem(FILE *out, const json_t *p)
{
	const char *olt = text(p, "olt_name"), *place = text(p, "place");

	(void)fprintf(out, "             %-9s %s%s%s%s%s", text(p, "severity"), olt,
	    *place ? " " : "", place, *olt ? ": " : "", wrong_words(text(p, "kind")));
	if (json_is_integer(json_object_get(p, "customers")))
		(void)fprintf(out, ", %lld customers", number(p, "customers"));
	if (*text(p, "since"))
		(void)fprintf(out, ", since %s", text(p, "since"));
	(void)fputc('\n', out);
}

static void
print_problems(FILE *out, const json_t *s)
{
	const json_t *problems = json_object_get(s, "problems");
	const json_t *rows = json_object_get(problems, "results");
	size_t n = json_array_size(rows);

	(void)fprintf(out, "wrong now    %lld, %lld customers affected\n",
	    number(problems, "count"), number(problems, "customers"));
	for (size_t i = 0; i < n && i < PROBLEMS_SHOWN; i++)
		print_problem(out, json_array_get(rows, i));
	if (n > PROBLEMS_SHOWN)
		(void)fprintf(out, "             and %lld more\n",
		    number(problems, "count") - PROBLEMS_SHOWN);
}

static void
print_lists(struct cli_call *call, const json_t *s)
{
	static const struct remote_column POLLERS[] = {
		{ "poller", "Poller" },
		{ "state", "State" },
		{ "olt", "OLT" },
		{ "node", "Node" },
		{ "execution", "Execution" },
		{ "since", "Since" },
		{ "busy_percent", "Busy %" },
		{ "completed", "Completed" },
		{ "delayed", "Late" },
	};
	static const struct remote_column QUEUE[] = {
		{ "execution", "Execution" },
		{ "olt", "OLT" },
		{ "node", "Node" },
		{ "lane", "Lane" },
		{ "priority", "Priority" },
		{ "due", "Due" },
		{ "attempt", "Attempt" },
		{ "asked_by", "Asked by" },
	};

	if (cli_flag(call, "pollers"))
		(void)remote_print_rows(call, json_object_get(s, "pollers"), "pollers",
		    POLLERS, sizeof(POLLERS) / sizeof(POLLERS[0]));
	if (cli_flag(call, "queue"))
		(void)remote_print_rows(call, json_object_get(s, "queue"),
		    "executions in the queue", QUEUE, sizeof(QUEUE) / sizeof(QUEUE[0]));
}

static int
print_status(struct cli_call *call, const json_t *s)
{
	const json_t *engine = json_object_get(s, "engine");

	if (remote_wants_json(call))
		return remote_print_object(call, s);
	if (remote_wants_csv(call)) {
		print_lists(call, s);
		return CLI_DONE;
	}
	(void)fprintf(
	    call->out, "facho %s since %s\n", text(s, "version"), text(s, "started"));
	if (json_is_object(engine))
		print_engine(call->out, engine);
	print_database(call->out, s);
	print_problems(call->out, s);
	print_lists(call, s);
	return CLI_DONE;
}

static int
ask_once(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, "status",
	    json_pack("{s:b, s:b}", "pollers", cli_flag(call, "pollers"), "queue",
		cli_flag(call, "queue")),
	    &status);

	if (result && cli_flag(call, "watch") && isatty(fileno(call->out)))
		(void)fputs("\033[H\033[2J", call->out);
	if (result)
		status = print_status(call, result);
	json_decref(result);
	(void)fflush(call->out);
	return status;
}

static int
run(struct cli_call *call)
{
	struct remote *r OWNED(remote_close) = NULL;
	struct timespec second = { 1, 0 };
	int status;

	if (remote_check(call) != CLI_DONE)
		return CLI_USAGE;
	if (remote_wants_csv(call) &&
	    cli_flag(call, "pollers") == cli_flag(call, "queue"))
		return cli_wrong_usage(
		    call, "CSV has rows of one kind: give --pollers or --queue");
	if (remote_open(call, &r) != RC_OK)
		return CLI_FAILED;
	status = ask_once(call, r);
	while (status == CLI_DONE && cli_flag(call, "watch")) {
		(void)nanosleep(&second, NULL);
		status = ask_once(call, r);
	}
	return status;
}
