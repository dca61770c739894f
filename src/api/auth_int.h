/* SPDX-License-Identifier: Apache-2.0
 *
 * api/auth_int.h - the cookies of login and logout.
 */
#ifndef FACHO_API_AUTH_INT_H
#define FACHO_API_AUTH_INT_H

struct reply;
struct request;

/* auth.login, whose session goes into a cookie and not into the body. Wrong is 401. */
void handle_login(struct request *request, struct reply *reply);

/* auth.logout and auth.logout_everywhere: the browser forgets its cookie too. */
void handle_logout(struct request *request, struct reply *reply);

#endif
