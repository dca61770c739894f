/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/contract/olt_bed.h - a simulated OLT with its standard jobs, a session to it and
 * what is known of its ONUs: for tests of collections.
 */
#ifndef FACHO_TESTS_OLT_BED_H
#define FACHO_TESTS_OLT_BED_H

#include "agent.h"
#include "vendor/standard.h"

enum { PORTS = 2, ONUS = 16 };

extern struct profile_set *profiles;

struct olt {
	struct lab_sim sim;
	struct bed bed;
	struct arena *arena;
	const struct profile *profile;
	size_t n_jobs;
	struct standard_job jobs[STANDARD_KINDS];
	struct known *known;
	bool is_done;
	struct collect *collect;
	const struct collection *result;
	const struct column *unsupported; /* as the program would remember */
};

/* `facho sim` with more arguments, which end with NULL. */
struct olt olt_make(const char *profile, const char *const *more);
/* PORTS ports of ONUS ONUs, a quarter of them offline. */
struct olt usual_olt(const char *profile);
void olt_free(struct olt *o);

/* Start a collection; profile, known ONUs and callbacks are filled in. */
enum rc try_start(struct olt *o, const struct collect_options *options, struct err *err);
/* And wait until it is done; its result is good until the next one. */
const struct collection *run_options(
    struct olt *o, const struct collect_options *options);
struct collect_options options_of(const struct olt *o, enum standard_kind kind);
const struct collection *run_job(struct olt *o, enum standard_kind kind);

/* A discovery, and what follows from it. */
void discover(struct olt *o);
/* Discovery and states, so that everything is known that optics need. */
void get_to_know(struct olt *o);
size_t n_offline(const struct olt *o);

const struct column_outcome *column_outcome_of(
    const struct collection *c, const char *key);
int output_of(const struct collected *of, const char *key);

/* A line for the simulator's control. */
void sim_do(struct olt *o, const char *line);

/* Group fixtures: the profiles. */
int load_profiles(void **state);
int unload_profiles(void **state);

#endif
