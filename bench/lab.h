/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/lab.h - what the benchmarks share: simulated OLTs in a process of
 * their own, a fleet of collections against them, commands to compare with,
 * and the lines that script/bench prints.
 *
 * Any failure ends the program with a sentence: a benchmark that did not
 * measure has nothing to say.
 */
#ifndef FACHO_BENCH_LAB_H
#define FACHO_BENCH_LAB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/collect.h"
#include "snmpc/snmpc.h"
#include "vendor/profile.h"

_Noreturn void lab_die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* ---- simulated OLTs ---------------------------------------------------- */

struct lab_sim {
	pid_t pid;
	int to, from; /* its stdin and stdout */
	uint16_t port; /* of the first OLT */
};

/* The first of n UDP ports in a row on loopback that nobody has now. */
uint16_t lab_free_ports(size_t n);

/* `facho sim --listen 127.0.0.1:PORT ARGS...`; args end with NULL. Ports from
 * `port` on. Returns when it is ready. */
struct lab_sim lab_sim_start(uint16_t port, const char *const *args);
/* One control line and its answer; the caller unrefs it. */
json_t *lab_sim_ask(struct lab_sim *sim, const char *line);
/* A number in the totals of its counters. */
double lab_sim_counter(struct lab_sim *sim, const char *name);
/* The highest modelled CPU of the first OLT since the last reset, in percent. */
double lab_sim_cpu_peak(struct lab_sim *sim);
/* Wait until the modelled CPU is idle, then set the counters to zero. */
void lab_sim_cool_down(struct lab_sim *sim);
void lab_sim_stop(struct lab_sim *sim);

/* ---- collections ------------------------------------------------------- */

struct lab_olt {
	struct snmpc_session *session;
	struct collect *collect;
	bool is_done;
	enum rc rc;
	size_t n_rows;
	uint64_t n_values;
	uint64_t n_varbinds;
	uint32_t max_in_flight, retransmits, requests;
	int64_t done_us; /* since the fleet's start */
	struct snmpc_memory memory; /* what the governor has learnt */
	size_t n_ports;
	struct position ports[64];
};

struct lab_fleet_options {
	uint16_t port; /* of the first OLT; the others follow */
	size_t n_olts;
	const char *profile;
	const char *columns; /* comma-separated */
	struct snmpc_limits limits;
	bool use_quirks; /* the profile's, as the commands do */
	bool keep_rows; /* else each OLT's rows are freed as soon as it is done */
};

struct lab_fleet;

struct lab_fleet *lab_fleet_new(const struct lab_fleet_options *o);
/* Collect from all OLTs at the same time; new sessions, with the memory of the
 * last time when warm. Returns seconds until the last one was done. */
double lab_fleet_collect(struct lab_fleet *f, bool warm);
const struct lab_olt *lab_fleet_olt(const struct lab_fleet *f, size_t i);
void lab_fleet_free(struct lab_fleet *f);

/* The OIDs of the fleet's columns, to ask for by other means. */
size_t lab_column_oids(
    const char *profile, const char *columns, struct oid *ret, size_t max);

/* ---- measuring --------------------------------------------------------- */

double lab_now(void); /* seconds, monotonic */
double lab_own_cpu(void); /* user + system seconds of this process */
double lab_peak_mb(void);

/* What a measurement in a process of its own wrote to the pipe. Dies if it died. */
void lab_child_result(pid_t pid, int fds[2], void *ret, size_t n);

struct lab_command {
	double seconds;
	double cpu;
};

/* Run a command with its output thrown away; it must exit 0. */
struct lab_command lab_run(const char *const *argv);

/* Walk the columns of an OLT with snmpbulkwalk -Cr25, one after the other. */
struct lab_command lab_bulkwalk(uint16_t port, const struct oid *columns, size_t n);

/* One line of script/bench. ratio_to may be NULL. at_most: value must not exceed
 * the target; otherwise it must reach it. Returns whether it was met. */
bool lab_report(const char *name, double value, const char *unit, double target,
    bool at_most, const char *ratio_to, double other);

#endif
