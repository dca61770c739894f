/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels of ONUs and ports: compares the readings of a run with the usual levels.
 */
#include "store/incident/watch_levels.h"
#include "watcher/watcher_int.h"

static struct olt_days *
days_of(struct watcher *w, struct olt_id olt)
{
	struct olt_days *d;

	for (size_t i = 0; i < w->days.n; i++) {
		d = VEC_AT(&w->days, struct olt_days, i);
		if (d->olt.v == olt.v)
			return d;
	}
	d = vec_add(&w->days);
	if (d)
		d->olt = olt;
	return d;
}

enum rc
watcher_feed_levels(struct watcher *w, const struct event_entry *e, struct err *err)
{
	struct olt_days *days = days_of(w, e->olt);
	enum rc rc;

	if (!days)
		return err_set(err, RC_NOMEM, "no memory for levels");
	/* Ports first: a port that sends less explains the levels of its ONUs. */
	rc = store_watch_port_levels(w->db, w->watch, e, err);
	if (rc == RC_OK)
		rc = store_watch_levels(w->db, w->watch, e, &days->days_ms, err);
	return rc;
}

enum rc
watcher_load_limits(struct watcher *w, struct err *err)
{
	enum rc rc = store_watch_level_limits(w->db, &w->options.rules, err);

	if (rc == RC_OK && w->watch)
		watch_rule(w->watch, &w->options.rules);
	return rc;
}
