/* SPDX-License-Identifier: Apache-2.0
 *
 * An ONU in words: is this customer up, since when, and why not. Three facts stand beside
 * each other (model/onu.h), and the sentence says the one that matters most.
 */
#include "service/onu_int.h"

#include <stdio.h>
#include <string.h>

#define YEAR_2000_MS INT64_C(946684800000)
#define HOUR_MS INT64_C(3600000)

char *
words_span(int64_t ms, char text[32])
{
	static const struct {
		int64_t ms;
		const char *name;
	} UNITS[] = { { 86400000, "day" }, { 3600000, "hour" }, { 60000, "minute" } };

	for (size_t i = 0; i < sizeof(UNITS) / sizeof(UNITS[0]); i++) {
		int64_t n = ms / UNITS[i].ms;

		if (n < 1)
			continue;
		(void)snprintf(text, 32, "%lld %s%s", (long long)n, UNITS[i].name,
		    n == 1 ? "" : "s");
		return text;
	}
	(void)snprintf(text, 32, "a moment");
	return text;
}

/* ---- the run state ------------------------------------------------------------------ */

static const char *
cause_words(const char *state)
{
	static const struct {
		const char *state, *words;
	} CAUSES[] = {
		{ "los", "no light reaches it (fibre)" },
		{ "power", "it lost its power" },
		{ "disabled", "it was switched off by the operator" },
		{ "reset", "it was restarted" },
		{ "fault", "it has a fault" },
	};

	for (size_t i = 0; i < sizeof(CAUSES) / sizeof(CAUSES[0]); i++) {
		if (strcmp(CAUSES[i].state, state) == 0)
			return CAUSES[i].words;
	}
	return "";
}

/* The cause as it is understood, or as the device calls it; "". */
static const char *
why_not(const struct onu_state *s)
{
	const char *words = cause_words(s->cause_state);

	if (!*words)
		words = cause_words(s->run_state);
	return *words ? words : s->cause_label;
}

static bool
is_online(const struct onu_state *s)
{
	return strcmp(s->run_state, "online") == 0;
}

/* Did we see it become what it is? When it was found it was so already. */
static bool
was_seen_to_change(const struct onu_state *s)
{
	return s->run_since_ms - s->first_seen_ms > HOUR_MS;
}

/* Since when it is as it is. The device knows better than we do, if its clock is right: it
 * must not say something that is later than what we saw, or from before there were ONUs, or
 * long before a change that we have seen ourselves. */
static int64_t
since(const struct onu_state *s)
{
	int64_t told_ms = is_online(s) ? s->last_up_ms : s->last_down_ms;
	int64_t other_ms = is_online(s) ? s->last_down_ms : s->last_up_ms;
	int64_t before_ms = s->run_since_ms - told_ms;

	if (told_ms > YEAR_2000_MS && told_ms > other_ms && s->run_since_ms > 0 &&
	    before_ms > 0 && (before_ms < HOUR_MS || !was_seen_to_change(s)))
		return told_ms;
	return s->run_since_ms;
}

static void
add_run(const struct onu_state *s, struct buf *out)
{
	int64_t since_ms = since(s);
	char span[32];

	if (!*s->run_state && !*s->run_label) {
		buf_puts(out, "Its state is not known");
		return;
	}
	if (is_online(s))
		buf_puts(out, "Online");
	else if (strcmp(s->run_state, "transitional") == 0)
		buf_puts(out, "Coming up");
	else
		buf_puts(out, *s->run_state ? "Offline" : s->run_label);
	if (since_ms > 0 && since_ms <= s->now_ms)
		buf_printf(out, " for %s", words_span(s->now_ms - since_ms, span));
	if (!is_online(s) && *why_not(s))
		buf_printf(out, ": %s", why_not(s));
}

/* ---- all of it ------------------------------------------------------------------------ */

static void
add_absence(const struct onu_state *s, struct buf *out)
{
	char span[32];

	buf_puts(out, "Absent");
	if (s->last_seen_ms > 0 && s->last_seen_ms <= s->now_ms)
		buf_printf(out, ", last seen %s ago",
		    words_span(s->now_ms - s->last_seen_ms, span));
	if (*s->place)
		buf_printf(out, " at %s", s->place);
}

/* What was known before it stopped may have been true only then. */
static void
add_silence(const struct onu_state *s, struct buf *out)
{
	char span[32];

	buf_puts(out, "No data");
	if (s->olt_answer_ms > 0 && s->olt_answer_ms <= s->now_ms)
		buf_printf(
		    out, " for %s", words_span(s->now_ms - s->olt_answer_ms, span));
	buf_printf(out, ": the OLT is %s", s->olt_is_off ? "disabled" : "suspended");
}

void
words_sentence(const struct onu_state *s, struct buf *out)
{
	if (s->olt_is_off || s->olt_is_suspended) {
		add_silence(s, out);
	} else if (!s->is_present) {
		add_absence(s, out);
	} else {
		add_run(s, out);
		if (is_online(s) && s->has_rx)
			buf_printf(out, ", %.1f dBm, %s", s->rx_dbm, s->rx_level);
		if (strcmp(s->admin_state, "disabled") == 0)
			buf_puts(out, ", switched off on the OLT");
	}
	if (s->is_duplicate)
		buf_puts(out, ", its serial is at two places");
	buf_puts(out, ".");
}

static json_t *
text_of(struct buf *words)
{
	json_t *text = json_string(buf_text(words));

	buf_clear(words);
	return text;
}

static json_t *
text_or_null(const char *text)
{
	return *text ? json_string(text) : json_null();
}

json_t *
words_facts(const struct onu_state *s)
{
	struct buf words = BUF_INIT(ERR_MAX);
	json_t *presence, *admin, *run;

	if (s->is_present)
		buf_puts(&words, "In the last good walk of its OLT");
	else
		add_absence(s, &words);
	presence = json_pack("{s:b, s:o, s:o, s:o}", "is_present", s->is_present,
	    "first_seen_at", show_moment(s->first_seen_ms), "last_seen_at",
	    show_moment(s->last_seen_ms), "words", text_of(&words));
	buf_puts(&words,
	    strcmp(s->admin_state, "disabled") == 0 ? "Switched off on the OLT"
		: *s->admin_state                   ? "Active on the OLT"
						    : "Not known");
	admin = json_pack("{s:o, s:o, s:o}", "state", text_or_null(s->admin_state),
	    "label", text_or_null(s->admin_label), "words", text_of(&words));
	add_run(s, &words);
	run = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "state",
	    text_or_null(s->run_state), "label", text_or_null(s->run_label), "cause",
	    text_or_null(is_online(s) ? "" : s->cause_state), "cause_label",
	    text_or_null(is_online(s) ? "" : s->cause_label), "since",
	    show_moment(since(s)), "words", text_of(&words));
	buf_fini(&words);
	return json_pack(
	    "{s:o, s:o, s:o}", "presence", presence, "admin", admin, "run", run);
}
