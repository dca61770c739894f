/* SPDX-License-Identifier: Apache-2.0
 *
 * Raw values to typed ones and back. Expected values were calculated by hand from
 * OLT-FACTS 2.2 and 4.4.
 */
#include "vendor_check.h"

static struct arena *arena;

static int
set_up(void **state)
{
	(void)state;
	arena = arena_new(0);
	return arena ? 0 : -1;
}

static int
tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static struct column
column(enum purpose purpose, enum parse parse)
{
	return (struct column){
		.name = "x",
		.table = "onu",
		.key = "x",
		.purpose = purpose,
		.parse = parse,
		.mul = 1,
		.scale = 1,
		.wire = parse == PARSE_NUMBER || parse == PARSE_ENUM ? SNMP_INTEGER
								     : SNMP_OCTETS,
	};
}

static struct value
decoded(const struct column *c, struct snmp_value raw)
{
	struct value v = { 0 };
	struct err err = { 0 };

	if (column_decode(c, &raw, arena, &v, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return v;
}

static void
check_null(const struct column *c, struct snmp_value raw)
{
	assert_int_equal(decoded(c, raw).kind, VALUE_NULL);
}

static void
check_text(const struct column *c, struct snmp_value raw, const char *expected)
{
	struct value v = decoded(c, raw);

	assert_int_equal(v.kind, VALUE_TEXT);
	assert_string_equal(v.text, expected);
}

/* Exactly this double: the value printed as -15.87 is -15.87. */
static void
check_real(const struct column *c, struct snmp_value raw, double expected)
{
	struct value v = decoded(c, raw);

	assert_int_equal(v.kind, VALUE_REAL);
	if (v.r != expected)
		fail_msg("got %.17g, expected %.17g", v.r, expected);
}

static void
check_refused(const struct column *c, struct snmp_value raw)
{
	struct value v = { .kind = VALUE_INT, .i = 77 };
	struct err err = { 0 };

	check_rc(column_decode(c, &raw, arena, &v, &err), RC_PROTOCOL);
	assert_int_equal(v.i, 77);
	assert_true(strlen(err.msg) > 0);
}

/* Columns of real profiles: the transform is also tested. */
static void
powers_come_out_as_the_vendor_means_them(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	static const struct {
		const char *profile, *table, *column;
		int64_t raw;
		double expected;
	} POWERS[] = {
		{ "huawei", "onu", "olt_rx_dbm", 8413, -15.87 },
		{ "huawei", "onu", "rx_dbm", -2143, -21.43 },
		{ "huawei", "onu", "tx_dbm", 227, 2.27 },
		{ "huawei", "onu", "voltage_v", 3290, 3.29 },
		{ "huawei", "pon", "tx_dbm", 711, 7.11 },
		{ "huawei", "pon", "voltage_v", 322, 3.22 },
		{ "zte", "onu", "rx_dbm", 5635, -18.73 },
		/* 60536 is -5000 in 16 bits: -5000 * 0.002 - 30. */
		{ "zte", "onu", "rx_dbm", 60536, -40 },
		{ "zte", "onu", "olt_rx_dbm", -23098, -23.098 },
		/* 10240 / 256 */
		{ "zte", "onu", "temp_c", 10240, 40 },
		/* 10304 / 256 = 40.25; 10305 / 256 = 40.25390625, to 3 decimals */
		{ "zte", "onu", "temp_c", 10305, 40.254 },
		{ "zte_c600", "onu", "rx_dbm", 3500, -23 },
		{ "fiberhome", "onu", "rx_dbm", -2011, -20.11 },
		{ "cdata", "onu", "voltage_v", 328000, 3.28 },
		{ "nokia", "onu", "rx_dbm", 55536, -20 }, /* -10000 * 0.002 */
		{ "nokia", "onu", "rx_dbm", -10000, -20 },
		{ "nokia", "onu", "olt_rx_dbm", -215, -21.5 },
		{ "bdcom", "onu", "rx_dbm", -189, -18.9 },
		{ "ubiquiti", "onu", "rx_dbm", -2481, -24.81 },
		/* (raw - 15000) / 500 */
		{ "raisecom", "onu", "rx_dbm", 5000, -20 },
		{ "eltex", "onu", "rx_dbm", -19172, -19.172 },
		{ "zhone_mxk", "onu", "rx_dbm", -203, -20.3 },
		{ "parks", "onu", "rx_dbm", 2150, -21.5 },
		/* 25277 * 0.0001 mW = 2.5277 mW; 10 * log10 of that is 4.027 */
		{ "calix", "pon", "tx_dbm", 25277, 4.03 },
		/* 0.0100, 4.4, 0.0150 and 2.4 mW */
		{ "axos", "onu", "rx_dbm", 100, -20 },
		{ "axos", "onu", "tx_dbm", 44000, 6.43 },
		{ "axos", "onu", "olt_rx_dbm", 150, -18.24 },
		{ "axos", "pon", "tx_dbm", 24000, 3.8 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(POWERS) / sizeof(POWERS[0]); i++) {
		const struct column *c =
		    column_named(profile_named(set, POWERS[i].profile), POWERS[i].table,
			POWERS[i].column);

		check_real(c, raw_int(POWERS[i].raw), POWERS[i].expected);
	}
}

static void
marks_of_no_reading_are_null(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	static const struct {
		const char *profile, *table, *column;
		int64_t raw;
	} NONE[] = {
		{ "huawei", "onu", "rx_dbm", 2147483647 },
		{ "huawei", "onu", "distance_m", -1 },
		{ "huawei", "onu", "status", -1 },
		{ "huawei", "onu", "last_down_cause", -1 },
		{ "huawei", "board", "cpu_pct", -1 },
		{ "zte", "onu", "rx_dbm", 65535 },
		{ "zte", "onu", "olt_rx_dbm", -80000 },
		{ "fiberhome", "onu", "rx_dbm", 0 },
		{ "fiberhome", "onu", "rx_dbm", -4000 },
		{ "nokia", "onu", "rx_dbm", 32768 },
		{ "nokia", "onu", "rx_dbm", -32768 },
		{ "nokia", "onu", "distance_m", 65534 },
		{ "cdata", "onu", "rx_dbm", -1 },
		{ "calix", "pon", "tx_dbm", 0 },
		{ "calix", "pon", "tx_dbm", -5 },
		{ "axos", "onu", "rx_dbm", 0 },
		{ "axos", "pon", "temp_c", 0 }, /* no module */
		{ "axos", "pon", "voltage_v", 0 },
		{ "axos", "pon", "tx_dbm", 1 }, /* -40 dBm: the laser is off */
		/* Physically impossible: outside -45..+5 dBm, -40..120 C, 0..200 km. */
		{ "huawei", "onu", "rx_dbm", -5000 },
		{ "huawei", "onu", "rx_dbm", 501 },
		{ "huawei", "onu", "temp_c", 121 },
		{ "huawei", "onu", "distance_m", 200001 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(NONE) / sizeof(NONE[0]); i++)
		check_null(column_named(profile_named(set, NONE[i].profile),
			       NONE[i].table, NONE[i].column),
		    raw_int(NONE[i].raw));
}

static void
whole_numbers_stay_whole(void **state)
{
	struct column c = column(PURPOSE_DISTANCE, PARSE_NUMBER);
	struct column custom = column(PURPOSE_CUSTOM, PARSE_NUMBER);
	struct column octets = column(PURPOSE_TRAFFIC_IN, PARSE_NUMBER);
	struct snmp_value big = { .type = SNMP_COUNTER64, .u = 9007199254740993 };
	struct value v = decoded(&c, raw_int(1235));

	(void)state;
	assert_int_equal(v.kind, VALUE_INT);
	assert_int_equal(v.i, 1235);
	v = decoded(&custom, raw_int(-7));
	assert_int_equal(v.kind, VALUE_INT);
	assert_int_equal(v.i, -7);
	custom.mul = 0.5;
	assert_int_equal(decoded(&custom, raw_int(3)).kind, VALUE_REAL);
	v = decoded(&octets, big); /* 2^53 + 1: no double holds it */
	assert_int_equal(v.i, 9007199254740993);
	c.mul = 0.1; /* tenths of a metre; metres are whole */
	assert_int_equal(decoded(&c, raw_int(12347)).i, 1235);
}

static void
a_counter_remembers_where_it_runs_over(void **state)
{
	struct column c = column(PURPOSE_TRAFFIC_IN, PARSE_NUMBER);
	static const uint8_t OCTETS[8] = { 0, 0, 0, 0, 0, 0, 1, 2 };
	struct snmp_value nokia = { .type = SNMP_OCTETS, .len = 8, .octets = OCTETS };

	(void)state;
	assert_int_equal(
	    decoded(&c, (struct snmp_value){ .type = SNMP_COUNTER32, .u = 7 })
		.counter_bits,
	    32);
	assert_int_equal(
	    decoded(&c, (struct snmp_value){ .type = SNMP_COUNTER64, .u = 7 })
		.counter_bits,
	    64);
	assert_int_equal(
	    decoded(&c, (struct snmp_value){ .type = SNMP_GAUGE32, .u = 7 }).counter_bits,
	    0);
	c.wire = SNMP_COUNTER64;
	assert_int_equal(decoded(&c, nokia).i, 258);
	assert_int_equal(decoded(&c, nokia).counter_bits, 64);
	c.mul = 8; /* bits instead of octets: it wraps at another value */
	assert_int_equal(
	    decoded(&c, (struct snmp_value){ .type = SNMP_COUNTER32, .u = 7 })
		.counter_bits,
	    0);
}

static void
odd_ways_to_send_a_number_are_understood(void **state)
{
	struct column c = column(PURPOSE_TRAFFIC_IN, PARSE_NUMBER);
	static const uint8_t EIGHT[8] = { 0, 0, 0, 1, 0, 0, 0, 2 };
	struct snmp_value ticks = { .type = SNMP_TIMETICKS, .u = 4294967295 };
	struct snmp_value huge = { .type = SNMP_COUNTER64, .u = UINT64_MAX };

	(void)state;
	c.wire = SNMP_COUNTER64;
	assert_int_equal(decoded(&c, raw_octets(EIGHT, 8)).i, 4294967298);
	assert_int_equal(decoded(&c, raw_text(" 1234 ")).i, 1234);
	assert_int_equal(decoded(&c, ticks).i, 4294967295);
	assert_int_equal(decoded(&c, huge).i, INT64_MAX);
	check_null(&c, raw_text("--"));
}

static void
a_value_of_a_wrong_type_is_an_error_for_that_value(void **state)
{
	struct column number = column(PURPOSE_DISTANCE, PARSE_NUMBER);
	struct column mac = column(PURPOSE_MAC, PARSE_MAC);
	struct column date = column(PURPOSE_LAST_UP, PARSE_DATE);
	struct column power = column(PURPOSE_ONU_RX, PARSE_LEADING_FLOAT);
	struct column status = column(PURPOSE_RUN_STATE, PARSE_ENUM);
	uint32_t arcs[] = { 1, 3, 6 };
	struct snmp_value oid = { .type = SNMP_OID, .len = 3, .arcs = arcs };
	struct snmp_value gone = { .type = SNMP_NO_SUCH_INSTANCE };
	struct snmp_value null = { .type = SNMP_NULL };

	(void)state;
	check_refused(&number, raw_text("twelve"));
	check_refused(&number, raw_text("12 m"));
	check_refused(&number, oid);
	check_refused(&number, gone);
	check_refused(&number, null);
	check_refused(&mac, raw_int(5));
	check_refused(&mac, raw_text("not a mac"));
	check_refused(&date, raw_int(5));
	check_refused(&power, raw_text("high"));
	check_refused(&status, oid);
}

static void
a_word_is_a_state_only_where_the_device_says_words(void **state)
{
	struct enum_label numbers[] = { { .code = 1, .label = "online" } };
	struct enum_label words[] = { { .text_code = "up", .label = "online" } };
	struct column status = column(PURPOSE_RUN_STATE, PARSE_ENUM);
	struct snmp_value raw = raw_text("sideways");
	struct value v;

	(void)state;
	status.labels = numbers;
	status.n_labels = 1;
	check_refused(&status, raw);
	raw = raw_text("1");
	check_rc(column_decode(&status, &raw, arena, &v, NULL), RC_OK);
	assert_string_equal(v.text, "online");
	status.labels = words;
	raw = raw_text("sideways");
	check_rc(column_decode(&status, &raw, arena, &v, NULL), RC_OK);
	assert_string_equal(v.text, "sideways");
}

static void
text_with_units_gives_its_number(void **state)
{
	struct column c = column(PURPOSE_TEMPERATURE, PARSE_LEADING_FLOAT);
	struct column rx = column(PURPOSE_ONU_RX, PARSE_FLOAT_IN_PARENS);

	(void)state;
	c.scale = rx.scale = 10000;
	check_real(&c, raw_text("27.84 .C"), 27.84);
	check_real(&c, raw_text("30.67 C"), 30.67);
	check_real(&c, raw_text("-20.9700"), -20.97);
	check_real(&c, raw_text("  6.56 dbm"), 6.56);
	check_real(&c, raw_text("0"), 0);
	check_real(&c, raw_int(31), 31);
	check_null(&c, raw_text("--"));
	check_null(&c, raw_text("N/A"));
	check_null(&c, raw_text("na"));
	check_null(&c, raw_text(""));
	check_null(&c, raw_text("1000 C"));
	check_real(&rx, raw_text("0.03 mW (-14.61 dBm)"), -14.61);
	check_real(&rx, raw_text("2.38 mW (3.77 dBm)"), 3.77);
	check_null(&rx, raw_text("0.00 mW (-inf dBm)"));
	check_null(&rx, raw_text("--"));
	check_refused(&rx, raw_text("0.03 mW"));
}

static void
a_serial_comes_out_the_same_in_every_form(void **state)
{
	struct column c = column(PURPOSE_SERIAL, PARSE_SERIAL);
	static const uint8_t EIGHT[8] = { 'H', 'W', 'T', 'C', 0x12, 0x34, 0xAB, 0x00 };
	static const uint8_t PADDED[16] = "hwtc1234ab00";

	(void)state;
	check_text(&c, raw_octets(EIGHT, 8), "HWTC1234AB00");
	check_text(&c, raw_octets(PADDED, 16), "HWTC1234AB00");
	check_text(&c, raw_text("HWTC1234AB00"), "HWTC1234AB00");
	check_text(&c, raw_text("HWTC:1234AB00"), "HWTC1234AB00");
	check_text(&c, raw_text("HWTC-1234ab00"), "HWTC1234AB00");
	check_text(&c, raw_text("485754431234AB00"), "HWTC1234AB00");
	check_text(&c, raw_text("0x485754431234ab00"), "HWTC1234AB00");
	check_text(&c, raw_text("48:57:54:43:12:34:AB:00"), "HWTC1234AB00");
	check_text(&c, raw_text("1,HWTC1234AB00"), "HWTC1234AB00");
	check_text(&c, raw_text(" HWTC1234AB00 "), "HWTC1234AB00");
	check_text(&c, raw_text("ITBS-00000001"), "ITBS00000001");
	/* Eight octets are always the binary form, also if all of them are printable. */
	check_text(&c, raw_text("ZTEG1234"), "ZTEG31323334");
}

static void
what_is_no_serial_stays_as_it_is(void **state)
{
	struct column c = column(PURPOSE_SERIAL, PARSE_SERIAL);
	static const uint8_t ZEROS[8] = { 0 };
	static const uint8_t BINARY[6] = { 0x00, 0x1A, 0x2B, 0x3C, 0x4D, 0x5E };

	(void)state;
	check_text(&c, raw_text("21023533106BG2001234"), "21023533106BG2001234");
	check_text(&c, raw_text("12345678"), "12345678");
	check_text(&c, raw_text("HWTC1234XYZ0"), "HWTC1234XYZ0");
	check_text(&c, raw_octets(BINARY, 6), "001A2B3C4D5E");
	check_text(&c, raw_int(305419896), "305419896");
	check_null(&c, raw_octets(ZEROS, 8));
	check_null(&c, raw_octets(ZEROS, 0));
	check_null(&c, raw_text("000000000000"));
	check_null(&c, raw_text("0000000000000000"));
	check_null(&c, raw_text("--"));
	check_null(&c, raw_int(0));
}

static void
a_prefixed_serial_loses_its_prefix(void **state)
{
	struct column c = column(PURPOSE_SERIAL, PARSE_STRIP_PREFIX);

	(void)state;
	check_text(&c, raw_text("1,ZTEGC0000001"), "ZTEGC0000001");
	check_text(&c, raw_text("12,ztegc0000001"), "ZTEGC0000001");
	check_text(&c, raw_text("ZTEGC0000001"), "ZTEGC0000001");
	check_null(&c, raw_text("1,"));
}

static void
macs_come_in_octets_and_in_text(void **state)
{
	struct column c = column(PURPOSE_MAC, PARSE_MAC);
	static const uint8_t SIX[6] = { 0x00, 0x1A, 0x2B, 0x3C, 0x4D, 0x5E };
	static const uint8_t ZEROS[6] = { 0 };

	(void)state;
	check_text(&c, raw_octets(SIX, 6), "00:1a:2b:3c:4d:5e");
	check_text(&c, raw_text("00:1A:2B:3C:4D:5E"), "00:1a:2b:3c:4d:5e");
	check_text(&c, raw_text("00-1a-2b-3c-4d-5e"), "00:1a:2b:3c:4d:5e");
	check_text(&c, raw_text("001a.2b3c.4d5e"), "00:1a:2b:3c:4d:5e");
	check_text(&c, raw_text("001A2B3C4D5E"), "00:1a:2b:3c:4d:5e");
	check_text(&c, raw_text("0:1a:2b:3c:4d:5e"), "00:1a:2b:3c:4d:5e");
	check_null(&c, raw_octets(ZEROS, 6));
	check_null(&c, raw_text(""));
	check_refused(&c, raw_text("00:1a:2b:3c:4d"));
	check_refused(&c, raw_text("00:1a:2b:3c:4d:5e:6f"));
	check_refused(&c, raw_octets(SIX, 5));
}

/* 2025-10-21 is 20382 days after 1970-01-01: 55 years of 365 days and 14 leap
 * days make 20089 to 2025-01-01, and 273 + 20 more to October 21st. */
static const int64_t DAY_MS = 20382LL * 86400 * 1000;
static const int64_t MOMENT_MS = DAY_MS + ((8 * 60 + 30) * 60 + 15) * 1000LL;

static void
check_time(const struct column *c, struct snmp_value raw, int64_t expected)
{
	struct value v = decoded(c, raw);

	assert_int_equal(v.kind, VALUE_TIME);
	assert_int_equal(v.i, expected);
}

static void
dates_come_in_octets_and_in_text(void **state)
{
	struct column c = column(PURPOSE_LAST_UP, PARSE_DATE);
	static const uint8_t EIGHT[8] = { 0x07, 0xE9, 10, 21, 8, 30, 15, 3 };
	static const uint8_t EAST[11] = { 0x07, 0xE9, 10, 21, 8, 30, 15, 0, '+', 5, 30 };
	static const uint8_t WEST[11] = { 0x07, 0xE9, 10, 21, 8, 30, 15, 0, '-', 5, 0 };
	static const uint8_t LEAP[8] = { 0x07, 0xE8, 2, 29, 0, 0, 0, 0 };

	(void)state;
	check_time(&c, raw_octets(EIGHT, 8), MOMENT_MS + 300);
	check_time(&c, raw_octets(EAST, 11), MOMENT_MS - 330LL * 60000);
	check_time(&c, raw_octets(WEST, 11), MOMENT_MS + 300LL * 60000);
	check_time(&c, raw_octets(LEAP, 8), 1709164800000); /* 2024-02-29 */
	check_time(&c, raw_text("2025-10-21 08:30:15"), MOMENT_MS);
	check_time(&c, raw_text("2025/10/21 08:30:15"), MOMENT_MS);
	check_time(&c, raw_text("2025-10-21,8:30:15.0"), MOMENT_MS);
	check_time(&c, raw_text("2025-10-21,8:30:15.0,+8:0"), MOMENT_MS - 8 * 3600000LL);
	check_time(&c, raw_text("2025-10-21T08:30:15Z"), MOMENT_MS);
	check_time(&c, raw_text("2025-10-21 08:30"), MOMENT_MS - 15000);
}

static void
clocks_that_were_never_set_are_null_and_nonsense_is_refused(void **state)
{
	struct column c = column(PURPOSE_LAST_UP, PARSE_DATE);
	static const uint8_t ZEROS[12] = { 0 };
	static const uint8_t YEAR_1970[8] = { 0x07, 0xB2, 1, 1, 0, 0, 0, 0 };
	static const uint8_t MONTH_13[8] = { 0x07, 0xE9, 13, 1, 0, 0, 0, 0 };
	static const uint8_t FEB_29[8] = { 0x07, 0xE9, 2, 29, 0, 0, 0, 0 };
	static const uint8_t ZONE[11] = { 0x07, 0xE9, 2, 1, 0, 0, 0, 0, '*', 0, 0 };

	(void)state;
	check_null(&c, raw_octets(ZEROS, 8));
	check_null(&c, raw_octets(ZEROS, 11));
	check_null(&c, raw_octets(ZEROS, 0));
	check_null(&c, raw_octets(YEAR_1970, 8));
	check_null(&c, raw_text("1970-01-01 00:00:00"));
	check_null(&c, raw_text("--"));
	check_refused(&c, raw_octets(MONTH_13, 8));
	check_refused(&c, raw_octets(FEB_29, 8));
	check_refused(&c, raw_octets(ZONE, 11));
	check_refused(&c, raw_octets(MONTH_13, 7));
	check_refused(&c, raw_text("2025-10-21"));
	check_refused(&c, raw_text("2025-10-21 25:00:00"));
	check_refused(&c, raw_text("2025-10-21 08:30:15 hello"));
}

static void
states_have_labels_and_meanings(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	static const struct {
		const char *profile, *column;
		int64_t raw;
		enum state state;
		const char *label;
	} STATES[] = {
		{ "huawei", "status", 1, STATE_ONLINE, "up" },
		{ "huawei", "status", 2, STATE_OFFLINE, "down" },
		{ "huawei", "admin_state", 2, STATE_DISABLED, "deactivated" },
		{ "huawei", "last_down_cause", 1, STATE_LOS_PORT, "LOS" },
		{ "huawei", "last_down_cause", 2, STATE_LOS_ONU, "LOSi/LOBi" },
		{ "huawei", "last_down_cause", 13, STATE_POWER, "dying-gasp (power)" },
		{ "huawei", "last_down_cause", 37, STATE_ROGUE,
		    "rogue ONT self-detected" },
		{ "huawei", "last_down_cause", 12, STATE_NONE, NULL },
		/* The enums of the C300 and the C600 are similar, but shifted by one. */
		{ "zte", "status", 3, STATE_ONLINE, "working" },
		{ "zte", "status", 1, STATE_LOS_ONU, "LOS" },
		{ "zte", "status", 4, STATE_POWER, "dying gasp" },
		{ "zte", "status", 0, STATE_TRANSITIONAL, "logging" },
		{ "zte_c600", "status", 4, STATE_ONLINE, "working" },
		{ "zte_c600", "status", 2, STATE_LOS_ONU, "LOS" },
		{ "zte_c600", "status", 5, STATE_POWER, "dying gasp" },
		{ "zte_c600", "status", 7, STATE_OFFLINE, "offline" },
		{ "fiberhome", "status", 0, STATE_LOS_ONU, "fibre cut / LOS" },
		{ "fiberhome", "status", 2, STATE_POWER, "power cut" },
		{ "vsol", "status", 7, STATE_DISABLED, "deactivated" },
		{ "vsol", "status", 8, STATE_TRANSITIONAL, "config failed" },
		{ "cdata", "status", 1, STATE_ONLINE, "up" },
		{ "bdcom", "status", 0, STATE_OFFLINE, "off-line" },
		{ "bdcom", "status", 2, STATE_DISABLED, "disabled" },
		{ "bdcom", "last_down_cause", 6, STATE_LOS_ONU, "pon LOS" },
		{ "bdcom", "last_down_cause", 8, STATE_LOS_ONU, "wire down" },
		{ "bdcom", "last_down_cause", 1, STATE_POWER, "dying gasp" },
		{ "raisecom", "status", 2, STATE_TRANSITIONAL, "pending" },
		{ "raisecom", "last_down_cause", 13, STATE_LOS_ONU, "branch fibre cut" },
		{ "raisecom", "last_down_cause", 6, STATE_POWER, "dying gasp" },
		{ "raisecom", "last_down_cause", 8, STATE_ADMIN, "disabled" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(STATES) / sizeof(STATES[0]); i++) {
		const struct column *c = column_named(
		    profile_named(set, STATES[i].profile), "onu", STATES[i].column);
		struct value v = decoded(c, raw_int(STATES[i].raw));

		assert_int_equal(v.kind, VALUE_STATE);
		assert_int_equal(v.i, STATES[i].raw);
		if (v.state != STATES[i].state)
			fail_msg("%s %s %lld: got \"%s\"", STATES[i].profile,
			    STATES[i].column, (long long)STATES[i].raw,
			    state_name(v.state));
		if (STATES[i].label)
			assert_string_equal(v.text, STATES[i].label);
		else
			assert_null(v.text);
	}
}

/* The cause of the last outage of an ONU, for every brand that reports it as a number. */
static void
every_brands_causes_are_of_one_class(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	static const struct {
		const char *profile, *table, *column;
		enum state cause;
		int64_t raw[17]; /* up to the first 0 */
	} CAUSES[] = {
		{ "huawei", "onu", "last_down_cause", STATE_LOS_PORT, { 1 } },
		{ "huawei", "onu", "last_down_cause", STATE_LOS_ONU, { 2 } },
		{ "huawei", "onu", "last_down_cause", STATE_POWER, { 13 } },
		{ "huawei", "onu", "last_down_cause", STATE_SIGNAL, { 3, 4, 5, 6, 15 } },
		{ "huawei", "onu", "last_down_cause", STATE_ADMIN, { 8, 18, 30, 34 } },
		{ "huawei", "onu", "last_down_cause", STATE_RESET,
		    { 9, 10, 31, 32, 33 } },
		{ "huawei", "onu", "last_down_cause", STATE_ROGUE, { 37 } },
		{ "huawei", "onu", "last_down_cause", STATE_UNKNOWN, { 7, 11, 35, 99 } },
		{ "zte", "onu", "last_down_cause", STATE_LOS_PORT, { 2 } },
		{ "zte", "onu", "last_down_cause", STATE_LOS_ONU, { 3 } },
		{ "zte", "onu", "last_down_cause", STATE_POWER, { 9 } },
		{ "zte", "onu", "last_down_cause", STATE_SIGNAL, { 4, 5, 6, 7 } },
		{ "zte", "onu", "last_down_cause", STATE_ADMIN, { 10, 13 } },
		{ "zte", "onu", "last_down_cause", STATE_RESET, { 12 } },
		{ "zte", "onu", "last_down_cause", STATE_UNKNOWN, { 1, 8, 11 } },
		{ "zte", "onu_epon", "last_down_cause", STATE_LOS_ONU, { 21 } },
		{ "zte_c600", "onu", "last_down_cause", STATE_LOS_PORT, { 2 } },
		{ "zte_c600", "onu", "last_down_cause", STATE_LOS_ONU, { 3 } },
		{ "bdcom", "onu", "last_down_cause", STATE_LOS_ONU, { 6, 8 } },
		{ "bdcom", "onu", "last_down_cause", STATE_POWER, { 1 } },
		{ "bdcom", "onu", "last_down_cause", STATE_SIGNAL,
		    { 7, 13, 15, 16, 17, 19 } },
		{ "bdcom", "onu", "last_down_cause", STATE_ADMIN, { 3, 14 } },
		{ "bdcom", "onu", "last_down_cause", STATE_RESET, { 12 } },
		{ "bdcom", "onu", "last_down_cause", STATE_ROGUE, { 2 } },
		{ "bdcom", "onu", "last_down_cause", STATE_UNKNOWN, { 4, 5, 9, 18 } },
		{ "bdcom", "onu_epon_auth", "last_down_cause", STATE_LOS_ONU, { 8 } },
		{ "bdcom", "onu_epon_auth", "last_down_cause", STATE_POWER, { 9 } },
		{ "bdcom", "onu_epon_auth", "last_down_cause", STATE_SIGNAL, { 3, 4 } },
		{ "bdcom", "onu_epon_auth", "last_down_cause", STATE_ADMIN, { 7 } },
		{ "raisecom", "onu", "last_down_cause", STATE_LOS_PORT, { 2 } },
		{ "raisecom", "onu", "last_down_cause", STATE_LOS_ONU, { 4, 13 } },
		{ "raisecom", "onu", "last_down_cause", STATE_POWER, { 6 } },
		{ "raisecom", "onu", "last_down_cause", STATE_SIGNAL, { 5 } },
		{ "raisecom", "onu", "last_down_cause", STATE_ADMIN, { 7, 8 } },
		{ "raisecom", "onu", "last_down_cause", STATE_RESET, { 3 } },
		{ "raisecom", "onu", "last_down_cause", STATE_UNKNOWN, { 24 } },
		{ "dasan", "onu", "last_down_cause", STATE_LOS_PORT, { 100 } },
		{ "dasan", "onu", "last_down_cause", STATE_LOS_ONU, { 3 } },
		{ "dasan", "onu", "last_down_cause", STATE_POWER, { 2 } },
		{ "dasan", "onu", "last_down_cause", STATE_SIGNAL, { 4, 5, 6, 7, 8, 9 } },
		{ "dasan", "onu", "last_down_cause", STATE_ADMIN,
		    { 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 } },
		{ "dasan", "onu", "last_down_cause", STATE_UNKNOWN, { 1, 101, 255 } },
		{ "fiberhome", "onu", "status", STATE_POWER, { 2 } },
		{ "vsol", "onu", "status", STATE_LOS_ONU, { 1 } },
		{ "vsol", "onu", "status", STATE_POWER, { 4 } },
		{ "vsol", "onu", "status", STATE_ADMIN, { 7 } },
		{ "vsol", "onu", "status", STATE_UNKNOWN, { 6 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CAUSES) / sizeof(CAUSES[0]); i++) {
		const struct column *c =
		    column_named(profile_named(set, CAUSES[i].profile), CAUSES[i].table,
			CAUSES[i].column);

		for (size_t k = 0; CAUSES[i].raw[k]; k++) {
			struct value v = decoded(c, raw_int(CAUSES[i].raw[k]));

			if (state_cause(v.state) != CAUSES[i].cause)
				fail_msg("%s %s %lld: got \"%s\"", CAUSES[i].profile,
				    CAUSES[i].table, (long long)CAUSES[i].raw[k],
				    state_name(v.state));
		}
	}
}

static void
states_in_words_are_understood(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	const struct column *c =
	    column_named(profile_named(set, "cdata"), "onu", "last_down_cause");
	struct value v = decoded(c, raw_text("Dying-Gasp"));

	(void)state;
	assert_int_equal(v.state, STATE_POWER);
	assert_int_equal(decoded(c, raw_text("LOS")).state, STATE_LOS_ONU);
	v = decoded(c, raw_text("eaten by a dog"));
	assert_int_equal(v.kind, VALUE_STATE);
	assert_int_equal(v.state, STATE_NONE);
	assert_string_equal(v.text, "eaten by a dog");
	check_null(c, raw_text(""));
	v = decoded(
	    column_named(profile_named(set, "huawei"), "onu", "status"), raw_text("1"));
	assert_int_equal(v.state, STATE_ONLINE);
}

static void
text_is_clean_utf8(void **state)
{
	struct column c = column(PURPOSE_DESCRIPTION, PARSE_TEXT);
	struct snmp_value ip = { .type = SNMP_IPADDRESS,
		.len = 4,
		.octets = (const uint8_t *)"\x0a\x00\x00\x01" };

	(void)state;
	check_text(&c, raw_text("  Juan P\xc3\xa9rez "), "Juan P\xc3\xa9rez");
	check_text(&c, raw_text("Juan P\xe9rez"), "Juan P\xc3\xa9rez");
	check_text(&c, raw_octets("abc\0\0\0", 6), "abc");
	check_text(&c, raw_octets("\0 a\tb\x1b[1m\x7f ", 11), "ab[1m");
	check_text(&c, raw_text("\xc0\xaf"), "\xc3\x80\xc2\xaf"); /* overlong: Latin-1 */
	check_text(&c, raw_text(""), "");
	check_text(&c, raw_int(42), "42");
	check_text(&c, ip, "10.0.0.1");
}

static void
a_value_as_it_comes_is_a_number_or_text(void **state)
{
	struct column c = column(PURPOSE_CUSTOM, PARSE_ANY);
	struct snmp_value ip = { .type = SNMP_IPADDRESS,
		.len = 4,
		.octets = (const uint8_t *)"\xc0\x00\x02\xff" };
	struct snmp_value counter = { .type = SNMP_COUNTER64, .u = 77 };
	struct value v;

	(void)state;
	check_text(&c, raw_text("olt-centro"), "olt-centro");
	check_text(&c, raw_text("007"), "007");
	check_text(&c, raw_text("+7"), "+7");
	check_text(&c, ip, "192.0.2.255");
	check_rc(column_decode(&c, &counter, arena, &v, NULL), RC_OK);
	assert_true(v.kind == VALUE_INT && v.i == 77 && v.counter_bits == 64);
	for (size_t i = 0; i < 2; i++) {
		struct snmp_value raw = i ? raw_text("-12") : raw_int(-12);

		check_rc(column_decode(&c, &raw, arena, &v, NULL), RC_OK);
		assert_true(v.kind == VALUE_INT && v.i == -12);
	}
}

static void
addresses_are_dotted_or_null(void **state)
{
	struct column c = column(PURPOSE_IP, PARSE_IP);
	struct snmp_value ip = { .type = SNMP_IPADDRESS,
		.len = 4,
		.octets = (const uint8_t *)"\xc0\x00\x02\xff" };

	(void)state;
	check_text(&c, ip, "192.0.2.255");
	check_text(&c, raw_text("192.0.2.1"), "192.0.2.1");
	check_null(&c, raw_text("0.0.0.0"));
	check_null(&c, raw_text("N/A"));
	check_refused(&c, raw_text("192.0.2.256"));
	check_refused(&c, raw_text("192.0.2"));
	check_refused(&c, raw_int(5));
}

/* If a column can decode a value, its encoding decodes to the same value again. */
static void
check_round_trip(const struct profile *p, const struct column *c, struct value v)
{
	struct snmp_value raw;
	struct value back = { 0 };
	struct err err = { 0 };

	if (column_encode(c, &v, arena, &raw, &err) != RC_OK)
		fail_msg("%s %s.%s: %s", p->id, c->table, c->name, err.msg);
	if (column_decode(c, &raw, arena, &back, &err) != RC_OK)
		fail_msg("%s %s.%s: %s", p->id, c->table, c->name, err.msg);
	if (back.kind != v.kind)
		fail_msg("%s %s.%s: kind %d became %d", p->id, c->table, c->name,
		    (int)v.kind, (int)back.kind);
	if (v.kind == VALUE_REAL && (back.r > v.r + 0.06 || back.r < v.r - 0.06))
		fail_msg("%s %s.%s: %g became %g", p->id, c->table, c->name, v.r, back.r);
	if (v.kind == VALUE_TEXT)
		assert_string_equal(back.text, v.text);
	if (v.kind == VALUE_INT || v.kind == VALUE_TIME)
		assert_int_equal(back.i, v.i);
	if (v.kind == VALUE_STATE)
		assert_int_equal(back.state, v.state);
}

static void
round_trip_column(const struct profile *p, const struct column *c)
{
	struct value real = { .kind = VALUE_REAL };

	switch (c->purpose) {
	case PURPOSE_SERIAL:
		check_round_trip(
		    p, c, (struct value){ .kind = VALUE_TEXT, .text = "HWTC1234AB00" });
		break;
	case PURPOSE_MAC:
		check_round_trip(p, c,
		    (struct value){ .kind = VALUE_TEXT, .text = "00:1a:2b:3c:4d:5e" });
		break;
	case PURPOSE_DESCRIPTION:
	case PURPOSE_NAME:
		check_round_trip(
		    p, c, (struct value){ .kind = VALUE_TEXT, .text = "Juan" });
		break;
	case PURPOSE_LAST_UP:
	case PURPOSE_LAST_DOWN:
		check_round_trip(
		    p, c, (struct value){ .kind = VALUE_TIME, .i = MOMENT_MS });
		break;
	case PURPOSE_DISTANCE:
		check_round_trip(p, c, (struct value){ .kind = VALUE_INT, .i = 1200 });
		break;
	case PURPOSE_ONU_RX:
	case PURPOSE_OLT_RX:
		real.r = -21.4;
		check_round_trip(p, c, real);
		break;
	case PURPOSE_ONU_TX:
		real.r = 2.3;
		check_round_trip(p, c, real);
		break;
	case PURPOSE_RUN_STATE:
		if (c->n_labels)
			check_round_trip(p, c,
			    (struct value){ .kind = VALUE_STATE, .state = STATE_ONLINE });
		break;
	default:
		break;
	}
}

static void
what_the_simulator_sends_decodes_to_what_it_meant(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();

	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);

		for (size_t k = 0; k < p->n_columns; k++)
			round_trip_column(p, &p->columns[k]);
	}
}

static void
encoding_says_no_to_what_a_column_cannot_express(void **state)
{
	struct column c = column(PURPOSE_DISTANCE, PARSE_NUMBER);
	struct value text = { .kind = VALUE_TEXT, .text = "far" };
	struct value null = { .kind = VALUE_NULL };
	struct value huge = { .kind = VALUE_INT, .i = INT64_MAX };
	struct snmp_value raw = { .type = SNMP_NULL };
	static const int64_t MARK[] = { 2147483647 };

	(void)state;
	check_rc(column_encode(&c, &text, arena, &raw, NULL), RC_INVALID);
	check_rc(column_encode(&c, &null, arena, &raw, NULL), RC_INVALID);
	check_rc(column_encode(&c, &huge, arena, &raw, NULL), RC_INVALID);
	assert_int_equal(raw.type, SNMP_NULL);
	c.invalid = MARK;
	c.n_invalid = 1;
	check_rc(column_encode(&c, &null, arena, &raw, NULL), RC_OK);
	assert_int_equal(raw.i, 2147483647);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(powers_come_out_as_the_vendor_means_them),
		cmocka_unit_test(marks_of_no_reading_are_null),
		cmocka_unit_test(whole_numbers_stay_whole),
		cmocka_unit_test(a_counter_remembers_where_it_runs_over),
		cmocka_unit_test(odd_ways_to_send_a_number_are_understood),
		cmocka_unit_test(a_value_of_a_wrong_type_is_an_error_for_that_value),
		cmocka_unit_test(a_word_is_a_state_only_where_the_device_says_words),
		cmocka_unit_test(text_with_units_gives_its_number),
		cmocka_unit_test(a_serial_comes_out_the_same_in_every_form),
		cmocka_unit_test(what_is_no_serial_stays_as_it_is),
		cmocka_unit_test(a_prefixed_serial_loses_its_prefix),
		cmocka_unit_test(macs_come_in_octets_and_in_text),
		cmocka_unit_test(dates_come_in_octets_and_in_text),
		cmocka_unit_test(
		    clocks_that_were_never_set_are_null_and_nonsense_is_refused),
		cmocka_unit_test(states_have_labels_and_meanings),
		cmocka_unit_test(every_brands_causes_are_of_one_class),
		cmocka_unit_test(states_in_words_are_understood),
		cmocka_unit_test(text_is_clean_utf8),
		cmocka_unit_test(a_value_as_it_comes_is_a_number_or_text),
		cmocka_unit_test(addresses_are_dotted_or_null),
		cmocka_unit_test(what_the_simulator_sends_decodes_to_what_it_meant),
		cmocka_unit_test(encoding_says_no_to_what_a_column_cannot_express),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
