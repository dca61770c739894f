/* SPDX-License-Identifier: Apache-2.0
 *
 * facho plant: boxes, splitters and cables between ports and ONUs.
 */
#include "cli/frame/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/remote/remote.h"
#include "model/plant.h"

enum { FILE_MAX = 1000000, PIECE = 64 * 1024 };

static const struct remote_column COLUMNS[] = {
	{ "id", "Node" },
	{ "kind", "Kind" },
	{ "code", "Code" },
	{ "name", "Name" },
	{ "parent_name", "Hangs on" },
	{ "olt_name", "OLT", true },
	{ "place", "Port", true },
	{ "distance_m", "Distance m", true },
	{ "onus", "ONUs" },
	{ "is_learnt", "Learnt", true },
	{ "sure", "Sure %", true },
	{ NULL },
};

static const struct remote_column REFUSED_COLUMNS[] = {
	{ "row", "Line" },
	{ "field", "Field" },
	{ "why", "Why" },
	{ NULL },
};

/* ---- import ------------------------------------------------------------------------------ */

static enum rc
read_whole(const char *path, struct buf *ret_text, struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *f = is_stdin ? stdin : fopen(path, "r");
	char piece[PIECE];
	size_t n;

	if (!f)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	while (ret_text->len <= FILE_MAX && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(ret_text, piece, n);
	n = (size_t)ferror(f);
	if (!is_stdin)
		(void)fclose(f);
	if (n)
		return err_set(err, RC_IO, "%s cannot be read", path);
	return ret_text->len <= FILE_MAX
	    ? RC_OK
	    : err_set(err, RC_INVALID, "%s: at most %d bytes", path, FILE_MAX);
}

/* What is no UTF-8 was written by a spreadsheet in Latin-1. */
static json_t *
text_of_file(const struct buf *text)
{
	json_t *whole = json_stringn(buf_text(text), text->len);
	struct buf wide = BUF_INIT(2 * (size_t)FILE_MAX + 1);

	if (whole || memchr(buf_text(text), '\0', text->len))
		return whole;
	for (size_t i = 0; i < text->len; i++) {
		unsigned char c = (unsigned char)buf_text(text)[i];
		char two[2] = { (char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F)) };

		if (c < 0x80)
			buf_putc(&wide, (char)c);
		else
			buf_add(&wide, two, 2);
	}
	whole = json_stringn(buf_text(&wide), wide.len);
	buf_fini(&wide);
	return whole;
}

static int
print_imported(struct cli_call *call, const json_t *result)
{
	const json_t *refused = json_object_get(result, "refused");
	const json_t *unused = json_object_get(result, "unused"), *name;
	int status = json_array_size(refused) > 0 ? CLI_PARTIAL : CLI_DONE;
	size_t i;

	if (remote_wants_data(call)) {
		int printed = remote_print_object(call, result);

		return printed == CLI_DONE ? status : printed;
	}
	(void)fprintf(call->out, "added %lld, changed %lld, refused %zu\n",
	    (long long)json_integer_value(json_object_get(result, "added")),
	    (long long)json_integer_value(json_object_get(result, "changed")),
	    json_array_size(refused));
	json_array_foreach(unused, i, name)
	{
		(void)fprintf(
		    call->err, "column not used: %s\n", json_string_value(name));
	}
	if (status == CLI_PARTIAL)
		(void)remote_print_rows(call, refused, "rows", REFUSED_COLUMNS,
		    sizeof(REFUSED_COLUMNS) / sizeof(REFUSED_COLUMNS[0]) - 1);
	return status;
}

static int
import_file(struct cli_call *call, struct remote *r)
{
	struct err err = { 0 };
	struct buf text = BUF_INIT(FILE_MAX + PIECE + 1);
	json_t *csv = NULL, *result;
	int status = CLI_DONE;
	enum rc rc;

	rc = read_whole(call->args[1], &text, &err);
	if (rc == RC_OK)
		csv = text_of_file(&text);
	buf_fini(&text);
	if (!csv)
		return cli_failed(
		    call, "%s", rc == RC_OK ? "the file is no text" : err.msg);
	result = remote_result(
	    call, r, "plant_node.import", json_pack("{s:o}", "csv", csv), &status);
	if (result)
		status = print_imported(call, result);
	json_decref(result);
	return status;
}

/* ---- the command --------------------------------------------------------------------------- */

static const struct cli_option OPTIONS[] = {
	{ 0, "parent", CLI_TEXT, "NODE",
	    "add, change: the node above it; list: the nodes below this node." },
	{ 0, "olt", CLI_TEXT, "OLT", "add, change: the OLT; list: only of this OLT." },
	CLI_OPTIONS_END,
};

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "plant_node.get", "node" },
	{ "add", 1, 1, verb_ask, "plant_node.add", "name" },
	{ "change", 1, 1, verb_ask, "plant_node.change", "node" },
	{ "delete", 1, 1, verb_ask, "plant_node.delete", "node", true },
	{ "tag", 1, 2, verb_tag, "plant_node.tag", "node tags" },
	{ "import", 1, 1, import_file },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "plant_nodes", NULL, 0, "name",
	.plural = "nodes of the plant" };

const struct cli_command cmd_plant = {
	.name = "plant",
	.summary = "list and change boxes and splitters, and import them",
	.usage =
	    "list [--kind box] [--olt OLT] [--is-learnt yes] | show NODE |\n"
	    "       add NAME --kind KIND [--code CODE] | change NODE | delete NODE |\n"
	    "       tag NODE [TAG,TAG...] | import FILE.csv",
	.help = "If the plant is known, an incident names the box or cable that failed.\n"
		"NODE is the number shown by list, or its code. FILE.csv has a heading\n"
		"with the columns kind, code, name, parent (its code), olt, place,\n"
		"distance_m, latitude, longitude, onus (serials, or positions like\n"
		"0/1/3:12) and tags, separated by commas, semicolons or tabs; - reads\n"
		"standard input. A node whose code exists is updated, and an empty cell\n"
		"changes nothing. Exit status 3: rows were refused.\n",
	.examples = "facho plant list --kind box --olt centro\n"
		    "facho plant import boxes.csv\n"
		    "facho plant tag C-14 hospital\n"
		    "facho plant change 7 --kind box --name 'Box C-14'\n",
	.entity = &PLANT_NODE_ENTITY,
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};
