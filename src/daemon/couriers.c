/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/couriers_int.h"

#include <stdlib.h>

#include "base/log.h"
#include "base/networks.h"
#include "channel/courier.h"
#include "channel/courier_db.h"
#include "channel/listener.h"
#include "daemon/telegram_acts_int.h"

struct couriers {
	struct courier_db *db;
	struct courier *courier;
	struct telegram_acts *acts;
	struct listener *listener;
};

/* The watcher reads it from the state of the channel and reports it through other
 * channels. */
static void
on_dead(void *ctx, const struct courier_dead *dead)
{
	(void)ctx;
	log_error("courier", "channel=%s has not delivered anything for 10 minutes: %s",
	    dead->name, dead->error);
}

static enum rc
start_courier(struct couriers *c, const struct couriers_options *o,
    const struct networks *allowed, struct err *err)
{
	struct courier_db_options db = { .database = o->database,
		.writer = o->writer,
		.vault = o->vault,
		.dead = on_dead };
	struct courier_options options = { .ops = courier_db_ops(),
		.allowed = *allowed,
		.proxy = o->proxy,
		.rates = COURIER_RATES };
	enum rc rc = courier_db_open(&db, &c->db, err);

	options.ctx = c->db;
	return rc == RC_OK ? courier_start(&options, &c->courier, err) : rc;
}

static enum rc
start_listener(struct couriers *c, const struct couriers_options *o,
    const struct networks *allowed, struct err *err)
{
	struct telegram_acts_options acts = { .database = o->database,
		.writer = o->writer,
		.vault = o->vault,
		.service = o->service };
	struct listener_options options = {
		.ops = telegram_acts_ops(), .allowed = *allowed, .proxy = o->proxy
	};
	enum rc rc = telegram_acts_new(&acts, &c->acts, err);

	options.ctx = c->acts;
	return rc == RC_OK ? listener_start(&options, &c->listener, err) : rc;
}

enum rc
couriers_start(const struct couriers_options *options, struct couriers **ret_couriers,
    struct err *err)
{
	struct couriers *c OWNED(couriers_free) = calloc(1, sizeof(*c));
	struct networks allowed;
	enum rc rc;

	if (!c)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = networks_read(options->allowed_networks, &allowed, err);
	if (rc == RC_OK)
		rc = start_courier(c, options, &allowed, err);
	if (rc == RC_OK)
		rc = start_listener(c, options, &allowed, err);
	if (rc == RC_OK)
		*ret_couriers = GIVE(c);
	return rc;
}

void
couriers_stop_listening(struct couriers *c)
{
	listener_free(GIVE(c->listener));
	telegram_acts_free(GIVE(c->acts));
}

void
couriers_free(struct couriers *c)
{
	if (!c)
		return;
	couriers_stop_listening(c);
	courier_free(c->courier);
	courier_db_close(c->db);
	free(c);
}
