/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults that do not change the content of an answer, and counters.
 */
#include "talk.h"

static const char RECORDING[] = "1.3.6.1.2.1.1.1.0|4|an OLT\n"
				"1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.9\n";

static struct talk talk;

static int
setup(void **state)
{
	(void)state;
	talk_start(&talk, RECORDING);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	talk_end(&talk);
	return 0;
}

static struct said
get(void)
{
	return talk_ask(&talk, PDU_GET, "1.3.6.1.2.1.1.1.0");
}

static struct said
get_and_send(void)
{
	struct said said = get();

	if (said.is_answer)
		talk_sent(&talk, &said);
	return said;
}

static void
a_wrong_community_is_silence_and_counted(void **state)
{
	(void)state;
	talk.community = "private";
	assert_false(get().is_answer);
	talk.community = "publi";
	assert_false(get().is_answer);
	talk.community = "";
	assert_false(get().is_answer);
	assert_int_equal(talk.olt.counters.bad_community, 3);
	assert_int_equal(talk.olt.counters.requests, 0);
}

static void
garbage_is_counted(void **state)
{
	struct slice garbage = { (const uint8_t *)"garbage", 7 };
	struct outgoing outgoing;

	(void)state;
	assert_false(olt_receive(&talk.olt, talk.shared, &garbage, &talk.now,
	    talk_is_known, &talk, &outgoing));
	assert_int_equal(talk.olt.counters.malformed, 1);
	assert_int_equal(talk.olt.counters.bytes_in, 7);
}

static void
requests_are_counted_by_kind(void **state)
{
	(void)state;
	(void)get_and_send();
	struct said next = talk_ask(&talk, PDU_GETNEXT, "1.3");
	talk_sent(&talk, &next);
	talk.max_repetitions = 5;
	struct said bulk = talk_ask(&talk, PDU_GETBULK, "1.3");
	talk_sent(&talk, &bulk);
	const struct counters *c = &talk.olt.counters;
	assert_int_equal(c->requests, 3);
	assert_int_equal(c->get, 1);
	assert_int_equal(c->getnext, 1);
	assert_int_equal(c->getbulk, 1);
	assert_int_equal(c->answers, 3);
	/* 1, 1, and two leaves with endOfMibView. */
	assert_int_equal(c->varbinds, 5);
	assert_int_equal(c->max_varbinds, 3);
	assert_int_equal(c->max_answer_bytes, bulk.len);
	assert_int_equal(c->in_flight, 0);
	assert_int_equal(c->max_in_flight, 1);
}

static void
requests_in_the_device_are_counted_until_they_are_answered(void **state)
{
	(void)state;
	talk_set(&talk, "latency", "20ms");
	struct said a = get(), b = get(), c = get();
	assert_int_equal(talk.olt.counters.in_flight, 3);
	talk_sent(&talk, &a);
	talk_sent(&talk, &b);
	struct said d = get();
	assert_int_equal(talk.olt.counters.in_flight, 2);
	assert_int_equal(talk.olt.counters.max_in_flight, 3);
	talk_sent(&talk, &c);
	talk_sent(&talk, &d);
	assert_int_equal(talk.olt.counters.in_flight, 0);
}

static void
a_retransmission_counts_once(void **state)
{
	(void)state;
	struct said first = get();
	talk.is_known = true;
	struct said again = get();
	assert_true(again.is_answer);
	assert_int_equal(talk.olt.counters.in_flight, 1);
	assert_int_equal(talk.olt.counters.max_in_flight, 1);
	assert_int_equal(talk.olt.counters.retransmits, 1);
	talk_sent(&talk, &again);
	assert_int_equal(talk.olt.counters.in_flight, 1);
	talk_sent(&talk, &first);
	assert_int_equal(talk.olt.counters.in_flight, 0);
}

static void
latency_and_jitter_are_the_delay(void **state)
{
	(void)state;
	assert_int_equal(get_and_send().outgoing.delay_us, 0);
	talk_set(&talk, "latency", "20ms");
	assert_int_equal(get_and_send().outgoing.delay_us, 20000);
	talk_set(&talk, "jitter", "10ms");
	int64_t lowest = INT64_MAX, highest = 0;
	for (int i = 0; i < 200; i++) {
		int64_t us = get_and_send().outgoing.delay_us;
		assert_in_range(us, 20000, 30000);
		lowest = us < lowest ? us : lowest;
		highest = us > highest ? us : highest;
	}
	assert_true(highest - lowest > 5000);
}

static void
slow_columns_cost_time_for_each_varbind(void **state)
{
	(void)state;
	talk_set(&talk, "slow", "1.3.6.1.2.1.1.1:300ms");
	struct said said = talk_ask(
	    &talk, PDU_GET, "1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.2.0");
	assert_int_equal(said.outgoing.delay_us, 600000);
	talk_sent(&talk, &said);
}

static void
the_cpu_model_makes_a_busy_device_slower(void **state)
{
	(void)state;
	talk_set(&talk, "latency", "20ms");
	talk_set(&talk, "cpu", "2:1ms");
	struct said a = get(), b = get(), c = get(), d = get();
	assert_int_equal(a.outgoing.delay_us, 21000);
	assert_int_equal(b.outgoing.delay_us, 21000);
	assert_int_equal(c.outgoing.delay_us, 47250); /* 1.5 squared */
	assert_int_equal(d.outgoing.delay_us, 84000); /* 2 squared */
	talk.now.mono_us += 1000000;
	talk_sent(&talk, &a);
	/* Above the knee for one time constant: 100 * (1 - 1/e). */
	assert_in_range((int64_t)(talk.olt.cpu.pct * 100), 6320, 6322);
	talk_sent(&talk, &b);
	talk_sent(&talk, &c);
	talk_sent(&talk, &d);
}

static unsigned
count_of(unsigned copies)
{
	unsigned n = 0;

	for (int i = 0; i < 1000; i++) {
		struct said said = get_and_send();
		n += said.is_answer && said.outgoing.copies == copies;
	}
	return n;
}

static void
lost_datagrams_are_lost_both_ways(void **state)
{
	(void)state;
	talk_set(&talk, "loss", "10");
	/* 90 % of the requests arrive, and 90 % of the answers are sent. */
	assert_in_range(count_of(1), 760, 860);
	assert_int_equal(talk.olt.counters.in_flight, 0);
	assert_int_equal(talk.olt.counters.dropped, 1000 - talk.olt.counters.answers);
}

static void
duplicates_are_sent_twice(void **state)
{
	(void)state;
	talk_set(&talk, "duplicate", "50");
	assert_in_range(count_of(2), 420, 580);
}

static void
a_reordered_answer_is_held_back(void **state)
{
	(void)state;
	talk_set(&talk, "latency", "20ms");
	talk_set(&talk, "reorder", "100");
	/* Longer than twice the usual time, so that the next one is sent first. */
	assert_int_equal(get_and_send().outgoing.delay_us, 20000 + 40000 + 10000);
}

static void
a_wrong_id_is_another_one(void **state)
{
	(void)state;
	talk_set(&talk, "wrong_id", "100");
	assert_int_not_equal(get_and_send().id, 77);
}

static void
a_truncated_answer_has_half_its_octets(void **state)
{
	(void)state;
	size_t whole = get_and_send().len;
	talk_set(&talk, "truncate", "100");
	assert_int_equal(get_and_send().outgoing.len, whole / 2);
}

static void
a_silent_olt_says_nothing(void **state)
{
	(void)state;
	talk_set(&talk, "silent", "1");
	assert_false(get().is_answer);
	assert_int_equal(talk.olt.counters.dropped, 1);
	talk_set(&talk, "silent", "0");
	assert_true(get_and_send().is_answer);
}

static void
an_olt_can_die_in_the_middle(void **state)
{
	(void)state;
	talk_set(&talk, "die_after", "2");
	assert_true(get_and_send().is_answer);
	assert_true(get_and_send().is_answer);
	assert_false(get_and_send().is_answer);
}

static void
too_many_repetitions_can_be_silence(void **state)
{
	(void)state;
	talk_set(&talk, "max_repetitions_silent", "10");
	talk.max_repetitions = 10;
	struct said fine = talk_ask(&talk, PDU_GETBULK, "1.3");
	assert_true(fine.is_answer);
	talk_sent(&talk, &fine);
	talk.max_repetitions = 11;
	assert_false(talk_ask(&talk, PDU_GETBULK, "1.3").is_answer);
}

static void
a_reset_forgets_the_figures_and_not_what_is_in_the_device(void **state)
{
	(void)state;
	struct said said = get();
	olt_counters_reset(&talk.olt, &talk.now);
	assert_int_equal(talk.olt.counters.requests, 0);
	assert_int_equal(talk.olt.counters.in_flight, 1);
	assert_int_equal(talk.olt.counters.max_in_flight, 1);
	talk_sent(&talk, &said);
	assert_int_equal(talk.olt.counters.in_flight, 0);
}

static void
totals_are_sums_and_highest_values(void **state)
{
	struct counters total = { 0 }, a = { .requests = 3, .max_in_flight = 5 };
	struct counters b = { .requests = 4, .max_in_flight = 2 };

	(void)state;
	counters_add(&total, &a);
	counters_add(&total, &b);
	assert_int_equal(total.requests, 7);
	assert_int_equal(total.max_in_flight, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_wrong_community_is_silence_and_counted),
		TEST(garbage_is_counted),
		TEST(requests_are_counted_by_kind),
		TEST(requests_in_the_device_are_counted_until_they_are_answered),
		TEST(a_retransmission_counts_once),
		TEST(latency_and_jitter_are_the_delay),
		TEST(slow_columns_cost_time_for_each_varbind),
		TEST(the_cpu_model_makes_a_busy_device_slower),
		TEST(lost_datagrams_are_lost_both_ways),
		TEST(duplicates_are_sent_twice),
		TEST(a_reordered_answer_is_held_back),
		TEST(a_wrong_id_is_another_one),
		TEST(a_truncated_answer_has_half_its_octets),
		TEST(a_silent_olt_says_nothing),
		TEST(an_olt_can_die_in_the_middle),
		TEST(too_many_repetitions_can_be_silence),
		TEST(a_reset_forgets_the_figures_and_not_what_is_in_the_device),
		TEST(totals_are_sums_and_highest_values),
	};
	return CHECK_ALL(tests);
}
