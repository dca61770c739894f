/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/device/recording_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest walk anybody would look at this way. */
enum { RECORDING_MAX = 256 * 1024 * 1024 };

static enum rc
read_text(FILE *f, struct buf *text)
{
	char block[16384];
	size_t n;

	while ((n = fread(block, 1, sizeof(block), f)) > 0)
		buf_add(text, block, n);
	if (ferror(f))
		return RC_IO;
	return buf_ok(text) ? RC_OK : RC_NOMEM;
}

enum rc
recording_load(
    const char *path, struct arena *arena, struct recording *ret_rec, struct err *err)
{
	FILE *f OWNED(fclose) = fopen(path, "re");
	struct buf text = BUF_INIT(RECORDING_MAX);
	struct recording rec = { 0 };
	enum rc rc;

	if (!f)
		return err_set(err, RC_NOT_FOUND, "%s: %s", path, strerror(errno));
	rc = read_text(f, &text);
	if (rc == RC_OK) {
		rc = snmprec_parse_all(
		    buf_text(&text), text.len, arena, &rec.recs, &rec.n, err);
		if (rc != RC_OK)
			rc = err_prefix(err, rc, "%s: ", path);
	} else
		rc = err_set(err, rc, "%s: cannot be read", path);
	buf_fini(&text);
	if (rc == RC_OK)
		*ret_rec = rec;
	return rc;
}

/* The first row that is oid or comes after it; n when there is none. */
static size_t
lower_bound(const struct recording *rec, const uint32_t *arcs, size_t n)
{
	size_t low = 0;
	size_t high = rec->n;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (oid_compare(rec->recs[mid].arcs, rec->recs[mid].n, arcs, n) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool
is_under(const struct snmprec *r, const struct oid *oid)
{
	return oid_starts_with(r->arcs, r->n, oid->arcs, oid->n);
}

static const struct snmprec *
first_under(const struct recording *rec, const struct oid *oid)
{
	size_t i = lower_bound(rec, oid->arcs, oid->n);

	return i < rec->n && is_under(&rec->recs[i], oid) ? &rec->recs[i] : NULL;
}

static bool
probe_answers(const struct recording *rec, const struct detect_rule *rule)
{
	const struct snmprec *r = first_under(rec, &rule->probe);

	if (!r)
		return false;
	if (!rule->probe_text)
		return true;
	return r->value.type == SNMP_OCTETS &&
	    memmem(r->value.octets, r->value.len, rule->probe_text,
		strlen(rule->probe_text));
}

const struct profile *
recording_detect(
    const struct recording *rec, const struct profile_set *set, struct arena *arena)
{
	static const struct oid DESCR = { 9, { 1, 3, 6, 1, 2, 1, 1, 1, 0 } };
	static const struct oid OBJECT_ID = { 9, { 1, 3, 6, 1, 2, 1, 1, 2, 0 } };
	const struct snmprec *descr = first_under(rec, &DESCR);
	const struct snmprec *id = first_under(rec, &OBJECT_ID);
	struct candidate found[CANDIDATES_MAX];
	struct oid oid = { 0 };
	const char *text = "";
	size_t n;

	if (!id || id->value.type != SNMP_OID)
		return NULL;
	oid.n = id->value.len;
	memcpy(oid.arcs, id->value.arcs, oid.n * sizeof(oid.arcs[0]));
	if (descr && descr->value.type == SNMP_OCTETS)
		text = arena_copy(arena, descr->value.octets, descr->value.len);
	n = text ? vendor_candidates(set, &oid, text, found) : 0;
	for (size_t i = 0; i < n; i++) {
		if (found[i].rule->probe.n == 0 || probe_answers(rec, found[i].rule))
			return found[i].profile;
	}
	return NULL;
}

/* The position in the row's name. False: the row is not of this kind. */
static bool
position_by_name(const struct recording *rec, const struct profile *profile,
    const struct column *c, const struct snmprec *r, struct arena *arena,
    struct position *ret)
{
	const struct column *name =
	    profile_column(profile, c->table, c->index->name_column);
	struct oid at = name->oid;
	struct value v;
	size_t n_index = r->n - c->oid.n;
	size_t i;

	/* Tables of a device share the first arc; what follows it is the column's. */
	if (name->index->n_arcs < c->index->n_arcs)
		n_index = 1;
	if (at.n + n_index > OID_MAX)
		return false;
	memcpy(at.arcs + at.n, r->arcs + c->oid.n, n_index * sizeof(at.arcs[0]));
	at.n += (uint32_t)n_index;
	i = lower_bound(rec, at.arcs, at.n);
	if (i == rec->n || !is_under(&rec->recs[i], &at))
		return false;
	if (column_decode(name, &rec->recs[i].value, arena, &v, NULL) != RC_OK ||
	    v.kind != VALUE_TEXT)
		return false;
	return index_position_from_name(c->index->name_pattern, v.text, ret) == RC_OK;
}

/* Rows that do not fit a column's index but are nobody's mistake: interfaces of
 * other kinds in the tables of mib-2, and rows that another table of the profile
 * reads from the same OID (firmware that numbers otherwise). */
static bool
is_for_others(
    const struct profile *profile, const struct column *c, const struct snmprec *r)
{
	static const uint32_t MIB_2[] = { 1, 3, 6, 1, 2, 1 };
	struct position p;

	if (oid_starts_with(c->oid.arcs, c->oid.n, MIB_2, 6))
		return true;
	for (size_t i = 0; i < profile->n_columns; i++) {
		const struct column *other = &profile->columns[i];

		if (other != c && other->index &&
		    oid_compare(other->oid.arcs, other->oid.n, c->oid.arcs, c->oid.n) ==
			0 &&
		    index_decode(other->index, r->arcs + c->oid.n, r->n - c->oid.n, &p) ==
			RC_OK)
			return true;
	}
	return false;
}

struct decoding {
	const struct recording *rec;
	const struct profile *profile;
	struct arena *arena;
	recorded_cb *each;
	void *ctx;
};

/* Where the row is. False: it is not for this column at all. */
static bool
place(const struct decoding *d, const struct snmprec *r, struct recorded *out)
{
	const struct column *c = out->column;
	struct position p;

	if (c->is_scalar)
		return r->n == c->oid.n;
	if (index_decode(c->index, r->arcs + c->oid.n, r->n - c->oid.n, &p) != RC_OK) {
		char text[OID_TEXT_MAX];

		if (is_for_others(d->profile, c, r))
			return false;
		(void)oid_format(r->arcs + c->oid.n, r->n - c->oid.n, text);
		out->problem = arena_printf(
		    d->arena, "index %.80s is none of \"%s\"", text, c->index->name);
		return true;
	}
	if (c->index->name_pattern &&
	    !position_by_name(d->rec, d->profile, c, r, d->arena, &p))
		return false;
	(void)position_format(&p, out->position);
	return true;
}

static enum rc
decode_row(const struct decoding *d, const struct column *c, const struct snmprec *r)
{
	struct recorded out = { .column = c };
	struct err err = { 0 };
	enum rc rc;

	if (!place(d, r, &out))
		return RC_OK;
	if (!out.problem) {
		rc = column_decode(c, &r->value, d->arena, &out.value, &err);
		if (rc == RC_NOMEM)
			return rc;
		if (rc != RC_OK)
			out.problem = arena_copy(d->arena, err.msg, strlen(err.msg));
	}
	d->each(&out, d->ctx);
	return RC_OK;
}

enum rc
recording_decode(const struct recording *rec, const struct profile *profile,
    struct arena *arena, recorded_cb *each, void *ctx)
{
	struct decoding d = { rec, profile, arena, each, ctx };

	for (size_t i = 0; i < profile->n_columns; i++) {
		const struct column *c = &profile->columns[i];

		for (size_t k = lower_bound(rec, c->oid.arcs, c->oid.n);
		     k < rec->n && is_under(&rec->recs[k], &c->oid); k++) {
			enum rc rc = decode_row(&d, c, &rec->recs[k]);

			if (rc != RC_OK)
				return rc;
		}
	}
	return RC_OK;
}
