/* SPDX-License-Identifier: Apache-2.0
 *
 * api/tls_int.h - reads and checks the certificate and its key.
 *
 * libmicrohttpd accepts both as text and does not report errors in them; so they are
 * checked here first. Any thread.
 */
#ifndef FACHO_API_TLS_INT_H
#define FACHO_API_TLS_INT_H

#include "base/err.h"
#include "base/own.h"

/* TLS 1.2 or later, and only key exchanges with forward secrecy. For GnuTLS. */
#define TLS_PRIORITIES                                                                   \
	"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:" \
	"+DHE-RSA:%SERVER_PRECEDENCE"

struct certificate {
	char *cert, *key; /* owned, PEM; NULL: no TLS */
};

void certificate_fini(struct certificate *c);

/* Reads both files. cert_file NULL or "": no TLS, and RC_OK. RC_IO, RC_INVALID: the
 * message names the file and the error: it cannot be read, it is not PEM, or the key does
 * not belong to the certificate. */
enum rc certificate_read(const char *cert_file, const char *key_file,
    struct certificate *ret_certificate, struct err *err) MUST_CHECK;

#endif
