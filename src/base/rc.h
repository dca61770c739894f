/* SPDX-License-Identifier: Apache-2.0
 *
 * base/rc.h - the enum of outcomes. Its values tell the *caller* what to do. Error codes
 * of libraries are converted to these where they enter the program.
 */
#ifndef FACHO_BASE_RC_H
#define FACHO_BASE_RC_H

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))

enum rc {
	RC_OK = 0,
	RC_NOMEM,
	RC_INVALID, /* the input is wrong; do not retry */
	RC_NOT_FOUND,
	RC_CONFLICT, /* changed by another in the meantime, or already exists */
	RC_TIMEOUT, /* the peer does not answer; wait, then retry */
	RC_REFUSED, /* the peer refused: community, user, access list */
	RC_PROTOCOL, /* the peer sent something invalid */
	RC_TOO_MUCH, /* the peer sends more than a limit allows; request less */
	RC_BUSY, /* one of our locks or pools; retry soon */
	RC_CANCELLED, /* we were asked to stop */
	RC_UNREACHABLE, /* the network reports that the peer is unreachable */
	RC_IO,
};

/* The outcome's name as it appears in logs and JSON: "timeout". Any thread. */
const char *rc_name(enum rc rc);

#endif
