/* SPDX-License-Identifier: Apache-2.0
 *
 * The index of ONUs, the Poisson table, and what is kept of each ONU.
 */
#include "check.h"

#include <string.h>

#include "watch/watch_int.h"

static void
chance_is_the_table_of_the_specification(void **state)
{
	static const double UP_TO[] = { 0.0085, 0.040, 0.106, 0.210, 0.353, 0.533,
		0.745 };

	(void)state;
	for (int i = 0; i < 7; i++) {
		assert_int_equal(chance_least(UP_TO[i] * 0.98, 1e-7), 3 + i);
		assert_int_equal(chance_least(UP_TO[i] * 1.03, 1e-7), 4 + i);
	}
	assert_in_range(chance_least(500, 1e-7), 600, 700);
	assert_int_equal(chance_least(0, 1e-7), 1);
}

static struct watch *
with_onus(int n)
{
	struct watch_rules rules = watch_rules();
	struct watch *w = NULL;

	check_rc(watch_new(&rules, 1, &w), RC_OK);
	check_rc(watch_put_olt(w,
		     &(struct watch_olt){ .id = { 1 },
			 .name = "a",
			 .site = "",
			 .zone = "",
			 .is_enabled = true }),
	    RC_OK);
	for (int i = 1; i <= n; i++)
		check_rc(watch_put_onu(w,
			     &(struct watch_onu){ .id = { i * 7 },
				 .olt = { 1 },
				 .position = { .has = 1 << POS_PORT,
				     .part = { [POS_PORT] = (uint32_t)i % 16 } },
				 .model = "" }),
		    RC_OK);
	return w;
}

/* Every ONU is found after others were removed and added, in any order. */
static void
onus_are_found_after_others_went(void **state)
{
	struct watch *w OWNED(watch_free) = with_onus(5000);

	(void)state;
	for (int i = 1; i <= 5000; i += 3)
		watch_drop_onu(w, (struct onu_id){ i * 7 }, 0);
	for (int i = 1; i <= 5000; i++) {
		uint32_t row = onu_find(w, (struct onu_id){ i * 7 });

		if (i % 3 == 1) {
			assert_int_equal(row, NONE);
		} else {
			assert_int_not_equal(row, NONE);
			assert_int_equal(w->onus[row].id, i * 7);
		}
	}
	assert_int_equal(watch_figures(w).onus, 3333);
	assert_int_equal(onu_find(w, (struct onu_id){ 3 }), NONE);
	assert_int_equal(onu_find(w, (struct onu_id){ -7 }), NONE);
	assert_int_equal(onu_find(w, (struct onu_id){ INT64_MAX }), NONE);
}

static void
an_onu_is_twenty_bytes(void **state)
{
	(void)state;
	assert_int_equal(sizeof(struct onu_row), 20);
}

static void
an_unknown_olt_is_refused(void **state)
{
	struct watch *w OWNED(watch_free) = with_onus(1);

	(void)state;
	check_rc(watch_put_onu(w, &(struct watch_onu){ .id = { 4 }, .olt = { 9 } }),
	    RC_INVALID);
	check_rc(watch_put_onu(w, &(struct watch_onu){ .id = { 0 }, .olt = { 1 } }),
	    RC_INVALID);
	watch_olt_silent(w, (struct olt_id){ 9 }, 5, 5); /* ignored */
	watch_acted(w, 77, WATCH_ACK, 0, 5);
}

static void
a_class_follows_from_three_states(void **state)
{
	(void)state;
	assert_int_equal(
	    watch_class_of_onu(false, STATE_ENABLED, STATE_ONLINE, WATCH_UP), WATCH_AWAY);
	assert_int_equal(
	    watch_class_of_onu(true, STATE_DISABLED, STATE_ONLINE, WATCH_UP), WATCH_OFF);
	assert_int_equal(
	    watch_class_of_onu(true, STATE_NONE, STATE_LOS_ONU, WATCH_UP), WATCH_DOWN);
	assert_int_equal(
	    watch_class_of_onu(true, STATE_NONE, STATE_TRANSITIONAL, WATCH_UP), WATCH_UP);
	assert_int_equal(
	    watch_class_of_onu(true, STATE_NONE, STATE_TRANSITIONAL, WATCH_DOWN),
	    WATCH_DOWN);
}

static void
what_was_learnt_is_kept(void **state)
{
	static const char BAD[] = "facho watch 1\nchurn x\ngroup 1\nmodel\nclock 1\n"
				  "tx\ntx 1\ntx 1 0/1/0\ntx 9 0/1/0 4\n";
	struct watch *w OWNED(watch_free) = with_onus(64);
	struct watch *again OWNED(watch_free) = with_onus(64);
	struct buf a = BUF_INIT(1 << 16), b = BUF_INIT(1 << 16);

	(void)state;
	olt_at(w, 0)->churn[5] = 0.0125F;
	clock_learn(olt_at(w, 0), 3600000, 1000, 5000);
	VEC_AT(&w->models, struct model, model_row(w, "HG8245 v1"))->downs = 40;
	port_at(w, 0)->tx_base = 4.25F;
	check_rc(watch_memory_save(w, &a), RC_OK);
	check_rc(watch_memory_load(again, buf_text(&a), a.len), RC_OK);
	check_rc(watch_memory_save(again, &b), RC_OK);
	assert_string_equal(buf_text(&a), buf_text(&b));
	assert_non_null(strstr(buf_text(&b), " 4.25\n"));
	check_rc(watch_memory_load(again, "nonsense", 8), RC_INVALID);
	check_rc(watch_memory_load(again, BAD, sizeof(BAD) - 1), RC_OK);
	buf_fini(&a);
	buf_fini(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chance_is_the_table_of_the_specification),
		cmocka_unit_test(onus_are_found_after_others_went),
		cmocka_unit_test(an_onu_is_twenty_bytes),
		cmocka_unit_test(an_unknown_olt_is_refused),
		cmocka_unit_test(a_class_follows_from_three_states),
		cmocka_unit_test(what_was_learnt_is_kept),
	};

	return cmocka_run_group_tests_name("watch index", tests, NULL, NULL);
}
