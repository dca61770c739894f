/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/pgsql_wire_int.h"

#include <endian.h>
#include <limits.h>
#include <string.h>

/* The numbers are fixed for ever in PostgreSQL's catalogue (pg_type.dat). */
enum type {
	TYPE_BOOL = 16,
	TYPE_BYTEA = 17,
	TYPE_NAME = 19,
	TYPE_INT8 = 20,
	TYPE_INT2 = 21,
	TYPE_INT4 = 23,
	TYPE_TEXT = 25,
	TYPE_FLOAT4 = 700,
	TYPE_FLOAT8 = 701,
	TYPE_VARCHAR = 1043,
	TYPE_VOID = 2278,
};

bool
pgsql_knows_type(unsigned type)
{
	static const unsigned KNOWN[] = { TYPE_BOOL, TYPE_BYTEA, TYPE_NAME, TYPE_INT8,
		TYPE_INT2, TYPE_INT4, TYPE_TEXT, TYPE_FLOAT4, TYPE_FLOAT8, TYPE_VARCHAR,
		TYPE_VOID };

	for (size_t i = 0; i < sizeof(KNOWN) / sizeof(KNOWN[0]); i++) {
		if (KNOWN[i] == type)
			return true;
	}
	return false;
}

/* A real that is a whole number is one, as SQLite's STRICT columns have it. */
static bool
whole(const struct db_value *v, int64_t *ret)
{
	if (v->type == DB_INT) {
		*ret = v->i;
		return true;
	}
	if (v->type != DB_REAL || !(v->r >= -9.2e18 && v->r <= 9.2e18))
		return false;
	*ret = (int64_t)v->r;
	return (double)*ret == v->r;
}

static enum rc
encode_int(const struct db_value *v, int bytes, char scratch[8], int *ret_len)
{
	int shift = 64 - 8 * bytes;
	int64_t i;
	uint64_t wire;

	if (!whole(v, &i))
		return RC_INVALID;
	if (bytes < 8 && (i > INT64_MAX >> shift || i < INT64_MIN >> shift))
		return RC_INVALID;
	wire = htobe64((uint64_t)i << shift);
	memcpy(scratch, &wire, sizeof(wire));
	*ret_len = bytes;
	return RC_OK;
}

static enum rc
encode_real(const struct db_value *v, char scratch[8], int *ret_len)
{
	double r;
	uint64_t wire;

	if (v->type != DB_INT && v->type != DB_REAL)
		return RC_INVALID;
	r = v->type == DB_INT ? (double)v->i : v->r;
	memcpy(&wire, &r, sizeof(wire));
	wire = htobe64(wire);
	memcpy(scratch, &wire, sizeof(wire));
	*ret_len = 8;
	return RC_OK;
}

static enum rc
encode_bytes(
    const struct db_value *v, enum db_type wanted, const char **ret_bytes, int *ret_len)
{
	if (v->type != wanted || v->len > INT_MAX)
		return RC_INVALID;
	*ret_bytes = v->bytes;
	*ret_len = (int)v->len;
	return RC_OK;
}

enum rc
pgsql_encode(unsigned type, const struct db_value *v, char scratch[8],
    const char **ret_bytes, int *ret_len)
{
	*ret_bytes = scratch;
	*ret_len = 0;
	if (v->type == DB_NULL) {
		*ret_bytes = NULL;
		return RC_OK;
	}
	switch ((enum type)type) {
	case TYPE_BOOL:
		scratch[0] = v->type == DB_INT && v->i != 0;
		*ret_len = 1;
		return v->type == DB_INT ? RC_OK : RC_INVALID;
	case TYPE_INT2:
		return encode_int(v, 2, scratch, ret_len);
	case TYPE_INT4:
		return encode_int(v, 4, scratch, ret_len);
	case TYPE_INT8:
		return encode_int(v, 8, scratch, ret_len);
	case TYPE_FLOAT8:
		return encode_real(v, scratch, ret_len);
	case TYPE_BYTEA:
		return encode_bytes(v, DB_BLOB, ret_bytes, ret_len);
	case TYPE_NAME:
	case TYPE_TEXT:
	case TYPE_VARCHAR:
		return encode_bytes(v, DB_TEXT, ret_bytes, ret_len);
	case TYPE_FLOAT4:
	case TYPE_VOID:
		return RC_INVALID; /* they are only read */
	}
	return RC_INVALID;
}

static int64_t
decode_int(const char *bytes, size_t len)
{
	uint64_t wire = 0;

	memcpy(&wire, bytes, len < 8 ? len : 8);
	return (int64_t)be64toh(wire) >> (64 - 8 * (len < 8 ? len : 8));
}

static double
decode_real(const char *bytes, size_t len)
{
	uint64_t wire8;
	uint32_t wire4;
	double r = 0;
	float f;

	if (len == sizeof(wire8)) {
		memcpy(&wire8, bytes, sizeof(wire8));
		wire8 = be64toh(wire8);
		memcpy(&r, &wire8, sizeof(r));
	} else if (len == sizeof(wire4)) {
		memcpy(&wire4, bytes, sizeof(wire4));
		wire4 = be32toh(wire4);
		memcpy(&f, &wire4, sizeof(f));
		r = (double)f;
	}
	return r;
}

void
pgsql_decode(unsigned type, const char *bytes, size_t len, struct db_value *ret_value)
{
	switch ((enum type)type) {
	case TYPE_BOOL:
	case TYPE_INT2:
	case TYPE_INT4:
	case TYPE_INT8:
		*ret_value = (struct db_value){ .type = DB_INT,
			.i = len ? decode_int(bytes, len) : 0 };
		return;
	case TYPE_FLOAT4:
	case TYPE_FLOAT8:
		*ret_value =
		    (struct db_value){ .type = DB_REAL, .r = decode_real(bytes, len) };
		return;
	case TYPE_BYTEA:
		*ret_value =
		    (struct db_value){ .type = DB_BLOB, .len = len, .bytes = bytes };
		return;
	case TYPE_NAME:
	case TYPE_TEXT:
	case TYPE_VARCHAR:
		*ret_value =
		    (struct db_value){ .type = DB_TEXT, .len = len, .bytes = bytes };
		return;
	case TYPE_VOID:
		break;
	}
	*ret_value = (struct db_value){ .type = DB_NULL };
}

/* The longest prefix that fits decides; the first two letters are the class. */
enum rc
pgsql_rc_of(const char *state)
{
	static const struct {
		const char *prefix;
		enum rc rc;
	} CODES[] = {
		{ "23502", RC_INVALID }, /* not null */
		{ "23514", RC_INVALID }, /* check */
		{ "23", RC_CONFLICT },
		{ "25006", RC_REFUSED }, /* read-only transaction */
		{ "28", RC_REFUSED }, { "42501", RC_REFUSED }, /* no permission */
		{ "40", RC_BUSY }, /* deadlock, serialization */
		{ "55P03", RC_BUSY }, /* lock_timeout */
		{ "57014", RC_BUSY }, /* cancelled */
		{ "53300", RC_BUSY }, /* too many connections */
		{ "53200", RC_NOMEM }, { "08", RC_IO }, { "53", RC_IO }, /* disk full */
		{ "57", RC_IO }, /* shut down, starting up */
		{ "58", RC_IO }, { "XX001", RC_PROTOCOL }, /* damaged data */
		{ "XX002", RC_PROTOCOL }, /* damaged index */
	};

	for (size_t i = 0; i < sizeof(CODES) / sizeof(CODES[0]); i++) {
		if (strncmp(state, CODES[i].prefix, strlen(CODES[i].prefix)) == 0)
			return CODES[i].rc;
	}
	return RC_INVALID;
}
