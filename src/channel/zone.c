/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "channel/zone_int.h"

enum {
	FILE_MAX = 64 * 1024,
	HEADER = 44,
	TYPE_BYTES = 6,
	TIME_BYTES = 8, /* only in version 2 and later */
	OLD_TIME_BYTES = 4,
	CHANGES_MAX = 4096,
};

static const char FOLDER[] = "/usr/share/zoneinfo/";

struct change {
	int64_t at_s;
	int32_t offset_s; /* valid from here on */
};

struct zone {
	int32_t first_s; /* the offset before the first change */
	size_t n;
	struct change changes[];
};

/* The six counts of a header, in the order of the file. */
struct counts {
	uint32_t is_utc, is_standard, leap, times, types, chars;
};

static int64_t
big_endian(const unsigned char *at, size_t n)
{
	/* The sign is in the first byte. */
	uint64_t v = at[0] & 0x80 ? UINT64_MAX : 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | at[i];
	return (int64_t)v;
}

static bool
read_header(const unsigned char *at, size_t left, struct counts *ret_counts)
{
	uint32_t v[6];

	if (left < HEADER || memcmp(at, "TZif", 4) != 0 || at[4] < '2')
		return false;
	for (size_t i = 0; i < 6; i++) {
		int64_t n = big_endian(at + 20 + 4 * i, 4);

		if (n < 0 || n > FILE_MAX)
			return false;
		v[i] = (uint32_t)n;
	}
	*ret_counts = (struct counts){ v[0], v[1], v[2], v[3], v[4], v[5] };
	return true;
}

static size_t
body_bytes(const struct counts *c, size_t time_bytes)
{
	return c->times * (time_bytes + 1) + (size_t)c->types * TYPE_BYTES + c->chars +
	    c->leap * (time_bytes + 4) + c->is_standard + c->is_utc;
}

static struct zone *
read_changes(const unsigned char *body, const struct counts *c)
{
	const unsigned char *which = body + (size_t)c->times * TIME_BYTES;
	const unsigned char *types = which + c->times;
	struct zone *z = calloc(1, sizeof(*z) + c->times * sizeof(z->changes[0]));

	if (!z)
		return NULL;
	z->n = c->times;
	z->first_s = (int32_t)big_endian(types, 4);
	for (size_t i = 0; i < z->n; i++) {
		size_t type = which[i] < c->types ? which[i] : 0;

		z->changes[i].at_s = big_endian(body + i * TIME_BYTES, TIME_BYTES);
		z->changes[i].offset_s =
		    (int32_t)big_endian(types + type * TYPE_BYTES, 4);
	}
	return z;
}

/* The file has the same data twice: with times of 4 bytes, which are skipped, and of
 * 8. */
static struct zone *
read_file(const unsigned char *bytes, size_t n)
{
	struct counts c;
	size_t skip;

	if (!read_header(bytes, n, &c))
		return NULL;
	skip = HEADER + body_bytes(&c, OLD_TIME_BYTES);
	if (skip > n || !read_header(bytes + skip, n - skip, &c))
		return NULL;
	skip += HEADER;
	if (body_bytes(&c, TIME_BYTES) > n - skip || c.types == 0 ||
	    c.times > CHANGES_MAX)
		return NULL;
	return read_changes(bytes + skip, &c);
}

static bool
is_name(const char *name)
{
	return *name && *name != '/' && !strstr(name, "..") && strlen(name) < 100;
}

struct zone *
zone_load(const char *name)
{
	char path[sizeof(FOLDER) + 100];
	unsigned char *bytes OWNED(free) = NULL;
	FILE *f OWNED(fclose) = NULL;

	if (!name || !is_name(name))
		return NULL;
	(void)snprintf(path, sizeof(path), "%s%s", FOLDER, name);
	f = fopen(path, "re");
	bytes = f ? malloc(FILE_MAX) : NULL;
	if (!bytes)
		return NULL;
	return read_file(bytes, fread(bytes, 1, FILE_MAX, f));
}

void
zone_free(struct zone *z)
{
	free(z);
}

static int32_t
offset_at(const struct zone *z, int64_t at_s)
{
	int32_t offset = z->first_s;

	for (size_t i = 0; i < z->n && z->changes[i].at_s <= at_s; i++)
		offset = z->changes[i].offset_s;
	return offset;
}

void
zone_time(const struct zone *z, int64_t at_ms, struct tm *ret_tm)
{
	int64_t at_s = at_ms / 1000 - (at_ms % 1000 < 0);
	int32_t offset = z ? offset_at(z, at_s) : 0;
	time_t local = (time_t)(at_s + offset);

	(void)gmtime_r(&local, ret_tm);
	ret_tm->tm_gmtoff = offset;
}
