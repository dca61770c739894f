/* SPDX-License-Identifier: Apache-2.0 */
#include "base/networks.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

enum { V4_BITS = 96, V4_BYTES = 12, BITS = 128, WORD_MAX = 64 };

static const unsigned char V4_BEGINS[V4_BYTES] = { [10] = 0xff, [11] = 0xff };
static const unsigned char NAT64_BEGINS[V4_BYTES] = { 0x00, 0x64, 0xff, 0x9b };

/* ---- addresses ----------------------------------------------------------------------- */

static bool
is_v4(const struct address *a)
{
	return memcmp(a->bytes, V4_BEGINS, V4_BYTES) == 0;
}

/* ::a.b.c.d, an old notation of an IPv4 address. :: and ::1 are IPv6 addresses. */
static bool
is_compatible(const unsigned char bytes[ADDRESS_BYTES])
{
	static const unsigned char NOTHING[ADDRESS_BYTES];

	return memcmp(bytes, NOTHING, V4_BYTES) == 0 &&
	    (memcmp(bytes, NOTHING, ADDRESS_BYTES - 1) != 0 ||
		bytes[ADDRESS_BYTES - 1] > 1);
}

static void
take_v6(const void *bytes, struct address *ret)
{
	memcpy(ret->bytes, bytes, ADDRESS_BYTES);
	if (memcmp(ret->bytes, NAT64_BEGINS, V4_BYTES) == 0 || is_compatible(ret->bytes))
		memcpy(ret->bytes, V4_BEGINS, V4_BYTES);
}

static void
take_v4(const void *bytes, struct address *ret)
{
	memcpy(ret->bytes, V4_BEGINS, V4_BYTES);
	memcpy(ret->bytes + V4_BYTES, bytes, ADDRESS_BYTES - V4_BYTES);
}

bool
address_read(const char *text, struct address *ret_address)
{
	unsigned char bytes[ADDRESS_BYTES];

	if (inet_pton(AF_INET, text, bytes) == 1)
		take_v4(bytes, ret_address);
	else if (inet_pton(AF_INET6, text, bytes) == 1)
		take_v6(bytes, ret_address);
	else
		return false;
	return true;
}

bool
address_of(const struct sockaddr *sa, struct address *ret_address)
{
	union { /* the possible types of a sockaddr */
		const struct sockaddr *any;
		const struct sockaddr_in *v4;
		const struct sockaddr_in6 *v6;
	} a = { sa };

	if (sa && sa->sa_family == AF_INET)
		take_v4(&a.v4->sin_addr, ret_address);
	else if (sa && sa->sa_family == AF_INET6)
		take_v6(&a.v6->sin6_addr, ret_address);
	else
		return false;
	return true;
}

bool
address_read_any(const char *text, struct address *ret_address)
{
	struct addrinfo hints = { .ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_DGRAM,
		.ai_flags = AI_NUMERICHOST };
	struct addrinfo *list = NULL;
	bool is_read;

	if (getaddrinfo(text, NULL, &hints, &list) != 0)
		return false;
	is_read = address_of(list->ai_addr, ret_address);
	freeaddrinfo(list);
	return is_read;
}

void
address_show(const struct address *address, char text[ADDRESS_TEXT_MAX])
{
	if (is_v4(address))
		(void)inet_ntop(
		    AF_INET, address->bytes + V4_BYTES, text, ADDRESS_TEXT_MAX);
	else
		(void)inet_ntop(AF_INET6, address->bytes, text, ADDRESS_TEXT_MAX);
}

bool
address_is_loopback(const struct address *address)
{
	static const unsigned char V6[ADDRESS_BYTES] = { [15] = 1 };

	if (is_v4(address))
		return address->bytes[V4_BYTES] == 127;
	return memcmp(address->bytes, V6, ADDRESS_BYTES) == 0;
}

/* ---- lists ----------------------------------------------------------------------------- */

static bool
read_network(char *text, struct network *n)
{
	char *slash = strchr(text, '/');
	int64_t bits;
	int before;

	if (slash)
		*slash = '\0';
	if (!address_read(text, &n->address))
		return false;
	n->bits = BITS;
	if (!slash)
		return true;
	before = strchr(text, ':') ? 0 : V4_BITS;
	if (units_parse_int(slash + 1, &bits) != RC_OK || bits < 0 ||
	    bits > BITS - before)
		return false;
	n->bits = before + (int)bits;
	return true;
}

enum rc
networks_read(const char *text, struct networks *ret_networks, struct err *err)
{
	struct networks all = { 0 };
	char word[WORD_MAX];

	for (text += strspn(text, ", "); *text; text += strspn(text, ", ")) {
		size_t n = strcspn(text, ", ");

		if (all.n == NETWORKS_MAX)
			return err_set(
			    err, RC_INVALID, "at most %d networks", NETWORKS_MAX);
		(void)snprintf(word, sizeof(word), "%.*s", (int)n, text);
		if (n >= sizeof(word) || !read_network(word, &all.list[all.n]))
			return err_set(err, RC_INVALID,
			    "\"%.*s\" is no address or network, like 10.0.0.1, "
			    "10.0.0.0/8 or 2001:db8::/32",
			    n < 60 ? (int)n : 60, text);
		all.n++;
		text += n;
	}
	*ret_networks = all;
	return RC_OK;
}

enum rc
networks_check(const char *text, struct err *err)
{
	struct networks unused;

	return networks_read(text, &unused, err);
}

static bool
is_in(const struct network *n, const struct address *a)
{
	size_t whole = (size_t)n->bits / 8;
	int rest = n->bits % 8;

	if (memcmp(n->address.bytes, a->bytes, whole) != 0)
		return false;
	return rest == 0 ||
	    (n->address.bytes[whole] ^ a->bytes[whole]) >> (8 - rest) == 0;
}

bool
networks_have(const struct networks *networks, const struct address *address)
{
	for (size_t i = 0; i < networks->n; i++) {
		if (is_in(&networks->list[i], address))
			return true;
	}
	return false;
}

/* ---- allowed destinations --------------------------------------------------- */

static bool
is_for_nobody(const struct address *a)
{
	static const unsigned char BROADCAST[] = { 255, 255, 255, 255 };
	static const unsigned char UNSPECIFIED[ADDRESS_BYTES];
	const unsigned char *v4 = a->bytes + V4_BYTES;

	if (!is_v4(a))
		return a->bytes[0] == 0xff ||
		    memcmp(a->bytes, UNSPECIFIED, ADDRESS_BYTES) == 0;
	return v4[0] == 0 || v4[0] >> 4 == 14 || memcmp(v4, BROADCAST, 4) == 0;
}

static bool
is_link_local(const struct address *a)
{
	const unsigned char *v4 = a->bytes + V4_BYTES;

	if (is_v4(a))
		return v4[0] == 169 && v4[1] == 254;
	return a->bytes[0] == 0xfe && a->bytes[1] >> 6 == 2;
}

bool
networks_allow(const struct networks *allowed, const struct address *address)
{
	if (is_for_nobody(address))
		return false;
	return allowed->n ? networks_have(allowed, address) : !is_link_local(address);
}
