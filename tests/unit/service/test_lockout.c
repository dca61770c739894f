/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "service/lockout_int.h"

/* n attempts at this time; returns how many were allowed. */
static int
attempts(struct lockout *l, const struct guess *who, int n, int64_t now_ms)
{
	int64_t wait_ms;
	int through = 0;

	for (int i = 0; i < n; i++)
		through += lockout_try(l, who, now_ms, &wait_ms);
	return through;
}

static void
five_are_let_through_and_then_none_for_a_minute(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess who = { "ana", "192.0.2.1" };
	int64_t wait_ms = -7;

	(void)state;
	assert_int_equal(attempts(l, &who, 4, 1000), 4);
	assert_int_equal(attempts(l, &who, 3, 2000), 1);
	assert_false(lockout_try(l, &who, 3000, &wait_ms));
	assert_int_equal(wait_ms, 59000); /* a minute after the fifth */
	assert_int_equal(attempts(l, &who, 1, 61999), 0);
	assert_int_equal(attempts(l, &who, 10, 62000), 5);
}

static void
another_name_or_another_address_is_somebody_else(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess who = { "ana", "192.0.2.1" };
	struct guess other_name = { "bea", "192.0.2.1" };
	struct guess other_address = { "ana", "192.0.2.2" };

	(void)state;
	assert_int_equal(attempts(l, &who, 9, 1000), 5);
	assert_int_equal(attempts(l, &other_name, 9, 1000), 5);
	assert_int_equal(attempts(l, &other_address, 9, 1000), 5);
}

static void
the_right_password_begins_anew(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess who = { "ana", "192.0.2.1" };

	(void)state;
	assert_int_equal(attempts(l, &who, 5, 1000), 5);
	lockout_right(l, &who, 1000);
	assert_int_equal(attempts(l, &who, 9, 1000), 5);
}

static void
what_was_not_looked_at_does_not_count(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess who = { "ana", "192.0.2.1" };

	(void)state;
	assert_int_equal(attempts(l, &who, 4, 1000), 4);
	lockout_undo(l, &who);
	assert_int_equal(attempts(l, &who, 9, 1000), 2);
}

static void
old_mistakes_are_forgotten(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess who = { "ana", "192.0.2.1" };

	(void)state;
	assert_int_equal(attempts(l, &who, 4, 0), 4);
	assert_int_equal(attempts(l, &who, 9, LOCKOUT_FORGET_MS - 1), 1);
	assert_int_equal(attempts(l, &who, 4, LOCKOUT_FORGET_MS + LOCKOUT_MS), 4);
	assert_int_equal(attempts(l, &who, 9, 3 * LOCKOUT_FORGET_MS), 5);
}

static void
trying_many_names_locks_the_address(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	int through = 0;

	(void)state;
	for (int i = 0; i < 100; i++) {
		char name[16];
		struct guess who = { name, "192.0.2.1" };

		(void)snprintf(name, sizeof(name), "user%d", i);
		through += attempts(l, &who, 1, 1000);
	}
	assert_int_equal(through, LOCKOUT_ADDRESS);
}

/* One attempt from each of n addresses at this time; returns how many were allowed. */
static int
attack(struct lockout *l, const char *name, int n, int64_t now_ms)
{
	int through = 0;

	for (int i = 0; i < n; i++) {
		char address[24];
		struct guess who = { name, address };

		(void)snprintf(address, sizeof(address), "10.0.%d.%d", i / 250, i % 250);
		through += attempts(l, &who, 1, now_ms);
	}
	return through;
}

static void
a_name_attacked_from_many_addresses_is_slowed_down(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess stranger = { "ana", "203.0.113.1" };
	int64_t wait_ms = 0;

	(void)state;
	assert_int_equal(attack(l, "ana", 1000, 1000), LOCKOUT_NAME);
	assert_false(lockout_try(l, &stranger, 1000, &wait_ms));
	assert_in_range(wait_ms, 1, LOCKOUT_SLOW_MS); /* seconds, not a minute */
	for (int i = 1; i <= 10; i++)
		assert_int_equal(
		    attack(l, "ana", 500, 1000 + i * (int64_t)LOCKOUT_SLOW_MS), 1);
	assert_int_equal(attempts(l, &stranger, 1, 12000), 1);
	assert_int_equal(attack(l, "bea", 10, 1000), 10);
}

static void
its_owner_is_not_slowed_down(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess owner = { "ana", "192.0.2.1" };

	(void)state;
	assert_int_equal(attempts(l, &owner, 1, 1), 1);
	lockout_right(l, &owner, 1);
	assert_int_equal(attack(l, "ana", 1000, 1000), LOCKOUT_NAME);
	/* Wrong passwords, then the right one; the attack continues. */
	assert_int_equal(attempts(l, &owner, 3, 1000), 3);
	lockout_right(l, &owner, 1000);
	assert_int_equal(attack(l, "ana", 100, 1500), 0);
	assert_int_equal(attempts(l, &owner, 9, 1500), 5); /* the same limit for all */
}

static void
a_network_of_ipv6_is_one_address(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess other = { "ana", "2001:db8:0:2::1" };
	int through = 0;

	(void)state;
	for (int i = 0; i < 100; i++) {
		char address[40];
		struct guess who = { "ana", address };

		(void)snprintf(address, sizeof(address), "2001:db8:0:1::%x", (unsigned)i);
		through += attempts(l, &who, 1, 1000);
	}
	assert_int_equal(through, LOCKOUT_PAIR);
	assert_int_equal(attempts(l, &other, 1, 1000), 1);
}

/* The table has space for some thousands: more entries do not make it larger, and the one
 * that was inactive longest is removed first. */
static void
a_flood_of_names_takes_no_more_room(void **state)
{
	struct lockout *l OWNED(lockout_free) = lockout_new();
	struct guess late = { "ana", "192.0.2.1" };

	(void)state;
	for (int i = 0; i < 50000; i++) {
		char name[16], address[24];
		struct guess who = { name, address };

		(void)snprintf(name, sizeof(name), "user%d", i);
		(void)snprintf(address, sizeof(address), "2001:db8:%x::1", (unsigned)i);
		assert_int_equal(attempts(l, &who, 1, i), 1);
	}
	assert_int_equal(attempts(l, &late, 9, 50000), 5);
	assert_int_equal(attempts(l, &late, 1, 50001), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(five_are_let_through_and_then_none_for_a_minute),
		cmocka_unit_test(another_name_or_another_address_is_somebody_else),
		cmocka_unit_test(the_right_password_begins_anew),
		cmocka_unit_test(what_was_not_looked_at_does_not_count),
		cmocka_unit_test(old_mistakes_are_forgotten),
		cmocka_unit_test(trying_many_names_locks_the_address),
		cmocka_unit_test(a_name_attacked_from_many_addresses_is_slowed_down),
		cmocka_unit_test(its_owner_is_not_slowed_down),
		cmocka_unit_test(a_network_of_ipv6_is_one_address),
		cmocka_unit_test(a_flood_of_names_takes_no_more_room),
	};

	return CHECK_ALL(tests);
}
