/* SPDX-License-Identifier: Apache-2.0
 *
 * facho get: values by their full OID, printed as snmpget -On prints them.
 */
#include "cli/frame/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/frame/asking.h"
#include "cli/device/varbind_int.h"
#include "snmpc/print.h"

enum { ARENA_MAX = 64 * 1024 * 1024 };

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'j', "json", CLI_FLAG, NULL, "Print a JSON array of objects.", 0, 0, NULL,
	    NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_get = {
	.name = "get",
	.summary = "get values by OID (SNMP GET)",
	.usage = "HOST[:PORT] OID... [options]",
	.help = "Gets the values of these OIDs, many in one request, and prints them\n"
		"exactly as snmpget -On does, or as JSON.",
	.examples = "facho get 192.0.2.1 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.3.0\n"
		    "facho get olt1.example:1161 .1.3.6.1.2.1.1.5.0 --json\n"
		    "facho get 192.0.2.1 1.3.6.1.2.1.1.3.0 -v 3 -u noc -a SHA -x AES\n",
	.min_args = 2,
	.max_args = CLI_ANY_NUMBER,
	.uses_settings = true,
	.options = { OPTIONS, ASKING_OPTIONS },
	.run = run,
};

struct get {
	struct cli_call *call;
	struct asking *asking;
	struct arena *arena;
	size_t n;
	struct oid *oids;
	struct snmpc_column *columns;
	struct snmpc_item *items;
	struct varbind *answers; /* type 0: none has come */
	enum rc rc;
	char message[ERR_MAX];
	uint32_t error_status;
};

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *value)
{
	struct get *g = ctx;

	(void)index;
	(void)n;
	g->answers[column].arcs = g->oids[column].arcs;
	g->answers[column].n = g->oids[column].n;
	varbind_keep(&g->answers[column], value, g->arena);
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct get *g = ctx;

	g->rc = r->rc;
	g->error_status = r->error_status;
	memcpy(g->message, r->message, strlen(r->message) + 1);
	asking_end(g->asking);
}

static enum rc
read_oids(struct cli_call *call, struct get *g, struct err *err)
{
	g->n = call->n_args - 1;
	g->oids = arena_alloc(g->arena, g->n * sizeof(*g->oids));
	g->columns = arena_alloc(g->arena, g->n * sizeof(*g->columns));
	g->items = arena_alloc(g->arena, g->n * sizeof(*g->items));
	g->answers = arena_alloc(g->arena, g->n * sizeof(*g->answers));
	if (!g->oids || !g->columns || !g->items || !g->answers)
		return err_set(err, RC_NOMEM, "out of memory");
	for (size_t i = 0; i < g->n; i++) {
		enum rc rc = oid_parse(call->args[i + 1], &g->oids[i], err);

		if (rc != RC_OK)
			return rc;
		g->columns[i] =
		    (struct snmpc_column){ .arcs = g->oids[i].arcs, .n = g->oids[i].n };
		g->items[i] =
		    (struct snmpc_item){ .column = (uint32_t)i, .onu = (uint32_t)i };
	}
	return RC_OK;
}

/* v1 has no exceptions: the tools say it in these words, on stderr. */
static void
print_v1_error(const struct get *g, size_t i)
{
	char text[OID_TEXT_MAX];

	fprintf(g->call->err, "Error in packet\nReason: %s\nFailed object: .%s\n\n",
	    snmpc_error_text(g->error_status),
	    oid_format(g->oids[i].arcs, g->oids[i].n, text));
}

static int
print_all(struct get *g)
{
	struct varbind_printer w;
	size_t missing = 0;
	bool is_v1 = cli_choice(g->call, "version") == SNMP_V1;

	varbind_begin(&w, g->call->out, cli_flag(g->call, "json"));
	for (size_t i = 0; i < g->n; i++) {
		const struct varbind *v = &g->answers[i];

		if (!v->value.type) {
			missing++;
		} else if (is_v1 && snmp_type_is_exception(v->value.type)) {
			missing++;
			print_v1_error(g, i);
		} else {
			varbind_write(&w, v->arcs, v->n, &v->value);
		}
	}
	varbind_end(&w);
	if (g->rc != RC_OK || missing) {
		if (!is_v1 || g->rc != RC_OK)
			(void)cli_failed(g->call, "%s",
			    g->rc != RC_OK
				? g->message
				: "the device reported an error for some OIDs");
		return missing == g->n ? CLI_FAILED : CLI_PARTIAL;
	}
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	struct arena *arena OWNED(arena_free) = arena_new(ARENA_MAX);
	struct asking *a OWNED(asking_free) = NULL;
	struct get g = { .call = call, .arena = arena };
	struct snmpc_question q = {
		.kind = SNMPC_GET, .on_value = on_value, .on_done = on_done, .ctx = &g
	};
	struct snmpc_run *started;
	struct err err = { 0 };
	int status;

	if (!arena)
		return cli_failed(call, "out of memory");
	if (cli_given(call, "repetitions"))
		return cli_wrong_usage(
		    call, "--repetitions is for GETBULK, which get does not send");
	if (read_oids(call, &g, &err) != RC_OK)
		return cli_wrong_usage(call, "%s", err.msg);
	status = asking_open(call, call->args[0], &a);
	if (status != CLI_DONE)
		return status;
	g.asking = a;
	q.n_columns = q.n_items = g.n;
	q.columns = g.columns;
	q.items = g.items;
	if (snmpc_run_start(a->session, &q, &started, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	asking_run(a);
	if (a->was_interrupted)
		return cli_failed(call, "interrupted");
	return print_all(&g);
}
