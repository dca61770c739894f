/* SPDX-License-Identifier: Apache-2.0
 *
 * facho brand, model, oid, formula, state: the catalogue of the program that runs.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/remote/remote.h"
#include "model/catalogue_entity.h"

/* What all kinds of rows have. */
#define VERBS_OF(noun, key)                                                         \
	{ "list", 0, 0, verb_list }, { "show", 1, 1, verb_ask, noun ".get", "id" }, \
	    { "add", 1, 1, verb_ask, noun ".add", key },                            \
	    { "change", 1, 1, verb_ask, noun ".change", "id" },                     \
	    { "delete", 1, 1, verb_ask, noun ".delete", "id", true },               \
	{                                                                           \
		"duplicate", 2, 2, verb_ask, noun ".duplicate", "id " key           \
	}

#define CATALOGUE_HELP(what)                                                            \
	"Connects to the running facho serve. " what " is given by its number, or by\n" \
	"its name if the name is unique. Included rows can be changed too; upgrades\n"  \
	"do not overwrite the changes. Rows that are in use cannot be deleted.\n"

static const struct cli_option LISTED[] = {
	{ 0, "deleted", CLI_FLAG, NULL, "list: deleted rows." },
	CLI_OPTIONS_END,
};

/* ---- brands -------------------------------------------------------------------------- */

static const struct remote_column BRAND_COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "models", "Models" },
	{ "olts", "OLTs" },
	{ "is_builtin", "Shipped", true },
	{ "is_edited", "Changed", true },
	{ "description", "Description" },
	{ NULL },
};

static const struct remote_verb BRAND_VERBS[] = { VERBS_OF("brand", "name"), { NULL } };

static const struct remote_noun BRAND = { BRAND_VERBS, BRAND_COLUMNS, "brands",
	"deleted_at", 0, "name", .plural = "brands" };

const struct cli_command cmd_brand = {
	.name = "brand",
	.summary = "list and change the brands of the catalogue",
	.usage = "list | show BRAND | add NAME | change BRAND | delete BRAND |\n"
		 "       duplicate BRAND NAME",
	.help = CATALOGUE_HELP("A brand"),
	.examples = "facho brand list\n"
		    "facho brand add Acme --description \"white label\"\n",
	.entity = &BRAND_ENTITY,
	.options = { LISTED, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(BRAND, 2),
};

/* ---- models ---------------------------------------------------------------------------- */

static const struct remote_column MODEL_COLUMNS[] = {
	{ "id", "Id" },
	{ "brand_name", "Brand" },
	{ "name", "Name" },
	{ "profile", "Profile" },
	{ "technology", "Technology", true },
	{ "slots", "Slots", true },
	{ "ports", "Ports", true },
	{ "olts", "OLTs" },
	{ "is_builtin", "Shipped", true },
	{ "is_edited", "Changed", true },
	{ NULL },
};

static const struct remote_verb MODEL_VERBS[] = { VERBS_OF("model", "name"), { NULL } };

static const struct remote_noun MODEL = { MODEL_VERBS, MODEL_COLUMNS, "models",
	"deleted_at", 0, .plural = "models" };

const struct cli_command cmd_model = {
	.name = "model",
	.summary = "list and change the models of the catalogue",
	.usage = "list [--brand BRAND] | show MODEL | add NAME --brand BRAND |\n"
		 "       change MODEL | delete MODEL | duplicate MODEL NAME",
	.help = CATALOGUE_HELP("A model"),
	.examples = "facho model list --brand Huawei\n"
		    "facho model add A100 --brand Acme --profile vsol_v1600g\n",
	.entity = &MODEL_ENTITY,
	.options = { LISTED, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(MODEL, 2),
};

/* ---- OIDs ------------------------------------------------------------------------------- */

static const struct cli_option OID_OPTIONS[] = {
	{ 0, "olt", CLI_TEXT, "OLT", "try: the OLT where it is read." },
	CLI_OPTIONS_END,
};

static const struct remote_column OID_COLUMNS[] = {
	{ "id", "Id" },
	{ "brand_name", "Brand" },
	{ "profile", "Profile", true },
	{ "table", "Table", true },
	{ "name", "Name" },
	{ "purpose", "Purpose", .words = WORDS_PURPOSE },
	{ "oid", "OID" },
	{ "unit", "Unit", true },
	{ "enabled", "Enabled", true },
	{ "is_edited", "Changed", true },
	{ NULL },
};

static const struct remote_column TRIED_COLUMNS[] = {
	{ "index", "Index" },
	{ "owner", "Of" },
	{ "place", "Place" },
	{ "type", "Type" },
	{ "raw", "Raw" },
	{ "value", "Value" },
	{ "problem", "Problem" },
};

/* What came, and then the rows; no row is a failure. */
static int
try_oid(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status), *rows;
	const char *outcome;

	if (!result)
		return status;
	outcome = json_string_value(json_object_get(result, "outcome"));
	if (!outcome || strcmp(outcome, "ok") != 0)
		status = CLI_FAILED;
	rows = json_incref(json_object_get(result, "rows"));
	if (!remote_wants_json(call))
		(void)json_object_del(result, "rows");
	if (!remote_wants_csv(call))
		(void)remote_print_object(call, result);
	if (!remote_wants_json(call) && !remote_wants_csv(call))
		(void)fputc('\n', call->out);
	if (!remote_wants_json(call) && json_array_size(rows))
		(void)remote_print_rows(call, rows, "rows", TRIED_COLUMNS,
		    sizeof(TRIED_COLUMNS) / sizeof(TRIED_COLUMNS[0]));
	json_decref(rows);
	json_decref(result);
	return status;
}

static const struct remote_verb OID_VERBS[] = {
	VERBS_OF("oid", "name"),
	{ "try", 0, 1, try_oid, "oid.try", "oid" },
	{ NULL },
};

static const struct remote_noun OID = { OID_VERBS, OID_COLUMNS, "oids", "deleted_at", 0,
	.plural = "OIDs" };

const struct cli_command cmd_oid = {
	.name = "oid",
	.summary = "list, change and try OIDs of the catalogue",
	.usage = "list [--brand BRAND] | show OID | add NAME --oid OID --purpose P |\n"
		 "       change OID | delete OID | duplicate OID NAME |\n"
		 "       try 1.3.6... --olt OLT | try --id OID --olt OLT",
	.help =
	    CATALOGUE_HELP("An OID") "try reads the first rows of an OID on an OLT and "
				     "shows them decoded, before\n"
				     "the OID is saved. With --id it reads an OID of the "
				     "catalogue; the given\n"
				     "options replace its fields. Nothing is written.\n",
	.examples = "facho oid list --brand ZTE --purpose onu_rx\n"
		    "facho oid try 1.3.6.1.2.1.2.2.1.10 --olt centro\n"
		    "facho oid change 120 --enabled no\n",
	.entity = &OID_ENTITY,
	.options = { OID_OPTIONS, LISTED, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(OID, 2),
};

/* ---- formulas ------------------------------------------------------------------------------ */

static const struct cli_option FORMULA_OPTIONS[] = {
	{ 0, "index", CLI_TEXT, "INDEX", "preview: an index; its position is shown." },
	CLI_OPTIONS_END,
};

static const struct remote_column FORMULA_COLUMNS[] = {
	{ "id", "Id" },
	{ "brand_name", "Brand" },
	{ "model_name", "Model" },
	{ "profile", "Profile" },
	{ "name", "Name" },
	{ "is_builtin", "Shipped", true },
	{ "is_edited", "Changed", true },
	{ NULL },
};

static const struct remote_verb FORMULA_VERBS[] = {
	VERBS_OF("formula", "name"),
	{ "preview", 0, 1, verb_ask, "formula.preview", "formula" },
	{ NULL },
};

static const struct remote_noun FORMULA = { FORMULA_VERBS, FORMULA_COLUMNS, "formulas",
	"deleted_at", 0, .plural = "formulas" };

const struct cli_command cmd_formula = {
	.name = "formula",
	.summary = "list, change and try the formulas that decode indexes",
	.usage = "list | show FORMULA | add NAME --definition JSON | change FORMULA |\n"
		 "       delete FORMULA | duplicate FORMULA NAME |\n"
		 "       preview [FORMULA] --index INDEX",
	.help = CATALOGUE_HELP("A formula"),
	.examples = "facho formula list --brand Huawei\n"
		    "facho formula preview 3 --index 4194304000.12\n",
	.entity = &FORMULA_ENTITY,
	.options = { FORMULA_OPTIONS, LISTED, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(FORMULA, 2),
};

/* ---- labels of states ------------------------------------------------------------------------ */

static const struct remote_column STATE_COLUMNS[] = {
	{ "id", "Id" },
	{ "brand_name", "Brand" },
	{ "profile", "Profile", true },
	{ "column", "Column", true },
	{ "purpose", "Purpose", .words = WORDS_PURPOSE },
	{ "raw", "Raw" },
	{ "label", "Label" },
	{ "meaning", "Meaning" },
	{ "is_edited", "Changed", true },
	{ NULL },
};

static const struct remote_verb STATE_VERBS[] = { VERBS_OF("state", "raw"), { NULL } };

static const struct remote_noun STATE = { STATE_VERBS, STATE_COLUMNS, "states",
	"deleted_at", 0, .plural = "states" };

const struct cli_command cmd_state = {
	.name = "state",
	.summary = "list and change labels and meanings of device states",
	.usage = "list | show STATE | add RAW --label TEXT | change STATE |\n"
		 "       delete STATE | duplicate STATE RAW",
	.help = CATALOGUE_HELP("A state"),
	.examples = "facho state list --brand VSOL --meaning offline\n"
		    "facho state add 7 --brand Acme --label dying --meaning power\n",
	.entity = &STATE_ENTITY,
	.options = { LISTED, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(STATE, 2),
};
