/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/post.h - the engine's letter-box: what other threads tell it.
 *
 * Letters come in order. People's letters are refused when too many wait (post_send);
 * the writer's word about what it has stored is never refused: the writer waits for
 * room instead (post_reply), and may, because the engine never waits for the writer.
 *
 * The box has counted owners: works of the writer hold it until they are done, so that
 * a word that comes after the engine's end falls into a box that nobody reads any more.
 *
 * All but post_take: any thread. For the files of poll/ only.
 */
#ifndef FACHO_POLL_POST_H
#define FACHO_POLL_POST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/rc.h"
#include "poll/engine.h"
#include "store/finish.h"
#include "store/oid.h"

enum letter_kind {
	LETTER_PAST,
	LETTER_OLT,
	LETTER_SETTINGS,
	LETTER_DROP,
	LETTER_REVIVE,
	LETTER_RUN,
	LETTER_INTERRUPT,
	LETTER_TEST,
	LETTER_REFRESH,
	LETTER_TRY,
	LETTER_SYNC,
	LETTER_STOP,
	LETTER_STORED,
};

struct overlays; /* vendor/overlay.h */

struct letter {
	enum letter_kind kind;
	struct olt_id olt;
	struct node_id node;
	struct execution_id execution;
	struct site_olt *site; /* LETTER_OLT: owned */
	struct engine_past *past; /* LETTER_PAST: owned */
	struct engine_settings *settings; /* LETTER_SETTINGS: owned */
	bool is_check;
	int64_t loaded_ms; /* of a check: monotonic */
	bool alone;
	char by[EXECUTION_NAME_MAX];
	struct engine_test test; /* LETTER_TEST: wiped when the letter is freed */
	char *profile; /* LETTER_TEST: owned; test.profile is not used */
	char *batch; /* LETTER_TEST: owned; what test.said.batch points to */
	struct engine_refresh refresh; /* LETTER_REFRESH */
	struct engine_try what; /* LETTER_TRY: what.oid is not used */
	struct stored_oid oid; /* LETTER_TRY: texts are in the arena */
	struct arena *arena; /* LETTER_TRY: owned */
	struct engine_sync sync; /* LETTER_SYNC: done NULL: it was told already */
	int64_t patience_ms; /* LETTER_STOP */
	/* LETTER_STORED */
	enum rc rc;
	struct finish_result result; /* owns its list of ONUs */
};

struct letter *letter_new(enum letter_kind kind); /* NULL when out of memory */
void letter_free(struct letter *l);
OWNED_BY(struct letter, letter_free);

struct post;

/* NULL when it cannot be made. Has one owner. What works of the writer borrow from the
 * engine (overlays of profiles) belongs to the box, and goes when the last has gone. */
struct post *post_new(size_t bound);
void post_keep(struct post *p, struct overlays *overlays);
struct post *post_ref(struct post *p);
void post_unref(struct post *p);
OWNED_BY(struct post, post_unref);

/* Readable while letters wait. */
int post_fd(const struct post *p);

/* Owns the letter on success. RC_BUSY: too many wait; RC_CANCELLED: closed to people. */
enum rc post_send(struct post *p, struct letter *l) MUST_CHECK;
/* Owns it in any case. */
void post_reply(struct post *p, struct letter *l);

/* The next letter; NULL when there is none. Engine thread only. */
struct letter *post_take(struct post *p);
/* Letters may have been left behind: be woken again. Engine thread only. */
void post_wake(struct post *p);

/* Take nothing more from people; the writer's word still comes. */
void post_close_to_people(struct post *p);
/* Nobody reads it any more. */
void post_close(struct post *p);

uint64_t post_refused(struct post *p);

#endif
