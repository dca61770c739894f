/* SPDX-License-Identifier: Apache-2.0
 *
 * Why: the table of causes, first match wins. A dying gasp cannot cross a cut fibre, so
 * some gasps speak against a cut; loss of light does not speak against a power cut,
 * because many ONUs cannot gasp. Only those that can are counted.
 */
#include "watch/watch_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LATE_COSTS = 15,
	RETURNS_LEAST = 5,
	RETURNS_FIBRE_MS = 10 * SECOND_MS, /* those who come back within this had power */
	RETURNS_POWER_MS = 60 * SECOND_MS, /* those who need longer start one by one */
	FINAL_STEP = 5,
	FINAL_MOST = 95,
};
#define FEW_CHANCE 0.02

/* What the members say. */
struct tally {
	int n; /* members, also those that are back */
	int known, fresh;
	int power, los, los_able, los_port, signal, reset, rogue, admin, mute;
	int had_power, lost_power;
	double p;
	int q;
};

struct verdict {
	enum watch_cause cause;
	int confidence;
};

static void
tally_one(struct tally *t, const struct member *m)
{
	enum state s = (enum state)m->evidence;

	t->n++;
	t->known += cause_is_known(s);
	t->fresh += (m->bits & MEMBER_IS_FRESH) != 0;
	t->power += s == STATE_POWER;
	t->los_port += s == STATE_LOS_PORT;
	t->signal += s == STATE_SIGNAL;
	t->reset += s == STATE_RESET;
	t->rogue += s == STATE_ROGUE;
	t->admin += s == STATE_ADMIN;
	t->had_power += (m->bits & MEMBER_HAD_POWER) != 0;
	t->lost_power += (m->bits & MEMBER_LOST_POWER) != 0;
	if (s == STATE_LOS_ONU || s == STATE_LOS_PORT) {
		t->los++;
		t->los_able += (m->bits & MEMBER_CAN_GASP) != 0;
		t->mute += !(m->bits & MEMBER_CAN_GASP);
	}
}

static struct tally
tally(const struct incident *i)
{
	struct tally t = { 0 };

	for (size_t n = 0; n < i->members.n; n++) {
		const struct member *m = VEC_AT(&i->members, struct member, n);

		if (!(m->bits & MEMBER_IS_GONE))
			tally_one(&t, m);
	}
	t.q = t.power + t.los_able;
	t.p = t.q ? (double)t.power / t.q : 0;
	return t;
}

/* ---- what the device says of ports and cards -------------------------------------------- */

struct parts_say {
	size_t all, closed, no_module, bad_card, no_tx;
};

static struct parts_say
ask_parts(const struct watch *w, const struct incident *i)
{
	struct parts_say s = { 0 };

	for (size_t n = 0; n < i->parts.n; n++) {
		uint32_t row = VEC_AT(&i->parts, struct part, n)->port;
		const struct port *p = row == NONE ? NULL : port_at(w, row);

		if (!p)
			continue;
		s.all++;
		s.closed += p->said == WATCH_PORT_CLOSED;
		s.no_module +=
		    p->said == WATCH_PORT_NO_MODULE || p->said == WATCH_PORT_MODULE_FAULT;
		s.bad_card += p->card != NONE && card_at(w, p->card)->is_bad;
		s.no_tx += port_tx_is_bad(p);
	}
	return s;
}

/* Rows 3 to 5, which need no causes of ONUs. */
static struct verdict
by_device(const struct watch *w, const struct incident *i)
{
	struct parts_say s = ask_parts(w, i);

	if (!s.all)
		return (struct verdict){ 0 };
	if (s.closed * 10 >= s.all * 8)
		return (struct verdict){ WATCH_CAUSE_ADMIN, 95 };
	if (s.bad_card == s.all)
		return (struct verdict){ WATCH_CAUSE_CARD, 95 };
	if (i->out.root == WATCH_ROOT_CARD)
		return (struct verdict){ WATCH_CAUSE_CARD, 80 };
	if (s.no_module == s.all)
		return (struct verdict){ WATCH_CAUSE_SFP, 95 };
	if (s.no_tx == s.all)
		return (struct verdict){ WATCH_CAUSE_SFP, 85 };
	return (struct verdict){ 0 };
}

/* Row 6. */
static struct verdict
by_rogue(struct watch *w, struct incident *i, const struct tally *t, int64_t now_ms)
{
	bool says_else = (t->power + t->los) * 2 > t->known && t->known;
	struct verdict v = { WATCH_CAUSE_ROGUE, 0 };

	if (t->rogue || !says_else)
		v.confidence = rogue_judge(w, i, t->rogue > 0, now_ms);
	/* Most of them are back: what was found stays. */
	if (!v.confidence && i->out.cause == WATCH_CAUSE_ROGUE &&
	    i->out.recovered >= i->out.affected)
		v.confidence = i->out.confidence;
	return v.confidence ? v : (struct verdict){ 0 };
}

/* ---- power or fibre ------------------------------------------------------------------------ */

/* Rows 9 to 11. */
static struct verdict
by_light(const struct incident *i, const struct tally *t)
{
	switch (i->out.root) {
	case WATCH_ROOT_TRUNK:
	case WATCH_ROOT_OLT:
	case WATCH_ROOT_CARD:
	case WATCH_ROOT_PORTS:
	case WATCH_ROOT_ZONE:
	case WATCH_ROOT_SITE:
		return (struct verdict){ WATCH_CAUSE_TRUNK, 90 };
	case WATCH_ROOT_PORT:
		return (struct verdict){ WATCH_CAUSE_FEEDER,
			t->los_port * 2 > t->n ? 95 : 92 };
	case WATCH_ROOT_PART:
	case WATCH_ROOT_NODE:
	case WATCH_ROOT_ONU:
	case WATCH_ROOT_COLLECTOR:
	case WATCH_ROOTS:
		break;
	}
	return (struct verdict){ WATCH_CAUSE_BRANCH, 85 };
}

/* Where hardly anybody can gasp, one or two gasps are all that there can be, and no gasp
 * crosses a cut fibre. But a single customer may have lost power by himself at the same time:
 * they count if that is not to be expected of so many. */
static bool
are_few_enough(const struct watch *w, const struct incident *i, const struct tally *t,
    int64_t now_ms)
{
	uint32_t olt = olt_find(w, i->out.olt);
	int64_t width =
	    i->is_timed ? i->last_ms - i->first_ms : i->last_to_ms - i->from_ms;
	double lambda;

	if (!t->power || t->q >= 3 || t->p < 0.5 || t->known * 10 < t->n * 7 ||
	    olt == NONE)
		return false;
	lambda = churn_of(w, olt_at(w, olt), now_ms) * t->n *
	    (double)(width > MINUTE_MS ? width : MINUTE_MS) / HOUR_MS;
	return chance_least(lambda, FEW_CHANCE) <= t->power;
}

/* Rows 7 to 14. */
static struct verdict
by_onus(const struct watch *w, const struct incident *i, const struct tally *t,
    int64_t now_ms)
{
	bool is_wide = i->parts.n >= 3 || i->out.root == WATCH_ROOT_ZONE;

	if (t->known && t->reset * 10 >= t->known * 6 && t->reset * 2 >= t->n)
		return (struct verdict){ WATCH_CAUSE_RESET, 80 };
	if (t->p >= 0.4 && t->q >= 3)
		return (
		    struct verdict){ is_wide ? WATCH_CAUSE_POWER_WIDE : WATCH_CAUSE_POWER,
			t->p < 0.6 ? 80 : 90 };
	if (t->p <= 0.1 && t->q >= 4 && t->los * 2 > t->known)
		return by_light(i, t);
	if (t->p > 0.1 && t->p < 0.4 && t->power >= 3)
		return (struct verdict){ WATCH_CAUSE_POWER_MUTE, 65 };
	if (t->p > 0.1 && t->q >= 4)
		return (struct verdict){ WATCH_CAUSE_MIXED, 45 };
	if (are_few_enough(w, i, t, now_ms))
		return (struct verdict){ WATCH_CAUSE_POWER_MUTE, t->power > 1 ? 65 : 55 };
	return (struct verdict){ WATCH_CAUSE_UNKNOWN, 40 };
}

/* Of one port: who works there, and what it sends. */
static void
write_port(struct watch *w, struct incident *i, int64_t now_ms)
{
	uint32_t row =
	    i->parts.n == 1 ? VEC_AT(&i->parts, struct part, 0)->port : (uint32_t)NONE;
	const struct port *p = row == NONE ? NULL : port_at(w, row);

	if (!p)
		return;
	if (p->n_up && incident_is_live(i))
		incident_evidence(w, i, "neighbours", 0, now_ms, "%d", p->n_up);
	if (p->tx_now != 0 && !p->tx_is_gone)
		incident_evidence(
		    w, i, "port_tx_dbm", 0, now_ms, "%.1f", (double)p->tx_now);
}

static void
write_evidence(struct watch *w, struct incident *i, const struct tally *t, int64_t now_ms)
{
	struct parts_say s = ask_parts(w, i);

	evidence_clear(i);
	incident_evidence(w, i, "gasped", t->power, now_ms, "%d", t->power);
	incident_evidence(w, i, "los", t->los, now_ms, "%d", t->los);
	incident_evidence(w, i, "mute", 0, now_ms, "%d", t->mute);
	incident_evidence(w, i, "signal", t->signal, now_ms, "%d", t->signal);
	incident_evidence(w, i, "reset", t->reset, now_ms, "%d", t->reset);
	if (t->admin)
		incident_evidence(w, i, "admin", t->admin, now_ms, "%d", t->admin);
	incident_evidence(w, i, "waiting", 0, now_ms, "%d", t->n - t->fresh);
	if (i->is_exact)
		incident_evidence(w, i, "burst_ms", 0, now_ms, "%lld",
		    (long long)(i->last_ms - i->first_ms));
	if (s.closed)
		incident_evidence(w, i, "port_closed", 95, now_ms, "%zu", s.closed);
	if (s.no_module)
		incident_evidence(w, i, "no_module", 95, now_ms, "%zu", s.no_module);
	if (s.bad_card)
		incident_evidence(w, i, "bad_card", 95, now_ms, "%zu", s.bad_card);
	if (s.no_tx)
		incident_evidence(w, i, "no_tx", 85, now_ms, "%zu", s.no_tx);
	write_port(w, i, now_ms);
	if (t->had_power + t->lost_power)
		incident_evidence(w, i, "returned", 0, now_ms,
		    "{\"had_power\": %d, \"lost_power\": %d}", t->had_power,
		    t->lost_power);
}

/* ---- what would change it ------------------------------------------------------------------ */

/* How many of those that have not spoken yet would have to report a loss of power, so that it
 * is a power cut; 0: no number would. */
static int
gasps_needed(const struct tally *t)
{
	for (int n = 1; n <= t->n - t->known; n++)
		if (t->q + n >= 3 && (double)(t->power + n) >= 0.4 * (t->q + n))
			return n;
	return 0;
}

/* How many would have to report a loss of light, though they could report one of power, so
 * that it is the fibre. */
static int
losses_needed(const struct tally *t)
{
	for (int n = 1; n <= t->n - t->known; n++)
		if (t->q + n >= 4 && (double)t->power <= 0.1 * (t->q + n))
			return n;
	return 0;
}

static void
add_number(char *text, const char *key, int64_t number)
{
	size_t used = strlen(text);

	if (number > 0)
		(void)snprintf(text + used, OUTLOOK_MAX - used, "%s\"%s\": %lld",
		    used > 1 ? ", " : "", key, (long long)number);
}

/* As long as it goes on. Nothing that is known already changes it: the device's own word, or
 * what most of the customers have said. */
static void
write_outlook(struct watch *w, struct incident *i, const struct tally *t, int64_t now_ms)
{
	char text[OUTLOOK_MAX] = "{";
	enum watch_cause_class class = i->out.cause_class;
	bool is_open = class == WATCH_CLASS_UNKNOWN || class == WATCH_CLASS_FIBRE ||
	    class == WATCH_CLASS_POWER;

	if (is_open && incident_is_live(i)) {
		add_number(text, "causes", t->n - t->fresh);
		add_number(
		    text, "gasps", class == WATCH_CLASS_POWER ? 0 : gasps_needed(t));
		add_number(
		    text, "losses", class == WATCH_CLASS_FIBRE ? 0 : losses_needed(t));
		if (i->out.cause == WATCH_CAUSE_FINDING)
			add_number(
			    text, "decided_ms", i->out.detected_ms + w->rules.finding_ms);
		add_number(
		    text, "look_ms", i->look_asked_ms ? i->look_asked_ms : i->look_at_ms);
	}
	text_fit(text + strlen(text), OUTLOOK_MAX - strlen(text), "}");
	if (strcmp(text, "{}") != 0)
		incident_evidence(w, i, "outlook", 0, now_ms, "%s", text);
	if (strcmp(text, i->outlook) != 0)
		i->is_dirty = true;
	text_fit(i->outlook, sizeof(i->outlook), text);
}

static void
take_verdict(struct watch *w, struct incident *i, struct verdict v, int64_t now_ms)
{
	enum watch_cause_class class = watch_class_of(v.cause);

	if (v.cause == i->out.cause && v.confidence == i->out.confidence)
		return;
	if (v.cause != i->out.cause)
		incident_log(w, i, "cause", now_ms,
		    "{\"cause\": \"%s\", \"confidence\": %d}", watch_cause_name(v.cause),
		    v.confidence);
	if (class != i->out.cause_class || v.cause != i->out.cause)
		incident_touch(i, now_ms);
	i->out.cause = v.cause;
	i->out.cause_class = class;
	i->out.confidence = v.confidence;
	i->is_dirty = true;
}

/* With what there is after a while, but less sure. */
static struct verdict
find_cause(struct watch *w, struct incident *i, const struct tally *t, int64_t now_ms)
{
	struct verdict v = by_device(w, i);
	bool is_late = t->fresh * 10 < t->n * 7;
	bool is_time =
	    now_ms - i->out.detected_ms >= w->rules.finding_ms || i->looks_answered >= 3;

	if (v.cause)
		return v;
	/* It was found before a restart: nobody said anything else since. */
	if (i->is_loaded &&
	    (i->out.cause == WATCH_CAUSE_ADMIN || i->out.cause == WATCH_CAUSE_CARD ||
		i->out.cause == WATCH_CAUSE_SFP || i->out.cause == WATCH_CAUSE_ROGUE))
		return (struct verdict){ i->out.cause, i->out.confidence };
	/* Row 3, by the word of most of them. */
	if (t->admin * 10 >= t->n * 8 && t->n)
		return (struct verdict){ WATCH_CAUSE_ADMIN, 95 };
	v = by_rogue(w, i, t, now_ms);
	if (v.cause)
		return v;
	if (is_late && !is_time) {
		incident_due(i, i->out.detected_ms + w->rules.finding_ms);
		return (struct verdict){ WATCH_CAUSE_FINDING, 0 };
	}
	v = by_onus(w, i, t, now_ms);
	if (is_late)
		v.confidence -= LATE_COSTS;
	return v;
}

void
cause_judge(struct watch *w, struct incident *i, int64_t now_ms)
{
	struct tally t = tally(i);

	i->out.params.g = t.power;
	if (i->out.cause == WATCH_CAUSE_OLT_RESTART)
		return;
	/* While they come back causes go: what was found stays. */
	if (i->out.state == WATCH_RECOVERING && i->out.cause != WATCH_CAUSE_FINDING) {
		if (strlen(i->outlook) > 2)
			write_evidence(w, i, &t, now_ms);
		i->outlook[0] = '\0';
		return;
	}
	lift_to_card(w, i, now_ms);
	take_verdict(w, i, find_cause(w, i, &t, now_ms), now_ms);
	write_evidence(w, i, &t, now_ms);
	write_outlook(w, i, &t, now_ms);
}

/* ---- how it ended -------------------------------------------------------------------------- */

static int
by_moment(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The time in which most of them came back, without the first and the last tenth, by the
 * device's times; -1: too few have one. */
static int64_t
returned_within(struct watch *w, const struct incident *i)
{
	int64_t *at OWNED(free) = calloc(i->members.n + 1, sizeof(*at));
	size_t n = 0;

	if (!at) {
		w->is_short = true;
		return -1;
	}
	for (size_t k = 0; k < i->members.n; k++) {
		const struct member *m = VEC_AT(&i->members, struct member, k);

		if ((m->bits & MEMBER_UP_IS_EXACT) && !(m->bits & MEMBER_IS_GONE))
			at[n++] = m->up_ms;
	}
	if (n < RETURNS_LEAST || n * 2 < (size_t)i->out.recovered)
		return -1;
	qsort(at, n, sizeof(*at), by_moment);
	return at[n - 1 - n / 10] - at[n / 10];
}

/* It speaks for what was found, or against it; it never finds a cause by itself, because
 * ONUs of one model start alike. */
static void
weigh_returns(struct watch *w, struct incident *i, struct verdict *v, int64_t now_ms)
{
	int64_t within_ms = returned_within(w, i);
	bool is_fibre = i->out.cause_class == WATCH_CLASS_FIBRE;

	if (within_ms < 0)
		return;
	incident_evidence(w, i, "back_ms", 0, now_ms, "%lld", (long long)within_ms);
	if ((!is_fibre && i->out.cause_class != WATCH_CLASS_POWER) ||
	    (within_ms > RETURNS_FIBRE_MS && within_ms <= RETURNS_POWER_MS))
		return;
	if (is_fibre == (within_ms <= RETURNS_FIBRE_MS))
		v->confidence += v->confidence < FINAL_MOST ? FINAL_STEP : 0;
	else
		v->confidence -= v->confidence > FINAL_STEP ? FINAL_STEP : 0;
}

/* How they came back tells power from fibre, if nothing else did. */
void
cause_final(struct watch *w, struct incident *i, int64_t now_ms)
{
	struct tally t = tally(i);
	int told = t.had_power + t.lost_power;
	struct verdict v = { i->out.cause, i->out.confidence };

	write_evidence(w, i, &t, now_ms);
	weigh_returns(w, i, &v, now_ms);
	if (told < 3) {
		take_verdict(w, i, v, now_ms);
		return;
	}
	if (t.lost_power * 10 >= told * 7) {
		if (i->out.cause_class == WATCH_CLASS_UNKNOWN)
			v = (struct verdict){ WATCH_CAUSE_POWER, 60 };
		else if (i->out.cause_class == WATCH_CLASS_POWER &&
		    v.confidence < FINAL_MOST)
			v.confidence += FINAL_STEP;
	} else if (t.had_power * 10 >= told * 7) {
		if (i->out.cause_class == WATCH_CLASS_UNKNOWN)
			v = (struct verdict){ by_light(i, &t).cause, 60 };
		else if (i->out.cause_class == WATCH_CLASS_FIBRE &&
		    v.confidence < FINAL_MOST)
			v.confidence += FINAL_STEP;
	}
	take_verdict(w, i, v, now_ms);
}
