/* SPDX-License-Identifier: Apache-2.0
 *
 * tell/tell_int.h - shared by the files of tell/.
 */
#ifndef FACHO_TELL_TELL_INT_H
#define FACHO_TELL_TELL_INT_H

#include <jansson.h>

#include "base/arena.h"
#include "base/vec.h"
#include "channel/template.h"
#include "model/notify.h"
#include "notify/notify.h"
#include "store/notify/outbox.h"
#include "tell/tell.h"
#include "watch/sentence.h"

enum { TELL_FACTS = 16 };

/* A piece of evidence that is short: a number. */
struct tell_fact {
	char key[16], value[16];
};

/* An incident that somebody was told of, or may be. */
struct tell_known {
	struct watch_incident incident; /* without ports, evidence and log */
	bool is_confirmed; /* by a look */
	/* As the watch said it last; none after a start: they are stored. */
	struct tell_fact facts[TELL_FACTS];
	size_t n_facts;
};

/* What a message to a target needs. Texts are in the configuration's arena. */
struct tell_target {
	struct target_id id;
	const char *name, *language, *zone, *set;
	enum channel_kind kind;
};

struct tell_template {
	const char *set, *language;
	enum template_kind kind;
	struct template *parsed; /* owned */
};

/* A maintenance window of mode hold or plan: the watch must know its places. */
struct tell_window {
	int64_t id;
	const char *title;
	bool is_plan;
	struct window *window; /* owned */
	struct notify_filter *filter; /* owned */
	struct notify_filter_reach reach;
};

struct tell_config {
	struct arena *arena;
	struct vec windows; /* struct tell_window */
	struct vec targets; /* struct tell_target */
	struct vec templates; /* struct tell_template */
	/* Which stored row is wrong, and why: the last of them; "": none. It is left out, so
	 * that it does not take the others along. */
	char left_out[ERR_MAX];
};

struct tell {
	char zone[NOTIFY_ZONE_MAX + 1], language[8], url[512];
	struct notify *notify;
	struct tell_config config;
	struct vec known; /* struct tell_known, by id */
};

/* ---- incidents (tell.c) ----------------------------------------------------------------- */

/* NULL: it is not known. */
struct tell_known *tell_find(const struct tell *t, int64_t incident);

/* ---- configuration (tell_config.c) -------------------------------------------------------- */

void tell_config_fini(struct tell_config *c);
/* NULL: there is none any more. */
const struct tell_target *tell_target_of(const struct tell *t, int64_t target);
/* The template that was written for this target, or NULL: the one that ships. */
const struct template *tell_template_of(
    const struct tell *t, const struct tell_target *target, enum template_kind kind);

/* ---- windows (tell_windows.c) --------------------------------------------------------------- */

/* Those that the watch must know, from the rows of maintenances. */
enum rc tell_windows_add(struct vec *windows, const struct maintenance *row,
    int64_t now_ms, struct err *err) MUST_CHECK;
void tell_windows_fini(struct vec *windows);

/* ---- words (tell_document.c) ---------------------------------------------------------------- */

/* What the database has of an incident, in the language of a target: what people have
 * written, its customers, and what the cause rests on. Lists may be NULL: none. */
struct tell_people {
	const char *acked_by, *owner, *note;
	json_t *members; /* {"items", "total"}: those to name, as templates want them */
	json_t *evidence, *causes, *similar;
	int64_t waiting; /* messages for the channel that fails */
	int64_t repeat; /* how often in 7 days, with this one; 0: it is the first */
};

void tell_people_fini(struct tell_people *people);
void tell_people_show(const struct tell_people *people, json_t *data);

/* Keep what the watch says of the evidence. */
void tell_facts_keep(struct tell_known *known, const struct watch_incident *incident);
/* Fill evidence, causes, similar and repeat. known: NULL: none of them. */
enum rc tell_facts_add(const struct tell *t, struct db *db,
    const struct tell_target *target, const struct tell_known *known, int64_t now_ms,
    struct tell_people *people, struct err *err) MUST_CHECK;

/* Some customers of an incident for {{members}}, with the number of all: those without service,
 * or everybody. The caller unrefs them, also on failure. */
enum rc tell_members(struct db *db, int64_t incident, bool is_down_only, json_t **ret,
    struct err *err) MUST_CHECK;

/* The names of an incident that templates know; NULL: no memory. */
json_t *tell_incident_data(const struct tell *t, const struct watch_incident *i,
    const struct tell_target *target, int64_t now_ms);
enum watch_language tell_language_of(const struct tell_target *target);

/* Append what is new since the last message of the target, in sentences; nothing if there is
 * nothing (tell_change.c). */
void tell_change(const struct notify_decision *d, const struct watch_incident *incident,
    enum watch_language language, struct buf *ret_text);

/* The document of a decision as text, in the arena of the batch. */
enum rc tell_document(const struct tell *t, const struct notify_decision *d,
    const struct tell_target *target, const struct tell_people *people,
    const struct tell_batch *batch, const char **ret_body, struct err *err) MUST_CHECK;

/* ---- the batch (tell_batch.c) ---------------------------------------------------------------- */

struct tell_batch {
	struct arena *arena;
	struct notify_output out;
	struct vec messages; /* struct outbox_new */
	int64_t now_ms;
};

struct tell_batch *tell_batch_new(int64_t now_ms);
bool tell_batch_is_empty(const struct tell_batch *b);

#endif
