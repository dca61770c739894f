/* SPDX-License-Identifier: Apache-2.0
 *
 * control/control.h - the socket that commands talk to: DATA/facho.sock.
 *
 * A Unix socket of mode 0600 in the folder of the program: whoever may open it is its
 * owner, and may do everything. Lines of JSON, one request and its answer after the other:
 *
 *	{"op": "olt.disable", "args": {"olt": "centro"}}
 *	{"ok": true, "result": {...}}
 *	{"ok": false, "error": {"code": "invalid", "message": "...", "fields": {...}}}
 *
 * op is one of service/service.h, or "follow": then every event of the engine is a line
 * {"event": {...}}, until the client leaves; {"lost": true} stands where it was too slow.
 *
 * Each client has a thread, and there are at most CONTROL_CLIENTS of them; what a client
 * sends is bounded, and one that does not read is left. A line that is no request is
 * answered with what is wrong, and the next one is read.
 *
 * Life: control_start, control_stop (waits), control_free. The owner's.
 */
#ifndef FACHO_CONTROL_CONTROL_H
#define FACHO_CONTROL_CONTROL_H

#include "base/err.h"
#include "base/own.h"
#include "engine/engine.h"
#include "service/service.h"

enum { CONTROL_CLIENTS = 32, CONTROL_LINE_MAX = 1024 * 1024 };

struct control;

struct control_options {
	const char *path;
	struct service *service; /* borrowed */
	/* As engine_listen(); any thread. */
	enum rc (*listen)(void *ctx, uint64_t *last, struct engine_event *events,
	    size_t max, size_t *ret_n, int64_t timeout_ms);
	void *ctx;
};

/* A socket file that is there is replaced: that no living program answers behind it is
 * for the caller to know (it holds the lock of the folder). */
enum rc control_start(const struct control_options *options, struct control **ret_control,
    struct err *err) MUST_CHECK;

void control_free(struct control *c);
OWNED_BY(struct control, control_free);

#endif
