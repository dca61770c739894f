/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of state labels.
 */
#include "model/value.h"
#include "store/catalogue/rules_int.h"

static enum rc
missing(int64_t id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no state label %lld", (long long)id);
}

static enum rc
taken(const char *raw, struct err *err)
{
	return err_set(
	    err, RC_CONFLICT, "raw: the value \"%s\" has a label already", raw);
}

static enum rc
check(void *row, struct err *err)
{
	struct stored_label *l = row;
	enum state state = STATE_NONE;
	enum rc rc = catalogue_check_purpose(l->purpose, err);

	if (rc != RC_OK)
		return rc;
	if (l->meaning && *l->meaning && !state_from_name(l->meaning, &state))
		return err_set(err, RC_INVALID,
		    "meaning: there is no \"%.32s\"; online, offline, los_onu ... are",
		    l->meaning);
	l->meaning = state_name(state); /* by its name of today */
	return RC_OK;
}

static enum rc
check_place(struct db *db, const void *row, struct err *err)
{
	const struct stored_label *l = row;

	return catalogue_check_place(db, l->brand, (struct model_id){ 0 }, err);
}

const struct catalogue_rules LABEL_RULES = {
	.type = &STATE_ENTITY,
	.missing = missing,
	.taken = taken,
	.check = check,
	.check_place = check_place,
};
