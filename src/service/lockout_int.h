/* SPDX-License-Identifier: Apache-2.0
 *
 * service/lockout_int.h - who guesses passwords has to wait.
 *
 * Wrong logins are counted three ways: of a name from an address (five are let through, then
 * that name is locked for that address), of an address with any names (generous, because a
 * whole office may come from one), and of a name from anywhere. A lock lasts a minute from
 * the last attempt that was let through; a count is forgotten a quarter of an hour after it,
 * and when the right password comes.
 *
 * A name that is attacked from many addresses is never locked, or anybody could lock its
 * owner out: it is slowed down to one attempt every LOCKOUT_SLOW_MS, from all addresses
 * together. Addresses that the name has logged in from before are not slowed down; only
 * whoever knows a password gets into their memory. An IPv6 address counts as its /64, which
 * is what one customer has.
 *
 * An attempt counts as wrong from its beginning, so that a hundred at the same time are not
 * a hundred guesses. Names that nobody has are counted like all others.
 *
 * The memory is a table of fixed size. When it is full of attackers, the oldest counts make
 * room. The clock is an argument; whoever owns it has the lock.
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
