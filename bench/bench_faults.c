/* SPDX-License-Identifier: Apache-2.0
 *
 * Which faults of a simulated plant are found, where, and with which cause.
 *
 * A plant of OLTs with ports of 64 ONUs in boxes of 8 is read every 300 s while single
 * ONUs come and go. Feeders, boxes and cables are cut and streets lose power; the truth
 * is compared with the incidents of the watch. Noise is drawn for each OLT: churn 0.3 to
 * 1.5 % an hour, device times or none, causes at once or one reading late, 75 to 100 % of
 * the gasps received, 25 % mute models, 3 % with a battery. The seeds are not those with
 * which the rules were developed: FACHO_BENCH_SEED sets another seed (default 20260),
 * FACHO_BENCH_FAULTS the number of faults. All of this is printed with the confusion
 * table.
 *
 * It is repeated with another seed and 60 % mute models. Then a day of 1,024,000 ONUs
 * with a churn of 2 % per hour and no fault: every incident is false.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "watch/watch.h"

enum { PORTS = 16, PER_PORT = 64, BOX = 8, PER_OLT = PORTS * PER_PORT, LOOK_MOST = 64 };
#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define EVERY (5 * MINUTE)
#define BEGIN ((int64_t)1767607200000)

/* Requests of one reading of an OLT: three columns, 25 rows per answer; of a look: three
 * values per ONU, twelve per request. */
enum { READING_REQUESTS = 3 * ((PER_OLT + 24) / 25), LOOK_VALUES = 3, LOOK_BATCH = 12 };
enum { IDS = 8 };

enum fault_kind { FEEDER, BOX_CUT, TRUNK, POWER_BOX, POWER_PORT, POWER_ZONE, KINDS };
static const char *const KIND[KINDS] = { "feeder", "box", "trunk", "power_box",
	"power_port", "power_zone" };

struct one {
	bool is_up, told_up, is_mute, has_battery;
	uint8_t cause, told_cause;
	int64_t down_ms, up_at_ms; /* up_at 0: until its fault ends */
};

struct olt_noise {
	double churn, gasps;
	bool has_times, is_late;
};

struct fault {
	enum fault_kind kind;
	int olt, port, n_ports, box;
	int64_t at_ms, end_ms;
	int customers;
	bool is_begun, is_over;
	/* The result of the watch. */
	bool is_found, is_placed;
	enum watch_cause_class class;
	int64_t found_ms;
	int64_t ids[IDS]; /* of its incidents */
	int n_ids;
};

struct looked {
	int looks;
	double requests;
};

struct plant {
	struct watch *w;
	int n_olts;
	struct one *onus;
	struct olt_noise *noise;
	struct fault *faults;
	int n_faults;
	int64_t now_ms;
	int false_ones;
	int64_t span_ms;
	double mute, look_requests, reading_requests;
	struct looked *looked; /* one an OLT */
};

/* ---- chance ------------------------------------------------------------------------ */

static uint64_t seed;

static double
rnd(void)
{
	seed += 0x9e3779b97f4a7c15ULL;
	uint64_t z = seed;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static int
rnd_int(int n)
{
	return (int)(rnd() * n);
}

static int
rnd_poisson(double lambda)
{
	double p = exp(-lambda), sum = p, at = rnd();
	int n = 0;

	while (at > sum && n < 1000) {
		p *= lambda / ++n;
		sum += p;
	}
	return n;
}

/* ---- the plant ---------------------------------------------------------------------- */

static struct position
place(int port, int onu)
{
	struct position p = { .has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT |
		    1 << POS_ONU };

	p.part[POS_SLOT] = (uint32_t)(1 + port / 8);
	p.part[POS_PORT] = (uint32_t)(port % 8);
	p.part[POS_ONU] = (uint32_t)onu;
	return p;
}

static void
put_onu(struct plant *p, int i)
{
	int onu = i % PER_PORT, port = i / PER_PORT % PORTS;
	struct one *o = &p->onus[i];

	*o = (struct one){ .is_up = true,
		.told_up = true,
		.is_mute = rnd() < p->mute,
		.has_battery = rnd() < 0.03 };
	if (watch_put_onu(p->w,
		&(struct watch_onu){ .id = { i + 1 },
		    .olt = { i / PER_OLT + 1 },
		    .position = place(port, onu),
		    .class = WATCH_UP,
		    .distance_m = 800 + (onu / BOX) * 350 + rnd_int(120),
		    .has_gasped = !o->is_mute && rnd() < 0.8,
		    .model = o->is_mute ? "mute" : "gasps" }) != RC_OK)
		lab_die("no memory");
}

static struct plant
plant_new(int n_olts, double mute)
{
	struct plant p = { .n_olts = n_olts, .now_ms = BEGIN, .mute = mute };
	struct watch_rules rules = watch_rules();
	char name[32];

	p.onus = calloc((size_t)n_olts * PER_OLT, sizeof(*p.onus));
	p.noise = calloc((size_t)n_olts, sizeof(*p.noise));
	p.looked = calloc((size_t)n_olts, sizeof(*p.looked));
	if (!p.onus || !p.noise || !p.looked || watch_new(&rules, 1, &p.w) != RC_OK)
		lab_die("no memory");
	for (int i = 0; i < n_olts; i++) {
		(void)snprintf(name, sizeof(name), "site-%d", i);
		p.noise[i] = (struct olt_noise){ 0.003 + rnd() * 0.012,
			0.75 + rnd() * 0.25, rnd() < 0.5, rnd() < 0.2 };
		if (watch_put_olt(p.w,
			&(struct watch_olt){ .id = { i + 1 },
			    .name = name,
			    .site = name,
			    .zone = "",
			    .states_ms = EVERY,
			    .is_enabled = true,
			    .read_ms = BEGIN - EVERY }) != RC_OK)
			lab_die("no memory");
	}
	for (int i = 0; i < n_olts * PER_OLT; i++)
		put_onu(&p, i);
	watch_begin(p.w, 0, BEGIN);
	return p;
}

static void
plant_free(struct plant *p)
{
	watch_free(p->w);
	free(p->onus);
	free(p->noise);
	free(p->looked);
	free(p->faults);
}

static void
go_down(struct one *o, int64_t at_ms, enum state cause, int64_t up_at_ms)
{
	o->is_up = false;
	o->cause = (uint8_t)cause;
	o->down_ms = at_ms;
	o->up_at_ms = up_at_ms;
}

/* Single ONUs that go down and up independently. */
static void
churn(struct plant *p, int olt)
{
	struct one *first = &p->onus[olt * PER_OLT];
	int n = rnd_poisson(p->noise[olt].churn * PER_OLT * (double)EVERY / (double)HOUR);

	for (int i = 0; i < PER_OLT; i++)
		if (!first[i].is_up && first[i].up_at_ms &&
		    first[i].up_at_ms <= p->now_ms)
			first[i].is_up = true;
	while (n-- > 0) {
		struct one *o = &first[rnd_int(PER_OLT)];
		int64_t at = p->now_ms - (int64_t)(rnd() * (double)EVERY);

		if (o->is_up && o->told_up)
			go_down(o, at,
			    !o->is_mute && rnd() < 0.6 ? STATE_POWER : STATE_LOS_ONU,
			    at + (int64_t)(-log(1 - rnd()) * 20 * (double)MINUTE) +
				MINUTE);
	}
}

/* ---- faults ------------------------------------------------------------------------- */

static bool
is_power(enum fault_kind kind)
{
	return kind == POWER_BOX || kind == POWER_PORT || kind == POWER_ZONE;
}

static bool
fault_has(const struct fault *f, int onu)
{
	int port = onu / PER_PORT % PORTS, box = onu % PER_PORT / BOX;

	return onu / PER_OLT == f->olt && port >= f->port &&
	    port < f->port + f->n_ports && (f->box < 0 || box == f->box);
}

static void
fault_begins(struct plant *p, struct fault *f)
{
	const struct olt_noise *noise = &p->noise[f->olt];

	f->is_begun = true;
	for (int i = f->olt * PER_OLT; i < (f->olt + 1) * PER_OLT; i++) {
		struct one *o = &p->onus[i];
		bool gasps = !o->is_mute && rnd() < noise->gasps;

		if (!fault_has(f, i) || !o->is_up || !o->told_up ||
		    (is_power(f->kind) && o->has_battery))
			continue;
		f->customers++;
		go_down(o,
		    f->at_ms + (is_power(f->kind) ? rnd_int(20000) : rnd_int(1500)),
		    is_power(f->kind) && gasps ? STATE_POWER : STATE_LOS_ONU, 0);
	}
}

static void
fault_ends(struct plant *p, struct fault *f)
{
	f->is_over = true;
	for (int i = f->olt * PER_OLT; i < (f->olt + 1) * PER_OLT; i++)
		if (fault_has(f, i) && !p->onus[i].is_up && !p->onus[i].up_at_ms)
			p->onus[i].is_up = true;
}

static void
make_faults(struct plant *p, int n, int64_t span_ms)
{
	p->faults = calloc((size_t)n, sizeof(*p->faults));
	if (!p->faults)
		lab_die("no memory");
	p->n_faults = n;
	for (int i = 0; i < n; i++) {
		struct fault *f = &p->faults[i];

		*f = (struct fault){ .kind = (enum fault_kind)(i % KINDS),
			.olt = i % p->n_olts,
			.n_ports = 1,
			.box = -1 };
		/* One after the other on an OLT, with enough time between them to be
		 * distinguished. */
		f->at_ms = BEGIN + HOUR + (int64_t)(i / p->n_olts) * 4 * HOUR +
		    (int64_t)(rnd() * (double)HOUR);
		f->end_ms = f->at_ms + 40 * MINUTE + (int64_t)(rnd() * (double)HOUR);
		if (f->kind == TRUNK || f->kind == POWER_ZONE)
			f->n_ports = 2 + rnd_int(3);
		if (f->kind == BOX_CUT || f->kind == POWER_BOX)
			f->box = rnd_int(PER_PORT / BOX);
		/* A cable of ports of two cards: with one card, the cause could be the
		 * card. */
		f->port = f->kind == TRUNK ? 8 - 1 : rnd_int(PORTS - f->n_ports + 1);
		if (f->end_ms > BEGIN + span_ms)
			lab_die("too many faults for the time");
	}
}

/* ---- what the watch says -------------------------------------------------------------- */

static int
members_of(
    const struct watch_incident *in, const struct fault *f, int *ret_all, int *ret_ports)
{
	struct watch_member at[PER_PORT * 2];
	int hits = 0;

	*ret_all = *ret_ports = 0;
	for (size_t i = 0; i < in->n_ports; i++) {
		size_t n = watch_members_unpack(in->ports[i].members,
		    in->ports[i].members_bytes, in->detected_ms, at, PER_PORT * 2);

		*ret_ports += n > 0;
		for (size_t m = 0; m < n; m++) {
			++*ret_all;
			hits += fault_has(f, (int)at[m].onu.v - 1);
		}
	}
	return hits;
}

static bool
is_right_place(
    const struct fault *f, const struct watch_incident *in, int hits, int all, int ports)
{
	if (hits * 10 < all * 8 || hits * 10 < f->customers * 8 || ports != f->n_ports)
		return false;
	switch (f->kind) {
	case FEEDER:
	case POWER_PORT:
		return in->root == WATCH_ROOT_PORT;
	case BOX_CUT:
	case POWER_BOX:
		return in->root == WATCH_ROOT_PART || in->root == WATCH_ROOT_NODE;
	case TRUNK:
		return in->root == WATCH_ROOT_TRUNK;
	case POWER_ZONE:
		return in->root == WATCH_ROOT_ZONE || in->root == WATCH_ROOT_TRUNK;
	case KINDS:
		break;
	}
	return false;
}

static void
note_id(struct fault *f, int64_t id)
{
	for (int i = 0; i < f->n_ids; i++)
		if (f->ids[i] == id)
			return;
	if (f->n_ids < IDS)
		f->ids[f->n_ids++] = id;
}

static void
compare(struct plant *p, const struct watch_incident *in)
{
	if (in->kind != WATCH_OUTAGE || !in->opened_ms || in->state > WATCH_RECOVERING)
		return;
	for (int i = 0; i < p->n_faults; i++) {
		struct fault *f = &p->faults[i];
		int all, ports, hits;

		if (!f->is_begun || p->now_ms > f->end_ms + 15 * MINUTE)
			continue;
		hits = members_of(in, f, &all, &ports);
		if (hits * 2 < all || !hits)
			continue;
		if (!f->is_found)
			f->found_ms = p->now_ms;
		f->is_found = true;
		note_id(f, in->id);
		f->is_placed = is_right_place(f, in, hits, all, ports);
		f->class = in->cause_class;
		return;
	}
	if (in->opened_ms == p->now_ms)
		p->false_ones++;
}

static void
answer(struct plant *p, const struct watch_look *look)
{
	struct watch_seen seen[LOOK_MOST];
	struct looked *looked = &p->looked[look->olt.v - 1];
	double requests = ceil((double)look->n * LOOK_VALUES / LOOK_BATCH);

	p->look_requests += requests;
	looked->requests += requests;
	looked->looks++;
	for (size_t i = 0; i < look->n; i++) {
		struct one *o = &p->onus[look->onus[i].v - 1];

		seen[i] = (struct watch_seen){ .onu = look->onus[i],
			.state = o->is_up ? STATE_ONLINE : STATE_OFFLINE,
			.cause = o->is_up ? STATE_NONE : (enum state)o->cause,
			.last_down_ms =
			    p->noise[look->olt.v - 1].has_times ? o->down_ms : 0 };
		o->told_up = o->is_up;
		o->told_cause = o->cause;
	}
	watch_looked(p->w,
	    &(struct watch_look_result){ .incident = look->incident,
		.olt = look->olt,
		.at_ms = p->now_ms,
		.is_answered = true,
		.seen = seen,
		.n = look->n });
}

static void
run(struct plant *p)
{
	const struct watch_incident *in;
	struct watch_look look;
	struct watch_fact fact;
	bool has_looked;

	do {
		has_looked = false;
		watch_run(p->w, p->now_ms);
		while ((in = watch_take_incident(p->w)))
			compare(p, in);
		while (watch_take_look(p->w, &look)) {
			answer(p, &look);
			has_looked = true;
		}
	} while (has_looked);
	while (watch_take_fact(p->w, &fact))
		;
}

static void
read_olt(struct plant *p, int olt)
{
	const struct olt_noise *noise = &p->noise[olt];

	p->reading_requests += READING_REQUESTS;
	churn(p, olt);
	for (int i = olt * PER_OLT; i < (olt + 1) * PER_OLT; i++) {
		struct one *o = &p->onus[i];
		struct watch_change c = { .onu = { i + 1 },
			.kind = ONU_RUN_STATE,
			.at_ms = p->now_ms,
			.state = o->is_up ? STATE_ONLINE : STATE_OFFLINE,
			.last_down_ms = noise->has_times ? o->down_ms : 0 };
		bool is_late = noise->is_late && p->now_ms - o->down_ms < EVERY;

		if (o->is_up == o->told_up && (o->is_up || o->cause == o->told_cause))
			continue;
		c.cause = o->is_up ? STATE_NONE
		    : is_late      ? STATE_UNKNOWN
				   : (enum state)o->cause;
		if (o->is_up == o->told_up)
			c.kind = ONU_CAUSE;
		watch_onu_changed(p->w, &c);
		o->told_up = o->is_up;
		o->told_cause = o->is_up ? STATE_NONE : (uint8_t)c.cause;
	}
	watch_reading(p->w,
	    &(struct watch_reading){ .olt = { olt + 1 },
		.began_ms = p->now_ms,
		.ended_ms = p->now_ms,
		.is_complete = true });
}

/* OLTs are read one after the other, spread over the interval. */
static void
live(struct plant *p, int64_t span_ms)
{
	p->span_ms = span_ms;
	for (int64_t round = 0; round < span_ms / EVERY; round++)
		for (int olt = 0; olt < p->n_olts; olt++) {
			int64_t at = BEGIN + round * EVERY + olt * EVERY / p->n_olts;

			for (int64_t next = watch_next_ms(p->w); next < at;
			     next = watch_next_ms(p->w)) {
				p->now_ms = next > p->now_ms ? next : p->now_ms + 1;
				if (p->now_ms >= at)
					break;
				run(p);
			}
			p->now_ms = at;
			for (int i = 0; i < p->n_faults; i++) {
				struct fault *f = &p->faults[i];

				if (!f->is_begun && f->at_ms <= at)
					fault_begins(p, f);
				if (f->is_begun && !f->is_over && f->end_ms <= at)
					fault_ends(p, f);
			}
			read_olt(p, olt);
			run(p);
		}
}

/* ---- reports --------------------------------------------------------------------------- */

static void
confusion(const struct plant *p, int with_seed)
{
	printf("{\"name\":\"faults_confusion\", \"seed\":%d, \"olts\":%d, "
	       "\"poll_s\":300, \"churn_percent_an_hour\":[0.3, 1.5], "
	       "\"gasps_heard_percent\":[75, 100], \"mute_percent\":%.0f, "
	       "\"battery_percent\":3, \"device_times_percent\":50, "
	       "\"late_causes_percent\":20, \"table\":{",
	    with_seed, p->n_olts, p->mute * 100);
	for (int k = 0; k < KINDS; k++) {
		int n = 0, found = 0, placed = 0, class[WATCH_CAUSE_CLASSES] = { 0 };

		for (int i = 0; i < p->n_faults; i++) {
			const struct fault *f = &p->faults[i];

			if (f->kind != (enum fault_kind)k || f->customers < 4)
				continue;
			n++;
			found += f->is_found;
			placed += f->is_placed;
			class[f->class] += f->is_found;
		}
		printf("%s\"%s\":{\"n\":%d, \"found\":%d, \"placed\":%d", k ? ", " : "",
		    KIND[k], n, found, placed);
		for (int c = 0; c < WATCH_CAUSE_CLASSES; c++)
			if (class[c])
				printf(", \"%s\":%d",
				    watch_class_name((enum watch_cause_class)c),
				    class[c]);
		printf("}");
	}
	printf("}}\n");
}

struct totals {
	double n, found, placed, power, as_power, power_wrong, fibre, as_fibre, waited,
	    ids;
};

static struct totals
count(const struct plant *p)
{
	struct totals t = { 0 };

	for (int i = 0; i < p->n_faults; i++) {
		const struct fault *f = &p->faults[i];
		bool is_power_fault = is_power(f->kind);

		if (f->customers < 4)
			continue;
		t.n++;
		if (!f->is_found)
			continue;
		t.found++;
		t.placed += f->is_placed;
		t.waited += (double)(f->found_ms - f->at_ms) / 1000;
		t.ids += f->n_ids;
		t.power += is_power_fault;
		t.as_power += is_power_fault && f->class == WATCH_CLASS_POWER;
		t.power_wrong += is_power_fault && f->class == WATCH_CLASS_FIBRE;
		t.fibre += !is_power_fault;
		t.as_fibre += !is_power_fault && f->class == WATCH_CLASS_FIBRE;
	}
	return t;
}

/* OLTs whose looks were more than 2 % of their requests and more than 20 a day. */
static int
looked_at_too_often(const struct plant *p)
{
	double days = (double)p->span_ms / (double)(24 * HOUR);
	double readings = (double)p->span_ms / (double)EVERY * READING_REQUESTS;
	int n = 0;

	for (int i = 0; i < p->n_olts; i++)
		n += p->looked[i].requests > 0.02 * readings &&
		    p->looked[i].looks > 20 * days;
	return n;
}

static bool
at_least(const char *name, double value, double target)
{
	return lab_report(name, value, "%", target, false, NULL, 0);
}

static bool
report(const struct plant *p, int with_seed)
{
	struct totals t = count(p);
	double found = t.found + 1e-9;
	bool is_met;

	confusion(p, with_seed);
	is_met = at_least("faults_found", 100 * t.found / t.n, 99);
	is_met &= at_least("faults_placed", 100 * t.placed / found, 97);
	is_met &=
	    at_least("faults_power_as_power", 100 * t.as_power / (t.power + 1e-9), 98);
	is_met &=
	    at_least("faults_fibre_as_fibre", 100 * t.as_fibre / (t.fibre + 1e-9), 98);
	is_met &= lab_report(
	    "faults_seconds_until_open", t.waited / found, "s", 160, true, NULL, 0);
	is_met &= lab_report(
	    "faults_incidents_per_fault", t.ids / found, "", 1.02, true, NULL, 0);
	is_met &= lab_report("faults_looks_share_of_requests",
	    100 * p->look_requests / p->reading_requests, "%", 2, true, NULL, 0);
	is_met &= lab_report("faults_olts_looked_at_too_often", looked_at_too_often(p),
	    "OLTs", 0, true, NULL, 0);
	return is_met &
	    lab_report("faults_false_meanwhile", p->false_ones, "", 1, true, NULL, 0);
}

/* With 60 % mute models, and another seed. */
static bool
report_mute(const struct plant *p, int with_seed)
{
	struct totals t = count(p);
	bool is_met;

	confusion(p, with_seed);
	is_met = at_least(
	    "faults_power_as_power_60_mute", 100 * t.as_power / (t.power + 1e-9), 92);
	return is_met &
	    lab_report("faults_power_as_fibre_60_mute",
		100 * t.power_wrong / (t.power + 1e-9), "%", 1, true, NULL, 0);
}

static int
number(const char *name, int otherwise)
{
	const char *text = getenv(name);

	return text ? (int)strtol(text, NULL, 10) : otherwise;
}

static struct plant
live_with_faults(int faults, double mute, int with_seed)
{
	int64_t span = (int64_t)((faults + 199) / 200) * 4 * HOUR + 4 * HOUR;
	struct plant p;

	seed = (uint64_t)with_seed;
	p = plant_new(200, mute);
	make_faults(&p, faults, span);
	live(&p, span);
	return p;
}

int
main(void)
{
	int faults = number("FACHO_BENCH_FAULTS", 1200);
	int olts = number("FACHO_BENCH_OLTS", 1000);
	int first = number("FACHO_BENCH_SEED", 20260);
	struct plant p = live_with_faults(faults, 0.25, first);
	bool is_met = report(&p, first);

	plant_free(&p);
	p = live_with_faults(faults, 0.6, first + 1);
	is_met &= report_mute(&p, first + 1);
	plant_free(&p);

	p = plant_new(olts, 0.25);
	for (int i = 0; i < olts; i++)
		p.noise[i].churn = 0.02;
	live(&p, 24 * HOUR);
	is_met &= lab_report(
	    "faults_false_a_day_million_onus", p.false_ones, "", 1, true, NULL, 0);
	plant_free(&p);
	return is_met ? 0 : 1;
}
