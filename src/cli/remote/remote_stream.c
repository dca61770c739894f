/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remote/remote_stream_int.h"

#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 1000 };

struct remote_stream {
	CURL *curl; /* borrowed */
	CURLM *multi;
	struct buf *in; /* borrowed */
};

/* ---- frames ------------------------------------------------------------------------------- */

/* What is behind "name: " in the frame, up to the end of its line; NULL: it has none. */
static const char *
field(const char *frame, const char *name, size_t *ret_len)
{
	size_t n = strlen(name);

	for (const char *at = frame; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		if (strncmp(at, name, n) == 0 && strncmp(at + n, ": ", 2) == 0) {
			*ret_len = strcspn(at + n + 2, "\n");
			return at + n + 2;
		}
	}
	return NULL;
}

static bool
is_figures(const json_t *data)
{
	const char *kind = json_string_value(json_object_get(data, "kind"));

	return !kind || strcmp(kind, "figures") == 0;
}

/* NULL: nothing that is told. */
static json_t *
line_of(const char *frame)
{
	size_t name_len = 0, len = 0;
	const char *name = field(frame, "event", &name_len);
	const char *text = field(frame, "data", &len);
	json_t *data = text ? json_loadb(text, len, 0, NULL) : NULL;
	json_t *line = NULL;

	if (name && name_len == 4 && memcmp(name, "lost", 4) == 0)
		line = json_pack("{s:b}", "lost", 1);
	else if (data && !is_figures(data))
		line = json_pack("{s:O}", "event", data);
	json_decref(data);
	return line;
}

json_t *
remote_stream_take(struct buf *in)
{
	json_t *line = NULL;
	char *end;

	while (!line && in->len > 0 && (end = strstr(in->data, "\n\n"))) {
		size_t n = (size_t)(end - in->data) + 2;

		end[1] = '\0';
		line = line_of(in->data);
		memmove(in->data, in->data + n, in->len - n + 1);
		in->len -= n;
	}
	return line;
}

/* ---- the stream ------------------------------------------------------------------------- */

enum rc
remote_stream_open(
    CURL *curl, struct buf *in, struct remote_stream **ret_stream, struct err *err)
{
	struct remote_stream *s OWNED(remote_stream_free) = calloc(1, sizeof(*s));

	if (!s)
		return err_set(err, RC_NOMEM, "out of memory");
	s->in = in;
	s->multi = curl_multi_init();
	if (!s->multi || curl_multi_add_handle(s->multi, curl) != CURLM_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	s->curl = curl;
	buf_clear(in);
	*ret_stream = GIVE(s);
	return RC_OK;
}

void
remote_stream_free(struct remote_stream *s)
{
	if (!s)
		return;
	if (s->curl)
		(void)curl_multi_remove_handle(s->multi, s->curl);
	if (s->multi)
		(void)curl_multi_cleanup(s->multi);
	free(s);
}

static enum rc
end_of(struct remote_stream *s, CURLcode code, long *ret_status, struct err *err)
{
	*ret_status = 0;
	if (code == CURLE_OK)
		(void)curl_easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, ret_status);
	return err_set(err, RC_CANCELLED, "%s", curl_easy_strerror(code));
}

enum rc
remote_stream_next(
    struct remote_stream *s, json_t **ret_line, long *ret_status, struct err *err)
{
	for (;;) {
		json_t *line = remote_stream_take(s->in);
		int n_running = 0, n_left;
		const CURLMsg *said;

		if (line) {
			*ret_line = line;
			return RC_OK;
		}
		if (curl_multi_perform(s->multi, &n_running) != CURLM_OK)
			return end_of(s, CURLE_OUT_OF_MEMORY, ret_status, err);
		said = curl_multi_info_read(s->multi, &n_left);
		if (said && said->msg == CURLMSG_DONE)
			return end_of(s, said->data.result, ret_status, err);
		(void)curl_multi_poll(s->multi, NULL, 0, WAIT_MS, NULL);
	}
}
