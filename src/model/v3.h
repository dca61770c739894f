/* SPDX-License-Identifier: Apache-2.0
 *
 * model/v3.h - the SNMPv3 protocols and their names.
 *
 * The two lists below are the only place where the names are written. The database, the
 * API and its document, the commands and the simulator all use these names. A name that
 * is not in the list is always an error: it never means "no authentication".
 */
#ifndef FACHO_MODEL_V3_H
#define FACHO_MODEL_V3_H

#include <stdbool.h>

/* FIRST and NEXT take the end of the enumerator and the name. */
#define V3_AUTH_LIST(FIRST, NEXT) \
	FIRST(MD5, "MD5")         \
	NEXT(SHA, "SHA")          \
	NEXT(SHA224, "SHA-224")   \
	NEXT(SHA256, "SHA-256")   \
	NEXT(SHA384, "SHA-384")   \
	NEXT(SHA512, "SHA-512")

#define V3_PRIV_LIST(FIRST, NEXT) \
	FIRST(DES, "DES")         \
	NEXT(AES, "AES")

#define V3_AUTH_MEMBER(id, name) V3_AUTH_##id,
#define V3_PRIV_MEMBER(id, name) V3_PRIV_##id,

enum v3_auth { V3_AUTH_NONE, V3_AUTH_LIST(V3_AUTH_MEMBER, V3_AUTH_MEMBER) V3_AUTHS };
enum v3_priv { V3_PRIV_NONE, V3_PRIV_LIST(V3_PRIV_MEMBER, V3_PRIV_MEMBER) V3_PRIVS };

/* "MD5|SHA|SHA-224|...": for the tables of the API and of commands, and for sentences. */
#define V3_NAME_FIRST(id, name) name
#define V3_NAME_NEXT(id, name) "|" name
#define V3_AUTH_CHOICES V3_AUTH_LIST(V3_NAME_FIRST, V3_NAME_NEXT)
#define V3_PRIV_CHOICES V3_PRIV_LIST(V3_NAME_FIRST, V3_NAME_NEXT)

/* As stored; "" for none. */
const char *v3_auth_name(enum v3_auth auth);
const char *v3_priv_name(enum v3_priv priv);

/* NULL and "" are none. False: there is no such protocol; *ret is untouched. */
bool v3_auth_from_name(const char *name, enum v3_auth *ret);
bool v3_priv_from_name(const char *name, enum v3_priv *ret);

#endif
