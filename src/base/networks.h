/* SPDX-License-Identifier: Apache-2.0
 *
 * base/networks.h - addresses, and lists of networks like "127.0.0.1, 10.0.0.0/8, ::1".
 *
 * IPv4 and IPv6 addresses are compared in one form: an IPv4 address in IPv6 form
 * (::ffff:a.b.c.d, ::a.b.c.d, or 64:ff9b::a.b.c.d of a translator) is equal to the IPv4
 * address. No function uses a name server. Pure; any thread.
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
	int bits; /* prefix length */
};

struct networks {
	size_t n;
	struct network list[NETWORKS_MAX];
};

/* "192.0.2.1" or "2001:db8::1", no other notation is accepted. */
bool address_read(const char *text, struct address *ret_address);
/* Any notation that the system accepts as an address without a name server, also "127.1",
 * "0x7f000001", "fe80::1%eth0". */
bool address_read_any(const char *text, struct address *ret_address);
/* The address of a socket; false: neither IPv4 nor IPv6. */
bool address_of(const struct sockaddr *sa, struct address *ret_address);
void address_show(const struct address *address, char text[ADDRESS_TEXT_MAX]);
bool address_is_loopback(const struct address *address);

/* With RC_INVALID err names the word that is not a network. */
enum rc networks_read(const char *text, struct networks *ret_networks, struct err *err)
    MUST_CHECK;
/* The same check for settings. */
enum rc networks_check(const char *text, struct err *err) MUST_CHECK;

bool networks_have(const struct networks *networks, const struct address *address);

/* May packets be sent to this address? Yes if it is in the list or, with an empty list,
 * if it is not link-local. Never for multicast, broadcast and unspecified addresses. */
bool networks_allow(const struct networks *allowed, const struct address *address);

#endif
