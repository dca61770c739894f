/* SPDX-License-Identifier: Apache-2.0
 *
 * A plant on a fake clock, and a watch that sees it: ONUs go down and come back, OLTs are
 * read every few minutes, looks are answered, and incidents are kept as a database would.
 */
#ifndef FACHO_TESTS_SCENARIO_PLANT_WORLD_H
#define FACHO_TESTS_SCENARIO_PLANT_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "watch/sentence.h"
#include "watch/watch.h"

#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
/* Monday, 10:00. */
#define TEN ((int64_t)1767607200000)

enum { PW_ONUS = 4096, PW_OLTS = 64, PW_STORED = 256, PW_LINES = 64 };

struct pw_onu {
	int64_t id, olt;
	int slot, port, number;
	bool is_up, was_up; /* now; at the last reading */
	bool is_off, was_off;
	enum state cause; /* as the device says now */
	enum state told_cause;
	int64_t cause_at_ms; /* not told before */
	int64_t down_ms; /* the device's time of its last down */
	int64_t up_ms;
	int32_t distance_m;
	bool can_gasp;
	int64_t node;
	int64_t told_down_ms;
};

struct pw_olt {
	int64_t id;
	int64_t read_ms; /* its next reading; 0: none */
	int64_t every_ms;
	bool is_silent, has_times, is_new;
	int64_t offset_ms; /* of its clock */
	const char *name, *site;
	bool has_point; /* where all that have one are */
};

/* As in the database. */
struct pw_stored {
	struct watch_incident in;
	struct watch_incident_port *ports; /* owned, with owned members */
	size_t n_ports;
	int taken;
	char logs[PW_LINES][24];
	size_t n_logs;
	char outlook[200]; /* evidence: what would change the verdict; "": nothing */
};

struct pw {
	struct watch *watch;
	struct watch_rules rules;
	int64_t now_ms;
	struct pw_onu onus[PW_ONUS];
	size_t n_onus;
	struct pw_olt olts[PW_OLTS];
	size_t n_olts;
	struct pw_stored stored[PW_STORED];
	size_t n_stored;
	bool refuses_looks;
	int looks;
	bool has_no_causes;
};

struct pw *pw_new(void);
void pw_free(struct pw *p);
struct pw_olt *pw_olt(struct pw *p, int64_t id, const char *name, const char *site);
/* n ONUs of a port, at from_m, from_m + step_m, ... Returns the first. */
struct pw_onu *pw_port(
    struct pw *p, int64_t olt, int slot, int port, int n, int32_t from_m, int32_t step_m);
/* Everything was made: put it into the watch, read at TEN - 2 minutes for the first time. */
void pw_begin(struct pw *p);
void pw_down(struct pw *p, struct pw_onu *o, enum state cause);
void pw_up(struct pw *p, struct pw_onu *o);
/* Let time pass, with readings, looks and runs. */
void pw_pass(struct pw *p, int64_t ms);
void pw_until(struct pw *p, int64_t at_ms);
void pw_drain(struct pw *p);
void pw_read(struct pw *p, struct pw_olt *o);
/* A new watch from what is stored, as after a restart. */
void pw_restart(struct pw *p, int64_t blind_since_ms);
/* Incidents in this state (WATCH_STATES: in all that are not dismissed or merged). */
size_t pw_count(const struct pw *p, enum watch_state state);
/* The only one that is not dismissed or merged; fails if there are others. */
struct pw_stored *pw_only(struct pw *p);
struct pw_stored *pw_find(struct pw *p, int64_t id);
int pw_logged(const struct pw_stored *s, const char *kind);
/* "Feeder fibre ... since 10:01:10" in UTC; static. */
const char *pw_sentence(const struct pw_stored *s, enum watch_language language);

#endif
