/* SPDX-License-Identifier: Apache-2.0 */
#include "api/tls_int.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX_BYTES = 256 * 1024, CHAIN_MAX = 16 };

OWNED_BY(struct gnutls_certificate_credentials_st, gnutls_certificate_free_credentials);

void
certificate_fini(struct certificate *c)
{
	if (c->key)
		explicit_bzero(c->key, strlen(c->key));
	free(c->key);
	free(c->cert);
	*c = (struct certificate){ NULL, NULL };
}

static enum rc
read_file(const char *path, char **ret_text, struct err *err)
{
	FILE *f OWNED(fclose) = fopen(path, "re");
	char *text OWNED(free) = calloc(1, FILE_MAX_BYTES + 1);
	size_t n;

	if (!f)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	if (!text)
		return err_set(err, RC_NOMEM, "out of memory");
	n = fread(text, 1, FILE_MAX_BYTES, f);
	if (n == 0 || n == FILE_MAX_BYTES || !strstr(text, "-----BEGIN"))
		return err_set(err, RC_INVALID, "%s: no certificate or key in PEM", path);
	*ret_text = GIVE(text);
	return RC_OK;
}

static gnutls_datum_t
datum_of(const char *text)
{
	union { /* GnuTLS has no const for what it only reads */
		const char *read;
		unsigned char *as_it_wants;
	} bytes = { text };

	return (gnutls_datum_t){ bytes.as_it_wants, (unsigned)strlen(text) };
}

/* Can the certificate alone be read? This tells which of the two files is wrong. */
static int
parse_certificate(const char *text)
{
	gnutls_x509_crt_t chain[CHAIN_MAX];
	gnutls_datum_t pem = datum_of(text);
	unsigned n = CHAIN_MAX;
	int code = gnutls_x509_crt_list_import(chain, &n, &pem, GNUTLS_X509_FMT_PEM,
	    GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED);

	for (unsigned i = 0; code >= 0 && i < n; i++)
		gnutls_x509_crt_deinit(chain[i]);
	return code;
}

/* As libmicrohttpd does it: the key must belong to the first certificate. */
static enum rc
check_pair(const struct certificate *c, const char *cert_file, const char *key_file,
    struct err *err)
{
	gnutls_certificate_credentials_t credentials OWNED(
	    gnutls_certificate_free_credentials) = NULL;
	gnutls_datum_t cert = datum_of(c->cert), key = datum_of(c->key);
	int code = parse_certificate(c->cert);

	if (code < 0)
		return err_set(err, RC_INVALID, "%s: the certificate cannot be read: %s",
		    cert_file, gnutls_strerror(code));
	code = gnutls_certificate_allocate_credentials(&credentials);
	if (code < 0)
		return err_set(err, RC_NOMEM, "out of memory");
	code = gnutls_certificate_set_x509_key_mem(
	    credentials, &cert, &key, GNUTLS_X509_FMT_PEM);
	if (code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
		return err_set(err, RC_INVALID,
		    "%s: this key does not belong to the certificate in %s", key_file,
		    cert_file);
	if (code < 0)
		return err_set(err, RC_INVALID, "%s: the key cannot be read: %s",
		    key_file, gnutls_strerror(code));
	return RC_OK;
}

enum rc
certificate_read(const char *cert_file, const char *key_file,
    struct certificate *ret_certificate, struct err *err)
{
	struct certificate c = { NULL, NULL };
	enum rc rc;

	if ((!cert_file || !*cert_file) && key_file && *key_file)
		return err_set(
		    err, RC_INVALID, "http.tls_key: a key needs http.tls_cert beside it");
	if (!cert_file || !*cert_file) {
		*ret_certificate = c;
		return RC_OK;
	}
	if (!key_file || !*key_file)
		return err_set(
		    err, RC_INVALID, "http.tls_cert is set, and http.tls_key is not");
	rc = read_file(cert_file, &c.cert, err);
	if (rc == RC_OK)
		rc = read_file(key_file, &c.key, err);
	if (rc == RC_OK)
		rc = check_pair(&c, cert_file, key_file, err);
	if (rc != RC_OK)
		certificate_fini(&c);
	else
		*ret_certificate = c;
	return rc;
}
