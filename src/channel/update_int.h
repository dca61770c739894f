/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/update_int.h - one update of a Telegram bot, parsed and validated. Pure. Any
 * thread.
 */
#ifndef FACHO_CHANNEL_UPDATE_INT_H
#define FACHO_CHANNEL_UPDATE_INT_H

#include <jansson.h>

#include "channel/button_int.h"

enum update_kind {
	UPDATE_OTHER, /* an update that is ignored */
	UPDATE_PRESS,
	UPDATE_FORGED, /* a press with an invalid signature */
	UPDATE_LINK,
	UPDATE_COMMAND, /* "/open", "/ack 71", "/onu HWTC0001" */
};

enum { UPDATE_CODE_MAX = 64 };

enum command {
	COMMAND_OPEN, /* what is wrong now */
	COMMAND_ACK, /* take an incident */
	COMMAND_ONU, /* how an ONU is */
	COMMAND_HELP, /* any other one, in a private chat */
};

struct update {
	enum update_kind kind;
	int64_t id;
	char user[32], chat[32], name[64], lang[8];
	/* For a press: */
	char callback[64];
	enum button button;
	int64_t incident;
	/* For a link, and the text after a command: */
	char code[UPDATE_CODE_MAX];
	/* Of a command: */
	enum command command;
	char bot[64]; /* "/open@facho_bot": the bot that is meant; "": any */
};

/* Anything that is not an update is UPDATE_OTHER with id 0. */
void update_read(const json_t *json, const unsigned char key[BUTTON_KEY_BYTES],
    struct update *ret_update);

#endif
