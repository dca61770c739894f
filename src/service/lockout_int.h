/* SPDX-License-Identifier: Apache-2.0
 *
 * service/lockout_int.h - limits the guessing of passwords.
 *
 * Wrong logins are counted in three ways: for a name from an address (after five the name
 * is locked for that address), for an address with any names (a higher limit, because a
 * whole office may use one address), and for a name from all addresses. A lock lasts a
 * minute from the last accepted attempt; a count is reset a quarter of an hour after it,
 * and after the right password.
 *
 * A name that is attacked from many addresses is never locked, because otherwise anyone
 * could lock its owner out: it is limited to one attempt every LOCKOUT_SLOW_MS, from all
 * addresses together. Addresses from which the name has logged in before are not limited;
 * they are stored only after a successful login. An IPv6 address counts as its /64, the
 * usual network of one customer.
 *
 * An attempt counts as wrong from its start, so that a hundred at the same time are not a
 * hundred guesses. Unknown names are counted like all others.
 *
 * The counts are in a table of fixed size. When it is full, the oldest counts are
 * replaced. The time is an argument; the owner holds the lock.
 */
#ifndef FACHO_SERVICE_LOCKOUT_INT_H
#define FACHO_SERVICE_LOCKOUT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

enum {
	LOCKOUT_PAIR = 5, /* wrong ones of a name from an address */
	LOCKOUT_ADDRESS = 50,
	LOCKOUT_NAME = 50,
	LOCKOUT_MS = 60000,
	LOCKOUT_SLOW_MS = 1000,
	LOCKOUT_FORGET_MS = 15 * 60000,
};

struct lockout;

/* Who guesses; borrowed during the call. */
struct guess {
	const char *name;
	const char *address;
};

/* NULL: no memory. */
struct lockout *lockout_new(void);
void lockout_free(struct lockout *l);
OWNED_BY(struct lockout, lockout_free);

/* May it be tried? Then it counts as wrong until one of the two below says otherwise.
 * False: *ret_wait_ms from now it may. */
bool lockout_try(
    struct lockout *l, const struct guess *who, int64_t now_ms, int64_t *ret_wait_ms);

/* The password was right: the name is known from there now. */
void lockout_right(struct lockout *l, const struct guess *who, int64_t now_ms);
/* It was not looked at after all. */
void lockout_undo(struct lockout *l, const struct guess *who);

#endif
