/* SPDX-License-Identifier: Apache-2.0 */
#include "base/canaries.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 200 };

static bool
read_port(const char *text, uint16_t *ret_port)
{
	char *rest;
	long port = strtol(text, &rest, 10);

	if (*text < '0' || *text > '9' || *rest || port < 1 || port > 65535)
		return false;
	*ret_port = htons((uint16_t)port);
	return true;
}

static bool
read_ipv4(const char *host, const char *port, struct canary *ret)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&ret->address;

	in->sin_family = AF_INET;
	ret->address_bytes = sizeof(*in);
	return inet_pton(AF_INET, host, &in->sin_addr) == 1 &&
	    read_port(port, &in->sin_port);
}

static bool
read_ipv6(const char *host, const char *port, struct canary *ret)
{
	struct sockaddr_in6 *in = (struct sockaddr_in6 *)&ret->address;

	in->sin6_family = AF_INET6;
	ret->address_bytes = sizeof(*in);
	return inet_pton(AF_INET6, host, &in->sin6_addr) == 1 &&
	    read_port(port, &in->sin6_port);
}

/* "192.0.2.1:53" or "[2001:db8::1]:53". */
static bool
read_address(const char *text, struct canary *ret)
{
	char host[WORD_MAX];
	const char *port = strrchr(text, ':');
	size_t n = port ? (size_t)(port - text) : 0;

	if (!n || n >= sizeof(host))
		return false;
	memcpy(host, text, n);
	host[n] = '\0';
	if (host[0] != '[')
		return read_ipv4(host, port + 1, ret);
	if (host[n - 1] != ']')
		return false;
	host[n - 1] = '\0';
	return read_ipv6(host + 1, port + 1, ret);
}

static enum rc
read_one(const char *word, struct canary *ret, struct err *err)
{
	*ret = (struct canary){ 0 };
	if (strncmp(word, "olt://", 6) == 0 && word[6] &&
	    strlen(word + 6) < CANARY_NAME_MAX) {
		(void)snprintf(ret->olt, sizeof(ret->olt), "%s", word + 6);
		return RC_OK;
	}
	if (strncmp(word, "tcp://", 6) == 0 && read_address(word + 6, ret))
		return RC_OK;
	return err_set(err, RC_INVALID,
	    "\"%.60s\" is not a canary, like tcp://192.0.2.1:53, tcp://[2001:db8::1]:53 "
	    "or "
	    "olt://centro",
	    word);
}

enum rc
canaries_read(const char *text, struct canaries *ret_canaries, struct err *err)
{
	struct canaries all = { 0 };
	enum rc rc;

	for (text += strspn(text, ", "); *text; text += strspn(text, ", ")) {
		size_t n = strcspn(text, ",");
		char word[WORD_MAX] = "";

		while (n > 0 && text[n - 1] == ' ')
			n--;
		if (all.n == CANARIES_MOST || n >= sizeof(word))
			return err_set(err, RC_INVALID, "at most %d canaries of %d bytes",
			    CANARIES_MOST, WORD_MAX - 1);
		memcpy(word, text, n);
		word[n] = '\0';
		rc = read_one(word, &all.list[all.n++], err);
		if (rc != RC_OK)
			return rc;
		text += n;
	}
	if (all.n > 0 && all.n < CANARIES_LEAST)
		return err_set(err, RC_INVALID,
		    "at least %d canaries: one alone may be down by itself",
		    CANARIES_LEAST);
	*ret_canaries = all;
	return RC_OK;
}

enum rc
canaries_check(const char *text, struct err *err)
{
	struct canaries canaries;

	return canaries_read(text, &canaries, err);
}
