/* SPDX-License-Identifier: Apache-2.0
 *
 * OIDs, as rows of the catalogue.
 */
#include <string.h>

#include "model/oid.h"
#include "model/purpose.h"
#include "model/text.h"
#include "service/catalogue_int.h"
#include "vendor/overlay.h"
#include "vendor/profile.h"

static json_t *
show_oid(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "oids", id, err);
}

static const struct entity ENTITY_OID = { "oid", show_oid };

static struct catalogue_row
fresh_oid(void)
{
	return (struct catalogue_row){ .oid = { .enabled = true } };
}

static enum rc
load_oid(struct db *db, int64_t id, struct arena *arena, struct catalogue_row *ret_row,
    struct err *err)
{
	return store_oid_get(db, (struct oid_id){ id }, arena, &ret_row->oid, err);
}

/* Some columns hold credentials: nobody reads them, whoever asks. */
static bool
is_never_read(const struct ask *a, const struct oid *oid)
{
	size_t n;
	const struct oid *never = profile_set_never_read(a->s->options.profiles, &n);

	for (size_t i = 0; i < n; i++) {
		if (oid_starts_with(oid->arcs, oid->n, never[i].arcs, never[i].n))
			return true;
	}
	return false;
}

static void
take_number(struct ask *a, struct stored_oid *o)
{
	struct oid parsed;
	struct err err = { 0 };

	o->oid = arg_text(a, "oid", o->oid);
	if (text_length(o->oid) > OID_TEXT_MAX)
		arg_wrong(a, "oid", "at most %d characters", OID_TEXT_MAX);
	else if (oid_parse(o->oid ? o->oid : "", &parsed, &err) != RC_OK)
		arg_wrong(a, "oid", "%s",
		    o->oid && *o->oid ? err.msg : "a number like 1.3.6.1.2.1.1.3.0");
	else if (is_never_read(a, &parsed))
		arg_wrong(
		    a, "oid", "it may hold credentials of the device, and is never read");
}

void
take_purpose(struct ask *a, const char **purpose)
{
	enum purpose known;

	*purpose = arg_text(a, "purpose", *purpose);
	if (!*purpose || !**purpose)
		arg_wrong(a, "purpose", "what is it for? onu_rx, run_state, custom:name");
	else if (strncmp(*purpose, "custom:", 7) == 0
		? !(*purpose)[7]
		: !purpose_from_name(*purpose, &known))
		arg_wrong(a, "purpose", "there is no \"%.40s\"; one's own is custom:name",
		    *purpose);
	else
		arg_check_name(a, "purpose", *purpose, 1, CATALOGUE_NAME);
}

/* False: something was said about it. */
static bool
check_json(struct ask *a, const char *name, const char *text, json_type type)
{
	json_error_t at;
	json_t *value;
	bool is_right = false;

	if (!text || !*text)
		return true;
	value = json_loads(text, JSON_REJECT_DUPLICATES, &at);
	if (!value)
		arg_wrong(a, name, "not JSON, character %d: %s", at.position, at.text);
	else if (json_typeof(value) != type)
		arg_wrong(a, name, "a JSON %s is expected",
		    type == JSON_OBJECT ? "object" : "list");
	else if (text_length(text) > CATALOGUE_TEXT)
		arg_wrong(a, name, "at most %d characters", CATALOGUE_TEXT);
	else
		is_right = true;
	json_decref(value);
	return is_right;
}

/* As the profile's loader will do: here somebody can still mend it. */
static void
check_values(struct ask *a, const char *name, const struct overlay_row *row)
{
	struct err err = { 0 };

	if (overlay_values_check(row, a->arena, &err) != RC_OK)
		arg_wrong(a, name, "%s", err.msg);
}

static void
take_values(struct ask *a, struct stored_oid *o)
{
	o->transform = arg_json(a, "transform", o->transform);
	if (check_json(a, "transform", o->transform, JSON_OBJECT))
		check_values(a, "transform",
		    &(struct overlay_row){ .oid = o->oid, .transform = o->transform });
	o->invalid = arg_json(a, "invalid", o->invalid);
	if (check_json(a, "invalid", o->invalid, JSON_ARRAY))
		check_values(a, "invalid",
		    &(struct overlay_row){ .oid = o->oid, .invalid = o->invalid });
}

static void
take_oid(struct ask *a, struct catalogue_row *row)
{
	struct stored_oid *o = &row->oid;

	take_brand_and_model(a, &o->brand, &o->model);
	o->name = arg_text(a, "name", o->name);
	arg_check_name(a, "name", o->name, 1, CATALOGUE_NAME);
	take_number(a, o);
	take_purpose(a, &o->purpose);
	o->formula = arg_text(a, "formula", o->formula);
	arg_check_name(a, "formula", o->formula, 0, CATALOGUE_NAME);
	take_values(a, o);
	o->unit = arg_text(a, "unit", o->unit);
	arg_check_name(a, "unit", o->unit, 0, TEXT_UNIT_MAX);
	o->keep_previous = arg_truth(a, "keep_previous", o->keep_previous);
	o->is_slow = arg_truth(a, "is_slow", o->is_slow);
	o->enabled = arg_truth(a, "enabled", o->enabled);
	o->in_metrics = arg_truth(a, "in_metrics", o->in_metrics);
}

static enum rc
put_oid(struct db *db, struct catalogue_row *row, int64_t *id, int64_t now_ms,
    struct err *err)
{
	enum rc rc;

	row->oid.id.v = *id;
	rc = store_oid_put(db, &row->oid, now_ms, err);
	*id = row->oid.id.v;
	return rc;
}

static enum rc
remove_oid(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	return store_oid_delete(db, (struct oid_id){ id }, now_ms, err);
}

static enum rc
copy_oid(struct db *db, int64_t id, const char *name, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	struct oid_id made = { 0 };
	enum rc rc =
	    store_oid_duplicate(db, (struct oid_id){ id }, name, now_ms, &made, err);

	*ret_id = made.v;
	return rc;
}

const struct kind KIND_OID = {
	.noun = "oid",
	.place = { "oids", "OID", NULL, { "deleted_at", "" } },
	.key = "name",
	.fields = "brand_name=brand model_name=model profile table name oid "
		  "purpose formula transform unit invalid keep_previous is_slow enabled "
		  "in_metrics",
	.same_by = "brand model profile table name",
	.entity = &ENTITY_OID,
	.fresh = fresh_oid,
	.load = load_oid,
	.take = take_oid,
	.put = put_oid,
	.remove = remove_oid,
	.copy = copy_oid,
};
