/* SPDX-License-Identifier: Apache-2.0
 *
 * control/control.h - the control socket of the commands: DATA/facho.sock.
 *
 * A Unix socket with mode 0600 in the folder of the program: only its owner can open it,
 * and may do everything. Each line is JSON, a request followed by its answer:
 *
 *	{"op": "olt.disable", "args": {"olt": "centro"}}
 *	{"ok": true, "result": {...}}
 *	{"ok": false, "error": {"code": "invalid", "message": "...", "fields": {...}}}
 *
 * op is an operation of service/service.h, or "follow": then every event of the engine is
 * sent as a line {"event": {...}}, until the client closes; {"lost": true} means that it
 * was too slow and events are missing.
 *
 * Each client has a thread, and there are at most CONTROL_CLIENTS clients. The size of a
 * request is limited, and a client that does not read is disconnected. An invalid line is
 * answered with an error, and the next one is read.
 *
 * Order of calls: control_start, control_stop (waits), control_free. Owner only.
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

/* An existing socket file is replaced: the caller must know that no other program uses it
 * (it holds the lock of the folder). */
enum rc control_start(const struct control_options *options, struct control **ret_control,
    struct err *err) MUST_CHECK;

void control_free(struct control *c);
OWNED_BY(struct control, control_free);

#endif
