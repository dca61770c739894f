/* SPDX-License-Identifier: Apache-2.0
 *
 * api/proxies.h - who the client is when others stand between. X-Forwarded-For is believed
 * only as far as those who wrote it are trusted: from the right, up to the first address
 * that is not theirs. Pure.
 */
#ifndef FACHO_API_PROXIES_H
#define FACHO_API_PROXIES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "base/err.h"

enum { PROXIES_MAX = 32, PROXY_TEXT_MAX = 64 };

struct proxy {
	unsigned char bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
	int bits; /* of them that count */
};

struct proxies {
	size_t n;
	struct proxy list[PROXIES_MAX];
};

/* "127.0.0.1, 10.0.0.0/8, ::1". RC_INVALID names the one that is none. */
enum rc proxies_read(const char *text, struct proxies *ret_proxies, struct err *err)
    MUST_CHECK;

bool proxies_have(const struct proxies *p, const char *address);

/* "192.0.2.1" of a socket's; an IPv4 address in an IPv6 one is shown as what it is. */
void address_show(const struct sockaddr *address, char text[PROXY_TEXT_MAX]);

/* The client: peer, or what forwarded (NULL: nothing) says. */
void client_address(const struct proxies *p, const char *peer, const char *forwarded,
    char client[PROXY_TEXT_MAX]);

#endif
