/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/unit/sim/talk.h - an OLT in memory with a small recording, and functions to send
 * requests to it.
 */
#ifndef FACHO_TESTS_SIM_TALK_H
#define FACHO_TESTS_SIM_TALK_H

#include "check.h"

#include <stdarg.h>
#include <unistd.h>

#include "sim/olt.h"

/* The content of an answer: "OID=TAG:LENGTH ..." for the varbinds. */
struct said {
	bool is_answer;
	int32_t id, status, index;
	size_t n;
	size_t len;
	struct outgoing outgoing;
	char varbinds[4096];
};

struct talk {
	struct olt_shared *shared;
	struct plant *plant;
	struct olt olt;
	struct olt_spec spec;
	struct moment now;
	bool is_known; /* what is_known() returns */
	enum version version;
	int32_t id, non_repeaters, max_repetitions;
	const char *community;
};

static inline bool
talk_is_known(void *context, int32_t id)
{
	(void)id;
	return ((struct talk *)context)->is_known;
}

static inline void
talk_start(struct talk *t, const char *recording)
{
	char path[] = "/tmp/facho-talk-XXXXXX";
	struct err err = { 0 };
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, recording, strlen(recording)), strlen(recording));
	close(fd);
	memset(t, 0, sizeof(*t));
	t->now = (struct moment){ 5000000, INT64_C(1780000000000) };
	t->version = VERSION_2C;
	t->id = 77;
	t->community = "public";
	t->shared = calloc(1, sizeof(*t->shared));
	t->shared->arena = arena_new(0);
	olt_spec_init(&t->spec);
	check_rc(plant_new_from_recording(path, &t->plant, &err), RC_OK);
	unlink(path);
	check_rc(olt_init(&t->olt, &t->spec, t->plant, 0, &t->now, &err), RC_OK);
}

static inline void
talk_end(struct talk *t)
{
	olt_fini(&t->olt);
	plant_unref(t->plant);
	olt_spec_fini(&t->spec);
	arena_free(t->shared->arena);
	free(t->shared);
}

static inline void
talk_set(struct talk *t, const char *name, const char *value)
{
	struct err err = { 0 };

	if (setting_apply_running(&t->olt.behaviour, name, value, &err) != RC_OK)
		fail_msg("%s", err.msg);
	olt_behaviour_changed(&t->olt, &t->now);
}

static inline void
talk_read_varbinds(struct ber_reader list, struct said *said)
{
	size_t used = 0;

	for (; !ber_at_end(&list); said->n++) {
		struct ber_reader varbind, name, value;
		uint32_t arcs[OID_MAX];
		char text[OID_TEXT_MAX];
		uint8_t tag;
		size_t n;

		assert_true(ber_open(&list, BER_SEQUENCE, &varbind));
		assert_true(ber_open(&varbind, SNMP_OID, &name));
		assert_true(ber_take(&varbind, &tag, &value));
		assert_true(ber_read_oid(&name, arcs, OID_MAX, &n));
		used += (size_t)snprintf(said->varbinds + used,
		    sizeof(said->varbinds) - used, "%s%s=%u:%zu", used ? " " : "",
		    oid_format(arcs, n, text), tag, (size_t)(value.end - value.at));
		assert_true(used < sizeof(said->varbinds));
	}
}

static inline void
talk_read(const struct outgoing *outgoing, const struct talk *t, struct said *said)
{
	struct ber_reader whole = { outgoing->bytes, outgoing->bytes + outgoing->len };
	struct ber_reader in, community, pdu, list;
	int32_t version;

	said->len = outgoing->len;
	assert_true(ber_open(&whole, BER_SEQUENCE, &in));
	assert_true(ber_at_end(&whole));
	assert_true(ber_read_int(&in, &version));
	assert_int_equal(version, t->version);
	assert_true(ber_open(&in, SNMP_OCTETS, &community));
	assert_true(ber_open(&in, PDU_RESPONSE, &pdu));
	assert_true(ber_read_int(&pdu, &said->id));
	assert_true(ber_read_int(&pdu, &said->status));
	assert_true(ber_read_int(&pdu, &said->index));
	assert_true(ber_open(&pdu, BER_SEQUENCE, &list));
	talk_read_varbinds(list, said);
}

static inline void
talk_put_name(struct ber_out *out, const char *name, size_t len)
{
	struct snmp_value null = { .type = SNMP_NULL };
	uint8_t ber[BER_OID_MAX];
	char text[OID_TEXT_MAX];
	struct oid oid;

	memcpy(text, name, len);
	text[len] = '\0';
	check_rc(oid_parse(text, &oid, NULL), RC_OK);
	size_t n = ber_write_oid(oid.arcs, oid.n, ber);
	assert_true(ber_put_varbind(out, ber, n, NULL, 0, &null));
}

/* Request names separated by blanks. The answer stays in the shared buffer, and the
 * request in the device, until talk_sent(). */
static inline struct said
talk_ask(struct talk *t, enum pdu pdu, const char *names)
{
	static uint8_t bytes[8192];
	struct ber_out out = { bytes + 512, bytes + sizeof(bytes) };
	struct ber_front f = { bytes + 512, bytes };
	struct said said = { 0 };

	for (const char *at = names; *at; at += strspn(at, " ")) {
		size_t len = strcspn(at, " ");
		talk_put_name(&out, at, len);
		at += len;
	}
	ber_front_wrap(&f, BER_SEQUENCE, out.at);
	ber_front_int(&f, t->max_repetitions);
	ber_front_int(&f, t->non_repeaters);
	ber_front_int(&f, t->id);
	ber_front_wrap(&f, (uint8_t)pdu, out.at);
	ber_front_octets(&f, t->community, strlen(t->community));
	ber_front_int(&f, (int32_t)t->version);
	ber_front_wrap(&f, BER_SEQUENCE, out.at);
	struct slice datagram = { f.at, (size_t)(out.at - f.at) };
	said.is_answer = olt_receive(
	    &t->olt, t->shared, &datagram, &t->now, talk_is_known, t, &said.outgoing);
	if (said.is_answer && t->olt.behaviour.truncate_pct < 100)
		talk_read(&said.outgoing, t, &said);
	return said;
}

static inline void
talk_sent(struct talk *t, const struct said *said)
{
	olt_sent(&t->olt, &said->outgoing, &t->now);
}

#endif
