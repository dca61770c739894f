/* SPDX-License-Identifier: Apache-2.0
 *
 * watch/watch_int.h - what a watch consists of.
 *
 * ONUs are rows of 20 bytes in one array, found by an index of 5 bytes each; a million of
 * them is 26 MB. All else is kept only for those that are down: drops (in the basket of
 * their port, until they are too old or belong to an incident) and members of incidents.
 *
 * A leaf is a port and a plant node, if ONUs of that port hang on that node; ONUs are in
 * the list of their leaf, leaves in the list of their port, ports in that of their OLT.
 * Lists are of numbers of rows; NONE ends them.
 */
#ifndef FACHO_WATCH_WATCH_INT_H
#define FACHO_WATCH_WATCH_INT_H

#include "base/map.h"
#include "base/vec.h"
#include "watch/watch.h"

#define NONE UINT32_MAX

enum { SECOND_MS = 1000, MINUTE_MS = 60000, HOUR_MS = 3600000 };
#define DAY_MS ((int64_t)24 * HOUR_MS)

/* ---- index: from a key to a row -------------------------------------------------- */

/* The rows are the caller's; equal says whether a row has the key. Keys are hashed by
 * the caller. */
struct index {
	uint32_t *slots; /* row + 1; 0: free */
	uint32_t cap, n;
};
typedef bool index_equal(const struct watch *w, uint32_t row, const void *key);
typedef uint32_t index_hash_of(const struct watch *w, uint32_t row);

uint32_t index_hash(uint64_t key);
uint32_t index_find(const struct index *x, const struct watch *w, uint32_t hash,
    index_equal *equal, const void *key);
/* The row must not be in it. False: no memory. */
bool index_add(struct index *x, const struct watch *w, uint32_t row, index_hash_of *hash);
void index_remove(
    struct index *x, const struct watch *w, uint32_t row, index_hash_of *hash);

/* ---- the plant -------------------------------------------------------------------- */

enum onu_bit {
	ONU_IS_LIVE = 1 << 0, /* the row is in use */
	ONU_HAS_GASPED = 1 << 1,
	ONU_IS_TAGGED = 1 << 2,
	ONU_IS_IN_BASKET = 1 << 3,
	ONU_IS_FLAPPING = 1 << 4,
	ONU_IS_TRANSITIONAL = 1 << 5, /* counts as before; see watch.transits */
	ONU_IS_MARKED = 1 << 6, /* within one function */
	ONU_MAY_BE_MEMBER = 1 << 7, /* not set: it is a member of no incident */
};

struct onu_row {
	uint32_t id;
	uint32_t leaf;
	uint32_t next; /* in the leaf */
	uint16_t distance_m;
	uint16_t model; /* in watch.models */
	uint16_t last_down; /* units of 2 minutes, never 0; 0: none known */
	uint8_t class_cause; /* enum watch_class, enum state << 2 */
	uint8_t bits;
};

struct leaf {
	uint32_t port, node; /* node NONE: none */
	uint32_t first; /* ONU */
	uint32_t next; /* of the port */
};

/* Part of a position that names a port or card. */
struct place {
	uint32_t part[POS_PORT + 1];
	uint8_t has;
};

struct port {
	uint32_t olt, card;
	struct place place;
	uint32_t next; /* of the OLT */
	uint32_t first_leaf;
	uint32_t first_drop;
	uint32_t next_dirty; /* in watch.dirty */
	uint32_t newest_onu; /* that appeared or was replaced last, its id; 0 */
	uint32_t newest_s;
	uint16_t n_onus, n_up, n_drops;
	uint16_t n_flappers; /* as counted by flap_pass() */
	uint8_t said; /* enum watch_port_cause */
	bool is_dirty;
	bool tx_is_gone;
	float tx_base, tx_now; /* 0: unknown */
	int64_t said_ms;
};

struct card {
	uint32_t olt;
	struct place place;
	bool is_bad;
	int64_t said_ms;
};

struct plant_node {
	int64_t id, parent_id;
	uint32_t parent;
	enum watch_node_kind kind;
	char *name; /* owned */
	int32_t distance_m;
	bool is_tagged, is_learnt, is_gone;
	uint32_t seen, risk, down; /* of locate.c */
};

struct incident;

enum { WEEK_HOURS = 168, RECENT_SLOTS = 12 };

struct olt {
	struct olt_id id;
	char *name, *site, *zone; /* owned */
	bool has_point, is_enabled, is_tagged;
	double latitude, longitude;
	int64_t brand;
	int64_t states_ms;
	int64_t silent_since_ms; /* 0: answers */
	int64_t read_ms; /* start of the last complete reading */
	int64_t reading_ms; /* end of the newest one that was not judged yet; 0 */
	int64_t blind_from_ms; /* what happened since then is told as "while blind"; 0 */
	bool needs_reading; /* after blindness */
	bool is_gone;
	uint32_t first_port;
	struct incident *outages; /* list of judge_index() */
	uint32_t n_onus, n_up, n_ports;
	int64_t restarted_ms; /* when it began anew; 0 */
	int64_t looks_ms[3]; /* the last looks */
	/* Churn: of each hour of the week, 0: unknown; of the present hour. */
	float churn[WEEK_HOURS];
	uint32_t hour_downs;
	/* The device's clock minus ours lies between these, by the downs so far. */
	int64_t clock_low_ms, clock_high_ms;
	uint32_t clock_n, clock_bad;
};

struct model {
	char *name; /* owned */
	uint32_t downs, gasps;
};

/* ---- drops ------------------------------------------------------------------------ */

/* An ONU that went down and is in the basket of its port. */
struct drop {
	uint32_t onu; /* row */
	uint32_t next;
	int64_t from_ms, to_ms; /* it went down in (from, to] */
	int64_t at_ms; /* exact: the device's time in our clock; else to_ms */
	int64_t device_ms; /* as the device says; 0: none */
	bool is_exact;
	bool is_fresh; /* its cause belongs to this down */
	bool is_blind; /* we could not see */
	bool is_judged; /* at least once: it may expire */
};

/* An ONU that is coming up or going down, which counts as before for 2 readings. */
struct transit {
	uint32_t onu; /* id */
	int readings;
	int64_t at_ms;
	int64_t from_ms;
};

/* ---- incidents -------------------------------------------------------------------- */

enum member_bit {
	MEMBER_IS_EXACT = 1 << 0,
	MEMBER_CAN_GASP = 1 << 1,
	MEMBER_IS_FRESH = 1 << 2,
	MEMBER_IS_GONE = 1 << 3, /* deleted, switched off, or in another incident now */
	MEMBER_HAD_POWER = 1 << 4, /* its uptime is longer than the outage */
	MEMBER_LOST_POWER = 1 << 5,
	MEMBER_UP_IS_EXACT = 1 << 6, /* up_ms is the device's time */
};

struct member {
	uint32_t onu; /* id */
	uint32_t part; /* in incident.parts */
	int64_t down_ms, up_ms;
	uint16_t distance_m;
	uint8_t evidence, bits;
};

/* A port of an incident. */
struct part {
	uint32_t port; /* row; NONE: deleted */
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	int64_t at_risk;
	int64_t down, up;
	int32_t dist_min_m, dist_max_m;
	bool is_changed;
	uint32_t packed_bytes;
	void *packed; /* owned: its members as they were taken last */
};

struct line {
	const char *kind; /* one of a few constants */
	char *text; /* owned */
	int weight;
	int64_t at_ms;
};

enum { BOUNCES = 4 };

enum { OUTLOOK_MAX = 160 };

struct incident {
	struct watch_incident out; /* its lists are filled when it is taken */
	struct vec members; /* struct member, sorted by nothing */
	struct vec parts; /* struct part */
	struct vec logs, evidence; /* struct line */
	bool is_dirty; /* to be written */
	bool is_stored; /* taken at least once */
	bool is_taken; /* its lines were handed out */
	bool is_touched; /* its version has risen since it was taken */
	bool is_loaded; /* from the database */
	bool is_tagged; /* it has customers that matter */
	int repeats; /* incidents of the same place in 7 days before */
	bool needs_judging; /* its members or facts changed */
	/* What version rises with. */
	int64_t said_affected;
	/* Drops. */
	int64_t first_ms, last_ms; /* of its burst; exact or reading times */
	int64_t from_ms; /* earliest possible start */
	bool is_exact;
	bool is_timed; /* first and last are the device's, maybe in its own clock */
	int64_t last_to_ms; /* newest reading that brought a member */
	/* Looks. */
	int looks; /* asked */
	int looks_answered;
	int64_t look_at_ms; /* the next one; 0: none */
	int64_t look_asked_ms; /* not answered yet; 0 */
	uint32_t look_part;
	bool look_is_refused;
	bool is_confirmed; /* 70 % still down in a look, or in a second reading */
	bool is_small; /* a port of at most 3 ONUs */
	bool is_looked_for_end; /* the look before resolve was done or is not possible */
	bool wants_end_look;
	/* Timers. */
	int64_t calm_ms; /* 95 % back since; 0 */
	int64_t lower_ms; /* severity could fall since; 0 */
	int64_t bounces[BOUNCES]; /* when it went down again, newest last; 0 */
	int64_t flap_ms; /* flapping since */
	bool was_told_class; /* a class other than unknown was found */
	bool is_cleared; /* of kinds that end by word: it is over */
	int64_t due_ms;
	struct incident *next_of_olt; /* in the list of judge_index() */
	int64_t acked_affected;
	enum watch_severity acked_severity;
	enum watch_cause_class acked_class;
	char outlook[OUTLOOK_MAX]; /* what would change the verdict, as last written */
};

/* An ended incident, for repetitions. */
struct past {
	int64_t id, closed_ms;
	enum watch_kind kind;
	enum watch_root root;
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	int64_t node_id, subject, d1_m, d2_m;
};

/* The last downs of an ONU that went down twice within a few hours. */
enum { FLAPS = 10 };
struct flapper {
	uint32_t onu; /* id */
	uint32_t n; /* downs in ring, at most FLAPS */
	uint32_t at;
	uint32_t down_s[FLAPS];
	uint8_t cause; /* enum state: of its last down; STATE_NONE */
};

struct group {
	int64_t node; /* 0: not stored */
	uint32_t port;
	int sure;
	bool is_dirty, is_gone;
	uint32_t *onus; /* owned, ids, sorted */
	uint32_t n;
};

/* A level that is low against its baseline. */
struct low_level {
	uint32_t onu; /* id */
	uint32_t port;
	float down_db[2], up_db[2]; /* loss of the last two readings, newest last */
	float rx, olt_rx; /* the newest */
	uint8_t n_down, n_up; /* readings, at most 2 */
};

struct limit {
	struct watch_limit l; /* its texts are owned */
	size_t n_open; /* its incidents */
};

/* A value beyond its limit, and since when. */
struct over {
	int64_t limit;
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	uint32_t onu;
	int64_t since_ms;
	double value;
	enum watch_entity entity;
	int64_t incident; /* 0: not yet */
};

struct window {
	int64_t id;
	bool is_plan;
	int64_t from_ms, until_ms;
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	struct onu_id onu;
	char title[WATCH_TEXT_MAX];
};

/* Which incident an ONU is a member of. */
struct membership {
	uint32_t onu; /* id; 0: free */
	uint32_t member; /* in the incident */
	struct incident *incident;
};
struct memberships {
	struct membership *slots;
	uint32_t cap, n;
};

/* ---- the watch -------------------------------------------------------------------- */

struct watch {
	struct watch_rules rules;
	int64_t next_id;
	int64_t now_ms; /* of the last run */
	bool is_short, has_begun;

	struct onu_row *onus;
	uint32_t n_onus, room_onus, free_onu;
	uint32_t live_onus, down_onus;
	uint32_t changed; /* row that changed last */
	struct index onu_index;
	struct vec leaves, ports, cards, olts, nodes, models; /* rows; never removed */
	struct index port_index, card_index, olt_index, node_index, model_index;
	uint32_t free_leaf;

	struct drop *drops;
	uint32_t n_drops, room_drops, free_drop, live_drops;
	uint32_t dirty; /* list of ports */

	struct vec incidents; /* struct incident *, owned; not closed, or not taken yet */
	struct map *by_id; /* of incidents */
	struct vec past;
	struct memberships members;

	/* Blindness. */
	int64_t blind_since_ms[WATCH_BLINDS]; /* 0: not */
	int64_t frozen_ms; /* since; 0 */
	bool silence_changed; /* blind_judge must look at all OLTs */
	int64_t silence_due_ms;
	int64_t flap_due_ms;
	/* Churn of all OLTs in the last hour, in slots of 5 minutes. */
	uint32_t recent_downs[RECENT_SLOTS];
	double recent_hours[RECENT_SLOTS]; /* of ONUs, that readings are about */
	int64_t recent_at;
	int64_t hour; /* of the epoch, for churn */

	struct vec transits, flappers, groups, lows, limits, overs, windows, facts;
	struct index flapper_index, low_index;
	struct vec chosen; /* struct onu_id: of the look or group that was taken last */
	struct vec out_ports, out_evidence, out_logs;
	struct buf packing;

	int64_t opened, dismissed, looks, looks_answered, looks_refused, looks_lost;
	int64_t next_ms;
	uint32_t epoch; /* of locate.c */
	size_t take_from; /* of watch_take_incident */
	bool has_resolved; /* outages that may come again; of judge_index() */
	struct incident *wide_outages; /* of several OLTs; list of judge_index() */
};

/* ---- plant.c ---------------------------------------------------------------------- */

static inline struct port *
port_at(const struct watch *w, uint32_t i)
{
	return VEC_AT(&w->ports, struct port, i);
}

static inline struct olt *
olt_at(const struct watch *w, uint32_t i)
{
	return VEC_AT(&w->olts, struct olt, i);
}

static inline struct leaf *
leaf_at(const struct watch *w, uint32_t i)
{
	return VEC_AT(&w->leaves, struct leaf, i);
}

static inline struct card *
card_at(const struct watch *w, uint32_t i)
{
	return VEC_AT(&w->cards, struct card, i);
}

static inline struct plant_node *
node_at(const struct watch *w, uint32_t i)
{
	return VEC_AT(&w->nodes, struct plant_node, i);
}

static inline enum watch_class
onu_class(const struct onu_row *o)
{
	return (enum watch_class)(o->class_cause & 3);
}

static inline enum state
onu_cause(const struct onu_row *o)
{
	return (enum state)(o->class_cause >> 2);
}

/* It sends nothing any more, or 3 dB less than before. */
static inline bool
port_tx_is_bad(const struct port *p)
{
	return p->tx_is_gone || (p->tx_base != 0 && p->tx_now <= p->tx_base - 3);
}

/* A cause that says something. */
static inline bool
cause_is_known(enum state cause)
{
	return (int)cause >= (int)STATE_CAUSES && cause != STATE_UNKNOWN;
}

uint32_t olt_find(const struct watch *w, struct olt_id olt); /* NONE */
uint32_t onu_find(const struct watch *w, struct onu_id onu);
uint32_t node_find(const struct watch *w, int64_t node);
uint32_t port_find(const struct watch *w, struct olt_id olt, const char *place);
uint32_t card_find(const struct watch *w, struct olt_id olt, const char *place);
static inline struct port *
onu_port(const struct watch *w, const struct onu_row *o)
{
	return port_at(w, leaf_at(w, o->leaf)->port);
}
static inline struct olt *
onu_olt(const struct watch *w, const struct onu_row *o)
{
	return olt_at(w, onu_port(w, o)->olt);
}
/* Sets class and cause, and counts. */
void onu_set_class(struct watch *w, struct onu_row *o, enum watch_class c);
void onu_set_cause(struct onu_row *o, enum state cause);
/* Another position of a known ONU. False: no memory. */
bool onu_move(struct watch *w, uint32_t row, uint32_t olt, const struct position *p);
/* The row of a model, which is added if it is new; 0: unknown. */
uint16_t model_row(struct watch *w, const char *name);
bool onu_can_gasp(const struct watch *w, const struct onu_row *o);
void onu_position_text(const struct watch *w, const struct onu_row *o, char *text);
char *place_text(const struct place *p, char text[WATCH_PLACE_MAX]);
char *text_copy(struct watch *w, const char *text); /* NULL: short */
/* Copies as much as fits; never in the middle of a character of UTF-8. */
void text_fit(char *to, size_t max, const char *from);
/* Next ONU of a port: start with *leaf = first_leaf, row = NONE. NONE at the end. */
uint32_t port_next_onu(const struct watch *w, uint32_t *leaf, uint32_t row);
void *vec_more(struct watch *w, struct vec *v); /* vec_add; NULL: short */

/* ---- basket.c --------------------------------------------------------------------- */

void basket_add(struct watch *w, uint32_t onu, const struct drop *drop);
/* Out of its basket; false: it was in none. */
bool basket_remove(struct watch *w, uint32_t onu, struct drop *ret_drop);
/* Too old: they were single downs. */
void basket_expire(struct watch *w, uint32_t port, int64_t now_ms);
int64_t basket_ms(const struct watch *w, const struct olt *o);
void port_mark(struct watch *w, uint32_t port);

/* ---- chance.c --------------------------------------------------------------------- */

/* The least k with P(Poisson(lambda) >= k) <= chance. */
int chance_least(double lambda, double chance);

/* ---- learn.c ---------------------------------------------------------------------- */

double churn_of(const struct watch *w, const struct olt *o, int64_t now_ms);
void churn_count(struct watch *w, struct olt *o, int n, int64_t at_ms);
/* A reading says what happened to the OLT's ONUs between these. */
void churn_watched(struct watch *w, const struct olt *o, int64_t from_ms, int64_t to_ms);
void churn_pass(struct watch *w, int64_t now_ms); /* an hour may have ended */
/* A down of the device's clock in (from, to] of ours. */
void clock_learn(struct olt *o, int64_t device_ms, int64_t from_ms, int64_t to_ms);
/* The device's time in our clock; false: its offset is not known. */
bool clock_ours(const struct olt *o, int64_t device_ms, int64_t *ret_ms);
void model_learn(struct watch *w, const struct onu_row *o, bool gasped);
void group_learn(struct watch *w, const struct incident *i);
/* The learnt group that is most alike these; NONE: none is at least 0.7 alike. */
uint32_t group_like(const struct watch *w, uint32_t port, const uint32_t *onus, size_t n);
void onu_fact(struct watch *w, const struct onu_row *o);

/* ---- locate.c --------------------------------------------------------------------- */

/* ONUs of one port that went down together, and where that is. */
struct burst {
	uint32_t port;
	uint32_t *onus; /* rows; borrowed */
	size_t n;
	int64_t first_ms, last_ms, from_ms, to_ms;
	bool is_exact, is_timed, is_blind, has_power;
	/* Results of locate(). */
	enum watch_root root; /* PORT, PART, NODE */
	int64_t at_risk; /* of the port */
	uint32_t node; /* NODE; row */
	int64_t node_at_risk;
	int32_t d1_m, d2_m; /* PART: the interval; 0: unknown */
	uint32_t group; /* PART: a learnt one; NONE */
};
void locate(struct watch *w, struct burst *b);
/* The recorded node that the break is behind, if there is one of known distance: into the
 * params of the incident. */
void locate_before(const struct watch *w, struct incident *i);
/* Is the ONU inside what locate() found? */
bool locate_has(const struct watch *w, const struct burst *b, const struct onu_row *o);

/* ---- judge.c ---------------------------------------------------------------------- */

/* Lists live outages by OLT, for judge_port. */
void judge_index(struct watch *w);
void judge_port(struct watch *w, uint32_t port, int64_t now_ms);

/* ---- life.c ----------------------------------------------------------------------- */

struct incident *incident_new(
    struct watch *w, enum watch_kind kind, enum watch_root root, int64_t now_ms);
struct incident *incident_find(const struct watch *w, int64_t id);
/* A live or resolved incident of this kind and key; NULL. */
struct incident *incident_of_key(const struct watch *w, enum watch_kind kind,
    struct olt_id olt, int64_t subject, const char *place);
void incident_free(struct incident *i);
bool incident_is_live(const struct incident *i);
void incident_log(struct watch *w, struct incident *i, const char *kind, int64_t at_ms,
    const char *fmt, ...) PRINTF_LIKE(5, 6);
void incident_state(
    struct watch *w, struct incident *i, enum watch_state state, int64_t now_ms);
/* Something that a version rises with. */
void incident_touch(struct incident *i, int64_t now_ms);
uint32_t incident_part(struct watch *w, struct incident *i, uint32_t port);
/* Keeps packed members of a part. False: no memory. */
bool part_keep(struct part *p, const void *packed, size_t bytes);
void incident_add(
    struct watch *w, struct incident *i, uint32_t onu, const struct drop *d);
/* seen_ms: of the reading. up_ms: the device's time of it, in our clock; 0: unknown. */
void incident_up(struct incident *i, struct member *m, int64_t seen_ms, int64_t up_ms,
    int64_t uptime_ms);
void incident_down(
    struct watch *w, struct incident *i, struct member *m, const struct drop *d);
void incident_count(struct incident *i);
void incident_live(struct watch *w, struct incident *i, int64_t now_ms);
/* Of kinds that have no members: ends it by word. */
void incident_clear(struct watch *w, struct incident *i, int64_t now_ms);
/* The same place again: open again, or a new one with repeat_of. */
struct incident_key {
	enum watch_kind kind;
	enum watch_root root;
	struct olt_id olt; /* 0: none */
	const char *place; /* "": none */
	int64_t subject; /* 0: none */
};
struct incident *incident_again(
    struct watch *w, const struct incident_key *key, int64_t since_ms, int64_t now_ms);
void incident_reopen(struct watch *w, struct incident *i, int64_t now_ms);
void incident_severity(struct watch *w, struct incident *i, int64_t now_ms);
void incident_repeats(struct watch *w, struct incident *i, int64_t now_ms);
void incident_due(struct incident *i, int64_t at_ms);
void incident_merge(
    struct watch *w, struct incident *into, struct incident *part, int64_t now_ms);
struct membership *membership_find(const struct watch *w, uint32_t onu);
/* The same, without a search of those that were never members. */
struct membership *membership_of(const struct watch *w, struct onu_row *o);
/* The ONU is a member of none. */
bool membership_add(struct watch *w, uint32_t onu, struct incident *i, uint32_t member);
bool membership_put(struct watch *w, uint32_t onu, struct incident *i, uint32_t member);
void membership_remove(struct watch *w, uint32_t onu, const struct incident *i);

/* ---- cause.c ---------------------------------------------------------------------- */

void cause_judge(struct watch *w, struct incident *i, int64_t now_ms);
void cause_final(struct watch *w, struct incident *i, int64_t now_ms);
void incident_evidence(struct watch *w, struct incident *i, const char *key, int weight,
    int64_t at_ms, const char *fmt, ...) PRINTF_LIKE(6, 7);
void evidence_clear(struct incident *i);

/* ---- lift.c ----------------------------------------------------------------------- */

void lift(struct watch *w, int64_t now_ms);
/* If its ports are of one card, and the device says that this is bad: it is the card. */
void lift_to_card(struct watch *w, struct incident *i, int64_t now_ms);

/* ---- blind.c ---------------------------------------------------------------------- */

void blind_judge(struct watch *w, int64_t now_ms);
/* May anything of this OLT be judged? */
bool olt_is_seen(const struct watch *w, const struct olt *o);
void blind_thaw(struct watch *w, int64_t now_ms);

/* ---- look.c ----------------------------------------------------------------------- */

void look_plan(struct watch *w, struct incident *i, int64_t now_ms);

/* ---- flap.c ----------------------------------------------------------------------- */

void flap_count(struct watch *w, uint32_t onu, int64_t at_ms, int64_t now_ms);
void flap_pass(struct watch *w, int64_t now_ms);
/* The ONU of a stored incident, which was flapping at that time. */
void flap_put(struct watch *w, uint32_t onu, int64_t at_ms);
int flap_times(const struct watch *w, uint32_t onu_id, int64_t since_ms);
/* Its first down since then; 0: none, or only one. */
int64_t flap_first(const struct watch *w, uint32_t onu_id, int64_t since_ms);

/* Why it went down last, as far as that is known. */
enum state flap_cause(const struct watch *w, uint32_t onu_id);
void flap_set_cause(struct watch *w, uint32_t onu_id, enum state cause);

/* ---- rogue.c ---------------------------------------------------------------------- */

/* How sure it is that an ONU of the incident's port transmits out of turn; 0: not at all.
 * Names who may be it. is_named: the device said so of one of them. */
int rogue_judge(struct watch *w, struct incident *i, bool is_named, int64_t now_ms);
/* Others still drop: that some are up at this moment is no end. */
bool rogue_goes_on(const struct watch *w, const struct incident *i, int64_t now_ms);
/* The device says that it is this one. */
void rogue_named(struct watch *w, uint32_t onu, int64_t now_ms);
void rogue_pass(struct watch *w, int64_t now_ms);

/* ---- optics.c, limit.c, window.c --------------------------------------------------- */

void optics_forget(struct watch *w, uint32_t onu_id);
/* It receives, or is received with, clearly less than usual. */
bool optics_is_low(const struct watch *w, uint32_t onu_id);
void limits_pass(struct watch *w, int64_t now_ms);
void limits_clear(struct watch *w);
bool window_covers(const struct watch *w, const struct onu_row *o, int64_t at_ms);
void limits_drop_onu(struct watch *w, uint32_t onu, int64_t now_ms);
bool window_holds_port(const struct watch *w, uint32_t port, int64_t at_ms);
void windows_pass(struct watch *w, int64_t now_ms);
/* When one begins or ends; INT64_MAX: never. */
int64_t windows_next_ms(const struct watch *w, int64_t now_ms);

#endif
