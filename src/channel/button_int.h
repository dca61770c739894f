/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/button_int.h - the buttons of a message: what each does, and the signed text
 * that is returned when somebody presses it. Pure. Any thread.
 *
 * The text is "ACT.INCIDENT.SIGNATURE" with less than 64 bytes: ACT is one letter, the
 * signature is the first 16 bytes of an HMAC-SHA256 of act, incident and chat, in
 * base64url. A text that was made for another chat, act or incident is refused.
 */
#ifndef FACHO_CHANNEL_BUTTON_INT_H
#define FACHO_CHANNEL_BUTTON_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/secret.h"

enum button {
	BUTTON_ACK, /* "ack" in a document */
	BUTTON_SILENCE, /* "silence_1h" */
	BUTTON_SILENCE_4H, /* "silence_4h" */
	BUTTON_SILENCE_TOMORROW, /* "silence_tomorrow": until 08:00 */
	BUTTON_SILENCE_END, /* "silence_end": until it ends */
	BUTTON_LOOK, /* "look" */
	BUTTON_DETAILS, /* "details": a link, not signed */
};
enum { BUTTONS = BUTTON_DETAILS + 1, BUTTON_DATA_MAX = 64, BUTTON_KEY_BYTES = 32 };

/* The key of a bot's buttons is derived from its token, so it is not stored. */
void button_key(const struct secret *token, unsigned char ret_key[BUTTON_KEY_BYTES]);

bool button_find(const char *name, enum button *ret_button);
const char *button_text(enum button button, bool is_spanish);

void button_sign(const unsigned char key[BUTTON_KEY_BYTES], enum button button,
    int64_t incident, const char *chat, char ret_data[BUTTON_DATA_MAX]);
/* False: it was not made with this key for this chat. */
bool button_read(const unsigned char key[BUTTON_KEY_BYTES], const char *data,
    const char *chat, enum button *ret_button, int64_t *ret_incident);

#endif
