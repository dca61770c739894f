/* SPDX-License-Identifier: Apache-2.0
 *
 * pack - turns a folder of the web into one C file and one file of bytes: pack FOLDER
 * NAME OUT.c OUT.bin
 *
 * Every file is compressed with the best level of gzip. OUT.c has the table (api/web.h:
 * struct web_bundle NAME) and includes the bytes with the assembler, which is a hundred
 * times faster than compiling them as numbers.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum {
	PATH_LENGTH_MAX = 1024,
	WHOLE_MAX = 4096,
	FILES_MAX = 2000,
	GZIP_WINDOW = 16 + MAX_WBITS
};

struct packed {
	char path[PATH_LENGTH_MAX]; /* below the folder, with its slash */
	uint64_t hash;
	size_t at, n_gzip, n_plain;
};

static struct packed FILES[FILES_MAX];
static size_t n_files;

static bool
fail(const char *path, const char *why)
{
	(void)fprintf(stderr, "pack: %s: %s\n", path, why);
	return false;
}

/* False: it is too long. */
static bool
join(char *room, size_t n_room, const char *folder, const char *path)
{
	int n = snprintf(room, n_room, "%s%s", folder, path);

	return (n > 0 && n < (int)n_room) || fail(folder, "a path that is too long");
}

/* ---- finding ----------------------------------------------------------------------------- */

static bool find_files(const char *folder, const char *below);

static bool
find_one(const char *folder, const char *below, const char *name)
{
	char inside[PATH_LENGTH_MAX], path[PATH_LENGTH_MAX], whole[WHOLE_MAX];
	struct stat st;

	if (!join(inside, sizeof(inside), below, "/") ||
	    !join(path, sizeof(path), inside, name) ||
	    !join(whole, sizeof(whole), folder, path))
		return false;
	if (stat(whole, &st) != 0)
		return fail(whole, "cannot be looked at");
	if (S_ISDIR(st.st_mode))
		return find_files(folder, path);
	if (n_files == FILES_MAX)
		return fail(whole, "too many files");
	memcpy(FILES[n_files++].path, path, sizeof(path));
	return true;
}

static bool
find_files(const char *folder, const char *below)
{
	char whole[WHOLE_MAX];
	bool is_good = true;
	struct dirent *e;
	DIR *d;

	if (!join(whole, sizeof(whole), folder, below))
		return false;
	d = opendir(whole);
	if (!d)
		return fail(whole, "no such folder");
	while (is_good && (e = readdir(d))) {
		if (*e->d_name != '.')
			is_good = find_one(folder, below, e->d_name);
	}
	(void)closedir(d);
	return is_good;
}

/* The output depends only on the files, not on their location. */
static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct packed *)a)->path, ((const struct packed *)b)->path);
}

/* ---- packing ----------------------------------------------------------------------------- */

static unsigned char *
read_file(const char *path, size_t *ret_n)
{
	FILE *in = fopen(path, "rb");
	struct stat st;
	unsigned char *bytes = NULL;

	if (in && stat(path, &st) == 0)
		bytes = malloc((size_t)st.st_size + 1);
	if (bytes)
		*ret_n = fread(bytes, 1, (size_t)st.st_size, in);
	if (in)
		(void)fclose(in);
	return bytes;
}

static uint64_t
hash_of(const unsigned char *bytes, size_t n)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static bool
write_gzip(FILE *out, unsigned char *bytes, size_t n, size_t *ret_n)
{
	z_stream z = { 0 };
	unsigned char *room;
	bool is_good;

	if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 9,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	z.avail_out = (unsigned)deflateBound(&z, n);
	room = malloc(z.avail_out);
	z.next_out = room;
	z.next_in = bytes;
	z.avail_in = (unsigned)n;
	is_good = room && deflate(&z, Z_FINISH) == Z_STREAM_END &&
	    fwrite(room, 1, z.total_out, out) == z.total_out;
	*ret_n = z.total_out;
	(void)deflateEnd(&z);
	free(room);
	return is_good;
}

static bool
pack_files(const char *folder, FILE *out)
{
	size_t at = 0;

	for (size_t i = 0; i < n_files; i++) {
		struct packed *f = &FILES[i];
		char whole[WHOLE_MAX];
		unsigned char *bytes;
		bool is_good;

		if (!join(whole, sizeof(whole), folder, f->path))
			return false;
		bytes = read_file(whole, &f->n_plain);
		if (!bytes)
			return fail(whole, "cannot be read");
		f->hash = hash_of(bytes, f->n_plain);
		is_good = write_gzip(out, bytes, f->n_plain, &f->n_gzip);
		free(bytes);
		if (!is_good)
			return fail(whole, "cannot be packed");
		f->at = at;
		at += f->n_gzip;
	}
	return true;
}

/* ---- the table --------------------------------------------------------------------------- */

static void
write_table(FILE *out, const char *name, const char *bytes_path)
{
	(void)fprintf(out, "/* Made by tools/pack.c. */\n#include \"api/web.h\"\n\n");
	(void)fprintf(out, "extern const unsigned char %s_bytes[];\n", name);
	(void)fprintf(out,
	    "__asm__(\".section .rodata\\n.globl %s_bytes\\n%s_bytes:\\n\"\n"
	    "\t\".incbin \\\"%s\\\"\\n.byte 0\\n.previous\\n\");\n\n",
	    name, name, bytes_path);
	(void)fprintf(out, "static const struct web_file FILES[] = {\n");
	for (size_t i = 0; i < n_files; i++)
		(void)fprintf(out,
		    "\t{ \"%s\", \"%016" PRIx64 "\", %s_bytes + %zu, %zu, %zu },\n",
		    FILES[i].path, FILES[i].hash, name, FILES[i].at, FILES[i].n_gzip,
		    FILES[i].n_plain);
	(void)fprintf(out, "};\n\nextern const struct web_bundle %s;\n", name);
	(void)fprintf(
	    out, "const struct web_bundle %s = { FILES, %zu };\n", name, n_files);
}

int
main(int argc, char **argv)
{
	FILE *table, *bytes;
	bool is_good;

	if (argc != 5) {
		(void)fprintf(stderr, "usage: pack FOLDER NAME OUT.c OUT.bin\n");
		return 2;
	}
	if (!find_files(argv[1], "") || n_files == 0)
		return 1;
	qsort(FILES, n_files, sizeof(FILES[0]), by_path);
	table = fopen(argv[3], "w");
	bytes = fopen(argv[4], "wb");
	if (!table || !bytes) {
		perror("pack");
		return 1;
	}
	is_good = pack_files(argv[1], bytes);
	write_table(table, argv[2], argv[4]);
	if (fclose(bytes) != 0 || fclose(table) != 0 || !is_good)
		return 1;
	return 0;
}
