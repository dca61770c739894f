/* SPDX-License-Identifier: Apache-2.0
 *
 * Settings in the database, on both back-ends.
 */
#include "backends.h"

#include "store/core/settings.h"
#include "store/catalogue/snmp_settings.h"

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);

	return b->db;
}

static void
a_setting_is_set_changed_and_taken_back(void **state)
{
	struct db *db = fresh(state);
	struct setting s = { "pollers", "8", 10, "ana" };
	char *value = NULL;
	struct err err = { 0 };

	check_rc(store_setting_get(db, "pollers", &value, &err), RC_NOT_FOUND);
	check_contains(err.msg, "pollers");
	assert_null(value);
	check_rc(store_setting_put(db, &s, NULL), RC_OK);
	s.value = "16";
	check_rc(store_setting_put(db, &s, NULL), RC_OK);
	check_rc(store_setting_get(db, "pollers", &value, NULL), RC_OK);
	assert_string_equal(value, "16");
	free(value);
	check_rc(store_setting_delete(db, "pollers", NULL), RC_OK);
	check_rc(store_setting_delete(db, "pollers", NULL), RC_NOT_FOUND);
}

static enum rc
collect(void *ctx, const struct setting *s)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 256 - at, "%s=%s@%lld/%s;", s->key, s->value,
	    (long long)s->updated_ms, s->updated_by);
	return strcmp(s->key, "stop") == 0 ? RC_CANCELLED : RC_OK;
}

static void
the_list_is_in_order_and_can_be_stopped(void **state)
{
	struct db *db = fresh(state);
	struct setting b = { "b", "2", 5, NULL }, a = { "a", "", 6, "ana" };
	struct setting stop = { "stop", "x", 7, "" }, z = { "z", "x", 7, "" };
	char all[256] = "";

	check_rc(store_setting_put(db, &b, NULL), RC_OK);
	check_rc(store_setting_put(db, &a, NULL), RC_OK);
	check_rc(store_setting_list(db, collect, all, NULL), RC_OK);
	assert_string_equal(all, "a=@6/ana;b=2@5/;");
	check_rc(store_setting_put(db, &stop, NULL), RC_OK);
	check_rc(store_setting_put(db, &z, NULL), RC_OK);
	all[0] = '\0';
	check_rc(store_setting_list(db, collect, all, NULL), RC_CANCELLED);
	assert_string_equal(all, "a=@6/ana;b=2@5/;stop=x@7/;");
}

static void
an_operation_falls_back_to_general(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct snmp_settings general = { 2000, 2, -1, 5, "200,50,1" };
	struct snmp_settings walk = { 5000, -1, 25, -1, NULL }, s;

	check_rc(store_snmp_settings_get(db, "walk", arena, &s, NULL), RC_OK);
	assert_int_equal(s.timeout_ms, -1);
	assert_null(s.batch);
	check_rc(store_snmp_settings_put(db, "general", &general, 5, NULL), RC_OK);
	check_rc(store_snmp_settings_put(db, "walk", &walk, 5, NULL), RC_OK);
	check_rc(store_snmp_settings_get(db, "walk", arena, &s, NULL), RC_OK);
	assert_int_equal(s.timeout_ms, 5000);
	assert_int_equal(s.retries, -1);
	check_rc(store_snmp_settings_effective(db, "walk", arena, &s, NULL), RC_OK);
	assert_int_equal(s.timeout_ms, 5000);
	assert_int_equal(s.retries, 2);
	assert_int_equal(s.repetitions, 25);
	assert_int_equal(s.in_flight, 5);
	assert_string_equal(s.batch, "200,50,1");
	check_rc(store_snmp_settings_effective(db, "get", arena, &s, NULL), RC_OK);
	assert_int_equal(s.timeout_ms, 2000);
	assert_int_equal(s.repetitions, -1);
	arena_free(arena);
}

static void
an_operation_that_does_not_exist_is_refused(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct snmp_settings s = { 7, 7, 7, 7, NULL };
	struct err err = { 0 };

	check_rc(store_snmp_settings_get(db, "set", arena, &s, &err), RC_INVALID);
	check_contains(err.msg, "discovery");
	check_rc(store_snmp_settings_effective(db, "set", arena, &s, &err), RC_INVALID);
	assert_int_equal(s.timeout_ms, 7);
	check_rc(store_snmp_settings_put(db, "set", &s, 5, &err), RC_INVALID);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_setting_is_set_changed_and_taken_back),
		ON_EACH(the_list_is_in_order_and_can_be_stopped),
		ON_EACH(an_operation_falls_back_to_general),
		ON_EACH(an_operation_that_does_not_exist_is_refused),
	};

	return CHECK_ALL(tests);
}
