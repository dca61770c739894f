/* SPDX-License-Identifier: Apache-2.0
 *
 * api/auth_int.h - the cookies of login and logout.
 */
#ifndef FACHO_API_AUTH_INT_H
#define FACHO_API_AUTH_INT_H

struct reply;
struct request;

/* auth.login; the session is sent as a cookie and not in the body. Wrong credentials:
 * 401. */
void handle_login(struct request *request, struct reply *reply);

/* auth.logout and auth.logout_everywhere: the cookie of the browser is deleted too. */
void handle_logout(struct request *request, struct reply *reply);

#endif
