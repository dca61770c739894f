/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/port_figures.h - what the ONUs of a PON port make of it: how many are there and
 * online, the median and the worst level, whether all of them are down, and since when.
 *
 * Counting a million ONUs for each look at the ports of a network would take seconds, so
 * the figures are columns of pon_ports. They are made anew for the ports of an OLT in the
 * transaction of the run that brought something they are made of: whoever reads them
 * sees the same moment as in the ONUs. A port that no device told of, but that has ONUs,
 * gets its row here.
 *
 * condition is one of
 *   up       ONUs are online, and none is down but those that are switched off
 *   partly   some are down
 *   dark     none is online, and at least PORT_DARK_MIN are down that are not switched off
 *   empty    no ONU is there
 *   unknown  nobody has read the state of any of them yet
 * and condition_ms is since when. A dark port is dark since the last of its ONUs went down.
 *
 * For the files of store/, inside the transaction of a run.
 */
#ifndef FACHO_STORE_PART_PORT_FIGURES_H
#define FACHO_STORE_PART_PORT_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;
struct samples;

enum { PORT_DARK_MIN = 3 };

struct port_figures_run {
	struct olt_id olt;
	int64_t now_ms;
	/* What the run brought; with none of them nothing is done. */
	bool has_states; /* who is there, or the state of one, has changed */
	bool
	    has_same_states; /* states were read; counted only if a port has no figures */
	bool has_levels; /* ONU Rx */
	bool is_over; /* the levels are complete: they become history */
	bool has_traffic; /* the ports' counters, which store/part/ports.c has written */
};

enum rc port_figures_write(struct samples *samples, struct db *db,
    const struct port_figures_run *run, struct arena *arena, struct err *err) MUST_CHECK;

#endif
