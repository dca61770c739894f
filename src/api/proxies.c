/* SPDX-License-Identifier: Apache-2.0 */
#include "api/proxies_int.h"

#include <stdio.h>
#include <string.h>

static const char BETWEEN[] = ", \t";

bool
is_proxy(const struct networks *trusted, const char *peer)
{
	struct address address;

	return address_read(peer, &address) && networks_have(trusted, &address);
}

/* The last word before end; NULL: none. */
static const char *
word_before(const char *list, const char *end, size_t *ret_n)
{
	const char *begin;

	while (end > list && strchr(BETWEEN, end[-1]))
		end--;
	begin = end;
	while (begin > list && !strchr(BETWEEN, begin[-1]))
		begin--;
	*ret_n = (size_t)(end - begin);
	return end > begin ? begin : NULL;
}

bool
last_word(const char *list, char *word, size_t room)
{
	size_t n = 0;
	const char *begin = list ? word_before(list, list + strlen(list), &n) : NULL;

	if (!begin || n >= room)
		return false;
	(void)snprintf(word, room, "%.*s", (int)n, begin);
	return true;
}

void
client_address(const struct networks *trusted, const char *peer, const char *forwarded,
    char client[ADDRESS_TEXT_MAX])
{
	const char *end = forwarded ? forwarded + strlen(forwarded) : NULL;
	char word[ADDRESS_TEXT_MAX];
	struct address address;

	(void)snprintf(client, ADDRESS_TEXT_MAX, "%s", peer);
	while (forwarded && is_proxy(trusted, client)) {
		size_t n;
		const char *begin = word_before(forwarded, end, &n);

		if (!begin || n >= sizeof(word))
			return;
		(void)snprintf(word, sizeof(word), "%.*s", (int)n, begin);
		if (!address_read(word, &address))
			return; /* a text that is not an address is useless */
		address_show(&address, client);
		end = begin;
	}
}
