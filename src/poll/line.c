/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "model/purpose.h"
#include "poll/target.h"

#define DAY_MS INT64_C(86400000)

/* A column that the device does not have, or one whose rows are ONUs. */
struct lack {
	size_t n;
	uint32_t *arcs; /* owned */
	int64_t asked_ms; /* the last time, or 0: to be asked again; wall */
};

static void
forget_all(struct vec *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(VEC_AT(list, struct lack, i)->arcs);
	vec_clear(list);
}

/* ---- all of them ------------------------------------------------------------ */

enum rc
lines_init(struct lines *l)
{
	l->all = (struct vec)VEC_INIT(struct line *);
	l->by_id = map_new();
	return l->by_id ? RC_OK : RC_NOMEM;
}

static void
line_free(struct line *line)
{
	assert(!line->run && !line->probe);
	line_hang_up(line);
	dossier_unref(line->dossier);
	known_free(line->known);
	free(line->present);
	forget_all(&line->lacks);
	vec_fini(&line->lacks);
	forget_all(&line->of_onus);
	vec_fini(&line->of_onus);
	free(line);
}

static struct line *
line_new(struct olt_id olt)
{
	struct line *line = calloc(1, sizeof(*line));

	if (!line)
		return NULL;
	line->id = olt;
	line->lacks = (struct vec)VEC_INIT(struct lack);
	line->of_onus = (struct vec)VEC_INIT(struct lack);
	line->known = known_new();
	if (line->known)
		return line;
	line_free(line);
	return NULL;
}

void
lines_fini(struct lines *l)
{
	for (size_t i = 0; i < l->all.n; i++)
		line_free(*VEC_AT(&l->all, struct line *, i));
	vec_fini(&l->all);
	map_free(l->by_id);
	l->by_id = NULL;
}

struct line *
line_find(const struct lines *l, struct olt_id olt)
{
	return map_find_u64(l->by_id, (uint64_t)olt.v);
}

/* Where it stands, or would. At start they come in order: look at the end first. */
static size_t
place_of(const struct lines *l, struct olt_id olt)
{
	size_t low = 0, high = l->all.n;

	if (high && (*VEC_AT(&l->all, struct line *, high - 1))->id.v < olt.v)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((*VEC_AT(&l->all, struct line *, middle))->id.v < olt.v)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct line *
line_add(struct lines *l, struct olt_id olt)
{
	struct line *line = line_new(olt);
	size_t at = place_of(l, olt);
	struct line **slots;

	if (!line)
		return NULL;
	if (!vec_add(&l->all)) {
		line_free(line);
		return NULL;
	}
	if (map_add_u64(l->by_id, (uint64_t)olt.v, line) != RC_OK) {
		l->all.n--;
		line_free(line);
		return NULL;
	}
	slots = l->all.data;
	memmove(&slots[at + 1], &slots[at], (l->all.n - 1 - at) * sizeof(struct line *));
	slots[at] = line;
	return line;
}

void
line_remove(struct lines *l, struct line *line)
{
	size_t at = place_of(l, line->id);
	struct line **slots = l->all.data;

	assert(at < l->all.n && slots[at] == line);
	(void)map_take_u64(l->by_id, (uint64_t)line->id.v);
	memmove(&slots[at], &slots[at + 1], (l->all.n - 1 - at) * sizeof(struct line *));
	l->all.n--;
	line_free(line);
}

/* ---- who is there ----------------------------------------------------------- */

void
line_present(struct line *line, struct position *present, size_t n)
{
	free(line->present); /* an older word */
	line->present = present;
	line->n_present = n;
}

bool
line_settle(struct line *line)
{
	size_t before = known_count(line->known);

	if (!line->present || line->run)
		return false;
	/* Without memory the next discovery brings it again. */
	if (known_follow(line->known, line->present, line->n_present) != RC_OK)
		log_warn("engine",
		    "no memory for the ONUs of olt=%s, keeping those of before",
		    line->dossier->site->olt.name);
	free(line->present);
	line->present = NULL;
	return known_count(line->known) != before;
}

/* ---- what it was told -------------------------------------------------------- */

struct dossier *
dossier_ref(struct dossier *d)
{
	d->owners++;
	return d;
}

void
dossier_unref(struct dossier *d)
{
	if (!d || --d->owners > 0)
		return;
	site_olt_free(d->site);
	free(d);
}

const struct site_node *
dossier_node(const struct dossier *d, struct node_id node)
{
	for (size_t i = 0; i < d->site->n_nodes; i++) {
		if (d->site->nodes[i].node.id.v == node.v)
			return &d->site->nodes[i];
	}
	return NULL;
}

static bool
is_same_secret(const struct secret *a, const struct secret *b)
{
	return a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0;
}

/* Would a session to one do for the other? */
static bool
is_same_target(const struct site_olt *a, const struct site_olt *b)
{
	const struct olt *x = &a->olt, *y = &b->olt;
	const char *texts[][2] = { { x->address, y->address }, { x->v3_user, y->v3_user },
		{ x->v3_context, y->v3_context }, { x->v3_auth, y->v3_auth },
		{ x->v3_priv, y->v3_priv } };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *one = texts[i][0] ? texts[i][0] : "";
		const char *other = texts[i][1] ? texts[i][1] : "";

		if (strcmp(one, other) != 0)
			return false;
	}
	return x->port == y->port && x->version == y->version &&
	    is_same_secret(&a->secrets.community, &b->secrets.community) &&
	    is_same_secret(&a->secrets.auth_key, &b->secrets.auth_key) &&
	    is_same_secret(&a->secrets.priv_key, &b->secrets.priv_key);
}

/* Those that are there, with what is known of their state. */
static enum rc
take_onus(struct line *line, const struct site_olt *site)
{
	for (size_t i = 0; i < site->n_onus; i++) {
		const struct site_onu *o = &site->onus[i];
		bool is_offline =
		    o->run_state != STATE_NONE && o->run_state != STATE_ONLINE;

		if (o->onu.is_present &&
		    known_add(line->known, &o->onu.position, is_offline) != RC_OK)
			return RC_NOMEM;
	}
	known_sort(line->known);
	return RC_OK;
}

static enum rc
take_lacks(struct line *line, const struct site_olt *site)
{
	enum rc rc = RC_OK;

	forget_all(&line->lacks);
	for (size_t i = 0; rc == RC_OK && i < site->n_columns; i++) {
		struct oid oid;

		if (site->columns[i].state == OLT_COLUMN_UNSUPPORTED &&
		    oid_parse(site->columns[i].oid, &oid, NULL) == RC_OK)
			rc = line_learn_lack(line, &oid, site->columns[i].since_ms, NULL);
	}
	return rc;
}

static struct snmpc_memory
memory_of(const struct olt_learnt *l)
{
	return (struct snmpc_memory){ .in_flight = (uint32_t)l->in_flight,
		.answer_bytes = (uint32_t)l->answer_bytes,
		.rtt_us = (uint32_t)l->rtt_us };
}

enum rc
line_take(struct line *line, struct site_olt *site)
{
	struct dossier *d = calloc(1, sizeof(*d));

	if (!d || (!line->dossier && take_onus(line, site) != RC_OK) ||
	    take_lacks(line, site) != RC_OK) {
		site_olt_free(site);
		free(d);
		return RC_NOMEM;
	}
	*d = (struct dossier){ 1, site };
	if (!line->dossier)
		line->learnt = memory_of(&site->learnt);
	else if (!is_same_target(line->dossier->site, site))
		line->is_stale = true;
	dossier_unref(line->dossier);
	line->dossier = d;
	return RC_OK;
}

void
line_refresh(struct line *line, struct site_olt *site)
{
	struct dossier *d = line->dossier;

	/* A run may be reading the old one. */
	if (d->owners > 1 || d->site->n_onus <= site->n_onus) {
		site_olt_free(site);
		return;
	}
	site_olt_free(d->site);
	d->site = site;
}

/* ---- the session ------------------------------------------------------------- */

enum rc
line_target(const struct site_olt *site, const struct snmpc_limits *limits,
    struct snmpc_target *ret_target, struct err *err)
{
	if (site->secrets_rc != RC_OK)
		return err_set(err, RC_REFUSED,
		    "%s: its credentials cannot be opened with the key at hand",
		    site->olt.name);
	return target_of(&site->olt, &site->secrets, limits, ret_target, err);
}

struct snmpc_limits
line_limits(
    const struct line *line, const struct snmpc_limits *program, enum task_type type)
{
	return target_limits(
	    program, line->profile, &line->dossier->site->settings[type]);
}

void
line_hang_up(struct line *line)
{
	if (line->session)
		snmpc_session_close(line->session);
	line->session = NULL;
	line->is_stale = false;
}

void
line_limit(struct line *line, const struct snmpc_limits *limits, enum task_type type)
{
	struct snmpc_limits l = line_limits(line, limits, type);

	snmpc_session_limit(line->session, &l);
}

enum rc
line_session(struct line *line, struct snmpc *snmpc, const struct snmpc_limits *limits,
    enum task_type type, struct snmpc_session **ret_session, struct err *err)
{
	struct snmpc_limits l = line_limits(line, limits, type);
	struct snmpc_target target;
	enum rc rc = RC_OK;

	if (line->session && line->is_stale)
		line_hang_up(line);
	if (!line->session) {
		rc = line_target(line->dossier->site, &l, &target, err);
		if (rc != RC_OK)
			return rc;
		target.memory = line->learnt;
		rc = snmpc_session_open(snmpc, &target, &line->session, err);
		explicit_bzero(&target, sizeof(target));
	} else {
		snmpc_session_limit(line->session, &l);
	}
	if (rc == RC_OK)
		*ret_session = line->session;
	return rc;
}

/* By more than a fifth, and a round trip by more than half. */
static bool
is_news(const struct snmpc_memory *a, const struct snmpc_memory *b)
{
	uint32_t bytes = a->answer_bytes > b->answer_bytes
	    ? a->answer_bytes - b->answer_bytes
	    : b->answer_bytes - a->answer_bytes;
	uint32_t rtt =
	    a->rtt_us > b->rtt_us ? a->rtt_us - b->rtt_us : b->rtt_us - a->rtt_us;

	return a->in_flight != b->in_flight || bytes > a->answer_bytes / 5 ||
	    (rtt > a->rtt_us / 2 && rtt > 1000);
}

bool
line_has_learnt(struct line *line, struct olt_learnt *ret)
{
	struct snmpc_memory now;

	if (!line->session)
		return false;
	now = snmpc_session_memory(line->session);
	if (!is_news(&line->learnt, &now))
		return false;
	line->learnt = now;
	*ret = (struct olt_learnt){ .in_flight = now.in_flight,
		.answer_bytes = now.answer_bytes,
		.rtt_us = now.rtt_us };
	return true;
}

/* ---- what is asked -------------------------------------------------------------- */

void
line_is(struct line *line, const struct profile *profile)
{
	if (line->profile != profile)
		known_forget_indexes(line->known);
	line->profile = profile;
	line->was_detected = true;
}

static struct lack *
find_in(const struct vec *list, const struct oid *oid)
{
	struct lack *lacks = list->data;

	for (size_t i = 0; i < list->n; i++) {
		if (oid_compare(lacks[i].arcs, lacks[i].n, oid->arcs, oid->n) == 0)
			return &lacks[i];
	}
	return NULL;
}

/* A moment to come is of a clock that has been set back since. */
bool
line_lacks(const struct line *line, const struct oid *oid, int64_t now_ms)
{
	const struct lack *l = find_in(&line->lacks, oid);

	return l && l->asked_ms <= now_ms && now_ms - l->asked_ms < DAY_MS;
}

static struct lack *
add_to(struct vec *list, const struct oid *oid)
{
	uint32_t *arcs = malloc(oid->n * sizeof(*arcs));
	struct lack *l = arcs ? vec_add(list) : NULL;

	if (!l) {
		free(arcs);
		return NULL;
	}
	memcpy(arcs, oid->arcs, oid->n * sizeof(*arcs));
	*l = (struct lack){ .n = oid->n, .arcs = arcs };
	return l;
}

enum rc
line_learn_lack(
    struct line *line, const struct oid *oid, int64_t now_ms, bool *ret_is_news)
{
	struct lack *known = find_in(&line->lacks, oid);
	struct lack *l = known ? known : add_to(&line->lacks, oid);

	if (!l)
		return RC_NOMEM;
	l->asked_ms = now_ms;
	if (ret_is_news)
		*ret_is_news = !known;
	return RC_OK;
}

static bool
take_out(struct vec *list, const struct oid *oid)
{
	struct lack *lacks = list->data, *l = find_in(list, oid);

	if (!l)
		return false;
	free(l->arcs);
	*l = lacks[--list->n];
	return true;
}

bool
line_forget_lack(struct line *line, const struct oid *oid)
{
	return take_out(&line->lacks, oid);
}

bool
line_is_of_onus(const struct line *line, const struct oid *oid)
{
	return find_in(&line->of_onus, oid) != NULL;
}

void
line_learn_of_onus(struct line *line, const struct oid *oid, bool is_of_onus)
{
	if (!is_of_onus)
		(void)take_out(&line->of_onus, oid); /* perhaps it was not in */
	else if (!find_in(&line->of_onus, oid))
		(void)add_to(&line->of_onus, oid); /* no memory: found out again */
}

void
line_restarted(struct line *line)
{
	for (size_t i = 0; i < line->lacks.n; i++)
		VEC_AT(&line->lacks, struct lack, i)->asked_ms = 0;
}

bool
node_is_sweep(const struct site_node *n)
{
	for (size_t i = 0; i < n->n_oids; i++) {
		if (n->oids[i].enabled && n->oids[i].is_slow)
			return true;
	}
	return false;
}

bool
node_reads_levels(const struct site_node *n)
{
	for (size_t i = 0; i < n->n_oids; i++) {
		const char *purpose = n->oids[i].purpose;

		if (n->oids[i].enabled &&
		    (strcmp(purpose, purpose_info(PURPOSE_ONU_RX)->name) == 0 ||
			strcmp(purpose, purpose_info(PURPOSE_OLT_RX)->name) == 0))
			return true;
	}
	return false;
}
