/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/position.h"

static void
set(struct position *p, enum position_part part, uint32_t n)
{
	p->has |= (uint8_t)(1U << part);
	p->part[part] = n;
}

static struct position
onu_at(uint32_t frame, uint32_t slot, uint32_t port, uint32_t onu)
{
	struct position p = { 0 };

	set(&p, POS_FRAME, frame);
	set(&p, POS_SLOT, slot);
	set(&p, POS_PORT, port);
	set(&p, POS_ONU, onu);
	return p;
}

static void
positions_are_written_as_people_write_them(void **state)
{
	char text[POSITION_TEXT_MAX];
	struct position p = onu_at(0, 1, 3, 12), port = { 0 }, none = { 0 };

	(void)state;
	assert_string_equal(position_format(&p, text), "0/1/3:12");
	set(&p, POS_SUB, 2);
	set(&p, POS_SUB2, 9);
	assert_string_equal(position_format(&p, text), "0/1/3:12.2.9");
	set(&p, POS_RACK, 1);
	assert_string_equal(position_format(&p, text), "1/0/1/3:12.2.9");
	set(&port, POS_SLOT, 0);
	set(&port, POS_PORT, 0);
	assert_string_equal(position_format(&port, text), "0/0");
	assert_string_equal(position_format(&none, text), "");
}

static void
a_serial_in_the_index_is_shown_behind(void **state)
{
	char text[POSITION_TEXT_MAX];
	struct position p = { .serial_len = 8,
		.serial = { 'H', 'W', 'T', 'C', 0x12, 0xAB, 0x00, 0x0F } };
	struct position printable = { .serial_len = 4, .serial = "ABCD" };
	struct position octets = { .serial_len = 2, .serial = { 0x01, 0xFF } };

	(void)state;
	assert_string_equal(position_format(&p, text), "HWTC12AB000F");
	assert_string_equal(position_format(&printable, text), "ABCD");
	assert_string_equal(position_format(&octets, text), "01FF");
	set(&p, POS_PORT, 7);
	assert_string_equal(position_format(&p, text), "7:HWTC12AB000F");
}

static void
the_longest_position_fits(void **state)
{
	char text[POSITION_TEXT_MAX];
	struct position p = { .serial_len = POSITION_SERIAL_MAX };

	(void)state;
	memset(p.serial, 1, sizeof(p.serial));
	for (int i = 0; i < POS_PARTS; i++)
		set(&p, (enum position_part)i, UINT32_MAX);
	position_format(&p, text);
	assert_true(strlen(text) < POSITION_TEXT_MAX);
	assert_int_equal(strncmp(text, "4294967295/4294967295/", 22), 0);
}

static void
an_onu_is_the_same_whatever_is_inside_it(void **state)
{
	struct position p = onu_at(0, 0, 0, 0), q = p, inside;

	(void)state;
	set(&q, POS_SUB, 4);
	set(&q, POS_SUB2, 5);
	assert_int_not_equal(position_compare(&p, &q), 0);
	inside = position_of_onu(&q);
	assert_int_equal(position_compare(&p, &inside), 0);
	assert_int_equal(inside.has, p.has);
}

static void
they_are_ordered_as_people_read_them(void **state)
{
	struct position a = onu_at(0, 1, 3, 12), b = onu_at(0, 1, 4, 1),
			c = onu_at(0, 2, 0, 0);
	struct position x = { .serial_len = 1, .serial = "A" },
			y = { .serial_len = 1, .serial = "B" };

	(void)state;
	assert_true(position_compare(&a, &b) < 0);
	assert_true(position_compare(&c, &b) > 0);
	assert_true(position_compare(&x, &y) < 0);
	assert_int_equal(position_compare(&a, &a), 0);
}

static void
every_part_has_a_name_that_leads_back_to_it(void **state)
{
	enum position_part part;

	(void)state;
	for (int i = 0; i < POS_PARTS; i++) {
		assert_true(position_part_from_name(
		    position_part_name((enum position_part)i), &part));
		assert_int_equal(part, i);
	}
	assert_false(position_part_from_name("shelf", &part));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(positions_are_written_as_people_write_them),
		cmocka_unit_test(a_serial_in_the_index_is_shown_behind),
		cmocka_unit_test(the_longest_position_fits),
		cmocka_unit_test(an_onu_is_the_same_whatever_is_inside_it),
		cmocka_unit_test(they_are_ordered_as_people_read_them),
		cmocka_unit_test(every_part_has_a_name_that_leads_back_to_it),
	};

	return CHECK_ALL(tests);
}
