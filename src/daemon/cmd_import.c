/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho import FILE`: imports the configuration of another installation into a new
 * database, completely or not at all.
 */
#include <jansson.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "store/secret/key.h"
#include "store/secret/passbox.h"
#include "store/upkeep/transfer.h"
#include "store/secret/vault.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 'P', "passphrase", CLI_SECRET, "TEXT",
	    "The passphrase used for the export; or $FACHO_PASSPHRASE. Without it, "
	    "secrets are not imported.",
	    0, 0, NULL, NULL },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_import = {
	.name = "import",
	.summary = "import the configuration from a file",
	.usage = "FILE [--passphrase TEXT] [--data DIR] [--database URL]",
	.help =
	    "Imports a file written by `facho export` into a database without OLTs\n"
	    "and jobs (`facho migrate` creates one), SQLite or PostgreSQL. Everything\n"
	    "is imported in one transaction. It is refused while facho serve uses the\n"
	    "database.\n",
	.examples = "facho import facho.json --database postgresql://noc@db/facho\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { OPTIONS, database_options, key_options },
	.run = run,
};

static enum rc
value_of(const json_t *json, struct db_value *ret_value)
{
	switch (json_typeof(json)) {
	case JSON_NULL:
		*ret_value = (struct db_value){ .type = DB_NULL };
		return RC_OK;
	case JSON_INTEGER:
		*ret_value =
		    (struct db_value){ .type = DB_INT, .i = json_integer_value(json) };
		return RC_OK;
	case JSON_REAL:
		*ret_value =
		    (struct db_value){ .type = DB_REAL, .r = json_real_value(json) };
		return RC_OK;
	case JSON_STRING:
		*ret_value = (struct db_value){ .type = DB_TEXT,
			.len = json_string_length(json),
			.bytes = json_string_value(json) };
		return RC_OK;
	case JSON_OBJECT:
	case JSON_ARRAY:
	case JSON_TRUE:
	case JSON_FALSE:
		break;
	}
	return RC_INVALID;
}

static enum rc
import_row(struct db *db, const char *table, size_t number, json_t *row, struct err *err)
{
	struct transfer_cell cells[TRANSFER_COLUMNS_MAX];
	const char *column;
	json_t *value;
	size_t n = 0;
	enum rc rc = RC_OK;

	if (!json_is_object(row) || json_object_size(row) > TRANSFER_COLUMNS_MAX)
		return err_set(
		    err, RC_INVALID, "tables.%s[%zu]: expected an object", table, number);
	json_object_foreach(row, column, value)
	{
		if (strlen(column) >= TRANSFER_NAME_MAX ||
		    value_of(value, &cells[n].value) != RC_OK)
			return err_set(err, RC_INVALID,
			    "tables.%s[%zu].%.40s: expected a text, a number or null",
			    table, number, column);
		memcpy(cells[n++].column, column, strlen(column) + 1);
	}
	rc = store_import_row(db, table, cells, n, err);
	return rc == RC_OK ? rc : err_prefix(err, rc, "tables.%s[%zu]: ", table, number);
}

/* In the order of the file, which is the order of the export. */
static enum rc
import_tables(struct db *db, json_t *tables, size_t *ret_olts, struct err *err)
{
	const char *table;
	json_t *rows, *row;
	size_t i;
	enum rc rc = RC_OK;

	json_object_foreach(tables, table, rows)
	{
		if (!json_is_array(rows))
			return err_set(
			    err, RC_INVALID, "tables.%.40s: expected a list", table);
		json_array_foreach(rows, i, row)
		{
			rc = import_row(db, table, i, row, err);
			if (rc != RC_OK)
				return rc;
		}
	}
	*ret_olts = json_array_size(json_object_get(tables, "olts"));
	return RC_OK;
}

static enum rc
import_one_secret(struct db *db, const struct vault *vault, const char *id,
    const json_t *entry, struct err *err)
{
	struct olt_secrets s = { 0 };
	const char *community = json_string_value(json_object_get(entry, "community"));
	const char *auth = json_string_value(json_object_get(entry, "auth_key"));
	const char *priv = json_string_value(json_object_get(entry, "priv_key"));
	enum rc rc = RC_OK;

	if (!community || !auth || !priv ||
	    secret_set(&s.community, community) != RC_OK ||
	    secret_set(&s.auth_key, auth) != RC_OK ||
	    secret_set(&s.priv_key, priv) != RC_OK)
		rc = err_set(
		    err, RC_INVALID, "the secrets of OLT %.20s cannot be read", id);
	if (rc == RC_OK)
		rc = store_import_secrets(
		    db, vault, (struct olt_id){ strtoll(id, NULL, 10) }, &s, err);
	olt_secrets_wipe(&s);
	return rc;
}

static enum rc
import_secrets(struct db *db, const struct vault *vault, const char *text,
    const struct secret *passphrase, struct err *err)
{
	char *plain = NULL;
	const char *id;
	json_t *all, *entry;
	size_t n;
	enum rc rc = passbox_open(passphrase, text, &plain, &n, err);

	if (rc != RC_OK)
		return rc;
	all = json_loadb(plain, n, 0, NULL);
	explicit_bzero(plain, n);
	free(plain);
	if (!json_is_object(all))
		rc = err_set(err, RC_INVALID, "the secrets of this file cannot be read");
	json_object_foreach(all, id, entry)
	{
		if (rc == RC_OK)
			rc = import_one_secret(db, vault, id, entry, err);
	}
	json_decref(all);
	return rc;
}

struct importing {
	json_t *tables;
	const char *sealed; /* NULL: there are no secrets, or they cannot be decrypted */
	struct secret passphrase;
	struct vault *vault;
	size_t n_olts;
};

static enum rc
import_all(struct db *db, struct importing *in, struct err *err)
{
	enum rc rc = store_import_begin(db, err);

	if (rc != RC_OK)
		return rc;
	rc = import_tables(db, in->tables, &in->n_olts, err);
	if (rc == RC_OK && in->sealed)
		rc = import_secrets(db, in->vault, in->sealed, &in->passphrase, err);
	return store_import_end(db, rc, err);
}

static enum rc
prepare(struct cli_call *call, struct db *db, json_t *json, struct importing *in,
    struct err *err)
{
	char path[KEY_FILE_MAX];
	enum rc rc = RC_OK;

	in->tables = json_object_get(json, "tables");
	if ((json_integer_value(json_object_get(json, "facho_export")) != 1 ||
		!json_is_object(in->tables)))
		rc = err_set(err, RC_INVALID,
		    "%s is not a file of `facho export`, or of a later version",
		    call->args[0]);
	if (rc == RC_OK)
		rc = database_passphrase(call, &in->passphrase, err);
	if (rc == RC_OK && !secret_is_empty(&in->passphrase))
		in->sealed = json_string_value(json_object_get(json, "secrets"));
	if (rc == RC_OK && in->sealed)
		rc = store_key_open(
		    db, database_key_file(call, path), clock_wall_ms(), &in->vault, err);
	return rc;
}

static int
import_json(struct cli_call *call, struct db *db, json_t *json)
{
	struct importing in = { 0 };
	struct err err = { 0 };
	bool has_secrets = json_object_get(json, "secrets") != NULL;
	enum rc rc = prepare(call, db, json, &in, &err);

	if (rc == RC_OK)
		rc = import_all(db, &in, &err);
	vault_close(in.vault);
	secret_wipe(&in.passphrase);
	if (rc != RC_OK)
		return cli_failed(call, "%s; nothing was imported", err.msg);
	(void)fprintf(call->out, "%zu OLTs%s\n", in.n_olts,
	    in.sealed         ? ", with their secrets"
		: has_secrets ? "; their secrets were left out: give the passphrase"
			      : "; the file has no secrets");
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	struct holding *holding OWNED(holding_give) = NULL;
	struct db *db OWNED(db_close) = NULL; /* closed first */
	json_error_t error;
	json_t *json = json_load_file(call->args[0], JSON_REJECT_DUPLICATES, &error);
	int status = CLI_FAILED;

	if (!json)
		return cli_failed(
		    call, "%s: line %d: %s", call->args[0], error.line, error.text);
	if (database_take(call, "import", &db, &holding) == RC_OK)
		status = import_json(call, db, json);
	json_decref(json);
	return status;
}
