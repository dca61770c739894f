/* SPDX-License-Identifier: Apache-2.0
 *
 * Any datagram to a simulated OLT: no answer, or one that is complete, small enough and
 * counted correctly.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/olt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static bool
is_never_known(void *context, int32_t id)
{
	(void)context, (void)id;
	return false;
}

static struct olt *
make_olt(const struct moment *now)
{
	static struct olt olt;
	static struct profile_set *profiles; /* must exist as long as the olt */
	struct plant *plant = NULL;
	struct olt_spec spec;
	struct life life = { .seed = 1 };

	olt_spec_init(&spec);
	spec.ports = 2;
	spec.onus = 4;
	if (profile_set_load_builtin(&profiles, NULL) != RC_OK ||
	    plant_new_from_profile(profile_set_find(profiles, "huawei"), &spec, &life,
		&plant, NULL) != RC_OK ||
	    olt_init(&olt, &spec, plant, 0, now, NULL) != RC_OK)
		abort();
	return &olt;
}

static struct olt_shared *
make_shared(void)
{
	struct olt_shared *shared = calloc(1, sizeof(*shared));
	struct usm_words words = { "facho", V3_AUTH_SHA, V3_PRIV_AES, "fachofacho1",
		"fachofacho2" };

	if (!shared)
		abort();
	shared->arena = arena_new(0);
	if (!shared->arena || usm_user_set(&shared->user, &words, NULL) != RC_OK)
		abort();
	return shared;
}

static void
check_answer(const struct outgoing *outgoing)
{
	struct ber_reader whole = { outgoing->bytes, outgoing->bytes + outgoing->len },
			  in;

	assert(outgoing->len <= 8192);
	if (!ber_open(&whole, BER_SEQUENCE, &in) || !ber_at_end(&whole))
		abort(); /* an answer is one sequence, with nothing after it */
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const struct moment NOW = { 5000000, INT64_C(1780000000000) };
	static struct olt *olt; /* created once: they take longer than the rest */
	static struct olt_shared *shared;
	struct slice datagram = { data, n };
	struct outgoing outgoing;

	if (!olt) {
		olt = make_olt(&NOW);
		shared = make_shared();
	}
	if (n > DATAGRAM_MAX)
		return 0;
	if (olt_receive(olt, shared, &datagram, &NOW, is_never_known, NULL, &outgoing)) {
		check_answer(&outgoing);
		olt_sent(olt, &outgoing, &NOW);
	}
	assert(olt->counters.in_flight == 0);
	return 0;
}
