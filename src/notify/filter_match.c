/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares an incident with a filter. Nothing is allocated.
 */
#include <string.h>

#include "base/fold.h"
#include "notify/clock_time_int.h"
#include "notify/filter_int.h"

enum { TEXT_ROOM = 1024 }; /* compared characters of a name; the rest is ignored */

/* "0/1" contains "0/1" and "0/1/3", not "0/11". */
static bool
place_contains(const char *outer, const char *inner)
{
	size_t n = strlen(outer);

	return strncmp(inner, outer, n) == 0 && (inner[n] == '\0' || inner[n] == '/');
}

static bool
is_place(enum filter_field field)
{
	return field == FILTER_CARD || field == FILTER_PORT;
}

/* Does the text match one of the values? Also for !=: the caller inverts the result. */
static bool
text_fits(const struct filter_condition *c, const char *text)
{
	char folded[TEXT_ROOM];

	if (!*text)
		return false;
	(void)fold_text(text, folded, sizeof(folded));
	for (size_t i = 0; i < c->n_values; i++) {
		const char *value = c->values[i].folded;

		if (c->op != FILTER_CONTAINS) {
			if (strcmp(folded, value) == 0)
				return true;
		} else if (is_place(c->field) ? place_contains(value, folded)
					      : strstr(folded, value) != NULL) {
			return true;
		}
	}
	return false;
}

static bool
tags_fit(const struct filter_condition *c, const struct notify_subject *s)
{
	for (size_t i = 0; i < s->n_tags; i++) {
		if (text_fits(c, s->tags[i]))
			return true;
	}
	return false;
}

static bool
number_fits(const struct filter_condition *c, int64_t number)
{
	if (c->op == FILTER_GE)
		return number >= c->values[0].number;
	for (size_t i = 0; i < c->n_values; i++) {
		if (number == c->values[i].number)
			return true;
	}
	return false;
}

static bool
hours_fit(const struct filter_condition *c, int minute)
{
	for (size_t i = 0; i < c->n_values; i++) {
		if (clock_time_within(minute, c->values[i].from, c->values[i].until))
			return true;
	}
	return false;
}

static bool
fits(const struct filter_condition *c, const struct notify_subject *s)
{
	switch (c->field) {
	case FILTER_KIND:
		return text_fits(c, s->kind);
	case FILTER_SEVERITY:
		return number_fits(c, s->severity);
	case FILTER_CLASS:
		return number_fits(c, s->cause_class);
	case FILTER_SITE:
		return text_fits(c, s->site);
	case FILTER_OLT:
		return text_fits(c, s->olt);
	case FILTER_BRAND:
		return text_fits(c, s->brand);
	case FILTER_CARD:
		return text_fits(c, s->card);
	case FILTER_PORT:
		return text_fits(c, s->port);
	case FILTER_AFFECTED:
		return number_fits(c, s->affected);
	case FILTER_TAG:
		return tags_fit(c, s);
	case FILTER_HOURS:
		return hours_fit(c, s->minute);
	case FILTER_FIELDS:
		break;
	}
	return false;
}

bool
notify_filter_match(const struct notify_filter *f, const struct notify_subject *s)
{
	for (size_t i = 0; f && i < f->n; i++) {
		const struct filter_condition *c = &f->conditions[i];

		if (c->field == FILTER_HOURS && s->minute < 0)
			continue;
		if (fits(c, s) == (c->op == FILTER_NE))
			return false;
	}
	return true;
}

bool
notify_filter_has_hours(const struct notify_filter *f)
{
	for (size_t i = 0; f && i < f->n; i++) {
		if (f->conditions[i].field == FILTER_HOURS)
			return true;
	}
	return false;
}
