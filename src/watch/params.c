/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a sentence as JSON, defined by one table.
 */
#include "watch/incident.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"

enum type { TEXT, NUMBER, FLAG, REAL };

#define FIELD(name, type)                                         \
	{                                                         \
#name, type, offsetof(struct watch_params, name), \
		    sizeof(((struct watch_params *)0)->name)      \
	}

static const struct {
	const char *name;
	enum type type;
	size_t at, bytes;
} FIELDS[] = {
	FIELD(olt, TEXT),
	FIELD(site, TEXT),
	FIELD(port, TEXT),
	FIELD(card, TEXT),
	FIELD(node, TEXT),
	FIELD(onu, TEXT),
	FIELD(why, TEXT),
	FIELD(list, TEXT),
	FIELD(n, NUMBER),
	FIELD(m, NUMBER),
	FIELD(g, NUMBER),
	FIELD(k, NUMBER),
	FIELD(d_m, NUMBER),
	FIELD(d0_m, NUMBER),
	FIELD(d1_m, NUMBER),
	FIELD(d2_m, NUMBER),
	FIELD(node_before, TEXT),
	FIELD(is_whole, FLAG),
	FIELD(is_blind_start, FLAG),
	FIELD(is_at_most, FLAG),
	FIELD(value, REAL),
	FIELD(limit, REAL),
	FIELD(days, NUMBER),
	FIELD(until_ms, NUMBER),
};

enum { N_FIELDS = sizeof(FIELDS) / sizeof(FIELDS[0]) };

static void
json_free(json_t *value)
{
	json_decref(value);
}
OWNED_BY(json_t, json_free);

static json_t *
value_of(const char *at, enum type type)
{
	int64_t number;
	double real;
	bool flag;

	switch (type) {
	case TEXT:
		return *at ? json_string(at) : NULL;
	case NUMBER:
		memcpy(&number, at, sizeof(number));
		return number ? json_integer(number) : NULL;
	case FLAG:
		memcpy(&flag, at, sizeof(flag));
		return flag ? json_true() : NULL;
	case REAL:
		memcpy(&real, at, sizeof(real));
		return real < 0 || real > 0 ? json_real(real) : NULL;
	}
	return NULL;
}

enum rc
watch_params_write(const struct watch_params *params, struct buf *ret_json)
{
	json_t *all OWNED(json_free) = json_object();
	char *text OWNED(free) = NULL;

	if (!all)
		return RC_NOMEM;
	for (size_t i = 0; i < N_FIELDS; i++) {
		json_t *v = value_of((const char *)params + FIELDS[i].at, FIELDS[i].type);

		if (v && json_object_set_new(all, FIELDS[i].name, v) != 0)
			return RC_NOMEM;
	}
	text = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(6));
	if (!text)
		return RC_NOMEM;
	buf_puts(ret_json, text);
	return buf_ok(ret_json) ? RC_OK : RC_NOMEM;
}

static void
take(const json_t *v, char *to, enum type type, size_t bytes)
{
	int64_t number = json_integer_value(v);
	double real = json_number_value(v);
	bool flag = json_is_true(v);
	size_t n;

	switch (type) {
	case TEXT:
		if (!json_is_string(v))
			return;
		n = json_string_length(v) < bytes ? json_string_length(v) : bytes - 1;
		memcpy(to, json_string_value(v), n);
		to[n] = '\0';
		break;
	case NUMBER:
		memcpy(to, &number, sizeof(number));
		break;
	case FLAG:
		memcpy(to, &flag, sizeof(flag));
		break;
	case REAL:
		memcpy(to, &real, sizeof(real));
		break;
	}
}

enum rc
watch_params_read(const char *json, struct watch_params *ret_params)
{
	json_t *all OWNED(json_free) = json_loads(json, 0, NULL);

	if (!json_is_object(all))
		return RC_INVALID;
	memset(ret_params, 0, sizeof(*ret_params));
	for (size_t i = 0; i < N_FIELDS; i++) {
		const json_t *v = json_object_get(all, FIELDS[i].name);

		if (v)
			take(v, (char *)ret_params + FIELDS[i].at, FIELDS[i].type,
			    FIELDS[i].bytes);
	}
	return RC_OK;
}
