/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/lab.h - shared by the benchmarks: simulated OLTs in a separate process, a fleet
 * of collections that reads them, commands for comparison, and the lines that
 * script/bench prints.
 *
 * Any failure ends the program with a message, because a benchmark that failed has no
 * result.
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

/* The first of n consecutive UDP ports on loopback that are free now. */
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
	bool use_quirks; /* those of the profile, as the commands do */
	/* otherwise the rows of each OLT are freed as soon as it is done */
	bool keep_rows;
};

struct lab_fleet;

struct lab_fleet *lab_fleet_new(const struct lab_fleet_options *o);
/* Collect from all OLTs at the same time; new sessions, with the stored experience of the
 * last time if warm. Returns seconds until the last one was done. */
double lab_fleet_collect(struct lab_fleet *f, bool warm);
const struct lab_olt *lab_fleet_olt(const struct lab_fleet *f, size_t i);
void lab_fleet_free(struct lab_fleet *f);

/* The OIDs of the fleet's columns, for other clients. */
size_t lab_column_oids(
    const char *profile, const char *columns, struct oid *ret, size_t max);

/* ---- measuring --------------------------------------------------------- */

double lab_now(void); /* seconds, monotonic */
double lab_own_cpu(void); /* user + system seconds of this process */
double lab_peak_mb(void);

/* The result that a measurement in a separate process wrote to the pipe. Ends the program
 * if that process failed. */
void lab_child_result(pid_t pid, int fds[2], void *ret, size_t n);

struct lab_command {
	double seconds;
	double cpu;
};

/* Run a command and discard its output; it must exit with 0. */
struct lab_command lab_run(const char *const *argv);

/* Walk the columns of an OLT with snmpbulkwalk -Cr25, one after the other. */
struct lab_command lab_bulkwalk(uint16_t port, const struct oid *columns, size_t n);

/* One line of script/bench. ratio_to may be NULL. at_most: value must not exceed
 * the target; otherwise it must reach it. Returns whether it was met. */
bool lab_report(const char *name, double value, const char *unit, double target,
    bool at_most, const char *ratio_to, double other);

#endif
