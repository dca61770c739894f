/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/identity_int.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

/* ---- a text for a pattern -------------------------------------------------- */

/* Supports only what profiles use: literals, ".", classes, groups with alternatives (the
 * first is used), and quantifiers (the minimum is used). */
struct maker {
	const char *at;
	char *text;
	size_t len, size;
	int depth;
};

static void
put(struct maker *m, char c)
{
	if (m->len + 1 < m->size)
		m->text[m->len++] = c;
}

/* For "[^...]" the result is the first letter that is not listed. */
static char
class_member(struct maker *m)
{
	bool is_negated = *m->at == '^';
	const char *start = is_negated ? m->at + 1 : m->at;
	size_t len = strcspn(*start == ']' ? start + 1 : start, "]") + (*start == ']');

	m->at = start + len + (start[len] == ']');
	if (len > 4 && start[0] == '[' && start[1] == ':') {
		m->at += *m->at == ']';
		return start[2] == 'd' ? '1' : start[2] == 's' ? ' ' : 'a';
	}
	if (!is_negated)
		return *start;
	for (int c = 'a'; c < 'z'; c++) {
		if (!memchr(start, c, len))
			return (char)c;
	}
	return '_';
}

/* Parse the quantifier after an atom: the minimum number of repetitions. */
static bool
take_quantifier(struct maker *m, unsigned *ret_times)
{
	char *end;

	*ret_times = *m->at == '*' || *m->at == '?' ? 0 : 1;
	if (*m->at == '*' || *m->at == '?' || *m->at == '+') {
		m->at++;
		return true;
	}
	if (*m->at != '{')
		return true;
	unsigned long times = strtoul(m->at + 1, &end, 10);
	m->at = end + strcspn(end, "}");
	*ret_times = (unsigned)times;
	return times < 32 && *m->at++ == '}';
}

/* Repeat the text after `from`, so that it is there `times` times. */
static void
repeat(struct maker *m, size_t from, unsigned times)
{
	size_t len = m->len - from;

	m->len = times > 0 ? m->len : from;
	for (unsigned i = 1; i < times; i++) {
		for (size_t c = 0; c < len; c++)
			put(m, m->text[from + c]);
	}
}

/* Skip the alternatives after the first one, up to the closing parenthesis. */
static void
skip_alternatives(struct maker *m)
{
	int depth = 0;

	for (; *m->at; m->at++) {
		if (*m->at == '\\' && m->at[1])
			m->at++;
		else if (*m->at == '(')
			depth++;
		else if (*m->at == ')' && depth-- == 0)
			return;
	}
}

static bool make_alternative(struct maker *m);

static bool
make_atom(struct maker *m)
{
	switch (*m->at++) {
	case '(':
		if (++m->depth > 8 || !make_alternative(m))
			return false;
		skip_alternatives(m);
		m->depth--;
		return *m->at++ == ')';
	case '[':
		put(m, class_member(m));
		return true;
	case '.':
		put(m, 'x');
		return true;
	case '\\':
		put(m, *m->at);
		return *m->at++ != '\0';
	default:
		put(m, m->at[-1]);
		return true;
	}
}

static bool
make_alternative(struct maker *m)
{
	while (*m->at && *m->at != '|' && *m->at != ')') {
		size_t before = m->len;
		unsigned times;

		if (*m->at == '^' || *m->at == '$') {
			m->at++;
			continue;
		}
		if (!make_atom(m) || !take_quantifier(m, &times))
			return false;
		repeat(m, before, times);
	}
	return true;
}

static bool
matches(const char *regex, const char *text)
{
	regex_t compiled;

	if (regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	bool is_match = regexec(&compiled, text, 0, NULL, 0) == 0;
	regfree(&compiled);
	return is_match;
}

bool
identity_text_for(const char *regex, char *text, size_t size)
{
	char made[256];
	struct maker m = { .at = regex, .text = made, .size = sizeof(made) };

	if (!make_alternative(&m))
		return false;
	made[m.len] = '\0';
	if (m.len >= size || !matches(regex, made))
		return false;
	memcpy(text, made, m.len + 1);
	return true;
}

/* ---- identity ---------------------------------------------------------------- */

static const struct model_name *
model_for(const struct profile *profile, const struct detect_rule *rule)
{
	for (size_t i = 0; i < profile->n_models; i++) {
		const struct model_name *m = &profile->models[i];
		if (m->is_olt &&
		    (!rule ||
			oid_starts_with(m->oid.arcs, m->oid.n, rule->object_id.arcs,
			    rule->object_id.n)))
			return m;
	}
	return NULL;
}

static void
fill_object_id(struct plant *plant, const struct model_name *model)
{
	static const struct oid NOBODY = { 10, { 1, 3, 6, 1, 4, 1, 32473, 1, 1, 1 } };

	if (plant->rule && plant->rule->object_id.n > 0 && !plant->rule->is_prefix)
		plant->sys_object_id = plant->rule->object_id;
	else if (model)
		plant->sys_object_id = model->oid;
	else if (plant->rule && plant->rule->object_id.n > 0) {
		plant->sys_object_id = plant->rule->object_id;
		plant->sys_object_id.arcs[plant->sys_object_id.n++] = 1;
	} else
		plant->sys_object_id = NOBODY;
}

void
identity_fill(struct plant *plant)
{
	const struct profile *p = plant->profile;

	plant->rule = p->n_rules > 0 ? &p->rules[0] : NULL;
	const struct model_name *model = model_for(p, plant->rule);
	plant->model = model ? model->model : p->title;
	fill_object_id(plant, model);
	const char *regex = plant->rule ? plant->rule->descr_regex : NULL;
	if (regex && identity_text_for(regex, plant->sys_descr, sizeof(plant->sys_descr)))
		return;
	(void)snprintf(plant->sys_descr, sizeof(plant->sys_descr), "%s %s (simulated)",
	    p->brand, plant->model); /* truncation is allowed */
}
