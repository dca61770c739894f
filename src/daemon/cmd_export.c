/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho export FILE`: writes the configuration as JSON, for another installation or
 * another kind of database. Secrets are included only with a passphrase.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "store/secret/key.h"
#include "store/upkeep/migrate.h"
#include "store/olt/olt.h"
#include "store/secret/passbox.h"
#include "store/upkeep/transfer.h"
#include "store/secret/vault.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'P', "passphrase", CLI_SECRET, "TEXT",
	    "Also export communities and SNMPv3 keys, encrypted with this passphrase; or "
	    "$FACHO_PASSPHRASE.",
	    0, 0, NULL, NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_export = {
	.name = "export",
	.summary = "export the configuration to a file",
	.usage = "FILE [--passphrase TEXT] [--data DIR] [--database URL]",
	.help = "Writes settings, catalogue, OLTs, jobs and workflows to FILE as JSON\n"
		"(\"-\" is standard output). Users, ONUs, history and logs are not\n"
		"exported. Secrets are exported only with a passphrase, and encrypted\n"
		"with it.\n",
	.examples =
	    "facho export facho.json\n"
	    "FACHO_PASSPHRASE=... facho export facho.json --database sqlite:my.db\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { OPTIONS, database_options, key_options },
	.run = run,
};

struct exporting {
	json_t *tables;
	size_t n_olts;
};

static json_t *
json_of(const struct db_value *v)
{
	switch (v->type) {
	case DB_NULL:
		return json_null();
	case DB_INT:
		return json_integer(v->i);
	case DB_REAL:
		return json_real(v->r);
	case DB_TEXT:
		return json_stringn(v->bytes, v->len);
	case DB_BLOB:
		break; /* the configuration has no other secrets */
	}
	return NULL;
}

static enum rc
on_row(void *ctx, const char *table, const struct transfer_cell *cells, size_t n)
{
	struct exporting *e = ctx;
	json_t *rows = json_object_get(e->tables, table);
	json_t *row = json_object();

	if (!rows) {
		rows = json_array();
		if (json_object_set_new(e->tables, table, rows) != 0)
			return RC_NOMEM;
	}
	for (size_t i = 0; i < n; i++) {
		if (json_object_set_new(row, cells[i].column, json_of(&cells[i].value)) !=
		    0)
			return RC_NOMEM;
	}
	e->n_olts += strcmp(table, "olts") == 0;
	return json_array_append_new(rows, row) == 0 ? RC_OK : RC_NOMEM;
}

/* The secrets of one OLT under its id, if it has any. */
static enum rc
add_secrets(
    struct db *db, const struct vault *vault, json_t *olt, json_t *all, struct err *err)
{
	json_int_t id = json_integer_value(json_object_get(olt, "id"));
	struct olt_secrets s = { 0 };
	char key[32];
	json_t *entry;
	enum rc rc = store_olt_secrets(db, vault, (struct olt_id){ id }, &s, err);

	if (rc != RC_OK)
		return rc;
	(void)snprintf(key, sizeof(key), "%lld", (long long)id);
	entry = json_pack("{s:s, s:s, s:s}", "community", s.community.bytes, "auth_key",
	    s.auth_key.bytes, "priv_key", s.priv_key.bytes);
	olt_secrets_wipe(&s);
	return entry && json_object_set_new(all, key, entry) == 0
	    ? RC_OK
	    : err_set(err, RC_NOMEM, "a secret is not text");
}

static enum rc
seal_secrets(struct cli_call *call, struct db *db, const struct secret *passphrase,
    const struct exporting *e, char **ret_text, struct err *err)
{
	char path[KEY_FILE_MAX];
	struct vault *vault OWNED(vault_close) = NULL;
	json_t *all = json_object(), *olt;
	char *plain = NULL;
	size_t i;
	enum rc rc = store_key_open(
	    db, database_key_file(call, path), clock_wall_ms(), &vault, err);

	json_array_foreach(json_object_get(e->tables, "olts"), i, olt)
	{
		if (rc == RC_OK)
			rc = add_secrets(db, vault, olt, all, err);
	}
	if (rc == RC_OK) {
		plain = json_dumps(all, JSON_COMPACT);
		rc = plain ? passbox_seal(passphrase, plain, strlen(plain), ret_text, err)
			   : err_set(err, RC_NOMEM, "out of memory");
	}
	if (plain)
		explicit_bzero(plain, strlen(plain));
	free(plain);
	json_decref(all);
	return rc;
}

/* Only its owner can read it; the file is complete or does not exist. */
static int
write_file(struct cli_call *call, const json_t *json)
{
	const char *file = call->args[0];
	int fd;

	if (strcmp(file, "-") == 0)
		return json_dumpf(json, call->out, JSON_INDENT(1)) == 0 &&
			fputc('\n', call->out) != EOF
		    ? CLI_DONE
		    : cli_failed(call, "cannot write");
	fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return cli_failed(call, "%s: %s", file, strerror(errno));
	if (json_dumpfd(json, fd, JSON_INDENT(1)) != 0 || fsync(fd) != 0 ||
	    close(fd) != 0) {
		(void)unlink(file);
		return cli_failed(call, "%s: cannot be written", file);
	}
	return CLI_DONE;
}

static enum rc
collect(struct cli_call *call, struct db *db, struct exporting *e, json_t *json,
    struct err *err)
{
	struct secret passphrase = { 0 };
	char *sealed OWNED(free) = NULL;
	enum rc rc = store_check_version(db, err);

	if (rc == RC_OK)
		rc = store_export(db, on_row, e, err);
	if (rc == RC_OK)
		rc = database_passphrase(call, &passphrase, err);
	if (rc == RC_OK && !secret_is_empty(&passphrase)) {
		rc = seal_secrets(call, db, &passphrase, e, &sealed, err);
		if (rc == RC_OK &&
		    json_object_set_new(json, "secrets", json_string(sealed)) != 0)
			rc = err_set(err, RC_NOMEM, "out of memory");
	}
	secret_wipe(&passphrase);
	return rc;
}

static int
run(struct cli_call *call)
{
	struct db *db OWNED(db_close) = NULL;
	struct exporting e = { .tables = json_object() };
	json_t *json = json_pack("{s:i, s:s, s:o}", "facho_export", 1, "version",
	    FACHO_VERSION, "tables", e.tables);
	struct err err = { 0 };
	int status = CLI_FAILED;

	if (!json)
		return cli_failed(call, "out of memory");
	if (database_open(call, DB_WRITE, &db) == RC_OK) {
		if (collect(call, db, &e, json, &err) != RC_OK)
			status = cli_failed(
			    call, "%s", err.msg[0] ? err.msg : rc_name(err.rc));
		else
			status = write_file(call, json);
	}
	if (status == CLI_DONE)
		(void)fprintf(call->err, "%zu OLTs, %s\n", e.n_olts,
		    json_object_get(json, "secrets") ? "with their secrets, encrypted"
						     : "without secrets");
	json_decref(json);
	return status;
}
