/* SPDX-License-Identifier: Apache-2.0
 *
 * service/onu_int.h - an ONU as people read about it: in words, and its levels judged.
 */
#ifndef FACHO_SERVICE_ONU_INT_H
#define FACHO_SERVICE_ONU_INT_H

#include "model/purpose.h"
#include "service/settings_int.h"

/* ---- levels (levels.c): pure ------------------------------------------------------- */

/* "good", "warn", "bad"; NULL: nobody judges this purpose. */
const char *level_of(const struct tunables *limits, enum purpose purpose, double value);
/* {"warn": -25, "bad": -27, "high": -8}; NULL: the same. */
json_t *level_limits(const struct tunables *limits, enum purpose purpose);

/* ---- words (onu_words.c): pure ------------------------------------------------------- */

/* What there is to say about one. Texts are borrowed; "" where nothing is known. */
struct onu_state {
	bool is_present;
	bool is_duplicate;
	int64_t first_seen_ms, last_seen_ms;
	const char *place;
	const char *admin_state, *admin_label;
	const char *run_state, *run_label;
	const char *cause_state, *cause_label;
	int64_t run_since_ms; /* since when we have seen it so; 0: not known */
	int64_t last_up_ms, last_down_ms; /* as the device says; 0: it does not */
	bool has_rx;
	double rx_dbm;
	const char *rx_level; /* "good" */
	bool olt_is_off, olt_is_suspended; /* then nothing new is known */
	int64_t olt_answer_ms; /* when its OLT last answered; 0: never */
	int64_t now_ms;
};

/* "12 days"; "a moment" below a minute. */
char *words_span(int64_t ms, char text[32]);

/* The three facts, each with its words: {"presence", "admin", "run"}. */
json_t *words_facts(const struct onu_state *s);

/* One sentence: "Online for 12 days, -21.4 dBm, good." */
void words_sentence(const struct onu_state *s, struct buf *out);

/* ---- arguments ------------------------------------------------------------------------- */

struct onu_id find_onu(struct ask *a, const char *name);
/* A moment as the API writes it, or epoch milliseconds. */
int64_t arg_moment(struct ask *a, const char *name, int64_t fallback);

/* A value with its unit's key, as answers have it: value, state, level, limits. */
json_t *show_reading(
    const struct tunables *limits, enum purpose purpose, const struct value *value);

#endif
