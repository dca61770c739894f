/* SPDX-License-Identifier: Apache-2.0
 *
 * model/entity.h - what an entity is made of: one table of fields per entity.
 *
 * Each field is written down once, with its name (the same in the API, in operations and on
 * the command line), its column, its limits and who may write it. From the table come:
 *
 *   - the statements that read, insert, update and copy a row (store/core/entity.h);
 *   - the columns that an export carries (store/upkeep/transfer.c);
 *   - what operations take, and the checks of it (service/entity_args.c);
 *   - the schema of a request (api/schema.h) and the options of a command (cli/frame/).
 *
 * What a table cannot say stays code beside its reader: joins, rules between fields.
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

/* What the member of the struct is, and so what the column is. A text that is NULL is "". */
enum entity_kind {
	ENTITY_NAME, /* const char *: shown on one line, no control characters */
	ENTITY_TEXT, /* const char * */
	ENTITY_JSON, /* const char *: JSON as text; clients may send it as it is */
	ENTITY_INT, /* int64_t */
	ENTITY_INT32, /* int32_t */
	ENTITY_MS, /* int64_t: milliseconds; clients may say "5m" */
	ENTITY_REAL, /* double; NaN: none, NULL in the database */
	ENTITY_CHOICE, /* an enum: the number of its word in choices; stored is the word */
	ENTITY_BOOL, /* bool */
	ENTITY_PRESENT, /* bool: the column has a value, which is not read */
	ENTITY_BRAND, /* struct brand_id; 0: Generic */
	ENTITY_MODEL, /* struct model_id; 0: any */
	ENTITY_REF, /* int64_t: the number of another row; clients may say its name */
	ENTITY_TIME, /* int64_t: epoch milliseconds; clients say 2026-01-31T12:00:00Z */
	/* A text that is sent to us and never back: neither member nor column; whoever takes
	 * it seals it. */
	ENTITY_SECRET,
	ENTITY_REFS, /* a list of things, which is stored elsewhere: neither of both */
};

enum {
	ENTITY_MUST = 1 << 0, /* a new one needs it */
	ENTITY_NULL =
	    1 << 1, /* null is no value; 0 in the struct, NULL in the database */
	ENTITY_KEY = 1 << 2, /* rows in which all of these agree are the same */
	ENTITY_FIXED = 1 << 3, /* as it was when the row was made */
	ENTITY_READ_ONLY = 1 << 4, /* nobody writes it through an operation */
	/* What the program says about the row: read only, and neither copied nor exported. */
	ENTITY_COMPUTED = 1 << 5,
	/* It came with a later version: a file exported before has none, and an import takes
	 * the default of the table. */
	ENTITY_ADDED = 1 << 6,
	ENTITY_UNSET =
	    1 << 7, /* a text that is NULL is NULL in the database, and not "" */
};

struct entity_field {
	const char *name;
	const char *column; /* NULL: called like the field */
	enum entity_kind kind;
	unsigned flags;
	size_t offset; /* of the member */
	int64_t min, max; /* of a text its characters; max 0: no limit */
	const char *fallback; /* of a new one; "true" for a bool; NULL: none */
	const char *choices; /* "a|b"; NULL: any */
	int64_t none; /* the number that stands for no value */
	const char *help; /* for the document of the API; NULL: the name says it */
	/* On the command line. */
	struct {
		const char *name; /* NULL: called like the field */
		const char *argument; /* "NAME"; NULL: a bool's is yes|no */
		const char *help; /* NULL: it is no option */
		char letter; /* 0: none */
	} option;
};

struct entity_type {
	const char *name; /* "brand": of its operations, "brand.add" */
	const char *table;
	size_t row_bytes; /* of its struct, at most ENTITY_ROW_MAX */
	const char
	    *key; /* the field in which a copy differs; its column has the same name */
	/* Some rows ship with the program: those have a builtin_key, and is_edited once
	 * somebody has changed them. */
	bool ships;
	/* What an export carries behind the fields; NULL: it is not exported. */
	const char *upkeep_columns;
	const struct entity_field *fields;
	size_t n_fields; /* at most ENTITY_FIELDS_MAX */
	bool is_removed; /* when it is deleted; others are marked, in deleted_ms */
};

enum {
	ENTITY_FIELDS_MAX = 64,
	ENTITY_ROW_MAX = 512,
	ENTITY_GENERIC = 1, /* the brand that stands for any */
};

/* Some of the fields: a bit each, by its place in the table. */
typedef uint64_t entity_set;

#define ENTITY_ALL (~(entity_set)0)

static inline entity_set
entity_bit(size_t i)
{
	return (entity_set)1 << i;
}

/* May it be given to an operation? */
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

/* Is it in the answer about one row? Moments and counts of the program are as its list has
 * them. */
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

/* NULL: it has no such field. */
const struct entity_field *entity_find(const struct entity_type *type, const char *name);

/* ---- a row ------------------------------------------------------------------ */

int64_t entity_id(const void *row);
void entity_set_id(void *row, int64_t id);

/* The member of a field: of a text, of a double, and of a number, a bool, a choice or an
 * id. */
const char *entity_text(const struct entity_field *f, const void *row); /* NULL is "" */
const char *entity_text_or_null(const struct entity_field *f, const void *row);
double entity_real(const struct entity_field *f, const void *row);
void entity_set_real(const struct entity_field *f, void *row, double real);
int64_t entity_number(const struct entity_field *f, const void *row);
void entity_set_text(const struct entity_field *f, void *row, const char *text);
void entity_set_number(const struct entity_field *f, void *row, int64_t number);

/* The word of a choice, and back; false: it is none of them. */
const char *entity_word(const struct entity_field *f, int64_t number, size_t *ret_len);
bool entity_from_word(
    const struct entity_field *f, const char *word, int64_t *ret_number);

/* Give the fields of a new row their defaults; the others stay. */
void entity_init(const struct entity_type *type, void *row);

/* The fields in which two rows differ. Secrets and lists, which are stored elsewhere, are not
 * compared. */
entity_set entity_changed(const struct entity_type *type, const void *a, const void *b);

/* Copy the texts of the row to the arena; NULL stays NULL. False: no memory. */
bool entity_keep_texts(const struct entity_type *type, void *row, struct arena *arena);

/* RC_INVALID: too short, too long, or a name with control characters. */
enum rc entity_check_text(const struct entity_field *f, const char *text, struct err *err)
    MUST_CHECK;

/* What is outside of its limits: RC_INVALID with a sentence that begins with the field. Of
 * JSON only the length is looked at. */
enum rc entity_check(const struct entity_type *type, const void *row, struct err *err)
    MUST_CHECK;

#endif
