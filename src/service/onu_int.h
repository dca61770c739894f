/* SPDX-License-Identifier: Apache-2.0
 *
 * service/onu_int.h - the description of an ONU for users: in words, with evaluated
 * levels.
 */
#ifndef FACHO_SERVICE_ONU_INT_H
#define FACHO_SERVICE_ONU_INT_H

#include "model/purpose.h"
#include "service/settings_int.h"

/* ---- levels (levels.c): pure ------------------------------------------------------- */

/* "good", "warn", "bad"; NULL: nobody judges this purpose. */
const char *level_of(const struct tunables *limits, enum purpose purpose, double value);
/* The worse of both directions. */
struct light {
	const char *level; /* "good"; NULL: no direction tells its level */
	double dbm; /* of that direction */
	bool is_at_olt; /* what the OLT receives of the ONU */
};
/* One more reading. Of two that are as good the ONU's own is kept. */
void light_add(
    struct light *light, const struct tunables *limits, enum purpose purpose, double dbm);

/* ---- the plant (op_plant.c) --------------------------------------------------------- */

/* The tags of "onu", "node" or "olt" as a list. */
json_t *show_tags(struct db *db, const char *entity, int64_t id);
/* The node on which it hangs; null: it is not known. */
json_t *show_node_of_onu(struct db *db, int64_t onu);

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
	int64_t since_ms; /* since when it is up, or is down; 0: not known */
	struct light light;
	/* Then nothing new is known: */
	bool olt_is_off, olt_is_suspended, olt_is_not_answering;
	int64_t olt_answer_ms; /* when its OLT last answered; 0: never */
	int64_t now_ms;
};

/* The code of why it is offline; null: it is not, or nobody knows how it is. */
json_t *words_cause(const struct onu_state *s);

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
