/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of profiles. Each profile has its own arena. A replaced profile exists as long as
 * the set, because one of its columns may still be in use.
 */
#include "vendor/vendor_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A profile is a short text; a larger file is something else. */
enum { FILE_MAX = 4 * 1024 * 1024, ARENA_MAX = 64 * 1024 * 1024 };

struct profile_set {
	size_t n;
	const struct profile **profiles;
	const struct profile *latest;
	size_t n_arenas;
	struct arena **arenas;
	size_t n_never;
	struct oid *never; /* sorted, no duplicates */
};

/* Subtrees with credentials, which are never read with any profile: V-SOL's SNMP
 * communities, C-Data's WAN accounts of ONUs (OLT-FACTS 4.5). */
static const struct oid NEVER[] = {
	{ 14, { 1, 3, 6, 1, 4, 1, 37950, 1, 1, 5, 10, 12, 7, 2 } },
	{ 13, { 1, 3, 6, 1, 4, 1, 17409, 2, 8, 4, 3, 1, 13 } },
	{ 13, { 1, 3, 6, 1, 4, 1, 17409, 2, 8, 4, 3, 1, 14 } },
};

const struct column *
profile_column(const struct profile *p, const char *table, const char *name)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (strcmp(c->table, table) == 0 && strcmp(c->name, name) == 0)
			return c;
	}
	return NULL;
}

const struct table *
profile_table(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_tables; i++) {
		if (strcmp(p->tables[i].name, name) == 0)
			return &p->tables[i];
	}
	return NULL;
}

const struct table *
profile_onus_of(const struct profile *p, const struct table *part)
{
	const struct table *first = NULL;

	for (size_t i = 0; i < p->n_tables; i++) {
		const struct table *onus = &p->tables[i];

		if (onus->kind != TABLE_ONU)
			continue;
		if (part->technology && onus->technology &&
		    strcmp(part->technology, onus->technology) == 0)
			return onus;
		if (!first)
			first = onus;
	}
	return first;
}

static int
compare_oids(const void *a, const void *b)
{
	const struct oid *x = a;
	const struct oid *y = b;

	return oid_compare(x->arcs, x->n, y->arcs, y->n);
}

/* Collect the never-read subtrees of all profiles again. */
static enum rc
renew_never(struct profile_set *set)
{
	size_t n = sizeof(NEVER) / sizeof(NEVER[0]);
	struct oid *never;
	size_t kept = 0;

	for (size_t i = 0; i < set->n; i++)
		n += set->profiles[i]->n_never_read;
	never = calloc(n, sizeof(*never));
	if (!never)
		return RC_NOMEM;
	memcpy(never, NEVER, sizeof(NEVER));
	n = sizeof(NEVER) / sizeof(NEVER[0]);
	for (size_t i = 0; i < set->n; i++) {
		const struct profile *p = set->profiles[i];

		for (size_t k = 0; k < p->n_never_read; k++)
			never[n++] = p->never_read[k];
	}
	qsort(never, n, sizeof(*never), compare_oids);
	for (size_t i = 0; i < n; i++) {
		if (kept == 0 || compare_oids(&never[kept - 1], &never[i]) != 0)
			never[kept++] = never[i];
	}
	free(set->never);
	set->never = never;
	set->n_never = kept;
	return RC_OK;
}

/* Reserve space for one more profile and its arena, so that adding cannot fail later. */
static enum rc
reserve(struct profile_set *set)
{
	const struct profile **profiles;
	struct arena **arenas;

	profiles = realloc(set->profiles, (set->n + 1) * sizeof(const struct profile *));
	if (!profiles)
		return RC_NOMEM;
	set->profiles = profiles;
	arenas = realloc(set->arenas, (set->n_arenas + 1) * sizeof(struct arena *));
	if (!arenas)
		return RC_NOMEM;
	set->arenas = arenas;
	return RC_OK;
}

/* Replace the profile with the same id, or append. Returns the replaced one. */
static const struct profile *
put(struct profile_set *set, const struct profile *p)
{
	for (size_t i = 0; i < set->n; i++) {
		if (strcmp(set->profiles[i]->id, p->id) == 0) {
			const struct profile *old = set->profiles[i];

			set->profiles[i] = p;
			return old;
		}
	}
	set->profiles[set->n++] = p;
	return NULL;
}

enum rc
profile_set_add(struct profile_set *set, const char *name, const char *json, size_t len,
    struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(ARENA_MAX);
	const struct profile *p = NULL;
	const struct profile *old;
	enum rc rc;

	if (!arena || reserve(set) != RC_OK)
		return err_set(err, RC_NOMEM, "%s: no memory for the profile", name);
	rc = profile_parse(json, len, arena, &p, err);
	if (rc != RC_OK)
		return err_prefix(err, rc, "%s: ", name);
	old = put(set, p);
	if (renew_never(set) != RC_OK) {
		if (old)
			(void)put(set, old); /* restore it */
		else
			set->n--;
		return err_set(err, RC_NOMEM, "%s: no memory for the profile", name);
	}
	set->arenas[set->n_arenas++] = GIVE(arena);
	set->latest = p;
	return RC_OK;
}

static enum rc
read_file(const char *path, char **ret_text, size_t *ret_len, struct err *err)
{
	FILE *f OWNED(fclose) = fopen(path, "re");
	char *text OWNED(free) = NULL;
	size_t len;

	if (!f)
		return err_set(err, errno == ENOENT ? RC_NOT_FOUND : RC_IO, "%s: %s",
		    path, strerror(errno));
	text = malloc(FILE_MAX);
	if (!text)
		return err_set(err, RC_NOMEM, "%s: no memory to read it", path);
	len = fread(text, 1, FILE_MAX, f);
	if (ferror(f))
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	if (len == FILE_MAX)
		return err_set(err, RC_INVALID, "%s: too large for a profile", path);
	*ret_text = GIVE(text);
	*ret_len = len;
	return RC_OK;
}

enum rc
profile_set_add_file(struct profile_set *set, const char *path, struct err *err)
{
	char *text OWNED(free) = NULL;
	size_t len = 0;
	enum rc rc = read_file(path, &text, &len, err);

	return rc == RC_OK ? profile_set_add(set, path, text, len, err) : rc;
}

enum rc
profile_set_load_builtin(struct profile_set **ret_set, struct err *err)
{
	struct profile_set *set OWNED(profile_set_free) = calloc(1, sizeof(*set));

	if (!set || renew_never(set) != RC_OK)
		return err_set(err, RC_NOMEM, "no memory for the profiles");
	for (size_t i = 0; i < N_BUILTIN_PROFILES; i++) {
		const struct builtin_profile *b = &BUILTIN_PROFILES[i];
		enum rc rc =
		    profile_set_add(set, b->name, (const char *)b->json, b->len, err);

		if (rc != RC_OK)
			return rc;
	}
	*ret_set = GIVE(set);
	return RC_OK;
}

void
profile_set_free(struct profile_set *set)
{
	if (!set)
		return;
	for (size_t i = 0; i < set->n_arenas; i++)
		arena_free(set->arenas[i]);
	free(set->arenas);
	free(set->profiles);
	free(set->never);
	free(set);
}

size_t
profile_set_count(const struct profile_set *set)
{
	return set->n;
}

const struct profile *
profile_set_at(const struct profile_set *set, size_t i)
{
	return set->profiles[i];
}

const struct profile *
profile_set_latest(const struct profile_set *set)
{
	return set->latest;
}

static bool
has_alias(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_aliases; i++) {
		if (strcasecmp(p->aliases[i], name) == 0)
			return true;
	}
	return false;
}

const struct profile *
profile_set_find(const struct profile_set *set, const char *name)
{
	for (size_t i = 0; i < set->n; i++) {
		if (strcasecmp(set->profiles[i]->id, name) == 0)
			return set->profiles[i];
	}
	for (size_t i = 0; i < set->n; i++) {
		if (has_alias(set->profiles[i], name))
			return set->profiles[i];
	}
	for (size_t i = 0; i < set->n; i++) {
		if (strcasecmp(set->profiles[i]->brand, name) == 0)
			return set->profiles[i];
	}
	return NULL;
}

const struct oid *
profile_set_never_read(const struct profile_set *set, size_t *ret_n)
{
	*ret_n = set->n_never;
	return set->never;
}
