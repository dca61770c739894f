/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/usm_int.h - SNMPv3 with the user-based security model (RFC 3412, 3414, 3826).
 *
 * One user for the whole simulator, with any of the protocols of model/v3.h. If the user
 * has authentication, messages without it are refused; privacy is optional for the peer,
 * if the user has it. The message code is in usm.c; hashes and ciphers come from
 * crypto_int.h.
 *
 * One owner.
 */
#ifndef FACHO_SIM_USM_INT_H
#define FACHO_SIM_USM_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/secret.h"
#include "sim/agent_int.h"
#include "sim/crypto_int.h"
#include "sim/request_int.h"

enum { USM_NAME_MAX = 32, USM_ENGINE_ID_BYTES = 13 };

/* The user, the same for every OLT. */
struct usm_user {
	char name[USM_NAME_MAX + 1];
	enum v3_auth auth;
	enum v3_priv priv;
	struct crypto_key auth_key, priv_key; /* not localised to an engine */
};

/* The parameters of a user. */
struct usm_words {
	const char *name;
	enum v3_auth auth;
	enum v3_priv priv; /* requires authentication */
	const char *auth_pass, *priv_pass;
};

/* Passphrases have at least 8 characters (RFC 3414 11.2). Slow because RFC 3414 requires
 * it: a megabyte is hashed twice. */
enum rc usm_user_set(
    struct usm_user *user, const struct usm_words *words, struct err *err) MUST_CHECK;

/* The counters of the usmStats group, in its order; the content of reports. */
enum usm_stat {
	USM_UNSUPPORTED_LEVEL,
	USM_NOT_IN_TIME_WINDOW,
	USM_UNKNOWN_USER,
	USM_UNKNOWN_ENGINE,
	USM_WRONG_DIGEST,
	USM_DECRYPTION_ERROR,
	USM_STATS,
};

/* The engine of one OLT. */
struct usm_engine {
	uint8_t id[USM_ENGINE_ID_BYTES];
	bool has_keys; /* localised at the first message that needs them */
	struct crypto_key auth_key, priv_key;
	uint64_t salt;
	uint32_t stats[USM_STATS];
};

/* Different numbers give different engine ids. */
void usm_engine_init(struct usm_engine *e, uint64_t number);

/* What is needed for one message: the user, the engine and its clock. */
struct usm_side {
	const struct usm_user *user;
	struct usm_engine *engine;
	uint32_t boots, time_s;
};

/* Space for a decrypted request and an encrypted answer. */
struct usm_room {
	uint8_t plain[DATAGRAM_MAX];
	uint8_t other[DATAGRAM_MAX];
};

enum usm_outcome {
	USM_OK, /* r->pdu and the varbinds are set */
	USM_REPORT, /* answer with usm_report() of *ret_stat */
	USM_DROP, /* invalid: no answer */
};

/* Check, decrypt and read a v3 message that request_read() has started. */
enum usm_outcome usm_open(const struct usm_side *side, struct request *r,
    struct usm_room *room, enum usm_stat *ret_stat);

/* The maximum size of the message around the PDU of the answer. */
size_t usm_overhead(const struct request *r);

/* Put the message header around the PDU in `answer`, with the security level of the
 * request. */
void usm_wrap(const struct usm_side *side, const struct request *r,
    struct agent_room *agent_room, struct usm_room *room, struct answer *answer);

/* The complete message of a report. False: the request did not allow one. */
bool usm_report(const struct usm_side *side, const struct request *r, enum usm_stat stat,
    struct agent_room *agent_room, struct usm_room *room, struct answer *ret_answer);

#endif
