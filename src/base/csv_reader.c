/* SPDX-License-Identifier: Apache-2.0 */
#include "base/csv_reader.h"

#include <stdbool.h>
#include <string.h>

static bool
is_end_of_line(char c)
{
	return c == '\n' || c == '\r' || c == '\0';
}

static char
separator_of(const char *text)
{
	static const char SEPARATORS[] = ",;\t";
	size_t n[sizeof(SEPARATORS) - 1] = { 0 }, best = 0;
	bool is_quoted = false;

	for (; *text && (is_quoted || !is_end_of_line(*text)); text++) {
		const char *found = strchr(SEPARATORS, *text);

		if (*text == '"')
			is_quoted = !is_quoted;
		else if (found && !is_quoted)
			n[found - SEPARATORS]++;
	}
	for (size_t i = 1; i < sizeof(n) / sizeof(n[0]); i++)
		best = n[i] > n[best] ? i : best;
	return SEPARATORS[best];
}

static void
pass_line_end(struct csv_reader *r)
{
	if (*r->at == '\r')
		r->at += r->at[1] == '\n' ? 2 : 1;
	else if (*r->at == '\n')
		r->at++;
	else
		return;
	r->line++;
}

/* Lines without anything, and with separators alone, as spreadsheets leave them. */
static void
pass_blank_lines(struct csv_reader *r)
{
	for (;;) {
		const char *at = r->at;

		while (*at == ' ' || *at == '\t' || *at == r->separator)
			at++;
		if (!is_end_of_line(*at))
			return;
		r->at = at;
		if (!*at)
			return;
		pass_line_end(r);
	}
}

enum rc
csv_reader_init(
    struct csv_reader *r, const char *text, struct arena *arena, struct err *err)
{
	/* A cell and its NUL are never longer than the cell and its separator. */
	char *cells = arena_alloc(arena, strlen(text) + 2);

	if (!cells)
		return err_set(err, RC_NOMEM, "there is no memory");
	if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
		text += 3;
	*r = (struct csv_reader){ text, separator_of(text + strspn(text, "\r\n")), 1,
		cells };
	return RC_OK;
}

static char *
trimmed(char *text, char *end)
{
	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	*end = '\0';
	return text;
}

/* A quote within is written twice. What follows the last quote belongs to the cell too. */
static enum rc
read_quoted(struct csv_reader *r, struct err *err)
{
	for (r->at++; *r->at; r->at++) {
		if (*r->at == '"' && r->at[1] != '"')
			break;
		r->at += *r->at == '"';
		r->line += *r->at == '\n' || (*r->at == '\r' && r->at[1] != '\n');
		*r->into++ = *r->at;
	}
	if (!*r->at)
		return err_set(err, RC_INVALID, "a quote has no end");
	r->at++;
	return RC_OK;
}

static enum rc
read_cell(struct csv_reader *r, char **ret_cell, struct err *err)
{
	char *cell = r->into;
	enum rc rc = RC_OK;

	while (*r->at == ' ' || (*r->at == '\t' && r->separator != '\t'))
		r->at++;
	if (*r->at == '"')
		rc = read_quoted(r, err);
	while (!is_end_of_line(*r->at) && *r->at != r->separator)
		*r->into++ = *r->at++;
	*ret_cell = trimmed(cell, r->into);
	r->into++;
	return rc;
}

static void
pass_row(struct csv_reader *r)
{
	while (!is_end_of_line(*r->at))
		r->at++;
}

enum rc
csv_reader_next(struct csv_reader *r, struct csv_row *ret_row, struct err *err)
{
	enum rc rc = RC_OK;

	pass_blank_lines(r);
	if (!*r->at)
		return RC_CANCELLED;
	ret_row->n = 0;
	ret_row->line = r->line;
	while (rc == RC_OK) {
		if (ret_row->n == CSV_CELLS_MAX)
			rc = err_set(
			    err, RC_INVALID, "a row has at most %d cells", CSV_CELLS_MAX);
		else
			rc = read_cell(r, &ret_row->cells[ret_row->n++], err);
		if (rc != RC_OK || *r->at != r->separator)
			break;
		r->at++;
	}
	pass_row(r);
	pass_line_end(r);
	return rc;
}
