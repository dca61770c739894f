/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as a signed POST (standardwebhooks.com), or as the body that the channel's
 * settings describe, for example for SMS gateways.
 *
 * The secret is the key for signatures: "whsec_" and base64, or any text. Two secrets
 * separated by a space give two signatures, so that a receiver can change its secret
 * without losing messages.
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "channel/document_int.h"
#include "channel/request_int.h"

enum { BODY_MAX = 20 * 1024, KEY_MAX = SECRET_MAX, SIGNED_MAX = REQUEST_BODY_MAX + 512 };

/* ---- body ------------------------------------------------------------------------------- */

static void
put_time(char text[32], int64_t ms)
{
	time_t s = (time_t)(ms / 1000);
	struct tm tm;

	(void)gmtime_r(&s, &tm);
	(void)strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

static json_t *
data_of(const struct encoding *e)
{
	const json_t *given = json_object_get(e->document, "data");
	json_t *data = json_is_object(given) ? json_deep_copy(given) : json_object();
	struct buf text = BUF_INIT(REQUEST_BODY_MAX);

	document_text(e->document, &text);
	(void)json_object_set_new(
	    data, "title", json_string(document_string(e->document, "title")));
	(void)json_object_set_new(data, "text", json_string(buf_text(&text)));
	(void)json_object_set_new(
	    data, "url", json_string(document_string(e->document, "url")));
	(void)json_object_set_new(
	    data, "severity", json_string(document_string(e->document, "severity")));
	(void)json_object_set_new(data, "incident_id", json_integer(e->row->incident));
	(void)json_object_set_new(data, "version", json_integer(e->row->version));
	(void)json_object_set_new(data, "is_test", json_boolean(e->row->is_test));
	(void)json_object_set_new(data, "target", json_string(e->row->target_name));
	buf_fini(&text);
	return data;
}

/* The longest list of an object is removed; the page at "url" has the complete list. */
static bool
drop_longest_list(json_t *object)
{
	const char *key;
	const char *longest = NULL;
	json_t *value;
	size_t most = 0;

	json_object_foreach(object, key, value)
	{
		if (json_is_array(value) && json_array_size(value) >= most) {
			most = json_array_size(value);
			longest = key;
		}
	}
	return longest && json_object_del(object, longest) == 0;
}

static bool
make_smaller(json_t *data)
{
	json_t *incident = json_object_get(data, "incident");

	(void)json_object_set_new(data, "is_cut", json_true());
	if (drop_longest_list(incident) || drop_longest_list(data))
		return true;
	return json_object_del(data, "incident") == 0 ||
	    json_object_del(data, "text") == 0;
}

static char *
standard_body(const struct encoding *e)
{
	char moment[32];
	json_t *body = NULL;
	json_t *data = data_of(e);
	const char *type = document_string(e->document, "type");
	char *json;

	put_time(moment, e->row->created_ms);
	body = json_pack("{s:s, s:s, s:o}", "type", *type ? type : "message", "timestamp",
	    moment, "data", data);
	json = body ? json_dumps(body, JSON_COMPACT) : NULL;
	while (json && strlen(json) > BODY_MAX && make_smaller(data)) {
		free(json);
		json = json_dumps(body, JSON_COMPACT);
	}
	json_decref(body);
	return json;
}

/* ---- body by template -------------------------------------------------------------------- */

/* A value inside a JSON text, without its quotes. */
static void
put_json(struct buf *out, const char *text)
{
	json_t *value = json_string(text);
	char *json = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	if (json && strlen(json) >= 2)
		buf_add(out, json + 1, strlen(json) - 2);
	free(json);
	json_decref(value);
}

static void
put_named(const struct encoding *e, struct buf *out, const char *name, size_t len)
{
	struct buf value = BUF_INIT(BODY_MAX);
	const char *type = document_string(e->settings, "content_type");

	if (len == 4 && memcmp(name, "text", 4) == 0)
		document_text(e->document, &value);
	else if (len == 7 && memcmp(name, "address", 7) == 0)
		buf_puts(&value, e->row->address);
	else if (len == 2 && memcmp(name, "id", 2) == 0)
		buf_puts(&value, e->row->key);
	else if (len == 8 && memcmp(name, "incident", 8) == 0)
		buf_printf(&value, "%" PRId64, e->row->incident);
	else if (len == 5 && memcmp(name, "title", 5) == 0)
		buf_puts(&value, document_string(e->document, "title"));
	else if (len == 3 && memcmp(name, "url", 3) == 0)
		buf_puts(&value, document_string(e->document, "url"));
	else if (len == 8 && memcmp(name, "severity", 8) == 0)
		buf_puts(&value, document_string(e->document, "severity"));
	else if (len == 4 && memcmp(name, "type", 4) == 0)
		buf_puts(&value, document_string(e->document, "type"));
	if (strstr(type, "urlencoded"))
		buf_put_escaped(out, buf_text(&value));
	else if (strstr(type, "text/"))
		buf_puts(out, buf_text(&value));
	else
		put_json(out, buf_text(&value));
	buf_fini(&value);
}

static char *
own_body(const struct encoding *e, const char *text)
{
	struct buf out = BUF_INIT(BODY_MAX);
	const char *mark;

	while ((mark = strstr(text, "{{"))) {
		const char *end = strstr(mark, "}}");

		if (!end)
			break;
		buf_add(&out, text, (size_t)(mark - text));
		put_named(e, &out, mark + 2, (size_t)(end - mark - 2));
		text = end + 2;
	}
	buf_puts(&out, text);
	if (!buf_ok(&out)) {
		buf_fini(&out);
		return NULL;
	}
	return out.data ? out.data : strdup("");
}

/* ---- signature ---------------------------------------------------------------------------- */

/* The key of a secret: the decoded base64 after "whsec_", otherwise the text itself. */
static size_t
key_of(const char *secret, size_t len, unsigned char key[KEY_MAX])
{
	static const char PREFIX[] = "whsec_";
	size_t skip = sizeof(PREFIX) - 1;
	size_t n = 0;

	if (len > skip && memcmp(secret, PREFIX, skip) == 0 &&
	    sodium_base642bin(key, KEY_MAX, secret + skip, len - skip, NULL, &n, NULL,
		sodium_base64_VARIANT_ORIGINAL) == 0)
		return n;
	memcpy(key, secret, len);
	return len;
}

static void
put_signature(struct buf *out, const struct buf *content, const char *secret, size_t len)
{
	crypto_auth_hmacsha256_state state;
	unsigned char key[KEY_MAX];
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	char text[sodium_base64_ENCODED_LEN(
	    crypto_auth_hmacsha256_BYTES, sodium_base64_VARIANT_ORIGINAL)];
	size_t n = key_of(secret, len, key);

	(void)crypto_auth_hmacsha256_init(&state, key, n);
	(void)crypto_auth_hmacsha256_update(
	    &state, (const unsigned char *)buf_text(content), content->len);
	(void)crypto_auth_hmacsha256_final(&state, mac);
	(void)sodium_bin2base64(
	    text, sizeof(text), mac, sizeof(mac), sodium_base64_VARIANT_ORIGINAL);
	buf_printf(out, " v1,%s", text);
	sodium_memzero(key, sizeof(key));
}

static void
put_signatures(const struct encoding *e, struct request *r, const char *id)
{
	struct buf content = BUF_INIT(SIGNED_MAX);
	struct buf *header = request_add_header(r);
	const char *at = e->row->secret.bytes;

	buf_printf(&content, "%s.%" PRId64 ".", id, e->now_ms / 1000);
	buf_add(&content, buf_text(&r->body), r->body.len);
	buf_puts(header, "webhook-signature:");
	while (*at) {
		size_t len = strcspn(at, " \n");

		if (len)
			put_signature(header, &content, at, len);
		at += len;
		at += strspn(at, " \n");
	}
	buf_fini(&content);
}

/* ---- the request --------------------------------------------------------------------------- */

static enum rc
check_url(const char *url, bool allows_http, struct err *err)
{
	if (strncmp(url, "https://", 8) == 0)
		return RC_OK;
	if (strncmp(url, "http://", 7) == 0 && allows_http)
		return RC_OK;
	return err_set(err, RC_INVALID,
	    "the address of a webhook begins with https://, or with http:// if that is "
	    "allowed");
}

enum rc
webhook_encode(const struct encoding *e, struct request *r, struct err *err)
{
	const char *url = *e->row->address && document_is_link(e->row->address)
	    ? e->row->address
	    : document_string(e->settings, "url");
	const char *own = document_string(e->settings, "body");
	const char *type = document_string(e->settings, "content_type");
	char *body = *own ? own_body(e, own) : standard_body(e);
	char id[OUTBOX_KEY_MAX + 8];
	enum rc rc;

	r->allows_http = json_is_true(json_object_get(e->settings, "allow_http"));
	rc = check_url(url, r->allows_http, err);
	if (!body && rc == RC_OK)
		rc = err_set(err, RC_INVALID, "the body is longer than 20 KB");
	if (rc == RC_OK) {
		buf_puts(&r->url, url);
		buf_puts(&r->body, body);
		(void)snprintf(id, sizeof(id), "msg_%.120s", e->row->key);
		buf_printf(request_add_header(r), "Content-Type: %.100s",
		    *own && *type ? type : "application/json");
		buf_printf(request_add_header(r), "webhook-id: %s", id);
		buf_printf(request_add_header(r), "webhook-timestamp: %" PRId64,
		    e->now_ms / 1000);
		if (!secret_is_empty(&e->row->secret))
			put_signatures(e, r, id);
		rc = request_check(r, err);
	}
	free(body);
	return rc;
}

/* ---- the answer ---------------------------------------------------------------------------- */

static enum answer_kind
kind_of(int64_t status)
{
	if (status >= 200 && status < 300)
		return ANSWER_DONE;
	if (status == 410)
		return ANSWER_GONE;
	if (status == 401 || status == 403)
		return ANSWER_REFUSED;
	if (status == 408 || status == 425 || status >= 500)
		return ANSWER_RETRY;
	return status == 429 ? ANSWER_WAIT : ANSWER_DEAD;
}

void
webhook_answer(int64_t status, int64_t retry_after_s, struct answer *ret_answer)
{
	struct answer a = { .kind = kind_of(status), .code = status };

	if (a.kind == ANSWER_WAIT || (status == 503 && retry_after_s > 0)) {
		a.kind = ANSWER_WAIT;
		a.is_for_channel = true;
		a.wait_s = retry_after_s > 0 ? retry_after_s : 5;
	}
	if (status >= 300 && status < 400)
		(void)snprintf(a.error, sizeof(a.error),
		    "the server answered %" PRId64 ": redirects are not followed",
		    status);
	else if (a.kind != ANSWER_DONE)
		(void)snprintf(
		    a.error, sizeof(a.error), "the server answered %" PRId64, status);
	*ret_answer = a;
}
