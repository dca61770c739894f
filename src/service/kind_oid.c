/* SPDX-License-Identifier: Apache-2.0
 *
 * OIDs, as rows of the catalogue.
 */
#include <string.h>

#include "model/oid.h"
#include "model/purpose.h"
#include "service/catalogue_int.h"
#include "vendor/overlay.h"
#include "vendor/profile.h"

static json_t *
show_oid(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "oids", id, err);
}

static const struct entity ENTITY_OF_OID = { "oid", show_oid };

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
take_number(struct ask *a, void *row)
{
	struct stored_oid *o = row;
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
take_oid_purpose(struct ask *a, void *row)
{
	struct stored_oid *o = row;

	take_purpose(a, &o->purpose);
}

static void
take_transform(struct ask *a, void *row)
{
	struct stored_oid *o = row;

	o->transform = arg_json(a, "transform", o->transform);
	if (check_json(a, "transform", o->transform, JSON_OBJECT))
		check_values(a, "transform",
		    &(struct overlay_row){ .oid = o->oid, .transform = o->transform });
}

static void
take_invalid(struct ask *a, void *row)
{
	struct stored_oid *o = row;

	o->invalid = arg_json(a, "invalid", o->invalid);
	if (check_json(a, "invalid", o->invalid, JSON_ARRAY))
		check_values(a, "invalid",
		    &(struct overlay_row){ .oid = o->oid, .invalid = o->invalid });
}

static const struct field_rule OID_FIELD_RULES[] = {
	{ "oid", take_number },
	{ "purpose", take_oid_purpose },
	{ "transform", take_transform },
	{ "invalid", take_invalid },
	{ NULL, NULL },
};

const struct kind KIND_OID = {
	.type = &OID_ENTITY,
	.place = { "oids", "OID", NULL, { "deleted_at", "" } },
	.entity = &ENTITY_OF_OID,
	.rules = OID_FIELD_RULES,
};
