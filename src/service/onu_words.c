/* SPDX-License-Identifier: Apache-2.0
 *
 * An ONU in words: is this customer up, since when, and why not. Three facts stand beside
 * each other (model/onu.h), and the sentence says the one that matters most.
 */
#include "service/onu_int.h"

#include <stdio.h>
#include <string.h>

#include "model/words.h"

/* "12 days"; "a moment" below a minute. */
static char *
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
	(void)snprintf(text, 32, "less than a minute");
	return text;
}

/* ---- the run state ------------------------------------------------------------------ */

static bool
is_online(const struct onu_state *s)
{
	return strcmp(s->run_state, "online") == 0;
}

/* Why it is offline, as the lists count it; STATE_NONE: it is not, or nobody knows how it
 * is. */
static enum state
cause_of(const struct onu_state *s)
{
	enum state known = STATE_NONE;

	if (is_online(s) || !*s->run_state)
		return STATE_NONE;
	if (!state_from_name(s->cause_state, &known))
		(void)state_from_name(s->run_state, &known); /* else: unknown */
	return state_cause(known);
}

json_t *
words_cause(const struct onu_state *s)
{
	enum state cause = cause_of(s);

	return cause == STATE_NONE ? json_null() : json_string(state_name(cause));
}

static void
add_run(const struct onu_state *s, struct buf *out)
{
	int64_t since_ms = s->since_ms;
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
	if (cause_of(s) != STATE_NONE)
		buf_printf(out, ": %s", words_for(WORDS_CAUSE, state_name(cause_of(s))));
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
	buf_printf(out, ": the OLT is %s",
	    s->olt_is_off             ? "disabled"
		: s->olt_is_suspended ? "suspended"
				      : "not answering");
}

void
words_sentence(const struct onu_state *s, struct buf *out)
{
	if (s->olt_is_off || s->olt_is_suspended || s->olt_is_not_answering) {
		add_silence(s, out);
	} else if (!s->is_present) {
		add_absence(s, out);
	} else {
		add_run(s, out);
		if (is_online(s) && s->light.level)
			buf_printf(out, ", %s%.1f dBm, %s",
			    s->light.is_at_olt ? "the OLT receives " : "", s->light.dbm,
			    s->light.level);
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
	    text_or_null(state_name(cause_of(s))), "cause_label",
	    text_or_null(is_online(s) ? "" : s->cause_label), "since",
	    show_moment(s->since_ms), "words", text_of(&words));
	buf_fini(&words);
	return json_pack(
	    "{s:o, s:o, s:o}", "presence", presence, "admin", admin, "run", run);
}
