/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/backup_int.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "store/db/db.h"

static const char SQLITE[] = "sqlite:";
static const char PART[] = ".part";

enum { MOMENT_MAX = 17, NAME_MAX_BYTES = 64, SECONDS_TRIED = 60 };

enum rc
backup_rules_of(const struct conf *conf, const char *database, const char *data,
    struct backup_rules *ret, struct err *err)
{
	bool is_sqlite = strncmp(database, SQLITE, sizeof(SQLITE) - 1) == 0;
	const char *file = is_sqlite ? database + sizeof(SQLITE) - 1 : "";
	const char *slash = strrchr(file, '/');
	int n;

	if (*conf->store_backup_folder)
		n = snprintf(
		    ret->folder, sizeof(ret->folder), "%s", conf->store_backup_folder);
	else if (slash)
		n = snprintf(ret->folder, sizeof(ret->folder), "%.*s/backups",
		    (int)(slash - file), file);
	else if (is_sqlite)
		n = snprintf(ret->folder, sizeof(ret->folder), "backups");
	else
		n = snprintf(ret->folder, sizeof(ret->folder), "%s/backups", data);
	if (n >= (int)sizeof(ret->folder))
		return err_set(
		    err, RC_INVALID, "the name of the folder for backups is too long");
	ret->keep = conf->store_backups;
	return RC_OK;
}

/* ---- names ------------------------------------------------------------------------ */

struct name {
	char text[NAME_MAX_BYTES];
	char moment[MOMENT_MAX]; /* "20261116T145900Z": a later time is greater */
};

/* Is it one of our backups, and from when? Other files in the folder are not touched. */
static bool
read_name(const char *text, struct name *ret)
{
	const char *at = text;
	size_t digits;

	if (strlen(text) >= sizeof(ret->text) || strncmp(at, "facho-v", 7) != 0)
		return false;
	at += 7;
	digits = strspn(at, "0123456789");
	at += digits;
	if (digits == 0 || *at++ != '-' || strlen(at) < MOMENT_MAX - 1)
		return false;
	for (int i = 0; i < MOMENT_MAX - 1; i++) {
		bool is_right = i == 8 ? at[i] == 'T'
		    : i == 15          ? at[i] == 'Z'
				       : isdigit((unsigned char)at[i]);

		if (!is_right)
			return false;
	}
	memcpy(ret->text, text, strlen(text) + 1); /* it has enough space: see above */
	(void)snprintf(ret->moment, sizeof(ret->moment), "%s", at);
	at += MOMENT_MAX - 1;
	return strcmp(at, ".db") == 0 || strcmp(at, ".dump") == 0 ||
	    strcmp(at, ".db.part") == 0 || strcmp(at, ".dump.part") == 0;
}

static bool
is_part(const struct name *name)
{
	size_t n = strlen(name->text);

	return n > sizeof(PART) && strcmp(name->text + n - sizeof(PART) + 1, PART) == 0;
}

static void
make_name(const struct db *db, int64_t version, int64_t now_ms, char name[NAME_MAX_BYTES])
{
	time_t now_s = (time_t)(now_ms / 1000);
	char moment[MOMENT_MAX] = "";
	struct tm tm;

	if (gmtime_r(&now_s, &tm))
		(void)strftime(moment, sizeof(moment), "%Y%m%dT%H%M%SZ", &tm);
	(void)snprintf(name, NAME_MAX_BYTES, "facho-v%lld-%s.%s", (long long)version,
	    moment, strcmp(db_backend(db), "sqlite") == 0 ? "db" : "dump");
}

/* ---- those that are too many ------------------------------------------------------- */

static int
later_first(const void *a, const void *b)
{
	return strcmp(((const struct name *)b)->moment, ((const struct name *)a)->moment);
}

static void
remove_old(const struct backup_rules *rules)
{
	struct vec names = VEC_INIT(struct name);
	DIR *dir = opendir(rules->folder);
	const struct dirent *entry;
	struct name name;

	while (dir && (entry = readdir(dir))) {
		struct name *added;

		if (!read_name(entry->d_name, &name))
			continue;
		if (is_part(&name)) {
			/* of a program that was killed */
			(void)unlinkat(dirfd(dir), name.text, 0);
			continue;
		}
		added = vec_add(&names);
		if (added)
			*added = name;
	}
	if (names.n > 1)
		qsort(names.data, names.n, sizeof(struct name), later_first);
	for (size_t i = (size_t)rules->keep; dir && i < names.n; i++)
		(void)unlinkat(dirfd(dir), VEC_AT(&names, struct name, i)->text, 0);
	if (dir)
		(void)closedir(dir);
	vec_fini(&names);
}

/* ---- one --------------------------------------------------------------------------- */

/* The name is permanent when the folder is written to the disk. */
static enum rc
give_name(const char *folder, const char *part, const char *path, struct err *err)
{
	int fd = -1;
	enum rc rc = RC_OK;

	if (rename(part, path) != 0)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) != 0)
		rc = err_set(err, RC_IO, "%s: %s", folder, strerror(errno));
	if (fd >= 0)
		(void)close(fd); /* it was read only */
	return rc;
}

/* Copies made within one second (an upgrade, a restore and another upgrade) do not
 * replace each other: the later one uses the next second that is free. */
static enum rc
free_path(const struct db *db, const struct backup_rules *rules, int64_t version,
    int64_t now_ms, char path[BACKUP_PATH_MAX], struct err *err)
{
	char name[NAME_MAX_BYTES];

	for (int64_t later_s = 0; later_s < SECONDS_TRIED; later_s++) {
		make_name(db, version, now_ms + later_s * 1000, name);
		(void)snprintf(path, BACKUP_PATH_MAX, "%s/%s", rules->folder, name);
		if (access(path, F_OK) != 0)
			return RC_OK;
	}
	return err_set(err, RC_CONFLICT, "%s exists already", path);
}

enum rc
backup_make(struct db *db, const struct backup_rules *rules, int64_t version,
    int64_t now_ms, char path[BACKUP_PATH_MAX], struct err *err)
{
	char part[BACKUP_PATH_MAX + sizeof(PART)];
	enum rc rc;

	if (mkdir(rules->folder, 0700) != 0 && errno != EEXIST)
		return err_set(err, RC_IO, "%s: %s", rules->folder, strerror(errno));
	rc = free_path(db, rules, version, now_ms, path, err);
	if (rc != RC_OK)
		return rc;
	(void)snprintf(part, sizeof(part), "%s%s", path, PART);
	rc = db_backup(db, part, err);
	if (rc == RC_OK)
		rc = give_name(rules->folder, part, path, err);
	if (rc == RC_OK)
		remove_old(rules);
	return rc;
}
