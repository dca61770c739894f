/* SPDX-License-Identifier: Apache-2.0
 *
 * Is a level good? Too little light is bad and so is too much; of temperatures too much.
 */
#include "service/onu_int.h"

#include <string.h>

struct judged {
	enum purpose purpose;
	enum tunable warn, bad;
	enum tunable high; /* TUNABLES: too much is what warn and bad are about */
};

static const struct judged JUDGED[] = {
	{ PURPOSE_ONU_RX, TUNABLE_ONU_RX_WARN, TUNABLE_ONU_RX_BAD, TUNABLE_ONU_RX_HIGH },
	{ PURPOSE_OLT_RX, TUNABLE_OLT_RX_WARN, TUNABLE_OLT_RX_BAD, TUNABLE_OLT_RX_HIGH },
	{ PURPOSE_TEMPERATURE, TUNABLE_ONU_TEMPERATURE_WARN, TUNABLE_ONU_TEMPERATURE_BAD,
	    TUNABLES },
};

static const struct judged *
judged_of(enum purpose purpose)
{
	for (size_t i = 0; i < sizeof(JUDGED) / sizeof(JUDGED[0]); i++) {
		if (JUDGED[i].purpose == purpose)
			return &JUDGED[i];
	}
	return NULL;
}

const char *
level_of(const struct tunables *limits, enum purpose purpose, double value)
{
	const struct judged *j = judged_of(purpose);

	if (!j)
		return NULL;
	if (j->high == TUNABLES)
		return value >= limits->at[j->bad] ? "bad"
		    : value >= limits->at[j->warn] ? "warn"
						   : "good";
	if (value < limits->at[j->bad] || value >= limits->at[j->high])
		return "bad";
	return value < limits->at[j->warn] ? "warn" : "good";
}

static int
rank_of(const char *level)
{
	return strcmp(level, "bad") == 0 ? 2 : strcmp(level, "warn") == 0;
}

void
light_add(
    struct light *light, const struct tunables *limits, enum purpose purpose, double dbm)
{
	const char *level = level_of(limits, purpose, dbm);
	bool is_at_olt = purpose == PURPOSE_OLT_RX;

	if (!is_at_olt && purpose != PURPOSE_ONU_RX)
		return;
	if (light->level &&
	    (rank_of(level) < rank_of(light->level) ||
		(rank_of(level) == rank_of(light->level) && is_at_olt)))
		return;
	*light = (struct light){ level, dbm, is_at_olt };
}

/* {"warn": -25, "bad": -27, "high": -8}; NULL: the same. */
static json_t *
level_limits(const struct tunables *limits, enum purpose purpose)
{
	const struct judged *j = judged_of(purpose);
	json_t *shown;

	if (!j)
		return NULL;
	shown = json_pack(
	    "{s:f, s:f}", "warn", limits->at[j->warn], "bad", limits->at[j->bad]);
	if (j->high != TUNABLES)
		(void)json_object_set_new(shown, "high", json_real(limits->at[j->high]));
	return shown;
}

json_t *
show_reading(
    const struct tunables *limits, enum purpose purpose, const struct value *value)
{
	json_t *shown = json_object(), *bounds;

	(void)json_object_set_new(shown, "value", show_value(value));
	if (value->kind == VALUE_STATE)
		(void)json_object_set_new(
		    shown, "state", json_string(state_name(value->state)));
	bounds = level_limits(limits, purpose);
	if (bounds && value->kind == VALUE_REAL)
		(void)json_object_set_new(
		    shown, "level", json_string(level_of(limits, purpose, value->r)));
	if (bounds)
		(void)json_object_set_new(shown, "limits", bounds);
	return shown;
}
