/* SPDX-License-Identifier: Apache-2.0 */
#include "api/strict_int.h"

#include <ctype.h>
#include <microhttpd.h>
#include <string.h>
#include <strings.h>

struct look {
	int hosts, lengths, codings;
	bool has_bad_name, has_bad_value, has_bad_length, has_bad_coding, has_bad_line;
	/* Position of the last line in libmicrohttpd's buffer; NULL: not known. */
	const char *end;
};

/* The characters of a header's name (RFC 9110, token). */
static bool
is_token(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!isalnum((unsigned char)text[i]) &&
		    (!text[i] || !strchr("!#$%&'*+-.^_`|~", text[i])))
			return false;
	}
	return n > 0;
}

static bool
has_controls(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)text[i] < 0x20 && text[i] != '\t')
			return true;
	}
	return false;
}

static bool
is_number(const char *text, size_t n)
{
	size_t digits = 0;

	while (digits < n && isdigit((unsigned char)text[digits]))
		digits++;
	return n > 0 && digits == n;
}

/* libmicrohttpd replaces the end of a line by NULs. After a line that ends with a bare LF
 * there is only one, and a line that was folded or contains a NUL ends at another
 * place. */
static bool
follows(const char *end, const char *begin)
{
	return !end || (end[0] == '\0' && end[1] == '\0' && end + 2 == begin);
}

static enum MHD_Result
look_at(void *cls, enum MHD_ValueKind kind, const char *name, size_t n_name,
    const char *value, size_t n_value)
{
	struct look *l = cls;

	(void)kind;
	l->has_bad_name |= !is_token(name, n_name);
	l->has_bad_value |= value && has_controls(value, n_value);
	l->has_bad_line |= !follows(l->end, name);
	l->end = value ? value + n_value : NULL;
	if (strcasecmp(name, "Host") == 0)
		l->hosts++;
	if (strcasecmp(name, "Content-Length") == 0) {
		l->lengths++;
		l->has_bad_length |= !value || !is_number(value, n_value);
	}
	if (strcasecmp(name, "Transfer-Encoding") == 0) {
		l->codings++;
		l->has_bad_coding |= !value || strcasecmp(value, "chunked") != 0;
	}
	return MHD_YES;
}

/* After the last header: its end, and the empty line. */
static bool
ends_well(const char *end)
{
	static const char LINES[4];

	return !end || memcmp(end, LINES, sizeof(LINES)) == 0;
}

const char *
strict_problem(struct MHD_Connection *connection, const struct strict_line *line)
{
	struct look l = { .end = line->version + strlen(line->version) };
	bool is_first_well = line->url + line->n_uri + 1 == line->version;

	(void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, look_at, &l);
	if (!is_first_well)
		return "the first line is not a method, a path and a version";
	if (l.has_bad_name)
		return "a header's name has characters that cannot be in one";
	if (l.has_bad_value)
		return "a header's value has characters that cannot be in one";
	if (l.hosts > 1 || (l.hosts == 0 && strcmp(line->version, "HTTP/1.0") != 0))
		return "a request has one Host";
	if (l.lengths > 1 || l.has_bad_length)
		return "a request has one Content-Length, which is a number";
	if (l.codings > 1 || l.has_bad_coding)
		return "the only Transfer-Encoding is chunked";
	if (l.lengths && l.codings)
		return "Content-Length and Transfer-Encoding exclude each other";
	if (l.has_bad_line || !ends_well(l.end))
		return "each header is one line that ends with CR and LF";
	return NULL;
}
