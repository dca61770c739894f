/* SPDX-License-Identifier: Apache-2.0 */
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

/* Values of real devices, from the recordings and OLT-FACTS 3. */
static const struct {
	const char *object_id, *descr, *profile, *model;
} DEVICES[] = {
	{ "1.3.6.1.4.1.2011.2.123", "Huawei Integrated Access Software", "huawei_smartax",
	    "MA5603T" },
	{ "1.3.6.1.4.1.2011.2.300", "Huawei Integrated Access Software", "huawei_smartax",
	    "MA5800-X7" },
	{ "1.3.6.1.4.1.2011.2.999", "Huawei Integrated Access Software", "huawei_smartax",
	    NULL },
	{ "1.3.6.1.4.1.2011.2.185", "Huawei Integrated Access Software", "huawei_mdu",
	    "MA5620" },
	{ "1.3.6.1.4.1.2011.2.169", "Huawei Integrated Access Software", "huawei_mdu",
	    "MA5616" },
	{ "1.3.6.1.4.1.3902.1082.1001.320.2.1", "C320 Version V2.1.0 Software",
	    "zte_c300_c320", "C320 firmware 2.1" },
	{ "1.3.6.1.4.1.3902.1015.300.3.1", "C300", "zte_c300_c320", "C300 firmware 1.2" },
	{ "1.3.6.1.4.1.3902.1082.1001.600.1.1", "ZXA10 C600, ZTE", "zte_c600", "C600" },
	{ "1.3.6.1.4.1.3902.1082.1001.620.1.1", "ZXA10 C620, ZTE", "zte_c600", NULL },
	{ "1.3.6.1.4.1.5875.800.1001.11", "AN5516-04B", "fiberhome_an5516",
	    "AN5516-01/-04B/-06" },
	{ "1.3.6.1.4.1.5875.800.1001.2", "AN5116-06", "fiberhome_an5116", "AN5116-06" },
	{ "1.3.6.1.4.1.37950.1.1.5.10.14.1", "V1600D", "vsol_v1600d", NULL },
	{ "1.3.6.1.4.1.37950.1.1.5.10.14.1", "V1600G1", "vsol_v1600g", NULL },
	{ "1.3.6.1.4.1.17409", "whatever-the-operator-wrote", "cdata", NULL },
	{ "1.3.6.1.4.1.34592.1.3", "FD1104", "cdata_fd11xx", NULL },
	{ "1.3.6.1.4.1.637.61.1", "NOKIA ISAM R6", "nokia_isam", NULL },
	{ "1.3.6.1.4.1.3320.1.390.0", "BDCOM(tm) GP3600-16B Software", "bdcom",
	    "GP3600-16B" },
	{ "1.3.6.1.4.1.4413", "UISP Fiber OLT XGS", "ubiquiti_ufiber", NULL },
	{ "1.3.6.1.4.1.6321.1.2.2.5.3", "E7-2", "calix_exa", NULL },
	{ "1.3.6.1.4.1.6321.1.2.4.1.1", "Calix, Inc E7-2 XG801 none", "calix_axos",
	    "E7-2" },
	{ "1.3.6.1.4.1.8886.18.4.10", "ROAP  Version ISCOM5508-EPSC", "raisecom", NULL },
	{ "1.3.6.1.4.1.7800.1.152", "C9500", "ubiquoss", NULL },
	{ "1.3.6.1.4.1.35265.1.22", "ELTEX LTP8X", "eltex_ltp_x", "LTP-8X" },
	{ "1.3.6.1.4.1.35265.1.209", "ELTEX LTP-16N", "eltex_ltp_n", "LTP-16N" },
	{ "1.3.6.1.4.1.5504.1.6.1", "Zhone MXK", "zhone_mxk", NULL },
	{ "1.3.6.1.4.1.3709.1.2.70", "DM4611 - DmOS 8.0", "datacom_dmos", NULL },
	{ "1.3.6.1.4.1.50224.3", "HSGQ-E04I", "hsgq", NULL },
	{ "1.3.6.1.4.1.25355.3", "HA7302", "hioso", NULL },
	{ "1.3.6.1.4.1.26138.1", "8820I", "intelbras_8820", NULL },
	{ "1.3.6.1.4.1.13464.1.10.5", "", "gcom_epon", NULL },
	{ "1.3.6.1.4.1.12170.2", "", "photon_12170", NULL },
};

static void
every_known_device_gets_its_profile_first(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(DEVICES) / sizeof(DEVICES[0]); i++) {
		struct oid id = oid_of(DEVICES[i].object_id);
		struct candidate found[CANDIDATES_MAX];
		size_t n = vendor_candidates(set, &id, DEVICES[i].descr, found);

		if (n == 0)
			fail_msg("nobody knows %s", DEVICES[i].object_id);
		if (strcmp(found[0].profile->id, DEVICES[i].profile) != 0)
			fail_msg("%s %s: got %s", DEVICES[i].object_id, DEVICES[i].descr,
			    found[0].profile->id);
		if (DEVICES[i].model)
			assert_string_equal(found[0].model, DEVICES[i].model);
		else
			assert_null(found[0].model);
		for (size_t k = 1; k < n; k++)
			assert_true(found[k - 1].score >= found[k].score);
	}
}

static void
an_mdu_is_no_candidate_for_the_olt_profile(void **state)
{
	struct oid id = oid_of("1.3.6.1.4.1.2011.2.185");
	struct candidate found[CANDIDATES_MAX];

	(void)state;
	assert_int_equal(
	    vendor_candidates(set, &id, "Huawei Integrated Access Software", found), 1);
	assert_string_equal(found[0].profile->id, "huawei_mdu");
}

/* The G.fast nodes of Calix (E3-16F, E5-16F), which also have AXOS. */
static void
an_axos_device_without_pon_ports_is_no_candidate(void **state)
{
	static const char *const NODES[] = { "1.3.6.1.4.1.6321.1.2.4.1.3",
		"1.3.6.1.4.1.6321.1.2.4.1.4" };
	struct candidate found[CANDIDATES_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(NODES) / sizeof(NODES[0]); i++) {
		struct oid id = oid_of(NODES[i]);

		assert_int_equal(vendor_candidates(set, &id, "Calix, Inc", found), 0);
	}
}

static void
where_a_prefix_is_shared_a_probe_decides(void **state)
{
	static const struct {
		const char *object_id, *profile;
	} SHARED[] = {
		{ "1.3.6.1.4.1.6296.1.99", "dasan_dzs" },
		{ "1.3.6.1.4.1.11863.1.1", "tplink_deltastream" },
		{ "1.3.6.1.4.1.6771.1", "parks" },
		{ "1.3.6.1.4.1.50224.3.1.1", "hsgq" }, /* also Parks switches */
		{ "1.3.6.1.4.1.41112.1.5", "ubiquiti_ufiber" },
		{ "1.3.6.1.4.1.6321.1.2.4.1.6", "calix_axos" }, /* E9-2 */
		{ "1.3.6.1.4.1.3902.1082.1001.777", "zte_c300_c320" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(SHARED) / sizeof(SHARED[0]); i++) {
		struct oid id = oid_of(SHARED[i].object_id);
		struct candidate found[CANDIDATES_MAX];
		size_t n = vendor_candidates(set, &id, "", found);
		bool met = false;

		for (size_t k = 0; k < n; k++)
			met = met ||
			    (strcmp(found[k].profile->id, SHARED[i].profile) == 0 &&
				found[k].rule->probe.n > 0);
		if (!met)
			fail_msg("%s: %s does not ask for a probe", SHARED[i].object_id,
			    SHARED[i].profile);
	}
}

static void
a_stranger_has_no_candidates(void **state)
{
	struct oid id = oid_of("1.3.6.1.4.1.8072.3.2.10");
	struct oid none = { 0 };
	struct candidate found[CANDIDATES_MAX];

	(void)state;
	assert_int_equal(vendor_candidates(set, &id, "Linux host", found), 0);
	assert_int_equal(vendor_candidates(set, &none, "", found), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_known_device_gets_its_profile_first),
		cmocka_unit_test(an_mdu_is_no_candidate_for_the_olt_profile),
		cmocka_unit_test(an_axos_device_without_pon_ports_is_no_candidate),
		cmocka_unit_test(where_a_prefix_is_shared_a_probe_decides),
		cmocka_unit_test(a_stranger_has_no_candidates),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
