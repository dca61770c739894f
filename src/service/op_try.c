/* SPDX-License-Identifier: Apache-2.0
 *
 * "Try this OID": the engine reads its first rows on an OLT, whether it is saved or not,
 * and its answer becomes JSON there and then, because what it lends is gone afterwards.
 */
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "model/oid.h"
#include "service/await_int.h"
#include "service/catalogue_int.h"
#include "service/pace_int.h"
#include "store/catalogue/change.h"

enum {
	TRY_PATIENCE_MS = 70000, /* for the lock, the rows and their names */
	RAW_TEXT_MAX = 400,
};

/* ---- on the engine's thread --------------------------------------------------------- */

static bool
is_printable(const struct snmp_value *v)
{
	for (uint32_t i = 0; i < v->len; i++) {
		if (v->octets[i] < ' ' || v->octets[i] > '~')
			return false;
	}
	return true;
}

static void
write_octets(struct buf *text, const struct snmp_value *v)
{
	if (v->len == 4 && v->type == SNMP_IPADDRESS) {
		buf_printf(text, "%u.%u.%u.%u", v->octets[0], v->octets[1], v->octets[2],
		    v->octets[3]);
	} else if (is_printable(v)) {
		buf_add(text, v->octets, v->len < RAW_TEXT_MAX ? v->len : RAW_TEXT_MAX);
	} else {
		buf_puts(text, "0x");
		for (uint32_t i = 0; i < v->len && i < RAW_TEXT_MAX / 2; i++)
			buf_printf(text, "%02x", v->octets[i]);
	}
}

/* As it came, for people. */
static json_t *
show_raw(const struct snmp_value *v)
{
	struct buf text = BUF_INIT(2 * RAW_TEXT_MAX + OID_TEXT_MAX);
	char oid[OID_TEXT_MAX];
	json_t *shown;

	switch (v->type) {
	case SNMP_INTEGER:
		buf_printf(&text, "%" PRId64, v->i);
		break;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		buf_printf(&text, "%" PRIu64, v->u);
		break;
	case SNMP_OID:
		buf_puts(&text, oid_format(v->arcs, v->len, oid));
		break;
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		write_octets(&text, v);
		break;
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		break;
	}
	shown = json_string(buf_text(&text));
	buf_fini(&text);
	return shown ? shown : json_string("");
}

static const char *
owner_name(enum tried_owner owner)
{
	switch (owner) {
	case TRIED_ONU:
		return "onu";
	case TRIED_STRANGER:
		return "unknown_onu";
	case TRIED_PART:
		return "part";
	case TRIED_OLT:
		break;
	}
	return "olt";
}

static const char *
reading_name(const struct tried_row *row)
{
	if (row->rc != RC_OK)
		return "unreadable";
	return row->value.kind == VALUE_NULL ? "none" : "value";
}

static json_t *
show_tried_row(const struct tried_row *row)
{
	char index[OID_TEXT_MAX] = "";

	if (row->n_index)
		(void)oid_format(row->index, row->n_index, index);
	return json_pack("{s:s, s:s, s:o, s:s, s:o, s:s, s:s, s:s, s:n, s:n}", "index",
	    index, "type", snmp_type_name(row->raw.type), "raw", show_raw(&row->raw),
	    "reading", reading_name(row), "value",
	    row->rc == RC_OK ? show_value(&row->value) : json_null(), "problem",
	    row->problem, "owner", owner_name(row->owner), "place", row->place, "onu",
	    "port");
}

static const char *
outcome_of(const struct tried *t)
{
	switch (t->end) {
	case TRIED_ROWS:
		return "ok";
	case TRIED_EMPTY:
		return "empty";
	case TRIED_NO_OBJECT:
		return "no object";
	case TRIED_FAILED:
		break;
	}
	return rc_name(t->rc);
}

static const char *
message_of(const struct tried *t)
{
	switch (t->end) {
	case TRIED_EMPTY:
		return "the device has no value under this OID now: its table is empty";
	case TRIED_NO_OBJECT:
		return "the device does not have this object: is the OID right, and of "
		       "this "
		       "brand?";
	case TRIED_ROWS:
	case TRIED_FAILED:
		break;
	}
	return t->message;
}

static void
on_tried(void *ctx, const struct tried *t)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < t->n_rows; i++)
		(void)json_array_append_new(rows, show_tried_row(&t->rows[i]));
	await_done(ctx,
	    json_pack("{s:i, s:s, s:s, s:s, s:b, s:I, s:o}", "rc",
		(int)(t->end == TRIED_FAILED ? t->rc : RC_OK), "outcome", outcome_of(t),
		"message", message_of(t), "unit", t->unit, "more", t->has_more, "ms",
		(json_int_t)t->ms, "rows", rows));
}

/* ---- on the caller's ------------------------------------------------------------------ */

static enum rc
nothing(struct change *c, struct db *db, struct err *err)
{
	(void)c;
	(void)db;
	(void)err;
	return RC_OK;
}

/* Whoever tries asks a device for whatever he likes: not too often, and it is noted. */
static bool
may_try(struct ask *a, struct olt_id olt, const struct stored_oid *oid)
{
	bool is_local = strcmp(a->who->address, "local") == 0;
	struct change c = { "test", KIND_OID.entity, oid->id.v, nothing, NULL, 0 };
	int64_t wait_ms = 0;
	json_t *details;
	enum rc rc;

	if (!is_local &&
	    !pace_allows(a->s->tests, a->who->name, clock_mono_ms(), &wait_ms)) {
		(void)ask_fail(a, RC_BUSY,
		    "too many tests of OLTs: try again in %lld seconds",
		    (long long)(wait_ms + 999) / 1000);
		a->answer->retry_ms = wait_ms;
		return false;
	}
	details = json_pack("{s:I, s:s}", "olt", (json_int_t)olt.v, "oid", oid->oid);
	c.details = details;
	rc = change_make(a, &c);
	json_decref(details);
	return rc == RC_OK;
}

static json_t *
ask_engine(struct ask *a, struct olt_id olt, const struct stored_oid *oid)
{
	const struct service_ops *ops = &a->s->options.ops;
	struct await *w = await_new();
	struct engine_try what = { .olt = olt, .oid = oid, .done = on_tried, .ctx = w };
	enum rc rc;

	if (!w)
		return await_refused(a, w, RC_NOMEM);
	rc = ops->try_oid(ops->ctx, &what);
	if (rc == RC_OK)
		return await_take(a, w, TRY_PATIENCE_MS);
	return await_refused(a, w, rc);
}

/* The ONU or the port of a row has a page. */
static void
add_link(struct ask *a, const char *olt, json_t *row)
{
	const char *owner = json_string_value(json_object_get(row, "owner"));
	const char *place = json_string_value(json_object_get(row, "place"));
	bool is_onu = strcmp(owner, "onu") == 0;
	struct find_field by[] = { { "olt", olt }, { "place", place } };
	int64_t id;

	if (!is_onu && strcmp(owner, "part") != 0)
		return;
	id = find_row(a, is_onu ? "onus" : "pon_ports", by, 2);
	if (id)
		(void)json_object_set_new(row, is_onu ? "onu" : "port", json_integer(id));
}

static void
answer(struct ask *a, struct olt_id olt, json_t *said)
{
	enum rc rc = (enum rc)json_integer_value(json_object_get(said, "rc"));
	const char *of = arena_printf(a->arena, "%lld", (long long)olt.v);
	size_t i;
	json_t *row;

	if (rc == RC_CONFLICT || rc == RC_NOT_FOUND || rc == RC_INVALID) {
		(void)ask_fail(
		    a, rc, "%s", json_string_value(json_object_get(said, "message")));
		return;
	}
	json_array_foreach(json_object_get(said, "rows"), i, row)
	{
		add_link(a, of, row);
	}
	(void)json_object_del(said, "rc");
	if (ask_is_well(a))
		ask_answer(a, json_incref(said));
}

/* A new one needs no name yet. */
static struct catalogue_row
unsaved(void)
{
	struct catalogue_row row = { 0 };

	entity_init(&OID_ENTITY, &row.oid);
	row.oid.name = "try";
	row.oid.purpose = "custom:try";
	return row;
}

/* One that is stored, with what is given instead. */
static bool
load_stored(struct ask *a, struct catalogue_row *ret_row)
{
	struct err err = { 0 };
	int64_t id = find_in(a, "id", &KIND_OID.place);
	enum rc rc;

	if (!args_are_right(a))
		return false;
	rc = store_catalogue_get(a->db, &OID_ENTITY, id, a->arena, &ret_row->oid, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	ret_row->oid.is_edited = true;
	return rc == RC_OK;
}

void
op_oid_try(struct ask *a)
{
	struct catalogue_row row = unsaved();
	struct olt_id olt = find_olt(a, "olt");
	json_t *said;

	if (arg_given(a, "id") && !load_stored(a, &row))
		return;
	entity_take(a, &OID_ENTITY, KIND_OID.rules, &row.oid);
	if (!args_are_right(a) || !may_try(a, olt, &row.oid))
		return;
	said = ask_engine(a, olt, &row.oid);
	if (said)
		answer(a, olt, said);
	json_decref(said);
}
