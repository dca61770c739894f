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
#include "model/level.h"
#include "store/core/settings.h"

struct item {
	const char *key;
	const char *unit;
	double min, max, fallback;
	enum tunable above; /* it must stay above this one; itself: nothing */
	const char *help;
};

static const struct item ITEMS[TUNABLES] = {
	[TUNABLE_ONU_RX_HIGH] = { "onu_rx.high", "dBm", -30, 10, LEVEL_ONU_RX_HIGH,
	    TUNABLE_ONU_RX_WARN, "From here on an ONU receives too much light: bad." },
	[TUNABLE_ONU_RX_WARN] = { "onu_rx.warn", "dBm", -50, 10, LEVEL_ONU_RX_WARN,
	    TUNABLE_ONU_RX_BAD, "Below this what an ONU receives is a warning." },
	[TUNABLE_ONU_RX_BAD] = { "onu_rx.bad", "dBm", -50, 10, LEVEL_ONU_RX_BAD,
	    TUNABLE_ONU_RX_BAD, "Below this what an ONU receives is bad." },
	[TUNABLE_OLT_RX_HIGH] = { "olt_rx.high", "dBm", -30, 10, LEVEL_OLT_RX_HIGH,
	    TUNABLE_OLT_RX_WARN,
	    "From here on the OLT receives too much light of an ONU: bad." },
	[TUNABLE_OLT_RX_WARN] = { "olt_rx.warn", "dBm", -50, 10, LEVEL_OLT_RX_WARN,
	    TUNABLE_OLT_RX_BAD,
	    "Below this what the OLT receives of an ONU is a warning." },
	[TUNABLE_OLT_RX_BAD] = { "olt_rx.bad", "dBm", -50, 10, LEVEL_OLT_RX_BAD,
	    TUNABLE_OLT_RX_BAD, "Below this what the OLT receives of an ONU is bad." },
	[TUNABLE_ONU_TEMPERATURE_WARN] = { "onu_temperature.warn", "C", 0, 150, 65,
	    TUNABLE_ONU_TEMPERATURE_WARN,
	    "From here on an ONU's temperature is a warning." },
	[TUNABLE_ONU_TEMPERATURE_BAD] = { "onu_temperature.bad", "C", 0, 150, 75,
	    TUNABLE_ONU_TEMPERATURE_WARN, "From here on an ONU's temperature is bad." },
	[TUNABLE_REFRESH_WAIT] = { "onu_refresh.wait", "s", 1, 120, 30,
	    TUNABLE_REFRESH_WAIT,
	    "How long a live read of an ONU may take, with waiting for its OLT." },
	[TUNABLE_LIGHT_WORSE] = { "light.worse", "dB", 0.5, 20, LEVEL_WORSE_DB,
	    TUNABLE_LIGHT_WORSE,
	    "By so much less light than 7 or 30 days ago an ONU has got worse." },
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
	double value;
	bool is_changed;

	if (load(db, &t, err) != RC_OK)
		return NULL;
	value = t.at[id - 1];
	is_changed = value < item->fallback || value > item->fallback;
	return json_pack("{s:I, s:s, s:f, s:f, s:b, s:f, s:f, s:s, s:s, s:s, s:s, s:s, "
			 "s:s, s:f, s:b, s:b, s:[], s:s}",
	    "id", (json_int_t)id, "key", item->key, "value", value, "default",
	    item->fallback, "is_changed", is_changed, "min", item->min, "max", item->max,
	    "unit", item->unit, "help", item->help, "type", "number", "applies", "now",
	    "source", is_changed ? "stored" : "default", "origin", "", "in_use", value,
	    "is_editable", 1, "waits_for_restart", 0, "choices", "note", "");
}

const struct entity ENTITY_SETTING = { "setting", show_setting };

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
	for (size_t i = 0; ask_is_well(a) && i < a->s->options.program.n; i++)
		(void)json_array_append_new(
		    all, program_show(a, (int64_t)i + PROGRAM_FIRST));
	ask_answer(a, all);
}

/* ---- finding ---------------------------------------------------------------------------- */

/* By its key; 0, and the argument is wrong, when there is none. */
static int64_t
find_setting(struct ask *a)
{
	const struct program *p = &a->s->options.program;
	const char *key = arg_text(a, "setting", "");
	int64_t id = program_find(a, key);
	struct program_setting setting;
	struct nearest near = { 0 };

	for (int i = 0; i < TUNABLES; i++) {
		if (strcmp(key, ITEMS[i].key) == 0)
			return i + 1;
		nearest_offer(&near, key, ITEMS[i].key);
	}
	if (id)
		return id;
	for (size_t i = 0; i < p->n; i++) {
		p->describe(p->ctx, i, &setting);
		nearest_offer(&near, key, setting.key);
	}
	arg_wrong(a, "setting", "there is no \"%.60s\"%s%s", key,
	    near.best ? "; perhaps " : "", near.best ? near.best : "");
	return 0;
}

void
op_setting_get(struct ask *a)
{
	int64_t id = find_setting(a);

	if (!args_are_right(a))
		return;
	if (id >= PROGRAM_FIRST)
		ask_answer(a, program_show(a, id));
	else
		answer_shown(a, &ENTITY_SETTING, id);
}

/* ---- changing ------------------------------------------------------------------------------ */

struct entry {
	struct ask *ask;
	const char *field; /* whose argument is wrong if the order is */
	double value;
	const char *by;
};

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

/* Somebody may have changed another one of those that belong together meanwhile. */
static enum rc
check_order_again(const struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	check_order(&again.ask, e->field, c->id, e->value);
	rc = retake_result(&again, err);
	retake_end(&again);
	return rc;
}

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	char text[32];
	struct setting setting = { ITEMS[c->id - 1].key, text, c->now_ms, e->by };
	enum rc rc = check_order_again(c, db, err);

	(void)snprintf(text, sizeof(text), "%.9g", e->value);
	return rc == RC_OK ? store_setting_put(db, &setting, err) : rc;
}

/* Back to what it was before anybody said something; that it is so already is fine. */
static enum rc
reset(struct change *c, struct db *db, struct err *err)
{
	enum rc rc = check_order_again(c, db, err);

	if (rc != RC_OK)
		return rc;
	rc = store_setting_delete(db, ITEMS[c->id - 1].key, err);
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static void
finish(struct ask *a, struct change *c)
{
	if (change_make(a, c) == RC_OK)
		answer_shown(a, &ENTITY_SETTING, c->id);
}

static void
change_limit(struct ask *a, int64_t id)
{
	double value = arg_real(a, "value", NAN);
	struct entry e = {
		.ask = a, .field = "value", .value = value, .by = a->who->name
	};
	struct change c = { "update", &ENTITY_SETTING, id, put, &e, 0 };

	if (id && !(value >= ITEMS[id - 1].min && value <= ITEMS[id - 1].max))
		arg_wrong(a, "value", "a number from %g to %g (%s) is expected",
		    ITEMS[id - 1].min, ITEMS[id - 1].max, ITEMS[id - 1].unit);
	else if (id)
		check_order(a, "value", id, value);
	if (args_are_right(a))
		finish(a, &c);
}

void
op_setting_change(struct ask *a)
{
	int64_t id = find_setting(a);

	if (id >= PROGRAM_FIRST)
		program_change(a, id);
	else
		change_limit(a, id);
}

static void
reset_limit(struct ask *a, int64_t id)
{
	struct entry e = {
		.ask = a, .field = "setting", .value = id ? ITEMS[id - 1].fallback : 0
	};
	struct change c = { "reset", &ENTITY_SETTING, id, reset, &e, 0 };

	if (id)
		check_order(a, e.field, id, e.value);
	if (args_are_right(a))
		finish(a, &c);
}

void
op_setting_reset(struct ask *a)
{
	int64_t id = find_setting(a);

	if (id >= PROGRAM_FIRST)
		program_reset(a, id);
	else
		reset_limit(a, id);
}
