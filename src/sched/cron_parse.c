/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a cron expression: five fields, each a list of ranges with steps.
 */
#include "sched/cron_int.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { FIELDS = 5, MONTH_FIELD = 3, WEEKDAY_FIELD = 4, WORD_MAX = 24 };

static const char *const MONTHS[] = { "jan", "feb", "mar", "apr", "may", "jun", "jul",
	"aug", "sep", "oct", "nov", "dec", NULL };
static const char *const WEEKDAYS[] = { "sun", "mon", "tue", "wed", "thu", "fri", "sat",
	NULL };

static const struct field {
	const char *name;
	int least, most;
	const char *const *words; /* the first is for the lowest number; NULL: none */
	const char *may_be;
} FIELD[FIELDS] = {
	{ "minute", 0, 59, NULL, "0 to 59" },
	{ "hour", 0, 23, NULL, "0 to 23" },
	{ "day of month", 1, 31, NULL, "1 to 31" },
	{ "month", 1, 12, MONTHS, "1 to 12 or jan to dec" },
	{ "day of week", 0, 7, WEEKDAYS, "0 to 7 or sun to sat" },
};

/* A part of the text, without a terminating NUL. */
struct piece {
	const char *text;
	size_t n;
};

/* The part before the first `mark`; *rest is the part after it, with text NULL if there
 * is no mark. */
static struct piece
cut(struct piece whole, char mark, struct piece *rest)
{
	const char *at = memchr(whole.text, mark, whole.n);
	struct piece first = whole;

	*rest = (struct piece){ 0 };
	if (!at)
		return first;
	first.n = (size_t)(at - whole.text);
	rest->text = at + 1;
	rest->n = whole.n - first.n - 1;
	return first;
}

static bool
is_number(struct piece p)
{
	for (size_t i = 0; i < p.n; i++) {
		if (!isdigit((unsigned char)p.text[i]))
			return false;
	}
	return p.n > 0;
}

/* At most three digits are read: longer numbers are out of range in every field. */
static int
number_of(struct piece p)
{
	int n = 0;

	for (size_t i = 0; i < p.n && n < 1000; i++)
		n = n * 10 + (p.text[i] - '0');
	return n;
}

static bool
find_word(const struct field *f, struct piece p, int *ret)
{
	for (int i = 0; f->words && f->words[i]; i++) {
		if (p.n == 3 && strncasecmp(f->words[i], p.text, 3) == 0) {
			*ret = f->least + i;
			return true;
		}
	}
	return false;
}

static enum rc
parse_value(const struct field *f, struct piece p, int *ret, struct err *err)
{
	int shown = p.n > WORD_MAX ? WORD_MAX : (int)p.n;

	if (p.n == 0)
		return err_set(err, RC_INVALID,
		    "cron: %s: a value is missing; it may be "
		    "%s",
		    f->name, f->may_be);
	if (is_number(p)) {
		*ret = number_of(p);
		if (*ret >= f->least && *ret <= f->most)
			return RC_OK;
	} else if (find_word(f, p, ret)) {
		return RC_OK;
	}
	return err_set(err, RC_INVALID, "cron: %s: \"%.*s\" is none; it may be %s",
	    f->name, shown, p.text, f->may_be);
}

/* "*", "5", "1-5": from and to. */
static enum rc
parse_range(
    const struct field *f, struct piece p, bool has_step, int ret[2], struct err *err)
{
	struct piece last, first = cut(p, '-', &last);
	enum rc rc;

	if (p.n == 1 && *p.text == '*') {
		ret[0] = f->least;
		ret[1] = f->most;
		return RC_OK;
	}
	rc = parse_value(f, first, &ret[0], err);
	if (rc != RC_OK)
		return rc;
	ret[1] = has_step ? f->most : ret[0]; /* "5/15": 5 and later */
	if (!last.text)
		return RC_OK;
	rc = parse_value(f, last, &ret[1], err);
	if (rc != RC_OK)
		return rc;
	if (f == &FIELD[WEEKDAY_FIELD] && ret[1] == 0 && ret[0] > 0)
		ret[1] = 7; /* sat-sun */
	if (ret[1] < ret[0])
		return err_set(err, RC_INVALID,
		    "cron: %s: \"%.*s\" goes backwards; write two ranges with a comma "
		    "between them",
		    f->name, (int)p.n, p.text);
	return RC_OK;
}

/* A range with its step. */
static enum rc
parse_item(const struct field *f, struct piece p, uint64_t *bits, struct err *err)
{
	struct piece step_text, range_text = cut(p, '/', &step_text);
	int range[2] = { 0, 0 }, step = 1;
	enum rc rc = parse_range(f, range_text, step_text.text != NULL, range, err);

	if (rc != RC_OK)
		return rc;
	if (step_text.text) {
		step = is_number(step_text) ? number_of(step_text) : 0;
		if (step < 1 || step > f->most)
			return err_set(err, RC_INVALID,
			    "cron: %s: the step behind \"/\" may be 1 to %d", f->name,
			    f->most);
	}
	for (int i = range[0]; i <= range[1]; i += step)
		*bits |= UINT64_C(1) << i;
	return RC_OK;
}

static enum rc
parse_field(const struct field *f, struct piece p, uint64_t *ret_bits, struct err *err)
{
	struct piece rest = p;
	uint64_t bits = 0;

	while (rest.text) {
		struct piece item = cut(rest, ',', &rest);
		enum rc rc = parse_item(f, item, &bits, err);

		if (rc != RC_OK)
			return rc;
	}
	*ret_bits = bits;
	return RC_OK;
}

/* The fields of the text, separated by blanks. Returns how many there are, at most one
 * more than the array has. */
static int
split(const char *text, struct piece fields[FIELDS])
{
	int n = 0;

	for (;;) {
		size_t length;

		text += strspn(text, " \t");
		length = strcspn(text, " \t");
		if (length == 0 || n == FIELDS)
			return length == 0 ? n : n + 1;
		fields[n++] = (struct piece){ text, length };
		text += length;
	}
}

enum rc
cron_parse(const char *text, struct cron *ret_cron, struct err *err)
{
	struct piece fields[FIELDS];
	uint64_t bits[FIELDS] = { 0 };
	int n = split(text, fields);

	if (n != FIELDS)
		return err_set(err, RC_INVALID,
		    "cron: it has %s than five fields: minute, hour, day of month, "
		    "month, "
		    "day of week, like \"*/15 6-22 * * mon-fri\"",
		    n < FIELDS ? "less" : "more");
	for (int i = 0; i < FIELDS; i++) {
		enum rc rc = parse_field(&FIELD[i], fields[i], &bits[i], err);

		if (rc != RC_OK)
			return rc;
	}
	if (bits[WEEKDAY_FIELD] & 1U << 7)
		bits[WEEKDAY_FIELD] |= 1; /* 7 is Sunday, which is 0 */
	*ret_cron = (struct cron){
		.minutes = bits[0],
		.hours = (uint32_t)bits[1],
		.days = (uint32_t)bits[2],
		.months = (uint32_t)bits[MONTH_FIELD],
		.weekdays = (uint32_t)bits[WEEKDAY_FIELD] & 0x7FU,
		.any_day = *fields[2].text == '*',
		.any_weekday = *fields[WEEKDAY_FIELD].text == '*',
	};
	return RC_OK;
}
