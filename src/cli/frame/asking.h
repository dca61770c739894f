/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/asking.h - shared by get, walk, detect and onus: the options for the
 * connection to a device, and an event loop with one session.
 */
#ifndef FACHO_CLI_FRAME_ASKING_H
#define FACHO_CLI_FRAME_ASKING_H

#include "base/err.h"
#include "base/own.h"
#include "cli/frame/command.h"
#include "snmpc/snmpc.h"
#include "vendor/profile.h"

struct event_base;

/* -c, -v, -t, -r, the v3 ones and the limits. */
extern const struct cli_option ASKING_OPTIONS[];
/* --profile and --profile-file. */
extern const struct cli_option PROFILE_OPTIONS[];

struct asking {
	struct event_base *base;
	struct snmpc *snmpc;
	struct snmpc_session *session;
	struct snmpc_limits limits;
	struct profile_set *profiles;
	const struct profile *profile; /* given by an option; NULL: to be detected */
	bool is_done; /* set it and break the loop */
	bool was_interrupted; /* ^C */
	struct event *on_int, *on_term;
};

/* Reads the options, prompts for the community if it was not given, and opens the
 * session. On failure prints the error and returns an exit status; otherwise CLI_DONE. */
int asking_open(struct cli_call *call, const char *host, struct asking **ret_asking);
void asking_free(struct asking *a);
OWNED_BY(struct asking, asking_free);

/* "community", "auth-pass" or "priv-pass": from its option, the environment, the setting,
 * or the prompt. RC_NOT_FOUND: from none of them. */
enum rc asking_secret(const struct cli_call *call, const char *option,
    struct secret *ret_secret, struct err *err) MUST_CHECK;

/* Reads the same options without opening a session: for commands that pass them to
 * another program. The caller wipes the result. RC_INVALID: wrong usage. */
enum rc asking_target(struct cli_call *call, const char *host,
    struct snmpc_target *ret_target, struct err *err) MUST_CHECK;

/* Run the loop until asking_end or ^C. */
void asking_run(struct asking *a);
void asking_end(struct asking *a);

#endif
