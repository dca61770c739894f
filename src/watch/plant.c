/* SPDX-License-Identifier: Apache-2.0
 *
 * The plant: OLTs, cards, ports, plant nodes and ONUs.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

void *
vec_more(struct watch *w, struct vec *v)
{
	void *item = vec_add(v);

	if (!item)
		w->is_short = true;
	return item;
}

char *
text_copy(struct watch *w, const char *text)
{
	char *copy = strdup(text ? text : "");

	if (!copy)
		w->is_short = true;
	return copy;
}

void
text_fit(char *to, size_t max, const char *from)
{
	size_t n = strlen(from);

	if (n >= max) {
		n = max - 1;
		while (n > 0 && ((unsigned char)from[n] & 0xc0) == 0x80)
			n--;
	}
	memcpy(to, from, n);
	to[n] = '\0';
}

/* ---- keys ------------------------------------------------------------------------ */

struct place_key {
	uint32_t olt;
	struct place place;
};

static uint32_t
place_hash(uint32_t olt, const struct place *p)
{
	uint64_t h = olt;

	for (size_t i = 0; i <= POS_PORT; i++)
		h = h * 0x9e3779b97f4a7c15ULL + p->part[i] + 1;
	return index_hash(h + p->has);
}

static bool
place_equal(const struct place *a, const struct place *b)
{
	return a->has == b->has && memcmp(a->part, b->part, sizeof(a->part)) == 0;
}

static bool
port_equal(const struct watch *w, uint32_t row, const void *key)
{
	const struct place_key *k = key;
	const struct port *p = port_at(w, row);

	return p->olt == k->olt && place_equal(&p->place, &k->place);
}

static uint32_t
port_hash(const struct watch *w, uint32_t row)
{
	return place_hash(port_at(w, row)->olt, &port_at(w, row)->place);
}

static bool
card_equal(const struct watch *w, uint32_t row, const void *key)
{
	const struct place_key *k = key;
	const struct card *c = card_at(w, row);

	return c->olt == k->olt && place_equal(&c->place, &k->place);
}

static uint32_t
card_hash(const struct watch *w, uint32_t row)
{
	return place_hash(card_at(w, row)->olt, &card_at(w, row)->place);
}

static bool
olt_equal(const struct watch *w, uint32_t row, const void *key)
{
	return olt_at(w, row)->id.v == *(const int64_t *)key;
}

static uint32_t
olt_hash(const struct watch *w, uint32_t row)
{
	return index_hash((uint64_t)olt_at(w, row)->id.v);
}

static bool
onu_equal(const struct watch *w, uint32_t row, const void *key)
{
	return w->onus[row].id == *(const uint32_t *)key;
}

static uint32_t
onu_hash(const struct watch *w, uint32_t row)
{
	return index_hash(w->onus[row].id);
}

static bool
node_equal(const struct watch *w, uint32_t row, const void *key)
{
	return node_at(w, row)->id == *(const int64_t *)key;
}

static uint32_t
node_hash(const struct watch *w, uint32_t row)
{
	return index_hash((uint64_t)node_at(w, row)->id);
}

static struct model *
model_at(const struct watch *w, uint32_t row)
{
	return VEC_AT(&w->models, struct model, row);
}

static uint32_t
text_hash(const char *text)
{
	uint64_t h = 14695981039346656037ULL;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 1099511628211ULL;
	return index_hash(h);
}

static bool
model_equal(const struct watch *w, uint32_t row, const void *key)
{
	return strcmp(model_at(w, row)->name, key) == 0;
}

static uint32_t
model_hash(const struct watch *w, uint32_t row)
{
	return text_hash(model_at(w, row)->name);
}

uint32_t
olt_find(const struct watch *w, struct olt_id olt)
{
	uint32_t row =
	    index_find(&w->olt_index, w, index_hash((uint64_t)olt.v), olt_equal, &olt.v);

	return row != NONE && olt_at(w, row)->is_gone ? NONE : row;
}

uint32_t
onu_find(const struct watch *w, struct onu_id onu)
{
	uint32_t id = (uint32_t)onu.v;

	if (onu.v <= 0 || onu.v >= NONE)
		return NONE;
	return index_find(&w->onu_index, w, index_hash(id), onu_equal, &id);
}

uint32_t
node_find(const struct watch *w, int64_t node)
{
	uint32_t row = !node ? NONE
			     : index_find(&w->node_index, w, index_hash((uint64_t)node),
				   node_equal, &node);

	return row != NONE && node_at(w, row)->is_gone ? NONE : row;
}

char *
place_text(const struct place *p, char text[WATCH_PLACE_MAX])
{
	struct position position = { .has = p->has };
	char full[POSITION_TEXT_MAX];

	memcpy(position.part, p->part, sizeof(p->part));
	text_fit(text, WATCH_PLACE_MAX, position_format(&position, full));
	return text;
}

uint32_t
port_find(const struct watch *w, struct olt_id olt, const char *place)
{
	uint32_t o = olt_find(w, olt);
	char text[WATCH_PLACE_MAX];

	if (o == NONE)
		return NONE;
	for (uint32_t p = olt_at(w, o)->first_port; p != NONE; p = port_at(w, p)->next)
		if (strcmp(place_text(&port_at(w, p)->place, text), place) == 0)
			return p;
	return NONE;
}

uint32_t
card_find(const struct watch *w, struct olt_id olt, const char *place)
{
	uint32_t o = olt_find(w, olt);
	char text[WATCH_PLACE_MAX];

	for (uint32_t c = 0; o != NONE && c < w->cards.n; c++)
		if (card_at(w, c)->olt == o &&
		    strcmp(place_text(&card_at(w, c)->place, text), place) == 0)
			return c;
	return NONE;
}

/* ---- OLTs and nodes --------------------------------------------------------------- */

static uint32_t
olt_row(struct watch *w, struct olt_id id)
{
	uint32_t row =
	    index_find(&w->olt_index, w, index_hash((uint64_t)id.v), olt_equal, &id.v);
	struct olt *o;

	if (row != NONE)
		return row;
	o = vec_more(w, &w->olts);
	if (!o)
		return NONE;
	o->id = id;
	o->first_port = NONE;
	if (!index_add(&w->olt_index, w, (uint32_t)w->olts.n - 1, olt_hash)) {
		w->olts.n--;
		return NONE;
	}
	return (uint32_t)w->olts.n - 1;
}

static bool
take_text(char **at, const char *text)
{
	char *copy = strdup(text ? text : "");

	if (!copy)
		return false;
	free(*at);
	*at = copy;
	return true;
}

enum rc
watch_put_olt(struct watch *w, const struct watch_olt *olt)
{
	uint32_t row = olt_row(w, olt->id);
	struct olt *o;

	if (row == NONE)
		return RC_NOMEM;
	o = olt_at(w, row);
	if (!take_text(&o->name, olt->name) || !take_text(&o->site, olt->site) ||
	    !take_text(&o->zone, olt->zone))
		return RC_NOMEM;
	o->has_point = olt->has_point;
	o->latitude = olt->latitude;
	o->longitude = olt->longitude;
	o->brand = olt->brand;
	o->states_ms = olt->states_ms;
	o->is_enabled = olt->is_enabled;
	o->is_tagged = olt->is_tagged;
	o->is_gone = false;
	if (!w->has_begun) {
		o->silent_since_ms = olt->silent_since_ms;
		o->needs_reading = olt->silent_since_ms != 0;
		o->blind_from_ms = olt->silent_since_ms;
	}
	if (olt->read_ms > o->read_ms)
		o->read_ms = olt->read_ms;
	return RC_OK;
}

void
watch_drop_olt(struct watch *w, struct olt_id id, int64_t now_ms)
{
	uint32_t row = olt_find(w, id);

	if (row == NONE)
		return;
	for (uint32_t i = 0; i < w->n_onus; i++)
		if ((w->onus[i].bits & ONU_IS_LIVE) &&
		    onu_port(w, &w->onus[i])->olt == row)
			watch_drop_onu(
			    w, (struct onu_id){ (int64_t)w->onus[i].id }, now_ms);
	olt_at(w, row)->is_gone = true;
	for (size_t i = 0; i < w->incidents.n; i++) {
		struct incident *at = *VEC_AT(&w->incidents, struct incident *, i);

		if (at->out.olt.v == id.v && at->out.state < WATCH_CLOSED)
			incident_state(w, at, WATCH_CLOSED, now_ms);
	}
}

enum rc
watch_put_node(struct watch *w, const struct watch_node *node)
{
	uint32_t row = index_find(
	    &w->node_index, w, index_hash((uint64_t)node->id), node_equal, &node->id);
	struct plant_node *n;

	if (row == NONE) {
		n = vec_add(&w->nodes);
		if (!n)
			return RC_NOMEM;
		n->id = node->id;
		if (!index_add(&w->node_index, w, (uint32_t)w->nodes.n - 1, node_hash)) {
			w->nodes.n--;
			return RC_NOMEM;
		}
		row = (uint32_t)w->nodes.n - 1;
	}
	n = node_at(w, row);
	if (!take_text(&n->name, node->name))
		return RC_NOMEM;
	n->parent_id = node->parent;
	n->kind = node->kind;
	n->distance_m = node->distance_m;
	n->is_tagged = node->is_tagged;
	n->is_learnt = node->is_learnt;
	n->is_gone = false;
	return RC_OK;
}

void
watch_drop_node(struct watch *w, int64_t node)
{
	uint32_t row = node_find(w, node);

	if (row != NONE)
		node_at(w, row)->is_gone = true;
}

/* ---- ports and leaves --------------------------------------------------------------- */

static struct place
place_of(const struct position *p, enum position_part last)
{
	struct place place = { .has = p->has & (uint8_t)((1 << (last + 1)) - 1) };

	for (size_t i = 0; i <= (size_t)last; i++)
		if ((place.has >> i) & 1)
			place.part[i] = p->part[i];
	return place;
}

static uint32_t
card_row(struct watch *w, uint32_t olt, const struct position *p)
{
	struct place_key key = { olt, place_of(p, POS_SLOT) };
	uint32_t row =
	    index_find(&w->card_index, w, place_hash(olt, &key.place), card_equal, &key);
	struct card *c;

	if (row != NONE)
		return row;
	c = vec_more(w, &w->cards);
	if (!c)
		return NONE;
	c->olt = olt;
	c->place = key.place;
	if (!index_add(&w->card_index, w, (uint32_t)w->cards.n - 1, card_hash))
		w->is_short = true;
	return (uint32_t)w->cards.n - 1;
}

static uint32_t
port_row(struct watch *w, uint32_t olt, const struct position *position)
{
	struct place_key key = { olt, place_of(position, POS_PORT) };
	uint32_t row =
	    index_find(&w->port_index, w, place_hash(olt, &key.place), port_equal, &key);
	uint32_t card;
	struct port *p;

	if (row != NONE)
		return row;
	card = card_row(w, olt, position);
	p = vec_more(w, &w->ports);
	if (!p)
		return NONE;
	*p = (struct port){ .olt = olt,
		.card = card,
		.place = key.place,
		.next = olt_at(w, olt)->first_port,
		.first_leaf = NONE,
		.first_drop = NONE,
		.next_dirty = NONE };
	if (!index_add(&w->port_index, w, (uint32_t)w->ports.n - 1, port_hash))
		w->is_short = true;
	olt_at(w, olt)->first_port = (uint32_t)w->ports.n - 1;
	olt_at(w, olt)->n_ports++;
	return (uint32_t)w->ports.n - 1;
}

static uint32_t
leaf_row(struct watch *w, uint32_t port, uint32_t node)
{
	struct leaf *l;
	uint32_t row;

	for (row = port_at(w, port)->first_leaf; row != NONE; row = leaf_at(w, row)->next)
		if (leaf_at(w, row)->node == node)
			return row;
	l = vec_more(w, &w->leaves);
	if (!l)
		return NONE;
	row = (uint32_t)w->leaves.n - 1;
	*l = (struct leaf){ port, node, NONE, port_at(w, port)->first_leaf };
	port_at(w, port)->first_leaf = row;
	return row;
}

uint32_t
port_next_onu(const struct watch *w, uint32_t *leaf, uint32_t row)
{
	if (row != NONE) {
		row = w->onus[row].next;
		if (row != NONE)
			return row;
		*leaf = leaf_at(w, *leaf)->next;
	}
	while (*leaf != NONE && leaf_at(w, *leaf)->first == NONE)
		*leaf = leaf_at(w, *leaf)->next;
	return *leaf == NONE ? NONE : leaf_at(w, *leaf)->first;
}

/* ---- ONUs -------------------------------------------------------------------------- */

static void
count(struct watch *w, const struct onu_row *o, int n)
{
	struct port *p = onu_port(w, o);
	struct olt *olt = olt_at(w, p->olt);

	p->n_onus = (uint16_t)(p->n_onus + n);
	olt->n_onus = (uint32_t)((int64_t)olt->n_onus + n);
	if (onu_class(o) == WATCH_UP) {
		p->n_up = (uint16_t)(p->n_up + n);
		olt->n_up = (uint32_t)((int64_t)olt->n_up + n);
	}
	if (onu_class(o) == WATCH_DOWN)
		w->down_onus = (uint32_t)((int64_t)w->down_onus + n);
}

void
onu_set_class(struct watch *w, struct onu_row *o, enum watch_class c)
{
	count(w, o, -1);
	o->class_cause = (uint8_t)((o->class_cause & ~3U) | c);
	count(w, o, 1);
}

void
onu_set_cause(struct onu_row *o, enum state cause)
{
	o->class_cause = (uint8_t)((o->class_cause & 3U) | ((unsigned)cause << 2));
}

static void
unlink_onu(struct watch *w, uint32_t row)
{
	struct onu_row *o = &w->onus[row];
	uint32_t *at = &leaf_at(w, o->leaf)->first;

	count(w, o, -1);
	while (*at != row)
		at = &w->onus[*at].next;
	*at = o->next;
}

static void
link_onu(struct watch *w, uint32_t row, uint32_t leaf)
{
	struct onu_row *o = &w->onus[row];

	o->leaf = leaf;
	o->next = leaf_at(w, leaf)->first;
	leaf_at(w, leaf)->first = row;
	count(w, o, 1);
}

static uint32_t
new_row(struct watch *w)
{
	uint32_t row = w->free_onu;

	if (row != NONE) {
		w->free_onu = w->onus[row].next;
		return row;
	}
	if (w->n_onus == w->room_onus) {
		uint32_t room = w->room_onus + w->room_onus / 16 + 1024;
		struct onu_row *more = realloc(w->onus, room * sizeof(*more));

		if (!more)
			return NONE;
		w->onus = more;
		w->room_onus = room;
	}
	return w->n_onus++;
}

uint16_t
model_row(struct watch *w, const char *name)
{
	uint32_t row;
	struct model *m;

	if (!name || !*name)
		return 0;
	row = index_find(&w->model_index, w, text_hash(name), model_equal, name);
	if (row != NONE)
		return (uint16_t)row;
	if (w->models.n > UINT16_MAX)
		return 0;
	m = vec_more(w, &w->models);
	if (!m)
		return 0;
	m->name = strdup(name);
	if (!m->name ||
	    !index_add(&w->model_index, w, (uint32_t)w->models.n - 1, model_hash)) {
		free(m->name);
		w->models.n--;
		w->is_short = true;
		return 0;
	}
	return (uint16_t)(w->models.n - 1);
}

static uint16_t
distance_of(int32_t distance_m)
{
	return distance_m < 0         ? 0
	    : distance_m > UINT16_MAX ? UINT16_MAX
				      : (uint16_t)distance_m;
}

enum rc
watch_put_onu(struct watch *w, const struct watch_onu *onu)
{
	uint32_t olt = olt_find(w, onu->olt), row = onu_find(w, onu->id), port, leaf;
	bool is_new = row == NONE;
	struct onu_row *o;

	if (olt == NONE || onu->id.v <= 0 || onu->id.v >= NONE)
		return RC_INVALID;
	port = port_row(w, olt, &onu->position);
	leaf = port == NONE ? NONE : leaf_row(w, port, node_find(w, onu->node));
	if (leaf == NONE)
		return RC_NOMEM;
	if (is_new) {
		row = new_row(w);
		if (row == NONE)
			return RC_NOMEM;
		w->onus[row] =
		    (struct onu_row){ .id = (uint32_t)onu->id.v, .bits = ONU_IS_LIVE };
		if (!index_add(&w->onu_index, w, row, onu_hash)) {
			w->onus[row].bits = 0;
			w->onus[row].next = w->free_onu;
			w->free_onu = row;
			return RC_NOMEM;
		}
		w->live_onus++;
	} else {
		unlink_onu(w, row);
	}
	o = &w->onus[row];
	o->model = model_row(w, onu->model);
	o->distance_m = distance_of(onu->distance_m);
	o->bits = (uint8_t)((o->bits & ~(ONU_HAS_GASPED | ONU_IS_TAGGED)) |
	    (onu->has_gasped ? ONU_HAS_GASPED : 0) |
	    (onu->is_tagged ? ONU_IS_TAGGED : 0));
	o->class_cause = (uint8_t)((unsigned)onu->class | ((unsigned)onu->cause << 2));
	link_onu(w, row, leaf);
	return RC_OK;
}

static bool
relink(struct watch *w, uint32_t row, uint32_t port, uint32_t node)
{
	uint32_t leaf = port == NONE ? NONE : leaf_row(w, port, node);

	if (leaf == NONE) {
		w->is_short = true;
		return false;
	}
	if (w->onus[row].bits & ONU_IS_IN_BASKET &&
	    leaf_at(w, w->onus[row].leaf)->port != port)
		(void)basket_remove(
		    w, row, &(struct drop){ 0 }); /* it moved: another life */
	unlink_onu(w, row);
	link_onu(w, row, leaf);
	return true;
}

bool
onu_move(struct watch *w, uint32_t row, uint32_t olt, const struct position *p)
{
	return relink(w, row, port_row(w, olt, p), leaf_at(w, w->onus[row].leaf)->node);
}

void
watch_link_onu(struct watch *w, struct onu_id onu, int64_t node)
{
	uint32_t row = onu_find(w, onu);

	if (row != NONE)
		(void)relink(
		    w, row, leaf_at(w, w->onus[row].leaf)->port, node_find(w, node));
}

void
watch_tag_onu(struct watch *w, struct onu_id onu, bool is_tagged)
{
	uint32_t row = onu_find(w, onu);

	if (row == NONE)
		return;
	w->onus[row].bits = (uint8_t)((w->onus[row].bits & ~ONU_IS_TAGGED) |
	    (is_tagged ? ONU_IS_TAGGED : 0));
}

void
watch_onu_distance(struct watch *w, struct onu_id onu, int32_t distance_m)
{
	uint32_t row = onu_find(w, onu);

	if (row != NONE && distance_m > 0 && onu_class(&w->onus[row]) == WATCH_UP)
		w->onus[row].distance_m = distance_of(distance_m);
}

void
watch_drop_onu(struct watch *w, struct onu_id onu, int64_t now_ms)
{
	uint32_t row = onu_find(w, onu);
	struct membership *m;

	if (row == NONE)
		return;
	(void)basket_remove(w, row, &(struct drop){ 0 });
	m = membership_find(w, w->onus[row].id);
	if (m) {
		struct member *at =
		    VEC_AT(&m->incident->members, struct member, m->member);

		at->bits |= MEMBER_IS_GONE;
		m->incident->needs_judging = true;
		incident_due(m->incident, now_ms);
		membership_remove(w, w->onus[row].id, m->incident);
	}
	optics_forget(w, w->onus[row].id);
	limits_drop_onu(w, w->onus[row].id, now_ms);
	unlink_onu(w, row);
	index_remove(&w->onu_index, w, row, onu_hash);
	w->onus[row].bits = 0;
	w->onus[row].next = w->free_onu;
	w->free_onu = row;
	w->live_onus--;
}

bool
onu_can_gasp(const struct watch *w, const struct onu_row *o)
{
	const struct model *m = model_at(w, o->model);

	return (o->bits & ONU_HAS_GASPED) || (m->downs >= 20 && m->gasps * 5 >= m->downs);
}

void
onu_position_text(const struct watch *w, const struct onu_row *o, char *text)
{
	/* The number of the ONU is not stored: pages find it by its id. */
	char place[WATCH_PLACE_MAX];

	(void)snprintf(text, WATCH_TEXT_MAX, "%s #%u",
	    place_text(&onu_port(w, o)->place, place), o->id);
}

enum watch_class
watch_class_of_onu(
    bool is_present, enum state admin, enum state run, enum watch_class before)
{
	if (!is_present)
		return WATCH_AWAY;
	if (admin == STATE_DISABLED || run == STATE_DISABLED || run == STATE_ADMIN)
		return WATCH_OFF;
	if (run == STATE_ONLINE)
		return WATCH_UP;
	if (run == STATE_TRANSITIONAL || run == STATE_NONE)
		return before == WATCH_UP || before == WATCH_DOWN ? before : WATCH_DOWN;
	return WATCH_DOWN;
}
