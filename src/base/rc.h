/* SPDX-License-Identifier: Apache-2.0
 *
 * base/rc.h - the one enum of outcomes. Its values say what the *caller*
 * should do; foreign codes are translated where they enter the program.
 */
#ifndef FACHO_BASE_RC_H
#define FACHO_BASE_RC_H

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))

enum rc {
	RC_OK = 0,
	RC_NOMEM,
	RC_INVALID, /* the input is wrong; asking again cannot help */
	RC_NOT_FOUND,
	RC_CONFLICT, /* somebody else changed it first */
	RC_TIMEOUT, /* the peer is silent; back off, then retry */
	RC_REFUSED, /* the peer said no: community, user, access list */
	RC_PROTOCOL, /* the peer said something we cannot read */
	RC_TOO_MUCH, /* the peer sends more than a ceiling allows; ask it for less */
	RC_BUSY, /* a lock or a pool of our own; retry soon */
	RC_CANCELLED, /* we were asked to stop */
	RC_UNREACHABLE, /* the network says that nobody is there */
	RC_IO,
};

/* The outcome's name as it appears in logs and JSON: "timeout". Any thread. */
const char *rc_name(enum rc rc);

#endif
