/* SPDX-License-Identifier: Apache-2.0
 *
 * The writer over both databases, and over what may happen to each: locked by
 * another process, a full disk, a server that stops, a connection that is cut.
 * A piece of work puts one number into a table.
 */
#include "backends.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "store/core/writer.h"

/* What the pieces and the writer said; written by the writer's thread. */
struct notes {
	pthread_mutex_t lock;
	int ok, cancelled, failed;
	int bad, over, commits, rollbacks;
	char message[ERR_MAX];
};

struct piece {
	struct notes *notes;
	int64_t number;
	enum rc fate; /* RC_OK: write it; otherwise fail with that */
	int blob_bytes;
};

static enum rc
write_piece(void *ctx, struct db *db, struct err *err)
{
	static const char sql[] = "INSERT INTO pieces (number, filling) VALUES ($1, $2) "
				  "ON CONFLICT (number) DO NOTHING";
	const struct piece *p = ctx;
	struct db_stmt *q OWNED(db_done) = NULL;
	void *filling OWNED(free) = calloc(1, (size_t)p->blob_bytes + 1);
	enum rc rc;

	if (p->fate != RC_OK)
		return err_set(err, p->fate, "piece %d is bad", (int)p->number);
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, p->number);
	db_bind_blob(q, 2, filling, (size_t)p->blob_bytes);
	return db_run(q, NULL, err);
}

static void
note_piece(void *ctx, enum rc rc, const char *message)
{
	struct notes *notes = ((struct piece *)ctx)->notes;

	pthread_mutex_lock(&notes->lock);
	notes->ok += rc == RC_OK;
	notes->cancelled += rc == RC_CANCELLED;
	if (rc != RC_OK && rc != RC_CANCELLED) {
		notes->failed++;
		(void)snprintf(notes->message, sizeof(notes->message), "%s", message);
	}
	pthread_mutex_unlock(&notes->lock);
}

static void
note_trouble(void *ctx, bool is_over, const char *message)
{
	struct notes *notes = ctx;

	pthread_mutex_lock(&notes->lock);
	notes->over += is_over;
	notes->bad += !is_over && *message;
	pthread_mutex_unlock(&notes->lock);
}

static void
note_commit(void *ctx)
{
	((struct notes *)ctx)->commits++;
}

static void
note_rollback(void *ctx)
{
	((struct notes *)ctx)->rollbacks++;
}

static void
run_script(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_script(db, sql, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
}

static int64_t
ask(struct db *db, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	if (db_prepare(db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	return db_int(q, 0);
}

static struct writer *
start(struct backend *b, struct notes *notes, size_t bound)
{
	struct writer_options options = { .bound = bound,
		.batch = 4,
		.pause_ms = 5,
		.longest_pause_ms = 40,
		.say = note_trouble,
		.on_commit = note_commit,
		.on_rollback = note_rollback,
		.ctx = notes };
	struct writer *w = NULL;
	struct db *db = NULL;
	struct err err = { 0 };

	memset(notes, 0, sizeof(*notes));
	(void)pthread_mutex_init(&notes->lock, NULL);
	run_script(b->db,
	    *b->database
		? "CREATE TABLE pieces (number BIGINT PRIMARY KEY, filling BYTEA)"
		: "CREATE TABLE pieces (number INTEGER PRIMARY KEY, "
		  "filling BLOB) STRICT");
	check_rc(db_open(b->where, DB_WRITE, &db, &err), RC_OK);
	check_rc(db_set_patience(db, 20, &err), RC_OK);
	check_rc(writer_start(db, &options, &w, &err), RC_OK);
	return w;
}

static enum rc
put_sized(struct writer *w, struct notes *notes, int64_t number, enum rc fate, int bytes)
{
	struct piece *p = calloc(1, sizeof(*p));
	struct writer_work work = { write_piece, note_piece, free, p };
	enum rc rc;

	*p = (struct piece){ notes, number, fate, bytes };
	rc = writer_put(w, &work);
	if (rc != RC_OK)
		free(p);
	return rc;
}

static enum rc
put(struct writer *w, struct notes *notes, int64_t number, enum rc fate)
{
	return put_sized(w, notes, number, fate, 1);
}

static void
nap(long ms)
{
	struct timespec t = { 0, ms * 1000000 };

	(void)nanosleep(&t, NULL);
}

static void
wait_until_away(struct writer *w)
{
	for (int64_t end = clock_mono_ms() + 20000; clock_mono_ms() < end; nap(2)) {
		if (writer_figures(w).is_away)
			return;
	}
	fail_msg("the writer does not notice that the database is away");
}

static void
wait_until_written(struct writer *w, uint64_t n)
{
	for (int64_t end = clock_mono_ms() + 20000; clock_mono_ms() < end; nap(2)) {
		if (writer_figures(w).written >= n)
			return;
	}
	fail_msg("only %d are written", (int)writer_figures(w).written);
}

/* ---- both ------------------------------------------------------------------- */

static void
everything_handed_over_is_written_when_it_stops(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, 200);

	for (int64_t i = 1; i <= 100; i++)
		check_rc(put(w, &notes, i, RC_OK), RC_OK);
	check_rc(writer_stop(w, 0), RC_OK);
	assert_int_equal(notes.ok, 100);
	assert_int_equal(notes.bad + notes.over + notes.rollbacks, 0);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 100);
	struct writer_figures f = writer_figures(w);
	assert_int_equal(f.written, 100);
	assert_int_equal(f.waiting, 0);
	assert_true(f.transactions >= 25 && f.transactions <= 100);
	assert_int_equal(notes.commits, f.transactions);
	check_rc(put(w, &notes, 101, RC_OK), RC_CANCELLED);
}

/* Pieces that write their number only when they may, in the order they were written. */
struct held {
	pthread_mutex_t *gate;
	_Atomic bool *is_in;
	_Atomic int *n_written;
	int place; /* filled in: it was the so manyth */
	enum rc rc;
};

static enum rc
write_held(void *ctx, struct db *db, struct err *err)
{
	struct held *h = ctx;

	(void)db;
	(void)err;
	atomic_store(h->is_in, true);
	pthread_mutex_lock(h->gate);
	pthread_mutex_unlock(h->gate);
	h->place = atomic_fetch_add(h->n_written, 1) + 1;
	return RC_OK;
}

static void
note_held(void *ctx, enum rc rc, const char *message)
{
	(void)message;
	((struct held *)ctx)->rc = rc;
}

static void
urgent_work_waits_for_one_piece_at_most_and_finds_room(void **state)
{
	enum { BOUND = 20 };
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, BOUND);
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	_Atomic bool is_in = false;
	_Atomic int n = 0;
	struct held usual[BOUND + 4], urgent[2], last = { 0 };
	struct writer_work work = { write_held, note_held, NULL, NULL };
	int put = 0;

	for (int i = 0; i < BOUND + 4; i++)
		usual[i] = (struct held){ &gate, &is_in, &n, 0, RC_BUSY };
	for (int i = 0; i < 2; i++)
		urgent[i] = (struct held){ &gate, &is_in, &n, 0, RC_BUSY };
	pthread_mutex_lock(&gate);
	for (work.ctx = &usual[put]; writer_put(w, &work) == RC_OK;
	     work.ctx = &usual[put]) {
		put++;
		while (!atomic_load(&is_in))
			nap(1);
	}
	work.ctx = &last;
	check_rc(writer_put(w, &work), RC_BUSY); /* full of results */
	for (int i = 0; i < 2; i++) {
		work.ctx = &urgent[i];
		check_rc(writer_put_urgent(w, &work), RC_OK);
	}
	pthread_mutex_unlock(&gate);
	check_rc(writer_stop(w, 0), RC_OK);
	assert_int_equal(urgent[0].place, 2);
	assert_int_equal(urgent[1].place, 3);
	for (int i = 0; i < put; i++) { /* the others are in, in their order */
		check_rc(usual[i].rc, RC_OK);
		assert_int_equal(usual[i].place, i == 0 ? 1 : i + 3);
	}
	assert_int_equal(writer_figures(w).written, put + 2);
	assert_int_equal(writer_figures(w).waiting, 0);
}

static void
a_piece_that_is_wrong_fails_alone(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, 200);

	for (int64_t i = 1; i <= 20; i++)
		check_rc(put(w, &notes, i, i == 7 ? RC_CONFLICT : RC_OK), RC_OK);
	check_rc(writer_stop(w, 0), RC_OK);
	assert_int_equal(notes.ok, 19);
	assert_int_equal(notes.failed, 1);
	assert_string_equal(notes.message, "piece 7 is bad");
	assert_int_equal(notes.bad, 0); /* the database was there all the time */
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 19);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces WHERE number = 7"), 0);
}

static void
block(struct backend *b)
{
	struct err err = { 0 };

	if (!*b->database) { /* SQLite: somebody else is writing */
		check_rc(db_begin(b->db, &err), RC_OK);
		return;
	}
	check_rc(db_begin(b->db, &err), RC_OK);
	struct db_stmt *q OWNED(db_done) = NULL;
	check_rc(
	    db_prepare(b->db, "LOCK TABLE pieces IN ACCESS EXCLUSIVE MODE", &q, &err),
	    RC_OK);
	check_rc(db_run(q, NULL, &err), RC_OK);
}

static void
while_somebody_holds_a_lock_work_waits_and_is_refused_at_the_bound(void **state)
{
	enum { BOUND = 10 };
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, BOUND);
	int64_t taken = 0;

	block(b);
	for (int64_t end = clock_mono_ms() + 20000; clock_mono_ms() < end; nap(1)) {
		enum rc rc = put(w, &notes, taken + 1, RC_OK);

		if (rc == RC_BUSY && writer_figures(w).retries > 3)
			break;
		taken += rc == RC_OK;
	}
	/* What waits, and what it has at hand. */
	assert_true(taken >= BOUND && taken <= BOUND + 4);
	assert_true(writer_figures(w).is_away);
	assert_true(writer_figures(w).refused > 0);
	assert_int_equal(writer_figures(w).waiting, taken);
	db_rollback(b->db);
	check_rc(writer_stop(w, 20000), RC_OK);
	assert_int_equal(notes.ok, taken);
	assert_int_equal(notes.bad, 1);
	assert_int_equal(notes.over, 1);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), taken);
}

static void
who_stops_while_the_database_is_away_is_told_what_was_not_written(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, 50);

	check_rc(put(w, &notes, 1, RC_OK), RC_OK);
	wait_until_written(w, 1);
	block(b);
	for (int64_t i = 2; i <= 30; i++)
		check_rc(put(w, &notes, i, RC_OK), RC_OK);
	wait_until_away(w);
	check_rc(writer_stop(w, 100), RC_CANCELLED);
	db_rollback(b->db);
	assert_int_equal(notes.ok, 1);
	assert_int_equal(notes.cancelled, 29);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 1);
}

/* ---- SQLite -------------------------------------------------------------------- */

static void
a_full_disk_is_waited_for(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, 200);
	struct rlimit before, small = { 0 };

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	(void)signal(SIGXFSZ, SIG_IGN);
	small = (struct rlimit){ 300000, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	for (int64_t i = 1; i <= 50; i++)
		check_rc(put_sized(w, &notes, i, RC_OK, 20000), RC_OK);
	wait_until_away(w);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	check_rc(writer_stop(w, 20000), RC_OK);
	assert_int_equal(notes.ok, 50);
	assert_int_equal(notes.bad, 1);
	assert_int_equal(notes.over, 1);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 50);
}

/* ---- PostgreSQL ------------------------------------------------------------------ */

static void
a_connection_that_is_cut_is_made_again(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;
	struct writer *w OWNED(writer_free) = start(b, &notes, 200);

	for (int64_t i = 1; i <= 30; i++) {
		check_rc(put(w, &notes, i, RC_OK), RC_OK);
		if (i % 10 == 0)
			(void)ask(b->db,
			    "SELECT COUNT(pg_terminate_backend(pid)) FROM "
			    "pg_stat_activity WHERE pid <> pg_backend_pid() AND "
			    "datname = current_database()");
	}
	check_rc(writer_stop(w, 20000), RC_OK);
	assert_int_equal(notes.ok, 30);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 30);
}

static void
control_server(const char *verb)
{
	const char *ctl = getenv("FACHO_TEST_PGSQL_CTL");
	char command[256];

	(void)snprintf(command, sizeof(command), "%s %s >&2", ctl, verb);
	assert_int_equal(system(command), 0);
}

static void
a_server_that_stops_and_starts_again_costs_nothing(void **state)
{
	struct backend *b = backend_empty(state);
	struct notes notes;

	if (!getenv("FACHO_TEST_PGSQL_CTL")) {
		print_message(
		    "# FACHO_TEST_PGSQL_CTL is not set (tests/pgsql.sh does)\n");
		skip();
	}
	struct writer *w OWNED(writer_free) = start(b, &notes, 200);
	check_rc(put(w, &notes, 1, RC_OK), RC_OK);
	wait_until_written(w, 1);
	control_server("stop");
	for (int64_t i = 2; i <= 100; i++)
		check_rc(put(w, &notes, i, RC_OK), RC_OK);
	wait_until_away(w);
	control_server("start");
	check_rc(writer_stop(w, 30000), RC_OK);
	assert_int_equal(notes.ok, 100);
	assert_int_equal(notes.bad, 1);
	assert_int_equal(notes.over, 1);
	/* Our own connection was cut too; the first question may be its victim. */
	db_close(b->db);
	b->db = NULL;
	struct err err = { 0 };
	check_rc(db_open(b->where, DB_WRITE, &b->db, &err), RC_OK);
	assert_int_equal(ask(b->db, "SELECT COUNT(*) FROM pieces"), 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(everything_handed_over_is_written_when_it_stops),
		ON_EACH(urgent_work_waits_for_one_piece_at_most_and_finds_room),
		ON_EACH(a_piece_that_is_wrong_fails_alone),
		ON_EACH(
		    while_somebody_holds_a_lock_work_waits_and_is_refused_at_the_bound),
		ON_EACH(
		    who_stops_while_the_database_is_away_is_told_what_was_not_written),
		ON_SQLITE(a_full_disk_is_waited_for),
		ON_PGSQL(a_connection_that_is_cut_is_made_again),
		ON_PGSQL(a_server_that_stops_and_starts_again_costs_nothing),
	};

	return CHECK_ALL(tests);
}
