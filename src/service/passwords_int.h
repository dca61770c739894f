/* SPDX-License-Identifier: Apache-2.0
 *
 * service/passwords_int.h - detects weak passwords: a few hundred common ones, one
 * character repeated, and the user's own name, in upper or lower case. Pure.
 */
#ifndef FACHO_SERVICE_PASSWORDS_INT_H
#define FACHO_SERVICE_PASSWORDS_INT_H

#include <stdbool.h>

bool password_is_common(const char *password);

/* Why it cannot be taken, as a sentence; NULL: it can. name: the user's, or NULL. */
const char *password_weakness(const char *password, const char *name);

#endif
