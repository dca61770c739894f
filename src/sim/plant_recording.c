/* SPDX-License-Identifier: Apache-2.0
 *
 * A plant whose tree is the content of an .snmprec file.
 */
#include "sim/plant_int.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "model/snmprec.h"

enum { RECORDING_MAX_BYTES = 256 * 1024 * 1024 };

static enum rc
read_file(const char *path, struct buf *out, struct err *err)
{
	FILE *file __attribute__((cleanup(fclose_at))) = fopen(path, "rb");
	char chunk[16384];
	size_t n;

	if (!file)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	while ((n = fread(chunk, 1, sizeof(chunk), file)) > 0)
		buf_add(out, chunk, n);
	if (ferror(file))
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	if (!buf_ok(out))
		return err_set(err, RC_INVALID, "%s: larger than 256 MB", path);
	return RC_OK;
}

/* The arcs and octets are already in the tree's arena. The values are moved to an array;
 * a row has the number of its value. */
static enum rc
fill(struct tree *tree, const struct snmprec *recs, size_t n)
{
	struct row_list *rows OWNED(row_list_free) = row_list_new(true);
	enum rc rc = rows ? RC_OK : RC_NOMEM;

	tree->records = calloc(n ? n : 1, sizeof(struct snmp_value));
	if (!tree->records)
		return RC_NOMEM;
	tree->n_records = n;
	for (size_t i = 0; i < n && rc == RC_OK; i++) {
		tree->records[i] = recs[i].value;
		rc = row_list_add(
		    rows, recs[i].arcs, recs[i].n, ENTITY_RECORD, (uint32_t)i);
	}
	if (rc == RC_OK)
		rc = row_list_finish(rows);
	if (rc != RC_OK)
		return rc;
	struct segment segment = { .is_record = true, .rows = rows };
	rc = tree_own_rows(tree, GIVE(rows));
	return rc == RC_OK ? tree_add(tree, NULL, 0, &segment) : rc;
}

static enum rc
fill_from_file(struct plant *plant, const char *path, struct buf *text, struct err *err)
{
	struct snmprec *recs;
	size_t n;
	enum rc rc = read_file(path, text, err);

	if (rc != RC_OK)
		return rc;
	rc = snmprec_parse_all(
	    buf_text(text), text->len, plant->tree->arena, &recs, &n, err);
	if (rc != RC_OK)
		return err_prefix(err, rc, "%s: ", path);
	if (n == 0)
		return err_set(err, RC_INVALID, "%s: there is no value in it", path);
	rc = fill(plant->tree, recs, n);
	return rc == RC_OK ? RC_OK : err_set(err, rc, "%s: no memory for it", path);
}

enum rc
plant_new_from_recording(const char *path, struct plant **ret_plant, struct err *err)
{
	struct plant *plant OWNED(plant_unref) = plant_new();
	struct buf text = BUF_INIT(RECORDING_MAX_BYTES);

	if (!plant)
		return err_set(err, RC_NOMEM, "no memory for a simulated OLT");
	plant->ports = 0;
	enum rc rc = fill_from_file(plant, path, &text, err);
	buf_fini(&text);
	if (rc == RC_OK)
		*ret_plant = GIVE(plant);
	return rc;
}
