/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/device_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "model/purpose.h"
#include "collect/target.h"

#define DAY_MS INT64_C(86400000)

/* A column that the device does not have, or one that has only rows of ONUs. */
struct lack {
	size_t n;
	uint32_t *arcs; /* owned */
	int64_t asked_ms; /* last request, wall time; 0: request it again */
};

static void
forget_all(struct vec *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(VEC_AT(list, struct lack, i)->arcs);
	vec_clear(list);
}

/* ---- the list of devices ---------------------------------------------------- */

enum rc
devices_init(struct devices *l)
{
	l->all = (struct vec)VEC_INIT(struct device *);
	l->by_id = map_new();
	return l->by_id ? RC_OK : RC_NOMEM;
}

/* Call it only when no run or probe uses the session. */
static void
device_hang_up(struct device *device)
{
	if (device->session)
		snmpc_session_close(device->session);
	device->session = NULL;
	device->is_stale = false;
}

static void
device_free(struct device *device)
{
	assert(!device->run && !device->probe);
	device_hang_up(device);
	olt_config_unref(device->olt_config);
	known_free(device->known);
	free(device->present);
	forget_all(&device->lacks);
	vec_fini(&device->lacks);
	vec_fini(&device->counts);
	forget_all(&device->of_onus);
	vec_fini(&device->of_onus);
	free(device);
}

static struct device *
device_new(struct olt_id olt)
{
	struct device *device = calloc(1, sizeof(*device));

	if (!device)
		return NULL;
	device->id = olt;
	device->lacks = (struct vec)VEC_INIT(struct lack);
	device->counts = (struct vec)VEC_INIT(struct port_count);
	device->of_onus = (struct vec)VEC_INIT(struct lack);
	device->known = known_new();
	if (device->known)
		return device;
	device_free(device);
	return NULL;
}

void
devices_fini(struct devices *l)
{
	for (size_t i = 0; i < l->all.n; i++)
		device_free(*VEC_AT(&l->all, struct device *, i));
	vec_fini(&l->all);
	map_free(l->by_id);
	l->by_id = NULL;
}

struct device *
device_find(const struct devices *l, struct olt_id olt)
{
	return map_find_u64(l->by_id, (uint64_t)olt.v);
}

/* Its place, existing or new. At start they come in order: check the end first. */
static size_t
place_of(const struct devices *l, struct olt_id olt)
{
	size_t low = 0, high = l->all.n;

	if (high && (*VEC_AT(&l->all, struct device *, high - 1))->id.v < olt.v)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((*VEC_AT(&l->all, struct device *, middle))->id.v < olt.v)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct device *
device_add(struct devices *l, struct olt_id olt)
{
	struct device *device = device_new(olt);
	size_t at = place_of(l, olt);
	struct device **slots;

	if (!device)
		return NULL;
	if (!vec_add(&l->all)) {
		device_free(device);
		return NULL;
	}
	if (map_add_u64(l->by_id, (uint64_t)olt.v, device) != RC_OK) {
		l->all.n--;
		device_free(device);
		return NULL;
	}
	slots = l->all.data;
	memmove(
	    &slots[at + 1], &slots[at], (l->all.n - 1 - at) * sizeof(struct device *));
	slots[at] = device;
	return device;
}

void
device_remove(struct devices *l, struct device *device)
{
	size_t at = place_of(l, device->id);
	struct device **slots = l->all.data;

	assert(at < l->all.n && slots[at] == device);
	(void)map_take_u64(l->by_id, (uint64_t)device->id.v);
	memmove(
	    &slots[at], &slots[at + 1], (l->all.n - 1 - at) * sizeof(struct device *));
	l->all.n--;
	device_free(device);
}

/* ---- present ONUs ---------------------------------------------------------- */

void
device_present(struct device *device, struct position *present, size_t n)
{
	free(device->present); /* replaced by the newer one */
	device->present = present;
	device->n_present = n;
}

bool
device_settle(struct device *device)
{
	size_t before = known_count(device->known);

	if (!device->present || device->run)
		return false;
	/* When out of memory, the next discovery brings it again. */
	if (known_follow(device->known, device->present, device->n_present) != RC_OK)
		log_warn("engine",
		    "no memory for the ONUs of olt=%s, keeping those of before",
		    device->olt_config->site->olt.name);
	free(device->present);
	device->present = NULL;
	return known_count(device->known) != before;
}

/* ---- configuration ----------------------------------------------------------- */

struct olt_config *
olt_config_ref(struct olt_config *d)
{
	d->owners++;
	return d;
}

void
olt_config_unref(struct olt_config *d)
{
	if (!d || --d->owners > 0)
		return;
	loaded_olt_free(d->site);
	free(d);
}

const struct loaded_node *
olt_config_node(const struct olt_config *d, struct node_id node)
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

/* Can both use the same session? */
static bool
is_same_target(const struct loaded_olt *a, const struct loaded_olt *b)
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

/* The present ONUs, with their stored state. */
static enum rc
take_onus(struct device *device, const struct loaded_olt *site)
{
	for (size_t i = 0; i < site->n_onus; i++) {
		const struct loaded_onu *o = &site->onus[i];
		bool is_offline =
		    o->run_state != STATE_NONE && o->run_state != STATE_ONLINE;

		if (o->onu.is_present &&
		    known_add(device->known, &o->onu.position, is_offline) != RC_OK)
			return RC_NOMEM;
	}
	known_sort(device->known);
	return RC_OK;
}

static enum rc
take_lacks(struct device *device, const struct loaded_olt *site)
{
	enum rc rc = RC_OK;

	forget_all(&device->lacks);
	for (size_t i = 0; rc == RC_OK && i < site->n_columns; i++) {
		struct oid oid;

		if (site->columns[i].state == OLT_COLUMN_UNSUPPORTED &&
		    oid_parse(site->columns[i].oid, &oid, NULL) == RC_OK)
			rc = device_learn_lack(
			    device, &oid, site->columns[i].since_ms, NULL);
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
device_take(struct device *device, struct loaded_olt *site)
{
	struct olt_config *d = calloc(1, sizeof(*d));

	if (!d || (!device->olt_config && take_onus(device, site) != RC_OK) ||
	    take_lacks(device, site) != RC_OK) {
		loaded_olt_free(site);
		free(d);
		return RC_NOMEM;
	}
	*d = (struct olt_config){ 1, site };
	if (!device->olt_config)
		device->learnt = memory_of(&site->learnt);
	else if (!is_same_target(device->olt_config->site, site))
		device->is_stale = true;
	olt_config_unref(device->olt_config);
	device->olt_config = d;
	return RC_OK;
}

void
device_refresh(struct device *device, struct loaded_olt *site)
{
	struct olt_config *d = device->olt_config;

	/* A run may still use the old one. */
	if (d->owners > 1 || d->site->n_onus <= site->n_onus) {
		loaded_olt_free(site);
		return;
	}
	loaded_olt_free(d->site);
	d->site = site;
}

/* ---- the session ------------------------------------------------------------- */

enum rc
device_target(const struct loaded_olt *site, const struct snmpc_limits *limits,
    struct snmpc_target *ret_target, struct err *err)
{
	if (site->secrets_rc != RC_OK)
		return err_set(err, RC_REFUSED,
		    "%s: its credentials cannot be opened with the key at hand",
		    site->olt.name);
	return target_of(&site->olt, &site->secrets, limits, ret_target, err);
}

/* The limits for a type of task. */
static struct snmpc_limits
device_limits(
    const struct device *device, const struct snmpc_limits *program, enum task_type type)
{
	return target_limits(
	    program, device->profile, &device->olt_config->site->settings[type]);
}

void
device_limit(
    struct device *device, const struct snmpc_limits *limits, enum task_type type)
{
	struct snmpc_limits l = device_limits(device, limits, type);

	snmpc_session_limit(device->session, &l);
}

enum rc
device_session(struct device *device, struct snmpc *snmpc,
    const struct snmpc_limits *limits, enum task_type type,
    struct snmpc_session **ret_session, struct err *err)
{
	struct snmpc_limits l = device_limits(device, limits, type);
	struct snmpc_target target;
	enum rc rc = RC_OK;

	if (device->session && device->is_stale)
		device_hang_up(device);
	if (!device->session) {
		rc = device_target(device->olt_config->site, &l, &target, err);
		if (rc != RC_OK)
			return rc;
		target.memory = device->learnt;
		rc = snmpc_session_open(snmpc, &target, &device->session, err);
		explicit_bzero(&target, sizeof(target));
	} else {
		snmpc_session_limit(device->session, &l);
	}
	if (rc == RC_OK)
		*ret_session = device->session;
	return rc;
}

/* Has it changed by more than a fifth, or the round trip by more than half? */
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
device_has_learnt(struct device *device, struct olt_learnt *ret)
{
	struct snmpc_memory now;

	if (!device->session)
		return false;
	now = snmpc_session_memory(device->session);
	if (!is_news(&device->learnt, &now))
		return false;
	device->learnt = now;
	*ret = (struct olt_learnt){ .in_flight = now.in_flight,
		.answer_bytes = now.answer_bytes,
		.rtt_us = now.rtt_us };
	return true;
}

/* ---- missing columns -------------------------------------------------------------- */

void
device_is(struct device *device, const struct profile *profile)
{
	if (device->profile != profile)
		known_forget_indexes(device->known);
	device->profile = profile;
	device->was_detected = true;
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

/* A future time means that the clock was set back since. */
bool
device_lacks(const struct device *device, const struct oid *oid, int64_t now_ms)
{
	const struct lack *l = find_in(&device->lacks, oid);

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
device_learn_lack(
    struct device *device, const struct oid *oid, int64_t now_ms, bool *ret_is_news)
{
	struct lack *known = find_in(&device->lacks, oid);
	struct lack *l = known ? known : add_to(&device->lacks, oid);

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
device_forget_lack(struct device *device, const struct oid *oid)
{
	return take_out(&device->lacks, oid);
}

bool
device_is_of_onus(const struct device *device, const struct oid *oid)
{
	return find_in(&device->of_onus, oid) != NULL;
}

void
device_learn_of_onus(struct device *device, const struct oid *oid, bool is_of_onus)
{
	if (!is_of_onus)
		(void)take_out(&device->of_onus, oid); /* it may not be in it */
	else if (!find_in(&device->of_onus, oid))
		/* When out of memory it is found again later. */
		(void)add_to(&device->of_onus, oid);
}

void
device_restarted(struct device *device)
{
	for (size_t i = 0; i < device->lacks.n; i++)
		VEC_AT(&device->lacks, struct lack, i)->asked_ms = 0;
}

bool
node_is_sweep(const struct loaded_node *n)
{
	for (size_t i = 0; i < n->n_oids; i++) {
		if (n->oids[i].enabled && n->oids[i].is_slow)
			return true;
	}
	return false;
}

bool
node_reads_levels(const struct loaded_node *n)
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
