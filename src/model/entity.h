/* SPDX-License-Identifier: Apache-2.0
 *
 * model/entity.h - the description of an entity: one table of fields for each entity.
 *
 * Each field is described once, with its name (the same in the API, in operations and on
 * the command line), its column, its limits and who may write it. The table is used for:
 *
 *   - the statements that read, insert, update and copy a row (store/core/entity.h);
 *   - the columns of an export (store/upkeep/transfer.c);
 *   - the arguments of operations, and their validation (service/entity_args.c);
 *   - the schema of a request (api/schema.h) and the options of a command (cli/frame/).
 *
 * What a table cannot describe is written as code in the folder that needs it: joins, and
 * rules between fields.
 *
 * A row is a plain struct whose first member is its id, a struct with one int64_t; 0: not
 * stored yet. Pure; any thread.
 */
#ifndef FACHO_MODEL_ENTITY_H
#define FACHO_MODEL_ENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

/* The type of the struct's member and of the column. A text that is NULL is "". */
enum entity_kind {
	ENTITY_NAME, /* const char *: shown on one line, no control characters */
	ENTITY_TEXT, /* const char * */
	ENTITY_JSON, /* const char *: JSON as text; clients may send it as it is */
	ENTITY_INT, /* int64_t */
	ENTITY_INT32, /* int32_t */
	ENTITY_MS, /* int64_t: milliseconds; clients may send "5m" */
	ENTITY_REAL, /* double; NaN: no value, NULL in the database */
	ENTITY_CHOICE, /* an enum: the index of its word in choices; the word is stored */
	ENTITY_BOOL, /* bool */
	/* bool: whether the column has a value; the value itself is not read */
	ENTITY_PRESENT,
	ENTITY_BRAND, /* struct brand_id; 0: Generic */
	ENTITY_MODEL, /* struct model_id; 0: any */
	ENTITY_REF, /* int64_t: the number of another row; clients may send its name */
	ENTITY_TIME, /* int64_t: epoch milliseconds; clients send 2026-01-31T12:00:00Z */
	/* A text that clients send and never receive: it has no member and no column; the
	 * code that accepts it encrypts it. */
	ENTITY_SECRET,
	ENTITY_REFS, /* a list of rows stored elsewhere: no member and no column */
};

enum {
	ENTITY_MUST = 1 << 0, /* required in a new row */
	ENTITY_NULL = 1 << 1, /* may be null: 0 in the struct, NULL in the database */
	/* rows in which all of these fields are equal are the same */
	ENTITY_KEY = 1 << 2,
	ENTITY_FIXED = 1 << 3, /* it cannot be changed after the row was created */
	ENTITY_READ_ONLY = 1 << 4, /* operations cannot write it */
	/* Set by the program: read only, and neither copied nor exported. */
	ENTITY_COMPUTED = 1 << 5,
	/* Added in a later version: older exports do not have it, and an import uses the
	 * default of the table. */
	ENTITY_ADDED = 1 << 6,
	ENTITY_UNSET = 1 << 7, /* a text that is NULL is NULL in the database, not "" */
};

struct entity_field {
	const char *name;
	const char *column; /* NULL: the same as the field */
	enum entity_kind kind;
	unsigned flags;
	size_t offset; /* of the member */
	int64_t min, max; /* for a text its characters; max 0: no limit */
	const char *fallback; /* default of a new row; "true" for a bool; NULL: none */
	const char *choices; /* "a|b"; NULL: any */
	int64_t none; /* the number that means no value */
	const char *help; /* for the document of the API; NULL: the name is enough */
	/* On the command line. */
	struct {
		const char *name; /* NULL: the same as the field */
		const char *argument; /* "NAME"; NULL: yes|no for a bool */
		const char *help; /* NULL: it is not an option */
		char letter; /* 0: none */
	} option;
};

struct entity_type {
	const char *name; /* "brand": prefix of its operations, "brand.add" */
	const char *table;
	size_t row_bytes; /* size of its struct, at most ENTITY_ROW_MAX */
	const char
	    *key; /* the field in which a copy differs; its column has the same name */
	/* Some rows are included in the program: they have a builtin_key, and is_edited
	 * is set when somebody changes them. */
	bool ships;
	/* Columns of an export after the fields; NULL: it is not exported. */
	const char *upkeep_columns;
	const struct entity_field *fields;
	size_t n_fields; /* at most ENTITY_FIELDS_MAX */
	/* the row is removed when it is deleted; otherwise it is marked, in deleted_ms */
	bool is_removed;
};

enum {
	ENTITY_FIELDS_MAX = 64,
	ENTITY_ROW_MAX = 512,
	ENTITY_GENERIC = 1, /* the brand that means any brand */
};

/* A set of fields: one bit each, by position in the table. */
typedef uint64_t entity_set;

#define ENTITY_ALL (~(entity_set)0)

static inline entity_set
entity_bit(size_t i)
{
	return (entity_set)1 << i;
}

/* Can an operation receive it? */
static inline bool
entity_is_written(const struct entity_field *f)
{
	return !(f->flags & (ENTITY_READ_ONLY | ENTITY_COMPUTED));
}

static inline bool
entity_is_stored(const struct entity_field *f)
{
	return f->kind != ENTITY_SECRET && f->kind != ENTITY_REFS;
}

/* Is it in the answer about one row? Times and counts set by the program are as in its
 * list. */
static inline bool
entity_is_shown(const struct entity_field *f)
{
	return entity_is_stored(f) &&
	    !(f->kind == ENTITY_INT && f->flags & ENTITY_COMPUTED);
}

static inline const char *
entity_column(const struct entity_field *f)
{
	return f->column ? f->column : f->name;
}

static inline bool
entity_is_bool(const struct entity_field *f)
{
	return f->kind == ENTITY_BOOL || f->kind == ENTITY_PRESENT;
}

static inline bool
entity_is_text(const struct entity_field *f)
{
	return f->kind == ENTITY_NAME || f->kind == ENTITY_TEXT || f->kind == ENTITY_JSON;
}

/* NULL: no such field. */
const struct entity_field *entity_find(const struct entity_type *type, const char *name);

/* ---- a row ------------------------------------------------------------------ */

int64_t entity_id(const void *row);
void entity_set_id(void *row, int64_t id);

/* The member of a field: a text, a double, or a number, bool, choice or id. */
const char *entity_text(const struct entity_field *f, const void *row); /* NULL is "" */
const char *entity_text_or_null(const struct entity_field *f, const void *row);
double entity_real(const struct entity_field *f, const void *row);
void entity_set_real(const struct entity_field *f, void *row, double real);
int64_t entity_number(const struct entity_field *f, const void *row);
void entity_set_text(const struct entity_field *f, void *row, const char *text);
void entity_set_number(const struct entity_field *f, void *row, int64_t number);

/* The word of a choice, and back; false: unknown word. */
const char *entity_word(const struct entity_field *f, int64_t number, size_t *ret_len);
bool entity_from_word(
    const struct entity_field *f, const char *word, int64_t *ret_number);

/* Set the fields of a new row to their defaults; other fields are not changed. */
void entity_init(const struct entity_type *type, void *row);

/* The fields in which two rows differ. Secrets and lists, which are stored elsewhere, are
 * not compared. */
entity_set entity_changed(const struct entity_type *type, const void *a, const void *b);

/* Copy the texts of the row to the arena; NULL stays NULL. False: no memory. */
bool entity_keep_texts(const struct entity_type *type, void *row, struct arena *arena);

/* RC_INVALID: too short, too long, or a name with control characters. */
enum rc entity_check_text(const struct entity_field *f, const char *text, struct err *err)
    MUST_CHECK;

/* RC_INVALID: a field is outside its limits; the message begins with the field. For JSON
 * only the length is checked. */
enum rc entity_check(const struct entity_type *type, const void *row, struct err *err)
    MUST_CHECK;

#endif
