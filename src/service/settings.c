/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of settings, and its operations. All are numbers; the database keeps the text
 * of those that somebody has set, and nothing of the others.
 */
#include "service/settings_int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "store/settings.h"

struct item {
	const char *key;
	const char *unit;
	double min, max, fallback;
	enum tunable above; /* it must stay above this one; itself: nothing */
	const char *help;
};

static const struct item ITEMS[TUNABLES] = {
	[TUNABLE_ONU_RX_HIGH] = { "onu_rx.high", "dBm", -30, 10, -8, TUNABLE_ONU_RX_WARN,
	    "From here on an ONU receives too much light: bad." },
	[TUNABLE_ONU_RX_WARN] = { "onu_rx.warn", "dBm", -50, 10, -25, TUNABLE_ONU_RX_BAD,
	    "Below this what an ONU receives is a warning." },
	[TUNABLE_ONU_RX_BAD] = { "onu_rx.bad", "dBm", -50, 10, -27, TUNABLE_ONU_RX_BAD,
	    "Below this what an ONU receives is bad." },
	[TUNABLE_OLT_RX_HIGH] = { "olt_rx.high", "dBm", -30, 10, -8, TUNABLE_OLT_RX_WARN,
	    "From here on the OLT receives too much light of an ONU: bad." },
	[TUNABLE_OLT_RX_WARN] = { "olt_rx.warn", "dBm", -50, 10, -28, TUNABLE_OLT_RX_BAD,
	    "Below this what the OLT receives of an ONU is a warning." },
	[TUNABLE_OLT_RX_BAD] = { "olt_rx.bad", "dBm", -50, 10, -30, TUNABLE_OLT_RX_BAD,
	    "Below this what the OLT receives of an ONU is bad." },
	[TUNABLE_ONU_TEMPERATURE_WARN] = { "onu_temperature.warn", "C", 0, 150, 65,
	    TUNABLE_ONU_TEMPERATURE_WARN,
	    "From here on an ONU's temperature is a warning." },
	[TUNABLE_ONU_TEMPERATURE_BAD] = { "onu_temperature.bad", "C", 0, 150, 75,
	    TUNABLE_ONU_TEMPERATURE_WARN, "From here on an ONU's temperature is bad." },
	[TUNABLE_REFRESH_WAIT] = { "onu_refresh.wait", "s", 1, 120, 30,
	    TUNABLE_REFRESH_WAIT,
	    "How long a live read of an ONU may take, with waiting for its OLT." },
};

/* ---- values ----------------------------------------------------------------------- */

static bool
read_number(const char *text, double *ret)
{
	char *end;

	*ret = strtod(text, &end);
	return end != text && *end == '\0' && isfinite(*ret);
}

static enum rc
take_stored(void *ctx, const struct setting *setting)
{
	struct tunables *t = ctx;

	for (int i = 0; i < TUNABLES; i++) {
		double number;

		if (strcmp(ITEMS[i].key, setting->key) == 0 &&
		    read_number(setting->value, &number))
			t->at[i] = number;
	}
	return RC_OK;
}

static enum rc
load(struct db *db, struct tunables *ret, struct err *err)
{
	for (int i = 0; i < TUNABLES; i++)
		ret->at[i] = ITEMS[i].fallback;
	return store_setting_list(db, take_stored, ret, err);
}

struct tunables
tunables_load(struct ask *a)
{
	struct tunables t;
	struct err err = { 0 };
	enum rc rc = load(a->db, &t, &err);

	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return t;
}

/* ---- showing ------------------------------------------------------------------------ */

/* The number of an entity is that of its item, counted from 1. */
static json_t *
show_setting(struct db *db, int64_t id, struct err *err)
{
	const struct item *item = &ITEMS[id - 1];
	struct tunables t;

	if (load(db, &t, err) != RC_OK)
		return NULL;
	return json_pack("{s:I, s:s, s:f, s:f, s:b, s:f, s:f, s:s, s:s}", "id",
	    (json_int_t)id, "key", item->key, "value", t.at[id - 1], "default",
	    item->fallback, "is_changed",
	    t.at[id - 1] < item->fallback || t.at[id - 1] > item->fallback, "min",
	    item->min, "max", item->max, "unit", item->unit, "help", item->help);
}

static const struct entity ENTITY_SETTING = { "setting", show_setting };

void
op_setting_list(struct ask *a)
{
	json_t *all = json_array();
	struct err err = { 0 };

	for (int64_t id = 1; id <= TUNABLES; id++) {
		json_t *shown = show_setting(a->db, id, &err);

		if (!shown) {
			(void)ask_fail_err(a, err.rc, &err);
			break;
		}
		(void)json_array_append_new(all, shown);
	}
	ask_answer(a, all);
}

/* ---- finding ---------------------------------------------------------------------------- */

/* By its key; 0, and the argument is wrong, when there is none. */
static int64_t
find_setting(struct ask *a)
{
	const char *key = arg_text(a, "setting", "");
	struct nearest near = { 0 };

	for (int i = 0; i < TUNABLES; i++) {
		if (strcmp(key, ITEMS[i].key) == 0)
			return i + 1;
		nearest_offer(&near, key, ITEMS[i].key);
	}
	arg_wrong(a, "setting", "there is no \"%.60s\"%s%s", key,
	    near.best ? "; perhaps " : "", near.best ? near.best : "");
	return 0;
}

void
op_setting_get(struct ask *a)
{
	int64_t id = find_setting(a);
	struct err err = { 0 };
	json_t *shown;

	if (!args_are_right(a))
		return;
	shown = show_setting(a->db, id, &err);
	if (shown)
		ask_answer(a, shown);
	else
		(void)ask_fail_err(a, err.rc, &err);
}

/* ---- changing ------------------------------------------------------------------------------ */

struct entry {
	char text[32];
	const char *by;
};

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct setting setting = { ITEMS[c->id - 1].key, e->text, c->now_ms, e->by };

	return store_setting_put(db, &setting, err);
}

/* Back to what it was before anybody said something; that it is so already is fine. */
static enum rc
reset(struct change *c, struct db *db, struct err *err)
{
	enum rc rc = store_setting_delete(db, ITEMS[c->id - 1].key, err);

	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

/* The order among those that belong together. */
static void
check_order(struct ask *a, const char *field, int64_t id, double value)
{
	struct tunables t = tunables_load(a);

	t.at[id - 1] = value;
	for (int i = 0; i < TUNABLES; i++) {
		int other = (int)ITEMS[i].above;

		if (other != i && t.at[i] <= t.at[other])
			arg_wrong(a, field, "%s (%g) must be above %s (%g)", ITEMS[i].key,
			    t.at[i], ITEMS[other].key, t.at[other]);
	}
}

static void
finish(struct ask *a, struct change *c)
{
	struct err err = { 0 };
	json_t *shown;

	if (change_make(a, c) != RC_OK)
		return;
	shown = show_setting(a->db, c->id, &err);
	if (shown)
		ask_answer(a, shown);
	else
		(void)ask_fail_err(a, err.rc, &err);
}

void
op_setting_change(struct ask *a)
{
	int64_t id = find_setting(a);
	double value = arg_real(a, "value", NAN);
	struct entry e = { .by = a->who->name };
	struct change c = { "update", &ENTITY_SETTING, id, put, &e, 0 };

	if (id && !(value >= ITEMS[id - 1].min && value <= ITEMS[id - 1].max))
		arg_wrong(a, "value", "a number from %g to %g (%s) is expected",
		    ITEMS[id - 1].min, ITEMS[id - 1].max, ITEMS[id - 1].unit);
	else if (id)
		check_order(a, "value", id, value);
	(void)snprintf(e.text, sizeof(e.text), "%.9g", value);
	if (args_are_right(a))
		finish(a, &c);
}

void
op_setting_reset(struct ask *a)
{
	int64_t id = find_setting(a);
	struct change c = { "reset", &ENTITY_SETTING, id, reset, NULL, 0 };

	if (id)
		check_order(a, "setting", id, ITEMS[id - 1].fallback);
	if (args_are_right(a))
		finish(a, &c);
}
