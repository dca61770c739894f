/* SPDX-License-Identifier: Apache-2.0 */
#include "api/proxies.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

enum { V4_OFFSET = 96, BITS = 128 };

static const unsigned char V4_BEGINS[12] = { [10] = 0xff, [11] = 0xff };

/* Either kind as sixteen bytes; how many bits stand before it, or -1: neither. */
static int
read_address(const char *text, unsigned char bytes[16])
{
	if (inet_pton(AF_INET, text, bytes + 12) == 1) {
		memcpy(bytes, V4_BEGINS, sizeof(V4_BEGINS));
		return V4_OFFSET;
	}
	return inet_pton(AF_INET6, text, bytes) == 1 ? 0 : -1;
}

static bool
read_proxy(char *text, struct proxy *p)
{
	char *slash = strchr(text, '/');
	int before;
	int64_t bits;

	if (slash)
		*slash = '\0';
	before = read_address(text, p->bytes);
	p->bits = BITS;
	if (before < 0 || !slash)
		return before >= 0;
	if (units_parse_int(slash + 1, &bits) != RC_OK || bits < 0 ||
	    bits > BITS - before)
		return false;
	p->bits = before + (int)bits;
	return true;
}

enum rc
proxies_read(const char *text, struct proxies *ret_proxies, struct err *err)
{
	struct proxies all = { 0 };
	char word[PROXY_TEXT_MAX];

	for (text += strspn(text, ", "); *text; text += strspn(text, ", ")) {
		size_t n = strcspn(text, ", ");

		if (all.n == PROXIES_MAX)
			return err_set(
			    err, RC_INVALID, "at most %d trusted proxies", PROXIES_MAX);
		(void)snprintf(word, sizeof(word), "%.*s", (int)n, text);
		if (n >= sizeof(word) || !read_proxy(word, &all.list[all.n]))
			return err_set(err, RC_INVALID,
			    "trusted proxies: \"%.*s\" is no address, like 10.0.0.1 or "
			    "10.0.0.0/8",
			    n < 60 ? (int)n : 60, text);
		all.n++;
		text += n;
	}
	*ret_proxies = all;
	return RC_OK;
}

static bool
is_in(const struct proxy *p, const unsigned char bytes[16])
{
	size_t whole = (size_t)p->bits / 8;
	int rest = p->bits % 8;

	if (memcmp(p->bytes, bytes, whole) != 0)
		return false;
	return rest == 0 || (p->bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0;
}

bool
proxies_have(const struct proxies *p, const char *address)
{
	unsigned char bytes[16];

	if (read_address(address, bytes) < 0)
		return false;
	for (size_t i = 0; i < p->n; i++) {
		if (is_in(&p->list[i], bytes))
			return true;
	}
	return false;
}

void
address_show(const struct sockaddr *address, char text[PROXY_TEXT_MAX])
{
	union { /* the kinds that a sockaddr may be */
		const struct sockaddr *any;
		const struct sockaddr_in *v4;
		const struct sockaddr_in6 *v6;
	} a = { address };

	(void)snprintf(text, PROXY_TEXT_MAX, "unknown");
	if (address && address->sa_family == AF_INET)
		(void)inet_ntop(AF_INET, &a.v4->sin_addr, text, PROXY_TEXT_MAX);
	else if (address && address->sa_family == AF_INET6 &&
	    memcmp(&a.v6->sin6_addr, V4_BEGINS, sizeof(V4_BEGINS)) == 0)
		(void)inet_ntop(
		    AF_INET, a.v6->sin6_addr.s6_addr + 12, text, PROXY_TEXT_MAX);
	else if (address && address->sa_family == AF_INET6)
		(void)inet_ntop(AF_INET6, &a.v6->sin6_addr, text, PROXY_TEXT_MAX);
}

void
client_address(const struct proxies *p, const char *peer, const char *forwarded,
    char client[PROXY_TEXT_MAX])
{
	const char *end = forwarded ? forwarded + strlen(forwarded) : NULL;
	unsigned char bytes[16];
	char word[PROXY_TEXT_MAX];

	(void)snprintf(client, PROXY_TEXT_MAX, "%s", peer);
	while (forwarded && end > forwarded && proxies_have(p, client)) {
		const char *begin;

		while (end > forwarded && strchr(", \t", end[-1]))
			end--;
		begin = end;
		while (begin > forwarded && !strchr(", \t", begin[-1]))
			begin--;
		if (end - begin <= 0 || end - begin >= PROXY_TEXT_MAX)
			return;
		(void)snprintf(word, sizeof(word), "%.*s", (int)(end - begin), begin);
		if (read_address(word, bytes) < 0)
			return; /* what is no address tells nobody anything */
		(void)snprintf(client, PROXY_TEXT_MAX, "%s", word);
		end = begin;
	}
}
