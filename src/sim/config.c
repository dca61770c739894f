/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `facho sim`.
 */
#include "sim/sim.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- where to listen ---------------------------------------------------------- */

static enum rc
set_listen(struct sim_config *config, const char *text, struct err *err)
{
	const char *colon = strrchr(text, ':');
	char host[SETTING_TEXT_MAX] = "";
	char *end = NULL;
	unsigned long port = colon && colon[1] ? strtoul(colon + 1, &end, 10) : 65536;
	size_t len = colon ? (size_t)(colon - text) : 0;
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };

	if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	if (len > 0 && len < sizeof(host))
		memcpy(host, text, len);
	in.sin_port = in6.sin6_port = htons((uint16_t)port);
	bool is_port = end && *end == '\0' && port <= UINT16_MAX;
	if (is_port && inet_pton(AF_INET, host, &in.sin_addr) == 1) {
		memcpy(&config->listen, &in, sizeof(in));
		config->listen_len = sizeof(in);
		return RC_OK;
	}
	if (is_port && inet_pton(AF_INET6, host, &in6.sin6_addr) == 1) {
		memcpy(&config->listen, &in6, sizeof(in6));
		config->listen_len = sizeof(in6);
		return RC_OK;
	}
	return err_set(
	    err, RC_INVALID, "--listen: right would be 127.0.0.1:16100 or [::1]:16100");
}

/* ---- the options --------------------------------------------------------------- */

/* While the options are being read. */
struct reading {
	struct sim_config *config;
	struct olt_spec base; /* what is said outside of --olt */
	size_t n_olts; /* --olt, in order */
	const char **olts;
	bool has_count;
};

struct option {
	const char *name;
	size_t offset; /* of a text in struct sim_config */
	const char *help;
};

static const struct option TEXTS[] = {
	{ "control", offsetof(struct sim_config, control),
	    "PATH   take JSON lines on a Unix socket, or - for standard input" },
	{ "v3-user", offsetof(struct sim_config, v3_user),
	    "NAME   the SNMPv3 user; default facho" },
	{ "v3-auth-pass", offsetof(struct sim_config, v3_auth_pass),
	    "TEXT   its authentication passphrase; default fachofacho1" },
	{ "v3-priv-pass", offsetof(struct sim_config, v3_priv_pass),
	    "TEXT   its privacy passphrase (AES); default fachofacho2" },
	{ "v3-auth", offsetof(struct sim_config, v3_auth),
	    "sha|sha256   how it authenticates; default sha" },
};

enum { N_TEXTS = sizeof(TEXTS) / sizeof(TEXTS[0]) };

static enum rc
set_text(char *field, const char *name, const char *value, struct err *err)
{
	size_t len = strlen(value);

	if (len >= SETTING_TEXT_MAX)
		return err_set(err, RC_INVALID, "--%s: longer than %d characters", name,
		    SETTING_TEXT_MAX - 1);
	memcpy(field, value, len + 1);
	return RC_OK;
}

static enum rc
add_olt(struct reading *reading, const char *value, struct err *err)
{
	const char **moved =
	    realloc(reading->olts, (reading->n_olts + 1) * sizeof(const char *));

	if (!moved)
		return err_set(err, RC_NOMEM, "no memory");
	reading->olts = moved;
	reading->olts[reading->n_olts++] = value;
	return RC_OK;
}

static enum rc
take_option(struct reading *reading, const char *name, const char *value, struct err *err)
{
	if (strcmp(name, "listen") == 0)
		return set_listen(reading->config, value, err);
	if (strcmp(name, "olt") == 0)
		return add_olt(reading, value, err);
	if (strcmp(name, "olts") == 0) {
		reading->has_count = true;
		name = "count";
	}
	for (size_t i = 0; i < N_TEXTS; i++) {
		if (strcmp(name, TEXTS[i].name) == 0)
			return set_text(
			    (char *)reading->config + TEXTS[i].offset, name, value, err);
	}
	enum rc rc = setting_apply(&reading->base, name, value, err);
	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, RC_INVALID, "--%s is no option of facho sim; see --help", name);
	return rc;
}

/* "--name value", "--name=value" or, for a flag, "--name" alone. Returns how
 * many arguments were used; 0 when something is wrong. */
static int
take_argument(struct reading *reading, int argc, char *const *argv, struct err *err,
    enum rc *ret_rc)
{
	char name[64];
	const char *text = argv[0] + 2, *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : strlen(text);
	const char *value = equals ? equals + 1 : argc > 1 ? argv[1] : NULL;
	int used = equals ? 1 : 2;

	if (strncmp(argv[0], "--", 2) != 0 || len == 0 || len >= sizeof(name)) {
		*ret_rc = err_set(err, RC_INVALID,
		    "\"%s\": right would be --listen 127.0.0.1:16100 --profile huawei; "
		    "see --help",
		    argv[0]);
		return 0;
	}
	memcpy(name, text, len);
	name[len] = '\0';
	if (!equals && setting_is_flag(name) && (!value || value[0] == '-')) {
		value = "1";
		used = 1;
	}
	*ret_rc = value ? take_option(reading, name, value, err)
			: err_set(err, RC_INVALID, "--%s needs a value", name);
	return *ret_rc == RC_OK ? used : 0;
}

/* ---- putting the OLTs together ---------------------------------------------------- */

/* A spec of its own replaces whichever of profile and recording was general. */
static enum rc
make_spec(const struct reading *reading, const char *text, struct olt_spec *spec,
    struct err *err)
{
	enum rc rc = olt_spec_copy(spec, &reading->base);

	if (rc != RC_OK)
		return err_set(err, rc, "no memory");
	if (text && strstr(text, "profile="))
		spec->snmprec[0] = '\0';
	if (text)
		rc = setting_apply_list(spec, text, err);
	if (rc == RC_OK && !spec->profile[0] && !spec->snmprec[0])
		memcpy(spec->profile, "huawei", sizeof("huawei"));
	if (rc == RC_OK)
		return RC_OK;
	olt_spec_fini(spec);
	return text ? err_prefix(err, rc, "--olt \"%s\": ", text) : rc;
}

static void
specs_free(struct sim_config *config)
{
	for (size_t i = 0; i < config->n_specs; i++)
		olt_spec_fini(&config->specs[i]);
	free(config->specs);
	config->specs = NULL;
	config->n_specs = 0;
}

static enum rc
make_specs(struct reading *reading, struct err *err)
{
	struct sim_config *config = reading->config;
	size_t n = reading->n_olts ? reading->n_olts : 1;
	enum rc rc = RC_OK;

	if (reading->n_olts && reading->has_count)
		return err_set(err, RC_INVALID,
		    "--olts does not go with --olt; right would be --olt "
		    "\"profile=zte,count=4\"");
	specs_free(config);
	config->specs = calloc(n, sizeof(struct olt_spec));
	if (!config->specs)
		return err_set(err, RC_NOMEM, "no memory");
	for (size_t i = 0; i < n && rc == RC_OK; i++) {
		rc = make_spec(reading, reading->n_olts ? reading->olts[i] : NULL,
		    &config->specs[i], err);
		config->n_specs += rc == RC_OK;
	}
	return rc;
}

static enum rc
check_auth(const struct sim_config *config, struct err *err)
{
	if (strcmp(config->v3_auth, "sha") == 0 || strcmp(config->v3_auth, "sha256") == 0)
		return RC_OK;
	return err_set(err, RC_INVALID, "--v3-auth: right would be sha or sha256");
}

enum rc
sim_config_args(struct sim_config *config, int argc, char *const *argv, struct err *err)
{
	struct reading reading = { .config = config };
	enum rc rc = RC_OK;

	olt_spec_init(&reading.base);
	for (int i = 0; i < argc && rc == RC_OK;) {
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			config->wants_help = true;
			break;
		}
		i += take_argument(&reading, argc - i, argv + i, err, &rc);
	}
	if (rc == RC_OK)
		rc = check_auth(config, err);
	if (rc == RC_OK)
		rc = make_specs(&reading, err);
	olt_spec_fini(&reading.base);
	free(reading.olts);
	return rc;
}

void
sim_config_init(struct sim_config *config)
{
	struct sockaddr_in in = { .sin_family = AF_INET,
		.sin_port = htons(16100),
		.sin_addr = { htonl(INADDR_LOOPBACK) } };

	*config = (struct sim_config){ .control_in = STDIN_FILENO,
		.control_out = STDOUT_FILENO,
		.out = STDOUT_FILENO,
		.v3_user = "facho",
		.v3_auth_pass = "fachofacho1",
		.v3_priv_pass = "fachofacho2",
		.v3_auth = "sha" };
	memcpy(&config->listen, &in, sizeof(in));
	config->listen_len = sizeof(in);
}

void
sim_config_fini(struct sim_config *config)
{
	specs_free(config);
}

void
sim_help(struct buf *out)
{
	buf_puts(out,
	    "usage: facho sim [--listen ADDR:PORT] [--olts N] [--profile NAME] "
	    "[SETTING...]\n"
	    "       facho sim [--listen ADDR:PORT] --olt \"NAME=VALUE,...\" [--olt ...]\n"
	    "       facho sim [--listen ADDR:PORT] --snmprec FILE\n"
	    "\n"
	    "Simulated OLTs: SNMP agents (v1, v2c, v3) on consecutive UDP ports. Prints\n"
	    "\"ready\" when it listens; SIGUSR1 prints the counters; SIGTERM ends it.\n"
	    "\n"
	    "  --listen ADDR:PORT      of the first OLT; default 127.0.0.1:16100\n"
	    "  --olts N                how many, all alike; default 1\n"
	    "  --olt \"NAME=VALUE,...\"  one OLT with these settings; may be repeated\n");
	for (size_t i = 0; i < N_TEXTS; i++)
		buf_printf(out, "  --%s %s\n", TEXTS[i].name, TEXTS[i].help);
	buf_puts(out,
	    "\nThe user and the passphrases are for the simulator only.\n"
	    "\n"
	    "Settings of an OLT: --NAME VALUE for all of them, NAME=VALUE inside --olt, "
	    "and\n"
	    "on the control line {\"cmd\":\"set\",\"olt\":0,\"latency\":\"20ms\"}:\n\n");
	setting_help(out);
	buf_puts(out,
	    "\nControl lines: "
	    "{\"cmd\":\"set\"|\"counters\"|\"reset\"|\"reboot\"|\"dark\"|\"light\"|"
	    "\"quit\"},\n"
	    "with \"olt\":N for one OLT and \"port\":\"1/3\" or \"card\":\"1\" for dark "
	    "and "
	    "light.\n");
}
