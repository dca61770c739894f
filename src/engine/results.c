/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/results_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/tidy.h"
#include "store/history/samples.h"

enum { RESULTS_BYTES_MAX = 256 * 1024 * 1024 };

/* A write: the end of an execution with all its results. */
struct results {
	struct inbox *inbox; /* one reference */
	struct samples *samples; /* used on the writer's thread */
	struct finish finish;
	struct finish_result result;
	struct arena *arena; /* for columns and rows */
	struct collect *collect; /* has the values */
	const struct overlay *overlay; /* has their labels */
	struct sweep *sweep; /* has the values of a sweep */
	struct message *word; /* the answer, allocated before, so that it cannot fail */
};

static void
results_free(void *ctx)
{
	struct results *r = ctx;

	if (!r)
		return;
	collect_free(r->collect);
	if (r->overlay)
		overlay_give(r->overlay);
	sweep_free(r->sweep);
	arena_free(r->arena);
	message_free(r->word);
	free(r->result.present);
	inbox_unref(r->inbox);
	free(r);
}

/* ---- on the writer's thread ---------------------------------------------------- */

static enum rc
write_results(void *ctx, struct db *db, struct err *err)
{
	struct results *r = ctx;

	/* From a transaction that was rolled back. */
	free(r->result.present);
	r->result = (struct finish_result){ 0 };
	return store_execution_finish_in(db, r->samples, &r->finish, &r->result, err);
}

static void
tell(void *ctx, enum rc rc, const char *message)
{
	struct results *r = ctx;

	if (rc != RC_OK)
		log_warn("engine", "execution %lld was not stored: %s",
		    (long long)r->finish.execution.id.v, message);
	r->word->rc = rc;
	r->word->result = r->result;
	r->result.present = NULL; /* now owned by the message */
	inbox_reply(r->inbox, GIVE(r->word));
}

/* ---- on the engine thread ------------------------------------------------------ */

struct filling {
	struct results *results;
	const struct loaded_node *node;
	struct finish_row *rows;
	size_t n_outputs;
	int serial; /* number of its output; -1: none */
	uint64_t wanted; /* requested outputs */
};

/* Texts of the catalogue and of the profile may be freed before the writer is done. */
static const char *
copy(const struct filling *f, const char *text)
{
	return arena_copy(f->results->arena, text, strlen(text));
}

/* Does this row of the catalogue provide this output? */
static bool
brings(const struct stored_oid *oid, const struct output *output)
{
	static const char CUSTOM[] = "custom:";
	enum purpose purpose;

	if (strncmp(oid->purpose, CUSTOM, sizeof(CUSTOM) - 1) == 0)
		return output->purpose == PURPOSE_CUSTOM &&
		    strcmp(oid->purpose + sizeof(CUSTOM) - 1, output->key) == 0;
	return purpose_from_name(oid->purpose, &purpose) && purpose == output->purpose;
}

/* Does the catalogue say that a null value of this column does not replace the previous
 * value? */
static bool
keeps_previous(const struct loaded_node *node, const struct output *output)
{
	for (size_t i = 0; node && i < node->n_oids; i++) {
		if (node->oids[i].keep_previous && brings(&node->oids[i], output))
			return true;
	}
	return false;
}

static bool
fill_columns(struct filling *f, const struct output *outputs, size_t n)
{
	struct finish_column *columns;

	f->serial = -1;
	f->n_outputs = n < FINISH_COLUMNS_MAX ? n : FINISH_COLUMNS_MAX;
	columns = arena_alloc(f->results->arena, (n + 1) * sizeof(*columns));
	if (!columns)
		return false;
	for (size_t i = 0; i < f->n_outputs; i++) {
		columns[i] = (struct finish_column){ .purpose = outputs[i].purpose,
			.keep_previous = keeps_previous(f->node, &outputs[i]) };
		if (outputs[i].purpose == PURPOSE_CUSTOM)
			columns[i].custom = copy(f, outputs[i].key);
		if (outputs[i].purpose == PURPOSE_SERIAL && f->serial < 0)
			f->serial = (int)i;
		if (outputs[i].is_wanted)
			f->wanted |= UINT64_C(1) << i;
	}
	f->results->finish.n_columns = f->n_outputs;
	f->results->finish.columns = columns;
	return true;
}

static struct finish_row
row_of(const struct filling *f, const struct position *position, uint64_t answered,
    const struct value *values)
{
	struct finish_row row = {
		.position = *position, .answered = answered & f->wanted, .values = values
	};

	if (f->serial >= 0 && values[f->serial].kind == VALUE_TEXT)
		row.serial = values[f->serial].text;
	return row;
}

static bool
fill_from_collection(struct filling *f, const struct collection *c)
{
	size_t n = rows_count(c->rows);

	f->rows = arena_alloc(f->results->arena, (n + 1) * sizeof(*f->rows));
	if (!f->rows || !fill_columns(f, c->outputs, c->n_outputs))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct row *row = rows_at(c->rows, i);

		if (!row->is_absent)
			f->rows[f->results->finish.n_rows++] =
			    row_of(f, &row->position, row->answered, row->values);
	}
	f->results->finish.rows = f->rows;
	return true;
}

static bool
fill_from_sweep(struct filling *f, const struct sweep *sweep)
{
	struct sweep_rows s = sweep_rows(sweep);

	f->rows = arena_alloc(f->results->arena, (s.n + 1) * sizeof(*f->rows));
	if (!f->rows || !fill_columns(f, s.outputs, s.n_outputs))
		return false;
	for (size_t i = 0; i < s.n; i++)
		f->rows[i] =
		    row_of(f, &s.rows[i].position, s.rows[i].answered, s.rows[i].values);
	f->results->finish.n_rows = s.n;
	f->results->finish.rows = f->rows;
	return true;
}

static bool
fill_values(struct filling *f, struct olt_value *values, size_t n)
{
	for (size_t i = 0; values && i < n; i++) {
		struct output like = { .purpose = PURPOSE_CUSTOM, .key = values[i].name };

		values[i].keep_previous = keeps_previous(f->node, &like);
	}
	f->results->finish.n_values = n;
	f->results->finish.values = values;
	return values;
}

static bool
fill_others(struct filling *f, const struct collection *c)
{
	struct arena *arena = f->results->arena;
	struct olt_value *values =
	    arena_alloc(arena, (c->n_others + 1) * sizeof(*values));

	for (size_t i = 0; values && i < c->n_others; i++) {
		if (!results_fill_other(&c->others[i], arena, &values[i]))
			return false;
	}
	return fill_values(f, values, c->n_others);
}

static bool
fill_others_of_sweep(struct filling *f, const struct sweep *sweep)
{
	size_t n;
	const struct olt_value *others = sweep_others(sweep, &n);
	struct olt_value *values =
	    arena_alloc(f->results->arena, (n + 1) * sizeof(*values));

	if (values && n)
		memcpy(values, others, n * sizeof(*values));
	return fill_values(f, values, n);
}

static struct results *
results_new(struct engine *e, const struct results_of *of)
{
	struct results *r = calloc(1, sizeof(*r));

	if (!r) {
		collect_free(of->collect);
		if (of->overlay)
			overlay_give(of->overlay);
		sweep_free(of->sweep);
		return NULL;
	}
	r->inbox = inbox_ref(e->inbox);
	r->samples = e->options.samples;
	r->collect = of->collect;
	r->overlay = of->overlay;
	r->sweep = of->sweep;
	r->arena = arena_new(RESULTS_BYTES_MAX);
	r->word = message_new(MESSAGE_STORED);
	if (r->arena && r->word)
		return r;
	results_free(r);
	return NULL;
}

static bool
fill(struct results *r, const struct results_of *of, const struct discovery_rules *rules)
{
	struct filling f = { .results = r, .node = of->node };
	const struct coordinator_verdict *v = of->verdict;

	r->finish = (struct finish){ .execution = v->execution,
		.at_ms = of->at_ms,
		.attempt = v->attempt,
		.node = { v->moves_next, v->next_run_ms },
		.rules = *rules };
	tidy(r->finish.execution.message);
	tidy(r->finish.attempt.message);
	r->word->execution = v->execution.id;
	r->word->olt = v->execution.olt;
	if (of->sweep)
		return fill_from_sweep(&f, of->sweep) &&
		    fill_others_of_sweep(&f, of->sweep);
	if (!of->collection)
		return true;
	r->finish.is_discovery = v->execution.type == TASK_DISCOVERY;
	r->finish.tells_present = true;
	r->finish.is_complete = of->collection->is_complete;
	if (!fill_from_collection(&f, of->collection))
		return false;
	r->finish.uptime_ms = results_uptime_ms(of->collection);
	/* If a limit was reached, ports and other values are not used; values of known
	 * ONUs are valid. */
	if (of->collection->rc == RC_TOO_MUCH)
		return true;
	return fill_others(&f, of->collection) &&
	    results_fill_parts(of->collection, r->arena, &r->finish);
}

void
results_hand_over(struct engine *e, const struct results_of *of)
{
	struct results *r = results_new(e, of);
	struct writer_work work = { write_results, tell, results_free, r };

	if (!r || !fill(r, of, &e->options.discovery)) {
		log_error("engine", "no memory for the results of execution %lld",
		    (long long)of->verdict->execution.id.v);
		results_free(r);
		if (!refresh_stored(e, of->verdict->execution.id, RC_NOMEM))
			coordinator_stored(e->coordinator, of->verdict->execution.id,
			    RC_NOMEM, engine_now());
		return;
	}
	e->at_writer++;
	outbox_put(e->outbox, &work);
}
