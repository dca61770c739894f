/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as a mail: text and HTML, with its own Message-ID, so that a server that
 * receives it twice can detect it, and with References, so that the messages of an
 * incident are one conversation.
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "channel/document_int.h"
#include "channel/request_int.h"
#include "channel/utf8_int.h"

/* ENCODED_BYTES: size of one encoded word; with its delimiters it has at most 75
 * characters. */
enum { SUBJECT_MAX = 150, ENCODED_BYTES = 42 };

/* An address that is safe in a header and in a command: one @, no spaces or brackets. */
static bool
is_address(const char *text)
{
	const char *at = strchr(text, '@');

	if (!at || at == text || !at[1] || strchr(at + 1, '@') || strlen(text) > 254)
		return false;
	for (; *text; text++) {
		if ((unsigned char)*text <= ' ' || strchr("<>()[],;:\"\\\x7f", *text))
			return false;
	}
	return true;
}

static bool
is_plain(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			return false;
	}
	return true;
}

/* RFC 2047: parts in base64, split only between characters. */
static void
put_encoded(struct buf *out, const char *text)
{
	char piece[sodium_base64_ENCODED_LEN(
	    ENCODED_BYTES, sodium_base64_VARIANT_ORIGINAL)];

	for (bool is_first = true; *text; is_first = false) {
		size_t n = utf8_cut(text, ENCODED_BYTES);

		(void)sodium_bin2base64(piece, sizeof(piece), (const unsigned char *)text,
		    n, sodium_base64_VARIANT_ORIGINAL);
		buf_printf(out, "%s=?UTF-8?B?%s?=", is_first ? "" : "\r\n ", piece);
		text += n;
	}
}

static void
put_subject(const struct encoding *e, struct request *r)
{
	const char *title = document_string(e->document, "title");
	struct buf *header = request_add_header(r);
	char text[SUBJECT_MAX + 1];

	(void)snprintf(
	    text, sizeof(text), "%.*s", (int)utf8_cut(title, SUBJECT_MAX), title);
	buf_puts(header, "Subject: ");
	if (is_plain(text))
		buf_puts(header, text);
	else
		put_encoded(header, text);
}

/* "<inc-71.4.t9@example.net>": incident, version, target. */
static void
make_message_id(const struct encoding *e, const char *from, char *id, size_t size)
{
	static const char *const SUFFIX[OUTBOX_ACTS] = {
		[OUTBOX_SEND] = "", [OUTBOX_EDIT] = ".e", [OUTBOX_REPLY] = ".r"
	};
	const struct outbox_claimed *row = e->row;

	if (row->incident > 0 && !row->is_test)
		(void)snprintf(id, size,
		    "<inc-%" PRId64 ".%" PRId64 ".t%" PRId64 "%s@%.120s>", row->incident,
		    row->version, row->target.v, SUFFIX[row->act], strchr(from, '@') + 1);
	else
		(void)snprintf(id, size, "<out-%" PRId64 ".t%" PRId64 "@%.120s>", row->id,
		    row->target.v, strchr(from, '@') + 1);
}

static void
put_date(const struct encoding *e, struct request *r)
{
	static const char DAYS[] = "SunMonTueWedThuFriSat";
	static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	time_t s = (time_t)(e->now_ms / 1000);
	struct tm tm;

	(void)gmtime_r(&s, &tm);
	buf_printf(request_add_header(r), "Date: %.3s, %02d %.3s %d %02d:%02d:%02d +0000",
	    DAYS + (ptrdiff_t)3 * tm.tm_wday, tm.tm_mday,
	    MONTHS + (ptrdiff_t)3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min,
	    tm.tm_sec);
}

static void
put_headers(const struct encoding *e, struct request *r, const char *from)
{
	const char *first = e->row->thread_ref;

	put_date(e, r);
	buf_printf(request_add_header(r), "From: <%s>", from);
	buf_printf(request_add_header(r), "To: <%s>", e->row->address);
	put_subject(e, r);
	buf_printf(request_add_header(r), "Message-ID: %s", r->message_id);
	buf_puts(request_add_header(r), "Auto-Submitted: auto-generated");
	if (*first == '<' && strcmp(first, r->message_id) != 0 && is_plain(first)) {
		buf_printf(request_add_header(r), "In-Reply-To: %s", first);
		buf_printf(request_add_header(r), "References: %s", first);
	}
}

static void
put_url(const struct encoding *e, struct request *r)
{
	const char *security = document_string(e->settings, "security");
	bool is_tls = strcmp(security, "tls") == 0;
	json_int_t port = json_integer_value(json_object_get(e->settings, "port"));
	const char *host = document_string(e->settings, "host");

	r->needs_tls = !is_tls && strcmp(security, "none") != 0;
	buf_printf(&r->url, "%s://%s:%" JSON_INTEGER_FORMAT, is_tls ? "smtps" : "smtp",
	    host, port > 0 ? port : (is_tls ? 465 : 587));
}

static enum rc
check_settings(const struct encoding *e, const char *from, struct err *err)
{
	const char *host = document_string(e->settings, "host");

	if (!*host || strpbrk(host, "/@?# ") || !is_plain(host))
		return err_set(err, RC_INVALID, "the channel has no mail server");
	if (!is_address(from))
		return err_set(
		    err, RC_INVALID, "the channel's \"from\" is not a mail address");
	if (!is_address(e->row->address))
		return err_set(err, RC_INVALID, "the target's mail address is not one");
	return RC_OK;
}

enum rc
email_encode(const struct encoding *e, struct request *r, struct err *err)
{
	const char *from = document_string(e->settings, "from");
	const char *user = document_string(e->settings, "user");
	enum rc rc = check_settings(e, from, err);

	if (rc != RC_OK)
		return rc;
	put_url(e, r);
	make_message_id(e, from, r->message_id, sizeof(r->message_id));
	put_headers(e, r, from);
	buf_puts(&r->from, from);
	buf_puts(&r->to, e->row->address);
	buf_puts(&r->user, user);
	r->has_login = *user != '\0';
	document_text(e->document, &r->body);
	document_html(e->document, &r->html);
	return request_check(r, err);
}

/* ---- the answer ---------------------------------------------------------------------------- */

/* "250 2.0.0 Ok: queued as 4F2" -> "4F2". */
static void
take_queue_id(const char *reply, struct answer *ret)
{
	const char *at = strcasestr(reply, "queued as ");

	if (at)
		(void)snprintf(ret->ref, sizeof(ret->ref), "%.*s",
		    (int)strcspn(at + 10, " \r\n"), at + 10);
}

void
email_answer(int64_t code, const char *reply, struct answer *ret_answer)
{
	struct answer a = { .code = code };

	if (code >= 200 && code < 300) {
		a.kind = ANSWER_DONE;
		take_queue_id(reply, &a);
	} else if (code == 530 || code == 534 || code == 535 || code == 538) {
		a.kind = ANSWER_REFUSED; /* the login */
	} else if (code >= 500) {
		a.kind = ANSWER_DEAD;
	} else {
		a.kind = ANSWER_RETRY;
	}
	if (a.kind != ANSWER_DONE)
		(void)snprintf(a.error, sizeof(a.error),
		    "the mail server answered %" PRId64 ": %.*s", code,
		    (int)strcspn(reply, "\r\n"), reply);
	*ret_answer = a;
}
