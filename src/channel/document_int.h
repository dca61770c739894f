/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/document_int.h - parts of documents that the encoders share. Pure. Any thread.
 */
#ifndef FACHO_CHANNEL_DOCUMENT_INT_H
#define FACHO_CHANNEL_DOCUMENT_INT_H

#include <stdbool.h>

#include "channel/document.h"

#define BULLET "• "

bool document_is_spanish(const json_t *document);
/* "" if it is missing. Borrowed. */
const char *document_string(const json_t *document, const char *key);
/* Is this address allowed for a link? http, https and mailto. */
bool document_is_link(const char *url);
/* 0: the block is not the rest of a list. */
json_int_t document_block_more(const json_t *block);
bool document_block_is_bullet(const json_t *block);

#endif
