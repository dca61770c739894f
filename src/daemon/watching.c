/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/watching_int.h"

#include <stdio.h>

#include "base/clock.h"
#include "conf/conf.h"
#include "daemon/canaries_int.h"
#include "engine/engine.h"
#include "service/live.h"
#include "watcher/watcher.h"

struct watch_rules
watching_rules(const struct conf *conf)
{
	struct watch_rules rules = watch_rules();

	rules.critical_at = (int)conf->watch_critical;
	rules.major_at = (int)conf->watch_major;
	rules.minor_at = (int)conf->watch_minor;
	rules.basket_least_ms = conf->watch_basket_ms;
	rules.all_silent_ms = conf->watch_silent_ms;
	rules.resolve_ms = conf->watch_resolve_ms;
	rules.close_ms = conf->watch_close_ms;
	rules.optics_over_ms = conf->watch_levels_ms;
	return rules;
}

static enum rc
ask_look(void *ctx, const struct engine_look *look)
{
	struct watching_view *v = ctx;

	return engine_look(v->engine, look);
}

static void
look_around(void *ctx, struct watcher_around *ret)
{
	struct watching_view *v = ctx;
	const struct snapshot *s = engine_snapshot(v->engine);
	struct canary_state canaries;

	canary_watch_state(v->canaries, &canaries);
	*ret = (struct watcher_around){ .canaries = canaries.canaries,
		.are_canaries_dead = canaries.are_dead,
		.is_disk_full = service_disk_is_full(v->folder, NULL) };
	if (!s)
		return;
	ret->engine_ms = s->at_ms;
	if (s->figures.is_saturated) {
		ret->saturated_ms = s->figures.saturated_ms;
		(void)snprintf(ret->saturation, sizeof(ret->saturation), "%s",
		    s->figures.saturation ? s->figures.saturation : "");
	}
	snapshot_release(s);
}

enum rc
watching_start(const struct watching *w, const struct conf *conf,
    struct watcher **ret_watcher, struct err *err)
{
	struct watcher_options options = { .database = w->database,
		.writer = w->writer,
		.machine = w->machine,
		.rules = watching_rules(conf),
		.telling = { w->timezone,
		    conf->site_language == CONF_SPANISH ? "es" : "en", conf->site_url },
		.ops = { ask_look, look_around, w->view } };

	return watcher_start(&options, ret_watcher, err);
}

_Static_assert((int)SERVICE_CHANNELS >= (int)NOTIFY_CHANNELS_SHOWN &&
	(int)SERVICE_CHANNEL_NAME >= (int)NOTIFY_CHANNEL_SHOWN_NAME,
    "there is room for every channel");

static void
copy_notify(const struct notify_figures *f, struct service_watch *ret)
{
	for (int i = 0; i < OUTBOX_STATES; i++)
		ret->outbox[i] = f->outbox[i];
	if (f->oldest_ms && clock_wall_ms() > f->oldest_ms)
		ret->outbox_age_s = (double)(clock_wall_ms() - f->oldest_ms) / 1000;
	ret->n_channels = f->n_channels;
	for (size_t i = 0; i < f->n_channels; i++) {
		const struct notify_channel_figures *from = &f->channels[i];
		struct service_channel *to = &ret->channels[i];

		(void)snprintf(to->name, sizeof(to->name), "%s", from->name);
		to->is_up = from->is_up;
		to->seconds = (double)from->mean_ms / 1000;
	}
}

void
watching_figures(void *ctx, struct service_watch *ret)
{
	struct watcher_figures f = watcher_figures(ctx);

	*ret = (struct service_watch){ .opened = f.watch.opened,
		.dismissed = f.watch.dismissed,
		.looks_answered = f.watch.looks_answered,
		.looks_refused = f.watch.looks_refused,
		.looks_lost = f.watch.looks_lost,
		.false_alarms = f.false_alarms,
		.seconds = f.seconds,
		.judged_ms = f.judged_ms };
	copy_notify(&f.notify, ret);
	for (int i = 0; i < WATCH_SEVERITIES; i++) {
		for (int k = 0; k < WATCH_CAUSE_CLASSES; k++)
			ret->open[i][k] = f.open[i][k];
	}
}
