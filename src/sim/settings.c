/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/settings_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, COUNT, PERCENT, DURATION, FLAG, CPU, MARK };

struct setting {
	const char *name;
	enum kind kind;
	size_t offset; /* in struct olt_spec */
	bool is_fixed; /* cannot change while the OLT runs */
	double low,
	    high; /* MARK: low is the enum mark_kind, high 1 if it has an amount */
	const char *initial;
	const char *argument;
	const char *help;
};

static const struct setting SETTINGS[] = {
#define SETTING(name, kind, field, is_fixed, low, high, initial, argument, help)      \
	{ name, kind, offsetof(struct olt_spec, field), is_fixed, low, high, initial, \
		argument, help },
#include "sim/tbl_settings.h"
#undef SETTING
};

enum { N_SETTINGS = sizeof(SETTINGS) / sizeof(SETTINGS[0]) };

/* ---- creation and release ------------------------------------------------ */

void
behaviour_fini(struct behaviour *b)
{
	free(b->marks);
	b->marks = NULL;
	b->n_marks = 0;
}

enum rc
behaviour_copy(struct behaviour *to, const struct behaviour *from)
{
	struct mark *marks = NULL;

	if (from->n_marks > 0) {
		marks = malloc(from->n_marks * sizeof(struct mark));
		if (!marks)
			return RC_NOMEM;
		memcpy(marks, from->marks, from->n_marks * sizeof(struct mark));
	}
	*to = *from;
	to->marks = marks;
	return RC_OK;
}

void
olt_spec_init(struct olt_spec *spec)
{
	memset(spec, 0, sizeof(*spec));
	for (size_t i = 0; i < N_SETTINGS; i++) {
		const struct setting *s = &SETTINGS[i];
		/* The defaults in the table are always valid; a test checks them. */
		if (s->initial)
			(void)!setting_apply(spec, s->name, s->initial, NULL);
	}
}

void
olt_spec_fini(struct olt_spec *spec)
{
	behaviour_fini(&spec->behaviour);
}

enum rc
olt_spec_copy(struct olt_spec *to, const struct olt_spec *from)
{
	struct behaviour behaviour;
	enum rc rc = behaviour_copy(&behaviour, &from->behaviour);

	if (rc != RC_OK)
		return rc;
	*to = *from;
	to->behaviour = behaviour;
	return RC_OK;
}

/* ---- reading values ------------------------------------------------------ */

static enum rc
number_parse(const char *text, const char **ret_rest, double *ret_number)
{
	char *end;

	errno = 0;
	double number = strtod(text, &end);
	if (end == text || errno || !isfinite(number))
		return RC_INVALID;
	*ret_rest = end;
	*ret_number = number;
	return RC_OK;
}

enum rc
duration_parse(const char *text, int64_t *ret_us, struct err *err)
{
	static const struct {
		const char *unit;
		double us;
	} UNITS[] = { { "", 1e3 }, { "ms", 1e3 }, { "us", 1 }, { "s", 1e6 },
		{ "m", 60e6 }, { "h", 3600e6 } };
	const char *rest;
	double number;

	if (number_parse(text, &rest, &number) == RC_OK && number >= 0) {
		for (size_t i = 0; i < sizeof(UNITS) / sizeof(UNITS[0]); i++) {
			if (strcmp(rest, UNITS[i].unit) == 0 &&
			    number * UNITS[i].us < 1e15) {
				*ret_us = (int64_t)(number * UNITS[i].us);
				return RC_OK;
			}
		}
	}
	return err_set(
	    err, RC_INVALID, "\"%s\" is no time; right would be 20ms, 50us, 1.5s", text);
}

static enum rc
flag_parse(const char *text, bool *ret_flag, struct err *err)
{
	static const char *const YES[] = { "1", "true", "yes", "on", "" };
	static const char *const NO[] = { "0", "false", "no", "off" };

	for (size_t i = 0; i < sizeof(YES) / sizeof(YES[0]); i++) {
		if (strcmp(text, YES[i]) == 0) {
			*ret_flag = true;
			return RC_OK;
		}
	}
	for (size_t i = 0; i < sizeof(NO) / sizeof(NO[0]); i++) {
		if (strcmp(text, NO[i]) == 0) {
			*ret_flag = false;
			return RC_OK;
		}
	}
	return err_set(err, RC_INVALID, "\"%s\" is neither yes nor no", text);
}

/* Split `text` at each ':' into at most three parts; false: there are more. */
static bool
split(const char *text, char pieces[3][SETTING_TEXT_MAX], size_t *ret_n)
{
	size_t n = 0;

	for (const char *at = text;; n++) {
		size_t len = strcspn(at, ":");
		if (n == 3 || len >= SETTING_TEXT_MAX)
			return false;
		memcpy(pieces[n], at, len);
		pieces[n][len] = '\0';
		if (at[len] == '\0')
			break;
		at += len + 1;
	}
	*ret_n = n + 1;
	return true;
}

static enum rc
cpu_parse(const char *text, struct cpu_model *ret_model, struct err *err)
{
	struct cpu_model model = { .limit_pct = 80 };
	char pieces[3][SETTING_TEXT_MAX];
	const char *rest;
	double number;
	size_t n;

	if (!split(text, pieces, &n) ||
	    number_parse(pieces[0], &rest, &number) != RC_OK || *rest || number < 0 ||
	    number > 10000 || number != floor(number))
		return err_set(err, RC_INVALID,
		    "\"%s\" is no CPU model; right would be 4, 4:50us or 4:50us:80 "
		    "(KNEE[:PER_VARBIND[:LIMIT]])",
		    text);
	model.knee = (uint32_t)number;
	if (n > 1 && duration_parse(pieces[1], &model.per_varbind_us, err) != RC_OK)
		return RC_INVALID;
	if (n > 2) {
		if (number_parse(pieces[2], &rest, &number) != RC_OK || *rest ||
		    number <= 0 || number >= 100)
			return err_set(err, RC_INVALID,
			    "\"%s\" is no CPU limit; it is a percentage under 100",
			    pieces[2]);
		model.limit_pct = number;
	}
	*ret_model = model;
	return RC_OK;
}

/* OID, OID:N or OID:TIME, depending on the setting. */
static enum rc
mark_parse(
    const struct setting *s, const char *text, struct mark *ret_mark, struct err *err)
{
	struct mark mark = { .kind = (enum mark_kind)s->low };
	char pieces[3][SETTING_TEXT_MAX];
	const char *rest;
	double number;
	size_t n, wanted = s->high > 0 ? 2 : 1;

	if (!split(text, pieces, &n) || n != wanted)
		return err_set(
		    err, RC_INVALID, "\"%s\": right would be %s", text, s->argument);
	if (oid_parse(pieces[0], &mark.oid, err) != RC_OK)
		return RC_INVALID;
	if (s->high > 1 && duration_parse(pieces[1], &mark.amount, err) != RC_OK)
		return RC_INVALID;
	if (s->high > 0 && s->high <= 1) {
		if (number_parse(pieces[1], &rest, &number) != RC_OK || *rest ||
		    number < 1 || number > 1e9)
			return err_set(err, RC_INVALID,
			    "\"%s\" is no number of rows or octets", pieces[1]);
		mark.amount = (int64_t)number;
	}
	*ret_mark = mark;
	return RC_OK;
}

static void
marks_clear(struct behaviour *b, enum mark_kind kind)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->n_marks; i++) {
		if (b->marks[i].kind != kind)
			b->marks[kept++] = b->marks[i];
	}
	b->n_marks = kept;
}

static enum rc
mark_apply(
    struct behaviour *b, const struct setting *s, const char *value, struct err *err)
{
	struct mark mark;

	if (strcmp(value, "none") == 0 || *value == '\0') {
		marks_clear(b, (enum mark_kind)s->low);
		return RC_OK;
	}
	enum rc rc = mark_parse(s, value, &mark, err);
	if (rc != RC_OK)
		return rc;
	struct mark *moved = realloc(b->marks, (b->n_marks + 1) * sizeof(struct mark));
	if (!moved)
		return err_set(err, RC_NOMEM, "no memory");
	b->marks = moved;
	b->marks[b->n_marks++] = mark;
	return RC_OK;
}

static enum rc
number_apply(const struct setting *s, const char *value, double *ret, struct err *err)
{
	const char *rest;
	double number;

	bool is_number = number_parse(value, &rest, &number) == RC_OK;
	if (is_number && s->kind == PERCENT && *rest == '%')
		rest++;
	bool is_whole = s->kind == PERCENT || !is_number || number == floor(number);
	if (!is_number || *rest || !is_whole || number < s->low || number > s->high)
		return err_set(err, RC_INVALID, "\"%s\" is no %s from %.0f to %.0f",
		    value, s->kind == PERCENT ? "percentage" : "whole number", s->low,
		    s->high);
	*ret = number;
	return RC_OK;
}

/* ---- applying ------------------------------------------------------------ */

static bool
same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		char left = *a == '-' ? '_' : *a, right = *b == '-' ? '_' : *b;
		if (left != right)
			return false;
	}
	return *a == *b;
}

static const struct setting *
find(const char *name)
{
	for (size_t i = 0; i < N_SETTINGS; i++) {
		if (same_name(SETTINGS[i].name, name))
			return &SETTINGS[i];
	}
	return NULL;
}

static enum rc
text_apply(char *field, const char *value, struct err *err)
{
	size_t len = strlen(value);

	if (len >= SETTING_TEXT_MAX)
		return err_set(
		    err, RC_INVALID, "longer than %d characters", SETTING_TEXT_MAX - 1);
	memcpy(field, value, len + 1);
	return RC_OK;
}

static enum rc
duration_apply(
    const struct setting *s, const char *value, int64_t *field, struct err *err)
{
	int64_t us;

	if (duration_parse(value, &us, err) != RC_OK)
		return RC_INVALID;
	if ((double)us > s->high)
		return err_set(err, RC_INVALID, "\"%s\" is more than 10 minutes", value);
	*field = us;
	return RC_OK;
}

static enum rc
apply(struct olt_spec *spec, const struct setting *s, const char *value, struct err *err)
{
	char *field = (char *)spec + s->offset;
	double number;
	enum rc rc;

	switch (s->kind) {
	case TEXT:
		return text_apply(field, value, err);
	case COUNT:
		rc = number_apply(s, value, &number, err);
		if (rc == RC_OK)
			*(uint32_t *)(void *)field = (uint32_t)number;
		return rc;
	case PERCENT:
		rc = number_apply(s, value, &number, err);
		if (rc == RC_OK)
			*(double *)(void *)field = number;
		return rc;
	case DURATION:
		return duration_apply(s, value, (int64_t *)(void *)field, err);
	case FLAG:
		return flag_parse(value, (bool *)(void *)field, err);
	case CPU:
		return cpu_parse(value, (struct cpu_model *)(void *)field, err);
	case MARK:
		return mark_apply(&spec->behaviour, s, value, err);
	}
	return RC_INVALID;
}

enum rc
setting_apply(struct olt_spec *spec, const char *name, const char *value, struct err *err)
{
	const struct setting *s = find(name);

	if (!s)
		return err_set(err, RC_NOT_FOUND,
		    "\"%s\" is no setting of a simulated OLT; see facho sim --help",
		    name);
	enum rc rc = apply(spec, s, value, err);
	return rc == RC_OK || !err ? rc : err_prefix(err, rc, "%s: ", s->name);
}

enum rc
setting_apply_running(
    struct behaviour *behaviour, const char *name, const char *value, struct err *err)
{
	const struct setting *s = find(name);
	struct olt_spec spec = { .behaviour = *behaviour };

	if (s && s->is_fixed)
		return err_set(err, RC_INVALID,
		    "%s: cannot change while the OLT runs; start another one", s->name);
	/* The marks may be reallocated: afterwards only the spec's pointer is valid. */
	enum rc rc = setting_apply(&spec, name, value, err);
	*behaviour = spec.behaviour;
	return rc;
}

/* Does this setting need no value on the command line ("--silent")? */
static bool
setting_is_flag(const char *name)
{
	const struct setting *s = find(name);

	return s && s->kind == FLAG;
}

static enum rc
apply_pair(struct olt_spec *spec, char *pair, struct err *err)
{
	char *equals = strchr(pair, '=');

	if (!equals && !setting_is_flag(pair))
		return err_set(
		    err, RC_INVALID, "\"%s\": right would be name=value", pair);
	if (equals)
		*equals = '\0';
	return setting_apply(spec, pair, equals ? equals + 1 : "1", err);
}

enum rc
setting_apply_list(struct olt_spec *spec, const char *list, struct err *err)
{
	char *copy OWNED(free) = strdup(list);
	enum rc rc = copy ? RC_OK : err_set(err, RC_NOMEM, "no memory");

	for (char *at = copy; rc == RC_OK && at && *at;) {
		char *comma = strchr(at, ',');
		if (comma)
			*comma = '\0';
		rc = apply_pair(spec, at, err);
		at = comma ? comma + 1 : NULL;
	}
	return rc;
}

bool
setting_is_list(const char *name)
{
	const struct setting *s = find(name);

	return s && s->kind == MARK;
}
