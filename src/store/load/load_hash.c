/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes two loads of an OLT the same. The hash has a key made up by each process:
 * it covers secrets, and a number that got out must not help to guess them.
 */
#include <pthread.h>
#include <sodium.h>
#include <string.h>

#include "store/catalogue/catalogue_row.h"
#include "store/load/load_int.h"

typedef crypto_generichash_state hash_state;

static unsigned char process_key[crypto_generichash_KEYBYTES];

static void
make_key(void)
{
	randombytes_buf(process_key, sizeof(process_key));
}

static void
begin(hash_state *h)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, make_key); /* cannot fail with these arguments */
	(void)crypto_generichash_init(
	    h, process_key, sizeof(process_key), crypto_generichash_BYTES_MIN);
}

static uint64_t
end(hash_state *h)
{
	unsigned char bytes[crypto_generichash_BYTES_MIN];
	uint64_t number;

	(void)crypto_generichash_final(h, bytes, sizeof(bytes));
	sodium_memzero(h, sizeof(*h)); /* it may still hold a secret */
	memcpy(&number, bytes, sizeof(number));
	return number;
}

static void
put_bytes(hash_state *h, const void *bytes, size_t n)
{
	(void)crypto_generichash_update(h, bytes, n);
}

static void
put_int(hash_state *h, int64_t i)
{
	put_bytes(h, &i, sizeof(i));
}

/* With its length, so that no text runs into the next; NULL is not "". */
static void
put_text(hash_state *h, const char *text)
{
	put_int(h, text ? (int64_t)strlen(text) : -1);
	if (text)
		put_bytes(h, text, strlen(text));
}

static void
put_texts(hash_state *h, const char *const *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_text(h, texts[i]);
}

/* All that people or the catalogue say about it. */
static void
put_entity(hash_state *h, const struct entity_type *type, const void *row)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct entity_field *f = &type->fields[i];

		if (f->flags & ENTITY_COMPUTED)
			continue;
		if (entity_is_text(f))
			put_text(h, entity_text(f, row));
		else
			put_int(h, entity_number(f, row));
	}
}

static void
put_oid(hash_state *h, const struct stored_oid *o)
{
	put_int(h, o->id.v);
	put_entity(h, &OID_ENTITY, o);
}

uint64_t
load_hash_job(const struct loaded_job *job)
{
	const struct job *j = &job->job;
	hash_state h;

	begin(&h);
	put_int(&h, j->id.v);
	put_text(&h, j->name);
	put_int(&h, j->type);
	put_int(&h, j->max_retries);
	put_int(&h, j->retry_delay_ms);
	put_int(&h, j->retry_grows);
	put_int(&h, j->timeout_ms);
	for (size_t i = 0; i < job->n_oids; i++)
		put_oid(&h, &job->oids[i]);
	return end(&h);
}

static void
put_node(hash_state *h, const struct loaded_node *n)
{
	put_int(h, n->node.id.v);
	put_int(h, n->node.master.v);
	put_int(h, n->node.enabled);
	put_int(h, n->node.interval_ms);
	put_text(h, n->node.cron);
	put_int(h, n->node.priority);
	put_text(h, n->node.lane);
	put_int(h, (int64_t)n->job_hash);
}

static void
put_settings(hash_state *h, const struct snmp_settings *s)
{
	put_int(h, s->timeout_ms);
	put_int(h, s->retries);
	put_int(h, s->repetitions);
	put_int(h, s->in_flight);
	put_text(h, s->batch);
}

static void
put_secret(hash_state *h, const struct secret *s)
{
	put_int(h, (int64_t)s->len);
	put_bytes(h, s->bytes, s->len);
}

/* Those that store_olts_of_brand() tells: what is for another brand is not for
 * this OLT. */
static bool
is_for(const struct olt *o, struct brand_id brand)
{
	return brand.v == 0 || o->brand.v <= CATALOGUE_GENERIC || o->brand.v == brand.v;
}

static void
put_words(hash_state *h, const struct olt *o, const struct loaded_words *words)
{
	for (size_t i = 0; i < words->n_formulas; i++) {
		if (is_for(o, words->formulas[i].brand))
			put_entity(h, &FORMULA_ENTITY, &words->formulas[i]);
	}
	for (size_t i = 0; i < words->n_labels; i++) {
		if (is_for(o, words->labels[i].brand))
			put_entity(h, &STATE_ENTITY, &words->labels[i]);
	}
}

uint64_t
load_hash_olt(const struct loaded_olt *olt)
{
	const struct olt *o = &olt->olt;
	const char *texts[] = { o->name, o->profile, o->address, o->v3_user,
		o->v3_context, o->v3_auth, o->v3_priv };
	hash_state h;

	begin(&h);
	put_int(&h, o->id.v);
	put_int(&h, o->brand.v);
	put_int(&h, o->model.v);
	put_texts(&h, texts, sizeof(texts) / sizeof(texts[0]));
	put_int(&h, o->port);
	put_int(&h, o->version);
	put_int(&h, o->enabled);
	put_int(&h, olt->is_workflow_enabled);
	put_int(&h, olt->secrets_rc);
	put_secret(&h, &olt->secrets.community);
	put_secret(&h, &olt->secrets.auth_key);
	put_secret(&h, &olt->secrets.priv_key);
	for (int i = 0; i < TASK_TYPES; i++)
		put_settings(&h, &olt->settings[i]);
	for (size_t i = 0; i < olt->n_nodes; i++)
		put_node(&h, &olt->nodes[i]);
	put_words(&h, o, olt->words);
	return end(&h);
}
