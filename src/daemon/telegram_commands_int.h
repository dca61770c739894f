/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/telegram_commands_int.h - what people ask a bot in words: what is wrong now, and how an
 * ONU is. Reads only, through the service and with the role of who asks. The text is plain: a
 * customer's name cannot become markup. The listener's thread.
 */
#ifndef FACHO_DAEMON_TELEGRAM_COMMANDS_INT_H
#define FACHO_DAEMON_TELEGRAM_COMMANDS_INT_H

#include <stdbool.h>

#include "base/buf.h"
#include "service/service.h"

struct telegram_question {
	struct service *service;
	const struct caller *who;
	bool is_spanish;
};

/* The open incidents, worst first. The outcome is that of the service; then nothing is
 * appended. */
enum rc telegram_tell_open(const struct telegram_question *q, struct buf *ret_text)
    MUST_CHECK;
/* The ONUs that a serial, a customer or a position finds. As above. */
enum rc telegram_tell_onu(const struct telegram_question *q, const char *words,
    struct buf *ret_text) MUST_CHECK;

#endif
