/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of an incident: names, packed members, params, sentences, slopes.
 */
#include "check.h"

#include "watch/incident.h"
#include "watch/sentence.h"
#include "watch/watch.h"

static void
members_survive_packing(void **state)
{
	struct watch_member in[3] = {
		{ { 900 }, 1000500, 0, STATE_POWER, true, true, 3210 },
		{ { 17 }, 998000, 1600000, STATE_LOS_ONU, false, false, 0 },
		{ { 4000000000 }, 1000000, 1000100, STATE_NONE, true, false, 65535 },
	};
	struct watch_member out[3] = { 0 };
	struct buf b = BUF_INIT(1000);

	(void)state;
	check_rc(watch_members_pack(in, 3, 1000000, &b), RC_OK);
	assert_true(b.len < 40);
	assert_int_equal(watch_members_unpack(b.data, b.len, 1000000, NULL, 0), 3);
	assert_int_equal(watch_members_unpack(b.data, b.len, 1000000, out, 3), 3);
	assert_int_equal(out[0].onu.v, 17);
	assert_int_equal(out[0].down_ms, 998000);
	assert_int_equal(out[0].up_ms, 1600000);
	assert_int_equal(out[0].evidence, STATE_LOS_ONU);
	assert_int_equal(out[1].onu.v, 900);
	assert_int_equal(out[1].up_ms, 0);
	assert_int_equal(out[1].distance_m, 3210);
	assert_true(out[1].can_gasp);
	assert_int_equal(out[2].onu.v, 4000000000);
	assert_int_equal(out[2].up_ms, 1000100);
	buf_fini(&b);
}

/* It once became an ONU that can gasp. */
static void
a_cause_that_is_unknown_is_none(void **state)
{
	struct watch_member in = { { 900 }, 1000500, 0, STATE_UNKNOWN, false, false, 0 };
	struct watch_member out = { .can_gasp = true };
	struct buf b = BUF_INIT(1000);

	(void)state;
	check_rc(watch_members_pack(&in, 1, 1000000, &b), RC_OK);
	assert_int_equal(watch_members_unpack(b.data, b.len, 1000000, &out, 1), 1);
	assert_int_equal(out.evidence, STATE_NONE);
	assert_false(out.can_gasp);
	buf_fini(&b);
}

static void
broken_bytes_are_no_members(void **state)
{
	struct watch_member in = { { 900 }, 1000500, 7000000, STATE_POWER, true, true,
		1 };
	struct watch_member out;
	struct buf b = BUF_INIT(1000);

	(void)state;
	check_rc(watch_members_pack(&in, 1, 1000000, &b), RC_OK);
	for (size_t n = 2; n < b.len; n++)
		assert_int_equal(watch_members_unpack(b.data, n, 1000000, &out, 1), 0);
	assert_int_equal(watch_members_unpack("\x07", 1, 0, &out, 1), 0);
	assert_int_equal(watch_members_unpack(NULL, 0, 0, &out, 1), 0);
	buf_fini(&b);
}

static void
params_survive_json(void **state)
{
	struct watch_params in = {
		.olt = "Ñandú <b>\"&", .n = 64, .d_m = 3160, .value = -2.5
	};
	struct watch_params out;
	struct buf b = BUF_INIT(4000);

	(void)state;
	in.is_whole = true;
	check_rc(watch_params_write(&in, &b), RC_OK);
	check_rc(watch_params_read(buf_text(&b), &out), RC_OK);
	assert_memory_equal(&in, &out, sizeof(in));
	check_rc(watch_params_read("{\"unknown\": 3}", &out), RC_OK);
	check_rc(watch_params_read("[]", &out), RC_INVALID);
	check_rc(watch_params_read("{", &out), RC_INVALID);
	buf_fini(&b);
}

static void
every_name_is_found_again(void **state)
{
	enum watch_kind kind;
	enum watch_cause cause;
	enum watch_root root;
	enum watch_severity severity;

	(void)state;
	for (int i = 0; i < WATCH_KINDS; i++) {
		assert_true(
		    watch_kind_from_name(watch_kind_name((enum watch_kind)i), &kind));
		assert_int_equal(kind, i);
	}
	for (int i = 0; i < WATCH_CAUSES; i++) {
		assert_true(
		    watch_cause_from_name(watch_cause_name((enum watch_cause)i), &cause));
		assert_int_equal(cause, i);
	}
	for (int i = 0; i < WATCH_ROOTS; i++)
		assert_true(
		    watch_root_from_name(watch_root_name((enum watch_root)i), &root));
	assert_true(watch_severity_from_name("critical", &severity));
	assert_int_equal(severity, 3);
	assert_false(watch_kind_from_name("nothing", &kind));
}

static void
clock_text(void *ctx, int64_t at_ms, char *text, size_t max)
{
	(void)ctx;
	(void)snprintf(text, max, "T%d", (int)at_ms);
}

/* Every kind and cause has its sentence in both languages, without an open argument. */
static void
every_incident_has_a_sentence(void **state)
{
	struct watch_zone zone = { clock_text, NULL };

	(void)state;
	for (int kind = 0; kind < WATCH_KINDS; kind++)
		for (int cause = 0; cause < WATCH_CAUSES; cause++)
			for (int language = 0; language < 2; language++) {
				struct watch_story s = { .kind = (enum watch_kind)kind,
					.cause = (enum watch_cause)cause,
					.root = WATCH_ROOT_PORT,
					.confidence = 95,
					.since_ms = 5,
					.since_from_ms = 3,
					.params = { .olt = "a", .port = "0/1", .n = 4 } };
				struct buf b = BUF_INIT(2000);

				watch_sentence(
				    &s, (enum watch_language)language, &zone, &b);
				assert_true(buf_ok(&b) && b.len > 10);
				assert_null(strpbrk(buf_text(&b), "{}[]"));
				buf_fini(&b);
			}
}

static void
below_fifty_no_cause_is_named(void **state)
{
	struct watch_story s = { .cause = WATCH_CAUSE_FEEDER,
		.root = WATCH_ROOT_PORT,
		.confidence = 49,
		.since_ms = 5,
		.since_from_ms = 5,
		.params = { .olt = "a", .port = "0/1", .n = 4 } };
	struct buf b = BUF_INIT(2000);

	(void)state;
	watch_sentence(&s, WATCH_EN, &(struct watch_zone){ clock_text, NULL }, &b);
	assert_string_equal(buf_text(&b),
	    "4 customers of port 0/1 of a down since T5: fibre or power, it cannot be "
	    "told "
	    "yet.");
	buf_fini(&b);
}

static void
check_zone(
    const char *site, const char *olt, enum watch_language language, const char *expected)
{
	struct watch_story s = { .root = WATCH_ROOT_ZONE, .params = { .k = 3 } };
	struct buf b = BUF_INIT(500);

	(void)snprintf(s.params.site, sizeof(s.params.site), "%s", site);
	(void)snprintf(s.params.olt, sizeof(s.params.olt), "%s", olt);
	watch_place_text(&s, language, &b);
	assert_string_equal(buf_text(&b), expected);
	buf_fini(&b);
}

static void
a_zone_without_a_name_is_still_a_place(void **state)
{
	(void)state;
	check_zone("Norte", "", WATCH_EN, "Norte, 3 ports");
	check_zone("", "centro", WATCH_EN, "centro, 3 ports");
	check_zone("", "", WATCH_EN, "several OLTs, 3 ports");
	check_zone("", "", WATCH_ES, "varias OLT, 3 puertos");
}

static void
check_evidence(const char *key, const char *value, enum watch_language language,
    const char *expected)
{
	struct watch_evidence evidence = { key, value, 0, 0 };
	struct buf b = BUF_INIT(500);

	assert_int_equal(watch_evidence_text(&evidence, language, &b), *expected != 0);
	assert_string_equal(buf_text(&b), expected);
	buf_fini(&b);
}

static void
evidence_is_said_in_words(void **state)
{
	struct watch_evidence gasped = { "gasped", "40", 40, 0 };
	struct watch_evidence mute = { "mute", "4", 0, 0 };
	int64_t n = 0;

	(void)state;
	check_evidence("gasped", "1", WATCH_ES, "1 avisó que perdió la corriente");
	check_evidence("gasped", "40", WATCH_EN, "40 said that they lost power");
	check_evidence("los", "16", WATCH_ES, "16 sin luz");
	check_evidence("down_db", "3.5", WATCH_ES, "3,5 dB menos de luz en las ONU");
	check_evidence("los", "0", WATCH_ES, "");
	check_evidence("outlook", "{}", WATCH_ES, "");
	assert_string_equal(watch_evidence_cause(&gasped, WATCH_ES, &n), "sin corriente");
	assert_int_equal(n, 40);
	assert_null(watch_evidence_cause(&mute, WATCH_ES, &n));
}

static void
a_distance_is_a_sentence(void **state)
{
	struct watch_story s = { .params = { .d_m = 3200 } };
	struct buf b = BUF_INIT(500);

	(void)state;
	watch_distance_text(&s, WATCH_ES, &b);
	assert_string_equal(buf_text(&b), "El corte está a no más de 3,2 km de la OLT.");
	buf_clear(&b);
	s.params.d0_m = 2000;
	(void)snprintf(s.params.node_before, WATCH_TEXT_MAX, "C-14");
	watch_distance_text(&s, WATCH_EN, &b);
	assert_string_equal(buf_text(&b),
	    "The break is not farther than 3.2 km from the OLT, behind C-14 (2.0 km).");
	buf_clear(&b);
	s.params.d_m = 0;
	watch_distance_text(&s, WATCH_EN, &b);
	assert_string_equal(buf_text(&b), "");
	buf_fini(&b);
}

static void
a_slope_ignores_outliers(void **state)
{
	double days[14];

	(void)state;
	for (int i = 0; i < 14; i++)
		days[i] = -20 - 0.15 * i;
	days[6] = -35;
	assert_float_equal(watch_slope(days, 14), -0.15, 0.001);
	assert_float_equal(watch_slope(days, 1), 0, 0.001);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_survive_packing),
		cmocka_unit_test(a_cause_that_is_unknown_is_none),
		cmocka_unit_test(broken_bytes_are_no_members),
		cmocka_unit_test(params_survive_json),
		cmocka_unit_test(every_name_is_found_again),
		cmocka_unit_test(every_incident_has_a_sentence),
		cmocka_unit_test(below_fifty_no_cause_is_named),
		cmocka_unit_test(a_zone_without_a_name_is_still_a_place),
		cmocka_unit_test(evidence_is_said_in_words),
		cmocka_unit_test(a_distance_is_a_sentence),
		cmocka_unit_test(a_slope_ignores_outliers),
	};

	return cmocka_run_group_tests_name("watch values", tests, NULL, NULL);
}
