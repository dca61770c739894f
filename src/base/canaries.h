/* SPDX-License-Identifier: Apache-2.0
 *
 * base/canaries.h - canaries: a few addresses that answer as long as our own network works,
 * like "tcp://192.0.2.1:53, tcp://[2001:db8::1]:443, olt://centro".
 *
 * If none of them answers, we cannot see. An address is a number: a name server may be as dead
 * as the network. A name after olt:// is that of an OLT that is known already, so that no
 * community is in a setting. Pure; any thread.
 */
#ifndef FACHO_BASE_CANARIES_H
#define FACHO_BASE_CANARIES_H

#include <stddef.h>
#include <sys/socket.h>

#include "base/err.h"

enum { CANARIES_LEAST = 2, CANARIES_MOST = 4, CANARY_NAME_MAX = 128 };

struct canary {
	char olt[CANARY_NAME_MAX]; /* "": it is an address */
	struct sockaddr_storage address;
	socklen_t address_bytes;
};

struct canaries {
	size_t n; /* 0: there are none */
	struct canary list[CANARIES_MOST];
};

/* None, or 2 to 4. With RC_INVALID err names the word that is wrong. */
enum rc canaries_read(const char *text, struct canaries *ret_canaries, struct err *err)
    MUST_CHECK;
/* The same check for settings. */
enum rc canaries_check(const char *text, struct err *err) MUST_CHECK;

#endif
