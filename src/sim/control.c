/* SPDX-License-Identifier: Apache-2.0
 *
 * The control connection: each command is a JSON object on one line, and so is each
 * reply.
 */
#include "sim/sim_int.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 64 * 1024, PATIENCE_MS = 5000 };

bool
write_all(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, bytes, len);
		if (n < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = fd, .events = POLLOUT };
			if (poll(&p, 1, PATIENCE_MS) <= 0)
				return false;
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

/* ---- commands ---------------------------------------------------------------- */

static json_t *
station_json(struct sim *sim, size_t i)
{
	struct station *station = &sim->stations[i];
	struct moment now = sim_now();
	json_t *object = olt_counters_json(&station->olt, &now);
	const struct profile *profile = station->olt.plant->profile;

	(void)json_object_set_new(object, "olt", json_integer((json_int_t)i));
	(void)json_object_set_new(object, "port", json_integer(station->port));
	(void)json_object_set_new(
	    object, "profile", profile ? json_string(profile->id) : json_null());
	return object;
}

static void
add_counters(struct sim *sim, struct target target, json_t *to)
{
	struct counters total = { 0 };
	json_t *olts = json_array(), *sum = json_object();

	for (size_t i = target.first; i < target.end; i++) {
		counters_add(&total, &sim->stations[i].olt.counters);
		(void)json_array_append_new(olts, station_json(sim, i));
	}
	counters_to_json(&total, sum);
	(void)json_object_set_new(to, "olts", olts);
	(void)json_object_set_new(to, "total", sum);
}

json_t *
control_counters(struct sim *sim)
{
	json_t *object = json_object();

	add_counters(sim, (struct target){ 0, sim->n }, object);
	return object;
}

static enum rc
do_counters(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	(void)err;
	if (json_object_get(line, "olt")) {
		json_t *one = station_json(sim, target.first);
		(void)json_object_update(reply, one);
		json_decref(one);
	} else {
		add_counters(sim, target, reply);
	}
	return RC_OK;
}

static enum rc
do_reset(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	struct moment now = sim_now();

	(void)line, (void)reply, (void)err;
	for (size_t i = target.first; i < target.end; i++)
		olt_counters_reset(&sim->stations[i].olt, &now);
	return RC_OK;
}

static enum rc
do_reboot(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	struct moment now = sim_now();

	(void)line, (void)reply, (void)err;
	for (size_t i = target.first; i < target.end; i++)
		device_reboot(&sim->stations[i].olt.device, &now);
	return RC_OK;
}

static enum rc
do_quit(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	(void)target, (void)line, (void)reply, (void)err;
	sim_quit(sim);
	return RC_OK;
}

static enum rc
darken(struct device *d, json_t *line, bool is_dark, struct err *err)
{
	const char *port = json_string_value(json_object_get(line, "port"));
	const char *card = json_string_value(json_object_get(line, "card"));
	struct moment now = sim_now();
	struct port_outage outage = { json_integer_value(
					  json_object_get(line, "since_ms")),
		json_integer_value(json_object_get(line, "until_ms")) };

	if (!port == !card)
		return err_set(err, RC_INVALID,
		    "right would be {\"cmd\":\"dark\",\"port\":\"1/3\"} or "
		    "{\"cmd\":\"dark\",\"card\":\"1\"}");
	if (port && is_dark && outage.began_ms)
		return device_set_outage(d, port, outage, err);
	return port ? device_set_dark(d, port, is_dark, &now, err)
		    : device_set_gone(d, card, is_dark, err);
}

static enum rc
do_dark(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	enum rc rc = RC_OK;

	(void)reply;
	for (size_t i = target.first; i < target.end && rc == RC_OK; i++)
		rc = darken(&sim->stations[i].olt.device, line, true, err);
	return rc;
}

static enum rc
do_light(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	enum rc rc = RC_OK;

	(void)reply;
	for (size_t i = target.first; i < target.end && rc == RC_OK; i++)
		rc = darken(&sim->stations[i].olt.device, line, false, err);
	return rc;
}

/* A JSON value as text, as on the command line. */
static enum rc
set_one(struct behaviour *b, const char *name, json_t *value, struct err *err)
{
	char number[64];

	if (json_is_string(value))
		return setting_apply_running(b, name, json_string_value(value), err);
	if (json_is_boolean(value))
		return setting_apply_running(
		    b, name, json_is_true(value) ? "1" : "0", err);
	if (!json_is_number(value))
		return err_set(
		    err, RC_INVALID, "%s: right would be a text or a number", name);
	(void)snprintf(number, sizeof(number), "%.15g", json_number_value(value));
	return setting_apply_running(b, name, number, err);
}

/* Unlike on the command line, a new value replaces the old one: the faults for parts of
 * the tree start empty. */
static enum rc
set_key(struct behaviour *b, const char *name, json_t *value, struct err *err)
{
	json_t *item;
	size_t i;
	enum rc rc = RC_OK;

	if (setting_is_list(name))
		rc = setting_apply_running(b, name, "none", err);
	if (!json_is_array(value))
		return rc == RC_OK ? set_one(b, name, value, err) : rc;
	json_array_foreach(value, i, item)
	{
		if (rc == RC_OK)
			rc = set_one(b, name, item, err);
	}
	return rc;
}

static bool
is_address(const char *key)
{
	return strcmp(key, "cmd") == 0 || strcmp(key, "olt") == 0;
}

/* Apply all settings of the line, or none. */
static enum rc
set_olt(struct olt *o, json_t *line, struct err *err)
{
	struct behaviour changed;
	struct moment now = sim_now();
	const char *key;
	json_t *value;
	enum rc rc = behaviour_copy(&changed, &o->behaviour);

	if (rc != RC_OK)
		return err_set(err, rc, "no memory");
	json_object_foreach(line, key, value)
	{
		if (rc == RC_OK && !is_address(key))
			rc = set_key(&changed, key, value, err);
	}
	if (rc != RC_OK) {
		behaviour_fini(&changed);
		return rc;
	}
	/* die_after counts requests from now on. */
	if (changed.die_after != o->behaviour.die_after)
		o->seen = 0;
	behaviour_fini(&o->behaviour);
	o->behaviour = changed;
	olt_behaviour_changed(o, &now);
	return RC_OK;
}

static enum rc
do_set(
    struct sim *sim, struct target target, json_t *line, json_t *reply, struct err *err)
{
	enum rc rc = RC_OK;

	(void)reply;
	for (size_t i = target.first; i < target.end && rc == RC_OK; i++)
		rc = set_olt(&sim->stations[i].olt, line, err);
	return rc;
}

static const struct command {
	const char *name;
	command_fn *run;
	bool takes_more; /* than cmd and olt */
} COMMANDS[] = {
	{ "set", do_set, true },
	{ "counters", do_counters, false },
	{ "reset", do_reset, false },
	{ "reboot", do_reboot, false },
	{ "dark", do_dark, true },
	{ "light", do_light, true },
	{ "fault", control_fault, true },
	{ "repair", control_repair, true },
	{ "truth", control_truth, false },
	{ "quit", do_quit, false },
};

enum { N_COMMANDS = sizeof(COMMANDS) / sizeof(COMMANDS[0]) };

static enum rc
find_target(const struct sim *sim, json_t *line, struct target *ret, struct err *err)
{
	json_t *olt = json_object_get(line, "olt");

	*ret = (struct target){ 0, sim->n };
	if (!olt)
		return RC_OK;
	json_int_t number = json_integer_value(olt);
	if (!json_is_integer(olt) || number < 0 || (size_t)number >= sim->n)
		return err_set(err, RC_NOT_FOUND,
		    "olt: a number from 0 to %zu, or left out for all", sim->n - 1);
	*ret = (struct target){ (size_t)number, (size_t)number + 1 };
	return RC_OK;
}

static enum rc
check_keys(const struct command *command, json_t *line, struct err *err)
{
	const char *key;
	json_t *value;

	json_object_foreach(line, key, value)
	{
		if (!command->takes_more && !is_address(key))
			return err_set(err, RC_INVALID,
			    "%s takes no \"%s\"; right would be {\"cmd\":\"%s\"}",
			    command->name, key, command->name);
	}
	return RC_OK;
}

static enum rc
run_line(struct sim *sim, json_t *line, json_t *reply, struct err *err)
{
	const char *name = json_string_value(json_object_get(line, "cmd"));
	struct target target;

	for (size_t i = 0; name && i < N_COMMANDS; i++) {
		if (strcmp(name, COMMANDS[i].name) != 0)
			continue;
		enum rc rc = check_keys(&COMMANDS[i], line, err);
		if (rc == RC_OK)
			rc = find_target(sim, line, &target, err);
		return rc == RC_OK ? COMMANDS[i].run(sim, target, line, reply, err) : rc;
	}
	return err_set(err, RC_INVALID,
	    "right would be {\"cmd\":\"...\"} with set, counters, reset, reboot, dark, "
	    "light, fault, repair, truth or quit");
}

/* Execute one control line and write its reply (one JSON line without the line end). */
static void
sim_control(struct sim *sim, const char *text, struct buf *reply)
{
	json_error_t wrong;
	struct err err = { 0 };
	json_t *line = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
	json_t *answer = json_object();
	enum rc rc = line
	    ? run_line(sim, line, answer, &err)
	    : err_set(&err, RC_INVALID,
		  "not JSON: %s; right would be {\"cmd\":\"counters\"}", wrong.text);

	(void)json_object_set_new(answer, "ok", json_boolean(rc == RC_OK));
	if (rc != RC_OK)
		(void)json_object_set_new(answer, "error", json_string(err.msg));
	char *dumped = json_dumps(answer, JSON_COMPACT);
	buf_puts(reply, dumped ? dumped : "{\"ok\":false,\"error\":\"no memory\"}");
	free(dumped);
	json_decref(answer);
	json_decref(line);
}

/* ---- clients --------------------------------------------------------------------- */

static void
client_free(struct sim *sim, struct client *c)
{
	struct client **at = &sim->clients;

	while (*at && *at != c)
		at = &(*at)->next;
	if (*at)
		*at = c->next;
	if (c->in == c->out) {
		(void)close(c->in); /* close() also removes it from the epoll */
	} else {
		/* Standard input belongs to the caller and is not closed. */
		(void)epoll_ctl(sim->epoll, EPOLL_CTL_DEL, c->in, NULL);
	}
	buf_fini(&c->line);
	free(c);
}

static enum rc
client_add(struct sim *sim, int in, int out)
{
	struct client *c = calloc(1, sizeof(*c));

	if (!c)
		return RC_NOMEM;
	*c = (struct client){ .in = in, .out = out, .line = BUF_INIT(LINE_MAX_BYTES) };
	if (sim_watch(sim, in, EVENT_CLIENT, (uint32_t)in) != RC_OK) {
		free(c);
		return RC_IO;
	}
	c->next = sim->clients;
	sim->clients = c;
	return RC_OK;
}

void
control_accept(struct sim *sim)
{
	int fd = accept4(sim->control, NULL, NULL, SOCK_CLOEXEC);

	if (fd >= 0 && client_add(sim, fd, fd) != RC_OK)
		(void)close(fd); /* the client will see it */
}

static bool
answer_line(struct sim *sim, struct client *c)
{
	struct buf reply = BUF_INIT(SIZE_MAX);

	sim_control(sim, buf_text(&c->line), &reply);
	buf_putc(&reply, '\n');
	buf_clear(&c->line);
	bool is_sent = buf_ok(&reply) && write_all(c->out, reply.data, reply.len);
	buf_fini(&reply);
	return is_sent;
}

static bool
take_bytes(struct sim *sim, struct client *c, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] != '\n') {
			buf_putc(&c->line, bytes[i]);
			continue;
		}
		if (c->line.len > 0 && !answer_line(sim, c))
			return false;
	}
	return buf_ok(&c->line);
}

void
control_read(struct sim *sim, int fd)
{
	struct client *c = sim->clients;
	char bytes[4096];

	while (c && c->in != fd)
		c = c->next;
	if (!c)
		return;
	ssize_t n = read(fd, bytes, sizeof(bytes));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0 && take_bytes(sim, c, bytes, (size_t)n))
		return;
	/* The program that started this one with a pipe has ended, so this one ends
	 * too. */
	if (c->in != c->out)
		sim_quit(sim);
	client_free(sim, c);
}

static enum rc
listen_at(struct sim *sim, const char *path, struct err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = strlen(path);

	if (len >= sizeof(address.sun_path))
		return err_set(err, RC_INVALID,
		    "control: %s is longer than %zu characters", path,
		    sizeof(address.sun_path) - 1);
	memcpy(address.sun_path, path, len);
	sim->control = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (sim->control < 0 ||
	    bind(sim->control, (struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(sim->control, 16) != 0 ||
	    sim_watch(sim, sim->control, EVENT_CONTROL, 0) != RC_OK)
		return err_set(err, RC_IO, "control: %s: %s", path, strerror(errno));
	memcpy(sim->control_path, path, len + 1);
	return RC_OK;
}

enum rc
control_open(struct sim *sim, const struct sim_config *config, struct err *err)
{
	if (config->control[0] == '\0')
		return RC_OK;
	if (strcmp(config->control, "-") != 0)
		return listen_at(sim, config->control, err);
	if (client_add(sim, config->control_in, config->control_out) == RC_OK)
		return RC_OK;
	return err_set(err, RC_IO,
	    "control: cannot wait for standard input (%s); it must be a pipe or a "
	    "terminal",
	    strerror(errno));
}

void
control_close(struct sim *sim)
{
	while (sim->clients)
		client_free(sim, sim->clients);
	if (sim->control >= 0)
		(void)close(sim->control);
	sim->control = -1;
	if (sim->control_path[0])
		(void)unlink(sim->control_path); /* it may not exist */
}
