/* SPDX-License-Identifier: Apache-2.0
 *
 * base/networks.h - addresses, and lists of networks like "127.0.0.1, 10.0.0.0/8, ::1".
 *
 * IPv4 and IPv6 addresses are compared in one form: an IPv4 address that is written or
 * carried as IPv6 (::ffff:a.b.c.d, ::a.b.c.d, or 64:ff9b::a.b.c.d of a translator) is that
 * IPv4 address. Nothing here asks a name server. Pure; any thread.
 */
#ifndef FACHO_BASE_NETWORKS_H
#define FACHO_BASE_NETWORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "base/err.h"

enum { NETWORKS_MAX = 64, ADDRESS_TEXT_MAX = 64, ADDRESS_BYTES = 16 };

struct address {
	unsigned char bytes[ADDRESS_BYTES]; /* IPv4 as ::ffff:a.b.c.d */
};

struct network {
	struct address address;
	int bits; /* of the address that count */
};

struct networks {
	size_t n;
	struct network list[NETWORKS_MAX];
};

/* "192.0.2.1" or "2001:db8::1", and no other notation. */
bool address_read(const char *text, struct address *ret_address);
/* Any notation that the system takes for an address without asking a name server: also
 * "127.1", "0x7f000001", "fe80::1%eth0". */
bool address_read_any(const char *text, struct address *ret_address);
/* Of a socket; false: it is neither IPv4 nor IPv6. */
bool address_of(const struct sockaddr *sa, struct address *ret_address);
void address_show(const struct address *address, char text[ADDRESS_TEXT_MAX]);
bool address_is_loopback(const struct address *address);

/* RC_INVALID names the word that is no network. */
enum rc networks_read(const char *text, struct networks *ret_networks, struct err *err)
    MUST_CHECK;
/* The same for settings: is it a list? */
enum rc networks_check(const char *text, struct err *err) MUST_CHECK;

bool networks_have(const struct networks *networks, const struct address *address);

/* May something be sent there? To what the list has; to anything but link-local addresses
 * if it is empty. Never to multicast, broadcast and unspecified addresses. */
bool networks_allow(const struct networks *allowed, const struct address *address);

#endif
