/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <time.h>

#include "base/buf.h"
#include "ledger/phrasebook.h"

static struct phrasebook *
open_book(const char *language)
{
	struct phrasebook *book = NULL;
	struct err err = { 0 };

	(void)setenv("TZ", "UTC0", 1);
	tzset();
	if (phrasebook_open(language, &book, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return book;
}

static void
check_line(const struct phrasebook *book, const struct coordinator_entry *entry,
    const char *expected)
{
	struct buf out = BUF_INIT(4096);

	phrasebook_line(book, entry, &out);
	assert_string_equal(buf_text(&out), expected);
	buf_fini(&out);
}

static void
lines_are_told_in_spanish_by_their_event_type_and_details(void **state)
{
	static const struct {
		const char *event, *message, *details, *told;
	} CASES[] = {
		{ "OLT_DISABLED", "norte: was disabled", "{\"number\":0}",
		    "norte: La OLT se deshabilitó." },
		{ "ENDED", "norte: states SUCCESS in 900 ms",
		    "{\"number\":0,\"duration_ms\":900,\"state\":\"SUCCESS\","
		    "\"task\":\"states\"}",
		    "norte: states terminó bien en 900 ms." },
		{ "SKIPPED", "norte: states was skipped",
		    "{\"number\":1,\"task\":\"states\",\"why\":\"the OLT is suspended\"}",
		    "norte: states se omitió una vez: la OLT está suspendida." },
		{ "QUOTA_VIOLATION", "norte: 2 of 4 get_x runs",
		    "{\"task_type\":\"get_x\",\"completed\":2,\"required\":4,"
		    "\"severity\":\"HIGH\",\"period_start_ms\":28800000,"
		    "\"period_end_ms\":32400000}",
		    "norte: Ejecuciones de get_x entre las 08:00 y las 09:00: 2 de 4 "
		    "(gravedad: alta)." },
	};
	struct phrasebook *book OWNED(phrasebook_free) = open_book("es");

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct coordinator_entry entry = { .olt = { 7 },
			.event = CASES[i].event,
			.message = CASES[i].message,
			.details = CASES[i].details };

		check_line(book, &entry, CASES[i].told);
	}
}

static void
what_the_book_does_not_have_stays_as_it_is(void **state)
{
	struct phrasebook *book OWNED(phrasebook_free) = open_book("es");
	struct coordinator_entry entry = { .event = "NO_SUCH_EVENT",
		.message = "words that nobody has translated",
		.details = "not JSON" };

	(void)state;
	check_line(book, &entry, entry.message);
	entry.details = NULL;
	entry.event = "SKIPPED"; /* a value that its sentence needs is missing */
	check_line(book, &entry, entry.message);
}

static void
english_needs_no_book_and_others_are_refused(void **state)
{
	struct phrasebook *book = open_book("en");
	struct coordinator_entry entry = {
		.olt = { 7 }, .event = "OLT_DISABLED", .message = "norte: was disabled"
	};
	struct err err = { 0 };

	(void)state;
	assert_null(book);
	check_line(book, &entry, "norte: was disabled");
	check_rc(phrasebook_open("fr", &book, &err), RC_INVALID);
	check_contains(err.msg, "fr");
}

static void
phrases_are_found_with_what_is_in_them(void **state)
{
	struct phrasebook *book OWNED(phrasebook_free) = open_book("es");
	struct buf out = BUF_INIT(4096);

	(void)state;
	phrasebook_say(
	    book, "192.0.2.1: no answer: down, unreachable, or another community", &out);
	assert_string_equal(buf_text(&out),
	    "192.0.2.1: sin respuesta: apagada, inalcanzable o con otra comunidad");
	buf_fini(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    lines_are_told_in_spanish_by_their_event_type_and_details),
		cmocka_unit_test(what_the_book_does_not_have_stays_as_it_is),
		cmocka_unit_test(english_needs_no_book_and_others_are_refused),
		cmocka_unit_test(phrases_are_found_with_what_is_in_them),
	};

	return CHECK_ALL(tests);
}
