/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/document.h - a rendered message, independent of the channel (outbox.body).
 *
 *	{"type": "incident.opened", "title": "...", "severity": "major", "lang": "es",
 *	 "zone": "America/La_Paz", "sound": true, "incident": 71, "url": "https://...",
 *	 "is_test": false,
 *	 "blocks": [{"kind": "line", "runs": [{"text": "..", "bold": true, "italic": true,
 *	    "url": ".."}]},
 *	    {"kind": "bullet", "list": "members", "item": 0, "runs": [...]},
 *	    {"kind": "line", "list": "members", "more": 57, "runs": []}],
 *	 "buttons": ["ack", "look", "silence_1h", "details"],
 *	 "data": {...}, "thread": "..."}
 *
 * A block with "list" and "item" is (a line of) one item of that list; the block with "more" follows the items and
 * is shown as "and 57 more". An encoder that has too little space removes items from the
 * end of the longest list and counts them in "more", so fixed parts always stay.
 *
 * The text of runs is shown as it is: each encoder quotes it for its channel.
 * Pure. Any thread.
 */
#ifndef FACHO_CHANNEL_DOCUMENT_H
#define FACHO_CHANNEL_DOCUMENT_H

#include <jansson.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* RC_INVALID: this is not a document; err names the part that is wrong. */
enum rc document_check(const json_t *document, struct err *err) MUST_CHECK;

/* A copy with less text. Items of lists are removed, the last one of the longest list
 * first, until there are at most aim UTF-16 units; then lines before the last one, until
 * there are at most max; then the end of the longest text. NULL: no memory. The caller owns
 * it. */
json_t *document_fit(const json_t *document, size_t aim, size_t max);

/* That, as a chat of Telegram gets it. */
json_t *document_for_chat(const json_t *document);

/* As plain text: one line a block, bullets with "- ", links as "text (url)". */
void document_text(const json_t *document, struct buf *out);

/* As the body of an HTML page for mail; everything is quoted. */
void document_html(const json_t *document, struct buf *out);

#endif
