/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/usm_int.h"

#include <string.h>

enum { SALT_BYTES = 8, TIME_WINDOW_S = 150 };

enum rc
usm_user_set(struct usm_user *user, const struct usm_words *w, struct err *err)
{
	struct usm_user made = { .auth = w->auth, .priv = w->priv };
	size_t len = strlen(w->name);

	if (len == 0 || len > USM_NAME_MAX)
		return err_set(err, RC_INVALID, "a v3 user's name has 1 to %d characters",
		    USM_NAME_MAX);
	if (w->priv != V3_PRIV_NONE && w->auth == V3_AUTH_NONE)
		return err_set(
		    err, RC_INVALID, "there is no v3 privacy without authentication");
	if (strlen(w->auth_pass) < 8 || strlen(w->priv_pass) < 8)
		return err_set(
		    err, RC_INVALID, "a v3 passphrase has at least 8 characters");
	memcpy(made.name, w->name, len);
	if (w->auth != V3_AUTH_NONE &&
	    (!crypto_key_from_pass(w->auth, w->auth_pass, &made.auth_key) ||
		!crypto_key_from_pass(w->auth, w->priv_pass, &made.priv_key)))
		return err_set(err, RC_IO, "cannot make the v3 user's keys");
	*user = made;
	return RC_OK;
}

void
usm_engine_init(struct usm_engine *e, uint64_t number)
{
	/* Enterprise 32473 is the one for examples (RFC 5612); 5: octets follow. */
	static const uint8_t HEAD[5] = { 0x80, 0x00, 0x7e, 0xd9, 5 };

	memset(e, 0, sizeof(*e));
	memcpy(e->id, HEAD, sizeof(HEAD));
	for (int i = 0; i < 8; i++)
		e->id[5 + i] = (uint8_t)(number >> (56 - 8 * i));
	e->salt = number << 32;
}

static bool
localise(const struct usm_user *user, struct usm_engine *e)
{
	if (user->auth == V3_AUTH_NONE)
		return true;
	if (!e->has_keys) {
		e->has_keys = crypto_key_localise(user->auth, &user->auth_key, e->id,
				  sizeof(e->id), &e->auth_key) &&
		    crypto_key_localise(
			user->auth, &user->priv_key, e->id, sizeof(e->id), &e->priv_key);
	}
	return e->has_keys;
}

static bool
slice_is(const struct slice *s, const void *bytes, size_t len)
{
	return s->len == len && memcmp(s->at, bytes, len) == 0;
}

/* The MAC was computed over the message with zeros in its place. */
static bool
is_authentic(const struct usm_user *user, const struct usm_engine *e,
    const struct request *r, struct usm_room *room)
{
	size_t mac_len = crypto_mac_len(user->auth);
	uint8_t mac[CRYPTO_MAC_MAX];

	if (r->v3.auth.len != mac_len || r->whole.len > sizeof(room->other))
		return false;
	memcpy(room->other, r->whole.at, r->whole.len);
	memset(room->other + (r->v3.auth.at - r->whole.at), 0, mac_len);
	return crypto_mac(user->auth, &e->auth_key, room->other, r->whole.len, mac) &&
	    slice_is(&r->v3.auth, mac, mac_len);
}

static bool
is_in_time(const struct request *r, uint32_t boots, uint32_t time_s)
{
	int64_t apart = (int64_t)r->v3.time_s - (int64_t)time_s;

	return (uint32_t)r->v3.boots == boots && apart <= TIME_WINDOW_S &&
	    apart >= -TIME_WINDOW_S;
}

/* RFC 3826 3.1.2.1: the engine's boots and time, then the salt. */
static void
make_aes_iv(uint32_t boots, uint32_t time_s, const uint8_t salt[SALT_BYTES],
    uint8_t iv[CRYPTO_IV_MAX])
{
	for (int i = 0; i < 4; i++) {
		iv[i] = (uint8_t)(boots >> (24 - 8 * i));
		iv[4 + i] = (uint8_t)(time_s >> (24 - 8 * i));
	}
	memcpy(iv + 8, salt, SALT_BYTES);
}

/* RFC 3414 8.1.1.1: the second half of the key, combined with the salt. */
static void
make_des_iv(const struct crypto_key *key, const uint8_t salt[SALT_BYTES],
    uint8_t iv[CRYPTO_IV_MAX])
{
	memset(iv, 0, CRYPTO_IV_MAX);
	for (int i = 0; i < SALT_BYTES; i++)
		iv[i] = key->bytes[SALT_BYTES + i] ^ salt[i];
}

static bool
decrypt(const struct usm_side *side, const struct request *r, struct usm_room *room)
{
	const struct crypto_key *key = &side->engine->priv_key;
	uint8_t iv[CRYPTO_IV_MAX];

	if (r->v3.priv.len != SALT_BYTES || r->v3.data.len > sizeof(room->plain))
		return false;
	if (side->user->priv == V3_PRIV_DES)
		make_des_iv(key, r->v3.priv.at, iv);
	else
		make_aes_iv(
		    (uint32_t)r->v3.boots, (uint32_t)r->v3.time_s, r->v3.priv.at, iv);
	return crypto_decrypt(
	    side->user->priv, key, iv, r->v3.data.at, r->v3.data.len, room->plain);
}

/* Does the security level of the message match the user? */
static bool
is_level_fine(const struct usm_user *user, uint8_t flags)
{
	bool is_auth = flags & V3_FLAG_AUTH, is_priv = flags & V3_FLAG_PRIV;

	return is_auth == (user->auth != V3_AUTH_NONE) &&
	    (!is_priv || user->priv != V3_PRIV_NONE);
}

static enum usm_outcome
refuse(struct usm_engine *e, enum usm_stat stat, enum usm_stat *ret_stat)
{
	e->stats[stat]++;
	*ret_stat = stat;
	return USM_REPORT;
}

/* In the order of RFC 3414 3.2. */
enum usm_outcome
usm_open(const struct usm_side *side, struct request *r, struct usm_room *room,
    enum usm_stat *ret_stat)
{
	const struct usm_user *user = side->user;
	struct usm_engine *e = side->engine;
	uint8_t flags = r->v3.flags;
	/* Read the PDU first if it is not encrypted: a report repeats the request's
	 * id. */
	bool is_read = (flags & V3_FLAG_PRIV) == 0 &&
	    request_read_scoped(r, r->v3.data.at, r->v3.data.len);

	if (!is_read)
		r->id = 0;
	if (!slice_is(&r->v3.engine_id, e->id, sizeof(e->id)))
		return refuse(e, USM_UNKNOWN_ENGINE, ret_stat);
	if (!slice_is(&r->v3.user, user->name, strlen(user->name)))
		return refuse(e, USM_UNKNOWN_USER, ret_stat);
	if (!is_level_fine(user, flags) || !localise(user, e))
		return refuse(e, USM_UNSUPPORTED_LEVEL, ret_stat);
	if ((flags & V3_FLAG_AUTH) && !is_authentic(user, e, r, room))
		return refuse(e, USM_WRONG_DIGEST, ret_stat);
	if ((flags & V3_FLAG_AUTH) && !is_in_time(r, side->boots, side->time_s))
		return refuse(e, USM_NOT_IN_TIME_WINDOW, ret_stat);
	if (!(flags & V3_FLAG_PRIV))
		return is_read ? USM_OK : USM_DROP;
	if (!decrypt(side, r, room) ||
	    !request_read_scoped(r, room->plain, r->v3.data.len))
		return refuse(e, USM_DECRYPTION_ERROR, ret_stat);
	return USM_OK;
}

size_t
usm_overhead(const struct request *r)
{
	/* Headers of at most 4 octets, numbers of at most 6, and the texts. */
	return 128 + 2 * USM_ENGINE_ID_BYTES + USM_NAME_MAX + CRYPTO_MAC_MAX +
	    SALT_BYTES + CRYPTO_PAD_MAX + r->v3.context_name.len;
}

/* Encrypt what f holds up to end. A cipher with padding needs more space in front. */
static bool
encrypt(const struct usm_side *side, struct usm_room *room, struct ber_front *f,
    const uint8_t *end, uint8_t salt[SALT_BYTES])
{
	struct usm_engine *e = side->engine;
	uint8_t iv[CRYPTO_IV_MAX];
	size_t len = (size_t)(end - f->at);

	e->salt++;
	for (int i = 0; i < SALT_BYTES; i++)
		salt[i] = (uint8_t)(e->salt >> (56 - 8 * i));
	if (side->user->priv == V3_PRIV_DES)
		make_des_iv(&e->priv_key, salt, iv);
	else
		make_aes_iv(side->boots, side->time_s, salt, iv);
	if (len + CRYPTO_PAD_MAX > sizeof(room->other) ||
	    !crypto_encrypt(side->user->priv, &e->priv_key, iv, f->at, room->other, &len))
		return false;
	f->at += (end - f->at) - (ptrdiff_t)len;
	memcpy(f->at, room->other, len);
	return true;
}

/* The message around the PDU; level is V3_FLAG_AUTH and V3_FLAG_PRIV. */
struct envelope {
	const struct usm_side *side;
	uint8_t level;
	struct slice user_name;
};

static void
front_scoped(struct ber_front *f, const struct envelope *v, const struct request *r,
    const uint8_t *end)
{
	ber_front_octets(f, r->v3.context_name.at, r->v3.context_name.len);
	ber_front_octets(f, v->side->engine->id, sizeof(v->side->engine->id));
	ber_front_wrap(f, BER_SEQUENCE, end);
}

/* Returns the place of the MAC. */
static uint8_t *
front_security(struct ber_front *f, const struct envelope *v, const uint8_t *salt)
{
	static const uint8_t ZEROS[CRYPTO_MAC_MAX];
	bool is_auth = v->level & V3_FLAG_AUTH;
	size_t mac_len = is_auth ? crypto_mac_len(v->side->user->auth) : 0;
	const uint8_t *end = f->at;

	ber_front_octets(f, salt, v->level & V3_FLAG_PRIV ? SALT_BYTES : 0);
	uint8_t *mac_at = f->at - mac_len;
	ber_front_octets(f, ZEROS, mac_len);
	ber_front_octets(f, v->user_name.at, v->user_name.len);
	ber_front_int(f, (int32_t)v->side->time_s);
	ber_front_int(f, (int32_t)v->side->boots);
	ber_front_octets(f, v->side->engine->id, sizeof(v->side->engine->id));
	ber_front_wrap(f, BER_SEQUENCE, end);
	ber_front_wrap(f, SNMP_OCTETS, end);
	return mac_at;
}

static void
front_global(struct ber_front *f, const struct envelope *v, const struct request *r)
{
	const uint8_t *end = f->at;

	ber_front_int(f, 3);
	ber_front_octets(f, &v->level, 1);
	ber_front_int(f, DATAGRAM_MAX);
	ber_front_int(f, r->v3.message_id);
	ber_front_wrap(f, BER_SEQUENCE, end);
	ber_front_int(f, VERSION_3);
}

static void
wrap(const struct envelope *v, const struct request *r, struct agent_room *agent_room,
    struct usm_room *room, struct answer *answer)
{
	struct ber_front f = { answer->at, agent_room->bytes };
	const uint8_t *end = answer->at + answer->len;
	uint8_t salt[SALT_BYTES] = { 0 }, mac[CRYPTO_MAC_MAX];

	front_scoped(&f, v, r, end);
	if (v->level & V3_FLAG_PRIV) {
		/* Cannot fail with a key of the right length. If it does, the peer gets
		 * invalid data, as from a broken device. */
		(void)encrypt(v->side, room, &f, end, salt);
		ber_front_wrap(&f, SNMP_OCTETS, end);
	}
	uint8_t *mac_at = front_security(&f, v, salt);
	front_global(&f, v, r);
	ber_front_wrap(&f, BER_SEQUENCE, end);
	answer->at = f.at;
	answer->len = (size_t)(end - f.at);
	if ((v->level & V3_FLAG_AUTH) &&
	    crypto_mac(v->side->user->auth, &v->side->engine->auth_key, answer->at,
		answer->len, mac))
		memcpy(mac_at, mac, crypto_mac_len(v->side->user->auth));
}

void
usm_wrap(const struct usm_side *side, const struct request *r,
    struct agent_room *agent_room, struct usm_room *room, struct answer *answer)
{
	struct envelope v = { side, r->v3.flags & (V3_FLAG_AUTH | V3_FLAG_PRIV),
		r->v3.user };

	wrap(&v, r, agent_room, room, answer);
}

bool
usm_report(const struct usm_side *side, const struct request *r, enum usm_stat stat,
    struct agent_room *agent_room, struct usm_room *room, struct answer *ret_answer)
{
	const uint32_t arcs[] = { 1, 3, 6, 1, 6, 3, 15, 1, 1, (uint32_t)stat + 1, 0 };
	/* Only notInTimeWindow is authenticated: the peer sets its clock from it. */
	uint8_t level = stat == USM_NOT_IN_TIME_WINDOW ? V3_FLAG_AUTH : 0;
	struct envelope v = { side, level, r->v3.user };

	if (!(r->v3.flags & V3_FLAG_REPORTABLE) || r->v3.user.len > USM_NAME_MAX)
		return false;
	agent_report(arcs, sizeof(arcs) / sizeof(arcs[0]), side->engine->stats[stat],
	    r->id, agent_room, ret_answer);
	wrap(&v, r, agent_room, room, ret_answer);
	return true;
}
