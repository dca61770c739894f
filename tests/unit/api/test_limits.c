/* SPDX-License-Identifier: Apache-2.0
 *
 * Rate limits, idempotency keys, and the client's address.
 */
#include "check.h"

#include "api/keys_int.h"
#include "api/proxies_int.h"
#include "api/rate_int.h"

/* ---- rates --------------------------------------------------------------------------------- */

static int
allowed(struct rate *r, const char *address, int tries, int64_t now_ms)
{
	int n = 0;

	for (int i = 0; i < tries; i++)
		n += rate_allows(r, address, now_ms);
	return n;
}

static void
a_client_has_two_seconds_worth_and_then_its_rate(void **state)
{
	struct rate *r OWNED(rate_free) = rate_new(10);

	(void)state;
	assert_int_equal(allowed(r, "192.0.2.1", 100, 1000), 20);
	assert_int_equal(allowed(r, "192.0.2.2", 100, 1000), 20);
	assert_int_equal(allowed(r, "192.0.2.1", 100, 1099), 0);
	assert_int_equal(allowed(r, "192.0.2.1", 100, 1100), 1);
	assert_int_equal(allowed(r, "192.0.2.1", 100, 2100), 10);
	assert_int_equal(allowed(r, "192.0.2.1", 100, 999999), 20);
	assert_int_equal(allowed(r, "192.0.2.1", 100, 5), 0); /* the clock was set back */
}

static void
without_a_rate_everybody_may(void **state)
{
	struct rate *r OWNED(rate_free) = rate_new(0);

	(void)state;
	assert_int_equal(allowed(r, "192.0.2.1", 10000, 1), 10000);
}

static void
the_quietest_client_is_forgotten_first(void **state)
{
	struct rate *r OWNED(rate_free) = rate_new(1);
	char address[32];

	(void)state;
	assert_int_equal(allowed(r, "first", 5, 1), 2);
	for (int i = 0; i < RATE_CLIENTS - 1; i++) {
		(void)snprintf(address, sizeof(address), "client %d", i);
		assert_true(rate_allows(r, address, 1));
	}
	assert_int_equal(
	    allowed(r, "first", 5, 1), 0); /* still known, and now the newest */
	assert_true(rate_allows(r, "one more", 1)); /* "client 0" is removed */
	assert_int_equal(allowed(r, "first", 5, 1), 0);
	assert_int_equal(allowed(r, "client 0", 5, 1), 2);
}

/* ---- keys ---------------------------------------------------------------------------------- */

static struct keys_request
request(const char *caller, const char *key, const char *body)
{
	return (struct keys_request){ caller, key, "POST", "/olts/", body, strlen(body) };
}

static enum rc
begin(struct keys *k, struct keys_request r, int64_t now_ms)
{
	char *body = NULL;
	int status = 0;
	enum rc rc = keys_begin(k, &r, now_ms, &status, &body);

	if (rc == RC_NOT_FOUND) {
		assert_int_equal(status, 201);
		assert_string_equal(body, "{\"id\":1}");
	} else {
		assert_null(body);
	}
	free(body);
	return rc;
}

static void
the_same_again_gets_the_same_answer(void **state)
{
	struct keys *k OWNED(keys_free) = keys_new();
	struct keys_request a = request("ana", "k1", "{}");

	(void)state;
	check_rc(begin(k, a, 1), RC_OK);
	check_rc(begin(k, a, 2), RC_CONFLICT); /* running */
	keys_end(k, &a, 201, "{\"id\":1}", 8);
	check_rc(begin(k, a, 3), RC_NOT_FOUND);
	check_rc(begin(k, request("ana", "k1", "{ }"), 4), RC_INVALID);
	check_rc(begin(k, request("eva", "k1", "{}"), 5), RC_OK);
	check_rc(begin(k, request("ana", "k2", "{}"), 6), RC_OK);
}

static void
a_key_is_kept_for_a_day(void **state)
{
	struct keys *k OWNED(keys_free) = keys_new();
	struct keys_request a = request("ana", "k1", "{}");

	(void)state;
	check_rc(begin(k, a, 1), RC_OK);
	keys_end(k, &a, 201, "{\"id\":1}", 8);
	check_rc(begin(k, a, KEYS_KEPT_MS), RC_NOT_FOUND);
	check_rc(begin(k, a, KEYS_KEPT_MS + 1), RC_OK);
}

static void
what_failed_with_us_may_be_tried_again(void **state)
{
	struct keys *k OWNED(keys_free) = keys_new();
	struct keys_request a = request("ana", "k1", "{}");

	(void)state;
	check_rc(begin(k, a, 1), RC_OK);
	keys_end(k, &a, 503, "{}", 2);
	check_rc(begin(k, a, 2), RC_OK);
	keys_end(k, &a, 200, NULL, 0); /* a stream */
	check_rc(begin(k, a, 3), RC_OK);
}

static void
the_oldest_key_goes_when_there_are_too_many(void **state)
{
	struct keys *k OWNED(keys_free) = keys_new();
	char key[32];

	(void)state;
	for (int i = 0; i <= KEYS_MAX; i++) {
		struct keys_request r;

		(void)snprintf(key, sizeof(key), "k%d", i);
		r = request("ana", key, "{}");
		check_rc(begin(k, r, 1), RC_OK);
		keys_end(k, &r, 201, "{\"id\":1}", 8);
	}
	check_rc(begin(k, request("ana", key, "{}"), 2), RC_NOT_FOUND);
	check_rc(begin(k, request("ana", "k0", "{}"), 2), RC_OK);
}

/* ---- proxies -------------------------------------------------------------------------------- */

static void
only_those_who_are_trusted_are_believed(void **state)
{
	static const struct {
		const char *peer, *forwarded, *client;
	} CASES[] = {
		{ "192.0.2.1", NULL, "192.0.2.1" },
		{ "192.0.2.1", "203.0.113.9", "192.0.2.1" },
		{ "127.0.0.1", NULL, "127.0.0.1" },
		{ "127.0.0.1", "203.0.113.9", "203.0.113.9" },
		{ "127.0.0.1", "203.0.113.9, 10.1.2.3", "203.0.113.9" },
		{ "127.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9" },
		{ "127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9" },
		{ "::1", "2001:db8::7", "2001:db8::7" },
		{ "127.0.0.1", "evil", "127.0.0.1" },
		{ "127.0.0.1", "", "127.0.0.1" },
		{ "127.0.0.1", " , ,", "127.0.0.1" },
		{ "127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9" },
		/* Two header lines: that of the client, then that of the proxy. */
		{ "127.0.0.1", "198.51.100.7,203.0.113.9", "203.0.113.9" },
	};
	struct networks p;

	(void)state;
	check_rc(networks_read("127.0.0.1, ::1,10.0.0.0/8", &p, NULL), RC_OK);
	assert_int_equal(p.n, 3);
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		char client[ADDRESS_TEXT_MAX];

		client_address(&p, CASES[i].peer, CASES[i].forwarded, client);
		assert_string_equal(client, CASES[i].client);
	}
}

static void
networks_are_compared_bit_by_bit(void **state)
{
	struct networks p;

	(void)state;
	check_rc(networks_read("192.0.2.128/25 2001:db8::/33", &p, NULL), RC_OK);
	assert_true(is_proxy(&p, "192.0.2.128"));
	assert_true(is_proxy(&p, "::ffff:192.0.2.255"));
	assert_false(is_proxy(&p, "192.0.2.127"));
	assert_true(is_proxy(&p, "2001:db8:7fff::1"));
	assert_false(is_proxy(&p, "2001:db8:8000::1"));
	assert_false(is_proxy(&p, "nobody"));
}

static void
what_is_no_network_is_named(void **state)
{
	static const char *const BAD[] = { "10.0.0.0/33", "::/129", "10.0.0/8", "x",
		"10.0.0.1/", "10.0.0.1/-1" };
	struct networks p;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		check_rc(networks_read(BAD[i], &p, &err), RC_INVALID);
		check_contains(err.msg, BAD[i]);
	}
	check_rc(networks_read("", &p, NULL), RC_OK);
	assert_int_equal(p.n, 0);
}

static void
the_proxy_next_to_us_has_the_last_word(void **state)
{
	char word[8];

	(void)state;
	assert_true(last_word("http, https", word, sizeof(word)));
	assert_string_equal(word, "https");
	assert_true(last_word("https ,", word, sizeof(word)));
	assert_string_equal(word, "https");
	assert_false(last_word(NULL, word, sizeof(word)));
	assert_false(last_word(" , ", word, sizeof(word)));
	assert_false(last_word("12345678", word, sizeof(word)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_client_has_two_seconds_worth_and_then_its_rate),
		cmocka_unit_test(without_a_rate_everybody_may),
		cmocka_unit_test(the_quietest_client_is_forgotten_first),
		cmocka_unit_test(the_same_again_gets_the_same_answer),
		cmocka_unit_test(a_key_is_kept_for_a_day),
		cmocka_unit_test(what_failed_with_us_may_be_tried_again),
		cmocka_unit_test(the_oldest_key_goes_when_there_are_too_many),
		cmocka_unit_test(only_those_who_are_trusted_are_believed),
		cmocka_unit_test(networks_are_compared_bit_by_bit),
		cmocka_unit_test(what_is_no_network_is_named),
		cmocka_unit_test(the_proxy_next_to_us_has_the_last_word),
	};

	return CHECK_ALL(tests);
}
