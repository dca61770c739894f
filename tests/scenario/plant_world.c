/* SPDX-License-Identifier: Apache-2.0 */
#include "plant_world.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pw *
pw_new(void)
{
	struct pw *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	p->rules = watch_rules();
	p->now_ms = TEN - 30 * MINUTE;
	return p;
}

static void
stored_clear(struct pw_stored *s)
{
	for (size_t i = 0; i < s->n_ports; i++) {
		union {
			const void *from;
			void *to;
		} u = { s->ports[i].members };

		free(u.to);
	}
	free(s->ports);
	s->ports = NULL;
	s->n_ports = 0;
}

void
pw_free(struct pw *p)
{
	for (size_t i = 0; i < p->n_stored; i++)
		stored_clear(&p->stored[i]);
	watch_free(p->watch);
	free(p);
}

struct pw_olt *
pw_olt(struct pw *p, int64_t id, const char *name, const char *site)
{
	struct pw_olt *o = &p->olts[p->n_olts++];

	assert_true(p->n_olts <= PW_OLTS);
	*o = (struct pw_olt){ .id = id,
		.every_ms = 5 * MINUTE,
		.has_times = true,
		.name = name,
		.site = site };
	return o;
}

struct pw_onu *
pw_port(
    struct pw *p, int64_t olt, int slot, int port, int n, int32_t from_m, int32_t step_m)
{
	struct pw_onu *first = &p->onus[p->n_onus];

	for (int i = 0; i < n; i++) {
		assert_true(p->n_onus < PW_ONUS);
		p->onus[p->n_onus] = (struct pw_onu){ .id = (int64_t)p->n_onus + 1,
			.olt = olt,
			.slot = slot,
			.port = port,
			.number = i,
			.is_up = true,
			.was_up = true,
			.distance_m = from_m + i * step_m,
			.can_gasp = true };
		p->n_onus++;
	}
	return first;
}

static void
put_all(struct pw *p)
{
	for (size_t i = 0; i < p->n_olts; i++) {
		const struct pw_olt *o = &p->olts[i];

		assert_int_equal(watch_put_olt(p->watch,
				     &(struct watch_olt){ .id = { o->id },
					 .name = o->name,
					 .site = o->site,
					 .zone = "",
					 .has_point = o->has_point,
					 .latitude = -16.5,
					 .longitude = -68.1,
					 .states_ms = o->every_ms,
					 .is_enabled = true,
					 .silent_since_ms = o->is_silent ? p->now_ms : 0,
					 .read_ms = o->read_ms - o->every_ms }),
		    RC_OK);
	}
	for (size_t i = 0; i < p->n_onus; i++) {
		const struct pw_onu *o = &p->onus[i];
		struct position at = { .has = 1 << POS_FRAME | 1 << POS_SLOT |
			    1 << POS_PORT | 1 << POS_ONU,
			.part = { [POS_SLOT] = (uint32_t)o->slot,
			    [POS_PORT] = (uint32_t)o->port,
			    [POS_ONU] = (uint32_t)o->number } };

		assert_int_equal(watch_put_onu(p->watch,
				     &(struct watch_onu){ .id = { o->id },
					 .olt = { o->olt },
					 .position = at,
					 .class = o->was_off ? WATCH_OFF
					     : o->was_up     ? WATCH_UP
							     : WATCH_DOWN,
					 .cause = o->was_up ? STATE_NONE : o->told_cause,
					 .distance_m = o->distance_m,
					 .has_gasped = o->can_gasp,
					 .model = "",
					 .node = o->node }),
		    RC_OK);
	}
}

void
pw_begin(struct pw *p)
{
	assert_int_equal(watch_new(&p->rules, 1, &p->watch), RC_OK);
	for (size_t i = 0; i < p->n_olts; i++)
		if (!p->olts[i].read_ms)
			p->olts[i].read_ms = TEN - 2 * MINUTE;
	p->now_ms = TEN - 3 * MINUTE;
	put_all(p);
	watch_begin(p->watch, 0, p->now_ms);
	pw_drain(p);
}

void
pw_down(struct pw *p, struct pw_onu *o, enum state cause)
{
	o->is_up = false;
	o->cause = cause;
	o->down_ms = p->now_ms;
}

void
pw_up(struct pw *p, struct pw_onu *o)
{
	o->is_up = true;
	o->up_ms = p->now_ms;
}

static struct pw_olt *
olt_of(struct pw *p, int64_t id)
{
	for (size_t i = 0; i < p->n_olts; i++)
		if (p->olts[i].id == id)
			return &p->olts[i];
	return NULL;
}

static enum state
cause_now(const struct pw *p, const struct pw_onu *o)
{
	return p->has_no_causes || p->now_ms < o->cause_at_ms ? STATE_UNKNOWN : o->cause;
}

static void
tell(struct pw *p, struct pw_onu *o, const struct pw_olt *olt)
{
	struct watch_change c = { .onu = { o->id }, .at_ms = p->now_ms };
	enum state cause = cause_now(p, o);

	if (o->is_off != o->was_off) {
		c.kind = ONU_ADMIN_STATE;
		c.state = o->is_off ? STATE_DISABLED : STATE_ENABLED;
		watch_onu_changed(p->watch, &c);
		o->was_off = o->is_off;
	}
	c.kind = ONU_RUN_STATE;
	c.state = o->is_up ? STATE_ONLINE : STATE_OFFLINE;
	c.cause = o->is_up ? STATE_NONE : cause;
	if (olt->has_times) {
		c.last_down_ms = o->down_ms ? o->down_ms + olt->offset_ms : 0;
		c.last_up_ms = o->up_ms ? o->up_ms + olt->offset_ms : 0;
	}
	if (o->is_up != o->was_up) {
		watch_onu_changed(p->watch, &c);
	} else if (!o->is_up && cause != o->told_cause) {
		c.kind = ONU_CAUSE;
		watch_onu_changed(p->watch, &c);
	} else if (o->is_up && olt->has_times && o->down_ms != o->told_down_ms) {
		c.kind = ONU_DROPPED;
		watch_onu_changed(p->watch, &c);
	}
	o->was_up = o->is_up;
	o->told_cause = cause;
	o->told_down_ms = o->down_ms;
}

void
pw_read(struct pw *p, struct pw_olt *olt)
{
	for (size_t i = 0; i < p->n_onus; i++)
		if (p->onus[i].olt == olt->id)
			tell(p, &p->onus[i], olt);
	watch_reading(p->watch,
	    &(struct watch_reading){ .olt = { olt->id },
		.began_ms = p->now_ms,
		.ended_ms = p->now_ms,
		.is_complete = true });
}

static void
answer(struct pw *p, const struct watch_look *look)
{
	struct watch_seen seen[64];
	size_t n = 0;
	const struct pw_olt *olt = olt_of(p, look->olt.v);

	assert_true(look->n <= 64);
	p->looks++;
	for (size_t i = 0; i < look->n; i++) {
		struct pw_onu *o = &p->onus[look->onus[i].v - 1];

		seen[n++] = (struct watch_seen){ .onu = look->onus[i],
			.state = o->is_up ? STATE_ONLINE : STATE_OFFLINE,
			.cause = o->is_up ? STATE_NONE : cause_now(p, o),
			.last_down_ms = olt->has_times && o->down_ms
			    ? o->down_ms + olt->offset_ms
			    : 0 };
		o->was_up = o->is_up;
		o->told_cause = cause_now(p, o);
		o->told_down_ms = o->down_ms;
	}
	watch_looked(p->watch,
	    &(struct watch_look_result){ .incident = look->incident,
		.olt = look->olt,
		.at_ms = p->now_ms,
		.is_answered = !p->refuses_looks && !olt->is_silent,
		.seen = seen,
		.n = n });
}

struct pw_stored *
pw_find(struct pw *p, int64_t id)
{
	for (size_t i = 0; i < p->n_stored; i++)
		if (p->stored[i].in.id == id)
			return &p->stored[i];
	return NULL;
}

static void
store_port(struct pw_stored *s, const struct watch_incident_port *from)
{
	struct watch_incident_port *to = NULL;
	char *members;

	for (size_t i = 0; i < s->n_ports; i++)
		if (s->ports[i].olt.v == from->olt.v &&
		    strcmp(s->ports[i].place, from->place) == 0)
			to = &s->ports[i];
	if (to && !from->is_changed)
		return;
	if (!to) {
		s->ports = realloc(s->ports, (s->n_ports + 1) * sizeof(*s->ports));
		assert_non_null(s->ports);
		to = &s->ports[s->n_ports++];
	} else {
		union {
			const void *from;
			void *to;
		} u = { to->members };

		free(u.to);
	}
	*to = *from;
	members = malloc(from->members_bytes + 1);
	assert_non_null(members);
	if (from->members_bytes)
		memcpy(members, from->members, from->members_bytes);
	to->members = members;
}

static void
store(struct pw *p, const struct watch_incident *in)
{
	struct pw_stored *s = pw_find(p, in->id);

	assert_true(in->is_new == !s);
	if (!s) {
		assert_true(p->n_stored < PW_STORED);
		s = &p->stored[p->n_stored++];
	} else {
		assert_true(in->version >= s->in.version);
	}
	s->in = *in;
	for (size_t i = 0; i < in->n_ports; i++)
		store_port(s, &in->ports[i]);
	for (size_t i = 0; i < in->n_logs && s->n_logs < PW_LINES; i++)
		(void)snprintf(s->logs[s->n_logs++], 24, "%s", in->logs[i].kind);
	s->outlook[0] = '\0';
	for (size_t i = 0; i < in->n_evidence; i++)
		if (strcmp(in->evidence[i].key, "outlook") == 0)
			(void)snprintf(
			    s->outlook, sizeof(s->outlook), "%s", in->evidence[i].value);
	s->in.ports = s->ports;
	s->in.n_ports = s->n_ports;
	s->in.n_evidence = s->in.n_logs = 0;
	s->taken++;
}

void
pw_drain(struct pw *p)
{
	const struct watch_incident *in;
	struct watch_look look;
	struct watch_fact fact;
	bool has_looked;

	do {
		has_looked = false;
		watch_run(p->watch, p->now_ms);
		while ((in = watch_take_incident(p->watch)))
			store(p, in);
		while (watch_take_look(p->watch, &look)) {
			answer(p, &look);
			has_looked = true;
		}
	} while (has_looked);
	while (watch_take_fact(p->watch, &fact))
		;
	assert_false(watch_is_short(p->watch));
}

void
pw_until(struct pw *p, int64_t at_ms)
{
	for (;;) {
		int64_t next = watch_next_ms(p->watch);
		struct pw_olt *read = NULL;

		for (size_t i = 0; i < p->n_olts; i++)
			if (!read || p->olts[i].read_ms < read->read_ms)
				read = &p->olts[i];
		if (next <= p->now_ms)
			next = p->now_ms + 1;
		if (read && read->read_ms <= next)
			next = read->read_ms;
		else
			read = NULL;
		if (next > at_ms)
			break;
		p->now_ms = next;
		if (read) {
			if (!read->is_silent)
				pw_read(p, read);
			read->read_ms += read->every_ms;
		}
		pw_drain(p);
	}
	p->now_ms = at_ms;
	pw_drain(p);
}

void
pw_pass(struct pw *p, int64_t ms)
{
	pw_until(p, p->now_ms + ms);
}

void
pw_restart(struct pw *p, int64_t blind_since_ms)
{
	int64_t next = 1;
	struct buf memory = BUF_INIT(1 << 20);

	assert_int_equal(watch_memory_save(p->watch, &memory), RC_OK);
	watch_free(p->watch);
	for (size_t i = 0; i < p->n_stored; i++)
		if (p->stored[i].in.id >= next)
			next = p->stored[i].in.id + 1;
	assert_int_equal(watch_new(&p->rules, next, &p->watch), RC_OK);
	put_all(p);
	assert_int_equal(
	    watch_memory_load(p->watch, buf_text(&memory), memory.len), RC_OK);
	buf_fini(&memory);
	for (size_t i = 0; i < p->n_stored; i++)
		assert_int_equal(watch_put_incident(p->watch, &p->stored[i].in), RC_OK);
	watch_begin(p->watch, blind_since_ms, p->now_ms);
	pw_drain(p);
}

size_t
pw_count(const struct pw *p, enum watch_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_stored; i++) {
		enum watch_state s = p->stored[i].in.state;

		n += state == WATCH_STATES ? s != WATCH_DISMISSED && s != WATCH_MERGED
					   : s == state;
	}
	return n;
}

struct pw_stored *
pw_only(struct pw *p)
{
	struct pw_stored *found = NULL;

	for (size_t i = 0; i < p->n_stored; i++) {
		struct pw_stored *s = &p->stored[i];

		if (s->in.state == WATCH_DISMISSED || s->in.state == WATCH_MERGED)
			continue;
		if (found)
			print_message("incidents %d (%s) and %d (%s)\n",
			    (int)found->in.id, pw_sentence(found, WATCH_EN),
			    (int)s->in.id, s->in.place);
		assert_null(found);
		found = s;
	}
	assert_non_null(found);
	return found;
}

int
pw_logged(const struct pw_stored *s, const char *kind)
{
	int n = 0;

	for (size_t i = 0; i < s->n_logs; i++)
		n += strcmp(s->logs[i], kind) == 0;
	return n;
}

static void
utc(void *ctx, int64_t at_ms, char *text, size_t max)
{
	int64_t s = at_ms / 1000 % 86400;

	(void)ctx;
	(void)snprintf(text, max, s % 60 ? "%02d:%02d:%02d" : "%02d:%02d",
	    (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
}

const char *
pw_sentence(const struct pw_stored *s, enum watch_language language)
{
	static char text[1024];
	struct watch_story story;
	struct buf b = BUF_INIT(sizeof(text) - 1);

	watch_story(&s->in, &story);
	watch_sentence(&story, language, &(struct watch_zone){ utc, NULL }, &b);
	(void)snprintf(text, sizeof(text), "%s", buf_text(&b));
	buf_fini(&b);
	return text;
}
