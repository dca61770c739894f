/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/asking.h"

#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/prompt.h"
#include "model/olt.h"

const struct cli_option ASKING_OPTIONS[] = {
	{ 0, "", CLI_HEADING, NULL, "Connection to the device", 0, 0, NULL, NULL },
	{ 'c', "community", CLI_SECRET, "COMMUNITY",
	    "SNMP v1 and v2c community. Default: $FACHO_COMMUNITY, the setting "
	    "snmp.community, or a prompt. It is immediately removed from the "
	    "process list.",
	    0, 0, NULL, NULL },
	{ 'v', "version", CLI_CHOICE, "1|2c|3", "SNMP version.", 0, 0, "2c",
	    OLT_VERSION_CHOICES },
	{ 'u', "user", CLI_TEXT, "NAME", "SNMPv3 user.", 0, 0, NULL, NULL },
	{ 'a', "auth", CLI_CHOICE, "PROTOCOL", "SNMPv3 authentication protocol.", 0, 0,
	    "none", "none|" V3_AUTH_CHOICES },
	{ 'A', "auth-pass", CLI_SECRET, "PASSPHRASE",
	    "SNMPv3 authentication passphrase; or $FACHO_AUTH_PASS.", 0, 0, NULL, NULL },
	{ 'x', "priv", CLI_CHOICE, "PROTOCOL", "SNMPv3 privacy protocol.", 0, 0, "none",
	    "none|" V3_PRIV_CHOICES },
	{ 'X', "priv-pass", CLI_SECRET, "PASSPHRASE",
	    "SNMPv3 privacy passphrase; or $FACHO_PRIV_PASS.", 0, 0, NULL, NULL },
	{ 'n', "context", CLI_TEXT, "NAME", "SNMPv3 context.", 0, 0, NULL, NULL },
	{ 't', "timeout", CLI_MS, "TIME",
	    "How long to wait for an answer (default: snmp.timeout).", 100, 60000, NULL,
	    NULL },
	{ 'r', "retries", CLI_INT, "N",
	    "How many times to send a request again (default: snmp.retries).", 0, 10,
	    NULL, NULL },
	{ 0, "in-flight", CLI_INT, "N",
	    "Maximum number of requests at the same time (default: snmp.in_flight).", 1,
	    64, NULL, NULL },
	{ 0, "repetitions", CLI_INT, "N",
	    "Maximum number of repetitions of a GETBULK (default: snmp.repetitions).", 1,
	    1000, NULL, NULL },
	CLI_OPTIONS_END,
};

const struct cli_option PROFILE_OPTIONS[] = {
	{ 'p', "profile", CLI_TEXT, "NAME",
	    "Use this vendor profile (or the most common one of a brand) instead "
	    "of detecting it.",
	    0, 0, NULL, NULL },
	{ 0, "profile-file", CLI_LIST, "FILE",
	    "Also load the profile in FILE. It replaces an included profile with "
	    "the same id.",
	    0, 0, NULL, NULL },
	CLI_OPTIONS_END,
};

static bool
has_option(const struct cli_call *call, const struct cli_option *table)
{
	for (size_t i = 0; i < CLI_GROUPS_MAX; i++) {
		if (call->command->options[i] == table)
			return true;
	}
	return false;
}

static void
set_limits(const struct cli_call *call, struct snmpc_limits *l)
{
	const struct cli_settings *s = call->settings;

	*l = snmpc_limits_default();
	l->timeout_ms = (uint32_t)s->snmp_timeout_ms;
	l->retries = (uint32_t)s->snmp_retries;
	l->in_flight = (uint32_t)s->snmp_in_flight;
	l->repetitions = (uint32_t)s->snmp_repetitions;
	l->answer_bytes = (uint32_t)s->snmp_answer_bytes;
	l->max_rows = (uint32_t)s->snmp_max_rows;
	l->max_bytes = (uint64_t)s->snmp_max_bytes;
	for (size_t i = 0; i < s->n_snmp_batch && i < 3; i++)
		l->batch_onus[i] = (uint32_t)s->snmp_batch[i];
	if (cli_given(call, "timeout"))
		l->timeout_ms = (uint32_t)cli_number(call, "timeout");
	if (cli_given(call, "retries"))
		l->retries = (uint32_t)cli_number(call, "retries");
	if (cli_given(call, "in-flight"))
		l->in_flight = (uint32_t)cli_number(call, "in-flight");
	if (cli_given(call, "repetitions"))
		l->repetitions = (uint32_t)cli_number(call, "repetitions");
}

/* A secret from the option, the environment, the setting, or the prompt. */
static enum rc
find_secret(const struct cli_call *call, const char *option, const char *variable,
    const struct secret *setting, struct secret *ret_secret, struct err *err)
{
	const char *env = getenv(variable);
	enum rc rc;

	if (!secret_is_empty(cli_secret(call, option))) {
		*ret_secret = *cli_secret(call, option);
		return RC_OK;
	}
	if (env && *env) {
		rc = secret_set(ret_secret, env);
		return rc == RC_OK ? rc : err_set(err, rc, "$%s is too long", variable);
	}
	if (setting && !secret_is_empty(setting)) {
		*ret_secret = *setting;
		return RC_OK;
	}
	rc = prompt_secret(option, ret_secret, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc,
		    "no %s: give --%s or set $%s (there is no terminal to ask at)",
		    option, option, variable);
	return rc;
}

enum rc
asking_secret(const struct cli_call *call, const char *option, struct secret *ret_secret,
    struct err *err)
{
	if (strcmp(option, "community") == 0)
		return find_secret(call, option, "FACHO_COMMUNITY",
		    call->settings->snmp_community, ret_secret, err);
	return find_secret(call, option,
	    strcmp(option, "auth-pass") == 0 ? "FACHO_AUTH_PASS" : "FACHO_PRIV_PASS",
	    NULL, ret_secret, err);
}

static enum rc
set_v3(const struct cli_call *call, struct snmpc_target *t, struct err *err)
{
	const char *user = cli_text(call, "user");
	const char *context = cli_text(call, "context");
	enum rc rc = RC_OK;

	if (!user || !*user || strlen(user) > SNMPC_USER_MAX)
		return err_set(err, RC_INVALID,
		    "SNMPv3 needs --user NAME of at most %d characters", SNMPC_USER_MAX);
	memcpy(t->user, user, strlen(user) + 1);
	if (context && strlen(context) > SNMPC_USER_MAX)
		return err_set(err, RC_INVALID, "--context is longer than %d characters",
		    SNMPC_USER_MAX);
	if (context)
		memcpy(t->context, context, strlen(context) + 1);
	t->auth = (enum v3_auth)cli_choice(call, "auth");
	t->priv = (enum v3_priv)cli_choice(call, "priv");
	if (t->auth != V3_AUTH_NONE)
		rc = asking_secret(call, "auth-pass", &t->auth_pass, err);
	if (rc == RC_OK && t->priv != V3_PRIV_NONE)
		rc = asking_secret(call, "priv-pass", &t->priv_pass, err);
	return rc;
}

/* Options of another version of SNMP would have no effect. */
static enum rc
check_version(const struct cli_call *call, enum snmp_version version, struct err *err)
{
	static const char *const ONLY_V3[] = { "user", "auth", "auth-pass", "priv",
		"priv-pass", "context" };

	for (size_t i = 0; version != SNMP_V3 && i < sizeof(ONLY_V3) / sizeof(ONLY_V3[0]);
	     i++) {
		if (cli_given(call, ONLY_V3[i]))
			return err_set(err, RC_INVALID,
			    "--%s is for SNMP version 3 (--version 3)", ONLY_V3[i]);
	}
	if (version == SNMP_V3 && cli_given(call, "community"))
		return err_set(
		    err, RC_INVALID, "--community is for SNMP versions 1 and 2c");
	if (cli_given(call, "auth-pass") && cli_choice(call, "auth") == V3_AUTH_NONE)
		return err_set(err, RC_INVALID, "--auth-pass needs --auth PROTOCOL");
	if (cli_given(call, "priv-pass") && cli_choice(call, "priv") == V3_PRIV_NONE)
		return err_set(err, RC_INVALID, "--priv-pass needs --priv PROTOCOL");
	if (version == SNMP_V1 && cli_given(call, "repetitions"))
		return err_set(
		    err, RC_INVALID, "--repetitions is for SNMP versions 2c and 3");
	return RC_OK;
}

enum rc
asking_target(
    struct cli_call *call, const char *host, struct snmpc_target *t, struct err *err)
{
	enum rc rc = snmpc_parse_host(host, t, err);

	if (rc != RC_OK)
		return rc;
	t->version = (enum snmp_version)cli_choice(call, "version");
	rc = check_version(call, t->version, err);
	if (rc != RC_OK)
		return rc;
	set_limits(call, &t->limits);
	if (t->version == SNMP_V3)
		return set_v3(call, t, err);
	return asking_secret(call, "community", &t->community, err);
}

static enum rc
load_profiles(struct cli_call *call, struct asking *a, struct err *err)
{
	const char *const *files = NULL;
	const struct oid *never;
	const char *name;
	size_t n = 0;
	enum rc rc = profile_set_load_builtin(&a->profiles, err);

	if (rc != RC_OK)
		return rc;
	if (has_option(call, PROFILE_OPTIONS))
		n = cli_list(call, "profile-file", &files);
	for (size_t i = 0; i < n; i++) {
		rc = profile_set_add_file(a->profiles, files[i], err);
		if (rc != RC_OK)
			return rc;
	}
	name = has_option(call, PROFILE_OPTIONS) ? cli_text(call, "profile") : NULL;
	a->profile = name ? profile_set_find(a->profiles, name) : NULL;
	if (name && !a->profile)
		return err_set(err, RC_NOT_FOUND,
		    "there is no profile \"%s\"; `facho profile list` shows them", name);
	never = profile_set_never_read(a->profiles, &n);
	rc = snmpc_never_read(a->snmpc, never, n);
	return rc == RC_OK ? rc : err_set(err, rc, "out of memory");
}

static void
on_signal(evutil_socket_t fd, short what, void *arg)
{
	struct asking *a = arg;

	(void)fd;
	(void)what;
	a->was_interrupted = true;
	asking_end(a);
}

static enum rc
watch_signals(struct asking *a, struct err *err)
{
	a->on_int = evsignal_new(a->base, SIGINT, on_signal, a);
	a->on_term = evsignal_new(a->base, SIGTERM, on_signal, a);
	if (!a->on_int || !a->on_term || event_add(a->on_int, NULL) != 0 ||
	    event_add(a->on_term, NULL) != 0)
		return err_set(err, RC_NOMEM, "cannot watch for signals");
	return RC_OK;
}

static enum rc
open_all(struct cli_call *call, const char *host, struct asking *a, struct err *err)
{
	struct snmpc_target target = { 0 };
	enum rc rc;

	a->base = event_base_new();
	if (!a->base)
		return err_set(err, RC_NOMEM, "cannot start the event loop");
	rc = snmpc_new(a->base, &a->snmpc, err);
	if (rc == RC_OK)
		rc = load_profiles(call, a, err);
	if (rc == RC_OK)
		rc = asking_target(call, host, &target, err);
	if (rc == RC_OK)
		rc = snmpc_session_open(a->snmpc, &target, &a->session, err);
	if (rc == RC_OK)
		rc = watch_signals(a, err);
	a->limits = target.limits;
	explicit_bzero(&target, sizeof(target));
	return rc;
}

int
asking_open(struct cli_call *call, const char *host, struct asking **ret_asking)
{
	struct asking *a OWNED(asking_free) = calloc(1, sizeof(*a));
	struct err err = { 0 };

	if (!a)
		return cli_failed(call, "out of memory");
	if (open_all(call, host, a, &err) != RC_OK)
		return err.rc == RC_INVALID ? cli_wrong_usage(call, "%s", err.msg)
					    : cli_failed(call, "%s", err.msg);
	*ret_asking = GIVE(a);
	return CLI_DONE;
}

void
asking_free(struct asking *a)
{
	if (!a)
		return;
	if (a->on_int)
		event_free(a->on_int);
	if (a->on_term)
		event_free(a->on_term);
	snmpc_free(a->snmpc);
	profile_set_free(a->profiles);
	if (a->base)
		event_base_free(a->base);
	free(a);
}

void
asking_run(struct asking *a)
{
	a->is_done = false;
	while (!a->is_done && event_base_loop(a->base, EVLOOP_ONCE) == 0)
		;
}

void
asking_end(struct asking *a)
{
	a->is_done = true;
	(void)event_base_loopbreak(a->base);
}
