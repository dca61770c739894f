/* SPDX-License-Identifier: Apache-2.0 */
#include "site.h"

#include "store/search.h"

/* Nine ONUs; 8 is absent, 9 belongs to a deleted OLT. */
static void
fill(struct backend *b)
{
	site_make(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, place, serial, mac, description, name, "
	    "subscriber, is_present, first_seen_ms, last_seen_ms) VALUES "
	    "(1, 1, '0/1/3:12', 'HWTC12AB000F', NULL, 'Juan Perez', NULL, '7001', 1, 0, "
	    "0),"
	    "(2, 1, '0/1/3:1', 'HWTC12AB0010', NULL, 'Maria Perez', NULL, '7002', 1, 0, "
	    "0),"
	    "(3, 2, '0/2/1:1', 'ZTEGC0FFEE01', '4c:1f:cc:00:11:22', 'casa 7001', NULL, "
	    "NULL, 1, 0, 0),"
	    "(4, 2, '0/2/1:2', 'ZTEGC0FFEE02', NULL, '100% fibra', NULL, 'A_1', 1, 0, 0),"
	    "(5, 2, '0/2/1:3', 'ZTEGC0FFEE03', NULL, '100 fibra', NULL, 'AB1', 1, 0, 0),"
	    "(6, 2, '0/2/1:4', 'ZTEG00007001', NULL, NULL, 'taller', '70011', 1, 0, 0),"
	    "(7, 2, '0/2/1:5', 'ZTEG00000007', NULL, 'nu\xC3\xB1oa', NULL, NULL, 1, 0, "
	    "0),"
	    "(8, 2, '0/2/1:6', 'ZTEG00000008', NULL, 'Juan Perez', NULL, NULL, 0, 0, 0);"
	    "INSERT INTO olts (id, name, address, deleted_ms, created_ms, updated_ms) "
	    "VALUES (3, 'gone', '192.0.2.3', 1, 0, 0);"
	    "INSERT INTO onus (id, olt_id, place, serial, first_seen_ms, last_seen_ms) "
	    "VALUES (9, 3, '0/9', 'HWTC99999999', 0, 0)");
}

/* The ids that a text finds, in order: "1 2 3". */
static const char *
find(struct backend *b, const char *text)
{
	static char ids[256];
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct onu_hits hits = { 0 };
	struct err err = { 0 };
	size_t len = 0;

	if (store_onu_search(b->db, text, 50, arena, &hits, &err) != RC_OK)
		fail_msg("%s: %s", text, err.msg);
	ids[0] = '\0';
	for (size_t i = 0; i < hits.n; i++)
		len += (size_t)snprintf(ids + len, sizeof(ids) - len, "%s%d",
		    i ? " " : "", (int)hits.hits[i].onu.v);
	return ids;
}

static void
whole_fields_come_before_beginnings_and_those_before_parts(void **state)
{
	struct backend *b = backend_of(state);

	fill(b);
	/* 1: the subscriber; 6: the beginning of one; 3: in the description. */
	assert_string_equal(find(b, "7001"), "1 6 3");
	assert_string_equal(find(b, "HWTC12AB000F"), "1");
	assert_string_equal(find(b, "0/1/3:1"), "2 1");
	assert_string_equal(find(b, "perez"), "1 2 8"); /* the absent one last */
	assert_string_equal(find(b, "taller"), "6");
	/* Longer than the index is asked for: all of it must be there. */
	assert_string_equal(find(b, "maria perez"), "2");
	assert_string_equal(find(b, "maria perec"), "");
	assert_string_equal(find(b, "casa 7002"), "");
	assert_string_equal(find(b, "a\xC3\xB1o nu\xC3\xB1oa"), "");
}

static void
case_and_separators_do_not_matter(void **state)
{
	struct backend *b = backend_of(state);

	fill(b);
	assert_string_equal(find(b, "hwtc12ab000f"), "1");
	assert_string_equal(find(b, "  c0ffee01 "), "3");
	assert_string_equal(find(b, "4C1F.CC00.1122"), "3");
	assert_string_equal(find(b, "4C-1F-CC-00-11-22"), "3");
	assert_string_equal(find(b, "cc:00:11"), "3");
	assert_string_equal(find(b, "nu\xC3\xB1oa"), "7");
}

static void
characters_with_a_meaning_in_sql_have_none(void **state)
{
	struct backend *b = backend_of(state);

	fill(b);
	assert_string_equal(find(b, "100% fib"), "4");
	assert_string_equal(find(b, "A_1"), "4");
	assert_string_equal(find(b, "%%%"), "");
	assert_string_equal(find(b, "\\\\\\"), "");
	assert_string_equal(find(b, "' OR 1=1 --"), "");
	assert_string_equal(find(b, "\"*"), "");
}

static void
short_texts_find_wholes_and_beginnings(void **state)
{
	struct backend *b = backend_of(state);

	fill(b);
	assert_string_equal(find(b, "hw"), "1 2");
	assert_string_equal(find(b, "70"), "1 2 6");
	assert_string_equal(find(b, ""), "");
	assert_string_equal(find(b, "   "), "");
	assert_string_equal(find(b, "nobody"), "");
	assert_string_equal(find(b, "HWTC9999"), ""); /* of a deleted OLT */
}

static void
a_hit_says_who_where_and_how(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct onu_hits hits = { 0 };
	struct err err = { 0 };
	char longest[SEARCH_TEXT_MAX + 2];

	fill(b);
	check_rc(store_onu_search(b->db, "ZTEG", 2, arena, &hits, &err), RC_OK);
	assert_int_equal(hits.n, 2);
	assert_true(hits.has_more);
	assert_string_equal(hits.hits[0].olt_name, "B");
	assert_int_equal(hits.hits[0].rank, SEARCH_BEGINNING);
	assert_string_equal(hits.hits[0].subscriber, "");
	assert_false(hits.hits[0].is_silent);
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	check_rc(store_onu_search(b->db, longest, 2, arena, &hits, &err), RC_INVALID);
	assert_int_equal(hits.n, 2);
}

static void
a_hit_says_when_its_olt_is_not_heard(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct onu_hits hits = { 0 };
	struct err err = { 0 };

	fill(b);
	site_do(b->db, "UPDATE olts SET enabled = 0 WHERE id = 1");
	check_rc(store_onu_search(b->db, "HWTC12AB000F", 2, arena, &hits, &err), RC_OK);
	assert_true(hits.hits[0].is_silent);
	site_do(b->db, "UPDATE olts SET suspended_ms = 1 WHERE id = 2");
	check_rc(store_onu_search(b->db, "ZTEGC0FFEE01", 2, arena, &hits, &err), RC_OK);
	assert_true(hits.hits[0].is_silent);
}

static void
a_changed_description_is_found_and_the_old_one_is_not(void **state)
{
	struct backend *b = backend_of(state);

	fill(b);
	site_do(b->db, "UPDATE onus SET description = 'Carmen Soto' WHERE id = 1");
	assert_string_equal(find(b, "carmen"), "1");
	assert_string_equal(find(b, "juan"), "8");
	site_do(b->db, "DELETE FROM onus WHERE id = 1");
	assert_string_equal(find(b, "carmen"), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(whole_fields_come_before_beginnings_and_those_before_parts),
		ON_EACH(case_and_separators_do_not_matter),
		ON_EACH(characters_with_a_meaning_in_sql_have_none),
		ON_EACH(short_texts_find_wholes_and_beginnings),
		ON_EACH(a_hit_says_who_where_and_how),
		ON_EACH(a_hit_says_when_its_olt_is_not_heard),
		ON_EACH(a_changed_description_is_found_and_the_old_one_is_not),
	};

	return CHECK_ALL(tests);
}
