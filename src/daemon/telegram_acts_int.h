/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/telegram_acts_int.h - actions of users in Telegram, done by the service:
 * pressing a button is the same operation as in the web admin, with the same rights and
 * the same row in the audit log ("by ana, Telegram").
 */
#ifndef FACHO_DAEMON_TELEGRAM_ACTS_INT_H
#define FACHO_DAEMON_TELEGRAM_ACTS_INT_H

#include "base/err.h"
#include "base/own.h"
#include "channel/listener.h"

struct service;
struct telegram_acts;
struct vault;
struct writer;

struct telegram_acts_options {
	const char *database;
	struct writer *writer;
	const struct vault *vault;
	struct service *service;
};

enum rc telegram_acts_new(const struct telegram_acts_options *options,
    struct telegram_acts **ret_acts, struct err *err) MUST_CHECK;
/* The context is a struct telegram_acts; the listener's thread owns it while it runs. */
const struct listener_ops *telegram_acts_ops(void);
void telegram_acts_free(struct telegram_acts *t); /* NULL is allowed */
OWNED_BY(struct telegram_acts, telegram_acts_free);

#endif
