/* SPDX-License-Identifier: Apache-2.0
 *
 * Recordings of real devices, decoded with the detected profile. Expected values were
 * calculated by hand from the recording and OLT-FACTS.
 */
#include "shared_check.h"

#include "model/snmprec.h"

/* A fixture, because skip() leaves a test with a jump and it would leak. */
static struct profile_set *set;

static int
load(void **state)
{
	(void)state;
	set = builtin_set();
	return 0;
}

static int
unload(void **state)
{
	(void)state;
	profile_set_free(set);
	return 0;
}

struct expected {
	const char *table, *column;
	const char *position; /* "" for scalars */
	const char *text; /* as written by shown() */
};

struct recording {
	const char *file, *profile, *model;
	struct {
		const char *table, *column;
		unsigned rows;
	} counts[8];
	struct expected values[64];
};

static const struct recording RECORDINGS[] = {
	{ "smartax", "huawei_smartax", "MA5603T",
	    { { "pon", "if_name", 32 }, { "pon", "tx_dbm", 32 },
		{ "board", "cpu_pct", 4 } },
	    {
		{ "pon", "if_name", "0/0/0", "GPON 0/0/0" },
		{ "pon", "if_name", "0/1/15", "GPON 0/1/15" },
		{ "pon", "tx_dbm", "0/0/0", "7.11" },
		{ "pon", "tx_dbm", "0/0/15", "7.17" },
		{ "pon", "tx_dbm", "0/1/15", "7.23" },
		{ "pon", "temp_c", "0/0/15", "40" },
		{ "pon", "voltage_v", "0/0/15", "3.18" },
		{ "pon", "bias_ma", "0/0/15", "37" },
		{ "pon", "rx_dbm", "0/0/15", "null" },
		{ "pon", "onu_count", "0/0/15", "11" },
		{ "pon", "onu_count", "0/0/0", "0" },
		{ "pon", "tcont_count", "0/0/15", "22" },
		{ "pon", "oper_if", "0/0/15", "1 up online" },
		{ "pon", "oper_if", "0/1/15", "2 down offline" },
		{ "pon", "in_octets", "0/0/15", "60133115351" },
		{ "pon", "out_octets", "0/0/15", "536753139573" },
		{ "board", "cpu_pct", "0/0", "11" },
		{ "board", "cpu_pct", "0/7", "17" },
		{ "board", "cpu_pct", "0/8", "null" },
		{ "board", "mem_pct", "0/7", "75" },
		{ "board", "description", "0/8", "H802X2CS" },
		{ "board", "temp_c", "0/7", "22" },
		{ "board", "power_w", "0/8", "9" },
		{ "system", "sw_version", "", "MA5603V800R018C10B085" },
		/* 111404777 hundredths of a second */
		{ "system", "uptime", "", "1114048" },
	    } },
	{ "zxa10_c320", "zte_c300_c320", "C320 firmware 2.1",
	    { { "onu", "distance_m", 125 }, { "pon", "name", 8 },
		{ "pon", "if_name", 11 }, { "board", "type_name", 3 } },
	    {
		{ "onu", "distance_m", "1/1/1:1", "1235" },
		{ "onu", "distance_m", "1/1/1:5", "1240" },
		{ "onu", "distance_m", "1/1/3:1", "2278" },
		{ "onu", "distance_m", "1/1/3:12", "0" },
		{ "onu", "distance_m", "1/1/3:15", "2611" },
		{ "onu", "eqd", "1/1/1:1", "250199" },
		{ "pon", "name", "1/1/1", "OLT-1" },
		{ "pon", "name", "1/1/8", "OLT-8" },
		/* IF-MIB counts slot and port from zero: 268435456 is 1/1/1. */
		{ "pon", "if_name", "1/1/1", "gpon_1/1/1" },
		{ "pon", "if_name", "1/4/2", "xgei_1/4/2" },
		{ "pon", "in_octets", "1/1/1", "67478041869" },
		{ "pon", "out_octets", "1/1/1", "816719644222" },
		{ "pon", "oper", "1/1/1", "1 up online" },
		{ "pon", "onu_max", "1/1/1", "128" },
		{ "board", "type_name", "1/4", "SMXA" },
		{ "board", "status", "1/3", "1 in service online" },
		{ "board", "cpu_pct", "1/1", "11" },
		{ "board", "mem_pct", "1/4", "25" },
		{ "board", "temp_c", "1/4", "43" },
		{ "board", "power_w", "1/1", "26.895" },
		/* 2021-11-06 13:42:21.6, 18937 days after 1970-01-01 */
		{ "board", "start_time", "1/1", "@1636206141600" },
		{ "board", "start_time", "1/3", "null" },
		{ "board", "start_time", "1/4", "@1636206001600" },
		{ "shelf", "temp_c", "1", "42" },
		{ "fan", "rpm", "1.1", "3240" },
		{ "fan", "rpm", "1.2", "3210" },
		{ "system", "uptime", "", "6510800" },
	    } },
	{ "vsolution_v1600d", "vsol_v1600d", NULL,
	    { { "onu", "rx_dbm", 16 }, { "onu", "tx_dbm", 16 }, { "onu", "temp_c", 16 },
		{ "onu", "description", 16 }, { "pon", "tx_dbm", 2 } },
	    {
		{ "onu", "description", "1:1", "AAAAAA" },
		{ "onu", "description", "1:16", "PPPPPP" },
		{ "onu", "rx_dbm", "1:1", "-14.61" },
		{ "onu", "rx_dbm", "1:7", "-27.45" },
		{ "onu", "rx_dbm", "1:11", "-20" },
		{ "onu", "rx_dbm", "1:16", "-28.24" },
		{ "onu", "tx_dbm", "1:1", "3.77" },
		{ "onu", "tx_dbm", "1:12", "2.11" },
		{ "onu", "temp_c", "1:1", "30.67" },
		{ "onu", "temp_c", "1:12", "31.65" },
		{ "onu", "voltage_v", "1:8", "3.43" },
		{ "onu", "bias_ma", "1:4", "14.25" },
		{ "onu", "bias_ma", "1:16", "14" },
		{ "pon", "temp_c", "1", "27.84" },
		{ "pon", "temp_c", "2", "26.93" },
		{ "pon", "voltage_v", "2", "3.27" },
		{ "pon", "bias_ma", "2", "6.82" },
		{ "pon", "tx_dbm", "1", "6.56" },
		{ "pon_if", "if_name", "5", "EPON0/1" },
		{ "pon_if", "in_octets", "5", "68750140951" },
		{ "pon_if", "oper_if", "6", "2 down offline" },
		{ "system", "cpu_pct", "", "26" },
		{ "system", "mem_pct", "", "18" },
		{ "system", "temp_c", "", "40" },
		{ "system", "sw_version", "", "V2.03.74R" },
		{ "system", "uptime_text", "", "9 Days 10 Hours 13 Minutes 51 Seconds" },
	    } },
	{ "cdata", "cdata", NULL, { { "pon", "if_name", 20 } },
	    {
		/* 16780544 = 0x01000D00: device 1, card 0, port 13 */
		{ "pon", "if_name", "0/0/13", "pon0/0/1" },
		{ "pon", "if_name", "0/0/20", "pon0/0/8" },
		{ "pon", "if_name", "0/0/1", "ge0/0/1" },
		{ "pon", "oper_if", "0/0/13", "2 down offline" },
		{ "pon", "in_octets", "0/0/13", "0" },
		{ "system", "cpu_pct", "", "19" },
		{ "system", "mem_total", "", "242" },
		{ "system", "mem_free", "", "86" },
		{ "system", "temp_c", "", "30.5" },
		{ "system", "serial", "", "AF2101-1901000029" },
	    } },
	{ "fiberhome", "fiberhome_an5516", "AN5516-01/-04B/-06",
	    { { "board", "cpu_pct", 2 }, { "fan", "status", 3 } },
	    {
		{ "system", "sw_version", "", "RP0700" },
		{ "system", "hw_version", "", "WKE2.115.331R1A" },
		{ "system", "temp_c", "", "45" },
		{ "board", "work", "9", "1 normal online" },
		{ "board", "cpu_pct", "9", "5" }, /* 4.58 % */
		{ "board", "cpu_pct", "10", "1" }, /* 1.04 % */
		{ "board", "mem_pct", "9", "59" }, /* 59.45 % */
		{ "power", "alarm", "1", "1 normal " },
		{ "power", "alarm", "2", "3 fault " },
		{ "fan", "status", "23", "1 normal " },
	    } },
	{ "fiberhome_an5516-01", "fiberhome_an5516", "AN5516-01/-04B/-06",
	    { { "board", "cpu_pct", 2 } },
	    { { "board", "cpu_pct", "9", "42" },
		{ "board", "work", "10", "1 normal online" } } },
	{ "fiberhome_an5516-04b", "fiberhome_an5516", "AN5516-01/-04B/-06", { { 0 } },
	    { { 0 } } },
	{ "raisecom", "raisecom", NULL,
	    { { "unit", "cpu_pct", 5 }, { "sfp", "ddm", 24 } },
	    {
		{ "system", "temp_c", "", "33" },
		{ "system", "mem_total", "", "805306368" },
		{ "system", "mem_free", "", "138543105" },
		{ "unit", "cpu_pct", "1", "3" },
		{ "unit", "cpu_pct", "3", "6" },
		{ "sfp", "ddm", "2082471937.1", "36" },
		{ "sfp", "ddm", "2082471937.3", "-2.84" },
		{ "sfp", "ddm", "2082471938.4", "null" },
		{ "sfp", "ddm", "2082476084.4", "-3.555" },
	    } },
};

static const char *
shown(const struct value *v, char *text, size_t size)
{
	switch (v->kind) {
	case VALUE_NULL:
		return "null";
	case VALUE_INT:
		(void)snprintf(text, size, "%lld", (long long)v->i);
		break;
	case VALUE_REAL:
		(void)snprintf(text, size, "%.12g", v->r);
		break;
	case VALUE_TEXT:
		return v->text;
	case VALUE_TIME:
		(void)snprintf(text, size, "@%lld", (long long)v->i);
		break;
	case VALUE_STATE:
		(void)snprintf(text, size, "%lld %s %s", (long long)v->i,
		    v->text ? v->text : "?", state_name(v->state));
		break;
	}
	return text;
}

struct replay {
	struct arena *arena;
	struct snmprec *recs;
	size_t n;
	const struct profile *profile;
};

static const struct snmprec *
row(const struct replay *r, const char *oid)
{
	struct oid want = oid_of(oid);

	for (size_t i = 0; i < r->n; i++) {
		if (oid_compare(r->recs[i].arcs, r->recs[i].n, want.arcs, want.n) == 0)
			return &r->recs[i];
	}
	fail_msg("the recording has no %s", oid);
	return NULL;
}

static void
detects(struct replay *r, const struct recording *rec)
{
	const struct snmprec *id = row(r, "1.3.6.1.2.1.1.2.0");
	const struct snmprec *descr = row(r, "1.3.6.1.2.1.1.1.0");
	struct candidate found[CANDIDATES_MAX];
	struct oid oid = { .n = id->value.len };

	memcpy(oid.arcs, id->value.arcs, oid.n * sizeof(oid.arcs[0]));
	assert_true(
	    vendor_candidates(set, &oid,
		arena_copy(r->arena, descr->value.octets, descr->value.len), found) > 0);
	assert_string_equal(found[0].profile->id, rec->profile);
	assert_int_equal(found[0].rule->probe.n, 0);
	if (rec->model)
		assert_string_equal(found[0].model, rec->model);
	r->profile = found[0].profile;
}

/* Does this row of the recording belong to the column? Then its position and value. */
static bool
decode_row(const struct replay *r, const struct column *c, const struct snmprec *rec,
    char position[POSITION_TEXT_MAX], struct value *v)
{
	struct position p = { 0 };
	struct err err = { 0 };

	if (!oid_starts_with(rec->arcs, rec->n, c->oid.arcs, c->oid.n))
		return false;
	if (c->is_scalar && rec->n != c->oid.n)
		return false;
	if (!c->is_scalar &&
	    index_decode(c->index, rec->arcs + c->oid.n, rec->n - c->oid.n, &p) != RC_OK)
		return false;
	if (column_decode(c, &rec->value, r->arena, v, &err) != RC_OK)
		fail_msg("%s %s: %s", r->profile->id, c->table, err.msg);
	(void)position_format(&p, position);
	return true;
}

static void
has_value(const struct replay *r, const struct expected *e)
{
	const struct column *c = column_named(r->profile, e->table, e->column);

	for (size_t i = 0; i < r->n; i++) {
		char position[POSITION_TEXT_MAX];
		char text[64];
		struct value v;

		if (!decode_row(r, c, &r->recs[i], position, &v) ||
		    strcmp(position, e->position) != 0)
			continue;
		if (strcmp(shown(&v, text, sizeof(text)), e->text) != 0)
			fail_msg("%s.%s %s: got %s, expected %s", e->table, e->column,
			    e->position, shown(&v, text, sizeof(text)), e->text);
		return;
	}
	fail_msg("%s.%s has no row %s", e->table, e->column, e->position);
}

static unsigned
rows_of(const struct replay *r, const struct column *c)
{
	unsigned n = 0;

	for (size_t i = 0; i < r->n; i++) {
		char position[POSITION_TEXT_MAX];
		struct value v;

		n += decode_row(r, c, &r->recs[i], position, &v);
	}
	return n;
}

static void
replay_one(const struct recording *rec)
{
	struct replay r = { .arena = arena_new(0) };
	char name[128];
	size_t len = 0;
	struct err err = { 0 };
	char *text;

	(void)snprintf(name, sizeof(name), "recordings/%s.snmprec", rec->file);
	text = shared_text(name, &len);
	if (!text) {
		arena_free(r.arena);
		skip();
	}
	if (snmprec_parse_all(text, len, r.arena, &r.recs, &r.n, &err) != RC_OK)
		fail_msg("%s: %s", rec->file, err.msg);
	free(text);
	detects(&r, rec);
	for (size_t i = 0; i < 8 && rec->counts[i].table; i++)
		assert_int_equal(rows_of(&r,
				     column_named(r.profile, rec->counts[i].table,
					 rec->counts[i].column)),
		    rec->counts[i].rows);
	for (size_t i = 0; i < 64 && rec->values[i].table; i++)
		has_value(&r, &rec->values[i]);
	/* And no other value is an error for any column. */
	for (size_t i = 0; i < r.profile->n_columns; i++)
		(void)rows_of(&r, &r.profile->columns[i]); /* fails on an error */
	arena_free(r.arena);
}

static void
every_recording_decodes_as_worked_out_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(RECORDINGS) / sizeof(RECORDINGS[0]); i++)
		replay_one(&RECORDINGS[i]);
}

static void
names_of_pon_ports_tell_them_from_other_interfaces(void **state)
{
	const struct column *c =
	    column_named(profile_named(set, "vsol_v1600d"), "pon_if", "if_name");
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct snmprec *recs = NULL;
	size_t n = 0;
	size_t len = 0;
	unsigned ports = 0;
	char *text = shared_text("recordings/vsolution_v1600d.snmprec", &len);

	(void)state;
	if (!text) {
		arena_free(GIVE(arena));
		skip();
	}
	check_rc(snmprec_parse_all(text, len, arena, &recs, &n, NULL), RC_OK);
	free(text);
	for (size_t i = 0; i < n; i++) {
		struct position p;
		struct value v;

		if (!oid_starts_with(recs[i].arcs, recs[i].n, c->oid.arcs, c->oid.n))
			continue;
		check_rc(column_decode(c, &recs[i].value, arena, &v, NULL), RC_OK);
		if (index_position_from_name(c->index->name_pattern, v.text, &p) == RC_OK)
			assert_int_equal(p.part[POS_PORT], ++ports);
	}
	assert_int_equal(ports, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_recording_decodes_as_worked_out_by_hand),
		cmocka_unit_test(names_of_pon_ports_tell_them_from_other_interfaces),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
