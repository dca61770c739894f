/* SPDX-License-Identifier: Apache-2.0 */
#include "store/value/latest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* In the order of the columns in store/value/onu_set.c. Append, never reuse. */
static const enum purpose PLACES[] = {
	PURPOSE_MAC,
	PURPOSE_DESCRIPTION,
	PURPOSE_NAME,
	PURPOSE_SUBSCRIBER,
	PURPOSE_ADMIN_STATE,
	PURPOSE_RUN_STATE,
	PURPOSE_LAST_DOWN_CAUSE,
	PURPOSE_LAST_UP,
	PURPOSE_LAST_DOWN,
	PURPOSE_DISTANCE,
	PURPOSE_ONU_RX,
	PURPOSE_ONU_TX,
	PURPOSE_OLT_RX,
	PURPOSE_TEMPERATURE,
	PURPOSE_VOLTAGE,
	PURPOSE_BIAS,
	PURPOSE_MODEL,
	PURPOSE_HARDWARE,
	PURPOSE_SOFTWARE,
	PURPOSE_LINE_PROFILE,
	PURPOSE_SERVICE_PROFILE,
	PURPOSE_UPTIME,
	PURPOSE_IP,
	PURPOSE_TRAFFIC_IN,
	PURPOSE_TRAFFIC_OUT,
};

static_assert(sizeof(PLACES) / sizeof(PLACES[0]) == LATEST_MAX, "one place a value");

int
latest_place(enum purpose purpose)
{
	for (int i = 0; i < LATEST_MAX; i++) {
		if (PLACES[i] == purpose)
			return i;
	}
	return -1;
}

enum purpose
latest_purpose(size_t place)
{
	assert(place < LATEST_MAX);
	return PLACES[place];
}

bool
latest_is_number(size_t place)
{
	enum value_kind kind = purpose_info(latest_purpose(place))->kind;

	return kind == VALUE_INT || kind == VALUE_REAL;
}

static bool
is_same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool
latest_is_same(const struct value *a, const struct value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case VALUE_NULL:
		return true;
	case VALUE_INT:
	case VALUE_TIME:
		return a->i == b->i;
	case VALUE_REAL:
		return fabs(a->r - b->r) < 0.001;
	case VALUE_TEXT:
		return is_same_text(a->text, b->text);
	case VALUE_STATE:
		return a->i == b->i && a->state == b->state &&
		    is_same_text(a->text, b->text);
	}
	return false;
}

bool
latest_number(const struct value *v, double *ret_number)
{
	switch (v->kind) {
	case VALUE_INT:
		*ret_number = (double)v->i;
		return true;
	case VALUE_REAL:
		*ret_number = v->r;
		return true;
	case VALUE_NULL:
	case VALUE_TEXT:
	case VALUE_TIME:
	case VALUE_STATE:
		break;
	}
	return false;
}

double
latest_rate(const struct latest_counted *c)
{
	struct history_counter counter = {
		c->now->counter_bits ? c->now->counter_bits : 64, c->max_per_s
	};
	struct history_reading a = { (uint64_t)c->before->i, c->before_ms,
		HISTORY_UPTIME_UNKNOWN };
	struct history_reading b = { (uint64_t)c->now->i, c->now_ms, c->uptime_ms };
	double per_s = NAN;

	if (c->now->kind != VALUE_INT || c->before->kind != VALUE_INT ||
	    c->before->i < 0 || c->now->i < 0 || c->before_ms == 0)
		return NAN;
	switch (history_rate(&counter, &a, &b, &per_s)) {
	case HISTORY_RATE_OK:
	case HISTORY_RATE_WRAPPED:
		return per_s;
	case HISTORY_RATE_RESET:
	case HISTORY_RATE_NO_TIME:
		break;
	}
	return NAN;
}

const char *
latest_text(const struct value *v)
{
	switch (v->kind) {
	case VALUE_TEXT:
		return v->text ? v->text : "";
	case VALUE_STATE:
		return v->text && *v->text ? v->text : state_name(v->state);
	case VALUE_NULL:
	case VALUE_INT:
	case VALUE_REAL:
	case VALUE_TIME:
		break;
	}
	return "";
}

static struct value
typed_number(enum value_kind kind, const struct value *v)
{
	struct value typed = { .kind = VALUE_NULL };
	double number;

	if (!latest_number(v, &number) || isnan(number))
		return typed;
	typed.kind = kind;
	if (kind == VALUE_REAL)
		typed.r = number;
	else if (v->kind == VALUE_INT)
		typed.i = v->i;
	else if (fabs(number) < 9e18)
		typed.i = llround(number);
	else
		typed.kind = VALUE_NULL;
	return typed;
}

struct value
latest_typed(enum purpose purpose, const struct value *v)
{
	enum value_kind kind = purpose_info(purpose)->kind;
	struct value typed = { .kind = VALUE_NULL };

	if (v->kind == kind || v->kind == VALUE_NULL)
		return *v;
	switch (kind) {
	case VALUE_INT:
	case VALUE_REAL:
		return typed_number(kind, v);
	case VALUE_TEXT:
	case VALUE_STATE:
		if (v->kind != VALUE_TEXT && v->kind != VALUE_STATE)
			return typed;
		typed = (struct value){ .kind = kind, .text = latest_text(v) };
		return typed;
	case VALUE_NULL:
	case VALUE_TIME:
		break;
	}
	return typed;
}
