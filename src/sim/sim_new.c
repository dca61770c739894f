/* SPDX-License-Identifier: Apache-2.0
 *
 * Creation: plants, OLTs, sockets, limits.
 */
#include "sim/sim_int.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <arpa/inet.h>
#include <unistd.h>

#include "base/files.h"

static void
listen_text(const struct sim_config *config, uint16_t port, char text[80])
{
	char host[INET6_ADDRSTRLEN] = "?";

	if (config->listen.ss_family == AF_INET6) {
		const struct sockaddr_in6 *in6 = (const void *)&config->listen;
		(void)inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof(host));
		(void)snprintf(text, 80, "[%s]:%u", host, port);
		return;
	}
	const struct sockaddr_in *in = (const void *)&config->listen;
	(void)inet_ntop(AF_INET, &in->sin_addr, host, sizeof(host));
	(void)snprintf(text, 80, "%s:%u", host, port);
}

/* sin_port and sin6_port have the same offset. */
static uint16_t
port_of(const struct sockaddr_storage *address)
{
	return ntohs(((const struct sockaddr_in *)(const void *)address)->sin_port);
}

static enum rc
bind_station(const struct sim_config *config, struct station *station, size_t number,
    struct err *err)
{
	struct sockaddr_storage address = config->listen;
	uint16_t first = port_of(&address);
	uint16_t port = first ? (uint16_t)(first + number) : 0;
	socklen_t len = config->listen_len;
	char text[80];

	listen_text(config, port, text);
	((struct sockaddr_in *)(void *)&address)->sin_port = htons(port);
	station->fd = socket(address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (station->fd < 0)
		return err_set(err, RC_IO, "cannot open a socket: %s", strerror(errno));
	if (bind(station->fd, (struct sockaddr *)&address, len) != 0)
		return err_set(
		    err, RC_IO, "cannot listen on UDP %s: %s", text, strerror(errno));
	if (getsockname(station->fd, (struct sockaddr *)&address, &len) != 0)
		return err_set(err, RC_IO, "%s: %s", text, strerror(errno));
	station->port = port_of(&address);
	if (sim_watch(station->sim, station->fd, EVENT_STATION, (uint32_t)number) !=
	    RC_OK)
		return err_set(err, RC_IO, "%s: %s", text, strerror(errno));
	return RC_OK;
}

/* One socket per OLT, and a few others. */
static enum rc
raise_limit(size_t olts, struct err *err)
{
	enum { OTHERS = 32 };
	size_t wanted = olts + OTHERS, allowed = files_allow_all();

	if (allowed < wanted)
		return err_set(err, RC_IO,
		    "%zu OLTs need %zu open files but the limit is %zu; raise it with "
		    "ulimit -Hn or LimitNOFILE=",
		    olts, wanted, allowed);
	return RC_OK;
}

static enum rc
no_such_profile(const char *name, const struct profile_set *profiles, struct err *err)
{
	struct buf known = BUF_INIT(ERR_MAX);

	for (size_t i = 0; profiles && i < profile_set_count(profiles); i++)
		buf_printf(
		    &known, "%s%s", i ? ", " : "", profile_set_at(profiles, i)->id);
	enum rc rc = err_set(err, RC_NOT_FOUND, "profile: there is no \"%s\", but %s",
	    name, buf_text(&known));
	buf_fini(&known);
	return rc;
}

static enum rc
make_plant(const struct olt_spec *spec, const struct profile_set *profiles,
    uint32_t number, struct plant **ret_plant, struct err *err)
{
	struct life life = { .seed = olt_seed(spec, number) };

	if (spec->snmprec[0])
		return plant_new_from_recording(spec->snmprec, ret_plant, err);
	const struct profile *profile =
	    profiles ? profile_set_find(profiles, spec->profile) : NULL;
	if (!profile)
		return no_such_profile(spec->profile, profiles, err);
	return plant_new_from_profile(profile, spec, &life, ret_plant, err);
}

/* OLTs of one spec share a plant, unless serials are part of its indexes. */
static enum rc
add_alike(struct sim *sim, const struct olt_spec *spec,
    const struct profile_set *profiles, struct err *err)
{
	struct plant *plant OWNED(plant_unref) = NULL;
	struct moment now = sim_now();
	enum rc rc = RC_OK;

	for (uint32_t i = 0; i < spec->count && rc == RC_OK; i++) {
		uint32_t number = (uint32_t)sim->n;
		if (!plant || plant->has_serial_index) {
			plant_unref(plant);
			plant = NULL;
			rc = make_plant(spec, profiles, number, &plant, err);
		}
		struct station *station = &sim->stations[number];
		*station = (struct station){ .sim = sim, .fd = -1 };
		if (rc == RC_OK) {
			sim->n++;
			rc = olt_init(&station->olt, spec, plant, number, &now, err);
		}
	}
	return rc;
}

static size_t
count_olts(const struct sim_config *config)
{
	size_t n = 0;

	for (size_t i = 0; i < config->n_specs; i++)
		n += config->specs[i].count;
	return n;
}

static enum rc
open_descriptors(struct sim *sim, struct err *err)
{
	sim->epoll = epoll_create1(EPOLL_CLOEXEC);
	sim->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	sim->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (sim->epoll < 0 || sim->timer < 0 || sim->wake < 0 ||
	    sim_watch(sim, sim->timer, EVENT_TIMER, 0) != RC_OK ||
	    sim_watch(sim, sim->wake, EVENT_WAKE, 0) != RC_OK)
		return err_set(err, RC_IO, "cannot set up: %s", strerror(errno));
	return RC_OK;
}

static enum rc
make_user(struct sim *sim, const struct sim_config *config, struct err *err)
{
	struct usm_words words = { config->v3_user, config->v3_auth, config->v3_priv,
		config->v3_auth_pass, config->v3_priv_pass };

	return usm_user_set(&sim->shared->user, &words, err);
}

static enum rc
open_truth(struct sim *sim, const struct sim_config *config, struct err *err)
{
	if (!config->truth[0])
		return RC_OK;
	sim->truth = fopen(config->truth, "we");
	return sim->truth
	    ? RC_OK
	    : err_set(err, RC_IO, "truth: %s: %s", config->truth, strerror(errno));
}

static enum rc
set_up(struct sim *sim, const struct sim_config *config,
    const struct profile_set *profiles, struct err *err)
{
	enum rc rc = make_user(sim, config, err);

	if (rc == RC_OK)
		rc = raise_limit(count_olts(config), err);
	if (rc == RC_OK)
		rc = open_descriptors(sim, err);
	if (rc == RC_OK)
		rc = open_truth(sim, config, err);
	for (size_t i = 0; i < config->n_specs && rc == RC_OK; i++)
		rc = add_alike(sim, &config->specs[i], profiles, err);
	for (size_t i = 0; i < sim->n && rc == RC_OK; i++)
		rc = bind_station(config, &sim->stations[i], i, err);
	return rc == RC_OK ? control_open(sim, config, err) : rc;
}

enum rc
sim_new(const struct sim_config *config, const struct profile_set *profiles,
    struct sim **ret_sim, struct err *err)
{
	struct sim *sim OWNED(sim_free) = calloc(1, sizeof(*sim));
	size_t olts = count_olts(config);
	uint16_t first = port_of(&config->listen);

	if (!sim)
		return err_set(err, RC_NOMEM, "no memory for the simulator");
	sim->epoll = sim->timer = sim->wake = sim->control = -1;
	sim->out = config->out;
	if (first && first + olts - 1 > UINT16_MAX)
		return err_set(err, RC_INVALID,
		    "%zu OLTs from port %u on go past port 65535", olts, first);
	sim->stations = calloc(olts ? olts : 1, sizeof(struct station));
	sim->shared = calloc(1, sizeof(struct olt_shared));
	sim->wire = wire_new();
	if (!sim->stations || !sim->shared || !sim->wire)
		return err_set(err, RC_NOMEM, "no memory for %zu OLTs", olts);
	sim->shared->arena = arena_new(0);
	if (!sim->shared->arena)
		return err_set(err, RC_NOMEM, "no memory for %zu OLTs", olts);
	enum rc rc = set_up(sim, config, profiles, err);
	if (rc == RC_OK)
		*ret_sim = GIVE(sim);
	return rc;
}
