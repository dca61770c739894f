/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/unit/history/lab.h - a codec for each test, and all kinds of damaged input.
 */
#ifndef FACHO_TESTS_HISTORY_LAB_H
#define FACHO_TESTS_HISTORY_LAB_H

#include "check.h"

#include "base/buf.h"
#include "history/block_int.h"

enum { OUT_MAX = 4 << 20 };

struct lab {
	struct history_codec *codec;
	struct buf out; /* the last block made */
};

static inline int
lab_set_up(void **state)
{
	struct lab *lab = calloc(1, sizeof(*lab));

	assert_non_null(lab);
	lab->codec = history_codec_new();
	assert_non_null(lab->codec);
	lab->out.ceiling = OUT_MAX;
	*state = lab;
	return 0;
}

static inline int
lab_tear_down(void **state)
{
	struct lab *lab = *state;

	history_codec_free(lab->codec);
	buf_fini(&lab->out);
	free(lab);
	return 0;
}

#define LAB_TEST(f) cmocka_unit_test_setup_teardown(f, lab_set_up, lab_tear_down)

/* Opens damaged bytes: the result must be RC_INVALID. */
typedef void (*refuse_fn)(struct lab *lab, const uint8_t *bytes, size_t n);

/* Changes every single bit of each byte, inverts each byte, truncates at every place, and
 * adds one byte. All on exact copies, so that ASan detects a reader that goes too far. */
static inline void
lab_damage_everywhere(struct lab *lab, refuse_fn refuse)
{
	static const uint8_t CHANGES[] = { 1, 2, 4, 8, 16, 32, 64, 128, 255 };
	size_t n = lab->out.len;
	uint8_t *bytes = malloc(n + 1);

	assert_non_null(bytes);
	memcpy(bytes, lab->out.data, n);
	bytes[n] = 0;
	refuse(lab, bytes, n + 1);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < sizeof(CHANGES); k++) {
			bytes[i] ^= CHANGES[k];
			refuse(lab, bytes, n);
			bytes[i] ^= CHANGES[k];
		}
	}
	for (size_t cut = 0; cut < n; cut++) {
		uint8_t *less = malloc(cut ? cut : 1);

		assert_non_null(less);
		memcpy(less, bytes, cut);
		refuse(lab, less, cut);
		free(less);
	}
	free(bytes);
}

#define CHECK_BYTES(buf, expected)                                              \
	do {                                                                    \
		assert_int_equal((buf)->len, sizeof(expected));                 \
		assert_memory_equal((buf)->data, (expected), sizeof(expected)); \
	} while (0)

#endif
