/* SPDX-License-Identifier: Apache-2.0
 *
 * PostgreSQL through libpq: prepared statements, values in binary both ways.
 *
 * The types of a statement's parameters and columns are asked of the server once,
 * when it is prepared; values are converted to them here, so a number bound to a
 * BIGINT and to a DOUBLE PRECISION both arrive. A type that pgsql_wire.c does not
 * know is an error of the SQL ("CAST it"), found when it is prepared.
 *
 * A lost connection is opened again by the next thing asked outside of a
 * transaction. Statements survive that: each remembers which connection it was
 * prepared on, and is prepared again on another.
 */
#include "store/db/db_int.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/db/pgsql_tool_int.h"
#include "store/db/pgsql_wire_int.h"

/* How many statements are sent before their outcomes are read. Their answers are
 * small: they fit the socket's buffer, so neither side waits for the other. */
enum { PIPELINE_MAX = 256, LOOK_MS = 100 };

struct pgsql_db {
	struct db base;
	PGconn *conn;
	unsigned generation; /* counts connections: statements belong to one */
	unsigned last_name; /* of a prepared statement */
	int patience_ms;
	bool was_ended; /* the statement that runs was cancelled by us */
	unsigned n_waiting; /* statements in the pipeline */
	enum rc bulk_rc; /* the first failure in the pipeline */
};

struct pgsql_stmt {
	struct db_stmt base;
	char name[16];
	unsigned generation;
	Oid param_types[DB_PARAMS_MAX];
	Oid column_types[DB_COLUMNS_MAX];
	PGresult *result; /* of the running statement, all its rows */
	int row;
	int64_t changed;
};

static struct pgsql_db *
conn_of(struct db *db)
{
	return (struct pgsql_db *)db;
}

static struct pgsql_stmt *
stmt(struct db_stmt *q)
{
	return (struct pgsql_stmt *)q;
}

/* ---- errors -------------------------------------------------------------- */

/* libpq's sentences end with a newline and have more lines of explanation. */
static enum rc
say(struct err *err, enum rc rc, const char *text)
{
	return err_set(err, rc, "database: %.*s", (int)strcspn(text, "\n"), text);
}

static enum rc
lost(struct pgsql_db *p, struct err *err)
{
	const char *text = PQerrorMessage(p->conn);

	return say(err, RC_IO, *text ? text : "the connection was lost");
}

static enum rc
result_failed(struct pgsql_db *p, const PGresult *result, struct err *err)
{
	const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
	const char *text =
	    result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;

	if (!state || PQstatus(p->conn) == CONNECTION_BAD)
		return lost(p, err);
	if (strcmp(state, "57014") == 0 && (p->base.deadline_ms || p->was_ended))
		return db_ended(&p->base, err);
	return say(err, pgsql_rc_of(state), text ? text : state);
}

/* ---- the connection ------------------------------------------------------ */

static bool
pgsql_knows(const char *where)
{
	return strncmp(where, "postgresql://", 13) == 0 ||
	    strncmp(where, "postgres://", 11) == 0 || strchr(where, '=');
}

static void
pgsql_close(struct db *db)
{
	PQfinish(conn_of(db)->conn);
	free(db);
}

static void
no_notices(void *ctx, const PGresult *result)
{
	(void)ctx;
	(void)result;
}

static enum rc
run_script(struct pgsql_db *p, const char *sql, struct err *err)
{
	PGresult *result = PQexec(p->conn, sql);
	ExecStatusType status = PQresultStatus(result);
	enum rc rc = RC_OK;

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK &&
	    status != PGRES_EMPTY_QUERY)
		rc = result_failed(p, result, err);
	PQclear(result);
	return rc;
}

/* A reader is one by promise of the server too. */
static enum rc
set_up(struct pgsql_db *p, struct err *err)
{
	char sql[128];

	(void)PQsetNoticeReceiver(p->conn, no_notices, NULL);
	(void)snprintf(sql, sizeof(sql),
	    "SET lock_timeout = %d; SET statement_timeout = %d; "
	    "SET default_transaction_read_only = %s",
	    p->patience_ms, p->base.deadline_ms, p->base.mode == DB_READ ? "on" : "off");
	p->generation++;
	return run_script(p, sql, err);
}

static enum rc
connect_failed(struct pgsql_db *p, struct err *err)
{
	/* Of a connection that was refused there is no SQLSTATE, only words. */
	const char *text = p->conn ? PQerrorMessage(p->conn) : "out of memory";
	bool refused = strstr(text, "authentication failed") || strstr(text, "pg_hba") ||
	    strstr(text, "no password supplied");

	if (strstr(text, "does not exist"))
		return say(err, RC_NOT_FOUND, text);
	if (p->conn && PQstatus(p->conn) == CONNECTION_BAD && strstr(text, "invalid"))
		return say(err, RC_INVALID, text);
	return say(err, refused ? RC_REFUSED : RC_IO, text);
}

static enum rc
pgsql_open(const char *where, enum db_mode mode, struct db **ret_db, struct err *err)
{
	const char *keywords[] = { "fallback_application_name", "connect_timeout",
		"keepalives_idle", "tcp_user_timeout", "client_encoding", "dbname",
		NULL };
	const char *values[] = { "facho", "5", "10", "10000", "UTF8", where, NULL };
	struct pgsql_db *p = calloc(1, sizeof(*p));
	enum rc rc;

	if (!p)
		return err_set(err, RC_NOMEM, "out of memory");
	p->base.ops = &db_pgsql;
	p->base.mode = mode;
	p->patience_ms = DB_PATIENCE_MS;
	p->conn = PQconnectdbParams(keywords, values, 1);
	if (PQstatus(p->conn) != CONNECTION_OK)
		rc = connect_failed(p, err);
	else
		rc = set_up(p, err);
	if (rc != RC_OK) {
		pgsql_close(&p->base);
		return rc;
	}
	*ret_db = &p->base;
	return RC_OK;
}

/* A connection that is there, or will be in a moment; in the middle of a
 * transaction there is nothing to repair. A reader may have been idle while the server
 * was started anew: that the other side has hung up is seen by looking. */
static enum rc
make_whole(struct pgsql_db *p, struct err *err)
{
	bool is_idle = p->base.mode == DB_READ && p->base.state == DB_NO_TRANSACTION &&
	    PQtransactionStatus(p->conn) == PQTRANS_IDLE;

	if (PQstatus(p->conn) == CONNECTION_OK &&
	    (!is_idle || PQconsumeInput(p->conn) == 1))
		return RC_OK;
	if (p->base.state != DB_NO_TRANSACTION)
		return err_set(err, RC_IO,
		    "database: the connection was lost in the middle of a transaction");
	PQreset(p->conn);
	if (PQstatus(p->conn) != CONNECTION_OK)
		return connect_failed(p, err);
	return set_up(p, err);
}

static enum rc
pgsql_script(struct db *db, const char *sql, struct err *err)
{
	enum rc rc = make_whole(conn_of(db), err);

	return rc == RC_OK ? run_script(conn_of(db), sql, err) : rc;
}

static enum rc
pgsql_set_patience(struct db *db, int ms, struct err *err)
{
	char sql[64];

	conn_of(db)->patience_ms = ms;
	(void)snprintf(sql, sizeof(sql), "SET lock_timeout = %d", ms);
	return pgsql_script(db, sql, err);
}

static enum rc
pgsql_set_deadline(struct db *db, int ms, struct err *err)
{
	char sql[64];

	(void)snprintf(sql, sizeof(sql), "SET statement_timeout = %d", ms);
	return pgsql_script(db, sql, err);
}

/* ---- statements ---------------------------------------------------------- */

static enum rc
learn_types(struct pgsql_stmt *q, const PGresult *description, struct err *err)
{
	int n_params = PQnparams(description), n_columns = PQnfields(description);

	if (n_params > DB_PARAMS_MAX || n_columns > DB_COLUMNS_MAX)
		return err_set(err, RC_INVALID, "database: too many values");
	for (int i = 0; i < n_params; i++) {
		q->param_types[i] = PQparamtype(description, i);
		if (!pgsql_knows_type(q->param_types[i]))
			return err_set(err, RC_INVALID,
			    "database: $%d has a type we do not use; CAST it", i + 1);
	}
	for (int i = 0; i < n_columns; i++) {
		q->column_types[i] = PQftype(description, i);
		if (!pgsql_knows_type(q->column_types[i]))
			return err_set(err, RC_INVALID,
			    "database: column %s has a type we do not use; CAST it",
			    PQfname(description, i));
	}
	q->base.n_params = (unsigned)n_params;
	q->base.n_columns = (unsigned)n_columns;
	return RC_OK;
}

static enum rc
describe(struct pgsql_db *p, struct pgsql_stmt *q, struct err *err)
{
	PGresult *result = PQdescribePrepared(p->conn, q->name);
	enum rc rc = PQresultStatus(result) == PGRES_COMMAND_OK
	    ? learn_types(q, result, err)
	    : result_failed(p, result, err);

	PQclear(result);
	return rc;
}

/* Prepare it on the connection of now. */
static enum rc
prepare_here(struct pgsql_db *p, struct pgsql_stmt *q, const char *sql, struct err *err)
{
	PGresult *result;
	enum rc rc = make_whole(p, err);

	if (rc != RC_OK || q->generation == p->generation)
		return rc;
	(void)snprintf(q->name, sizeof(q->name), "s%u", ++p->last_name);
	result = PQprepare(p->conn, q->name, sql, 0, NULL);
	if (PQresultStatus(result) != PGRES_COMMAND_OK)
		rc = result_failed(p, result, err);
	PQclear(result);
	if (rc == RC_OK)
		rc = describe(p, q, err);
	if (rc == RC_OK)
		q->generation = p->generation;
	return rc;
}

static enum rc
pgsql_prepare(struct db *db, const char *sql, struct db_stmt **ret_stmt, struct err *err)
{
	struct pgsql_stmt *q = calloc(1, sizeof(*q));
	enum rc rc;

	if (!q)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = prepare_here(conn_of(db), q, sql, err);
	if (rc != RC_OK) {
		free(q);
		return rc;
	}
	*ret_stmt = &q->base;
	return RC_OK;
}

static void
pgsql_reset(struct db_stmt *q)
{
	PQclear(stmt(q)->result);
	stmt(q)->result = NULL;
}

/* A failure here leaves one statement too many on the server, until the connection
 * ends. */
static void
pgsql_finalize(struct db_stmt *q)
{
	struct pgsql_db *p = conn_of(q->db);
	char sql[32];

	pgsql_reset(q);
	if (stmt(q)->generation == p->generation &&
	    PQtransactionStatus(p->conn) == PQTRANS_IDLE) {
		(void)snprintf(sql, sizeof(sql), "DEALLOCATE %s", stmt(q)->name);
		PQclear(PQexec(p->conn, sql));
	}
	free(q);
}

/* The arguments of libpq for the values bound. */
struct arguments {
	const char *values[DB_PARAMS_MAX];
	int lengths[DB_PARAMS_MAX];
	int formats[DB_PARAMS_MAX];
	char scratch[DB_PARAMS_MAX][8];
};

static enum rc
fill_arguments(const struct pgsql_stmt *q, struct arguments *a, struct err *err)
{
	for (unsigned i = 0; i < q->base.n_params; i++) {
		enum rc rc = pgsql_encode(q->param_types[i], &q->base.params[i],
		    a->scratch[i], &a->values[i], &a->lengths[i]);

		a->formats[i] = 1;
		if (rc != RC_OK)
			return err_set(err, rc,
			    "database: $%u is not of a type its column can take", i + 1);
	}
	return RC_OK;
}

static int64_t
changed_rows(PGresult *result)
{
	if (strncmp(PQcmdStatus(result), "SELECT", 6) == 0)
		return 0;
	return strtoll(PQcmdTuples(result), NULL, 10);
}

/* Ask the server to stop what it does for us; that it did is told as an error. */
static void
cancel(struct pgsql_db *p)
{
	char reason[256];
	PGcancel *cancel = PQgetCancel(p->conn);

	if (cancel && PQcancel(cancel, reason, sizeof(reason)) == 1)
		p->was_ended = true;
	PQfreeCancel(cancel);
}

/* Until the answer is there, or the connection is not. */
static void
wait_for_answer(struct pgsql_db *p)
{
	while (PQisBusy(p->conn)) {
		struct pollfd fd = { .fd = PQsocket(p->conn), .events = POLLIN };

		if (poll(&fd, 1, LOOK_MS) == 0 && !p->was_ended &&
		    (!db_is_wanted(&p->base) || db_is_over(&p->base)))
			cancel(p);
		if (PQconsumeInput(p->conn) != 1)
			return;
	}
}

/* As PQexecPrepared, but that nobody has to want it to its end. */
static PGresult *
exec_prepared(struct pgsql_db *p, const struct pgsql_stmt *q, const struct arguments *a)
{
	int n = (int)q->base.n_params;
	PGresult *result = NULL, *next;

	p->was_ended = false;
	if (!p->base.is_wanted && !p->base.until_ms)
		return PQexecPrepared(
		    p->conn, q->name, n, a->values, a->lengths, a->formats, 1);
	if (PQsendQueryPrepared(
		p->conn, q->name, n, a->values, a->lengths, a->formats, 1) != 1)
		return NULL;
	wait_for_answer(p);
	while ((next = PQgetResult(p->conn))) {
		PQclear(result);
		result = next;
	}
	return result;
}

static enum rc
execute(struct pgsql_db *p, struct pgsql_stmt *q, struct err *err)
{
	struct arguments a;
	ExecStatusType status;
	enum rc rc = prepare_here(p, q, q->base.sql, err);

	if (rc == RC_OK)
		rc = fill_arguments(q, &a, err);
	if (rc != RC_OK)
		return rc;
	q->result = exec_prepared(p, q, &a);
	status = PQresultStatus(q->result);
	if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
		return result_failed(p, q->result, err);
	q->changed = changed_rows(q->result);
	q->row = -1;
	return RC_OK;
}

static enum rc
pgsql_step(struct db_stmt *base, bool *ret_row, struct err *err)
{
	struct pgsql_stmt *q = stmt(base);

	if (!base->is_running) {
		enum rc rc = execute(conn_of(base->db), q, err);

		if (rc != RC_OK)
			return rc;
	}
	q->row++;
	*ret_row = q->row < PQntuples(q->result);
	if (!*ret_row)
		pgsql_reset(base);
	return RC_OK;
}

static int64_t
pgsql_changed(const struct db_stmt *q)
{
	return ((const struct pgsql_stmt *)q)->changed;
}

static void
pgsql_column(const struct db_stmt *base, unsigned column, struct db_value *ret)
{
	const struct pgsql_stmt *q = (const struct pgsql_stmt *)base;
	int i = (int)column;

	if (PQgetisnull(q->result, q->row, i))
		*ret = (struct db_value){ .type = DB_NULL };
	else
		pgsql_decode(q->column_types[i], PQgetvalue(q->result, q->row, i),
		    (size_t)PQgetlength(q->result, q->row, i), ret);
}

/* ---- many at once -------------------------------------------------------- */

/* Read the outcome of everything sent; the first failure stays in bulk_rc. */
static void
drain(struct pgsql_db *p, struct err *err)
{
	bool synced = false;

	if (p->n_waiting == 0)
		return;
	p->n_waiting = 0;
	if (PQpipelineSync(p->conn) != 1) {
		p->bulk_rc = lost(p, err);
		return;
	}
	while (!synced && PQstatus(p->conn) == CONNECTION_OK) {
		PGresult *result = PQgetResult(p->conn);
		ExecStatusType status = PQresultStatus(result);

		synced = result && status == PGRES_PIPELINE_SYNC;
		if (result && status == PGRES_FATAL_ERROR && p->bulk_rc == RC_OK)
			p->bulk_rc = result_failed(p, result, err);
		PQclear(result);
	}
	if (!synced && p->bulk_rc == RC_OK)
		p->bulk_rc = lost(p, err);
}

static enum rc
enter_pipeline(struct pgsql_db *p, struct pgsql_stmt *q, struct err *err)
{
	enum rc rc = prepare_here(p, q, q->base.sql, err);

	if (rc != RC_OK)
		return rc;
	if (PQenterPipelineMode(p->conn) != 1)
		return lost(p, err);
	p->bulk_rc = RC_OK;
	return RC_OK;
}

static enum rc
pgsql_bulk(struct db_stmt *base, struct err *err)
{
	struct pgsql_db *p = conn_of(base->db);
	struct pgsql_stmt *q = stmt(base);
	struct arguments a;
	enum rc rc = RC_OK;

	if (PQpipelineStatus(p->conn) == PQ_PIPELINE_OFF)
		rc = enter_pipeline(p, q, err);
	if (rc == RC_OK)
		rc = fill_arguments(q, &a, err);
	if (rc != RC_OK)
		return rc;
	if (PQsendQueryPrepared(p->conn, q->name, (int)base->n_params, a.values,
		a.lengths, a.formats, 1) != 1)
		return lost(p, err);
	if (++p->n_waiting >= PIPELINE_MAX)
		drain(p, err);
	return p->bulk_rc;
}

static enum rc
pgsql_bulk_end(struct db_stmt *q, struct err *err)
{
	struct pgsql_db *p = conn_of(q->db);

	if (PQpipelineStatus(p->conn) == PQ_PIPELINE_OFF)
		return RC_OK; /* it never began; the caller has been told why */
	drain(p, err);
	if (PQexitPipelineMode(p->conn) != 1 && p->bulk_rc == RC_OK)
		p->bulk_rc = lost(p, err);
	return p->bulk_rc;
}

/* ---- transactions -------------------------------------------------------- */

static enum rc
pgsql_begin(struct db *db, struct err *err)
{
	return pgsql_script(db,
	    db->mode == DB_READ ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN", err);
}

static enum rc
pgsql_commit(struct db *db, struct err *err)
{
	return pgsql_script(db, "COMMIT", err);
}

static void
pgsql_rollback(struct db *db)
{
	struct pgsql_db *p = conn_of(db);

	if (PQstatus(p->conn) == CONNECTION_OK)
		(void)run_script(p, "ROLLBACK", NULL); /* a lost one has rolled back */
}

/* ---- backup -------------------------------------------------------------- */

/* The file is made first: pg_dump would let others read it. */
static enum rc
pgsql_backup(struct db *db, const char *file, struct err *err)
{
	const char *argv[] = { "pg_dump", "--format=custom", "--no-owner",
		"--no-privileges", "--no-comments", "--exclude-table-data=serving",
		"--no-password", "--file", file, NULL };
	int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	enum rc rc = RC_OK;

	if (fd < 0 && errno == EEXIST)
		return err_set(err, RC_CONFLICT, "%s exists already", file);
	if (fd < 0)
		return err_set(err, RC_IO, "%s: %s", file, strerror(errno));
	rc = pgsql_tool(conn_of(db)->conn, argv, err);
	if (rc == RC_OK && fsync(fd) != 0)
		rc = err_set(err, RC_IO, "%s: %s", file, strerror(errno));
	(void)close(fd); /* everything is on the disk, or the file goes */
	if (rc != RC_OK)
		(void)unlink(file); /* half a copy is worse than none */
	return rc;
}

static enum rc
pgsql_restore(struct db *db, const char *file, struct err *err)
{
	PGconn *conn = conn_of(db)->conn;
	const char *argv[] = { "pg_restore", "--exit-on-error", "--single-transaction",
		"--no-owner", "--no-privileges", "--no-comments", "--no-password",
		"--dbname", PQdb(conn), file, NULL };

	return pgsql_tool(conn, argv, err);
}

const struct db_ops db_pgsql = {
	.name = "pgsql",
	.knows = pgsql_knows,
	.open = pgsql_open,
	.close = pgsql_close,
	.set_patience = pgsql_set_patience,
	.set_deadline = pgsql_set_deadline,
	.prepare = pgsql_prepare,
	.finalize = pgsql_finalize,
	.step = pgsql_step,
	.changed = pgsql_changed,
	.column = pgsql_column,
	.reset = pgsql_reset,
	.bulk = pgsql_bulk,
	.bulk_end = pgsql_bulk_end,
	.begin = pgsql_begin,
	.commit = pgsql_commit,
	.rollback = pgsql_rollback,
	.script = pgsql_script,
	.backup = pgsql_backup,
	.restore = pgsql_restore,
};
