/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers with files of the web admin.
 */
#include "api/web.h"

#define ZLIB_CONST /* libmicrohttpd has no const for what it only reads */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "api/exchange_int.h"
#include "api/request_int.h"

enum { PIECE_BYTES = 32 * 1024, GZIP_WINDOW = 16 + MAX_WBITS };

/* Scripts are allowed only from this server, and not inside the page. Styles inside the
 * page are allowed, because the components of the web admin write their own. The page is
 * the same for everybody, so they cannot be marked with a nonce. */
static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const char NO_WEB[] =
    "This facho was built without its web admin (meson's option web is off).\n"
    "The API is there: /api/v1/docs/\n";

/* ---- which file -------------------------------------------------------------------------- */

static const struct web_file *
file_called(const struct web_bundle *bundle, const char *path)
{
	for (size_t i = 0; i < bundle->n; i++) {
		if (strcmp(bundle->files[i].path, path) == 0)
			return &bundle->files[i];
	}
	return NULL;
}

/* The first word of a page's path has no escapes; so an escaped "/%61pi/" is not a
 * page. */
static bool
may_be_page(const char *path)
{
	static const char *const OTHERS[] = { "api", "metrics", "assets" };
	const char *word = path + 1;
	size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz-");

	if (word[n] && word[n] != '/')
		return false;
	for (size_t i = 0; i < sizeof(OTHERS) / sizeof(OTHERS[0]); i++) {
		if (strlen(OTHERS[i]) == n && memcmp(word, OTHERS[i], n) == 0)
			return false;
	}
	return true;
}

bool
web_has(const struct web_bundle *bundle, const char *path)
{
	if (!bundle || bundle->n == 0)
		return strcmp(path, "/") == 0; /* where a user would look for it */
	return file_called(bundle, path) || may_be_page(path);
}

const struct web_file *
web_find(const struct web_bundle *bundle, const char *path)
{
	const struct web_file *file = bundle ? file_called(bundle, path) : NULL;

	return file || !bundle ? file : file_called(bundle, "/index.html");
}

const char *
web_type(const char *path)
{
	static const struct {
		const char *end, *type;
	} TYPES[] = {
		{ ".html", "text/html; charset=utf-8" },
		{ ".js", "text/javascript; charset=utf-8" },
		{ ".css", "text/css; charset=utf-8" },
		{ ".json", "application/json" },
		{ ".svg", "image/svg+xml" },
		{ ".png", "image/png" },
		{ ".webp", "image/webp" },
		{ ".ico", "image/x-icon" },
		{ ".woff2", "font/woff2" },
		{ ".webmanifest", "application/manifest+json" },
		{ ".txt", "text/plain; charset=utf-8" },
	};
	size_t n = strlen(path);

	for (size_t i = 0; i < sizeof(TYPES) / sizeof(TYPES[0]); i++) {
		size_t n_end = strlen(TYPES[i].end);

		if (n > n_end && strcmp(path + n - n_end, TYPES[i].end) == 0)
			return TYPES[i].type;
	}
	return "application/octet-stream";
}

/* ---- gzip -------------------------------------------------------------------------------- */

/* "gzip;q=0" is a refusal; other parameters after the name are not. */
static bool
is_wanted(const char *after_name, const char *end)
{
	const char *q = memmem(after_name, (size_t)(end - after_name), "q=", 2);

	return !q || strtod(q + 2, NULL) > 0;
}

bool
web_takes_gzip(const char *header)
{
	const char *p = header ? header : "";

	while (*p) {
		size_t n_name, n;

		p += strspn(p, ", \t");
		n = strcspn(p, ",");
		n_name = strcspn(p, ",; \t");
		if ((n_name == 4 && strncasecmp(p, "gzip", 4) == 0) ||
		    (n_name == 1 && *p == '*'))
			return is_wanted(p + n_name, p + n);
		p += n;
	}
	return false;
}

static ssize_t
read_plain(void *cls, uint64_t at, char *room, size_t max)
{
	z_stream *z = cls;
	int code;

	(void)at;
	z->next_out = (unsigned char *)room;
	z->avail_out = (unsigned)max;
	code = inflate(z, Z_NO_FLUSH);
	if (z->avail_out < max)
		return (ssize_t)(max - z->avail_out);
	return code == Z_STREAM_END ? MHD_CONTENT_READER_END_OF_STREAM
				    : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void
end_plain(void *cls)
{
	z_stream *z = cls;

	(void)inflateEnd(z);
	free(z);
}

/* NULL: no memory. */
static struct MHD_Response *
unpacked(const struct web_file *file)
{
	z_stream *z = calloc(1, sizeof(*z));
	struct MHD_Response *response;

	if (!z)
		return NULL;
	z->next_in = file->gzip;
	z->avail_in = (unsigned)file->n_gzip;
	if (inflateInit2(z, GZIP_WINDOW) != Z_OK) {
		free(z);
		return NULL;
	}
	response = MHD_create_response_from_callback(
	    file->n_plain, PIECE_BYTES, read_plain, z, end_plain);
	if (!response)
		end_plain(z);
	return response;
}

static struct MHD_Response *
as_packed(const struct web_file *file)
{
	union { /* libmicrohttpd's name for memory that it only reads */
		const unsigned char *read;
		void *write;
	} bytes = { file->gzip };

	return MHD_create_response_from_buffer(
	    file->n_gzip, bytes.write, MHD_RESPMEM_PERSISTENT);
}

/* ---- answering --------------------------------------------------------------------------- */

static void
add_caching(struct reply *reply, const struct web_file *file, const char *etag)
{
	bool is_forever = strncmp(file->path, "/assets/", 8) == 0;

	reply_header(reply, "ETag", etag);
	reply_header(reply, "Vary", "Accept-Encoding");
	reply_header(reply, "Cache-Control",
	    is_forever ? "public, max-age=31536000, immutable" : "no-cache");
	if (strcmp(file->path, "/index.html") == 0)
		reply_header(reply, "Content-Security-Policy", PAGE_POLICY);
}

static void
answer_file(
    const struct request *request, struct reply *reply, const struct web_file *file)
{
	bool is_packed = web_takes_gzip(request_header(request, "Accept-Encoding"));
	const char *known = request_header(request, "If-None-Match");
	const char *type = web_type(file->path);
	char etag[64];

	(void)snprintf(
	    etag, sizeof(etag), "\"%s%s\"", file->version, is_packed ? "-gzip" : "");
	add_caching(reply, file, etag);
	if (known && etag_is_in(known, etag)) {
		reply_text(reply, 304, type, strdup(""));
		return;
	}
	if (is_packed)
		reply_header(reply, "Content-Encoding", "gzip");
	reply_stream(reply, 200, type, is_packed ? as_packed(file) : unpacked(file));
}

static void
web_answer(struct request *request, struct reply *reply)
{
	const struct web_file *file =
	    web_find(api_options_of(request->api)->web, request->path);

	if (file)
		answer_file(request, reply, file);
	else
		reply_text(reply, 404, "text/plain; charset=utf-8", strdup(NO_WEB));
}

const struct route WEB_ROUTE = {
	"GET",
	"/",
	ROUTE_PUBLIC,
	.flags = ROUTE_PAGE,
	.handle = web_answer,
	.type = "text/html",
	.summary = "The web admin.",
};
