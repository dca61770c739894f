/* SPDX-License-Identifier: Apache-2.0
 *
 * Sealed bytes: a version, the key's id, a random nonce, then what libsodium made.
 * The id is authenticated with the rest, and only there to tell a wrong key from
 * damage.
 */
#include "store/secret/vault.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	VERSION = 1,
	KEY_BYTES = crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
	NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
	TAG_BYTES = crypto_aead_xchacha20poly1305_ietf_ABYTES,
	ID_BYTES = 8,
	HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES,
	PLACE_MAX = 128,
};

static_assert(HEAD_BYTES + SECRET_MAX + TAG_BYTES <= VAULT_SEALED_MAX, "it fits");

static const char MAGIC[] = "facho-key-1 ";
/* The magic, the digits, a newline. */
enum { FILE_BYTES = sizeof(MAGIC) - 1 + 2 * KEY_BYTES + 1 };

struct vault {
	unsigned char key[KEY_BYTES];
	unsigned char id[ID_BYTES];
	char id_text[VAULT_ID_MAX];
};

/* ---- the file ------------------------------------------------------------ */

static enum rc
write_all(int fd, const char *bytes, size_t n)
{
	ssize_t done = write(fd, bytes, n);

	return done == (ssize_t)n && fsync(fd) == 0 ? RC_OK : RC_IO;
}

static void
new_key_line(char line[FILE_BYTES + 1])
{
	unsigned char key[KEY_BYTES];
	size_t at = sizeof(MAGIC) - 1;

	randombytes_buf(key, sizeof(key));
	memcpy(line, MAGIC, at);
	(void)sodium_bin2hex(line + at, 2 * KEY_BYTES + 1, key, sizeof(key));
	memcpy(line + at + 2 * KEY_BYTES, "\n", 2);
	sodium_memzero(key, sizeof(key));
}

/* A file of another name first, then the name: nobody ever sees half of it. */
enum rc
vault_create(const char *key_file, struct err *err)
{
	char line[FILE_BYTES + 1], temporary[4096];
	enum rc rc;
	int fd;

	if (sodium_init() < 0)
		return err_set(err, RC_IO, "libsodium has no source of random numbers");
	if (snprintf(temporary, sizeof(temporary), "%s.%d.tmp", key_file,
		(int)getpid()) >= (int)sizeof(temporary))
		return err_set(err, RC_INVALID, "%s: the name is too long", key_file);
	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_set(err, RC_IO, "%s: %s", key_file, strerror(errno));
	new_key_line(line);
	rc = write_all(fd, line, FILE_BYTES);
	sodium_memzero(line, sizeof(line));
	(void)close(fd); /* it was synced */
	if (rc == RC_OK && link(temporary, key_file) != 0)
		rc = errno == EEXIST ? RC_CONFLICT : RC_IO;
	(void)unlink(temporary); /* a stray one would only be untidy */
	if (rc == RC_CONFLICT)
		return err_set(err, rc, "%s exists already", key_file);
	return rc == RC_OK ? RC_OK : err_set(err, rc, "%s cannot be written", key_file);
}

static enum rc
parse_key(const char *line, size_t n, struct vault *v)
{
	size_t at = sizeof(MAGIC) - 1, done = 0;

	if (n < FILE_BYTES - 1 || memcmp(line, MAGIC, at) != 0)
		return RC_INVALID;
	if (sodium_hex2bin(
		v->key, KEY_BYTES, line + at, 2 * KEY_BYTES, NULL, &done, NULL) != 0 ||
	    done != KEY_BYTES)
		return RC_INVALID;
	return RC_OK;
}

static enum rc
read_key(int fd, const char *key_file, struct vault *v, struct err *err)
{
	char line[FILE_BYTES + 1] = { 0 };
	struct stat st;
	ssize_t n;
	enum rc rc;

	if (fstat(fd, &st) != 0)
		return err_set(err, RC_IO, "%s: %s", key_file, strerror(errno));
	if (st.st_mode & 0077)
		return err_set(err, RC_REFUSED,
		    "%s: others may read the key; chmod 600 it, and rotate the key if "
		    "they "
		    "may have",
		    key_file);
	n = read(fd, line, FILE_BYTES);
	rc = n > 0 ? parse_key(line, (size_t)n, v) : RC_INVALID;
	sodium_memzero(line, sizeof(line));
	if (rc != RC_OK)
		return err_set(err, rc, "%s is no key file of Facho", key_file);
	return RC_OK;
}

static void
name_key(struct vault *v)
{
	static const char WHAT[] = "facho key id";

	(void)crypto_generichash(v->id, ID_BYTES, (const unsigned char *)WHAT,
	    sizeof(WHAT) - 1, v->key, KEY_BYTES); /* fails for wrong sizes only */
	(void)sodium_bin2hex(v->id_text, sizeof(v->id_text), v->id, ID_BYTES);
}

enum rc
vault_open(const char *key_file, struct vault **ret_vault, struct err *err)
{
	struct vault *v OWNED(vault_close) = NULL;
	enum rc rc;
	int fd;

	if (sodium_init() < 0)
		return err_set(err, RC_IO, "libsodium has no source of random numbers");
	v = sodium_malloc(sizeof(*v));
	if (!v)
		return err_set(err, RC_NOMEM, "no memory for a key");
	fd = open(key_file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno == ENOENT ? RC_NOT_FOUND : RC_IO, "%s: %s",
		    key_file, strerror(errno));
	rc = read_key(fd, key_file, v, err);
	(void)close(fd); /* it was only read */
	if (rc != RC_OK)
		return rc;
	name_key(v);
	*ret_vault = GIVE(v);
	return RC_OK;
}

void
vault_close(struct vault *v)
{
	sodium_free(v); /* wipes it */
}

const char *
vault_id(const struct vault *v)
{
	return v->id_text;
}

/* ---- sealing ------------------------------------------------------------- */

/* What is authenticated and not stored: "olts.community:17". */
static size_t
place_text(const struct vault_place *place, char text[PLACE_MAX])
{
	int n = snprintf(text, PLACE_MAX, "%s:%lld", place->column, (long long)place->id);

	assert(n > 0 && n < PLACE_MAX);
	return (size_t)n;
}

void
vault_seal(const struct vault *v, const struct vault_place *place,
    const struct secret *secret, struct vault_sealed *ret_sealed)
{
	unsigned char *p = ret_sealed->bytes;
	char where[PLACE_MAX];
	size_t n_where = place_text(place, where);
	unsigned long long n = 0;

	p[0] = VERSION;
	memcpy(p + 1, v->id, ID_BYTES);
	randombytes_buf(p + 1 + ID_BYTES, NONCE_BYTES);
	(void)crypto_aead_xchacha20poly1305_ietf_encrypt(p + HEAD_BYTES, &n,
	    (const unsigned char *)secret->bytes, secret->len,
	    (const unsigned char *)where, n_where, NULL, p + 1 + ID_BYTES,
	    v->key); /* cannot fail */
	ret_sealed->len = HEAD_BYTES + (size_t)n;
}

enum rc
vault_unseal(const struct vault *v, const struct vault_place *place, const void *bytes,
    size_t n, struct secret *ret_secret, struct err *err)
{
	const unsigned char *p = bytes;
	struct secret plain = { 0 };
	char where[PLACE_MAX];
	size_t n_where = place_text(place, where);
	unsigned long long len = 0;

	if (n < HEAD_BYTES + TAG_BYTES || n > HEAD_BYTES + SECRET_MAX + TAG_BYTES ||
	    p[0] != VERSION)
		return err_set(err, RC_PROTOCOL, "%s is damaged; enter it anew", where);
	if (sodium_memcmp(p + 1, v->id, ID_BYTES) != 0)
		return err_set(err, RC_REFUSED, "%s was sealed with another key", where);
	if (crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)plain.bytes, &len,
		NULL, p + HEAD_BYTES, n - HEAD_BYTES, (const unsigned char *)where,
		n_where, p + 1 + ID_BYTES, v->key) != 0)
		return err_set(err, RC_PROTOCOL,
		    "%s is damaged or was copied from elsewhere; enter it anew", where);
	plain.len = (size_t)len;
	plain.bytes[len] = '\0';
	*ret_secret = plain;
	secret_wipe(&plain);
	return RC_OK;
}
