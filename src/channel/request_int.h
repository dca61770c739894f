/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/request_int.h - one request to a channel, as the encoders make it, and what its
 * answer means. Encoders and readers of answers are pure: no clock, no socket. Any thread.
 */
#ifndef FACHO_CHANNEL_REQUEST_INT_H
#define FACHO_CHANNEL_REQUEST_INT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/notify/outbox.h"

enum {
	REQUEST_BODY_MAX = 256 * 1024,
	REQUEST_URL_MAX = 4096,
	REQUEST_HEADERS = 10,
	REQUEST_HEADER_MAX = 1200,
	ANSWER_MAX = 64 * 1024, /* bytes of an answer that are read */
	ANSWER_ERROR_MAX = 300,
	ANSWER_REF_MAX = 200,
};

/* HTTP: url, headers and body. Mail: url, headers (with From, To, Subject), from, to, text
 * (body) and html. */
struct request {
	struct buf url; /* may contain a secret; never log it */
	struct buf body;
	struct buf html; /* of a mail */
	struct buf headers[REQUEST_HEADERS]; /* "Name: value"; may contain a secret */
	size_t n_headers;
	struct buf from, to; /* of a mail: plain addresses */
	char message_id[ANSWER_REF_MAX]; /* of a mail */
	bool allows_http; /* the URL may begin with http:// */
	bool needs_tls; /* of a mail: STARTTLS must succeed */
	bool has_login; /* of a mail */
	struct buf user;
};

void request_init(struct request *r);
void request_fini(struct request *r); /* wipes what may be secret */
/* The next header, empty. NULL: there are REQUEST_HEADERS already. */
struct buf *request_add_header(struct request *r);
/* RC_NOMEM if one of the texts did not fit. */
enum rc request_check(const struct request *r, struct err *err) MUST_CHECK;

/* The result of an attempt. */
enum answer_kind {
	ANSWER_DONE,
	ANSWER_RETRY, /* later; the problem may be in the channel */
	ANSWER_WAIT, /* after wait_s, as requested by the receiver */
	ANSWER_DEAD, /* this message will never be accepted */
	/* no message of ours will be accepted: dead, and the channel fails */
	ANSWER_REFUSED,
	ANSWER_GONE, /* the receiver wants no more messages: disable the channel */
	ANSWER_MOVED, /* the chat has a new address: again at once */
	ANSWER_SEND, /* the message to be edited does not exist: send a new one */
	/* this person or chat refuses our messages: dead, the address is unverified */
	ANSWER_BLOCKED,
	ANSWER_UNSURE, /* it is not known whether it was delivered */
};

struct answer {
	enum answer_kind kind;
	int64_t code; /* HTTP or SMTP; 0: none */
	int64_t wait_s; /* for ANSWER_WAIT */
	bool is_for_channel; /* for ANSWER_WAIT: not only for this chat */
	char error[ANSWER_ERROR_MAX]; /* a sentence without secrets; "" if done */
	char ref[ANSWER_REF_MAX]; /* id of the message at the receiver; "" */
	char address[64]; /* for ANSWER_MOVED */
};

/* Replace every occurrence of the secret in text by "***". */
void request_redact(char *text, const struct secret *secret);

/* ---- channels ------------------------------------------------------------------------ */

struct encoding {
	const struct outbox_claimed *row;
	const json_t *document;
	const json_t *settings; /* of the channel */
	int64_t now_ms;
};

/* RC_INVALID: the channel's settings are wrong; err names the setting. */
enum rc telegram_encode(const struct encoding *e, struct request *r, struct err *err)
    MUST_CHECK;
enum rc webhook_encode(const struct encoding *e, struct request *r, struct err *err)
    MUST_CHECK;
enum rc email_encode(const struct encoding *e, struct request *r, struct err *err)
    MUST_CHECK;

/* status: HTTP; body: as received, NUL-terminated. retry_after_s: from the header, or
 * 0. */
void telegram_answer(
    int64_t status, const char *body, bool is_edit, struct answer *ret_answer);
void webhook_answer(int64_t status, int64_t retry_after_s, struct answer *ret_answer);
/* reply: the last line of the server, "250 2.0.0 Ok: queued as 4F2". */
void email_answer(int64_t code, const char *reply, struct answer *ret_answer);

#endif
