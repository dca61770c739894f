/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a whole profile from its JSON. docs/manual/adding-a-vendor.md is the reference of
 * the format: update it together with this file.
 */
#include "vendor/load_int.h"

#include <string.h>

enum { FORMAT = 1 };

static const struct {
	const char *key;
	size_t offset;
	int64_t max;
} QUIRKS[] = {
	{ "max_repetitions", offsetof(struct quirks, max_repetitions), 1000 },
	{ "max_varbinds", offsetof(struct quirks, max_varbinds), 1000 },
	{ "max_in_flight", offsetof(struct quirks, max_in_flight), 100 },
	{ "max_answer_bytes", offsetof(struct quirks, max_answer_bytes), 65507 },
	{ "timeout_ms", offsetof(struct quirks, timeout_ms), 120000 },
	{ "retries", offsetof(struct quirks, retries), 10 },
	{ "pause_ms", offsetof(struct quirks, pause_ms), 60000 },
};

static void
load_quirks(struct reader *r, const json_t *root, struct quirks *q)
{
	static const char *const KEYS[] = { "max_repetitions", "max_varbinds",
		"max_in_flight", "max_answer_bytes", "timeout_ms", "retries", "pause_ms",
		"no_getbulk", "loose_order", "walk_by_port", "note", NULL };
	json_t *object = reader_object(r, root, "quirks", OPTIONAL);
	size_t mark = reader_enter(r, "quirks");

	reader_only_keys(r, object, KEYS);
	for (size_t i = 0; i < sizeof(QUIRKS) / sizeof(QUIRKS[0]); i++) {
		int64_t n;

		if (reader_integer(r, object, QUIRKS[i].key, 0, QUIRKS[i].max, &n)) {
			uint32_t value = (uint32_t)n;

			memcpy((char *)q + QUIRKS[i].offset, &value, sizeof(value));
		}
	}
	/* All false when absent. */
	(void)reader_bool(r, object, "no_getbulk", &q->no_getbulk);
	(void)reader_bool(r, object, "loose_order", &q->loose_order);
	(void)reader_bool(r, object, "walk_by_port", &q->walk_by_port);
	(void)reader_text(r, object, "note", OPTIONAL);
	reader_leave(r, mark);
}

static void
load_never_read(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *array = reader_array(r, root, "never_read", OPTIONAL);
	size_t n = json_array_size(array);
	struct oid *oids = reader_alloc(r, n + 1, sizeof(*oids));

	for (size_t i = 0; oids && i < n; i++) {
		const char *text = json_string_value(json_array_get(array, i));
		size_t mark = reader_enter(r, "never_read");
		struct err err = { .msg = "expected an OID in quotes" };

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		if (!text || oid_parse(text, &oids[i], &err) != RC_OK)
			reader_complain(r, "%s", err.msg);
		reader_leave(r, mark);
	}
	p->never_read = oids;
	p->n_never_read = oids ? n : 0;
}

static void
load_left_out_one(struct reader *r, const json_t *o, struct left_out *l)
{
	static const char *const KEYS[] = { "table", "name", "oid", "reason", NULL };

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	l->table = reader_text(r, o, "table", NEEDED);
	l->name = reader_text(r, o, "name", NEEDED);
	l->reason = reader_text(r, o, "reason", NEEDED);
	(void)reader_oid(r, o, "oid", NEEDED, &l->oid); /* it reports errors itself */
}

static void
load_left_out(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *array = reader_array(r, root, "left_out", OPTIONAL);
	size_t n = json_array_size(array);
	struct left_out *list = reader_alloc(r, n + 1, sizeof(*list));

	for (size_t i = 0; list && i < n; i++) {
		size_t mark = reader_enter(r, "left_out");

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		load_left_out_one(r, json_array_get(array, i), &list[i]);
		reader_leave(r, mark);
	}
	p->left_out = list;
	p->n_left_out = list ? n : 0;
}

/* A column inside a never-read subtree is an error. */
static void
check_never_read(struct reader *r, const struct profile *p)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		for (size_t k = 0; k < p->n_never_read; k++) {
			const struct oid *never = &p->never_read[k];

			if (oid_starts_with(c->oid.arcs, c->oid.n, never->arcs, never->n))
				reader_complain(r,
				    "column %s of table %s lies in a never_read subtree",
				    c->name, c->table);
		}
	}
}

/* Names can be resolved to columns only after all columns are known. */
static void
check_name_columns(struct reader *r, const struct profile *p)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (c->index && c->index->name_column &&
		    !profile_column(p, c->table, c->index->name_column))
			reader_complain(r,
			    "indexes.%s.name_column: no column \"%s\" in table \"%s\"",
			    c->index->name, c->index->name_column, c->table);
	}
}

static void
load_identity(struct reader *r, const json_t *root, struct profile *p)
{
	int64_t format = 0;

	if (!reader_integer(r, root, "format", FORMAT, FORMAT, &format) &&
	    !json_object_get(root, "format"))
		reader_complain_of(r, "format", "missing");
	p->id = reader_text(r, root, "id", NEEDED);
	if (p->id && !reader_is_word(p->id))
		reader_complain_of(r, "id", "small letters, digits and _ only");
	p->brand = reader_text(r, root, "brand", NEEDED);
	p->title = reader_text(r, root, "title", NEEDED);
	(void)reader_text(r, root, "note", OPTIONAL); /* for users; only checked */
	p->aliases = reader_texts(r, root, "aliases", OPTIONAL, &p->n_aliases);
	p->technologies =
	    reader_texts(r, root, "technologies", NEEDED, &p->n_technologies);
}

static void
load_root(struct reader *r, const json_t *root, struct profile *p)
{
	static const char *const KEYS[] = { "format", "id", "brand", "title", "note",
		"aliases", "technologies", "detect", "models", "quirks", "never_read",
		"left_out", "indexes", "enums", "tables", "columns", NULL };

	if (!reader_is_object(r, root))
		return;
	reader_only_keys(r, root, KEYS);
	load_identity(r, root, p);
	load_detection(r, root, p);
	load_quirks(r, root, &p->quirks);
	load_never_read(r, root, p);
	load_left_out(r, root, p);
	load_indexes(r, root, p);
	load_tables(r, root, p);
	check_never_read(r, p);
	check_name_columns(r, p);
}

enum rc
profile_parse(const char *json, size_t len, struct arena *arena,
    const struct profile **ret_profile, struct err *err)
{
	struct profile *p = arena_alloc(arena, sizeof(*p));
	struct reader r;
	json_error_t at;
	json_t *root;
	enum rc rc;

	if (!p)
		return err_set(err, RC_NOMEM, "no memory for the profile");
	root = json_loadb(json, len, JSON_REJECT_DUPLICATES, &at);
	if (!root)
		return err_set(err, RC_INVALID, "line %d, column %d: %s", at.line,
		    at.column, at.text);
	reader_init(&r, arena);
	load_root(&r, root, p);
	rc = reader_outcome(&r, err);
	reader_fini(&r);
	json_decref(root);
	if (rc == RC_OK)
		*ret_profile = p;
	return rc;
}
