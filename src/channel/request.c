/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "channel/request_int.h"

enum { REDACT_LEAST = 4 }; /* replacing a shorter secret would change ordinary words */

void
request_init(struct request *r)
{
	memset(r, 0, sizeof(*r));
	r->url.ceiling = REQUEST_URL_MAX;
	r->body.ceiling = REQUEST_BODY_MAX;
	r->html.ceiling = REQUEST_BODY_MAX;
	r->from.ceiling = r->to.ceiling = r->user.ceiling = REQUEST_HEADER_MAX;
	for (size_t i = 0; i < REQUEST_HEADERS; i++)
		r->headers[i].ceiling = REQUEST_HEADER_MAX;
}

static void
wipe(struct buf *b)
{
	if (b->data)
		explicit_bzero(b->data, b->cap);
	buf_fini(b);
}

void
request_fini(struct request *r)
{
	wipe(&r->url);
	wipe(&r->user);
	for (size_t i = 0; i < REQUEST_HEADERS; i++)
		wipe(&r->headers[i]);
	buf_fini(&r->body);
	buf_fini(&r->html);
	buf_fini(&r->from);
	buf_fini(&r->to);
}

struct buf *
request_add_header(struct request *r)
{
	return r->n_headers < REQUEST_HEADERS ? &r->headers[r->n_headers++] : NULL;
}

enum rc
request_check(const struct request *r, struct err *err)
{
	bool is_ok = buf_ok(&r->url) && buf_ok(&r->body) && buf_ok(&r->html) &&
	    buf_ok(&r->from) && buf_ok(&r->to) && buf_ok(&r->user);

	for (size_t i = 0; i < r->n_headers; i++)
		is_ok = is_ok && buf_ok(&r->headers[i]);
	return is_ok ? RC_OK : err_set(err, RC_NOMEM, "the message is too long");
}

/* A text that was cut may end with the beginning of the secret. */
static void
redact_end(char *text, const struct secret *secret)
{
	size_t n = strlen(text), most = secret->len < n ? secret->len : n;

	for (size_t k = most; k >= REDACT_LEAST; k--) {
		if (memcmp(text + n - k, secret->bytes, k) == 0) {
			memcpy(text + n - k, "***", sizeof("***"));
			return;
		}
	}
}

void
request_redact(char *text, const struct secret *secret)
{
	char *at;

	if (secret->len < REDACT_LEAST)
		return;
	while ((at = strstr(text, secret->bytes))) {
		memcpy(at, "***", 3);
		memmove(at + 3, at + secret->len, strlen(at + secret->len) + 1);
	}
	redact_end(text, secret);
}
