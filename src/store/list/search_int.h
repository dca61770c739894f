/* SPDX-License-Identifier: Apache-2.0
 *
 * store/list/search_int.h - what a text that somebody searches for can mean: words, and a
 * serial, a MAC or a position in another notation. Pure.
 */
#ifndef FACHO_STORE_LIST_SEARCH_INT_H
#define FACHO_STORE_LIST_SEARCH_INT_H

#include "store/list/search.h"

enum {
	SEARCH_WORDS_MAX = 8,
	SEARCH_FORMS_MAX = 4,
	SEARCH_PLACES_MAX = 10,
	SEARCH_FORM_TEXT = SEARCH_TEXT_MAX + 4,
	SEARCH_PLACE_MAX = 40, /* five numbers */
	SEARCH_TRIGRAM = 3, /* what is shorter has no index */
	SEARCH_PATTERN_MAX = SEARCH_FORM_TEXT + 3,
};

/* One way to read the text. What is searched fits when every word is part of it. */
struct search_form {
	unsigned n;
	const char *words[SEARCH_WORDS_MAX];
};

/* Points into itself: not to be copied. All but text are folded. */
struct search_terms {
	char text[SEARCH_TEXT_MAX + 1]; /* trimmed */
	char folded[SEARCH_TEXT_MAX + 1];
	/* The same thing as it is kept; "": it cannot be one. */
	char mac[SEARCH_FORM_TEXT];
	char serial[SEARCH_FORM_TEXT]; /* four letters and digits, perhaps not all */
	char hex[SEARCH_FORM_TEXT]; /* that serial as octets */
	char place[SEARCH_PLACE_MAX];
	unsigned n_forms;
	struct search_form forms[SEARCH_FORMS_MAX]; /* first: the words as typed */
	char cut[SEARCH_TEXT_MAX + 1]; /* the words, each with its NUL */
};

/* False: longer than SEARCH_TEXT_MAX. */
bool search_read(const char *text, struct search_terms *ret);

/* The place as it was typed, then with what may have been left out before it: the
 * frame, and the rack. Returns how many; 0: the text is no position. */
unsigned search_places(
    const struct search_terms *t, char ret[SEARCH_PLACES_MAX][SEARCH_PLACE_MAX]);

/* "%word%" for LIKE, whose special characters become "_": see search.c. */
void search_pattern(const char *word, size_t n, char pattern[SEARCH_PATTERN_MAX]);

/* May the index be asked for it: has it three characters in a row without a special
 * one? SQLite 3.40 crashes on two conditions of which one has none. */
bool search_is_indexed(const char *word, size_t n);

/* Does the folded text have all words of a form? */
bool search_has(const struct search_form *form, const char *folded);

#endif
