/* SPDX-License-Identifier: Apache-2.0
 *
 * facho sim: simulated OLTs. The options for what an OLT is and how it
 * misbehaves come from the simulator's own table.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/commands.h"
#include "sim/sim.h"
#include "vendor/profile.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "listen", CLI_TEXT, "ADDR:PORT",
	    "Address of the first OLT. The other OLTs use the following ports.",
	    .fallback = "127.0.0.1:16100" },
	{ 0, "olts", CLI_INT, "N", "Number of identical OLTs.", .min = 1, .max = 65535 },
	{ 0, "olt", CLI_LIST, "NAME=VALUE,...", "Add an OLT with its own settings." },
	{ 0, "control", CLI_TEXT, "PATH",
	    "Read control commands from a Unix socket; - is standard input, and "
	    "the simulator ends when it is closed." },
	{ 0, "truth", CLI_TEXT, "FILE",
	    "Write each fault of the control commands, with the ONUs that it "
	    "changes, as a line of JSON." },
	{ 0, "v3-user", CLI_TEXT, "NAME",
	    "SNMPv3 user. The user and the passphrases are for the simulator only.",
	    .fallback = "facho" },
	{ 0, "v3-auth", CLI_CHOICE, "PROTOCOL", "Authentication protocol of the user.",
	    .fallback = "SHA", .choices = "none|" V3_AUTH_CHOICES },
	{ 0, "v3-auth-pass", CLI_TEXT, "TEXT", "Authentication passphrase of the user.",
	    .fallback = "fachofacho1" },
	{ 0, "v3-priv", CLI_CHOICE, "PROTOCOL",
	    "Privacy protocol of the user, if the client uses privacy.",
	    .fallback = "AES", .choices = "none|" V3_PRIV_CHOICES },
	{ 0, "v3-priv-pass", CLI_TEXT, "TEXT", "Privacy passphrase of the user.",
	    .fallback = "fachofacho2" },
	CLI_OPTIONS_END,
};

/* Names of the kinds in the table, as types of options. */
enum {
	TEXT = CLI_TEXT,
	COUNT = CLI_TEXT,
	PERCENT = CLI_TEXT,
	DURATION = CLI_TEXT,
	CPU = CLI_TEXT,
	MARK = CLI_LIST,
	FLAG = CLI_FLAG,
};

static const struct cli_option SETTINGS[] = {
	{ .type = CLI_HEADING, .help = "Settings of every OLT" },
#define SETTING(name, kind, field, is_fixed, low, high, initial, argument, help) \
	{ 0, name, (enum cli_option_type)kind, argument, help },
#include "sim/tbl_settings.h"
#undef SETTING
	CLI_OPTIONS_END,
};

const struct cli_command cmd_sim = {
	.name = "sim",
	.summary = "simulate OLTs for tests",
	.usage = "[--listen ADDR:PORT] [--olts N | --olt NAME=VALUE,... ...] [settings]",
	.help =
	    "Simulates OLTs over SNMP v1, v2c and v3 on consecutive UDP ports. Prints\n"
	    "\"ready\" when it listens. SIGUSR1 prints the counters as one line of\n"
	    "JSON. SIGTERM ends it.\n"
	    "\n"
	    "Settings are options for all OLTs, or NAME=VALUE in --olt for some OLTs.\n"
	    "They can also be changed at run time with control commands, one JSON\n"
	    "object per line:\n"
	    "\n"
	    "  {\"cmd\":\"set\",\"olt\":0,\"latency\":\"20ms\"}    without \"olt\": all "
	    "OLTs\n"
	    "  {\"cmd\":\"counters\"}  {\"cmd\":\"reset\"}  {\"cmd\":\"reboot\"}  "
	    "{\"cmd\":\"quit\"}\n"
	    "  {\"cmd\":\"dark\",\"port\":\"1/3\"}  {\"cmd\":\"dark\",\"card\":\"1\"}  "
	    "and \"light\"\n"
	    "  {\"cmd\":\"fault\",\"olt\":0,\"kind\":\"box\",\"port\":\"1/3\",\"box\":2,"
	    "\"for\":\"10m\"}\n"
	    "  {\"cmd\":\"repair\"}  {\"cmd\":\"truth\"}\n"
	    "\n"
	    "Faults: feeder, box, trunk, drop (cut fibres), power, card, sfp, reboot,\n"
	    "rogue, bend, drift.\n",
	.examples =
	    "facho sim --olts 4 --profile huawei --ports 16 --onus 64 --latency 20ms\n"
	    "facho sim --olt profile=zte,ports=8,onus=32 --olt profile=vsol,loss=1\n"
	    "facho sim --listen [::1]:16100 --snmprec device.snmprec\n",
	.options = { OPTIONS, SETTINGS },
	.run = run,
};

/* ---- signals ----------------------------------------------------------------- */

/* For the handlers, which run in the only thread; NULL while there is none. */
static struct sim *volatile running;

static void
on_signal(int number)
{
	struct sim *sim = running;

	if (sim && number == SIGUSR1)
		sim_dump(sim);
	else if (sim)
		sim_quit(sim);
}

static void
handle_signals(struct sim *sim)
{
	static const int SIGNALS[] = { SIGTERM, SIGINT, SIGUSR1 };
	struct sigaction action = { .sa_handler = on_signal };

	running = sim;
	/* Whoever leaves the control line does not take us along. */
	(void)signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < sizeof(SIGNALS) / sizeof(SIGNALS[0]); i++)
		(void)sigaction(SIGNALS[i], &action, NULL); /* they exist */
}

/* ---- options ------------------------------------------------------------------- */

static enum rc
take_setting(struct sim_config *config, struct cli_call *call,
    const struct cli_option *option, struct err *err)
{
	const char *text = option->type == CLI_TEXT ? cli_text(call, option->name) : "1";
	const char *const *values = &text;
	size_t n = cli_given(call, option->name) ? 1 : 0;
	enum rc rc = RC_OK;

	if (option->type == CLI_LIST)
		n = cli_list(call, option->name, &values);
	for (size_t i = 0; i < n && rc == RC_OK; i++)
		rc = setting_apply(&config->base, option->name, values[i], err);
	return rc == RC_OK ? rc : err_prefix(err, rc, "--");
}

static enum rc
take_text(char field[SETTING_TEXT_MAX], struct cli_call *call, const char *name,
    struct err *err)
{
	const char *text = cli_text(call, name);
	size_t len = text ? strlen(text) : 0;

	if (len >= SETTING_TEXT_MAX)
		return err_set(err, RC_INVALID, "--%s: longer than %d characters", name,
		    SETTING_TEXT_MAX - 1);
	memcpy(field, text ? text : "", len + 1);
	return RC_OK;
}

static enum rc
take_texts(struct sim_config *config, struct cli_call *call, struct err *err)
{
	enum rc rc = sim_config_listen(config, cli_text(call, "listen"), err);

	if (rc == RC_OK)
		rc = take_text(config->control, call, "control", err);
	if (rc == RC_OK)
		rc = take_text(config->truth, call, "truth", err);
	if (rc == RC_OK)
		rc = take_text(config->v3_user, call, "v3-user", err);
	if (rc == RC_OK)
		rc = take_text(config->v3_auth_pass, call, "v3-auth-pass", err);
	if (rc == RC_OK)
		rc = take_text(config->v3_priv_pass, call, "v3-priv-pass", err);
	config->v3_auth = (enum v3_auth)cli_choice(call, "v3-auth");
	config->v3_priv = (enum v3_priv)cli_choice(call, "v3-priv");
	return rc;
}

static enum rc
take_olts(struct sim_config *config, struct cli_call *call, struct err *err)
{
	const char *const *olts;
	size_t n = cli_list(call, "olt", &olts);
	enum rc rc = RC_OK;

	if (n > 0 && cli_given(call, "olts"))
		return err_set(err, RC_INVALID,
		    "--olts does not go with --olt; right would be --olt "
		    "profile=zte,count=4");
	if (cli_given(call, "olts"))
		config->base.count = (uint32_t)cli_number(call, "olts");
	if (n == 0)
		return sim_config_add(config, "", err);
	for (size_t i = 0; i < n && rc == RC_OK; i++) {
		rc = sim_config_add(config, olts[i], err);
		if (rc != RC_OK)
			rc = err_prefix(err, rc, "--olt %s: ", olts[i]);
	}
	return rc;
}

static enum rc
take_options(struct sim_config *config, struct cli_call *call, struct err *err)
{
	enum rc rc = take_texts(config, call, err);

	for (size_t i = 0; SETTINGS[i].type != CLI_END && rc == RC_OK; i++) {
		if (SETTINGS[i].type != CLI_HEADING)
			rc = take_setting(config, call, &SETTINGS[i], err);
	}
	return rc == RC_OK ? take_olts(config, call, err) : rc;
}

/* ---- running ------------------------------------------------------------------- */

static int
serve(struct cli_call *call, const struct sim_config *config)
{
	struct profile_set *profiles OWNED(profile_set_free) = NULL;
	struct sim *sim OWNED(sim_free) = NULL;
	struct err err = { 0 };
	enum rc rc = profile_set_load_builtin(&profiles, &err);

	if (rc == RC_OK)
		rc = sim_new(config, profiles, &sim, &err);
	if (rc != RC_OK)
		return cli_failed(call, "%s", err.msg);
	handle_signals(sim);
	rc = sim_run(sim, &err);
	running = NULL; /* a signal that comes while it is freed does nothing */
	return rc == RC_OK ? CLI_DONE : cli_failed(call, "%s", err.msg);
}

static int
run(struct cli_call *call)
{
	struct sim_config config;
	struct err err = { 0 };
	int status;

	sim_config_init(&config);
	if (take_options(&config, call, &err) != RC_OK)
		status = cli_wrong_usage(call, "%s", err.msg);
	else
		status = serve(call, &config);
	sim_config_fini(&config);
	return status;
}
