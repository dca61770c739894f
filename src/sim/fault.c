/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/fault_int.h"

#include <math.h>
#include <string.h>

enum { SALT_FAULT = 100000, SALTS_A_FAULT = 8 };

/* Random numbers of an ONU in a fault. */
enum draw { DRAW_DOWN, DRAW_UP, DRAW_GASP, DRAW_FLAPS, DRAW_PERIOD, DRAW_PHASE };

enum { SALT_UPS = 3101 };

static const double DAY_MS = 86400e3;

/* At 1310 nm (upstream) a bend loses less light than at 1490 nm. */
static const double BEND_UPSTREAM = 0.6;

/* How each kind shows itself. ONUs go down within down_ms of the begin. They come up
 * from up_from_ms after the end on, within up_ms. */
static const struct manner {
	const char *name;
	bool takes_down; /* all ONUs that it reaches */
	enum state cause;
	double down_ms, up_from_ms, up_ms;
} MANNERS[FAULT_KINDS] = {
	[FAULT_FEEDER] = { "feeder", true, STATE_LOS_PORT, 300, 2000, 6000 },
	[FAULT_BOX] = { "box", true, STATE_LOS_ONU, 300, 2000, 6000 },
	[FAULT_TRUNK] = { "trunk", true, STATE_LOS_PORT, 300, 2000, 6000 },
	[FAULT_DROP] = { "drop", true, STATE_LOS_ONU, 300, 2000, 6000 },
	[FAULT_POWER] = { "power", true, STATE_POWER, 2000, 40000, 140000 },
	[FAULT_CARD] = { "card", true, STATE_LOS_PORT, 300, 20000, 30000 },
	[FAULT_SFP] = { "sfp", true, STATE_LOS_PORT, 300, 3000, 6000 },
	[FAULT_REBOOT] = { "reboot", true, STATE_UNKNOWN, 300, 10000, 40000 },
	[FAULT_ROGUE] = { "rogue", false, STATE_SIGNAL, 0, 2000, 6000 },
	[FAULT_BEND] = { "bend", false, STATE_NONE, 0, 0, 0 },
	[FAULT_DRIFT] = { "drift", false, STATE_NONE, 0, 0, 0 },
};

const char *
fault_kind_name(enum fault_kind kind)
{
	return MANNERS[kind].name;
}

bool
fault_kind_from_name(const char *name, enum fault_kind *ret_kind)
{
	for (int kind = 0; kind < FAULT_KINDS; kind++) {
		if (strcmp(MANNERS[kind].name, name) == 0) {
			*ret_kind = (enum fault_kind)kind;
			return true;
		}
	}
	return false;
}

static double
draw(const struct fault *f, const struct fault_ground *g, uint32_t onu, enum draw what)
{
	uint64_t salt = SALT_FAULT + (uint64_t)f->id * SALTS_A_FAULT + (uint64_t)what;

	return life_fraction(g->life->seed, onu, salt);
}

/* Half of the other ONUs of the port collide with the rogue one. */
static bool
flaps(const struct fault *f, const struct fault_ground *g, uint32_t onu)
{
	return onu != f->rogue && draw(f, g, onu, DRAW_FLAPS) < 0.5;
}

bool
fault_reaches(const struct fault *f, const struct fault_ground *g, uint32_t onu)
{
	if (!fault_is_at_onu(f, g->plant, onu))
		return false;
	if (f->kind == FAULT_ROGUE)
		return flaps(f, g, onu);
	return f->kind != FAULT_POWER ||
	    life_fraction(g->life->seed, onu, SALT_UPS) * 100 >= g->habits->ups_pct;
}

/* Without a dying gasp the OLT only sees that the light is gone. */
static enum state
cause_seen(const struct fault *f, const struct fault_ground *g, uint32_t onu)
{
	if (f->kind != FAULT_POWER)
		return MANNERS[f->kind].cause;
	if (onu_is_mute(g->life, g->habits, onu) ||
	    draw(f, g, onu, DRAW_GASP) * 100 >= g->habits->gasp_pct)
		return STATE_LOS_ONU;
	return STATE_POWER;
}

static int64_t
down_at(const struct fault *f, const struct fault_ground *g, uint32_t onu)
{
	return f->began_ms +
	    (int64_t)(draw(f, g, onu, DRAW_DOWN) * MANNERS[f->kind].down_ms);
}

/* INT64_MAX: not known yet. */
static int64_t
up_at(const struct fault *f, const struct fault_ground *g, uint32_t onu)
{
	const struct manner *m = &MANNERS[f->kind];

	if (f->ended_ms == INT64_MAX)
		return INT64_MAX;
	return f->ended_ms +
	    (int64_t)(m->up_from_ms + draw(f, g, onu, DRAW_UP) * m->up_ms);
}

/* It was down from down_ms to up_ms, unless it was down before that, or has been down
 * again since. */
static void
set_down(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t down_ms, int64_t up_ms, int64_t wall_ms, struct onu_life *l)
{
	if (wall_ms < down_ms || l->last_down_ms >= up_ms ||
	    (!l->is_online && l->last_down_ms < down_ms))
		return;
	l->is_online = wall_ms >= up_ms;
	l->cause_before = l->cause;
	l->cause = cause_seen(f, g, onu);
	l->last_down_ms = down_ms;
	if (!l->is_online)
		return;
	l->last_up_ms = up_ms;
	if (f->kind == FAULT_POWER)
		l->booted_ms = up_ms;
}

/* With a rogue ONU each of the others has its own rhythm of one to two minutes, and is
 * down for a third of it. */
static void
set_flapping(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t wall_ms, struct onu_life *l)
{
	double period_ms = 60e3 * (1 + draw(f, g, onu, DRAW_PERIOD));
	int64_t phase_ms = (int64_t)(draw(f, g, onu, DRAW_PHASE) * period_ms);
	int64_t until_ms = wall_ms < f->ended_ms ? wall_ms : f->ended_ms - 1;
	int64_t into_ms =
	    (int64_t)fmod((double)(until_ms - f->began_ms + phase_ms), period_ms);
	int64_t down_ms = until_ms - into_ms;
	int64_t up_ms = down_ms + (int64_t)(period_ms / 3);

	/* In the first period there may be no down yet. */
	if (up_ms <= f->began_ms)
		return;
	if (down_ms < f->began_ms)
		down_ms = f->began_ms;
	if (up_ms > f->ended_ms)
		up_ms = up_at(f, g, onu);
	set_down(f, g, onu, down_ms, up_ms, wall_ms, l);
}

void
fault_apply(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t wall_ms, struct onu_life *l)
{
	if (wall_ms < f->began_ms || !fault_reaches(f, g, onu))
		return;
	if (f->kind == FAULT_ROGUE)
		set_flapping(f, g, onu, wall_ms, l);
	else if (MANNERS[f->kind].takes_down)
		set_down(f, g, onu, down_at(f, g, onu), up_at(f, g, onu), wall_ms, l);
}

double
fault_loss_db(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t wall_ms, bool is_downstream)
{
	if (!fault_is_at(f, wall_ms) || !fault_is_at_onu(f, g->plant, onu))
		return 0;
	if (f->kind == FAULT_BEND)
		return is_downstream ? f->db : f->db * BEND_UPSTREAM;
	if (f->kind == FAULT_DRIFT)
		return f->db * (double)(wall_ms - f->began_ms) / DAY_MS;
	return 0;
}
