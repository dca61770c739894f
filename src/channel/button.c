/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel/button_int.h"

enum { SIGNED_BYTES = 16, CHAT_MAX = 128 };

struct button_row {
	const char *name;
	char letter;
	const char *en;
	const char *es;
};

static const struct button_row ROWS[BUTTONS] = {
	[BUTTON_ACK] = { "ack", 'a', "I take it", "La atiendo" },
	[BUTTON_SILENCE] = { "silence_1h", 's', "Silence 1 h", "Silenciar 1 h" },
	[BUTTON_SILENCE_4H] = { "silence_4h", 'h', "Silence 4 h", "Silenciar 4 h" },
	[BUTTON_SILENCE_TOMORROW] = { "silence_tomorrow", 't', "Until tomorrow 08:00",
	    "Hasta mañana 08:00" },
	[BUTTON_SILENCE_END] = { "silence_end", 'e', "Until it ends",
	    "Hasta que termine" },
	[BUTTON_LOOK] = { "look", 'l', "Look again", "Mirar otra vez" },
	[BUTTON_DETAILS] = { "details", 'd', "Details", "Detalles" },
};

void
button_key(const struct secret *token, unsigned char ret_key[BUTTON_KEY_BYTES])
{
	static const unsigned char PURPOSE[] = "facho: buttons of messages";
	crypto_auth_hmacsha256_state state;

	(void)crypto_auth_hmacsha256_init(
	    &state, (const unsigned char *)token->bytes, token->len);
	(void)crypto_auth_hmacsha256_update(&state, PURPOSE, sizeof(PURPOSE) - 1);
	(void)crypto_auth_hmacsha256_final(&state, ret_key);
}

bool
button_find(const char *name, enum button *ret_button)
{
	for (int i = 0; i < BUTTONS; i++) {
		if (strcmp(ROWS[i].name, name) == 0) {
			*ret_button = (enum button)i;
			return true;
		}
	}
	return false;
}

const char *
button_text(enum button button, bool is_spanish)
{
	return is_spanish ? ROWS[button].es : ROWS[button].en;
}

void
button_sign(const unsigned char key[BUTTON_KEY_BYTES], enum button button,
    int64_t incident, const char *chat, char ret_data[BUTTON_DATA_MAX])
{
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	char text[CHAT_MAX];
	char encoded[sodium_base64_ENCODED_LEN(
	    SIGNED_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];

	(void)snprintf(text, sizeof(text), "%c.%" PRId64 ".%.80s", ROWS[button].letter,
	    incident, chat);
	(void)crypto_auth_hmacsha256(mac, (const unsigned char *)text, strlen(text), key);
	(void)sodium_bin2base64(encoded, sizeof(encoded), mac, SIGNED_BYTES,
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	(void)snprintf(ret_data, BUTTON_DATA_MAX, "%c.%" PRId64 ".%s",
	    ROWS[button].letter, incident, encoded);
}

static bool
find_letter(char letter, enum button *ret_button)
{
	for (int i = 0; i < BUTTONS; i++) {
		if (ROWS[i].letter == letter) {
			*ret_button = (enum button)i;
			return true;
		}
	}
	return false;
}

bool
button_read(const unsigned char key[BUTTON_KEY_BYTES], const char *data, const char *chat,
    enum button *ret_button, int64_t *ret_incident)
{
	char expected[BUTTON_DATA_MAX];
	enum button button;
	char *end;
	long long incident;

	if (strlen(data) >= BUTTON_DATA_MAX || !find_letter(data[0], &button) ||
	    data[1] != '.')
		return false;
	incident = strtoll(data + 2, &end, 10);
	if (end == data + 2 || *end != '.' || incident <= 0)
		return false;
	button_sign(key, button, incident, chat, expected);
	if (strlen(expected) != strlen(data) ||
	    sodium_memcmp(expected, data, strlen(data)) != 0)
		return false;
	*ret_button = button;
	*ret_incident = incident;
	return true;
}
