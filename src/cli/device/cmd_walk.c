/* SPDX-License-Identifier: Apache-2.0
 *
 * facho walk: everything below an OID, printed as snmpbulkwalk -On prints it.
 *
 * Several OIDs are read side by side, each by a run of its own, and printed in the order in
 * which they were given: the first that is not through prints as its values come, those
 * behind it keep their lines. What is kept is bounded: a few of them are under way, and one
 * that is far ahead is paused until it is its turn.
 */
#include "cli/frame/commands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/frame/asking.h"
#include "cli/device/varbind_int.h"
#include "model/snmprec.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'j', "json", CLI_FLAG, NULL, "Print a JSON array of objects.", 0, 0, NULL,
	    NULL },
	{ 0, "snmprec", CLI_FLAG, NULL,
	    "Print a recording (lines OID|type|value), to be read by `facho "
	    "profile check` and `facho sim`.",
	    0, 0, NULL, NULL },
	{ 0, "max-rows", CLI_INT, "N",
	    "Stop after this many values of one OID, because some devices never "
	    "end a walk.",
	    1, 100000000, "4000000", NULL },
	{ 0, "deadline", CLI_MS, "TIME", "Time limit of the walk of one OID.", 1000,
	    INT64_C(7) * 24 * 3600 * 1000, "1d", NULL },
	CLI_OPTIONS_END,
};

/* What is printed is not kept, so that a walk may be larger than what a run collects. */
#define WALK_MAX_BYTES (UINT64_C(16) * 1024 * 1024 * 1024)

const struct cli_command cmd_walk = {
	.name = "walk",
	.summary = "walk a subtree",
	.usage = "HOST[:PORT] [OID...] [options]",
	.help =
	    "Walks the subtree of each OID (default: 1.3.6.1.2.1) with requests as\n"
	    "large as the device answers well. Prints the values exactly as\n"
	    "snmpbulkwalk -On does, or as JSON. Several OIDs are read in parallel and\n"
	    "printed in the given order. Subtrees that are known to contain\n"
	    "credentials are skipped.",
	.examples = "facho walk 192.0.2.1 1.3.6.1.2.1.31.1.1.1.1\n"
		    "facho walk 192.0.2.1 1.3.6.1.4.1 > walk.txt\n"
		    "facho walk 192.0.2.1 1.3.6.1 --snmprec > olt.snmprec\n",
	.min_args = 1,
	.max_args = CLI_ANY_NUMBER,
	.uses_settings = true,
	.options = { OPTIONS, ASKING_OPTIONS },
	.run = run,
};

enum {
	AHEAD = 8, /* subtrees under way at once */
	KEPT_MAX = 4 * 1024 * 1024, /* bytes of lines that wait, of one of them */
};

struct walk;

/* One OID with what lies below it. */
struct subtree {
	struct walk *walk;
	struct oid root;
	struct snmpc_column column; /* of root: the run borrows it */
	struct oid last; /* the OID printed last */
	struct snmpc_run *run; /* NULL: none is under way */
	bool is_started, is_over;
	struct varbind_printer own; /* writes to `kept` while others are before it */
	FILE *kept;
	char *text; /* of kept */
	size_t n_text;
	struct snmpc_column_result result;
	enum rc rc;
	char message[ERR_MAX];
};

struct walk {
	struct cli_call *call;
	struct asking *asking;
	struct varbind_printer out;
	bool is_recording;
	size_t n, at; /* subtrees, and which prints now */
	struct subtree *trees;
};

/* ---- values ---------------------------------------------------------------------- */

/* Where its lines go now. */
static struct varbind_printer *
printer_of(struct subtree *t)
{
	return t->kept ? &t->own : &t->walk->out;
}

/* The line of a recording for the OID in t->last. */
static void
record(struct subtree *t, const struct snmp_value *value)
{
	struct buf line = BUF_INIT(256 * 1024); /* an answer is 64 KB at most */

	snmprec_format(t->last.arcs, t->last.n, value, &line);
	if (!snmp_type_is_exception(value->type))
		fputs(buf_text(&line), printer_of(t)->out);
	buf_fini(&line);
}

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value)
{
	struct subtree *t = ctx;

	(void)column;
	t->last = t->root;
	for (size_t i = 0; i < n && t->last.n < OID_MAX; i++)
		t->last.arcs[t->last.n++] = index[i];
	if (t->walk->is_recording)
		record(t, value);
	else
		varbind_write(printer_of(t), t->last.arcs, t->last.n, value);
	if (t->kept && t->run && ftell(t->kept) > KEPT_MAX)
		snmpc_run_pause(t->run);
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct subtree *t = ctx;

	t->run = NULL;
	t->is_over = true;
	t->rc = r->rc;
	t->result = r->columns[0];
	memcpy(t->message, r->message, strlen(r->message) + 1);
	if (t == &t->walk->trees[t->walk->at])
		asking_end(t->walk->asking);
}

/* ---- runs ------------------------------------------------------------------------- */

static void
ask(struct subtree *t, enum snmpc_kind kind)
{
	static const struct snmpc_item ITEM = { 0 };
	struct walk *w = t->walk;
	struct snmpc_question q = { .kind = kind,
		.in_order = true,
		.max_rows = (uint32_t)cli_number(w->call, "max-rows"),
		.max_bytes = WALK_MAX_BYTES,
		.deadline_ms = cli_number(w->call, "deadline"),
		.n_columns = 1,
		.columns = &t->column,
		.n_items = kind == SNMPC_GET,
		.items = &ITEM,
		.on_value = on_value,
		.on_done = on_done,
		.ctx = t };
	struct err err = { 0 };

	t->is_over = false;
	t->column = (struct snmpc_column){ .arcs = t->root.arcs, .n = t->root.n };
	if (snmpc_run_start(w->asking->session, &q, &t->run, &err) == RC_OK)
		return;
	/* It is told when it is its turn. */
	t->run = NULL;
	t->is_over = true;
	t->rc = err.rc;
	t->result = (struct snmpc_column_result){ 0 };
	memcpy(t->message, err.msg, sizeof(err.msg));
}

/* Those behind the one that prints, as far as they may be ahead. */
static void
start_ahead(struct walk *w)
{
	for (size_t i = w->at; i < w->n && i < w->at + AHEAD; i++) {
		struct subtree *t = &w->trees[i];

		if (t->is_started)
			continue;
		if (i > w->at)
			t->kept = open_memstream(&t->text, &t->n_text);
		if (i > w->at && !t->kept)
			return; /* no memory: it begins when it is its turn */
		t->own = w->out;
		t->own.out = t->kept;
		t->own.any = true; /* what begins with a comma may lose it */
		t->is_started = true;
		ask(t, SNMPC_WALK);
	}
}

/* Its turn: what it has kept goes out, and what comes from now on directly. */
static void
bring_forward(struct subtree *t)
{
	struct walk *w = t->walk;
	const char *text;

	if (!t->kept)
		return;
	(void)fclose(t->kept);
	t->kept = NULL;
	text = t->text;
	if (t->n_text > 0 && w->out.is_json && !w->out.any && *text == ',')
		text++;
	if (t->n_text > 0) {
		(void)fwrite(text, 1, t->n_text - (size_t)(text - t->text), w->out.out);
		w->out.any = true;
	}
	free(t->text);
	t->text = NULL;
	if (t->run)
		snmpc_run_resume(t->run);
}

static void
wait_for(struct subtree *t)
{
	while (!t->is_over && !t->walk->asking->was_interrupted)
		asking_run(t->walk->asking);
}

/* What the tools do at the end: say that the view ended, and try the OID itself
 * when there was nothing below it. */
static void
round_off(struct subtree *t)
{
	static const struct snmp_value END = { .type = SNMP_END_OF_MIB_VIEW };
	struct walk *w = t->walk;

	if (t->rc != RC_OK || w->asking->was_interrupted)
		return;
	if (t->result.rows == 0 && !t->result.end_of_view) {
		ask(t, SNMPC_GET);
		wait_for(t);
		return;
	}
	if (t->result.rows == 0)
		t->last = t->root;
	if (t->result.end_of_view && !w->out.is_json && !w->is_recording) {
		if (cli_choice(w->call, "version") == SNMP_V1)
			fputs("End of MIB\n", w->out.out);
		else
			varbind_write(&w->out, t->last.arcs, t->last.n, &END);
	}
}

/* The one whose turn it is. The exit status, worst so far. */
static int
print_one(struct subtree *t, int status)
{
	struct walk *w = t->walk;
	bool any;

	start_ahead(w);
	bring_forward(t);
	wait_for(t);
	any = t->result.rows > 0;
	if (t->is_over && t->rc == RC_OK && t->result.end != SNMPC_END_OK &&
	    t->result.end != SNMPC_END_NO_OBJECT) {
		(void)cli_failed(w->call, "%s", snmpc_end_name(t->result.end));
		return any ? CLI_PARTIAL : CLI_FAILED;
	}
	round_off(t);
	if (w->asking->was_interrupted) {
		(void)cli_failed(w->call, "interrupted");
		return w->out.any ? CLI_PARTIAL : CLI_FAILED;
	}
	if (t->rc == RC_OK)
		return status;
	(void)cli_failed(w->call, "%s", t->message);
	return any ? CLI_PARTIAL : CLI_FAILED;
}

static void
end_all(struct walk *w)
{
	for (size_t i = 0; i < w->n; i++) {
		struct subtree *t = &w->trees[i];

		if (t->run)
			snmpc_run_cancel(t->run);
		if (t->kept)
			(void)fclose(t->kept);
		free(t->text);
	}
}

/* ---- the command ---------------------------------------------------------------------- */

static int
walk_all(struct walk *w)
{
	int status = CLI_DONE;

	varbind_begin(&w->out, w->call->out, cli_flag(w->call, "json"));
	for (w->at = 0; w->at < w->n && !w->asking->was_interrupted; w->at++) {
		status = print_one(&w->trees[w->at], status);
		if (status == CLI_FAILED)
			break;
	}
	end_all(w);
	varbind_end(&w->out);
	return status;
}

static int
run(struct cli_call *call)
{
	static const char *const STANDARD = "1.3.6.1.2.1";
	const char *const *roots = call->n_args > 1 ? call->args + 1 : &STANDARD;
	size_t n = call->n_args > 1 ? call->n_args - 1 : 1;
	struct subtree *trees OWNED(free) = calloc(n, sizeof(*trees));
	struct asking *a OWNED(asking_free) = NULL;
	struct walk w = { .call = call,
		.is_recording = cli_flag(call, "snmprec"),
		.n = n,
		.trees = trees };
	struct err err;
	int status;

	if (!trees)
		return cli_failed(call, "out of memory");
	if (w.is_recording && cli_flag(call, "json"))
		return cli_wrong_usage(call, "either --json or --snmprec");
	for (size_t i = 0; i < n; i++) {
		trees[i].walk = &w;
		if (oid_parse(roots[i], &trees[i].root, &err) != RC_OK)
			return cli_wrong_usage(call, "%s", err.msg);
	}
	status = asking_open(call, call->args[0], &a);
	if (status != CLI_DONE)
		return status;
	w.asking = a;
	return walk_all(&w);
}
