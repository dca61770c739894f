/* SPDX-License-Identifier: Apache-2.0
 *
 * api/proxies_int.h - finds the client behind proxies. X-Forwarded-For is trusted only as
 * far as it was written by trusted proxies: from the right, up to the first address that
 * is not one of them. Pure.
 *
 * A header with several lines counts as one, separated by commas; the callers join the
 * lines in their order.
 */
#ifndef FACHO_API_PROXIES_INT_H
#define FACHO_API_PROXIES_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/networks.h"

/* Is the peer of a socket a trusted proxy? */
bool is_proxy(const struct networks *trusted, const char *peer);

/* The client: peer, or the client in forwarded (X-Forwarded-For; NULL: none). */
void client_address(const struct networks *trusted, const char *peer,
    const char *forwarded, char client[ADDRESS_TEXT_MAX]);

/* The last word of a list, written by the proxy that is connected to us; without spaces.
 * False: the list is empty, or the word is longer than room. */
bool last_word(const char *list, char *word, size_t room);

#endif
