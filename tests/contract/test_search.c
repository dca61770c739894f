/* SPDX-License-Identifier: Apache-2.0 */
#include "site.h"

#include "base/fold.h"
#include "store/db/db.h"
#include "store/list/list.h"
#include "store/list/search.h"

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
	assert_string_equal(find(b, "0/1/3:1"), "2"); /* a whole position */
	assert_string_equal(find(b, "1/3:1"), "2 1");
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
	assert_string_equal(find(b, "perez %%% ___"), ""); /* one has no index */
	assert_string_equal(find(b, "perez or 1=1"), "");
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

static void
fill_more(struct backend *b)
{
	fill(b);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, place, serial, mac, description, name, "
	    "subscriber, is_present, first_seen_ms, last_seen_ms) VALUES "
	    "(20, 1, '0/1/0:11', 'HWTC48000001', '00:1f:cc:00:11:0a', "
	    "'Av. Per\xC3\xBA 902 dpto. 3', NULL, '1', 1, 0, 0),"
	    "(21, 1, '0/1/0:1', 'HWTC48000002', NULL, 'AVENIDA PERU 17, casa 9023', "
	    "NULL, NULL, 1, 0, 0),"
	    "(22, 2, '1/0:11', '4859000000000003', NULL, 'per\xC3\xBAgia', NULL, NULL, "
	    "1, 0, 0),"
	    "(23, 2, '2/0/1/0:11', '5A5445470000000A', NULL, NULL, NULL, NULL, 1, 0, "
	    "0)");
}

static void
accents_and_the_order_of_words_do_not_matter(void **state)
{
	struct backend *b = backend_of(state);

	fill_more(b);
	assert_string_equal(find(b, "peru 902"), "20 21");
	assert_string_equal(find(b, "Per\xC3\xBA 902"), "20 21");
	assert_string_equal(find(b, "902, PERU"), "20 21");
	assert_string_equal(find(b, "av peru 902"), "20 21");
	assert_string_equal(find(b, "dpto 902 Peru\xCC\x81"), "20");
	assert_string_equal(find(b, "avenida 902"), "21");
	assert_string_equal(find(b, "nunoa"), "7");
	assert_string_equal(find(b, "\xC3\x91U\xC3\x91OA"), "7");
	assert_string_equal(find(b, "perez juan"), "1 8");
	assert_string_equal(find(b, "perez carmen"), "");
	assert_string_equal(find(b, "hwtc 902"), "20 21"); /* words of any field */
}

static void
positions_are_found_as_vendors_write_them(void **state)
{
	static const char *const SAME[] = { "0/1/0:11", "0/1/0/11", "0-1-0-11",
		"0/1/0.11", "0 1 0 11", "0/1/0 11", "gpon-onu_0/1/0:11",
		"gpon_onu-0/1/0:11", "GPON 0/1/0 ONU 11", "00/01/00:11" };
	struct backend *b = backend_of(state);

	fill_more(b);
	for (size_t i = 0; i < sizeof(SAME) / sizeof(SAME[0]); i++)
		assert_string_equal(find(b, SAME[i]), "20 23");
	/* Without the frame: whole first, then those with one. */
	assert_string_equal(find(b, "1-0-11"), "22 20 23");
	assert_string_equal(find(b, "1/0/11"), "22 20 23");
	assert_string_equal(find(b, "1.0.11"), "22 20 23");
	assert_string_equal(find(b, "0/1/0/1"), "21"); /* and not 0/1/0:11 */
	/* With the name of its OLT. */
	assert_string_equal(find(b, "A 0/1/3/12"), "1");
	assert_string_equal(find(b, "0/1/0/11 B"), "23");
}

static void
serials_and_macs_are_found_in_every_notation(void **state)
{
	static const char *const MACS[] = { "001fcc00110a", "00:1F:CC:00:11:0A",
		"00-1f-cc-00-11-0a", "001f.cc00.110a", "001f-cc00-110a", "001fcc-00110a",
		"0:1f:cc:0:11:a", "00 1f cc 00 11 0a", "cc00.110a", "CC-00-11-0A" };
	struct backend *b = backend_of(state);

	fill_more(b);
	for (size_t i = 0; i < sizeof(MACS) / sizeof(MACS[0]); i++)
		assert_string_equal(find(b, MACS[i]), "20");
	assert_string_equal(find(b, "4857544312AB000F"), "1");
	assert_string_equal(find(b, "0x4857544312ab000f"), "1");
	assert_string_equal(find(b, "48:57:54:43:12:AB:00:0F"), "1");
	assert_string_equal(find(b, "48575443 12AB000F"), "1");
	assert_string_equal(find(b, "HWTC-12AB000F"), "1");
	assert_string_equal(find(b, "hwtc 12ab000f"), "1");
	assert_string_equal(find(b, "4857544312AB"), "1 2"); /* a beginning */
	/* One that is kept as octets, by its usual name. */
	assert_string_equal(find(b, "ZTEG0000000A"), "23");
}

static void
the_address_of_an_olt_finds_its_onus(void **state)
{
	struct backend *b = backend_of(state);

	fill_more(b);
	site_do(b->db, "UPDATE olts SET address = '192.0.2.77' WHERE id = 1");
	assert_string_equal(find(b, "192.0.2.77"), "1 2 20 21");
	assert_string_equal(find(b, "192.0.2.7"), "");
}

static enum rc
take_id(void *ctx, const struct list *list, const struct value *row)
{
	char *ids = ctx;
	size_t len = strlen(ids);

	(void)list;
	(void)snprintf(ids + len, 256 - len, "%s%d", len ? " " : "", (int)row[0].i);
	return RC_OK;
}

static const char *
listed(struct backend *b, const char *list, const char *text)
{
	static char ids[256];
	struct list_query query = {
		.search = text, .order = "id", .page = 1, .page_size = 50
	};
	struct err err = { 0 };
	int64_t count = 0;

	ids[0] = '\0';
	if (store_list(b->db, list_find(list), &query, take_id, ids, &count, &err) !=
	    RC_OK)
		fail_msg("%s: %s", text, err.msg);
	return ids;
}

static void
lists_understand_the_same_texts(void **state)
{
	struct backend *b = backend_of(state);

	fill_more(b);
	assert_string_equal(listed(b, "onus", "902 per\xC3\xBA"), "20 21");
	assert_string_equal(listed(b, "onus", "0/1/0/11"), "20 23");
	assert_string_equal(listed(b, "onus", "4857544312AB000F"), "1");
	assert_string_equal(listed(b, "onus", "001f.cc00.110a"), "20");
	site_do(b->db,
	    "UPDATE olts SET address = '192.0.2.77', name = 'Jun\xC3\xADn Norte' "
	    "WHERE id = 1");
	assert_string_equal(listed(b, "onus", "192.0.2.77"), "1 2 20 21");
	assert_string_equal(listed(b, "olts", "192.0.2.77"), "1");
	assert_string_equal(listed(b, "olts", "norte JUNIN"), "1");
	assert_string_equal(listed(b, "olts", "norte sur"), "");
	assert_string_equal(listed(b, "olts", "%"), "");
	assert_string_equal(listed(b, "olts", "  "), listed(b, "olts", ""));
}

/* What the database makes of a text. */
static char *
ask_text(struct backend *b, const char *sql, const char *text)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	check_rc(db_prepare(b->db, sql, &q, &err), RC_OK);
	db_bind_text(q, 1, text);
	check_rc(db_first(q, &err), RC_OK);
	return strdup(db_text(q, 0));
}

static void
the_database_folds_every_letter_as_we_do(void **state)
{
	static const char sql[] = "SELECT search_text FROM onu_words WHERE id = 1 "
				  "AND $1 <> ''";
	struct backend *b = backend_of(state);
	char text[512] = "", folded[512], expected[600];
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };
	size_t len = 0;
	char *got;

	for (int c = ' ' + 1; c < 127; c++)
		text[len++] = (char)c;
	for (int c = 0x80; c < 0xC0; c++) {
		text[len++] = '\xC3';
		text[len++] = (char)c;
	}
	for (int c = 0x80; c < 0xB0; c++) { /* combining, most of them not folded */
		text[len++] = '\xCC';
		text[len++] = (char)c;
	}
	fill(b);
	check_rc(
	    db_prepare(b->db, "UPDATE onus SET description = $1 WHERE id = 1", &q, &err),
	    RC_OK);
	db_bind_text(q, 1, text);
	check_rc(db_run(q, NULL, &err), RC_OK);
	(void)fold_text(text, folded, sizeof(folded));
	(void)snprintf(
	    expected, sizeof(expected), "hwtc12ab000f 0/1/3:12  %s  7001", folded);
	got = ask_text(b, sql, "x");
	assert_string_equal(got, expected);
	free(got);
	got = ask_text(b, "SELECT facho_fold($1)", text);
	assert_string_equal(got, folded);
	free(got);
}

static void
a_hit_has_what_tells_why_it_is_offline(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct onu_hits hits = { 0 };
	struct err err = { 0 };

	fill(b);
	site_do(b->db,
	    "UPDATE onus SET run_state = 'offline', cause_state = 'power', "
	    "cause_label = 'dying-gasp', run_since_ms = 5 WHERE id = "
	    "1");
	check_rc(store_onu_search(b->db, "HWTC12AB000F", 2, arena, &hits, &err), RC_OK);
	assert_string_equal(hits.hits[0].cause_state, "power");
	assert_string_equal(hits.hits[0].cause_label, "dying-gasp");
	assert_int_equal(hits.hits[0].since_ms, 5);
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
		ON_EACH(accents_and_the_order_of_words_do_not_matter),
		ON_EACH(positions_are_found_as_vendors_write_them),
		ON_EACH(serials_and_macs_are_found_in_every_notation),
		ON_EACH(the_address_of_an_olt_finds_its_onus),
		ON_EACH(lists_understand_the_same_texts),
		ON_EACH(the_database_folds_every_letter_as_we_do),
		ON_EACH(a_hit_has_what_tells_why_it_is_offline),
	};

	return CHECK_ALL(tests);
}
