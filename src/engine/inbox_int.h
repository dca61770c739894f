/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/inbox_int.h - the inbox of the engine: messages from other threads.
 *
 * Messages are processed in order. Messages of users are refused if too many wait
 * (inbox_send). Replies of the writer are never refused: the writer waits for room
 * instead (inbox_reply); it may wait, because the engine never waits for the writer.
 *
 * The inbox is reference-counted: writes of the writer hold it until they are done, so
 * that a reply after the end of the engine is simply not read.
 *
 * All but inbox_take: any thread. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_INBOX_INT_H
#define FACHO_ENGINE_INBOX_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/rc.h"
#include "engine/engine.h"
#include "store/work/finish.h"
#include "model/catalogue_entity.h"

enum message_kind {
	MESSAGE_PAST,
	MESSAGE_OLT,
	MESSAGE_SETTINGS,
	MESSAGE_DROP,
	MESSAGE_REVIVE,
	MESSAGE_RUN,
	MESSAGE_INTERRUPT,
	MESSAGE_TEST,
	MESSAGE_REFRESH,
	MESSAGE_LOOK,
	MESSAGE_TRY,
	MESSAGE_SYNC,
	MESSAGE_STOP,
	MESSAGE_STORED,
};

struct overlays; /* vendor/overlay.h */

struct message {
	enum message_kind kind;
	struct olt_id olt;
	struct node_id node;
	struct execution_id execution;
	struct loaded_olt *site; /* MESSAGE_OLT: owned */
	struct engine_past *past; /* MESSAGE_PAST: owned */
	struct engine_settings *settings; /* MESSAGE_SETTINGS: owned */
	bool is_check;
	int64_t loaded_ms; /* of a check: monotonic */
	bool alone;
	char by[EXECUTION_NAME_MAX];
	struct engine_test test; /* MESSAGE_TEST: wiped when the message is freed */
	char *profile; /* MESSAGE_TEST: owned; test.profile is not used */
	char *batch; /* MESSAGE_TEST: owned; used by test.said.batch */
	struct engine_refresh refresh; /* MESSAGE_REFRESH */
	struct engine_look look; /* MESSAGE_LOOK: look.onus is not used */
	struct position *onus; /* MESSAGE_LOOK: owned */
	size_t n_onus;
	struct engine_try what; /* MESSAGE_TRY: what.oid is not used */
	struct stored_oid oid; /* MESSAGE_TRY: texts are in the arena */
	struct arena *arena; /* MESSAGE_TRY: owned */
	struct engine_sync sync; /* MESSAGE_SYNC: done NULL: already called */
	int64_t patience_ms; /* MESSAGE_STOP */
	/* MESSAGE_STORED */
	enum rc rc;
	struct finish_result result; /* owns its list of ONUs */
};

struct message *message_new(enum message_kind kind); /* NULL when out of memory */
void message_free(struct message *l);
OWNED_BY(struct message, message_free);

struct inbox;

/* NULL when it cannot be created. Has one owner. The data that writes borrow from the
 * engine (overlays of profiles) belongs to the inbox, and is freed with the last
 * reference. */
struct inbox *inbox_new(size_t bound);
void inbox_keep(struct inbox *p, struct overlays *overlays);
struct inbox *inbox_ref(struct inbox *p);
void inbox_unref(struct inbox *p);
OWNED_BY(struct inbox, inbox_unref);

/* Readable while messages wait. */
int inbox_fd(const struct inbox *p);

/* Owns the message on success. RC_BUSY: too many wait; RC_CANCELLED: closed to users. */
enum rc inbox_send(struct inbox *p, struct message *l) MUST_CHECK;
/* Always owns it. */
void inbox_reply(struct inbox *p, struct message *l);

/* The next message; NULL: none. Engine thread only. */
struct message *inbox_take(struct inbox *p);
/* Messages may remain: wake the reader again. Engine thread only. */
void inbox_wake(struct inbox *p);

/* Accept no more messages of users; answers of the writer are still accepted. */
void inbox_close_to_people(struct inbox *p);
/* It is not read any more. */
void inbox_close(struct inbox *p);

/* The number of messages of users that were refused because too many waited. */
uint64_t inbox_refused(struct inbox *p);

#endif
