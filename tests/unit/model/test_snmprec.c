/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/snmprec.h"

struct bench {
	struct arena *arena;
	struct snmprec rec;
	struct err err;
};

static int
set_up(void **state)
{
	static struct bench b;

	b = (struct bench){ .arena = arena_new(0) };
	*state = &b;
	return b.arena ? 0 : -1;
}

static int
tear_down(void **state)
{
	arena_free(((struct bench *)*state)->arena);
	return 0;
}

static enum rc
parse(struct bench *b, const char *line)
{
	return snmprec_parse(line, strlen(line), b->arena, &b->rec, &b->err);
}

static void
each_type_is_read(void **state)
{
	struct bench *b = *state;

	check_rc(parse(b, "1.3.6|2|-17"), RC_OK);
	assert_int_equal(b->rec.n, 3);
	assert_int_equal(b->rec.arcs[2], 6);
	assert_int_equal(b->rec.value.type, SNMP_INTEGER);
	assert_int_equal(b->rec.value.i, -17);
	check_rc(parse(b, "1.3|4|two words | and a bar"), RC_OK);
	assert_int_equal(b->rec.value.len, 21);
	assert_memory_equal(b->rec.value.octets, "two words | and a bar", 21);
	check_rc(parse(b, "1.3|4x|00fFa0"), RC_OK);
	assert_int_equal(b->rec.value.len, 3);
	assert_memory_equal(b->rec.value.octets, "\x00\xff\xa0", 3);
	check_rc(parse(b, "1.3|70|18446744073709551615"), RC_OK);
	assert_true(b->rec.value.u == UINT64_MAX);
	check_rc(parse(b, "1.3|6|1.3.6.1.4.1.2011"), RC_OK);
	assert_int_equal(b->rec.value.len, 7);
	assert_int_equal(b->rec.value.arcs[6], 2011);
}

static void
a_line_that_says_nothing_is_no_mistake(void **state)
{
	check_rc(parse(*state, ""), RC_NOT_FOUND);
	check_rc(parse(*state, "# a comment"), RC_NOT_FOUND);
}

static void
a_wrong_line_is_refused_with_a_sentence(void **state)
{
	static const char *const WRONG[] = { "1.3.6", "1.3.6|2", "x|2|1", "1.3|99|1",
		"1.3|2|x", "1.3|4x|abc", "1.3|4x|zz", "1.3|65|-1", "|2|1", "1.3||1" };
	struct bench *b = *state;

	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		b->err.msg[0] = '\0';
		check_rc(parse(b, WRONG[i]), RC_INVALID);
		assert_true(strlen(b->err.msg) > 0);
	}
}

static void
a_recording_comes_out_in_the_order_of_a_walk_without_doubles(void **state)
{
	static const char TEXT[] = "1.3.10|2|1\n# x\n\n1.3.9|2|2\r\n1.3.10|2|3\n1.3|2|4";
	struct bench *b = *state;
	struct snmprec *recs;
	size_t n;

	check_rc(
	    snmprec_parse_all(TEXT, strlen(TEXT), b->arena, &recs, &n, &b->err), RC_OK);
	assert_int_equal(n, 3);
	assert_int_equal(recs[0].value.i, 4);
	assert_int_equal(recs[1].value.i, 2);
	assert_int_equal(recs[2].value.i, 1);
	check_rc(snmprec_parse_all("1.3|2|1\n1.3|2\n", 14, b->arena, &recs, &n, &b->err),
	    RC_INVALID);
	check_contains(b->err.msg, "line 2: ");
}

static void
what_is_formatted_reads_back_the_same(void **state)
{
	static const char *const LINES[] = { "1.3|2|-2147483648\n", "1.3|4|plain\n",
		"1.3|64x|7f000001\n", "1.3|67|4294967295\n", "1.3|6|1.3.6\n" };
	struct bench *b = *state;

	for (size_t i = 0; i < sizeof(LINES) / sizeof(LINES[0]); i++) {
		struct buf again = BUF_INIT(1000);
		struct snmprec first;

		check_rc(snmprec_parse(
			     LINES[i], strlen(LINES[i]) - 1, b->arena, &first, &b->err),
		    RC_OK);
		snmprec_format(first.arcs, first.n, &first.value, &again);
		check_rc(snmprec_parse(
			     buf_text(&again), again.len - 1, b->arena, &b->rec, &b->err),
		    RC_OK);
		assert_int_equal(b->rec.value.type, first.value.type);
		assert_int_equal(b->rec.value.len, first.value.len);
		if (first.value.type == SNMP_OCTETS || first.value.type == SNMP_IPADDRESS)
			assert_memory_equal(
			    b->rec.value.octets, first.value.octets, first.value.len);
		else if (first.value.type != SNMP_OID)
			assert_true(b->rec.value.u == first.value.u);
		buf_fini(&again);
	}
}

#define REC_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REC_TEST(each_type_is_read),
		REC_TEST(a_line_that_says_nothing_is_no_mistake),
		REC_TEST(a_wrong_line_is_refused_with_a_sentence),
		REC_TEST(a_recording_comes_out_in_the_order_of_a_walk_without_doubles),
		REC_TEST(what_is_formatted_reads_back_the_same),
	};

	return CHECK_ALL(tests);
}
