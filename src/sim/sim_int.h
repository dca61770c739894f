/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/sim_int.h - shared by the files of the event loop.
 */
#ifndef FACHO_SIM_SIM_INT_H
#define FACHO_SIM_SIM_INT_H

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>

#include "sim/olt.h"
#include "sim/sim.h"

struct station;

struct peer {
	struct sockaddr_storage address;
	socklen_t len;
};

/* An answer that is sent later. */
struct pending {
	int64_t due_us;
	uint64_t turn; /* the order of answers that are due together */
	struct station *station;
	struct pending *next, *prev; /* of the same station */
	struct peer peer;
	struct outgoing outgoing; /* its bytes are below */
	uint8_t bytes[];
};

/* An OLT with its socket. */
struct station {
	struct olt olt;
	struct sim *sim;
	int fd;
	uint16_t port;
	struct pending *waiting;
};

/* A control connection. */
struct client {
	int in, out;
	struct buf line; /* the part of the next line received so far */
	struct client *next;
};

/* The OLTs of a control command: one, or all. */
struct target {
	size_t first, end;
};

typedef enum rc command_fn(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err);

struct wire; /* buffers of the loop */
struct wire *wire_new(void);

struct sim {
	struct olt_shared *shared;
	size_t n;
	struct station *stations;
	struct wire *wire;
	int epoll, timer, wake;
	int out;
	int control; /* the listening socket; -1: none */
	char control_path[SETTING_TEXT_MAX];
	struct client *clients;
	FILE *truth; /* the log of faults; NULL: none; owned */
	uint32_t last_fault; /* the highest id so far */
	struct pending **heap; /* the earliest first */
	size_t heap_n, heap_cap;
	int64_t armed_us; /* time of the timer; 0: not set */
	uint64_t turn;
	volatile sig_atomic_t wants_quit, wants_dump;
};

/* The type of an epoll event; its number is that of a station. */
enum event_kind { EVENT_STATION, EVENT_TIMER, EVENT_WAKE, EVENT_CONTROL, EVENT_CLIENT };

enum rc sim_watch(struct sim *sim, int fd, enum event_kind kind, uint32_t number)
    MUST_CHECK;

struct moment sim_now(void);

/* ---- waiting.c: delayed answers ------------------------------------------------ */

/* False: out of memory; the answer is lost. */
bool waiting_add(struct sim *sim, struct station *station, const struct peer *peer,
    const struct outgoing *outgoing, int64_t now_us);

/* The earliest answer, if it is due; the caller sends and frees it. NULL: none is due. */
struct pending *waiting_take(struct sim *sim, int64_t now_us);
void waiting_free(struct sim *sim);

bool peer_equal(const struct peer *a, const struct peer *b);

/* ---- control.c ----------------------------------------------------------------- */

enum rc control_open(struct sim *sim, const struct sim_config *config, struct err *err)
    MUST_CHECK;
void control_close(struct sim *sim);
void control_accept(struct sim *sim);
void control_read(struct sim *sim, int fd);

/* {"olts":[...],"total":{...}}; a new reference. */
json_t *control_counters(struct sim *sim);

/* ---- control_fault.c: faults and their truth log ------------------------------- */

command_fn control_fault, control_repair, control_truth;

/* Write everything, waiting for a slow reader. False: the reader has closed. */
bool write_all(int fd, const char *bytes, size_t len);

#endif
