/* SPDX-License-Identifier: Apache-2.0
 *
 * A stand-in until `facho sim` is there.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "sim/sim.h"

static struct sim *running;

static void
on_signal(int number)
{
	if (number == SIGUSR1)
		sim_dump(running);
	else
		sim_quit(running);
}

int
main(int argc, char **argv)
{
	struct sim_config config;
	struct profile_set *profiles OWNED(profile_set_free) = NULL;
	struct sim *sim OWNED(sim_free) = NULL;
	struct err err = { 0 };
	struct buf help = BUF_INIT(65536);

	sim_config_init(&config);
	enum rc rc = sim_config_args(&config, argc - 1, argv + 1, &err);
	if (rc == RC_OK && config.wants_help) {
		sim_help(&help);
		fputs(buf_text(&help), stdout);
		buf_fini(&help);
		sim_config_fini(&config);
		return 0;
	}
	if (rc == RC_OK)
		rc = profile_set_load_builtin(&profiles, &err);
	if (rc == RC_OK)
		rc = sim_new(&config, profiles, &sim, &err);
	if (rc == RC_OK) {
		running = sim;
		signal(SIGTERM, on_signal);
		signal(SIGINT, on_signal);
		signal(SIGUSR1, on_signal);
		signal(SIGPIPE, SIG_IGN);
		rc = sim_run(sim, &err);
	}
	sim_config_fini(&config);
	if (rc != RC_OK)
		fprintf(stderr, "facho sim: %s\n", err.msg);
	return rc == RC_OK ? 0 : 1;
}
