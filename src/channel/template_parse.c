/* SPDX-License-Identifier: Apache-2.0
 *
 * Parses a template line by line. A section is either on lines of its own, or begins and
 * ends within one line. Bold text and links end on the line where they began. So the
 * lines of a document are known before the values.
 */
#include <stdlib.h>
#include <string.h>

#include "channel/names_int.h"
#include "channel/template_int.h"
#include "channel/utf8_int.h"

enum { LIST_DEFAULT = 5, LIST_MAX = TEMPLATE_ITEMS, NAME_SHOWN = 60 };

struct open_section {
	size_t step;
	int line;
	bool was_bold;
	bool is_whole_lines;
	bool is_in_link;
};

struct parser {
	struct template *t;
	struct err *err;
	int line;
	size_t at; /* in the text */
	size_t line_end;
	bool is_bold;
	bool is_in_link;
	size_t line_step; /* the STEP_LINE of this line */
	struct open_section open[TEMPLATE_DEPTH];
	int depth;
};

struct mark {
	char sign; /* '#', '^', '/' or 0 */
	const char *name;
	size_t name_len;
	const char *format; /* NULL: none */
	size_t format_len;
	size_t end; /* after the braces */
};

static struct step *
add(struct parser *p, enum step_kind kind)
{
	struct step *s = vec_add(&p->t->steps);

	if (s) {
		s->kind = kind;
		s->is_bold = p->is_bold;
	}
	return s;
}

static enum rc
no_memory(struct parser *p)
{
	return err_set(p->err, RC_NOMEM, "out of memory");
}

/* ---- marks {{...}} ------------------------------------------------------------------ */

static void
trim(const char **text, size_t *len)
{
	while (*len && (**text == ' ' || **text == '\t')) {
		(*text)++;
		(*len)--;
	}
	while (*len && ((*text)[*len - 1] == ' ' || (*text)[*len - 1] == '\t'))
		(*len)--;
}

static void
strip_prefix(struct mark *m)
{
	static const char PREFIX[] = "incident.";
	size_t n = sizeof(PREFIX) - 1;

	if (m->name_len > n && memcmp(m->name, PREFIX, n) == 0) {
		m->name += n;
		m->name_len -= n;
	}
}

/* p->at is at "{{". */
static enum rc
read_mark(struct parser *p, struct mark *ret_mark)
{
	const char *text = p->t->text;
	const char *from = text + p->at + 2;
	const char *end = memmem(from, p->line_end - p->at - 2, "}}", 2);
	struct mark m = { 0 };
	const char *bar;

	if (!end)
		return err_set(p->err, RC_INVALID,
		    "line %d: {{ has no }} on the same line", p->line);
	m.end = (size_t)(end - text) + 2;
	m.name = from;
	m.name_len = (size_t)(end - from);
	trim(&m.name, &m.name_len);
	if (m.name_len && strchr("#^/", *m.name)) {
		m.sign = *m.name++;
		m.name_len--;
		trim(&m.name, &m.name_len);
	}
	bar = memchr(m.name, '|', m.name_len);
	if (bar) {
		m.format = bar + 1;
		m.format_len = (size_t)(m.name + m.name_len - m.format);
		m.name_len = (size_t)(bar - m.name);
		trim(&m.format, &m.format_len);
		trim(&m.name, &m.name_len);
	}
	strip_prefix(&m);
	*ret_mark = m;
	return RC_OK;
}

static const struct step *
step_of(const struct parser *p, int depth)
{
	return VEC_AT(&p->t->steps, struct step, p->open[depth].step);
}

/* Searches the lists around it first, then the global names. */
static const struct template_name *
find_name(const struct parser *p, const struct mark *m)
{
	bool is_dot = m->name_len == 1 && *m->name == '.';

	for (int i = p->depth - 1; i >= 0; i--) {
		const struct step *s = step_of(p, i);
		const struct template_name *found;

		if (s->kind != STEP_IF || s->name->type != TEMPLATE_LIST)
			continue;
		found = is_dot ? name_find("text", 4, s->name->name)
			       : name_find(m->name, m->name_len, s->name->name);
		if (found)
			return found;
	}
	return is_dot ? NULL : name_find(m->name, m->name_len, NULL);
}

static enum rc
unknown_name(struct parser *p, const struct mark *m)
{
	int n = m->name_len < NAME_SHOWN ? (int)m->name_len : NAME_SHOWN;

	if (n == 0)
		return err_set(
		    p->err, RC_INVALID, "line %d: there is no name in {{ }}", p->line);
	return err_set(
	    p->err, RC_INVALID, "line %d: unknown name \"%.*s\"", p->line, n, m->name);
}

/* ---- formats ------------------------------------------------------------------------ */

struct format_row {
	const char *name;
	enum format format;
	enum template_type types[2];
};

static const struct format_row FORMATS[] = {
	{ "time", FORMAT_TIME, { TEMPLATE_MOMENT, TEMPLATE_MOMENT } },
	{ "ago", FORMAT_AGO, { TEMPLATE_MOMENT, TEMPLATE_MOMENT } },
	{ "number", FORMAT_NUMBER, { TEMPLATE_NUMBER, TEMPLATE_SURE } },
	{ "km", FORMAT_KM, { TEMPLATE_DISTANCE, TEMPLATE_DISTANCE } },
	{ "list", FORMAT_LIST, { TEMPLATE_LIST, TEMPLATE_LIST } },
};

/* ":5" after "list". False: not a number between 1 and LIST_MAX. */
static bool
read_items(const char *text, size_t len, int *ret_items)
{
	int n = 0;

	if (len < 2 || len > 3 || *text != ':')
		return false;
	for (size_t i = 1; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		n = n * 10 + text[i] - '0';
	}
	*ret_items = n;
	return n >= 1 && n <= LIST_MAX;
}

static bool
is_format(const struct format_row *row, const struct mark *m, struct step *s)
{
	size_t n = strlen(row->name);

	if (m->format_len < n || memcmp(m->format, row->name, n) != 0)
		return false;
	s->items = LIST_DEFAULT;
	if (m->format_len == n)
		return true;
	return row->format == FORMAT_LIST &&
	    read_items(m->format + n, m->format_len - n, &s->items);
}

static enum rc
read_format(struct parser *p, const struct mark *m, struct step *s)
{
	int shown = m->format_len < NAME_SHOWN ? (int)m->format_len : NAME_SHOWN;

	s->items = LIST_DEFAULT;
	if (!m->format)
		return RC_OK;
	for (size_t i = 0; i < sizeof(FORMATS) / sizeof(FORMATS[0]); i++) {
		const struct format_row *row = &FORMATS[i];

		if (!is_format(row, m, s))
			continue;
		if (row->types[0] != s->name->type && row->types[1] != s->name->type)
			return err_set(p->err, RC_INVALID,
			    "line %d: the format \"%s\" is not for \"%s\", which is a %s",
			    p->line, row->name, s->name->name,
			    template_type_name(s->name->type));
		s->format = row->format;
		return RC_OK;
	}
	return err_set(p->err, RC_INVALID,
	    "line %d: unknown format \"%.*s\"; there are time, ago, number, km and "
	    "list:5",
	    p->line, shown, m->format);
}

/* ---- values and sections ------------------------------------------------------------- */

static enum rc
add_value(struct parser *p, const struct mark *m)
{
	const struct template_name *name = find_name(p, m);
	struct step *s;

	if (!name)
		return unknown_name(p, m);
	s = add(p, STEP_VALUE);
	if (!s)
		return no_memory(p);
	s->name = name;
	return read_format(p, m, s);
}

static enum rc
begin_section(struct parser *p, const struct mark *m, bool is_whole_lines)
{
	const struct template_name *name = find_name(p, m);
	struct step *s;

	if (!name)
		return unknown_name(p, m);
	if (p->depth == TEMPLATE_DEPTH)
		return err_set(p->err, RC_INVALID,
		    "line %d: \"%s\" is the fourth section inside another; three are "
		    "allowed",
		    p->line, name->name);
	s = add(p, m->sign == '#' ? STEP_IF : STEP_UNLESS);
	if (!s)
		return no_memory(p);
	s->name = name;
	s->is_whole_lines = is_whole_lines;
	p->open[p->depth++] = (struct open_section){ .step = p->t->steps.n - 1,
		.line = p->line,
		.was_bold = p->is_bold,
		.is_whole_lines = is_whole_lines,
		.is_in_link = p->is_in_link };
	return RC_OK;
}

static enum rc
check_end(struct parser *p, const struct mark *m, bool is_whole_lines)
{
	const struct open_section *o = p->depth ? &p->open[p->depth - 1] : NULL;
	const struct template_name *name = o ? step_of(p, p->depth - 1)->name : NULL;
	int shown = m->name_len < NAME_SHOWN ? (int)m->name_len : NAME_SHOWN;

	if (!o)
		return err_set(p->err, RC_INVALID,
		    "line %d: {{/%.*s}} ends a section that has not begun", p->line,
		    shown, m->name);
	if (strlen(name->name) != m->name_len ||
	    memcmp(name->name, m->name, m->name_len) != 0)
		return err_set(p->err, RC_INVALID,
		    "line %d: {{/%.*s}} stands where {{/%s}} of line %d is expected",
		    p->line, shown, m->name, name->name, o->line);
	if (o->is_whole_lines != is_whole_lines)
		return err_set(p->err, RC_INVALID,
		    "line %d: the section \"%s\" of line %d must begin and end on lines "
		    "of "
		    "their own, or on one line",
		    p->line, name->name, o->line);
	if (o->was_bold != p->is_bold || o->is_in_link != p->is_in_link)
		return err_set(p->err, RC_INVALID,
		    "line %d: ** or a link begins in the section \"%s\" and ends outside",
		    p->line, name->name);
	return RC_OK;
}

static enum rc
end_section(struct parser *p, const struct mark *m, bool is_whole_lines)
{
	enum rc rc = check_end(p, m, is_whole_lines);
	struct step *s;

	if (rc != RC_OK)
		return rc;
	s = add(p, STEP_END);
	if (!s)
		return no_memory(p);
	p->depth--;
	VEC_AT(&p->t->steps, struct step, p->open[p->depth].step)->end =
	    p->t->steps.n - 1;
	return RC_OK;
}

static enum rc
take_section(struct parser *p, const struct mark *m, bool is_whole_lines)
{
	if (m->format)
		return err_set(
		    p->err, RC_INVALID, "line %d: a section has no format", p->line);
	return m->sign == '/' ? end_section(p, m, is_whole_lines)
			      : begin_section(p, m, is_whole_lines);
}

static enum rc
take_mark(struct parser *p)
{
	struct mark m;
	enum rc rc = read_mark(p, &m);

	if (rc != RC_OK)
		return rc;
	VEC_AT(&p->t->steps, struct step, p->line_step)->has_mark = true;
	rc = m.sign ? take_section(p, &m, false) : add_value(p, &m);
	p->at = m.end;
	return rc;
}

/* ---- one line ----------------------------------------------------------------------- */

static enum rc
add_text(struct parser *p, size_t from, size_t to)
{
	struct step *s;

	if (to <= from)
		return RC_OK;
	s = add(p, STEP_TEXT);
	if (!s)
		return no_memory(p);
	s->at = from;
	s->len = to - from;
	return RC_OK;
}

static bool
is_at(const struct parser *p, const char *what)
{
	size_t n = strlen(what);

	return p->line_end - p->at >= n && memcmp(p->t->text + p->at, what, n) == 0;
}

static enum rc take_inline(struct parser *p, size_t end);

/* The address of a link begins with its scheme, or is a name whose value is a complete
 * address. */
static enum rc
check_url(struct parser *p, size_t step)
{
	const struct step *s =
	    step < p->t->steps.n ? VEC_AT(&p->t->steps, struct step, step) : NULL;
	const char *text = s && s->kind == STEP_TEXT ? p->t->text + s->at : "";

	if (s && s->kind == STEP_VALUE && s->name->type == TEMPLATE_LINK)
		return RC_OK;
	if (strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0 ||
	    strncmp(text, "mailto:", 7) == 0)
		return RC_OK;
	return err_set(p->err, RC_INVALID,
	    "line %d: a link leads to https://..., http://..., mailto:... or {{url}}",
	    p->line);
}

/* The address in brackets, which is written after the text of the link. */
static enum rc
take_url(struct parser *p, size_t from, size_t to)
{
	size_t first = p->t->steps.n + 1;
	int depth = p->depth;
	enum rc rc;

	if (!add(p, STEP_URL))
		return no_memory(p);
	p->at = from;
	while (p->at < to) {
		const char *mark = memmem(p->t->text + p->at, to - p->at, "{{", 2);
		size_t until = mark ? (size_t)(mark - p->t->text) : to;

		rc = add_text(p, p->at, until);
		p->at = until;
		if (rc == RC_OK && mark)
			rc = take_mark(p);
		if (rc != RC_OK)
			return rc;
		if (p->depth != depth)
			return err_set(p->err, RC_INVALID,
			    "line %d: the address of a link has no sections", p->line);
	}
	return check_url(p, first);
}

/* [text](url): false if it is only a bracket. */
static bool
find_link(const struct parser *p, size_t *ret_middle, size_t *ret_end)
{
	const char *text = p->t->text;
	const char *middle = memmem(text + p->at, p->line_end - p->at, "](", 2);
	const char *next = memchr(text + p->at + 1, '[', p->line_end - p->at - 1);
	const char *end =
	    middle ? memchr(middle, ')', (size_t)(text + p->line_end - middle)) : NULL;

	if (!end || (next && next < middle))
		return false;
	*ret_middle = (size_t)(middle - text);
	*ret_end = (size_t)(end - text);
	return true;
}

static enum rc
take_link(struct parser *p, size_t middle, size_t end)
{
	size_t from = p->at + 1;
	int depth = p->depth;
	bool was_bold = p->is_bold;
	enum rc rc;

	p->is_in_link = true;
	rc = take_url(p, middle + 2, end);
	if (rc != RC_OK)
		return rc;
	if (!add(p, STEP_LINK))
		return no_memory(p);
	p->at = from;
	rc = take_inline(p, middle);
	if (rc != RC_OK)
		return rc;
	if (p->depth != depth || p->is_bold != was_bold || p->at != middle)
		return err_set(p->err, RC_INVALID,
		    "line %d: ** or a section begins in the text of a link and ends "
		    "outside",
		    p->line);
	p->at = end + 1;
	p->is_in_link = false;
	return add(p, STEP_LINK_END) ? RC_OK : no_memory(p);
}

/* A character that can be escaped with a backslash. */
static bool
is_quoted(const struct parser *p)
{
	const char *at = p->t->text + p->at;

	return p->line_end - p->at >= 2 && *at == '\\' && strchr("*[]{}\\-", at[1]);
}

static enum rc
take_quoted(struct parser *p)
{
	p->at += 2;
	return add_text(p, p->at - 1, p->at);
}

static enum rc
take_plain(struct parser *p, size_t end)
{
	size_t from = p->at++;

	while (p->at < end && !strchr("{*[\\", p->t->text[p->at]))
		p->at++;
	return add_text(p, from, p->at);
}

static enum rc
take_inline(struct parser *p, size_t end)
{
	enum rc rc = RC_OK;
	size_t middle, link_end;

	while (rc == RC_OK && p->at < end) {
		if (is_quoted(p)) {
			rc = take_quoted(p);
		} else if (is_at(p, "{{")) {
			rc = take_mark(p);
		} else if (is_at(p, "**")) {
			p->is_bold = !p->is_bold;
			p->at += 2;
		} else if (is_at(p, "[") && !p->is_in_link &&
		    find_link(p, &middle, &link_end)) {
			rc = take_link(p, middle, link_end);
		} else {
			rc = take_plain(p, end);
		}
	}
	return rc;
}

static enum rc
check_line_end(struct parser *p, int depth)
{
	if (p->is_bold)
		return err_set(p->err, RC_INVALID,
		    "line %d: ** has no end on the same line", p->line);
	if (p->depth > depth)
		return err_set(p->err, RC_INVALID,
		    "line %d: the section \"%s\" must begin and end on lines of their "
		    "own, "
		    "or on one line",
		    p->line, step_of(p, p->depth - 1)->name->name);
	return RC_OK;
}

static enum rc
take_line(struct parser *p)
{
	int depth = p->depth;
	struct step *s = add(p, STEP_LINE);
	enum rc rc;

	if (!s)
		return no_memory(p);
	s->is_bullet = is_at(p, "- ") || is_at(p, "* ");
	p->line_step = p->t->steps.n - 1;
	p->at += s->is_bullet ? 2 : 0;
	rc = take_inline(p, p->line_end);
	if (rc == RC_OK)
		rc = check_line_end(p, depth);
	if (rc == RC_OK && !add(p, STEP_LINE_END))
		return no_memory(p);
	return rc;
}

/* A line with only the start or the end of a section produces no line. */
static bool
is_section_line(struct parser *p, struct mark *ret_mark)
{
	const char *from = p->t->text + p->at;
	size_t len = p->line_end - p->at;
	size_t was_at = p->at;
	struct err *err = p->err;
	bool is_alone;

	trim(&from, &len);
	if (len < 4 || memcmp(from, "{{", 2) != 0)
		return false;
	p->at = (size_t)(from - p->t->text);
	p->err = NULL;
	is_alone = read_mark(p, ret_mark) == RC_OK && ret_mark->sign &&
	    ret_mark->end == p->at + len;
	p->err = err;
	p->at = was_at;
	return is_alone;
}

static enum rc
take_lines(struct parser *p)
{
	const char *text = p->t->text;
	size_t end = strlen(text);
	enum rc rc = RC_OK;

	for (p->line = 1; rc == RC_OK && p->at < end; p->line++) {
		const char *newline = strchr(text + p->at, '\n');
		size_t next = newline ? (size_t)(newline - text) + 1 : end;
		struct mark m;

		p->line_end = newline ? next - 1 : end;
		if (p->line_end > p->at && text[p->line_end - 1] == '\r')
			p->line_end--;
		rc = is_section_line(p, &m) ? take_section(p, &m, true) : take_line(p);
		p->at = next;
	}
	if (rc == RC_OK && p->depth)
		return err_set(p->err, RC_INVALID,
		    "line %d: the section \"%s\" has no end", p->open[p->depth - 1].line,
		    step_of(p, p->depth - 1)->name->name);
	return rc;
}

enum rc
template_parse(const char *text, struct template **ret_template, struct err *err)
{
	struct template *t OWNED(template_free) = calloc(1, sizeof(*t));
	struct parser p = { .t = t, .err = err };
	enum rc rc;

	if (strlen(text) > TEMPLATE_MAX)
		return err_set(err, RC_INVALID, "a template has at most 16 KB of text");
	if (!utf8_is_valid(text))
		return err_set(err, RC_INVALID, "the template is not UTF-8 text");
	if (!t)
		return err_set(err, RC_NOMEM, "out of memory");
	t->steps = (struct vec)VEC_INIT(struct step);
	t->text = strdup(text);
	if (!t->text)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = take_lines(&p);
	if (rc == RC_OK)
		*ret_template = GIVE(t);
	return rc;
}

void
template_free(struct template *t)
{
	if (!t)
		return;
	vec_fini(&t->steps);
	free(t->text);
	free(t);
}
