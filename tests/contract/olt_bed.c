/* SPDX-License-Identifier: Apache-2.0 */
#include "olt_bed.h"

#include <string.h>

enum { PATIENCE_S = 60 };

struct profile_set *profiles;

static void
on_done(void *ctx, const struct collection *c)
{
	struct olt *o = ctx;

	assert_false(o->is_done); /* exactly once */
	o->is_done = true;
	o->result = c;
	(void)event_base_loopbreak(o->bed.base);
}

static bool
is_unsupported(void *ctx, const struct column *column)
{
	const struct olt *o = ctx;

	return column == o->unsupported;
}

struct olt
olt_make(const char *profile, const char *const *more)
{
	const char *args[24] = { "--profile", profile, "--static", "--latency", "1ms" };
	struct olt o = { .arena = arena_new(0), .known = known_new() };
	struct snmpc_target t;
	size_t n = 5;

	while (more && *more)
		args[n++] = *more++;
	o.sim = lab_sim_start(lab_free_ports(1), args);
	o.profile = profile_set_find(profiles, profile);
	assert_non_null(o.profile);
	assert_non_null(o.arena);
	assert_non_null(o.known);
	o.n_jobs = standard_jobs(o.profile, o.arena, o.jobs);
	t = agent_target(o.sim.port);
	t.limits = poll_limits(&t.limits, &o.profile->quirks);
	t.limits.pause_ms = 0; /* the test need not wait */
	o.bed = bed_make(&t);
	return o;
}

struct olt
usual_olt(const char *profile)
{
	static const char *const SIZE[] = { "--ports", "2", "--onus", "16", "--offline",
		"25", NULL };

	return olt_make(profile, SIZE);
}

static void
olt_forget(struct olt *o)
{
	collect_free(o->collect);
	o->collect = NULL;
	o->is_done = false;
}

void
olt_free(struct olt *o)
{
	olt_forget(o);
	bed_free(&o->bed);
	lab_sim_stop(&o->sim);
	known_free(o->known);
	arena_free(o->arena);
}

static const struct standard_job *
job(const struct olt *o, enum standard_kind kind)
{
	for (size_t i = 0; i < o->n_jobs; i++) {
		if (o->jobs[i].kind == kind)
			return &o->jobs[i];
	}
	fail_msg("%s has no job %s", o->profile->id, standard_name(kind));
	return NULL;
}

enum rc
try_start(struct olt *o, const struct collect_options *options, struct err *err)
{
	struct collect_options full = *options;

	full.profile = o->profile;
	full.is_unsupported = is_unsupported;
	full.known = o->known;
	full.on_done = on_done;
	full.ctx = o;
	olt_forget(o);
	return collect_start(o->bed.session, &full, &o->collect, err);
}

static void
on_patience_over(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	fail_msg("not done within %d s", PATIENCE_S);
}

const struct collection *
run_options(struct olt *o, const struct collect_options *options)
{
	struct timeval patience = { .tv_sec = PATIENCE_S };
	struct event *alarm = evtimer_new(o->bed.base, on_patience_over, NULL);
	struct err err = { 0 };

	assert_non_null(alarm);
	check_rc(try_start(o, options, &err), RC_OK);
	assert_int_equal(event_add(alarm, &patience), 0);
	while (!o->is_done)
		assert_int_equal(event_base_loop(o->bed.base, EVLOOP_ONCE), 0);
	event_free(alarm);
	return o->result;
}

struct collect_options
options_of(const struct olt *o, enum standard_kind kind)
{
	const struct standard_job *j = job(o, kind);

	return (struct collect_options){ .mode = collect_mode_of(j->type),
		.n_columns = j->n_columns,
		.columns = j->columns };
}

const struct collection *
run_job(struct olt *o, enum standard_kind kind)
{
	struct collect_options options = options_of(o, kind);

	return run_options(o, &options);
}

void
discover(struct olt *o)
{
	const struct collection *c = run_job(o, STANDARD_DISCOVERY);

	check_rc(c->rc, RC_OK);
	check_rc(known_learn(o->known, c), RC_OK);
}

void
get_to_know(struct olt *o)
{
	const struct collection *c;

	discover(o);
	c = run_job(o, STANDARD_STATES);
	check_rc(c->rc, RC_OK);
	check_rc(known_learn(o->known, c), RC_OK);
}

size_t
n_offline(const struct olt *o)
{
	size_t n = 0;

	for (size_t i = 0; i < known_count(o->known); i++)
		n += known_at(o->known)[i].is_offline;
	return n;
}

const struct column_outcome *
column_outcome_of(const struct collection *c, const char *key)
{
	for (size_t i = 0; i < c->n_columns; i++) {
		if (strcmp(c->columns[i].column->key, key) == 0)
			return &c->columns[i];
	}
	fail_msg("no column %s", key);
	return NULL;
}

int
output_of(const struct collected *of, const char *key)
{
	for (size_t i = 0; i < of->n_outputs; i++) {
		if (strcmp(of->outputs[i].key, key) == 0)
			return (int)i;
	}
	fail_msg("no output %s", key);
	return -1;
}

void
sim_do(struct olt *o, const char *line)
{
	json_decref(lab_sim_ask(&o->sim, line));
}

int
load_profiles(void **state)
{
	struct err err;

	(void)state;
	return profile_set_load_builtin(&profiles, &err) == RC_OK ? 0 : -1;
}

int
unload_profiles(void **state)
{
	(void)state;
	profile_set_free(profiles);
	return 0;
}
