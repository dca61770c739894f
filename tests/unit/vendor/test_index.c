/* SPDX-License-Identifier: Apache-2.0
 *
 * Index formulas with vectors calculated by hand from OLT-FACTS 2.1 and 3: the simulator
 * makes its indexes from the same profiles, so only independent numbers can prove a
 * formula.
 */
#include "vendor_check.h"

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

/* position NULL: the format must refuse these arcs. Positions are written as
 * frame/slot/port:onu.sub with the parts that the format has. */
struct vector {
	const char *profile;
	const char *index;
	const char *arcs;
	const char *position;
};

static const struct vector VECTORS[] = {
	/* 125 << 25 = 0xFA000000; frame << 19, slot << 13, port << 8. */
	{ "huawei_smartax", "pon", "4194304000", "0/0/0" },
	{ "huawei_smartax", "pon", "4194312192", "0/1/0" },
	{ "huawei_smartax", "pon", "4194316032", "0/1/15" },
	{ "huawei_smartax", "pon", "4194345216", "0/5/1" },
	{ "huawei_smartax", "pon", "4194828288", "1/0/0" }, /* + 1 << 19 */
	{ "huawei_smartax", "pon", "4227858176", "63/63/31" }, /* every bit but 7..0 */
	{ "huawei_smartax", "pon", "4194304001", NULL }, /* a stray bit at 0 */
	{ "huawei_smartax", "pon", "4194304128", NULL }, /* a stray bit at 7 */
	{ "huawei_smartax", "pon", "4227858432", NULL }, /* type 126 */
	{ "huawei_smartax", "pon", "234938368", NULL }, /* type 7, Ethernet */
	{ "huawei_smartax", "pon", "0", NULL },
	{ "huawei_smartax", "pon", "4294967295", NULL },
	{ "huawei_smartax", "pon", "4194304000.1", NULL }, /* an arc too many */
	{ "huawei_smartax", "ont", "4194312192.0", "0/1/0:0" },
	{ "huawei_smartax", "ont", "4194312192.127", "0/1/0:127" },
	{ "huawei_smartax", "ont", "4194312192.128", NULL }, /* ontId is 0..127 */
	{ "huawei_smartax", "ont", "4194312192", NULL }, /* an arc too few */
	{ "huawei_smartax", "ont", "4194312192.1.1", NULL },
	{ "huawei_smartax", "ont_part", "4194345216.12.3", "0/5/1:12.3" },
	{ "huawei_smartax", "eth", "234938368", "0/7/0" },
	{ "huawei_smartax", "eth", "234946624", "0/8/1" },
	{ "huawei_smartax", "eth", "234946625", NULL },
	{ "huawei_smartax", "board", "0.7", "0/7" },
	/* 0x10000000 | (shelf-1) << 24 | slot << 16 | port << 8. */
	{ "zte_c300_c320", "pon", "268501248", "1/1/1" },
	{ "zte_c300_c320", "pon", "268566784", "1/2/1" },
	{ "zte_c300_c320", "pon", "268501760", "1/1/3" }, /* not 1/1/1 */
	{ "zte_c300_c320", "pon", "285278464", "2/1/1" }, /* 0x11010100 */
	{ "zte_c300_c320", "pon", "268435456", "1/0/0" },
	{ "zte_c300_c320", "pon", "268501249", NULL }, /* low octet must be 0 */
	{ "zte_c300_c320", "pon", "805372160", NULL }, /* type 3 */
	{ "zte_c300_c320", "onu", "268501248.1", "1/1/1:1" },
	{ "zte_c300_c320", "onu", "268501248.0", NULL }, /* ids count from 1 */
	{ "zte_c300_c320", "onu_optics", "268501248.1.1", "1/1/1:1" },
	{ "zte_c300_c320", "onu_optics", "268501248.1.2", NULL },
	/* The same number is another port in IF-MIB. */
	{ "zte_c300_c320", "if_pon", "268435456", "1/1/1" },
	{ "zte_c300_c320", "if_pon", "268632064", "1/4/1" },
	{ "zte_c300_c320", "if_pon", "268501248", "1/2/2" },
	/* 0x11000000 + shelf * 65536 + slot * 256 + port. */
	{ "zte_c300_c320", "pon_0x11", "285278465", "1/1/1" },
	{ "zte_c300_c320", "pon_0x11", "285278977", "1/3/1" },
	{ "zte_c300_c320", "pon_0x11", "302055681", NULL }, /* rack 2 */
	/* 0x3, shelf-1, slot 5 bits at 19, port-1 3 bits at 16, onu, vport:
	 * 0x30000000 + 3 << 19 + 1 << 16 + 7 << 8 = 806946560. */
	{ "zte_c300_c320", "epon_onu", "806946560", "1/3/2:7.0" },
	{ "zte_c300_c320", "board", "1.1.4", "1/4" },
	{ "zte_c300_c320", "board", "2.1.4", NULL },
	{ "zte_c600", "pon", "285278977", "1/3/1" },
	{ "zte_c600", "pon", "285280769", "1/10/1" },
	{ "zte_c600", "onu", "285278977.18", "1/3/1:18" },
	/* 0x51104101: 5, rack 1, shelf 1, slot 1 at 14, port 1 at 8, channel 1. */
	{ "zte_c600", "combo_channel", "1360019713", "1/1/1.1" },
	{ "fiberhome_an5516", "onu_uni", "606089733", "18/4:50.5" },
	{ "fiberhome_an5516", "onu", "34078976", "1/1:1" },
	{ "fiberhome_an5516", "onu", "67633408", "2/1:1" },
	{ "fiberhome_an5516", "onu", "606089733", NULL }, /* port 5: not an ONU row */
	{ "fiberhome_an5516", "onu", "2181562624", NULL }, /* bit 31 is not used */
	{ "fiberhome_an5516", "pon", "34078720", "1/1" }, /* 1 << 25 | 1 << 19 */
	{ "fiberhome_an5516", "pon", "34078976", NULL },
	{ "fiberhome_an5516", "olt_rx", "34078720.7", "1/1:7" },
	{ "fiberhome_an5116", "onu_uni", "2433106000", "18/4:50.5" },
	{ "fiberhome_an5116", "onu_uni", "2433106001", NULL },
	{ "vsol_v1600d", "onu", "1.16", "1:16" },
	{ "vsol_v1600d", "onu", "1.0", NULL },
	{ "vsol_v1600g", "onu", "8.128", "8:128" },
	/* device << 24 | card << 16 | port << 8 | onu; device 1 is shown as 0. */
	{ "cdata", "pon", "16780544", "0/0/13" },
	{ "cdata", "pon", "16780545", NULL }, /* an ONU, not a port */
	{ "cdata", "onu", "16780545", "0/0/13:1" },
	{ "cdata", "onu", "16780544", NULL },
	{ "cdata", "onu", "4718593", NULL }, /* firmware V3: device would be 0 */
	{ "cdata", "onu_optics", "16780545.0.0", "0/0/13:1.0.0" },
	{ "cdata", "onu_optics", "16780545.0.16780544", "0/0/13:1.0.16780544" },
	{ "cdata", "onu_v3", "4718593", ":1" }, /* a key: the name has the position */
	{ "cdata", "onu_v3", "16780545", NULL },
	{ "cdata", "pon_sfp_v3", "1.0.1310721", "1" },
	{ "cdata_fd11xx", "onu", "1.4.12", "4:12" },
	{ "cdata_fd11xx", "onu", "2.4.12", NULL },
	/* slot << 25 | level << 21 | (pon-1) << 16 | (ont-1) << 9. */
	{ "nokia_isam", "onu", "96468992", "2/1:1" },
	{ "nokia_isam", "onu", "62914560", "1/1:1" },
	{ "nokia_isam", "onu", "62915072", "1/1:2" },
	{ "nokia_isam", "onu", "60817408", NULL }, /* level 13: a PON */
	{ "nokia_isam", "onu", "62914561", NULL },
	{ "nokia_isam", "pon", "60817408", "1/1.0" },
	{ "nokia_isam", "pon", "94380032", "2/1.1" }, /* XGS-PON: bit 13 */
	{ "nokia_isam", "pon", "94371841", NULL },
	{ "bdcom", "onu", "110", ":110" }, /* an ifIndex until its name is known */
	{ "bdcom", "epon_auth", "1.0.26.43.60.77.94", "1:001A2B3C4D5E" },
	{ "bdcom", "epon_auth", "1.0.26.43.60.77.256", NULL },
	{ "bdcom", "epon_auth", "1.0.26.43.60.77", NULL },
	/* "UBNT12345678", with its length before it. */
	{ "ubiquiti_ufiber", "onu", "12.85.66.78.84.49.50.51.52.53.54.55.56",
	    "UBNT12345678" },
	{ "ubiquiti_ufiber", "onu", "12.85.66.78.84.49.50.51.52.53.54.55", NULL },
	{ "ubiquiti_ufiber", "onu", "11.85.66.78.84.49.50.51.52.53.54.55.56", NULL },
	{ "ubiquiti_ufiber", "onu", "0", NULL },
	{ "ubiquiti_ufiber", "onu", "4294967295.85", NULL },
	/* 20000 + 10000 * shelf + 100 * slot + port. */
	{ "calix_exa", "if_pon", "30101", "1/1/1" },
	{ "calix_exa", "if_pon", "41903", "2/19/3" },
	{ "calix_exa", "if_pon", "19999", NULL },
	{ "calix_exa", "if_pon", "30100", NULL },
	{ "calix_exa", "if_pon", "100001", NULL }, /* the first ONT's interface */
	{ "calix_exa", "pon", "1.1.1", "1/1/1" },
	/* 100010104 + 10000000 * slot + port. */
	{ "calix_axos", "pon", "110010105", "1/1/1" },
	{ "calix_axos", "pon", "110010112", "1/1/8" },
	{ "calix_axos", "pon", "120010105", "1/2/1" },
	{ "calix_axos", "pon", "110010101", NULL }, /* 1/1/x1, x4 */
	{ "calix_axos", "pon", "110010104", NULL },
	{ "calix_axos", "pon", "120010101", NULL }, /* 1/2/x1, x4 */
	{ "calix_axos", "pon", "120010104", NULL },
	{ "calix_axos", "pon", "110010113", NULL },
	{ "calix_axos", "pon", "110100101", NULL }, /* 1/1/q1 */
	{ "calix_axos", "pon", "120100104", NULL }, /* 1/2/q4 */
	{ "calix_axos", "pon", "210010105", NULL }, /* shelf 2: not known */
	{ "calix_axos", "pon", "1000001", NULL }, /* interfaces of ONTs */
	{ "calix_axos", "pon", "1001444", NULL },
	{ "calix_axos", "onu", "2000001", ":1" },
	{ "calix_axos", "onu", "2000299", ":299" },
	{ "calix_axos", "onu", "2000000", NULL },
	{ "calix_axos", "onu", "1000001", NULL },
	{ "calix_axos", "onu", "3000000", NULL },
	{ "calix_axos", "board", "1.2", "1/2" },
	{ "dasan_dzs", "onu", "3.64", "3:64" },
	{ "raisecom", "onu", "294060034", "3/7:2" },
	{ "raisecom", "onu", "25624578", NULL }, /* without the 1 at bit 28 */
	{ "raisecom", "onu_side", "30701001", "3/7:1" },
	{ "raisecom", "onu_side", "30701002", NULL },
	{ "raisecom", "onu_side", "429999001", "42/99:99" },
	{ "eltex_ltp_x", "onu", "1.69.76.84.88.98.0.1.2", "1:ELTX62000102" },
	{ "eltex_ltp_x", "onu", "1.69.76.84.88.98.0.1", NULL },
	{ "eltex_ltp_n", "onu", "1.5.9", "5:9" },
	{ "parks", "onu", "1.2.3", "1/2:3" },
	{ "hsgq", "onu", "16777473", "1:1" },
	{ "hsgq", "onu", "16778261", "4:21" },
	{ "hsgq", "onu", "16777472", "1:0" },
	{ "hsgq", "onu", "33554689", NULL },
	{ "hsgq", "onu_optics", "16777473.0.0", "1:1" },
	{ "hsgq", "onu_optics", "16777473.65535.65535", NULL },
	{ "hioso", "onu", "1.4.33", "4:33" },
	/* (pon-1) * 128 + onu. */
	{ "intelbras_8820", "onu", "1", "1:1" },
	{ "intelbras_8820", "onu", "128", "1:128" },
	{ "intelbras_8820", "onu", "129", "2:1" },
	{ "intelbras_8820", "onu", "257", "3:1" },
	{ "intelbras_8820", "onu", "1024", "8:128" },
	{ "intelbras_8820", "onu", "0", NULL },
	{ "intelbras_8820", "onu", "1025", NULL },
	{ "intelbras_8820", "pon", "9", "1" },
	{ "intelbras_8820", "pon", "16", "8" },
	{ "intelbras_8820", "pon", "8", NULL },
	{ "intelbras_8820", "pon", "17", NULL },
	{ "tplink_deltastream", "onu", "1.1.5", "1/1:5" },
	{ "photon_12170", "pon", "1.0.4", "4" },
};

/* An ONU without a position before it is written ":7" here, to distinguish it from port
 * 7. */
static const char *
shown(const struct position *p, char text[POSITION_TEXT_MAX + 1])
{
	unsigned before =
	    (1U << POS_RACK) | (1U << POS_FRAME) | (1U << POS_SLOT) | (1U << POS_PORT);
	bool bare = position_has(p, POS_ONU) && !(p->has & before);

	text[0] = ':';
	(void)position_format(p, text + bare);
	return text;
}

static void
every_vector_decodes_as_worked_out_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(VECTORS) / sizeof(VECTORS[0]); i++) {
		const struct vector *v = &VECTORS[i];
		const struct index_format *f =
		    index_named(profile_named(set, v->profile), v->index);
		struct oid oid = oid_of(v->arcs);
		struct position p = { 0 };
		char text[POSITION_TEXT_MAX + 1];
		enum rc rc = index_decode(f, oid.arcs, oid.n, &p);

		if (rc == RC_OK && !v->position)
			fail_msg("%s %s: %s was taken for %s", v->profile, v->index,
			    v->arcs, shown(&p, text));
		if (rc != RC_OK && v->position)
			fail_msg("%s %s: %s was refused", v->profile, v->index, v->arcs);
		if (v->position && strcmp(shown(&p, text), v->position) != 0)
			fail_msg("%s %s: %s is %s, not %s", v->profile, v->index, v->arcs,
			    text, v->position);
	}
}

static void
every_vector_encodes_back_to_its_arcs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(VECTORS) / sizeof(VECTORS[0]); i++) {
		const struct vector *v = &VECTORS[i];
		const struct index_format *f =
		    index_named(profile_named(set, v->profile), v->index);
		struct oid oid = oid_of(v->arcs);
		struct position p;
		uint32_t arcs[32];
		size_t n = 0;

		if (!v->position)
			continue;
		check_rc(index_decode(f, oid.arcs, oid.n, &p), RC_OK);
		check_rc(index_encode(f, &p, arcs, 32, &n), RC_OK);
		assert_int_equal(oid_compare(arcs, n, oid.arcs, oid.n), 0);
	}
}

static void
a_failed_decoding_leaves_the_position_alone(void **state)
{
	const struct index_format *f = index_named(profile_named(set, "huawei"), "ont");
	struct position p = { .has = 3, .part = { 7, 8 } };
	uint32_t arcs[2] = { 4194304001, 1 };

	(void)state;
	check_rc(index_decode(f, arcs, 2, &p), RC_INVALID);
	check_rc(index_decode(f, arcs, 0, &p), RC_INVALID);
	assert_int_equal(p.has, 3);
	assert_int_equal(p.part[1], 8);
}

static void
encoding_refuses_what_is_missing_or_out_of_range(void **state)
{
	const struct index_format *f = index_named(profile_named(set, "huawei"), "ont");
	struct position p = { .has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT };
	uint32_t arcs[2] = { 1, 2 };
	size_t n = 99;

	(void)state;
	check_rc(index_encode(f, &p, arcs, 2, &n), RC_INVALID); /* no ONU */
	p.has |= 1 << POS_ONU;
	check_rc(index_encode(f, &p, arcs, 1, &n), RC_INVALID); /* no space */
	p.part[POS_PORT] = 32; /* five bits */
	check_rc(index_encode(f, &p, arcs, 2, &n), RC_INVALID);
	p.part[POS_PORT] = UINT32_MAX;
	check_rc(index_encode(f, &p, arcs, 2, &n), RC_INVALID);
	assert_int_equal(n, 99);
	assert_int_equal(arcs[0], 1);
	p.part[POS_PORT] = 31;
	check_rc(index_encode(f, &p, arcs, 2, &n), RC_OK);
	assert_int_equal(n, 2);
	assert_int_equal(arcs[0], 4194304000 + 31 * 256);
}

static void
rows_that_differ_by_nothing_encode_with_zero(void **state)
{
	const struct index_format *f =
	    index_named(profile_named(set, "cdata"), "onu_optics");
	struct position p = { .has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT |
		    1 << POS_ONU };
	uint32_t arcs[3];
	size_t n = 0;

	(void)state;
	p.part[POS_PORT] = 13;
	p.part[POS_ONU] = 1;
	check_rc(index_encode(f, &p, arcs, 3, &n), RC_OK);
	assert_int_equal(n, 3);
	assert_int_equal(arcs[0], 16780545);
	assert_int_equal(arcs[1], 0);
	assert_int_equal(arcs[2], 0);
}

/* A small repeatable sequence; the numbers need only be spread. */
static uint32_t
spread(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed;
}

/* A position of this format: the lowest, the highest, then any. */
static struct position
some_position(const struct index_format *f, unsigned round, uint32_t *seed)
{
	struct position p = { .has = (1U << POS_PARTS) - 1 };

	for (unsigned i = 0; i < POS_PARTS; i++)
		p.part[i] = spread(seed);
	for (unsigned i = 0; i < f->n_arcs; i++) {
		const struct index_arc *a = &f->arcs[i];

		for (unsigned k = 0; k < a->n_fields; k++) {
			const struct index_field *field = &a->fields[k];
			uint64_t span = (uint64_t)field->max - field->min + 1;

			p.part[field->part] = round == 0 ? field->min
			    : round == 1                 ? field->max
					 : field->min + (uint32_t)(spread(seed) % span);
		}
		p.serial_len = (uint8_t)(a->kind == ARC_OCTETS ? a->length : 12);
	}
	for (unsigned i = 0; i < p.serial_len; i++)
		p.serial[i] = (uint8_t)(spread(seed) >> 24);
	return p;
}

/* An encoded position must decode to itself and encode to the same arcs again. */
static void
sweep(const struct profile *profile, const struct index_format *f)
{
	uint32_t seed = 1;

	for (unsigned i = 0; i < 2000; i++) {
		struct position p = some_position(f, i, &seed);
		struct position q;
		uint32_t arcs[32];
		uint32_t back[32];
		size_t n = 0;
		size_t m = 0;

		if (index_encode(f, &p, arcs, 32, &n) != RC_OK ||
		    index_decode(f, arcs, n, &q) != RC_OK ||
		    index_encode(f, &q, back, 32, &m) != RC_OK ||
		    oid_compare(arcs, n, back, m) != 0)
			fail_msg("%s %s: round %u does not come back", profile->id,
			    f->name, i);
		for (unsigned k = 0; k < POS_PARTS; k++) {
			if (position_has(&q, (enum position_part)k))
				assert_int_equal(q.part[k], p.part[k]);
		}
	}
}

static void
every_format_of_every_profile_round_trips(void **state)
{
	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);

		for (size_t k = 0; k < p->n_indexes; k++)
			sweep(p, &p->indexes[k]);
	}
}

static void
positions_are_read_out_of_names(void **state)
{
	static const struct {
		const char *pattern, *text, *position;
	} NAMES[] = {
		{ "GPON{slot}/{port}:{onu}", "GPON0/2:1", "0/2:1" },
		{ "GPON{slot}/{port}:{onu}", "GPON0/2", NULL },
		{ "GPON{slot}/{port}:{onu}", "GPON0/2:1 ", NULL },
		{ "GPON{slot}/{port}:{onu}", "GPON0/2:", NULL },
		{ "GPON{slot}/{port}:{onu}", "EPON0/2:1", NULL },
		{ "GPON{slot}/{port}:{onu}", "GPON0/2:4294967296", NULL },
		{ "GPON{slot}/{port}:{onu}", "", NULL },
		{ "gpon {frame}/{slot}/{port} onu {onu}*", "gpon 0/0/3 onu 12 Mr. X",
		    "0/0/3:12" },
		{ "gpon {frame}/{slot}/{port} onu {onu}*", "gpon 0/0/3 onu 12",
		    "0/0/3:12" },
		{ "gpon-{frame}/{slot}/{port}-onu-{onu}", "gpon-1/1/1-onu-0", "1/1/1:0" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		struct position p = { .has = 1, .part = { 77 } };
		char text[POSITION_TEXT_MAX];
		enum rc rc =
		    index_position_from_name(NAMES[i].pattern, NAMES[i].text, &p);

		if (!NAMES[i].position) {
			check_rc(rc, RC_INVALID);
			assert_int_equal(p.part[POS_RACK], 77);
			continue;
		}
		check_rc(rc, RC_OK);
		assert_string_equal(position_format(&p, text), NAMES[i].position);
	}
}

static void
a_name_made_from_a_position_reads_as_that_position(void **state)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct position p = { .has = 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU };
	struct position q;
	const char *pattern = "GPON{slot}/{port}:{onu}";
	char *name;

	(void)state;
	p.part[POS_PORT] = 2;
	p.part[POS_ONU] = 64;
	name = index_name_from_position(pattern, &p, arena);
	assert_string_equal(name, "GPON0/2:64");
	check_rc(index_position_from_name(pattern, name, &q), RC_OK);
	assert_int_equal(position_compare(&p, &q), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_vector_decodes_as_worked_out_by_hand),
		cmocka_unit_test(every_vector_encodes_back_to_its_arcs),
		cmocka_unit_test(a_failed_decoding_leaves_the_position_alone),
		cmocka_unit_test(encoding_refuses_what_is_missing_or_out_of_range),
		cmocka_unit_test(rows_that_differ_by_nothing_encode_with_zero),
		cmocka_unit_test(every_format_of_every_profile_round_trips),
		cmocka_unit_test(positions_are_read_out_of_names),
		cmocka_unit_test(a_name_made_from_a_position_reads_as_that_position),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
