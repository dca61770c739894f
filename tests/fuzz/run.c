/* SPDX-License-Identifier: Apache-2.0
 *
 * run CORPUS-FOLDER [ROUNDS] - runs a fuzz target without a fuzzer.
 *
 * Every file of the corpus unchanged, then ROUNDS mutations of them, the same ones each
 * time. The output is TAP, with one test per file. With -Dfuzz=true the targets are
 * linked with libFuzzer instead.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { INPUT_MAX = 64 * 1024, ROUNDS = 20000 };

static uint32_t seed = 20251021;

static uint32_t
any(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)(((uint64_t)seed * below) >> 32);
}

/* One small change: flip, set, remove, repeat or truncate. */
static size_t
mutate(uint8_t *data, size_t n)
{
	static const uint8_t ODD[] = { 0, 0xFF, 0x80, '"', '{', '.', '-', '9', '|',
		'\n' };
	size_t at = n ? any((uint32_t)n) : 0;

	if (n == 0)
		return 0;
	switch (any(5)) {
	case 0:
		data[at] ^= (uint8_t)(1U << any(8));
		return n;
	case 1:
		data[at] = ODD[any(sizeof(ODD))];
		return n;
	case 2:
		memmove(data + at, data + at + 1, n - at - 1);
		return n - 1;
	case 3:
		if (n == INPUT_MAX)
			return n;
		memmove(data + at + 1, data + at, n - at);
		return n + 1;
	default:
		return at;
	}
}

/* An exact copy on the heap, so that reading after its end is detected. */
static void
run_on(const uint8_t *data, size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);

	if (!copy)
		abort();
	memcpy(copy, data, n);
	(void)LLVMFuzzerTestOneInput(copy, n); /* always 0 */
	free(copy);
}

static void
run_file(const char *folder, const char *name, long rounds)
{
	static uint8_t data[INPUT_MAX];
	static uint8_t changed[INPUT_MAX];
	char path[1024];
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "rb");
	if (!f) {
		perror(path);
		exit(1);
	}
	n = fread(data, 1, sizeof(data), f);
	fclose(f);
	run_on(data, n);
	for (long i = 0; i < rounds; i++) {
		size_t m = n;

		memcpy(changed, data, n);
		for (uint32_t k = any(6) + 1; k; k--)
			m = mutate(changed, m);
		run_on(changed, m);
	}
}

static int
is_input(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int
main(int argc, char **argv)
{
	long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : ROUNDS;
	struct dirent **entries;
	int n = argc > 1 ? scandir(argv[1], &entries, is_input, alphasort) : -1;

	if (n <= 0) {
		fprintf(stderr, "usage: run CORPUS-FOLDER [ROUNDS]\n");
		return 2;
	}
	printf("1..%d\n", n);
	for (int i = 0; i < n; i++) {
		run_file(argv[1], entries[i]->d_name, rounds / n);
		printf("ok %d - %s\n", i + 1, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return 0;
}
