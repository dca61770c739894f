/* SPDX-License-Identifier: Apache-2.0
 *
 * model/words.h - English words for codes of the API.
 *
 * The command line and the messages of the program use these words, and web/src/i18n has
 * the same ones (tests/web/phrases.test.js compares them). They begin with a lower-case
 * letter, as within a sentence. Codes are stable, words may change.
 *
 * Pure; any thread.
 */
#ifndef FACHO_MODEL_WORDS_H
#define FACHO_MODEL_WORDS_H

enum words {
	WORDS_NONE, /* not a code */
	WORDS_ONU, /* run and admin states of ONUs */
	WORDS_CAUSE, /* why an ONU is offline */
	WORDS_LEVEL, /* of light */
	WORDS_ONU_EVENT,
	WORDS_OLT, /* states of OLTs */
	WORDS_PORT, /* conditions of PON ports */
	WORDS_PROBLEM, /* current problems */
	WORDS_GRAVITY, /* of a problem */
	WORDS_EXECUTION, /* states of executions */
	WORDS_TROUBLE, /* why an execution failed */
	WORDS_QUOTA,
	WORDS_SEVERITY, /* of a violation */
	WORDS_PLAN,
	WORDS_LOG_LEVEL,
	WORDS_LOG_EVENT,
	WORDS_PURPOSE, /* of a column: model/purpose.h */
	WORDS_FAMILIES,
};

/* The words for a code; the code itself if there are none. Borrowed, or the code. */
const char *words_for(enum words family, const char *code);

#endif
