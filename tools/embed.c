/* SPDX-License-Identifier: Apache-2.0
 *
 * embed - turns files into one C file: embed OUT HEADER TYPE NAME FILE...
 *
 * Profiles and migrations are embedded in the binary, so that only one file must be
 * installed. It is written in C so that the build needs no other language. HEADER
 * declares struct TYPE { name, bytes, length } and the two symbols: NAME, the array, and
 * N_NAME.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool
embed_bytes(FILE *out, const char *path, int i)
{
	FILE *in = fopen(path, "rb");
	int c;

	if (!in) {
		perror(path);
		return false;
	}
	fprintf(out, "static const unsigned char FILE_%d[] = {", i);
	for (unsigned n = 0; (c = getc(in)) != EOF; n++)
		fprintf(out, "%s%d,", n % 20 ? "" : "\n", c);
	fprintf(out, "\n0 };\n"); /* text ends in a NUL that is not counted */
	if (ferror(in)) {
		perror(path);
		fclose(in);
		return false;
	}
	return fclose(in) == 0;
}

static void
embed_table(FILE *out, const char *type, const char *name, char **paths, int n)
{
	fprintf(out, "const struct %s %s[] = {\n", type, name);
	for (int i = 0; i < n; i++)
		fprintf(out, "\t{ \"%s\", FILE_%d, sizeof(FILE_%d) - 1 },\n",
		    base_name(paths[i]), i, i);
	fprintf(out, "};\nconst size_t N_%s = %d;\n", name, n);
}

int
main(int argc, char **argv)
{
	FILE *out;
	bool ok = true;

	if (argc < 6) {
		fprintf(stderr, "usage: embed OUT HEADER TYPE NAME FILE...\n");
		return 2;
	}
	out = fopen(argv[1], "w");
	if (!out) {
		perror(argv[1]);
		return 1;
	}
	fprintf(out, "/* Made by tools/embed.c. */\n#include \"%s\"\n", argv[2]);
	for (int i = 5; ok && i < argc; i++)
		ok = embed_bytes(out, argv[i], i - 5);
	embed_table(out, argv[3], argv[4], argv + 5, argc - 5);
	if (fclose(out) != 0 || !ok)
		return 1;
	return 0;
}
