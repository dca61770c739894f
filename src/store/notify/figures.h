/* SPDX-License-Identifier: Apache-2.0
 *
 * store/notify/figures.h - how messages and channels are, for the metrics.
 */
#ifndef FACHO_STORE_NOTIFY_FIGURES_H
#define FACHO_STORE_NOTIFY_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/notify.h"

struct db;

enum { NOTIFY_CHANNELS_SHOWN = 64, NOTIFY_CHANNEL_SHOWN_NAME = 128 };

struct notify_channel_figures {
	char name[NOTIFY_CHANNEL_SHOWN_NAME];
	bool is_up; /* enabled, and its last message was delivered */
	int64_t mean_ms; /* from a message to its delivery, in the last hour; 0: none */
};

struct notify_figures {
	int64_t outbox[OUTBOX_STATES];
	int64_t oldest_ms; /* the oldest one that must be sent; 0: none */
	size_t n_channels; /* at most NOTIFY_CHANNELS_SHOWN, by id */
	struct notify_channel_figures channels[NOTIFY_CHANNELS_SHOWN];
};

/* Reading connection. */
enum rc store_notify_figures(struct db *db, int64_t now_ms,
    struct notify_figures *ret_figures, struct err *err) MUST_CHECK;

#endif
