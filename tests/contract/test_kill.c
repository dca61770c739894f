/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that finishes executions is killed (SIGKILL) at moments that nobody
 * chose. Whenever it happens, every execution is wholly there or not at all, and
 * after the next start nothing runs.
 */
#include "site.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/upkeep/check.h"
#include "store/core/writer.h"

enum { ONUS = 30 };

/* Twenty are enough for every day; bench/kill.js wants two hundred. */
static int
how_often(void)
{
	const char *text = getenv("FACHO_KILLS");

	return text ? (int)strtol(text, NULL, 10) : 20;
}

static const enum purpose COLUMNS[] = { PURPOSE_DESCRIPTION, PURPOSE_ONU_RX,
	PURPOSE_RUN_STATE, PURPOSES };

/* ---- the victim: a process of its own ---------------------------------------------- */

struct job {
	struct samples *samples;
	struct site_run run;
	char text[32];
	char serials[ONUS][8];
};

static enum rc
write_job(void *ctx, struct db *db, struct err *err)
{
	struct job *job = ctx;
	struct finish_result result;

	return store_execution_finish_in(
	    db, job->samples, &job->run.finish, &result, err);
}

static void
keep_samples(void *ctx)
{
	samples_keep(ctx);
}

static void
drop_samples(void *ctx)
{
	samples_drop(ctx);
}

/* Every ONU's description is the number of the execution that brought it. */
static struct job *
make_job(struct backend *b, struct samples *samples, int64_t now_ms)
{
	struct job *job = calloc(1, sizeof(*job));
	struct execution *e = &job->run.finish.execution;

	job->samples = samples;
	site_start(b, &job->run, now_ms, COLUMNS);
	job->run.finish.is_discovery = true;
	(void)snprintf(job->text, sizeof(job->text), "%d", (int)e->id.v);
	for (int i = 0; i < ONUS; i++) {
		(void)snprintf(job->serials[i], sizeof(job->serials[i]), "S%d", i);
		struct value *v =
		    site_row(&job->run, 1, (uint32_t)i + 1, job->serials[i]);

		v[0] = site_text(job->text);
		v[1] = site_real(-20 - (double)((now_ms + i) % 100) / 100);
		v[2] =
		    site_state(now_ms % 2, now_ms % 2 ? STATE_ONLINE : STATE_OFFLINE, "");
	}
	check_rc(execution_step(e, EXECUTION_ALL_CAME, TROUBLE_NONE, now_ms + 1), RC_OK);
	job->run.finish.attempt = (struct attempt){
		.number = 1, .started_ms = now_ms, .finished_ms = now_ms + 1
	};
	return job;
}

/* The scheduler's side adds executions on its own connection; the writer ends them. */
static _Noreturn void
live(const char *where)
{
	struct backend b = { 0 };
	struct samples *samples = samples_new();
	struct writer_options options = { .bound = 8,
		.batch = 3,
		.pause_ms = 1,
		.longest_pause_ms = 10,
		.on_commit = keep_samples,
		.on_rollback = drop_samples,
		.ctx = samples };
	struct writer *w = NULL;
	struct db *db = NULL;
	struct err err = { 0 };
	int64_t now_ms = 0, last_ms = 0;

	if (db_open(where, DB_WRITE, &b.db, &err) != RC_OK ||
	    db_open(where, DB_WRITE, &db, &err) != RC_OK ||
	    writer_start(db, &options, &w, &err) != RC_OK)
		_exit(1);
	for (;;) {
		now_ms = clock_wall_ms();
		now_ms = now_ms > last_ms + 1 ? now_ms : last_ms + 2;
		last_ms = now_ms;
		struct job *job = make_job(&b, samples, now_ms);
		struct writer_work work = { write_job, NULL, free, job };
		struct timespec nap = { 0, 1000000 };

		while (writer_put(w, &work) == RC_BUSY)
			(void)nanosleep(&nap, NULL);
	}
}

static int64_t
count_finished(struct backend *b)
{
	return site_ask(b->db, "SELECT COUNT(*) FROM executions WHERE state = 'SUCCESS'");
}

/* However slow the machine is, it has finished one before it dies. */
static void
live_and_die(struct backend *b, long ms)
{
	struct timespec nap = { 0, 1000000 }, life = { 0, ms * 1000000 };
	int64_t before = count_finished(b), patience_ms = clock_mono_ms() + 30000;
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0)
		live(b->where);
	while (count_finished(b) == before && clock_mono_ms() < patience_ms)
		(void)nanosleep(&nap, NULL);
	(void)nanosleep(&life, NULL);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* ---- what is left -------------------------------------------------------------------- */

static void
must_hold(void *ctx, const struct check_result *result)
{
	int *n = ctx;

	(*n)++;
	if (result->n_broken)
		fail_msg("%s: not for %d, such as %s", result->promise,
		    (int)result->n_broken, result->example);
}

/* PostgreSQL notices that a client is gone when it next looks. */
static void
wait_until_alone(struct backend *b)
{
	struct timespec nap = { 0, 5000000 };

	while (*b->database &&
	    site_ask(b->db,
		"SELECT COUNT(*) FROM pg_stat_activity WHERE "
		"datname = current_database() AND pid <> pg_backend_pid()") > 0)
		(void)nanosleep(&nap, NULL);
}

static void
check_what_is_left(struct backend *b)
{
	struct check_options options = { 0 };
	struct err err = { 0 };
	int checks = 0;

	wait_until_alone(b);
	check_rc(store_check(b->db, &options, must_hold, &checks, &err), RC_OK);
	assert_true(checks >= 8);
	/* All values are of the last execution that is in, and every one that is in
	 * has its block. */
	assert_int_equal(
	    site_ask(b->db,
		"SELECT COUNT(*) FROM onus WHERE description <> (SELECT "
		"CAST(MAX(id) AS TEXT) FROM executions WHERE state = 'SUCCESS')"),
	    0);
	assert_int_equal(
	    site_ask(b->db,
		"SELECT COUNT(*) FROM executions e WHERE state = 'SUCCESS' AND NOT "
		"EXISTS (SELECT 1 FROM history_blocks h WHERE h.olt_id = e.olt_id AND "
		"h.metric = 1 AND h.time_ms = e.finished_ms)"),
	    0);
	assert_int_equal(site_ask(b->db,
			     "SELECT (SELECT COUNT(*) FROM history_blocks WHERE "
			     "metric = 1) - "
			     "(SELECT COUNT(*) FROM executions WHERE state = 'SUCCESS')"),
	    0);
	check_rc(store_executions_recover(b->db, clock_wall_ms(), NULL, &err), RC_OK);
	options.is_idle = true;
	check_rc(store_check(b->db, &options, must_hold, &checks, &err), RC_OK);
}

static void
whenever_it_is_killed_everything_is_whole(void **state)
{
	struct backend *b = backend_of(state);
	int kills = how_often();

	site_make(b);
	srandom(20261115);
	for (int i = 0; i < kills; i++) {
		live_and_die(b, random() % 80);
		check_what_is_left(b);
	}
	/* It did live in between, and was killed in the middle of things. */
	assert_true(count_finished(b) >= kills);
	assert_true(site_ask(b->db,
			"SELECT COUNT(*) FROM executions WHERE error = 'RESTART'") > 0);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), ONUS);
}

/* ---- and the checks find what is wrong -------------------------------------------------- */

static void
note_broken(void *ctx, const struct check_result *result)
{
	char *names = ctx;
	size_t n = strlen(names);

	if (result->n_broken)
		(void)snprintf(names + n, 256 - n, "%s ", result->name);
}

static const char *
broken(struct backend *b)
{
	static char names[256];
	struct check_options options = { .is_idle = true };
	struct err err = { 0 };

	names[0] = '\0';
	check_rc(store_check(b->db, &options, note_broken, names, &err), RC_OK);
	return names;
}

static void
each_check_notices_what_it_is_for(void **state)
{
	static const struct {
		const char *name, *breaks, *mends;
	} CASES[] = {
		{ "open ",
		    "UPDATE executions SET state = 'RUNNING', finished_ms = NULL "
		    "WHERE id = 2",
		    "UPDATE executions SET state = 'INTERRUPTED', finished_ms = 1 "
		    "WHERE id = 2" },
		{ "attempts ", "UPDATE executions SET attempts = 2 WHERE id = 1",
		    "UPDATE executions SET attempts = 1 WHERE id = 1" },
		{ "new ", "UPDATE executions SET onus_new = 7 WHERE id = 1",
		    "UPDATE executions SET onus_new = 1 WHERE id = 1" },
		{ "events ",
		    "UPDATE onu_events SET execution_id = 2, kind = 'moved'; "
		    "UPDATE executions SET onus_new = 0",
		    "UPDATE onu_events SET execution_id = 1, kind = 'new'; "
		    "UPDATE executions SET onus_new = 1 WHERE id = 1" },
		{ "values ", "UPDATE onu_numbers SET execution_id = 2",
		    "UPDATE onu_numbers SET execution_id = 1" },
		{ "stamps ", "UPDATE value_stamps SET execution_id = 2",
		    "UPDATE value_stamps SET execution_id = 1" },
		{ "stays ", "UPDATE onu_positions SET until_ms = 5",
		    "UPDATE onu_positions SET until_ms = NULL" },
		{ "quotas ", "UPDATE quota_trackers SET completed = 3",
		    "UPDATE quota_trackers SET completed = 1" },
		{ "roster ", "UPDATE olts SET roster = 9 WHERE id = 1",
		    "UPDATE olts SET roster = 1 WHERE id = 1" },
		{ "history ", "UPDATE history_blocks SET metric = 2",
		    "UPDATE history_blocks SET metric = 1" },
	};
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	site_start(b, &run, SITE_MS, COLUMNS);
	run.finish.is_discovery = true;
	site_row(&run, 1, 1, "A")[1] = site_real(-20);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 10, &result), RC_OK);
	site_do(b->db,
	    "INSERT INTO executions (id, olt_id, type, state, queued_ms, finished_ms) "
	    "VALUES (2, 1, 'get', 'INTERRUPTED', 1, 1)");
	assert_string_equal(broken(b), "");
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		site_do(b->db, CASES[i].breaks);
		assert_string_equal(broken(b), CASES[i].name);
		site_do(b->db, CASES[i].mends);
		assert_string_equal(broken(b), "");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(whenever_it_is_killed_everything_is_whole),
		ON_EACH(each_check_notices_what_it_is_for),
	};

	return CHECK_ALL(tests);
}
