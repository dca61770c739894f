/* SPDX-License-Identifier: Apache-2.0 */
#include "service/lockout_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/networks.h"
#include "store/secret/credential.h"

enum { BUCKETS = 1024, WAYS = 8, KEY_BYTES = 16 };

enum kind { PAIR, ADDRESS, NAME, KINDS };

enum { KNOWN_BUCKETS = 256 };

static const int LIMITS[KINDS] = { LOCKOUT_PAIR, LOCKOUT_ADDRESS, LOCKOUT_NAME };

struct count {
	unsigned char key[KEY_BYTES];
	int n; /* 0: the place is free */
	int64_t last_ms;
};

/* Keys are hashes with a salt of this run: nobody can choose names that crowd one bucket. */
struct lockout {
	char salt[TOKEN_TEXT_MAX];
	struct count counts[BUCKETS][WAYS];
	/* Pairs that have logged in, so that who attacks cannot make room among them. */
	struct count known[KNOWN_BUCKETS][WAYS];
};

struct lockout *
lockout_new(void)
{
	struct lockout *l = calloc(1, sizeof(*l));
	unsigned char hash[TOKEN_HASH_BYTES];

	if (l)
		token_make(l->salt, hash);
	return l;
}

void
lockout_free(struct lockout *l)
{
	free(l);
}

/* ---- places in the table ------------------------------------------------------------- */

/* An IPv6 address as its /64; others as they are. */
static void
widen(const char *text, char network[ADDRESS_TEXT_MAX])
{
	struct address a;

	(void)snprintf(network, ADDRESS_TEXT_MAX, "%s", text);
	if (!strchr(text, ':') || !address_read(text, &a))
		return;
	address_show(&a, network);
	if (!strchr(network, ':'))
		return; /* IPv4 in another notation */
	memset(a.bytes + ADDRESS_BYTES / 2, 0, ADDRESS_BYTES / 2);
	address_show(&a, network);
}

static void
make_key(const struct lockout *l, const struct guess *who, enum kind kind,
    unsigned char key[TOKEN_HASH_BYTES])
{
	unsigned char name[TOKEN_HASH_BYTES], address[TOKEN_HASH_BYTES];
	char network[ADDRESS_TEXT_MAX];
	char text[TOKEN_TEXT_MAX + 4 * TOKEN_HASH_BYTES + 4];
	size_t n;

	token_hash(kind == ADDRESS ? "" : who->name, name);
	widen(who->address, network);
	token_hash(kind == NAME ? "" : network, address);
	n = (size_t)snprintf(text, sizeof(text), "%s%d", l->salt, (int)kind);
	for (int i = 0; i < TOKEN_HASH_BYTES; i++)
		n += (size_t)snprintf(
		    text + n, sizeof(text) - n, "%02x%02x", name[i], address[i]);
	token_hash(text, key);
}

static size_t
number_of(const unsigned char *key)
{
	return (size_t)key[KEY_BYTES] << 8 | key[KEY_BYTES + 1];
}

static struct count *
bucket_of(struct lockout *l, const unsigned char *key)
{
	return l->counts[number_of(key) % BUCKETS];
}

static struct count *
known_bucket_of(struct lockout *l, const unsigned char *key)
{
	return l->known[number_of(key) % KNOWN_BUCKETS];
}

/* NULL: nothing is counted for it. */
static struct count *
find_in_bucket(struct count *bucket, const unsigned char *key)
{

	for (int i = 0; i < WAYS; i++) {
		if (bucket[i].n > 0 && memcmp(bucket[i].key, key, KEY_BYTES) == 0)
			return &bucket[i];
	}
	return NULL;
}

static struct count *
find(struct lockout *l, const unsigned char *key)
{
	return find_in_bucket(bucket_of(l, key), key);
}

/* Its own place, a free one, or the one of whoever was quiet for longest. */
static struct count *
take_place(struct count *bucket, const unsigned char *key)
{
	struct count *place = find_in_bucket(bucket, key);

	if (place)
		return place;
	place = &bucket[0];
	for (int i = 0; i < WAYS && place->n > 0; i++) {
		if (bucket[i].n == 0 || bucket[i].last_ms < place->last_ms)
			place = &bucket[i];
	}
	*place = (struct count){ 0 };
	memcpy(place->key, key, KEY_BYTES);
	return place;
}

/* ---- counting ------------------------------------------------------------------------- */

/* How long it is locked yet; 0: it is not. A lock that is over leaves nothing behind; a name
 * that is slowed down stays so until nobody has tried it for a while. */
static int64_t
locked_ms(struct count *c, enum kind kind, int64_t now_ms)
{
	int64_t silent_ms = now_ms - c->last_ms;
	int64_t lock_ms = kind == NAME ? LOCKOUT_SLOW_MS : LOCKOUT_MS;
	bool is_full = c->n >= LIMITS[kind];

	if (is_full && silent_ms < lock_ms)
		return lock_ms - silent_ms;
	if ((is_full && kind != NAME) || silent_ms >= LOCKOUT_FORGET_MS)
		c->n = 0;
	return 0;
}

bool
lockout_try(
    struct lockout *l, const struct guess *who, int64_t now_ms, int64_t *ret_wait_ms)
{
	unsigned char keys[KINDS][TOKEN_HASH_BYTES];
	int64_t wait_ms = 0;
	bool is_known = false;

	for (int kind = 0; kind < KINDS; kind++) {
		struct count *c;

		make_key(l, who, (enum kind)kind, keys[kind]);
		c = find(l, keys[kind]);
		if (kind == PAIR)
			is_known = find_in_bucket(known_bucket_of(l, keys[kind]),
				       keys[kind]) != NULL;
		if (kind == NAME && is_known)
			continue;
		if (c && locked_ms(c, (enum kind)kind, now_ms) > wait_ms)
			wait_ms = locked_ms(c, (enum kind)kind, now_ms);
	}
	if (wait_ms > 0) {
		*ret_wait_ms = wait_ms;
		return false;
	}
	for (int kind = 0; kind < KINDS; kind++) {
		struct count *c = take_place(bucket_of(l, keys[kind]), keys[kind]);

		c->n++;
		/* Whoever is not slowed down takes no turn of the others. */
		if (kind != NAME || !is_known)
			c->last_ms = now_ms;
	}
	return true;
}

static void
take_back(struct lockout *l, const struct guess *who, bool forgets_pair)
{
	for (int kind = 0; kind < KINDS; kind++) {
		unsigned char key[TOKEN_HASH_BYTES];
		struct count *c;

		make_key(l, who, (enum kind)kind, key);
		c = find(l, key);
		if (c)
			c->n = kind == PAIR && forgets_pair ? 0 : c->n - 1;
	}
}

void
lockout_right(struct lockout *l, const struct guess *who, int64_t now_ms)
{
	unsigned char key[TOKEN_HASH_BYTES];
	struct count *known;

	take_back(l, who, true);
	make_key(l, who, PAIR, key);
	known = take_place(known_bucket_of(l, key), key);
	known->n = 1;
	known->last_ms = now_ms;
}

void
lockout_undo(struct lockout *l, const struct guess *who)
{
	take_back(l, who, false);
}
