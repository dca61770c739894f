/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/phrasebook.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/vec.h"

enum {
	PLACES_MAX = 9, /* of one phrase */
	DEPTH_MAX = 4, /* a reason inside a reason */
	WORDS_MAX = 1024, /* of one sentence */
	KIND_MAX = 64,
};

/* "there is no OLT %d", and its translation. */
struct phrase {
	const char *key, *words;
	size_t literal; /* fixed characters: the phrase with most is preferred */
};

struct phrasebook {
	json_t *file; /* owned */
	const json_t *events, *phrases;
	struct vec patterns; /* struct phrase: those with placeholders */
};

/* The values for the placeholders of a sentence: captures of a phrase or details of a
 * line. */
struct places {
	const struct phrasebook *book;
	int depth;
	size_t n;
	struct {
		const char *text;
		size_t n;
	} caught[PLACES_MAX];
	const json_t *details; /* NULL: none */
};

/* ---- opening --------------------------------------------------------------------- */

static int
most_literal_first(const void *a, const void *b)
{
	size_t x = ((const struct phrase *)a)->literal;
	size_t y = ((const struct phrase *)b)->literal;

	return (x < y) - (x > y);
}

static bool
is_place(const char *p)
{
	return p[0] == '%' && (p[1] == 's' || p[1] == 'd');
}

static size_t
count_literal(const char *key)
{
	size_t n = 0;

	for (const char *p = key; *p; p++) {
		if (is_place(p))
			p++;
		else
			n++;
	}
	return n;
}

static enum rc
read_patterns(struct phrasebook *book, struct err *err)
{
	json_t *phrases = json_object_get(book->file, "phrases"), *words;
	const char *key;

	json_object_foreach(phrases, key, words)
	{
		size_t literal = count_literal(key);
		struct phrase *p =
		    literal < strlen(key) ? vec_add(&book->patterns) : NULL;

		if (p)
			*p = (struct phrase){ key, json_string_value(words), literal };
		else if (literal < strlen(key))
			return err_set(err, RC_NOMEM, "no memory for a phrasebook");
	}
	if (book->patterns.n)
		qsort(book->patterns.data, book->patterns.n, sizeof(struct phrase),
		    most_literal_first);
	return RC_OK;
}

static const struct phrases *
find_file(const char *language)
{
	char name[16];

	(void)snprintf(name, sizeof(name), "%s.json", language);
	for (size_t i = 0; i < N_PHRASEBOOKS; i++) {
		if (strcmp(PHRASEBOOKS[i].name, name) == 0)
			return &PHRASEBOOKS[i];
	}
	return NULL;
}

enum rc
phrasebook_open(const char *language, struct phrasebook **ret_book, struct err *err)
{
	const struct phrases *file = find_file(language);
	struct phrasebook *book OWNED(phrasebook_free) = NULL;
	enum rc rc;

	if (strcmp(language, "en") == 0) {
		*ret_book = NULL;
		return RC_OK;
	}
	if (!file)
		return err_set(
		    err, RC_INVALID, "there is no phrasebook of \"%s\"", language);
	book = calloc(1, sizeof(*book));
	if (!book)
		return err_set(err, RC_NOMEM, "no memory for a phrasebook");
	book->patterns = (struct vec)VEC_INIT(struct phrase);
	book->file = json_loadb((const char *)file->text, file->n, 0, NULL);
	book->events = json_object_get(book->file, "events");
	book->phrases = json_object_get(book->file, "phrases");
	if (!book->events || !book->phrases)
		return err_set(err, RC_PROTOCOL, "%s is no phrasebook", file->name);
	rc = read_patterns(book, err);
	if (rc == RC_OK)
		*ret_book = GIVE(book);
	return rc;
}

void
phrasebook_free(struct phrasebook *book)
{
	if (!book)
		return;
	json_decref(book->file);
	vec_fini(&book->patterns);
	free(book);
}

/* ---- phrases --------------------------------------------------------------------- */

static bool say_deeper(
    const struct phrasebook *book, int depth, const char *text, struct buf *out);

/* A number, with or without decimals; 0: there is none. */
static size_t
number_length(const char *text)
{
	size_t n = text[0] == '-' ? 1 : 0, digits = strspn(text + n, "0123456789");

	if (digits == 0)
		return 0;
	n += digits;
	if (text[n] == '.' && isdigit((unsigned char)text[n + 1]))
		n += 1 + strspn(text + n + 1, "0123456789");
	return n;
}

/* Does the text match the phrase from here on? Captured texts are as short as
 * possible. */
static bool
fits(const char *key, const char *text, struct places *places)
{
	size_t i;

	while (*key && !is_place(key)) {
		if (*key++ != *text++)
			return false;
	}
	if (!*key)
		return !*text;
	if (places->n == PLACES_MAX)
		return false;
	i = places->n++;
	places->caught[i].text = text;
	if (key[1] == 'd') {
		places->caught[i].n = number_length(text);
		return places->caught[i].n &&
		    fits(key + 2, text + places->caught[i].n, places);
	}
	for (size_t n = 0;; n++) {
		size_t before = places->n;

		places->caught[i].n = n;
		if (fits(key + 2, text + n, places))
			return true;
		places->n = before;
		if (!text[n])
			return false;
	}
}

/* ---- placeholders ---------------------------------------------------------------- */

/* "820 ms", "4.2 s", "3 min 20 s", "2 h 5 min", "12 d 3 h" */
static void
put_span(int64_t ms, struct buf *out)
{
	long long s = (long long)(ms < 0 ? -ms : ms) / 1000, of_ms = ms < 0 ? -ms : ms;

	if (s < 1)
		buf_printf(out, "%lld ms", of_ms);
	else if (s < 60)
		buf_printf(out, "%lld.%lld s", s, of_ms % 1000 / 100);
	else if (s < 3600)
		buf_printf(out, "%lld min %lld s", s / 60, s % 60);
	else if (s < 86400)
		buf_printf(out, "%lld h %lld min", s / 3600, s % 3600 / 60);
	else
		buf_printf(out, "%lld d %lld h", s / 86400, s % 86400 / 3600);
}

static void
put_clock(int64_t at_ms, struct buf *out)
{
	time_t at = (time_t)(at_ms / 1000);
	char text[8];
	struct tm tm;

	(void)localtime_r(&at, &tm);
	(void)strftime(text, sizeof(text), "%H:%M", &tm);
	buf_puts(out, text);
}

/* Details that are times or durations are formatted for users. */
static bool
put_time(const struct places *p, const char *name, struct buf *out)
{
	static const struct {
		const char *name, *detail;
		void (*put)(int64_t ms, struct buf *out);
	} TIMES[] = {
		{ "duration", "duration_ms", put_span },
		{ "work", "work_ms", put_span },
		{ "span", "number", put_span },
		{ "from", "period_start_ms", put_clock },
		{ "to", "period_end_ms", put_clock },
	};

	for (size_t i = 0; i < sizeof(TIMES) / sizeof(TIMES[0]); i++) {
		const json_t *ms = json_object_get(p->details, TIMES[i].detail);

		if (strcmp(TIMES[i].name, name) != 0 || !json_is_integer(ms))
			continue;
		TIMES[i].put(json_integer_value(ms), out);
		return true;
	}
	return false;
}

/* False: there is no value for this placeholder. */
static bool
put_place(const struct places *p, const char *name, bool is_said, struct buf *out)
{
	const json_t *detail = json_object_get(p->details, name);
	size_t i = isdigit((unsigned char)name[0]) ? (size_t)(name[0] - '0') : 0;
	char text[WORDS_MAX];

	if (i > 0 && i <= p->n)
		(void)snprintf(text, sizeof(text), "%.*s", (int)p->caught[i - 1].n,
		    p->caught[i - 1].text);
	else if (json_is_string(detail))
		(void)snprintf(text, sizeof(text), "%s", json_string_value(detail));
	else if (json_is_integer(detail))
		(void)snprintf(
		    text, sizeof(text), "%lld", (long long)json_integer_value(detail));
	else
		return put_time(p, name, out);
	if (!is_said || !say_deeper(p->book, p->depth + 1, text, out))
		buf_puts(out, text);
	return true;
}

/* "{task} se omitió: {{why}}"; false: a value is missing. */
static bool
fill(const char *words, const struct places *p, struct buf *out)
{
	while (*words) {
		bool is_said = words[0] == '{' && words[1] == '{';
		char name[KIND_MAX] = "";
		size_t n;

		if (*words != '{') {
			buf_putc(out, *words++);
			continue;
		}
		words += is_said ? 2 : 1;
		n = strcspn(words, "}");
		if (n < sizeof(name))
			memcpy(name, words, n);
		if (!put_place(p, name, is_said, out))
			return false;
		words += n;
		words += strspn(words, "}");
	}
	return true;
}

/* ---- translation ----------------------------------------------------------------- */

static bool
say_by_pattern(
    const struct phrasebook *book, int depth, const char *text, struct buf *out)
{
	for (size_t i = 0; i < book->patterns.n; i++) {
		const struct phrase *p = VEC_AT(&book->patterns, struct phrase, i);
		struct places places = { .book = book, .depth = depth };
		struct buf words = BUF_INIT(WORDS_MAX);
		bool is_whole = p->words && fits(p->key, text, &places) &&
		    fill(p->words, &places, &words) && buf_ok(&words);

		if (is_whole)
			buf_puts(out, buf_text(&words));
		buf_fini(&words);
		if (is_whole)
			return true;
	}
	return false;
}

/* "first; second", "192.0.2.1: what happened": translate the parts, if one of them is
 * known. */
static bool
say_in_parts(const struct phrasebook *book, int depth, const char *text, struct buf *out)
{
	static const char *const BETWEEN[] = { "; ", ": " };

	for (size_t i = 0; i < 2; i++) {
		const char *cut = strstr(text, BETWEEN[i]);
		struct buf rest = BUF_INIT(WORDS_MAX);
		char head[WORDS_MAX];
		bool is_known = cut && say_deeper(book, depth + 1, cut + 2, &rest);

		if (is_known) {
			(void)snprintf(
			    head, sizeof(head), "%.*s", (int)(cut - text), text);
			if (!say_deeper(book, depth + 1, head, out))
				buf_puts(out, head);
			buf_printf(out, "%s%s", BETWEEN[i], buf_text(&rest));
		}
		buf_fini(&rest);
		if (is_known)
			return true;
	}
	return false;
}

/* False: no phrase matches, and nothing was written. */
static bool
say_deeper(const struct phrasebook *book, int depth, const char *text, struct buf *out)
{
	const char *plain = json_string_value(json_object_get(book->phrases, text));

	if (plain)
		buf_puts(out, plain);
	if (plain || depth > DEPTH_MAX)
		return plain != NULL;
	return say_by_pattern(book, depth, text, out) ||
	    say_in_parts(book, depth, text, out);
}

void
phrasebook_say(const struct phrasebook *book, const char *text, struct buf *out)
{
	if (!book || !say_deeper(book, 0, text, out))
		buf_puts(out, text);
}

/* ---- lines ----------------------------------------------------------------------- */

/* The singular or the plural form of a pair. */
static const char *
words_of(const json_t *entry, const json_t *details)
{
	const json_t *n = json_object_get(details, "number");

	if (!json_is_object(entry))
		return json_string_value(entry);
	if (!n)
		n = json_object_get(details, "total");
	return json_string_value(
	    json_object_get(entry, json_integer_value(n) == 1 ? "one" : "other"));
}

static bool
tell(const struct places *p, const char *event, const char *more, struct buf *out)
{
	char kind[KIND_MAX];
	const char *words;

	(void)snprintf(kind, sizeof(kind), "%s%s%s", event, *more ? " " : "", more);
	words = words_of(json_object_get(p->book->events, kind), p->details);
	return words && fill(words, p, out) && buf_ok(out);
}

/* Lines about an OLT begin with its name, in every language. */
static void
put_name(const struct coordinator_entry *entry, struct buf *out)
{
	const char *end = entry->olt.v ? strstr(entry->message, ": ") : NULL;

	if (entry->olt_name)
		buf_printf(out, "%s: ", entry->olt_name);
	else if (end)
		buf_printf(out, "%.*s: ", (int)(end - entry->message), entry->message);
}

void
phrasebook_line(
    const struct phrasebook *book, const struct coordinator_entry *entry, struct buf *out)
{
	json_t *details =
	    book && entry->details ? json_loads(entry->details, 0, NULL) : NULL;
	const char *state = json_string_value(json_object_get(details, "state"));
	struct places places = { .book = book, .details = details };
	const char *const more[] = { state ? state : "-", "why", "" };
	bool is_told = false;

	for (size_t i = 0; book && i < 3 && !is_told; i++) {
		struct buf words = BUF_INIT(WORDS_MAX);

		is_told = tell(&places, entry->event, more[i], &words);
		if (is_told) {
			put_name(entry, out);
			buf_puts(out, buf_text(&words));
		}
		buf_fini(&words);
	}
	if (!is_told)
		phrasebook_say(book, entry->message, out);
	json_decref(details);
}
