/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/reader_int.h - reads JSON that was written by a person.
 *
 * A reader knows its place in the document, so every error names the path of the wrong
 * part: "columns[3].transform.mul: expected a number". It continues after an error: all
 * errors of a file are reported together. Functions that read a key return false (or
 * NULL) if it is absent or wrong; absent is an error only with NEEDED.
 */
#ifndef FACHO_VENDOR_READER_INT_H
#define FACHO_VENDOR_READER_INT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "model/oid.h"

enum { READER_PATH_MAX = 200, READER_ERRORS_MAX = 8192 };

enum need { OPTIONAL, NEEDED };

struct reader {
	struct arena *arena; /* everything read is copied to it */
	size_t path_len;
	char path[READER_PATH_MAX];
	unsigned n_errors;
	bool no_memory;
	struct buf errors; /* "; " between them */
};

void reader_init(struct reader *r, struct arena *arena);
void reader_fini(struct reader *r);

/* RC_OK: no errors; otherwise all errors in one message, or as many as fit and the number
 * of the others. */
enum rc reader_outcome(const struct reader *r, struct err *err) MUST_CHECK;

/* Report an error at the reader's place, or at one key there. */
void reader_complain(struct reader *r, const char *fmt, ...) PRINTF_LIKE(2, 3);
void reader_complain_of(struct reader *r, const char *key, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Memory from the arena. NULL is remembered and reported by reader_outcome(). */
void *reader_alloc(struct reader *r, size_t n, size_t size);

/* Enter a key or an element. To leave, pass the returned value to reader_leave(). */
size_t reader_enter(struct reader *r, const char *key);
size_t reader_enter_at(struct reader *r, size_t i);
void reader_leave(struct reader *r, size_t mark);

/* Report an error for every key of object that is not in the list, which ends with
 * NULL. */
void reader_only_keys(struct reader *r, const json_t *object, const char *const *keys);

/* The value of a key if it is an object (array); else NULL. */
json_t *reader_object(
    struct reader *r, const json_t *object, const char *key, enum need need);
json_t *reader_array(
    struct reader *r, const json_t *object, const char *key, enum need need);

/* Is value an object? Reports an error if not. */
bool reader_is_object(struct reader *r, const json_t *value);

const char *reader_text(
    struct reader *r, const json_t *object, const char *key, enum need need);
bool reader_bool(struct reader *r, const json_t *object, const char *key, bool *ret);
bool reader_number(struct reader *r, const json_t *object, const char *key, double *ret);
bool reader_integer(struct reader *r, const json_t *object, const char *key, int64_t min,
    int64_t max, int64_t *ret);
bool reader_u32(struct reader *r, const json_t *object, const char *key, uint32_t *ret);
bool reader_oid(struct reader *r, const json_t *object, const char *key, enum need need,
    struct oid *ret);

/* A copy of text in the arena; NULL (and remembered) when out of memory. */
const char *reader_copy(struct reader *r, const char *text);

/* An array of texts; or the texts joined with "; ", for users. */
const char *const *reader_texts(struct reader *r, const json_t *object, const char *key,
    enum need need, size_t *ret_n);
const char *reader_joined(
    struct reader *r, const json_t *object, const char *key, enum need need);

/* Short names for users and for keys: letters, digits and _ only. */
bool reader_is_word(const char *text);

#endif
