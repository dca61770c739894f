/* SPDX-License-Identifier: Apache-2.0
 *
 * facho walk: everything below an OID, printed as snmpbulkwalk -On prints it.
 */
#include "cli/commands.h"

#include <string.h>

#include "cli/asking.h"
#include "cli/varbind.h"
#include "model/snmprec.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'j', "json", CLI_FLAG, NULL, "Print a JSON array of objects.", 0, 0, NULL,
	    NULL },
	{ 0, "snmprec", CLI_FLAG, NULL,
	    "Print a recording: lines OID|type|value, which `facho profile check` and "
	    "`facho sim` read.",
	    0, 0, NULL, NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_walk = {
	.name = "walk",
	.summary = "walk a subtree",
	.usage = "HOST[:PORT] [OID...] [options]",
	.help = "Walks what lies below each OID (1.3.6.1.2.1 when none is given), with\n"
		"requests as large as the device answers well, and prints it exactly as\n"
		"snmpbulkwalk -On does, or as JSON. Subtrees that are known to hold\n"
		"credentials are jumped over.",
	.examples = "facho walk 192.0.2.1 1.3.6.1.2.1.31.1.1.1.1\n"
		    "facho walk 192.0.2.1 1.3.6.1.4.1 > walk.txt\n"
		    "facho walk 192.0.2.1 1.3.6.1 --snmprec > olt.snmprec\n",
	.min_args = 1,
	.max_args = CLI_ANY_NUMBER,
	.uses_settings = true,
	.options = { OPTIONS, ASKING_OPTIONS },
	.run = run,
};

struct walk {
	struct cli_call *call;
	struct asking *asking;
	struct varbind_printer out;
	bool is_recording;
	struct oid root;
	struct oid last; /* the OID printed last */
	struct snmpc_column_result result;
	enum rc rc;
	char message[ERR_MAX];
};

/* The line of a recording for the OID in w->last. */
static void
record(const struct walk *w, const struct snmp_value *value)
{
	struct buf line = BUF_INIT(256 * 1024); /* an answer is 64 KB at most */

	snmprec_format(w->last.arcs, w->last.n, value, &line);
	if (!snmp_type_is_exception(value->type))
		fputs(buf_text(&line), w->out.out);
	buf_fini(&line);
}

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value)
{
	struct walk *w = ctx;

	(void)column;
	w->last = w->root;
	for (size_t i = 0; i < n && w->last.n < OID_MAX; i++)
		w->last.arcs[w->last.n++] = index[i];
	if (w->is_recording)
		record(w, value);
	else
		varbind_write(&w->out, w->last.arcs, w->last.n, value);
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct walk *w = ctx;

	w->rc = r->rc;
	w->result = r->columns[0];
	memcpy(w->message, r->message, strlen(r->message) + 1);
	asking_end(w->asking);
}

static bool
ask(struct walk *w, enum snmpc_kind kind, struct err *err)
{
	struct snmpc_column column = { .arcs = w->root.arcs, .n = w->root.n };
	struct snmpc_item item = { 0 };
	struct snmpc_question q = { .kind = kind,
		.in_order = true,
		.n_columns = 1,
		.columns = &column,
		.n_items = kind == SNMPC_GET,
		.items = &item,
		.on_value = on_value,
		.on_done = on_done,
		.ctx = w };
	struct snmpc_run *started;

	if (snmpc_run_start(w->asking->session, &q, &started, err) != RC_OK)
		return false;
	asking_run(w->asking);
	return true;
}

/* What the tools do at the end: say that the view ended, and try the OID itself
 * when there was nothing below it. */
static bool
round_off(struct walk *w, struct err *err)
{
	static const struct snmp_value END = { .type = SNMP_END_OF_MIB_VIEW };

	if (w->rc != RC_OK || w->asking->was_interrupted)
		return true;
	if (w->result.rows == 0 && !w->result.end_of_view)
		return ask(w, SNMPC_GET, err);
	if (w->result.rows == 0)
		w->last = w->root;
	if (w->result.end_of_view && !w->out.is_json && !w->is_recording) {
		if (cli_choice(w->call, "version") == SNMP_V1)
			fputs("End of MIB\n", w->out.out);
		else
			varbind_write(&w->out, w->last.arcs, w->last.n, &END);
	}
	return true;
}

/* One subtree. The exit status, worst so far. */
static int
walk_one(struct walk *w, int status)
{
	struct err err = { 0 };
	bool any;

	if (!ask(w, SNMPC_WALK, &err))
		return cli_failed(w->call, "%s", err.msg);
	any = w->result.rows > 0;
	if (w->rc == RC_OK && w->result.end != SNMPC_END_OK &&
	    w->result.end != SNMPC_END_NO_OBJECT) {
		(void)cli_failed(w->call, "%s", snmpc_end_name(w->result.end));
		return any ? CLI_PARTIAL : CLI_FAILED;
	}
	if (!round_off(w, &err))
		return cli_failed(w->call, "%s", err.msg);
	if (w->asking->was_interrupted)
		(void)cli_failed(w->call, "interrupted");
	else if (w->rc != RC_OK)
		(void)cli_failed(w->call, "%s", w->message);
	else
		return status;
	return any ? CLI_PARTIAL : CLI_FAILED;
}

static int
run(struct cli_call *call)
{
	static const char *const STANDARD = "1.3.6.1.2.1";
	const char *const *roots = call->n_args > 1 ? call->args + 1 : &STANDARD;
	size_t n = call->n_args > 1 ? call->n_args - 1 : 1;
	struct asking *a OWNED(asking_free) = NULL;
	struct walk w = { .call = call, .is_recording = cli_flag(call, "snmprec") };
	struct err err;
	int status;

	if (w.is_recording && cli_flag(call, "json"))
		return cli_wrong_usage(call, "either --json or --snmprec");
	for (size_t i = 0; i < n; i++) {
		if (oid_parse(roots[i], &w.root, &err) != RC_OK)
			return cli_wrong_usage(call, "%s", err.msg);
	}
	status = asking_open(call, call->args[0], &a);
	if (status != CLI_DONE)
		return status;
	w.asking = a;
	varbind_begin(&w.out, call->out, cli_flag(call, "json"));
	for (size_t i = 0; i < n && !a->was_interrupted; i++) {
		if (oid_parse(roots[i], &w.root, NULL) == RC_OK) /* checked above */
			status = walk_one(&w, status);
		if (status == CLI_FAILED)
			break;
	}
	varbind_end(&w.out);
	return status;
}
