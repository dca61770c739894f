/* SPDX-License-Identifier: Apache-2.0
 *
 * The configuration of a simulator.
 */
#include "sim/sim.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
		.v3_auth = V3_AUTH_SHA,
		.v3_priv = V3_PRIV_AES,
		.v3_auth_pass = "fachofacho1",
		.v3_priv_pass = "fachofacho2" };
	memcpy(&config->listen, &in, sizeof(in));
	config->listen_len = sizeof(in);
	olt_spec_init(&config->base);
}

void
sim_config_fini(struct sim_config *config)
{
	for (size_t i = 0; i < config->n_specs; i++)
		olt_spec_fini(&config->specs[i]);
	free(config->specs);
	config->specs = NULL;
	config->n_specs = 0;
	olt_spec_fini(&config->base);
}

/* Split "[::1]:16100"; the host is without brackets. */
static bool
split_listen(const char *text, char host[INET6_ADDRSTRLEN], uint16_t *ret_port)
{
	const char *colon = strrchr(text, ':');
	char *end;

	if (!colon || colon[1] < '0' || colon[1] > '9')
		return false;
	unsigned long port = strtoul(colon + 1, &end, 10);
	size_t len = (size_t)(colon - text);
	if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	if (*end != '\0' || port > UINT16_MAX || len >= INET6_ADDRSTRLEN)
		return false;
	memcpy(host, text, len);
	host[len] = '\0';
	*ret_port = (uint16_t)port;
	return true;
}

enum rc
sim_config_listen(struct sim_config *config, const char *text, struct err *err)
{
	char host[INET6_ADDRSTRLEN];
	uint16_t port = 0;
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };
	bool is_split = split_listen(text, host, &port);

	in.sin_port = in6.sin6_port = htons(port);
	if (is_split && inet_pton(AF_INET, host, &in.sin_addr) == 1) {
		memcpy(&config->listen, &in, sizeof(in));
		config->listen_len = sizeof(in);
		return RC_OK;
	}
	if (is_split && inet_pton(AF_INET6, host, &in6.sin6_addr) == 1) {
		memcpy(&config->listen, &in6, sizeof(in6));
		config->listen_len = sizeof(in6);
		return RC_OK;
	}
	return err_set(err, RC_INVALID,
	    "\"%s\" is no address to listen on; right would be 127.0.0.1:16100 or "
	    "[::1]:16100",
	    text);
}

/* A spec that sets profile or snmprec replaces the one of the base. */
static enum rc
make_spec(const struct sim_config *config, const char *settings, struct olt_spec *spec,
    struct err *err)
{
	struct olt_spec made;
	enum rc rc = olt_spec_copy(&made, &config->base);

	if (rc != RC_OK)
		return err_set(err, rc, "no memory");
	if (strstr(settings, "profile="))
		made.snmprec[0] = '\0';
	rc = setting_apply_list(&made, settings, err);
	if (rc != RC_OK) {
		olt_spec_fini(&made);
		return rc;
	}
	if (!made.profile[0] && !made.snmprec[0])
		memcpy(made.profile, "huawei", sizeof("huawei"));
	*spec = made;
	return RC_OK;
}

enum rc
sim_config_add(struct sim_config *config, const char *settings, struct err *err)
{
	struct olt_spec *moved =
	    realloc(config->specs, (config->n_specs + 1) * sizeof(struct olt_spec));

	if (!moved)
		return err_set(err, RC_NOMEM, "no memory");
	config->specs = moved;
	enum rc rc = make_spec(config, settings, &moved[config->n_specs], err);
	config->n_specs += rc == RC_OK;
	return rc;
}
