/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/sim.h - any number of simulated OLTs on UDP ports, in one thread.
 *
 * It is a real SNMP agent (v1, v2c, v3). Its message code is independent of net-snmp,
 * which the tested code uses.
 *
 *	struct sim_config config;
 *	sim_config_init(&config);
 *	setting_apply(&config.base, "latency", "20ms", &err);
 *	sim_config_add(&config, "profile=zte,ports=4,count=10", &err);
 *	sim_new(&config, profiles, &sim, &err);	(the ports are bound now)
 *	sim_run(sim, &err);			(returns after sim_quit())
 *	sim_free(sim);
 *
 * Threads: sim_run() owns the sim; sim_quit() and sim_dump() may be called from any
 * thread and from signal handlers; the others before or after sim_run(). While it runs,
 * control it over the control connections (docs/manual/simulator.md).
 */
#ifndef FACHO_SIM_SIM_H
#define FACHO_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/own.h"
#include "model/v3.h"
#include "sim/settings_int.h"
#include "vendor/profile.h"

struct sim;

struct sim_config {
	struct sockaddr_storage listen; /* port 0: each OLT gets a free port */
	socklen_t listen_len;
	struct olt_spec base; /* the initial settings of every OLT */
	size_t n_specs;
	struct olt_spec *specs; /* owned; in the order of the ports */
	char control[SETTING_TEXT_MAX]; /* "": none; "-": the fds below; else a path */
	int control_in, control_out; /* for "-"; initially stdin and stdout */
	char truth[SETTING_TEXT_MAX]; /* the file for the log of faults; "": none */
	int out; /* for "ready" and dumps; -1: none */
	char v3_user[SETTING_TEXT_MAX];
	char v3_auth_pass[SETTING_TEXT_MAX];
	char v3_priv_pass[SETTING_TEXT_MAX];
	enum v3_auth v3_auth;
	enum v3_priv v3_priv;
};

/* No OLTs, on 127.0.0.1:16100. */
void sim_config_init(struct sim_config *config);
void sim_config_fini(struct sim_config *config);

/* "127.0.0.1:16100" or "[::1]:16100". */
enum rc sim_config_listen(struct sim_config *config, const char *text, struct err *err)
    MUST_CHECK;

/* Add an OLT, or `count` of them: the base with these settings ("": none). The default
 * profile, without a profile or a recording, is Huawei. */
enum rc sim_config_add(struct sim_config *config, const char *settings, struct err *err)
    MUST_CHECK;

/* Bind every port. The profiles must exist as long as the sim. On failure nothing runs
 * and no port is bound. */
enum rc sim_new(const struct sim_config *config, const struct profile_set *profiles,
    struct sim **ret_sim, struct err *err) MUST_CHECK;
void sim_free(struct sim *sim);
OWNED_BY(struct sim, sim_free);

/* Write "ready" and serve until sim_quit(). */
enum rc sim_run(struct sim *sim, struct err *err) MUST_CHECK;

void sim_quit(struct sim *sim);

/* Print the counters as one JSON line on config.out. */
void sim_dump(struct sim *sim);

#endif
