/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/migrate_int.h - the migrations that tools/embed.c put into the binary.
 */
#ifndef FACHO_STORE_UPKEEP_MIGRATE_INT_H
#define FACHO_STORE_UPKEEP_MIGRATE_INT_H

#include <stddef.h>

struct migration {
	const char *name; /* "0001_schema.sqlite.sql" */
	const unsigned char *sql; /* NUL-terminated */
	size_t len;
};

extern const struct migration MIGRATIONS[];
extern const size_t N_MIGRATIONS;

#endif
