/* SPDX-License-Identifier: Apache-2.0
 *
 * The key and its database, on both back-ends; and the proof that no secret can be
 * read without it.
 */
#include "backends.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "store/secret/key.h"
#include "store/olt/olt.h"
#include "store/secret/vault.h"

static const char *
key_file(const struct backend *b)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/key", b->folder);
	return path;
}

static void
start(struct backend *b, struct vault **ret)
{
	struct err err = { 0 };

	if (store_key_open(b->db, key_file(b), 1, ret, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static struct olt_id
put(struct db *db, const struct vault *v, const char *name, const char *community)
{
	struct olt o = { .name = name,
		.address = "192.0.2.1",
		.port = 161,
		.version = OLT_SNMP_2C,
		.overrides = OLT_OVERRIDES_NONE };
	struct olt_secrets s = { 0 };
	struct olt_put how = { v, &s, 1 };

	check_rc(secret_set(&s.community, community), RC_OK);
	check_rc(secret_set(&s.auth_key, "planted-auth-key"), RC_OK);
	check_rc(secret_set(&s.priv_key, "planted-priv-key"), RC_OK);
	check_rc(store_olt_put(db, &o, &how, NULL), RC_OK);
	return o.id;
}

static void
check_community(struct db *db, const struct vault *v, struct olt_id id, const char *text)
{
	struct olt_secrets s = { 0 };
	struct err err = { 0 };

	if (store_olt_secrets(db, v, id, &s, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_string_equal(s.community.bytes, text);
	assert_string_equal(s.auth_key.bytes, "planted-auth-key");
	assert_string_equal(s.priv_key.bytes, "planted-priv-key");
}

static void
the_first_start_makes_a_key_and_the_next_ones_use_it(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = NULL, *again = NULL;
	struct stat st;

	start(b, &v);
	assert_int_equal(stat(key_file(b), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	check_rc(store_key_open(b->db, key_file(b), 2, &again, NULL), RC_OK);
	assert_string_equal(vault_id(v), vault_id(again));
	vault_close(v);
	vault_close(again);
}

static void
a_wrong_or_missing_key_is_refused_at_start(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = NULL, *other = NULL;
	struct err err = { 0 };

	start(b, &v);
	assert_int_equal(unlink(key_file(b)), 0);
	check_rc(store_key_open(b->db, key_file(b), 2, &other, &err), RC_REFUSED);
	check_contains(err.msg, "missing");
	check_contains(err.msg, "backup");
	assert_int_equal(access(key_file(b), F_OK), -1); /* and none was made instead */
	check_rc(vault_create(key_file(b), NULL), RC_OK);
	check_rc(store_key_open(b->db, key_file(b), 2, &other, &err), RC_REFUSED);
	check_contains(err.msg, "not the key of this database");
	assert_null(other);
	assert_false(db_in_transaction(b->db));
	vault_close(v);
}

static void
after_a_rotation_everything_opens_with_the_new_key_only(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *old = NULL, *new = NULL;
	struct olt_secrets s = { 0 };
	struct olt_id a, c;
	int64_t n = 0;
	struct err err = { 0 };

	start(b, &old);
	a = put(b->db, old, "a", "planted-a");
	c = put(b->db, old, "c", "planted-c");
	if (store_key_rotate(b->db, key_file(b), 5, &n, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(n, 6);
	check_rc(store_key_open(b->db, key_file(b), 6, &new, NULL), RC_OK);
	assert_string_not_equal(vault_id(old), vault_id(new));
	check_community(b->db, new, a, "planted-a");
	check_community(b->db, new, c, "planted-c");
	check_rc(store_olt_secrets(b->db, old, a, &s, &err), RC_REFUSED);
	vault_close(old);
	vault_close(new);
}

static void
a_rotation_that_fails_leaves_the_old_key_in_force(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *old = NULL, *now = NULL;
	struct olt_id a;
	int64_t n = -7;

	start(b, &old);
	a = put(b->db, old, "a", "planted-a");
	(void)put(b->db, old, "z", "planted-z");
	check_rc(db_script(b->db,
		     "UPDATE olts SET v3_priv_key = v3_auth_key WHERE name = 'z'", NULL),
	    RC_OK);
	check_rc(store_key_rotate(b->db, key_file(b), 5, &n, NULL), RC_PROTOCOL);
	assert_int_equal(n, -7);
	check_rc(store_key_open(b->db, key_file(b), 6, &now, NULL), RC_OK);
	assert_string_equal(vault_id(old), vault_id(now));
	check_community(b->db, now, a, "planted-a");
	vault_close(old);
	vault_close(now);
}

/* The database was written, and then the program ended before the file got its
 * name. */
static void
a_rotation_that_was_stopped_is_brought_to_its_end(void **state)
{
	struct backend *b = backend_of(state);
	struct vault *v = NULL;
	struct olt_id a;
	char old_copy[160], new_name[160];

	start(b, &v);
	a = put(b->db, v, "a", "planted-a");
	vault_close(v);
	(void)snprintf(old_copy, sizeof(old_copy), "%s/old", b->folder);
	(void)snprintf(new_name, sizeof(new_name), "%s.new", key_file(b));
	assert_int_equal(link(key_file(b), old_copy), 0);
	check_rc(store_key_rotate(b->db, key_file(b), 5, NULL, NULL), RC_OK);
	assert_int_equal(rename(key_file(b), new_name), 0);
	assert_int_equal(rename(old_copy, key_file(b)), 0);

	check_rc(store_key_open(b->db, key_file(b), 6, &v, NULL), RC_OK);
	check_community(b->db, v, a, "planted-a");
	assert_int_equal(access(new_name, F_OK), -1);
	vault_close(v);
}

/* ---- planted secrets --------------------------------------------------------- */

static void
read_stream(FILE *f, struct buf *all)
{
	char chunk[4096];
	size_t n;

	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		buf_add(all, chunk, n);
}

static void
read_folder(const char *folder, struct buf *all)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	char path[512];

	while ((entry = readdir(dir))) {
		FILE *f;

		if (strncmp(entry->d_name, "db", 2) != 0)
			continue; /* the key itself, "." */
		(void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		f = fopen(path, "rb");
		assert_non_null(f);
		read_stream(f, all);
		(void)fclose(f);
	}
	(void)closedir(dir);
}

static void
read_dump(const struct backend *b, struct buf *all)
{
	char command[600];
	FILE *f;

	(void)snprintf(command, sizeof(command), "pg_dump '%s'", b->where);
	f = popen(command, "r");
	assert_non_null(f);
	read_stream(f, all);
	assert_int_equal(pclose(f), 0);
}

/* As it is, and as hexadecimal digits, which is how a dump shows bytes. */
static bool
shows(const struct buf *all, const char *text)
{
	char hex[128] = "";

	for (size_t i = 0; text[i]; i++)
		(void)snprintf(hex + 2 * i, 3, "%02x", (unsigned char)text[i]);
	return memmem(all->data, all->len, text, strlen(text)) ||
	    memmem(all->data, all->len, hex, strlen(hex));
}

static void
no_planted_secret_is_in_the_files_or_the_dump(void **state)
{
	struct backend *b = backend_of(state);
	struct buf all = BUF_INIT(256 << 20);
	struct vault *v = NULL;

	start(b, &v);
	(void)put(b->db, v, "visible-name", "planted-community");
	check_rc(store_key_rotate(b->db, key_file(b), 5, NULL, NULL), RC_OK);
	if (strcmp(b->name, "sqlite") == 0)
		read_folder(b->folder, &all); /* the file and its log, as they are now */
	else
		read_dump(b, &all);
	assert_true(buf_ok(&all));
	assert_true(shows(&all, "visible-name")); /* we look in the right place */
	assert_false(shows(&all, "planted-community"));
	assert_false(shows(&all, "planted-auth-key"));
	assert_false(shows(&all, "planted-priv-key"));
	buf_fini(&all);
	vault_close(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(the_first_start_makes_a_key_and_the_next_ones_use_it),
		ON_EACH(a_wrong_or_missing_key_is_refused_at_start),
		ON_EACH(after_a_rotation_everything_opens_with_the_new_key_only),
		ON_EACH(a_rotation_that_fails_leaves_the_old_key_in_force),
		ON_EACH(a_rotation_that_was_stopped_is_brought_to_its_end),
		ON_EACH(no_planted_secret_is_in_the_files_or_the_dump),
	};

	return CHECK_ALL(tests);
}
