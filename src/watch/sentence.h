/* SPDX-License-Identifier: Apache-2.0
 *
 * watch/sentence.h - an incident in one sentence, in Spanish and English.
 *
 * Pure functions of an incident and its params. Times are written by the caller's
 * formatter, which knows the reader's time zone.
 */
#ifndef FACHO_WATCH_SENTENCE_H
#define FACHO_WATCH_SENTENCE_H

#include "base/buf.h"
#include "watch/incident.h"

enum watch_language { WATCH_ES, WATCH_EN };

/* Writes a time for the reader, "10:01:10" or with its date, at most max bytes with the
 * NUL. */
typedef void watch_clock_text(void *ctx, int64_t at_ms, char *text, size_t max);

struct watch_zone {
	watch_clock_text *text;
	void *ctx;
};

/* The fields of an incident that the sentence needs. */
struct watch_story {
	enum watch_kind kind;
	enum watch_state state;
	enum watch_root root;
	enum watch_cause cause;
	int confidence;
	int64_t affected, at_risk, left_over, recovered;
	int64_t since_ms, since_from_ms, resolved_ms;
	bool is_flapping;
	int64_t reopened;
	struct watch_params params;
};

void watch_story(const struct watch_incident *incident, struct watch_story *ret_story);

/* The problem with its cause: "Feeder fibre of port 0/1/3 is cut: 64 of 64 customers
 * without light since 10:01:10. ..." Below a confidence of 50 no cause is named. */
void watch_sentence(const struct watch_story *story, enum watch_language language,
    const struct watch_zone *zone, struct buf *ret_text);

/* The distance of the break, as a sentence; "" if it is not known. */
void watch_distance_text(
    const struct watch_story *story, enum watch_language language, struct buf *ret_text);

/* A piece of evidence in words: "40 said that they lost power". False: it was not found,
 * or it is not for messages. */
bool watch_evidence_text(const struct watch_evidence *evidence,
    enum watch_language language, struct buf *ret_text);

/* The cause of this many customers, in words. NULL: not this kind of evidence, or no
 * customer has it. */
const char *watch_evidence_cause(const struct watch_evidence *evidence,
    enum watch_language language, int64_t *ret_count);

/* The place: "OLT centro, port 0/1/3, box C-14". */
void watch_place_text(
    const struct watch_story *story, enum watch_language language, struct buf *ret_text);

#endif
