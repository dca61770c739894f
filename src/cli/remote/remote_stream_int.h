/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote/remote_stream_int.h - server-sent events of the API as the lines that the control socket
 * has: {"event": {"kind": ..., "at": ..., "message": ...}}, {"lost": true}. One thread.
 */
#ifndef FACHO_CLI_REMOTE_REMOTE_STREAM_INT_H
#define FACHO_CLI_REMOTE_REMOTE_STREAM_INT_H

#include <curl/curl.h>
#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/own.h"

struct remote_stream;

/* The handle is set up (whom to ask, with which headers) and stays the caller's, who leaves
 * it alone as long as there is the stream. What comes goes to in. */
enum rc remote_stream_open(CURL *curl, struct buf *in, struct remote_stream **ret_stream,
    struct err *err) MUST_CHECK;
void remote_stream_free(struct remote_stream *s);
OWNED_BY(struct remote_stream, remote_stream_free);

/* Waits for the next line, the caller's. RC_CANCELLED: the stream has ended; *ret_status is
 * then what HTTP says of it, or 0 when curl's error is the reason. */
enum rc remote_stream_next(struct remote_stream *s, json_t **ret_line, long *ret_status,
    struct err *err) MUST_CHECK;

/* The first line that is in there whole, which goes from it; NULL: there is none. What is no
 * event (comments, figures) is passed over. Pure. */
json_t *remote_stream_take(struct buf *in);

#endif
