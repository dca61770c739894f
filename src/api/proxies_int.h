/* SPDX-License-Identifier: Apache-2.0
 *
 * api/proxies_int.h - who the client is when others stand between. What a proxy says about its
 * client is believed only as far as those who wrote it are trusted: from the right, up to
 * the first address that is not theirs. Pure.
 *
 * A header that comes in several lines counts as one, with commas between; the callers join
 * the lines in the order in which they came.
 */
#ifndef FACHO_API_PROXIES_INT_H
#define FACHO_API_PROXIES_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/networks.h"

/* Is the peer of a socket one of them? */
bool is_proxy(const struct networks *trusted, const char *peer);

/* The client: peer, or what forwarded (X-Forwarded-For; NULL: nothing) says. */
void client_address(const struct networks *trusted, const char *peer,
    const char *forwarded, char client[ADDRESS_TEXT_MAX]);

/* The last word of a list, which the proxy next to us wrote; without spaces. False: there
 * is none, or it is longer than room. */
bool last_word(const char *list, char *word, size_t room);

#endif
