/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt/olt.h - OLTs: put, get, list, delete and restore; and their secrets, which
 * are sealed (store/secret/vault.h) and come back through one door only.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_OLT_OLT_H
#define FACHO_STORE_OLT_OLT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/olt.h"

struct db;
struct vault;

struct olt_put {
	const struct vault *vault; /* not needed without secrets */
	const struct olt_secrets *secrets; /* all three; NULL: leave them as they are */
	int64_t now_ms;
	/* The row as it was read. Only the fields that differ from it are written: a change of
	 * another field in the meantime is kept. NULL: all fields are written. */
	const struct olt *before;
};

/* A zero id inserts, makes its workflow, and is filled in; otherwise the row is
 * changed (RC_NOT_FOUND when it is gone or deleted). RC_INVALID as olt_check(),
 * or the model is another brand's; RC_CONFLICT: the name is taken, or there is no such
 * brand or model. */
enum rc store_olt_put(struct db *db, struct olt *olt, const struct olt_put *how,
    struct err *err) MUST_CHECK;

/* Deleted ones too. Texts are in the arena. */
enum rc store_olt_get(struct db *db, struct olt_id id, struct arena *arena,
    struct olt *ret_olt, struct err *err) MUST_CHECK;

/* The caller wipes them. Missing ones are empty. */
enum rc store_olt_secrets(struct db *db, const struct vault *vault, struct olt_id id,
    struct olt_secrets *ret_secrets, struct err *err) MUST_CHECK;

enum olt_which {
	OLTS_LIVE,
	OLTS_DELETED,
};

/* All of them by name; what row is given is borrowed. It stops at, and returns, the
 * first outcome of row that is not RC_OK. */
typedef enum rc (*store_olt_row)(void *ctx, const struct olt *olt);
enum rc store_olt_list(struct db *db, enum olt_which which, store_olt_row row, void *ctx,
    struct err *err) MUST_CHECK;

struct olt_deletion {
	const char *by;
	const char *why;
	int64_t at_ms;
};

/* Mark it; everything about it stays. RC_NOT_FOUND: gone or deleted already. */
enum rc store_olt_delete(struct db *db, struct olt_id id,
    const struct olt_deletion *deletion, struct err *err) MUST_CHECK;
/* RC_CONFLICT: its name has been taken meanwhile. RC_NOT_FOUND: not deleted. */
enum rc store_olt_restore(
    struct db *db, struct olt_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* Only that; it may be so already. RC_NOT_FOUND: gone or deleted. */
enum rc store_olt_enable(struct db *db, struct olt_id id, bool enabled, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* What the governor has learnt about a device; 0: nothing. */
struct olt_learnt {
	int64_t in_flight;
	int64_t answer_bytes;
	int64_t repetitions;
	int64_t rtt_us;
};

enum rc store_olt_learnt_get(struct db *db, struct olt_id id,
    struct olt_learnt *ret_learnt, struct err *err) MUST_CHECK;
enum rc store_olt_learnt_put(struct db *db, struct olt_id id,
    const struct olt_learnt *learnt, struct err *err) MUST_CHECK;

/* What the engine knows of an OLT's health. The engine, through the writer. */
struct olt_health {
	int64_t failures; /* runs that failed in a row */
	int64_t suspended_ms; /* by the system, since; 0: it is not */
	/* NULL is "", which is no reason: one that is there stays while it is suspended. */
	const char *suspended_why;
	int64_t not_answering_ms; /* since; 0: it answers */
	int64_t last_answer_ms; /* 0: as it was */
	int64_t up_since_ms; /* the device, as it says; 0: as it was */
};

/* RC_NOT_FOUND without the OLT. */
enum rc store_olt_health_put(struct db *db, struct olt_id id,
    const struct olt_health *health, struct err *err) MUST_CHECK;

/* What the device turned out to be: names, as the engine knows them. A brand or a model
 * that a person has chosen stays, only Generic gives way; a name that the catalogue does
 * not have is left out. The engine, through the writer. RC_NOT_FOUND. */
struct olt_detected {
	const char *profile; /* "huawei_smartax" */
	const char *brand; /* "Huawei"; NULL or "": not detected */
	const char *model; /* "MA5800-X7" */
};

enum rc store_olt_profile_put(struct db *db, struct olt_id id,
    const struct olt_detected *detected, struct err *err) MUST_CHECK;

/* What a column does on this device. *ret_is_news (may be NULL): it is another state than
 * before, or the first that is said about it; one that stays keeps its since. The engine, through
 * the writer; a transaction that is tried again makes news once more. RC_CONFLICT: there
 * is no such OLT. */
struct olt_column_state {
	struct olt_id olt;
	const char *oid;
	enum olt_column state;
	int64_t since_ms;
};

enum rc store_olt_column_put(struct db *db, const struct olt_column_state *column,
    bool *ret_is_news, struct err *err) MUST_CHECK;

/* All of an OLT's by OID; as store_olt_list. Any connection. */
typedef enum rc (*store_olt_column_row)(void *ctx, const struct olt_column_state *column);

/* The OLT's lock was given to the holder of this token: whoever comes with an older one
 * may write no result any more (store/work/execution.h). RC_CONFLICT: a later one was here;
 * RC_NOT_FOUND. The engine, when it has got the lock; the store itself with each start
 * and result. */
enum rc store_olt_fence(struct db *db, struct olt_id id, int64_t token, struct err *err)
    MUST_CHECK;
/* The latest token of any OLT, 0 without any: tokens go on from it at the next start. */
enum rc store_olt_last_fence(struct db *db, int64_t *ret_token, struct err *err)
    MUST_CHECK;

#endif
