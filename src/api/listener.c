/* SPDX-License-Identifier: Apache-2.0
 *
 * Listening addresses: each has its own socket with a daemon of libmicrohttpd.
 *
 * A new certificate needs a new daemon. The new daemon listens on the same socket, and
 * the old one stops listening, so no connection is refused meanwhile. The old daemon ends
 * with its last connections, or at the next change. Each daemon has its own descriptor of
 * the socket (dup): a daemon that cannot start closes its descriptor, and ours stays
 * open.
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/server_int.h"
#include "api/tls_int.h"
#include "base/log.h"

enum { BACKLOG = 128 };

/* ---- sockets ----------------------------------------------------------------------------- */

/* "[::1]:8080", "127.0.0.1:8080", ":8080": host and port, without the scheme. */
static enum rc
split(const char *text, char host[LISTEN_TEXT_MAX], char port[16], struct err *err)
{
	const char *colon = strrchr(text, ':');
	size_t n = colon ? (size_t)(colon - text) : 0;

	if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
	    strlen(colon + 1) > 5)
		return err_set(err, RC_INVALID,
		    "http.listen: \"%.100s\" is not an address, like 127.0.0.1:8080 or "
		    "[::1]:8080",
		    text);
	if (n >= 2 && text[0] == '[' && text[n - 1] == ']') {
		text++;
		n -= 2;
	}
	(void)snprintf(host, LISTEN_TEXT_MAX, "%.*s", (int)n, text);
	(void)snprintf(port, 16, "%s", colon + 1);
	return RC_OK;
}

static int
open_socket(const struct addrinfo *a)
{
	int fd = socket(
	    a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
	int on = 1;

	if (fd < 0)
		return -1;
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (a->ai_family == AF_INET6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
		return fd;
	(void)close(fd);
	return -1;
}

static void
show_address(struct listener *l)
{
	struct sockaddr_storage address;
	socklen_t n = sizeof(address);
	char host[96] = "?", port[16] = "?";
	bool is_v6;

	if (getsockname(l->fd, (struct sockaddr *)&address, &n) == 0)
		(void)getnameinfo((struct sockaddr *)&address, n, host, sizeof(host),
		    port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV);
	is_v6 = strchr(host, ':') != NULL;
	(void)snprintf(l->shown, sizeof(l->shown), "%s://%s%s%s:%s",
	    l->is_tls ? "https" : "http", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}

static enum rc
bind_to(struct listener *l, const char *text, struct err *err)
{
	struct addrinfo hints = { .ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL;
	char host[LISTEN_TEXT_MAX], port[16];
	enum rc rc = split(text, host, port, err);
	int code;

	if (rc != RC_OK)
		return rc;
	code = getaddrinfo(*host ? host : NULL, port, &hints, &found);
	if (code != 0)
		return err_set(
		    err, RC_INVALID, "http.listen: %s: %s", text, gai_strerror(code));
	l->fd = open_socket(found);
	freeaddrinfo(found);
	if (l->fd < 0)
		return err_set(err, RC_IO, "http.listen: %s: %s", text, strerror(errno));
	show_address(l);
	return RC_OK;
}

/* ---- daemons ----------------------------------------------------------------------------- */

static void say(void *cls, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

static void
say(void *cls, const char *fmt, va_list ap)
{
	char line[LOG_LINE_MAX];

	(void)cls;
	(void)vsnprintf(line, sizeof(line), fmt, ap);
	line[strcspn(line, "\n")] = '\0';
	log_debug("api", "libmicrohttpd: %s", line);
}

/* Behind trusted proxies, the proxies are the clients of our sockets. */
static unsigned
per_client(const struct api *api)
{
	return api->proxies.n ? 0 : (unsigned)api->options.limits.connections_per_client;
}

static struct MHD_Daemon *
make_daemon(struct listener *l, const struct certificate *c, int fd)
{
	const struct api_limits *limits = &l->api->options.limits;
	unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
	    MHD_USE_ITC | MHD_USE_ERROR_LOG | (l->is_tls ? MHD_USE_TLS : 0);
	char priorities[] = TLS_PRIORITIES;
	struct MHD_OptionItem tls[] = {
		{ MHD_OPTION_HTTPS_PRIORITIES, 0, priorities },
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, c->cert },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, c->key },
		{ MHD_OPTION_END, 0, NULL },
	};
	struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, NULL } };

	/* The logger comes first, so that it is used for the other options too. */
	return MHD_start_daemon(flags, 0, NULL, NULL, connection_access, l,
	    MHD_OPTION_EXTERNAL_LOGGER, say, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1,
	    MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_THREAD_POOL_SIZE,
	    (unsigned)limits->threads, MHD_OPTION_CONNECTION_LIMIT,
	    (unsigned)limits->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
	    per_client(l->api), MHD_OPTION_CONNECTION_TIMEOUT,
	    (unsigned)((limits->patience_ms + 999) / 1000),
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits->header_bytes + 8192,
	    MHD_OPTION_URI_LOG_CALLBACK, connection_uri, l, MHD_OPTION_UNESCAPE_CALLBACK,
	    connection_raw, NULL, MHD_OPTION_NOTIFY_COMPLETED, connection_done, l,
	    MHD_OPTION_NOTIFY_CONNECTION, connection_turn, l, MHD_OPTION_ARRAY,
	    l->is_tls ? tls : none, MHD_OPTION_END);
}

static enum rc
start_daemon(struct listener *l, const struct certificate *c, struct err *err)
{
	struct serving s = { NULL, fcntl(l->fd, F_DUPFD_CLOEXEC, 0) };

	if (s.fd < 0)
		return err_set(err, RC_IO, "%s: %s", l->shown, strerror(errno));
	s.daemon = make_daemon(l, c, s.fd); /* it closes the descriptor if it fails */
	if (!s.daemon)
		return err_set(err, RC_IO, "%s: cannot be served", l->shown);
	l->now = s;
	return RC_OK;
}

/* It was told to stop listening. */
static void
stop_daemon(struct serving *s)
{
	if (!s->daemon)
		return;
	MHD_stop_daemon(s->daemon);
	(void)close(s->fd);
	*s = (struct serving){ NULL, -1 };
}

static enum rc
open_one(struct api *api, const char *text, const struct certificate *c, struct err *err)
{
	struct listener *l = &api->listeners[api->n_listeners];
	bool is_plain = strncmp(text, "http://", 7) == 0;
	enum rc rc;

	if (api->n_listeners == LISTENERS_MAX)
		return err_set(
		    err, RC_INVALID, "http.listen: at most %d addresses", LISTENERS_MAX);
	if (strncmp(text, "https://", 8) == 0 && !c->cert)
		return err_set(
		    err, RC_INVALID, "http.listen: %s needs http.tls_cert", text);
	*l = (struct listener){ .api = api, .fd = -1, .is_tls = c->cert && !is_plain };
	text = strstr(text, "://") ? strstr(text, "://") + 3 : text;
	rc = bind_to(l, text, err);
	if (rc == RC_OK)
		rc = start_daemon(l, c, err);
	if (rc == RC_OK)
		api->n_listeners++;
	else if (l->fd >= 0)
		(void)close(l->fd);
	return rc;
}

enum rc
listeners_open(struct api *api, struct err *err)
{
	struct certificate c = { NULL, NULL };
	char word[LISTEN_TEXT_MAX];
	enum rc rc =
	    certificate_read(api->options.tls_cert, api->options.tls_key, &c, err);
	const char *p = api->options.listen;

	for (p += strspn(p, ", "); rc == RC_OK && *p; p += strspn(p, ", ")) {
		size_t n = strcspn(p, ", ");

		(void)snprintf(word, sizeof(word), "%.*s", (int)n, p);
		rc = open_one(api, word, &c, err);
		p += n;
	}
	certificate_fini(&c);
	return rc;
}

/* ---- who can reach it ------------------------------------------------------------------- */

/* Without a host: every address of the machine; a host name is considered public. */
static bool
is_public(const char *text)
{
	char host[LISTEN_TEXT_MAX], port[16];
	struct address address;

	if (split(text, host, port, NULL) != RC_OK || strcasecmp(host, "localhost") == 0)
		return false;
	return !address_read(host, &address) || !address_is_loopback(&address);
}

bool
api_is_exposed(const char *listen, const char *tls_cert, char ret_address[API_LISTEN_MAX])
{
	bool has_tls = tls_cert && *tls_cert;

	for (listen += strspn(listen, ", "); *listen; listen += strspn(listen, ", ")) {
		char word[LISTEN_TEXT_MAX];
		size_t n = strcspn(listen, ", ");
		bool is_plain;
		const char *text;

		(void)snprintf(word, sizeof(word), "%.*s", (int)n, listen);
		is_plain = !has_tls || strncmp(word, "http://", 7) == 0;
		text = strstr(word, "://") ? strstr(word, "://") + 3 : word;
		if (is_plain && is_public(text)) {
			(void)snprintf(ret_address, API_LISTEN_MAX, "%s", word);
			return true;
		}
		listen += n;
	}
	return false;
}

/* ---- another certificate ------------------------------------------------------------------- */

static bool
has_connections(struct MHD_Daemon *daemon)
{
	const union MHD_DaemonInfo *info =
	    MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

	return !info || info->num_connections > 0;
}

/* Daemons without connections. libmicrohttpd aborts the program if a daemon with
 * suspended connections is stopped, and listeners of events are suspended. */
static void
stop_formers(struct listener *l)
{
	for (size_t i = 0; i < FORMERS_MAX; i++) {
		if (l->formers[i].daemon && !has_connections(l->formers[i].daemon))
			stop_daemon(&l->formers[i]);
	}
}

static struct serving *
free_place(struct listener *l)
{
	for (size_t i = 0; i < FORMERS_MAX; i++) {
		if (!l->formers[i].daemon)
			return &l->formers[i];
	}
	return NULL;
}

static enum rc
renew(struct listener *l, const struct certificate *c, struct err *err)
{
	struct serving old = l->now, *place;
	enum rc rc;

	stop_formers(l);
	place = free_place(l);
	if (!place)
		return err_set(err, RC_BUSY,
		    "%s: there are connections with %d previous certificates; try again "
		    "when they have ended",
		    l->shown, FORMERS_MAX);
	rc = start_daemon(l, c, err);
	if (rc != RC_OK)
		return rc; /* the old one was not changed */
	if (MHD_quiesce_daemon(old.daemon) == MHD_INVALID_SOCKET)
		log_warn("api", "%s: the old certificate stays for some", l->shown);
	*place = old;
	return RC_OK;
}

enum rc
listeners_renew(struct api *api, struct err *err)
{
	struct certificate c = { NULL, NULL };
	enum rc rc =
	    certificate_read(api->options.tls_cert, api->options.tls_key, &c, err);

	if (rc == RC_OK)
		live_dismiss(api->live); /* clients reconnect with the new certificate */
	for (size_t i = 0; rc == RC_OK && i < api->n_listeners; i++) {
		if (api->listeners[i].is_tls)
			rc = renew(&api->listeners[i], &c, err);
	}
	certificate_fini(&c);
	return rc;
}

/* ---- the end ------------------------------------------------------------------------------- */

/* shutdown: the socket stops listening for all its descriptors. */
void
listeners_quiet(struct api *api)
{
	for (size_t i = 0; i < api->n_listeners; i++) {
		struct listener *l = &api->listeners[i];

		if (l->now.daemon)
			(void)MHD_quiesce_daemon(l->now.daemon);
		if (l->fd < 0)
			continue;
		(void)shutdown(l->fd, SHUT_RDWR);
		(void)close(l->fd);
		l->fd = -1;
	}
}

void
listeners_close(struct api *api)
{
	for (size_t i = 0; i < api->n_listeners; i++) {
		struct listener *l = &api->listeners[i];

		for (size_t j = 0; j < FORMERS_MAX; j++)
			stop_daemon(&l->formers[j]);
		stop_daemon(&l->now);
	}
}
