/* SPDX-License-Identifier: Apache-2.0
 *
 * How devices are asked, per operation (store/catalogue/snmp_settings.h).
 */
#include "service/entity_int.h"
#include "service/service_int.h"

#include <string.h>

#include "model/text.h"
#include "store/catalogue/snmp_settings.h"

/* general, then each type. */
enum { OPERATIONS = TASK_TYPES + 1 };

void
op_snmp_get(struct ask *a)
{
	json_t *all = json_array();
	struct err err = { 0 };

	for (int64_t i = 0; i < OPERATIONS; i++) {
		json_t *shown = ENTITY_SNMP_SETTINGS.show(a->db, i, &err);

		if (!shown) {
			(void)ask_fail_err(a, err.rc, &err);
			break;
		}
		(void)json_array_append_new(all, shown);
	}
	ask_answer(a, all);
}

static int64_t
number_of(struct ask *a, const char *operation)
{
	enum task_type type;

	if (strcmp(operation, "general") == 0)
		return 0;
	if (task_type_from_name(operation, &type))
		return (int64_t)type + 1;
	arg_wrong(a, "operation", "general, discovery, get, walk, table or bulk");
	return 0;
}

/* As the overrides of an OLT. */
static void
take_settings(struct ask *a, struct snmp_settings *s)
{
	struct olt o = { .overrides = *s };

	entity_take_values(a, &OLT_ENTITY, NULL, &o);
	*s = o.overrides;
	arg_check_length(a, "batch", s->batch, 0, TEXT_BATCH_MAX);
	if (s->batch && strspn(s->batch, "0123456789,") != strlen(s->batch))
		arg_wrong(a, "batch", "numbers with commas between, like 200,50,1");
}

static const char *
operation_of(struct ask *a)
{
	return arg_text(a, "operation", "general");
}

/* What would be said for it. False: something is wrong, and has been said. */
static bool
load_and_take(struct ask *a, struct snmp_settings *ret)
{
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return false;
	rc = store_snmp_settings_get(a->db, operation_of(a), a->arena, ret, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return false;
	}
	take_settings(a, ret);
	return args_are_right(a);
}

static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	struct snmp_settings settings = { 0 };
	struct retake again;
	enum rc rc = retake_begin(&again, c->ctx, db, err);

	if (rc != RC_OK)
		return rc;
	(void)load_and_take(&again.ask, &settings);
	rc = retake_result(&again, err);
	if (rc == RC_OK)
		rc = store_snmp_settings_put(
		    db, operation_of(&again.ask), &settings, c->now_ms, err);
	retake_end(&again);
	return rc;
}

void
op_snmp_change(struct ask *a)
{
	/* Its number is no row's: the store keeps them by name. */
	int64_t number = number_of(a, operation_of(a));
	struct snmp_settings settings = { 0 };
	struct change c = { "update", &ENTITY_SNMP_SETTINGS, number, change, a, 0 };

	if (load_and_take(a, &settings) && change_make(a, &c) == RC_OK &&
	    tell_all(a) == RC_OK)
		op_snmp_get(a);
}
