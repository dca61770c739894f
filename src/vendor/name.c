/* SPDX-License-Identifier: Apache-2.0
 *
 * Positions in names: the pattern "GPON{slot}/{port}:{onu}" matches "GPON0/2:1". Patterns with |
 * between them are tried in their order; a * at the end stands for anything.
 */
#include "vendor/vendor_int.h"

#include <string.h>

#include "base/buf.h"

/* "{slot}" at *at; moves *at after the brace. */
static bool
take_part(const char **at, enum position_part *ret_part)
{
	char name[16];
	const char *end = strchr(*at, '}');
	size_t n = end ? (size_t)(end - *at) - 1 : sizeof(name);

	if (n >= sizeof(name))
		return false;
	memcpy(name, *at + 1, n);
	name[n] = '\0';
	*at = end + 1;
	return position_part_from_name(name, ret_part);
}

static bool
take_number(const char **at, uint32_t *ret)
{
	uint64_t n = 0;
	const char *p = *at;

	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (uint64_t)(*p - '0');
		if (n > UINT32_MAX)
			return false;
	}
	if (p == *at)
		return false;
	*at = p;
	*ret = (uint32_t)n;
	return true;
}

/* Is it the end of one pattern? */
static bool
is_end(char c)
{
	return c == '\0' || c == '|';
}

static enum rc
match_one(const char *pattern, const char *text, struct position *ret_position)
{
	struct position p = { 0 };

	while (!is_end(*pattern) && !(*pattern == '*' && is_end(pattern[1]))) {
		enum position_part part;

		if (*pattern != '{') {
			if (*pattern++ != *text++)
				return RC_INVALID;
			continue;
		}
		if (!take_part(&pattern, &part) || !take_number(&text, &p.part[part]))
			return RC_INVALID;
		p.has |= (uint8_t)(1U << part);
	}
	if (is_end(*pattern) && *text != '\0')
		return RC_INVALID;
	*ret_position = p;
	return RC_OK;
}

enum rc
index_position_from_name(
    const char *pattern, const char *text, struct position *ret_position)
{
	while (match_one(pattern, text, ret_position) != RC_OK) {
		pattern = strchr(pattern, '|');
		if (!pattern)
			return RC_INVALID;
		pattern++;
	}
	return RC_OK;
}

char *
index_name_from_position(
    const char *pattern, const struct position *p, struct arena *arena)
{
	struct buf out = BUF_INIT(256);
	char *text = NULL;

	while (!is_end(*pattern) && !(*pattern == '*' && is_end(pattern[1]))) {
		enum position_part part = POS_PARTS;

		if (*pattern != '{')
			buf_putc(&out, *pattern++);
		else if (take_part(&pattern, &part))
			buf_printf(&out, "%u", p->part[part]);
		else
			break;
	}
	if (buf_ok(&out))
		text = arena_copy(arena, buf_text(&out), out.len);
	buf_fini(&out);
	return text;
}

bool
name_pattern_is_valid(const char *pattern)
{
	unsigned has = 0;

	while (*pattern) {
		enum position_part part;

		if (*pattern == '*' && !is_end(pattern[1]))
			return false;
		if (*pattern == '|' && !has)
			return false;
		if (*pattern == '|')
			has = 0;
		if (*pattern != '{') {
			pattern++;
			continue;
		}
		if (!take_part(&pattern, &part) || (has >> part & 1) || *pattern == '{')
			return false;
		has |= 1U << part;
	}
	return has != 0;
}
